/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter's targets, and its artifact: the IR's text as it came, once
 * it has been found valid. */
#include "base/arena.h"
#include "base/error.h"
#include "plugins/entry.h"
#include "plugins/interp/interp_plugin.h"
#include "portkern/ir.h"

#include <stdio.h>
#include <string.h>

enum {
    SHARED_BYTES = 227 * 1024, /* the most any GPU of today gives a block */
    PARAM_BYTES = 64 * 1024,
    STACK_BYTES = 1 << 24,
    FEATURES = PK_CAP_f64 | PK_CAP_f16 | PK_CAP_atomic_i64 | PK_CAP_atomic_f32 |
               PK_CAP_atomic_f64 | PK_CAP_divergent_barriers |
               PK_CAP_host_memory | PK_CAP_div_sqrt | PK_CAP_fork |
               PK_CAP_fences | PK_CAP_grid_sync | PK_CAP_clocks |
               PK_CAP_atomic_inc | PK_CAP_stops | PK_CAP_host,
    TOGETHER = PK_CAP_warps | PK_CAP_barrier_votes
};

/* The device runs what the frontend wrote, untouched by any pass: the oracle.
 * The others run what passes make of it, which tests compare with it. */
static const struct target {
    const char *name;
    pk_form form;
    uint64_t features;
} targets[] = {
    {"interp", PK_FORM_threads, FEATURES | TOGETHER | PK_CAP_raw},
    {"interp_threads", PK_FORM_threads,
     (FEATURES & ~PK_CAP_divergent_barriers) | PK_CAP_warps},
    {"interp_lanes", PK_FORM_lanes, FEATURES & ~PK_CAP_divergent_barriers},
    {"interp_block", PK_FORM_block, FEATURES},
};

pk_status pk_interp_target_caps(const pk_host *host, const char *name,
                                pk_caps *out, pk_error *err) {
    (void)host;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const struct target *t = &targets[i];
        if (strcmp(name ? name : targets[0].name, t->name) != 0)
            continue;
        *out = pk_caps_common(t->form, t->features);
        out->shared_bytes = SHARED_BYTES;
        out->param_bytes = PARAM_BYTES;
        out->stack_bytes = STACK_BYTES;
        snprintf(out->name, sizeof out->name, "%s", t->name);
        snprintf(out->cache_id, sizeof out->cache_id, "%s", t->name);
        return PK_OK;
    }
    return pk_fail(err, PK_BAD_ARG,
                   "no target '%s'; there are interp, interp_threads, "
                   "interp_lanes and interp_block",
                   name);
}

pk_status pk_interp_artifact(const pk_host *host, const char *text,
                             size_t length, pk_artifact *out, pk_error *err) {
    char *copy = host->allocator->alloc(host->allocator->self, length + 1);

    if (!copy)
        return pk_fail_no_memory(err);
    memcpy(copy, text, length);
    copy[length] = '\0';
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .format = "pkir",
                         .bytes = copy,
                         .size = length,
                         .is_text = 1};
    return PK_OK;
}

pk_status pk_interp_emit(const pk_host *host, const pk_caps *target,
                         const char *ir, size_t length,
                         const pk_emit_options *options, pk_artifact *out,
                         pk_error *err) {
    pk_arena arena;
    pk_status status;
    pk_ir *module;

    (void)target;
    if (options && options->stage && strcmp(options->stage, "pkir") != 0)
        return pk_fail(err, PK_UNSUPPORTED,
                       "interp has no stage '%s', only pkir", options->stage);
    pk_arena_init(&arena, host->allocator);
    status = pk_ir_parse(&arena, ir, length, &module, err);
    pk_arena_finish(&arena);
    if (status == PK_OK)
        status = pk_interp_artifact(host, ir, length, out, err);
    return status;
}

void pk_interp_artifact_free(const pk_host *host, pk_artifact *artifact) {
    if (artifact->bytes)
        host->allocator->release(host->allocator->self, artifact->bytes,
                                 artifact->size + 1);
    artifact->bytes = NULL;
    artifact->size = 0;
}
