"""The frame around every page: navigation, and one line that says what is searched."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard import views

PAGES = Path(__file__).resolve().parent.parent / "pages"

ICON = str(Path(__file__).with_name("icon.svg"))  # a Material icon here would be fetched from elsewhere by the browser

st.set_page_config(page_title="Candor", page_icon=ICON, layout="wide")
page = st.navigation(
    [
        st.Page(PAGES / "ask.py", title="Ask", icon=":material/forum:", default=True),
        st.Page(PAGES / "library.py", title="Library", icon=":material/library_books:"),
        st.Page(PAGES / "chunks.py", title="Chunks", icon=":material/content_cut:"),
        st.Page(PAGES / "questions.py", title="Questions", icon=":material/quiz:"),
        st.Page(PAGES / "evaluate.py", title="Evaluate", icon=":material/leaderboard:"),
        st.Page(PAGES / "threshold.py", title="Threshold", icon=":material/tune:"),
        st.Page(PAGES / "system.py", title="System", icon=":material/settings:"),
        st.Page(PAGES / "help.py", title="Help", icon=":material/menu_book:"),
    ],
    position="top",
)
with views.errors():
    views.heading(page.title)
    page.run()
