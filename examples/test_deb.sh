#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs what Debian packages have installed, in a system that has nothing else of portkern:
# scripts/deb --try does so. It needs gcc, g++, pkg-config and cmake.
set -eu
cd "$(dirname "$0")"
export PORTKERN_CACHE_DIR=off
portkern devices
for backend in interp cpu; do
    portkern run saxpy.py:saxpy --grid 4 --block 256 2.0:f32 random:f32:1000 random:f32:1000 \
        zeros:f32:1000 --backend $backend
done
PORTKERN_LIBCUDA=$(pkg-config --variable=libdir portkern)/portkern/libportkern_cudasim.so portkern run saxpy.py:saxpy --grid 4 \
    --block 256 2.0:f32 random:f32:1000 random:f32:1000 zeros:f32:1000 --backend cuda
portkern check saxpy.py -k saxpy -s "f32, f32[:], f32[:], f32[:]" >/dev/null
# shellcheck disable=SC2046
gcc -std=c11 saxpy.c $(pkg-config --cflags --libs portkern) -o saxpy
PORTKERN_BACKEND=cpu ./saxpy saxpy.py
cmake -B build >/dev/null
cmake --build build >/dev/null
PORTKERN_BACKEND=cpu build/saxpy_cpp saxpy.py
# shellcheck disable=SC2046
gcc -O2 -shared -fPIC "$(dirname "$(pkg-config --variable=plugin portkern)")"/cc/*.c \
    $(pkg-config --cflags --libs portkern_plugin) -o portkern-cc.so
portkern plugin-check ./portkern-cc.so | grep -c '^ok'
cat >sums.py <<'END'
import numpy as np
import portkern
from portkern import cuda, njit

@njit
def total(x):
    s = 0.0
    for v in x:
        s += v
    return s

@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2

x = np.arange(1000.0)
double[4, 256](x)
assert total(x) == 999000.0, total(x)
print("Python:", portkern.__version__, portkern.__file__)
END
PORTKERN_BACKEND=cpu python3 sums.py
python3 -c "import importlib.metadata as m; print(m.version('portkern'), *m.entry_points(group='pytest11'))"
man -w portkern 2>/dev/null || ls /usr/share/man/man1/portkern.1.gz 2>/dev/null || echo "minbase keeps no manual pages"
