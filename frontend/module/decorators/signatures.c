/* SPDX-License-Identifier: Apache-2.0 */
/* The signatures that decorators declare: "void(float32[:])", lists of them. */
#include "frontend/module/decorators/decorating.h"
#include "frontend/values/known.h"

enum { MAX_SIGNATURES = 256 };

static bool is_types(const pk_ty *tuple) {
    for (uint32_t i = 0; i < tuple->count; i++)
        if (tuple->items[i]->kind != PK_TY_dtype)
            return false;
    return true;
}

/* The types of the arguments: of a signature as they are, of a tuple what its
 * items make. */
static bool declare_args(pk_decorating *d, const pk_ty *type,
                         pk_declared *out) {
    pk_arg_type *args =
        pk_arena_array(d->scope->arena, type->count + 1, sizeof *args);
    bool tuple = type->kind == PK_TY_tuple;

    out->args = args;
    out->count = type->count;
    for (uint32_t i = 0; args && i < type->count; i++)
        if (!pk_ty_to_argument(d->scope->arena,
                               tuple ? type->items[i]->made : type->items[i],
                               &args[i]))
            return false;
    return args != NULL;
}

/* Checks that a signature fits the function that it stands above. */
static bool check_declared(pk_decorating *d, pk_type_reader *r,
                           const pk_ast *node, const pk_declared *declared) {
    const pk_function_info *info = &d->fn->info;

    if (declared->count != info->param_count)
        return pk_type_fault(
            r, node, PK_E_signature_type,
            "write one type for each parameter, in order, after that of the "
            "result: float32(float32, int64)",
            "the signature has %u argument%s, %s takes %u", declared->count,
            declared->count == 1 ? "" : "s", info->name, info->param_count);
    if ((d->mask & KERNEL) && !d->device && declared->has_result &&
        declared->result.kind != PK_ARGTYPE_none)
        return pk_type_fault(r, node, PK_E_signature_type,
                             "write void(...), or device=True",
                             "a kernel returns nothing, and this signature "
                             "says otherwise");
    return true;
}

static bool has_optional(const pk_ty *type) {
    bool found = false, tuple = type->kind == PK_TY_tuple;

    for (uint32_t i = 0; i < type->count; i++) {
        const pk_ty *item = tuple ? type->items[i]->made : type->items[i];
        found |= item && item->kind == PK_TY_optional;
    }
    return found;
}

bool pk_decorating_signature(pk_decorating *d, pk_type_reader *r,
                             const pk_ast *node, pk_declared *out) {
    pk_typed v;
    bool ok = node->kind == PK_AST_Constant &&
                      node->Constant.value.kind == PK_CONST_str
                  ? pk_type_text(r, node, node->Constant.value.text, &v)
                  : pk_type_value(r, node, &v);

    if (ok && v.type->kind == PK_TY_text && v.known)
        ok = pk_type_text(r, node, v.known->text, &v);
    if (!ok)
        return false;
    if (v.type->kind != PK_TY_signature &&
        !(v.type->kind == PK_TY_tuple && is_types(v.type)))
        return pk_type_fault(
            r, node, PK_E_signature_type,
            "a signature looks like \"void(float32[:], int32)\"",
            "this is not a signature");
    if (has_optional(v.type))
        return pk_type_fault(
            r, node, PK_UNSUPPORTED,
            "write one signature for the type and one for none",
            "an optional argument is not supported yet");
    if (!declare_args(d, v.type, out))
        return pk_type_fault(r, node, PK_E_signature_type, NULL,
                             "no argument can have such a type");
    if (v.type->kind == PK_TY_signature) {
        out->has_result = true;
        if (!pk_ty_to_argument(d->scope->arena, v.type->made, &out->result))
            return false;
    }
    out->file = d->scope->program->parse.source->file;
    out->loc = pk_ast_loc(node, 0);
    return check_declared(d, r, node, out);
}

uint32_t pk_decorating_signatures(pk_decorating *d, const pk_ast *node,
                                  const pk_declared **out) {
    bool list = node->kind == PK_AST_List;
    const pk_ast *const *items =
        list ? (const pk_ast *const *)node->List.elts.items : &node;
    uint32_t count = list ? node->List.elts.count : 1;
    pk_declared *declared =
        pk_arena_array(d->scope->arena, count + 1, sizeof *declared);
    pk_type_reader r = {.scope = d->scope};

    if (!count || count > MAX_SIGNATURES) {
        pk_decorating_fail(
            d, node, PK_E_signature_list,
            count ? NULL : "remove the list: a launch has the types",
            count ? "too many signatures" : "a list without a signature");
        return 0;
    }
    for (uint32_t i = 0; declared && i < count; i++)
        if (!pk_decorating_signature(d, &r, items[i], &declared[i])) {
            if (r.fault.message)
                pk_decorating_fault(d, &r.fault);
            return 0;
        }
    *out = declared;
    return declared ? count : 0;
}
