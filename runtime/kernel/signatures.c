/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of signatures. */
#include "runtime/kernel/signatures.h"
#include "base/try.h"

#include "base/text.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/compiler.h"
#include "runtime/kernel/module.h"

typedef struct row {
    struct row *next;
    pk_signature_info info;
    pk_compile_info compiled;
} row;

struct pk_signatures {
    pk_object base;
    pk_arena arena; /* of the rows */
    row *first, **end;
    size_t count;
};

static void destroy_list(pk_object *object) {
    pk_arena_finish(&((pk_signatures *)object)->arena);
}

pk_signatures *pk_signatures_create(pk_context *ctx) {
    pk_signatures *list =
        pk_object_create(ctx, PK_OBJECT_signatures, sizeof *list, destroy_list);

    if (!list)
        return NULL;
    pk_arena_init(&list->arena, &ctx->allocator);
    list->end = &list->first;
    return list;
}

/* "float32, int64[::1]" */
static const char *join(pk_arena *arena, const char *const *words,
                        uint32_t count) {
    size_t length = 1;
    char *out, *at;

    for (uint32_t i = 0; i < count; i++)
        length += strlen(words[i]) + 2;
    out = at = pk_arena_array(arena, length, 1);
    for (uint32_t i = 0; out && i < count; i++) {
        if (i)
            at = stpcpy(at, ", ");
        at = stpcpy(at, words[i]);
    }
    return out;
}

pk_status pk_signatures_add(pk_signatures *list, const char *words,
                            uint32_t count, bool has_result,
                            const pk_compile_info *compiled, pk_error *err) {
    pk_arena *arena = &list->arena;
    row *r = PK_NEW(arena, row);
    const char **params = pk_arena_array(arena, count + 1u, sizeof *params);

    if (!r || !params)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < count; i++) {
        params[i] = pk_arena_text(arena, words, strlen(words));
        words += strlen(words) + 1;
    }
    r->info = (pk_signature_info){
        .function = "",
        .exported = "",
        .param_count = count,
        .params = params,
        .result =
            has_result ? pk_arena_text(arena, words, strlen(words)) : "none"};
    if (arena->failed)
        return pk_fail_no_memory(err);
    r->info.text = join(arena, params, count);
    if (compiled) {
        r->compiled = *compiled;
        r->info.compiled = &r->compiled;
    }
    if (arena->failed)
        return pk_fail_no_memory(err);
    *list->end = r;
    list->end = &r->next;
    list->count++;
    return PK_OK;
}

pk_status pk_signatures_name(pk_signatures *list, const char *function,
                             const char *exported, pk_error *err) {
    pk_arena *arena = &list->arena;
    row *last = (row *)(void *)((char *)list->end - offsetof(row, next));

    last->info.function = pk_arena_text(arena, function, strlen(function));
    last->info.exported = pk_arena_text(arena, exported, strlen(exported));
    return arena->failed ? pk_fail_no_memory(err) : PK_OK;
}

/* ---- of a kernel ---- */

pk_compile_info pk_spec_describe(const pk_spec *spec) {
    return PK_INIT(pk_compile_info, .from_cache = spec->from_cache,
                   .max_block = spec->limits.max_block,
                   .shared_bytes = spec->limits.shared_bytes,
                   .local_bytes = spec->limits.local_bytes,
                   .registers = spec->limits.registers,
                   .compile_ns = spec->compile_ns);
}

/* Adds the specialisations in the list, the older ones first. */
static pk_status add_specs(pk_signatures *list, const pk_spec *spec,
                           size_t count, pk_error *err) {
    const pk_spec **specs =
        pk_arena_array(&list->arena, count + 1, sizeof *specs);

    if (!specs)
        return pk_fail_no_memory(err);
    for (size_t i = count; i-- > 0; spec = spec->next)
        specs[i] = spec;
    for (size_t i = 0; i < count; i++) {
        pk_compile_info info = pk_spec_describe(specs[i]);
        PK_TRY(pk_signatures_add(list, specs[i]->types, specs[i]->type_count,
                                 false, &info, err));
    }
    return PK_OK;
}

pk_status pk_kernel_list_signatures(const pk_kernel *kernel,
                                    pk_signatures **out, pk_error *err) {
    pk_variants *variants = kernel->variants;
    pk_signatures *list;
    pk_status status;

    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    list = pk_signatures_create(kernel->base.ctx);
    if (!list)
        return pk_fail_no_memory(err);
    if (pk_lock_enter(&variants->lock)) {
        status = add_specs(list, variants->specs, variants->count, err);
        pk_lock_leave(&variants->lock);
    } else {
        status = pk_context_fail_forked(err);
    }
    if (status == PK_OK)
        *out = list;
    else
        pk_object_release(&list->base);
    return status;
}

pk_status pk_kernel_signatures(pk_kernel *kernel, pk_signatures **out,
                               pk_error *err) {
    PK_TRY(pk_object_use(kernel, PK_OBJECT_kernel, "kernel", err));
    return pk_kernel_list_signatures(kernel, out, err);
}

/* ---- looking at a list ---- */

void pk_signatures_release(pk_signatures *list) {
    if (pk_object_is(list, PK_OBJECT_signatures))
        pk_object_release(&list->base);
}

size_t pk_signatures_count(const pk_signatures *list) {
    return pk_object_is(list, PK_OBJECT_signatures) ? list->count : 0;
}

const pk_signature_info *pk_signatures_get(const pk_signatures *list,
                                           size_t i) {
    const row *r;

    if (i >= pk_signatures_count(list))
        return NULL;
    for (r = list->first; i; i--)
        r = r->next;
    return &r->info;
}

/* ---- exports: a bundle has them, of a source the compiler tells ---- */

static pk_status add_export(const pk_exported *e, const pk_allocator *allocator,
                            pk_signatures *list, pk_error *err) {
    pk_status status;
    pk_text words;

    pk_text_init(&words, allocator);
    for (uint32_t i = 0; i <= e->param_count; i++) {
        pk_text_put(&words, i < e->param_count ? e->params[i] : e->result);
        pk_text_fill(&words, '\0', 1);
    }
    status = words.failed ? pk_fail_no_memory(err)
                          : pk_signatures_add(list, words.data, e->param_count,
                                              true, NULL, err);
    pk_text_finish(&words);
    return status == PK_OK ? pk_signatures_name(list, e->function, e->name, err)
                           : status;
}

static pk_status add_exports(pk_module *mod, pk_signatures *list,
                             pk_error *err) {
    if (mod->program)
        return pk_parts.compiler->list_exports(mod, list, err);
    for (uint32_t i = 0; i < mod->export_count; i++)
        PK_TRY(
            add_export(&mod->exports[i], &mod->base.ctx->allocator, list, err));
    return PK_OK;
}

static pk_status exports_of(pk_module *mod, pk_signatures **out,
                            pk_error *err) {
    pk_signatures *list;
    pk_status status;

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    list = pk_signatures_create(mod->base.ctx);
    if (!list)
        return pk_fail_no_memory(err);
    status = add_exports(mod, list, err);
    if (status == PK_OK)
        *out = list;
    else
        pk_signatures_release(list);
    return status;
}

pk_status pk_module_exports(pk_module *mod, pk_signatures **out,
                            pk_error *err) {
    return pk_diagnostics_settle(mod, exports_of(mod, out, err));
}
