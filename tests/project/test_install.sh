#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs into a folder of its own, builds examples/saxpy.c against that with
# pkg-config, and runs it on every backend.
set -eu
source=$1
build=$2
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
DESTDIR=$prefix meson install -C "$build" --no-rebuild --quiet
top=$(dirname "$(find "$prefix" -name include -type d | head -1)")
pc=$(dirname "$(find "$prefix" -name portkern.pc)")
export PKG_CONFIG_PATH="$pc" PKG_CONFIG_SYSROOT_DIR="$prefix"
# shellcheck disable=SC2046
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$source/examples/saxpy.c" -o "$prefix/saxpy" \
    $(pkg-config --cflags --libs portkern)
cp "$source/examples/saxpy.py" "$prefix"
cd "$prefix"
lib=$(dirname "$(find "$top" -name 'libportkern.so' | head -1)")
export LD_LIBRARY_PATH="$lib" PORTKERN_CACHE_DIR="$prefix/cache"
for backend in interp cpu opencl auto; do
    case $backend in
    cpu | opencl)
        [ -e "$lib/portkern/portkern-$backend.so" ] || { echo "$backend: not built, skipped"; continue; } ;;
    esac
    PORTKERN_BACKEND=$backend ./saxpy || { echo "saxpy failed on $backend"; exit 1; }
done
PORTKERN_BACKEND=interp "$top/bin/portkern" run saxpy.py:saxpy --grid 1 --block 32 \
    2.0:f32 zeros:f32:20 zeros:f32:20 zeros:f32:20
