/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of complex numbers: the device library has them of real and
 * imaginary part. */
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"
#include "frontend/infer/statements/report.h"

/* The complex type that the arguments fit: complex64 holds float32 and what
 * fits that. NULL after an error. */
static const pk_ty *complex_type(pk_infer *in, const pk_call *call,
                                 bool parts) {
    bool single = true;

    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ty *type = call->args[i].type;
        if (!pk_ty_is_numeric(type) || (parts && type->kind == PK_TY_complex)) {
            pk_say(in, call->nodes[i], PK_E_call_type,
                   pk_type_hint(PK_E_call_type, type, NULL),
                   "%s takes %s, not %s", pk_builtin_name(call->builtin),
                   parts ? "real numbers" : "a number", pk_named(in, type));
            return NULL;
        }
        single = single && type->scalar == PK_TYPE_f32;
    }
    return pk_ty_complex(single ? PK_TYPE_f32 : PK_TYPE_f64);
}

pk_typed pk_type_cmath(pk_infer *in, const pk_ast *node, pk_call *call) {
    uint16_t how = call->builtin->param;
    bool numpy = call->builtin->how != PK_HOW_cmath;
    const pk_ty *type, *args[2], *result;
    const pk_function *fn;

    if (numpy)
        how = PK_CMATH_function;
    if (!(type = complex_type(in, call, how == PK_CMATH_rect)))
        return error();
    args[0] = args[1] = pk_ty_number(type->scalar);
    fn = pk_library_complex(in->c, call->builtin->path, type->scalar);
    if (!fn)
        return pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena, "%s of a complex number",
                            pk_builtin_name(call->builtin)),
            NULL);
    call->work = type;
    call->instance = pk_infer_instance(in->c, fn, args, 2, in->program, node);
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    result = call->instance->result;
    if (result->kind == PK_TY_tuple && how != PK_CMATH_polar)
        result = type;
    call->gives = result;
    return of_type(result);
}
