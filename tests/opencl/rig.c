/* SPDX-License-Identifier: Apache-2.0 */
/* See rig.h. */
#include "tests/opencl/rig.h"

#include "base/error.h"
#include "base/text.h"
#include "base/try.h"
#include "tests/opencl/lint.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t rig_live_bytes;

static void *count_alloc(void *self, size_t size) {
    (void)self;
    rig_live_bytes += size;
    return malloc(size);
}

static void *count_resize(void *self, void *old, size_t old_size, size_t size) {
    (void)self;
    rig_live_bytes += size - old_size;
    return realloc(old, size);
}

static void count_release(void *self, void *old, size_t size) {
    (void)self;
    rig_live_bytes -= size;
    free(old);
}

static const pk_allocator counting = {
    .alloc = count_alloc, .resize = count_resize, .release = count_release};

static void ignore_log(void *self, int level, const char *topic,
                       const char *text) {
    (void)self, (void)level, (void)topic, (void)text;
}

static const char *rig_option(void *self, const char *name) {
    if (strcmp(name, "PORTKERN_OPENCL_FORM") == 0)
        return ((rig *)self)->form;
    return getenv(name);
}

const pk_plugin *rig_load(const char *file, pk_error *err) {
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    pk_plugin_query_fn query = NULL;

    if (handle)
        *(void **)&query = dlsym(handle, "pk_plugin_query");
    if (!query) {
        pk_fail(err, PK_NO_PLUGIN, "%s", dlerror());
        return NULL;
    }
    return query(PK_ABI_VERSION, err);
}

pk_status rig_open(rig *r, const pk_plugin *plugin, const char *form,
                   pk_error *err) {
    uint32_t count = 0;

    *r = (rig){.plugin = plugin,
               .form = form,
               .host = {.struct_size = sizeof r->host,
                        .abi = PK_ABI_VERSION,
                        .allocator = &counting,
                        .self = r,
                        .log = ignore_log,
                        .option = rig_option}};
    PK_TRY(plugin->device_count(&r->host, &count, err));
    if (!count)
        return pk_fail(err, PK_NO_DEVICE, "no device");
    PK_TRY(plugin->device_open(&r->host, 0, &r->dev, err));
    PK_TRY(plugin->device_caps(r->dev, &r->caps, err));
    return plugin->queue_new(r->dev, &r->que, err);
}

void rig_close(rig *r) {
    r->plugin->queue_free(r->que);
    r->plugin->device_close(r->dev);
}

static pk_status lint(const rig *r, const char *text, pk_error *err) {
    size_t line;
    const char *wrong = lint_opencl(text, r->caps.features, &line);

    if (!wrong)
        return PK_OK;
    return pk_fail(err, PK_INTERNAL, "lint, line %zu: %s\n%s", line, wrong,
                   text);
}

pk_status rig_emit(rig *r, const pk_ir *ir, pk_artifact *out, pk_error *err) {
    const pk_emit_options options = {
        .struct_size = sizeof options, .debug_lines = 1, .check = 1};
    pk_status status;
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_ir_print(ir, &text);
    status = r->plugin->emit(&r->host, &r->caps, pk_text_string(&text),
                             text.length, &options, out, err);
    pk_text_finish(&text);
    if (status == PK_OK && getenv("RIG_SHOW"))
        fprintf(stderr, "%s\n", (const char *)out->bytes);
    return status == PK_OK ? lint(r, out->bytes, err) : status;
}

pk_entry rig_entry(pk_arena *arena, pk_func *fn) {
    pk_param_info *params =
        pk_arena_array(arena, fn->param_count + 1, sizeof *params);
    pk_entry entry = {.struct_size = sizeof entry,
                      .name = fn->name,
                      .params = params,
                      .param_count = fn->param_count,
                      .form = fn->form};

    pk_func_layout(fn);
    entry.params_size = fn->params_size;
    for (uint32_t i = 0; i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];
        params[i] = (pk_param_info){p->offset, pk_type_bytes(p->value->type),
                                    pk_type_is_ptr(p->value->type), p->flags};
    }
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        if (s->space != PK_SPACE_shared)
            continue;
        entry.shared_static += (uint32_t)(s->count * pk_type_bytes(s->elem));
        entry.shared_dynamic |= s->count == 0;
    }
    return entry;
}

/* Takes device memory for the arrays and fills in what a launch needs. */
static pk_status bind(rig *r, const pk_entry *entry, const rig_arg *args,
                      char *params, pk_ref *refs, uint32_t *ref_count,
                      pk_error *err) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const pk_param_info *p = &entry->params[i];
        pk_ref host = {.host = args[i].data}, *ref;
        if (!p->is_buffer) {
            memcpy(params + p->offset, &args[i].bits, p->size);
            continue;
        }
        ref = &refs[(*ref_count)++];
        *ref = (pk_ref){0};
        if (!args[i].bytes)
            continue;
        PK_TRY(r->plugin->mem_new(r->dev, args[i].bytes, 0, &ref->mem, err));
        PK_TRY(r->plugin->copy(r->que, *ref, host, args[i].bytes, err));
    }
    return PK_OK;
}

static pk_status launch(rig *r, pk_fun *fun, const pk_entry *entry,
                        const rig_launch *at, const rig_arg *args,
                        pk_error *err) {
    char *params = calloc(1, entry->params_size + 1);
    pk_ref *refs = calloc(entry->param_count + 1, sizeof *refs);
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .shared_dynamic = at->shared,
                           .params = params,
                           .params_size = entry->params_size,
                           .refs = refs};
    pk_status status = bind(r, entry, args, params, refs, &desc.ref_count, err);
    uint32_t k = 0;

    for (int i = 0; i < 3; i++) {
        desc.grid[i] = at->grid[i] ? at->grid[i] : 1;
        desc.block[i] = at->block[i] ? at->block[i] : 1;
    }
    if (status == PK_OK)
        status = r->plugin->launch(r->que, fun, &desc, err);
    for (uint32_t i = 0; i < entry->param_count && status == PK_OK; i++) {
        pk_ref host = {.host = args[i].data};
        if (entry->params[i].is_buffer && refs[k++].mem)
            status =
                r->plugin->copy(r->que, host, refs[k - 1], args[i].bytes, err);
    }
    if (r->plugin->sync(r->que, status == PK_OK ? err : NULL) != PK_OK &&
        status == PK_OK)
        status = err ? err->status : PK_DRIVER;
    for (uint32_t i = 0; i < desc.ref_count; i++)
        r->plugin->mem_free(refs[i].mem);
    free(params);
    free(refs);
    return status;
}

pk_status rig_run(rig *r, pk_ir *ir, const char *kernel, const rig_launch *at,
                  const rig_arg *args, uint32_t count, pk_error *err) {
    pk_entry entry = rig_entry(ir->arena, pk_ir_find(ir, kernel));
    pk_artifact artifact = {0};
    pk_mod *mod = NULL;
    pk_fun *fun = NULL;
    pk_status status = rig_emit(r, ir, &artifact, err);

    if (status == PK_OK && entry.param_count != count)
        status = pk_fail(err, PK_BAD_ARG, "%u arguments for %u parameters",
                         count, entry.param_count);
    if (status == PK_OK)
        status =
            r->plugin->module_load(r->dev, &artifact, &entry, 1, &mod, err);
    if (status == PK_OK)
        status = r->plugin->function(mod, kernel, &fun, err);
    if (status == PK_OK)
        status = launch(r, fun, &entry, at, args, err);
    r->plugin->module_free(mod);
    if (artifact.bytes)
        r->plugin->artifact_free(&r->host, &artifact);
    return status;
}
