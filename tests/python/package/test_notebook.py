# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.ipynb runs from its first cell to its last, and its outputs on the page are
of the cells as they stand."""
import importlib.machinery
import importlib.util
import pathlib
import re

import pytest

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbconvert  # noqa: F401
    import nbformat
except ImportError:
    nbformat = None
pytestmark = pytest.mark.skipif(nbformat is None, reason="no Jupyter here: scripts/venv installs it")
ROOT = pathlib.Path(__file__).resolve().parents[3]


def load(name):
    """A script of the project as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def kinds(cell):
    """What a cell gives: "image/png", "text/html", "stdout"."""
    return sorted({kind for output in cell.get("outputs", ()) for kind in output.get("data", [output.get("name")])} - {"stderr"})


def test_the_tutorial_runs_and_its_outputs_are_on_the_page():
    tutorial = load("tutorial")
    page = nbformat.read(tutorial.PAGE, as_version=4)
    run = tutorial.tidy(tutorial.execute())  # raises what a cell raises
    nbformat.validate(page)
    assert [(c.cell_type, c.source) for c in run.cells] == [(c.cell_type, c.source) for c in page.cells]
    wrong = [c.source for c, shown in zip(run.cells, page.cells, strict=True) if kinds(c) != kinds(shown)]
    assert not wrong, "run scripts/tutorial --update"
    found = [kind for cell in run.cells for kind in kinds(cell)]
    assert found.count("image/png") == 4 and found.count("text/html") >= 4
    words = "\n".join(str(o.get("text", o.get("data", ""))) for c in run.cells for o in c.get("outputs", ()))
    assert "DataRaceError" in words and "KernelIndexError" in words and "is the fastest" in words and "'cpu:0': True" in words
    assert "Traceback" not in words and "False" not in words.split("DataRaceError")[0].split("cpu:0': ")[1]


def test_the_page_is_small_and_of_no_machine():
    text = (ROOT / "docs" / "tutorial.ipynb").read_text()
    assert len(text) < 250_000
    assert not re.search(r"/(work|tmp|root|home)/", re.sub(r'"image/png": "[^"]*"', "", text))
