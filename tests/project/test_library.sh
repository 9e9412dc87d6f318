#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_library.sh LIBRARY HEADERS BYTES: it exports what the headers mark PK_API and nothing else,
# needs only the C library, and stays under so many bytes: as it is built by default, and stripped.
set -eu
lib=$1 headers=$2 limit=$3
small=$(mktemp)
trap 'rm -f "$small" "$small".*' EXIT
cat "$headers"/portkern.h "$headers"/values.h "$headers"/function.h "$headers"/tools.h "$headers"/status.h | tr '\n' ' ' |
    grep -o 'PK_API [^;{]*' | grep -o 'pk_[a-z0-9_]*(' | tr -d '(' |
    sort -u >"$small.wanted"
nm -D --defined-only "$lib" | awk '$2 != "A" {print $3}' | grep -v '^__' |
    sort >"$small.found"
diff "$small.wanted" "$small.found" || { echo "not the symbols of the API"; exit 1; }
needs=$(readelf -d "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libdl|libpthread|libasan|libubsan|libtsan|libgcc_s)\.so|^ld-linux' || true)
[ -z "$needs" ] || { echo "needs: $needs"; exit 1; }
nm -D "$lib" | grep -qE ' __(a|t)san_init' && exit 0 # a sanitizer's build
strip -o "$small" "$lib"
readelf -S "$lib" | grep -q '\.debug_info' && lib=$small # a debug build
for file in "$lib" "$small"; do
    size=$(stat -c %s "$file")
    echo "$file: $size bytes"
    [ "$size" -lt "$limit" ] || exit 1
done
