// SPDX-License-Identifier: Apache-2.0
// The C++ API's records, views, tuples, lists, dicts and sets on a device,
// `test_collections BACKEND`. Prints TAP.
#include "expect.hpp"

#include <map>
#include <set>
#include <unordered_map>
#if __has_include(<span>)
#include <span>
#endif

using namespace portkern;

namespace {

const char source[] = R"(import collections
import enum
import numpy as np
from numba import cuda, njit

Point = collections.namedtuple("Point", "x, y")

class Color(enum.Enum):
    RED = 3
    BLUE = 5

@cuda.jit
def drift(p, dt):
    i = cuda.grid(1)
    if i < p.size:
        p[i]['x'] += p[i]['v'] * dt
        p[i]['cell'][1] = i
        p[i]['heavy'] = not p[i]['heavy']

@cuda.jit
def of_one(p, out):
    out[0] = p['x'] + p['cell'][2]

@cuda.jit
def spread(pair, shift, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = pair[0] * pair[1][0][i] + pair[1][1] + shift.y

@cuda.jit
def paint(color, out):
    out[0] = 1 if color is Color.RED else 2

@cuda.jit
def twice(m):
    i, j = cuda.grid(2)
    if i < m.shape[0] and j < m.shape[1]:
        m[i, j] *= 2

@njit
def every_second(p):
    q = p[::2].copy()
    for i in range(q.size):
        q[i]['n'] += 1
    return q

@njit
def with_count(p):
    q = p[3:].copy()
    return q, len(q)

@njit
def numbers(p):
    return p['x'].copy()

@njit
def grow(items):
    items.append(items[0] + 1)
    return len(items)

@njit
def lookup(d, k):
    d[k] = d[k] + 1
    return d

@njit
def names():
    return {'one': 1.5, 'two': 2.5}

@njit
def odd(s):
    return {k for k in s if k % 2 == 1}, (2, (1.5, 'x'))
)";

struct particle {
    float x, v;
    std::array<int, 3> cell;
    bool heavy;
    double weights[2];
};

struct program {
    explicit program(const char *backend)
        : ctx(std::string(backend)),
          mod(portkern::module::from_source(ctx, source, "k.py")), work(ctx),
          is_host(std::string(backend) == "cpu" ||
                  std::string(backend) == "interp") {}

    context ctx;
    portkern::module mod;
    portkern::queue work;
    bool is_host;
};

void records_in_results(program &p) {
    struct point {
        double x;
        std::int32_t n;
    };
    struct other {
        float x;
        std::int32_t n;
    };
    const structure<point> type(p.ctx, {{"x", &point::x}, {"n", &point::n}});
    const structure<other> small(p.ctx, {{"x", &other::x}, {"n", &other::n}});
    std::vector<point> all(6);

    for (std::size_t i = 0; i < all.size(); i++)
        all[i] = {double(i), std::int32_t(10 * i)};
    result every = p.mod.function("every_second")(in(type.of(all)));
    const std::vector<point> got = type.read(every);
    expect(got.size() == 3 && got[2].x == 4 && got[2].n == 41,
           "a function returns records");
    result two = p.mod.function("with_count")(in(type.of(all)));
    expect(type.read(two[0]).size() == 3 && two[1].as<int>() == 3,
           "records in a tuple");
    thrown(PK_TYPE, "other records", [&] { small.read(every); });
    thrown(PK_TYPE, "a number", [&] { type.read(two[1]); });
    result plain = p.mod.function("numbers")(in(type.of(all)));
    thrown(PK_TYPE, "an array of numbers", [&] { type.read(plain); });
}

void records_of_structs(program &p) {
    const structure<particle> type(p.ctx, {{"x", &particle::x},
                                           {"v", &particle::v},
                                           {"cell", &particle::cell},
                                           {"heavy", &particle::heavy},
                                           {"weights", &particle::weights}});
    std::vector<particle> all(100);
    float sum[1] = {};
    kernel drift = p.mod.kernel("drift");

    for (std::size_t i = 0; i < all.size(); i++)
        all[i] = {float(i), 2, {{7, 8, 9}}, i == 3, {0.5, 0.25}};
    p.work.launch(drift, {1}, {128}, inout(type.of(all)), 0.5f);
    p.work.finish();
    expect(all[5].x == 6 && all[5].v == 2 && all[5].cell[0] == 7 &&
               all[5].cell[1] == 5 && all[5].cell[2] == 9 && all[5].heavy &&
               !all[3].heavy && all[5].weights[1] == 0.25,
           "a kernel changes fields of structs");

    const particle one = all[9];
    p.work.launch(p.mod.kernel("of_one"), 1, 1, in(type.of(&one, {})),
                  out(sum));
    p.work.finish();
    expect(sum[0] == 19, "a struct is one record");

    buffer there(p.ctx, all.size() * sizeof(particle));
    const auto on_device = type.in_buffer(there, {all.size()});
    copy(on_device, type.of(all));
    p.work.launch(drift, {1}, {128}, inout(on_device), 0.5f);
    p.work.finish();
    copy(type.of(all), on_device);
    expect(all[5].x == 7 && all[99].x == 101, "records in a buffer");

    const structure<std::complex<float>> pair(p.ctx,
                                              "[('re', '<f4'), ('im', '<f4')]");
    expect(pk_structure_size(pair.get()) == 8, "a description in words");
    thrown(PK_BAD_ARG, "a description of another size", [&] {
        structure<particle> wrong(p.ctx, "[('re', '<f4'), ('im', '<f4')]");
    });
    thrown(PK_BAD_ARG, "a name that is taken", [&] {
        structure<particle> wrong(p.ctx,
                                  {{"x", &particle::x}, {"x", &particle::v}});
    });
}

void views(program &p) {
    std::vector<double> memory(24);
    const array<double> m(memory.data(), {4, 6});

    for (std::size_t i = 0; i < m.size(); i++)
        memory[i] = double(i);
    expect(m(2, 1) == 13 && m.row(3)(0) == 18 && m.slice(1, 3)(1, 5) == 17,
           "elements, rows and slices");
    double sum = 0;
    for (double x : m.row(1))
        sum += x;
    expect(sum == 51 && m.row(1).size() == 6 && m.is_contiguous(),
           "a row is a range");
    const array<double> columns(memory.data(), {4, 3}, {48, 16});
    expect(!columns.is_contiguous() && columns(1, 2) == 10 &&
               columns.row(2)(1) == 14,
           "strides");
    thrown(PK_BAD_ARG, "strides are no range", [&] { columns.begin(); });
    thrown(PK_BAD_ARG, "another number of indices", [&] { m(1); });
    thrown(PK_BAD_ARG, "a slice past the end", [&] { m.slice(2, 5); });
    thrown(PK_BAD_ARG, "a row past the end", [&] { m.row(4); });
#if __cpp_lib_span
    const auto row = m.row(2);
    const std::span<double> span(row);
    expect(span.size() == 6 && span[1] == 13, "a row is a std::span");
#endif
    p.work.launch(p.mod.kernel("twice"), {1, 1}, {4, 6}, inout(m.slice(1, 3)));
    p.work.finish();
    expect(m(0, 5) == 5 && m(1, 0) == 12 && m(2, 5) == 34 && m(3, 0) == 18,
           "a slice is an argument");

    buffer there(p.ctx, 24 * sizeof(double));
    const auto on_device = there.as<double>({4, 6});
    there.write(m);
    p.work.launch(p.mod.kernel("twice"), {1, 1}, {4, 6},
                  inout(on_device.slice(3, 4)));
    p.work.finish();
    there.read(memory);
    expect(m(2, 5) == 34 && m(3, 0) == 36, "a slice in a buffer");
    thrown(PK_BAD_ARG, "elements in a buffer", [&] { on_device(0, 0); });
    thrown(PK_BAD_ARG, "a write of elements that lie apart",
           [&] { there.write(columns); });
}

void tuples(program &p) {
    const std::vector<float> x{1, 2, 3};
    std::vector<float> y(3);
    int found[1] = {};
    kernel spread = p.mod.kernel("spread"), paint = p.mod.kernel("paint");

    p.work.launch(spread, 1, 32, tuple_of(2.0f, tuple_of(in(x), 1)),
                  spread.named("Point", 0, 0.5f), out(y));
    p.work.finish();
    expect(y == std::vector<float>({3.5f, 5.5f, 7.5f}),
           "tuples in tuples, and of a class");
    prepared again = spread.prepare({1, 32}, tuple_of(2.0f, tuple_of(in(x), 1)),
                                    spread.named("Point", 0, 0.5f), out(y));
    again.set(0, tuple_of(1.0f, tuple_of(in(x), 7)));
    p.work.launch(again);
    p.work.finish();
    expect(y == std::vector<float>({8.5f, 9.5f, 10.5f}),
           "a prepared launch takes another tuple");
    p.work.launch(paint, 1, 1, paint.member("Color.RED"), out(found));
    p.work.finish();
    expect(found[0] == 1, "a member of an enumeration");
    thrown(PK_NAME, "no such class", [&] { spread.named("Line", 1, 2); });
    thrown(PK_BAD_ARG, "another number of items",
           [&] { spread.named("Point", 1); });
    thrown(PK_NAME, "no such member", [&] { paint.member("Color.GREEN"); });
}

void lists_and_dicts(program &p) {
    const host_function grow = p.mod.function("grow"),
                        lookup = p.mod.function("lookup"),
                        odd = p.mod.function("odd");
    const std::vector<std::int64_t> numbers{4, 5};
    const double halves[] = {1.5, 2.5};
    using to_double = std::map<std::int64_t, double>;
    result after;

    expect(grow(list_of(numbers, &after)).as<int>() == 3 &&
               after.as<std::vector<std::int64_t>>() ==
                   std::vector<std::int64_t>({4, 5, 5}) &&
               numbers.size() == 2,
           "a list, and what it has become");
    expect(grow(list_of({1.5, 2.0})).as<int>() == 3, "a list in braces");

    result made = lookup(dict_of(numbers, halves, &after), 5);
    expect(made.as<to_double>() == to_double({{4, 1.5}, {5, 3.5}}) &&
               after.as<to_double>() == made.as<to_double>(),
           "a dict of two containers");
    made = lookup(dict_of(to_double{{7, 1.0}, {9, 2.0}}), 9);
    expect(made.as<std::unordered_map<int, double>>()[9] == 3,
           "a dict of a std::map");
    expect(p.mod.function("names")().as<std::map<std::string, double>>() ==
               std::map<std::string, double>({{"one", 1.5}, {"two", 2.5}}),
           "strings as keys");

    made = odd(set_of(std::set<std::int64_t>{1, 2, 3}));
    expect(made[0].as<std::set<int>>() == std::set<int>({1, 3}), "a std::set");
    expect(odd(set_of(numbers))[0].as<std::set<int>>() == std::set<int>({5}),
           "a set of a container");
    using nested = std::pair<int, std::tuple<double, std::string>>;
    expect(made[1].as<nested>() == nested(2, {1.5, "x"}), "a tuple of items");
    thrown(PK_TYPE, "another number of items",
           [&] { made[1].as<std::tuple<int>>(); });
    thrown(PK_TYPE, "a set is no dict", [&] { made[0].as<to_double>(); });
    thrown(PK_TYPE, "a dict is no set",
           [&] { p.mod.function("names")().as<std::set<int>>(); });
}

} // namespace

int main(int argc, char **argv) {
    try {
        program p(argc > 1 ? argv[1] : "cpu");

        records_of_structs(p);
        if (p.is_host)
            records_in_results(p);
        views(p);
        tuples(p);
        if (p.is_host)
            lists_and_dicts(p);
    } catch (const std::exception &e) {
        expect(false, std::string("nothing else is thrown: ") + e.what());
    }
    std::printf("1..%d\n", count);
    return failures != 0;
}
