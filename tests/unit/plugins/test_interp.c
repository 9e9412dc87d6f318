/* SPDX-License-Identifier: Apache-2.0 */
/* The device `interp`, through its plugin table as the runtime uses it. */
#include "base/arena.h"
#include "plugins/interp/interp_plugin.h"

#include <string.h>

#include "tests/unit/check_main.h"

static const char *form_option;

static const char *option(void *self, const char *name) {
    (void)self;
    return strcmp(name, "PORTKERN_INTERP_FORM") ? NULL : form_option;
}

static const pk_host host = {.struct_size = sizeof host,
                             .abi = PK_ABI_VERSION,
                             .allocator = &pk_heap,
                             .option = option};

static const pk_plugin *table;
static pk_dev *dev;
static pk_que *que;
static pk_error err;

static const char text[] =
    "pkir 1\nsource 0 \"k.py\"\n"
    "kernel @add(%x: ptr<global, i32> data 0 readonly, %n: i64 shape 0 0, "
    "%out: ptr<global, i32> data 1) {\n"
    "    shared %s: f64[3]\n"
    "    local %l: i32[5]\n"
    "    %1: i32 = thread_id.x\n"
    "    %2: ptr<global, i32> = elem %x, %1 !2:7\n"
    "    %3: i32 = load %2 !2:7-11\n"
    "    %4: i32 = add %3, 1:i32\n"
    "    %5: ptr<global, i32> = elem %out, %1\n"
    "    store %5, %4\n"
    "    return\n"
    "}\n";

static void ok(pk_status status) {
    ck_assert_msg(status == PK_OK, "%s: %s", pk_status_name(status),
                  err.message);
}

static void begin(void) {
    memset(&err, 0, sizeof err);
    form_option = NULL;
    table = pk_interp_plugin_query(PK_ABI_VERSION, &err);
    ck_assert_ptr_nonnull(table);
    ok(table->device_open(&host, 0, &dev, &err));
    ok(table->queue_new(dev, &que, &err));
}

static void end(void) {
    table->queue_free(que);
    table->device_close(dev);
}

static pk_mod *load(void) {
    pk_emit_options options = {.struct_size = sizeof options};
    pk_artifact artifact = {0};
    pk_caps caps;
    pk_mod *mod;

    ok(table->target_caps(&host, NULL, &caps, &err));
    ok(table->emit(&host, &caps, text, sizeof text - 1, &options, &artifact,
                   &err));
    ck_assert_str_eq(artifact.format, "pkir");
    ok(table->module_load(dev, &artifact, NULL, 0, &mod, &err));
    table->artifact_free(&host, &artifact);
    return mod;
}

/* The packed block of `add`. */
typedef struct add_params {
    void *x;
    int64_t n;
    void *out;
} add_params;

/* Adds one to each of 8 numbers with `threads` threads. */
static pk_status run_add(uint32_t threads, int32_t out[8]) {
    pk_mod *mod = load();
    pk_mem *x, *y;
    pk_fun *fun;
    pk_ref refs[2] = {{0}, {0}};
    add_params params = {.n = 8};
    uint64_t device;
    int32_t three = 3;
    pk_status status;

    ok(table->mem_new(dev, 32, 0, &x, &err));
    ok(table->mem_import(dev, out, 32, &y, &err));
    refs[0].mem = x;
    refs[1].mem = y;
    table->mem_address(x, &device, &params.x);
    table->mem_address(y, &device, &params.out);
    ok(table->fill(que, refs[0], 32, &three, 4, &err));
    ok(table->function(mod, "add", &fun, &err));
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {1, 1, 1},
                           .block = {threads, 1, 1},
                           .params = &params,
                           .params_size = sizeof params,
                           .ref_count = 2,
                           .refs = refs};
    ok(table->launch(que, fun, &desc, &err));
    status = table->sync(que, &err);
    ok(table->sync(que, NULL));
    table->mem_free(x);
    table->mem_free(y);
    table->module_free(mod);
    return status;
}

START_TEST(a_kernel_runs_and_writes_imported_memory)
{
    int32_t out[8] = {0};

    begin();
    ok(run_add(8, out));
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(out[i], 4);
    end();
}
END_TEST

START_TEST(a_failure_waits_for_sync_and_is_told_once)
{
    int32_t out[8] = {0};

    begin();
    ck_assert_int_eq(run_add(9, out), PK_BOUNDS);
    ck_assert_str_eq(err.message, "x[8] is out of bounds: x has 8 elements; "
                                  "thread (8, 0, 0) of block (0, 0, 0) (kernel "
                                  "add)");
    ck_assert_str_eq(err.file, "k.py");
    ck_assert_uint_eq(err.line, 2);
    end();
}
END_TEST

START_TEST(limits_count_the_declared_arrays)
{
    pk_fun_limits limits;
    pk_mod *mod;
    pk_fun *fun;

    begin();
    mod = load();
    ok(table->function(mod, "add", &fun, &err));
    ok(table->function_limits(fun, &limits, &err));
    ck_assert_uint_eq(limits.shared_bytes, 24);
    ck_assert_uint_eq(limits.local_bytes, 20);
    ck_assert_uint_eq(limits.max_block, 1024);
    ck_assert_int_eq(table->function(mod, "sub", &fun, &err), PK_NAME);
    table->module_free(mod);
    end();
}
END_TEST

START_TEST(a_module_comes_back_from_its_binary)
{
    pk_artifact binary = {0};
    pk_mod *mod, *again;
    pk_fun *fun;

    begin();
    mod = load();
    ok(table->module_binary(mod, &binary, &err));
    ck_assert_uint_eq(binary.size, sizeof text - 1);
    ok(table->module_load(dev, &binary, NULL, 0, &again, &err));
    ok(table->function(again, "add", &fun, &err));
    table->artifact_free(&host, &binary);
    table->module_free(mod);
    table->module_free(again);
    end();
}
END_TEST

START_TEST(what_is_no_ir_is_refused)
{
    pk_artifact artifact = {.format = "pkir", .bytes = "pkir 9\n", .size = 7};
    pk_emit_options options = {.struct_size = sizeof options, .stage = "asm"};
    pk_caps caps;
    pk_mod *mod;

    begin();
    ck_assert_int_ne(table->module_load(dev, &artifact, NULL, 0, &mod, &err),
                     PK_OK);
    strcpy(artifact.format, "ptx");
    ck_assert_int_eq(table->module_load(dev, &artifact, NULL, 0, &mod, &err),
                     PK_BAD_ARG);
    ok(table->target_caps(&host, "interp", &caps, &err));
    ck_assert_int_eq(table->emit(&host, &caps, text, sizeof text - 1, &options,
                                 &artifact, &err),
                     PK_UNSUPPORTED);
    ck_assert_int_eq(table->target_caps(&host, "sm_75", &caps, &err),
                     PK_BAD_ARG);
    ck_assert_ptr_null(pk_interp_plugin_query(PK_ABI(9, 0), &err));
    ck_assert_int_eq(err.status, PK_PLUGIN_ABI);
    ck_assert_str_eq(err.message, "interp speaks ABI 1, the host speaks 9");
    ck_assert_uint_eq(strspn(table->build_id, "0123456789abcdef"), 40);
    end();
}
END_TEST

START_TEST(the_environment_puts_passes_before_the_device)
{
    pk_caps caps;

    begin();
    ok(table->device_caps(dev, &caps, &err));
    ck_assert(caps.features & PK_CAP_raw);
    form_option = "block";
    ok(table->device_caps(dev, &caps, &err));
    ck_assert_uint_eq(caps.form, PK_FORM_block);
    ck_assert(!(caps.features & PK_CAP_raw));
    ck_assert_str_ne(caps.cache_id, "interp");
    form_option = "warp";
    ck_assert_int_eq(table->device_caps(dev, &caps, &err), PK_BAD_ARG);
    end();
}
END_TEST

START_TEST(events_are_in_order)
{
    pk_evt *a, *b;
    uint64_t ns;

    begin();
    ok(table->event_new(dev, &a, &err));
    ok(table->event_new(dev, &b, &err));
    ok(table->event_record(que, a, &err));
    ok(table->event_record(que, b, &err));
    ok(table->event_elapsed(a, b, &ns, &err));
    ck_assert_uint_lt(ns, UINT64_C(10000000000));
    table->event_free(a);
    table->event_free(b);
    end();
}
END_TEST

TESTS("interp plugin", a_kernel_runs_and_writes_imported_memory,
      a_failure_waits_for_sync_and_is_told_once,
      limits_count_the_declared_arrays, a_module_comes_back_from_its_binary,
      what_is_no_ir_is_refused, the_environment_puts_passes_before_the_device,
      events_are_in_order)
