/* SPDX-License-Identifier: Apache-2.0 */
/* The promises of the opencl plugin beyond values: refusals, modules, memory,
 * queues, processes and threads. */
#include "tests/opencl/device_test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what cannot be had ---- */

static pk_status emit_with(const char *text, uint64_t without, pk_form form) {
    pk_artifact artifact = {0};
    pk_arena arena;
    pk_status status;
    pk_ir *ir;
    rig r;

    open_rig(&r, "threads");
    r.caps.features &= ~without;
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    ir_kernel(ir)->form = form;
    status = rig_emit(&r, ir, &artifact, &err);
    if (status == PK_OK)
        plugin->artifact_free(&r.host, &artifact);
    pk_arena_finish(&arena);
    rig_close(&r);
    return status;
}

#define LACKS(line)                                                            \
    "kernel @k(%x: ptr<global, f64> data 0, %y: ptr<global, f32> data 1, %i: " \
    "ptr<global, i64> data 2, %f: f32 scalar 3) {\n" line "return\n}\n"

START_TEST(what_the_device_lacks_is_refused_with_its_line)
{
    ck_assert_int_eq(
        emit_with(LACKS("%v: f64 = load %x !0:7:3-9\n"), PK_CAP_f64, 0),
        PK_UNSUPPORTED);
    ck_assert_msg(strstr(err.message, "float64") != NULL, "%s", err.message);
    ck_assert_uint_eq(err.line, 7);
    ck_assert_str_eq(err.file, "k.py");
    ck_assert_int_eq(emit_with(LACKS("%o: i64 = atomic_add %i, 1:i64 !8:1\n"),
                               PK_CAP_atomic_i64, 0),
                     PK_UNSUPPORTED);
    ck_assert_uint_eq(err.line, 8);
    ck_assert_int_eq(emit_with(LACKS("%q: f32 = div %f, 3.0:f32 !9:1\n"),
                               PK_CAP_div_sqrt, 0),
                     PK_OK);
    ck_assert_int_eq(emit_with(LACKS("%q: f32 = div %f, 3.0:f32 !9:1\n"),
                               PK_CAP_div_sqrt | PK_CAP_f64, 0),
                     PK_UNSUPPORTED);
    ck_assert_int_eq(emit_with(LACKS("barrier\n"), 0, PK_FORM_block),
                     PK_VERIFY);
}
END_TEST

/* As deep as the IR may be: within what the lint and clang take. */
START_TEST(the_deepest_kernel_is_not_too_deep_for_a_compiler)
{
    enum { DEPTH = 199 };
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_text_put(&text, "kernel @k(%x: bool scalar 0) {\n");
    for (int i = 0; i < DEPTH; i++)
        pk_text_put(&text, "if %x {\n");
    for (int i = 0; i < DEPTH; i++)
        pk_text_put(&text, "}\n");
    pk_text_put(&text, "return\n}\n");
    ck_assert_msg(emit_with(text.data, 0, PK_FORM_threads) == PK_OK, "%s",
                  err.message);
    pk_text_finish(&text);
}
END_TEST

START_TEST(targets_have_names)
{
    pk_host host = {0};
    pk_caps caps;

    ck_assert_int_eq(plugin->target_caps(&host, NULL, &caps, &err), PK_OK);
    ck_assert_str_eq(caps.name, "threads");
    ck_assert_int_eq(plugin->target_caps(&host, "block", &caps, &err), PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_block);
    ck_assert_int_eq(plugin->target_caps(&host, "lanes", &caps, &err), PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_lanes);
    ck_assert_int_eq(plugin->target_caps(&host, "subgroups", &caps, &err),
                     PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_subgroups);
    ck_assert_int_eq(plugin->target_caps(&host, "wide", &caps, &err), PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_block);
    ck_assert(caps.features & PK_CAP_wide_items);
    ck_assert(caps.features & PK_CAP_loop_barrier);
    ck_assert_int_eq(plugin->target_caps(&host, "sm_75", &caps, &err),
                     PK_BAD_ARG);
}
END_TEST

/* ---- modules ---- */

static const char trivial[] =
    "kernel @k(%x: ptr<global, i32> data 0) {\nstore %x, 42:i32\nreturn\n}\n";

static pk_status load(rig *r, const pk_artifact *artifact, pk_mod **mod) {
    pk_arena arena;
    pk_entry entry;
    pk_status status;

    pk_arena_init(&arena, &pk_heap);
    entry = rig_entry(&arena, ir_kernel(ir_parse(&arena, trivial)));
    status = plugin->module_load(r->dev, artifact, &entry, 1, mod, &err);
    pk_arena_finish(&arena);
    return status;
}

START_TEST(a_binary_loads_again_and_a_damaged_one_does_not)
{
    pk_artifact source = {0}, binary = {0};
    pk_mod *mod = NULL, *again = NULL;
    pk_arena arena;
    char *bytes;
    rig r;

    open_rig(&r, "threads");
    pk_arena_init(&arena, &pk_heap);
    ck_assert_int_eq(rig_emit(&r, ir_parse(&arena, trivial), &source, &err),
                     PK_OK);
    ck_assert_int_eq(load(&r, &source, &mod), PK_OK);
    ck_assert_int_eq(plugin->module_binary(mod, &binary, &err), PK_OK);
    ck_assert_str_eq(binary.format, "opencl-binary");
    ck_assert_msg(load(&r, &binary, &again) == PK_OK, "%s", err.message);
    plugin->module_free(again);
    bytes = binary.bytes;
    for (size_t i = 0; i < binary.size; i += 1 + binary.size / 50) {
        bytes[i] ^= 4;
        ck_assert_int_eq(load(&r, &binary, &again), PK_BAD_ARG);
        bytes[i] ^= 4;
    }
    binary.size -= 7;
    ck_assert_int_eq(load(&r, &binary, &again), PK_BAD_ARG);
    binary.size += 7;
    plugin->artifact_free(&r.host, &binary);
    plugin->artifact_free(&r.host, &source);
    plugin->module_free(mod);
    pk_arena_finish(&arena);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

/* Gives what the kernel stores for its one thread. */
static int number_by(rig *r, pk_fun *fun) {
    const pk_launch_desc desc = {.struct_size = sizeof desc,
                                 .grid = {1, 1, 1},
                                 .block = {1, 1, 1},
                                 .params = (uint64_t[1]){0},
                                 .params_size = 8,
                                 .ref_count = 1};
    pk_launch_desc launch = desc;
    pk_ref mem = {0}, to = {0};
    int out = 0;
    pk_que *que;

    ck_assert_int_eq(plugin->queue_new(r->dev, &que, &err), PK_OK);
    ck_assert_int_eq(plugin->mem_new(r->dev, sizeof out, 0, &mem.mem, &err),
                     PK_OK);
    to.host = &out;
    launch.refs = &mem;
    ck_assert_msg(plugin->launch(que, fun, &launch, &err) == PK_OK, "%s",
                  err.message);
    plugin->copy(que, to, mem, sizeof out, NULL);
    plugin->sync(que, NULL);
    plugin->mem_free(mem.mem);
    plugin->queue_free(que);
    return out;
}

/* Where compilers make vectors of work-items each kernel is a program. */
START_TEST(kernels_of_one_text_load_together_and_again_as_a_binary)
{
    enum { COUNT = 3 };
    static const char text[] =
        "kernel @a(%x: ptr<global, i32> data 0) {\nstore %x, 1:i32\nreturn\n}\n"
        "kernel @b(%x: ptr<global, i32> data 0) {\nstore %x, 2:i32\nreturn\n}\n"
        "kernel @c(%x: ptr<global, i32> data 0) {\nstore %x, "
        "3:i32\nreturn\n}\n";
    pk_artifact source = {0}, binary = {0};
    pk_mod *mods[2] = {NULL};
    pk_entry entries[COUNT];
    pk_arena arena;
    pk_fun *fun;
    pk_ir *ir;
    rig r;
    int n = 0;

    open_rig(&r, "threads");
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        entries[n++] = rig_entry(&arena, fn);
    ck_assert_int_eq(rig_emit(&r, ir, &source, &err), PK_OK);
    ck_assert(strstr(source.bytes, "defined ONLY_k_b\n") != NULL);
    ck_assert_msg(plugin->module_load(r.dev, &source, entries, COUNT, &mods[0],
                                      &err) == PK_OK,
                  "%s", err.message);
    ck_assert_int_eq(plugin->module_binary(mods[0], &binary, &err), PK_OK);
    ck_assert_msg(plugin->module_load(r.dev, &binary, entries, COUNT, &mods[1],
                                      &err) == PK_OK,
                  "%s", err.message);
    for (n = 0; n < 2 * COUNT; n++) {
        const char name[] = {(char)('a' + n % COUNT), 0};
        ck_assert_int_eq(plugin->function(mods[n / COUNT], name, &fun, &err),
                         PK_OK);
        ck_assert_int_eq(number_by(&r, fun), 1 + n % COUNT);
    }
    plugin->module_free(mods[0]);
    plugin->module_free(mods[1]);
    plugin->artifact_free(&r.host, &binary);
    plugin->artifact_free(&r.host, &source);
    pk_arena_finish(&arena);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

START_TEST(a_text_that_does_not_build_gives_the_compilers_words)
{
    char text[] = "__kernel void k_k(int x) { undeclared = 1; }";
    pk_artifact artifact = {.format = "opencl-c",
                            .bytes = text,
                            .size = sizeof text - 1,
                            .is_text = 1};
    pk_mod *mod = NULL;
    rig r;

    open_rig(&r, "threads");
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_COMPILE);
    ck_assert_msg(strstr(err.message, "undeclared") != NULL, "%s", err.message);
    artifact.size = sizeof "__kernel void k_k(int x) {" - 1;
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_COMPILE);
    strcpy(artifact.format, "ptx");
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_BAD_ARG);
    strcpy(artifact.format, "opencl-c");
    strcpy(text, "__kernel void k_k(int x) { }");
    artifact.size = strlen(text);
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_BAD_ARG); /* arguments */
    strcpy(text, "__kernel void other(int x) { }");
    artifact.size = strlen(text);
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_DRIVER);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

/* ---- memory, queues, processes ---- */

START_TEST(copies_and_fills_take_any_offset)
{
    char data[1000], back[1000], want[1000];
    pk_ref a = {0}, b = {0}, host = {.host = data}, to = {.host = back};
    const uint64_t pattern = 0x1122334455667788;
    pk_mem *big;
    rig r;

    open_rig(&r, NULL);
    for (int i = 0; i < 1000; i++)
        data[i] = (char)(i * 7);
    memcpy(want, data, sizeof want);
    ck_assert_int_eq(plugin->mem_new(r.dev, 1000, 0, &a.mem, &err), PK_OK);
    ck_assert_int_eq(plugin->mem_new(r.dev, 1000, PK_MEM_pinned, &b.mem, &err),
                     PK_OK);
    ck_assert_int_eq(plugin->copy(r.que, a, host, 1000, &err), PK_OK);
    ck_assert_int_eq(plugin->copy(r.que, b, a, 1000, &err), PK_OK);
    b.offset = 13, a.offset = 500; /* between buffers */
    memcpy(want + 13, data + 500, 77);
    ck_assert_int_eq(plugin->copy(r.que, b, a, 77, &err), PK_OK);
    plugin->mem_free(a.mem);
    a = b, a.offset = 20; /* onto itself, overlapping both ways */
    memmove(want + 20, want + 13, 300);
    ck_assert_int_eq(plugin->copy(r.que, a, b, 300, &err), PK_OK);
    memmove(want + 13, want + 20, 300);
    ck_assert_int_eq(plugin->copy(r.que, b, a, 300, &err), PK_OK);
    for (uint32_t size = 1; size <= 8; size *= 2) {
        b.offset = 400 + size * 16;
        for (uint32_t i = 0; i < 3 * size; i++)
            want[b.offset + i] = ((const char *)&pattern)[i % size];
        ck_assert_int_eq(plugin->fill(r.que, b, 3 * size, &pattern, size, &err),
                         PK_OK);
        b.offset += 200 + 1; /* no multiple of the pattern */
        for (uint32_t i = 0; i < 3 * size; i++)
            want[b.offset + i] = ((const char *)&pattern)[i % size];
        ck_assert_int_eq(plugin->fill(r.que, b, 3 * size, &pattern, size, &err),
                         PK_OK);
    }
    b.offset = 0;
    ck_assert_int_eq(plugin->copy(r.que, to, b, 1000, &err), PK_OK);
    ck_assert_int_eq(plugin->sync(r.que, &err), PK_OK);
    ck_assert_mem_eq(back, want, 1000);
    ck_assert_int_eq(plugin->mem_new(r.dev, UINT64_MAX / 4, 0, &big, &err),
                     PK_NO_DEVICE_MEMORY);
    plugin->mem_free(b.mem);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

START_TEST(events_order_queues_and_tell_the_time)
{
    static int32_t data[1 << 16], back[1 << 16];
    pk_ref mem = {0}, host = {.host = data}, to = {.host = back};
    pk_evt *begin, *end;
    uint64_t ns = 0;
    pk_que *other;
    rig r;

    open_rig(&r, NULL);
    for (int i = 0; i < 1 << 16; i++)
        data[i] = i;
    ck_assert_int_eq(plugin->queue_new(r.dev, &other, &err), PK_OK);
    ck_assert_int_eq(plugin->event_new(r.dev, &begin, &err), PK_OK);
    ck_assert_int_eq(plugin->event_new(r.dev, &end, &err), PK_OK);
    ck_assert_int_eq(plugin->event_sync(end, &err), PK_BAD_ARG);
    ck_assert_int_eq(plugin->event_wait(other, end, &err), PK_BAD_ARG);
    ck_assert_int_eq(plugin->mem_new(r.dev, sizeof data, 0, &mem.mem, &err),
                     PK_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(plugin->event_record(r.que, begin, &err), PK_OK);
        ck_assert_int_eq(plugin->copy(r.que, mem, host, sizeof data, &err),
                         PK_OK);
        ck_assert_int_eq(plugin->event_record(r.que, end, &err), PK_OK);
        ck_assert_int_eq(plugin->event_wait(other, end, &err), PK_OK);
        ck_assert_int_eq(plugin->copy(other, to, mem, sizeof data, &err),
                         PK_OK);
        ck_assert_int_eq(plugin->sync(other, &err), PK_OK);
        ck_assert_mem_eq(back, data, sizeof data);
        ck_assert_int_eq(plugin->event_sync(end, &err), PK_OK);
        ck_assert_msg(plugin->event_elapsed(begin, end, &ns, &err) == PK_OK,
                      "%s", err.message);
        ck_assert_uint_lt(ns, UINT64_C(10000000000));
        data[17] = -i;
    }
    plugin->event_free(begin);
    plugin->event_free(end);
    plugin->queue_free(other);
    plugin->mem_free(mem.mem);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

START_TEST(a_forked_child_is_told_and_not_hung)
{
    uint32_t count;
    pid_t child;
    int status;
    rig r;

    open_rig(&r, NULL);
    child = fork();
    if (child == 0) {
        pk_mem *mem;
        bool right = plugin->device_count(&r.host, &count, &err) == PK_FORKED &&
                     plugin->sync(r.que, &err) == PK_FORKED &&
                     plugin->mem_new(r.dev, 1, 0, &mem, &err) == PK_FORKED;
        rig_close(&r); /* frees what is the host's, calls no driver */
        _exit(right ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    rig_close(&r);
}
END_TEST

typedef struct worker {
    pthread_t thread;
    rig *rig;
    pk_fun *fun;
    int number, right;
} worker;

/* Launches one shared kernel with an array of its own, again and again. */
static void *work(void *arg) {
    worker *w = arg;
    const pk_plugin *p = w->rig->plugin;
    int64_t params[2] = {0, w->number};
    pk_ref mem = {0}, to = {0};
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .params = params,
                           .params_size = sizeof params,
                           .ref_count = 1,
                           .refs = &mem};
    int64_t out = 0;
    pk_que *que;

    if (p->queue_new(w->rig->dev, &que, NULL) != PK_OK)
        return NULL;
    p->mem_new(w->rig->dev, sizeof out, 0, &mem.mem, NULL);
    to.host = &out;
    for (int i = 0; i < 20; i++) {
        params[1] = w->number * 1000 + i;
        p->launch(que, w->fun, &desc, NULL);
        p->copy(que, to, mem, sizeof out, NULL);
        p->sync(que, NULL);
        w->right += out == params[1];
    }
    p->mem_free(mem.mem);
    p->queue_free(que);
    return NULL;
}

START_TEST(threads_launch_one_kernel_at_the_same_time)
{
    const char *text = "kernel @k(%x: ptr<global, i64> data 0, %v: i64 scalar "
                       "1) {\nstore %x, %v\nreturn\n}\n";
    pk_artifact source = {0};
    pk_arena arena;
    pk_entry entry;
    pk_mod *mod;
    worker w[4];
    pk_ir *ir;
    rig r;

    open_rig(&r, "threads");
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    entry = rig_entry(&arena, ir_kernel(ir));
    ck_assert_int_eq(rig_emit(&r, ir, &source, &err), PK_OK);
    ck_assert_int_eq(plugin->module_load(r.dev, &source, &entry, 1, &mod, &err),
                     PK_OK);
    for (int i = 0; i < 4; i++) {
        w[i] = (worker){.rig = &r, .number = i + 1};
        ck_assert_int_eq(plugin->function(mod, "k", &w[i].fun, &err), PK_OK);
        ck_assert_int_eq(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(w[i].thread, NULL);
        ck_assert_int_eq(w[i].right, 20);
    }
    plugin->artifact_free(&r.host, &source);
    plugin->module_free(mod);
    pk_arena_finish(&arena);
    rig_close(&r);
}
END_TEST

int main(int argc, char **argv) {
    const TTest *const tests[] = {
        what_the_device_lacks_is_refused_with_its_line,
        the_deepest_kernel_is_not_too_deep_for_a_compiler,
        targets_have_names,
        a_binary_loads_again_and_a_damaged_one_does_not,
        kernels_of_one_text_load_together_and_again_as_a_binary,
        kernels_of_one_text_load_together_and_again_as_a_binary,
        a_text_that_does_not_build_gives_the_compilers_words,
        copies_and_fills_take_any_offset,
        events_order_queues_and_tell_the_time,
        a_forked_child_is_told_and_not_hung,
        threads_launch_one_kernel_at_the_same_time,
    };

    return run_on_device(argc, argv, "opencl device", tests,
                         sizeof tests / sizeof *tests);
}
