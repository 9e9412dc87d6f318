/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the tests of launches: kernels, and a context, queue and module.
 * Each test runs on the interpreter, which works on host memory, and on a
 * device whose memory is its own. */
#ifndef PORTKERN_TESTS_LAUNCH_TEST_H
#define PORTKERN_TESTS_LAUNCH_TEST_H

#include "runtime_test.h"

static const char *const backends[] = {"interp", "far"};

static const char source[] =
    "from numba import cuda, float32, int32\n"
    "\n"
    "@cuda.jit\n"
    "def add(x, y, out):\n"
    "    i = cuda.grid(1)\n"
    "    if i < out.size:\n"
    "        out[i] = x[i] + y[i]\n"
    "\n"
    "@cuda.jit\n"
    "def copy2(a, out):\n"
    "    i, j = cuda.grid(2)\n"
    "    if i < a.shape[0] and j < a.shape[1]:\n"
    "        out[i, j] = a[i, j]\n"
    "\n"
    "@cuda.jit\n"
    "def put(v, out):\n"
    "    out[0] = v\n"
    "\n"
    "@cuda.jit\n"
    "def run(x, y):\n"
    "    for i in range(x.size):\n"
    "        y[i] = x[i] + 1\n"
    "\n"
    "@cuda.jit\n"
    "def first(x, out):\n"
    "    if x.size > 0:\n"
    "        out[0] = x[0]\n"
    "\n"
    "@cuda.jit\n"
    "def pair(t, out):\n"
    "    out[0] = t[0]\n"
    "    out[1] = t[1]\n"
    "\n"
    "@cuda.jit\n"
    "def index(out):\n"
    "    out[cuda.blockIdx.x, cuda.threadIdx.y, cuda.threadIdx.x] = \\\n"
    "        cuda.gridDim.x * 100 + cuda.blockDim.x * 10 + cuda.blockDim.y\n"
    "\n"
    "@cuda.jit\n"
    "def shares(out):\n"
    "    s = cuda.shared.array(64, int32)\n"
    "    s[cuda.threadIdx.x] = cuda.threadIdx.x\n"
    "    cuda.syncthreads()\n"
    "    out[cuda.threadIdx.x] = s[63 - cuda.threadIdx.x]\n"
    "\n"
    "@cuda.jit\n"
    "def outside(out, i):\n"
    "    out[i] = 1\n"
    "\n"
    "@cuda.jit\n"
    "def sized(k, n, out):\n"
    "    last = cuda.local.array((n, 2), int32)\n"
    "    last[n - 1, 1] = k\n"
    "    out[0] = last[-1, -1] + 100 * last.shape[0]\n"
    "\n"
    "@cuda.jit\n"
    "def dynamic(out):\n"
    "    out[0] = cuda.shared.array(0, int32).size\n"
    "\n"
    "@cuda.jit('void(Tuple((i4, UniTuple(f4, 2))), f8[:])')\n"
    "def declared(t, out):\n"
    "    out[0] = t[0]\n"
    "    out[1] = t[1][0]\n"
    "    out[2] = t[1][1]\n"
    "\n"
    "@cuda.jit('void(int32, int64[:])')\n"
    "def declared_size(n, out):\n"
    "    a = cuda.local.array(n, int32)\n"
    "    out[0] = a.size\n"
    "\n"
    "@cuda.jit(launch_bounds=64)\n"
    "def bounded(out):\n"
    "    out[0] = cuda.blockDim.x\n"
    "\n"
    "from collections import namedtuple\n"
    "Table = namedtuple('Table', 'rows, factor')\n"
    "\n"
    "@cuda.jit\n"
    "def named(t: Table, out):\n"
    "    for i, row in enumerate(t.rows):\n"
    "        out[i] = row[i] * t.factor + t[1]\n"
    "\n"
    "@cuda.jit\n"
    "def scaled(out, a, n=3, b=1.5):\n"
    "    out[0] = a * n + b\n"
    "\n"
    "@cuda.jit\n"
    "def mistaken(n, out):\n"
    "    a = cuda.local.array(n, int32)\n"
    "    out[0] = a + out.missing\n"
    "\n"
    "@cuda.jit\n"
    "def branched(n, m, out):\n"
    "    if n == 3:\n"
    "        used = 1\n"
    "    else:\n"
    "        used = (1, 2)\n"
    "    if m == 3:\n"
    "        unused = 1\n"
    "    else:\n"
    "        unused = (1, 2)\n"
    "    out[0] = used\n";

/* Every test has these. */
static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;

static inline void start(int which) {
    ctx = open_context(backends[which]);
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
}

static inline void stop(void) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    pk_queue_release(queue);
    pk_module_release(mod);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
}

static inline pk_kernel *get(const char *name) {
    pk_kernel *kernel = NULL;

    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    return kernel;
}

static inline pk_array f32s(float *host, int64_t n) {
    return pk_array_host(host, PK_DTYPE_f32, 1, &n);
}

static inline pk_array i32s(int32_t *host, int64_t n) {
    return pk_array_host(host, PK_DTYPE_i32, 1, &n);
}

#define ONE (&PK_INIT(pk_launch_config, .grid = {1}, .block = {1}))
#define ARGS(...)                                                              \
    (pk_arg[]){__VA_ARGS__}, sizeof(pk_arg[]){__VA_ARGS__} / sizeof(pk_arg)

static inline pk_status launch(const char *name, const pk_launch_config *config,
                               const pk_arg *args, size_t count) {
    pk_kernel *kernel = get(name);
    pk_status status = pk_launch(queue, kernel, config, args, count, &err);

    pk_kernel_release(kernel);
    return status;
}

static inline pk_status finish(void) {
    return pk_queue_finish(queue, &err);
}

#endif
