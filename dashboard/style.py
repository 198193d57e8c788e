"""How the dashboard's own HTML looks: its inline styles, by what they are for.

Colours are tints of what lies behind, the text's own, or of a lightness that stands out from light and dark alike, so
that no theme needs a word here.
"""

from __future__ import annotations

VERBATIM = "white-space:pre-wrap;overflow-wrap:anywhere"
QUIET = "opacity:.75;font-size:.875rem"
TRACK = "position:relative;height:8px;border-radius:4px;background:rgba(128,128,128,.25)"
MARKER = "position:absolute;top:-4px;height:16px;width:2px;background:currentColor"

# A notice: a box that says what is wrong, or what is to be known.
NOTICE = "display:flex;gap:.6rem;padding:.75rem 1rem;border-radius:6px;line-height:1.5"
ICON = (
    "font-family:'Material Symbols Rounded';font-size:1.3rem;line-height:1.5rem;flex:none;width:1.3rem;overflow:hidden;"
    "user-select:none"
)

# Names and values in two columns.
HEAD = "text-align:left;vertical-align:top;font-weight:400;opacity:.7;padding:.25rem 1rem .25rem 0;white-space:nowrap"
CELL = "padding:.25rem 0;overflow-wrap:anywhere;width:100%"

# An answer, its sources, and a passage in its document.
MARK = "background:rgba(234,179,8,.2);border-radius:2px;color:inherit"
SENTENCE = "background:rgba(234,179,8,.4);box-shadow:inset 0 -2px rgb(202,138,4);color:inherit"
QUOTE = "margin:.25rem 0 0;padding-left:.75rem;border-left:3px solid rgba(128,128,128,.4);font-size:.9rem"
SOURCE = "border:1px solid rgba(128,128,128,.6);border-radius:6px;padding:0 .3rem;font-size:.875rem;font-weight:600"
PASSED, NOT_PASSED = "rgb(13,148,136)", "rgb(217,119,6)"

# A text with the boundaries of its chunks.
TINTS = ("rgba(13,148,136,.15)", "rgba(99,102,241,.15)")
SELECTED = "background:rgba(234,88,12,.22)"
OUTSIDE = "opacity:.5"
OVERLAP = "border-bottom:2px dotted currentColor"
UNREAD = "opacity:.5;text-decoration:line-through"
PASSAGE = "background:rgba(234,179,8,.45);border-radius:2px"
NUMBER = (
    "font-size:.7rem;font-weight:600;line-height:1;padding:0 .3em;margin-right:.15em;border-radius:3px;"
    "background:rgba(128,128,128,.3);vertical-align:.25em;user-select:none"
)
CHOSEN = "background:rgb(194,65,12);color:white"
HEADER_COLOUR, CONTENT_COLOUR, UNREAD_COLOUR = "rgb(99,102,241)", "rgb(13,148,136)", "rgb(234,88,12)"
SCISSORS = f"color:{UNREAD_COLOUR};user-select:none"
CARD = "border:1px solid rgba(128,128,128,.35);border-radius:6px;padding:.6rem .8rem;margin-bottom:.6rem"

# A page of a document as a picture. Paper is white in every theme; what is marked is seen through, as by a text marker.
SCROLLED = "max-height:max(20rem,calc(100vh - 20rem));overflow:auto;scroll-snap-type:y mandatory"
PAGE_FRAME = f"{SCROLLED};border:1px solid rgba(128,128,128,.35);border-radius:6px"
PAGE = "position:relative;isolation:isolate;background:white"
PAGE_IMAGE = "display:block;width:100%;height:auto"
PAGE_MARK = "position:absolute;mix-blend-mode:multiply;border-radius:2px"
PAGE_PASSAGE = f"{PAGE_MARK};background:rgb(254,240,138);box-shadow:0 0 0 2px rgb(254,240,138)"
PAGE_SENTENCE = f"{PAGE_MARK};background:rgb(250,204,21);box-shadow:0 2px rgb(180,83,9)"
PAGE_HERE = "position:absolute;animation:open-here .5s"
TEXT_HERE = "display:inline-block;height:1em;animation:open-here .5s"
OPEN_HERE = "@keyframes open-here{from,99%{scroll-snap-align:center}}"
"""Scrolls what is `SCROLLED` to its `PAGE_HERE` or `TEXT_HERE` when it appears, and then lets go of it: no script is
needed for that.
"""
