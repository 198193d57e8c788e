"""Pages run without a server; every test has caches and a home of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def fresh_caches() -> Iterator[None]:
    """The dashboard's caches belong to one home."""
    st.cache_resource.clear()
    st.cache_data.clear()
    yield
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def opened() -> Callable[[str], AppTest]:
    """Opens a page by its file's name, inside its frame, and holds it to having shown no traceback."""

    def opened(name: str) -> AppTest:
        page = AppTest.from_file(str(ROOT / "dashboard" / "main.py"), default_timeout=60)
        page.run()
        page.switch_page(f"../pages/{name}.py")
        page.run()
        assert not page.exception
        return page

    return opened
