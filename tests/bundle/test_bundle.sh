#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_bundle.sh BACKEND WRITE RUN SOURCE: a bundle that one program writes runs in another, which
# has no compiler.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PORTKERN_BACKEND="$1" PORTKERN_CACHE_DIR="$folder/cache"
write=$(realpath "$2")
run=$(realpath "$3")
cp "$4" "$folder/kernels.py"
cd "$folder"
"$write" kernels.py kernels.pkb
rm -rf cache kernels.py
"$run" kernels.pkb
