#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Each function that only functions for the host may call is in docs/host.md and in the
corpus."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    rows = re.findall(r'^HOST\("numpy\.(?:ndarray\.)?([\w.]+)"', (ROOT / "frontend/builtins/builtins.def").read_text(), re.M)
    page = (ROOT / "docs/host.md").read_text()
    corpus = "".join(p.read_text() for p in sorted((ROOT / "tests/host").rglob("*.py")))
    names = sorted({name for name in rows if not name.startswith("__")})
    missing = [f"{name} is not in {where}" for name in names for where, text in (("docs/host.md", page), ("tests/host", corpus))
               if not re.search(rf"\b{re.escape(name)}\b", text)]
    print("\n".join(missing) or f"{len(names)} names")
    return bool(missing) or len(names) < 60


if __name__ == "__main__":
    sys.exit(main())
