"""Bytes -> characters: nothing of a text is lost or changed but newlines and the byte order mark."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.encoding import decode
from engine.errors import ExtractionError

TURKISH = "Şirket çalışanlarına yıllık izin verilir. İzin süresi on dört gündür; ığdır, ağaç, öğle."
FRENCH = "Le café est fermé à Noël, où êtes-vous ? Ça va très bien, merci."
RUSSIAN = "Привет, мир. Это проверка кодировки текста."
JAPANESE = "日本語のテキストです。これはテストです。"
ICELANDIC = "Þetta er íslenskur texti um sögu og menningu þjóðarinnar. Við búum á eyju."
any_text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


def test_every_kind_of_newline_becomes_a_line_feed() -> None:
    assert decode("a.txt", b"one\r\ntwo\rthree\nfour\r\r\nfive").text == "one\ntwo\nthree\nfour\n\nfive"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_is_no_text(mark: bytes, encoding: str) -> None:
    decoded = decode("a.txt", mark + "ağaç 😀".encode(encoding))
    assert (decoded.text, decoded.encoding, decoded.warnings) == ("ağaç 😀", encoding, ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["plain words", TURKISH])
def test_utf_16_without_a_mark_is_refused_by_name(encoding: str, text: str) -> None:
    with pytest.raises(
        ExtractionError, match=r"^notes\.txt holds NUL characters, so it is UTF-16 without a byte order"
    ):
        decode("notes.txt", text.encode(encoding))


def test_a_nul_behind_a_byte_order_mark_is_refused_too() -> None:
    with pytest.raises(ExtractionError, match="NUL"):
        decode("a.txt", codecs.BOM_UTF8 + b"a\0b")


def test_a_byte_order_mark_that_lies_is_refused_with_the_place() -> None:
    with pytest.raises(ExtractionError, match=r"UTF-8, but byte 6 cannot"):
        decode("a.txt", codecs.BOM_UTF8 + b"caf\xe9")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (TURKISH, "cp1254"),
        (TURKISH, "iso8859-9"),
        ("Doğum günün kutlu olsun", "cp1254"),
        (FRENCH, "latin-1"),
        ("Grüße aus München: die Straße ist schön.", "latin-1"),
        ("café", "latin-1"),
        ("It costs £5 – “fine”, he said.", "cp1252"),
        (ICELANDIC, "cp1252"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "cp1250"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        ("这是一个中文文本的测试。编码检测。", "gb18030"),
    ],
)
def test_old_encodings_are_guessed_and_said_to_be_a_guess(text: str, encoding: str) -> None:
    decoded = decode("a.txt", text.encode(encoding))
    assert decoded.text == text
    assert decoded.warnings[0].startswith(f"Its encoding was guessed as {decoded.encoding};")


def test_the_guess_looks_where_the_telling_bytes_are() -> None:
    data = b"plain words of a long text\n" * 20_000 + TURKISH.encode("cp1254")
    assert decode("a.txt", data).text.endswith(TURKISH)


def test_a_declared_encoding_is_believed_before_any_guess() -> None:
    assert decode("a.html", "Ünlü çığ".encode("cp1254"), "cp1254").text == "Ünlü çığ"
    assert decode("a.html", JAPANESE.encode("iso2022_jp"), "iso2022_jp").text == JAPANESE


def test_a_declared_encoding_does_not_overrule_bytes_that_are_utf_8() -> None:
    assert decode("a.html", "Ünlü çığ".encode(), "cp1252").text == "Ünlü çığ"


def test_bytes_that_are_no_text_at_all_are_refused() -> None:
    with pytest.raises(ExtractionError, match=r"^a\.dat is no text in any encoding"):
        decode("a.dat", bytes(range(1, 256)))


@given(any_text, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_only_newlines_and_leading_marks_differ_from_what_was_written(text: str, encoding: str) -> None:
    expected = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert decode("a.txt", text.encode(encoding)).text == expected
