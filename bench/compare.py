#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the cpu backend with PoCL and with Numba over prange:

    bench/compare.py [--build build] [--rounds 3]

PoCL runs the same kernels through the opencl backend in its threads form, one
work-item per thread: what a plain OpenCL C program does. The legs take turns,
and the least time of all rounds counts. Each leg has the machine's threads.
"""
import os
import subprocess
import time

from harness import HERE, bins, floats, options

NAMES = ['vector_add', 'saxpy', 'block_sum', 'matmul_tiled', 'matmul_naive',
         'mandelbrot', 'fused_math', 'histogram', 'nbody']
# Without twins: Numba has nothing of the kind on a CPU.
TOGETHER = ['histogram_shared', 'block_votes', 'warp_sum', 'warp_scan', 'warp_pack',
            'warp_match', 'grid_steps']
LEGS = {
    'cpu': {'PORTKERN_BACKEND': 'cpu'},
    'pocl': {'PORTKERN_BACKEND': 'opencl:pocl',
             'PORTKERN_OPENCL_FORM': 'threads'},
}


def portkern_leg(build, env):
    """{name: (first, least)} in milliseconds."""
    done = subprocess.run(
        [build / 'bench' / 'launches', HERE / 'kernels.py'], check=True,
        capture_output=True, text=True, timeout=600,
        env={**os.environ, 'PORTKERN_CACHE_DIR': 'off', **env})
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: (float(first), float(least)) for name, first, least in lines}


def arguments():
    """What launches.c passes."""
    import numpy as np
    many, sums = 10_000_000, 1 << 22
    square = [floats(512, 512) for _ in range(3)]
    return {
        'vector_add': [floats(many) for _ in range(3)],
        'saxpy': [np.float32(2), floats(many), floats(many)],
        'block_sum': [floats(sums), floats(sums // 256)],
        'matmul_tiled': square,
        'matmul_naive': square,
        'mandelbrot': [np.zeros((600, 900), np.int32), 200],
        'fused_math': [floats(many).astype(np.float64) for _ in range(2)],
        'histogram': [bins(sums), np.zeros(256, np.int32)],
        'nbody': [floats(4096) for _ in range(6)],
    }


def numba_leg():
    from rivals import numba_twins as rivals
    out = {}
    for name, args in arguments().items():
        function, times = getattr(rivals, name), []
        begin = time.perf_counter()
        while len(times) < 3 or time.perf_counter() - begin < 1:
            start = time.perf_counter()
            function(*args)
            times.append((time.perf_counter() - start) * 1e3)
        out[name] = (times[0], min(times[1:]))
    return out


def best(rounds):
    """The first launch of the first round, the least of all."""
    return {name: (rounds[0][name][0], min(r[name][1] for r in rounds))
            for name in NAMES}


def measure(build, count):
    rounds = {leg: [] for leg in [*LEGS, 'numba']}
    for _ in range(count):
        for leg, env in LEGS.items():
            rounds[leg].append(portkern_leg(build, env))
        rounds['numba'].append(numba_leg())
    return {leg: best(all_rounds) for leg, all_rounds in rounds.items()}


def show(result):
    print('| kernel | cpu ms | PoCL ms | Numba ms | PoCL / cpu | '
          'Numba / cpu | first launch cpu / PoCL / Numba ms |')
    print('|---|---:|---:|---:|---:|---:|---:|')
    for name in NAMES:
        cpu, pocl, rival = (result[leg][name]
                            for leg in ('cpu', 'pocl', 'numba'))
        print(f'| {name} | {cpu[1]:.2f} | {pocl[1]:.2f} | {rival[1]:.2f} | '
              f'{pocl[1] / cpu[1]:.1f} | {rival[1] / cpu[1]:.1f} | '
              f'{cpu[0]:.0f} / {pocl[0]:.0f} / {rival[0]:.0f} |')


if __name__ == '__main__':
    chosen = options(__doc__)
    show(measure(chosen.build, chosen.rounds))
