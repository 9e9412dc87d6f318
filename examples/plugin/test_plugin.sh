#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_plugin.sh BUILD: the example of a backend is built of what was installed, passes
# `portkern plugin-check`, gives the same bits as the interpreter, and refuses in words.
set -eu
build=$1
case $(readelf -d "$build/libportkern.so") in
*libasan* | *libtsan* | *libubsan*) echo "skipped: a sanitizer build"; exit 77 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
DESTDIR=$folder meson install -C "$build" --no-rebuild --quiet
pc=$(find "$folder" -name portkern_plugin.pc)
[ -n "$pc" ] || { echo "portkern_plugin.pc is not installed"; exit 1; }
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$folder"
portkern=$(find "$folder" -name portkern -type f -perm -u+x)
LD_LIBRARY_PATH=$(dirname "${pc%/*}")
export LD_LIBRARY_PATH
# shellcheck disable=SC2046
${CC:-cc} -O2 -Wall -Wextra -Werror -shared -fPIC "$(dirname "$(pkg-config --variable=plugin portkern)")"/cc/*.c \
    $(pkg-config --cflags --libs portkern_plugin) -o "$folder/portkern-cc.so"
exported=$(nm -D --defined-only "$folder/portkern-cc.so" | awk '{print $3}')
[ "$exported" = pk_plugin_query ] || { echo "exports: $exported"; exit 1; }

"$portkern" plugin-check "$folder/portkern-cc.so" >"$folder/said" || { cat "$folder/said"; exit 1; }
skipped=$(grep -c '# SKIP' "$folder/said" || true)
[ "$skipped" = 2 ] || { cat "$folder/said"; echo "$skipped were skipped"; exit 1; }

cat >"$folder/kernels.py" <<'END'
import math
import numpy as np
from numba import cuda

@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]

@cuda.jit
def series(x, out):
    i = cuda.grid(1)
    total = 0.0
    for k in range(50, 0, -3):
        if k % 7 == 2:
            continue
        total += math.sin(x[i] * k) / k
        if total > 3.0:
            break
    out[i] = total

@cuda.jit
def total(x, out):
    part = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    part[t] = x[cuda.grid(1)]
    step = 32
    while step:
        cuda.syncthreads()
        if t < step:
            part[t] += part[t + step]
        step //= 2
    if t == 0:
        cuda.atomic.max(out, 0, part[0])
        out[cuda.blockIdx.x + 1] = part[0]

@cuda.jit
def halves(x, out):
    i = cuda.grid(1)
    out[i] = np.float16(x[i])
END
export PORTKERN_PLUGIN_PATH="$folder" PORTKERN_CACHE_DIR="$folder/cache"
bits() { # argument to save, kernel, arguments
    save=$1 kernel=$2
    shift 2
    for backend in interp cc cc; do # the last time from the cache
        "$portkern" run "$folder/kernels.py:$kernel" --block 64 "$@" --backend $backend --save "$save=$folder/$backend.npy"
        cmp "$folder/interp.npy" "$folder/$backend.npy"
    done
}
bits 3 saxpy --grid 20 2.5:f32 random:f32:1000 random:f32:1000 zeros:f32:1000
bits 1 series --grid 16 random:f64:1024 zeros:f64:1024
bits 1 total --grid 16 random:f32:1024 zeros:f32:17
if said=$("$portkern" run "$folder/kernels.py:halves" --grid 1 --block 64 random:f32:64 zeros:f16:64 --backend cc 2>&1); then
    echo "float16 was not refused"
    exit 1
fi
case $said in
*"kernels.py:"*": error: the plugin cc has no float16"*"hint: float32 has the same operations"*) ;;
*) echo "$said"; exit 1 ;;
esac
if said=$(CC=/none "$portkern" run "$folder/kernels.py:series" --grid 1 --block 64 random:f32:64 zeros:f64:64 --backend cc 2>&1); then
    echo "there was a compiler"
    exit 1
fi
case $said in *"there is no compiler; CC may name one"*) ;; *) echo "$said"; exit 1 ;; esac
"$portkern" emit "$folder/kernels.py" -k saxpy -s "f32, f32[::1], f32[::1], f32[::1]" --to c --target c |
    ${CC:-cc} -w -fsyntax-only -x c -
