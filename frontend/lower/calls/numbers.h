/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of builtins over numbers, pk_lower_of_<how>. */
#ifndef PORTKERN_FRONTEND_LOWER_CALLS_NUMBERS_H
#define PORTKERN_FRONTEND_LOWER_CALLS_NUMBERS_H

#include "frontend/lower/lower.h"

typedef pk_lv pk_lowering(pk_lower *l, const pk_ast *node, const pk_call *call);

pk_lowering pk_lower_of_abs, pk_lower_of_min_max, pk_lower_of_sum,
    pk_lower_of_int, pk_lower_of_float, pk_lower_of_complex, pk_lower_of_divmod,
    pk_lower_of_pow, pk_lower_of_float1, pk_lower_of_approx, pk_lower_of_float2,
    pk_lower_of_scale, pk_lower_of_classify, pk_lower_of_library,
    pk_lower_of_round;

/* Argument `i` as the scalar type `to`. */
pk_value *pk_lower_argument_as(pk_lower *l, const pk_call *call, uint32_t i,
                               const pk_ty *to);

#endif
