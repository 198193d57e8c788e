"""Documents: bytes of any readable format -> canonical text with headings and spans.

Outside of tests a document is read by `extract_isolated`; `extract` is the same without the process around it.
"""

from engine.documents.extract import EXTRACTORS, extract, identify
from engine.documents.limits import Limits, Recognition
from engine.documents.rereading import Reread, reread_isolated
from engine.documents.sandbox import extract_isolated

__all__ = [
    "EXTRACTORS",
    "Limits",
    "Recognition",
    "Reread",
    "extract",
    "extract_isolated",
    "identify",
    "reread_isolated",
]
