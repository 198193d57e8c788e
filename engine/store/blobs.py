"""Original bytes, kept by their SHA-256: written once, never changed, never half there."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.errors import StoreError


class Blobs:
    """A folder of files named by the hash of what they hold."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, data: bytes | memoryview) -> str:
        """Keeps `data` durably and returns its SHA-256 in hex. Keeping the same bytes twice costs nothing."""
        digest = hashlib.sha256(data).hexdigest()
        path = self.path(digest)
        if path.exists():
            return digest
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            Path(temporary).unlink(missing_ok=True)
            raise StoreError(f"{len(data):,} bytes cannot be kept in {self.folder} ({error.strerror}).") from error
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the name must survive a power cut as well as the bytes
        finally:
            os.close(folder)
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

    def all(self) -> Iterator[str]:
        """Every digest that is kept."""
        return (path.name for path in self.folder.glob("??/*") if len(path.name) == 64)

    def drop(self, digest: str) -> None:
        """Forgets the bytes of `digest`."""
        self.path(digest).unlink(missing_ok=True)
