/* SPDX-License-Identifier: Apache-2.0 */
/* The blob loader against damage, and what a process that only loads maps. */
#include "cpu_device.h"

#include "backends/native/blob/blob.h"
#include "base/arena.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check_main.h"

/* Has an import (fmod), a constant array and two kernels. */
static const char text[] =
    "pkir 1\n"
    "kernel @mod(%x: ptr<global, f64> data 0, %y: f64 scalar 1) form block {\n"
    "    constant %table: f64[4] = {\n        0.5, 0.25, 0.125, 3.0\n    }\n"
    "    shared %own: f32[100]\n"
    "    %1: i32 = block_id.x\n"
    "    %2: ptr<global, f64> = elem %x, %1\n"
    "    %3: f64 = load %2\n"
    "    %4: f64 = floor_mod %3, %y\n"
    "    %5: i32 = and %1, 3:i32\n"
    "    %6: ptr<constant, f64> = elem %table, %5\n"
    "    %7: f64 = load %6\n"
    "    %8: f64 = add %4, %7\n"
    "    store %2, %8\n"
    "}\n"
    "kernel @other(%x: ptr<global, f64> data 0) form block {\n"
    "    store %x, 1.0:f64\n"
    "}\n";

static pk_artifact emit(cpu_device *d) {
    return cpu_emit(d, text, strlen(text), NULL);
}

static pk_status try_load(cpu_device *d, const void *bytes, size_t size,
                          pk_error *err) {
    pk_artifact a = {.struct_size = sizeof a,
                     .format = "native",
                     .bytes = (void *)(uintptr_t)bytes,
                     .size = size};
    pk_mod *mod = NULL;
    pk_status status = d->plugin->module_load(d->dev, &a, NULL, 0, &mod, err);

    if (status == PK_OK)
        d->plugin->module_free(mod);
    return status;
}

static void repair(unsigned char *blob, size_t size) {
    size_t behind = offsetof(pk_blob_header, target);
    uint64_t sum = pk_hash_bytes(blob + behind, size - behind);

    memcpy(blob + offsetof(pk_blob_header, checksum), &sum, sizeof sum);
}

START_TEST(no_truncated_blob_is_loaded)
{
    cpu_device d;
    pk_artifact a;
    pk_error err;

    cpu_open(&d, 1);
    a = emit(&d);
    ck_assert_int_eq(try_load(&d, a.bytes, a.size, &err), PK_OK);
    for (size_t size = 0; size < a.size; size++) {
        char *cut = malloc(size + 1); /* its own, so that ASan sees overruns */
        memcpy(cut, a.bytes, size);
        ck_assert_int_eq(try_load(&d, cut, size, &err), PK_COMPILE);
        free(cut);
    }
    d.plugin->artifact_free(&d.host, &a);
    cpu_close(&d);
}
END_TEST

START_TEST(no_blob_with_a_changed_byte_is_loaded)
{
    cpu_device d;
    pk_artifact a;
    pk_error err;
    unsigned char *blob;

    cpu_open(&d, 1);
    a = emit(&d);
    blob = a.bytes;
    for (size_t i = 0; i < a.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            blob[i] ^= (unsigned char)(1 << bit);
            if (try_load(&d, blob, a.size, &err) != PK_COMPILE)
                ck_abort_msg("byte %zu, bit %d was missed", i, bit);
            blob[i] ^= (unsigned char)(1 << bit);
        }
    d.plugin->artifact_free(&d.host, &a);
    cpu_close(&d);
}
END_TEST

/* Whoever can repair the checksum can write code, too: such a blob may load,
 * but loading it must not reach outside of it. */
START_TEST(a_blob_with_a_right_checksum_is_still_checked)
{
    cpu_device d;
    pk_artifact a;
    pk_error err;
    unsigned char *blob;
    size_t tables, refused = 0;

    cpu_open(&d, 1);
    a = emit(&d);
    blob = a.bytes;
    tables = ((pk_blob_header *)a.bytes)->code;
    for (size_t i = 0; i < tables; i++) {
        unsigned char old = blob[i];
        for (unsigned value = 0; value < 256; value += 5) {
            blob[i] = (unsigned char)value;
            repair(blob, a.size);
            refused += try_load(&d, blob, a.size, &err) != PK_OK;
        }
        blob[i] = old;
    }
    ck_assert_uint_gt(refused, 51 * tables / 2);
    d.plugin->artifact_free(&d.host, &a);
    cpu_close(&d);
}
END_TEST

static void replace(pk_artifact *a, const char *from, const char *to) {
    size_t length = strlen(from) + 1;
    char *at = memmem(a->bytes, a->size, from, length);

    ck_assert(at != NULL && strlen(to) + 1 == length);
    memcpy(at, to, length);
    repair(a->bytes, a->size);
}

START_TEST(a_blob_says_why_it_is_not_loaded)
{
    pk_blob_header *h;
    cpu_device d;
    pk_artifact a;
    pk_error err;

    cpu_open(&d, 1);
    a = emit(&d);
    h = a.bytes;
    replace(&a, "fmod", "exec");
    ck_assert_int_eq(try_load(&d, a.bytes, a.size, &err), PK_COMPILE);
    ck_assert_str_eq(err.message,
                     "native code imports \"exec\", which it may not");
    replace(&a, "exec", "fmod");
    h->target++;
    repair(a.bytes, a.size);
    ck_assert_int_eq(try_load(&d, a.bytes, a.size, &err), PK_COMPILE);
    ck_assert_str_eq(err.message, "native code was made for another processor");
    h->target--;
    h->machine = 2;
    repair(a.bytes, a.size);
    ck_assert_int_eq(try_load(&d, a.bytes, a.size, &err), PK_COMPILE);
    ck_assert_str_eq(err.message, "native code of version 10 for machine 2 is "
                                  "not for this plugin");
    d.plugin->artifact_free(&d.host, &a);
    cpu_close(&d);
}
END_TEST

/* ---- without LLVM ---- */

/* Compiles in a child, which has LLVM in its memory, and hands the blob over.
 */
static size_t compile_in_child(char *blob, size_t size) {
    int ends[2];
    size_t length = 0;
    ssize_t n;
    pid_t child;

    ck_assert_int_eq(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        cpu_device d;
        pk_artifact a;
        cpu_open(&d, 1);
        a = emit(&d);
        _exit(write(ends[1], a.bytes, a.size) != (ssize_t)a.size);
    }
    close(ends[1]);
    while ((n = read(ends[0], blob + length, size - length)) > 0)
        length += (size_t)n;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return length;
}

static int maps_name(const char *name) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int found = 0;

    while (maps && fgets(line, sizeof line, maps))
        found |= strstr(line, name) != NULL;
    if (maps)
        fclose(maps);
    return found;
}

START_TEST(a_process_that_runs_compiled_code_does_not_map_llvm)
{
    static char blob[1 << 20];
    pk_artifact a = {.struct_size = sizeof a, .bytes = blob};
    double cells[3] = {7.5, -1.0, 10.0};
    struct {
        double *x, y;
    } params = {cells, 4.0};
    cpu_device d;
    pk_mod *mod;

    a.size = compile_in_child(blob, sizeof blob);
    cpu_open(&d, 1);
    mod = cpu_load(&d, &a);
    cpu_run(&d, mod, "mod", (uint32_t[]){3, 1, 1}, (uint32_t[]){1, 1, 1}, 0,
            &params, sizeof params);
    ck_assert(cells[0] == 4.0 && cells[1] == 3.25 && cells[2] == 2.125);
    ck_assert_int_eq(maps_name("portkern-cpu.so"), 1);
    ck_assert_int_eq(maps_name("LLVM"), 0);
    ck_assert_int_eq(maps_name("portkern-cpu-llvm.so"), 0);
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST

/* ---- the compiler ---- */

START_TEST(what_was_emitted_comes_back_from_the_module)
{
    cpu_device d;
    pk_artifact a, again = {0};
    pk_mod *mod;
    pk_fun *fun;
    pk_error err;

    cpu_open(&d, 1);
    a = emit(&d);
    mod = cpu_load(&d, &a);
    ck_assert_int_eq(d.plugin->module_binary(mod, &again, &err), PK_OK);
    ck_assert_uint_eq(again.size, a.size);
    ck_assert_int_eq(memcmp(again.bytes, a.bytes, a.size), 0);
    ck_assert_int_eq(d.plugin->function(mod, "other", &fun, &err), PK_OK);
    ck_assert_int_eq(d.plugin->function(mod, "absent", &fun, &err), PK_NAME);
    d.plugin->module_free(mod);
    d.plugin->artifact_free(&d.host, &a);
    d.plugin->artifact_free(&d.host, &again);
    cpu_close(&d);
}
END_TEST

#if defined(__x86_64__)
#define LOWEST "x86-64"
#else
#define LOWEST "aarch64"
#endif

START_TEST(code_for_other_processors_can_be_read)
{
    static const struct {
        const char *name, *words;
    } targets[] = {
        {"znver3", "vmulsd"}, {"x86-64", "mulsd"}, {"neoverse-n1", "fmul"}};
    static const char *const kernel =
        "pkir 1\nkernel @k(%x: ptr<global, f64> data 0) form block {\n"
        "%1: f64 = load %x\n%2: f64 = mul %1, %1\nstore %x, %2\n}\n";
    pk_emit_options options = {
        .struct_size = sizeof options, .check = 1, .stage = "asm"};
    pk_error err = {0};
    cpu_device d;

    cpu_open(&d, 1);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        pk_artifact a = {0}, blob = {0};
        pk_caps caps;
        ck_assert_int_eq(
            d.plugin->target_caps(&d.host, targets[i].name, &caps, &err),
            PK_OK);
        options.stage = "asm";
        ck_assert_msg(d.plugin->emit(&d.host, &caps, kernel, strlen(kernel),
                                     &options, &a, &err) == PK_OK,
                      "%s", err.message);
        ck_assert_uint_eq(a.is_text, 1);
        ck_assert(memmem(a.bytes, a.size, targets[i].words,
                         strlen(targets[i].words)) != NULL);
        options.stage = NULL;
        ck_assert_msg(d.plugin->emit(&d.host, &caps, text, strlen(text),
                                     &options, &blob, &err) == PK_OK,
                      "%s: %s", targets[i].name, err.message);
        /* All of this machine's kind run the lowest level. */
        ck_assert_int_eq(try_load(&d, blob.bytes, blob.size, &err),
                         strcmp(targets[i].name, LOWEST) ? PK_COMPILE : PK_OK);
        d.plugin->artifact_free(&d.host, &a);
        d.plugin->artifact_free(&d.host, &blob);
    }
    cpu_close(&d);
}
END_TEST

/* Whether the device of `d` opens as `target`; if so it is left in `as`. */
static pk_status open_as(cpu_device *d, const char *target, cpu_device *as,
                         pk_error *err) {
    pk_status status;
    pk_dev *dev;

    setenv("PORTKERN_CPU_TARGET", target, 1);
    status = d->plugin->device_open(&d->host, 0, &dev, err);
    if (status == PK_OK) {
        d->plugin->device_close(dev);
        cpu_open(as, 1);
    }
    unsetenv("PORTKERN_CPU_TARGET");
    return status;
}

START_TEST(words_about_code_are_those_that_there_are)
{
    pk_error err = {0};
    cpu_device d;
    pk_dev *dev;

    cpu_open(&d, 1);
    setenv("PORTKERN_CPU_CODE", "vectors,rows9", 1);
    ck_assert_int_eq(d.plugin->device_open(&d.host, 0, &dev, &err),
                     PK_ENVIRONMENT);
    ck_assert_str_eq(
        err.message,
        "PORTKERN_CPU_CODE: 'rows9' is none of plain, vectors, "
        "vectors4, vectors8, vectors16, vectors32, vectors64, scalar, "
        "rows1, rows2, rows3, rows4, rows5, rows6, rows7, rows8, "
        "slices1, slices3, blocks, reversed, shuffled, streams, "
        "caches");
    setenv("PORTKERN_CPU_CODE", "vectors32,rows3,blocks,shuffled", 1);
    ck_assert_int_eq(d.plugin->device_open(&d.host, 0, &dev, &err), PK_OK);
    d.plugin->device_close(dev);
    unsetenv("PORTKERN_CPU_CODE");
    cpu_close(&d);
}
END_TEST

START_TEST(a_device_stands_in_for_another_that_it_can_run)
{
    static const char *const targets[] = {"x86-64", "x86-64-v2", "x86-64-v3",
                                          "x86-64-v4"};
    uint32_t taken = 0;
    pk_error err = {0};
    cpu_device d, as, low;
    pk_artifact before;

    cpu_open(&d, 1);
    before = emit(&d);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        pk_artifact a;
        if (open_as(&d, targets[i], &as, &err) != PK_OK) {
            ck_assert(strstr(err.message, "cannot run") != NULL);
            continue;
        }
        ck_assert_str_eq(as.caps.name, targets[i]);
        a = emit(&as);
        ck_assert_int_eq(try_load(&as, a.bytes, a.size, &err), PK_OK);
        /* Not the native one, but that of the level below. */
        ck_assert_int_eq(try_load(&as, before.bytes, before.size, &err),
                         taken ? PK_OK : PK_COMPILE);
        if (taken++) {
            ck_assert_int_eq(open_as(&d, targets[0], &low, &err), PK_OK);
            ck_assert_int_eq(try_load(&low, a.bytes, a.size, &err), PK_COMPILE);
            cpu_close(&low);
        }
        d.plugin->artifact_free(&d.host, &before);
        before = a;
        cpu_close(&as);
    }
#if defined(__x86_64__)
    ck_assert_uint_ge(taken, 1);
#else
    ck_assert_uint_eq(taken, 0);
#endif
    d.plugin->artifact_free(&d.host, &before);
    cpu_close(&d);
}
END_TEST

START_TEST(a_device_is_no_processor_whose_code_it_may_not_run)
{
    static const char *const targets[] = {"znver5", "neoverse-n1", "x86-64-v9",
                                          "avx2"};
    cpu_device d, as;

    cpu_open(&d, 1);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        pk_error err = {0};
        ck_assert_int_eq(open_as(&d, targets[i], &as, &err), PK_NO_DEVICE);
        ck_assert_msg(strstr(err.message, targets[i]) != NULL, "%s",
                      err.message);
    }
    cpu_close(&d);
}
END_TEST

START_TEST(what_cannot_be_compiled_is_refused)
{
    static const char *const threads =
        "pkir 1\nkernel @k(%x: ptr<global, f64> data 0) {\nbarrier\n}\n";
    pk_emit_options options = {.struct_size = sizeof options, .stage = "ptx"};
    pk_artifact a = {0};
    pk_caps caps;
    pk_error err;
    cpu_device d;

    cpu_open(&d, 1);
    ck_assert_int_eq(d.plugin->emit(&d.host, &d.caps, text, strlen(text),
                                    &options, &a, &err),
                     PK_UNSUPPORTED);
    ck_assert_str_eq(err.message, "the cpu backend has no stage \"ptx\"");
    options.stage = "llvm";
    ck_assert_int_eq(d.plugin->emit(&d.host, &d.caps, threads, strlen(threads),
                                    &options, &a, &err),
                     PK_UNSUPPORTED);
    ck_assert_str_eq(err.message, "kernel k is not in block form");
    ck_assert_int_eq(
        d.plugin->emit(&d.host, &d.caps, "x", 1, &options, &a, &err),
        PK_VERIFY);
    ck_assert_int_eq(d.plugin->target_caps(&d.host, "z80", &caps, &err),
                     PK_NO_DEVICE);
    cpu_close(&d);
}
END_TEST

static void run_other(cpu_device *d, pk_mod *mod, double *x) {
    const uint32_t one[3] = {1, 1, 1};

    cpu_run(d, mod, "other", one, one, 0, &x, sizeof x);
}

static pk_artifact emit_quickly(cpu_device *d, const char *ir, bool quick) {
    const pk_emit_options options = {.struct_size = sizeof options,
                                     .quick = quick};
    pk_artifact a = {0};
    pk_error err;

    ck_assert_int_eq(
        d->plugin->emit(&d->host, &d->caps, ir, strlen(ir), &options, &a, &err),
        PK_OK);
    return a;
}

START_TEST(better_code_replaces_what_was_made_quickly)
{
    static const char one_kernel[] =
        "pkir 1\nkernel @other(%x: ptr<global, f64> data 0) form block {\n"
        "    store %x, 2.0:f64\n}\n";
    const pk_improve_ext *ext;
    pk_artifact quick, full, other;
    pk_error err;
    pk_mod *mod;
    cpu_device d;
    double x = 0;

    cpu_open(&d, 1);
    ext = d.plugin->extension(d.dev, "improve", 1);
    quick = emit_quickly(&d, text, true);
    full = emit_quickly(&d, text, false);
    other = emit_quickly(&d, one_kernel, false);
    ck_assert(quick.quick && !full.quick);
    mod = cpu_load(&d, &quick);
    ck_assert_int_eq(ext->improve(mod, &other, &err), PK_BAD_ARG);
    ck_assert_str_eq(err.message, "the code is not of the module's functions");
    ((char *)full.bytes)[full.size / 2] ^= 1;
    ck_assert_int_eq(ext->improve(mod, &full, &err), PK_COMPILE);
    ((char *)full.bytes)[full.size / 2] ^= 1;
    run_other(&d, mod, &x);
    ck_assert_double_eq(x, 1);
    ck_assert_int_eq(ext->improve(mod, &full, &err), PK_OK);
    x = 0;
    run_other(&d, mod, &x);
    ck_assert_double_eq(x, 1);
    ck_assert_int_eq(ext->improve(mod, &full, &err), PK_BAD_ARG);
    ck_assert_str_eq(err.message, "the module has better code already");
    d.plugin->module_free(mod);
    d.plugin->artifact_free(&d.host, &quick);
    d.plugin->artifact_free(&d.host, &full);
    d.plugin->artifact_free(&d.host, &other);
    cpu_close(&d);
}
END_TEST

/* A fused product and sum is other code where LLVM optimises. */
START_TEST(what_may_compute_one_thing_or_another_is_not_made_quickly)
{
    static const char contracts[] =
        "pkir 1\nkernel @k(%x: ptr<global, f64> data 0) form block {\n"
        "    %1: f64 = load %x\n    %2: f64 = mul.contract %1, %1\n"
        "    %3: f64 = add.contract %2, %1\n    store %x, %3\n}\n";
    pk_artifact a;
    cpu_device d;

    cpu_open(&d, 1);
    a = emit_quickly(&d, contracts, true);
    ck_assert(!a.quick);
    d.plugin->artifact_free(&d.host, &a);
    cpu_close(&d);
}
END_TEST

TESTS("cpu loader", no_truncated_blob_is_loaded,
      no_blob_with_a_changed_byte_is_loaded,
      a_blob_with_a_right_checksum_is_still_checked,
      a_blob_says_why_it_is_not_loaded,
      a_process_that_runs_compiled_code_does_not_map_llvm,
      what_was_emitted_comes_back_from_the_module,
      code_for_other_processors_can_be_read,
      a_device_stands_in_for_another_that_it_can_run,
      words_about_code_are_those_that_there_are,
      a_device_is_no_processor_whose_code_it_may_not_run,
      what_cannot_be_compiled_is_refused,
      better_code_replaces_what_was_made_quickly,
      what_may_compute_one_thing_or_another_is_not_made_quickly)
