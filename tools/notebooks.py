"""Run every notebook again and leave only what a reader sees: ``make notebooks``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from boards import ROOT, notebooks
from nbclient import NotebookClient

if TYPE_CHECKING:
    from nbformat import NotebookNode

WIDGET = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "pygments_lexer": "ipython3",
}
KEPT = ("tags", "slideshow", "mystnb")
"""Metadata of a cell that a writer means; the rest comes from machines."""


def clean(notebook: NotebookNode) -> None:
    """Take out what differs from run to run and what needs a kernel to mean anything."""
    notebook.metadata = nbformat.from_dict(  # type: ignore[no-untyped-call]
        {
            **{
                key: value
                for key, value in notebook.metadata.items()
                if key not in ("widgets", "kernelspec")
            },
            "kernelspec": KERNEL,
            "language_info": LANGUAGE,
        }
    )
    count = 0
    for cell in notebook.cells:
        cell.metadata = {key: cell.metadata[key] for key in KEPT if key in cell.metadata}
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        for output in cell.outputs:
            output.get("data", {}).pop(WIDGET, None)
            output.get("metadata", {}).pop(WIDGET, None)
            if "execution_count" in output:
                output.execution_count = count


def run(path: Path) -> bool:
    """Run the notebook at ``path``; whether that changed it."""
    before = path.read_text("utf-8")
    notebook = nbformat.reads(before, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    ).execute()
    clean(notebook)
    after = nbformat.writes(notebook) + "\n"  # type: ignore[no-untyped-call]
    path.write_text(after, "utf-8")
    return bool(after != before)


def main() -> None:
    """Run them all, or those named on the command line."""
    for path in [Path(name).resolve() for name in sys.argv[1:]] or notebooks():
        print(f"{path.relative_to(ROOT)}: {'changed' if run(path) else 'as before'}")


if __name__ == "__main__":
    main()
