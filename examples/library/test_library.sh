#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_library.sh PORTKERN FOLDER SYSTEM: the example builds by make, meson or cmake, and runs.
set -eu
portkern=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PORTKERN_CACHE_DIR="$folder/cache"
cp "$2"/stats.py "$2"/main.c "$2"/meson.build "$2"/CMakeLists.txt "$2"/Makefile "$folder"
mkdir "$folder/bin"
ln -s "$portkern" "$folder/bin/portkern"
PATH=$folder/bin:$PATH
cd "$folder"
case $3 in
make) make PORTKERN="$portkern" >log && main=./main ;;
meson) meson setup build >log && ninja -C build >>log && main=build/main ;;
cmake) cmake -B build >log && cmake --build build >>log && main=build/main ;;
esac || {
    cat log
    exit 1
}
said=$("$main")
[ "$said" = "mean 4, smooth 2 3 4 6
line 12: ValueError: the mean of nothing" ] || {
    echo "$said"
    exit 1
}
