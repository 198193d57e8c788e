"""Three small documents, and rows held against them."""

from __future__ import annotations

from engine.measuring.checking import Checked, check_questions
from engine.measuring.questions import Needle, QuestionRow
from tests.unit.measuring_trials import text

PUMP = "# Pumps\n\nThe relief valve is painted\nred. Fill the casing first.\n\nDrain it in winter.\n"
TEXTS = {
    "pump.md": text(PUMP, "# Pumps"),
    "valve.md": text("Colours\n\nDrain it in winter. Turn the wheel to the left.\n", "Colours"),
    "emoji.md": text("🔧🧑‍🔧 Fix it — naïve 🦊 foxes jump. Then rest.\n"),
}


def check(*rows: QuestionRow) -> Checked:
    return check_questions(rows, TEXTS)


def reason(*rows: QuestionRow) -> str:
    """The reason of the only fault; the last row has it."""
    (fault,) = check(*rows).faults
    assert (fault.line, fault.id) == (rows[-1].line, rows[-1].id)
    return fault.reason


def needle(found: QuestionRow) -> Needle:
    checked = check(found)
    assert checked.faults == ()
    return checked.questions[0].needles[0]
