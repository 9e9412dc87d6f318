#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of a page, docs/api.md and others, built and run as they stand there.

    programs.py PAGE BUILD DRIVER...

A block of C, C++ or Python whose first line names a file is that file. A block of text that
begins with `$ ... ./NAME` has what the program prints, on every backend. BUILD is the build
folder; a DRIVER is a backend that may be used: interp, cpu, opencl (libOpenCL is found by
the linker's cache) or cuda, by the simulator. The headers of CUDA and OpenCL are those in
include/, with the functions that the page calls. Prints TAP."""
import ctypes.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NAMED = re.compile(r"(?:/\*|//|#) (\w+\.(?:cpp|c|h|py))\b")
# Programs for one driver, by the beginning of their names, and the library that they link.
OWN = {"cuda": "portkern/cudasim/libcuda.so.1", "opencl": None}


def own(name):
    """The driver that a program is for, or None."""
    return next((driver for driver in OWN if name.startswith(driver)), None)


def blocks(page):
    """The page's files, and what its programs print: by name without suffix."""
    files, printed = {}, {}
    for language, text in FENCE.findall(page):
        if m := NAMED.match(text):
            files[m[1]] = text
        elif language == "text" and (m := re.match(r"\$ (?:.* )?\./(\w+)\n", text)):
            printed[m[1]] = text[m.end():]
    return files, printed


def build(source, folder, place):
    """Compiles a program of the page; None where its library, or a compiler of C++, is not there."""
    name, suffix = source.split(".")
    compiler = [os.environ.get("CC", "cc"), "-std=c11"]
    if suffix == "cpp":
        compiler = [os.environ.get("CXX", "c++"), "-std=c++17"]
        if not shutil.which(compiler[0].split()[0]):
            return None
    library = []
    if own(name):
        path = OWN[own(name)]
        found = place / path if path else ctypes.util.find_library("OpenCL")
        if not found:
            return None
        library = [str(found) if path else f"-l:{found}"]
    subprocess.run([*compiler, "-Wall", "-Wextra", "-Werror", source,
                    f"-I{HERE.parents[1]}/include", f"-I{HERE}/include", f"-L{place}", "-lportkern",
                    *library, "-pthread", "-o", name], cwd=folder, check=True)
    return folder / name


def run(program, backend, folder, place):
    env = dict(os.environ, PORTKERN_BACKEND=backend, PORTKERN_CACHE_DIR="off",
               LD_LIBRARY_PATH=f"{place}:{place}/portkern/cudasim")
    if backend == "cuda":
        env["PORTKERN_LIBCUDA"] = f"{place}/portkern/libportkern_cudasim.so"
    done = subprocess.run([str(program)], cwd=folder, env=env, capture_output=True, text=True, timeout=120)
    return done.stdout if done.returncode == 0 else f"exit status {done.returncode}: {done.stderr}"


def main():
    page, place, *backends = sys.argv[1:]
    place = pathlib.Path(place).resolve()
    files, printed = blocks(pathlib.Path(page).read_text())
    sources = {name.split(".")[0]: name for name in files if name.endswith((".c", ".cpp"))}
    wrong = [f"{name} has no output" for name in sources if name not in printed]
    results = [(False, w) for w in wrong]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in files.items():
            (folder / name).write_text(text)
        for name, source in sources.items():
            program = build(source, folder, place)
            for backend in [b for b in backends if own(name) in (None, b)]:
                out = run(program, backend, folder, place) if program else None
                results.append((out in (None, printed.get(name)),
                                f"{name} on {backend}" + (" # SKIP nothing to build it with" if out is None else "")))
                if not results[-1][0]:
                    print(f"# {name} on {backend} prints:\n" + "".join(f"#   {l}\n" for l in out.split("\n")))
    for number, (good, what) in enumerate(results, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {what}")
    print(f"1..{len(results)}")
    return not all(good for good, _ in results)


if __name__ == "__main__":
    sys.exit(main())
