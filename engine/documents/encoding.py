"""Bytes of a text file -> the characters they stand for.

The order is: byte order mark, strict UTF-8, what the document declares about itself, chardet, charset-normalizer,
refusal. Apart from newlines and the byte order mark nothing is changed: what is decoded is the file itself.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import ExtractionError

_BOMS = (  # UTF-32 first: its little-endian mark begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 200_000  # bytes; more of them make a guess slower, not better
_LEAD = 1_000  # bytes before the first that is not ASCII: enough context, and surely not inside a character
_TIE = 0.02  # difference of chardet's confidences below which the most common single-byte encoding is preferred
_NON_ASCII_BYTE = re.compile(rb"[\x80-\xff]")
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # escape (1B) is left out: terminal logs are full of it
# Windows-1252 and -1254 differ in six letters: ð ý þ there are ğ ı ş here. Icelandic cannot do without the second set.
_ICELANDIC_OR_TURKISH = re.compile(rb"[\xd0\xdd\xde\xf0\xfd\xfe]")
_ICELANDIC_ONLY = re.compile(rb"[\xc1\xc6\xcd\xd3\xda\xe1\xe6\xed\xf3\xfa]")

# A wrong guess shows inside words: a letter of another alphabet, or a symbol, in the midst of Latin letters.
_OTHER_ALPHABET = re.compile("[\u0370-\u06ff\u0e00-\u0e7f]")
_MIXED_WORD = re.compile("[A-Za-z][\u0370-\u06ff\u0e00-\u0e7f]|[\u0370-\u06ff\u0e00-\u0e7f][A-Za-z]")
_SYMBOL_IN_WORD = re.compile("[^\\W\\d_][¡-¦¨©«¬®-±´¶¸»-¿×÷][^\\W\\d_]|[\x80-\x9f]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's characters, without byte order mark and with `\\n` as the only newline, and how they were read."""

    text: str
    encoding: str
    warnings: tuple[str, ...]


def decode(name: str, data: bytes, declared: str | None = None) -> Decoded:
    """The text that `data` holds; `declared` is the encoding the document claims for itself, if it claims any.

    Raises ExtractionError for NUL characters, for a byte order mark that lies and for an encoding nobody recognises.
    """
    bom = bom_encoding(data)
    if bom is not None:
        return Decoded(_canonical(name, _decode_marked(name, data, bom)), bom, ())
    if b"\0" in data:
        raise _nul_error(name)
    decoded = _decode_strictly(data, "utf-8") if declared is None or not data.isascii() else None
    if decoded is not None:
        return Decoded(_canonical(name, decoded), "utf-8", ())
    if declared is not None and (decoded := _decode_strictly(data, declared)) is not None:
        return Decoded(_canonical(name, decoded), declared, ())
    return _guess(name, data)


def bom_encoding(data: bytes) -> str | None:
    """The encoding that the byte order mark at the beginning of `data` names, or `None` without one."""
    return next((encoding for mark, encoding in _BOMS if data.startswith(mark)), None)


def _decode_marked(name: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ExtractionError(
            f"{name} says by its byte order mark that it is {encoding.upper()}, but byte {error.start} cannot be "
            "read as such: save it again as UTF-8."
        ) from error


def _decode_strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _canonical(name: str, text: str) -> str:
    if "\0" in text:
        raise _nul_error(name)
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _nul_error(name: str) -> ExtractionError:
    return ExtractionError(
        f"{name} holds NUL characters, so it is UTF-16 without a byte order mark or no text at all: save it as UTF-8."
    )


def _guess(name: str, data: bytes) -> Decoded:
    fallback: tuple[str, str] | None = None
    for encoding in _candidates(data):
        text = _decode_strictly(data, encoding)
        if text is None or _BINARY.search(text):
            continue
        fallback = fallback or (text, encoding)
        if _reads_well(text[:_SAMPLE]):
            fallback = (text, encoding)
            break
    if fallback is None:
        raise ExtractionError(f"{name} is no text in any encoding that could be recognised: save it as UTF-8.")
    text, encoding = fallback
    warning = f"Its encoding was guessed as {encoding}; if letters look wrong, save it as UTF-8 and add it again."
    return Decoded(_canonical(name, text), encoding, (warning,))


def _candidates(data: bytes) -> Iterator[str]:
    """Encodings worth trying, the likeliest first; the second guesser is asked only when the first gave nothing."""
    import chardet

    telling = _NON_ASCII_BYTE.search(data)
    begin = max(0, telling.start() - _LEAD) if telling else 0
    sample = data[begin : begin + _SAMPLE]
    ranked = chardet.detect_all(
        sample, ignore_threshold=True, encoding_era=chardet.EncodingEra.MODERN_WEB, prefer_superset=True
    )
    confidence = {_python_name(found["encoding"]): found["confidence"] for found in ranked if found["encoding"]}
    if confidence.get("cp1252", 0.0) > max(confidence.values(), default=0.0) - _TIE:
        if _ICELANDIC_OR_TURKISH.search(sample) and not _ICELANDIC_ONLY.search(sample):
            yield "cp1254"
        yield "cp1252"
    yield from confidence

    import charset_normalizer

    best = charset_normalizer.from_bytes(sample).best()
    if best is not None:
        yield _python_name(best.encoding)


def _python_name(label: str) -> str:
    return codecs.lookup(label).name


def _reads_well(text: str) -> bool:
    foreign = len(_OTHER_ALPHABET.findall(text))
    mixed = len(_MIXED_WORD.findall(text))
    symbols = len(_SYMBOL_IN_WORD.findall(text))
    return 2 * mixed <= foreign and 4 * symbols <= len(_BEYOND_ASCII.findall(text))
