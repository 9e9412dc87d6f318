/* SPDX-License-Identifier: Apache-2.0 */
/* Modules that are opened by their outlines: nothing is parsed until something
 * needs the source, and what an outline is kept under is all that it depends
 * on. */
#include "cache_test.h"

/* A context of its own each time, as a process has. */
static pk_context *ctx;
static pk_module *mod;
static pk_kernel *kernel;

static void begin(void) {
    const pk_context_options options = {
        .struct_size = sizeof options, .backend = "interp", .cache_dir = dir};

    assert_ok(pk_context_create(&options, &ctx, &err));
}

static void end(void) {
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
    kernel = NULL;
    mod = NULL;
}

static void write_file(const char *name, const char *text) {
    char path[128];
    FILE *file;

    snprintf(path, sizeof path, "%s/src/%s", dir, name);
    file = fopen(path, "w");
    ck_assert(file != NULL);
    fputs(text, file);
    fclose(file);
}

static void make_sources(void) {
    char path[128];

    make_dir();
    snprintf(path, sizeof path, "%s/src", dir);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    write_file("kernels.py", "from numba import cuda\n"
                             "from helper import scale\n"
                             "@cuda.jit\n"
                             "def k(out, v):\n"
                             "    out[0] = v * scale\n");
}

static void open_file(void) {
    char path[128];

    snprintf(path, sizeof path, "%s/src/kernels.py", dir);
    assert_ok(pk_module_from_file(ctx, path, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
}

static pk_status launch(pk_arg value, double *out) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_array array = pk_array_host(out, PK_DTYPE_f64, 1, &(int64_t){1});
    pk_arg args[] = {pk_inout(&array), value};
    pk_queue *queue = open_queue(ctx);
    pk_status status = pk_launch(queue, kernel, &config, args, 2, &err);

    if (status == PK_OK)
        status = pk_queue_finish(queue, &err);
    pk_queue_release(queue);
    return status;
}

/* Sources parsed in the context so far. */
static uint64_t parses(void) {
    stats = (pk_context_stats){.struct_size = sizeof stats};
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    return stats.parses;
}

/* The kernel in a context of its own; how many sources were parsed. */
static uint64_t run_file(double want) {
    uint64_t count;
    double out = 0;

    begin();
    open_file();
    assert_ok(launch(pk_i64(3), &out));
    ck_assert_double_eq(out, want);
    count = parses();
    end();
    return count;
}

START_TEST(files_that_are_imported_are_part_of_the_source)
{
    make_sources();
    write_file("helper.py", "scale = 2\n");
    ck_assert_uint_eq(run_file(6), 1);
    ck_assert_uint_eq(run_file(6), 0);
    write_file("helper.py", "scale = 5\n");
    ck_assert_uint_eq(run_file(15), 1);
    ck_assert_uint_eq(run_file(15), 0);
    write_file("helper.py", "from third import scale\n");
    write_file("third.py", "scale = 7\n");
    ck_assert_uint_eq(run_file(21), 1);
    write_file("third.py", "scale = 9\n");
    ck_assert_uint_eq(run_file(27), 1);
    ck_assert_uint_eq(run_file(27), 0);
    stop();
}
END_TEST

START_TEST(a_file_that_appears_changes_the_source)
{
    make_sources();
    write_file("kernels.py", "from numba import cuda\n"
                             "import extra\n"
                             "@cuda.jit\n"
                             "def k(out, v):\n"
                             "    out[0] = v\n");
    ck_assert_uint_eq(run_file(3), 1);
    ck_assert_uint_eq(run_file(3), 0);
    write_file("other.py", "scale = 2\n");
    ck_assert_uint_eq(run_file(3), 0);
    write_file("extra.py", "scale = 2\n");
    ck_assert_uint_eq(run_file(3), 1);
    ck_assert_uint_eq(run_file(3), 0);
    stop();
}
END_TEST

START_TEST(types_that_are_new_have_the_source_parsed)
{
    double out = 0;

    make_sources();
    write_file("helper.py", "scale = 2\n");
    ck_assert_uint_eq(run_file(6), 1);
    begin();
    open_file();
    ck_assert_uint_eq(parses(), 0);
    assert_ok(launch(pk_i64(4), &out));
    ck_assert_double_eq(out, 8);
    ck_assert_uint_eq(parses(), 0);
    for (int i = 0; i < 2; i++) {
        assert_ok(launch(pk_f64(1.5), &out));
        ck_assert_double_eq(out, 3);
        ck_assert_uint_eq(parses(), 1);
    }
    end();
    stop();
}
END_TEST

/* The module is that of the files as they were. */
START_TEST(a_file_that_changes_under_a_module_is_an_error)
{
    double out = 0;

    make_sources();
    write_file("helper.py", "scale = 2\n");
    run_file(6);
    begin();
    open_file();
    write_file("helper.py", "scale = 3\n");
    assert_ok(launch(pk_i64(3), &out));
    ck_assert_double_eq(out, 6);
    ck_assert_int_eq(launch(pk_f64(1.5), &out), PK_IO);
    ck_assert(strstr(err.message, "kernels.py imports has changed since the "
                                  "module was made: make the module again"));
    end();
    begin();
    open_file();
    assert_ok(launch(pk_f64(1.5), &out));
    ck_assert_double_eq(out, 4.5);
    end();
    stop();
}
END_TEST

/* Runs k(out, 3) of a text with a global; how many sources were parsed. */
static uint64_t run_text(const char *text, const pk_global *global,
                         double want) {
    uint64_t count;
    double out = 0;

    begin();
    assert_ok(pk_module_from_source(ctx, text, "k.py", 1, global, !!global,
                                    &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    assert_ok(launch(pk_i64(3), &out));
    ck_assert_double_eq(out, want);
    count = parses();
    end();
    return count;
}

START_TEST(globals_are_part_of_the_source)
{
    static const char text[] = "from numba import cuda\n"
                               "@cuda.jit\n"
                               "def k(out, v):\n"
                               "    out[0] = v * c[1]\n";
    pk_arg items[] = {pk_i64(1), pk_i64(2)};
    double values[] = {1, 4};
    const pk_array array =
        pk_array_host(values, PK_DTYPE_f64, 1, &(int64_t){2});
    const pk_global tuple = {.name = "c", .value = pk_tuple(items, 2)};
    const pk_global numbers = {.name = "c", .value = pk_in(&array)};

    make_dir();
    for (int round = 0; round < 2; round++) {
        items[1] = pk_i64(2);
        values[1] = 4;
        ck_assert_uint_eq(run_text(text, &tuple, 6), round == 0);
        ck_assert_uint_eq(run_text(text, &numbers, 12), round == 0);
        items[1] = pk_i64(5);
        values[1] = 6;
        ck_assert_uint_eq(run_text(text, &tuple, 15), round == 0);
        ck_assert_uint_eq(run_text(text, &numbers, 18), round == 0);
    }
    stop();
}
END_TEST

/* The disk cache removes what is not used; a module that was opened by its
 * outline writes it again with the next entry. */
START_TEST(an_outline_that_was_removed_is_written_again)
{
    static const char text[] = "from numba import cuda\n"
                               "@cuda.jit\n"
                               "def k(out, v):\n"
                               "    out[0] = v\n";
    char path[512];
    double out = 0;

    make_dir();
    ck_assert_uint_eq(run_text(text, NULL, 3), 1);
    begin();
    assert_ok(pk_module_from_source(ctx, text, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    ck_assert_uint_eq(parses(), 0);
    find_entry(OUTLINE, path);
    ck_assert_int_eq(unlink(path), 0);
    assert_ok(launch(pk_f64(1.5), &out));
    ck_assert_double_eq(out, 1.5);
    end();
    ck_assert_int_eq(access(path, F_OK), 0);
    ck_assert_uint_eq(run_text(text, NULL, 3), 0);
    stop();
}
END_TEST

START_TEST(classes_of_globals_are_part_of_the_source)
{
    static const char text[] = "from numba import cuda\n"
                               "@cuda.jit\n"
                               "def k(out, v):\n"
                               "    out[0] = v * m.C.B.value\n";
    static const char *const names[] = {"A", "B"};
    pk_arg values[] = {pk_i64(1), pk_i64(2)};
    const pk_class class =
        PK_INIT(pk_class, .kind = PK_CLASS_enum, .name = "C", .names = names,
                .count = 2, .values = values, .value_count = 2);
    const pk_global global = {"m.C", pk_class_value(&class)};

    make_dir();
    for (int round = 0; round < 2; round++) {
        values[1] = pk_i64(2);
        ck_assert_uint_eq(run_text(text, &global, 6), round == 0);
        values[1] = pk_i64(5);
        ck_assert_uint_eq(run_text(text, &global, 15), round == 0);
    }
    stop();
}
END_TEST

/* Defaults, signatures, methods and other functions are as in the source. */
START_TEST(functions_are_as_in_the_source)
{
    static const char text[] = "from numba import cuda\n"
                               "class S:\n"
                               "    @staticmethod\n"
                               "    @cuda.jit('void(float64[:], int64)')\n"
                               "    def k(out, v):\n"
                               "        out[0] = v\n"
                               "@cuda.jit\n"
                               "def d(out, v=(1, 2.5, None), w=3):\n"
                               "    out[0] = v[0] + v[1] + w\n"
                               "def plain(x):\n"
                               "    return x\n";
    pk_function_desc first = PK_INIT(pk_function_desc), desc = first;
    pk_arg all[3];

    make_dir();
    for (int round = 0; round < 2; round++) {
        const pk_launch_config config =
            PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
        double out = 0;
        pk_array array = pk_array_host(&out, PK_DTYPE_f64, 1, &(int64_t){1});
        const pk_arg arg = pk_inout(&array);
        pk_queue *queue;
        pk_kernel *d;
        begin();
        assert_ok(
            pk_module_from_source(ctx, text, "k.py", 1, NULL, 0, &mod, &err));
        ck_assert_uint_eq(pk_module_function_count(mod), 3);
        assert_ok(pk_module_function(mod, 2, &desc, &err));
        ck_assert_str_eq(desc.name, "plain");
        ck_assert_int_eq(desc.kind, PK_FUNCTION_plain);
        ck_assert_uint_eq(desc.line, 10);
        ck_assert_str_eq(desc.param_names[0], "x");
        assert_ok(pk_module_kernel(mod, "S.k", &kernel, &err));
        assert_ok(launch(pk_i64(4), &out));
        ck_assert_double_eq(out, 4);
        ck_assert_int_eq(launch(pk_c128(1, 2), &out), PK_TYPE);
        assert_ok(pk_module_kernel(mod, "d", &d, &err));
        assert_ok(pk_kernel_bind(d, &arg, 1, NULL, 0, all, 3, &err));
        queue = open_queue(ctx);
        assert_ok(pk_launch(queue, d, &config, &arg, 1, &err));
        assert_ok(pk_queue_finish(queue, &err));
        ck_assert_double_eq(out, 6.5);
        ck_assert_uint_eq(parses(), round == 0);
        ck_assert_int_eq(pk_module_kernel(mod, "none", &d, &err), PK_NAME);
        ck_assert_uint_eq(parses(), 1); /* what it says is of the source */
        pk_kernel_release(d);
        pk_queue_release(queue);
        end();
    }
    stop();
}
END_TEST

TESTS("runtime_outlines", files_that_are_imported_are_part_of_the_source,
      a_file_that_appears_changes_the_source,
      types_that_are_new_have_the_source_parsed,
      a_file_that_changes_under_a_module_is_an_error,
      globals_are_part_of_the_source,
      an_outline_that_was_removed_is_written_again,
      classes_of_globals_are_part_of_the_source, functions_are_as_in_the_source)
