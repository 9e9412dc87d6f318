#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every public header compiles alone, as C11 and as C++, without a warning; so does a
# program in C++. Those of the C++ API do as C++17 and C++20, by each compiler at hand.
set -eu
root=$1
for header in "$root"/include/portkern/*.h; do
    for lang in "c -std=c11 -Wstrict-prototypes" "c++ -std=c++11"; do
        # shellcheck disable=SC2086
        cc -x $lang -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only \
            -I "$root/include" "$header" || { echo "as $lang: $header"; exit 1; }
    done
done
cc -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only \
    -I "$root/include" "$root/tests/project/init.cc" || { echo "as a C++ program"; exit 1; }
# Their parts, which it includes, come alone once.
check_hpp() {
    echo "#include <portkern/$3>" | $1 -x c++ "-std=c++$2" -Wall -Wextra -Wpedantic -Wshadow \
        -Wconversion -Wsign-conversion -Werror -fsyntax-only -I "$root/include" - ||
        { echo "by $1 as C++$2: $3"; exit 1; }
}
for compiler in "${CXX:-c++}" clang++-19; do
    command -v "${compiler%% *}" >/dev/null || continue
    check_hpp "$compiler" 17 portkern.hpp
    check_hpp "$compiler" 20 portkern.hpp
done
check_hpp "${CXX:-cc}" 17 values.hpp
for part in results collections records; do
    check_hpp "${CXX:-cc}" 17 $part.hpp
done
