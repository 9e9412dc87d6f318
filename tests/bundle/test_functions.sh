#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_functions.sh WRITE RUN SOURCE: host functions that one program compiles for several
# processors run in another one, which has no compiler, by the best code that there is.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PORTKERN_CACHE_DIR="$folder/cache"
write=$(realpath "$1")
run=$(realpath "$2")
cp "$3" "$folder/functions.py"
cd "$folder"
case $(uname -m) in
x86_64) low=x86-64 mid=x86-64-v2 foreign=aarch64 ;;
aarch64) low=aarch64 mid=aarch64 foreign=x86-64 ;;
esac

"$write" functions.py all.pkb $low $mid $foreign
"$write" functions.py foreign.pkb $foreign
rm -rf cache
"$write" functions.py again.pkb $low $mid $foreign
cmp all.pkb again.pkb
rm -rf cache functions.py
"$run" all.pkb
PORTKERN_CPU_TARGET=$low "$run" all.pkb
"$run" foreign.pkb "the bundle has code for cpu:$foreign, and this machine's cpu"

if [ $low = x86-64 ]; then
    cp "$3" functions.py
    "$write" functions.py higher.pkb x86-64-v2 x86-64-v4
    PORTKERN_CPU_TARGET=x86-64-v2 "$run" higher.pkb
    for level in x86-64 x86-64-v2; do # the best that there is
        PORTKERN_LOG=info PORTKERN_CPU_TARGET=$level "$run" all.pkb 2>log
        grep -q "root: code for $level\$" log || {
            cat log
            exit 1
        }
    done
    PORTKERN_CPU_TARGET=x86-64 "$run" higher.pkb \
        "code for cpu:x86-64-v2, cpu:x86-64-v4, and this machine's cpu"
fi
"$run" foreign.pkb --damage
