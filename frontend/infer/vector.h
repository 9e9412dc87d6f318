/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors: cuda.float32x4 and its like. */
#ifndef PORTKERN_FRONTEND_INFER_VECTOR_H
#define PORTKERN_FRONTEND_INFER_VECTOR_H

#include "frontend/infer/infer.h"

/* A call of the type `made`. */
pk_typed pk_infer_vector(pk_infer *in, const pk_ast *node, const pk_ty *made,
                         pk_call *call);

#endif
