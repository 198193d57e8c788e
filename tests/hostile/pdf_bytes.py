"""PDF files written by hand, for what no library would write."""

from __future__ import annotations

import zlib

CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> %s>>"
)
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica %s>>"
WORDS = b"BT /F1 12 Tf 50 700 Td (Some words) Tj ET"


def assemble(*objects: bytes) -> bytes:
    """A file of these objects, numbered from 1; the first is the catalog."""
    out = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)


def stream(content: bytes, entries: bytes = b"") -> bytes:
    """A stream object."""
    return b"<< /Length %d %s>>\nstream\n%s\nendstream" % (len(content), entries, content)


def tree(kids: bytes = b"3 0 R", count: int = 1) -> bytes:
    """The page tree, object 2."""
    return b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)


def one_page(content: bytes = WORDS, page_entries: bytes = b"", font_entries: bytes = b"", *more: bytes) -> bytes:
    """A file of one page with this content stream, in Helvetica as `/F1`; further objects are numbered from 6."""
    return assemble(CATALOG, tree(), PAGE % page_entries, stream(content), FONT % font_entries, *more)


def flate_bomb(piece: bytes, repetitions: int) -> bytes:
    """A page whose small content stream unpacks to `piece` that many times."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(piece) for _ in range(repetitions)) + packer.flush()
    return assemble(CATALOG, tree(), PAGE % b"", stream(packed, b"/Filter /FlateDecode "), FONT % b"")
