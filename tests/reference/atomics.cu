/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of every type and scope, by the old functions and by libcu++'s
 * references, whose orders are instructions of their own. The sums do not
 * depend on the order of the threads. */
#include "reference.h"

#ifdef __CUDACC__
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define ROW(name, T, from, device, host)                                       \
    KERNEL name(T *a, int n) {                                                 \
        int i = RANK;                                                          \
        if (i < n) {                                                           \
            device;                                                            \
        }                                                                      \
    }
/* What nobody else changed in between becomes f of it. */
template <class T, class F> static __device__ void exchanged(T *a, F f) {
    T seen = *a, was;
    do {
        was = seen;
        seen = atomicCAS(a, was, (T)f(was));
    } while (seen != was);
}
#define REF(a, scope)                                                          \
    cuda::atomic_ref<cuda::std::remove_reference_t<decltype(*a)>,              \
                     cuda::thread_scope_##scope>(*a)
#define ORDER(order) cuda::std::memory_order_##order
#else
/* Applies f for each i to a word that begins as `from`, in their order; the
 * device in its own. */
template <class T, class F> static void atomically(T from, F f) {
    const int count = 1000;
    reference::array<T> a(std::vector<T>{from});
    T wanted = from;

    reference::launch(8, 128)(a, count);
    for (int i = 0; i < count; i++)
        f(wanted, i);
    reference::expect_same(a, std::vector<T>{wanted});
}
#define ROW(name, T, from, device, host)                                       \
    TEST(name) {                                                               \
        atomically<T>(from, [](T &a, int i) {                                  \
            (void)i;                                                           \
            host;                                                              \
        });                                                                    \
    }
using std::max;
using std::min;
#endif

#define WORDS(n, T)                                                            \
    ROW(add_##n, T, (T)7, atomicAdd(a, (T)i), a += (T)i)                       \
    ROW(min_##n, T, (T)5000, atomicMin(a, (T)(i ^ 0x155)),                     \
        a = min(a, (T)(i ^ 0x155)))                                            \
    ROW(max_##n, T, (T)5, atomicMax(a, (T)(i ^ 0x155)),                        \
        a = max(a, (T)(i ^ 0x155)))                                            \
    ROW(and_##n, T, (T) - 1, atomicAnd(a, (T) ~((T)1 << i % 11)),              \
        a &= (T) ~((T)1 << i % 11))                                            \
    ROW(or_##n, T, (T)0, atomicOr(a, (T)1 << i % 29), a |= (T)1 << i % 29)     \
    ROW(xor_##n, T, (T)9, atomicXor(a, (T)i * 77), a ^= (T)i * 77)
WORDS(s32, int)
WORDS(u32, unsigned)
WORDS(u64, unsigned long long)
ROW(min_s64, long long, 99, atomicMin(a, -(long long)i << 33),
    a = min(a, (long long)-((uint64_t)i << 33)))
ROW(max_s64, long long, -99, atomicMax(a, (long long)i << 33),
    a = max(a, (long long)i << 33))
ROW(sub_s32, int, 3, atomicSub(a, i), a -= i)
ROW(inc_u32, unsigned, 0, atomicInc(a, 36), a = a >= 36 ? 0 : a + 1)
ROW(dec_u32, unsigned, 3, atomicDec(a, 36), a = a == 0 || a > 36 ? 36 : a - 1)
ROW(exch_u32, unsigned, 0, atomicExch(a, 77u), a = 77)
ROW(exch_u64, unsigned long long, 0, atomicExch(a, 77ull << 40),
    a = 77ull << 40)
ROW(add_f32, float, 0, atomicAdd(a, 0.5f), a += 0.5f)
ROW(add_f64, double, 0, atomicAdd(a, 0.25), a += 0.25)
ROW(system_s32, int, 0, atomicAdd_system(a, i), a += i)

/* Loops of compare and swap. */
ROW(cas_u32, unsigned, 1, exchanged(a, [](unsigned was) { return was + 3; }),
    a += 3)
ROW(cas_u64, unsigned long long, 1,
    exchanged(a, [](unsigned long long was) { return was + (1ull << 35); }),
    a += 1ull << 35)
ROW(cas_u16, unsigned short, 1,
    exchanged(a, [](unsigned short was) { return was + 3; }),
    a = (unsigned short)(a + 3))
ROW(cas_max_f32, float, 0,
    exchanged((int *)a,
              [i](int was) {
                  return __float_as_int(fmaxf(__int_as_float(was), i * 0.5f));
              }),
    a = max(a, (float)i * 0.5f))

/* References: orders and scopes. */
ROW(ref_add_relaxed, int, 0, REF(a, device).fetch_add(i, ORDER(relaxed)),
    a += i)
ROW(ref_add_acquire, int, 0, REF(a, device).fetch_add(i, ORDER(acquire)),
    a += i)
ROW(ref_add_release, int, 0, REF(a, system).fetch_add(i, ORDER(release)),
    a += i)
ROW(ref_add_acq_rel, long long, 0, REF(a, device).fetch_add(i, ORDER(acq_rel)),
    a += i)
ROW(ref_add_seq_cst, int, 0, REF(a, system).fetch_add(i, ORDER(seq_cst)),
    a += i)
ROW(ref_sub, unsigned, 0, REF(a, device).fetch_sub((unsigned)i),
    a -= (unsigned)i)
ROW(ref_and, unsigned, ~0u, REF(a, device).fetch_and(~(1u << i % 9)),
    a &= ~(1u << i % 9))
ROW(ref_or, unsigned, 0, REF(a, device).fetch_or(1u << i % 9), a |= 1u << i % 9)
ROW(ref_max, int, 0, REF(a, device).fetch_max(i), a = max(a, i))
ROW(ref_min, long long, 0, REF(a, device).fetch_min(-i),
    a = min(a, (long long)-i))
ROW(ref_add_f64, double, 0, REF(a, device).fetch_add(0.5), a += 0.5)
ROW(ref_byte, unsigned char, 0, REF(a, device).fetch_add((unsigned char)i),
    a = (unsigned char)(a + i))
ROW(
    ref_cas_strong, int, 0,
    {
        int was = REF(a, device).load();
        while (!REF(a, device).compare_exchange_strong(was, was + 2)) {
        }
    },
    a += 2)
ROW(
    ref_cas_weak, int, 0,
    {
        int was = REF(a, device).load(ORDER(relaxed));
        while (!REF(a, device).compare_exchange_weak(
            was, was + 2, ORDER(acq_rel), ORDER(relaxed))) {
        }
    },
    a += 2)

/* Halves: sums that are exact. */
#ifdef __CUDACC__
KERNEL add_half2(__half2 *a) {
    atomicAdd(a, __floats2half2_rn(1.0f, 2.0f));
}
KERNEL add_half(__half *a) {
    atomicAdd(a, __float2half(1.0f));
}
#if __CUDA_ARCH__ >= 800
KERNEL add_bf162(__nv_bfloat162 *a) {
    atomicAdd(a, __floats2bfloat162_rn(1.0f, 2.0f));
}
#endif
/* Data, then a flag that is released; the other side acquires it. */
KERNEL message(int *box, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(box[0]);
    if (blockIdx.x == 0) {
        box[1 + threadIdx.x] = threadIdx.x * 11;
        __syncthreads();
        if (threadIdx.x == 0)
            flag.store(1, cuda::std::memory_order_release);
    } else {
        while (flag.load(cuda::std::memory_order_acquire) == 0)
            ;
        out[threadIdx.x] = box[1 + (threadIdx.x + 1) % blockDim.x];
    }
}
KERNEL spin_lock(int *lock, long long *sum) {
    cuda::atomic_ref<int, cuda::thread_scope_device> taken(*lock);
    while (taken.exchange(1, cuda::std::memory_order_acquire))
        ;
    *sum = *sum * 3 % 1000003 + 1;
    taken.store(0, cuda::std::memory_order_release);
}
/* The last block of a grid adds what the others left. */
KERNEL last_block(const int *in, int *parts, int *left, int *out) {
    __shared__ bool last;
    __shared__ int s[64];
    s[threadIdx.x] = in[RANK];
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 64; i++)
            sum += s[i];
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(left, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += ((volatile int *)parts)[i];
        *out = sum;
    }
}
KERNEL shared_atomics(int *out) {
    __shared__ int count[4];
    __shared__ unsigned long long wide;
    __shared__ float real;
    if (threadIdx.x < 4)
        count[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        wide = 0, real = 0;
    __syncthreads();
    atomicAdd(&count[threadIdx.x % 4], (int)threadIdx.x);
    atomicMax(&wide, (unsigned long long)threadIdx.x << 33);
    atomicAdd(&real, 0.5f);
    __syncthreads();
    if (threadIdx.x < 4)
        out[threadIdx.x] =
            count[threadIdx.x] + (int)(wide >> 33) + (int)(real * 2);
}
/* What the threads were given is each number once. */
KERNEL tickets(int *next, int *taken) {
    taken[RANK] = atomicAdd(next, 1);
}
#else
TEST_SINCE(add_half2, 75) {
    reference::array<uint32_t> a(1);
    reference::launch(2, 64)(a);
    reference::expect_same(a, {0x5c005800u}); /* 256 and 128 */
}
TEST(add_half) {
    reference::array<uint16_t> a(2);
    reference::launch(2, 64)(a);
    reference::expect_same(a, {0x5800, 0});
}
TEST_SINCE(add_bf162, 80) {
    reference::array<uint32_t> a(1);
    reference::launch(2, 64)(a);
    reference::expect_same(a, {0x43804300u});
}
TEST(message) {
    reference::array<int> box(65), out(64);
    reference::launch(2, 64)(box, out);
    EXPECT_ALL(out, int, 64, (i + 1) % 64 * 11);
}
TEST(spin_lock) {
    reference::array<int> lock(1);
    reference::array<long long> sum(1);
    long long wanted = 0;
    reference::launch(4, 32)(lock, sum);
    for (int i = 0; i < 128; i++)
        wanted = wanted * 3 % 1000003 + 1;
    reference::expect_same(sum, {wanted});
}
TEST(last_block) {
    auto in = reference::filled<int>(1024, [](size_t i) { return (int)i * 3; });
    reference::array<int> parts(16), left(1), out(1);
    reference::launch(16, 64)(reference::array<int>(in), parts, left, out);
    reference::expect_same(out, {3 * 1023 * 512});
}
TEST(shared_atomics) {
    reference::array<int> out(4);
    reference::launch(1, 128)(out);
    EXPECT_ALL(out, int, 4, 32 * i + 4 * 31 * 16 + 127 + 128);
}
TEST(tickets) {
    reference::array<int> next(1), taken(512);
    reference::launch(4, 128)(next, taken);
    auto got = taken.get();
    std::sort(got.begin(), got.end());
    EXPECT_ALL(got, int, 512, i);
}
#endif
