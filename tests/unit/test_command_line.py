"""The command line: the JSON that others build on, exit codes, and one sentence for each mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.shell import PUMPS, VALVES, Shell


def test_chunks_needs_no_store(shell: Shell, folder: Path, home: Path) -> None:
    found = shell.json("chunks", str(folder / "guide" / "README.md"), "--strategy", "F", "--overlap", "8")
    assert (found["title"], found["strategy"]) == ("Pumps", "F")
    first, second = found["chunks"]
    assert second == {
        "start": 42,
        "end": 81,
        "overlap_start": 34,
        "section": "Priming",
        "header": "Pumps > Priming",
        "content": PUMPS[42:81],
        "text": "[Pumps > Priming]\n" + PUMPS[34:81],
        "tokens": second["tokens"],
        "overflow_tokens": 0,
    }
    assert first["overlap_start"] == 0
    assert second["tokens"] > 10
    assert not (home / "candor.db").exists()


def test_chunks_takes_a_title(shell: Shell, folder: Path) -> None:
    found = shell.json("chunks", str(folder / "guide" / "README.md"), "--title", "Manual")
    assert [chunk["header"] for chunk in found["chunks"]] == ["Manual", "Manual > Priming"]


def test_ingest_names_documents_by_their_path_within_the_folder(shell: Shell, folder: Path) -> None:
    found = shell.json("ingest", str(folder))
    assert [set(document) for document in found["documents"]] == [
        {"id", "name", "state", "reason", "characters", "chunks", "overflowing"}
    ] * 2
    listed = {
        document["name"]: (document["state"], document["characters"], document["chunks"])
        for document in found["documents"]
    }
    assert listed == {
        "api/README.md": ("ready", len(VALVES), 2),
        "guide/README.md": ("ready", len(PUMPS), 2),
    }


def test_a_failed_document_is_exit_1_and_the_json_is_still_printed(shell: Shell, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    found = shell.json("ingest", str(folder), code=1)
    states = {document["name"]: document["state"] for document in found["documents"]}
    assert states == {"api/README.md": "ready", "guide/README.md": "ready", "broken.pdf": "failed"}


def test_ask_answers_with_citations_that_can_be_checked(shell: Shell, folder: Path) -> None:
    shell("ingest", str(folder))
    found = shell.json("ask", "Which colour is the relief valve?")
    assert set(found) >= {"question", "outcome", "answer", "citations", "hits", "gate", "cut", "best_score"}
    assert (found["outcome"], found["gate"], found["cut"], found["model_calls"]) == ("answered", "distance", 0.675, 0)
    citation = found["citations"][0]
    assert citation["document"] == "api/README.md"
    assert VALVES[citation["start"] : citation["end"]] == citation["quote"]
    assert citation["fragment"] == f"#char={citation['start']},{citation['end']}"
    start, end = citation["sentences"][0]
    assert VALVES[start:end] == "The relief valve is painted red."
    assert f"[{citation['number']}]" in found["answer"]
    hit = found["hits"][0]
    assert set(hit) == {"rank", "document", "start", "end", "distance", "passed", "stages"}
    assert (hit["rank"], hit["passed"], hit["stages"]["dense"]["rank"]) == (1, True, 1)
    assert hit["distance"] == found["best_distance"] < 0.675
    assert {"encode", "dense", "gate", "answer"} <= set(found["milliseconds"])


def test_a_refusal_is_an_answer(shell: Shell, folder: Path) -> None:
    shell("ingest", str(folder))
    found = shell.json("ask", "Who composed the Goldberg Variations?")
    assert (found["outcome"], found["answer"], found["citations"], found["model_calls"]) == ("below_cut", "", [], 0)
    assert found["best_distance"] >= found["cut"]
    assert not any(hit["passed"] for hit in found["hits"])
    stricter = shell.json("ask", "Which colour is the relief valve?", "--gate", "distance", "--cut", "0.05")
    assert (stricter["outcome"], stricter["cut"]) == ("below_cut", 0.05)


def test_an_existing_library_names_the_way_to_another_strategy(shell: Shell, folder: Path) -> None:
    shell("ingest", str(folder), "--strategy", "C")
    code, out, err = shell("ingest", str(folder), "--strategy", "E")
    assert (code, out) == (2, "")
    assert "reindex --strategy" in err
    found = shell.json("reindex", "--strategy", "E")
    assert [document["state"] for document in found["documents"]] == ["ready", "ready"]
    assert shell("ingest", str(folder), "--strategy", "E")[0] == 0


def test_audit_passes_and_fails_with_exit_1(shell: Shell, folder: Path, home: Path) -> None:
    shell("ingest", str(folder))
    found = shell.json("audit")
    assert (found["passed"], found["exact"], found["total"]) == (True, 4, 4)
    original = next(
        path for path in (home / "originals").rglob("*") if path.is_file() and b"Pumps" in path.read_bytes()
    )
    original.write_bytes(original.read_bytes().replace(b"casing", b"hopper"))
    found = shell.json("audit", code=1)
    faults = {document["name"]: document["faults"] for document in found["documents"]}
    assert faults["api/README.md"] == []
    assert "altered" in faults["guide/README.md"][0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["ask"], "Missing argument 'question'"),
        (["ask", "x"], "There is no library"),
        (["audit"], "There is no library"),
        (["ingest", "nowhere.md"], "nowhere.md does not exist"),
        (["chunks", "nowhere.md"], "nowhere.md cannot be read"),
        (["frobnicate"], "frobnicate"),
        (["ask", "x", "--cut", "much"], "Invalid value for '--cut'"),
    ],
)
def test_a_mistake_of_the_callers_is_one_sentence_and_exit_2(shell: Shell, words: list[str], told: str) -> None:
    code, out, err = shell(*words)
    assert (code, out) == (2, "")
    assert told in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("option", "told"), [("--retriever=guessing", "guessing"), ("--gate=magic", "magic"), ("--cut=3", "3")]
)
def test_what_does_not_exist_yet_is_named(shell: Shell, folder: Path, option: str, told: str) -> None:
    shell("ingest", str(folder))
    code, _, err = shell("ask", "x", option)
    assert code == 2
    assert told in err


def test_a_file_that_cannot_be_taken_hurts_no_other(
    shell: Shell, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a\x1bb.md").write_text(VALVES, "utf-8")
    (folder / "large.txt").write_bytes(b"x" * (2**20 + 1))
    monkeypatch.setenv("CANDOR_DOCUMENT_MIB", "1")
    found = shell.json("ingest", str(folder), code=1)
    states = {document["name"]: document["state"] for document in found["documents"]}
    assert states == {
        "api/README.md": "ready",
        "guide/README.md": "ready",
        "a\x1bb.md": "failed",
        "large.txt": "failed",
    }


def test_a_small_target_needs_no_word_about_an_overlap_that_is_not_used(shell: Shell, folder: Path) -> None:
    found = shell.json("chunks", str(folder / "guide" / "README.md"), "--target", "64")
    assert len(found["chunks"]) == 2


def test_store_stands_above_the_environment(shell: Shell, folder: Path, tmp_path: Path, home: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "models").symlink_to(home / "models")
    shell("ingest", str(folder), "--store", str(other))
    assert (other / "candor.db").exists()
    assert not (home / "candor.db").exists()


def test_two_files_of_one_name_are_refused_rather_than_replaced(shell: Shell, folder: Path) -> None:
    code, _, err = shell("ingest", str(folder / "api" / "README.md"), str(folder / "guide" / "README.md"))
    assert code == 2
    assert "would both be named README.md" in err


def test_an_answer_says_how_and_where_it_was_searched(shell: Shell, folder: Path) -> None:
    shell("ingest", str(folder))
    found = shell.json(
        "ask", "What is red?", "--retriever", "hybrid+late", "--depth", "7", "--document", "api/README.md"
    )
    assert (found["retriever"], found["depth"], found["documents"], found["sections"]) == (
        "hybrid+late",
        7,
        ["api/README.md"],
        [],
    )
    assert {hit["document"] for hit in found["hits"]} == {"api/README.md"}
    assert list(found["hits"][0]["stages"]) == ["dense", "bm25", "hybrid", "late"]
    assert "only searched in: api/README.md" in shell("ask", "What is red?", "--document", "api/README.md")[1]
    assert shell("ask", "What is red?", "--document", "api/README")[0::2] == (
        2,
        "Error: There is no document “api/README” to search in; did you mean “api/README.md”?\n",
    )
