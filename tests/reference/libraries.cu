/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's own libraries for kernels: CUB's collectives, Thrust in a thread,
 * cuRAND's generators. */
#include "reference.h"

#ifdef __CUDACC__
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <curand_kernel.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#define T ((int)threadIdx.x)

struct larger {
    template <class N> __device__ N operator()(N a, N b) const {
        return a > b ? a : b;
    }
};
struct below {
    __device__ bool operator()(int a, int b) const { return a < b; }
};
template <class N> struct packed {
    N at[4];
};
template <class N> static __device__ packed<N> loaded(const N *in) {
    packed<N> out;
    for (int i = 0; i < 4; i++)
        out.at[i] = in[T * 4 + i];
    return out;
}
template <class N> static __device__ void stored(const packed<N> &p, N *out) {
    for (int i = 0; i < 4; i++)
        out[T * 4 + i] = p.at[i];
}

KERNEL cub_block_reduce(const int *in, int *out) {
    using reduce = cub::BlockReduce<int, 128>;
    __shared__ typename reduce::TempStorage room;
    int sum = reduce(room).Sum(in[T]);
    __syncthreads();
    int most = reduce(room).Reduce(in[T], larger());
    if (T == 0) {
        out[0] = sum;
        out[1] = most;
    }
}
KERNEL cub_block_reduce_raking(const int *in, int *out) {
    using reduce = cub::BlockReduce<int, 100, cub::BLOCK_REDUCE_RAKING>;
    __shared__ typename reduce::TempStorage room;
    int sum = reduce(room).Sum(in[T]);
    if (T == 0)
        out[0] = sum;
}
KERNEL cub_block_scan(const int *in, int *out) {
    using scan = cub::BlockScan<int, 64>;
    __shared__ typename scan::TempStorage room;
    packed<int> p = loaded(in);
    scan(room).InclusiveSum(p.at, p.at);
    stored(p, out);
}
KERNEL cub_block_scan_max(const int *in, int *out) {
    using scan = cub::BlockScan<int, 64, cub::BLOCK_SCAN_WARP_SCANS>;
    __shared__ typename scan::TempStorage room;
    int v;
    scan(room).ExclusiveScan(in[T], v, -1, larger());
    out[T] = v;
}
KERNEL cub_block_radix_sort(const unsigned *in, unsigned *out) {
    using sort = cub::BlockRadixSort<unsigned, 64, 4>;
    __shared__ typename sort::TempStorage room;
    packed<unsigned> p = loaded(in);
    sort(room).Sort(p.at);
    stored(p, out);
}
KERNEL cub_block_radix_sort_floats(const float *in, float *out) {
    using sort = cub::BlockRadixSort<float, 64, 4>;
    __shared__ typename sort::TempStorage room;
    packed<float> p = loaded(in);
    sort(room).SortDescending(p.at);
    stored(p, out);
}
KERNEL cub_block_merge_sort(const int *in, int *out) {
    using sort = cub::BlockMergeSort<int, 64, 4>;
    __shared__ typename sort::TempStorage room;
    packed<int> p = loaded(in);
    sort(room).Sort(p.at, below());
    stored(p, out);
}
KERNEL cub_block_histogram(const unsigned char *in, unsigned *out) {
    using histogram = cub::BlockHistogram<unsigned char, 64, 4, 256>;
    __shared__ typename histogram::TempStorage room;
    __shared__ unsigned bins[256];
    packed<unsigned char> p = loaded(in);
    histogram(room).Histogram(p.at, bins);
    __syncthreads();
    for (int i = T; i < 256; i += 64)
        out[i] = bins[i];
}
KERNEL cub_block_exchange(const int *in, int *out) {
    using exchange = cub::BlockExchange<int, 64, 4>;
    __shared__ typename exchange::TempStorage room;
    packed<int> p = loaded(in);
    exchange(room).BlockedToStriped(p.at, p.at);
    stored(p, out);
}
KERNEL cub_warp_reduce(const int *in, int *out) {
    using reduce = cub::WarpReduce<int>;
    __shared__ typename reduce::TempStorage room[2];
    int sum = reduce(room[T / 32]).Sum(in[T]);
    if (T % 32 == 0)
        out[T / 32] = sum;
}
KERNEL cub_warp_scan(const int *in, int *out) {
    using scan = cub::WarpScan<int, 16>;
    __shared__ typename scan::TempStorage room[4];
    int v;
    scan(room[T / 16]).ExclusiveSum(in[T], v);
    out[T] = v;
}
KERNEL cub_warp_merge_sort(const int *in, int *out) {
    using sort = cub::WarpMergeSort<int, 4, 32>;
    __shared__ typename sort::TempStorage room[2];
    packed<int> p = loaded(in);
    sort(room[T / 32]).Sort(p.at, below());
    stored(p, out);
}
KERNEL thrust_sort(int *data, int count) {
    thrust::sort(thrust::seq, data + T * count, data + (T + 1) * count);
}
KERNEL thrust_reduce(const int *in, int *out, int count) {
    out[T] = thrust::reduce(thrust::seq, in + T * count, in + (T + 1) * count,
                            5, larger());
}
KERNEL thrust_search(const int *sorted, int *out, int count) {
    out[T] =
        (int)(thrust::lower_bound(thrust::seq, sorted, sorted + count, T * 7) -
              sorted);
}
KERNEL curand_philox(unsigned long long seed, unsigned *out) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, T, 4, &state);
    for (int i = 0; i < 8; i++)
        out[T * 8 + i] = curand(&state);
}
KERNEL curand_uniforms(unsigned long long seed, float *out) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, T, 0, &state);
    float4 v = curand_uniform4(&state);
    out[T * 4] = v.x;
    out[T * 4 + 1] = v.y;
    out[T * 4 + 2] = v.z;
    out[T * 4 + 3] = v.w;
}
KERNEL curand_normals(unsigned long long seed, float *out) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, T, 0, &state);
    float4 v = curand_normal4(&state);
    out[T * 4] = v.x;
    out[T * 4 + 1] = v.y;
    out[T * 4 + 2] = v.z;
    out[T * 4 + 3] = v.w;
}
/* Sequences of one seed; the second is the first some way on. */
KERNEL curand_xorwow(unsigned long long seed, unsigned *out) {
    curandStateXORWOW_t state;
    curand_init(seed, 0, T, &state);
    out[T] = curand(&state);
}
KERNEL curand_mrg32k3a(double *out) {
    curandStateMRG32k3a_t state;
    curand_init(0, 0, T, &state);
    out[T] = curand_uniform_double(&state);
}
#else
using reference::array;
using reference::launch;

static std::vector<int> numbers(size_t count) {
    return reference::filled<int>(
        count, [](size_t i) { return (int)(i * 7919 % 1009); });
}

TEST(cub_block_reduce) {
    auto in = numbers(128);
    array<int> out(2);
    int sum = 0, most = 0;
    for (int v : in) {
        sum += v;
        most = std::max(most, v);
    }
    launch(1, 128)(array<int>(in), out);
    reference::expect_same(out, {sum, most});
}
TEST(cub_block_reduce_raking) {
    auto in = numbers(100);
    array<int> out(1);
    int sum = 0;
    for (int v : in)
        sum += v;
    launch(1, 100)(array<int>(in), out);
    reference::expect_same(out, {sum});
}
TEST(cub_block_scan) {
    auto in = numbers(256);
    array<int> out(256);
    launch(1, 64)(array<int>(in), out);
    for (size_t i = 1; i < 256; i++)
        in[i] += in[i - 1];
    reference::expect_same(out, in);
}
TEST(cub_block_scan_max) {
    auto in = numbers(64);
    array<int> out(64);
    std::vector<int> wanted(64, -1);
    launch(1, 64)(array<int>(in), out);
    for (size_t i = 1; i < 64; i++)
        wanted[i] = std::max(wanted[i - 1], in[i - 1]);
    reference::expect_same(out, wanted);
}
template <class N> static void sorts(std::vector<N> in, bool down = false) {
    array<N> out(in.size());

    launch(1, (unsigned)in.size() / 4)(array<N>(in), out);
    std::sort(in.begin(), in.end());
    if (down)
        std::reverse(in.begin(), in.end());
    reference::expect_same(out, in);
}
TEST(cub_block_radix_sort) {
    sorts(reference::filled<unsigned>(
        256, [](size_t i) { return (unsigned)i * 2654435761u; }));
}
TEST(cub_block_radix_sort_floats) {
    sorts(reference::filled<float>(
              256, [](size_t i) { return (float)(i * 7919 % 1009) - 500.5f; }),
          true);
}
TEST(cub_block_merge_sort) {
    sorts(numbers(256));
}
TEST(cub_block_histogram) {
    auto in = reference::filled<unsigned char>(
        256, [](size_t i) { return (unsigned char)(i * i); });
    array<unsigned> out(256);
    std::vector<unsigned> wanted(256);
    launch(1, 64)(array<unsigned char>(in), out);
    for (unsigned char v : in)
        wanted[v]++;
    reference::expect_same(out, wanted);
}
TEST(cub_block_exchange) {
    auto in = numbers(256);
    array<int> out(256);
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 256, in[(size_t)(i % 4 * 64 + i / 4)]);
}
TEST(cub_warp_reduce) {
    auto in = numbers(64);
    array<int> out(2);
    std::vector<int> wanted(2);
    launch(1, 64)(array<int>(in), out);
    for (size_t i = 0; i < 64; i++)
        wanted[i / 32] += in[i];
    reference::expect_same(out, wanted);
}
TEST(cub_warp_scan) {
    auto in = numbers(64);
    array<int> out(64);
    std::vector<int> wanted(64);
    launch(1, 64)(array<int>(in), out);
    for (size_t i = 0; i < 64; i++)
        wanted[i] = i % 16 ? wanted[i - 1] + in[i - 1] : 0;
    reference::expect_same(out, wanted);
}
TEST(cub_warp_merge_sort) {
    auto in = numbers(256);
    array<int> out(256);
    launch(1, 64)(array<int>(in), out);
    std::sort(in.begin(), in.begin() + 128);
    std::sort(in.begin() + 128, in.end());
    reference::expect_same(out, in);
}
TEST(thrust_sort) {
    auto in = numbers(32 * 40);
    array<int> data(in);
    launch(1, 32)(data, 40);
    for (size_t i = 0; i < in.size(); i += 40)
        std::sort(&in[i], &in[i] + 40);
    reference::expect_same(data, in);
}
TEST(thrust_reduce) {
    auto in = numbers(32 * 10);
    array<int> out(32);
    launch(1, 32)(array<int>(in), out, 10);
    EXPECT_ALL(out, int, 32,
               std::max(5, *std::max_element(&in[(size_t)i * 10],
                                             &in[(size_t)i * 10] + 10)));
}
TEST(thrust_search) {
    auto in = numbers(200);
    array<int> out(64);
    std::sort(in.begin(), in.end());
    launch(1, 64)(array<int>(in), out, 200);
    EXPECT_ALL(out, int, 64,
               std::lower_bound(in.begin(), in.end(), i * 7) - in.begin());
}

/* Philox-4x32-10 as Salmon and others publish it. */
static void philox(uint64_t seed, uint64_t block, uint64_t sequence,
                   uint32_t out[4]) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t c[4] = {(uint32_t)block, (uint32_t)(block >> 32),
                     (uint32_t)sequence, (uint32_t)(sequence >> 32)};

    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)c[0] * 0xd2511f53,
                 b = (uint64_t)c[2] * 0xcd9e8d57;
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ key[0], (uint32_t)b,
                            (uint32_t)(a >> 32) ^ c[3] ^ key[1], (uint32_t)a};

        memcpy(c, next, sizeof next);
        key[0] += 0x9e3779b9;
        key[1] += 0xbb67ae85;
    }
    memcpy(out, c, sizeof c);
}
TEST(curand_philox) {
    array<unsigned> out(32 * 8);
    std::vector<unsigned> wanted(32 * 8);
    launch(1, 32)(UINT64_C(0x123456789ab), out);
    for (size_t t = 0; t < 32; t++)
        for (size_t b = 0; b < 2; b++)
            philox(0x123456789ab, b + 1, t, &wanted[t * 8 + b * 4]);
    reference::expect_same(out, wanted);
}
TEST(curand_uniforms) {
    array<float> out(32 * 4);
    std::vector<float> wanted;
    launch(1, 32)(UINT64_C(7), out);
    for (uint64_t t = 0; t < 32; t++) {
        uint32_t bits[4];
        philox(7, 0, t, bits);
        for (uint32_t b : bits)
            wanted.push_back((float)b * 0x1p-32f + 0x1p-33f);
    }
    reference::expect_near(out.get(), wanted, 1e-7);
}
TEST(curand_normals) { /* Box and Muller's pairs */
    array<float> out(32 * 4);
    std::vector<float> got;
    launch(1, 32)(UINT64_C(7), out);
    got = out.get();
    for (size_t t = 0; t < 32; t++) {
        uint32_t bits[4];
        philox(7, 0, t, bits);
        for (size_t k = 0; k < 4; k += 2) {
            double u = (double)bits[k] * 0x1p-32 + 0x1p-33;
            double v = ((double)bits[k + 1] * 0x1p-32 + 0x1p-33) * 2 * M_PI;
            double size = sqrt(-2 * log(u));
            EXPECT(fabs(got[t * 4 + k] - size * sin(v)) < 1e-4 &&
                   fabs(got[t * 4 + k + 1] - size * cos(v)) < 1e-4);
        }
    }
}
/* Marsaglia's xorwow; cuRAND mixes the seed as its header says. */
TEST(curand_xorwow) {
    const uint64_t seed = 99;
    uint32_t s = (uint32_t)seed ^ 0xaad26b49,
             r = (uint32_t)(seed >> 32) ^ 0xf7dcefdd;
    uint32_t t0 = 1099087573u * s, t1 = 2591861531u * r;
    uint32_t d = 6615241 + t1 + t0;
    uint32_t v[5] = {123456789u + t0, 362436069u ^ t0, 521288629u + t1,
                     88675123u ^ t1, 5783321u + t0};
    array<unsigned> out(64);
    std::vector<unsigned> wanted;
    launch(1, 64)(seed, out);
    for (int i = 0; i < 64; i++) {
        uint32_t t = v[0] ^ v[0] >> 2;
        for (int k = 0; k < 4; k++)
            v[k] = v[k + 1];
        v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
        d += 362437;
        wanted.push_back(v[4] + d);
    }
    reference::expect_same(out, wanted);
}
/* L'Ecuyer's generator from the state that the seed 0 leaves: 12345 in each of
 * its six numbers. */
TEST(curand_mrg32k3a) {
    const int64_t m1 = 4294967087, m2 = 4294944443;
    int64_t x[3] = {12345, 12345, 12345}, y[3] = {12345, 12345, 12345};
    array<double> out(64);
    std::vector<double> got;
    launch(1, 64)(out);
    got = out.get();
    for (size_t i = 0; i < 64; i++) {
        int64_t p = (1403580 * x[1] - 810728 * x[0]) % m1;
        int64_t q = (527612 * y[2] - 1370589 * y[0]) % m2;
        x[0] = x[1], x[1] = x[2], x[2] = p < 0 ? p + m1 : p;
        y[0] = y[1], y[1] = y[2], y[2] = q < 0 ? q + m2 : q;
        int64_t z = x[2] - y[2];
        EXPECT(fabs(got[i] - (double)(z <= 0 ? z + m1 : z) *
                                 2.3283065498378288e-10) < 1e-12);
    }
}
#endif
