/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, globals, diagnostics, stages of the compiler, profile and dump. */
#include "runtime_test.h"

static pk_context *ctx;
static pk_queue *queue;

static void start(void) {
    ctx = open_context("interp");
    queue = open_queue(ctx);
}

static void stop(void) {
    pk_queue_release(queue);
    pk_context_release(ctx);
}

static pk_status try_source(const char *text, pk_module **out) {
    return pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, out, &err);
}

/* Launches kernel `k` of the text with one int64 output. */
static pk_status run(pk_module *mod, int64_t *out) {
    pk_array array = pk_array_host(out, PK_DTYPE_i64, 1, &(int64_t){1});
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_arg arg = pk_inout(&array);
    pk_kernel *kernel = NULL;
    pk_status status = pk_module_kernel(mod, "k", &kernel, &err);

    if (status == PK_OK)
        status = pk_launch(queue, kernel, &config, &arg, 1, &err);
    pk_kernel_release(kernel);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

static pk_status run_source(const char *text) {
    pk_module *mod = NULL;
    int64_t out = 0;
    pk_status status = try_source(text, &mod);

    if (status == PK_OK)
        status = run(mod, &out);
    pk_module_release(mod);
    return status;
}

#define KERNEL(body)                                                           \
    "from numba import cuda\n"                                                 \
    "@cuda.jit\n"                                                              \
    "def k(out):\n" body

/* ---- sources ---- */

START_TEST(a_file_that_is_not_there_is_an_io_error)
{
    pk_module *mod;

    start();
    assert_fails(pk_module_from_file(ctx, "/nowhere/k.py", &mod, &err), PK_IO,
                 "cannot open /nowhere/k.py: No such file");
    assert_fails(pk_module_from_file(ctx, "/tmp", &mod, &err), PK_IO,
                 "cannot read /tmp");
    assert_fails(pk_module_from_file(ctx, NULL, &mod, &err), PK_BAD_ARG,
                 "path is NULL");
    assert_fails(pk_module_from_source(ctx, NULL, NULL, 0, NULL, 0, &mod, &err),
                 PK_BAD_ARG, "text is NULL");
    stop();
}
END_TEST

START_TEST(functions_are_listed_with_their_parameters)
{
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_module *mod;
    pk_kernel *kernel;

    start();
    assert_ok(try_source("from numba import cuda\n"
                         "@cuda.jit(device=True)\n"
                         "def helper(a):\n"
                         "    return a\n"
                         "@cuda.jit\n"
                         "def k(out, b):\n"
                         "    out[0] = helper(b)\n",
                         &mod));
    ck_assert_uint_eq(pk_module_function_count(mod), 2);
    assert_ok(pk_module_function(mod, 0, &desc, &err));
    ck_assert_str_eq(desc.name, "helper");
    ck_assert_int_eq(desc.kind, PK_FUNCTION_device);
    assert_fails(pk_module_function(mod, 2, &desc, &err), PK_BAD_ARG,
                 "none has the number 2");
    assert_fails(pk_module_kernel(mod, "helper", &kernel, &err), PK_NAME,
                 "is a device function, not a kernel");
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    pk_module_release(mod);
    assert_ok(pk_kernel_describe(kernel, &desc, &err));
    ck_assert_int_eq(desc.kind, PK_FUNCTION_kernel);
    ck_assert_uint_eq(desc.param_count, 2);
    ck_assert_str_eq(desc.param_names[1], "b");
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(globals_give_values_to_names)
{
    int32_t table[] = {3, -1, 5, -1};
    pk_array array = pk_array_host(table, PK_DTYPE_i32, 1, &(int64_t){2});
    pk_arg items[] = {pk_i64(100), pk_i64(200)};
    pk_global globals[] = {
        {.name = "SCALE", .value = pk_i64(1000)},
        {.name = "PAIR", .value = pk_tuple(items, 2)},
        {.name = "TABLE", .value = pk_in(&array)},
        {.name = "half"},
    };
    pk_module *library, *mod;
    int64_t out = 0;

    start();
    array.strides[0] = 8;
    assert_ok(try_source("from numba import cuda\n"
                         "@cuda.jit(device=True)\n"
                         "def halve(x):\n"
                         "    return x // 2\n",
                         &library));
    globals[3].value = pk_function_of(library, "halve");
    assert_ok(pk_module_from_source(
        ctx,
        KERNEL("    out[0] = half(SCALE) + PAIR[1]\n"
               "    out[0] += TABLE[0] * 10 + TABLE[-1] + TABLE.size\n"),
        "k.py", 0, globals, 4, &mod, &err));
    pk_module_release(library);
    assert_ok(run(mod, &out));
    ck_assert_int_eq(out, 500 + 200 + 30 + 5 + 2);
    pk_module_release(mod);
    stop();
}
END_TEST

/* sum of table[i][j] * 10^(i + 2 j) by indices that only the thread knows */
static int64_t sum_table(const pk_array *table) {
    pk_global global = {.name = "TABLE", .value = pk_in(table)};
    pk_module *mod;
    int64_t out = 0;

    assert_ok(pk_module_from_source(
        ctx,
        KERNEL("    s = 0.0\n"
               "    for i in range(out.size, TABLE.shape[0] + 1):\n"
               "        for j in range(TABLE.shape[1]):\n"
               "            s += TABLE[i - 1, j] * 10 ** (i - 1 + 2 * j)\n"
               "    out[0] = int(s)\n"),
        "k.py", 0, &global, 1, &mod, &err));
    assert_ok(run(mod, &out));
    pk_module_release(mod);
    return out;
}

START_TEST(arrays_as_globals_keep_their_shape_and_what_they_held)
{
    float values[] = {1, 2, 3, 4, 5, 6};
    pk_array rows = pk_array_host(values, PK_DTYPE_f32, 2, (int64_t[]){2, 3});
    pk_array columns = rows;

    start();
    columns.strides[0] = 4;
    columns.strides[1] = 8;
    ck_assert_int_eq(sum_table(&rows), 635241);
    ck_assert_int_eq(sum_table(&columns), 654321);
    values[0] = 9;
    ck_assert_int_eq(sum_table(&rows), 635249);
    stop();
}
END_TEST

/* Each means in kernels what the same constant of the text would. */
START_TEST(globals_may_be_constants_of_every_kind)
{
    float parts[] = {1, -2, 3, 4};
    pk_array pairs = pk_array_host(parts, PK_DTYPE_c64, 1, &(int64_t){2});
    pk_arg inner[] = {pk_f32(0.5f), pk_none()};
    pk_arg outer[] = {pk_i8(-3), pk_tuple(inner, 2), pk_string("two"),
                      pk_in(&pairs)};
    const pk_global globals[] = {
        {"NOTHING", pk_none()},
        {"Z", pk_c128(3, -4)},
        {"WORD", pk_string("gr\xc3\xbc\xc3\x9f")},
        {"T", pk_dtype_value(PK_DTYPE_i16)},
        {"PAIRS", pk_in(&pairs)},
        {"MIXED", pk_tuple(outer, 4)},
        {"EMPTY", pk_tuple(NULL, 0)},
    };
    pk_module *mod;
    int64_t out = 0;

    start();
    assert_ok(pk_module_from_source(
        ctx,
        KERNEL(
            "    n = 0\n"
            "    if NOTHING is None and MIXED[1][1] is None:\n"
            "        n += 1\n"
            "    if Z.real == 3 and Z.imag == -4:\n"
            "        n += 10\n"
            "    if WORD == 'gr\xc3\xbc\xc3\x9f' and MIXED[2] == 'two':\n"
            "        n += 100\n"
            "    if T(40000) == -25536:\n"
            "        n += 1000\n"
            "    if PAIRS[0].imag == -2 and MIXED[3][1].real == 3:\n"
            "        n += 10000\n"
            "    if MIXED[0] == -3 and MIXED[1][0] == 0.5:\n"
            "        n += 100000\n"
            "    if len(EMPTY) == 0 and len(MIXED) == 4 and len(WORD) == 4:\n"
            "        n += 1000000\n"
            "    out[0] = n + len(cuda.local.array(2, T))\n"),
        "k.py", 0, globals, 7, &mod, &err));
    assert_ok(run(mod, &out));
    ck_assert_int_eq(out, 1111113);
    pk_module_release(mod);
    stop();
}
END_TEST

/* They mean what the import statement would, in a text without any: the way of
 * programs that have values where the text has names. A kernel made by a call
 * needs no decorator in the text. */
START_TEST(globals_may_be_imports)
{
    const pk_global globals[] = {
        {"gpu", pk_import("numba.cuda")},
        {"np", pk_import("numpy")},
        {"root", pk_import("math.sqrt")},
        {"made", pk_import("portkern.cuda.jit")},
        {"far", pk_import("elsewhere.f")},
    };
    const char *text = "def k(out):\n"
                       "    out[0] = root(np.float64(16)) + gpu.grid(1)\n"
                       "def m(out):\n"
                       "    out[0] = far(1)\n"
                       "k = made(k)\n"
                       "m = made()(m)\n";
    pk_array array;
    pk_kernel *m;
    pk_module *mod;
    int64_t out = 0;
    pk_arg arg = pk_inout(&array);
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});

    start();
    array = pk_array_host(&out, PK_DTYPE_i64, 1, &(int64_t){1});
    assert_ok(
        pk_module_from_source(ctx, text, "k.py", 7, globals, 5, &mod, &err));
    assert_ok(run(mod, &out));
    ck_assert_int_eq(out, 4);
    assert_ok(pk_module_kernel(mod, "m", &m, &err));
    assert_fails(pk_kernel_compile(m, &config, &arg, 1, NULL, &err),
                 PK_UNSUPPORTED, "elsewhere.f cannot be called");
    ck_assert_int_eq(err.line, 10);
    pk_kernel_release(m);
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(globals_that_make_no_sense_are_refused)
{
    pk_arg mixed[] = {pk_i64(100), {.kind = PK_ARG_member}};
    pk_array large =
        pk_array_host(&mixed, PK_DTYPE_f64, 1, &(int64_t){(1 << 17) + 1});
    pk_global global = {.value = pk_i64(1)};
    pk_module *mod;

    start();
#define REFUSED(status, words)                                                 \
    assert_fails(                                                              \
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),     \
        status, words)
    REFUSED(PK_BAD_ARG, "a global has no name");
    global.name = "G";
    global.value = (pk_arg){.kind = PK_ARG_member};
    REFUSED(PK_BAD_ARG, "global 'G': expected a constant");
    global.value = (pk_arg){.kind = PK_ARG_scalar};
    REFUSED(PK_BAD_ARG, "its dtype is not a number's");
    global.value = pk_dtype_value(PK_DTYPE_void);
    REFUSED(PK_BAD_ARG, "it is no dtype of numbers");
    global.value = pk_string(NULL);
    REFUSED(PK_BAD_ARG, "the text is NULL");
    global.value = pk_tuple(NULL, 2);
    REFUSED(PK_BAD_ARG, "the tuple's items are NULL");
    global.value = pk_tuple(mixed, 2);
    REFUSED(PK_BAD_ARG, "items of tuples are constants");
    global.value = pk_in(NULL);
    REFUSED(PK_BAD_ARG, "the array is NULL");
    global.value = pk_in(&large);
    REFUSED(PK_LIMIT, "a constant array has at most 1 MiB");
    global.value = pk_function_of((pk_module *)(void *)queue, "f");
    REFUSED(PK_BAD_HANDLE, "G is a queue, expected a module");
    stop();
}
END_TEST

/* ---- diagnostics ---- */

START_TEST(a_syntax_error_has_its_place)
{
    pk_diagnostics *list;
    const pk_diagnostic *first;
    pk_module *mod;

    start();
    assert_fails(pk_module_from_source(ctx, "x = 1\nif x\n    y = 2\n",
                                       "dir/k.py", 40, NULL, 0, &mod, &err),
                 PK_SYNTAX, "");
    ck_assert_str_eq(err.file, "dir/k.py");
    ck_assert_uint_eq(err.line, 41);
    ck_assert_uint_gt(err.col, 0);
    assert_ok(pk_context_diagnostics(ctx, &list, &err));
    ck_assert_uint_ge(pk_diagnostics_count(list), 1);
    first = pk_diagnostics_get(list, 0);
    ck_assert_int_eq(first->severity, PK_SEVERITY_error);
    ck_assert_str_eq(first->source_line, "if x");
    ck_assert(strstr(pk_diagnostics_text(list), "dir/k.py:41:") != NULL);
    ck_assert(strstr(pk_diagnostics_text(list), "    if x\n") != NULL);
    pk_context_release(ctx);
    ck_assert_str_eq(first->source_line, "if x");
    ck_assert(pk_diagnostics_get(list, pk_diagnostics_count(list)) == NULL);
    pk_diagnostics_release(list);
    pk_queue_release(queue);
}
END_TEST

START_TEST(errors_in_kernels_come_when_they_are_launched)
{
    pk_diagnostics *list;

    start();
    assert_fails(pk_context_diagnostics(ctx, &list, &err), PK_BAD_ARG,
                 "there are no diagnostics");
    assert_fails(run_source(KERNEL("    out[0] = nothing\n")), PK_NAME,
                 "nothing");
    ck_assert_uint_eq(err.line, 4);
    assert_fails(run_source(KERNEL("    out[0] = out + 1\n")), PK_TYPE, "");
    ck_assert_uint_eq(err.line, 4);
    assert_ok(pk_context_diagnostics(ctx, &list, &err));
    ck_assert_int_eq(pk_diagnostics_get(list, 0)->status, PK_TYPE);
    ck_assert(strstr(pk_diagnostics_text(list), "^") != NULL);
    pk_diagnostics_release(list);
    assert_ok(run_source(KERNEL("    out[0] = 1\n")));
    stop();
}
END_TEST

START_TEST(an_error_is_explained_with_the_line_that_it_names)
{
    pk_error why = {.status = PK_BOUNDS,
                    .line = 4,
                    .col = 5,
                    .end_col = 11,
                    .file = "k.py",
                    .message = "out of bounds"};
    const char *whole = "k.py:4:5: error: out of bounds\n"
                        "        out[9] = 1\n"
                        "        ^~~~~~\n";
    pk_module *mod = NULL;
    char text[200];

    start();
    assert_ok(try_source(KERNEL("    out[9] = 1\n"), &mod));
    ck_assert_uint_eq(pk_module_explain(mod, &why, text, sizeof text),
                      strlen(whole));
    ck_assert_str_eq(text, whole);
    ck_assert_uint_eq(pk_module_explain(mod, &why, text, 5), strlen(whole));
    ck_assert_str_eq(text, "k.py");
    ck_assert_uint_eq(pk_module_explain(mod, &why, NULL, 0), strlen(whole));
    pk_module_explain(NULL, &why, text, sizeof text);
    ck_assert_str_eq(text, "k.py:4:5: error: out of bounds\n");
    why.line = 5000;
    pk_module_explain(mod, &why, text, sizeof text);
    ck_assert_str_eq(text, "k.py:5000:5: error: out of bounds\n");
    ck_assert_uint_eq(pk_module_explain(mod, NULL, text, sizeof text), 0);
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(writing_an_argument_passed_by_in_does_not_compile)
{
    int64_t out = 0;
    pk_array array = pk_array_host(&out, PK_DTYPE_i64, 1, &(int64_t){1});
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_arg arg = pk_in(&array);
    pk_kernel *kernel;
    pk_module *mod;
    pk_status status;

    start();
    assert_ok(try_source(KERNEL("    out[0] = 1\n"), &mod));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    status = pk_launch(queue, kernel, &config, &arg, 1, &err);
    ck_assert_int_ne(status, PK_OK);
    ck_assert_uint_eq(err.line, 4);
    ck_assert_int_eq(out, 0);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    stop();
}
END_TEST

static char *repeat(const char *text, size_t count, const char *end) {
    size_t length = strlen(text);
    char *all = malloc(length * count + strlen(end) + 1);

    ck_assert(all != NULL);
    for (size_t i = 0; i < count; i++)
        memcpy(all + i * length, text, length);
    strcpy(all + length * count, end);
    return all;
}

START_TEST(hostile_sources_are_refused_in_good_order)
{
    pk_module *mod = NULL;
    char *text;
    uint32_t seed = 20;

    start();
    text = repeat("(", 10000, "1\n");
    ck_assert_int_ne(try_source(text, &mod), PK_OK);
    ck_assert(*err.message);
    free(text);
    text = repeat("x", 1 << 20, "");
    for (size_t i = 0; i < 1 << 20; i++) {
        seed = seed * 1664525 + 1013904223;
        text[i] = (char)(seed >> 24 ? seed >> 24 : 1);
    }
    ck_assert_int_ne(try_source(text, &mod), PK_OK);
    ck_assert(*err.message);
    free(text);
    text = repeat("-", 100000, "1\n");
    ck_assert_int_ne(try_source(text, &mod), PK_OK);
    free(text);
    ck_assert(mod == NULL);
    stop();
}
END_TEST

/* ---- stages ---- */

static pk_module *emit_module(void) {
    pk_module *mod = NULL;

    assert_ok(try_source(KERNEL("    i = cuda.grid(1)\n"
                                "    if i < out.size:\n"
                                "        out[i] = out[i] * 2\n"),
                         &mod));
    return mod;
}

START_TEST(each_stage_can_be_shown)
{
    static const char *const rows[][2] = {{"ast", "k"},
                                          {"types", "int64"},
                                          {"ir", "kernel @k("},
                                          {"passes", "kernel @k("},
                                          {"pkir", "kernel @k("}};
    pk_emit_request request = {
        .struct_size = sizeof request, .kernel = "k", .signature = "i64[::1]"};
    pk_module *mod;

    start();
    mod = emit_module();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *stage = NULL, *data;
        pk_emission *emission;
        size_t size;
        uint64_t ns;
        request.stage = rows[i][0];
        request.target = i < 3 ? NULL : "interp";
        assert_ok(pk_emit(mod, &request, &emission, &err));
        data = pk_emission_data(emission, &size);
        ck_assert_uint_eq(strlen(data), size);
        ck_assert_msg(strstr(data, rows[i][1]) != NULL, "%s: no %s in: %s",
                      rows[i][0], rows[i][1], data);
        ck_assert(pk_emission_is_text(emission));
        ck_assert(pk_emission_timing(emission, 0, &stage, &ns));
        ck_assert_str_eq(stage, "parse");
        ck_assert(!pk_emission_timing(emission, 100, &stage, &ns));
        pk_emission_release(emission);
    }
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(a_launch_to_compile_for_gives_shapes)
{
    pk_emit_request request = {.struct_size = sizeof request,
                               .kernel = "k",
                               .signature = "i64[::1]",
                               .stage = "ir"};
    pk_emission *emission;
    pk_module *mod;

    start();
    assert_ok(try_source(KERNEL("    s = cuda.shared.array(0, \"int32\")\n"
                                "    t = cuda.local.array(cuda.gridDim.x, "
                                "\"int8\")\n"
                                "    out[0] = s[1:].size\n"
                                "    out[1] = t.size\n"),
                         &mod));
    assert_fails(pk_emit(mod, &request, &emission, &err), PK_UNSUPPORTED,
                 "the shape of an array must be known");
    request.grid[0] = 4321;
    assert_fails(pk_emit(mod, &request, &emission, &err), PK_UNSUPPORTED,
                 "dynamic shared memory");
    request.has_shared = 1;
    request.shared_bytes = 4 * 1235;
    assert_ok(pk_emit(mod, &request, &emission, &err));
    ck_assert(strstr(pk_emission_data(emission, NULL), "1235:i64") != NULL);
    ck_assert(strstr(pk_emission_data(emission, NULL), "4321:i64") != NULL);
    pk_emission_release(emission);
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(what_cannot_be_emitted_is_refused)
{
    pk_emit_request request = {.struct_size = sizeof request,
                               .kernel = "k",
                               .signature = "i64[:]",
                               .stage = "passes",
                               .target = "pdp11"};
    pk_context_options deviceless = {.struct_size = sizeof deviceless,
                                     .flags = PK_CONTEXT_no_device,
                                     .cache_dir = "off"};
    pk_emission *emission;
    pk_module *mod;

    start();
    mod = emit_module();
    assert_fails(pk_emit(mod, &request, &emission, &err), PK_BAD_ARG,
                 "no backend knows the target 'pdp11'");
    request.target = "interp";
    request.kernel = "none";
    assert_fails(pk_emit(mod, &request, &emission, &err), PK_NAME,
                 "no function 'none'");
    request.kernel = "k";
    request.signature = "i64[";
    ck_assert_int_ne(pk_emit(mod, &request, &emission, &err), PK_OK);
    request.signature = "i64[:], i64";
    ck_assert_int_ne(pk_emit(mod, &request, &emission, &err), PK_OK);
    request.signature = "f32";
    ck_assert_int_ne(pk_emit(mod, &request, &emission, &err), PK_OK);
    request.stage = NULL;
    assert_fails(pk_emit(mod, &request, &emission, &err), PK_BAD_ARG,
                 "no stage");
    assert_fails(pk_emit(mod, NULL, &emission, &err), PK_BAD_ARG, "NULL");
    pk_module_release(mod);
    pk_context_release(ctx);
    assert_ok(pk_context_create(&deviceless, &ctx, &err));
    mod = emit_module();
    request.stage = "frob";
    request.signature = "i64[:]";
    request.target = NULL;
    assert_fails(pk_emit(mod, &request, &emission, &err), PK_BAD_ARG,
                 "no stage 'frob'; there are ast, types, ir, passes, ptx, ");
    pk_module_release(mod);
    stop();
}
END_TEST

/* ---- size ---- */

/* docs/api.md and docs/language.md name the number. */
enum { MOST = 16 << 20 };

static pk_status of_file(const char *path) {
    pk_module *mod = NULL;
    pk_status status = pk_module_from_file(ctx, path, &mod, &err);

    pk_module_release(mod);
    return status;
}

static pk_status of_text(const char *text) {
    pk_module *mod = NULL;
    pk_status status =
        pk_module_from_source(ctx, text, "x.py", 1, NULL, 0, &mod, &err);

    pk_module_release(mod);
    return status;
}

START_TEST(a_source_has_16_mebibytes_at_most)
{
    char path[] = "/tmp/portkern-large-XXXXXX";
    char *text = malloc(MOST + 2);
    FILE *file = fdopen(mkstemp(path), "w");

    ck_assert(text && file);
    memset(text, '\n', MOST);
    text[MOST] = '\0';
    fwrite(text, 1, MOST, file);
    fflush(file);
    start();
    assert_ok(of_text(text));
    assert_ok(of_file(path));
    memcpy(text + MOST, "\n", 2);
    fputc('\n', file);
    fclose(file);
    ck_assert_int_eq(of_text(text), PK_LIMIT);
    ck_assert_str_eq(err.message,
                     "the source has 16777217 bytes, the most is 16777216");
    ck_assert_int_eq(of_file(path), PK_LIMIT);
    ck_assert(strstr(err.message, "has more than 16777216 bytes") != NULL);
    stop();
    unlink(path);
    free(text);
}
END_TEST

/* ---- profile and dump ---- */

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 16);

    ck_assert_msg(file != NULL, "no %s", path);
    ck_assert(text != NULL && fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return text;
}

START_TEST(a_profile_is_written_when_the_context_goes)
{
    char path[] = "/tmp/portkern-profile-XXXXXX", *text;
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "interp",
                                  .cache_dir = "off",
                                  .profile_file = path};

    close(mkstemp(path));
    assert_ok(pk_context_create(&options, &ctx, &err));
    queue = open_queue(ctx);
    assert_ok(run_source(KERNEL("    out[0] = 1\n")));
    stop();
    text = read_text(path);
    ck_assert(strncmp(text, "{\"displayTimeUnit\"", 18) == 0);
    ck_assert(strstr(text, "\"name\":\"frontend\"") != NULL);
    ck_assert(strstr(text, "\"name\":\"k\"") != NULL);
    ck_assert(strstr(text, "]}") != NULL);
    free(text);
    unlink(path);
}
END_TEST

START_TEST(a_profile_that_cannot_be_written_is_an_error)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "interp",
                                  .cache_dir = "off",
                                  .profile_file = "/dev/full"};
    char path[] = "/tmp/portkern-profile-XXXXXX", *text;

    ck_assert_int_eq(pk_context_write_profile(NULL, &err), PK_BAD_HANDLE);
    start();
    assert_ok(pk_context_write_profile(ctx, &err));
    stop();
    assert_ok(pk_context_create(&options, &ctx, &err));
    ck_assert_int_eq(pk_context_write_profile(ctx, &err), PK_IO);
    ck_assert_str_eq(err.message, "the profile cannot be written to /dev/full: "
                                  "No space left on device");
    pk_context_release(ctx);
    close(mkstemp(path));
    options.profile_file = path;
    assert_ok(pk_context_create(&options, &ctx, &err));
    queue = open_queue(ctx);
    assert_ok(pk_context_write_profile(ctx, &err));
    text = read_text(path);
    ck_assert(strstr(text, "]}") && !strstr(text, "\"name\":\"k\""));
    free(text);
    assert_ok(run_source(KERNEL("    out[0] = 1\n")));
    assert_ok(pk_context_write_profile(ctx, &err));
    text = read_text(path);
    ck_assert(strstr(text, "]}") && strstr(text, "\"name\":\"k\""));
    free(text);
    stop();
    unlink(path);
}
END_TEST

START_TEST(stages_are_dumped_into_a_folder)
{
    static const char *const stages[] = {"ast", "types", "ir", "passes"};
    char dir[] = "/tmp/portkern-dump-XXXXXX", path[128];

    ck_assert(mkdtemp(dir) != NULL);
    setenv("PORTKERN_DUMP", "ast,types,ir,passes,ptx", 1);
    setenv("PORTKERN_DUMP_DIR", dir, 1);
    start();
    assert_ok(run_source(KERNEL("    out[0] = 1\n")));
    stop();
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        snprintf(path, sizeof path, "%s/k.interp.%s", dir, stages[i]);
        free(read_text(path));
        unlink(path);
    }
    ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

TESTS("runtime_module", a_file_that_is_not_there_is_an_io_error,
      functions_are_listed_with_their_parameters, globals_give_values_to_names,
      arrays_as_globals_keep_their_shape_and_what_they_held,
      globals_may_be_constants_of_every_kind, globals_may_be_imports,
      globals_that_make_no_sense_are_refused, a_syntax_error_has_its_place,
      errors_in_kernels_come_when_they_are_launched,
      an_error_is_explained_with_the_line_that_it_names,
      writing_an_argument_passed_by_in_does_not_compile,
      hostile_sources_are_refused_in_good_order, each_stage_can_be_shown,
      a_launch_to_compile_for_gives_shapes, what_cannot_be_emitted_is_refused,
      a_source_has_16_mebibytes_at_most,
      a_profile_is_written_when_the_context_goes,
      a_profile_that_cannot_be_written_is_an_error,
      stages_are_dumped_into_a_folder)
