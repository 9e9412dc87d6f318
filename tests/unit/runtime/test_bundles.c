/* SPDX-License-Identifier: Apache-2.0 */
/* Bundles that are damaged, and modules that cannot be in one. tests/bundle
 * runs them in a library without a compiler. */
#include "cache_test.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static const char *bundle_path(void) {
    static char path[64];

    snprintf(path, sizeof path, "%s/k.pkb", dir);
    return path;
}

static pk_context *context_with(const char *cache_dir) {
    const pk_context_options options = {.struct_size = sizeof options,
                                        .backend = "interp",
                                        .cache_dir = cache_dir};
    pk_context *ctx;

    assert_ok(pk_context_create(&options, &ctx, &err));
    return ctx;
}

static pk_status launch_for(pk_context *ctx, pk_module *mod,
                            uint32_t deadline_ms, int32_t *out) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1},
                .deadline_ms = deadline_ms);
    pk_array array = pk_array_host(out, PK_DTYPE_i32, 1, &(int64_t){1});
    const pk_arg arg = pk_inout(&array);
    pk_queue *queue = open_queue(ctx);
    pk_kernel *kernel;
    pk_status status;

    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    status = pk_launch(queue, kernel, &config, &arg, 1, &err);
    if (status == PK_OK)
        status = pk_queue_finish(queue, &err);
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    return status;
}

static pk_status launch(pk_context *ctx, pk_module *mod, int32_t *out) {
    return launch_for(ctx, mod, 0, out);
}

/* Writes a bundle of the test's kernel, for launches with such deadlines. */
static void save_for(const uint32_t *deadlines, size_t count) {
    pk_context *ctx = context_with(dir);
    pk_module *mod;
    int32_t out;

    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    for (size_t i = 0; i < count; i++)
        assert_ok(launch_for(ctx, mod, deadlines[i], &out));
    assert_ok(pk_module_save_bundle(mod, bundle_path(), &err));
    pk_module_release(mod);
    pk_context_release(ctx);
}

static void save(void) {
    save_for((uint32_t[]){0}, 1);
}

START_TEST(a_bundle_is_all_that_a_launch_needs)
{
    pk_function_desc desc = PK_INIT(pk_function_desc);
    const pk_emit_request request = {
        .struct_size = sizeof request, .kernel = "k", .stage = "ir"};
    pk_emission *emission;
    pk_context *ctx;
    pk_module *mod;
    int32_t out = 0;

    make_dir();
    save();
    ctx = context_with("off");
    assert_ok(pk_module_from_bundle(ctx, bundle_path(), &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    ck_assert_int_eq(out, 42);
    stats = (pk_context_stats){.struct_size = sizeof stats};
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.compiles, 0);
    ck_assert_uint_eq(stats.parses, 0);
    ck_assert_uint_eq(stats.frontends, 0);
    assert_ok(pk_module_function(mod, 0, &desc, &err));
    ck_assert_str_eq(desc.name, "k");
    ck_assert_uint_eq(desc.line, 3);
    /* It has no source. */
    ck_assert_int_eq(pk_emit(mod, &request, &emission, &err), PK_UNSUPPORTED);
    ck_assert(strstr(err.message, "has no source") != NULL);
    ck_assert_int_eq(pk_module_save_bundle(mod, bundle_path(), &err),
                     PK_UNSUPPORTED);
    pk_module_release(mod);
    pk_context_release(ctx);
    stop();
}
END_TEST

START_TEST(a_damaged_bundle_is_refused)
{
    pk_context *ctx;
    pk_module *mod = NULL;
    char *bytes;
    size_t size;

    make_dir();
    save();
    size = read_entry(bundle_path(), &bytes);
    ctx = context_with("off");
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (char)(bytes[i] ^ 0x10);
        ck_assert_int_eq(
            pk_module_from_bundle_bytes(ctx, bytes, size, &mod, &err),
            PK_BAD_ARG);
        bytes[i] = (char)(bytes[i] ^ 0x10);
        ck_assert_int_eq(pk_module_from_bundle_bytes(ctx, bytes, i, &mod, &err),
                         PK_BAD_ARG);
    }
    write_entry(bundle_path(), bytes, size - 1);
    ck_assert_int_eq(pk_module_from_bundle(ctx, bundle_path(), &mod, &err),
                     PK_BAD_ARG);
    ck_assert_ptr_null(mod);
    ck_assert_int_eq(pk_module_from_bundle(ctx, "/none/k.pkb", &mod, &err),
                     PK_IO);
    ck_assert_int_eq(pk_module_from_bundle(ctx, dir, &mod, &err), PK_IO);
    ck_assert_int_eq(pk_module_from_bundle(ctx, NULL, &mod, &err), PK_BAD_ARG);
    pk_context_release(ctx);
    free(bytes);
    stop();
}
END_TEST

/* Opens the bundle with bits of a byte changed, and the checksum made right. */
static pk_status open_changed(pk_context *ctx, const char *bytes, size_t size,
                              size_t at, char bits) {
    enum { CHECKED = 24 }; /* behind the magic and the checksum */
    char *copy = malloc(size);
    pk_module *mod = NULL;
    XXH128_canonical_t sum;
    pk_status status;

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    copy[at] = (char)(copy[at] ^ bits);
    XXH128_canonicalFromHash(&sum,
                             XXH3_128bits(copy + CHECKED, size - CHECKED));
    memcpy(copy + 8, &sum, sizeof sum);
    status = pk_module_from_bundle_bytes(ctx, copy, size, &mod, &err);
    pk_module_release(mod);
    free(copy);
    return status;
}

static void is_refused(pk_context *ctx, const char *bytes, size_t size,
                       size_t at, const char *words) {
    ck_assert_int_eq(open_changed(ctx, bytes, size, at, 1), PK_BAD_ARG);
    ck_assert_msg(strstr(err.message, words) != NULL, "%s", err.message);
}

START_TEST(a_bundle_with_any_byte_is_opened_or_refused)
{
    size_t size, refused = 0;
    pk_context *ctx;
    char *bytes;

    make_dir();
    save();
    size = read_entry(bundle_path(), &bytes);
    ctx = context_with("off");
    for (size_t i = 24; i < size; i++) {
        const char bits[] = {1, (char)0x80, (char)0xff};
        for (size_t k = 0; k < sizeof bits; k++) {
            const pk_status status = open_changed(ctx, bytes, size, i, bits[k]);
            ck_assert(status == PK_OK || status == PK_BAD_ARG);
            refused += status != PK_OK;
        }
    }
    ck_assert_uint_gt(refused, 100);
    pk_context_release(ctx);
    free(bytes);
    stop();
}
END_TEST

START_TEST(bundles_of_other_versions_and_builds_are_refused)
{
    pk_context *ctx;
    char *bytes;
    size_t size;

    make_dir();
    save();
    size = read_entry(bundle_path(), &bytes);
    ctx = context_with("off");
    is_refused(ctx, bytes, size, 24, "of another version of portkern");
    is_refused(ctx, bytes, size, 32, "by another build of portkern");
    is_refused(ctx, bytes, size, 64, "is damaged"); /* the outline's size */
    pk_context_release(ctx);
    free(bytes);
    stop();
}
END_TEST

START_TEST(a_bundle_has_functions_by_their_names_as_exports)
{
    const char *const params[] = {"int32[::1]"};
    pk_signature_info exports[2] = {{.exported = "fill",
                                     .function = "k",
                                     .params = params,
                                     .param_count = 1,
                                     .result = "none"}};
    const pk_signature_info *found;
    pk_signatures *list = NULL;
    pk_kernel *kernel;
    pk_context *ctx;
    pk_module *mod;
    int32_t out = 0;

    make_dir();
    ctx = context_with(dir);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    exports[1] = exports[0];
    ck_assert_int_eq(
        pk_modules_save_bundle(&mod, 1, exports, 2, bundle_path(), &err),
        PK_BAD_ARG);
    ck_assert_str_eq(err.message, "two exports are called 'fill'");
    exports[1].exported = "";
    ck_assert_int_eq(
        pk_modules_save_bundle(&mod, 1, exports, 2, bundle_path(), &err),
        PK_BAD_ARG);
    exports[1].exported = "other";
    exports[1].function = "none";
    ck_assert_int_eq(
        pk_modules_save_bundle(&mod, 1, exports, 2, bundle_path(), &err),
        PK_NAME);
    ck_assert_int_eq(
        pk_modules_save_bundle(&mod, 1, NULL, 2, bundle_path(), &err),
        PK_BAD_ARG);
    assert_ok(pk_modules_save_bundle(&mod, 1, exports, 1, bundle_path(), &err));
    pk_module_release(mod);

    assert_ok(pk_module_from_bundle(ctx, bundle_path(), &mod, &err));
    assert_ok(pk_module_exports(mod, &list, &err));
    ck_assert_uint_eq(pk_signatures_count(list), 1);
    found = pk_signatures_get(list, 0);
    ck_assert_str_eq(found->exported, "fill");
    ck_assert_str_eq(found->function, "k");
    ck_assert_str_eq(found->text, "int32[::1]");
    ck_assert_str_eq(found->result, "none");
    pk_signatures_release(list);
    assert_ok(pk_module_kernel(mod, "fill", &kernel, &err));
    pk_kernel_release(kernel);
    assert_ok(launch(ctx, mod, &out));
    pk_module_release(mod);
    pk_context_release(ctx);
    stop();
}
END_TEST

START_TEST(a_bundle_is_of_one_source)
{
    static const char other[] = "from numba import cuda\n@cuda.jit\n"
                                "def k(out):\n    out[0] = 43\n";
    pk_context *ctx;
    pk_module *mods[2];

    make_dir();
    ctx = context_with(dir);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mods[0], &err));
    assert_ok(
        pk_module_from_source(ctx, other, "k.py", 1, NULL, 0, &mods[1], &err));
    ck_assert_int_eq(
        pk_modules_save_bundle(mods, 2, NULL, 0, bundle_path(), &err),
        PK_BAD_ARG);
    ck_assert_str_eq(err.message,
                     "module 1 is not of the source of the others");
    ck_assert_int_eq(
        pk_modules_save_bundle(mods, 0, NULL, 0, bundle_path(), &err),
        PK_BAD_ARG);
    ck_assert_int_eq(
        pk_modules_save_bundle(NULL, 1, NULL, 0, bundle_path(), &err),
        PK_BAD_ARG);
    pk_module_release(mods[1]);
    mods[1] = (pk_module *)ctx;
    ck_assert_int_eq(
        pk_modules_save_bundle(mods, 2, NULL, 0, bundle_path(), &err),
        PK_BAD_HANDLE);
    pk_module_release(mods[0]);
    pk_context_release(ctx);
    stop();
}
END_TEST

START_TEST(targets_need_the_name_of_a_backend)
{
    pk_context_options options =
        PK_INIT(pk_context_options, .target = "x86-64");
    pk_context *ctx = NULL;

    ck_assert_int_eq(pk_context_create(&options, &ctx, &err), PK_BAD_ARG);
    options.backend = "interp";
    options.flags = PK_CONTEXT_no_device;
    ck_assert_int_eq(pk_context_create(&options, &ctx, &err), PK_BAD_ARG);
    options.flags = 0;
    options.backend = "none_such";
    ck_assert_int_eq(pk_context_create(&options, &ctx, &err), PK_NO_PLUGIN);
    ck_assert_ptr_null(ctx);
}
END_TEST

START_TEST(modules_that_cannot_be_in_a_bundle)
{
    static const char typed[] = "from numba import cuda\n"
                                "from enum import IntEnum\n"
                                "class Mode(IntEnum):\n"
                                "    A = 3\n"
                                "@cuda.jit\n"
                                "def k(out, m=Mode.A):\n"
                                "    out[0] = 42\n";
    pk_context *ctx = context_with("off");
    pk_module *mod;
    int32_t out;

    make_dir();
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    ck_assert_int_eq(pk_module_save_bundle(mod, bundle_path(), &err),
                     PK_UNSUPPORTED);
    ck_assert(strstr(err.message, "disk cache, which is off") != NULL);
    pk_module_release(mod);
    pk_context_release(ctx);

    ctx = context_with(dir);
    assert_ok(
        pk_module_from_source(ctx, typed, "k.py", 1, NULL, 0, &mod, &err));
    ck_assert_int_eq(pk_module_save_bundle(mod, bundle_path(), &err),
                     PK_UNSUPPORTED);
    pk_module_release(mod);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    ck_assert_int_eq(pk_module_save_bundle(mod, NULL, &err), PK_BAD_ARG);
    ck_assert_int_eq(pk_module_save_bundle(mod, "/none/k.pkb", &err), PK_IO);
    ck_assert_int_eq(pk_module_save_bundle(NULL, bundle_path(), &err),
                     PK_BAD_HANDLE);
    pk_module_release(mod);
    pk_context_release(ctx);
    stop();
}
END_TEST

/* A module that is opened, launched and saved by a thread with little stack. */
static void *use_in_thread(void *arg) {
    pk_context *ctx = arg;
    pk_module *mod;
    int32_t out = 0;

    assert_ok(pk_module_from_bundle(ctx, bundle_path(), &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    pk_module_release(mod);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    assert_ok(pk_module_save_bundle(mod, bundle_path(), &err));
    pk_module_release(mod);
    return NULL;
}

START_TEST(threads_with_little_stack)
{
    const long system_least = sysconf(_SC_THREAD_STACK_MIN);
    const size_t least =
        system_least > 64 << 10 ? (size_t)system_least : 64 << 10;
    pk_context *ctx;
    pthread_attr_t attr;
    pthread_t thread;

    make_dir();
    save();
    ctx = context_with(dir);
    ck_assert_int_eq(pthread_attr_init(&attr), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&attr, least), 0);
    ck_assert_int_eq(pthread_create(&thread, &attr, use_in_thread, ctx), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attr);
    pk_context_release(ctx);
    stop();
}
END_TEST

START_TEST(a_file_that_may_not_grow_is_an_error)
{
    pk_context *ctx;
    pk_module *mod;
    struct rlimit limit = {256, 256};
    int32_t out = 0;

    make_dir();
    ctx = context_with(dir);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert_int_eq(pk_module_save_bundle(mod, bundle_path(), &err), PK_IO);
    ck_assert_int_eq(access(bundle_path(), F_OK), -1);
    pk_module_release(mod);
    pk_context_release(ctx);
    stop();
}
END_TEST

/* Stages are dumped when they run, and none does. */
START_TEST(dumps_do_not_keep_a_bundle_from_its_use)
{
    pk_context *ctx;
    pk_module *mod;
    int32_t out = 0;

    make_dir();
    save();
    setenv("PORTKERN_DUMP", "ir", 1);
    ctx = context_with("off");
    assert_ok(pk_module_from_bundle(ctx, bundle_path(), &mod, &err));
    assert_ok(launch(ctx, mod, &out));
    ck_assert_int_eq(out, 42);
    pk_module_release(mod);
    pk_context_release(ctx);
    stop();
}
END_TEST

START_TEST(other_options_are_named)
{
    pk_context *ctx;
    pk_module *mod;
    int32_t out = 0;

    make_dir();
    save();
    setenv("PORTKERN_CHECK", "bounds", 1);
    ctx = context_with("off");
    assert_ok(pk_module_from_bundle(ctx, bundle_path(), &mod, &err));
    ck_assert_int_eq(launch(ctx, mod, &out), PK_UNSUPPORTED);
    ck_assert(strstr(err.message,
                     "these options (checks and mathematics of the context") !=
              NULL);
    pk_module_release(mod);
    pk_context_release(ctx);
    stop();
}
END_TEST

START_TEST(launches_with_and_without_a_deadline_are_two_kernels)
{
    static const uint32_t deadlines[] = {0, 60000};

    make_dir();
    for (uint32_t both = 0; both < 2; both++) {
        pk_context *ctx;
        pk_module *mod;
        int32_t out = 0;

        save_for(deadlines, both + 1);
        ctx = context_with("off");
        assert_ok(pk_module_from_bundle(ctx, bundle_path(), &mod, &err));
        assert_ok(launch_for(ctx, mod, 0, &out));
        if (both)
            assert_ok(launch_for(ctx, mod, 1000, &out));
        else
            assert_fails(launch_for(ctx, mod, 1000, &out), PK_UNSUPPORTED,
                         "deadline or none of the launch");
        pk_module_release(mod);
        pk_context_release(ctx);
    }
    stop();
}
END_TEST

TESTS("runtime_bundles", a_bundle_is_all_that_a_launch_needs,
      a_damaged_bundle_is_refused, a_bundle_with_any_byte_is_opened_or_refused,
      a_bundle_has_functions_by_their_names_as_exports,
      bundles_of_other_versions_and_builds_are_refused,
      a_bundle_is_of_one_source, targets_need_the_name_of_a_backend,
      modules_that_cannot_be_in_a_bundle, threads_with_little_stack,
      a_file_that_may_not_grow_is_an_error,
      dumps_do_not_keep_a_bundle_from_its_use, other_options_are_named,
      launches_with_and_without_a_deadline_are_two_kernels)
