"""Who may import whom: the table of the design, held against the imports that the code really makes."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("documents", "chunking", "retrieval", "answering", "measuring")
PURE = (
    *(f"engine.chunking.{path.stem}" for path in (ROOT / "engine/chunking").glob("*.py") if path.stem != "__init__"),
    "engine.retrieval.fusion",
    "engine.retrieval.terms",
    "engine.retrieval.folding",
    "engine.retrieval.late",
    "engine.retrieval.codes",
    "engine.answering.gate",
    "engine.answering.sources",
    "engine.answering.citations",
    "engine.measuring.statistics",
    "engine.measuring.metrics",
    "engine.measuring.comparison",
    "engine.measuring.sweep",
    "engine.measuring.verdicts",
    "engine.measuring.misses",
)
IMPURE = {"sqlalchemy", "faiss", "torch", "openvino", "pathlib", "os", "time", "datetime", "io", "sqlite3"}
HEAVY = {"torch", "openvino", "faiss", "sentence_transformers", "transformers", "lxml", "pypdfium2"} | {
    "scipy",
    "bm25s",
    "budoux",
}


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


FILES = {
    _module(path): path
    for top in ("engine", "dashboard", "pages")
    for path in sorted((ROOT / top).rglob("*.py"))
    if "migrations" not in path.parts
}


def _imports(path: Path, top_level_only: bool = False) -> set[str]:
    """The modules that a file imports, `from a import b` as `a.b` where that is a module, else `a`."""
    tree = ast.parse(path.read_text("utf-8"))
    found = set()
    for node in tree.body if top_level_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(
                f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in FILES else node.module
                for alias in node.names
            )
    return found


def _below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@pytest.mark.parametrize("module", [name for name in FILES if name.startswith("engine")])
def test_engine_knows_no_streamlit_and_no_page(module: str) -> None:
    for imported in _imports(FILES[module]):
        assert imported.split(".")[0] not in {"streamlit", "altair", "dashboard", "pages"}, imported


@pytest.mark.parametrize("module", ["engine.errors", *(name for name in FILES if _below(name, "engine.types"))])
def test_the_nouns_import_nothing_of_the_engine_but_each_other(module: str) -> None:
    others = [imported for imported in _imports(FILES[module]) if _below(imported, "engine")]
    assert all(_below(imported, "engine.types") for imported in others)


@pytest.mark.parametrize("module", PURE)
def test_pure_code_touches_no_store_model_file_or_clock(module: str) -> None:
    assert not {imported.split(".")[0] for imported in _imports(FILES[module])} & IMPURE


@pytest.mark.parametrize("layer", LAYERS)
def test_data_flows_one_way(layer: str) -> None:
    later = LAYERS[LAYERS.index(layer) + 1 :]
    for module, path in FILES.items():
        if _below(module, f"engine.{layer}"):
            for imported in _imports(path):
                assert not any(_below(imported, f"engine.{other}") for other in later), f"{module} imports {imported}"


def test_the_store_uses_none_of_the_layers() -> None:
    for module, path in FILES.items():
        if _below(module, "engine.store"):
            for imported in _imports(path):
                assert not any(_below(imported, f"engine.{layer}") for layer in LAYERS), f"{module} imports {imported}"


@pytest.mark.parametrize("module", [name for name in FILES if not name.startswith("engine")])
def test_pages_use_public_names_only(module: str) -> None:
    for imported in _imports(FILES[module]):
        assert not imported.startswith("engine."), imported
        assert imported.split(".")[0] not in {"sqlalchemy", "faiss"}, imported


@pytest.mark.parametrize("module", [name for name in FILES if name.startswith("pages.")])
def test_a_page_imports_no_page_and_caches_nothing(module: str) -> None:
    assert not [imported for imported in _imports(FILES[module]) if _below(imported, "pages")]
    source = FILES[module].read_text("utf-8")
    assert "st.cache_" not in source
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("module", list(FILES))
def test_heavy_libraries_are_imported_on_first_use(module: str) -> None:
    assert not {imported.split(".")[0] for imported in _imports(FILES[module], top_level_only=True)} & HEAVY


def test_only_the_database_knows_that_it_is_sqlite() -> None:
    for module, path in FILES.items():
        if module != "engine.store.database":
            assert "sqlite3" not in _imports(path), module


def test_public_names_are_exactly_those_of_the_stub() -> None:
    tree = ast.parse((ROOT / "engine/__init__.pyi").read_text("utf-8"))
    stub = {alias.asname: node.module for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert sorted(stub) == engine.__all__
    for name, module in stub.items():
        assert getattr(engine, name) is getattr(__import__(str(module), fromlist=[name]), str(name)), name


@pytest.mark.parametrize("module", [name for name in FILES if name.startswith("engine")])
def test_no_pattern_is_possessive_or_atomic(module: str) -> None:
    """Python 3.11.0 to 3.11.4 match both wrongly (a repeated group may end early), and Debian 12 ships 3.11.2."""
    for name, value in vars(importlib.import_module(module)).items():
        if isinstance(value, re.Pattern):
            parsed = repr(re._parser.parse(value.pattern, value.flags))  # type: ignore[attr-defined]
            assert "POSSESSIVE" not in parsed, name
            assert "ATOMIC" not in parsed, name
