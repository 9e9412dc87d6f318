/* SPDX-License-Identifier: Apache-2.0 */
/* The host's half of the reference cases: arrays on the device, launches, what
 * is given to maps, and comparison. Written over the toolkit's own header, so
 * that the same program runs on any driver that LD_LIBRARY_PATH names. */
#ifndef PORTKERN_TESTS_REFERENCE_HOST_H
#define PORTKERN_TESTS_REFERENCE_HOST_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace reference {

/* ---- tests ---- */

/* A test and the kernel that bears its name. */
struct enrolled {
    const char *topic, *name;
    void (*body)();
    int since; /* the first architecture that has it */
    enrolled *next;

    enrolled(const char *topic, const char *name, void (*body)(),
             int since = 0);
};

struct failure {
    std::string words;
};

[[noreturn]] void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void check_call(CUresult result, const char *call);

#define CU(call) reference::check_call(call, #call)
#define EXPECT(condition)                                                      \
    do                                                                         \
        if (!(condition))                                                      \
            reference::fail("line %d: not so: %s", __LINE__, #condition);      \
    while (0)
#define TEST_SINCE(name, sm)                                                   \
    static void test_##name();                                                 \
    static const reference::enrolled enrolled_##name{TOPIC, #name,             \
                                                     test_##name, sm};         \
    static void test_##name()
#define TEST(name) TEST_SINCE(name, 0)

/* The module under test; its architecture; whether it is for debuggers. */
CUmodule module();
int architecture();
CUfunction function(const char *name);
/* After a launch that failed as it should: a new context before the next. */
void expect_failure(CUresult expected);
/* Returns what kernels print until the stream is finished. */
std::string printed(void (*launches)());

/* ---- memory ---- */

template <class T> class array {
  public:
    explicit array(const std::vector<T> &values) : count(values.size()) {
        CU(cuMemAlloc(&address, count * sizeof(T)));
        CU(cuMemcpyHtoD(address, values.data(), count * sizeof(T)));
    }
    explicit array(size_t size) : array(std::vector<T>(size)) {}
    array(const array &) = delete;
    array &operator=(const array &) = delete;
    ~array() { cuMemFree(address); }

    std::vector<T> get() const {
        std::vector<T> values(count);

        CU(cuMemcpyDtoH(values.data(), address, count * sizeof(T)));
        return values;
    }

    CUdeviceptr address = 0;
    size_t count;
};

template <class T> void set_global(const char *name, const T &value) {
    CUdeviceptr address;
    size_t size;

    CU(cuModuleGetGlobal(&address, &size, module(), name));
    if (size != sizeof value)
        fail("%s has %zu bytes, not %zu", name, size, sizeof value);
    CU(cuMemcpyHtoD(address, &value, size));
}

template <class T> T get_global(const char *name) {
    CUdeviceptr address;
    size_t size;
    T value;

    CU(cuModuleGetGlobal(&address, &size, module(), name));
    if (size != sizeof value)
        fail("%s has %zu bytes, not %zu", name, size, sizeof value);
    CU(cuMemcpyDtoH(&value, address, size));
    return value;
}

/* ---- launches ---- */

struct shape {
    unsigned x, y = 1, z = 1;

    shape(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

struct launch {
    shape grid, block;
    unsigned shared = 0;
    bool cooperative = false;
    const char *kernel = nullptr; /* NULL: the one with the test's name */

    launch(shape grid, shape block) : grid(grid), block(block) {}
    launch &with_shared(unsigned bytes) {
        shared = bytes;
        return *this;
    }
    launch &together() {
        cooperative = true;
        return *this;
    }
    launch &of(const char *name) {
        kernel = name;
        return *this;
    }

    /* Launches with these arguments, and waits. */
    template <class... A> void operator()(const A &...arguments) {
        void *list[] = {argument(arguments)..., nullptr};

        start(list);
    }
    void start(void **arguments);

  private:
    template <class T> static void *argument(const array<T> &a) {
        return (void *)&a.address;
    }
    template <class T> static void *argument(const T &value) {
        return (void *)&value;
    }
};

/* ---- values ---- */

struct random_bits {
    uint64_t state = 0x9e3779b97f4a7c15u;

    uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state * 0x2545f4914f6cdd1du;
    }
};

template <class T> std::vector<T> edges() {
    if constexpr (std::is_floating_point_v<T>) {
        using limit = std::numeric_limits<T>;
        std::vector<T> out = {0,
                              T(0.25),
                              T(0.5),
                              T(0.75),
                              1,
                              T(1.5),
                              2,
                              T(2.5),
                              T(3.5),
                              T(127.5),
                              T(255.5),
                              T(32767.5),
                              T(65535.5),
                              T(65504),
                              T(0x1p31),
                              T(0x1p32),
                              T(0x1p63),
                              T(0x1p64),
                              T(0x1.000002p0),
                              T(0x1.fffffep-1),
                              T(0x1.fffffep30),
                              T(0x1.fffffep62),
                              T(0x1.8p-14),
                              T(0x1p-24),
                              limit::max(),
                              limit::min(),
                              limit::denorm_min(),
                              limit::min() - limit::denorm_min(),
                              limit::infinity(),
                              limit::quiet_NaN()};

        for (size_t i = 0, count = out.size(); i < count; i++)
            out.push_back(-out[i]);
        return out;
    } else {
        std::vector<T> out;

        for (uint64_t pattern :
             {UINT64_C(0), UINT64_C(0x5555555555555555),
              UINT64_C(0x0123456789abcdef), UINT64_C(0x00ff00ff00ff00ff),
              UINT64_C(0x80007fff80007fff), UINT64_C(0x7f80ff017f80ff01)}) {
            out.push_back((T)pattern);
            out.push_back((T)~pattern);
        }
        for (int bit : {0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63})
            for (int less : {0, 1})
                out.push_back((T)((UINT64_C(1) << bit) - (uint64_t)less));
        return out;
    }
}

template <class T>
T any_value(random_bits &random, const std::vector<T> &some) {
    uint64_t bits = random.next(), way = random.next() % 8;
    T value;

    if (way < 3)
        return some[bits % some.size()];
    if constexpr (std::is_floating_point_v<T>)
        if (way < 6) /* of common size */
            return std::ldexp((T)(int32_t)bits, (int)(bits >> 32) % 16 - 30);
    if constexpr (std::is_integral_v<T>)
        if (way < 5) /* small ones */
            return (T)(bits % 100);
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T> std::string words(T value) {
    char text[64];

    if constexpr (std::is_floating_point_v<T>)
        snprintf(text, sizeof text, "%a", (double)value);
    else
        snprintf(text, sizeof text, "%#llx", (unsigned long long)value);
    return text;
}
template <class T, class... Rest> std::string listed(T value, Rest... rest) {
    std::string text = words(value);

    ((text += ", " + words(rest)), ...);
    return text;
}

template <class T> bool same(const T &a, const T &b) {
    if constexpr (std::is_floating_point_v<T>)
        if (a != a || b != b)
            return a != a && b != b; /* which NaN it is nobody promises */
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/* Fails with the first element that differs. */
template <class T>
void expect_same(const std::vector<T> &got, const std::vector<T> &expected) {
    if (got.size() != expected.size())
        fail("%zu results, not %zu", got.size(), expected.size());
    for (size_t i = 0; i < got.size(); i++)
        if (!same(got[i], expected[i]))
            fail("[%zu] is %s, not %s", i, words(got[i]).c_str(),
                 words(expected[i]).c_str());
}
template <class T>
void expect_same(const array<T> &got, const std::vector<T> &expected) {
    expect_same(got.get(), expected);
}
void expect_near(const std::vector<float> &got,
                 const std::vector<float> &expected, double relative);

template <class T> std::vector<T> filled(size_t count, T f(size_t)) {
    std::vector<T> out(count);

    for (size_t i = 0; i < count; i++)
        out[i] = f(i);
    return out;
}

/* out[i] is the expression of i. */
#define EXPECT_ALL(got, type, count, expr)                                     \
    do {                                                                       \
        std::vector<type> expected_all(count);                                 \
        for (int i = 0; i < (int)(count); i++)                                 \
            expected_all[(size_t)i] = (type)(expr);                            \
        reference::expect_same(got, expected_all);                             \
    } while (0)

/* ---- maps ---- */

/* Values for a map: all pairs of edges where that is little, and others. */
template <class A> std::vector<A> inputs(int place, size_t count) {
    std::vector<A> out, some = edges<A>();
    random_bits random;

    random.state += (uint64_t)place * 77;
    for (size_t i = 0; i < count; i++) {
        size_t edge = place ? i / some.size() : i;

        out.push_back(place < 2 && i < some.size() * some.size()
                          ? some[edge % some.size()]
                          : any_value<A>(random, some));
    }
    return out;
}

enum { MAP_BLOCK = 128 };

template <class R, class W, class Judge, class... A, size_t... I>
void map_with(W f(A...), Judge judge, std::index_sequence<I...>) {
    static std::map<W (*)(A...), std::vector<W>> known; /* for all modules */
    const int count = sizeof...(A) == 1 ? 2500 : 6000;
    std::vector<W> &right = known[f];
    std::tuple<std::vector<A>...> host{inputs<A>((int)I, (size_t)count)...};
    std::tuple<array<A>...> device{std::get<I>(host)...};
    array<R> out((size_t)count);
    reference_inputs in = {
        {(const void *)(uintptr_t)std::get<I>(device).address...}};

    launch((unsigned)(count + MAP_BLOCK - 1) / MAP_BLOCK, MAP_BLOCK)(in, out,
                                                                     count);
    std::vector<R> got = out.get();
    for (size_t i = 0; i < got.size(); i++) {
        if (right.size() == i)
            right.push_back(f(std::get<I>(host)[i]...));
        if (!judge(got[i], right[i]))
            fail("(%s) is %s, not %s", listed(std::get<I>(host)[i]...).c_str(),
                 listed(got[i]).c_str(), listed(right[i]).c_str());
    }
}

template <class R, class W, class... A> void map_exactly(W f(A...)) {
    map_with<R>(
        f, [](R got, W expected) { return same<W>((W)got, expected); },
        std::index_sequence_for<A...>{});
}

/* How far `got` is from `right`, in last places of the latter. */
template <class R> double error_in_ulps(R got, R right) {
    using limit = std::numeric_limits<R>;
    int exponent = 0;

    std::frexp(right, &exponent);
    if (exponent < limit::min_exponent)
        exponent = limit::min_exponent;
    return (double)std::ldexp(std::fabs((long double)got - (long double)right),
                              limit::digits - exponent);
}

/* NVIDIA states errors against the result that is rounded to nearest. */
template <class R>
bool near(R got, long double exact, double ulps, double floor) {
    using limit = std::numeric_limits<R>;
    R right = (R)exact;

    if (exact != exact || got != got)
        return exact != exact && got != got;
    if (got == right)
        return true;
    if (std::isinf(got) || std::isinf(right)) /* or the last finite ones */
        return ulps >= 1 &&
               std::fabs((long double)got) >= limit::max() * 0.999999L &&
               std::fabs(exact) >= limit::max() * 0.999999L;
    return error_in_ulps(got, right) <= ulps ||
           std::fabs((long double)got - exact) <= (long double)floor;
}

template <class R, class... A>
void map_nearly(long double f(A...), double ulps, double floor) {
    map_with<R>(
        f,
        [=](R got, long double exact) { return near(got, exact, ulps, floor); },
        std::index_sequence_for<A...>{});
}

} // namespace reference

#endif
