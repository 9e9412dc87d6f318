/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and kernels. What only the source tells, the compiler is asked. */
#include "runtime/kernel/module.h"
#include "base/try.h"

#include "base/os/read_file.h"
#include "base/os/thread.h"
#include "base/source_max.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/args.h"
#include "runtime/kernel/compiler.h"
#include "runtime/services/public_struct.h"
#include "signature/classes.h"

#include <stdio.h>

static void destroy_module(pk_object *object) {
    pk_module *mod = (pk_module *)object;

    for (uint32_t i = 0; mod->variants && i < mod->function_count; i++)
        pk_variants_finish(&mod->variants[i]);
    pk_heap_free(&object->ctx->allocator, mod->variants,
                 mod->function_count * sizeof *mod->variants);
    if (mod->program)
        pk_parts.compiler->close(mod->program);
    pk_bundle_close(mod->bundle);
    pk_arena_finish(&mod->arena);
}

/* ---- making a module ---- */

static pk_status make_defaults(pk_module *mod, pk_error *err) {
    mod->defaults = pk_arena_array(&mod->arena, mod->function_count + 1u,
                                   sizeof *mod->defaults);
    if (mod->arena.failed)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < mod->function_count; i++)
        mod->defaults[i] = pk_args_defaults(mod->functions[i], &mod->arena);
    return mod->arena.failed ? pk_fail_no_memory(err) : PK_OK;
}

static pk_status make_variants(pk_module *mod, pk_error *err) {
    const uint32_t count = mod->function_count;

    if (!count)
        return PK_OK;
    mod->variants =
        pk_heap_new(&mod->base.ctx->allocator, count * sizeof *mod->variants);
    if (!mod->variants)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < count; i++)
        pk_variants_init(&mod->variants[i], mod, mod->functions[i]);
    return PK_OK;
}

static pk_status open_source(pk_module *mod, const void *source,
                             pk_error *err) {
    if (pk_parts.compiler)
        return pk_parts.compiler->open(mod, source, err);
    return pk_fail(err, PK_UNSUPPORTED,
                   "this library has no compiler: link libportkern, or open a "
                   "bundle of kernels that are compiled");
}

static pk_status open_bundle(pk_module *mod, const void *place, pk_error *err) {
    const char *path = ((const pk_bundle_place *)place)->path;
    pk_outline outline;
    const void *bytes;
    size_t size;

    PK_TRY(pk_bundle_open(&mod->base.ctx->allocator, place, &mod->bundle, err));
    bytes = pk_bundle_outline(mod->bundle, &size);
    if (!pk_outline_read(bytes, size, &mod->arena, &outline))
        return mod->arena.failed
                   ? pk_fail_no_memory(err)
                   : pk_fail(err, PK_BAD_ARG, "%s is damaged", path);
    mod->maker = outline.maker;
    mod->digest = outline.digest;
    mod->functions = outline.functions;
    mod->function_count = outline.function_count;
    mod->exports = outline.exports;
    mod->export_count = outline.export_count;
    return PK_OK;
}

static _Atomic(uint64_t) last_number;

/* A module that `open` fills in. */
static pk_status make_module(pk_context *ctx,
                             pk_status (*open)(pk_module *mod, const void *from,
                                               pk_error *err),
                             const void *from, pk_module **out, pk_error *err) {
    pk_module *mod =
        pk_object_create(ctx, PK_OBJECT_module, sizeof *mod, destroy_module);
    pk_status status;

    if (!mod)
        return pk_fail_no_memory(err);
    pk_arena_init(&mod->arena, &ctx->allocator);
    mod->number = atomic_fetch_add(&last_number, 1) + 1;
    status = open(mod, from, err);
    if (status == PK_OK)
        status = make_defaults(mod, err);
    if (status == PK_OK)
        status = make_variants(mod, err);
    if (status == PK_OK)
        *out = mod;
    else
        pk_object_release(&mod->base);
    return status;
}

enum { FILES_MAX = 4096 };
enum { FIRST_LINE_MAX = 1 << 30 }; /* numbers of lines stay 32 bits */

static pk_status check_globals(const pk_module_request *r, pk_error *err) {
    if (r->global_count && !r->globals)
        return pk_fail(err, PK_BAD_ARG, "globals is NULL");
    if (r->global_count > 65536)
        return pk_fail(err, PK_LIMIT, "%zu globals, the most is 65536",
                       r->global_count);
    return PK_OK;
}

/* The names are of several files, which must be told apart. */
static pk_status check_name(const pk_module_request *r, size_t i,
                            pk_error *err) {
    const char *name = r->files[i].name;

    if (!name || !*name)
        return pk_fail(err, PK_BAD_ARG, "file %zu has no name", i);
    for (size_t k = 0; k < i; k++)
        if (strcmp(r->files[k].name, name) == 0)
            return pk_fail(err, PK_BAD_ARG, "two files are called '%s'", name);
    return PK_OK;
}

static pk_status check_files(const pk_module_request *r, pk_error *err) {
    if (!r->file_count || !r->files)
        return pk_fail(err, PK_BAD_ARG,
                       r->file_count ? "files is NULL"
                                     : "the module has no file");
    if (r->file_count > FILES_MAX)
        return pk_fail(err, PK_LIMIT, "%zu files, the most is %d",
                       r->file_count, FILES_MAX);
    for (size_t i = 0; i < r->file_count; i++) {
        const char *text = r->files[i].text;
        if (!text)
            return pk_fail(err, PK_BAD_ARG, "text is NULL");
        if (r->file_count > 1)
            PK_TRY(check_name(r, i, err));
        if (strlen(text) > PK_SOURCE_MAX)
            return pk_fail(err, PK_LIMIT,
                           "the source has %zu bytes, the most is %d",
                           strlen(text), PK_SOURCE_MAX);
    }
    return PK_OK;
}

static pk_status create(pk_context *ctx, const pk_module_request *given,
                        pk_module **out, pk_error *err) {
    pk_module_request r;
    pk_module_source s;

    PK_TRY(pk_context_check(ctx, err));
    if (!given || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       given ? "out" : "request");
    PK_TRY(pk_options_read(&pk_module_request_layout, given, &r, err));
    PK_TRY(check_files(&r, err));
    PK_TRY(check_globals(&r, err));
    if (r.first_line > FIRST_LINE_MAX)
        return pk_fail(err, PK_LIMIT, "first_line is %u, the most is %d",
                       r.first_line, FIRST_LINE_MAX);
    s = (pk_module_source){.text = r.files->text,
                           .name = r.files->name,
                           .length = strlen(r.files->text),
                           .first_line = r.first_line,
                           .globals = r.globals,
                           .global_count = r.global_count,
                           .files = r.files + 1,
                           .file_count = r.file_count - 1,
                           .import_path = r.import_path};
    return make_module(ctx, open_source, &s, out, err);
}

pk_status pk_module_create(pk_context *ctx, const pk_module_request *request,
                           pk_module **out, pk_error *err) {
    return pk_diagnostics_settle(ctx, create(ctx, request, out, err));
}

pk_status pk_module_from_source(pk_context *ctx, const char *text,
                                const char *name, uint32_t first_line,
                                const pk_global *globals, size_t global_count,
                                pk_module **out, pk_error *err) {
    const pk_source_file file = {name, text};

    return pk_module_create(ctx,
                            &PK_INIT(pk_module_request,
                                     .first_line = first_line, .files = &file,
                                     .file_count = 1, .globals = globals,
                                     .global_count = global_count),
                            out, err);
}

static pk_status from_file(pk_context *ctx, const char *path, pk_module **out,
                           pk_error *err) {
    pk_module_source s = {.name = path};
    pk_text text;
    pk_status status;

    PK_TRY(pk_context_check(ctx, err));
    if (!path || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", path ? "out" : "path");
    pk_text_init(&text, &ctx->allocator);
    status = pk_read_file(path, PK_SOURCE_MAX, &text, err);
    if (status == PK_OK) {
        s.text = pk_text_string(&text);
        s.length = text.length;
        status = make_module(ctx, open_source, &s, out, err);
    }
    pk_text_finish(&text);
    return status;
}

pk_status pk_module_from_file(pk_context *ctx, const char *path,
                              pk_module **out, pk_error *err) {
    return pk_diagnostics_settle(ctx, from_file(ctx, path, out, err));
}

typedef struct opening {
    pk_context *ctx;
    pk_bundle_place place;
    pk_module **out;
} opening;

/* The file is read on a thread of the library's own. */
static pk_status make_from_bundle(void *arg, pk_error *err) {
    const opening *o = arg;

    return make_module(o->ctx, open_bundle, &o->place, o->out, err);
}

static pk_status from_bundle(pk_context *ctx, const char *path, pk_module **out,
                             pk_error *err) {
    opening o = {ctx, {.path = path}, out};

    PK_TRY(pk_context_check(ctx, err));
    if (!path || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", path ? "out" : "path");
    return pk_thread_run(make_from_bundle, &o, err);
}

static pk_status from_bytes(pk_context *ctx, const void *bytes, size_t size,
                            pk_module **out, pk_error *err) {
    const pk_bundle_place place = {"the memory", bytes, size};

    PK_TRY(pk_context_check(ctx, err));
    if (!bytes || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", bytes ? "out" : "bytes");
    return make_module(ctx, open_bundle, &place, out, err);
}

pk_status pk_module_from_bundle_bytes(pk_context *ctx, const void *bytes,
                                      size_t size, pk_module **out,
                                      pk_error *err) {
    return pk_diagnostics_settle(ctx, from_bytes(ctx, bytes, size, out, err));
}

pk_status pk_module_from_bundle(pk_context *ctx, const char *path,
                                pk_module **out, pk_error *err) {
    return pk_diagnostics_settle(ctx, from_bundle(ctx, path, out, err));
}

pk_module *pk_module_retain(pk_module *mod) {
    if (!pk_object_is(mod, PK_OBJECT_module))
        return NULL;
    pk_object_retain(&mod->base);
    return mod;
}

void pk_module_release(pk_module *mod) {
    if (pk_object_is(mod, PK_OBJECT_module))
        pk_object_release(&mod->base);
}

/* Without a compiler the source is not at hand. */
static void explain(pk_module *mod, const pk_error *why, pk_text *out) {
    if (pk_parts.compiler)
        pk_parts.compiler->explain(mod, why, out);
    else if (why->line)
        pk_text_printf(out, "%s:%u:%u: %s\n", why->file, why->line, why->col,
                       why->message);
    else
        pk_text_printf(out, "%s\n", why->message);
}

size_t pk_module_explain(const pk_module *mod, const pk_error *err, char *out,
                         size_t size) {
    bool known = pk_object_is(mod, PK_OBJECT_module);
    const pk_allocator *allocator =
        known ? &mod->base.ctx->allocator : &pk_heap;
    pk_text text;
    size_t length;

    pk_text_init(&text, allocator);
    if (err)
        explain(known ? (pk_module *)mod : NULL, err, &text);
    length = text.length;
    if (out && size)
        snprintf(out, size, "%s", pk_text_string(&text));
    pk_text_finish(&text);
    return length;
}

/* ---- functions ---- */

const char *pk_function_kind_name(pk_function_kind kind) {
    switch (kind) {
    case PK_FUNCTION_kernel: return "kernel";
    case PK_FUNCTION_device: return "device";
    case PK_FUNCTION_host: return "host";
    case PK_FUNCTION_ufunc: return "ufunc";
    case PK_FUNCTION_gufunc: return "gufunc";
    case PK_FUNCTION_stencil: return "stencil";
    case PK_FUNCTION_plain: return "plain";
    }
    return "?";
}

static pk_function_desc describe(const pk_function_info *info) {
    return PK_INIT(pk_function_desc, .kind = info->kind, .name = info->name,
                   .line = info->line, .param_count = info->param_count,
                   .param_names = info->param_names,
                   .offloads = info->parallel && !info->stays);
}

size_t pk_module_function_count(const pk_module *mod) {
    return pk_object_is(mod, PK_OBJECT_module) ? mod->function_count : 0;
}

pk_status pk_module_function(const pk_module *mod, size_t i,
                             pk_function_desc *out, pk_error *err) {
    pk_function_desc desc;

    PK_TRY(pk_object_check(mod, PK_OBJECT_module, NULL, "mod", err));
    if (i >= mod->function_count)
        return pk_fail(err, PK_BAD_ARG,
                       "the module has %u functions, none has the number %zu",
                       mod->function_count, i);
    desc = describe(mod->functions[i]);
    return pk_struct_give(&pk_function_desc_layout, &desc, out, err);
}

/* The function's name, of which `name` may be that of an export. */
static const char *name_of(const pk_module *mod, const char *name) {
    for (uint32_t i = 0; i < mod->export_count; i++)
        if (!strcmp(mod->exports[i].name, name))
            return mod->exports[i].function;
    return name;
}

/* The number of the function of that kind that users mean by "step" (the
 * module's own, else the first of a class) or by "Solver.step"; UINT32_MAX when
 * there is none. */
static uint32_t number_of(const pk_module *mod, const char *name,
                          pk_function_kind kind) {
    uint32_t first = UINT32_MAX;

    name = name_of(mod, name);
    for (uint32_t i = mod->function_count; i-- > 0;) {
        const pk_function_info *info = mod->functions[i];
        if (info->kind != kind)
            continue;
        if (strcmp(pk_function_path(info), name) == 0)
            return i;
        if (strcmp(info->name, name) == 0)
            first = i;
    }
    return first;
}

static pk_status fail_name(pk_module *mod, const char *name, pk_error *err) {
    return mod->program
               ? pk_parts.compiler->fail_name(mod, name, true, err)
               : pk_fail(err, PK_NAME, "the module has no kernel '%s'", name);
}

static void destroy_kernel(pk_object *object) {
    pk_module_release(((pk_kernel *)object)->mod);
}

pk_status pk_kernel_find(pk_module *mod, const char *name,
                         pk_function_kind kind, pk_kernel **out,
                         pk_error *err) {
    uint32_t i = number_of(mod, name, kind);
    pk_kernel *kernel;

    if (i == UINT32_MAX && kind == PK_FUNCTION_host)
        i = number_of(mod, name, PK_FUNCTION_ufunc);

    if (i == UINT32_MAX && kind == PK_FUNCTION_kernel)
        return fail_name(mod, name, err);
    if (i == UINT32_MAX)
        return pk_fail(
            err, PK_NAME,
            number_of(mod, name, PK_FUNCTION_gufunc) != UINT32_MAX
                ? "'%s' has @guvectorize, which is for calls from Python: put "
                  "@njit in its place"
            : number_of(mod, name, PK_FUNCTION_kernel) != UINT32_MAX
                ? "'%s' is a kernel: launch it"
                : "the module has no function '%s' with @njit, @jit or "
                  "@vectorize",
            name);
    kernel = pk_object_create(
        mod->base.ctx,
        kind == PK_FUNCTION_kernel ? PK_OBJECT_kernel : PK_OBJECT_host_function,
        sizeof *kernel, destroy_kernel);
    if (!kernel)
        return pk_fail_no_memory(err);
    kernel->mod = pk_module_retain(mod);
    kernel->info = mod->functions[i];
    kernel->defaults = mod->defaults[i];
    kernel->variants = &mod->variants[i];
    *out = kernel;
    return PK_OK;
}

static pk_status find_kernel(pk_module *mod, const char *name, pk_kernel **out,
                             pk_error *err) {
    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!name || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", name ? "out" : "name");
    return pk_kernel_find(mod, name, PK_FUNCTION_kernel, out, err);
}

pk_status pk_module_kernel(pk_module *mod, const char *name, pk_kernel **out,
                           pk_error *err) {
    return pk_diagnostics_settle(mod, find_kernel(mod, name, out, err));
}

/* ---- classes ---- */

/* Only the source has classes. */
static pk_status need_source(const pk_module *mod, pk_error *err) {
    return mod->program ? PK_OK
                        : pk_fail(err, PK_UNSUPPORTED,
                                  "the module is of a bundle, which has no "
                                  "enumerations and named tuples");
}

static pk_status find_member(const pk_kernel *kernel, const char *name,
                             pk_arg *out, pk_error *err) {
    const struct pk_members *members = NULL;
    int64_t number;

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    if (!name || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", name ? "out" : "name");
    PK_TRY(need_source(kernel->mod, err));
    PK_TRY(pk_parts.compiler->find_members(kernel->mod, name, &members, &number,
                                           err));
    memset(out, 0, sizeof *out);
    out->kind = PK_ARG_member;
    out->value.member.members = members;
    out->value.member.number = number;
    return PK_OK;
}

pk_status pk_kernel_member(const pk_kernel *kernel, const char *name,
                           pk_arg *out, pk_error *err) {
    return pk_diagnostics_settle(kernel, find_member(kernel, name, out, err));
}

/* "x, y" */
static const char *list_fields(const pk_fields *fields, char *out,
                               size_t size) {
    size_t at = 0;

    *out = '\0';
    for (uint32_t i = 0; i < fields->count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? ", " : "",
                               fields->names[i]);
    return out;
}

static pk_status make_named(const pk_kernel *kernel, const char *name,
                            const pk_arg *items, size_t count, pk_arg *out,
                            pk_error *err) {
    const pk_fields *fields = NULL;
    char names[200];

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    if (!name || !out || (count && !items))
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       !name  ? "name"
                       : !out ? "out"
                              : "items");
    PK_TRY(need_source(kernel->mod, err));
    PK_TRY(pk_parts.compiler->find_fields(kernel->mod, name, &fields, err));
    if (count != fields->count)
        return pk_fail(err, PK_BAD_ARG, "%s has %u item%s (%s), got %zu%s",
                       name, fields->count, fields->count == 1 ? "" : "s",
                       list_fields(fields, names, sizeof names), count,
                       count < fields->count && count >= fields->required
                           ? ": a launch must pass those with a "
                             "default, too"
                           : "");
    *out = pk_tuple(items, count);
    out->value.tuple.fields = fields;
    return PK_OK;
}

pk_status pk_kernel_named(const pk_kernel *kernel, const char *name,
                          const pk_arg *items, size_t count, pk_arg *out,
                          pk_error *err) {
    return pk_diagnostics_settle(
        kernel, make_named(kernel, name, items, count, out, err));
}

/* ---- kernels ---- */

pk_kernel *pk_kernel_retain(pk_kernel *kernel) {
    if (!pk_object_is(kernel, PK_OBJECT_kernel))
        return NULL;
    pk_object_retain(&kernel->base);
    return kernel;
}

void pk_kernel_release(pk_kernel *kernel) {
    if (pk_object_is(kernel, PK_OBJECT_kernel))
        pk_object_release(&kernel->base);
}

pk_status pk_kernel_write_desc(const pk_kernel *kernel, pk_function_desc *out,
                               pk_error *err) {
    pk_function_desc desc = describe(kernel->info);

    return pk_struct_give(&pk_function_desc_layout, &desc, out, err);
}

pk_status pk_kernel_describe(const pk_kernel *kernel, pk_function_desc *out,
                             pk_error *err) {
    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    return pk_kernel_write_desc(kernel, out, err);
}
