# SPDX-License-Identifier: Apache-2.0
"""What the comparing scripts share: options and the input of launches.c."""
import argparse
import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def options(doc, prepare=lambda parser: None):
    """The options that every script has and those that `prepare` adds."""
    parser = argparse.ArgumentParser(description=doc.split('\n\n')[0])
    parser.add_argument('--build', type=Path, default=HERE.parent / 'build')
    parser.add_argument('--rounds', type=int, default=3)
    prepare(parser)
    chosen = parser.parse_args()
    chosen.build = chosen.build.resolve()
    return chosen


def floats(*shape):
    """An array of float32 as launches.c fills it."""
    import numpy as np
    i = np.arange(int(np.prod(shape)), dtype=np.int64)
    return (i * 7919 % 1000 * np.float32(0.001)).astype(
        np.float32).reshape(shape)


def bins(count):
    """Numbers from 0 to 255 as launches.c makes them for histograms."""
    import numpy as np
    return (np.arange(count) * 7919 % 65537 % 256).astype(np.int32)


def run_launches(build, env):
    """{kernel of kernels.py: (its first launch, the least of a second)} in milliseconds, by launches.c."""
    done = subprocess.run([build / 'bench' / 'launches', HERE / 'kernels.py'], check=True, capture_output=True, text=True,
                          timeout=600, env={**os.environ, 'PORTKERN_CACHE_DIR': 'off', **env})
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: (float(first), float(least)) for name, first, least in lines}
