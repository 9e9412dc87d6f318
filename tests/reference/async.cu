/* SPDX-License-Identifier: Apache-2.0 */
/* What ends later than its instruction: copies into shared memory, the barriers
 * in memory that wait for them, and the pipelines that libcu++ and cooperative
 * groups make of both. */
#include "reference.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
#define T threadIdx.x
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

/* --- barriers --- */
KERNEL barrier_reversed(const int *in, int *out) {
    __shared__ int s[256];
    __shared__ block_barrier bar;
    if (T == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (int i = 0; i < 5; i++) {
        s[T] = in[RANK] + i;
        bar.arrive_and_wait();
        out[i * 512 + RANK] = s[blockDim.x - 1 - T];
        bar.arrive_and_wait();
    }
}
/* Others work between coming and waiting. */
KERNEL barrier_tokens(int *out) {
    __shared__ int s[128];
    __shared__ block_barrier bar;
    if (T == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    s[T] = T * T;
    block_barrier::arrival_token token = bar.arrive();
    int mine = T * 7;
    bar.wait(std::move(token));
    out[T] = s[T ^ 5] + mine;
}
/* Half of the block makes what the other half takes. */
KERNEL barrier_producers(int *out, int rounds) {
    __shared__ int box[2][64];
    __shared__ block_barrier full[2], empty[2];
    if (T < 2) {
        init(&full[T], blockDim.x);
        init(&empty[T], blockDim.x);
    }
    __syncthreads();
    if (T < 64) {
        for (int k = 0; k < rounds; k++) {
            empty[k % 2].arrive_and_wait();
            box[k % 2][T] = k * 100 + T;
            (void)full[k % 2].arrive();
        }
    } else {
        int sum = 0;
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int k = 0; k < rounds; k++) {
            full[k % 2].arrive_and_wait();
            sum += box[k % 2][127 - T];
            (void)empty[k % 2].arrive();
        }
        out[T - 64] = sum;
    }
}
KERNEL barrier_drops(int *out) {
    __shared__ int sum;
    __shared__ block_barrier bar;
    if (T == 0) {
        sum = 0;
        init(&bar, blockDim.x);
    }
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        if (T % 4 == round) {
            bar.arrive_and_drop();
            break;
        }
        atomicAdd(&sum, 1);
        bar.arrive_and_wait();
        if (T == 3)
            out[round] = sum;
        bar.arrive_and_wait();
    }
}
KERNEL barrier_of_a_word(unsigned long long *out) {
    __shared__ alignas(8) unsigned long long bar;
    unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
    unsigned long long token;
    unsigned pending, over;
    if (T == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 40;" ::"r"(at) : "memory");
        asm volatile("mbarrier.arrive.noComplete.shared.b64 _, [%0], 8;" ::"r"(
                         at)
                     : "memory");
    }
    __syncthreads();
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(at)
                 : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;"
                 : "=r"(pending)
                 : "l"(token));
    do
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(over)
                     : "r"(at)
                     : "memory");
    while (!over);
    out[T] = pending;
    __syncthreads();
    asm volatile("{ .reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 1;\n"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(at)
                 : "memory");
    out[32 + T] = over;
}

/* --- copies --- */
KERNEL copies_by_group(const int4 *in, int4 *out, int rounds) {
    __shared__ int4 s[3][64];
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][T], &in[k * 64 + T], sizeof(int4));
        __pipeline_commit();
    }
    for (int k = 0; k < rounds; k++) {
        if (k + 2 < rounds)
            __pipeline_memcpy_async(&s[(k + 2) % 3][T], &in[(k + 2) * 64 + T],
                                    sizeof(int4));
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        out[k * 64 + T] = s[k % 3][63 - T];
        __syncthreads();
    }
}
/* What is not read is zero. */
KERNEL copies_in_part(const int *in, int *out) {
    __shared__ int4 s[32];
    __pipeline_memcpy_async(&s[T], in + 4 * T, 16, T % 4 * 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    ((int4 *)out)[T] = s[T];
}
KERNEL copies_at_a_barrier(const int *in, int *out) {
    __shared__ int s[128];
    __shared__ block_barrier bar;
    if (T == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        cuda::memcpy_async(&s[T], &in[i * 128 + T], sizeof(int), bar);
        bar.arrive_and_wait();
        out[i * 128 + T] = s[(T + 9) % 128];
        bar.arrive_and_wait();
    }
}
KERNEL copies_of_a_block(const int *in, int *out) {
    __shared__ int s[300];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof s);
    cg::wait(block);
    for (int i = T; i < 300; i += blockDim.x)
        out[i] = s[299 - i];
}

/* --- pipelines --- */
KERNEL pipeline_of_a_thread(const int *in, int *out, int rounds) {
    __shared__ int s[2][64];
    auto pipe = cuda::make_pipeline();
    for (int k = 0; k <= rounds; k++) {
        if (k < rounds) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[k % 2][T], &in[k * 64 + T], sizeof(int), pipe);
            pipe.producer_commit();
        }
        if (k) {
            if (k < rounds)
                cuda::pipeline_consumer_wait_prior<1>(pipe);
            else
                cuda::pipeline_consumer_wait_prior<0>(pipe);
            out[(k - 1) * 64 + T] = s[(k - 1) % 2][T] * 2;
            pipe.consumer_release();
        }
    }
}
KERNEL pipeline_of_a_block(const int *in, int *out, int rounds) {
    __shared__ int s[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int k = 0; k < rounds; k++) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, s[k % 2], in + k * 64, sizeof s[0], pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        out[k * 64 + T] = s[k % 2][63 - T];
        pipe.consumer_release();
    }
}
/* One warp fetches what the others add up. */
KERNEL pipeline_of_roles(const int *in, int *out, int rounds) {
    __shared__ int s[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto role = T < 32 ? cuda::pipeline_role::producer
                       : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        if (T < 32) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[k % 2][T], &in[k * 32 + T], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += s[k % 2][T % 32] * (int)(T / 32);
            pipe.consumer_release();
        }
    }
    if (T >= 32)
        out[T - 32] = sum;
}
#else

using reference::array;
using reference::launch;

static std::vector<int> numbers(size_t count) {
    reference::random_bits bits;
    std::vector<int> out(count);

    for (int &v : out)
        v = (int)(bits.next() % 20001) - 10000;
    return out;
}

TEST_SINCE(barrier_reversed, 80) {
    std::vector<int> in = numbers(512);
    array<int> out(5 * 512);
    launch(2, 256)(array<int>(in), out);
    EXPECT_ALL(out, int, 5 * 512,
               in[(size_t)(i % 512 / 256 * 256 + 255 - i % 256)] + i / 512);
}
TEST_SINCE(barrier_tokens, 80) {
    array<int> out(128);
    launch(1, 128)(out);
    EXPECT_ALL(out, int, 128, (i ^ 5) * (i ^ 5) + i * 7);
}
TEST_SINCE(barrier_producers, 80) {
    array<int> out(64);
    launch(1, 128)(out, 7);
    EXPECT_ALL(out, int, 64, 2100 + 7 * (63 - i));
}
TEST_SINCE(barrier_drops, 80) {
    array<int> out(4);
    launch(1, 128)(out);
    EXPECT_ALL(out, int, 4, i == 3 ? 0 : i == 2 ? 192 : i == 1 ? 160 : 96);
}
TEST_SINCE(barrier_of_a_word, 80) {
    array<uint64_t> out(64);
    launch(1, 32)(out);
    std::vector<uint64_t> got = out.get(), seen(33);
    for (size_t i = 0; i < 32; i++) {
        EXPECT(got[i] >= 1 && got[i] <= 32 && !seen[got[i]]++);
        EXPECT(got[32 + i] == 0); /* the phase of now */
    }
}
TEST_SINCE(copies_by_group, 80) {
    std::vector<int> in = numbers(6 * 256);
    array<int> out(6 * 256);
    launch(1, 64)(array<int>(in), out, 6);
    EXPECT_ALL(out, int, 6 * 256,
               in[(size_t)(i / 256 * 256 + (63 - i % 256 / 4) * 4 + i % 4)]);
}
TEST_SINCE(copies_in_part, 80) {
    std::vector<int> in = numbers(128);
    array<int> out(128);
    launch(1, 32)(array<int>(in), out);
    EXPECT_ALL(out, int, 128, i % 4 < 4 - i / 4 % 4 ? in[(size_t)i] : 0);
}
TEST_SINCE(copies_at_a_barrier, 80) {
    std::vector<int> in = numbers(384);
    array<int> out(384);
    launch(1, 128)(array<int>(in), out);
    EXPECT_ALL(out, int, 384, in[(size_t)(i / 128 * 128 + (i + 9) % 128)]);
}
TEST_SINCE(copies_of_a_block, 80) {
    std::vector<int> in = numbers(300);
    array<int> out(300);
    launch(1, 64)(array<int>(in), out);
    EXPECT_ALL(out, int, 300, in[(size_t)(299 - i)]);
}
TEST_SINCE(pipeline_of_a_thread, 80) {
    std::vector<int> in = numbers(320);
    array<int> out(320);
    launch(1, 64)(array<int>(in), out, 5);
    EXPECT_ALL(out, int, 320, in[(size_t)i] * 2);
}
TEST_SINCE(pipeline_of_a_block, 80) {
    std::vector<int> in = numbers(320);
    array<int> out(320);
    launch(1, 64)(array<int>(in), out, 5);
    EXPECT_ALL(out, int, 320, in[(size_t)(i / 64 * 64 + 63 - i % 64)]);
}
TEST_SINCE(pipeline_of_roles, 80) {
    std::vector<int> in = numbers(160);
    array<int> out(96);
    launch(1, 128)(array<int>(in), out, 5);
    std::vector<int> wanted(96);
    for (int i = 0; i < 96; i++)
        for (int k = 0; k < 5; k++)
            wanted[(size_t)i] += in[(size_t)(k * 32 + i % 32)] * (i / 32 + 1);
    reference::expect_same(out, wanted);
}
#endif
