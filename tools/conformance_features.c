/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite: what a device may refuse when it compiles, with
 * PK_UNSUPPORTED and words that say why. Then the test is skipped with these
 * words; what is not refused must be right. */
#include "tools/conformance.h"

#include <string.h>

/* Launches a kernel; false where it is refused, or went wrong. */
static bool runs(conformance *c, const char *source, const char *kernel,
                 const pk_launch_config *config, const pk_arg *args,
                 size_t arg_count) {
    const pk_status status =
        conformance_try(c, source, kernel, config, args, arg_count);

    if (status != PK_UNSUPPORTED)
        return conformance_ok(c, status, kernel);
    conformance_check(c, *c->err.message, "it is refused without words");
    conformance_skip(c, c->err.message);
    return false;
}

static uint32_t threads_of(const conformance *c, uint32_t most) {
    return c->limits.max_block < most ? c->limits.max_block : most;
}

/* ---- functions ---- */

/* out[i] must be want[i], which a function gives for x[i]. */
static void compare_results(conformance *c, const char *source, int64_t *x,
                            const int64_t *want, int n) {
    int64_t out[32] = {0};
    pk_array in = ONE_D(x, PK_DTYPE_i64, n), to = ONE_D(out, PK_DTYPE_i64, n);

    if (!runs(c, source, "calls", CONFIG_1D(1, (uint32_t)n),
              (pk_arg[]){pk_in(&in), pk_inout(&to)}, 2))
        return;
    for (int i = 0; i < n; i++)
        conformance_check(c, out[i] == want[i],
                          "thread %d has %lld of what a function returned, not "
                          "%lld",
                          i, (long long)out[i], (long long)want[i]);
}

static void functions_are_called(conformance *c) {
    static const char source[] = HEAD "@cuda.jit(device=True, inline='never')\n"
                                      "def both(a, b):\n"
                                      "    if a > b:\n"
                                      "        return a, b\n"
                                      "    return b, a\n"
                                      "@cuda.jit\n"
                                      "def calls(x, out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    if i < out.size:\n"
                                      "        more, less = both(x[i], 7)\n"
                                      "        out[i] = 1000 * more + less\n";
    int64_t x[32], want[32];
    const int n = (int)threads_of(c, 32);

    for (int i = 0; i < n; i++) {
        x[i] = i;
        want[i] = i > 7 ? 1000 * i + 7 : 7000 + i;
    }
    compare_results(c, source, x, want, n);
}

static void functions_call_themselves(conformance *c) {
    static const char source[] =
        HEAD "@cuda.jit(device=True)\n"
             "def fibonacci(n):\n"
             "    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)\n"
             "@cuda.jit\n"
             "def calls(x, out):\n"
             "    i = cuda.grid(1)\n"
             "    if i < out.size:\n"
             "        out[i] = fibonacci(x[i])\n";
    int64_t x[16], want[16];
    const int n = (int)threads_of(c, 16);

    for (int i = 0; i < n; i++) {
        x[i] = i;
        want[i] = i < 2 ? i : want[i - 1] + want[i - 2];
    }
    compare_results(c, source, x, want, n);
}

/* ---- warps ---- */

static void warps_exchange_values(conformance *c) {
    static const char source[] =
        HEAD "@cuda.jit\n"
             "def exchange(x, out):\n"
             "    t = cuda.threadIdx.x\n"
             "    v = x[t]\n"
             "    out[0, t] = cuda.shfl_xor_sync(0xffffffff, v, 5)\n"
             "    out[1, t] = cuda.ballot_sync(0xffffffff, v % 3 == 0)\n"
             "    out[2, t] = cuda.all_sync(0xffffffff, v >= 0)\n";
    enum { N = 64 };
    const int64_t shape[] = {3, N};
    int64_t x[N], out[3][N] = {{0}};
    uint32_t votes[2] = {0};
    pk_array in = ONE_D(x, PK_DTYPE_i64, N);
    pk_array to = pk_array_host(out, PK_DTYPE_i64, 2, shape);

    if (c->limits.max_block < N) {
        conformance_skip(c, "blocks have less than two warps");
        return;
    }
    for (int i = 0; i < N; i++) {
        x[i] = (i * 7919) % 101;
        votes[i / 32] |= (uint32_t)(x[i] % 3 == 0) << i % 32;
    }
    if (!runs(c, source, "exchange", CONFIG_1D(1, N),
              (pk_arg[]){pk_in(&in), pk_inout(&to)}, 2))
        return;
    for (int i = 0; i < N; i++)
        conformance_check(
            c,
            out[0][i] == x[i ^ 5] && (uint32_t)out[1][i] == votes[i / 32] &&
                out[2][i] == 1,
            "lane %d of warp %d got something else", i % 32, i / 32);
}

/* ---- grids ---- */

static void grids_meet_at_barriers(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def turns(a, b):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    grid = cuda.cg.this_grid()\n"
                                      "    for k in range(4):\n"
                                      "        b[i] = a[a.size - 1 - i] + 1\n"
                                      "        grid.sync()\n"
                                      "        a[i] = b[b.size - 1 - i] * 2\n"
                                      "        grid.sync()\n";
    enum { BLOCKS = 4, N = 64 };
    const uint32_t threads = threads_of(c, N / BLOCKS);
    int64_t a[N], b[N] = {0}, want;
    pk_array x = ONE_D(a, PK_DTYPE_i64, BLOCKS * threads);
    pk_array y = ONE_D(b, PK_DTYPE_i64, BLOCKS * threads);

    for (int i = 0; i < N; i++)
        a[i] = i;
    if (!runs(c, source, "turns", CONFIG_1D(BLOCKS, threads),
              (pk_arg[]){pk_inout(&x), pk_inout(&y)}, 2))
        return;
    for (uint32_t i = 0; i < BLOCKS * threads; i++) {
        want = i;
        for (int k = 0; k < 4; k++)
            want = (want + 1) * 2;
        conformance_check(c, a[i] == want,
                          "thread %u has %lld behind barriers of the grid, not "
                          "%lld",
                          i, (long long)a[i], (long long)want);
    }
}

/* ---- parameters ---- */

/* 20 arrays of three axes: some kilobytes of parameters. */
static void kernels_have_many_parameters(conformance *c) {
    enum { ARRAYS = 20, N = 2 };
    const int64_t shape[] = {N, N, N};
    int64_t data[ARRAYS][N][N][N], sum = 0;
    pk_array arrays[ARRAYS];
    pk_arg args[ARRAYS];
    char source[2048] = HEAD "@cuda.jit\ndef many(";
    size_t length = strlen(source);

    for (int k = 0; k < ARRAYS; k++) {
        int64_t *elements = &data[k][0][0][0];

        for (int i = 0; i < N * N * N; i++)
            elements[i] = (k + 1) * (i + 1);
        sum += k ? data[k][0][1][1] : 0;
        arrays[k] = pk_array_host(data[k], PK_DTYPE_i64, 3, shape);
        args[k] = pk_inout(&arrays[k]);
        pk_array_set_f_order(&arrays[k]);
        length += (size_t)snprintf(source + length, sizeof source - length,
                                   "%sa%d", k ? ", " : "", k);
    }
    length += (size_t)snprintf(source + length, sizeof source - length,
                               "):\n    a0[1, 1, 0] = 0");
    for (int k = 1; k < ARRAYS; k++)
        length += (size_t)snprintf(source + length, sizeof source - length,
                                   " + a%d[1, 1, 0]", k);
    snprintf(source + length, sizeof source - length, "\n");
    if (runs(c, source, "many", CONFIG_1D(1, 1), args, ARRAYS))
        conformance_check(c, data[0][0][1][1] == sum,
                          "the sum of what 19 arrays have is %lld, not %lld",
                          (long long)data[0][0][1][1], (long long)sum);
}

const conformance_test conformance_feature_tests[] = {
    {"functions are called", true, functions_are_called},
    {"functions call themselves", true, functions_call_themselves},
    {"warps exchange values", true, warps_exchange_values},
    {"grids meet at barriers", true, grids_meet_at_barriers},
    {"kernels have many parameters", true, kernels_have_many_parameters},
    {0},
};
