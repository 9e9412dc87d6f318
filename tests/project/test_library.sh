#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_library.sh LIBRARY HEADERS BYTES [TREE]: it exports what the headers mark PK_API and nothing else,
# needs only the C library, and has so many bytes at most when it is stripped, a quarter more as it is
# built by default.
set -eu
lib=$1 headers=$2 limit=$3
small=$(mktemp)
trap 'rm -f "$small" "$small".*' EXIT
# With TREE also what it shares with files of its own build, marked PK_SHARED.
{
    cat "$headers"/portkern.h "$headers"/values.h "$headers"/launch.h "$headers"/function.h "$headers"/tools.h "$headers"/debug.h "$headers"/host.h "$headers"/status.h
    if [ "${4-}" ]; then cat "$4"/frontend/*.h "$4"/frontend/*/*.h "$4"/frontend/*/*/*.h "$4"/compile/*.h; fi
} | tr '\n' ' ' | grep -oE 'PK_(API|SHARED) [^;{]*' |
    grep -oE 'pk_[a-z0-9_]*\(|pk_ty_(error|none|ellipsis|text)\b' | tr -d '(' | sort -u >"$small.wanted"
nm -D --defined-only "$lib" | awk '$2 != "A" {print $3}' | grep -v '^__' |
    sort >"$small.found"
diff "$small.wanted" "$small.found" || { echo "not the symbols of the API"; exit 1; }
needs=$(readelf -d "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libdl|libpthread|libasan|libubsan|libtsan|libgcc_s)\.so|^ld-linux' || true)
[ -z "$needs" ] || { echo "needs: $needs"; exit 1; }
nm -D "$lib" | grep -qE ' __(a|t)san_init' && exit 0 # a sanitizer's build
strip -o "$small" "$lib"
readelf -S "$lib" | grep -q '\.debug_info' && lib=$small # a debug build
size=$(stat -c %s "$small")
echo "stripped: $size bytes, the most is $limit"
[ "$size" -le "$limit" ] || exit 1
size=$(stat -c %s "$lib")
echo "with its symbols: $size bytes, the most is $((limit + limit / 4))"
[ "$size" -le $((limit + limit / 4)) ]
