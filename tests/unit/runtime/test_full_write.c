/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that a launch writes whole are not copied to the device. The far
 * device's memory is full of rubbish, so an array that is wrongly taken for one
 * comes back with rubbish in it, where the interpreter, which works on the
 * host's memory, leaves what was there. */
#include "runtime_test.h"

#include <dlfcn.h>

enum { N = 24, ROWS = 6, COLUMNS = 4 };

typedef struct launch {
    const char *body;     /* of k(x, out, n) */
    uint32_t grid, block; /* along x; 2-D: block x 3 */
    int64_t n;
    bool whole; /* out is not copied in */
} launch;

/* x and out have 24 elements. */
static const launch flat[] = {
#define G "    i = cuda.grid(1)\n"
    {G "    if i < out.size:\n        out[i] = x[i]\n", 3, 8, 0, true},
    {G "    if i < out.size:\n        out[i] = x[i]\n", 4, 8, 0, true},
    {G "    if i < out.size:\n        out[i] = x[i]\n", 2, 8, 0, false},
    {G "    if out.shape[0] > i:\n        out[i] = i\n", 3, 8, 0, true},
    {G "    if i < n:\n        out[i] = x[i]\n", 3, 8, 24, true},
    {G "    if i < n:\n        out[i] = x[i]\n", 3, 8, 23, false},
    {G "    if i < n:\n        out[i] = x[i]\n", 3, 8, -1, false},
    {G "    if i >= n:\n        return\n    out[i] = x[i]\n", 3, 8, 24, true},
    {G "    if i >= n:\n        return\n    out[i] = x[i]\n", 3, 8, 20, false},
    {G "    if i < n:\n        return\n    out[i] = x[i]\n", 3, 8, 24, false},
    {G "    if not i < n:\n        return\n    out[i] = x[i]\n", 3, 8, 24,
     true},
    {G "    out[i] = x[i]\n", 3, 8, 0, true},
    {G "    if i <= n:\n        out[i] = x[i]\n", 3, 8, 20, false},
    {G "    if i < 24:\n        out[i] = x[i]\n", 3, 8, 0, true},
    {G "    if i < 20:\n        out[i] = x[i]\n", 3, 8, 0, false},
    {G "    if i > 0 and i < out.size:\n        out[i] = 1\n", 3, 8, 0, false},
    {G "    if i != 5:\n        out[i] = 1\n", 3, 8, 0, false},
    {G "    if i < out.size and n > 3:\n        out[i] = 1\n", 3, 8, 3, false},
    {G "    if x[i] > 5:\n        out[i] = 1\n", 3, 8, 0, false},
    {G "    if x[i] > 5:\n        out[i] = 1\n    else:\n        out[i] = 2\n",
     3, 8, 0, true},
    {G
     "    if n > 5:\n        out[i] = 1\n    else:\n        out[23 - i] = 2\n",
     3, 8, 0, false},
    {G "    if x[i] > 5:\n        return\n    out[i] = 1\n", 3, 8, 0, false},
    {G "    if x[i] > 50:\n        raise ValueError('x')\n    out[i] = 1\n", 3,
     8, 0, false},
    {G "    assert i < n\n    out[i] = 1\n", 3, 8, 24, false},
    {G "    if x[i] > 5:\n        x[i] = 2\n    out[i] = 1\n", 3, 8, 0, true},
    {G "    if i < n:\n        if x[i] > 9:\n            return\n"
       "        out[i] = 1\n",
     3, 8, 24, false},
    {G "    out[i] += x[i]\n", 3, 8, 0, false},
    {G "    out[i] = 3\n    x[i] += out[i]\n", 3, 8, 0, false},
    {G "    s = cuda.shared.array(cuda.blockDim.x, 'int64')\n"
       "    s[cuda.threadIdx.x] = x[i]\n    cuda.syncthreads()\n"
       "    out[i] = s[7 - cuda.threadIdx.x]\n",
     3, 8, 0, true},
    {G "    cuda.atomic.add(out, i, 1)\n", 3, 8, 0, false},
    {G "    out[i - 1] = 1\n", 3, 8, 0, false},
    {G "    out[23 - i] = 1\n", 3, 8, 0, false},
    {G "    if i < 12:\n        out[2 * i] = 1\n", 3, 8, 0, false},
    {G "    if i == 0:\n        out[0] = 1\n", 3, 8, 0, false},
    {"    out[cuda.threadIdx.x] = 1\n", 1, 8, 0, false},
    {"    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x\n"
     "    out[i] = 1\n",
     3, 8, 0, true},
    {"    i = cuda.threadIdx.x + cuda.blockIdx.x * 8\n    out[i] = 1\n", 3, 4,
     0, false},
    {"    i = cuda.threadIdx.x * cuda.gridDim.x + cuda.blockIdx.x\n"
     "    out[i] = 1\n",
     3, 8, 0, false},
    {G "    for j in range(3):\n        if j == n:\n            return\n"
       "    out[i] = 1\n",
     3, 8, 2, false},
    {G
     "    s = 0\n    for j in range(n):\n        if j > 3:\n            break\n"
     "        s += x[j]\n    out[i] = s\n",
     3, 8, 9, true},
    {G "    for j in range(n):\n        out[i] = j\n", 3, 8, 0, false},
    {G "    while True:\n        out[i] = n\n        if n < 9:\n            "
       "break\n",
     3, 8, 2, true},
    {G "    for j in range(i, n, cuda.gridsize(1)):\n        out[j] = x[j]\n",
     1, 8, 24, true},
    {G "    for j in range(i, n, cuda.gridsize(1)):\n        out[j] = x[j]\n",
     1, 8, 23, false},
    {G "    for j in range(i, n, 8):\n        out[j] = x[j]\n", 1, 8, 24,
     false},
    {G "    for j in range(i, n, 2 * cuda.gridsize(1)):\n        out[j] = 1\n",
     1, 8, 24, false},
    {G "    if i < 7:\n        for j in range(i, n, cuda.gridsize(1)):\n"
       "            out[j] = 1\n",
     1, 8, 24, false},
    {G "    if i < 8:\n        for j in range(i, n, cuda.gridsize(1)):\n"
       "            out[j] = 1\n",
     1, 8, 24, true},
    {G "    for j in range(i, n, cuda.gridsize(1)):\n        out[j] = 1\n"
       "        if j > 9:\n            break\n",
     1, 8, 24, false},
    {G "    for j in range(i, n, cuda.gridsize(1)):\n        if j == 9:\n"
       "            continue\n        out[j] = 1\n",
     1, 8, 24, false},
    {G "    for j in range(i, n, cuda.gridsize(1)):\n        out[i] = j\n", 3,
     8, 24, true},
    {G "    for j in range(i, n, cuda.gridsize(1)):\n        out[i] = j\n", 3,
     8, 20, false},
    {"    i, j = cuda.grid(2)\n    if j < 1 and i < out.size:\n"
     "        out[i] = 1\n",
     3, 8, 0, true},
    {"    i, j = cuda.grid(2)\n    if j < n and i < out.size:\n"
     "        out[i] = 1\n",
     3, 8, 0, false},
#undef G
};

/* x and out have 6 rows of 4; blocks have 3 rows of threads. */
static const launch square[] = {
#define G     "    i, j = cuda.grid(2)\n"
#define SHAPE "    if i < out.shape[0] and j < out.shape[1]:\n        "
    {G SHAPE "out[i, j] = x[i, j]\n", 2, 3, 0, true},
    {G SHAPE "out[i, j] = x[i, j]\n", 1, 5, 0, false},
    {G SHAPE "out[j, i] = 1\n", 2, 3, 0, false},
    {"    j, i = cuda.grid(2)\n" SHAPE "out[i, j] = 1\n", 2, 3, 0, true},
    {G SHAPE "if j == 0:\n            out[i, i % 4] = 1\n", 2, 3, 0, false},
    {G "    if i >= out.shape[0] or j >= out.shape[1]:\n        return\n"
       "    out[i, j] = 1\n",
     2, 3, 0, true},
    {G "    if i < n and j < 4:\n        out[i, j] = 1\n", 2, 3, 6, true},
    {G "    if i < n and j < 4:\n        out[i, j] = 1\n", 2, 3, 5, false},
    {G "    if i < 6:\n        if j < 3:\n            out[i, j] = 1\n", 2, 3, 0,
     false},
    {G SHAPE "s = 0\n        for k in range(4):\n"
             "            s += x[i, k] * x[k, j]\n        out[i, j] = s\n",
     2, 3, 0, true},
    {G "    if i < 1 and j < 4:\n        out[0, i * 4 + j] = 1\n", 2, 3, 0,
     false},
    {G "    if i < 6 and j == 0:\n        out[i, 0] = 1\n", 2, 3, 0, false},
#undef G
#undef SHAPE
};

/* Runs on a device; `out` gets what the array holds behind the launch. */
static void run(const char *backend, const launch *l, bool rows, bool gaps,
                int64_t out[2 * N]) {
    char text[1024];
    pk_context *ctx = open_context(backend);
    pk_queue *queue = open_queue(ctx);
    pk_module *mod;
    pk_kernel *kernel;
    int64_t x[N];
    pk_array in = {.dtype = PK_DTYPE_i64, .ndim = rows ? 2 : 1, .host = x};
    pk_array to;
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {l->grid, rows ? 2 : 1},
                .block = {l->block, rows ? 3 : 1});
    pk_arg args[3];

    in.shape[0] = rows ? ROWS : N;
    in.shape[1] = COLUMNS;
    in.strides[0] = rows ? 8 * COLUMNS : 8;
    in.strides[1] = 8;
    to = in;
    to.host = out;
    to.strides[0] *= gaps ? 2 : 1;
    to.strides[1] *= gaps ? 2 : 1;
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % 11;
    for (int i = 0; i < 2 * N; i++)
        out[i] = -1000 - i;
    args[0] = pk_inout(&in);
    args[1] = pk_inout(&to);
    args[2] = pk_i64(l->n);
    snprintf(text, sizeof text,
             "from numba import cuda\n@cuda.jit\ndef k(x, out, n):\n%s",
             l->body);
    assert_ok(pk_module_from_source(ctx, text, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    assert_ok(pk_launch(queue, kernel, &config, args, 3, &err));
    assert_ok(pk_queue_finish(queue, &err));
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_queue_release(queue);
    pk_context_release(ctx);
}

static unsigned *copies(void) {
    void *library =
        dlopen(TEST_PLUGINS "/portkern-far.so", RTLD_NOW | RTLD_LOCAL);

    ck_assert(library != NULL);
    return dlsym(library, "far_copies_in");
}

static void check(const launch *l, bool rows, bool gaps) {
    unsigned *in = copies(), before = *in;
    int64_t here[2 * N], far[2 * N];

    run("interp", l, rows, gaps, here);
    run("far", l, rows, gaps, far);
    ck_assert_msg(!memcmp(here, far, sizeof here), "other results:\n%s",
                  l->body);
    ck_assert_msg((*in - before == 1) == l->whole, "%u copies in:\n%s",
                  *in - before, l->body);
}

START_TEST(arrays_written_whole_are_not_copied_in)
{
    for (size_t i = 0; i < sizeof flat / sizeof *flat; i++)
        check(&flat[i], false, _i);
}
END_TEST

START_TEST(so_are_those_with_two_dimensions)
{
    for (size_t i = 0; i < sizeof square / sizeof *square; i++)
        check(&square[i], true, _i);
}
END_TEST

LOOP_TESTS("runtime_full_write", 2, arrays_written_whole_are_not_copied_in,
           so_are_those_with_two_dimensions)
