/* SPDX-License-Identifier: Apache-2.0 */
/* round(x, digits), which is the library's. */
#include "frontend/infer/infer.h"

#include "frontend/library.h"

/* The loop that it is made for: small integers and bool become float32, other
 * integers float64; float16 works in float32. */
static const pk_ty *loop_type(const pk_ty *type) {
    uint32_t bytes = pk_type_bytes(type->scalar);
    bool wide = pk_ty_is_float(type) ? bytes > 4 : bytes > 2;

    return pk_ty_number(wide ? PK_TYPE_f64 : PK_TYPE_f32);
}

pk_typed pk_type_digits(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type, *digits = call->args[1].type;
    bool half = pk_ty_is_float(type) && type->scalar == PK_TYPE_f16;
    const pk_ty *args[2] = {loop_type(type), pk_ty_number(PK_TYPE_i64)};
    const pk_function *fn;

    if (!pk_ty_is_int(digits) && !pk_ty_is_bool(digits))
        return pk_say(in, call->nodes[1], PK_E_call_type, NULL,
                      "round takes an integer as the number of digits, not %s",
                      pk_named(in, digits));
    fn = pk_library_find(in->c, "digits", args[0]->scalar);
    call->work = args[0];
    call->instance =
        fn ? pk_infer_instance(in->c, fn, args, 2, in->program, node) : NULL;
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    call->gives = half ? type : args[0];
    return of_type(call->gives);
}
