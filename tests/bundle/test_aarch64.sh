#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_aarch64.sh WRITE PORTKERN SOURCE BUILD: the runtime and the cpu plugin are compiled for
# aarch64, and there, under qemu, run host functions that were compiled here: of a bundle, and of
# the library that `portkern build` makes.
set -eu
for needed in aarch64-linux-gnu-gcc qemu-aarch64 meson ninja; do
    command -v $needed >/dev/null || { echo "skipped: no $needed"; exit 77; }
done
[ -f /usr/include/xxhash.h ] || { echo "skipped: no /usr/include/xxhash.h"; exit 77; }
write=$(realpath "$1") portkern=$(realpath "$2") source=$(realpath "$3")
build=$4/aarch64
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PORTKERN_CACHE_DIR="$folder/cache"

mkdir -p "$build/headers"
ln -sf /usr/include/xxhash.h "$build/headers"
sed "s|@DIRNAME@|$build/headers|" "$source/tests/bundle/aarch64.txt" >"$build/aarch64.txt"
if [ ! -f "$build/build/build.ninja" ]; then
    meson setup --cross-file "$build/aarch64.txt" "$build/build" "$source" -Dtests=disabled \
        -Dtools=disabled -Dcuda=disabled -Dopencl=disabled >"$build/log"
fi
ninja -C "$build/build" libportkern_rt.so.0.1.0 plugins/cpu/portkern-cpu.so >>"$build/log" || {
    tail -20 "$build/log"
    exit 1
}

cd "$folder"
mkdir portkern
cp "$build/build/libportkern_rt.so.0.1.0" libportkern_rt.so.0
ln -s libportkern_rt.so.0 libportkern_rt.so
cp "$build/build/plugins/cpu/portkern-cpu.so" portkern
cp "$source/tests/bundle/functions.py" "$source/tests/build/stats.py" .
cc="aarch64-linux-gnu-gcc -L$folder"
qemu="qemu-aarch64 -L /usr/aarch64-linux-gnu"

"$write" functions.py functions.pkb x86-64-v2 aarch64
$cc -I"$source/include" "$source/tests/bundle/run_functions.c" -o run_functions -lportkern_rt \
    -Wl,-rpath,"$folder"
$qemu ./run_functions functions.pkb
"$write" functions.py foreign.pkb x86-64-v2
$qemu ./run_functions foreign.pkb "the bundle has code for cpu:x86-64-v2, and this machine's cpu"

CC="$cc" "$portkern" build stats.py -o libstats --target aarch64 --export 'norm: f8(f8[:], i8)' \
    --export 'scaled: f8[:](f8[:], f8)' --export 'total: f8[::1]' --export 'split: f4[:], f4' \
    --export 'shift: void(f8[:], f8[:])' --export 'turned: f8[:, ::1]' --export 'add: i4(i4, i4)' \
    --export 'addc=add: c16, c16' --export 'addf=add: float32(f8, f8)' \
    --export 'axpy: f4, f4[::1], f4[::1]'
$cc -D_GNU_SOURCE -I. "$source/tests/build/use_stats.c" -o use_stats -lstats -lm -pthread \
    -Wl,-rpath,"$folder" -Wl,-rpath-link,"$folder"
$qemu ./use_stats
