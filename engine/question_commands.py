"""The commands on question sets: `questions check`, `import`, `export` and `list`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.errors import EngineError
from engine.terminal import Json, Store, print_json, read_file, write_file

if TYPE_CHECKING:
    from engine.library import Library
    from engine.measuring.questions import Remark
    from engine.measuring.reading import QuestionFile
    from engine.measuring.sets import QuestionSet

questions = typer.Typer(no_args_is_help=True, help="Look at question sets, keep them in the library, take them out.")


@questions.command()
def check(file: Path, store: Store = None, as_json: Json = False) -> None:
    """Hold the question set FILE against the library's documents; exit 1 if a row would not be scored."""
    from engine.library import Library
    from engine.measuring.questions import digest
    from engine.measuring.reading import read_questions
    from engine.settings import read_settings

    library = Library(read_settings(store))
    read = read_questions(file.name, read_file(file))
    _tell(library, read, {"sha256": digest(read.rows)}, f"{file.name}, version", as_json)


@questions.command("import")
def import_set(
    file: Path,
    name: Annotated[str | None, typer.Option(help="The set's name (else the file's, without its ending).")] = None,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Keep the question set FILE in the library, as its newest version; exit 1 if a row would not be scored.

    Rows that cannot be read are named and not kept. Rows that are not scored are kept, to be mended. A row without an
    id is given one made of its question, kind, phrasing and pair.
    """
    from engine.library import Library
    from engine.measuring.reading import read_questions
    from engine.measuring.sets import save_set
    from engine.settings import read_settings

    library = Library(read_settings(store))
    read = read_questions(file.name, read_file(file))
    called = (file.stem if name is None else name).strip()
    if not called:
        raise EngineError("A question set needs a name that is not empty; give one by --name.")
    if not read.rows:
        first = f" Line {read.faults[0].line}: {read.faults[0].reason}" if read.faults else ""
        raise EngineError(f"{file} has no row that can be read, so nothing was kept.{first}")
    kept = save_set(library.database, called, read.rows)
    about = {"name": kept.name, "version": kept.version, "sha256": kept.sha256, "rows": len(kept.rows)}
    _tell(library, read, about, f"{kept.name}, version {kept.version}, {len(kept.rows)} rows,", as_json)


@questions.command()
def export(
    name: str,
    output: Annotated[
        Path | None, typer.Option(help="A file that ends in .csv or .jsonl (else JSONL is shown).")
    ] = None,
    version: Annotated[int | None, typer.Option(help="An older version of the set (else the newest).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Write the question set NAME as CSV or JSON Lines."""
    from engine.library import Library
    from engine.measuring.writing import questions_csv, questions_jsonl
    from engine.settings import read_settings
    from engine.shapes import question_set_json

    writers = {".csv": questions_csv, ".jsonl": questions_jsonl}
    if output is not None and output.suffix.lower() not in writers:
        raise EngineError(f"{output} ends in neither .csv nor .jsonl; the ending says which of the two is written.")
    chosen = _version(Library(read_settings(store)), name, version)
    if output is not None:
        write_file(output, writers[output.suffix.lower()](chosen.rows), force)
    if as_json:
        print_json(question_set_json(chosen, output))
    elif output is None:
        print(questions_jsonl(chosen.rows).decode(), end="")
    else:
        print(f"{chosen.name}, version {chosen.version} {chosen.sha256[:12]}: {len(chosen.rows)} rows in {output}")


@questions.command("list")
def list_sets(store: Store = None, as_json: Json = False) -> None:
    """Name the question sets that the library keeps, with their newest versions."""
    from engine.library import Library
    from engine.measuring.sets import newest_sets
    from engine.settings import read_settings
    from engine.shapes import question_sets_json

    kept = newest_sets(Library(read_settings(store)).database)
    if as_json:
        print_json(question_sets_json(kept))
        return
    for each in kept:
        print(f"{each.name}, version {each.version} {each.sha256[:12]}: {len(each.rows)} rows")
    if not kept:
        print("The library keeps no question set; add one by questions import FILE.")


def print_remarks(remarks: Sequence[Remark], what: str) -> None:
    """A line for every row about which there is something to say; `what` says what it means for the row."""
    for remark in remarks:
        print(f"line {remark.line}{f' ({remark.id})' if remark.id else ''}, {what}: {remark.reason}")


def _tell(library: Library, read: QuestionFile, about: dict[str, Any], opening: str, as_json: bool) -> None:
    """Checks what was read, prints what came of it, and ends the command; `about` goes first into the JSON."""
    from engine.measuring.checking import check_questions
    from engine.measuring.corpus import searched_texts
    from engine.shapes import questions_json

    checked = check_questions(read.rows, searched_texts(library))
    faults, warnings = (*read.faults, *checked.faults), (*read.warnings, *checked.warnings)
    shape = about | questions_json(checked.questions, faults, warnings)
    if as_json:
        print_json(shape)
    else:
        counted = ", ".join(f"{n} {kind}" for kind, n in shape["n"].items())
        print(f"{opening} {shape['sha256'][:12]}: {counted}")
        print_remarks(faults, "not scored")
        print_remarks(warnings, "doubtful")
    raise typer.Exit(1 if faults else 0)


def _version(library: Library, name: str, version: int | None) -> QuestionSet:
    from engine.measuring.sets import newest_sets, set_versions

    versions = set_versions(library.database, name)
    if not versions:
        names = ", ".join(each.name for each in newest_sets(library.database)) or "none yet"
        raise EngineError(f"The library keeps no question set called {name}; it keeps: {names}.")
    found = next((each for each in versions if version in (None, each.version)), None)
    if found is None:
        there = ", ".join(str(each.version) for each in versions)
        raise EngineError(f"The question set {name} has no version {version}; there are: {there}.")
    return found
