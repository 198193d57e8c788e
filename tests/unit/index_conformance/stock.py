"""What the indexes of this folder's tests hold, and what is asked of them."""

from __future__ import annotations

PARTS = ["pump", "valve", "boiler", "sensor"]
FILES = {
    **{
        f"{part}.md": (
            f"# The {part}\n\nWhat a {part} is for.\n\n## Care\n\n### Daily\n\nWipe the {part} with a dry cloth.\n\n"
            f"### Yearly\n\nReplace every seal of the {part}, {len(part)} in all.\n\n## Faults\n\n"
            + "\n\n".join(
                f"Fault {number}: the {part} leaks oil at {number * 7} bar and must be stopped." for number in range(20)
            )
        ).encode()
        for part in PARTS
    },
    "old/pump.md": b"# The pump\n\nWhat a pump is for.\n\n## Care\n\nWipe it.\n\n## Faults\n\nThe pump leaks.",
}
FILES["copy/pump.md"] = FILES["pump.md"]  # the same texts: ties in every ranking

QUESTIONS = ["pump", "seal of the boiler", "leaks oil at 14 bar", "cloth cloth wipe", "unheard", "the fault"]
