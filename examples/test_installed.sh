#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the build into an empty folder, builds an example and the README's
# program with pkg-config against it, and runs them on each backend that was installed.
set -eu
build=$1 source=$2 kernel=$3 readme=$4
case $(readelf -d "$build/libportkern.so") in
*libasan* | *libtsan* | *libubsan*) echo "skipped: a sanitizer build"; exit 77 ;;
esac
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
DESTDIR=$prefix meson install -C "$build" --no-rebuild --quiet
pc=$(find "$prefix" -name portkern.pc)
[ -n "$pc" ] || { echo "portkern.pc is not installed"; exit 1; }
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$prefix"
libdir=$(dirname "${pc%/*}")
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -Wall -Wextra -Werror "$source" \
    $(pkg-config --cflags --libs portkern) -o "$prefix/saxpy"
if command -v "${CXX:-c++}" >/dev/null; then
    # shellcheck disable=SC2046
    ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror "${source%.c}.cpp" \
        $(pkg-config --cflags --libs portkern) -o "$prefix/saxpy_cpp"
else
    cp "$prefix/saxpy" "$prefix/saxpy_cpp"
fi
sed -n '/^```c$/,/^```$/p' "$readme" | sed '/^```/d' >"$prefix/readme.c"
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -Wall -Wextra -Werror "$prefix/readme.c" \
    $(pkg-config --cflags --libs portkern) -o "$prefix/readme"
cp "$kernel" "$prefix"
for backend in interp auto $(cd "$libdir/portkern" && ls portkern-*.so |
        sed -n 's/^portkern-\([a-z0-9_]*\)\.so$/\1/p'); do
    case $backend in cuda | null) continue ;; esac # need a GPU; runs nothing
    if ! out=$(LD_LIBRARY_PATH=$libdir PORTKERN_BACKEND=$backend \
            PORTKERN_CACHE_DIR=off "$prefix/saxpy" "$kernel" 2>&1 &&
            LD_LIBRARY_PATH=$libdir PORTKERN_BACKEND=$backend \
            PORTKERN_CACHE_DIR=off "$prefix/saxpy_cpp" "$kernel" 2>&1 &&
            cd "$prefix" && LD_LIBRARY_PATH=$libdir PORTKERN_BACKEND=$backend \
            PORTKERN_CACHE_DIR=off ./readme 2>&1); then
        case $out in *NO_DRIVER* | *NO_DEVICE*) out="skipped: $out" ;;
        *) echo "$backend: $out"; exit 1 ;; esac
    fi
    case $out in *"12 24 36" | skipped*) echo "$backend: $out" ;;
    *) echo "$backend: the README's program says: $out"; exit 1 ;; esac
done
# The plugin to copy, as docs/plugins.md has it.
# shellcheck disable=SC2046
${CC:-cc} -shared -fPIC $(pkg-config --cflags portkern) "$(pkg-config --variable=plugin portkern)" \
    -o "$prefix/portkern-null.so"
LD_LIBRARY_PATH=$libdir "$(find "$prefix" -name portkern -type f -perm -u+x)" plugin-check "$prefix/portkern-null.so"
