/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda plugin as far as it goes without a driver: targets, emitting, and
 * the reason why there is no device. */
#include "base/arena.h"
#include "base/text.h"
#include "portkern/plugin.h"

#include <string.h>

#include "tests/unit/check_main.h"

static const char *library;

static const char *option(void *self, const char *name) {
    (void)self;
    return strcmp(name, "PORTKERN_LIBCUDA") ? NULL : library;
}

static const pk_host host = {.struct_size = sizeof host,
                             .abi = PK_ABI_VERSION,
                             .allocator = &pk_heap,
                             .option = option};

static const pk_plugin *plugin(void) {
    pk_error err;
    const pk_plugin *p = pk_plugin_query(PK_ABI_VERSION, &err);

    ck_assert_ptr_nonnull(p);
    return p;
}

START_TEST(another_abi_is_refused)
{
    pk_error err = {0};

    ck_assert_ptr_null(pk_plugin_query(PK_ABI(7, 0), &err));
    ck_assert_int_eq(err.status, PK_PLUGIN_ABI);
}
END_TEST

START_TEST(a_missing_driver_is_named_with_the_reason)
{
    pk_error err = {0};
    uint32_t count;

    library = "/nonexistent/libcuda.so.1";
    ck_assert_int_eq(plugin()->device_count(&host, &count, &err), PK_NO_DRIVER);
    ck_assert_ptr_nonnull(strstr(err.message, "/nonexistent/libcuda.so.1"));
    ck_assert_ptr_nonnull(strstr(err.message, "No such file"));
}
END_TEST

START_TEST(a_library_that_is_no_driver_is_refused)
{
    pk_error err = {0};
    uint32_t count;

    library = "libm.so.6";
    ck_assert_int_eq(plugin()->device_count(&host, &count, &err), PK_NO_DRIVER);
    ck_assert_str_eq(err.message, "libm.so.6 is too old: it has no cuInit");
}
END_TEST

START_TEST(targets_are_architectures)
{
    pk_caps caps;
    pk_error err = {0};

    ck_assert_int_eq(plugin()->target_caps(&host, NULL, &caps, &err), PK_OK);
    ck_assert_str_eq(caps.name, "sm_75");
    ck_assert_int_eq(plugin()->target_caps(&host, "sm_90", &caps, &err), PK_OK);
    ck_assert_uint_eq(caps.version, 90);
    ck_assert_uint_eq(caps.form, PK_FORM_threads);
    for (const char *const *name =
             (const char *const[]){"sm_60", "sm_121", "sm_", "sm_75x", "75", "",
                                   "sm_99999999999999", NULL};
         *name; name++)
        ck_assert_int_eq(plugin()->target_caps(&host, *name, &caps, &err),
                         PK_BAD_ARG);
}
END_TEST

static pk_status emit(const char *ir, const char *stage, pk_artifact *out,
                      pk_error *err) {
    pk_emit_options options = {.struct_size = sizeof options, .stage = stage};
    pk_caps caps;

    ck_assert_int_eq(plugin()->target_caps(&host, "sm_80", &caps, err), PK_OK);
    return plugin()->emit(&host, &caps, ir, strlen(ir), &options, out, err);
}

START_TEST(text_is_emitted_without_a_driver)
{
    static const char ir[] = "pkir 1\n\nkernel @k.1() form threads {\n}\n";
    pk_artifact artifact;
    pk_error err = {0};

    ck_assert_msg(emit(ir, NULL, &artifact, &err) == PK_OK, "%s", err.message);
    ck_assert_str_eq(artifact.format, "ptx");
    ck_assert_uint_eq(strlen(artifact.bytes), artifact.size);
    ck_assert_ptr_nonnull(strstr(artifact.bytes, ".visible .entry k$1("));
    plugin()->artifact_free(&host, &artifact);
}
END_TEST

START_TEST(what_is_no_ir_and_what_is_no_stage_is_refused)
{
    pk_artifact artifact;
    pk_error err = {0};

    ck_assert_int_ne(emit("pkir 1\nnonsense", NULL, &artifact, &err), PK_OK);
    ck_assert_int_eq(emit("pkir 1\n", "llvm", &artifact, &err), PK_UNSUPPORTED);
    ck_assert_str_eq(err.message, "cuda makes ptx, not llvm");
}
END_TEST

/* An allocator that gives `left` blocks and then none. */
static void *some_alloc(void *self, size_t size) {
    return (*(int *)self)-- > 0 ? malloc(size) : NULL;
}

static void *some_resize(void *self, void *old, size_t old_size, size_t size) {
    (void)old_size;
    return (*(int *)self)-- > 0 ? realloc(old, size) : NULL;
}

static void some_release(void *self, void *old, size_t size) {
    (void)self, (void)size;
    free(old);
}

/* A kernel of `count` additions, to need more memory than one block. */
static void long_kernel(pk_text *out, int count) {
    pk_text_put(out, "pkir 1\n\nkernel @k(%p: ptr<global, f64> data 0, %x: f64 "
                     "scalar 1, %y: f64 scalar 2) form threads {\n");
    for (int i = 0; i < count; i++)
        pk_text_printf(out, "    %%%d: f64 = floor_mod %%x, %%y\n", 3 + i);
    pk_text_printf(out, "    store %%p, %%%d\n}\n", 2 + count);
}

START_TEST(running_out_of_memory_is_reported_wherever_it_happens)
{
    int left = 0;
    pk_allocator some = {&left, some_alloc, some_resize, some_release};
    pk_host poor = host;
    pk_artifact artifact;
    pk_caps caps;
    pk_error err = {0};
    pk_status status = PK_NO_MEMORY;
    pk_text ir;

    pk_text_init(&ir, &pk_heap);
    long_kernel(&ir, 2000);
    poor.allocator = &some;
    ck_assert_int_eq(plugin()->target_caps(&host, NULL, &caps, &err), PK_OK);
    for (int blocks = 0; status != PK_OK && blocks < 1000; blocks++) {
        left = blocks;
        status = plugin()->emit(&poor, &caps, ir.data, ir.length, NULL,
                                &artifact, &err);
        ck_assert_msg(status == PK_OK || status == PK_NO_MEMORY, "%s",
                      err.message);
    }
    ck_assert_int_eq(status, PK_OK);
    plugin()->artifact_free(&poor, &artifact);
    pk_text_finish(&ir);
}
END_TEST

TESTS("cuda", another_abi_is_refused, a_missing_driver_is_named_with_the_reason,
      a_library_that_is_no_driver_is_refused, targets_are_architectures,
      text_is_emitted_without_a_driver,
      what_is_no_ir_and_what_is_no_stage_is_refused,
      running_out_of_memory_is_reported_wherever_it_happens)
