"""The command line: `python -m engine COMMAND`.

Results go to standard output, progress to standard error. Exit 0: done. 1: a check or a document failed.
2: a mistake of the caller's, told in one sentence.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.errors import EngineError
from engine.logs import configure_logs
from engine.measuring_commands import Depth, Retriever, chosen_retrieval, evaluate, sweep
from engine.question_commands import questions
from engine.run_commands import runs
from engine.terminal import Json, Store, named_files, print_json, progress, read_file
from engine.types.answers import Filter, Outcome
from engine.types.indexing import Chunking, Document, State

app = typer.Typer(
    add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, no_args_is_help=True, help=__doc__
)

Strategy = Annotated[str | None, typer.Option(help="How to cut: A to G.")]
Target = Annotated[int | None, typer.Option(help="Characters a chunk should have at most.")]
Overlap = Annotated[int | None, typer.Option(help="Characters before a chunk that are embedded with it.")]


@app.command()
def chunks(
    file: Path,
    strategy: str = "E",
    target: int = 512,
    overlap: int = 64,
    title: str | None = None,
    as_json: Json = False,
) -> None:
    """Show how FILE would be cut. Needs no library and embeds nothing."""
    from engine.chunking import validate
    from engine.cutting import cut
    from engine.documents import extract_isolated
    from engine.ingest import limits
    from engine.retrieval.weights import DEFAULT_ENCODER
    from engine.settings import read_settings
    from engine.shapes import chunks_json

    chunking = Chunking(strategy.upper(), target, overlap)
    validate(chunking)
    settings = read_settings()
    read_file(file, settings.document_mib)  # says in a sentence what the sandbox could only fail at
    extraction = extract_isolated(file, file.name, limits(settings))
    title = title or extraction.title or file.stem
    pieces = cut(extraction, title, chunking, settings.encoder or DEFAULT_ENCODER)
    if as_json:
        print_json(chunks_json(title, chunking, pieces))
        return
    for piece in pieces:
        over = f", {piece.use.overflow_tokens} past the window" if piece.use.overflow_tokens else ""
        print(f"— {piece.ordinal + 1}: [{piece.chunk.start}, {piece.chunk.end}) {piece.use.tokens} tokens{over}")
        print(piece.chunk.text)


@app.command()
def ingest(
    paths: list[Path],
    strategy: Strategy = None,
    target: Target = None,
    overlap: Overlap = None,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Add files and folders to the library, made if there is none, and wait until they are ready."""
    from engine.library import DEFAULT_CHUNKING, Library
    from engine.settings import read_settings

    files = named_files(paths)
    chosen = _chunking(DEFAULT_CHUNKING, strategy, target, overlap)
    library = Library(read_settings(store), create=chosen)
    if not library.is_new and library.chunking != _chunking(library.chunking, strategy, target, overlap):
        raise EngineError(
            "This library is cut otherwise already; change all of it by reindex --strategy, --target, --overlap."
        )
    keys, refused = set(), {}
    for name, file in files.items():
        try:
            keys.add(library.add(name, read_file(file, library.settings.document_mib)))
        except EngineError as error:
            refused[name] = str(error)  # one file that cannot be taken hurts no other
    _work(library, keys, as_json, refused)


@app.command()
def ask(
    question: str,
    retriever: Retriever = None,
    depth: Depth = None,
    document: Annotated[list[str] | None, typer.Option(help="Search in this document only; may be repeated.")] = None,
    section: Annotated[list[str] | None, typer.Option(help="Search under this heading only; may be repeated.")] = None,
    gate: str = "distance",
    cut: Annotated[float | None, typer.Option(help="The cut (else the one in the settings).")] = None,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Answer QUESTION from the library with its sources, or refuse."""
    from engine.answering.citations import as_text
    from engine.desk import Desk
    from engine.library import Library
    from engine.settings import read_settings
    from engine.shapes import answer_json

    library = Library(read_settings(store))
    within = Filter(frozenset(document or ()), frozenset(section or ()))
    retrieval = chosen_retrieval(library, retriever, depth)
    answer = Desk(library).ask(question, retrieval, gate, cut, within=within)
    if as_json:
        print_json(answer_json(answer, retrieval, within))
        return
    refusal = f"{answer.reason}\nmodel calls: {answer.model_calls}"
    print(as_text(answer) if answer.outcome is Outcome.ANSWERED else refusal)
    if only := [*sorted(within.documents), *(f"“{title}”" for title in sorted(within.sections))]:
        print(f"only searched in: {', '.join(only)}")


@app.command()
def audit(store: Store = None, as_json: Json = False) -> None:
    """Extract the original bytes again and compare every chunk with them; exit 1 if anything differs."""
    from engine.auditing import audit as run
    from engine.library import Library
    from engine.settings import read_settings
    from engine.shapes import audit_json

    found = run(Library(read_settings(store)), progress)
    if as_json:
        print_json(audit_json(found))
    else:
        for document in found.documents:
            print(f"{document.name}: {document.exact} of {document.total} chunks exact")
            for fault in document.faults:
                print(f"  {fault}")
        formats = ", ".join(f"{name} {exact} of {total}" for name, (exact, total) in found.by_format.items())
        print(f"{found.exact} of {found.total} chunks are what their documents say ({formats}).")
    raise typer.Exit(0 if found.passed else 1)


@app.command()
def reindex(
    strategy: Strategy = None,
    target: Target = None,
    overlap: Overlap = None,
    encoder: Annotated[str | None, typer.Option(help="Hub name or folder of another encoder.")] = None,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Rebuild every document, with other settings if any are given. Only new texts are embedded."""
    from engine.library import Library
    from engine.settings import read_settings

    library = Library(read_settings(store))
    library.apply(_chunking(library.chunking, strategy, target, overlap), encoder or library.encoder_name)
    _work(library, {document.key for document in library.documents()}, as_json, {})


app.command()(evaluate)
app.command()(sweep)
app.add_typer(questions, name="questions")
app.add_typer(runs, name="runs")


@app.command(hidden=True)
def worker(store: Store = None, owner: str | None = None) -> None:
    """Serve the library's jobs until standard input closes. The dashboard starts this."""
    from engine.library import Library
    from engine.settings import read_settings
    from engine.worker import new_owner, run

    run(Library(read_settings(store)), owner or new_owner())


def _chunking(base: Chunking, strategy: str | None, target: int | None, overlap: int | None) -> Chunking:
    return Chunking(
        strategy.upper() if strategy else base.strategy,
        base.target if target is None else target,
        base.overlap if overlap is None else overlap,
    )


def _work(library: Any, keys: set[int], as_json: bool, refused: dict[str, str]) -> None:
    """Waits until the documents are done, working on them itself beside whoever else does, and prints them.

    `refused` holds names of files that were not taken, with the reasons: they are printed as failed.
    """
    from engine.shapes import documents_json
    from engine.worker import drain, new_owner

    for left in drain(library, new_owner(), keys):
        progress("ingest", len(keys) - left, len(keys), "")
    documents: list[Document] = [document for document in library.documents() if document.key in keys]
    if as_json:
        print_json(documents_json(documents, refused))
    else:
        for document in documents:
            print(f"{document.name}: {document.state}, {document.chunks} chunks. {document.reason}".strip())
        for name, reason in refused.items():
            print(f"{name}: not taken. {reason}")
    failed = refused or any(document.state == State.FAILED for document in documents)
    raise typer.Exit(1 if failed else 0)


def main() -> int:
    """Runs one command and returns its exit code."""
    configure_logs()
    try:
        code = app(standalone_mode=False)
    except KeyboardInterrupt:
        print("Stopped. What was not finished stays in line: ingest it again, or open the dashboard.", file=sys.stderr)
        return 130
    except (EngineError, typer.TyperException) as error:
        told = error.format_message() if isinstance(error, typer.TyperException) else error
        print(f"Error: {told}", file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main())
