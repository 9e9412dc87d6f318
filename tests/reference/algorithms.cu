/* SPDX-License-Identifier: Apache-2.0 */
/* Whole algorithms, against the same thing done plainly on the host. Where
 * rounding matters, both sides fuse where it is written and nowhere else. */
#include "reference.h"

#include <math.h>

/* --- what both sides compute ----------------------------------------------
 */

BOTH inline int mandelbrot_at(int i, int width, int limit) {
    float cx = (float)(i % width) / (float)width * 3.0f - 2.0f;
    float cy = (float)(i / width) / (float)width * 3.0f - 1.5f;
    float x = 0, y = 0;
    int n = 0;
    for (; n < limit && fmaf(x, x, y * y) < 4.0f; n++) {
        float t = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(x + x, y, cy);
        x = t;
    }
    return n;
}
BOTH inline uint64_t splitmix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}
/* The force on body i; positions are x, y, z, mass. */
BOTH inline float pull(const float *all, int count, int i, int axis) {
    float sum = 0;
    for (int j = 0; j < count; j++) {
        float dx = all[4 * j] - all[4 * i],
              dy = all[4 * j + 1] - all[4 * i + 1],
              dz = all[4 * j + 2] - all[4 * i + 2];
        float square = fmaf(dz, dz, fmaf(dy, dy, fmaf(dx, dx, 0.01f)));
        float scale = all[4 * j + 3] / (square * sqrtf(square));
        sum = fmaf(axis == 0 ? dx : axis == 1 ? dy : dz, scale, sum);
    }
    return sum;
}

#ifdef __CUDACC__
#define T ((int)threadIdx.x)

KERNEL saxpy(float a, const float *x, const float *y, float *out, int n) {
    if (RANK < n)
        out[RANK] = fmaf(a, x[RANK], y[RANK]);
}
KERNEL matmul_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float s[16][16], t[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        s[y][x] = a[row * n + k + x];
        t[y][x] = b[(k + y) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum = fmaf(s[y][i], t[i][x], sum);
        __syncthreads();
    }
    c[row * n + col] = sum;
}
KERNEL matmul_registers(const double *a, const double *b, double *c, int n) {
    int row = RANK * 4, col = blockIdx.y * 4;
    double sum[4][4] = {};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                sum[i][j] =
                    fma(a[(row + i) * n + k], b[k * n + col + j], sum[i][j]);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(row + i) * n + col + j] = sum[i][j];
}
KERNEL histogram(const uint8_t *in, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    s[T] = 0;
    __syncthreads();
    for (int i = RANK; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[T], s[T]);
}
KERNEL stencil(const float *in, float *out, int n) {
    __shared__ float s[34];
    int i = RANK;
    s[T + 1] = in[i];
    if (T == 0)
        s[0] = i ? in[i - 1] : 0;
    if (T == 31)
        s[33] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    out[i] = fmaf(0.25f, s[T], fmaf(0.5f, s[T + 1], 0.25f * s[T + 2]));
}
KERNEL life(const uint8_t *in, uint8_t *out, int w, int h) {
    int x = RANK % w, y = RANK / w, sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[RANK] = sum == 3 || (sum == 4 && in[RANK]);
}
KERNEL mandelbrot(int *out, int width, int limit) {
    out[RANK] = mandelbrot_at(RANK, width, limit);
}
KERNEL nbody(const float *all, float *out, int count) {
    for (int axis = 0; axis < 3; axis++)
        out[RANK * 3 + axis] = pull(all, count, RANK, axis);
}
KERNEL fft_shared(float2 *data, int n) { /* one block of n / 2 threads */
    extern __shared__ float2 f[];
    int bits = __ffs(n) - 1;
    for (int i = T; i < n; i += blockDim.x)
        f[__brev((unsigned)i) >> (32 - bits)] = data[i];
    for (int half = 1; half < n; half *= 2) {
        __syncthreads();
        int k = T % half, at = T / half * half * 2 + k;
        float c, s;
        sincospif(-(float)k / half, &s, &c);
        float2 u = f[at], v = f[at + half];
        float2 w = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
        f[at] = make_float2(u.x + w.x, u.y + w.y);
        f[at + half] = make_float2(u.x - w.x, u.y - w.y);
    }
    __syncthreads();
    for (int i = T; i < n; i += blockDim.x)
        data[i] = f[i];
}
KERNEL lu_factors(double *a, int n) { /* one block, a thread per row */
    for (int k = 0; k < n; k++) {
        if (T > k && T < n) {
            double factor = a[T * n + k] / a[k * n + k];
            a[T * n + k] = factor;
            for (int j = k + 1; j < n; j++)
                a[T * n + j] = fma(-factor, a[k * n + j], a[T * n + j]);
        }
        __syncthreads();
    }
}
KERNEL sparse_product(const int *first, const int *columns,
                      const double *values, const double *x, double *y) {
    int row = RANK / 32, lane = T % 32;
    double sum = 0;
    for (int e = first[row] + lane; e < first[row + 1]; e += 32)
        sum = fma(values[e], x[columns[e]], sum);
    for (int step = 16; step; step /= 2)
        sum += __shfl_down_sync(FULL, sum, step);
    if (lane == 0)
        y[row] = sum;
}
KERNEL convolution(const float *in, const float *kernel, float *out, int w,
                   int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
            int sx = min(max(x + dx, 0), w - 1),
                sy = min(max(y + dy, 0), w - 1);
            sum = fmaf(in[sy * w + sx], kernel[(dy + r) * (2 * r + 1) + dx + r],
                       sum);
        }
    out[y * w + x] = sum;
}
KERNEL black_scholes(const float *price, float *call, int n) {
    for (int i = RANK; i < n; i += gridDim.x * blockDim.x) {
        float d = (logf(price[i] / 30.0f) + 0.08f) / 0.4f, e = d - 0.4f;
        call[i] = price[i] * normcdff(d) - 30.0f * expf(-0.02f) * normcdff(e);
    }
}
#else

using reference::array;
using reference::launch;
using reference::shape;

static float third(size_t i) {
    return (float)(i * 37 % 101) / 3;
}
static uint8_t byte(size_t i) {
    return (uint8_t)splitmix(i);
}
template <class N> static std::vector<N> made(size_t count, N f(size_t)) {
    return reference::filled<N>(count, f);
}

TEST(saxpy) {
    auto x = made(1000, third);
    array<float> out(1000);
    launch(8, 128)(1.7f, array<float>(x), array<float>(x), out, 1000);
    EXPECT_ALL(out, float, 1000, std::fma(1.7f, x[(size_t)i], x[(size_t)i]));
}
template <class N>
static std::vector<N> multiplied(const std::vector<N> &a, int n) {
    std::vector<N> c(a.size());

    for (int i = 0; i < n * n; i++)
        for (int k = 0; k < n; k++)
            c[(size_t)i] = std::fma(a[(size_t)(i / n * n + k)],
                                    a[(size_t)(k * n + i % n)], c[(size_t)i]);
    return c;
}
TEST(matmul_tiled) {
    auto a = made(64 * 64, third);
    array<float> c(64 * 64);
    launch(shape(4, 4), shape(16, 16))(array<float>(a), array<float>(a), c, 64);
    reference::expect_same(c, multiplied(a, 64));
}
TEST(matmul_registers) {
    auto a = reference::filled<double>(
        32 * 32, [](size_t i) { return (double)(i * 37 % 101) / 3; });
    array<double> c(32 * 32);
    launch(shape(1, 8), 8)(array<double>(a), array<double>(a), c, 32);
    reference::expect_same(c, multiplied(a, 32));
}
TEST(histogram) {
    auto in = made(10000, byte);
    array<unsigned> bins(256);
    std::vector<unsigned> wanted(256);
    launch(4, 256)(array<uint8_t>(in), bins, 10000);
    for (uint8_t v : in)
        wanted[v]++;
    reference::expect_same(bins, wanted);
}
TEST(stencil) {
    auto in = made(512, third);
    array<float> out(512);
    launch(16, 32)(array<float>(in), out, 512);
    EXPECT_ALL(out, float, 512,
               std::fma(0.25f, i ? in[(size_t)i - 1] : 0,
                        std::fma(0.5f, in[(size_t)i],
                                 0.25f * (i < 511 ? in[(size_t)i + 1] : 0))));
}
TEST(life) {
    auto in = reference::filled<uint8_t>(
        64 * 32, [](size_t i) { return (uint8_t)(splitmix(i) % 2); });
    array<uint8_t> out(64 * 32);
    launch(16, 128)(array<uint8_t>(in), out, 64, 32);
    std::vector<uint8_t> wanted;
    for (int i = 0; i < 64 * 32; i++) {
        int sum = 0;
        for (int k = 0; k < 9; k++)
            sum += in[(size_t)((i / 64 + k / 3 + 31) % 32 * 64 +
                               (i % 64 + k % 3 + 63) % 64)];
        wanted.push_back(sum == 3 || (sum == 4 && in[(size_t)i]));
    }
    reference::expect_same(out, wanted);
}
TEST(mandelbrot) {
    array<int> out(64 * 64);
    launch(32, 128)(out, 64, 200);
    EXPECT_ALL(out, int, 64 * 64, mandelbrot_at(i, 64, 200));
}
TEST(nbody) {
    auto all = made(4 * 128, third);
    array<float> out(3 * 128);
    launch(2, 64)(array<float>(all), out, 128);
    EXPECT_ALL(out, float, 3 * 128, pull(all.data(), 128, i / 3, i % 3));
}
TEST(fft_shared) {
    const int n = 256;
    std::vector<float> in = made(2 * n, third), got;
    array<float> data(in);
    launch(1, n / 2).with_shared(n * 8)(data, n);
    got = data.get();
    for (int k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (int i = 0; i < n; i++) {
            double turn = -2 * M_PI * (double)(k * i % n) / n;
            re += in[(size_t)i * 2] * cos(turn) -
                  in[(size_t)i * 2 + 1] * sin(turn);
            im += in[(size_t)i * 2] * sin(turn) +
                  in[(size_t)i * 2 + 1] * cos(turn);
        }
        EXPECT(fabs(got[(size_t)k * 2] - re) < 2e-2 &&
               fabs(got[(size_t)k * 2 + 1] - im) < 2e-2);
    }
}
TEST(lu_factors) {
    const int n = 24;
    auto a = reference::filled<double>(n * n, [](size_t i) {
        return (double)(splitmix(i) % 100) + (i % (n + 1) == 0 ? 3000 : 0);
    });
    array<double> device(a);
    launch(1, 32)(device, n);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[(size_t)(i * n + k)] /= a[(size_t)(k * n + k)];
            for (int j = k + 1; j < n; j++)
                a[(size_t)(i * n + j)] = std::fma(
                    -factor, a[(size_t)(k * n + j)], a[(size_t)(i * n + j)]);
        }
    reference::expect_same(device, a);
}
TEST(sparse_product) {
    std::vector<int> first = {0}, columns;
    std::vector<double> values, x(64), wanted;
    for (size_t i = 0; i < 64; i++)
        x[i] = (double)i + 0.5;
    for (int row = 0; row < 32; row++) {
        double lanes[32] = {};
        for (int e = 0; e < row * 2; e++) {
            columns.push_back((int)(splitmix((uint64_t)(row * 64 + e)) % 64));
            values.push_back((double)e * 0.25);
            lanes[e % 32] = std::fma(values.back(), x[(size_t)columns.back()],
                                     lanes[e % 32]);
        }
        first.push_back((int)columns.size());
        for (int step = 16; step; step /= 2)
            for (int i = 0; i < step; i++)
                lanes[i] += lanes[i + step];
        wanted.push_back(lanes[0]);
    }
    array<double> y(32);
    launch(8, 128)(array<int>(first), array<int>(columns),
                   array<double>(values), array<double>(x), y);
    reference::expect_same(y, wanted);
}
TEST(convolution) {
    auto in = made(32 * 32, third), weights = made(25, third);
    array<float> out(32 * 32);
    launch(shape(2, 4), shape(16, 8))(array<float>(in), array<float>(weights),
                                      out, 32, 2);
    std::vector<float> wanted;
    for (int i = 0; i < 32 * 32; i++) {
        float sum = 0;
        for (int k = 0; k < 25; k++) {
            int x = std::clamp(i % 32 + k % 5 - 2, 0, 31);
            int y = std::clamp(i / 32 + k / 5 - 2, 0, 31);
            sum = std::fma(in[(size_t)(y * 32 + x)], weights[(size_t)k], sum);
        }
        wanted.push_back(sum);
    }
    reference::expect_same(out, wanted);
}
TEST(black_scholes) {
    auto price = reference::filled<float>(
        500, [](size_t i) { return 20.0f + (float)i / 20; });
    array<float> call(500);
    std::vector<float> wanted;
    launch(2, 128)(array<float>(price), call, 500);
    for (float p : price) {
        double d = (log(p / 30.0) + (double)0.08f) / (double)0.4f;
        double e = d - (double)0.4f;
        wanted.push_back(
            (float)(p * erfc(-d * M_SQRT1_2) / 2 -
                    30 * exp(-(double)0.02f) * erfc(-e * M_SQRT1_2) / 2));
    }
    reference::expect_near(call.get(), wanted, 1e-4);
}
#endif
