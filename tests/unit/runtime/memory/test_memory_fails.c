/* SPDX-License-Identifier: Apache-2.0 */
/* No memory: the n-th allocation of a whole life (context, module, compile,
 * launches, release) fails, for every n, alone or with all that follow. Each
 * time a call says so, or did without and gave the right result, and everything
 * that was taken is given back, files too. Device memory is host memory here.
 */
#include "../../starving.h"
#include "../runtime_test.h"

#include <dirent.h>
#include <limits.h>

static const char source[] =
    "import math\n"
    "from collections import namedtuple\n"
    "from enum import Enum\n"
    "from numba import cuda, int32\n"
    "from beside import twice\n"
    "Pair = namedtuple('Pair', 'n c')\n"
    "class Color(Enum):\n"
    "    RED = 1\n"
    "class Holder:\n"
    "    N = 0\n"
    "    @staticmethod\n"
    "    @cuda.jit\n"
    "    def idle(p, out):\n"
    "        out[cuda.grid(1)] += Holder.N * p.c.value\n"
    "def main():\n"
    "    @cuda.jit\n"
    "    def held(out):\n"
    "        out[0] = 1\n"
    "@cuda.jit\n"
    "def starter(out):\n"
    "    if cuda.grid(1) == 0 and math.hypot(out[0], 1) > 0:\n"
    "        Holder.idle[1, 4](Pair(1, Color.RED), out=out)\n"
    "@cuda.jit\n"
    "def k(x, y, out):\n"
    "    s = cuda.shared.array(4, int32)\n"
    "    i = cuda.grid(1)\n"
    "    assert i < 4, f'{i} is too large'\n"
    "    print('thread', i)\n"
    "    s[cuda.threadIdx.x] = x[i]\n"
    "    cuda.syncthreads()\n"
    "    if i < out.size:\n"
    "        out[i] = twice(s[3 - i]) + y + int32(math.hypot(i - i, 0))\n";

/* The module that the source imports. */
static char folder[64];
static char source_file[80], beside_file[80];

static void write_beside(void) {
    FILE *file;

    strcpy(folder, "/tmp/portkern-memory-XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(source_file, sizeof source_file, "%s/k.py", folder);
    snprintf(beside_file, sizeof beside_file, "%s/beside.py", folder);
    file = fopen(beside_file, "w");
    ck_assert(file != NULL);
    fputs("def twice(x):\n    return x * 2\n", file);
    fclose(file);
}

static void remove_beside(void) {
    unlink(beside_file);
    rmdir(folder);
}

static int open_files(void) {
    DIR *fds = opendir("/proc/self/fd");
    int count = 0;

    ck_assert(fds != NULL);
    while (readdir(fds))
        count++;
    closedir(fds);
    return count;
}

/* The host arrays are the queue's until it is gone. */
typedef struct life {
    int32_t x[4], out[8];
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel, *starter;
    pk_queue *queue;
    pk_buffer *buf;
    pk_prepared *prepared;
} life;

static void ignore(void *self, const char *text, size_t length) {
    (void)self, (void)text, (void)length;
}

#define TRY(call)                                                              \
    do {                                                                       \
        pk_status status_ = (call);                                            \
        if (status_ != PK_OK)                                                  \
            return status_;                                                    \
    } while (0)

static pk_status live(life *l, const pk_allocator *allocator,
                      const char *backend) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = allocator,
                                  .print = ignore,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend,
                                  .cache_dir = "off"};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {4});
    const int64_t n = 4;
    pk_array ax = pk_array_host(l->x, PK_DTYPE_i32, 1, &n), gaps, device;
    pk_arg in_place[] = {pk_in(&ax), pk_i32(1), pk_inout(&device)}, point;
    pk_compile_request requests[2];

    TRY(pk_context_create(&options, &l->ctx, &err));
    TRY(pk_module_from_source(l->ctx, source, source_file, 0, NULL, 0, &l->mod,
                              &err));
    TRY(pk_module_kernel(l->mod, "k", &l->kernel, &err));
    TRY(pk_kernel_named(l->kernel, "Pair", in_place, 2, &point, &err));
    TRY(pk_queue_create(l->ctx, &l->queue, &err));
    TRY(pk_buffer_create(l->ctx, 16, 0, &l->buf, &err));
    device = pk_array_device(l->buf, PK_DTYPE_i32, 1, &n);
    gaps = pk_array_host(l->out, PK_DTYPE_i32, 1, &n);
    gaps.strides[0] = 8;
    TRY(pk_module_kernel(l->mod, "starter", &l->starter, &err));
    requests[0] = PK_INIT(pk_compile_request, .kernel = l->kernel,
                          .config = &config, .args = in_place, .arg_count = 3);
    requests[1] =
        PK_INIT(pk_compile_request, .kernel = l->starter, .config = &config,
                .args = in_place + 2, .arg_count = 1);
    TRY(pk_kernels_compile(requests, 2, &err));
    TRY(pk_launch(l->queue, l->kernel, &config,
                  (pk_arg[]){pk_in(&ax), pk_i32(1), pk_out(&gaps)}, 3, &err));
    TRY(pk_prepared_create(l->kernel, &config, in_place, 3, &l->prepared,
                           &err));
    TRY(pk_prepared_launch(l->prepared, l->queue, &err));
    TRY(pk_launch(l->queue, l->starter, &config, in_place + 2, 1, &err));
    TRY(pk_queue_finish(l->queue, &err));
    TRY(pk_buffer_read(l->buf, 0, l->x, 16, &err));
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(l->x[i], 2 * (4 - i) + 1);
        ck_assert_int_eq(l->out[2 * i], 2 * (4 - i) + 1);
    }
    return PK_OK;
}

static void end(life *l) {
    pk_prepared_release(l->prepared);
    pk_buffer_release(l->buf);
    pk_queue_release(l->queue);
    pk_kernel_release(l->kernel);
    pk_kernel_release(l->starter);
    pk_module_release(l->mod);
    pk_context_release(l->ctx);
}

static void starve(const char *backend, bool go_on_failing) {
    int files;

    write_beside();
    files = open_files();
    for (long n = 0;; n++) {
        counter c = {.fail_at = n, .go_on_failing = go_on_failing};
        pk_allocator allocator = starving_allocator(&c);
        life l = {.x = {1, 2, 3, 4}};
        pk_status status = live(&l, &allocator, backend);
        end(&l);
        ck_assert_msg(c.bytes == 0, "allocation %ld: %lld bytes leak", n,
                      (long long)c.bytes);
        ck_assert_msg(open_files() == files, "allocation %ld: a file leaks", n);
        if (!c.failed) {
            assert_ok(status);
            ck_assert_int_gt(n, 50);
            remove_beside();
            return;
        }
        ck_assert_msg(status == PK_NO_MEMORY || status == PK_NO_DEVICE_MEMORY ||
                          status == PK_OK,
                      "allocation %ld: %s: %s", n, pk_status_name(status),
                      err.message);
        ck_assert(status != PK_OK || !go_on_failing);
    }
}

/* The same for a check, which opens no device. */
static pk_status check(pk_context **ctx, pk_module **mod, pk_checked **out,
                       const pk_allocator *allocator) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = allocator,
                                  .plugin_path = TEST_PLUGINS,
                                  .flags = PK_CONTEXT_no_device,
                                  .cache_dir = "off"};
    pk_check_request request = {.struct_size = sizeof request,
                                .perf = 1,
                                .function = "k",
                                .signature = "i32[:], i32[:], i32[:]",
                                .backends = "interp,far"};

    TRY(pk_context_create(&options, ctx, &err));
    TRY(pk_module_from_source(*ctx, source, source_file, 0, NULL, 0, mod,
                              &err));
    TRY(pk_module_check(*mod, &request, out, &err));
    ck_assert_uint_gt(pk_checked_count(*out), 10);
    return PK_OK;
}

START_TEST(memory_ends_within_a_check)
{
    write_beside();
    for (long n = 0;; n++) {
        counter c = {.fail_at = n, .go_on_failing = _i};
        pk_allocator allocator = starving_allocator(&c);
        pk_context *ctx = NULL;
        pk_module *mod = NULL;
        pk_checked *checked = NULL;
        pk_status status = check(&ctx, &mod, &checked, &allocator);
        pk_checked_release(checked);
        pk_module_release(mod);
        pk_context_release(ctx);
        ck_assert_msg(c.bytes == 0, "allocation %ld: %lld bytes leak", n,
                      (long long)c.bytes);
        if (!c.failed)
            break;
        ck_assert_msg(status == PK_NO_MEMORY || (status == PK_OK && !_i),
                      "allocation %ld: %s: %s", n, pk_status_name(status),
                      err.message);
    }
    remove_beside();
}
END_TEST

/* ---- compiling, for each backend ---- */

static const char *const stages[][2] = {{"opencl", "threads"},
                                        {"opencl", "block"},
                                        {"ptx", "sm_75"},
                                        {"llvm", "x86-64-v3"}};

static pk_status compile(pk_context **ctx, pk_module **mod, pk_emission **out,
                         const char *const stage[2],
                         const pk_allocator *allocator) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = allocator,
                                  .flags = PK_CONTEXT_no_device,
                                  .cache_dir = "off"};
    pk_emit_request request = {.struct_size = sizeof request,
                               .kernel = "k",
                               .signature = "i32[:], i32, i32[:]",
                               .stage = stage[0],
                               .target = stage[1],
                               .block = {4, 1, 1}};

    TRY(pk_context_create(&options, ctx, &err));
    TRY(pk_module_from_source(*ctx, source, source_file, 0, NULL, 0, mod,
                              &err));
    return pk_emit(*mod, &request, out, &err);
}

/* The text that a whole compile gives is the text under a failure that it did
 * without. */
static void starve_compile(const char *const stage[2], bool go_on_failing) {
    char *whole = NULL;

    for (long n = -1;; n++) {
        counter c = {.fail_at = n < 0 ? LONG_MAX : n,
                     .go_on_failing = go_on_failing};
        pk_allocator allocator = starving_allocator(&c);
        pk_emission *text = NULL;
        pk_context *ctx = NULL;
        pk_module *mod = NULL;
        pk_status status = compile(&ctx, &mod, &text, stage, &allocator);
        if (n < 0 && status == PK_UNSUPPORTED)
            break; /* built without that backend */
        if (n < 0)
            assert_ok(status);
        if (status == PK_OK && !whole)
            whole = strdup(pk_emission_data(text, NULL));
        if (status == PK_OK)
            ck_assert_str_eq(pk_emission_data(text, NULL), whole);
        else
            ck_assert_msg(status == PK_NO_MEMORY, "allocation %ld: %s: %s", n,
                          pk_status_name(status), err.message);
        pk_emission_release(text);
        pk_module_release(mod);
        pk_context_release(ctx);
        ck_assert_msg(c.bytes == 0, "allocation %ld: %lld bytes leak", n,
                      (long long)c.bytes);
        if (n >= 0 && !c.failed)
            break;
    }
    free(whole);
}

START_TEST(memory_ends_within_a_compile)
{
    write_beside();
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        starve_compile(stages[i], _i);
    remove_beside();
}
END_TEST

START_TEST(one_allocation_fails)
{
    starve(_i ? "far" : "interp", false);
}
END_TEST

START_TEST(one_allocation_fails_beside_a_profile)
{
    setenv("PORTKERN_PROFILE", "/dev/null", 1);
    starve(_i ? "far" : "interp", false);
    unsetenv("PORTKERN_PROFILE");
}
END_TEST

START_TEST(all_allocations_fail_from_one_on)
{
    starve(_i ? "far" : "interp", true);
}
END_TEST

START_TEST(memory_ends_where_kernels_are_compiled_together)
{
    starve("batches", _i);
}
END_TEST

START_TEST(a_launch_that_was_made_before_allocates_nothing)
{
    counter c = {.fail_at = -1};
    pk_allocator allocator = starving_allocator(&c);
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &allocator,
                                  .print = ignore,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = "idle",
                                  .cache_dir = "off"};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {4});
    const int64_t n = 4;
    life l = {0};
    pk_array device;
    pk_arg args[3];
    long taken = 0;

    write_beside();
    assert_ok(pk_context_create(&options, &l.ctx, &err));
    assert_ok(pk_module_from_source(l.ctx, source, source_file, 0, NULL, 0,
                                    &l.mod, &err));
    assert_ok(pk_module_kernel(l.mod, "k", &l.kernel, &err));
    assert_ok(pk_queue_create(l.ctx, &l.queue, &err));
    assert_ok(pk_buffer_create(l.ctx, 16, 0, &l.buf, &err));
    device = pk_array_device(l.buf, PK_DTYPE_i32, 1, &n);
    args[0] = args[2] = pk_inout(&device);
    args[1] = pk_i32(1);
    assert_ok(
        pk_prepared_create(l.kernel, &config, args, 3, &l.prepared, &err));
    for (int i = 0; i < 10000; i++) { /* the queue waits by itself, too */
        assert_ok(pk_launch(l.queue, l.kernel, &config, args, 3, &err));
        assert_ok(pk_prepared_launch(l.prepared, l.queue, &err));
        if (!i)
            taken = c.taken;
    }
    ck_assert_int_eq((long)c.taken, taken);
    assert_ok(pk_queue_finish(l.queue, &err));
    end(&l);
    remove_beside();
    ck_assert_int_eq(c.bytes, 0);
}
END_TEST

LOOP_TESTS("runtime_memory_fails", 2, one_allocation_fails,
           one_allocation_fails_beside_a_profile,
           all_allocations_fail_from_one_on,
           memory_ends_where_kernels_are_compiled_together,
           memory_ends_within_a_check, memory_ends_within_a_compile,
           a_launch_that_was_made_before_allocates_nothing)
