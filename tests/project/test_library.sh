#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libportkern exports what its headers mark PK_API and nothing else, needs only
# the C library, and stays under 2 MB (stripped).
set -eu
lib=$1 headers=$2
small=$(mktemp)
trap 'rm -f "$small" "$small".*' EXIT
cat "$headers/portkern.h" "$headers/status.h" | tr '\n' ' ' |
    grep -o 'PK_API [^;{]*' | grep -o 'pk_[a-z0-9_]*(' | tr -d '(' |
    sort -u >"$small.wanted"
nm -D --defined-only "$lib" | awk '$2 != "A" {print $3}' | grep -v '^__' |
    sort >"$small.found"
diff "$small.wanted" "$small.found" || { echo "not the symbols of the API"; exit 1; }
needs=$(readelf -d "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libdl|libpthread|libasan|libubsan|libtsan|libgcc_s)\.so|^ld-linux' || true)
[ -z "$needs" ] || { echo "needs: $needs"; exit 1; }
strip -o "$small" "$lib"
nm -D "$lib" | grep -qE ' __(a|t)san_init' && exit 0 # a sanitizer's build
size=$(stat -c %s "$small")
[ "$size" -lt 2000000 ] || { echo "$size bytes"; exit 1; }
