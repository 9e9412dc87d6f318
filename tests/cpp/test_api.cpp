// SPDX-License-Identifier: Apache-2.0
// The C++ API on a device, `test_api BACKEND`. Prints TAP.
#include <portkern/portkern.hpp>

#if __has_include(<span>)
#include <span>
#endif
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <vector>

#include "expect.hpp"

using portkern::in;
using portkern::inout;
using portkern::out;

namespace {

const char source[] = R"(import numpy as np
from numba import cuda, njit

@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]

@cuda.jit
def scale(a, m):
    i, j = cuda.grid(2)
    if i < m.shape[0] and j < m.shape[1]:
        m[i, j] = a * m[i, j] + SHIFT

@cuda.jit
def wrong(x):
    x[0] = missing

@cuda.jit(debug=True)
def root(x):
    if x[0] < 0:
        raise ValueError('x is negative')
    x[0] = x[0] ** 0.5

@njit
def mean(x):
    return x.sum() / x.size

@njit
def add(a, b):
    return a + b

@njit
def parts(n):
    return n, 'größe €', np.arange(6.0).reshape(2, 3).T, [1, 2], n > 2, 1j * n

@njit
def nothing():
    pass

@njit
def fails(x):
    raise ValueError('no')
)";

struct program {
    explicit program(const char *backend)
        : ctx(std::string(backend)),
          mod(portkern::module::from_source(ctx, source, "k.py", 1,
                                            {portkern::global("SHIFT", 0.5)})),
          queue(ctx), is_host(std::string(backend) == "cpu" ||
                              std::string(backend) == "interp") {}

    portkern::context ctx;
    portkern::module mod;
    portkern::queue queue;
    bool is_host; // it stops launches and runs functions of the host
};

void launches(program &p) {
    const std::vector<float> x(1000, 3.0f);
    std::array<float, 1000> y;
    float sum[1000] = {};
    auto saxpy = p.mod.kernel("saxpy");

    y.fill(1.0f);
    p.queue.launch(saxpy, {4}, {256}, 2.0f, in(x), in(y), out(sum));
    p.queue.finish();
    expect(sum[0] == 7 && sum[999] == 7, "a vector, an array, an array of C");

    std::vector<double> m(6, 2.0);
    p.queue.launch(p.mod.kernel("scale"), {1, 1u}, {std::size_t(2), 3L}, 3.0,
                   inout(m, {2, 3}));
    p.queue.finish();
    expect(m == std::vector<double>(6, 6.5), "two dimensions and a global");

    p.queue.launch(p.mod.kernel("scale"), 1, {2, 3}, 0.0,
                   inout(m.data(), std::array<int, 2>{2, 2}));
    p.queue.finish();
    expect(m[3] == 0.5 && m[4] == 6.5, "a pointer, a std::array as the shape");

    portkern::array<double> column(m.data(), {3, 1}, {16, 8});
    p.queue.launch(
        p.mod.kernel("scale"),
        portkern::launch_config({1}, {3, 1}, 0,
                                std::chrono::seconds(p.is_host ? 60 : 0)),
        2.0, inout(column));
    p.queue.finish();
    expect(m == std::vector<double>({1.5, 0.5, 1.5, 0.5, 13.5, 6.5}),
           "strides and a launch_config");
    p.queue.launch(saxpy, {2, 1}, 500, 0.0f, in(x), in(y), out(sum));
    p.queue.finish();
    expect(sum[999] == 1, "two numbers in braces are a grid, with a block");
#ifdef __cpp_lib_span
    p.queue.launch(saxpy, {1}, {256}, 1.0f, in(std::span(x).first(10)),
                   in(std::span(y).first(10)), out(std::span(sum).last(10)));
    p.queue.finish();
    expect(sum[989] == 1 && sum[990] == 4, "std::span");
#endif
    expect(saxpy.compile({{1}, {64}}, 1.0f, in(x), in(y), out(sum)).max_block >=
               64,
           "compile says what is known");
    const auto [threads, blocks] =
        saxpy.suggest_block(1.0f, in(x), in(y), out(sum));
    expect(threads >= 32 && threads <= p.ctx.limits().max_block && blocks >= 1,
           "a block that suits it");
    auto often = saxpy.prepare({{4}, {256}}, 1.0f, in(x), in(y), out(sum));
    p.queue.launch(often);
    often.set(0, 5.0f);
    p.queue.launch(often);
    p.queue.finish();
    expect(sum[500] == 16, "a prepared launch with another argument");
    thrown(PK_TYPE, "its arguments keep their kinds",
           [&] { often.set(0, in(x, {10, 100})); });
    thrown(PK_TYPE, "and their dtypes", [&] { often.set(1, in(m)); });
    thrown(PK_TYPE, "and their axes", [&] { often.set(1, in(x, {10, 100})); });
}

void errors(program &p) {
    std::vector<float> x(10), y(10);
    auto saxpy = p.mod.kernel("saxpy");
    auto bad = p.mod.kernel("wrong");

    portkern::error e = thrown(PK_NAME, "a kernel that does not compile", [&] {
        p.queue.launch(bad, {1}, {1}, inout(x));
    });
    expect(e.line() == 18 && e.column() == 12 &&
               std::string(e.file()) == "k.py",
           "its file, line and column");
    expect(std::string(e.what()).find("k.py:18:12: name 'missing' is not "
                                      "defined; assign it above") == 0,
           "its words and place");
    expect(e.diagnostics() ==
               "k.py:18:12: error: name 'missing' is not defined [E0310]\n"
               "        x[0] = missing\n"
               "               ^~~~~~~\n"
               "    hint: assign it above, import it, or make it a parameter\n",
           "its text as the command prints it");
    e = thrown(PK_SYNTAX, "a text that is not Python", [&] {
        portkern::module::from_source(p.ctx, "\n\ndef f(:\n", "s.py");
    });
    expect(e.line() == 3 && e.column() == 6, "its line and column");
    thrown(PK_NAME, "no such kernel", [&] { p.mod.kernel("sax"); });
    thrown(PK_NAME, "no such function", [&] { p.mod.function("sax"); });
    thrown(PK_IO, "no such file",
           [&] { portkern::module::from_file(p.ctx, "/no/such.py"); });

    p.queue.launch(p.mod.kernel("root"), {1}, {1}, inout(&(x[0] = -4), {1}));
    e = thrown(PK_KERNEL, "a kernel that raises", [&] { p.queue.finish(); });
    expect(e.line() == 23 &&
               p.mod.explain(e).find("raise ValueError") != std::string::npos,
           "explain has its line");
    thrown(PK_KERNEL, "the queue keeps it", [&] { p.queue.finish(); });
    p.queue.clear();
    p.queue.finish();

    thrown(PK_BAD_ARG, "too few arguments",
           [&] { p.queue.launch(saxpy, {1}, {1}, 1.0f, in(x)); });
    e = thrown(PK_TYPE, "a number in the place of an array", [&] {
        p.queue.launch(saxpy, {1}, {1}, 1.0f, 2.0f, in(y), out(x));
    });
    expect(e.line() == 8, "its line");
    thrown(PK_TYPE, "another number of axes",
           [&] { p.queue.launch(p.mod.kernel("scale"), 1, 1, 1.0, inout(x)); });
    thrown(PK_BAD_ARG, "a shape that the container does not have",
           [&] { in(x, {3, 4}); });
    thrown(PK_LIMIT, "nine axes", [&] { in(x, {1, 1, 1, 1, 1, 1, 1, 1, 10}); });
    thrown(PK_TYPE, "an array of another dtype", [&] {
        portkern::array<double>(portkern::array<float>(x.data(), {10}).raw());
    });
    thrown(PK_BAD_ARG, "strides for other axes",
           [&] { portkern::array<float>(x.data(), {10}, {4, 4}); });
    thrown(PK_LIMIT, "a negative grid",
           [&] { p.queue.launch(saxpy, {-1}, {1}); });
    thrown(PK_LIMIT, "a block that is too large", [&] {
        p.queue.launch(saxpy, {1}, {4096}, 1.0f, in(x), in(y), out(x));
    });
    thrown(PK_NO_PLUGIN, "no such backend",
           [] { portkern::context ctx("nonsense"); });
    expect(std::is_nothrow_copy_constructible_v<portkern::error>,
           "errors are copied without another");
}

void moves(program &p) {
    std::vector<float> x(4, 1.0f);
    auto scale = p.mod.kernel("scale");
    auto taken = std::move(scale);
    portkern::queue queue(p.ctx), other;

    expect(taken && !scale && !other, "a moved handle is empty");
    thrown(PK_BAD_HANDLE, "a launch of none",
           [&] { p.queue.launch(scale, 1, 1, 1.0f, inout(x, {2, 2})); });
    other = std::move(queue);
    thrown(PK_BAD_HANDLE, "a queue that is none", [&] { queue.finish(); });
    other.launch(taken, 1, {2, 2}, 1.0f, inout(x, {2, 2}));
    other.finish();
    expect(x[3] == 1.5f, "what it was moved to works");
    queue = std::move(other);
    queue.finish();

    portkern::buffer buffer(p.ctx, 8);
    portkern::buffer moved = std::move(buffer);
    expect(buffer.size() == 0 && moved.size() == 8, "buffers move");
    thrown(PK_BAD_HANDLE, "no buffer to write", [&] { buffer.fill(1); });
    moved = portkern::buffer();
    expect(!moved, "an empty handle gives back what there was");
    portkern::module none;
    thrown(PK_BAD_HANDLE, "a kernel of no module", [&] { none.kernel("f"); });
    thrown(PK_BAD_HANDLE, "a call of no function",
           [] { portkern::host_function()(1); });
    thrown(PK_BAD_HANDLE, "a queue of no context",
           [] { portkern::queue none_such{portkern::context(nullptr)}; });
    static_assert(!std::is_copy_constructible_v<portkern::queue> &&
                  !std::is_copy_assignable_v<portkern::buffer> &&
                  !std::is_copy_constructible_v<portkern::result> &&
                  std::is_nothrow_move_constructible_v<portkern::module> &&
                  std::is_nothrow_move_assignable_v<portkern::result> &&
                  std::is_nothrow_destructible_v<portkern::queue>);
}

void buffers(program &p) {
    std::vector<double> m(6, 1.0), back(6);
    portkern::buffer buffer(p.ctx, 6 * sizeof(double));
    const auto all = buffer.as<double>({2, 3});

    buffer.write(m);
    p.queue.launch(p.mod.kernel("scale"), 1, {2, 3}, 2.0, inout(all));
    p.queue.finish();
    buffer.read(back);
    expect(back == std::vector<double>(6, 2.5), "written, launched, read");
    buffer.write(std::array<double, 2>{7, 8}, 32);
    buffer.read(back);
    expect(back[3] == 2.5 && back[4] == 7 && back[5] == 8, "from an offset");
    thrown(PK_BAD_ARG, "past the end", [&] { buffer.write(m, 8); });
    portkern::copy(portkern::array<double>(m.data(), {2, 3}), all);
    expect(m == back, "copied to the host");
    buffer.fill(0.25);
    p.queue.copy(back, buffer.as<double>({6}));
    p.queue.finish();
    expect(back == std::vector<double>(6, 0.25), "copied in a queue");
    thrown(PK_BAD_ARG, "of another shape", [&] { portkern::copy(m, all); });
    thrown(PK_BAD_ARG, "of another dtype", [&] {
        std::vector<float> f(6);
        portkern::copy(f, buffer.as<double>({6}));
    });
    expect(p.ctx.stats().buffers >= 1 && p.ctx.limits().max_block > 0 &&
               p.ctx.device().backend[0],
           "the context's numbers");
}

void files(program &p) {
    char path[] = "/tmp/portkern-cpp-XXXXXX";
    const std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
    std::vector<float> sum(6);
    const int fd = mkstemp(path);

    expect(fd >= 0 && close(fd) == 0, "a file for an array");
    portkern::npy_save(path,
                       portkern::array<const float>(numbers.data(), {2, 3}));
    portkern::npy_array x(p.ctx, path);
    expect(x.as<float>().ndim() == 2 && x.as<float>().data()[5] == 6 &&
               x.raw().shape[0] == 2,
           "an array goes through a file");
    thrown(PK_TYPE, "its elements are no double", [&] { x.as<double>(); });
    portkern::npy_array moved(std::move(x));
    expect(!x.raw().host && moved.raw().host, "one that was moved is empty");
    x = std::move(moved);
    p.queue.launch(p.mod.kernel("saxpy"), {1}, {32}, 2.0f,
                   in(x.as<float>().data(), {6}), in(numbers), out(sum));
    p.queue.finish();
    expect(sum[5] == 18, "a launch takes it");
    portkern::buffer memory(p.ctx, 8);
    memory.fill(1.5);
    portkern::npy_save(path, memory.as<double>({1}));
    expect(portkern::npy_array(p.ctx, path).as<double>().data()[0] == 1.5,
           "an array of a buffer is saved");
    unlink(path);
    const auto e = thrown(PK_IO, "a file that is not there",
                          [&] { portkern::npy_array(p.ctx, path); });
    expect(std::string(e.what()).find(path) != std::string::npos, "its name");
}

void callbacks(program &p) {
    std::vector<int> order;
    auto owned = std::make_unique<int>(3);
    portkern::queue own(p.ctx);

    own.callback([&order] { order.push_back(1); });
    own.callback([&order](pk_status status) {
        order.push_back(status == PK_OK ? 2 : -2);
    });
    own.callback(
        [&order, three = std::move(owned)] { order.push_back(*three); });
    own.finish();
    expect(order == std::vector<int>({1, 2, 3}), "lambdas in a queue's order");
    portkern::queue none;
    auto kept = std::make_shared<int>(1);
    thrown(PK_BAD_HANDLE, "a callback of no queue",
           [&] { none.callback([kept] { ++*kept; }); });
    expect(kept.use_count() == 1 && *kept == 1, "it is not called, and goes");
}

void graphs(program &p) {
    portkern::queue own(p.ctx);
    portkern::buffer memory(p.ctx, 4 * sizeof(double));
    auto scale = p.mod.kernel("scale");
    const auto m = memory.as<double>({2, 2});
    std::vector<double> got(4);

    memory.fill(1.0);
    const portkern::graph twice = own.capture([&] {
        own.launch(scale, {1, 1}, {2, 2}, 3.0, inout(m));
        own.launch(scale, {1, 1}, {2, 2}, 2.0, inout(m));
    });
    own.finish();
    memory.read(got);
    expect(got[3] == 1, "what is captured is not done");
    own.launch(twice);
    own.launch(twice);
    own.finish();
    memory.read(got);
    expect(got[0] == 46.5 && got[3] == 46.5, "a graph is done twice");
    thrown(PK_UNSUPPORTED, "a graph has no arrays of the host", [&] {
        own.capture([&] {
            own.launch(scale, {1, 1}, {2, 2}, 3.0, inout(got, {2, 2}));
        });
    });
    own.launch(twice);
    own.finish();
    expect(true, "the recording has ended");
}

void events(program &p) {
    std::vector<float> m(4, 1.0f);
    portkern::queue other(p.ctx);
    portkern::buffer buffer(p.ctx, 4 * sizeof(float));
    auto scale = p.mod.kernel("scale");
    auto array = buffer.as<float>({2, 2});

    thrown(PK_BAD_ARG, "an event that was never recorded",
           [&] { portkern::event(p.ctx).wait(); });
    portkern::event begin = p.queue.record();
    p.queue.copy(array, portkern::array<float>(m.data(), {2, 2}));
    p.queue.launch(scale, 1, {2, 2}, 2.0f, inout(array));
    portkern::event done = p.queue.record();
    other.wait(done);
    other.launch(scale, 1, {2, 2}, 2.0f, inout(array));
    expect(other.finish_for(std::chrono::seconds(60)), "finish_for");
    done.wait();
    expect(done.wait_for(std::chrono::milliseconds(1)) && done.happened() &&
               done.since(begin).count() >= 0,
           "an event has happened");
    buffer.read(m);
    expect(m == std::vector<float>(4, 5.5f), "one queue waits for another");
    other.record(done);
    other.finish();
    expect(done.happened(), "recorded again");
}

void results(program &p) {
    const std::vector<double> x{1, 2, 6};
    auto add = p.mod.function("add");

    expect(p.mod.function("mean")(in(x)).as<double>() == 3, "a float");
    expect(add(2, 3).as<int>() == 5 && add(200, 100).as<long long>() == 300,
           "an integer");
    expect(add(std::complex<double>(1, 2), 1.0).as<std::complex<double>>() ==
               std::complex<double>(2, 2),
           "a complex number");
    expect(add(x.size(), std::uint8_t(1)).as<std::uint64_t>() == 4,
           "unsigned integers");
    thrown(PK_TYPE, "no float", [&] { add(2, 3).as<double>(); });
    portkern::error e = thrown(PK_TYPE, "too large for a byte",
                               [&] { add(200, 100).as<std::int8_t>(); });
    expect(std::string(e.message()) ==
               "the result is int64, not of int8: it is 300",
           "the words");
    expect(p.mod.function("nothing")().kind() == PK_RESULT_NONE, "None");

    portkern::result all = p.mod.function("parts")(3);
    expect(all.size() == 6 && all[0].as<int>() == 3, "a tuple");
    expect(all[1].as<std::string>() == "größe €", "a string");
    expect(all[2].as<std::vector<double>>() ==
               std::vector<double>({0, 3, 1, 4, 2, 5}),
           "elements of a transposed array, in C order");
    const auto view = all[2].as<portkern::array<double>>();
    expect(view.ndim() == 2 && view.extent(0) == 3 && view.extent(1) == 2 &&
               view.data()[view.stride(0) / 8] == 1,
           "the array itself");
    expect(p.mod.function("mean")(in(view)).as<double>() == 2.5,
           "a result is an argument");
    expect(all[3].as<std::vector<std::int64_t>>() ==
               std::vector<std::int64_t>({1, 2}),
           "a list");
    expect(all[4].as<bool>(), "a bool");
    expect(all[5].as<std::complex<float>>().imag() == 3, "an item");
    thrown(PK_TYPE, "elements of another dtype",
           [&] { all[2].as<std::vector<float>>(); });
    thrown(PK_BAD_ARG, "no such item", [&] { all[6]; });
    portkern::result moved = std::move(all);
    expect(all.kind() == PK_RESULT_NONE && all.size() == 0 &&
               moved[0].as<int>() == 3 && view.data()[0] == 0,
           "a result moves, its memory stays");

    e = thrown(PK_KERNEL, "what a function raises",
               [&] { p.mod.function("fails")(1); });
    expect(std::string(e.message()).find("ValueError: no") == 0 &&
               e.diagnostics().find("raise ValueError('no')") !=
                   std::string::npos,
           "with its words and line");
    thrown(PK_TYPE, "a call that does not compile",
           [&] { add(1, in(x, {1, 1, 1, 3})), add(pk_string("a"), 1); });
}

} // namespace

int main(int argc, char **argv) {
    try {
        program p(argc > 1 ? argv[1] : "cpu");

        launches(p);
        errors(p);
        moves(p);
        buffers(p);
        files(p);
        callbacks(p);
        graphs(p);
        events(p);
        if (p.is_host)
            results(p);
    } catch (const std::exception &e) {
        expect(false, std::string("nothing else is thrown: ") + e.what());
    }
    std::printf("1..%d\n", count);
    return failures != 0;
}
