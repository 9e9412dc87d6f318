/* SPDX-License-Identifier: Apache-2.0 */
/* What C++ becomes: calls by pointer, by table and by themselves, objects by
 * value, constants and globals, memory of a thread. */
#include "reference.h"

struct point {
    double x;
    char tag;
    short s[3];
    float f;
};
struct bits {
    unsigned low : 5, middle : 13;
    int high : 14;
};
union word {
    uint32_t u;
    float f;
    uint8_t bytes[4];
};
template <int N, class T> struct matrix {
    T at[N][N];
    BOTH T trace() const {
        T sum = 0;
        for (int i = 0; i < N; i++)
            sum += at[i][i];
        return sum;
    }
};
BOTH inline uint32_t collatz(uint32_t n) {
    uint32_t steps = 0;
    for (; n > 1 && steps < 500; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    return steps;
}
BOTH inline int switched(int x, int n) {
    for (int i = 0; i < n; i++)
        switch ((x + i) % 9) {
        case 0: x += 3; break;
        case 1: x = x * 5 & 0xffff; break;
        case 2: x ^= 9; [[fallthrough]];
        case 3: x -= 1; break;
        case 4: x = (x << 1 | 1) & 0xffff; break;
        case 7: return x + 1000000;
        default: x += i; break;
        }
    return x;
}
BOTH inline int gcd(int a, int b) {
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#ifdef __CUDACC__
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/tuple>
#include <cuda_pipeline.h>
#define T ((int)threadIdx.x)

/* --- calls --- */
static __device__ __noinline__ int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
KERNEL recursion(int *out) {
    out[T] = fibonacci(T % 12);
}
static __device__ __noinline__ int ackermann(int m, int n) {
    return m == 0   ? n + 1
           : n == 0 ? ackermann(m - 1, 1)
                    : ackermann(m - 1, ackermann(m, n - 1));
}
KERNEL deep_recursion(int *out) {
    out[T] = ackermann(2, T % 5);
}
static __device__ __noinline__ bool is_odd(int n);
static __device__ __noinline__ bool is_even(int n) {
    return n == 0 || is_odd(n - 1);
}
static __device__ __noinline__ bool is_odd(int n) {
    return n != 0 && is_even(n - 1);
}
KERNEL mutual_recursion(int *out) {
    out[T] = is_even(T) + 2 * is_odd(T);
}
static __device__ __noinline__ int twice(int x) {
    return 2 * x;
}
static __device__ __noinline__ int square(int x) {
    return x * x;
}
static __device__ __noinline__ int minus(int x) {
    return -x;
}
__device__ int (*const operations[])(int) = {twice, square, minus};
KERNEL function_pointers(const int *which, int *out) {
    out[T] = operations[which[T]](T);
}
static __device__ __noinline__ int apply(int f(int), int x) {
    return f(f(x)) + 1;
}
KERNEL callbacks(int *out) {
    out[T] = T & 1 ? apply(twice, T) : apply(square, T);
}
class shape {
  public:
    __device__ virtual int area() const = 0;
    __device__ virtual int corners() const { return 4; }
};
class box : public shape {
  public:
    int a, b;
    __device__ box(int a, int b) : a(a), b(b) {}
    __device__ int area() const override { return a * b; }
};
class triangle : public shape {
  public:
    int base;
    __device__ triangle(int base) : base(base) {}
    __device__ int area() const override { return base * base / 2; }
    __device__ int corners() const override { return 3; }
};
static __device__ __noinline__ int total(const shape *s) {
    return s->area() * 10 + s->corners();
}
KERNEL virtual_calls(int *out) {
    box b(T, 3);
    triangle t(T);
    const shape *mine = T % 3 ? (const shape *)&b : (const shape *)&t;
    out[T] = total(mine);
}
KERNEL lambdas(int *out, int n) {
    auto add = [n](int x) { return x + n; };
    auto compose = [](auto f, auto g) {
        return [=](int x) { return f(g(x)); };
    };
    out[T] = compose(add, [](int x) { return x * x; })(T);
}
template <int N> static __device__ int power_sum(int x) {
    return x * power_sum<N - 1>(x) + 1;
}
template <> __device__ int power_sum<0>(int) {
    return 1;
}
KERNEL templates(int *out) {
    out[T] = power_sum<5>(T % 7);
}
/* More arguments than registers, of many sizes, and a struct back. */
static __device__ __noinline__ point mixed(char a, short b, double c, float d,
                                           int64_t e, point p, bool f) {
    p.x += c + e;
    p.tag += a + f;
    p.s[1] += b;
    p.f += d;
    return p;
}
KERNEL struct_results(double *out) {
    point p = {1.5, 'a', {1, 2, 3}, 0.5f};
    p = mixed((char)(T % 5), (short)T, T * 0.5, 0.25f, T, p, T & 1);
    out[T] = p.x + p.tag + p.s[1] * 2 + p.f;
}
static __device__ __noinline__ void by_reference(int &a, int *b) {
    a += *b;
    *b = a * 2;
}
KERNEL references(int *out) {
    int a = T, b = 3;
    by_reference(a, &b);
    by_reference(b, &a);
    out[T] = a * 1000 + b;
}

/* --- control --- */
KERNEL switches(int *out, int n) {
    out[T] = switched(T, n);
}
KERNEL collatz_steps(int *out) {
    out[RANK] = collatz(RANK);
}
KERNEL divisors(const int *a, const int *b, int *out) {
    out[T] = gcd(a[T], b[T]);
}
KERNEL early_exits(int *out, int n) {
    if (T % 7 == 3)
        return;
    for (int i = 0; i < n; i++) {
        for (int j = 0;; j++) {
            if (j * j > i + T)
                break;
            if (j * j == i + T)
                goto found;
        }
        continue;
    found:
        out[T] = i;
        return;
    }
    out[T] = -1;
}
KERNEL unrolled(const int *in, int *out) {
    int v[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        v[i] = in[T * 8 + i];
#pragma unroll
    for (int pass = 0; pass < 8; pass++)
#pragma unroll
        for (int i = pass & 1; i + 1 < 8; i += 2)
            if (v[i] > v[i + 1]) {
                int w = v[i];
                v[i] = v[i + 1];
                v[i + 1] = w;
            }
#pragma unroll
    for (int i = 0; i < 8; i++)
        out[T * 8 + i] = v[i];
}

/* --- data --- */
KERNEL struct_by_value(point p, char c, bits b, double *out) {
    out[0] = p.x;
    out[1] = p.tag;
    out[2] = p.s[0] + 10 * p.s[1] + 100 * p.s[2];
    out[3] = p.f;
    out[4] = c;
    out[5] = b.low;
    out[6] = b.middle;
    out[7] = b.high;
}
KERNEL matrix_by_value(matrix<4, int> m, matrix<2, double> d, double *out) {
    out[T] = m.at[T % 4][T / 4] + m.trace() + d.trace();
}
KERNEL unions(const float *in, uint32_t *out) {
    word w;
    w.f = in[T];
    w.bytes[3] ^= 0x80;
    out[T] = w.u + w.bytes[T % 4];
}
KERNEL bit_fields(const uint32_t *in, int *out) {
    bits b;
    b.low = in[T];
    b.middle = in[T] >> 7;
    b.high = (int)in[T] >> 3;
    b.low += 3;
    out[T] = (int)b.low + (int)b.middle * 32 + b.high;
}
__constant__ int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__constant__ point origin = {2.5, 'o', {7, 8, 9}, 1.25f};
__constant__ float weights[4];
KERNEL constants(double *out) {
    out[T] = table[T % 16] + origin.x + origin.s[T % 3] + weights[T % 4];
}
__device__ int counter = 5;
__device__ double values[4] = {0.5, 1.5, 2.5, 3.5};
__device__ const char text[] = "portable";
__device__ int *indirect = &counter;
__managed__ int managed = 3;
KERNEL globals(double *out) {
    out[T] = values[T % 4] + text[T % 8];
    if (T == 0) {
        *indirect += 10;
        values[1] = 9;
        managed *= 7;
    }
}
KERNEL static_local(int *out) {
    static __device__ int calls = 100;
    out[T] = atomicAdd(&calls, 0);
}
KERNEL local_arrays(int *out, int n) {
    int local[40];
    short small[24];
    for (int i = 0; i < 40; i++)
        local[i] = i * T;
    for (int i = 0; i < 24; i++)
        small[i] = (short)(local[(i * 3) % 40] - i);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += local[(i * 7 + T) % 40] ^ small[(i + T) % 24];
    out[T] = sum;
}
KERNEL generic_pointers(const int *in, int *out) {
    __shared__ int s[32];
    int mine[4] = {T, T + 1, T + 2, T + 3};
    s[T] = 1000 + T;
    const int *places[3] = {in, s, mine};
    out[T] = places[T % 3][T % 4];
}
KERNEL vector_types(const double2 *in, short4 *out) {
    double2 v = in[T];
    out[T] = make_short4((short)v.x, (short)v.y, (short)(v.x + v.y),
                         (short)(v.x - v.y));
}
KERNEL bytes_and_words(const uint8_t *in, uint64_t *out) {
    const uint8_t *p = in + 3 * T;
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum << 8 | p[i];
    out[T] = sum;
}
KERNEL library_types(float *out) {
    cuda::std::complex<float> z(T, 1), w(0, -2);
    cuda::std::array<int, 4> a = {1, 2, 3, 4};
    auto t = cuda::std::make_tuple(T, 2.5f);
    z = z * w;
    out[T] = z.real() + 3 * z.imag() + a[T % 4] + cuda::std::get<1>(t);
}
KERNEL copied_memory(const char *in, char *out) {
    memcpy(out + T * 16, in + T * 8, 8);
    memset(out + T * 16 + 8, T, 8);
}
KERNEL cached_loads(const int *__restrict__ in, int *out) {
    out[T] = __ldg(in + T) + __ldcg(in + T) * 2 + __ldcs(in + T) * 4 +
             __ldca(in + T) * 8;
    __stcg(out + 64 + T, in[T]);
    __stwt(out + 128 + T, -in[T]);
}
KERNEL asynchronous_copies(const int *in, int *out) {
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[T], in + T, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[T] = s[63 - T];
}
#else
using reference::array;
using reference::launch;

static std::vector<int> numbers(size_t count) {
    return reference::filled<int>(count,
                                  [](size_t i) { return (int)(i * 37 % 101); });
}
#define AT(i) in[(size_t)(i)]
static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
static int power_sum(int x, int n) {
    return n ? x * power_sum(x, n - 1) + 1 : 1;
}

TEST(recursion) {
    array<int> out(64);
    launch(1, 64)(out);
    EXPECT_ALL(out, int, 64, fibonacci(i % 12));
}
TEST(deep_recursion) {
    array<int> out(32);
    CU(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 16 << 10));
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, 2 * (i % 5) + 3);
}
TEST(mutual_recursion) {
    array<int> out(32);
    CU(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 16 << 10));
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, i % 2 ? 2 : 1);
}
TEST(function_pointers) {
    auto which =
        reference::filled<int>(64, [](size_t i) { return (int)(i * 5 % 3); });
    array<int> out(64);
    launch(1, 64)(array<int>(which), out);
    EXPECT_ALL(out, int, 64,
               which[(size_t)i] == 0   ? 2 * i
               : which[(size_t)i] == 1 ? i * i
                                       : -i);
}
TEST(callbacks) {
    array<int> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, (i & 1 ? 4 * i : i * i * i * i) + 1);
}
TEST(virtual_calls) {
    array<int> out(64);
    launch(1, 64)(out);
    EXPECT_ALL(out, int, 64, i % 3 ? i * 30 + 4 : i * i / 2 * 10 + 3);
}
TEST(lambdas) {
    array<int> out(32);
    launch(1, 32)(out, 17);
    EXPECT_ALL(out, int, 32, i *i + 17);
}
TEST(templates) {
    array<int> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, power_sum(i % 7, 5));
}
TEST(struct_results) {
    array<double> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, double, 32,
               1.5 + i * 1.5 + 'a' + i % 5 + (i & 1) + (2 + i) * 2 + 0.75);
}
TEST(references) {
    array<int> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, (2 * (3 * (i + 3))) * 1000 + 3 * (i + 3));
}
TEST(switches) {
    array<int> out(64);
    launch(1, 64)(out, 30);
    EXPECT_ALL(out, int, 64, switched(i, 30));
}
TEST(collatz_steps) {
    array<int> out(512);
    launch(4, 128)(out);
    EXPECT_ALL(out, int, 512, collatz((uint32_t)i));
}
TEST(divisors) {
    auto a = numbers(64), b = reference::filled<int>(
                              64, [](size_t i) { return (int)(i * 12 % 90); });
    array<int> out(64);
    launch(1, 64)(array<int>(a), array<int>(b), out);
    EXPECT_ALL(out, int, 64, gcd(a[(size_t)i], b[(size_t)i]));
}
TEST(early_exits) {
    array<int> out(std::vector<int>(64, -7));
    std::vector<int> wanted(64, -1);
    launch(1, 64)(out, 10);
    for (int t = 0; t < 64; t++) {
        if (t % 7 == 3)
            wanted[(size_t)t] = -7;
        for (int i = 9; i >= 0 && t % 7 != 3; i--) {
            int root = (int)std::sqrt((double)(i + t));
            if (root * root == i + t)
                wanted[(size_t)t] = i;
        }
    }
    reference::expect_same(out, wanted);
}
TEST(unrolled) {
    auto in = numbers(256);
    array<int> out(256);
    launch(1, 32)(array<int>(in), out);
    for (size_t i = 0; i < 256; i += 8)
        std::sort(&in[i], &in[i] + 8);
    reference::expect_same(out, in);
}
TEST(struct_by_value) {
    array<double> out(8);
    bits b;
    b.low = 21;
    b.middle = 5000;
    b.high = -77;
    launch(1, 1)(point{1.25, 'x', {4, 5, 6}, 0.75f}, 'z', b, out);
    reference::expect_same(out, {1.25, 'x', 654, 0.75, 'z', 21, 5000, -77});
}
TEST(matrix_by_value) {
    matrix<4, int> m;
    matrix<2, double> d = {{{0.5, 1}, {2, 0.25}}};
    array<double> out(16);
    for (int i = 0; i < 16; i++)
        m.at[i / 4][i % 4] = i * i;
    launch(1, 16)(m, d, out);
    EXPECT_ALL(out, double, 16, m.at[i % 4][i / 4] + m.trace() + 0.75);
}
TEST(unions) {
    auto in =
        reference::filled<float>(32, [](size_t i) { return (float)i * 1.25f; });
    array<uint32_t> out(32);
    launch(1, 32)(array<float>(in), out);
    std::vector<uint32_t> wanted;
    for (size_t i = 0; i < 32; i++) {
        word w;
        w.f = -in[i];
        wanted.push_back(w.u + (w.u >> 8 * (i % 4) & 255));
    }
    reference::expect_same(out, wanted);
}
TEST(bit_fields) {
    auto in = reference::filled<uint32_t>(
        64, [](size_t i) { return (uint32_t)i * 2654435761u; });
    array<int> out(64);
    launch(1, 64)(array<uint32_t>(in), out);
    EXPECT_ALL(out, int, 64,
               (int)((AT(i) + 3) & 31) + (int)(AT(i) >> 7 & 0x1fff) * 32 +
                   ((int)(((uint32_t)((int)AT(i) >> 3)) << 18) >> 18));
}
TEST(constants) {
    const int digits[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    struct {
        float w[4];
    } given = {{0.5f, 0.25f, 0.125f, 8}};
    array<double> out(48);
    reference::set_global("weights", given);
    launch(1, 48)(out);
    EXPECT_ALL(out, double, 48,
               digits[i % 16] + 2.5 + (7 + i % 3) + (double)given.w[i % 4]);
}
TEST(globals) {
    const double values[4] = {0.5, 1.5, 2.5, 3.5};
    array<double> out(32);
    reference::set_global("counter", 5);
    reference::set_global("managed", 3);
    launch(1, 32)(out);
    EXPECT_ALL(out, double, 32, values[i % 4] + "portable"[i % 8]);
    EXPECT(reference::get_global<int>("counter") == 15);
    EXPECT(reference::get_global<int>("managed") == 21);
}
TEST(static_local) {
    array<int> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, 100);
}
TEST(local_arrays) {
    array<int> out(64);
    std::vector<int> wanted;
    for (int t = 0; t < 64; t++) {
        int sum = 0;
        for (int i = 0; i < 50; i++)
            sum += (i * 7 + t) % 40 * t ^
                   (short)((i + t) % 24 * 3 % 40 * t - (i + t) % 24);
        wanted.push_back(sum);
    }
    launch(1, 64)(out, 50);
    reference::expect_same(out, wanted);
}
TEST(generic_pointers) {
    auto in = numbers(32);
    array<int> out(32);
    launch(1, 32)(array<int>(in), out);
    EXPECT_ALL(out, int, 32,
               i % 3 == 0   ? AT(i % 4)
               : i % 3 == 1 ? 1000 + i % 4
                            : i + i % 4);
}
TEST(vector_types) {
    auto in =
        reference::filled<double>(64, [](size_t i) { return (double)i * 1.5; });
    array<short> out(128);
    launch(1, 32)(array<double>(in), out);
    EXPECT_ALL(out, short, 128,
               i % 4 == 0   ? AT(i / 4 * 2)
               : i % 4 == 1 ? AT(i / 4 * 2 + 1)
               : i % 4 == 2 ? AT(i / 4 * 2) + AT(i / 4 * 2 + 1)
                            : AT(i / 4 * 2) - AT(i / 4 * 2 + 1));
}
TEST(bytes_and_words) {
    auto in = reference::filled<uint8_t>(
        128, [](size_t i) { return (uint8_t)(i * 29); });
    array<uint64_t> out(32);
    std::vector<uint64_t> wanted(32);
    for (size_t t = 0; t < 32; t++)
        for (size_t i = 0; i < 8; i++)
            wanted[t] = wanted[t] << 8 | in[3 * t + i];
    launch(1, 32)(array<uint8_t>(in), out);
    reference::expect_same(out, wanted);
}
TEST(library_types) {
    array<float> out(32);
    launch(1, 32)(out);
    /* (i + 1j) * -2j = 2 - 2i j */
    EXPECT_ALL(out, float, 32, 2 - 6 * i + (i % 4 + 1) + 2.5f);
}
TEST(copied_memory) {
    auto in =
        reference::filled<char>(256, [](size_t i) { return (char)(i * 3); });
    array<char> out(512);
    launch(1, 32)(array<char>(in), out);
    EXPECT_ALL(out, char, 512, i % 16 < 8 ? AT(i / 16 * 8 + i % 16) : i / 16);
}
TEST(cached_loads) {
    auto in = numbers(64);
    array<int> out(192);
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 192,
               i < 64    ? AT(i) * 15
               : i < 128 ? AT(i - 64)
                         : -AT(i - 128));
}
TEST(asynchronous_copies) {
    auto in = numbers(64);
    array<int> out(64);
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 64, AT(63 - i));
}
#endif
