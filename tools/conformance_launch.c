/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite: launches. Grids, arrays, shared memory, barriers,
 * atomics, prepared launches, compiled kernels that come back from the disk,
 * and what must be refused. */
#include "portkern/tools.h"
#include "tools/conformance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- grids ---- */

static const char add_source[] = HEAD "@cuda.jit\n"
                                      "def add(a, b, out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    if i < a.size:\n"
                                      "        out[i] = a[i] + b[i]\n";

static void partial_blocks_leave_the_rest_alone(conformance *c) {
    enum { N = 1000, ALL = 1100 };
    static float a[N], b[N], out[ALL];
    pk_array xa = ONE_D(a, PK_DTYPE_f32, N), xb = ONE_D(b, PK_DTYPE_f32, N),
             xo = ONE_D(out, PK_DTYPE_f32, ALL);

    for (int i = 0; i < ALL; i++)
        out[i] = -1;
    for (int i = 0; i < N; i++) {
        a[i] = (float)i / 7;
        b[i] = (float)(N - i) * 3.1f;
    }
    LAUNCH(c, add_source, "add", CONFIG_1D(16, 64), pk_in(&xa), pk_in(&xb),
           pk_inout(&xo));
    for (int i = 0; i < ALL; i++)
        conformance_check(c, out[i] == (i < N ? a[i] + b[i] : -1),
                          "element %d is %g", i, (double)out[i]);
}

static void grids_have_three_dimensions(conformance *c) {
    static const char source[] =
        HEAD "@cuda.jit\n"
             "def where(out):\n"
             "    x, y, z = cuda.grid(3)\n"
             "    if x < out.shape[2] and y < out.shape[1] and "
             "z < out.shape[0]:\n"
             "        out[z, y, x] = (x + 100 * y + 10000 * z\n"
             "                        + 1000000 * cuda.blockIdx.z)\n"
             "    if x == 0 and y == 0 and z == 0:\n"
             "        out[0, 0, 0] = (cuda.gridDim.x * 1000000\n"
             "            + cuda.gridDim.y * 10000 + cuda.gridDim.z * 100\n"
             "            + cuda.blockDim.x + cuda.blockDim.y\n"
             "            + cuda.blockDim.z)\n";
    static int64_t out[5][6][7];
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {4, 2, 3}, .block = {2, 3, 2});
    pk_array xo = pk_array_host(out, PK_DTYPE_i64, 3, (int64_t[]){5, 6, 7});

    LAUNCH(c, source, "where", &config, pk_out(&xo));
    for (int z = 0; z < 5; z++)
        for (int y = 0; y < 6; y++)
            for (int x = 0; x < 7; x++) {
                int64_t want = x + 100 * y + 10000 * z + 1000000 * (z / 2);
                if (!x && !y && !z)
                    want = 4 * 1000000 + 2 * 10000 + 3 * 100 + 7;
                conformance_check(c, out[z][y][x] == want,
                                  "element %d, %d, %d is %lld, not %lld", z, y,
                                  x, (long long)out[z][y][x], (long long)want);
            }
}

static void the_largest_block_runs(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def ids(out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    out[i] = i * 3\n";
    static int32_t out[2048];
    uint32_t block = c->limits.max_block;
    pk_array xo = ONE_D(out, PK_DTYPE_i32, 2 * (int64_t)block);

    LAUNCH(c, source, "ids", CONFIG_1D(2, block), pk_out(&xo));
    for (uint32_t i = 0; i < 2 * block; i++)
        conformance_check(c, out[i] == (int32_t)i * 3, "element %u is %d", i,
                          out[i]);
}

static void empty_arrays_and_grids_are_no_work(conformance *c) {
    float a[4] = {1, 2, 3, 4}, out[4] = {9, 9, 9, 9};
    pk_array none = ONE_D(NULL, PK_DTYPE_f32, 0),
             xa = ONE_D(a, PK_DTYPE_f32, 4), xo = ONE_D(out, PK_DTYPE_f32, 4);

    LAUNCH(c, add_source, "add", CONFIG_1D(1, 32), pk_in(&none), pk_in(&none),
           pk_inout(&xo));
    LAUNCH(c, add_source, "add", CONFIG_1D(0, 32), pk_in(&xa), pk_in(&xa),
           pk_inout(&xo));
    for (int i = 0; i < 4; i++)
        conformance_check(c, out[i] == 9, "element %d was written", i);
}

/* ---- arrays ---- */

static void arrays_may_lie_anyhow(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def copy(a, out):\n"
                                      "    y, x = cuda.grid(2)\n"
                                      "    if y < a.shape[0] and "
                                      "x < a.shape[1]:\n"
                                      "        out[y, x] = a[y, x] * 2\n";
    static double a[6 * 9], out[6 * 9];
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {3, 2}, .block = {4, 4});
    pk_array back = {.dtype = PK_DTYPE_f64,
                     .ndim = 2,
                     .shape = {3, 4},
                     .strides = {-16 * 9, -16},
                     .host = &a[5 * 9 + 8]}; /* every second, from the end */
    pk_array fortran = pk_array_host(out, PK_DTYPE_f64, 2, (int64_t[]){3, 4});

    if (!c->limits.has_f64) {
        conformance_skip(c, "the device has no float64");
        return;
    }
    for (int i = 0; i < 6 * 9; i++)
        a[i] = i + 0.25;
    pk_array_set_f_order(&fortran);
    LAUNCH(c, source, "copy", &config, pk_in(&back), pk_out(&fortran));
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++) {
            double want = 2 * a[(5 - 2 * y) * 9 + 8 - 2 * x];
            conformance_check(c, out[x * 3 + y] == want,
                              "element %d, %d is %g, not %g", y, x,
                              out[x * 3 + y], want);
        }
}

static void arrays_on_the_device_have_offsets(conformance *c) {
    enum { N = 300, AT = 52 };
    static int32_t a[N], got[N];
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def scale(a, k, out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    if i < out.size:\n"
                                      "        out[i] = a[i] * k\n";
    pk_buffer *x = NULL, *y = NULL;
    pk_array xa, xo;

    for (int i = 0; i < N; i++)
        a[i] = i - 100;
    conformance_ok(c, pk_buffer_create(c->ctx, sizeof a, 0, &x, &c->err), "x");
    conformance_ok(c, pk_buffer_create(c->ctx, sizeof a, 0, &y, &c->err), "y");
    conformance_ok(c, pk_buffer_write(x, 0, a, sizeof a, &c->err), "write");
    conformance_ok(c, pk_buffer_write(y, 0, a, sizeof a, &c->err), "write");
    xa = pk_array_device(x, PK_DTYPE_i32, 1, (int64_t[]){100});
    xo = pk_array_device(y, PK_DTYPE_i32, 1, (int64_t[]){100});
    xa.offset = 4 * AT;
    xo.offset = 4;
    LAUNCH(c, source, "scale", CONFIG_1D(4, 32), pk_in(&xa), pk_i32(-3),
           pk_inout(&xo));
    conformance_ok(c, pk_buffer_read(y, 0, got, sizeof got, &c->err), "read");
    for (int i = 0; i < N; i++) {
        int32_t want = i >= 1 && i <= 100 ? -3 * a[AT + i - 1] : a[i];
        conformance_check(c, got[i] == want, "element %d is %d, not %d", i,
                          got[i], want);
    }
    pk_buffer_release(x);
    pk_buffer_release(y);
}

/* ---- arrays that overlap ---- */

static const char overlap_source[] = HEAD "@cuda.jit\n"
                                          "def count_up(a, b):\n"
                                          "    for i in range(a.size):\n"
                                          "        b[i] = a[i] + 1\n"
                                          "\n"
                                          "@cuda.jit\n"
                                          "def reread(a, b, out):\n"
                                          "    i = cuda.grid(1)\n"
                                          "    x = a[i]\n"
                                          "    b[i] = x * 2 + 1\n"
                                          "    out[i] = a[i] - x\n";

static void check_counted(conformance *c, const int32_t *x, int n,
                          const char *where) {
    for (int i = 0; i < n; i++)
        conformance_check(c, x[i] == i, "%s: element %d is %d", where, i, x[i]);
}

/* Both launches have the same types: first arrays apart, then one behind the
 * other by an element, where each element is the one before plus 1. */
static void host_arrays_may_overlap(conformance *c) {
    enum { N = 1000 };
    static int32_t x[N + 1], y[N], out[N];
    pk_array a = ONE_D(x, PK_DTYPE_i32, N), b = ONE_D(y, PK_DTYPE_i32, N);
    pk_array behind = ONE_D((x + 1), PK_DTYPE_i32, N);
    pk_array xo = ONE_D(out, PK_DTYPE_i32, N);

    memset(x, 0, sizeof x);
    LAUNCH(c, overlap_source, "count_up", CONFIG_1D(1, 1), pk_inout(&a),
           pk_inout(&b));
    for (int i = 0; i < N; i++)
        conformance_check(c, y[i] == 1, "apart: element %d is %d", i, y[i]);
    LAUNCH(c, overlap_source, "count_up", CONFIG_1D(1, 1), pk_inout(&a),
           pk_inout(&behind));
    check_counted(c, x, N + 1, "inout");
    memset(x, 0, sizeof x);
    LAUNCH(c, overlap_source, "count_up", CONFIG_1D(1, 1), pk_in(&a),
           pk_out(&behind));
    check_counted(c, x, N + 1, "in and out");
    LAUNCH(c, overlap_source, "reread", CONFIG_1D(N / 50, 50), pk_inout(&a),
           pk_inout(&a), pk_out(&xo));
    for (int i = 0; i < N; i++)
        conformance_check(c, out[i] == i + 1 && x[i] == 2 * i + 1,
                          "the same array: element %d is %d, read %d", i, x[i],
                          out[i]);
}

/* Every other element, in turn, and what stands before and behind. */
static void arrays_may_lie_between_each_other(conformance *c) {
    enum { N = 300 };
    static int32_t x[2 * N + 2];
    pk_array even = ONE_D((x + 1), PK_DTYPE_i32, N);
    pk_array odd = ONE_D((x + 2), PK_DTYPE_i32, N);

    even.strides[0] = odd.strides[0] = 8;
    for (int i = 0; i < 2 * N + 2; i++)
        x[i] = i;
    LAUNCH(c, overlap_source, "count_up", CONFIG_1D(1, 1), pk_in(&even),
           pk_out(&odd));
    for (int i = 0; i < 2 * N + 2; i++)
        conformance_check(c, x[i] == i, "element %d is %d", i, x[i]);
    LAUNCH(c, overlap_source, "count_up", CONFIG_1D(1, 1), pk_in(&odd),
           pk_inout(&even));
    for (int i = 0; i < 2 * N + 2; i++)
        conformance_check(c, x[i] == (i % 2 && i < 2 * N ? i + 2 : i),
                          "back: element %d is %d", i, x[i]);
}

static void buffers_may_overlap(conformance *c) {
    enum { N = 1000 };
    static int32_t x[N + 1];
    pk_buffer *buf = NULL;
    pk_array a, b;

    memset(x, 0, sizeof x);
    conformance_ok(c, pk_buffer_create(c->ctx, sizeof x, 0, &buf, &c->err),
                   "buffer");
    conformance_ok(c, pk_buffer_write(buf, 0, x, sizeof x, &c->err), "write");
    a = b = pk_array_device(buf, PK_DTYPE_i32, 1, (int64_t[]){N});
    b.offset = sizeof *x;
    LAUNCH(c, overlap_source, "count_up", CONFIG_1D(1, 1), pk_in(&a),
           pk_inout(&b));
    conformance_ok(c, pk_buffer_read(buf, 0, x, sizeof x, &c->err), "read");
    check_counted(c, x, N + 1, "buffer");
    pk_buffer_release(buf);
}

/* ---- threads together ---- */

static const char block_source[] =
    HEAD "N = 128\n"
         "@cuda.jit\n"
         "def block_sum(x, out):\n"
         "    buf = cuda.shared.array(N, int64)\n"
         "    t = cuda.threadIdx.x\n"
         "    i = cuda.grid(1)\n"
         "    buf[t] = x[i] if i < x.size else 0\n"
         "    cuda.syncthreads()\n"
         "    s = cuda.blockDim.x // 2\n"
         "    while s > 0:\n"
         "        if t < s:\n"
         "            buf[t] += buf[t + s]\n"
         "        cuda.syncthreads()\n"
         "        s //= 2\n"
         "    if t == 0:\n"
         "        out[cuda.blockIdx.x] = buf[0]\n"
         "@cuda.jit\n"
         "def leavers(x, out):\n"
         "    buf = cuda.shared.array(N, int64)\n"
         "    t = cuda.threadIdx.x\n"
         "    i = cuda.grid(1)\n"
         "    buf[t] = t\n"
         "    if i >= x.size:\n"
         "        return\n"
         "    cuda.syncthreads()\n"
         "    out[i] = x[i] + buf[(t * 3) % 8]\n"
         "@cuda.jit\n"
         "def launch_sized(x, out):\n"
         "    buf = cuda.shared.array(0, int32)\n"
         "    t = cuda.threadIdx.x\n"
         "    n = cuda.blockDim.x\n"
         "    i = cuda.grid(1)\n"
         "    buf[t] = x[i]\n"
         "    cuda.syncthreads()\n"
         "    out[i] = buf[n - 1 - t]\n";

static void barriers_let_a_block_work_together(conformance *c) {
    enum { N = 1000, BLOCK = 128, BLOCKS = 8 };
    static int64_t x[N], out[BLOCKS], kept[N];
    pk_array xx = ONE_D(x, PK_DTYPE_i64, N),
             xo = ONE_D(out, PK_DTYPE_i64, BLOCKS),
             xk = ONE_D(kept, PK_DTYPE_i64, N);

    if (c->limits.max_block < BLOCK) {
        conformance_skip(c, "blocks have fewer than 128 threads");
        return;
    }
    for (int i = 0; i < N; i++)
        x[i] = (int64_t)i * i - 1000;
    LAUNCH(c, block_source, "block_sum", CONFIG_1D(BLOCKS, BLOCK), pk_in(&xx),
           pk_out(&xo));
    for (int b = 0; b < BLOCKS; b++) {
        int64_t want = 0;
        for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < N; i++)
            want += x[i];
        conformance_check(c, out[b] == want, "block %d: %lld, not %lld", b,
                          (long long)out[b], (long long)want);
    }
    LAUNCH(c, block_source, "leavers", CONFIG_1D(BLOCKS, BLOCK), pk_in(&xx),
           pk_out(&xk));
    for (int i = 0; i < N; i++)
        conformance_check(c, kept[i] == x[i] + i % BLOCK * 3 % 8,
                          "after an early return element %d is %lld", i,
                          (long long)kept[i]);
}

static void shared_memory_may_be_sized_at_launch(conformance *c) {
    static int32_t x[96], out[96];
    pk_launch_config config = PK_INIT(pk_launch_config, .grid = {2},
                                      .block = {48}, .shared_bytes = 48 * 4);
    pk_array xx = ONE_D(x, PK_DTYPE_i32, 96), xo = ONE_D(out, PK_DTYPE_i32, 96);

    for (int i = 0; i < 96; i++)
        x[i] = i * 5;
    LAUNCH(c, block_source, "launch_sized", &config, pk_in(&xx), pk_out(&xo));
    for (int i = 0; i < 96; i++)
        conformance_check(c, out[i] == x[i / 48 * 48 + 47 - i % 48],
                          "element %d is %d", i, out[i]);
}

static const char atomic_source[] =
    HEAD "@cuda.jit\n"
         "def histogram(x, bins):\n"
         "    own = cuda.shared.array(16, int32)\n"
         "    t = cuda.threadIdx.x\n"
         "    if t < 16:\n"
         "        own[t] = 0\n"
         "    cuda.syncthreads()\n"
         "    i = cuda.grid(1)\n"
         "    if i < x.size:\n"
         "        cuda.atomic.add(own, x[i], 1)\n"
         "    cuda.syncthreads()\n"
         "    if t < 16:\n"
         "        cuda.atomic.add(bins, t, own[t])\n"
         "@cuda.jit\n"
         "def fold(total, low, high):\n"
         "    i = cuda.grid(1)\n"
         "    cuda.atomic.add(total, 0, i)\n"
         "    cuda.atomic.min(low, 0, 100 - i)\n"
         "    cuda.atomic.max(high, 0, 3 * i)\n";

static void atomics_lose_no_update(conformance *c) {
    enum { N = 5000 };
    static uint8_t x[N];
    int32_t bins[16] = {0}, want[16] = {0};
    pk_array xx = ONE_D(x, PK_DTYPE_u8, N), xb = ONE_D(bins, PK_DTYPE_i32, 16);

    for (int i = 0; i < N; i++) {
        x[i] = (uint8_t)(i * i % 13);
        want[x[i]]++;
    }
    LAUNCH(c, atomic_source, "histogram", CONFIG_1D(80, 64), pk_in(&xx),
           pk_inout(&xb));
    conformance_check(c, memcmp(bins, want, sizeof bins) == 0,
                      "a histogram does not add up");
}

#define FOLD(type, dtype)                                                      \
    do {                                                                       \
        type total = 0, low = 0, high = 0;                                     \
        pk_array xt = ONE_D(&total, dtype, 1), xl = ONE_D(&low, dtype, 1),     \
                 xh = ONE_D(&high, dtype, 1);                                  \
        LAUNCH(c, atomic_source, "fold", CONFIG_1D(4, 64), pk_inout(&xt),      \
               pk_inout(&xl), pk_inout(&xh));                                  \
        conformance_check(c, total == 255 * 128 && low == -155 && high == 765, \
                          "%s: sum %g, least %g, greatest %g",                 \
                          pk_dtype_name(dtype), (double)total, (double)low,    \
                          (double)high);                                       \
    } while (0)

static void atomics_fold_every_type(conformance *c) {
    FOLD(int32_t, PK_DTYPE_i32);
    FOLD(int64_t, PK_DTYPE_i64);
    FOLD(float, PK_DTYPE_f32);
    if (c->limits.has_f64)
        FOLD(double, PK_DTYPE_f64);
}

/* ---- launches again ---- */

static void prepared_launches_take_new_arguments(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def step(x, k):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    if i < x.size:\n"
                                      "        x[i] += k\n";
    static int64_t x[500];
    pk_array xx = ONE_D(x, PK_DTYPE_i64, 500);
    pk_arg args[] = {pk_inout(&xx), pk_i64(1)};
    pk_prepared *p = NULL;
    pk_module *mod = NULL;
    pk_kernel *k = NULL;

    conformance_ok(
        c,
        pk_module_from_source(c->ctx, source, NULL, 0, NULL, 0, &mod, &c->err),
        "module");
    conformance_ok(c, pk_module_kernel(mod, "step", &k, &c->err), "kernel");
    conformance_ok(
        c, pk_prepared_create(k, CONFIG_1D(8, 64), args, 2, &p, &c->err),
        "pk_prepared_create");
    for (int i = 1; i <= 20 && !c->failed; i++) {
        conformance_ok(c, pk_prepared_set_arg(p, 1, pk_i64(i), &c->err), "set");
        conformance_ok(c, pk_prepared_launch(p, c->queue, &c->err), "launch");
        conformance_ok(c, pk_queue_finish(c->queue, &c->err), "finish");
    }
    for (int i = 0; i < 500; i++)
        conformance_check(c, x[i] == 210, "element %d is %lld, not 210", i,
                          (long long)x[i]);
    pk_prepared_release(p);
    pk_kernel_release(k);
    pk_module_release(mod);
}

/* The same launch in a context with a cache; whether it came from there. */
static bool launch_cached(conformance *c, const char *folder, bool *cached) {
    pk_context_options options =
        PK_INIT(pk_context_options, .backend = c->backend,
                .plugin_file = c->plugin_file, .cache_dir = folder);
    float a[3] = {1, 2, 3}, out[3] = {0};
    pk_array xa = ONE_D(a, PK_DTYPE_f32, 3), xo = ONE_D(out, PK_DTYPE_f32, 3);
    pk_context_stats stats = PK_INIT(pk_context_stats);
    conformance inner = {0};

    inner.ctx = NULL;
    if (!conformance_ok(c, pk_context_create(&options, &inner.ctx, &c->err),
                        "pk_context_create"))
        return false;
    if (!pk_cache_dir(inner.ctx))
        conformance_skip(c, "the library was built without a disk cache");
    pk_queue_create(inner.ctx, &inner.queue, &inner.err);
    LAUNCH(&inner, add_source, "add", CONFIG_1D(1, 32), pk_in(&xa), pk_in(&xa),
           pk_out(&xo));
    conformance_check(c, !inner.failed, "%s", inner.reason);
    conformance_check(c, out[0] == 2 && out[2] == 6, "a wrong result");
    pk_context_get_stats(inner.ctx, &stats, NULL);
    *cached = stats.cache_hits > 0;
    pk_queue_release(inner.queue);
    pk_context_release(inner.ctx);
    return !c->failed;
}

static void clear_folder(conformance *c, const char *folder) {
    pk_context_options options = PK_INIT(
        pk_context_options, .flags = PK_CONTEXT_no_device, .cache_dir = folder);
    pk_context *ctx = NULL;

    if (conformance_ok(c, pk_context_create(&options, &ctx, &c->err), "clear"))
        pk_cache_clear(ctx, NULL, NULL);
    pk_context_release(ctx);
    rmdir(folder);
}

static void kernels_come_back_from_the_disk(conformance *c) {
    const char *tmp = getenv("TMPDIR");
    char folder[512];
    bool first = true, second = false;

    snprintf(folder, sizeof folder, "%s/portkern-check-XXXXXX",
             tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        conformance_skip(c, "no folder for a cache could be made");
        return;
    }
    if (launch_cached(c, folder, &first))
        launch_cached(c, folder, &second);
    conformance_check(c, !first, "the first launch came from an empty cache");
    conformance_check(c, second || c->skipped,
                      "the second launch did not come from the "
                      "cache");
    clear_folder(c, folder);
}

/* ---- what is refused ---- */

/* Some drivers keep local arrays on a stack and die of large ones. They run
 * right, or are refused as beyond a limit. */
static void large_local_arrays_run_or_are_refused(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def large(x):\n"
                                      "    a = cuda.local.array(20000, int64)\n"
                                      "    i = cuda.grid(1)\n"
                                      "    for k in range(20000):\n"
                                      "        a[k] = x[i] + k\n"
                                      "    cuda.syncthreads()\n"
                                      "    s = 0\n"
                                      "    for k in range(20000):\n"
                                      "        s += a[k]\n"
                                      "    x[i] = s\n";
    static int64_t x[64];
    pk_array xx = ONE_D(x, PK_DTYPE_i64, 64);

    for (int i = 0; i < 64; i++)
        x[i] = i;
    LAUNCH(c, source, "large", CONFIG_1D(1, 64), pk_inout(&xx));
    if (c->failed && c->err.status == PK_LIMIT) {
        c->failed = false;
        return;
    }
    for (int i = 0; i < 64; i++)
        conformance_check(c, x[i] == 20000 * (int64_t)i + 199990000,
                          "element %d is %lld", i, (long long)x[i]);
}

static void bad_launches_are_refused(conformance *c) {
    float a[64] = {0};
    pk_array xa = ONE_D(a, PK_DTYPE_f32, 64);
    pk_arg args[] = {pk_in(&xa), pk_in(&xa), pk_inout(&xa)};
    pk_arg written[] = {pk_in(&xa), pk_in(&xa), pk_in(&xa)};
    pk_module *mod = NULL;
    pk_kernel *k = NULL;
    pk_launch_config zero = PK_INIT(pk_launch_config, .grid = {1}),
                     big = PK_INIT(pk_launch_config, .grid = {1},
                                   .block = {2048});
    pk_launch_config greedy =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {32},
                .shared_bytes = 0x7fffffff);

    conformance_ok(c,
                   pk_module_from_source(c->ctx, add_source, NULL, 0, NULL, 0,
                                         &mod, &c->err),
                   "module");
    conformance_ok(c, pk_module_kernel(mod, "add", &k, &c->err), "kernel");
    conformance_is(c, pk_launch(c->queue, k, &zero, args, 3, &c->err),
                   PK_BAD_ARG, "a block of 0 threads");
    conformance_is(c, pk_launch(c->queue, k, &big, args, 3, &c->err), PK_LIMIT,
                   "a block of 2048 threads");
    conformance_is(c, pk_launch(c->queue, k, &greedy, args, 3, &c->err),
                   PK_LIMIT, "2 GB of shared memory");
    conformance_is(c,
                   pk_launch(c->queue, k, CONFIG_1D(1, 32), args, 2, &c->err),
                   PK_BAD_ARG, "an argument too few");
    conformance_check(
        c,
        pk_launch(c->queue, k, CONFIG_1D(1, 32), written, 3, &c->err) != PK_OK,
        "a kernel that writes a pk_in argument was launched");
    conformance_ok(c,
                   pk_launch(c->queue, k, CONFIG_1D(2, 32), args, 3, &c->err),
                   "a good launch after bad ones");
    conformance_ok(c, pk_queue_finish(c->queue, &c->err), "finish");
    pk_kernel_release(k);
    pk_module_release(mod);
}

const conformance_test conformance_launch_tests[] = {
    {"partial blocks leave the rest alone", true,
     partial_blocks_leave_the_rest_alone},
    {"grids have three dimensions", true, grids_have_three_dimensions},
    {"the largest block runs", true, the_largest_block_runs},
    {"empty arrays and grids are no work", true,
     empty_arrays_and_grids_are_no_work},
    {"arrays may lie anyhow", true, arrays_may_lie_anyhow},
    {"arrays on the device have offsets", true,
     arrays_on_the_device_have_offsets},
    {"host arrays may overlap", true, host_arrays_may_overlap},
    {"arrays may lie between each other", true,
     arrays_may_lie_between_each_other},
    {"buffers may overlap", true, buffers_may_overlap},
    {"barriers let a block work together", true,
     barriers_let_a_block_work_together},
    {"shared memory may be sized at launch", true,
     shared_memory_may_be_sized_at_launch},
    {"atomics lose no update", true, atomics_lose_no_update},
    {"atomics fold every type", true, atomics_fold_every_type},
    {"prepared launches take new arguments", true,
     prepared_launches_take_new_arguments},
    {"kernels come back from the disk", true, kernels_come_back_from_the_disk},
    {"large local arrays run or are refused", true,
     large_local_arrays_run_or_are_refused},
    {"bad launches are refused", true, bad_launches_are_refused},
    {0},
};
