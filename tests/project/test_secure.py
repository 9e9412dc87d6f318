#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A program whose file is setuid reads no variable that names a file or a processor,
those of runtime/services/env.def being judged one by one; nobody but runtime/services/env.c asks the
environment; and what the library's code names has its row there and, if users set
it, in docs/api.md. Making a setuid program of another user takes root.

    test_secure.py SECURE_ENV"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWNER, CALLER = 65533, 65534
LIBRARY = ("base", "core", "frontend", "compile", "check", "runtime", "backends", "plugins")
FOR_TESTS = ("_FORM", "_CPU_CODE")
ROW = re.compile(r"^ENV\((\w+), *(\w+),", re.M)


def rows():
    return dict(ROW.findall((ROOT / "runtime/services/env.def").read_text()))


def ask(program, user=None):
    names = rows()
    done = subprocess.run([program, *names], env={name: "/tmp/x" for name in names}, user=user, cwd="/", check=True,
                          capture_output=True, text=True)
    answers = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    return answers.pop("secure") == "1", answers


def setuid_copy(program, folder):
    os.chmod(folder, 0o755)
    copy = shutil.copy(program, folder)
    os.chown(copy, OWNER, OWNER)
    os.chmod(copy, 0o4755)
    return copy


def nobody_else_asks():
    asks = re.compile(r"\b(secure_)?getenv *\(")
    return [str(path.relative_to(ROOT)) for folder in LIBRARY
            for path in sorted((ROOT / folder).rglob("*.[ch]"))
            if path.name != "env.c" and asks.search(path.read_text())]


def undocumented():
    """Variables of the code without a row of the table, rows without one of the page."""
    table, page = rows(), (ROOT / "docs/api.md").read_text()
    named = {name for folder in LIBRARY for path in (ROOT / folder).rglob("*.[ch]")
             for name in re.findall(r'"(PORTKERN_[A-Z_]+)"', path.read_text())}
    public = [name for name in table if name.startswith("PORTKERN_") and not name.endswith(FOR_TESTS)]
    return [f"{name} has no row in runtime/services/env.def" for name in sorted(named - set(table))] + \
           [f"{name} has no row in docs/api.md" for name in public if f"`{name}`" not in page]


def report(number, what, wrong, skip=""):
    print(f"{'not ok' if wrong else 'ok'} {number} - {what}{' # SKIP ' + skip if skip else ''}")
    for line in wrong:
        print("#", line)
    return bool(wrong)


def main():
    program, failed = os.path.abspath(sys.argv[1]), 0
    print("1..4")
    failed += report(1, "only runtime/services/env.c asks the environment", nobody_else_asks())
    failed += report(2, "every variable has its rows in the table and on the page", undocumented())
    _, answers = ask(program)
    failed += report(3, "a plain program reads all", [name for name in rows() if answers[name] != "/tmp/x"])
    if os.geteuid() != 0:
        report(4, "a setuid program reads no names of files", [], "only root can make one")
        return failed
    with tempfile.TemporaryDirectory() as folder:
        secure, answers = ask(setuid_copy(program, folder), CALLER)
    skip = "" if secure else "the kernel gives it no privileges (nosuid or no_new_privs)"
    wrong = [f"{name} gives {answers[name]}" for name, what in rows().items()
             if (answers[name] == "-") != (what != "VALUE")]
    failed += report(4, "a setuid program reads no names of files", [] if skip else wrong, skip)
    return failed


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
