/* SPDX-License-Identifier: Apache-2.0 */
/* PORTKERN_DUMP: the stages of every compile, to stderr or into a folder. */
#ifndef PORTKERN_RUNTIME_DUMP_H
#define PORTKERN_RUNTIME_DUMP_H

#include "runtime/pipeline.h"

/* Shows the IR as stage "ir" or "passes", if it is wanted. */
void pk_dump_ir(pk_pipeline *p, const char *stage);

/* Shows the stages that stand before the IR and those that the plugin makes,
 * as far as they are wanted and can be had. */
void pk_dump_stages(pk_pipeline *p);

#endif
