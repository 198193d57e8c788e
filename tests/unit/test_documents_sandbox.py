"""A document read in a process of its own: the same result, and every death of that process is one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.documents import Limits, extract, extract_isolated
from engine.errors import ExtractionError
from tests.hostile.pdf_bytes import one_page
from tests.processes import alive, wait_for

LIMITS = Limits(seconds=60, memory_bytes=512 << 20, output_characters=1_000_000)
ROOT = Path(__file__).resolve().parents[2]


def written(folder: Path, data: bytes) -> Path:
    path = folder / "stored"  # the store names files by their hash: only `name` carries an extension
    path.write_bytes(data)
    return path


Readers = Callable[[], list[int]]


def children(pid: int) -> list[int]:
    """The process ids of the children of all threads of `pid`."""
    found = [task.read_text().split() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for task in found for child in task]


@pytest.fixture
def readers() -> Readers:
    """The reading processes of this test: children that were not there before it, as a browser's driver may be."""
    before = set(children(os.getpid()))
    return lambda: [child for child in children(os.getpid()) if child not in before]


def standing_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Runs a shell script in place of the process that reads."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.md", "---\ntitle: x\n---\n# Ünlü 😀\n\n\u2028text".encode()),
        ("a.txt", "café où êtes-vous".encode("latin-1")),
        ("a.html", b"<title>T</title><h2>Two</h2><nav>x</nav><p>text"),
        ("a.pdf", one_page()),
    ],
)
def test_the_result_is_the_one_of_the_same_process(tmp_path: Path, name: str, data: bytes) -> None:
    assert extract_isolated(written(tmp_path, data), name, LIMITS) == extract(name, data)


def test_it_works_from_any_directory_and_with_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, b"words")
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong json')")
    monkeypatch.chdir(tmp_path)
    assert extract_isolated(Path("stored"), "a.txt", LIMITS).text == "words"


def test_a_refusal_arrives_as_the_same_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError, match=r"^é\.md holds NUL characters, so it is UTF-16 without"):
        extract_isolated(written(tmp_path, "text".encode("utf-16-le")), "é.md", LIMITS)


def test_a_file_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError, match=r"^a\.md cannot be read from the store: No such file"):
        extract_isolated(tmp_path / "missing", "a.md", LIMITS)


def test_long_texts_come_back_whole(tmp_path: Path) -> None:
    text = "Ferry 😀 \n" * 90_000
    assert extract_isolated(written(tmp_path, text.encode()), "a.txt", LIMITS).text == text


def test_a_text_over_the_limit_is_refused_with_both_numbers(tmp_path: Path) -> None:
    limits = Limits(seconds=60, memory_bytes=512 << 20, output_characters=10)
    assert extract_isolated(written(tmp_path, b"x" * 10), "a.txt", limits).text == "x" * 10
    with pytest.raises(ExtractionError, match=r"^a\.txt holds 11 characters, more than the 10 allowed"):
        extract_isolated(written(tmp_path, b"x" * 11), "a.txt", limits)


def test_too_little_memory_is_named_and_keeps_what_was_said_as_a_note(tmp_path: Path) -> None:
    limits = Limits(seconds=60, memory_bytes=100 << 20, output_characters=1 << 30)
    with pytest.raises(ExtractionError, match=r"^a\.md needs more than the 100 MiB of memory allowed") as refusal:
        extract_isolated(written(tmp_path, b"## words\n" * 5_000_000), "a.md", limits)
    assert "MemoryError" in refusal.value.__notes__[0]


def test_a_document_that_takes_too_long_is_stopped(tmp_path: Path, readers: Readers) -> None:
    os.mkfifo(tmp_path / "never")  # reading it never returns by itself
    with pytest.raises(ExtractionError, match=r"^a\.md took longer than the 0\.5 s allowed"):
        extract_isolated(tmp_path / "never", "a.md", Limits(0.5, 512 << 20, 1000))
    assert readers() == []


def test_what_the_reader_started_is_stopped_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    standing_in(tmp_path, monkeypatch, f"sleep 60 & echo $! > {tmp_path}/pid; wait")
    with pytest.raises(ExtractionError, match="took longer"):
        extract_isolated(written(tmp_path, b"x"), "a.md", Limits(1, 512 << 20, 1000))
    grandchild = int((tmp_path / "pid").read_text())
    wait_for(lambda: not alive(grandchild))


def test_a_reader_killed_from_outside_is_a_sentence(tmp_path: Path, readers: Readers) -> None:
    os.mkfifo(tmp_path / "never")
    errors: list[ExtractionError] = []

    def read() -> None:
        with pytest.raises(ExtractionError) as refusal:
            extract_isolated(tmp_path / "never", "a.md", LIMITS)
        errors.append(refusal.value)

    reading = threading.Thread(target=read)
    reading.start()
    wait_for(readers)
    os.kill(readers()[0], signal.SIGKILL)
    reading.join(20)
    assert str(errors[0]).startswith("a.md cannot be read: its reader was killed by SIGKILL")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (
            "kill -SEGV $$",
            "a.md cannot be read: its reader was killed by SIGSEGV, so the file is damaged or needs more",
        ),
        ("kill -XCPU $$", "a.md took longer than the 60 s allowed"),
        ('echo "what():  std::bad_alloc" >&2; kill -ABRT $$', "a.md needs more than the 512 MiB of memory allowed"),
        (
            "echo 'KeyError: 7' >&2; exit 1",
            "a.md cannot be read: its reader failed with an unexpected KeyError, a fault",
        ),
        ("exit 3", "a.md cannot be read: its reader failed with an unexpected exit status 3"),
        ("exit 0", "a.md cannot be read: its reader failed with an unexpected exit status 0"),
    ],
)
def test_every_death_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, sentence: str) -> None:
    standing_in(tmp_path, monkeypatch, script)
    with pytest.raises(ExtractionError) as refusal:
        extract_isolated(written(tmp_path, b"x"), "a.md", LIMITS)
    assert str(refusal.value).startswith(sentence)
    assert "\n" not in str(refusal.value)


def test_a_reader_that_never_stops_writing_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, readers: Readers
) -> None:
    end_of_the_pipe = """$(echo "$3" | sed -n 's/.*"answers": \\([0-9]*\\).*/\\1/p')"""
    standing_in(tmp_path, monkeypatch, f"cat /dev/zero > /proc/$$/fd/{end_of_the_pipe}")
    with pytest.raises(ExtractionError, match="gave more text than is allowed"):
        extract_isolated(written(tmp_path, b"x"), "a.md", Limits(60, 512 << 20, 1000))
    assert readers() == []


def test_the_reader_ends_with_the_program_that_asked(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "never")
    code = (
        "from pathlib import Path; from engine.documents import Limits, extract_isolated; "
        f"extract_isolated(Path({str(tmp_path / 'never')!r}), 'a.md', Limits(60, 512 << 20, 1000))"
    )
    asking = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    wait_for(lambda: children(asking.pid))
    reader = children(asking.pid)[0]
    # the wish to end with the parent is told before the limits, which /proc shows
    wait_for(lambda: f"{512 << 20}" in Path(f"/proc/{reader}/limits").read_text())
    asking.kill()
    asking.wait()
    wait_for(lambda: not alive(reader))


def test_the_reader_learns_no_keys_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANDOR_API_KEY", "secret")
    standing_in(tmp_path, monkeypatch, f"/usr/bin/env > {tmp_path}/environment")
    with pytest.raises(ExtractionError):
        extract_isolated(written(tmp_path, b"x"), "a.md", LIMITS)
    assert "secret" not in (tmp_path / "environment").read_text()


def test_the_reader_loads_none_of_the_engines_heavy_parts() -> None:
    code = "import sys, engine.documents.child; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {
        "sqlalchemy",
        "torch",
        "numpy",
        "faiss",
        "openvino",
        "pydantic",
        "lxml",
        "pypdfium2",
        "tesserocr",
        "PIL",
        "markdown_it",
        "yaml",
    }
    assert heavy.isdisjoint(loaded.stdout.split())
