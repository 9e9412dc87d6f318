/* SPDX-License-Identifier: Apache-2.0 */
/* A process that is set up in its own way: floating-point environments, small
 * stacks, limits of the system. On each backend, with what a process as others
 * have it gives. Nothing ends the process, and nothing of its setting is
 * changed for good. */
#include "process_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* ---- floating point ---- */

enum { SUBNORMALS_OFF = 3, TRAPS_ON = 4, MODES = 5 };

static void set_mode(int mode) {
    static const int rounding[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

    if (mode < SUBNORMALS_OFF)
        ck_assert_int_eq(fesetround(rounding[mode]), 0);
#if defined(__x86_64__)
    if (mode == SUBNORMALS_OFF)
        _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
    if (mode == TRAPS_ON)
        feenableexcept(FE_ALL_EXCEPT);
}

typedef struct setting {
    int rounding, traps;
    unsigned control;
} setting;

static setting get_setting(void) {
    setting s = {fegetround(), fegetexcept(), 0};

#if defined(__x86_64__)
    s.control = _mm_getcsr();
#endif
    return s;
}

/* In the mode from a context's beginning to its end, and back. */
static pk_status live_in(int mode, results *r, pk_error *e) {
    fenv_t usual;
    setting before, after;
    pk_status status;

    fegetenv(&usual);
    set_mode(mode);
    before = get_setting();
    status = live(r, e);
    after = get_setting();
    fesetenv(&usual);
    ck_assert_int_eq(before.rounding, after.rounding);
    ck_assert_int_eq(before.traps, after.traps);
    ck_assert_uint_eq(before.control, after.control);
    return status;
}

START_TEST(results_are_the_same_in_any_floating_point_environment)
{
    results usual, other;

    setenv("PORTKERN_PROFILE", "/dev/null", 1); /* which reads times */
    for (int mode = 0; mode < MODES; mode++) {  /* the worst comes first */
        assert_ok(live_in(MODES - 1 - mode, &other, &err));
        if (mode == 0)
            assert_ok(live(&usual, &err));
        assert_same(&usual, &other);
    }
}
END_TEST

static char *emit(const char *stage, const char *target) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .flags = PK_CONTEXT_no_device,
                                  .cache_dir = "off"};
    pk_emit_request request = {.struct_size = sizeof request,
                               .kernel = "numbers",
                               .signature = "f64[::1], f32[::1], f64[::1]",
                               .stage = stage,
                               .target = target};
    pk_emission *emission = NULL;
    pk_context *ctx = NULL;
    pk_module *mod = NULL;
    pk_checked *checked = NULL;
    pk_check_request wanted = {.struct_size = sizeof wanted};
    char *text;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, numbers, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(pk_emit(mod, &request, &emission, &err));
    assert_ok(pk_module_check(mod, &wanted, &checked, &err));
    text = strdup(pk_emission_data(emission, NULL));
    pk_checked_release(checked);
    pk_emission_release(emission);
    pk_module_release(mod);
    pk_context_release(ctx);
    return text;
}

START_TEST(texts_are_the_same_in_any_floating_point_environment)
{
    char *usual = emit("passes", "threads");

    for (int mode = 0; mode < MODES; mode++) {
        fenv_t before;
        char *text;

        fegetenv(&before);
        set_mode(mode);
        text = emit("passes", "threads");
        fesetenv(&before);
        ck_assert_str_eq(text, usual);
        free(text);
    }
    free(usual);
}
END_TEST

/* A number becomes what the decorator declares before the kernel runs. */
START_TEST(arguments_are_converted_in_the_usual_environment)
{
    static const char text[] = "from numba import cuda\n"
                               "@cuda.jit('void(float32, float64[::1])')\n"
                               "def k(a, out):\n"
                               "    out[0] = a\n";
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend(),
                                  .cache_dir = "off"};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    double out = 0;
    int64_t n = 1;
    pk_array array = pk_array_host(&out, PK_DTYPE_f64, 1, &n);
    pk_arg args[] = {pk_f64(0.1), pk_inout(&array)};
    pk_status status;
    fenv_t usual;
    life l;

    assert_ok(life_open(&l, text, "k", &options));
    fegetenv(&usual);
    fesetround(FE_DOWNWARD);
    status = pk_launch(l.queue, l.kernel, &config, args, 2, &err);
    fesetenv(&usual);
    assert_ok(status);
    assert_ok(pk_queue_finish(l.queue, &err));
    ck_assert_double_eq(out, (double)0.1f);
    life_close(&l);
}
END_TEST

/* ---- small stacks ---- */

/* A sanitizer's frames are larger. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { SMALL_STACK = 256 << 10 };
#else
enum { SMALL_STACK = 64 << 10 };
#endif

typedef struct on_stack {
    results r;
    pk_error err;
    pk_status status, nested, too_deep;
    const char *text;
} on_stack;

static void run_on_small_stack(void *(*run)(void *), void *arg) {
    const long least = sysconf(_SC_THREAD_STACK_MIN);
    const size_t size = least > SMALL_STACK ? (size_t)least : SMALL_STACK;
    pthread_attr_t attr;
    pthread_t thread;

    pthread_attr_init(&attr);
    ck_assert_int_eq(pthread_attr_setstacksize(&attr, size), 0);
    ck_assert_int_eq(pthread_create(&thread, &attr, run, arg), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
}

static pk_status live_with(const char *text, results *r, pk_error *e) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend(),
                                  .cache_dir = "off"};
    pk_status status;
    life l;

    memset(r, 0, sizeof *r);
    status = life_open(&l, text, "numbers", &options);
    if (status == PK_OK)
        status = life_launch(&l, r);
    *e = l.err;
    life_close(&l);
    return status;
}

static void *live_there(void *arg) {
    on_stack *s = arg;

    s->status =
        s->text ? live_with(s->text, &s->r, &s->err) : live(&s->r, &s->err);
    return NULL;
}

START_TEST(a_small_stack_is_enough_for_everything)
{
    static on_stack s;
    static results usual;

    run_on_small_stack(live_there, &s);
    ck_assert_msg(s.status == PK_OK, "%s", s.err.message);
    assert_ok(live(&usual, &err));
    assert_same(&usual, &s.r);
}
END_TEST

/* out[0] = ((((...x[0]...)))) */
static char *bracketed(int depth) {
    static const char head[] = "from numba import cuda\n"
                               "@cuda.jit\n"
                               "def numbers(x, y, out):\n"
                               "    out[0] = ";
    size_t before = sizeof head - 1, at = before;
    char *text = malloc(before + 6 * (size_t)depth + 8);

    memcpy(text, head, before);
    for (int i = 0; i < depth; i++)
        text[at++] = '(';
    memcpy(text + at, "x[0]", 4);
    at += 4;
    for (int i = 0; i < depth; i++) {
        memcpy(text + at, "+1.0)", 5);
        at += 5;
    }
    memcpy(text + at, "\n", 2);
    return text;
}

static void *nest_there(void *arg) {
    on_stack *s = arg;
    char *text = bracketed(150);

    s->nested = live_with(text, &s->r, &s->err);
    free(text);
    text = bracketed(100000);
    s->too_deep = live_with(text, &s->r, &s->err);
    free(text);
    return NULL;
}

START_TEST(what_is_nested_deeply_needs_no_stack_of_the_callers)
{
    static on_stack s;

    run_on_small_stack(nest_there, &s);
    ck_assert_int_eq(s.nested, PK_OK);
    ck_assert_int_ne(s.too_deep, PK_OK);
}
END_TEST

/* Calls that kernels make of themselves are not on the caller's stack. */
START_TEST(recursion_needs_no_stack_of_the_callers)
{
    static const char format[] = "from numba import cuda\n"
                                 "@cuda.jit(device=True)\n"
                                 "def f(x, n):\n"
                                 "    if n <= 0:\n"
                                 "        return x\n"
                                 "    return f(x * 0.5, n - 1) + x\n"
                                 "@cuda.jit\n"
                                 "def numbers(x, y, out):\n"
                                 "    i = cuda.grid(1)\n"
                                 "    out[i] = f(x[i], %d)\n";
    char text[sizeof format + 8];
    static on_stack s;

    if (backend_is("opencl")) /* has no recursion */
        return;
    snprintf(text, sizeof text, format, backend_is("cpu") ? 700 : 200);
    s.text = text;
    run_on_small_stack(live_there, &s);
    ck_assert_msg(s.status == PK_OK, "%s", s.err.message);
}
END_TEST

/* ---- limits of the system ---- */

static void remove_folder(const char *path) {
    DIR *dir = opendir(path);
    struct dirent *file;

    while (dir && (file = readdir(dir)))
        unlinkat(dirfd(dir), file->d_name, 0);
    closedir(dir);
    rmdir(path);
}

/* Files end at one byte, and the signal for that has its usual effect. */
static int live_without_files(void *folder) {
    struct rlimit limit = {1, 1};
    char file[256];
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend(),
                                  .cache_dir = folder,
                                  .profile_file = file};
    static results r;
    pk_error why = {0};
    pk_status status;
    life l;
    int log;

    snprintf(file, sizeof file, "%s/trace.json", (char *)folder);
    setenv("PORTKERN_DUMP", "ir,passes", 1);
    setenv("PORTKERN_DUMP_DIR", folder, 1);
    setenv("PORTKERN_LOG", "debug", 1);
    setenv("PORTKERN_SIM_REPORT", "-", 1);
    snprintf(file, sizeof file, "%s/log", (char *)folder);
    log = open(file, O_WRONLY | O_CREAT, 0600);
    dup2(log, 2);
    dup2(log, 1);
    snprintf(file, sizeof file, "%s/trace.json", (char *)folder);
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &limit);
    status = life_open(&l, numbers, "numbers", &options);
    if (status == PK_OK)
        status = life_launch(&l, &r);
    if (backend_is("opencl") && status == PK_COMPILE)
        return 0;        /* PoCL compiles by way of files */
    if (status != PK_IO) /* of the print, which has nowhere to go */
        return 1 + (int)status;
    if (pk_context_write_profile(l.ctx, &why) != PK_IO)
        return 100;
    life_close(&l);
    return r.out[2] == 0 ? 101 : 0;
}

START_TEST(a_file_that_may_not_grow_ends_nothing)
{
    char folder[] = "/tmp/portkern-process-XXXXXX";

    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(in_child(live_without_files, folder), 0);
    remove_folder(folder);
}
END_TEST

/* Output goes into a pipe that nobody reads. */
static int live_with_broken_pipe(void *arg) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend(),
                                  .cache_dir = "off"};
    static results r;
    pk_status status;
    int ends[2];
    life l;

    (void)arg;
    setenv("PORTKERN_LOG", "debug", 1);
    if (pipe(ends) != 0)
        return 103;
    close(ends[0]);
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    signal(SIGPIPE, SIG_DFL);
    status = life_open(&l, numbers, "numbers", &options);
    if (status == PK_OK)
        status = life_launch(&l, &r);
    if (status != PK_IO || !strstr(l.err.message, "standard output"))
        return 1 + (int)status;
    life_close(&l);
    return r.out[2] == 0 ? 101 : 0;
}

START_TEST(a_pipe_without_a_reader_ends_nothing)
{
    ck_assert_int_eq(in_child(live_with_broken_pipe, NULL), 0);
}
END_TEST

/* So many files may be open: the plugin, its libraries, the cache. */
static int live_with_few_files(void *arg) {
    struct rlimit limit = {*(int *)arg, *(int *)arg};
    static results r;
    pk_error why;

    setrlimit(RLIMIT_NOFILE, &limit);
    live(&r, &why);
    return 0;
}

START_TEST(few_open_files_end_nothing)
{
    for (int files = 3; files < 8; files++)
        ck_assert_int_eq(in_child(live_with_few_files, &files), 0);
}
END_TEST

/* The process may grow by so much and no further. */
static int live_in_little_memory(void *arg) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    struct rlimit limit;
    static results r;
    pk_error why;
    pk_status status;

    if (!file || fscanf(file, "%lu", &pages) != 1)
        return 103;
    fclose(file);
    limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + *(rlim_t *)arg;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
    status = live(&r, &why);
    return status == PK_OK || status == PK_NO_MEMORY ||
                   status == PK_NO_DEVICE_MEMORY || status == PK_NO_PLUGIN ||
                   status == PK_NO_DRIVER || status == PK_NO_DEVICE ||
                   status == PK_DRIVER
               ? 0
               : 1 + (int)status;
}

/* Where no other library allocates: LLVM and drivers end the process. */
START_TEST(little_memory_is_a_status)
{
    if (!backend_is("interp"))
        return;
#ifndef SANITIZED
    for (rlim_t more = 0; more < 24 << 20; more += 1 << 20)
        ck_assert_int_eq(in_child(live_in_little_memory, &more), 0);
#else
    (void)live_in_little_memory;
#endif
}
END_TEST

TESTS("process", results_are_the_same_in_any_floating_point_environment,
      texts_are_the_same_in_any_floating_point_environment,
      arguments_are_converted_in_the_usual_environment,
      a_small_stack_is_enough_for_everything,
      what_is_nested_deeply_needs_no_stack_of_the_callers,
      recursion_needs_no_stack_of_the_callers,
      a_file_that_may_not_grow_ends_nothing,
      a_pipe_without_a_reader_ends_nothing, few_open_files_end_nothing,
      little_memory_is_a_status)
