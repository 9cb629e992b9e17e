"""Run the notebooks of docs/ in a Jupyter kernel and keep their results: ``python -m tools.notebooks``.

The results are part of the notebooks, so that a code host shows them and the site needs no kernel. A test compares what
the cells print. Times, counts and versions are left out: a notebook changes only if its results do.
"""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
BEFORE = "%config InlineBackend.figure_formats = ['png']\n%config InlineBackend.rc = {'figure.dpi': 110}"


def run(path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    first = nbformat.v4.new_code_cell(BEFORE)
    notebook.cells.insert(0, first)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    notebook.cells.remove(first)
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"c{number}", {}
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None
                output.get("data", {}).pop("text/html", None)  # the plain text is the same
    notebook.metadata = METADATA
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(DOCS.rglob("*.ipynb")):
        print(path)
        run(path)
