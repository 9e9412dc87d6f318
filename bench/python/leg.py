# SPDX-License-Identifier: Apache-2.0
"""One package's measurements in a process of its own, as JSON on the last line:

    leg.py PACKAGE import | first FOLDER | launch FOLDER"""
import importlib
import importlib.util
import json
import pathlib
import sys
import time

import numpy as np
import packages
import programs

CALLS, ROUNDS = 500, 20


def load(folder, name, text):
    """A module from text in a file, where packages look for the source."""
    path = pathlib.Path(folder) / f'{name}.py'
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def import_time(package):
    """Milliseconds of the import, NumPy being imported."""
    start = time.perf_counter()
    importlib.import_module(package.module)
    return {'import': (time.perf_counter() - start) * 1e3}


def first_result(package, folder):
    """Milliseconds from importing a program to its first result, the package's import
    left out."""
    x = np.arange(1000, dtype=np.float32)
    out = np.zeros_like(x)
    importlib.import_module(package.module)
    start = time.perf_counter()
    load(folder, 'program', programs.SAXPY[package.name]).first(np.float32(2), x, x, out)
    took = (time.perf_counter() - start) * 1e3
    assert np.array_equal(out, 3 * x)
    return {'first': took}


def least(call, wait):
    """Microseconds of a call, the least of all rounds, waiting counted."""
    call()
    wait()
    best, calls = float('inf'), range(CALLS)
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in calls:
            call()
        wait()
        best = min(best, time.perf_counter() - start)
    return best / CALLS * 1e6


def launches(package, folder):
    shapes = [('nothing', 0, 0, '')]
    shapes += [(f'{n} {kind}', n, 0, kind) for n in (1, 16) for kind in package.kinds]
    shapes += [(f'{n} numbers', 0, n, '') for n in (16, 256)]
    found = {}
    for number, (name, arrays, scalars, kind) in enumerate(shapes):
        args = (*[package.array(kind) for _ in range(arrays)], *[1.5] * scalars)
        try:
            text = programs.nothing(package.name, arrays, scalars)
            function = load(folder, f'launch{number}', text).nothing
            for suffix, call in package.calls(function, args).items():
                found[name + suffix] = least(call, package.wait)
        except Exception as error:  # not all take 256 parameters
            print(f'{package.name}: {name}: {" ".join(str(error).split())[:200]}', file=sys.stderr)
    return found


def main():
    package = packages.PACKAGES[sys.argv[1]]()
    measure = {'import': import_time, 'first': first_result, 'launch': launches}[sys.argv[2]]
    print(json.dumps(measure(package, *sys.argv[3:])))


if __name__ == '__main__':
    main()
