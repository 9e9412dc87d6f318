#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libportkern exports pk_ names only, needs only the C library, and stays
# under 2 MB (stripped).
set -eu
lib=$1
strays=$(nm -D --defined-only "$lib" | awk '$2 != "A" {print $3}' | grep -v '^pk_' || true)
[ -z "$strays" ] || { echo "exported: $strays"; exit 1; }
needs=$(readelf -d "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libdl|libpthread|libasan|libubsan|libtsan|libgcc_s)\.so|^ld-linux' || true)
[ -z "$needs" ] || { echo "needs: $needs"; exit 1; }
small=$(mktemp)
trap 'rm -f "$small"' EXIT
strip -o "$small" "$lib"
case $(readelf -d "$lib") in *libasan*|*libtsan*) exit 0 ;; esac
size=$(stat -c %s "$small")
[ "$size" -lt 2000000 ] || { echo "$size bytes"; exit 1; }
