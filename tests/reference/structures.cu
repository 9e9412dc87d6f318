/* SPDX-License-Identifier: Apache-2.0 */
/* Algorithms of integers: sorting, scans, tables, queues, graphs, digests,
 * against the same thing done plainly on the host. */
#include "reference.h"

BOTH inline uint64_t splitmix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}
BOTH inline uint32_t rotated(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}
#ifdef __CUDACC__
#define TABLE static __constant__
#else
#define TABLE static const
#endif
TABLE uint32_t sha_table[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
BOTH inline void sha256_block(uint32_t state[8], const uint32_t words[16]) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 64; i++)
        w[i] = i < 16 ? words[i]
                      : w[i - 16] + w[i - 7] +
                            (rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^
                             w[i - 15] >> 3) +
                            (rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^
                             w[i - 2] >> 10);
    for (int i = 0; i < 8; i++)
        s[i] = state[i];
    for (int i = 0; i < 64; i++) {
        uint32_t a =
            s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) +
            ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha_table[i] + w[i];
        uint32_t b =
            (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) +
            ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int k = 7; k > 0; k--)
            s[k] = s[k - 1];
        s[4] += a;
        s[0] = a + b;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}
BOTH inline uint32_t crc32_of(const uint8_t *bytes, int count) {
    uint32_t crc = ~0u;
    for (int i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}
BOTH inline int levenshtein(const uint8_t *a, const uint8_t *b, int n) {
    int row[24];
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}
BOTH inline int queens(int n, unsigned columns, unsigned left, unsigned right) {
    unsigned all = (1u << n) - 1, open = all & ~(columns | left | right);
    unsigned stack[12][4];
    int depth = 0, found = 0;
    stack[0][0] = columns, stack[0][1] = left, stack[0][2] = right;
    stack[0][3] = open;
    while (depth >= 0) {
        unsigned *top = stack[depth];
        if (top[0] == all || top[3] == 0) {
            found += top[0] == all;
            depth--;
            continue;
        }
        unsigned bit = top[3] & (0u - top[3]);
        top[3] ^= bit;
        unsigned *next = stack[++depth];
        next[0] = top[0] | bit;
        next[1] = (top[1] | bit) << 1;
        next[2] = (top[2] | bit) >> 1;
        next[3] = all & ~(next[0] | next[1] | next[2]);
    }
    return found;
}

#ifdef __CUDACC__
#define T ((int)threadIdx.x)
KERNEL bitonic_sort(int *data, int n) {
    extern __shared__ int s[];
    for (int i = T; i < n; i += blockDim.x)
        s[i] = data[i];
    for (int size = 2; size <= n; size *= 2)
        for (int step = size / 2; step; step /= 2) {
            __syncthreads();
            for (int i = T; i < n; i += blockDim.x) {
                int j = i ^ step;
                if (j > i && (s[i] > s[j]) == !(i & size)) {
                    int v = s[i];
                    s[i] = s[j];
                    s[j] = v;
                }
            }
        }
    __syncthreads();
    for (int i = T; i < n; i += blockDim.x)
        data[i] = s[i];
}
KERNEL radix_sort(unsigned *data) { /* one block: a bit in a pass */
    __shared__ unsigned s[256], flags[256];
    unsigned v = data[T];
    for (int bit = 0; bit < 32; bit++) {
        unsigned one = v >> bit & 1;
        flags[T] = !one;
        for (int step = 1; step < 256; step *= 2) {
            __syncthreads();
            unsigned below = T >= step ? flags[T - step] : 0;
            __syncthreads();
            flags[T] += below;
        }
        __syncthreads();
        unsigned zeros = flags[255];
        s[one ? zeros + T - flags[T] : flags[T] - 1] = v;
        __syncthreads();
        v = s[T];
        __syncthreads();
    }
    data[T] = v;
}
KERNEL odd_even_merge(int *data, int n) {
    for (int p = 1; p < n; p *= 2)
        for (int k = p; k >= 1; k /= 2) {
            for (int j = k % p; j + k < n; j += 2 * k) {
                int i = T;
                if (i < k && i + j + k < n &&
                    (i + j) / (p * 2) == (i + j + k) / (p * 2) &&
                    data[i + j] > data[i + j + k]) {
                    int v = data[i + j];
                    data[i + j] = data[i + j + k];
                    data[i + j + k] = v;
                }
            }
            __syncthreads();
        }
}
/* Each block looks back at the sums of those before it. */
KERNEL decoupled_scan(const int *in, int *out, volatile long long *status,
                      int *ticket) {
    __shared__ int s[128], number, before;
    if (T == 0)
        number = atomicAdd(ticket, 1);
    __syncthreads();
    int at = number * 128 + T;
    s[T] = in[at];
    for (int step = 1; step < 128; step *= 2) {
        __syncthreads();
        int below = T >= step ? s[T - step] : 0;
        __syncthreads();
        s[T] += below;
    }
    __syncthreads();
    if (T == 0) {
        int sum = 0;
        status[number] = 1ll << 32 | (unsigned)s[127];
        __threadfence();
        for (int i = number - 1; i >= 0;) {
            long long seen = status[i];
            if (seen >> 32 == 0)
                continue;
            sum += (int)seen;
            if (seen >> 32 == 2)
                break;
            i--;
        }
        before = sum;
        __threadfence();
        status[number] = 2ll << 32 | (unsigned)(sum + s[127]);
    }
    __syncthreads();
    out[at] = before + s[T];
}
KERNEL sha256(const uint32_t *in, uint32_t *out) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    sha256_block(state, in + RANK * 16);
    for (int i = 0; i < 8; i++)
        out[RANK * 8 + i] = state[i];
}
KERNEL crc32(const uint8_t *in, uint32_t *out, int count) {
    out[RANK] = crc32_of(in + RANK * count, count);
}
KERNEL hash_table(unsigned long long *slots, const uint32_t *keys, int n,
                  int size) {
    if (RANK < n) {
        uint32_t key = keys[RANK];
        unsigned at = splitmix(key) % size;
        for (;;) {
            unsigned long long was =
                atomicCAS(&slots[at], 0ull, (unsigned long long)key << 32 | 1);
            if (was == 0)
                break;
            if (was >> 32 == key) {
                atomicAdd(&slots[at], 1ull);
                break;
            }
            at = (at + 1) % size;
        }
    }
}
KERNEL work_queue(int *queue, int *head, int *tail, int *done, int most) {
    for (;;) {
        if (*(volatile int *)done >= most)
            break;
        int h = *(volatile int *)head;
        if (h >= *(volatile int *)tail)
            continue;
        if (atomicCAS(head, h, h + 1) != h)
            continue;
        int item;
        while ((item = ((volatile int *)queue)[h]) == 0)
            ;
        if (item * 2 + 1 <= most)
            for (int child = item * 2; child <= item * 2 + 1; child++)
                atomicExch(&queue[atomicAdd(tail, 1)], child);
        __threadfence();
        atomicAdd(done, 1);
    }
}
KERNEL breadth_first(const int *first, const int *edges, int *level, int depth,
                     int n, int *changed) {
    if (RANK < n && level[RANK] == depth)
        for (int e = first[RANK]; e < first[RANK + 1]; e++)
            if (atomicCAS(&level[edges[e]], -1, depth + 1) == -1)
                *changed = 1;
}
KERNEL floyd_warshall(int *distance, int n) {
    for (int k = 0; k < n; k++) {
        for (int i = T; i < n * n; i += blockDim.x) {
            int through = distance[i / n * n + k] + distance[k * n + i % n];
            if (through < distance[i])
                distance[i] = through;
        }
        __syncthreads();
    }
}
KERNEL edit_distance(const uint8_t *a, const uint8_t *b, int *out, int n) {
    out[RANK] = levenshtein(a + RANK, b + RANK * 3, n);
}
KERNEL eight_queens(int *out, int n) {
    unsigned bit = 1u << T;
    out[T] = T < n ? queens(n, bit, bit << 1, bit >> 1) : 0;
}
KERNEL random_walks(uint64_t seed, int *out, int steps) {
    uint64_t state = splitmix(seed + RANK);
    int at = 0;
    for (int i = 0; i < steps; i++) {
        state = splitmix(state);
        at += state >> 63 ? 1 : -1;
    }
    out[RANK] = at;
}
KERNEL compaction(const int *in, int *out, int *count, int n) {
    __shared__ int base, sums[8];
    int v = RANK < n ? in[RANK] : -1, keep = v % 5 == 0;
    unsigned mask = __ballot_sync(FULL, keep);
    int below = __popc(mask & ((1u << T % 32) - 1));
    if (T % 32 == 0)
        sums[T / 32] = __popc(mask);
    __syncthreads();
    if (T == 0) {
        int sum = 0;
        for (int i = 0; i < blockDim.x / 32; i++) {
            int mine = sums[i];
            sums[i] = sum;
            sum += mine;
        }
        base = atomicAdd(count, sum);
    }
    __syncthreads();
    if (keep)
        out[base + sums[T / 32] + below] = v;
}
KERNEL arg_max(const float *in, int *out, int n) {
    unsigned long long best = 0;
    for (int i = T; i < n; i += blockDim.x) {
        unsigned long long mine =
            (unsigned long long)__float_as_uint(in[i]) << 32 | (unsigned)~i;
        best = max(best, mine);
    }
    for (int step = 16; step; step /= 2)
        best = max(best, __shfl_xor_sync(FULL, best, step));
    __shared__ unsigned long long all;
    if (T == 0)
        all = 0;
    __syncthreads();
    if (T % 32 == 0)
        atomicMax(&all, best);
    __syncthreads();
    if (T == 0)
        *out = (int)~(unsigned)all;
}
#else

using reference::array;
using reference::launch;
static int number(size_t i) {
    return (int)(splitmix(i) % 1000);
}
static uint8_t byte(size_t i) {
    return (uint8_t)splitmix(i);
}
template <class N> static std::vector<N> made(size_t count, N f(size_t)) {
    return reference::filled<N>(count, f);
}
template <class N>
static void expect_sorted(const array<N> &got, std::vector<N> in) {
    std::sort(in.begin(), in.end());
    reference::expect_same(got, in);
}
TEST(bitonic_sort) {
    auto in = made(1024, number);
    array<int> data(in);
    launch(1, 256).with_shared(4096)(data, 1024);
    expect_sorted(data, in);
}
TEST(radix_sort) {
    auto in = reference::filled<unsigned>(
        256, [](size_t i) { return (unsigned)splitmix(i); });
    array<unsigned> data(in);
    launch(1, 256)(data);
    expect_sorted(data, in);
}
TEST(odd_even_merge) {
    auto in = made(128, number);
    array<int> data(in);
    launch(1, 128)(data, 128);
    expect_sorted(data, in);
}
TEST(decoupled_scan) {
    auto in = made(2048, number);
    array<int> out(2048), ticket(1);
    array<long long> status(16);
    launch(16, 128)(array<int>(in), out, status, ticket);
    for (size_t i = 1; i < 2048; i++)
        in[i] += in[i - 1];
    reference::expect_same(out, in);
}
TEST(sha256) {
    auto in = reference::filled<uint32_t>(
        64 * 16, [](size_t i) { return (uint32_t)splitmix(i); });
    /* "abc", as FIPS 180-4 has it. */
    std::fill(in.begin(), in.begin() + 16, 0);
    in[0] = 0x61626380;
    in[15] = 24;
    array<uint32_t> out(64 * 8);
    launch(2, 32)(array<uint32_t>(in), out);
    std::vector<uint32_t> wanted;
    for (size_t i = 0; i < 64; i++) {
        uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
        sha256_block(state, &in[i * 16]);
        wanted.insert(wanted.end(), state, state + 8);
    }
    EXPECT(wanted[0] == 0xba7816bf && wanted[7] == 0xf20015ad);
    reference::expect_same(out, wanted);
}
TEST(crc32) {
    auto in = made(64 * 33, byte);
    const char *check = "123456789";
    array<uint32_t> out(64);
    EXPECT(crc32_of((const uint8_t *)check, 9) == 0xcbf43926);
    launch(2, 32)(array<uint8_t>(in), out, 33);
    EXPECT_ALL(out, uint32_t, 64, crc32_of(&in[(size_t)i * 33], 33));
}
TEST(hash_table) {
    auto keys = reference::filled<uint32_t>(
        1000, [](size_t i) { return (uint32_t)(splitmix(i) % 300 + 1); });
    array<unsigned long long> slots(512);
    std::vector<int> counts(301), got(301);
    launch(8, 128)(slots, array<uint32_t>(keys), 1000, 512);
    for (uint32_t key : keys)
        counts[key]++;
    for (unsigned long long slot : slots.get())
        got[slot >> 32] += (int)(uint32_t)slot;
    reference::expect_same(got, counts);
}
TEST(work_queue) {
    std::vector<int> start(512), got;
    start[0] = 1;
    array<int> queue(start), head(1), tail(std::vector<int>{1}), done(1);
    launch(2, 32)(queue, head, tail, done, 511);
    got = queue.get();
    got.resize(511);
    std::sort(got.begin(), got.end());
    EXPECT_ALL(got, int, 511, i + 1);
}
TEST(breadth_first) {
    const int n = 300;
    std::vector<int> first, edges, level(n, -1), wanted(n, -1), queue = {0};
    for (int v = 0; v <= n; v++) {
        first.push_back((int)edges.size());
        for (int e = 0; e < 3 && v < n; e++)
            edges.push_back((int)(splitmix((uint64_t)(v * 3 + e)) % n));
    }
    level[0] = wanted[0] = 0;
    for (size_t at = 0; at < queue.size(); at++)
        for (int e = first[(size_t)queue[at]]; e < first[(size_t)queue[at] + 1];
             e++)
            if (wanted[(size_t)edges[(size_t)e]] < 0) {
                wanted[(size_t)edges[(size_t)e]] =
                    wanted[(size_t)queue[at]] + 1;
                queue.push_back(edges[(size_t)e]);
            }
    array<int> device(level), changed(1), f(first), e(edges);
    for (int depth = 0; depth < 20; depth++)
        launch(3, 128)(f, e, device, depth, n, changed);
    reference::expect_same(device, wanted);
}
TEST(floyd_warshall) {
    const int n = 20;
    auto d = reference::filled<int>(n * n, [](size_t i) {
        return i % (n + 1) == 0 ? 0 : (int)(splitmix(i) % 900) + 10;
    });
    array<int> device(d);
    launch(1, 128)(device, n);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n * n; i++)
            d[i] = std::min(d[i], d[i / n * n + k] + d[k * n + i % n]);
    reference::expect_same(device, d);
}
TEST(edit_distance) {
    auto letters = reference::filled<uint8_t>(
        400, [](size_t i) { return (uint8_t)(splitmix(i) % 4); });
    array<int> out(64);
    launch(2, 32)(array<uint8_t>(letters), array<uint8_t>(letters), out, 20);
    EXPECT_ALL(out, int, 64,
               levenshtein(&letters[(size_t)i], &letters[(size_t)i * 3], 20));
}
TEST(eight_queens) {
    array<int> out(32);
    int sum = 0;
    launch(1, 32)(out, 8);
    for (int found : out.get())
        sum += found;
    EXPECT(sum == 92);
}
TEST(random_walks) {
    array<int> out(256);
    launch(2, 128)(UINT64_C(42), out, 100);
    std::vector<int> wanted;
    for (uint64_t i = 0; i < 256; i++) {
        uint64_t state = splitmix(42 + i);
        int at = 0;
        for (int k = 0; k < 100; k++)
            at += (state = splitmix(state)) >> 63 ? 1 : -1;
        wanted.push_back(at);
    }
    reference::expect_same(out, wanted);
}
TEST(compaction) {
    auto in = made(1000, number);
    array<int> out(1000), count(1);
    std::vector<int> wanted, got;
    launch(4, 256)(array<int>(in), out, count, 1000);
    for (int v : in)
        if (v % 5 == 0)
            wanted.push_back(v);
    EXPECT(count.get()[0] == (int)wanted.size());
    got = out.get();
    got.resize(wanted.size());
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    reference::expect_same(got, wanted);
}
TEST(arg_max) {
    auto in = reference::filled<float>(
        5000, [](size_t i) { return (float)(splitmix(i) % 100000) / 3; });
    array<int> out(1);
    launch(1, 256)(array<float>(in), out, 5000);
    reference::expect_same(
        out, {(int)(std::max_element(in.begin(), in.end()) - in.begin())});
}
#endif
