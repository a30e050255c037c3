"""The package as others install it: built, put into an empty environment, and used there."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "grandslam"


def run(*command: str | Path, where: Path) -> str:
    """The output of a command that has to succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=where, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, where=folder)
    return folder


@pytest.fixture(scope="module")
def python(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    wheel = next(dist.glob("*.whl"))
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--no-index",
        wheel,
        where=folder,
    )
    return python


def test_the_wheel_holds_what_is_needed_and_no_more(dist: Path) -> None:
    """Deck, drills, examples, the boards' files, the mark of typing: in; tests and pages: not."""
    names = set(zipfile.ZipFile(next(dist.glob("*.whl"))).namelist())
    assert {"grandslam/decks/standard.csv", "grandslam/py.typed"} <= names
    for ending in ("json", "js", "css"):
        ours = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob(f"*.{ending}")}
        assert ours == {name for name in names if name.endswith(f".{ending}")}
    assert {name.split("/")[0].split("-")[0] for name in names} == {"grandslam"}


def test_the_source_distribution_can_be_tested(dist: Path) -> None:
    """The sources come with their tests, the licence and the changes."""
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CHANGELOG.md", "tests/test_examples.py"} <= inside


def test_the_readme_runs_in_an_empty_environment(python: Path, tmp_path: Path) -> None:
    """Every example of the README gives what it says, far from the sources."""
    readme = tmp_path / "README.md"
    readme.write_text((ROOT / "README.md").read_text("utf-8"), "utf-8")
    run(python, "-m", "doctest", readme, where=tmp_path)


def test_the_command_line_runs_there(python: Path, tmp_path: Path) -> None:
    """The deck is found inside the package."""
    assert '"phase": "serve"' in run(
        python, "-m", "grandslam", "deal", "--seed", "1", where=tmp_path
    )


def test_the_board_says_what_it_lacks(python: Path, tmp_path: Path) -> None:
    """Without the extra ``widgets`` the engine works, and the board names what to install."""
    code = (
        "try:\n    import grandslam.board\n"
        "except ImportError as fault:\n    print(fault)\nelse:\n    print('no fault')"
    )
    assert "grandslam[widgets]" in run(python, "-c", code, where=tmp_path)
