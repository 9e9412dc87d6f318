/* SPDX-License-Identifier: Apache-2.0 */
/* From a function and a signature to an artifact and a loaded kernel, one call
 * per stage:
 *
 *     front      frontend: source to IR
 *     optimise   passes: IR in the target's form
 *     emit       plugin: IR text to artifact
 *     load       plugin: artifact to kernel (compilation.h)
 *
 * A pk_compilation runs them for a launch, pk_emit for tools. */
#ifndef PORTKERN_COMPILE_PIPELINE_H
#define PORTKERN_COMPILE_PIPELINE_H

#include "base/shared.h"
#include "compile/library_cache.h"
#include "runtime/kernel/specialise.h"

enum { PK_STAGES_MAX = 12 };

typedef struct pk_stage_time {
    const char *name;
    uint64_t ns;
} pk_stage_time;

/* A compile under way. All its memory is the guard's: its stages run inside
 * pk_guard_run and are left at once when there is none. It may not move. */
typedef struct pk_pipeline {
    pk_guard guard;
    pk_context *ctx;
    const pk_plugin *plugin;
    const pk_caps *caps;
    const pk_program *program;
    const char *name;
    pk_signature signature;
    bool debug_lines;
    bool stoppable; /* for launches with a deadline */
    bool tiered;    /* the first version is wanted, see improver.h */
    pk_arena arena;
    pk_diags diags;
    pk_library_cache *library_cache; /* while the frontend has it */
    pk_ir *ir;
    pk_func *fn;     /* the kernel, once there is IR */
    bool wants_many; /* code for many threads is other code, once passes ran */
    pk_text text;    /* the IR's, after the passes */
    pk_text key;     /* of its artifact in the disk cache, once that is asked */
    pk_digest key_digest;
    pk_stage_time times[PK_STAGES_MAX];
    uint32_t time_count;
} pk_pipeline;

PK_SHARED void pk_pipeline_init(pk_pipeline *p, pk_context *ctx,
                                const pk_plugin *plugin, const pk_caps *caps,
                                const pk_program *program, const char *name);
PK_SHARED void pk_pipeline_finish(pk_pipeline *p);

/* The frontend alone. */
pk_status pk_pipeline_compile(pk_pipeline *p, pk_error *err);

/* The stages. A failure of the first leaves its diagnostics with the context,
 * see pk_diagnostics_keep. */
pk_status pk_pipeline_front(pk_pipeline *p, pk_error *err);
/* In place of the first: a copy of IR that is there, made of its text. */
PK_SHARED pk_status pk_pipeline_copy(pk_pipeline *p, const pk_ir *ir,
                                     const pk_text *text, pk_error *err);
PK_SHARED pk_status pk_pipeline_optimise(pk_pipeline *p, pk_error *err);
/* The passes for kernels of the parallel loops, for another target, which the
 * pipeline is for from then on; there may be none. */
pk_status pk_pipeline_offload(pk_pipeline *p, const pk_plugin *plugin,
                              const pk_caps *caps, pk_error *err);
/* Which of the loops those passes have made kernels of, and why others have
 * none: a line for each. */
void pk_pipeline_print_loops(const pk_pipeline *p, pk_text *out);
/* `stage` NULL: the plugin's artifact, given back with artifact_free. */
PK_SHARED pk_status pk_pipeline_emit(pk_pipeline *p, const char *stage,
                                     pk_artifact *out, pk_error *err);

/* Returns the options of the plugin's `emit` for the artifact that the cache
 * keeps. */
pk_emit_options pk_pipeline_emit_options(const pk_pipeline *p);

/* Makes the key of the artifact in the disk cache, once: all that it depends on
 * besides the plugin's choices. */
void pk_pipeline_key(pk_pipeline *p);
/* Gives the cache the artifact in the form that loads fastest: the driver's
 * binary, where there is one of the module (NULL: a target has none) on that
 * context's device. False: it has not been kept. */
bool pk_pipeline_keep(const pk_pipeline *p, const pk_context *device,
                      pk_mod *mod, const pk_artifact *artifact);

/* The failure of a stage behind the frontend. A refusal becomes a diagnostic of
 * the compile, left with the context as those of the frontend are. */
pk_status pk_pipeline_fail(pk_pipeline *p, const pk_error *why, pk_error *err);

/* Notes the time of a stage that began at `begin_ns`. */
void pk_pipeline_time(pk_pipeline *p, const char *stage, uint64_t begin_ns);

#endif
