# SPDX-License-Identifier: Apache-2.0
"""Links the package's files of Python into the build folder.

    link_files.py SOURCE BUILD STAMP"""
import pathlib
import sys

source, build, stamp = map(pathlib.Path, sys.argv[1:])
wanted = {p.relative_to(source) for p in source.rglob("*") if p.suffix in (".py", ".pyi", ".typed")}
for link in build.rglob("*"):
    if link.is_symlink() and link.relative_to(build) not in wanted and link.suffix in (".py", ".pyi", ".typed"):
        link.unlink()
for path in sorted(wanted):
    link = build / path
    link.parent.mkdir(parents=True, exist_ok=True)
    if not link.is_symlink():
        link.symlink_to(source / path)
if not stamp.exists():
    stamp.touch()
