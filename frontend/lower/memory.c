/* SPDX-License-Identifier: Apache-2.0 */
/* Local memory of arrays of a function's own (infer/memory.c): those that it
 * may return are in memory of the caller's, whose address is a parameter behind
 * the arguments.
 *
 * A call in a loop may be given what it made in the turn before. Then it has
 * its memory twice, and the two take turns. */
#include "frontend/infer/memory.h"
#include "frontend/lower/lower.h"

#include "core/ir_data.h"

/* A variable that is false where the function begins. */
static pk_local *begins_false(pk_lower *l) {
    pk_local *local = pk_func_local(l->fn, NULL, PK_TYPE_bool);
    pk_builder b = l->b;

    if (l->fn->body->first)
        pk_builder_before(&b, l->fn->body->first);
    pk_emit_set(&b, local, pk_const_int(l->fn, PK_TYPE_bool, 0));
    return local;
}

/* Whether it is the turn of the second one of two. */
static pk_value *take_turn(pk_lower *l) {
    pk_local *second = begins_false(l);
    pk_value *which = pk_emit1(&l->b, PK_OP_not, pk_emit_get(&l->b, second));

    pk_emit_set(&l->b, second, which);
    return which;
}

/* Memory for array number `i` of those that the call makes, or of two such
 * where `second`, NULL: of one, says which. */
static pk_value *memory_of(pk_lower *l, const pk_owned *array, uint32_t i,
                           pk_value *second) {
    const pk_instance *instance = l->instance;
    const char *name = array->call->Call.func->kind == PK_AST_Attribute
                           ? array->call->Call.func->Attribute.attr
                           : "local";
    pk_value *base = NULL, *at;

    for (uint32_t k = 0; k < instance->own_count && l->memory && !base; k++)
        if (instance->own[k].call == array->call && !i--)
            base = l->memory[k];
    if (!base)
        base = pk_func_storage(
                   l->fn, l->name ? l->name : name, PK_SPACE_local, array->elem,
                   second ? 2 * array->count : array->count, array->align)
                   ->value;
    if (!second)
        return base;
    at = pk_emit3(&l->b, PK_OP_select, second, pk_i64(l, (int64_t)array->count),
                  pk_i64(l, 0));
    return emit(l, PK_OP_elem, base, at);
}

pk_value *pk_lower_memory(pk_lower *l, pk_owned array, bool again) {
    return memory_of(l, &array, 0, again ? take_turn(l) : NULL);
}

void pk_lower_own_parts(pk_lower *l, const pk_ast *node, const pk_call *call,
                        pk_value **to) {
    const pk_instance *callee = call->instance;
    pk_value *second = callee->own_count && call->again ? take_turn(l) : NULL;

    for (uint32_t i = 0; i < callee->own_count; i++) {
        pk_owned array = callee->own[i];
        array.call = node;
        to[i] = memory_of(l, &array, i, second);
    }
}

void pk_lower_own_parameters(pk_lower *l) {
    const pk_instance *instance = l->instance;

    l->memory =
        pk_arena_array(l->arena, instance->own_count + 1, sizeof *l->memory);
    for (uint32_t i = 0; l->memory && i < instance->own_count; i++)
        l->memory[i] =
            pk_func_param(l->fn, pk_arena_format(l->arena, "memory.%u", i),
                          PK_TYPE_PTR(PK_SPACE_local, instance->own[i].elem),
                          PK_ROLE_data, instance->arg_count + i, 0)
                ->value;
}
