/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, diagnostics, stages of the compiler, profile and dump. */
#include "module_test.h"

#include <portkern/host.h>

static pk_status run_source(const char *text) {
    pk_module *mod = NULL;
    int64_t out = 0;
    pk_status status = try_source(text, &mod);

    if (status == PK_OK)
        status = run(mod, &out);
    pk_module_release(mod);
    return status;
}

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
    assert_fails(
        pk_emit(mod, &request, &emission, &err), PK_BAD_ARG,
        "no stage 'frob'; there are ast, types, ir, loops, passes, ptx, ");
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

START_TEST(a_profile_shows_calls_of_functions)
{
    const char *source =
        "from numba import njit\n@njit\ndef twice(x):\n    return x * 2\n";
    char path[] = "/tmp/portkern-profile-XXXXXX", *text;
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "interp",
                                  .cache_dir = "off",
                                  .profile_file = path};
    pk_host_function *twice;
    pk_result result;
    const char *at;
    pk_module *mod;
    int spans = 0;

    close(mkstemp(path));
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(pk_module_host_function(mod, "twice", &twice, &err));
    for (int i = 0; i < 3; i++) { /* the first call takes the longer way */
        assert_ok(pk_call(twice, (pk_arg[]){pk_i64(i)}, 1, &result, &err));
        ck_assert_int_eq(result.i64, 2 * i);
    }
    pk_host_function_release(twice);
    pk_module_release(mod);
    pk_context_release(ctx);
    text = read_text(path);
    for (at = text; (at = strstr(at, "\"cat\":\"call\",\"name\":\"twice\""));
         at++)
        spans++;
    ck_assert_int_eq(spans, 3);
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
      functions_are_listed_with_their_parameters, a_syntax_error_has_its_place,
      errors_in_kernels_come_when_they_are_launched,
      an_error_is_explained_with_the_line_that_it_names,
      writing_an_argument_passed_by_in_does_not_compile,
      hostile_sources_are_refused_in_good_order, each_stage_can_be_shown,
      a_launch_to_compile_for_gives_shapes, what_cannot_be_emitted_is_refused,
      a_source_has_16_mebibytes_at_most,
      a_profile_is_written_when_the_context_goes,
      a_profile_shows_calls_of_functions,
      a_profile_that_cannot_be_written_is_an_error,
      stages_are_dumped_into_a_folder)
