# SPDX-License-Identifier: Apache-2.0
"""docs/numba-names.md says what the package has, and it has 98 % of what is used."""
import importlib.machinery
import importlib.util
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]


def load():
    loader = importlib.machinery.SourceFileLoader("numba_names", str(ROOT / "scripts" / "numba_names"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("numba_names", loader))
    loader.exec_module(module)
    return module


def test_names_of_the_page():
    names = load()
    table = names.rows()
    states = {name: state for name, _, state, _ in table}
    page = (ROOT / "docs" / "numba-names.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:4] for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) == len(table)
    for name, _, state in rows:
        if not state.strip().startswith("not yet"):
            assert states[name.strip().strip("`")] == state.strip().split(":")[0], f"{name}: scripts/numba_names --update"


def test_most_uses_are_served():
    names = load()
    assert names.share(names.rows()) >= 0.98
