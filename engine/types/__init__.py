"""The nouns that every part of the engine speaks in.

All are frozen, every field is required, and `None` means "not seen at this stage",
never "unknown". Offsets are Python code points into the canonical text, half-open.
"""
