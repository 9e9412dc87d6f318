/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in block form: control, memory, atomics and calls as the cpu plugin
 * runs them, compared byte for byte with the interpreter. */
#include "cpu_device.h"

#include "base/number.h"

#include <stdio.h>

#include "tests/unit/core/ir_run.h"

enum { CELLS = 4096 };

/* kernels.txt holds kernels @k(%in, %out, %n), each behind a line "# name". */
typedef struct kernel {
    char name[64];
    char *text;
} kernel;

static char file[1 << 16];
static kernel kernels[32];
static size_t kernel_count;

static void read_kernels(void) {
    FILE *in = fopen(getenv("PORTKERN_KERNELS"), "r");
    char *at = file;

    ck_assert_ptr_nonnull(in);
    file[fread(file, 1, sizeof file - 1, in)] = '\0';
    fclose(in);
    kernel_count = 0;
    while ((at = strstr(at, "# ")) != NULL) {
        kernel *k = &kernels[kernel_count++];
        size_t length = strcspn(at, "\n");
        ck_assert(kernel_count < 32 && length < sizeof k->name);
        memcpy(k->name, at + 2, length - 2);
        k->name[length - 2] = '\0';
        if (at > file)
            at[-1] = '\0';
        k->text = at += length + 1;
    }
    ck_assert_uint_gt(kernel_count, 10);
}

static int64_t input[CELLS], expected[CELLS], got[CELLS];

static void fill_input(void) {
    uint64_t x = 88172645463325252u;

    for (int i = 0; i < CELLS; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        input[i] = i % 3 ? (int64_t)x >> (i % 60) : i - 50;
    }
}

static void check_kernel(cpu_device *d, size_t n, const ir_launch *at,
                         bool lanes) {
    ir_arg args[] = {ARRAY(input), ARRAY(expected), SCALAR(CELLS)};
    struct {
        void *in, *out;
        int64_t n;
    } params = {input, got, CELLS};
    pk_arena arena;
    pk_artifact artifact;
    pk_mod *mod;
    pk_error err = {0};
    pk_ir *ir;

    memset(expected, 0, sizeof expected);
    memset(got, 0, sizeof got);
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, kernels[n].text);
    artifact = lanes ? cpu_emit_lanes(d, ir) : cpu_emit_ir(d, ir, NULL);
    mod = cpu_load(d, &artifact);
    cpu_run(d, mod, "k", at->grid, at->block, at->shared, &params,
            sizeof params);
    ir_run(ir_kernel(ir), at, args, 3, &err);
    ck_assert_msg(err.status == PK_OK, "%s: %s", kernels[n].name, err.message);
    for (int i = 0; i < CELLS; i++)
        ck_assert_msg(got[i] == expected[i], "%s: out[%d] is %lld, not %lld",
                      kernels[n].name, i, (long long)got[i],
                      (long long)expected[i]);
    d->plugin->module_free(mod);
    d->plugin->artifact_free(&d->host, &artifact);
    pk_arena_finish(&arena);
}

/* Kernels that are there for the sake of lane loops must have some. */
static void check_lanes(cpu_device *d, size_t n) {
    pk_arena arena;
    pk_artifact text;

    pk_arena_init(&arena, &pk_heap);
    text = cpu_emit_ir(d, ir_parse(&arena, kernels[n].text), "llvm");
    ck_assert_msg(memmem(text.bytes, text.size, ".v = ", 5) != NULL, "%s",
                  kernels[n].name);
    d->plugin->artifact_free(&d->host, &text);
    pk_arena_finish(&arena);
}

START_TEST(kernels_do_what_the_interpreter_does)
{
    const ir_launch flat = {{32, 1, 1}, {64, 1, 1}, 256, {0}};
    const ir_launch one = {{1, 1, 1}, {64, 1, 1}, 256, {0}};
    const ir_launch uneven = {{20, 1, 1}, {37, 1, 1}, 256, {0}};
    const ir_launch deep = {{3, 4, 5}, {2, 3, 4}, 256, {0}};
    cpu_device d;

    read_kernels();
    fill_input();
    cpu_open(&d, 2);
    for (size_t i = 0; i < kernel_count; i++) {
        bool is_deep = strstr(kernels[i].text, "block_id.z") != NULL;
        bool is_atomic = strstr(kernels[i].text, "atomic") != NULL;
        const ir_launch *at = is_deep ? &deep : is_atomic ? &one : &flat;
        for (int lanes = 0; lanes < 2; lanes++) {
            check_kernel(&d, i, at, lanes);
            if (!is_deep && !is_atomic)
                check_kernel(&d, i, &uneven, lanes);
        }
        if (!strncmp(kernels[i].name, "lanes", 5))
            check_lanes(&d, i);
    }
    cpu_close(&d);
}
END_TEST

/* ---- what the launch promises ---- */

static const char count_text[] =
    "pkir 1\nkernel @k(%out: ptr<global, i32> data 0) form block {\n"
    "%1: i32 = block_id.x\n"
    "%2: ptr<global, i32> = elem %out, %1\n"
    "%3: i32 = load %2\n"
    "%4: i32 = add %3, 1:i32\n"
    "store %2, %4\n}\n";

START_TEST(every_block_runs_once_for_any_number_of_blocks)
{
    enum { MOST = 300000 };
    static int32_t counts[MOST];
    cpu_device d;
    pk_mod *mod;
    void *params = counts;

    cpu_open(&d, 3);
    mod = cpu_compile(&d, count_text);
    for (uint32_t blocks = 1; blocks <= MOST; blocks = blocks * 3 + 1) {
        memset(counts, 0, sizeof counts);
        for (int again = 0; again < 3; again++)
            cpu_run(&d, mod, "k", (uint32_t[]){blocks, 1, 1},
                    (uint32_t[]){1, 1, 1}, 0, &params, sizeof params);
        for (uint32_t i = 0; i < MOST; i++)
            if (counts[i] != (i < blocks ? 3 : 0))
                ck_abort_msg("block %u of %u ran %d times", i, blocks,
                             (int)counts[i]);
    }
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST

/* Each block adds to what its neighbour to the right has by now. */
static const char meet_text[] =
    "pkir 1\nkernel @k(%out: ptr<global, i32> data 0) form block {\n"
    "shared %pad: i32[4096]\n"
    "%1: i32 = block_id.x\n"
    "%2: ptr<global, i32> = elem %out, %1\n"
    "store %2, %1\n"
    "store %pad, %1\n"
    "grid_sync\n"
    "%3: i32 = block_id.x\n"
    "%4: i32 = add %3, 1:i32\n"
    "%5: i32 = grid_dim.x\n"
    "%6: i32 = floor_mod %4, %5\n"
    "%7: ptr<global, i32> = elem %out, %6\n"
    "%8: i32 = load %7\n"
    "store %pad, %8\n"
    "grid_sync\n"
    "%9: i32 = block_id.x\n"
    "%10: ptr<global, i32> = elem %out, %9\n"
    "%11: i32 = load %pad\n"
    "%12: i32 = add %11, 1:i32\n"
    "store %10, %12\n}\n";

START_TEST(no_block_goes_on_before_all_have_come_to_the_barrier)
{
    enum { MOST = 3000 };
    static int32_t cells[MOST];
    cpu_device d;
    pk_mod *mod;
    void *params = cells;

    cpu_open(&d, 3);
    mod = cpu_compile(&d, meet_text);
    for (uint32_t blocks = 1; blocks <= MOST; blocks = blocks * 3 + 1) {
        memset(cells, 0xff, sizeof cells);
        cpu_run(&d, mod, "k", (uint32_t[]){blocks, 1, 1}, (uint32_t[]){1, 1, 1},
                0, &params, sizeof params);
        for (uint32_t i = 0; i < blocks; i++)
            ck_assert_int_eq(cells[i], (int32_t)((i + 1) % blocks) + 1);
    }
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST

START_TEST(more_waiting_blocks_than_memory_are_refused_with_the_numbers)
{
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {INT32_MAX, 65535, 1},
                           .block = {1, 1, 1}};
    pk_error err = {0};
    cpu_device d;
    pk_mod *mod;
    pk_fun *fun;

    cpu_open(&d, 1);
    mod = cpu_compile(&d, meet_text);
    ck_assert_int_eq(d.plugin->function(mod, "k", &fun, &err), PK_OK);
    ck_assert_int_eq(d.plugin->launch(d.que, fun, &desc, &err), PK_LIMIT);
    ck_assert_str_eq(err.message,
                     "k: a grid of 140735340806145 blocks that wait for each "
                     "other keeps 16448 bytes of each, more than half of this "
                     "machine's memory: launch fewer blocks");
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST

#if defined(__x86_64__)
#include <xmmintrin.h>

static const char subnormal_text[] =
    "pkir 1\nkernel @k(%x: ptr<global, f32> data 0) form block {\n"
    "%1: f32 = load %x\n"
    "%2: f32 = mul %1, 0.5:f32\n"
    "store %x, %2\n}\n";

/* Flush-to-zero and a rounding mode, as fast-math libraries leave them. */
START_TEST(kernels_have_their_own_floating_point_setting)
{
    unsigned odd = 0x1f80 | 0x8040 | 0x6000;
    float cell[1] = {1e-38f};
    cpu_device d;
    pk_mod *mod;
    void *params = cell;

    cpu_open(&d, 1);
    mod = cpu_compile(&d, subnormal_text);
    _mm_setcsr(odd);
    cpu_run(&d, mod, "k", (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1}, 0,
            &params, sizeof params);
    ck_assert_uint_eq(_mm_getcsr() & 0xffc0, odd & 0xffc0);
    _mm_setcsr(0x1f80);
    ck_assert(cell[0] == 5e-39f);
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST
#else
START_TEST(kernels_have_their_own_floating_point_setting)
{
}
END_TEST
#endif

TESTS("cpu kernels", kernels_do_what_the_interpreter_does,
      every_block_runs_once_for_any_number_of_blocks,
      no_block_goes_on_before_all_have_come_to_the_barrier,
      more_waiting_blocks_than_memory_are_refused_with_the_numbers,
      kernels_have_their_own_floating_point_setting)
