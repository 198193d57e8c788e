"""What kind of file some bytes are, whatever the file is called.

A kind is written as the extension such a file should have: `pdf`, `html`, `docx`, `exe`; `txt` is any text.
"""

from __future__ import annotations

import re

from engine.documents.encoding import bom_encoding

_HEAD = 4096  # bytes looked at for an opening
_PDF_WITHIN = 1024  # a PDF may begin with this much junk (ISO 32000-1, annex H.3.4.1)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HTML_OPENING = re.compile(r"<(?:!doctype\s+html|html|head|body)[\s>]", re.I)
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_STREAMS = {"EncryptedPackage": "encrypted", "WordDocument": "doc", "Workbook": "xls", "PowerPoint Document": "ppt"}
_ZIP_PARTS = {b"word/": "docx", b"xl/": "xlsx", b"ppt/": "pptx"}
_ZIP_MIMETYPES = {
    b"application/epub+zip": "epub",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.presentation": "odp",
}

NOUNS = {
    "doc": "an old Word document",
    "docx": "a Word document",
    "encrypted": "an Office document locked with a password",
    "epub": "an EPUB book",
    "odp": "an OpenDocument presentation",
    "ods": "an OpenDocument spreadsheet",
    "odt": "an OpenDocument text",
    "ppt": "an old PowerPoint presentation",
    "pptx": "a PowerPoint presentation",
    "ps": "a PostScript file",
    "rtf": "an RTF document",
    "xls": "an old Excel workbook",
    "xlsx": "an Excel workbook",
    "exe": "a Windows program",
    "elf": "a Linux program",
    "zip": "a ZIP archive",
    "sqlite": "an SQLite database",
}
"""What a person calls the kinds that are recognised but not read; a kind that is read has its noun in `formats`."""

TEXT_NOUNS = {"csv": "a CSV table", "tsv": "a TSV table", "srt": "a subtitle file", "vtt": "a subtitle file"}
"""The same for kinds that are text, which only their extension tells apart."""


def kind(data: bytes) -> str | None:
    """The kind of file that `data` is, or `None` when the bytes are neither text nor anything known."""
    head = data[:_HEAD]
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(_ZIP):
        return _zip_kind(data)
    if _is_text(data):
        return _text_kind(head)
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return "pdf"
    if data.startswith(_OLE):
        return next((found for name, found in _OLE_STREAMS.items() if name.encode("utf-16-le") in data), "doc")
    import filetype

    known = filetype.guess(data)
    return str(known.extension) if known else None


def noun(found: str) -> str:
    """What a person would call a file of a kind that is recognised but not read."""
    if found in NOUNS or found in TEXT_NOUNS:
        return NOUNS.get(found) or TEXT_NOUNS[found]
    import filetype

    mime = str(next((known.mime for known in filetype.TYPES if known.extension == found), ""))
    family = mime.partition("/")[0]
    what = {"image": "image", "audio": "audio recording", "video": "video"}.get(family, "file")
    article = "an" if found[:1] in "aefhilmnorsx" else "a"  # as the letters are spoken: an MP3, a PNG
    return f"{article} {found.upper()} {what}"


def _is_text(data: bytes) -> bool:
    """Magic numbers are letters ("BM", "MZ", "ID3"): what reads as text is text, whatever it begins with."""
    if bom_encoding(data) is not None:
        return True
    if b"\0" in data:
        return False
    if not _CONTROL.search(data):
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _text_kind(head: bytes) -> str:
    if head.startswith(b"{\\rtf"):
        return "rtf"
    if head.startswith(b"%!PS"):
        return "ps"
    opening = head.decode(bom_encoding(head) or "latin-1", errors="ignore").lstrip("\ufeff")
    return "html" if _HTML_OPENING.match(_without_prologue(opening)) else "txt"


def _without_prologue(text: str) -> str:
    """What follows white space, XML declarations and comments; empty where one of them does not end."""
    while (text := text.lstrip()).startswith(("<?xml", "<!--")):
        text = text.partition("-->" if text.startswith("<!--") else ">")[2]
    return text


def _zip_kind(data: bytes) -> str:
    """Names stand in an archive as they are, so nothing has to be unpacked (and no directory of millions believed)."""
    for mimetype, found in _ZIP_MIMETYPES.items():
        if b"mimetype" + mimetype in data[:_HEAD]:  # first and uncompressed, so that it can be seen from outside
            return found
    if b"[Content_Types].xml" in data:
        return next((found for part, found in _ZIP_PARTS.items() if part in data), "zip")
    return "zip"
