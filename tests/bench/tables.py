"""Markdown tables, ready to be pasted."""

from __future__ import annotations

from collections.abc import Sequence


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is text and whose others are figures, aligned to the right."""
    marks = ["---", *("---:" for _ in columns[1:])]
    return "\n".join(_line(cells) for cells in (columns, marks, *rows))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def number(value: float) -> str:
    """Three figures that count, thousands set off: `0.0312`, `4.72`, `56.3`, `1,240`."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.{1 if value >= 10 else 2 if value >= 1 else 3}f}" if value else "0"
