#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What libportkern_cudasim.so exports: exactly the functions of exports.txt,
which are those of the toolkit's stub of libcuda.so, and its own. Programs that
bind all of their symbols at once must load. Beside it lies an empty
libnvJitLink.

    exports.py LIBRARY NM [STUB]           compares; with the stub where it is
    exports.py LIBRARY NM STUB --write     writes exports.txt out of the stub"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "exports.txt")
OWN = {"portkern_sim_calls", "portkern_sim_counts", "portkern_sim_fault",
       "portkern_sim_last_report", "portkern_sim_stop_word"}


def exported(nm, path):
    out = subprocess.run([nm, "-D", "--defined-only", path], text=True,
                         stdout=subprocess.PIPE, check=True).stdout
    return {line.split()[-1].split("@")[0] for line in out.splitlines()}


def differ(what, got, wanted):
    for name in sorted(wanted - got):
        print(f"{what} lacks {name}")
    for name in sorted(got - wanted):
        print(f"{what} has {name}, too")
    return got != wanted


def has_no_linker(nm, library):
    """Whether the two libnvJitLink beside libcuda.so.1 are there and empty."""
    good = True
    for version in "12", "13":
        path = os.path.join(os.path.dirname(library), "cudasim",
                            "libnvJitLink.so." + version)
        names = exported(nm, path) if os.path.exists(path) else {"no file"}
        if any(not n.startswith(("portkern_", "_")) for n in names):
            print(f"{path}: {', '.join(sorted(names))}")
            good = False
    return good


def main():
    library, nm, stub = (sys.argv[1:4] + [""])[:3]
    if "--write" in sys.argv:
        with open(DATA, "w") as f:
            f.write("".join(n + "\n" for n in sorted(exported(nm, stub))))
    with open(DATA) as f:
        listed = set(f.read().split())
    ours = {n for n in exported(nm, library)
            if n.startswith(("cu", "portkern_"))}
    wrong = differ(library, ours, listed | OWN)
    if stub and os.path.exists(stub):
        wrong |= differ(stub, exported(nm, stub), listed)
    else:
        print("no stub of libcuda.so here: exports.txt stands for it")
    return wrong or not has_no_linker(nm, library)


if __name__ == "__main__":
    sys.exit(main())
