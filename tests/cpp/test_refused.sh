#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What does not compile with the C++ API, and what the compiler says then: the words of a
# static_assert. Prints TAP.
set -eu
root=$1
n=0
failed=0
compiler=${CXX:-c++}
while IFS='|' read -r code words; do
    n=$((n + 1))
    said=$(printf '%s\n' '#include <portkern/portkern.hpp>' 'using namespace portkern;' \
        'enum color { red };' 'struct point { int x; };' \
        'void f(portkern::queue &q, portkern::kernel &k, portkern::buffer &b, const std::vector<float> &v, float *p, std::string s, context &c, const std::vector<point> &t) {' \
        "(void)q, (void)k, (void)b, (void)v, (void)p, (void)s, (void)c, (void)t; $code; }" |
        $compiler -std=c++17 -x c++ -fsyntax-only -I "$root/include" - 2>&1) && said="it compiles"
    case $said in
    *"$words"*) echo "ok $n - $code" ;;
    *) echo "not ok $n - $code"; echo "$said" | grep -m 4 error: | sed 's/^/# /'; failed=1 ;;
    esac
done <<'CASES'
q.launch(k, {1}, {1}, 1, in(v), in(p, {2}), pk_none())|it compiles
q.launch(k, {1}, {1}, v)|an array is passed by portkern::in, out or inout
q.launch(k, {1}, {1}, s)|a string by pk_string
q.launch(k, {1}, {1}, p)|a pointer has no shape; pass portkern::in(pointer, {n})
q.launch(k, {1}, {1}, 1.0L)|long double has no dtype; use double
q.launch(k, {1}, {1}, 'c')|a character is no number here
q.launch(k, {1}, {1}, red)|an enum has no dtype
q.launch(k, {1}, {1}, point())|the type has no dtype; use bool, integers
q.launch(k, {1}, {1}, out(v))|out and inout are for arrays whose elements are not const
q.launch(k, {1}, {1}, inout(v, {2, 3}))|out and inout are for arrays whose elements are not const
q.launch(k, {1}, {1}, in(std::vector<float>(3)))|the container ends with this statement
q.launch(k, {1}, {1}, in(std::vector<bool>(3)))|std::vector<bool> has no elements in memory
q.launch(k, {1}, {1}, in(3))|an array is a std::vector, std::array, std::span, an array of C
q.launch(k, {1}, {1}, in(structure<point>(c, {{"x", &point::x}}).of(std::vector<point>(2))))|the container ends with this statement
q.launch(k, {1}, {1}, structure<point>(c, {{"x", &point::x}}).of(t))|an array is passed by portkern::in, out or inout
q.launch(k, {1}, {1}, out(structure<point>(c, {{"x", &point::x}}).of(t)))|out and inout are for arrays whose elements are not const
structure<std::vector<int>> other(c, {{"x", &point::x}})|no matching function
structure<color> other(c, "x"); other.of(v)|these are records of another struct
q.launch(k, {1}, {1}, tuple_of(1, v))|an array is passed by portkern::in, out or inout
array<float>(p, {2, 2})(0, 1.5)|an index is an integer
b.read(v)|out and inout are for arrays whose elements are not const
b.fill(std::complex<double>())|a pattern has at most 8 bytes
queue other(q)|deleted
CASES
echo "1..$n"
exit $failed
