/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel asks of the driver and of the machine: a heap, printf, special
 * registers, inline assembly, and the ways to end. */
#include "reference.h"

#ifdef __CUDACC__
#include <cassert>
#include <cstdio>
#define T ((int)threadIdx.x)

/* --- the heap --- */
KERNEL heap(int *out) {
    int *mine = (int *)malloc(16 * sizeof(int));
    for (int i = 0; i < 16; i++)
        mine[i] = T + i;
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += mine[i];
    free(mine);
    out[T] = sum;
}
struct node {
    int value;
    node *next;
};
KERNEL linked_list(int *out, int n) {
    node *head = nullptr;
    for (int i = 0; i < n; i++)
        head = new node{i * T, head};
    int sum = 0;
    while (head) {
        node *next = head->next;
        sum = sum * 3 + head->value;
        delete head;
        head = next;
    }
    out[T] = sum;
}
KERNEL stack_memory(int *out) {
    int *mine = (int *)alloca((T % 4 + 1) * sizeof(int));
    for (int i = 0; i <= T % 4; i++)
        mine[i] = i + T;
    out[T] = mine[T % 4];
}

/* --- inline assembly --- */
KERNEL inline_assembly(int *out) {
    int d;
    asm("{\n\t.reg .pred p;\n\t.reg .s32 t;\n\t"
        "setp.lt.s32 p, %1, 16;\n\t"
        "@p mul.lo.s32 t, %1, 3;\n\t"
        "@!p sub.s32 t, %1, 100;\n\t"
        "mov.s32 %0, t;\n\t}"
        : "=r"(d)
        : "r"(T));
    unsigned lane, count;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%ntid.x;" : "=r"(count));
    out[T] = d + (int)lane * 1000 + (int)count * 100000;
}
KERNEL special_registers(int *out) {
    unsigned lt, le, eq, warp;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    out[T] = lt + eq == le && eq == 1u << T % 32 ? (int)warp : -1;
}
KERNEL clocks(int *out) {
    long long then = clock64();
    unsigned long long timer;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    __nanosleep(20);
    out[T] = clock64() > then && timer > 0;
}

/* --- words --- */
KERNEL printing(int n) {
    if (T == n) {
        printf("%d %5d|%-5d|%05d %u %x %X %o\n", -3, 42, 42, 42, 7u, 255, 255,
               8);
        printf("%lld %llu %ld %hd %c%c %s %%\n", -1ll << 40, 1ull << 63, 5l,
               (short)9, 'o', 'k', "words");
        printf("%f %.3f %10.2e %g %G %a\n", 1.5, 3.14159, 12345.678, 0.0001,
               1e20, 1.0);
        printf("%p %p\n", (void *)0, (void *)0x1234);
        printf("%*d|%-8s|%.2s|%+d % d %#x\n", 6, 7, "ab", "abcdef", 5, 5, 255);
    }
}
KERNEL printing_by_all(void) {
    printf("<%d>", T);
}
KERNEL printed_count(int *out) {
    out[0] = printf("%d %d %d\n", 1, 2, 3);
    out[1] = printf("nothing\n");
}

/* --- ends --- */
KERNEL assertion(const int *in) {
    assert(in[T] < 50);
}
KERNEL trapped(int n) {
    if (T == n)
        __trap();
}
KERNEL stray_pointer(int *out) {
    if (T == 3)
        *(int *)0x10 = 1;
    out[T] = T;
}
KERNEL misaligned(char *out) {
    *(int *)(out + T + 1) = 1;
}
KERNEL endless_stack(int *out);
static __device__ __noinline__ int endless(int n, int *out) {
    volatile int room[64];
    room[n % 64] = n;
    return n > 1 << 20 ? 0 : endless(n + 1, out) + room[n % 64];
}
KERNEL endless_stack(int *out) {
    out[T] = endless(0, out);
}
KERNEL finished_early(int *out) {
    out[T] = 1;
    if (T % 2)
        asm volatile("exit;");
    out[T] = 2;
}
#else
using reference::array;
using reference::launch;

static std::vector<int> numbers(size_t count) {
    return reference::filled<int>(count,
                                  [](size_t i) { return (int)(i * 37 % 101); });
}
TEST(heap) {
    array<int> out(64);
    launch(1, 64)(out);
    EXPECT_ALL(out, int, 64, 16 * i + 120);
}
TEST(linked_list) {
    array<int> out(64);
    launch(1, 64)(out, 10);
    std::vector<int> wanted(64);
    for (int t = 0; t < 64; t++)
        for (int i = 9; i >= 0; i--)
            wanted[(size_t)t] = wanted[(size_t)t] * 3 + i * t;
    reference::expect_same(out, wanted);
}
TEST(stack_memory) {
    array<int> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, i + i % 4);
}
TEST(inline_assembly) {
    array<int> out(64);
    launch(1, 64)(out);
    EXPECT_ALL(out, int, 64,
               (i < 16 ? 3 * i : i - 100) + i % 32 * 1000 + 6400000);
}
TEST(special_registers) {
    array<int> out(96);
    launch(1, 96)(out);
    EXPECT_ALL(out, int, 96, i / 32);
}
TEST(clocks) {
    array<int> out(32);
    launch(1, 32)(out);
    EXPECT_ALL(out, int, 32, 1);
}
static void expect_text(const std::string &got, const std::string &wanted) {
    if (got != wanted)
        reference::fail("printed \"%s\", not \"%s\"", got.c_str(),
                        wanted.c_str());
}
TEST(printing) {
    expect_text(reference::printed([] { launch(1, 32)(5); }),
                "-3    42|42   |00042 7 ff FF 10\n"
                "-1099511627776 9223372036854775808 5 9 ok words %\n"
                "1.500000 3.142   1.23e+04 0.0001 1E+20 0x1p+0\n"
                "(nil) 0x1234\n"
                "     7|ab      |ab|+5  5 0xff\n");
}
TEST(printing_by_all) {
    std::string got = reference::printed([] { launch(1, 4)(); });
    for (const char *word : {"<0>", "<1>", "<2>", "<3>"})
        EXPECT(got.find(word) != std::string::npos);
    EXPECT(got.size() == 12);
}
static array<int> *printed_counts;
TEST(printed_count) {
    array<int> out(2);
    printed_counts = &out;
    expect_text(reference::printed([] { launch(1, 1)(*printed_counts); }),
                "1 2 3\nnothing\n");
    reference::expect_same(out, {3, 0}); /* arguments, not characters */
}
TEST(assertion) {
    auto in = numbers(64);
    launch(1, 64)(array<int>(in));
    reference::expect_failure(CUDA_ERROR_ASSERT);
}
TEST(trapped) {
    launch(1, 32)(40); /* nobody */
    CU(cuCtxSynchronize());
    launch(1, 64)(40);
    reference::expect_failure(CUDA_ERROR_LAUNCH_FAILED);
}
TEST(stray_pointer) {
    array<int> out(32);
    launch(1, 32)(out);
    reference::expect_failure(CUDA_ERROR_ILLEGAL_ADDRESS);
}
TEST(misaligned) {
    array<char> out(64);
    launch(1, 32)(out);
    reference::expect_failure(CUDA_ERROR_MISALIGNED_ADDRESS);
}
TEST(endless_stack) {
    array<int> out(32);
    launch(1, 32)(out);
    CUresult result = cuCtxSynchronize();
    reference::expect_failure(result);
    EXPECT(result == CUDA_ERROR_HARDWARE_STACK_ERROR ||
           result == CUDA_ERROR_ILLEGAL_ADDRESS);
}
TEST(finished_early) {
    array<int> out(64);
    launch(1, 64)(out);
    EXPECT_ALL(out, int, 64, i % 2 ? 1 : 2);
}
#endif
