/* SPDX-License-Identifier: Apache-2.0 */
/* PORTKERN_DUMP: the stages of every compile, to stderr or into a folder. */
#ifndef PORTKERN_COMPILE_DUMP_H
#define PORTKERN_COMPILE_DUMP_H

#include "compile/pipeline.h"

/* The rows of stages.def; PORTKERN_DUMP is bits 1 << PK_STAGE_x. */
typedef enum pk_stage {
#define STAGE(name, backend, target) PK_STAGE_##name,
#include "portkern/stages.def"
#undef STAGE
    PK_STAGE_COUNT
} pk_stage;

/* Shows the IR as stage `ir` or `passes`, if it is wanted. */
void pk_dump_ir(pk_pipeline *p, pk_stage stage);

/* Shows what has become of the parallel loops, as stage `loops`. */
void pk_dump_loops(pk_pipeline *p);

/* Shows the stages that stand before the IR and those that the plugin makes,
 * as far as they are wanted and can be had. */
void pk_dump_stages(pk_pipeline *p);

#endif
