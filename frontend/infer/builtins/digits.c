/* SPDX-License-Identifier: Apache-2.0 */
/* round(x, digits), which is the library's. It works in float64, as Numba's
 * kernels do; its njit rounds a float32 in float32. */
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"

/* A float stays what it is; small integers and bool become float32, other
 * integers float64. */
static const pk_ty *rounded_type(const pk_ty *type) {
    if (pk_ty_is_float(type))
        return pk_ty_number(type->scalar);
    return pk_ty_number(pk_type_bytes(type->scalar) > 2 ? PK_TYPE_f64
                                                        : PK_TYPE_f32);
}

pk_typed pk_type_digits(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type, *digits = call->args[1].type;
    const pk_ty *args[2] = {pk_ty_number(PK_TYPE_f64),
                            pk_ty_number(PK_TYPE_i64)};
    const pk_function *fn;

    if (!pk_ty_is_int(digits) && !pk_ty_is_bool(digits))
        return pk_say(in, call->nodes[1], PK_E_call_type,
                      pk_hint_integer(digits),
                      "round takes an integer as the number of digits, not %s",
                      pk_named(in, digits));
    fn = pk_library_find(in->c, "digits", PK_TYPE_f64);
    call->work = args[0];
    call->instance =
        fn ? pk_infer_instance(in->c, fn, args, 2, in->program, node) : NULL;
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    call->gives = rounded_type(type);
    return of_type(call->gives);
}
