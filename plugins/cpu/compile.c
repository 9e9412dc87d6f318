/* SPDX-License-Identifier: Apache-2.0 */
/* IR text to artifact: prints LLVM's text here, has it compiled by
 * portkern-cpu-llvm.so, which lies beside this plugin and is opened for the
 * first time now, and makes a blob of the object. */
#include "plugins/cpu/cpu.h"

#include "backends/native/blob/blob.h"
#include "backends/native/llvm/llvm.h"
#include "base/error.h"
#include "base/os/elf_file.h"
#include "base/os/lock.h"
#include "base/os/own_file.h"
#include "base/try.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- artifacts ---- */

pk_status pk_cpu_artifact_text(const pk_host *host, const char *format,
                               const void *bytes, size_t size, pk_artifact *out,
                               pk_error *err) {
    PK_TRY(pk_cpu_artifact_copy(host, bytes, size, out, err));
    snprintf(out->format, sizeof out->format, "%s", format);
    out->is_text = 1;
    return PK_OK;
}

/* ---- the compiler ---- */

/* LLVM has locks and half-made tables of its own, which a fork copies as they
 * are: when a thread was in it, the child cannot use it. */
static pk_lock llvm_lock = PK_LOCK_INIT;
static pk_native_compile_fn llvm_compile;
static unsigned llvm_users, llvm_process;
static bool llvm_lost;

/* The path of this plugin with its file's name replaced. */
static pk_status llvm_path(char *out, size_t size, pk_error *err) {
    static const char file[] = "portkern-cpu-llvm.so";
    const char *own = pk_own_file(), *slash;
    size_t folder;

    if (!own)
        return pk_fail(err, PK_INTERNAL,
                       "the cpu plugin does not find its own file");
    slash = strrchr(own, '/');
    folder = slash ? (size_t)(slash + 1 - own) : 0;
    if (folder + sizeof file > size)
        return pk_fail(err, PK_LIMIT, "the path of the cpu plugin is too long");
    memcpy(out, own, folder);
    memcpy(out + folder, file, sizeof file);
    return PK_OK;
}

/* LLVM allocates while it is opened, and ends the process where it cannot. */
static pk_status ask_for_room(pk_error *err) {
    const size_t size = 256 << 20; /* its file, and what it begins with */
    void *room = mmap(NULL, size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (room == MAP_FAILED)
        return pk_fail(err, PK_NO_MEMORY,
                       "opening the compiler needs 256 MiB of address "
                       "space\nraise the limit (ulimit -v)");
    munmap(room, size);
    return PK_OK;
}

static pk_status open_llvm(pk_native_compile_fn *out, pk_error *err) {
    char path[4096], why[200];
    void *module;

    PK_TRY(llvm_path(path, sizeof path, err));
    PK_TRY(ask_for_room(err));
    if (!pk_elf_check_path(path, why, sizeof why))
        return pk_fail(err, PK_NO_DRIVER, "cannot open the compiler: %s: %s",
                       path, why);
    PK_TRY(pk_loader_check(err));
    module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!module)
        return pk_fail(err, PK_NO_DRIVER, "cannot open the compiler: %s",
                       dlerror());
    *(void **)out = dlsym(module, "pk_native_compile");
    if (!*out)
        return pk_fail(err, PK_NO_DRIVER, "%s is not portkern's compiler",
                       path);
    return PK_OK;
}

static pk_status fail_forked(pk_error *err) {
    return pk_fail_forked(err, "the compiler",
                          "compile before fork() or when no other thread does");
}

static void note_fork(void) {
    unsigned process = pk_process_number();

    if (llvm_process == process)
        return;
    llvm_lost |= llvm_users > 0;
    llvm_users = 0;
    llvm_process = process;
}

/* leave_llvm must follow when it goes well. */
static pk_status enter_llvm(pk_native_compile_fn *out, pk_error *err) {
    pk_status status = PK_OK;

    if (!pk_lock_enter(&llvm_lock))
        return fail_forked(err);
    note_fork();
    if (llvm_lost)
        status = fail_forked(err);
    else if (!llvm_compile)
        status = open_llvm(&llvm_compile, err);
    llvm_users += status == PK_OK;
    *out = llvm_compile;
    pk_lock_leave(&llvm_lock);
    return status;
}

static void leave_llvm(void) {
    if (!pk_lock_enter(&llvm_lock))
        return;
    llvm_users--;
    pk_lock_leave(&llvm_lock);
}

/* ---- emit ---- */

typedef struct emission {
    const pk_host *host;
    const pk_caps *target;
    const pk_emit_options *options;
    pk_artifact *out;
    pk_error *err;
    bool quick; /* optimise nothing */
} emission;

static bool stage_is(const emission *e, const char *stage) {
    return e->options && e->options->stage && !strcmp(e->options->stage, stage);
}

/* Some of LLVM's passes take the square of a function's size (loop strength
 * reduction for a chain of conditions, joining registers for one of branches):
 * above this, some 3 500 conditions in a row, none of them run. */
enum { MOST_TEXT = 384 << 10, MOST_SLICE = 16, SLICED_ROWS = 4 };

static void note_fast(pk_inst *inst, void *fast) {
    *(bool *)fast |= (inst->flags & PK_INST_fast) != 0;
}

/* Whether the code is to be made quickly. What may compute one thing or another
 * (fastmath) does so by LLVM's passes, and is the same code always. */
static bool is_quick(const emission *e, const pk_ir *ir) {
    bool fast = false;

    if (!e->options || e->options->struct_size < sizeof *e->options ||
        !e->options->quick)
        return false;
    for (const pk_func *fn = ir->funcs; fn && !fast; fn = fn->next)
        pk_region_visit(fn->body, note_fast, &fast);
    return !fast;
}

static pk_status compile_text(const emission *e, const pk_ir *ir,
                              const pk_text *text, pk_native_job *job) {
    unsigned long none;
    bool plain = pk_cpu_code_has(e->host, "plain", &none) || e->quick ||
                 text->length > MOST_TEXT;
    pk_native_compile_fn compile = NULL;
    pk_status status;

    *job = (pk_native_job){
        .struct_size = sizeof *job,
        .assembly = stage_is(e, "asm"),
        .check = e->options && e->options->check,
        .allocator = e->host->allocator,
        .text = text->data,
        .length = text->length,
        .passes = plain ? pk_native_plain_passes : pk_native_passes(ir),
        .vector_passes = plain ? NULL : pk_native_vector_passes(ir),
        .plain = plain,
        .mark = stage_is(e, "vectors") ? PK_NATIVE_MARK : NULL};
    pk_cpu_llvm_names(e->target, &job->cpu, &job->triple);
    PK_TRY(enter_llvm(&compile, e->err));
    status = compile(job, e->err);
    leave_llvm();
    return status;
}

static pk_status finish(const emission *e, const pk_ir *ir,
                        const pk_native_job *job) {
    pk_text blob;
    pk_status status;

    if (job->assembly)
        return pk_cpu_artifact_text(e->host, "asm", job->bytes, job->size,
                                    e->out, e->err);
    pk_text_init(&blob, e->host->allocator);
    status = pk_native_pack(job->bytes, job->size, ir, e->target->cache_id,
                            &blob, e->err);
    if (status == PK_OK)
        status = pk_cpu_artifact_copy(e->host, blob.data, blob.length, e->out,
                                      e->err);
    pk_text_finish(&blob);
    return status;
}

static pk_status emit_text(const emission *e, const pk_ir *ir,
                           const pk_text *text) {
    const pk_allocator *a = e->host->allocator;
    pk_native_job job = {.bytes = NULL};
    pk_status status;

    if (stage_is(e, "llvm"))
        return pk_cpu_artifact_text(e->host, "llvm", text->data, text->length,
                                    e->out, e->err);
    status = compile_text(e, ir, text, &job);
    if (status == PK_OK)
        status = job.mark ? pk_cpu_describe_vectors(e->host, text, &job, e->out,
                                                    e->err)
                          : finish(e, ir, &job);
    if (job.bytes)
        a->release(a->self, job.bytes, job.size ? job.size : 1);
    return status;
}

/* PORTKERN_CPU_CODE=vectors, or vectors32 with so many lanes, or rows4 with so
 * many rows, or slices3 with slices of 1 << 3 turns, of four rows if no number
 * of rows is there; scalar: no lanes at all. */
static pk_native_options code_options(const pk_host *host,
                                      const pk_caps *target,
                                      const pk_emit_options *options) {
    unsigned long width = 0, rows = 0, slice = 0, none;
    const bool slices = pk_cpu_code_has(host, "slices", &slice);
    const bool vectors = pk_cpu_code_has(host, "vectors", &width);
    const bool together = pk_cpu_code_has(host, "rows", &rows);
    const bool scalar = pk_cpu_code_has(host, "scalar", &none);
    const bool streams = pk_cpu_code_has(host, "streams", &none);

    if (width % PK_NATIVE_LEAST_LANES || width > PK_NATIVE_MOST_LANES)
        width = 0;
    if (rows > PK_NATIVE_MOST_ROWS)
        rows = 0;
    if (slice > MOST_SLICE)
        slice = 0;
    if (slices && !rows)
        rows = SLICED_ROWS;
    return (pk_native_options){.lanes = scalar ? PK_NATIVE_LANES_nowhere
                                        : slices || vectors || together
                                            ? PK_NATIVE_LANES_wherever
                                            : PK_NATIVE_LANES_where_it_pays,
                               .width = (uint32_t)width,
                               .rows = (uint32_t)rows,
                               .vectors = pk_cpu_vectors(target),
                               .streams = streams,
                               .strips = options && options->stoppable,
                               .notes = options && options->stage &&
                                        !strcmp(options->stage, "vectors"),
                               .slice_bits = (uint32_t)slice};
}

/* Prints the module; without rows that run together where they make it too long
 * for LLVM's passes. */
static pk_status print(const emission *e, pk_native_options how, const char *ir,
                       size_t length, pk_arena *arena, pk_ir **module,
                       pk_text *text) {
    PK_TRY(pk_ir_parse(arena, ir, length, module, e->err));
    PK_TRY(pk_native_emit(*module, &how, text, e->err));
    if (text->length <= MOST_TEXT || how.rows == 1)
        return PK_OK;
    how.rows = 1;
    pk_text_finish(text);
    pk_text_init(text, e->host->allocator);
    PK_TRY(pk_ir_parse(arena, ir, length, module, e->err));
    return pk_native_emit(*module, &how, text, e->err);
}

pk_status pk_cpu_emit(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err) {
    const pk_native_options how = code_options(host, target, options);
    emission e = {host, target, options, out, err, false};
    pk_arena arena;
    pk_text text;
    pk_ir *module;
    pk_status status;

    if (options && options->stage && !stage_is(&e, "llvm") &&
        !stage_is(&e, "asm") && !stage_is(&e, "vectors"))
        return pk_fail(err, PK_UNSUPPORTED,
                       "the cpu backend has no stage \"%.40s\"",
                       options->stage);
    pk_arena_init(&arena, host->allocator);
    pk_text_init(&text, host->allocator);
    status = print(&e, how, ir, length, &arena, &module, &text);
    if (status == PK_OK) {
        e.quick = is_quick(&e, module) && text.length <= MOST_TEXT;
        status = emit_text(&e, module, &text);
        if (status == PK_OK)
            out->quick = e.quick;
    }
    pk_text_finish(&text);
    pk_arena_finish(&arena);
    return status;
}
