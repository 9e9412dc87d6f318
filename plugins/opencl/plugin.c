/* SPDX-License-Identifier: Apache-2.0 */
/* The opencl plugin: its compiler entry and its table. */
#include "plugins/opencl/opencl.h"

#include "backends/opencl_c/opencl_c.h"
#include "plugins/entry.h"

#include <string.h>

/* The text as an artifact: its bytes with a NUL behind them. */
static pk_status give_text(const pk_host *host, const pk_text *text,
                           pk_artifact *out, pk_error *err) {
    char *bytes = pk_cl_alloc(host, text->length + 1, err);

    if (!bytes)
        return PK_NO_MEMORY;
    memcpy(bytes, pk_text_string(text), text->length);
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .format = "opencl-c",
                         .bytes = bytes,
                         .size = text->length,
                         .is_text = 1};
    return PK_OK;
}

static pk_status opencl_emit(const pk_host *host, const pk_caps *target,
                             const char *ir, size_t length,
                             const pk_emit_options *options, pk_artifact *out,
                             pk_error *err) {
    bool lines = options && options->debug_lines;
    pk_arena arena; /* holds the IR until this returns */
    pk_ir *module = NULL;
    const char *needs[PK_OPENCL_EXTENSIONS];
    pk_text text;
    pk_status status;

    if (options && options->stage && strcmp(options->stage, "opencl") != 0)
        return pk_fail(err, PK_UNSUPPORTED,
                       "the opencl backend has no stage '%s': its stage is "
                       "named opencl",
                       options->stage);
    pk_arena_init(&arena, host->allocator);
    pk_text_init(&text, host->allocator);
    status = pk_ir_parse(&arena, ir, length, &module, err);
    if (status == PK_OK)
        status =
            pk_opencl_c_emit(module, target, lines, &arena, &text, needs, err);
    if (status == PK_OK)
        status = give_text(host, &text, out, err);
    for (int i = 0; status == PK_OK && needs[i]; i++)
        out->needs[i] = needs[i];
    pk_text_finish(&text);
    pk_arena_finish(&arena);
    return status;
}

/* Artifacts have one byte more than they say. */
static void opencl_artifact_free(const pk_host *host, pk_artifact *artifact) {
    pk_cl_free(host, artifact->bytes, artifact->size + 1);
    artifact->bytes = NULL;
}

static const void *opencl_extension(pk_dev *dev, const char *name,
                                    uint32_t version) {
    const bool forms = dev && dev->times_forms;

    if (version != 1)
        return NULL;
    return !strcmp(name, "native")           ? (const void *)&pk_cl_native
           : !strcmp(name, "targets")        ? (const void *)&pk_cl_targets
           : forms && !strcmp(name, "forms") ? (const void *)&pk_cl_forms
                                             : NULL;
}

static char build_id[PK_BUILD_ID_MAX];

static const pk_plugin plugin = {
    .struct_size = sizeof plugin,
    .abi = PK_ABI_VERSION,
    .name = "opencl",
    .version = PORTKERN_VERSION,
    .build_id = build_id,
    .device_count = pk_cl_device_count,
    .device_info = pk_cl_device_info,
    .device_open = pk_cl_device_open,
    .device_close = pk_cl_device_close,
    .device_caps = pk_cl_device_caps,
    .target_caps = pk_cl_target_caps,
    .emit = opencl_emit,
    .artifact_free = opencl_artifact_free,
    .mem_new = pk_cl_mem_new,
    .mem_import = pk_cl_mem_import,
    .mem_free = pk_cl_mem_free,
    .mem_address = pk_cl_mem_address,
    .queue_new = pk_cl_queue_new,
    .queue_free = pk_cl_queue_free,
    .copy = pk_cl_copy,
    .fill = pk_cl_fill,
    .launch = pk_cl_launch,
    .flush = pk_cl_flush,
    .sync = pk_cl_sync,
    .event_new = pk_cl_event_new,
    .event_free = pk_cl_event_free,
    .event_record = pk_cl_event_record,
    .event_wait = pk_cl_event_wait,
    .event_sync = pk_cl_event_sync,
    .event_elapsed = pk_cl_event_elapsed,
    .module_load = pk_cl_module_load,
    .module_binary = pk_cl_module_binary,
    .module_free = pk_cl_module_free,
    .function = pk_cl_function,
    .function_limits = pk_cl_function_limits,
    .extension = opencl_extension,
    .copy_rows = pk_cl_copy_rows,
    .event_query = pk_cl_event_query,
};

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    return pk_plugin_enter("opencl", PK_ABI_VERSION, host_abi, build_id, "",
                           err)
               ? &plugin
               : NULL;
}
