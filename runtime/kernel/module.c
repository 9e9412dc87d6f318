/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and kernels. */
#include "runtime/kernel/module.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "compile/refuse.h"
#include "frontend/types/types.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/args.h"
#include "runtime/memory/array.h"
#include "runtime/memory/runs.h"
#include "runtime/services/public_struct.h"

#include <errno.h>
#include <stdio.h>

static void destroy_module(pk_object *object) {
    pk_module *mod = (pk_module *)object;
    const pk_allocator *allocator = &object->ctx->allocator;

    for (uint32_t i = 0; mod->variants && i < mod->function_count; i++)
        pk_variants_finish(&mod->variants[i]);
    pk_heap_free(allocator, mod->variants,
                 mod->function_count * sizeof *mod->variants);
    pk_guard_finish(&mod->guard); /* the program, too */
    for (size_t i = 0; mod->used && i < mod->used_count; i++)
        pk_module_release(mod->used[i]);
    pk_heap_free(allocator, mod->used, mod->used_count * sizeof *mod->used);
    for (size_t i = 0; i < mod->bound_count; i++)
        pk_buffer_release(mod->bound[i].array.buffer);
    pk_heap_free(allocator, mod->bound, mod->bound_room * sizeof *mod->bound);
}

/* ---- globals ---- */

/* Values of a tuple or array, one after another in the memory of their type. */
typedef struct constant {
    pk_module *mod;
    pk_arena *arena;
    const pk_global *global;
    pk_binding *out;
    pk_error *err;
} constant;

static pk_status fail_global(const constant *c, const char *words) {
    return pk_fail(c->err, PK_BAD_ARG, "global '%s': %s", c->global->name,
                   words);
}

static bool is_real(pk_dtype dtype) {
    return dtype > PK_DTYPE_void && dtype <= PK_DTYPE_f64;
}

/* A real scalar's bits; its type's bytes are the first. */
static uint64_t scalar_bits(const pk_arg *arg) {
    return arg->dtype == PK_DTYPE_bool ? pk_arg_bool(arg) : arg->value.u;
}

static pk_status bind_scalar(const constant *c) {
    uint64_t *value = PK_NEW(c->arena, uint64_t);

    if (!is_real(c->global->value.dtype))
        return fail_global(c, "a scalar must be a bool, integer or real");
    c->out->kind = PK_BIND_scalar;
    c->out->dtype = (pk_type)c->global->value.dtype;
    *value = scalar_bits(&c->global->value);
    c->out->values = value;
    return PK_OK;
}

static pk_status bind_tuple(const constant *c) {
    const pk_arg *items = c->global->value.value.tuple.items;
    const size_t count = c->global->value.value.tuple.count;
    uint64_t *shape = PK_NEW(c->arena, uint64_t);
    size_t size;
    char *values;

    if (!count || !items || !is_real(items[0].dtype))
        return fail_global(c, "a tuple must have scalars");
    size = pk_dtype_size(items[0].dtype);
    values = pk_arena_array(c->arena, count, size);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = scalar_bits(&items[i]);
        if (items[i].kind != PK_ARG_scalar || items[i].dtype != items[0].dtype)
            return fail_global(c, "a tuple's items must be scalars of one "
                                  "dtype");
        memcpy(values + i * size, &bits, size);
    }
    *shape = count;
    c->out->kind = PK_BIND_tuple;
    c->out->dtype = (pk_type)items[0].dtype;
    c->out->ndim = 1;
    c->out->shape = shape;
    c->out->values = values;
    return PK_OK;
}

/* Copies the elements in C order, bools as 0 and 1. */
static void gather(const pk_array *a, int64_t count, char *to) {
    pk_array copy = *a;

    if (!count)
        return;
    copy.host = to;
    pk_array_set_c_order(&copy);
    pk_array_copy_host(&copy, a);
    for (int64_t i = 0; a->dtype == PK_DTYPE_bool && i < count; i++)
        to[i] = to[i] != 0;
}

static pk_status bind_array(const constant *c) {
    const pk_array *a = c->global->value.value.array;
    uint64_t *shape;
    pk_extent extent;
    char *values;

    if (!a)
        return fail_global(c, "the array is NULL");
    PK_TRY(pk_array_measure(a, &extent, c->err));
    if (!is_real(a->dtype))
        return fail_global(c, "an array must be of bools, integers or reals");
    if (extent.count && !a->host)
        return fail_global(c, "the array has no memory");
    shape = pk_arena_array(c->arena, a->ndim, sizeof *shape);
    values =
        pk_arena_array(c->arena, (size_t)extent.count, pk_dtype_size(a->dtype));
    for (uint32_t i = 0; i < a->ndim; i++)
        shape[i] = (uint64_t)a->shape[i];
    gather(a, extent.count, values);
    c->out->kind = PK_BIND_array;
    c->out->dtype = (pk_type)a->dtype;
    c->out->ndim = a->ndim;
    c->out->shape = shape;
    c->out->values = values;
    return PK_OK;
}

static bool is_reference(const pk_global *global) {
    const pk_arg *arg = &global->value;

    return pk_arg_is_array(arg) && arg->value.array && arg->value.array->buffer;
}

static pk_status bind_reference(const constant *c) {
    pk_reference *reference = PK_NEW(c->arena, pk_reference);
    const pk_bound *bound = c->mod->bound;

    while (bound->global != c->global)
        bound++;
    *reference = (pk_reference){
        .name = c->global->name, .type = bound->type, .array = &bound->array};
    c->out->kind = PK_BIND_reference;
    c->out->reference = reference;
    return PK_OK;
}

static pk_status bind_function(const pk_context *ctx, const constant *c) {
    const struct pk_arg_function *f = &c->global->value.value.function;

    PK_TRY(pk_object_check(f->module, PK_OBJECT_module, ctx, c->global->name,
                           c->err));
    if (!f->name || !pk_program_find(f->module->program, f->name))
        return fail_global(c, "its module has no function of that name");
    c->out->kind = PK_BIND_function;
    c->out->program = f->module->program;
    c->out->target = f->name;
    return PK_OK;
}

static pk_status bind(const pk_context *ctx, const constant *c) {
    if (!c->global->name || !*c->global->name)
        return pk_fail(c->err, PK_BAD_ARG, "a global has no name");
    c->out->name = c->global->name;
    if (is_reference(c->global))
        return bind_reference(c);
    switch (c->global->value.kind) {
    case PK_ARG_scalar: return bind_scalar(c);
    case PK_ARG_tuple: return bind_tuple(c);
    case PK_ARG_in:
    case PK_ARG_inout: return bind_array(c);
    case PK_ARG_function: return bind_function(ctx, c);
    default:
        return fail_global(c, "expected a scalar, a tuple, an array passed "
                              "by pk_in, an array in a buffer, or a function");
    }
}

/* ---- making a module ---- */

/* A source to be parsed. */
typedef struct source {
    const char *text, *name;
    size_t length;
    uint32_t first_line;
    const pk_global *globals;
    size_t global_count;
} source;

/* The modules that globals refer to live as long as this one. */
static pk_status keep_used(pk_module *mod, const source *s, pk_error *err) {
    if (!s->global_count)
        return PK_OK;
    mod->used = pk_heap_new(&mod->base.ctx->allocator,
                            s->global_count * sizeof *mod->used);
    if (!mod->used)
        return pk_fail_no_memory(err);
    mod->used_count = s->global_count;
    for (size_t i = 0; i < s->global_count; i++)
        if (s->globals[i].value.kind == PK_ARG_function)
            mod->used[i] =
                pk_module_retain(s->globals[i].value.value.function.module);
    return PK_OK;
}

/* An array in a buffer, checked as launches check it. */
static pk_status add_bound(pk_module *mod, const pk_global *global,
                           pk_scratch *scratch, pk_error *err) {
    const pk_function_info info = {
        .name = "the module", .param_names = &global->name, .param_count = 1};
    pk_bound *bound = &mod->bound[mod->bound_count];
    pk_frame frame;

    PK_TRY(pk_frame_make(mod->base.ctx, &info, NULL, &global->value, 1, scratch,
                         &frame, err));
    pk_frame_describe(&frame, &global->value, 1, &bound->type);
    bound->array = *global->value.value.array;
    bound->global = global;
    pk_buffer_retain(bound->array.buffer);
    mod->bound_count++;
    return PK_OK;
}

/* Arrays in buffers stay where they are as long as the module lives. */
static pk_status keep_bound(pk_module *mod, const source *s, pk_error *err) {
    const pk_allocator *allocator = &mod->base.ctx->allocator;
    pk_scratch scratch = {.allocator = allocator};
    pk_status status = PK_OK;
    size_t count = 0;

    for (size_t i = 0; i < s->global_count; i++)
        count += is_reference(&s->globals[i]);
    if (!count)
        return PK_OK;
    mod->bound = pk_heap_new(allocator, count * sizeof *mod->bound);
    if (!mod->bound)
        return pk_fail_no_memory(err);
    mod->bound_room = count;
    for (size_t i = 0; i < s->global_count && status == PK_OK; i++)
        if (is_reference(&s->globals[i]) && s->globals[i].name)
            status = add_bound(mod, &s->globals[i], &scratch, err);
    pk_scratch_finish(&scratch);
    return status;
}

/* What runs inside the module's guard. */
typedef struct parsing {
    pk_module *mod;
    const source *source;
} parsing;

/* The guard's memory is given back as a whole. */
static void make_defaults(pk_module *mod) {
    uint32_t count = pk_program_function_count(mod->program);
    pk_arena arena;

    pk_arena_init(&arena, &mod->guard.allocator);
    mod->defaults = pk_arena_array(&arena, count + 1u, sizeof *mod->defaults);
    for (uint32_t i = 0; i < count; i++)
        mod->defaults[i] =
            pk_args_defaults(pk_program_function(mod->program, i), &arena);
}

static pk_status parse(void *arg, pk_error *err) {
    pk_module *mod = ((const parsing *)arg)->mod;
    const source *s = ((const parsing *)arg)->source;
    const pk_allocator *allocator = &mod->guard.allocator;
    pk_program_options options = {.file = s->name, .first_line = s->first_line};
    pk_arena arena;
    pk_diags diags;
    pk_binding *bindings;
    pk_status status = PK_OK;

    pk_arena_init(&arena, allocator);
    pk_diags_init(&diags, &arena);
    bindings = pk_arena_array(&arena, s->global_count, sizeof *bindings);
    for (size_t i = 0; i < s->global_count && status == PK_OK; i++) {
        constant c = {mod, &arena, &s->globals[i], &bindings[i], err};
        status = bind(mod->base.ctx, &c);
    }
    if (status == PK_OK) {
        options.bindings = bindings;
        options.binding_count = (uint32_t)s->global_count;
        status = pk_program_new(allocator, s->text, s->length, &options,
                                &mod->program, &diags);
        if (status != PK_OK)
            pk_diagnostics_keep(mod->base.ctx, &diags, status, err);
        else
            make_defaults(mod);
    }
    pk_arena_finish(&arena);
    return status;
}

static pk_status add_variants(pk_module *mod, pk_error *err) {
    pk_context *ctx = mod->base.ctx;
    uint32_t count = pk_program_function_count(mod->program);

    if (!count)
        return PK_OK;
    mod->variants = pk_heap_new(&ctx->allocator, count * sizeof *mod->variants);
    if (!mod->variants)
        return pk_fail_no_memory(err);
    mod->function_count = count;
    for (uint32_t i = 0; i < count; i++)
        pk_variants_init(&mod->variants[i], ctx, mod->program,
                         pk_program_function(mod->program, i));
    return PK_OK;
}

static pk_status make_module(pk_context *ctx, const source *s, pk_module **out,
                             pk_error *err) {
    pk_module *mod =
        pk_object_create(ctx, PK_OBJECT_module, sizeof *mod, destroy_module);
    uint64_t begin = pk_now();
    parsing p = {mod, s};
    pk_status status;

    if (!mod)
        return pk_fail_no_memory(err);
    pk_guard_init(&mod->guard, &ctx->allocator);
    status = keep_used(mod, s, err);
    if (status == PK_OK)
        status = keep_bound(mod, s, err);
    if (status == PK_OK)
        status = pk_guard_run(&mod->guard, parse, &p, err);
    if (status == PK_OK)
        status = add_variants(mod, err);
    mod->parse_ns = pk_now() - begin;
    pk_profile_span(ctx->profile, "compile", "parse", begin,
                    begin + mod->parse_ns);
    if (status == PK_OK)
        *out = mod;
    else
        pk_object_release(&mod->base);
    return status;
}

enum { FIRST_LINE_MAX = 1 << 30 }; /* numbers of lines stay 32 bits */

static pk_status from_source(pk_context *ctx, const char *text,
                             const char *name, uint32_t first_line,
                             const pk_global *globals, size_t global_count,
                             pk_module **out, pk_error *err) {
    source s = {.text = text,
                .name = name,
                .first_line = first_line,
                .globals = globals,
                .global_count = global_count};

    PK_TRY(pk_context_check(ctx, err));
    if (!text)
        return pk_fail(err, PK_BAD_ARG, "text is NULL");
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    if (global_count && !globals)
        return pk_fail(err, PK_BAD_ARG, "globals is NULL");
    if (global_count > 65536)
        return pk_fail(err, PK_LIMIT, "%zu globals, the most is 65536",
                       global_count);
    if (first_line > FIRST_LINE_MAX)
        return pk_fail(err, PK_LIMIT, "first_line is %u, the most is %d",
                       first_line, FIRST_LINE_MAX);
    s.length = strlen(text);
    if (s.length > PK_SOURCE_MAX)
        return pk_fail(err, PK_LIMIT,
                       "the source has %zu bytes, the most is "
                       "%d",
                       s.length, PK_SOURCE_MAX);
    return make_module(ctx, &s, out, err);
}

pk_status pk_module_from_source(pk_context *ctx, const char *text,
                                const char *name, uint32_t first_line,
                                const pk_global *globals, size_t global_count,
                                pk_module **out, pk_error *err) {
    return pk_diagnostics_settle(ctx,
                                 from_source(ctx, text, name, first_line,
                                             globals, global_count, out, err));
}

static pk_status read_source(FILE *file, const char *path, pk_text *out,
                             pk_error *err) {
    char bytes[16384];
    size_t n;

    do {
        n = fread(bytes, 1, sizeof bytes, file);
        pk_text_bytes(out, bytes, n);
        if (out->length > PK_SOURCE_MAX)
            return pk_fail(err, PK_LIMIT, "%s has more than %d bytes", path,
                           PK_SOURCE_MAX);
    } while (n == sizeof bytes);
    if (ferror(file))
        return pk_fail(err, PK_IO, "cannot read %s: %s", path, strerror(errno));
    return out->failed ? pk_fail_no_memory(err) : PK_OK;
}

static pk_status from_file(pk_context *ctx, const char *path, pk_module **out,
                           pk_error *err) {
    source s = {.name = path};
    pk_text text;
    pk_status status;
    FILE *file;

    PK_TRY(pk_context_check(ctx, err));
    if (!path || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", path ? "out" : "path");
    file = fopen(path, "re");
    if (!file)
        return pk_fail(err, PK_IO, "cannot open %s: %s", path, strerror(errno));
    pk_text_init(&text, &ctx->allocator);
    status = read_source(file, path, &text, err);
    fclose(file);
    if (status == PK_OK) {
        s.text = pk_text_string(&text);
        s.length = text.length;
        status = make_module(ctx, &s, out, err);
    }
    pk_text_finish(&text);
    return status;
}

pk_status pk_module_from_file(pk_context *ctx, const char *path,
                              pk_module **out, pk_error *err) {
    return pk_diagnostics_settle(ctx, from_file(ctx, path, out, err));
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

size_t pk_module_explain(const pk_module *mod, const pk_error *err, char *out,
                         size_t size) {
    bool known = pk_object_is(mod, PK_OBJECT_module);
    const pk_allocator *allocator =
        known ? &mod->base.ctx->allocator : &pk_heap;
    pk_text text;
    size_t length;

    pk_text_init(&text, allocator);
    if (err)
        pk_program_explain(known ? mod->program : NULL, allocator, err, &text);
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
                   .param_names = info->param_names);
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
                       "the module has %u functions, there is no %zu",
                       mod->function_count, i);
    desc = describe(pk_program_function(mod->program, (uint32_t)i));
    return pk_struct_give(&pk_function_desc_layout, &desc, out, err);
}

static void destroy_kernel(pk_object *object) {
    pk_module_release(((pk_kernel *)object)->mod);
}

static pk_status find_kernel(pk_module *mod, const char *name, pk_kernel **out,
                             pk_error *err) {
    pk_kernel *kernel;
    uint32_t i;

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!name || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", name ? "out" : "name");
    i = pk_program_number(mod->program, name, true);
    if (i == UINT32_MAX)
        return pk_refuse_name(mod, name, true, err);
    kernel = pk_object_create(mod->base.ctx, PK_OBJECT_kernel, sizeof *kernel,
                              destroy_kernel);
    if (!kernel)
        return pk_fail_no_memory(err);
    kernel->mod = pk_module_retain(mod);
    kernel->info = pk_program_function(mod->program, i);
    kernel->defaults = mod->defaults[i];
    kernel->variants = &mod->variants[i];
    *out = kernel;
    return PK_OK;
}

pk_status pk_module_kernel(pk_module *mod, const char *name, pk_kernel **out,
                           pk_error *err) {
    return pk_diagnostics_settle(mod, find_kernel(mod, name, out, err));
}

/* A name of the module that stands for no `what`; `hint` is in the arena. */
static pk_status fail_name(const char *name, const char *what, const char *hint,
                           const pk_arena *arena, pk_error *err) {
    if (arena->failed)
        return pk_fail_no_memory(err);
    return pk_fail(err, PK_NAME, "'%s' is no %s of the module%s%s", name, what,
                   hint ? ", " : "", hint ? hint : "");
}

pk_status pk_kernel_member(const pk_kernel *kernel, const char *name,
                           pk_arg *out, pk_error *err) {
    const struct pk_members *of = NULL;
    const pk_program *program;
    pk_arena arena;
    int64_t number;
    pk_status status = PK_OK;

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    if (!name || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", name ? "out" : "name");
    program = kernel->mod->program;
    pk_arena_init(&arena, &kernel->base.ctx->allocator);
    of = pk_program_member(program, name, &arena, &number);
    if (!of)
        status = fail_name(name, "member of an enumeration",
                           pk_program_near_member(program, name, &arena),
                           &arena, err);
    pk_arena_finish(&arena);
    PK_TRY(status);
    memset(out, 0, sizeof *out);
    out->kind = PK_ARG_member;
    out->value.member.members = of;
    out->value.member.number = number;
    return PK_OK;
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

pk_status pk_kernel_named(const pk_kernel *kernel, const char *name,
                          const pk_arg *items, size_t count, pk_arg *out,
                          pk_error *err) {
    const pk_program *program;
    const pk_fields *of;
    pk_arena arena;
    pk_status status = PK_OK;
    char names[200];

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    if (!name || !out || (count && !items))
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       !name  ? "name"
                       : !out ? "out"
                              : "items");
    program = kernel->mod->program;
    pk_arena_init(&arena, &kernel->base.ctx->allocator);
    of = pk_program_fields(program, name, &arena);
    if (!of)
        status = fail_name(name, "namedtuple or NamedTuple",
                           pk_program_near_fields(program, name, &arena),
                           &arena, err);
    pk_arena_finish(&arena);
    PK_TRY(status);
    if (count != of->count)
        return pk_fail(err, PK_BAD_ARG, "%s has %u item%s (%s), got %zu%s",
                       name, of->count, of->count == 1 ? "" : "s",
                       list_fields(of, names, sizeof names), count,
                       count < of->count && count >= of->required
                           ? ": a launch gives those with a default, too"
                           : "");
    *out = pk_tuple(items, count);
    out->value.tuple.fields = of;
    return PK_OK;
}

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

pk_status pk_kernel_describe(const pk_kernel *kernel, pk_function_desc *out,
                             pk_error *err) {
    pk_function_desc desc;

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    desc = describe(kernel->info);
    return pk_struct_give(&pk_function_desc_layout, &desc, out, err);
}
