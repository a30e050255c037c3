"""The package's layers: imports go one way, and importing it stays light."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "grandslam"

# From the ground up. A module imports from its own layer or from those below it.
LAYERS = [
    {"checks", "seeds", "decks"},
    {"cards", "rulings", "moves"},
    {"rules"},
    {"rulesets"},
    {"view"},
    {"position"},
    {"match", "links"},
    {"voice", "telling"},
    {"players", "odds", "simulate", "codes", "drills"},
    {"table", "qr", "charts", "editions", "coverage"},
    {"odds_panel", "experiments"},
    {"board", "reference", "__main__"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
SLUGS = {
    "setup",
    "serving",
    "receiving",
    "smashing",
    "off-balance",
    "diving",
    "end-of-turn",
    "ace",
    "deuce",
    "doubles",
    "master",
}
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
WIDGETS = {"anywidget", "ipywidgets", "traitlets", "IPython", "psygnal"}
OUTSIDE = {"board": WIDGETS, "qr": {"segno"}, "charts": {"pygal"}, "simulate": {"tqdm"}}
"""What parts of the package may import from outside; all but the board do so only when it is used."""


def dotted(path: Path) -> str:
    """The module's full name, such as grandslam.rules.serving."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Full names of all that a module imports, wherever in the file it does so."""
    found: set[str] = set()
    name = dotted(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                is_module = (ROOT / (inner.replace(".", "/") + ".py")).exists()
                is_package = (ROOT / inner.replace(".", "/") / "__init__.py").exists()
                found.add(inner if is_module or is_package else base)
    return found


def layer(module: str) -> str:
    """The part of the package a module belongs to: cards, rules, table …"""
    return module.split(".")[1]


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_every_module_has_its_layer(path: Path) -> None:
    """No module stands outside the layers, and each says in a docstring what it is for."""
    if path != PACKAGE / "__init__.py":
        assert layer(dotted(path)) in LEVEL
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert docstring.strip()


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_go_one_way(path: Path) -> None:
    """A module imports nothing of a higher layer, nor from the package's front door."""
    if path == PACKAGE / "__init__.py":
        return
    own = LEVEL[layer(dotted(path))]
    for name in imports(path):
        if name == "grandslam":
            assert layer(dotted(path)) in LAYERS[-1], "import from the module that defines it"
        elif name.startswith("grandslam."):
            assert LEVEL[layer(name)] <= own, f"{dotted(path)} imports {name}"


def test_no_module_imports_itself_in_a_circle() -> None:
    """Within a layer, too, imports never come back to where they started."""
    graph = {
        dotted(path): {name for name in imports(path) if name.startswith("grandslam.")}
        for path in MODULES
        if path != PACKAGE / "__init__.py"
    }
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " → ".join([*above, name])
        if name in done:
            return
        for other in graph.get(name, set()):
            if other != name:
                visit(other, (*above, name))
        done.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_the_engine_needs_the_standard_library_only(path: Path) -> None:
    """Only the board for notebooks, QR codes and charts import anything from outside."""
    outside = {name.split(".")[0] for name in imports(path)} - {"grandslam"}
    outside -= set(sys.stdlib_module_names)
    if path != PACKAGE / "__init__.py":
        outside -= OUTSIDE.get(layer(dotted(path)), set())
    assert not outside


def loaded(statement: str) -> set[str]:
    """The modules a fresh Python has loaded after one statement."""
    code = f"import sys; before = set(sys.modules); {statement}; "
    code += "print('\\n'.join(set(sys.modules) - before))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert not done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "statement",
    [
        "import grandslam",
        "import grandslam.table",
        "import grandslam.players",
        "import grandslam.qr",
        "import grandslam.charts",
        "import grandslam.odds",
        "import grandslam.odds_panel",
        "import grandslam.simulate",
        "import grandslam.experiments",
    ],
)
def test_importing_loads_no_widget(statement: str) -> None:
    """Importing the engine loads the standard library and itself, never a widget or a board."""
    modules = loaded(statement)
    assert "grandslam" in modules
    others = {name.split(".")[0] for name in modules} - {"grandslam"}
    assert not others - set(sys.stdlib_module_names)
    assert not {name for name in modules if name.startswith("grandslam.board")}


def test_importing_the_engine_leaves_the_table_alone() -> None:
    """The package's front door offers the dozen public names and nothing heavy."""
    modules = loaded("import grandslam")
    for heavy in ("table", "board", "drills", "simulate", "odds", "players"):
        assert f"grandslam.{heavy}" not in modules
    for heavy in ("asyncio", "multiprocessing", "concurrent", "http", "urllib.request", "tkinter"):
        assert heavy not in modules


def test_importing_the_course_starts_nothing() -> None:
    """Simulation and experiments bring neither processes nor progress bars along until asked."""
    modules = loaded("import grandslam.simulate, grandslam.experiments, grandslam.table")
    for heavy in ("asyncio", "multiprocessing", "concurrent", "socket", "tqdm", "subprocess"):
        assert heavy not in modules


RULE_MODULES = [
    path
    for path in sorted((PACKAGE / "rules").glob("*.py"))
    if path.stem not in ("__init__", "original")
]


def test_rules_are_there() -> None:
    """The rules of singles each have their module."""
    names = {path.stem for path in RULE_MODULES}
    for slug in (
        "serving",
        "receiving",
        "smashing",
        "off-balance",
        "diving",
        "end-of-turn",
        "ace",
        "deuce",
    ):
        assert slug.replace("-", "_") in names


@pytest.mark.parametrize("path", RULE_MODULES, ids=lambda path: path.stem)
def test_every_rule_has_its_slug_and_its_short_text(path: Path) -> None:
    """A rule's module is named by its slug, and its docstring starts with the rule in words."""
    assert path.stem.replace("_", "-") in SLUGS
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert "." in docstring.split("\n\n")[0]
