#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_loops.sh BACKEND TARGETS RUN SOURCE PORTKERN: parallel loops of the functions in a bundle run
# on the device of BACKEND, where the bundle has them for one of its TARGETS; else on the host.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PORTKERN_CACHE_DIR="$folder/cache"
targets=$2
run=$(realpath "$3")
portkern=$(realpath "$5")
cp "$4" "$folder/loops.py"
cd "$folder"
processor=$(uname -m | sed 's/x86_64/x86-64/')

# build NAME TARGETS
build() {
    "$portkern" build loops.py -o "lib$1" --bundle-only --target "$2" --export 'total: f8(f8[:])' \
        --export 'fails: f8[:], i8' --export 'moved: f8[:], f8[:]' --export 'lists: f8[:]' \
        --export 'stays: f8[:]'
}
build all "$processor,$targets"
rm -rf cache
build again "$targets,$processor"
rm -rf cache
build all_again "$processor,$targets"
rm -rf cache
build none "$processor"
cmp all.pkb all_again.pkb
mv loops.py away.py
rm -rf cache
export PORTKERN_BACKEND="$1"
# total is 2 launches, one that joins parts, with gaps between elements or not; of arrays without gaps
# moved is 2 and fails 2; with gaps only what moved reads goes, not what is written: 1
for bundle in all again; do "$run" $bundle.pkb 9; done
PORTKERN_LOG=info "$run" none.pkb 0 2>log
grep -q 'offload: loops of moved do not run on .*: the bundle does not have them for ' log
if grep 'offload: loops of stays' log; then exit 1; fi
if [ "$1" = cuda ]; then # a GPU that is older than what there is
    mv away.py loops.py
    unset PORTKERN_BACKEND
    build newer "$processor,sm_90"
    PORTKERN_BACKEND=cuda PORTKERN_SIM_DEVICE=sm_75 PORTKERN_LOG=info "$run" newer.pkb 0 2>log
    grep -q 'the bundle does not have them for ' log
fi
