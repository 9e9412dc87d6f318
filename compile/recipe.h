/* SPDX-License-Identifier: Apache-2.0 */
/* From a compiled kernel to the recipe by which it is launched. */
#ifndef PORTKERN_COMPILE_RECIPE_H
#define PORTKERN_COMPILE_RECIPE_H

#include "compile/pipeline.h"

/* The recipe of the compile's kernel for arguments like the frame's; the
 * context's memory, `size` bytes as it says. */
pk_status pk_recipe_make(pk_pipeline *p, const pk_frame *frame, pk_recipe **out,
                         pk_error *err);

/* The same of a kernel that is made of a loop, without how it is packed. */
pk_status pk_recipe_of_loop(pk_pipeline *p, pk_recipe **out, pk_error *err);

#endif
