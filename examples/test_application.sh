#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_application.sh BUILD SOURCE SYSTEM: the example of an application builds and runs,
# by cmake with the build that was installed and then moved, and by meson with the source
# in its folder subprojects.
set -eu
build=$1 source=$(realpath "$2") system=$3
case $(readelf -d "$build/libportkern.so") in
*libasan* | *libtsan* | *libubsan*) echo "skipped: a sanitizer build"; exit 77 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source"/examples/application/* "$source"/examples/saxpy.* "$folder"

cmake_says() { # what a project with this line of find_package says
    mkdir -p "$folder/asks"
    printf 'cmake_minimum_required(VERSION 3.16)\nproject(asks NONE)\n%s\nmessage("found")\n' "$1" \
        >"$folder/asks/CMakeLists.txt"
    rm -rf "$folder/asks/build"
    cmake -S "$folder/asks" -B "$folder/asks/build" -Dportkern_DIR="${config%/*}" 2>&1 || true
}
expect() { # words, and what was said
    case $2 in *"$1"*) ;; *) echo "no \"$1\" in: $2"; exit 1 ;; esac
}

case $system in
cmake)
    DESTDIR=$folder/first meson install -C "$build" --no-rebuild --quiet
    mv "$folder/first" "$folder/moved"
    config=$(find "$folder/moved" -name portkernConfig.cmake)
    [ -n "$config" ] || { echo "portkernConfig.cmake is not installed"; exit 1; }
    if ! { cmake -S "$folder" -B "$folder/build" -Dportkern_ROOT="${config%/lib*/cmake/*}" &&
        cmake --build "$folder/build"; } >"$folder/log" 2>&1; then
        cat "$folder/log"
        exit 1
    fi
    mkdir "$folder/plugin"
    if ! { cmake -S "$source/examples/plugin" -B "$folder/plugin" -Dportkern_DIR="${config%/*}" &&
        cmake --build "$folder/plugin"; } >"$folder/log" 2>&1; then
        cat "$folder/log"
        exit 1
    fi
    expect '"available": true, "index": 0, "status": "OK", "backend": "cc"' \
        "$(PORTKERN_PLUGIN_PATH=$folder/plugin "$build/tools/portkern" devices --json)"
    expect found "$(cmake_says 'find_package(portkern 0.1 REQUIRED)')"
    expect found "$(cmake_says 'find_package(portkern REQUIRED)
if(NOT EXISTS "${portkern_PLUGIN_SOURCE}")
message(FATAL_ERROR "no plugin")
endif()')"
    expect 'compatible with requested version "0.2"' "$(cmake_says 'find_package(portkern 0.2 REQUIRED)')"
    find "$folder/moved" -name 'libportkern_rt.so.*' -exec rm {} +
    expect 'is missing; install portkern again' "$(cmake_says 'find_package(portkern REQUIRED)' | tr -s '\n ' ' ')"
    ;;
meson) # without what is built for a minute, and not optimised
    mkdir "$folder/subprojects"
    ln -s "$source" "$folder/subprojects/portkern"
    off="-Dportkern:cpu=disabled -Dportkern:opencl=disabled -Dportkern:cuda=disabled -Dportkern:tools=disabled"
    # shellcheck disable=SC2086
    if ! { meson setup "$folder/build" "$folder" --force-fallback-for=portkern -Dbuildtype=plain $off &&
        ninja -C "$folder/build" saxpy saxpy_cpp; } >"$folder/log" 2>&1; then
        cat "$folder/log"
        exit 1
    fi
    ;;
esac
for program in saxpy saxpy_cpp; do
    said=$(PORTKERN_BACKEND=interp PORTKERN_CACHE_DIR=off "$folder/build/$program" "$folder/saxpy.py")
    expect ", 0 wrong" "$said"
done
