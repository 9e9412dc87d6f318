/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels compiled together: in one artifact where the device likes that
 * (batches), each alone elsewhere, and always each with its own status. */
#include "../runtime/runtime_test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

static const char *const backends[] = {"batches", "interp"};

static const char source[] =
    "from numba import cuda, int32\n"
    "@cuda.jit\n"
    "def put(v, out):\n"
    "    assert v != 13, 'unlucky'\n"
    "    out[0] = v\n"
    "@cuda.jit\n"
    "def twice(v, out):\n"
    "    out[0] = 2 * v\n"
    "@cuda.jit\n"
    "def sized(n, out):\n"
    "    out[0] = cuda.local.array(n, int32).size\n"
    "@cuda.jit\n"
    "def threads(v, out):\n"
    "    shape = cuda.local.array(cuda.blockDim.x, int32).size\n"
    "    out[0] = shape + v\n"
    "@cuda.jit\n"
    "def wrong(v, out):\n"
    "    out[0] = v.missing\n"
    "@cuda.jit\n"
    "def refused(v, out):\n"
    "    out[0] = v\n";
static const char other_source[] = "from numba import cuda\n"
                                   "\n"
                                   "@cuda.jit\n"
                                   "def put(v, out):\n"
                                   "    out[0] = v + 100\n";

enum { MAX = 8 };

static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod, *other;
static _Alignas(16) int32_t out[MAX][4]; /* keys tell what is aligned */
static pk_array arrays[MAX];
static pk_arg args[MAX][2];
static pk_compile_request requests[MAX];
static size_t count;

static void open_in(const char *backend, const char *cache_dir) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend,
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = cache_dir};

    assert_ok(pk_context_create(&options, &ctx, &err));
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_from_source(ctx, other_source, "other.py", 0, NULL, 0,
                                    &other, &err));
    count = 0;
}

static void stop(void) {
    while (count > 0)
        pk_kernel_release(requests[--count].kernel);
    pk_module_release(mod);
    pk_module_release(other);
    pk_queue_release(queue);
    pk_context_release(ctx);
}

static const pk_launch_config one = {
    .struct_size = sizeof one, .grid = {1}, .block = {1}};

/* One more request: of KERNEL(value, out). */
static void want(pk_module *from, const char *name, pk_arg value) {
    pk_compile_request *r = &requests[count];

    out[count][0] = -1;
    arrays[count] = pk_array_host(out[count], PK_DTYPE_i32, 1, &(int64_t){1});
    args[count][0] = value;
    args[count][1] = pk_inout(&arrays[count]);
    *r = PK_INIT(pk_compile_request, .config = &one, .args = args[count],
                 .arg_count = 2, .status = PK_INTERNAL);
    assert_ok(pk_module_kernel(from, name, &r->kernel, &err));
    count++;
}

/* Launches a request. */
static pk_status run(size_t i) {
    const pk_compile_request *r = &requests[i];

    if (pk_launch(queue, r->kernel, r->config, r->args, r->arg_count, &err) !=
        PK_OK)
        return err.status;
    return pk_queue_finish(queue, &err);
}

/* Artifacts that the plugin "batches" has loaded; 0 before it is loaded itself.
 */
static int loads(void) {
    void *plugin =
        dlopen(TEST_PLUGINS "/portkern-batches.so", RTLD_LAZY | RTLD_NOLOAD);
    atomic_int *loaded = plugin ? dlsym(plugin, "test_batches_loads") : NULL;
    int n = loaded ? *loaded : 0;

    if (plugin)
        dlclose(plugin);
    return n;
}

static pk_context_stats stats(void) {
    pk_context_stats s = {.struct_size = sizeof s};

    assert_ok(pk_context_get_stats(ctx, &s, &err));
    return s;
}

START_TEST(kernels_of_one_name_from_several_modules_are_one_artifact)
{
    const int32_t right[] = {1, 4, 103, 4};
    int before = loads();

    open_in(backends[_i], "off");
    want(mod, "put", pk_i32(1));
    want(mod, "twice", pk_i32(2));
    want(other, "put", pk_i32(3));
    want(mod, "put", pk_i64(4));
    assert_ok(pk_kernels_compile(requests, count, &err));
    ck_assert_uint_eq(stats().compiles, 4);
    ck_assert_int_eq(loads() - before, _i ? 0 : 1);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(requests[i].status, PK_OK);
        assert_ok(run(i));
        ck_assert_int_eq(out[i][0], right[i]);
    }
    ck_assert_uint_eq(stats().compiles, 4);
    stop();
}
END_TEST

START_TEST(what_is_asked_for_twice_or_is_there_is_not_compiled_again)
{
    int before;

    open_in(backends[_i], "off");
    want(mod, "put", pk_i32(1));
    assert_ok(run(0));
    before = loads();
    want(mod, "put", pk_i32(2));
    want(mod, "twice", pk_i32(2));
    want(mod, "twice", pk_i32(3));
    assert_ok(pk_kernels_compile(requests, count, &err));
    ck_assert_uint_eq(stats().compiles, 2);
    ck_assert_int_eq(loads() - before, _i ? 0 : 1);
    assert_ok(pk_kernels_compile(requests, 0, &err));
    stop();
}
END_TEST

START_TEST(kernels_for_one_block_are_in_the_artifact_too)
{
    int before = loads();

    open_in(backends[_i], "off");
    want(mod, "threads", pk_i32(1));
    want(mod, "put", pk_i32(1));
    want(mod, "threads", pk_i32(2));
    requests[2].config = &PK_INIT(pk_launch_config, .grid = {1}, .block = {32});
    assert_ok(pk_kernels_compile(requests, count, &err));
    ck_assert_uint_eq(stats().compiles, 3);
    ck_assert_int_eq(loads() - before, _i ? 0 : 1);
    assert_ok(run(0));
    assert_ok(run(2));
    ck_assert_int_eq(out[0][0], 2);
    ck_assert_int_eq(out[2][0], 34);
    ck_assert_uint_eq(stats().compiles, 3);
    stop();
}
END_TEST

START_TEST(what_fails_does_not_keep_others_from_being_compiled)
{
    open_in(backends[_i], "off");
    want(mod, "put", pk_i32(1));
    want(mod, "wrong", pk_i32(1));
    want(mod, "refused", pk_i32(1));
    want(mod, "sized", pk_i64(5));
    want(mod, "twice", pk_i32(1));
    requests[4].arg_count = 1;
    want(other, "put", pk_i32(1));
    assert_fails(pk_kernels_compile(requests, count, &err), PK_TYPE, "missing");
    ck_assert_int_eq(requests[0].status, PK_OK);
    ck_assert_int_eq(requests[1].status, PK_TYPE);
    ck_assert_int_eq(requests[2].status, _i ? PK_OK : PK_COMPILE);
    ck_assert_int_eq(requests[3].status, PK_OK);
    ck_assert_int_eq(requests[4].status, PK_BAD_ARG);
    ck_assert_int_eq(requests[5].status, PK_OK);
    assert_ok(run(0));
    assert_ok(run(3));
    assert_ok(run(5));
    ck_assert_int_eq(out[3][0], 5);
    ck_assert_int_eq(out[5][0], 101);
    if (_i == 0)
        assert_fails(run(2), PK_COMPILE, "refused indeed");
    stop();
}
END_TEST

START_TEST(failures_on_the_device_name_the_kernel_and_its_line)
{
    open_in(backends[_i], "off");
    want(other, "put", pk_i32(1));
    want(mod, "put", pk_i32(13));
    assert_ok(pk_kernels_compile(requests, count, &err));
    assert_ok(run(0));
    assert_fails(run(1), PK_KERNEL, "unlucky");
    ck_assert_uint_eq(err.line, 4);
    ck_assert_str_eq(err.file, "k.py");
    stop();
}
END_TEST

START_TEST(a_batch_comes_back_from_the_disk_cache)
{
    char dir[] = "/tmp/portkern-batch-XXXXXX", command[64];

    ck_assert(mkdtemp(dir) != NULL);
    for (int round = 0; round < 3; round++) {
        open_in(backends[_i], dir);
        want(mod, "put", pk_i32(1));
        if (round < 2)
            want(mod, "twice", pk_i32(2));
        else /* beside another, which is new */
            want(other, "put", pk_i32(1));
        assert_ok(pk_kernels_compile(requests, count, &err));
        ck_assert_uint_eq(stats().compiles, round == 0 ? 2 : round - 1);
        for (size_t i = 0; i < count; i++)
            assert_ok(run(i));
        ck_assert_int_eq(out[1][0], round < 2 ? 4 : 101);
        stop();
    }
    snprintf(command, sizeof command, "rm -r %s", dir);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* Compiled, or from the cache, which is asked once. */
START_TEST(stages_are_dumped_however_a_kernel_is_loaded)
{
    char dir[] = "/tmp/portkern-batch-XXXXXX", dumps[64], command[128];

    ck_assert(mkdtemp(dir) != NULL);
    snprintf(dumps, sizeof dumps, "%s/dumps", dir);
    ck_assert_int_eq(mkdir(dumps, 0700), 0);
    setenv("PORTKERN_DUMP", "ast", 1);
    setenv("PORTKERN_DUMP_DIR", dumps, 1);
    for (int round = 0; round < 2; round++) {
        open_in(backends[_i], dir);
        want(mod, "put", pk_i32(1));
        assert_ok(pk_kernels_compile(requests, count, &err));
        ck_assert_uint_eq(stats().cache_misses, round == 0);
        ck_assert_uint_eq(stats().cache_hits, round == 1);
        snprintf(command, sizeof command, "rm %s/put.*.ast", dumps);
        ck_assert_int_eq(system(command), 0);
        stop();
    }
    unsetenv("PORTKERN_DUMP");
    unsetenv("PORTKERN_DUMP_DIR");
    snprintf(command, sizeof command, "rm -r %s", dir);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

enum { THREADS = 4 };

/* The requests, from another one on. */
static void *compile_from(void *first) {
    pk_compile_request mine[MAX];

    for (size_t i = 0; i < count; i++)
        mine[i] = requests[(i + *(size_t *)first) % count];
    assert_ok(pk_kernels_compile(mine, count, NULL));
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(mine[i].status, PK_OK);
    return NULL;
}

START_TEST(threads_that_want_the_same_kernels_compile_them_once)
{
    pthread_t threads[THREADS];
    size_t firsts[THREADS];

    open_in(backends[_i], "off");
    want(mod, "put", pk_i32(1));
    want(mod, "twice", pk_i32(1));
    want(other, "put", pk_i32(1));
    want(mod, "put", pk_f32(1));
    for (size_t i = 0; i < THREADS; i++) {
        firsts[i] = i;
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, compile_from, &firsts[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(stats().compiles, 4);
    stop();
}
END_TEST

/* The structs of a program that was compiled with newer headers. */
START_TEST(requests_of_another_version_lie_as_far_apart_as_they_say)
{
    struct newer {
        pk_compile_request request;
        uint64_t more;
    } both[2];

    open_in(backends[_i], "off");
    want(mod, "put", pk_i32(1));
    want(mod, "twice", pk_i32(1));
    for (int i = 0; i < 2; i++) {
        both[i] = (struct newer){requests[i], 0};
        both[i].request.struct_size = sizeof *both;
    }
    assert_ok(pk_kernels_compile(&both->request, 2, &err));
    ck_assert_int_eq(both[0].request.status, PK_OK);
    ck_assert_int_eq(both[1].request.status, PK_OK);
    ck_assert_uint_eq(stats().compiles, 2);
    both[1].more = 1;
    assert_fails(pk_kernels_compile(&both->request, 2, &err), PK_BAD_ARG,
                 "does not know");
    both[1].request.struct_size = sizeof *requests;
    assert_fails(pk_kernels_compile(&both->request, 2, &err), PK_BAD_ARG,
                 "struct_size of request 1 is");
    stop();
}
END_TEST

START_TEST(what_is_no_request_is_told)
{
    open_in(backends[_i], "off");
    assert_fails(pk_kernels_compile(NULL, 1, &err), PK_BAD_ARG, "requests");
    memset(requests, 0, sizeof requests);
    assert_fails(pk_kernels_compile(requests, 1, &err), PK_BAD_ARG,
                 "struct_size of pk_compile_request is not set: begin with "
                 "PK_INIT(pk_compile_request)");
    requests[0].struct_size = 12;
    assert_fails(pk_kernels_compile(requests, 1, &err), PK_BAD_ARG,
                 "set it to sizeof(pk_compile_request)");
    requests[0] = PK_INIT(pk_compile_request);
    assert_fails(pk_kernels_compile(requests, 1, &err), PK_BAD_HANDLE,
                 "kernel");
    want(mod, "put", pk_i32(1));
    want(mod, "put", pk_i32(1));
    requests[0].config =
        &PK_INIT(pk_launch_config, .grid = {1}, .block = {4096});
    assert_fails(pk_kernels_compile(requests, count, &err), PK_LIMIT, "4096");
    ck_assert_int_eq(requests[0].status, PK_LIMIT);
    ck_assert_int_eq(requests[1].status, PK_OK);
    stop();
}
END_TEST

LOOP_TESTS("runtime_batch", 2,
           kernels_of_one_name_from_several_modules_are_one_artifact,
           what_is_asked_for_twice_or_is_there_is_not_compiled_again,
           kernels_for_one_block_are_in_the_artifact_too,
           what_fails_does_not_keep_others_from_being_compiled,
           failures_on_the_device_name_the_kernel_and_its_line,
           a_batch_comes_back_from_the_disk_cache,
           stages_are_dumped_however_a_kernel_is_loaded,
           threads_that_want_the_same_kernels_compile_them_once,
           requests_of_another_version_lie_as_far_apart_as_they_say,
           what_is_no_request_is_told)
