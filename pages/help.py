"""Help: Candor's handbook, chapter by chapter. It is the sample corpus too, read here as it was written."""

from __future__ import annotations

import streamlit as st

from dashboard import state

chapters = state.handbook()
contents, text = st.columns([1, 3], gap="large")
with contents:
    chapter = st.radio("Chapter", list(chapters), key=state.CHAPTER, bind="query-params", label_visibility="collapsed")
with text:
    st.markdown(chapters[chapter])
