/* SPDX-License-Identifier: Apache-2.0 */
/* Which errors of a function whose types were guessed are the script's own:
 * those that are the same under types that have nothing in common; and what is
 * known only when the program runs. */
#include "check/module/checking.h"

#include "frontend/diag/codes.h"
#include "frontend/module/program.h"

/* Other elements and an axis more, for numbers a tuple. */
pk_signature pk_checking_other_guess(pk_checking *k,
                                     const pk_signature *guess) {
    static const pk_arg_type pair[2] = {
        {.kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_u16},
        {.kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_u16}};
    pk_arg_type *args =
        pk_arena_array(&k->job->arena, guess->count + 1, sizeof *args);
    pk_signature made = *guess;

    for (uint32_t i = 0; i < guess->count; i++) {
        args[i] = guess->args[i];
        if (args[i].kind == PK_ARGTYPE_array && args[i].dtype == PK_TYPE_f32) {
            args[i].dtype = PK_TYPE_f64;
            args[i].is_complex = true;
            args[i].ndim++;
        } else if (args[i].kind == PK_ARGTYPE_array) {
            args[i].dtype = PK_TYPE_u16;
        } else if (pk_type_is_int(args[i].dtype)) {
            args[i].dtype = PK_TYPE_u16;
        } else {
            args[i] = (pk_arg_type){
                .kind = PK_ARGTYPE_tuple, .count = 2, .items = pair};
        }
    }
    made.args = args;
    return made;
}

static bool is_certain(const pk_diag *d, const pk_diags *other) {
    pk_about about = pk_diag_about(d);

    if (about == PK_ABOUT_NAMES || about == PK_ABOUT_HEAD)
        return true;
    if (d->row == pk_code_row(PK_E_dtype))
        return false; /* a parameter may be one: no guess is */
    for (const pk_diag *o = other->first; o && about == PK_ABOUT_TYPES;
         o = o->next)
        if (o->code == d->code && o->loc.line == d->loc.line &&
            o->loc.col == d->loc.col && strcmp(o->message, d->message) == 0)
            return true;
    return false;
}

void pk_checking_take_back(pk_checking *k, const pk_diags *before) {
    k->job->diags = *before;
    if (before->last)
        before->last->next = NULL;
}

static bool is_said_since(const pk_checking *k, const pk_diags *before,
                          const char *message) {
    const pk_diag *d = before->last ? before->last->next : k->job->diags.first;

    while (d && strcmp(d->message, message) != 0)
        d = d->next;
    return d != NULL;
}

/* ---- methods that a script gives to types of Numba ---- */

static void find_extension(const pk_ast *node, void *found) {
    const pk_ast_list *list = node->kind == PK_AST_FunctionDef
                                  ? &node->FunctionDef.decorator_list
                                  : NULL;

    for (uint32_t i = 0; list && i < list->count; i++) {
        const pk_ast *func = list->items[i];
        const char *name;
        if (func->kind == PK_AST_Call)
            func = func->Call.func;
        name = func->kind == PK_AST_Name        ? func->Name.id
               : func->kind == PK_AST_Attribute ? func->Attribute.attr
                                                : "";
        *(bool *)found |= !strcmp(name, "overload_method") ||
                          !strcmp(name, "overload_attribute");
    }
    if (pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, find_extension, found);
}

bool pk_checking_extends_methods(const pk_program *program) {
    bool found = false;

    find_extension(program->parse.module, &found);
    return found;
}

/* Whether the program may well have what an error misses when it runs. */
static bool is_unknown(const pk_checking *k, const pk_diag *d) {
    return d->unknown || (k->extends_methods &&
                          d->row == pk_code_row(PK_E_attribute_unknown));
}

uint32_t pk_checking_doubt_unknown(pk_checking *k, const pk_diags *before) {
    const pk_diag *d = before->last ? before->last->next : k->job->diags.first;
    uint32_t count = 0;
    bool keeps = true;
    pk_diag made;

    for (const pk_diag *o = d; o; o = o->next)
        count += is_unknown(k, o);
    if (!count)
        return 0;
    pk_checking_take_back(k, before);
    for (; d; d = d->next) {
        made = *d;
        made.next = NULL;
        if (is_unknown(k, d)) {
            made.severity = PK_SEVERITY_warning;
            made.row = pk_code_row(PK_E_unknown_value);
            made.code = made.row->code;
            made.message = pk_arena_format(
                &k->job->arena, "%s; what depends on it is not checked",
                d->message);
            keeps = !is_said_since(k, before, made.message);
        } else if (d->severity != PK_SEVERITY_note) {
            keeps = true;
        }
        if (keeps)
            pk_diag_add(&k->job->diags, &made);
    }
    return count;
}

uint32_t pk_checking_keep_certain(pk_checking *k, const pk_diags *before,
                                  const pk_diags *other) {
    const pk_diag *d = before->last ? before->last->next : k->job->diags.first;
    bool keeps = false;
    uint32_t count = 0;

    pk_checking_take_back(k, before);
    for (; d; d = d->next) {
        bool unknown = d->row == pk_code_row(PK_E_unknown_value);
        if (d->severity != PK_SEVERITY_note)
            keeps = unknown ||
                    (d->severity == PK_SEVERITY_error && is_certain(d, other));
        if (keeps)
            pk_diag_add(&k->job->diags, d);
        count += keeps && d->severity == PK_SEVERITY_error;
    }
    return count;
}
