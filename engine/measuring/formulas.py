"""Cells that a spreadsheet program would run: marked when a CSV file is written, and unmarked when it is read.

The mark is an apostrophe. A cell that has apostrophes before what would run gets one more, so that taking one off gives
back every cell as it was.
"""

from __future__ import annotations

import re

_RUNS = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")


def guarded(cell: str) -> str:
    """The cell so that no spreadsheet program runs it as a formula."""
    return f"'{cell}" if _RUNS.match(cell) else cell


def unguarded(cell: str) -> str:
    """The cell that `guarded` was given."""
    return cell[1:] if cell.startswith("'") and _RUNS.match(cell) else cell
