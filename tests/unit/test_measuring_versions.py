"""Question sets that two people change at once: nothing that one of them added or changed is lost without a word."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.errors import StoreError
from engine.measuring.questions import QuestionRow
from engine.measuring.sets import (
    delete_set,
    grow_set,
    kept_version,
    new_set,
    newest_set,
    save_edit,
    save_set,
    set_versions,
)
from engine.measuring.versions import joined
from engine.store.database import Database
from tests.unit.measuring_trials import row


def far(id: str, question: str = "", line: int = 2) -> QuestionRow:
    return row(id, "far", question=question or f"What is {id}?", line=line)


A, B, C, D = (far(name) for name in "abcd")


def ids(rows: Sequence[QuestionRow] | None) -> list[str] | None:
    return None if rows is None else [one.id for one in rows]


def newest(library: engine.Library) -> list[str]:
    found = newest_set(library.database, "set")
    assert found is not None
    return [one.id for one in found.rows]


@pytest.mark.parametrize(
    ("before", "saved", "edited", "both"),
    [
        ([A, B], [A, B], [A, C], "ac"),  # nobody else saved
        ([A, B], [A, B, C], [A, B, D], "abcd"),  # both added
        ([A, B], [A, B, C], [A], "ac"),  # one added, one took away
        ([A, B], [B], [A, B, D], "bd"),
        ([A, B], [A, B, C], [A, B, C], "abc"),  # the same row was added twice
        ([A, B], [A, B, C], [A, B, D, far("c", line=9)], "abcd"),  # on another line it is the same row
        ([far("a", line=1)], [far("a", line=5), B], [far("a", line=7), C], "abc"),
        ([A, B], [A, B, C], [A, B], "abc"),  # an edit that changes nothing takes nothing away
        ([], [A], [B], "ab"),
        ([A, B], [A], [B], None),  # both changed what was there
        ([A, B], [A, far("b", "Else?")], [A, far("b", "Other?")], None),
    ],
)
def test_two_changes_are_joined_where_one_of_them_only_adds(
    before: list[QuestionRow], saved: list[QuestionRow], edited: list[QuestionRow], both: str | None
) -> None:
    assert ids(joined(before, saved, edited)) == (None if both is None else list(both))


def test_an_id_that_both_gave_to_other_questions_is_given_to_one() -> None:
    theirs, ours = far("q2", "Theirs?"), far("q2", "Ours?")
    both = joined([far("q1")], [far("q1"), theirs], [far("q1"), ours, far("q2", "Ours?")])
    assert both is not None
    assert [(one.id, one.question) for one in both] == [
        ("q1", "What is q1?"),
        ("q2", "Theirs?"),
        ("q3", "Ours?"),
        ("q3", "Ours?"),
    ]
    changed = joined([far("q1")], [far("q1"), theirs], [far("q1", "Mended?"), ours])
    assert changed is not None
    assert [(one.id, one.question) for one in changed] == [("q1", "Mended?"), ("q3", "Ours?"), ("q2", "Theirs?")]


def test_a_new_id_is_that_of_no_row_of_either() -> None:
    theirs, ours = [far("q2", "Theirs?"), far("q5", "New?")], [far("q2", "Ours?"), far("q5", "Own?"), far("q7")]
    both = joined([far("q1")], [far("q1"), *theirs], [far("q1"), *ours])
    assert both is not None
    assert [(one.id, one.question) for one in both[3:]] == [("q8", "Ours?"), ("q9", "Own?"), ("q7", "What is q7?")]


def test_eight_times_the_rows_take_about_eight_times_as_long() -> None:
    """All ids clash, which used to cost a look at all rows for each; 64 times as long then."""

    def seconds(count: int) -> float:
        theirs, ours = ([far(f"q{number}", f"{whose} {number}?") for number in range(count)] for whose in "to")
        began = time.thread_time()
        both = joined([A], [A, *theirs], [A, *ours])
        took = time.thread_time() - began
        assert both is not None
        assert len({one.id for one in both}) == 1 + 2 * count
        return took

    assert min(seconds(4000) for _ in range(3)) < 24 * min(seconds(500) for _ in range(3))


@given(*[st.lists(st.sampled_from([A, B, C, D]), max_size=3, unique=True) for _ in range(3)])
def test_whatever_was_only_added_is_there_afterwards(
    before: list[QuestionRow], more: list[QuestionRow], edited: list[QuestionRow]
) -> None:
    for saved, ours in (([*before, *more], edited), (edited, [*before, *more])):
        both = joined(before, saved, ours)
        assert both is not None
        assert set(more) - set(before) <= set(both)
        assert set(edited) <= set(both)


def test_an_edit_of_an_older_version_is_joined_or_refused(library: engine.Library) -> None:
    first = save_set(library.database, "set", [A, B])
    save_set(library.database, "set", [A, B, C])
    assert save_edit(library.database, first, [A]).version == 3
    assert newest(library) == ["a", "c"]
    with pytest.raises(StoreError, match="Version 3 of “set” was saved meanwhile"):
        save_edit(library.database, first, [B])
    assert newest(library) == ["a", "c"]
    delete_set(library.database, "set")
    with pytest.raises(StoreError, match="was deleted meanwhile"):
        save_edit(library.database, first, [B])


def test_a_set_is_only_begun_where_there_is_none(library: engine.Library) -> None:
    assert new_set(library.database, "set", []).version == 1
    with pytest.raises(StoreError, match="a set “set” already"):
        new_set(library.database, "set", [A])
    assert newest(library) == []


def test_rows_that_two_add_at_the_same_moment_are_both_kept(library: engine.Library) -> None:
    """Each thread has a connection of its own, as two sessions have; both are inside before either may go on."""
    save_set(library.database, "set", [A])
    start = threading.Barrier(2)

    def add(one: QuestionRow) -> None:
        database = Database(library.database.file)
        for number in range(5):
            start.wait(10)
            new = far(f"{one.id}{number}")
            grow_set(database, "set", lambda rows, new=new: [*rows, new])  # type: ignore[misc]
        database.close()

    threads = [threading.Thread(target=add, args=(one,)) for one in (B, C)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(newest(library)) == sorted(["a", *(f"{name}{number}" for name in "bc" for number in range(5))])
    assert [each.version for each in set_versions(library.database, "set")] == list(range(11, 0, -1))


def test_nobody_saves_between_what_is_read_and_what_is_kept(library: engine.Library) -> None:
    save_set(library.database, "set", [A])

    def other() -> None:
        database = Database(library.database.file)
        grow_set(database, "set", lambda rows: [*rows, B])
        database.close()

    thread = threading.Thread(target=other)

    def grow(rows: tuple[QuestionRow, ...]) -> list[QuestionRow]:
        thread.start()
        thread.join(0.5)
        assert thread.is_alive()  # it waits for its turn
        return [*rows, C]

    before, now = grow_set(library.database, "set", grow)
    thread.join(60)
    assert (before and ids(before.rows), ids(now.rows), newest(library)) == (["a"], ["a", "c"], ["a", "c", "b"])


def test_edits_that_two_save_at_the_same_moment_are_both_kept(library: engine.Library) -> None:
    first = save_set(library.database, "set", [A])
    start = threading.Barrier(2)

    def save(one: QuestionRow) -> None:
        database = Database(library.database.file)
        start.wait(10)
        save_edit(database, first, [A, one])
        database.close()

    threads = [threading.Thread(target=save, args=(one,)) for one in (B, C)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(newest(library)) == ["a", "b", "c"]


def test_what_is_measured_takes_an_older_version_as_it_is(library: engine.Library) -> None:
    """Threshold measures the rows that it was drawn with; what was saved since must stay the newest."""
    first = save_set(library.database, "set", [A])
    save_set(library.database, "set", [A, B])
    assert kept_version(library.database, "set", [far("a", line=9)]) == first
    assert newest(library) == ["a", "b"]
    assert kept_version(library.database, "set", [C]).version == 3
