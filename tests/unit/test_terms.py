"""What the index terms of a text are."""

from __future__ import annotations

import pytest

from engine.retrieval.terms import terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pump, the PUMP (pump)!", "the pump the pump pump"),  # repeated as often, stop words kept
        ("getUserName", "getusername"),
        ("Ünïcödé naïve Ærø Œuvre smørrebrød", "unicode naive aero oeuvre smorrebrod"),
        ("Straße STRASSE Größe Müller", "strasse strasse grosse muller"),
        ("İstanbul ışık IŞIK istanbul", "istanbul isik isik istanbul"),
        ("Łódź Đà Nẵng ħaż þing", "lodz da nang haz thing"),
        ("Σίσυφος ΣΊΣΥΦΟΣ", "σισυφοσ σισυφοσ"),
        ("Ёлка елка", "елка елка"),
        ("كِتَابٌ كتـــاب أحمد إلى آمال", "كتاب كتاب احمد الي امال"),
        ("שָׁלוֹם", "שלום"),
        ("צה״ל צה\"ל ג'ירפה", "צהל צהל גירפה ירפה"),
        ("हिन्दी में लिखा।", "हिन्दी में लिखा"),
        ("বাংলা தமிழ் తెలుగు", "বাংলা தமிழ் తెలుగు"),  # vowel signs and viramas stay
        ("٢٠٢٤ २०२४ ２０２４", "2024 2024 2024"),
        ("ｆｕｌｌ　Ｗｉｄｔｈ", "full width"),
        ("ﬁle № 5㎏", "file no 5kg 5 kg"),
        ("Word™ Candor®", "word candor"),
        ("wait…what word—word", "wait what word word"),
        ("_emphasis_ **bold** `code` __init__", "emphasis bold code init"),
        ("🎉 – … !!! ---", ""),
        ("", ""),
    ],
)
def test_words_are_folded(text: str, expected: str):
    assert terms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("东京", "东京"),
        ("東京都の天気。", "東京 京都 都の の天 天気"),
        ("二〇二四", "二〇 〇二 二四"),
        ("水", "水"),
        ("が", "が"),
        ("ガス", "ガス"),
        ("ｶﾞｽ", "ガス"),
        ("データ", "デー ータ"),
        ("Python入門3章", "python 入門 3 章"),
        ("甲.乙 甲'乙", "甲 乙 甲 乙"),
        ("น้ำมัน", "น้ น้ำ ำมั มั มัน"),
        ("งู", "งู"),
        ("รถสี", "รถ ถสี สี"),
        ("ກິນ", "ກິ ກິນ"),
        ("ទឹក", "ទឹ ទឹក"),
        ("ရေ", "ရေ"),
        ("서울에서", "서울에서 서울 울에 에서"),
        ("서울", "서울"),
        ("집", "집"),
        ("API를", "api 를"),
    ],
)
def test_scripts_without_spaces_give_pairs_and_keep_their_marks(text: str, expected: str):
    assert terms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CVE-2024-1234", "cve-2024-1234 cve 2024 1234"),
        ("ERR_CONN_RESET", "err_conn_reset err conn reset"),
        ("PS-4410-02", "ps-4410-02 ps 4410 02"),
        ("all-MiniLM-L6-v2", "all-minilm-l6-v2 all minilm l6 v2"),
        ("v2.13.0", "v2.13.0 2.13.0 2 13 0"),
        ("2.13.0-rc1", "2.13.0-rc1 2.13.0 2 13 0 rc1 rc 1"),
        ("3.12.0rc1", "3.12.0rc1 3 12 0rc1"),
        ("E17 H2O B2B win32api", "e17 h2o b2b win32api"),
        ("a__b", "a__b a b"),
        ("foo-bar.py", "foo-bar.py foo-bar foobar foo bar py"),
        ("ISO9001", "iso9001 iso 9001"),
        ("C++, C++17 and C#.", "c c++ c c++ 17 and c c#"),
        ("Visual-C++ 学C++", "visual-c visualc visual c c++ 学 c c++"),
        ("c+++ 3++ 5# issue#12", "c 3 5 issue 12"),
        (".NET ASP.NET .NET-Framework", ".net net asp.net asp net .net net-framework netframework net framework"),
        ("node.js", "node.js node js"),
        ("call().then() ...word", "call then word"),
        ("engine/retrieval/terms.py", "engine/retrieval/terms.py engine retrieval terms.py terms py"),
        ("john.doe@example.com", "john.doe@example.com john.doe john doe example.com example com"),
        ("https://example.com/a", "https example.com/a example.com example com a"),
        ("192.168.1.1:8080", "192.168.1.1:8080 192.168.1.1 192 168 1 1 8080"),
        ("R&D", "r&d r d"),
        ("U.S.A. e.g. z.B. 1.a", "usa eg zb 1.a 1 a"),
        ("buku-buku", "buku-buku bukubuku buku buku"),
        ("buku\u2011buku", "buku-buku bukubuku buku buku"),
        ("e-mail UTF-8", "e-mail email e mail utf-8 utf8 utf 8"),
        ("mother-in-law", "mother-in-law mother in law"),
        ("pages 10–12", "pages 10-12 10 12"),
    ],
)
def test_a_name_gives_itself_whole_and_in_parts(text: str, expected: str):
    assert terms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't John's", "don't don john's john"),
        ("I'd we'll", "i'd we'll we"),  # neither an id nor a well
        ("l'eau aujourd'hui", "leau eau aujourdhui aujourd hui"),
        ("Türkiye'de", "turkiyede turkiye de"),
        ("O'Brien п'ять", "obrien brien пять ять"),
        ("col·lecció", "colleccio col leccio"),
        ("'quoted' dogs'", "quoted dogs"),
        ("90's", "90's 90"),
    ],
)
def test_apostrophes(text: str, expected: str):
    assert terms(text) == expected.split()
    for curly in "’ʼ＇´\u1ffd":
        assert terms(text.replace("'", curly)) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.14", "3.14 3 14"),
        ("3,14", "3.14 3 14"),
        ("0.123", "0.123 0 123"),
        ("1,234.5", "1234.5 1 234 5"),
        ("1.234,5", "1234.5 1 234 5"),
        ("1'234", "1234 1 234"),
        ("1.234", "1234 1.234 1 234"),  # a thousand, a fraction, or a version
        ("1,2,3", "1.2.3 1 2 3"),
        ("1.234.5", "1.234.5 1 234 5"),
        ("one,two a,1", "one two a 1"),
        ("1\u202f234\u00a0567", "1234567"),
        ("in 2023\u00a0500", "in 2023 500"),
        ("10% 10 % (10%)", "10 % 10 % 10 %"),
        ("$5 5 $ US$5", "$ 5 5 $ us $ 5"),
        ("5€ 5 €", "5 € 5 €"),
        ("$HOME %s 100% rate% a$", "home s 100 % rate a"),
        ("10kg 10 kg 24h", "10kg 10 kg 10 kg 24h 24"),
        ("m² CO₂ note³", "m-2 m2 m 2 co2 co 2 note-3 note3 note 3"),
        ("1½", "1 1/2 1 2"),
        ("2024-01-15 10:30", "2024-01-15 2024 01 15 10:30 10 30"),
    ],
)
def test_numbers(text: str, expected: str):
    assert terms(text) == expected.split()


def test_marks_that_may_be_left_out_mean_nothing():
    blocks = (
        0x301,
        0x483,
        0x489,
        0x5B8,
        0x610,
        0x64E,
        0x670,
        0x6D6,
        0x730,
        0x8F0,
        0x93C,
        0x951,
        0x180B,
        0x1AB0,
        0x1DC0,
    )
    for mark in map(chr, (*blocks, 0x20D7, 0x20E3, 0xA670, 0xFE0F, 0xFE20, 0xE0100)):
        assert terms(f"x{mark}y") == ["xy"], hex(ord(mark))


def test_similar_words_stay_apart():
    for one, other in [("ก่า", "กา"), ("が", "か"), ("मे", "म"), ("E16", "E17"), ("PS-4410-02", "PS-4401-02")]:
        assert terms(one) != terms(other)
