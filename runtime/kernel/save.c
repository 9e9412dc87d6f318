/* SPDX-License-Identifier: Apache-2.0 */
/* Writing the kernels of a module, or of the same one in several contexts, as
 * far as they are compiled, into a bundle. */
#include "base/error.h"
#include "base/os/thread.h"
#include "base/try.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/compiler.h"
#include "runtime/kernel/module.h"
#include "runtime/kernel/stored.h"

#include <string.h>

typedef struct entry_list {
    pk_bundle_entry *items;
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
    for (uint32_t i = 0; i < e->count; i++)
        list->items[list->count++] =
            (pk_bundle_entry){mod->base.ctx->cache, e->items[i]};
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

/* A bundle that is put together. */
typedef struct saving {
    pk_module *const *mods;
    size_t count;
    const pk_signature_info *exports;
    size_t export_count;
    const char *path;
    pk_text outline, makers;
    entry_list entries;
} saving;

static pk_status put_outline(const pk_module *mod, const pk_exported *exports,
                             saving *s, pk_error *err) {
    const pk_outline outline = {.maker = mod->maker,
                                .digest = mod->digest,
                                .functions = mod->functions,
                                .function_count = mod->function_count,
                                .exports = exports,
                                .export_count = (uint32_t)s->export_count};
    pk_text *out = &s->outline;

    if (pk_outline_write(&outline, out))
        return PK_OK;
    if (out->failed)
        return pk_fail_no_memory(err);
    return pk_fail(err, PK_UNSUPPORTED,
                   "the module cannot be in a bundle: a signature or a default "
                   "of a function in it names a record or a class, or a "
                   "function has an error");
}

static pk_status add_outline(saving *s, pk_error *err) {
    const pk_allocator *a = s->outline.allocator;
    const size_t room = (s->export_count + 1) * sizeof(pk_exported);
    pk_exported *exports = pk_heap_new(a, room);
    pk_status status;

    if (!exports)
        return pk_fail_no_memory(err);
    for (size_t i = 0; i < s->export_count; i++) {
        const pk_signature_info *e = &s->exports[i];
        exports[i] = (pk_exported){e->exported, e->function, e->params,
                                   e->param_count, e->result};
    }
    status = put_outline(s->mods[0], exports, s, err);
    pk_heap_free(a, exports, room);
    return status;
}

/* Adds the plugin's line, unless it is there. */
static pk_status add_maker(const pk_plugin *plugin, saving *s, pk_error *err) {
    pk_text line;

    pk_text_init(&line, s->makers.allocator);
    pk_plugin_put(plugin, &line);
    if (!strstr(pk_text_string(&s->makers), pk_text_string(&line)))
        pk_text_bytes(&s->makers, line.data, line.length);
    s->makers.failed |= line.failed;
    pk_text_finish(&line);
    return s->makers.failed ? pk_fail_no_memory(err) : PK_OK;
}

static pk_status add_makers(const pk_context *ctx, saving *s, pk_error *err) {
    PK_TRY(add_maker(ctx->plugin, s, err));
    for (uint32_t i = 0; i < ctx->offload_count; i++)
        PK_TRY(add_maker(ctx->offload[i]->plugin, s, err));
    return PK_OK;
}

static pk_status save(saving *s, pk_error *err) {
    const pk_bundle_content content = {&s->outline, &s->makers,
                                       s->entries.items, s->entries.count};

    return pk_bundle_write(s->outline.allocator, s->path, &content, err);
}

static pk_status add_modules(saving *s, pk_error *err) {
    PK_TRY(add_outline(s, err));
    for (size_t i = 0; i < s->count; i++) {
        const pk_module *mod = s->mods[i];
        if (pk_parts.compiler) /* which may still fill the cache */
            pk_parts.compiler->settle(mod->base.ctx);
        PK_TRY(add_makers(mod->base.ctx, s, err));
        for (uint32_t f = 0; f < mod->function_count; f++)
            PK_TRY(add_function(mod, &mod->variants[f], &s->entries, err));
    }
    return PK_OK;
}

static pk_status check(const pk_module *mod, pk_error *err) {
    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
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

static bool has_function(const pk_module *mod, const char *name) {
    for (uint32_t i = 0; i < mod->function_count; i++)
        if (!strcmp(mod->functions[i]->name, name) ||
            !strcmp(pk_function_path(mod->functions[i]), name))
            return true;
    return false;
}

static pk_status check_exports(const saving *s, pk_error *err) {
    if (s->export_count && !s->exports)
        return pk_fail(err, PK_BAD_ARG, "exports is NULL");
    for (size_t i = 0; i < s->export_count; i++) {
        const pk_signature_info *e = &s->exports[i];
        if (!e->exported || !*e->exported || !e->function || !e->result ||
            (e->param_count && !e->params))
            return pk_fail(err, PK_BAD_ARG, "export %zu has no name or types",
                           i);
        if (!has_function(s->mods[0], e->function))
            return pk_fail(err, PK_NAME, "the module has no function '%s'",
                           e->function);
        for (size_t k = 0; k < i; k++)
            if (!strcmp(s->exports[k].exported, e->exported))
                return pk_fail(err, PK_BAD_ARG, "two exports are called '%s'",
                               e->exported);
    }
    return PK_OK;
}

static pk_status check_all(const saving *s, pk_error *err) {
    const pk_module *first;

    if (!s->path || !s->mods || !s->count)
        return pk_fail(err, PK_BAD_ARG, "%s",
                       !s->path   ? "path is NULL"
                       : !s->mods ? "mods is NULL"
                                  : "there is no module to save");
    first = s->mods[0];
    for (size_t i = 0; i < s->count; i++) {
        PK_TRY(check(s->mods[i], err));
        if (memcmp(&s->mods[i]->digest, &first->digest, sizeof first->digest) !=
            0)
            return pk_fail(err, PK_BAD_ARG,
                           "module %zu is not of the source of the others", i);
    }
    return check_exports(s, err);
}

/* Files are written on a thread of the library's own. */
static pk_status save_checked(void *arg, pk_error *err) {
    saving *s = arg;
    const pk_allocator *allocator = &s->mods[0]->base.ctx->allocator;
    pk_status status;

    pk_text_init(&s->outline, allocator);
    pk_text_init(&s->makers, allocator);
    status = add_modules(s, err);
    if (status == PK_OK)
        status = save(s, err);
    pk_text_finish(&s->outline);
    pk_text_finish(&s->makers);
    pk_heap_free(allocator, s->entries.items,
                 s->entries.capacity * sizeof *s->entries.items);
    return status;
}

static pk_status check_and_save(saving *s, pk_error *err) {
    PK_TRY(check_all(s, err));
    return pk_thread_run(save_checked, s, err);
}

pk_status pk_modules_save_bundle(pk_module *const *mods, size_t count,
                                 const pk_signature_info *exports,
                                 size_t export_count, const char *path,
                                 pk_error *err) {
    const pk_module *settled = mods && count ? mods[0] : NULL;
    saving s = {.mods = mods,
                .count = count,
                .exports = exports,
                .export_count = export_count,
                .path = path};

    return pk_diagnostics_settle(settled, check_and_save(&s, err));
}

pk_status pk_module_save_bundle(pk_module *mod, const char *path,
                                pk_error *err) {
    return pk_modules_save_bundle(&mod, 1, NULL, 0, path, err);
}
