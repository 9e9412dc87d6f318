/* SPDX-License-Identifier: Apache-2.0 */
/* Targets by name and the way from IR text to PTX: no driver needed. */
#include "backends/ptx/ptx.h"
#include "base/error.h"
#include "plugins/cuda/cuda.h"
#include "plugins/entry.h"

#include <stdio.h>
#include <string.h>

enum {
    FEATURES = PK_CAP_f64 | PK_CAP_atomic_i64 | PK_CAP_atomic_f32 |
               PK_CAP_atomic_f64 | PK_CAP_divergent_barriers | PK_CAP_div_sqrt |
               PK_CAP_gpu | PK_CAP_warps | PK_CAP_barrier_votes |
               PK_CAP_fences | PK_CAP_grid_sync | PK_CAP_clocks |
               PK_CAP_atomic_inc | PK_CAP_approx
};

/* The number in "sm_XY", 0 when it is something else or out of range. */
static uint32_t parse_target(const char *name) {
    uint32_t sm = 0;

    if (strncmp(name, "sm_", 3) != 0)
        return 0;
    for (name += 3; *name >= '0' && *name <= '9' && sm < 1000; name++)
        sm = 10 * sm + (uint32_t)(*name - '0');
    return *name || sm < PK_PTX_SM_MIN || sm > PK_PTX_SM_MAX ? 0 : sm;
}

/* Shared memory that a block may ask for (CUDA C++ Programming Guide, technical
 * specifications by compute capability). */
static uint32_t shared_kib(uint32_t sm) {
    switch (sm) {
    case 70:
    case 72: return 96;
    case 75: return 64;
    case 80:
    case 87: return 163;
    case 86:
    case 89: return 99;
    default: return sm >= 90 && sm < 120 ? 227 : 99;
    }
}

pk_status pk_cuda_target_caps(const pk_host *host, const char *name,
                              pk_caps *out, pk_error *err) {
    uint32_t sm = name ? parse_target(name) : PK_PTX_SM_DEFAULT;

    (void)host;
    if (!sm)
        return pk_fail(err, PK_BAD_ARG,
                       "no target '%s'; there are sm_%d to "
                       "sm_%d",
                       name, PK_PTX_SM_MIN, PK_PTX_SM_MAX);
    *out = pk_caps_common(PK_FORM_threads, FEATURES);
    out->version = sm;
    out->shared_bytes = shared_kib(sm) << 10;
    out->param_bytes = 4096;
    out->stack_bytes = PK_CUDA_STACK_BYTES;
    snprintf(out->name, sizeof out->name, "sm_%u", sm);
    snprintf(out->cache_id, sizeof out->cache_id, "sm_%u", sm);
    return PK_OK;
}

/* PTX of older GPUs runs on newer ones. */
static const char *older_target(pk_dev *dev, uint32_t i) {
    static const char *const names[] = {"sm_121", "sm_120", "sm_103", "sm_100",
                                        "sm_90",  "sm_89",  "sm_87",  "sm_86",
                                        "sm_80",  "sm_75",  "sm_72",  "sm_70"};

    const int most =
        10 * pk_cuda_attribute(dev,
                               CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
        pk_cuda_attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const uint32_t sm = parse_target(names[k]);
        if (sm && (int)sm <= most && !i--)
            return names[k];
    }
    return NULL;
}

const pk_targets_ext pk_cuda_targets = {.struct_size = sizeof pk_cuda_targets,
                                        .name = older_target};

static pk_status copy_out(const pk_host *host, const pk_text *text,
                          pk_artifact *out, pk_error *err) {
    const pk_allocator *a = host->allocator;
    char *copy = a->alloc(a->self, text->length + 1);

    if (!copy)
        return pk_fail_no_memory(err);
    memcpy(copy, pk_text_string(text), text->length + 1);
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .format = "ptx",
                         .bytes = copy,
                         .size = text->length,
                         .is_text = 1};
    return PK_OK;
}

pk_status pk_cuda_emit(const pk_host *host, const pk_caps *target,
                       const char *ir, size_t length,
                       const pk_emit_options *options, pk_artifact *out,
                       pk_error *err) {
    const char *stage = options ? options->stage : NULL;
    /* Lines cost nothing in what is loaded; profilers and the simulator tell
     * them. */
    pk_ptx_options ptx = {.debug_lines =
                              !stage || (options && options->debug_lines)};
    pk_arena arena;
    pk_text text;
    pk_ir *module;
    pk_status status;

    if (stage && strcmp(stage, "ptx") != 0)
        return pk_fail(err, PK_UNSUPPORTED, "cuda makes ptx, not %s", stage);
    pk_arena_init(&arena, host->allocator);
    pk_text_init(&text, host->allocator);
    status = pk_ir_parse(&arena, ir, length, &module, err);
    if (status == PK_OK)
        status = pk_ptx_emit(module, target, &ptx, &text, err);
    if (status == PK_OK)
        status = copy_out(host, &text, out, err);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
    return status;
}

/* Artifacts hold one byte more than `size`: a NUL, which the driver wants at
 * the end of PTX. */
void pk_cuda_artifact_free(const pk_host *host, pk_artifact *artifact) {
    const pk_allocator *a = host->allocator;

    if (artifact->bytes)
        a->release(a->self, artifact->bytes, artifact->size + 1);
    artifact->bytes = NULL;
}
