/* SPDX-License-Identifier: Apache-2.0 */
/* Every function of the driver that the plugin calls fails, with several
 * errors, at its first, a middle and its last call: the status is right, the
 * words name function and code, nothing is left, and the next run is sound. */
#include "portkern/portkern.h"
#include "sim/cudasim.h"
#include "tests/unit/check_main.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int (*plan)(const char *);
static void (*count)(portkern_sim_count *);
static uint64_t (*calls)(const char *);

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def add(x, n):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] += n\n"
                             "@cuda.jit\n"
                             "def meet(x):\n"
                             "    x[0] = 8\n"
                             "    cuda.cg.this_grid().sync()\n"
                             "@cuda.jit\n"
                             "def room(x):\n"
                             "    s = cuda.shared.array(0, 'int32')\n"
                             "    s[15000] = 9\n"
                             "    x[1] = s[15000]\n"
                             "@cuda.jit(device=True)\n"
                             "def half(n):\n"
                             "    return 0 if n < 2 else 1 + half(n // 2)\n"
                             "@cuda.jit\n"
                             "def deep(x):\n"
                             "    x[2] = half(x[0] + 1000)\n";

/* Functions whose failure is not reported: they release what is used no more,
 * ask for the words of an error, or have a fallback. */
static const char *const silent[] = {"cuCtxPopCurrent",
                                     "cuDevicePrimaryCtxRelease",
                                     "cuMemFree",
                                     "cuMemFreeHost",
                                     "cuMemFreeAsync",
                                     "cuStreamDestroy",
                                     "cuEventDestroy",
                                     "cuLinkDestroy",
                                     "cuModuleUnload",
                                     "cuGetErrorName",
                                     "cuGetErrorString",
                                     "cuMemPoolCreate",
                                     "cuMemPoolSetAttribute",
                                     "cuMemPoolDestroy",
                                     "cuMemPoolTrimTo",
                                     "cuDriverGetVersion",
                                     "cuCtxGetCurrent",
                                     "cuStreamBeginCapture",
                                     "cuStreamEndCapture",
                                     "cuGraphInstantiateWithFlags",
                                     "cuGraphDestroy",
                                     "cuGraphExecDestroy",
                                     NULL};

/* Functions whose failure is reported unless it is the pool, staging or a
 * clean-up that calls them, or they are not supported and there is another way.
 */
static const char *const sometimes[] = {"cuCtxPushCurrent",
                                        "cuCtxSetCurrent",
                                        "cuStreamCreate",
                                        "cuStreamQuery",
                                        "cuMemHostAlloc",
                                        "cuDeviceGetAttribute",
                                        "cuStreamSynchronize",
                                        "cuLaunchHostFunc",
                                        "cuOccupancyMaxPotentialBlockSize",
                                        NULL};

/* Called when others fail, for grids that are too large, where there are no
 * pools, and for contexts and streams of the application. */
static const char *const unplayed[] = {
    "cuMemPoolTrimTo",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuStreamQuery",
    "cuMemFree",
    "cuMemAlloc",
    "cuCtxGetDevice",
    "cuGetErrorName",
    "cuGetErrorString",
    NULL};

static const char *const functions[] = {
#define CUDA_FUNCTION(name, symbol, parameters) #name,
#define CUDA_OPTIONAL(name, symbol, parameters) #name,
#include "plugins/cuda/driver.def"
#undef CUDA_OPTIONAL
#undef CUDA_FUNCTION
};

static const struct fault {
    int code;
    bool sticky;
} faults[] = {{1, false},   {2, false},   {3, false},   {4, false},
              {100, false}, {201, false}, {209, false}, {218, false},
              {222, false}, {400, false}, {701, false}, {801, false},
              {999, false}, {700, true},  {702, true},  {719, true}};

static bool is_in(const char *const *names, const char *name) {
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* One of each that the driver has: `status` is the first failure. */
typedef struct scene {
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel, *meet, *room, *deep;
    pk_queue *queue;
    pk_buffer *buf, *pinned;
    pk_event *begin, *end;
    pk_prepared *prepared;
    pk_graph *graph;
    pk_error err;
} scene;

#define STEP(call)                                                             \
    do {                                                                       \
        pk_status step_ = (call);                                              \
        if (step_ != PK_OK)                                                    \
            return step_;                                                      \
    } while (0)

/* Two of four columns, of a buffer into another. */
static pk_status copy_columns(scene *s) {
    const int64_t shape[] = {8, 4};
    pk_array from = pk_array_device(s->buf, PK_DTYPE_i32, 2, shape);
    pk_array to = pk_array_device(s->pinned, PK_DTYPE_i32, 2, shape);

    from.shape[1] = to.shape[1] = 2;
    return pk_queue_copy_array(s->queue, &to, &from, &s->err);
}

static pk_status copies(scene *s) {
    static const int64_t pattern = INT64_C(0x100000002);
    int32_t words[256] = {1, 2, 3};
    pk_device_memory memory = PK_INIT(pk_device_memory);
    bool happened;
    uint64_t ns;

    STEP(pk_context_get_memory(s->ctx, &memory, &s->err));
    STEP(pk_queue_record(s->queue, s->begin, &s->err));
    STEP(pk_queue_write(s->queue, s->buf, 0, words, sizeof words, &s->err));
    STEP(pk_queue_fill(s->queue, s->buf, 0, 64, "a", 1, &s->err));
    STEP(pk_queue_fill(s->queue, s->buf, 0, 64, "ab", 2, &s->err));
    STEP(pk_queue_fill(s->queue, s->buf, 0, 64, "abcd", 4, &s->err));
    STEP(pk_queue_fill(s->queue, s->buf, 0, 64, &pattern, 8, &s->err));
    STEP(pk_queue_copy(s->queue, s->pinned, 0, s->buf, 0, 512, &s->err));
    STEP(copy_columns(s));
    STEP(pk_queue_record(s->queue, s->end, &s->err));
    STEP(pk_queue_wait(s->queue, s->begin, &s->err));
    STEP(pk_queue_read(s->queue, s->buf, 0, words, sizeof words, &s->err));
    STEP(pk_queue_finish(s->queue, &s->err));
    STEP(pk_event_query(s->end, &happened, &s->err));
    STEP(pk_event_wait(s->end, &s->err));
    STEP(pk_event_elapsed(s->begin, s->end, &ns, &s->err));
    return words[0] == 2 && words[1] == 1 && words[255] == 0 ? PK_OK
                                                             : PK_INTERNAL;
}

static pk_status launches(scene *s) {
    int64_t shape[1] = {256};
    int32_t x[256] = {0};
    pk_array host = pk_array_host(x, PK_DTYPE_i32, 1, shape);
    pk_array device = pk_array_device(s->buf, PK_DTYPE_i32, 1, shape);
    pk_arg args[] = {pk_inout(&host), pk_i64(5)};
    pk_arg others[] = {pk_inout(&device), pk_i64(7)};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {128});

    STEP(pk_launch(s->queue, s->kernel, &config, args, 2, &s->err));
    STEP(pk_queue_finish(s->queue, &s->err));
    STEP(pk_prepared_create(s->kernel, &config, others, 2, &s->prepared,
                            &s->err));
    STEP(pk_prepared_launch(s->prepared, s->queue, &s->err));
    STEP(pk_queue_finish(s->queue, &s->err));
    return x[0] == 5 && x[255] == 5 ? PK_OK : PK_INTERNAL;
}

static int called; /* until the queue is gone */

static pk_status note_call(void *self, pk_status status, pk_error *err) {
    (void)self, (void)err;
    called += status == PK_OK;
    return PK_OK;
}

/* A function in the queue, and work that is recorded. What fails while it is
 * captured has another way, so that launch is none that is made to fail: there
 * is one more before it. */
static pk_status recorded(scene *s) {
    pk_array x = pk_array_device(s->buf, PK_DTYPE_i32, 1, (int64_t[]){256});
    pk_arg args[] = {pk_inout(&x), pk_i64(7)};
    pk_launch_config config = PK_INIT(pk_launch_config, .grid = {2});
    int32_t before, after;
    uint32_t blocks;

    called = 0;
    STEP(pk_kernel_suggest_block(s->kernel, NULL, args, 2, &config.block[0],
                                 &blocks, &s->err));
    STEP(pk_queue_callback(s->queue, note_call, NULL, &s->err));
    STEP(pk_launch(s->queue, s->kernel, &config, args, 2, &s->err));
    STEP(pk_buffer_read(s->buf, 1020, &before, 4, &s->err));
    STEP(pk_graph_begin(s->queue, &s->err));
    STEP(pk_launch(s->queue, s->kernel, &config, args, 2, &s->err));
    STEP(pk_graph_end(s->queue, &s->graph, &s->err));
    STEP(pk_graph_launch(s->graph, s->queue, &s->err));
    STEP(pk_queue_finish(s->queue, &s->err));
    STEP(pk_buffer_read(s->buf, 1020, &after, 4, &s->err));
    return called == 1 && after == before + 7 ? PK_OK : PK_INTERNAL;
}

/* Calls that need more of the driver than a plain launch. */
static pk_status special_launches(scene *s) {
    int64_t shape[1] = {256};
    static int32_t x[256]; /* copied to until the queue is gone */
    pk_array host = pk_array_host(x, PK_DTYPE_i32, 1, shape);
    pk_arg args[] = {pk_inout(&host)};
    pk_launch_config grid =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {32});
    pk_launch_config one = PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_launch_config shared = PK_INIT(pk_launch_config, .grid = {1},
                                      .block = {1}, .shared_bytes = 64 << 10);

    memset(x, 0, sizeof x);
    STEP(pk_launch(s->queue, s->meet, &grid, args, 1, &s->err));
    STEP(pk_launch(s->queue, s->room, &shared, args, 1, &s->err));
    STEP(pk_launch(s->queue, s->deep, &one, args, 1, &s->err));
    STEP(pk_queue_finish(s->queue, &s->err));
    return x[0] == 8 && x[1] == 9 && x[2] == 9 ? PK_OK : PK_INTERNAL;
}

static pk_status play(scene *s) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = "off"};

    STEP(pk_context_create(&options, &s->ctx, &s->err));
    STEP(pk_module_from_source(s->ctx, source, "faults.py", 1, NULL, 0, &s->mod,
                               &s->err));
    STEP(pk_module_kernel(s->mod, "add", &s->kernel, &s->err));
    STEP(pk_module_kernel(s->mod, "meet", &s->meet, &s->err));
    STEP(pk_module_kernel(s->mod, "room", &s->room, &s->err));
    STEP(pk_module_kernel(s->mod, "deep", &s->deep, &s->err));
    STEP(pk_queue_create(s->ctx, &s->queue, &s->err));
    STEP(pk_buffer_create(s->ctx, 1024, 0, &s->buf, &s->err));
    STEP(pk_buffer_create(s->ctx, 1024, PK_BUFFER_pinned, &s->pinned, &s->err));
    STEP(pk_event_create(s->ctx, &s->begin, &s->err));
    STEP(pk_event_create(s->ctx, &s->end, &s->err));
    STEP(copies(s));
    STEP(launches(s));
    STEP(recorded(s));
    return special_launches(s);
}

static void strike(scene *s) {
    pk_graph_release(s->graph);
    pk_prepared_release(s->prepared);
    pk_event_release(s->end);
    pk_event_release(s->begin);
    pk_buffer_release(s->pinned);
    pk_buffer_release(s->buf);
    pk_queue_release(s->queue);
    pk_kernel_release(s->room);
    pk_kernel_release(s->deep);
    pk_kernel_release(s->meet);
    pk_kernel_release(s->kernel);
    pk_module_release(s->mod);
    pk_context_release(s->ctx);
}

/* As many objects as before: but for what the driver refuses to give back. */
static void nothing_is_left(const char *what, const char *name,
                            const portkern_sim_count *before) {
    portkern_sim_count left;

    count(&left);
    if (strcmp(name, "cuDevicePrimaryCtxRelease") == 0 ||
        strcmp(name, "cuMemPoolDestroy") == 0)
        return;
    ck_assert_msg(memcmp(&left, before, sizeof left) == 0,
                  "%s leaves contexts %d streams %d events %d modules %d links "
                  "%d pools %d device %d pinned %d",
                  what, (int)left.contexts, (int)left.streams, (int)left.events,
                  (int)left.modules, (int)left.links, (int)left.pools,
                  (int)left.device, (int)left.pinned);
}

static pk_status status_of(const char *name, int code) {
    if (strcmp(name, "cuInit") == 0)
        return PK_NO_DRIVER;
    switch (code) {
#define CUDA_ERROR_ROW(word, number, status, fate)                             \
    case number: return PK_##status;
#include "plugins/cuda/errors.def"
#undef CUDA_ERROR_ROW
    default: return PK_DRIVER;
    }
}

/* `may`: the call has a second way, or its result nobody asks for; what a
 * device is not known to have is not supported. */
static void check_words(const char *text, const char *name, int code, bool may,
                        pk_status status, const pk_error *err) {
    char number[16];

    snprintf(number, sizeof number, "(%d)", code);
    if (may && (status == PK_OK || status == PK_UNSUPPORTED))
        return;
    ck_assert_msg(status == status_of(name, code), "%s: status %d: %s", text,
                  (int)status, err->message);
    ck_assert_msg((may || strstr(err->message, name)) &&
                      strstr(err->message, number),
                  "%s: %s", text, err->message);
}

static void one_fault(const char *name, uint64_t n, const struct fault *f) {
    char text[96];
    scene s = {0};
    portkern_sim_count before;
    bool may = is_in(silent, name) || is_in(sometimes, name) ||
               (f->code == 2 && strncmp(name, "cuMem", 5) == 0);
    pk_status status;

    count(&before);
    snprintf(text, sizeof text, "%s:%llu:%d%s", name, (unsigned long long)n,
             f->code, f->sticky ? ":sticky" : "");
    ck_assert_int_eq(plan(text), 0);
    status = play(&s);
    if (f->code == 100 &&
        (!strcmp(name, "cuInit") || !strcmp(name, "cuDeviceGetCount"))) {
        ck_assert(status == PK_NO_DEVICE || (n > 1 && status == PK_OK));
        ck_assert_msg(!status || strstr(s.err.message, "it has no device"),
                      "%s", s.err.message);
    } else {
        check_words(text, name, f->code, may, status, &s.err);
    }
    strike(&s);
    plan("");
    nothing_is_left(text, name, &before);
}

/* At its first, middle and last call that `play` makes. */
static unsigned each_call(const char *name, uint64_t most) {
    const uint64_t at[] = {1, (most + 1) / 2, most};
    unsigned done = 0;

    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
            if (i == 0 || at[i] != at[i - 1]) {
                one_fault(name, at[i], &faults[k]);
                done++;
            }
    return done;
}

START_TEST(every_call_may_fail)
{
    enum { FUNCTIONS = sizeof functions / sizeof *functions };
    uint64_t seen[FUNCTIONS];
    unsigned done = 0;
    scene s = {0};
    pk_status status;

    for (size_t i = 0; i < FUNCTIONS; i++)
        seen[i] = calls(functions[i]);
    status = play(&s);
    ck_assert_msg(status == PK_OK, "%s", s.err.message);
    strike(&s);
    for (size_t i = 0; i < FUNCTIONS; i++)
        seen[i] = calls(functions[i]) - seen[i];
    for (size_t i = 0; i < FUNCTIONS; i++) {
        ck_assert_msg(seen[i] || is_in(unplayed, functions[i]), "%s",
                      functions[i]);
        if (seen[i])
            done += each_call(functions[i], seen[i]);
    }
    ck_assert_uint_ge(done, 1000);
    printf("# %u faults\n", done);
    memset(&s, 0, sizeof s);
    ck_assert_int_eq(play(&s), PK_OK);
    strike(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {every_call_may_fail};
    void *library = dlopen(getenv("PORTKERN_LIBCUDA"), RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return EXIT_FAILURE;
    *(void **)&plan = dlsym(library, "portkern_sim_fault");
    *(void **)&count = dlsym(library, "portkern_sim_counts");
    *(void **)&calls = dlsym(library, "portkern_sim_calls");
    return run_tests("faults of the driver", tests, 1, 1);
}
