"""What a reader finds who types something else than the writer did."""

from __future__ import annotations

import unicodedata

import pytest

from engine.retrieval.terms import terms


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
