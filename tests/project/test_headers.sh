#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every public header compiles alone, as C11 and as C++, without a warning; so does a
# program in C++.
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
