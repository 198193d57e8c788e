"""Fills in the templates of the reports: every value escaped, a missing one an error, numbers as people read them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, **values: Any) -> bytes:
    """One of the templates with these values, in UTF-8. What a value holds stays text, whatever it looks like."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # a page that exports nothing does without

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": _percent, "decimal": _decimal, "p": _p, "utc": _utc}
    return environment.get_template(template).render(values).encode()


def _percent(share: float) -> str:
    return f"{share * 100:.1f}\N{NO-BREAK SPACE}%"


def _decimal(number: float, places: int = 3) -> str:
    return f"{number:.{places}f}"


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _utc(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
