"""What a document may be called: the path within what was uploaded, which people read and links carry."""

from __future__ import annotations

import unicodedata

from engine.errors import StoreError

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that make a name read otherwise than it is written: `exe.fdp` as `pdf.exe`."""


def clean_name(name: str) -> str:
    """The path within what was uploaded, with `/` between its parts. Raises `StoreError` if it cannot be one."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    cleaned = "/".join(parts)
    hidden = [sign for sign in cleaned if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in TURNING]
    if not parts or ".." in parts or hidden or len(cleaned) > 500:
        raise StoreError(f"{name[:80]!r} cannot be a document's name; rename the file.")
    return cleaned
