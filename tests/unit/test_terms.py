"""What the index terms of a text are, and what a reader finds who types something else than the writer did."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.retrieval.terms import terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pump, the PUMP (pump)!", "the pump the pump pump"),  # repeated as often, stop words kept
        ("getUserName", "getusername"),
        ("Ünïcödé naïve Ærø Œuvre smørrebrød", "unicode naive aero oeuvre smorrebrod"),
        ("Straße STRASSE Größe Müller", "strasse strasse grosse muller"),
        ("İstanbul ışık IŞIK istanbul", "istanbul isik isik istanbul"),
        ("Łódź Đà Nẵng", "lodz da nang"),
        ("Σίσυφος ΣΊΣΥΦΟΣ", "σισυφοσ σισυφοσ"),
        ("Ёлка елка", "елка елка"),
        ("كِتَابٌ كتـــاب أحمد إلى آمال", "كتاب كتاب احمد الي امال"),
        ("شָלום שָׁלוֹם".replace("ش", "ש"), "שלום שלום"),
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
        ("水", "水"),
        ("が", "が"),
        ("ガス", "ガス"),
        ("ｶﾞｽ", "ガス"),
        ("データ", "デー ータ"),
        ("Python入門3章", "python 入門 3 章"),
        ("甲.乙", "甲 乙"),
        ("น้ำมัน", "น้ น้ำ ำมั มั มัน"),
        ("งู", "งู"),
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
        ("E17 H2O B2B", "e17 h2o b2b"),
        ("ISO9001", "iso9001 iso 9001"),
        ("C++, C++17 and C#.", "c c++ c c++ 17 and c c#"),
        (".NET ASP.NET .NET-Framework", ".net net asp.net asp net .net net-framework netframework net framework"),
        ("node.js", "node.js node js"),
        ("call().then() ...word", "call then word"),
        ("engine/retrieval/terms.py", "engine/retrieval/terms.py engine retrieval terms.py terms py"),
        ("john.doe@example.com", "john.doe@example.com john.doe john doe example.com example com"),
        ("https://example.com/a", "https example.com/a example.com example com a"),
        ("192.168.1.1:8080", "192.168.1.1:8080 192.168.1.1 192 168 1 1 8080"),
        ("R&D", "r&d r d"),
        ("U.S.A. e.g. z.B.", "usa eg zb"),
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
    for curly in "’ʼ＇´":
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
        ("1\u202f234\u00a0567", "1234567"),
        ("in 2023\u00a0500", "in 2023 500"),
        ("10% 10 % (10%)", "10 % 10 % 10 %"),
        ("$5 5 $ US$5", "$ 5 5 $ us $ 5"),
        ("5€ 5 €", "5 € 5 €"),
        ("$HOME %s 100%", "home s 100 %"),
        ("10kg 10 kg 24h", "10kg 10 kg 10 kg 24h 24"),
        ("m² CO₂ note³", "m-2 m2 m 2 co2 co 2 note-3 note3 note 3"),
        ("1½", "1 1/2 1 2"),
        ("2024-01-15 10:30", "2024-01-15 2024 01 15 10:30 10 30"),
    ],
)
def test_numbers(text: str, expected: str):
    assert terms(text) == expected.split()


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("İSTANBUL NÜFUSU", "istanbul’un nüfusu 15 milyonu aştı."),
        ("turkiye baskenti", "Türkiye’nin başkenti Ankara'dır."),
        ("isik", "IŞIK ve ısı"),
        ("strasse", "Die Straße wird gesperrt."),
        ("EMAIL", "Bitte eine E-Mail schreiben."),
        ("u-bahn", "Die UBahn fährt alle zehn Minuten."),
        ("coeur", "Le cœur bat vite."),
        ("ecole", "À l’École normale"),
        ("etat", "le chef de l’État-major"),
        ("accion", "La ACCIÓN empieza hoy."),
        ("da nang", "Thành phố Đà Nẵng"),
        ("tieng viet", unicodedata.normalize("NFD", "Tiếng Việt")),
        ("buku", "Buku-buku itu mahal."),
        ("σισυφος", "Ο ΣΊΣΥΦΟΣ κυλά την πέτρα"),
        ("елка", "Новогодняя Ёлка"),
        ("كتاب", "هذا كِتَابٌ جديد"),
        ("مدرسه", "في المدينة مدرسة كبيرة"),
        ("كتاب", "این کتاب است"),
        ("צהל", 'דובר צה"ל מסר'),
        ("ספר", "בית־ספר"),
        ("हिंदी", "हिँदी"),
        ("फिल्म", "यह फ़िल्म है।"),
        ("งู", "เจองูในบ้าน"),
        ("ราคาน้ำมัน", "วันนี้ราคาน้ำมันลดลง"),
        ("น้ำ", "ดื่มน้ำสะอาด"),
        ("ရေ", "ရေသန့်"),
        ("ទឹក", "ទឹកស្អាត"),
        ("ນ້ຳ", "ດື່ມນ້ຳ"),
        ("서울", "어제 서울에서 만났다"),
        ("펌프", unicodedata.normalize("NFD", "펌프를 교체한다")),
        ("データベース", "ﾃﾞｰﾀﾍﾞｰｽを更新する"),
        ("天気", "東京都の天気は晴れ"),
        ("北京大学", "他在北京大学学习"),
        ("c++", "Written in C++."),
        ("c#", "Written in C#"),
        (".net", "Runs on .NET only"),
        ("net", "Runs on .NET only"),
        (".net", "Runs on ASP.NET only"),
        ("2.13.0", "Since v2.13.0-rc1"),
        ("v2.13.0", "Since 2.13.0"),
        ("version 2.13.0", "python-2.13.0.tar.gz"),
        ("L6", "all-MiniLM-L6-v2"),
        ("conn_reset", "ERR_CONN_RESET"),
        ("reset", "ERR_CONN_RESET"),
        ("CVE 2024 1234", "see CVE-2024-1234."),
        ("cve-2024", "see CVE-2024-1234."),
        ("terms.py", "in engine/retrieval/terms.py:12"),
        ("example.com", "write to john.doe@example.com"),
        ("ISO 9001", "certified by ISO9001"),
        ("iso-9001", "certified by ISO9001"),
        ("5 GB", "at most 5GB"),
        ("USA", "made in the U.S.A."),
        ("1234567", "cost 1,234,567 dollars"),
        ("1.234.567", "cost 1,234,567 dollars"),
        ("footnote", "a footnote² here"),
        ("2024", "سنة ٢٠٢٤"),
        ("database", "data\u00adbase"),
        ("می‌خواهم", "میخواهم"),
    ],
)
def test_what_is_typed_finds_what_is_written(question: str, document: str):
    whole_words = {term for term in terms(question) if len(term) > 1}
    assert whole_words & set(terms(document))


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("CVE-2024-1234", "cve-2024-1234"),
        ("cve-2024-1234", "cve-2024-1234"),
        ("err_conn_reset", "err_conn_reset"),
        ("All-MiniLM-L6-V2", "all-minilm-l6-v2"),
        ("C++", "c++"),
        (".NET", ".net"),
        ("v2.13.0", "2.13.0"),
        ("2.13.0", "2.13.0"),
        ("john.doe@example.com", "john.doe@example.com"),
    ],
)
def test_the_whole_counts_beside_the_parts(question: str, whole: str):
    document = "CVE-2024-1234 ERR_CONN_RESET all-MiniLM-L6-v2 C++ .NET v2.13.0 john.doe@example.com"
    shared = set(terms(question)) & set(terms(document))
    assert whole in shared
    assert len(shared) > 1


def test_similar_words_stay_apart():
    for one, other in [("ก่า", "กา"), ("が", "か"), ("मे", "म"), ("E16", "E17"), ("PS-4410-02", "PS-4401-02")]:
        assert terms(one) != terms(other)


PIECES = (
    "CVE-2024-1234 v2.13.0-rc1 C++ C# .NET node.js a_b a__b e-mail U.S.A. l'eau d’un 1,234.5 1.234 10kg 3.12.0rc1 "
    'john@x.org /usr/bin R&D 10% $5 5€ straße İstanbul ışık Ærø σίσυφος Ёлка كِتَابٌ שָׁלוֹם צה"ל हिन्दी फ़िल्म น้ำมัน ရေသန့် '
    "ទឹកស្អាត 서울에서 東京都 がｶﾞ ﾃﾞｰﾀ ① ½ m² ﬁ … — ｆｕｌｌ x\u00ady n\u200bm ﷺ"
).split() + [" ", "\n", "\t", "\u00a0", "\u3000", ".", "-", "'", "+", "#", "%", "$", '"']
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=12).map("".join)
NAMES = st.lists(st.tuples(st.sampled_from("._-@/:&'"), st.from_regex("[a-z]{1,4}", fullmatch=True)), max_size=30)
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff"


@given(TEXTS)
def test_terms_are_neither_empty_nor_spaced_nor_endless(text: str):
    for term in terms(text):
        assert term
        assert not any(character.isspace() for character in term)
        assert len(term) <= 128


@given(TEXTS)
def test_case_means_nothing(text: str):
    assume("\u0345" not in unicodedata.normalize("NFD", text))  # its capital is a letter of its own, in another place
    assert terms(text) == terms(text.casefold()) == terms(text.upper()) == terms(text.lower())


@given(TEXTS)
def test_composed_and_decomposed_texts_have_the_same_terms(text: str):
    assert terms(unicodedata.normalize("NFC", text)) == terms(unicodedata.normalize("NFD", text)) == terms(text)


@given(TEXTS, TEXTS)
def test_a_line_break_always_parts(one: str, other: str):
    assert terms(f"{one}\n{other}") == terms(one) + terms(other)


@given(st.lists(st.sampled_from(PIECES).filter(str.strip), min_size=1, max_size=6), st.data())
def test_invisible_signs_mean_nothing(words: list[str], data: st.DataObject):
    text = " ".join(words)
    at = data.draw(st.integers(0, len(text)))
    assert terms(text[:at] + data.draw(st.sampled_from(INVISIBLE)) + text[at:]) == terms(text)


@given(NAMES)
def test_a_name_of_many_parts_stays_in_proportion(parts: list[tuple[str, str]]):
    name = "a" + "".join(joint + part for joint, part in parts)
    assert len(terms(name)) < 2.5 * (1 + len(parts))


@given(st.text(alphabet="東京都市大学入門", min_size=2, max_size=40))
def test_every_two_neighbours_of_a_script_without_spaces_are_a_term(text: str):
    assert terms(text) == [left + right for left, right in pairwise(text)]


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "é",
        "-",
        "_",
        ".",
        "'",
        "$",
        "a.",
        "aa.",
        "a-",
        "a_",
        "a'",
        "aa'",
        "aa/",
        "a+",
        "1.",
        "1,",
        ",234",
        "1a",
        "1%",
    ]
    + ["i++", "a/b.c-d_e'f1.2-", "กั", "กัน-", "가", "中a", "\u0301", 'א"', "1\u00a0234", "½", "ﷺ"],
)
def test_a_hostile_run_takes_linear_time_and_space(unit: str):
    """At this length a quadratic step takes minutes."""
    text = unit * (200_000 // len(unit))
    began = time.perf_counter()
    found = terms(text)
    assert time.perf_counter() - began < 5
    assert sum(map(len, found)) <= 20 * len(text)
