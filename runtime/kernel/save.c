/* SPDX-License-Identifier: Apache-2.0 */
/* Writing a module's kernels, as far as they are compiled, into a bundle. */
#include "base/error.h"
#include "base/os/thread.h"
#include "base/try.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/module.h"
#include "signature/outline.h"

/* Entries of the disk cache. */
typedef struct entry_list {
    pk_digest *items;
    size_t count, capacity;
} entry_list;

static pk_status add_spec(const pk_module *mod, const pk_variants *variants,
                          const pk_spec *spec, entry_list *list,
                          pk_error *err) {
    const pk_spec_entries *e = &spec->entries;
    void *items = list->items;

    if (e->incomplete)
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s cannot be in a bundle: the disk cache does not have "
                       "it",
                       pk_function_path(variants->info));
    if (!pk_heap_grow(&mod->base.ctx->allocator, &items, &list->capacity,
                      list->count + e->count, sizeof *list->items))
        return pk_fail_no_memory(err);
    list->items = items;
    memcpy(list->items + list->count, e->items, e->count * sizeof *e->items);
    list->count += e->count;
    return PK_OK;
}

static pk_status add_function(const pk_module *mod, pk_variants *variants,
                              entry_list *list, pk_error *err) {
    pk_status status = PK_OK;

    if (!pk_lock_enter(&variants->lock))
        return pk_fail_forked(err, "the kernel", "create another context");
    for (const pk_spec *s = variants->specs; s && status == PK_OK; s = s->next)
        status = add_spec(mod, variants, s, list, err);
    pk_lock_leave(&variants->lock);
    return status;
}

static pk_status put_outline(const pk_module *mod, pk_text *out,
                             pk_error *err) {
    const pk_outline outline = {.maker = mod->maker,
                                .digest = mod->digest,
                                .functions = mod->functions,
                                .function_count = mod->function_count};

    if (pk_outline_write(&outline, out))
        return PK_OK;
    if (out->failed)
        return pk_fail_no_memory(err);
    return pk_fail(err, PK_UNSUPPORTED,
                   "the module cannot be in a bundle: a signature or a default "
                   "of a function in it names a record or a class, or a "
                   "function has an error");
}

static pk_status save(const pk_module *mod, const char *path, pk_text *outline,
                      entry_list *list, pk_error *err) {
    const pk_context *ctx = mod->base.ctx;

    PK_TRY(put_outline(mod, outline, err));
    for (uint32_t i = 0; i < mod->function_count; i++)
        PK_TRY(add_function(mod, &mod->variants[i], list, err));
    return pk_bundle_write(ctx->cache, &ctx->allocator, path, outline,
                           list->items, list->count, err);
}

static pk_status check(const pk_module *mod, const char *path, pk_error *err) {
    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!path)
        return pk_fail(err, PK_BAD_ARG, "path is NULL");
    if (mod->bundle)
        return pk_fail(err, PK_UNSUPPORTED,
                       "the module was opened from a bundle: copy that file");
    if (!mod->maker || !pk_cache_dir(mod->base.ctx))
        return pk_fail(err, PK_UNSUPPORTED,
                       "bundles are written from the disk cache, which is off "
                       "for this context");
    if (mod->reference_count)
        return pk_fail(err, PK_UNSUPPORTED,
                       "the module cannot be in a bundle: its global '%s' is "
                       "an array in a buffer of this process",
                       mod->references[0]->name);
    return PK_OK;
}

typedef struct saving {
    pk_module *mod;
    const char *path;
} saving;

/* Files are written on a thread of the library's own. */
static pk_status save_checked(void *arg, pk_error *err) {
    const saving *s = arg;
    const pk_allocator *allocator = &s->mod->base.ctx->allocator;
    entry_list list = {0};
    pk_status status;
    pk_text outline;

    pk_text_init(&outline, allocator);
    status = save(s->mod, s->path, &outline, &list, err);
    pk_text_finish(&outline);
    pk_heap_free(allocator, list.items, list.capacity * sizeof *list.items);
    return status;
}

static pk_status check_and_save(pk_module *mod, const char *path,
                                pk_error *err) {
    saving s = {mod, path};

    PK_TRY(check(mod, path, err));
    return pk_thread_run(save_checked, &s, err);
}

pk_status pk_module_save_bundle(pk_module *mod, const char *path,
                                pk_error *err) {
    return pk_diagnostics_settle(mod, check_and_save(mod, path, err));
}
