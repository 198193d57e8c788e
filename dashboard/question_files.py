"""Files of questions: one that was uploaded becomes a set, a set becomes one to download."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

import engine
from dashboard import question_drafts, question_sets, state, views, words

SHOWN = 50
"""Remarks on a file that are drawn."""

_REJECTED = re.compile(r"(.+), rejected rows(?: ?\(\d+\))?")  # a browser numbers files of one name


@dataclass(frozen=True, slots=True)
class Import:
    """What became of the file `name`: a sentence, whether anything was kept, and what could not be read of it."""

    name: str
    said: str
    kept: bool
    remarks: tuple[engine.Remark, ...] = ()
    rejected: tuple[engine.Rejected, ...] = ()


def take(name: str, data: bytes) -> Import:
    """Keeps the rows that can be read as the newest version of the set that the file is named after.

    Those of a file of a set's rejected rows are added to the set.
    """
    called, mended = _meant(name)
    try:
        read = engine.read_questions(name, data)
    except engine.EngineError as error:
        return Import(called, str(error), False)
    remarks = (*read.faults, *read.warnings)
    if not read.rows:
        said = f"{name} has no row that can be read, so nothing was kept."
        return Import(called, said, False, remarks, read.rejected)
    said = _keep(name, called, read.rows, mended)
    question_drafts.look_at(called)
    draft = question_drafts.held(called)
    if draft is not None and draft.changed:
        said += " What you changed in it before and did not save still stands in the table."
    if read.rejected:
        said += f" {words.counted(len(read.rejected), 'row')} could not be taken over."
    elif remarks:
        said += " What is doubtful:"
    return Import(called, said, True, remarks, read.rejected)


def upload() -> None:
    """A place to drop a file of questions."""
    key = f"question_file_{st.session_state.get(state.QUESTION_UPLOADER, 0)}"
    with st.popover("Import", icon=":material/upload:"):
        st.caption(
            "A CSV or JSONL file with the columns `id, question, kind, needle, document, start, end, phrasing, pair, "
            "note`; `kind` is `in`, `near` or `far`. A row without an `id` is given one made of its question, kind, "
            "phrasing and pair. The file's name becomes the set's."
        )
        st.file_uploader(
            "File of questions",
            label_visibility="collapsed",
            max_upload_size=20,
            key=key,
            on_change=_uploaded,
            args=(key,),
        )


def download(name: str, rows: Sequence[engine.QuestionRow]) -> None:
    """The rows as files, the set's name in theirs."""
    stem = _stem(name)
    with st.popover("Export", icon=":material/download:", disabled=not rows):
        for label, ending, write, kind in (
            ("CSV", "csv", engine.questions_csv, "text/csv"),
            ("JSONL", "jsonl", engine.questions_jsonl, "application/jsonl"),
        ):
            st.download_button(label, write(rows), f"{stem}.{ending}", kind, on_click="ignore", width="stretch")


def outcome() -> None:
    """What became of the last file, with the rows of it that could not be read, until it is dismissed."""
    done: Import | None = st.session_state.get(state.IMPORTED)
    if done is None:
        return
    with st.container(key="imported", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            views.notice(
                "success" if done.kept and not done.remarks else "warning" if done.kept else "error", done.said
            )
            if done.rejected:
                st.download_button(
                    "Rejected rows (CSV)",
                    engine.rejected_csv(done.rejected),
                    f"{_stem(done.name)}, rejected rows.csv",
                    "text/csv",
                    on_click="ignore",
                    icon=":material/download:",
                    help="Every row that was not taken over, with the reason, its cells, and as it was written. Mend "
                    "the cells and import the file: its other three columns are not read.",
                )
            if st.button("Dismiss", key="dismiss_import", type="tertiary", icon=":material/close:"):
                del st.session_state[state.IMPORTED]
                st.rerun()
        if done.rejected:
            views.quiet(f"Rows that are mended in the file of rejected rows are added to “{done.name}” by Import.")
        with st.container(height=160 if len(done.remarks) > 6 else "content", border=False, gap="xsmall"):
            for remark in done.remarks[:SHOWN]:
                views.quiet(f"line {remark.line}{f', {remark.id}' if remark.id else ''}: {remark.reason}")
            if len(done.remarks) > SHOWN:
                views.quiet(f"and {len(done.remarks) - SHOWN:,} more, as the file of rejected rows tells.")


def _meant(name: str) -> tuple[str, bool]:
    """The set that a file called so belongs to, and whether it holds rows that were rejected of it."""
    stem = (name.rpartition(".")[0] or name).strip()
    rejected = _REJECTED.fullmatch(stem)
    if rejected is None:
        return stem or "questions", False
    names = [one.name for one in engine.newest_sets(state.library().database)]
    return next((one for one in names if _stem(one) == rejected[1]), rejected[1]), True


def _keep(name: str, called: str, rows: question_sets.Rows, added: bool) -> str:
    """Makes the rows of the file `name` the set's, or adds them to it, and says which."""
    database = state.library().database
    if added:
        before, saved = engine.grow_set(database, called, lambda there: _with(there, rows))
    else:
        before, saved = engine.newest_set(database, called), engine.save_set(database, called, rows)
    counted = words.counted(len(rows), "row")
    if before is None:
        return f"{counted} of {name} became the new set “{called}”."
    if saved.version == before.version:
        return f"{name} holds what “{called}”, version {saved.version}, holds already."
    if added:
        new = words.counted(len(saved.rows) - len(before.rows), "row")
        return f"{new} of {name} added to “{called}”, which is version {saved.version} now."
    return f"There was a set “{called}” already: the {counted} of {name} became its version {saved.version}."


def _with(rows: question_sets.Rows, more: question_sets.Rows) -> question_sets.Rows:
    """The rows, and behind them those of `more` that are not among them."""
    there = {replace(row, line=0) for row in rows}
    return (*rows, *(row for row in more if replace(row, line=0) not in there))


def _stem(name: str) -> str:
    """The name without what names of files cannot have."""
    return re.sub(r'[\x00-\x1f/\\:*?"<>|]+', "-", name)


def _uploaded(key: str) -> None:
    """Takes the file that was just given, and empties the uploader, so that nothing is taken twice."""
    given = st.session_state[key]
    if given is not None:
        st.session_state[state.IMPORTED] = take(given.name, given.getvalue())
        st.session_state[state.QUESTION_UPLOADER] = st.session_state.get(state.QUESTION_UPLOADER, 0) + 1
