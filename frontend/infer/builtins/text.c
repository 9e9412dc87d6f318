/* SPDX-License-Identifier: Apache-2.0 */
/* Strings of host functions: methods and operators are functions of
 * lib/host/np_str.py, and an f-string is a call of them:
 *
 *     f"{n} of {name}"      "".join(["".__text__(n), " of ",
 * "".__text__(name)])
 */
#include "frontend/infer/library.h"
#include "frontend/infer/statements/report.h"
#include "frontend/infer/typings.h"

#include <string.h>

/* Whether str() makes a string of values of the type. */
static bool has_text(const pk_ty *type) {
    return pk_ty_is_text(type) || pk_ty_is_int(type) || pk_ty_is_bool(type);
}

static bool makes_text(const pk_builtin *row) {
    return !strcmp(row->path, "builtins.str") ||
           !strcmp(row->path, "str.__text__");
}

pk_typed pk_type_text_method(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_function *fn = pk_container_function(in, call, "");
    const uint32_t last = call->count - 1;
    const pk_ty *types[6];

    for (uint32_t i = 0; i < call->count; i++) {
        if (!call->nodes[i] &&
            !pk_infer_default(in, node, fn, i, &call->args[i]))
            return error();
        call->args[i].type = pk_ty_given(in->arena, call->args[i]);
        types[i] = pk_ty_unknown_text(in->arena, call->args[i].type);
    }
    if (makes_text(call->builtin) && !has_text(types[last]))
        return pk_say_unsupported(
            in, call->nodes[last],
            pk_arena_format(in->arena, "the text of %s",
                            pk_named(in, types[last])),
            "str(x) and f-strings take integers, bools and strings; print "
            "takes all numbers");
    return pk_call_library(in, node, call, fn, types, call->count);
}

void pk_infer_text_order(pk_infer *in, const pk_ast *node, const pk_ty *type) {
    static const pk_ty *const both[] = {&pk_ty_str, &pk_ty_str};

    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        pk_infer_text_order(in, node, type->items[i]);
    if (pk_ty_is_text(type))
        pk_infer_instance(in->c, pk_library_named(in->c, "str_order"), both, 2,
                          in->program, node);
}

/* ---- f-strings ---- */

static pk_ast *constant(pk_infer *in, const pk_ast *node, const char *text) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Constant, node);

    out->Constant.value = (pk_const){.kind = PK_CONST_str, .text = text};
    return out;
}

/* "".name(x) */
static pk_ast *method(pk_infer *in, const pk_ast *node, const char *name,
                      const pk_ast *x) {
    return pk_ast_method(in->arena, node, constant(in, node, ""), name, &x, 1);
}

pk_typed pk_infer_joined(pk_infer *in, const pk_ast *node) {
    const pk_ast_list *values = &node->JoinedStr.values;
    pk_note *note = pk_note_at(in, node);
    pk_ast **parts =
               pk_arena_array(in->arena, values->count + 1u, sizeof(pk_ast *)),
           *list;

    for (uint32_t i = 0; parts && !note->written && i < values->count; i++) {
        const pk_ast *value = values->items[i];
        const char *spec;
        parts[i] = values->items[i];
        if (value->kind != PK_AST_FormattedValue)
            continue;
        spec = pk_report_spec(in->arena, value);
        if (!spec || *spec || value->FormattedValue.conversion == 'r')
            return pk_say_unsupported(
                in, value, "a format in an f-string that is not printed",
                "print(f\"...\") takes one");
        parts[i] = method(in, value, "__text__", value->FormattedValue.value);
    }
    if (!note->written && parts) {
        list = pk_ast_new(in->arena, PK_AST_List, node);
        list->List.elts = (pk_ast_list){parts, values->count};
        note->written = values->count ? method(in, node, "join", list)
                                      : constant(in, node, "");
    }
    return note->written ? pk_infer_expr(in, note->written) : error();
}
