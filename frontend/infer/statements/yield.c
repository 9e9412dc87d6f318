/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of generators. A call of a function with a yield gives its frame, a
 * structure that no name of the program has fields of; what it yields has one
 * type, as what other functions return has. */
#include "frontend/infer/infer.h"

#include "frontend/infer/closure.h"
#include "frontend/types/struct.h"

/* ---- functions ---- */

void pk_instance_set_frame(pk_compile *c, pk_instance *instance) {
    if (!c->signature || !c->signature->host ||
        !pk_ast_find_yield(&instance->function->def->FunctionDef.body))
        return;
    instance->frame = pk_struct_new(c->arena, "generator", 0, 0);
    instance->frame->generator = instance;
}

void pk_infer_end_generator(pk_infer *in) {
    pk_instance *instance = in->instance;

    if (!instance->frame)
        return;
    if (!instance->returned && instance->result->kind != PK_TY_error &&
        !in->c->unknown)
        pk_say(in, instance->function->def, PK_E_return_missing, NULL,
               "%s yields no value", instance->function->info.name);
    instance->item = instance->result;
    if (instance->item->kind != PK_TY_error)
        instance->result = &instance->frame->type;
}

const pk_instance *pk_generator_of(const pk_ty *type) {
    return type->kind == PK_TY_struct ? type->structure->generator : NULL;
}

/* ---- yield ---- */

/* In the body of a loop whose iterations run at the same time. */
static bool is_in_parallel(const pk_infer *in) {
    for (const pk_loop *loop = in->loop; loop; loop = loop->outer)
        if (in->instance->parallel && loop->iter &&
            pk_note_find(in->instance, loop->iter)->v.type->flags &
                PK_TYF_parallel)
            return true;
    return false;
}

static bool refuse(pk_infer *in, const pk_ast *node) {
    if (node->kind != PK_AST_Yield)
        pk_say_unsupported(in, node, "'yield from'", "for v in a: yield v");
    else if (is_in_parallel(in))
        pk_say_unsupported(in, node, "yield in a loop over prange",
                           "write range, or yield what the loop has stored");
    else if (in->maybe)
        pk_say_unsupported(in, node, "yield in a part of an expression",
                           "yield in a statement of its own");
    else
        return false;
    return true;
}

pk_typed pk_infer_yield(pk_infer *in, const pk_ast *node) {
    pk_typed value = {.type = &pk_ty_none};

    if (!in->instance->frame)
        return pk_say_unsupported(in, node, "a generator in a kernel",
                                  "write the values into an array");
    if (refuse(in, node)) {
        in->instance->result = &pk_ty_error;
        return error();
    }
    if (node->Yield.value)
        value = pk_infer_optional(in, node->Yield.value);
    value = pk_infer_outward(in, node, value);
    value.type = pk_ty_unknown_text(in->arena, value.type);
    if (!pk_infer_kept_iterator(in, node, value) ||
        (value.type->kind == PK_TY_hidden &&
         !pk_infer_has_value(in, node->Yield.value, value)))
        value.type = &pk_ty_error;
    pk_infer_gives(in, node, value);
    return of_type(&pk_ty_none);
}
