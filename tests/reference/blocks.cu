/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of a block, lanes of a warp and blocks of a grid that work together:
 * shared memory, barriers, shuffles, votes, cooperative groups. */
#include "reference.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
#define T threadIdx.x

/* --- shared memory --- */
KERNEL reversed(const int *in, int *out) {
    __shared__ int s[256];
    s[T] = in[RANK];
    __syncthreads();
    out[RANK] = s[blockDim.x - 1 - T];
}
KERNEL transposed(const float *in, float *out, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
KERNEL dynamic_shared(const double *in, double *out, int n) {
    extern __shared__ double room[];
    double *first = room;
    int *counts = (int *)(room + n);
    first[T] = in[T];
    counts[T] = (int)T * 3;
    __syncthreads();
    out[T] = first[(T + 7) % n] + counts[(T + 1) % n];
}
KERNEL shared_bytes(const unsigned char *in, unsigned *out) {
    __shared__ union {
        unsigned char bytes[512];
        unsigned words[128];
        unsigned short halves[256];
    } u;
    for (int i = T; i < 512; i += blockDim.x)
        u.bytes[i] = in[i];
    __syncthreads();
    out[T] = u.words[T] ^ u.halves[2 * T + 1];
}
KERNEL vectors_of_four(const float4 *in, float4 *out) {
    __shared__ float4 s[64];
    s[T] = in[T];
    __syncthreads();
    float4 a = s[T ^ 1];
    out[T] = make_float4(a.w, a.z, a.y, a.x);
}
KERNEL block_reduction(const int *in, int *out, int n) {
    __shared__ int s[256];
    int sum = 0;
    for (int i = RANK; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    s[T] = sum;
    for (int half = blockDim.x / 2; half; half /= 2) {
        __syncthreads();
        if (T < half)
            s[T] += s[T + half];
    }
    if (T == 0)
        out[blockIdx.x] = s[0];
}
KERNEL block_scan(const int *in, int *out) {
    __shared__ int s[2][256];
    int from = 0;
    s[0][T] = in[RANK];
    for (int step = 1; step < blockDim.x; step *= 2) {
        __syncthreads();
        s[!from][T] = s[from][T] + (T >= step ? s[from][T - step] : 0);
        from = !from;
    }
    __syncthreads();
    out[RANK] = s[from][T];
}
KERNEL barrier_votes(const int *in, int *out) {
    out[T * 3] = __syncthreads_count(in[T] % 3 == 0);
    out[T * 3 + 1] = __syncthreads_and(in[T] >= 0);
    out[T * 3 + 2] = __syncthreads_or(in[T] == 77);
}
/* Two halves of a block wait at barriers of their own. */
KERNEL named_barriers(int *out) {
    __shared__ int s[128];
    int half = T / 64;
    s[T] = T * (half + 2);
    asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    out[T] = s[half * 64 + (T + 1) % 64];
}
KERNEL producer_consumer(int *out, int rounds) {
    __shared__ int box[64];
    if (T < 64) {
        for (int k = 0; k < rounds; k++) {
            box[T] = k * 100 + T;
            asm volatile("bar.arrive 1, 128;" ::: "memory");
            asm volatile("bar.sync 2, 128;" ::: "memory");
        }
    } else {
        int sum = 0;
        for (int k = 0; k < rounds; k++) {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            sum += box[127 - T];
            asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
        out[T - 64] = sum;
    }
}
KERNEL bank_walk(int *out) {
    __shared__ int s[32][33];
    for (int y = 0; y < 32; y++)
        s[y][T] = y * 100 + T;
    __syncwarp();
    int sum = 0;
    for (int x = 0; x < 32; x++)
        sum = sum * 3 + s[T][x];
    out[T] = sum;
}

/* --- warps --- */
KERNEL warp_sum(const int *in, int *out) {
    int v = in[RANK];
    for (int step = 16; step; step /= 2)
        v += __shfl_xor_sync(FULL, v, step);
    out[RANK] = v;
}
KERNEL warp_scan(const double *in, double *out) {
    double v = in[RANK];
    for (int step = 1; step < 32; step *= 2) {
        double below = __shfl_up_sync(FULL, v, step);
        if (T % 32 >= step)
            v += below;
    }
    out[RANK] = v;
}
KERNEL warp_rotate(const long long *in, long long *out) {
    out[T] = __shfl_sync(FULL, in[T], T + 5) +
             __shfl_down_sync(FULL, in[T], 2, 8) +
             __shfl_up_sync(FULL, in[T], 3, 16);
}
KERNEL warp_ballots(const int *in, unsigned *out) {
    int v = in[T];
    out[T * 4] = __ballot_sync(FULL, v & 1);
    out[T * 4 + 1] = __any_sync(FULL, v > 90) | __all_sync(FULL, v >= 0) << 1;
    out[T * 4 + 2] = __match_any_sync(FULL, v % 4);
    int all;
    unsigned mask = __match_all_sync(FULL, v / 1000, &all);
    out[T * 4 + 3] = mask + all;
}
KERNEL half_warps(const int *in, int *out) {
    unsigned mask = T % 32 < 16 ? 0xffffu : 0xffff0000u;
    int v = in[T];
    if (T % 32 < 16) {
        for (int step = 8; step; step /= 2)
            v += __shfl_xor_sync(mask, v, step);
    } else {
        for (int step = 8; step; step /= 2)
            v = max(v, __shfl_xor_sync(mask, v, step));
    }
    out[T] = v;
}
KERNEL aggregated(const int *in, int *counter, int *slots, int n) {
    if (RANK < n && in[RANK] % 3 == 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1, base;
        if (T % 32 == leader)
            base = atomicAdd(counter, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        slots[base + __popc(mask & ((1u << T % 32) - 1))] = in[RANK];
    }
}
#if __CUDA_ARCH__ >= 800
KERNEL warp_reductions(const int *in, unsigned *out) {
    int v = in[T];
    out[T * 8] = __reduce_add_sync(FULL, v);
    out[T * 8 + 1] = __reduce_min_sync(FULL, v - 50);
    out[T * 8 + 2] = __reduce_max_sync(FULL, v - 50);
    out[T * 8 + 3] = __reduce_and_sync(FULL, (unsigned)v | 0x100u);
    out[T * 8 + 4] = __reduce_or_sync(FULL, 1u << v % 32);
    out[T * 8 + 5] = __reduce_xor_sync(FULL, (unsigned)v);
    out[T * 8 + 6] = __reduce_min_sync(FULL, (unsigned)v + 7u);
    out[T * 8 + 7] = __reduce_max_sync(FULL, (unsigned)v);
}
#endif
/* As CUDA's guide has it: each branch with a shuffle of its own. */
KERNEL split_shuffles(const int *in, int *out) {
    int v = in[T], r;
    if (T % 32 < 16) {
        v += 7;
        r = __shfl_xor_sync(FULL, v, 16) * 3;
    } else {
        v *= 2;
        r = __shfl_xor_sync(FULL, v, 16) - 5;
    }
    out[T] = r;
}
KERNEL diverged_loops(const int *in, int *out) {
    int sum = 0;
    for (int i = 0; i < in[T] % 17; i++) {
        if (i % 5 == 4)
            continue;
        if (sum > 40)
            break;
        sum += i * (T % 3 + 1);
    }
    __syncwarp();
    out[T] = sum + __popc(__ballot_sync(FULL, sum > 10));
}

/* --- cooperative groups --- */
KERNEL group_tiles(const int *in, int *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = in[T];
    out[T * 4] = cg::reduce(tile, v, cg::plus<int>());
    out[T * 4 + 1] = cg::inclusive_scan(tile, v);
    out[T * 4 + 2] = cg::exclusive_scan(tile, v, cg::greater<int>());
    out[T * 4 + 3] = tile.shfl(v, 3) + 1000 * tile.meta_group_rank() +
                     100000 * tile.thread_rank();
}
KERNEL group_coalesced(const int *in, int *out) {
    out[T] = -1;
    if (in[T] % 4 == 1) {
        cg::coalesced_group g = cg::coalesced_threads();
        out[T] = g.size() * 100 + g.thread_rank() + 10000 * g.any(in[T] > 50);
    }
}
KERNEL group_partitions(const int *in, int *out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto mine = cg::labeled_partition(warp, in[T] % 3);
    auto half = cg::binary_partition(warp, in[T] > 50);
    out[T * 2] =
        cg::reduce(mine, 1, cg::plus<int>()) * 100 + mine.thread_rank();
    out[T * 2 + 1] = half.size() * 100 + half.thread_rank();
}
KERNEL group_block(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int s[64];
    s[block.thread_rank()] =
        in[block.group_index().x * 64 + block.thread_rank()];
    cg::sync(block);
    if (block.thread_rank() == 0) {
        int sum = 0;
        for (unsigned i = 0; i < block.size(); i++)
            sum += s[i];
        out[block.group_index().x] = sum;
    }
}
KERNEL group_grid(int *a, int *b, int steps) {
    cg::grid_group grid = cg::this_grid();
    int n = grid.size(), i = grid.thread_rank();
    for (int k = 0; k < steps; k++) {
        b[i] = a[(i + 1) % n] + a[(i + n - 1) % n];
        grid.sync();
        a[i] = b[i] % 1000;
        grid.sync();
    }
}
KERNEL group_dims(int *out) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int at = b * (int)cg::this_thread_block().size() + t;
    out[at] = t == (int)cg::this_thread_block().thread_rank() &&
                      b == (int)cg::this_grid().block_rank()
                  ? at
                  : -1;
}
#else

static std::vector<int> numbers(size_t count) {
    return reference::filled<int>(count,
                                  [](size_t i) { return (int)(i * 37 % 101); });
}
using reference::array;
using reference::launch;
using reference::shape;
#define AT(i) in[(size_t)(i)]

TEST(reversed) {
    auto in = numbers(1024);
    array<int> out(1024);
    launch(4, 256)(array<int>(in), out);
    EXPECT_ALL(out, int, 1024, AT(i / 256 * 256 + 255 - i % 256));
}
TEST(transposed) {
    auto in = reference::filled<float>(64 * 64,
                                       [](size_t i) { return (float)i / 8; });
    array<float> out(in.size());
    launch(shape(4, 4), shape(16, 16))(array<float>(in), out, 64);
    EXPECT_ALL(out, float, 64 * 64, AT(i % 64 * 64 + i / 64));
}
TEST(dynamic_shared) {
    auto in = reference::filled<double>(
        1000, [](size_t i) { return (double)i * 0.5; });
    array<double> out(1000);
    launch(1, 1000).with_shared(12000)(array<double>(in), out, 1000);
    EXPECT_ALL(out, double, 1000, AT((i + 7) % 1000) + (i + 1) % 1000 * 3);
}
TEST(shared_bytes) {
    auto in = reference::filled<unsigned char>(
        512, [](size_t i) { return (unsigned char)(i * 91); });
    array<unsigned> out(128);
    launch(1, 128)(array<unsigned char>(in), out);
    EXPECT_ALL(out, unsigned, 128,
               (AT(4 * i) | AT(4 * i + 1) << 8 | AT(4 * i + 2) << 16 |
                (unsigned)AT(4 * i + 3) << 24) ^
                   (unsigned)(AT(4 * i + 2) | AT(4 * i + 3) << 8));
}
TEST(vectors_of_four) {
    auto in = reference::filled<float>(256, [](size_t i) { return (float)i; });
    array<float> out(256);
    launch(1, 64)(array<float>(in), out);
    EXPECT_ALL(out, float, 256, AT((i / 4 ^ 1) * 4 + 3 - i % 4));
}
TEST(block_reduction) {
    auto in = numbers(5000);
    array<int> out(8);
    launch(8, 256)(array<int>(in), out, 5000);
    std::vector<int> wanted(8);
    for (size_t i = 0; i < in.size(); i++)
        wanted[i / 256 % 8] += in[i];
    reference::expect_same(out, wanted);
}
TEST(block_scan) {
    auto in = numbers(1024);
    array<int> out(1024);
    launch(4, 256)(array<int>(in), out);
    auto wanted = in;
    for (size_t i = 0; i < 1024; i++)
        wanted[i] += i % 256 ? wanted[i - 1] : 0;
    reference::expect_same(out, wanted);
}
TEST(barrier_votes) {
    auto in = numbers(200);
    array<int> out(600);
    int thirds = 0;
    for (int v : in)
        thirds += v % 3 == 0;
    launch(1, 200)(array<int>(in), out);
    EXPECT_ALL(out, int, 600, i % 3 == 0 ? thirds : 1);
}
TEST(named_barriers) {
    array<int> out(128);
    launch(1, 128)(out);
    EXPECT_ALL(out, int, 128, (i / 64 * 64 + (i + 1) % 64) * (i / 64 + 2));
}
TEST(producer_consumer) {
    array<int> out(64);
    launch(1, 128)(out, 5);
    EXPECT_ALL(out, int, 64, 1000 + 5 * (63 - i));
}
TEST(bank_walk) {
    array<int> out(32);
    launch(1, 32)(out);
    std::vector<int> wanted(32);
    for (int t = 0; t < 32; t++) {
        unsigned sum = 0;
        for (int x = 0; x < 32; x++)
            sum = sum * 3 + (unsigned)(t * 100 + x);
        wanted[(size_t)t] = (int)sum;
    }
    reference::expect_same(out, wanted);
}
TEST(warp_sum) {
    auto in = numbers(256);
    array<int> out(256);
    launch(2, 128)(array<int>(in), out);
    std::vector<int> sums(8);
    for (size_t i = 0; i < 256; i++)
        sums[i / 32] += in[i];
    EXPECT_ALL(out, int, 256, sums[(size_t)i / 32]);
}
TEST(warp_scan) {
    auto in = reference::filled<double>(
        96, [](size_t i) { return (double)(i * 7 % 13); });
    array<double> out(96);
    launch(1, 96)(array<double>(in), out);
    auto wanted = in;
    for (size_t i = 0; i < 96; i++)
        wanted[i] += i % 32 ? wanted[i - 1] : 0;
    reference::expect_same(out, wanted);
}
TEST(warp_rotate) {
    auto in = reference::filled<long long>(
        64, [](size_t i) { return (long long)i << 33 | (long long)(i * 3); });
    array<long long> out(64);
    launch(1, 64)(array<long long>(in), out);
    EXPECT_ALL(out, long long, 64,
               AT(i / 32 * 32 + (i + 5) % 32) + AT(i % 8 < 6 ? i + 2 : i) +
                   AT(i % 16 >= 3 ? i - 3 : i));
}
TEST(warp_ballots) {
    auto in = numbers(32);
    array<unsigned> out(128);
    launch(1, 32)(array<int>(in), out);
    unsigned odd = 0, classes[4] = {}, many = 0;
    for (size_t i = 0; i < 32; i++) {
        odd |= (unsigned)(in[i] & 1) << i;
        classes[in[i] % 4] |= 1u << i;
        many |= in[i] > 90;
    }
    EXPECT_ALL(out, unsigned, 128,
               i % 4 == 0   ? odd
               : i % 4 == 1 ? many | 2
               : i % 4 == 2 ? classes[AT(i / 4) % 4]
                            : 0u /* all, and the predicate */);
}
TEST(half_warps) {
    auto in = numbers(64);
    array<int> out(64);
    int result[4] = {};
    for (size_t i = 0; i < 64; i++)
        result[i / 16] = i / 16 % 2 == 0 ? result[i / 16] + in[i]
                                         : std::max(result[i / 16], in[i]);
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 64, result[i / 16]);
}
TEST(aggregated) {
    auto in = numbers(1000);
    array<int> counter(1), slots(1000);
    std::vector<int> wanted, got;
    for (int v : in)
        if (v % 3 == 0)
            wanted.push_back(v);
    launch(8, 128)(array<int>(in), counter, slots, 1000);
    got = slots.get();
    EXPECT(counter.get()[0] == (int)wanted.size());
    got.resize(wanted.size());
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    reference::expect_same(got, wanted);
}
TEST_SINCE(warp_reductions, 80) {
    auto in = numbers(32);
    array<unsigned> out(256);
    unsigned sum = 0, low = ~0u, high = 0, all = ~0u, any = 0, odd = 0;
    for (int v : in) {
        unsigned u = (unsigned)v;
        sum += u;
        low = std::min(low, u);
        high = std::max(high, u);
        all &= u | 0x100;
        any |= 1u << u % 32;
        odd ^= u;
    }
    unsigned wanted[8] = {sum, low - 50, high - 50, all,
                          any, odd,      low + 7,   high};
    launch(1, 32)(array<int>(in), out);
    EXPECT_ALL(out, unsigned, 256, wanted[i % 8]);
}
TEST(split_shuffles) {
    auto in = numbers(64);
    array<int> out(64);
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 64,
               i % 32 < 16 ? AT(i ^ 16) * 2 * 3 : AT(i ^ 16) + 7 - 5);
}
TEST(diverged_loops) {
    auto in = numbers(64);
    array<int> out(64);
    std::vector<int> wanted(64);
    int many[2] = {};
    for (int t = 0; t < 64; t++) {
        int sum = 0;
        for (int i = 0; i < AT(t) % 17; i++) {
            if (i % 5 == 4)
                continue;
            if (sum > 40)
                break;
            sum += i * (t % 3 + 1);
        }
        many[t / 32] += sum > 10;
        wanted[(size_t)t] = sum;
    }
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 64, wanted[(size_t)i] + many[i / 32]);
}
TEST(group_tiles) {
    auto in = numbers(64);
    array<int> out(256);
    std::vector<int> wanted;
    for (int t = 0; t < 64; t++) {
        int sum = 0, upto = 0, most = std::numeric_limits<int>::lowest();
        for (int i = t / 8 * 8; i < t / 8 * 8 + 8; i++) {
            sum += AT(i);
            upto += i <= t ? AT(i) : 0;
            most = i < t ? std::max(most, AT(i)) : most;
        }
        wanted.push_back(sum);
        wanted.push_back(upto);
        wanted.push_back(t % 8 ? most : 0);
        wanted.push_back(AT(t / 8 * 8 + 3) + 1000 * (t / 8) + 100000 * (t % 8));
    }
    launch(1, 64)(array<int>(in), out);
    auto got = out.get();
    for (size_t t = 0; t < 64; t += 8) /* the first of an exclusive scan */
        got[t * 4 + 2] = 0;
    reference::expect_same(got, wanted);
}
TEST(group_coalesced) {
    auto in = numbers(64);
    array<int> out(64);
    int size[2] = {}, any[2] = {};
    for (int t = 0; t < 64; t++)
        if (AT(t) % 4 == 1) {
            size[t / 32]++;
            any[t / 32] |= AT(t) > 50;
        }
    std::vector<int> wanted(64, -1);
    for (int t = 0, rank[2] = {}; t < 64; t++)
        if (AT(t) % 4 == 1)
            wanted[(size_t)t] =
                size[t / 32] * 100 + rank[t / 32]++ + 10000 * any[t / 32];
    launch(1, 64)(array<int>(in), out);
    reference::expect_same(out, wanted);
}
TEST(group_partitions) {
    auto in = numbers(32);
    array<int> out(64);
    int thirds[3] = {}, halves[2] = {};
    std::vector<int> wanted(64);
    for (int t = 0; t < 32; t++) {
        wanted[(size_t)t * 2] = thirds[AT(t) % 3]++;
        wanted[(size_t)t * 2 + 1] = halves[AT(t) > 50]++;
    }
    launch(1, 32)(array<int>(in), out);
    EXPECT_ALL(out, int, 64,
               wanted[(size_t)i] + 100 * (i % 2 ? halves[AT(i / 2) > 50]
                                                : thirds[AT(i / 2) % 3]));
}
TEST(group_block) {
    auto in = numbers(256);
    array<int> out(4);
    std::vector<int> wanted(4);
    for (size_t i = 0; i < 256; i++)
        wanted[i / 64] += in[i];
    launch(4, 64)(array<int>(in), out);
    reference::expect_same(out, wanted);
}
TEST(group_dims) {
    array<int> out(2 * 3 * 2 * 4 * 3 * 5);
    launch(shape(2, 3, 2), shape(4, 3, 5))(out);
    EXPECT_ALL(out, int, 720, i);
}
TEST(group_grid) {
    auto in = numbers(512);
    array<int> a(in), b(512);
    launch(8, 64).together()(a, b, 4);
    for (int k = 0; k < 4; k++) {
        auto next = in;
        for (size_t i = 0; i < 512; i++)
            next[i] = (in[(i + 1) % 512] + in[(i + 511) % 512]) % 1000;
        in = next;
    }
    reference::expect_same(a, in);
}
#endif
