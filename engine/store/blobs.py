"""Original bytes, kept by their SHA-256: written once, never changed, never half there."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from engine.errors import StoreError

PARTIAL = "partial-"


class Blobs:
    """A folder of files named by the hash of what they hold."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, data: bytes | memoryview) -> str:
        """Keeps `data` durably and returns its SHA-256 in hex. Bytes that are there already are only checked.

        Raises `StoreError` when they cannot be kept.
        """
        digest = hashlib.sha256(data).hexdigest()
        path = self.path(digest)
        temporary = None
        try:
            if path.exists() and _sha256(path) == digest:
                return digest
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=PARTIAL, delete=False) as file:
                temporary = Path(file.name)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            _make_durable(path.parent)
        except OSError as error:
            if temporary is not None:
                temporary.unlink(missing_ok=True)
            raise StoreError(f"{len(data):,} bytes cannot be kept in {self.folder} ({error.strerror}).") from error
        return digest

    def get(self, digest: str) -> bytes:
        """The bytes of `digest`. Raises `StoreError` when they are gone or no longer what they were."""
        try:
            data = self.path(digest).read_bytes()
        except OSError as error:
            raise StoreError(f"The original {digest[:12]} is missing from {self.folder}; upload it again.") from error
        if hashlib.sha256(data).hexdigest() != digest:
            raise StoreError(f"The original {digest[:12]} in {self.folder} was altered on disk; upload it again.")
        return data

    def path(self, digest: str) -> Path:
        """Where the bytes of `digest` are, or would be."""
        return self.folder / digest[:2] / digest

    def all(self) -> list[str]:
        """Every digest that is kept."""
        return [path.name for path in self.folder.glob("??/*") if len(path.name) == 64]

    def size(self) -> int:
        """Bytes in all; what is dropped while they are counted counts for nothing."""
        return sum(size_of(self.path(digest)) for digest in self.all())

    def clear(self) -> None:
        """Drops what writers that were killed have left half written."""
        for path in self.folder.glob(f"??/{PARTIAL}*"):
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < time.time() - 3600:  # a younger one may still be written
                    path.unlink()

    def drop(self, digest: str) -> None:
        """Forgets the bytes of `digest`."""
        self.path(digest).unlink(missing_ok=True)


def size_of(path: Path) -> int:
    """The bytes of a file; 0 when it has just gone."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _make_durable(folder: Path) -> None:
    """A new name must survive a power cut as well as the bytes behind it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
