#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_build.sh PORTKERN SOURCE PROGRAM: a library that `portkern build` makes of a Python file is
# used by a program in C, and in C++; the same words give the same bytes; wrong ones are refused.
set -eu
portkern=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PORTKERN_CACHE_DIR="$folder/cache"
cp "$2" "$3" "$folder"
cd "$folder"

build() {
    out=$1
    shift
    "$portkern" build stats.py -o "$out/libstats" "$@" --export 'norm: f8(f8[:], i8)' \
        --export 'scaled: f8[:](f8[:], f8)' --export 'total: f8[::1]' --export 'split: f4[:], f4' \
        --export 'shift: void(f8[:], f8[:])' --export 'turned: f8[:, ::1]' --export 'add: i4(i4, i4)' \
        --export 'addc=add: c16, c16' --export 'addf=add: float32(f8, f8)' \
        --export 'axpy: f4, f4[::1], f4[::1]' --export 'norm4=norm: f4(f4[:], i8)'
}

# Nor does a byte depend on the folder, the threads, the locale, the time zone and the clock.
mkdir one two elsewhere
build one
rm -rf cache
cp stats.py elsewhere
sleep 1
(cd elsewhere && PORTKERN_NUM_THREADS=1 LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Tokyo HOME=/ build ../two)
for file in stats.h stats.pkb stats.pc libstats.so; do cmp "one/$file" "two/$file"; done
test "$(ls one)" = "$(ls two)" && test "$(ls one | wc -l)" = 4
rm -rf cache two

warn="-Wall -Wextra -Wpedantic -Wshadow -Werror"
cc -std=c11 -D_GNU_SOURCE $warn -Ione use_stats.c -o use_c -Lone -lstats -Wl,-rpath,"$folder/one" -pthread
./use_c
c++ -std=c++17 $warn -x c++ -Ione use_stats.c -o use_cc -Lone -lstats -Wl,-rpath,"$folder/one" -pthread
mv stats.py away.py # nor is the source needed
PORTKERN_CPU_TARGET=$(uname -m | sed 's/x86_64/x86-64-v2/') ./use_cc
mv away.py stats.py

# With the runtime in it, it needs nothing of portkern's, and opens nothing.
mkdir alone
build alone --static
cc -std=c11 -D_GNU_SOURCE $warn -Ialone use_stats.c -o use_alone -Lalone -lstats -Wl,-rpath,"$folder/alone" -pthread
if readelf -d alone/libstats.so | grep -q portkern || nm -D --defined-only alone/libstats.so | grep -v ' stats_'; then
    echo "alone/libstats.so links portkern, or has more names than its functions'"
    exit 1
fi
env -i ./use_alone
if env -i LD_DEBUG=files ./use_alone 2>&1 | grep portkern; then
    echo "alone/libstats.so opens portkern"
    exit 1
fi

# Kernels and parallel loops for a GPU: PTX in the same library.
if [ -n "${PORTKERN_LIBCUDA:-}" ]; then
    refuses=$(PORTKERN_BACKEND=cuda ./use_c 2>&1) && exit 1
    echo "$refuses" | grep -q "this machine's cuda .* does not run any of it"
    build one --target "$(uname -m | sed 's/x86_64/x86-64-v2/'),sm_75"
    PORTKERN_BACKEND=cuda ./use_c
    ./use_c
    # The first launch is of the kernel, the second of the parallel loop.
    failed=$(PORTKERN_BACKEND=cuda PORTKERN_SIM_FAULT=cuLaunchKernel:2:LAUNCH_FAILED ./use_c 2>&1) && exit 1
    echo "$failed" | grep -q '^[0-9]*: .*CUDA_ERROR_LAUNCH_FAILED'
fi
if [ -n "${OCL_ICD_VENDORS:-}" ]; then # and OpenCL C
    build one --target "$(uname -m | sed 's/x86_64/x86-64-v2/'),threads,lanes,block"
    PORTKERN_BACKEND=opencl ./use_c
    ./use_c
fi

# refused CODE WORDS ARG...: the command fails so, and says that.
refused() {
    code=$1 words=$2
    shift 2
    status=0
    "$portkern" build "$@" > out 2> err || status=$?
    if [ $status != "$code" ] || ! grep -qF -- "$words" err; then
        echo "portkern build $*: $status, $(cat err)"
        exit 1
    fi
}
refused 2 'needs a FILE' -o libx
refused 2 'needs -o NAME' stats.py
refused 2 "'9-x' begins the names of C functions" stats.py -o lib9-x
refused 1 'stats.py exports nothing' stats.py -o libx
refused 1 "has no types: write --export 'NAME: f8(f8[:], i8)'" stats.py -o libx --export norm
refused 1 "the file has no function 'none'" stats.py -o libx --export 'none: f8'
refused 1 "'plain' (line 63) cannot be exported: write @njit above it" stats.py -o libx --export 'plain: f8'
refused 1 "two exports are called 'add', of add(float64, float64) and add(int64, int64)" stats.py -o libx \
    --export 'add: f8, f8' --export 'add: i8, i8'
refused 1 "'a-b' cannot be the name of a C function" stats.py -o libx --export 'a-b=add: f8, f8'
refused 1 'the result of text() is of type unicode_type, which has no form in C' stats.py -o libx --export 'text: '
refused 1 'returns float64, and its export says complex' stats.py -o libx --export 'total: complex(f8[:])'
refused 1 'no cpu target "z80"' stats.py -o libx --export 'add: f8, f8' --target z80
CC=no-such-compiler refused 1 "there is no C compiler 'no-such-compiler'" stats.py -o libx --export 'add: f8, f8'
refused 1 'cannot write' stats.py -o nowhere/libx --export 'add: f8, f8'
refused 1 "stats_release is what the library itself has by that name" stats.py -o libstats --export 'release=add: f8, f8'
refused 1 "x_f64_1d_of is what" stats.py -o libx --export 'f64_1d_of=add: f8, f8'
refused 1 "has no types: write --export" stats.py -o libx --export 'add f8[:], f8'
refused 1 "add is a function, which runs on a processor: name one, too" stats.py -o libx --export 'add: f8, f8' --target sm_75
for words in '' '()' '("f8(f8)", nam="x")'; do
    printf 'import portkern\nfrom numba import njit\n@portkern.export%s\n@njit\ndef f(x):\n    return x\n' "$words" > wrong.py
    refused 1 'wrong.py:3:2: error: an export has one signature, and a name if it is another one' wrong.py -o libx
done
# Names that macros of C have are those of parameters, and f1_score is one of a function.
printf 'from numba import njit\n@njit\ndef f(NULL, linux, I, EOF):\n    return NULL + linux + I + EOF\n' > macros.py
"$portkern" build macros.py -o libmacros --export 'f1_score=f: f8, f8, f8, f8'
printf '#include <complex.h>\n#include <stdio.h>\n#include <macros.h>\n' | cc $warn -I. -x c -fsyntax-only -
printf '#include <macros.h>\n' | c++ $warn -Wold-style-cast -I. -x c++ -fsyntax-only -
printf '#include <stats.h>\n' | c++ $warn -Wold-style-cast -Ione -x c++ -fsyntax-only -
library=$(ldd "$portkern" | awk '$1 ~ /^libportkern.so/ { print $3 }')
mkdir lonely
cp "$library" lonely
ln -s "$(dirname "$library")/portkern" lonely/portkern
LD_LIBRARY_PATH=$folder/lonely refused 1 'there is no libportkern_rt.so.0 beside libportkern' \
    stats.py -o libx --export 'add: f8, f8'
CC=no-such-compiler "$portkern" build stats.py -o liby --export 'add: f8, f8' --bundle-only
test -f y.pkb && test ! -e liby.so
