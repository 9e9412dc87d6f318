/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of dataclasses: tuples by value, of which only fields are seen. Their
 * functions are inferred as those of structures are (struct.c). */
#include "frontend/infer/infer.h"
#include "frontend/infer/tuple.h"

#include "frontend/types/struct.h"

#include <string.h>

/* Point(x) where the class has a __post_init__:
 *
 *     Point.checked(Point.__of_fields__(x)) */
static const pk_ast *checked_call(pk_infer *in, const pk_ast *node) {
    const pk_call *before = pk_note_find(in->instance, node)->call;
    pk_ast *inner = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_ast *outer = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_ast **args = pk_arena_array(in->arena, 1, sizeof(pk_ast *));
    pk_ast *funcs[2];

    if (before && before->spread)
        return before->spread;
    if (!args)
        return NULL;
    for (int i = 0; i < 2; i++) {
        funcs[i] = pk_ast_new(in->arena, PK_AST_Attribute, node);
        funcs[i]->Attribute.value = node->Call.func;
        funcs[i]->Attribute.attr = i ? pk_dataclass_checked : pk_dataclass_new;
    }
    args[0] = inner;
    inner->Call = node->Call;
    inner->Call.func = funcs[0];
    outer->Call.func = funcs[1];
    outer->Call.args = (pk_ast_list){args, 1};
    return outer;
}

pk_typed pk_infer_object_call(pk_infer *in, const pk_ast *node,
                              const pk_fields *fields, pk_call *call) {
    const pk_ast *func = node->Call.func;
    const bool is_new = func->kind == PK_AST_Attribute &&
                        strcmp(func->Attribute.attr, pk_dataclass_new) == 0;

    if (is_new || !fields->class ||
        !pk_struct_function_of(fields->class, pk_dataclass_checked,
                               PK_STRUCT_static))
        return pk_infer_fields_call(in, node, fields, call);
    call->spread = checked_call(in, node);
    return call->spread ? pk_infer_expr(in, call->spread) : error();
}

bool pk_infer_has_items(pk_infer *in, const pk_ast *node, const pk_ty *type,
                        pk_code code) {
    if (!pk_ty_is_dataclass(type))
        return true;
    pk_say(in, node, code, "use its fields by their names: p.x",
           "%s is an object of a dataclass, which has no items",
           pk_named(in, type));
    return false;
}

/* Python's functions of sequences, and NumPy's, take no objects; those that
 * change containers do. */
static bool takes_objects(const pk_builtin *builtin) {
    static const char *const takes[] = {"builtins.isinstance", "builtins.hash",
                                        "builtins.print", "builtins.id"};

    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++)
        if (strcmp(builtin->path, takes[i]) == 0)
            return true;
    return strncmp(builtin->path, "builtins.", 9) != 0 &&
           strncmp(builtin->path, "numpy.", 6) != 0;
}

bool pk_infer_takes_objects(pk_infer *in, const pk_call *call) {
    const bool deletes = strcmp(call->builtin->path, "numpy.delete") == 0;

    if (takes_objects(call->builtin))
        return true;
    for (uint32_t i = 0; i < call->count; i++)
        if (call->nodes[i] &&
            !(deletes && pk_ty_is_slice(call->args[i].type)) &&
            !pk_infer_has_items(in, call->nodes[i], call->args[i].type,
                                PK_E_call_type))
            return false;
    return true;
}
