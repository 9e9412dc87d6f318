/* SPDX-License-Identifier: Apache-2.0 */
/* The disk cache: what is in it is used, what is damaged in any way is not,
 * and without it everything works. */
#include "cache_test.h"

START_TEST(a_kernel_is_taken_from_the_cache)
{
    struct stat st;
    char path[512];

    start();
    find_entry(_i, path);
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_uint_eq(st.st_mode & 0777, 0600);
    for (int i = 0; i < 3; i++) {
        run(dir);
        ck_assert_uint_eq(stats.parses, 0);
        ck_assert_uint_eq(stats.frontends, 0);
        ck_assert_uint_eq(stats.compiles, 0);
        ck_assert_uint_eq(stats.cache_hits, 1);
        ck_assert_uint_eq(stats.specialisations, 1);
    }
    stop();
}
END_TEST

/* Puts damaged bytes in the place of the entry: it is made again, and is
 * whole again. */
static void check_damaged(int kind, const char *path, const char *bytes,
                          size_t size, const char *what, size_t where) {
    write_entry(path, bytes, size);
    run(dir);
    ck_assert_msg(stats.compiles == (kind == ARTIFACT) &&
                      stats.cache_corrupt == 1,
                  "%s %zu: %llu compiles, %llu corrupt", what, where,
                  (unsigned long long)stats.compiles,
                  (unsigned long long)stats.cache_corrupt);
}

START_TEST(an_entry_cut_short_anywhere_is_a_miss)
{
    char path[512], *bytes;
    size_t size;

    start();
    find_entry(_i, path);
    size = read_entry(path, &bytes);
    for (size_t i = 0; i < size; i++)
        check_damaged(_i, path, bytes, i, "cut at", i);
    bytes[size] = 'x';
    check_damaged(_i, path, bytes, size + 1, "longer by", 1);
    run(dir);
    ck_assert_uint_eq(stats.cache_hits, 1);
    free(bytes);
    stop();
}
END_TEST

START_TEST(an_entry_with_any_byte_changed_is_a_miss)
{
    char path[512], *bytes;
    size_t size;

    start();
    find_entry(_i, path);
    size = read_entry(path, &bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= (char)(1 << i % 8);
        check_damaged(_i, path, bytes, size, "byte", i);
        bytes[i] ^= (char)(1 << i % 8);
    }
    free(bytes);
    stop();
}
END_TEST

START_TEST(a_folder_or_link_in_the_place_of_an_entry_does_no_harm)
{
    char path[512], other[540];

    start();
    find_entry(_i, path);
    snprintf(other, sizeof other, "%s.other", path);
    ck_assert_int_eq(rename(path, other), 0);
    ck_assert_int_eq(symlink(other, path), 0);
    run(dir);
    ck_assert_uint_eq(stats.compiles, _i == ARTIFACT);
    ck_assert_int_eq(unlink(other), 0);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    run(dir);
    ck_assert_uint_eq(stats.compiles, _i == ARTIFACT);
    stop();
}
END_TEST

START_TEST(without_a_folder_kernels_are_compiled)
{
    run("off");
    ck_assert_uint_eq(stats.compiles, 1);
    run("/dev/null/cache");
    ck_assert_uint_eq(stats.compiles, 1);
    run("/proc/portkern");
    ck_assert_uint_eq(stats.compiles, 1);
}
END_TEST

START_TEST(a_folder_that_others_can_write_is_not_used)
{
    make_dir();
    ck_assert_int_eq(chmod(dir, 0777), 0);
    run(dir);
    run(dir);
    ck_assert_uint_eq(stats.compiles, 1);
    ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

START_TEST(the_environment_says_where_the_cache_is)
{
    char path[600], where[560];

    make_dir();
    unsetenv("PORTKERN_CACHE_DIR");
    setenv("XDG_CACHE_HOME", dir, 1);
    run(NULL);
    snprintf(where, sizeof where, "%s/portkern", dir);
    ck_assert_int_eq(access(where, R_OK), 0);
    setenv("PORTKERN_CACHE_DIR", "off", 1);
    run(NULL);
    ck_assert_uint_eq(stats.compiles, 1);
    setenv("PORTKERN_CACHE_DIR", where, 1);
    run(NULL);
    ck_assert_uint_eq(stats.cache_hits, 1);
    snprintf(path, sizeof path, "rm -r '%s'", dir);
    ck_assert_int_eq(system(path), 0);
}
END_TEST

/* ---- for tools ---- */

/* ---- what recipes are found by ---- */

/* The error of a kernel that raises, of a source by that name, in a context of
 * its own. */
static void assert_raised(const char *text, const char *name, uint32_t line,
                          uint32_t want_line) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "interp", .cache_dir = dir};
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;
    pk_queue *queue;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, text, name, line, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    queue = open_queue(ctx);
    assert_ok(pk_launch(queue, kernel, &config, NULL, 0, &err));
    ck_assert_int_eq(pk_queue_finish(queue, &err), PK_KERNEL);
    ck_assert_str_eq(err.file, name);
    ck_assert_uint_eq(err.line, want_line);
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
}

/* Where a text is from is part of what its kernels say. */
START_TEST(the_same_text_elsewhere_is_another_source)
{
    static const char raises[] = "from numba import cuda\n"
                                 "@cuda.jit\n"
                                 "def k():\n"
                                 "    raise ValueError('no')\n";

    make_dir();
    for (int round = 0; round < 2; round++) {
        assert_raised(raises, "a.py", 1, 4);
        assert_raised(raises, "b.py", 1, 4);
        assert_raised(raises, "b.py", 11, 14);
    }
    stop();
}
END_TEST

/* Runs `k(out, value)` of a text and returns what is in out. With a name the
 * value is that member of an enumeration, or (1, 2) of that class. */
static double run_of(const char *text, const char *name, pk_arg value) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "interp", .cache_dir = dir};
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    double out = 0;
    pk_array array = pk_array_host(&out, PK_DTYPE_f64, 1, &(int64_t){1});
    const pk_arg items[] = {pk_i64(1), pk_i64(2)};
    pk_arg args[] = {pk_inout(&array), value};
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;
    pk_queue *queue;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    if (name && strchr(name, '.'))
        assert_ok(pk_kernel_member(kernel, name, &args[1], &err));
    else if (name)
        assert_ok(pk_kernel_named(kernel, name, items, 2, &args[1], &err));
    queue = open_queue(ctx);
    assert_ok(pk_launch(queue, kernel, &config, args, 2, &err));
    assert_ok(pk_queue_finish(queue, &err));
    stats.struct_size = sizeof stats;
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
    return out;
}

static double run_with(const char *text, pk_arg value) {
    return run_of(text, NULL, value);
}

START_TEST(types_and_texts_are_told_apart)
{
    static const char plain[] = "from numba import cuda\n"
                                "@cuda.jit\n"
                                "def k(out, v):\n"
                                "    out[0] = v / 2\n";
    static const char other[] = "from numba import cuda\n"
                                "@cuda.jit\n"
                                "def k(out, v):\n"
                                "    out[0] = v / 4\n";
    static const char mode[] = "from numba import cuda\n"
                               "from enum import IntEnum\n"
                               "class Mode(IntEnum):\n"
                               "    A = 3\n"
                               "    B = %s\n"
                               "@cuda.jit\n"
                               "def k(out, v):\n"
                               "    out[0] = v\n";
    char modes[2][256];

    snprintf(modes[0], sizeof modes[0], mode, "7");
    snprintf(modes[1], sizeof modes[1], mode, "8");
    make_dir();
    for (int round = 0; round < 2; round++) {
        ck_assert_double_eq(run_with(plain, pk_i64(3)), 1.5);
        ck_assert_double_eq(run_with(plain, pk_f64(2.5)), 1.25);
        ck_assert_double_eq(run_with(plain, pk_u64(UINT64_MAX)), 0x1p63);
        ck_assert_double_eq(run_with(other, pk_i64(3)), 0.75);
        ck_assert_double_eq(run_of(modes[0], "Mode.B", pk_none()), 7);
        ck_assert_double_eq(run_of(modes[1], "Mode.B", pk_none()), 8);
    }
    stop();
}
END_TEST

/* Classes of one name in one line. */
START_TEST(classes_are_told_apart)
{
    static const char *const makings[] = {
        "A, B = namedtuple('P', 'x y'), namedtuple('P', 'y x')\n",
        "A = namedtuple('P', 'x y'); B = namedtuple('P', 'y x')\n"};

    make_dir();
    for (int i = 0; i < 2; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "from numba import cuda\n"
                 "from collections import namedtuple\n"
                 "%s"
                 "@cuda.jit\n"
                 "def k(out, p):\n"
                 "    out[0] = p.x\n",
                 makings[i]);
        for (int round = 0; round < 2; round++) {
            ck_assert_double_eq(run_of(text, "A", pk_none()), 1);
            ck_assert_double_eq(run_of(text, "B", pk_none()), 2);
        }
    }
    stop();
}
END_TEST

/* Values of its launch that a compile used are part of the recipe's key. */
START_TEST(launches_that_shape_an_array_are_told_apart)
{
    static const char shaped[] = "from numba import cuda, int32\n"
                                 "@cuda.jit\n"
                                 "def k(out, n):\n"
                                 "    a = cuda.local.array(n, int32)\n"
                                 "    out[0] = a.size\n";

    make_dir();
    for (int round = 0; round < 3; round++)
        for (int n = 3; n < 6; n++) {
            ck_assert_double_eq(run_with(shaped, pk_i64(n)), n);
            ck_assert_uint_eq(stats.frontends, round == 0);
            ck_assert_uint_eq(stats.compiles, round == 0);
        }
    stop();
}
END_TEST

typedef struct seen {
    int count, valid;
    char kernel[32], backend[32];
} seen;

static bool note(void *self, const pk_cache_entry *entry) {
    seen *s = self;

    s->count++;
    s->valid += entry->valid;
    if (entry->valid && strcmp(entry->format, "outline") != 0) {
        snprintf(s->kernel, sizeof s->kernel, "%s", entry->kernel);
        snprintf(s->backend, sizeof s->backend, "%s", entry->backend);
    }
    ck_assert_uint_gt(entry->bytes, 0);
    ck_assert_int_gt(entry->seconds, 1000000000);
    return true;
}

START_TEST(entries_can_be_listed_verified_and_cleared)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .flags = PK_CONTEXT_no_device,
                                  .cache_dir = dir};
    uint64_t removed = 9;
    pk_context *ctx;
    seen s = {0};
    char path[512], *bytes;

    start();
    assert_ok(pk_context_create(&options, &ctx, &err));
    ck_assert_str_eq(pk_cache_dir(ctx), dir);
    assert_ok(pk_cache_list(ctx, note, &s, &err));
    ck_assert_int_eq(s.count, KINDS);
    ck_assert_int_eq(s.valid, KINDS);
    ck_assert_str_eq(s.kernel, "k");
    ck_assert_str_eq(s.backend, "interp");
    assert_ok(pk_cache_verify(ctx, &removed, &err));
    ck_assert_uint_eq(removed, 0);
    find_entry(_i, path);
    write_entry(path, bytes = calloc(1, 200), 200);
    free(bytes);
    s = (seen){0};
    assert_ok(pk_cache_list(ctx, note, &s, &err));
    ck_assert_int_eq(s.count, KINDS);
    ck_assert_int_eq(s.valid, KINDS - 1);
    assert_ok(pk_cache_verify(ctx, &removed, &err));
    ck_assert_uint_eq(removed, 1);
    run(dir);
    assert_ok(pk_cache_clear(ctx, &removed, &err));
    ck_assert_uint_eq(removed, KINDS);
    pk_context_release(ctx);
    ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

LOOP_TESTS("runtime_cache", 3, a_kernel_is_taken_from_the_cache,
           an_entry_cut_short_anywhere_is_a_miss,
           an_entry_with_any_byte_changed_is_a_miss,
           a_folder_or_link_in_the_place_of_an_entry_does_no_harm,
           without_a_folder_kernels_are_compiled,
           a_folder_that_others_can_write_is_not_used,
           the_environment_says_where_the_cache_is,
           the_same_text_elsewhere_is_another_source,
           types_and_texts_are_told_apart, classes_are_told_apart,
           launches_that_shape_an_array_are_told_apart,
           entries_can_be_listed_verified_and_cleared)
