/* SPDX-License-Identifier: Apache-2.0 */
/* Lists devices, and describes the context's own. */
#include "base/os/thread.h"
#include "base/try.h"
#include "runtime/context/context.h"
#include "runtime/context/select.h"
#include "runtime/services/public_struct.h"

#include <stdio.h>

struct pk_device_list {
    pk_object base; /* its context is one without a device, for the list */
    pk_device_info *rows;
    size_t count, capacity;
};

static void destroy_list(pk_object *object) {
    pk_device_list *list = (pk_device_list *)object;

    pk_heap_free(&object->ctx->allocator, list->rows,
                 list->capacity * sizeof *list->rows);
}

static pk_status add_row(pk_device_list *list, const pk_backend_entry *entry,
                         uint32_t index, uint32_t count, const pk_dev_info *dev,
                         const pk_error *why, pk_error *err) {
    void *rows = list->rows;

    if (!pk_heap_grow(&list->base.ctx->allocator, &rows, &list->capacity,
                      list->count + 1, sizeof *list->rows))
        return pk_fail_no_memory(err);
    list->rows = rows;
    pk_device_describe(entry, index, count, dev, why,
                       &list->rows[list->count++]);
    return PK_OK;
}

/* The rows of one backend: its devices, or the reason why there are none. */
static pk_status add_backend(pk_device_list *list,
                             const pk_backend_entry *entry, pk_error *err) {
    const pk_host *host = &list->base.ctx->host;
    uint32_t count = 0;
    pk_error why = {0};

    if (!entry->plugin)
        return add_row(list, entry, 0, 0, NULL, &entry->error, err);
    if (entry->plugin->device_count(host, &count, &why) != PK_OK)
        return add_row(list, entry, 0, 0, NULL, &why, err);
    if (!count) {
        pk_fail(&why, PK_NO_DEVICE, "it has no device");
        return add_row(list, entry, 0, 0, NULL, &why, err);
    }
    for (uint32_t i = 0; i < count; i++) {
        pk_dev_info dev = {.struct_size = sizeof dev};
        pk_status status = entry->plugin->device_info(host, i, &dev, &why);
        PK_TRY(add_row(list, entry, i, count, status == PK_OK ? &dev : NULL,
                       status == PK_OK ? NULL : &why, err));
    }
    return PK_OK;
}

/* A folder from which nothing is taken: what would be there is not listed. */
static pk_status add_folder(pk_device_list *list, const pk_folder *folder,
                            pk_error *err) {
    const pk_backend_entry entry = {.file = folder->path};
    pk_error why = {0};

    if (!folder->refused)
        return PK_OK;
    pk_fail(&why, PK_NO_PLUGIN, "%s", folder->refused);
    return add_row(list, &entry, 0, 0, NULL, &why, err);
}

static pk_status add_all(pk_device_list *list, pk_registry *registry,
                         pk_error *err) {
    PK_TRY(pk_registry_scan(registry, err));
    for (const pk_backend_entry *e = registry->entries; e; e = e->next)
        PK_TRY(add_backend(list, e, err));
    for (size_t i = 0; i < registry->folder_count; i++)
        PK_TRY(add_folder(list, &registry->folders[i], err));
    return PK_OK;
}

typedef struct listing {
    const pk_context_options *options;
    pk_device_list **out;
} listing;

static pk_status create(void *arg, pk_error *err) {
    const listing *l = arg;
    pk_context *ctx = NULL;
    pk_device_list *list;
    pk_status status;

    PK_TRY(pk_context_new(l->options, &ctx, err));
    list = pk_object_create(ctx, PK_OBJECT_device_list, sizeof *list,
                            destroy_list);
    status = list ? add_all(list, &ctx->registry, err) : pk_fail_no_memory(err);
    pk_context_release(ctx);
    if (status == PK_OK)
        *l->out = list;
    else
        pk_device_list_release(list);
    return status;
}

pk_status pk_device_list_create(const pk_context_options *options,
                                pk_device_list **out, pk_error *err) {
    listing l = {options, out};

    return out ? pk_thread_run(create, &l, err)
               : pk_fail(err, PK_BAD_ARG, "out is NULL");
}

void pk_device_list_release(pk_device_list *list) {
    if (pk_object_is(list, PK_OBJECT_device_list))
        pk_object_release(&list->base);
}

size_t pk_device_list_count(const pk_device_list *list) {
    return pk_object_is(list, PK_OBJECT_device_list) ? list->count : 0;
}

const pk_device_info *pk_device_list_get(const pk_device_list *list, size_t i) {
    return i < pk_device_list_count(list) ? &list->rows[i] : NULL;
}

pk_status pk_context_get_device(pk_context *ctx, pk_device_info *out,
                                pk_error *err) {
    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    PK_TRY(pk_context_need_device(ctx, err));
    return pk_struct_give(&pk_device_info_layout, &ctx->device, out, err);
}

static const char *form_name(uint32_t form) {
    switch ((pk_form)form) {
    case PK_FORM_threads: return "threads";
    case PK_FORM_subgroups: return "subgroups";
    case PK_FORM_lanes: return "lanes";
    case PK_FORM_block: return "block";
    case PK_FORM_COUNT: break;
    }
    return "?";
}

pk_status pk_context_get_limits(pk_context *ctx, pk_device_limits *out,
                                pk_error *err) {
    pk_device_limits limits = {.struct_size = sizeof limits};
    const pk_caps *caps;

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    PK_TRY(pk_context_need_device(ctx, err));
    caps = &ctx->caps;
    limits.max_block = caps->max_block;
    for (int i = 0; i < 3; i++) {
        limits.max_block_dim[i] = caps->max_block_dim[i];
        limits.max_grid_dim[i] = caps->max_grid_dim[i];
    }
    limits.shared_bytes = caps->shared_bytes;
    limits.warp_size = caps->warp_size;
    limits.has_f64 = (caps->features & PK_CAP_f64) != 0;
    limits.host_memory = (caps->features & PK_CAP_host_memory) != 0;
    limits.global_bytes = caps->global_bytes;
    limits.max_alloc = caps->max_alloc;
    snprintf(limits.target, sizeof limits.target, "%s", caps->name);
    snprintf(limits.form, sizeof limits.form, "%s", form_name(caps->form));
    return pk_struct_give(&pk_device_limits_layout, &limits, out, err);
}
