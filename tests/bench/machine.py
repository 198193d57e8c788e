"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from engine.retrieval.encoder import Encoder

PACKAGES = (
    "torch",
    "sentence-transformers",
    "transformers",
    "openvino",
    "faiss-cpu",
    "bm25s",
    "numpy",
    "scipy",
    "SQLAlchemy",
    "rank_bm25",
    "langchain-text-splitters",
    "chonkie",
)


def facts(encoder: Encoder) -> dict[str, Any]:
    """Processor, cores, precision and versions, as JSON can hold them."""
    return {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "load_average_at_start": os.getloadavg() if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "encoder": encoder.stamp.name,
        "backend": encoder.backend,
        "precision": encoder.precision,
        "versions": {name: _version(name) for name in PACKAGES},
    }


def sentence(known: dict[str, Any]) -> str:
    """The same for a reader."""
    versions = ", ".join(f"{name} {number}" for name, number in known["versions"].items())
    load = known["load_average_at_start"]
    busy = f" Load average when it began: {load[0]:.1f}." if load else ""
    return (
        f"Measured on {known['cpu']}, {known['cores']} cores, {known['system']}, Python {known['python']}; encoder "
        f"{known['encoder']} by {known['backend']} in {known['precision']}; {versions}.{busy}"
    )


def _cpu() -> str:
    listing = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*:\s*(.+)$", listing.read_text("utf-8"), re.M) if listing.exists() else None
    return found[1] if found else platform.processor() or "an unnamed processor"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
