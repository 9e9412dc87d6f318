#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what starting and launching costs in Python:

    bench/python/compare.py [--build build] [--rounds 3] [--rivals PYTHON]

with Numba, Warp and Taichi, as far as the interpreter PYTHON has them (pip install
numba warp-lang taichi). All run on the CPU, each measurement in a process of its own;
packages take turns, and the least of all rounds counts."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import options  # noqa: E402

LEG = pathlib.Path(__file__).with_name('leg.py')
RIVALS = ('numba', 'warp', 'taichi')


def leg(python, env, *words):
    """What a leg printed, {} when the package cannot do it."""
    done = subprocess.run([python, LEG, *map(str, words)], capture_output=True, text=True, timeout=600,
                          env={**{k: v for k, v in os.environ.items() if k != 'PYTHONDONTWRITEBYTECODE'}, **env})
    for line in done.stderr.splitlines():
        if line.startswith(f'{words[0]}: '):
            print(line, file=sys.stderr)
    if done.returncode:
        print(f'{words[0]} {words[1]}: {done.stderr[-400:]}', file=sys.stderr)
        return {}
    return json.loads(done.stdout.splitlines()[-1])


def has(python, name):
    return subprocess.run([python, '-c', f'import {name}'], capture_output=True).returncode == 0


def measure(python, env, package, folder):
    """All of a package in one round: name -> milliseconds, or microseconds for launches."""
    folder = pathlib.Path(folder)
    caches = {'PORTKERN_CACHE_DIR': folder / 'cache', 'NUMBA_CACHE_DIR': folder / 'cache',
              'WARP_CACHE_PATH': folder / 'cache', 'TI_OFFLINE_CACHE_FILE_PATH': folder / 'cache'}
    env = {**env, **{name: str(path) for name, path in caches.items()}}
    found = leg(python, env, package, 'import')
    for when in ('first, cold', 'first, cached'):
        found[when] = leg(python, env, package, 'first', folder).get('first')
    return {**found, **leg(python, env, package, 'launch', folder)}


def least(rounds):
    names = dict.fromkeys(name for found in rounds for name in found)
    values = {name: [found[name] for found in rounds if found.get(name) is not None] for name in names}
    return {name: min(of) for name, of in values.items() if of}


def table(results):
    names = list(dict.fromkeys(name for found in results.values() for name in found))
    print('| | ' + ' | '.join(results) + ' |\n|---|' + '---:|' * len(results))
    for name in names:
        unit = 'ms' if name == 'import' or name.startswith('first') else 'us'
        cells = [f'{found[name]:.{1 if unit == "ms" else 2}f}' if name in found else '' for found in results.values()]
        print(f'| {name}, {unit} | ' + ' | '.join(cells) + ' |')


def main():
    chosen = options(__doc__, lambda parser: parser.add_argument(
        '--rivals', default=sys.executable, help='the interpreter that has the other packages'))
    legs = {'portkern': (sys.executable, {'PYTHONPATH': str(chosen.build / 'python'), 'PORTKERN_BACKEND': 'cpu'})}
    legs.update({name: (chosen.rivals, {}) for name in RIVALS if has(chosen.rivals, name)})
    rounds = {name: [] for name in legs}
    for _ in range(chosen.rounds):
        for name, (python, env) in legs.items():
            with tempfile.TemporaryDirectory() as folder:
                rounds[name].append(measure(python, env, name, folder))
    table({name: least(found) for name, found in rounds.items()})


if __name__ == '__main__':
    main()
