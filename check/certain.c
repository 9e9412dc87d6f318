/* SPDX-License-Identifier: Apache-2.0 */
/* Which errors of a function whose types were guessed are the script's own:
 * those that are the same under types that have nothing in common. */
#include "check/checking.h"

#include "frontend/diag/codes.h"

static bool is_code(const pk_diag *d, const pk_code *codes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (d->code && strcmp(d->code, pk_code_row(codes[i])->code) == 0)
            return true;
    return false;
}

/* Errors that no types mend. */
static bool is_of_names(const pk_diag *d) {
    static const pk_code codes[] = {
        PK_E_name_undefined, PK_E_name_unassigned, PK_E_member_unknown,
        PK_E_value_hidden,   PK_E_call_count,      PK_E_call_keyword,
        PK_E_call_missing,   PK_E_grid_dimensions, PK_E_unsupported_statement,
        PK_E_call_foreign,   PK_E_shape_of_extent};

    return is_code(d, codes, sizeof codes / sizeof *codes);
}

/* Errors of decorators and of parameters. */
static bool is_of_head(const pk_diag *d) {
    static const pk_code codes[] = {
        PK_E_option_unknown, PK_E_option_value,    PK_E_option_refused,
        PK_E_signature_list, PK_E_signature_type,  PK_E_signature_text,
        PK_E_signature_name, PK_E_declared_result, PK_E_parameter};

    return is_code(d, codes, sizeof codes / sizeof *codes);
}

/* Errors whose words name the types that they come of. */
static bool is_of_types(const pk_diag *d) {
    static const pk_code codes[] = {
        PK_E_operator,      PK_E_unsupported_expression,
        PK_E_not_callable,  PK_E_unsupported_function,
        PK_E_unpack_type,   PK_E_not_indexable,
        PK_E_call_type,     PK_E_attribute_unknown,
        PK_E_index_type,    PK_E_slice_bounds,
        PK_E_dtype,         PK_E_kernel_returns,
        PK_E_unify_variable};

    return is_code(d, codes, sizeof codes / sizeof *codes);
}

/* Other elements and an axis more, for numbers a tuple. */
pk_signature pk_checking_other_guess(pk_checking *k,
                                     const pk_signature *guess) {
    static const pk_arg_type pair[2] = {
        {.kind = PK_ARG_scalar, .dtype = PK_TYPE_u16},
        {.kind = PK_ARG_scalar, .dtype = PK_TYPE_u16}};
    pk_arg_type *args =
        pk_arena_array(&k->arena, guess->count + 1, sizeof *args);
    pk_signature made = *guess;

    for (uint32_t i = 0; i < guess->count; i++) {
        args[i] = guess->args[i];
        if (args[i].kind == PK_ARG_array && args[i].dtype == PK_TYPE_f32) {
            args[i].dtype = PK_TYPE_f64;
            args[i].is_complex = true;
            args[i].ndim++;
        } else if (args[i].kind == PK_ARG_array) {
            args[i].dtype = PK_TYPE_u16;
        } else if (pk_type_is_int(args[i].dtype)) {
            args[i].dtype = PK_TYPE_u16;
        } else {
            args[i] =
                (pk_arg_type){.kind = PK_ARG_tuple, .count = 2, .items = pair};
        }
    }
    made.args = args;
    return made;
}

bool pk_checking_is_certain(const pk_diag *d, const pk_diags *other) {
    if (is_of_names(d) || is_of_head(d))
        return true;
    if (strstr(d->message, "this is string"))
        return false; /* the name of a field, should it be a record */
    for (const pk_diag *o = other->first; o && is_of_types(d); o = o->next)
        if (o->code == d->code && o->loc.line == d->loc.line &&
            o->loc.col == d->loc.col && strcmp(o->message, d->message) == 0)
            return true;
    return false;
}
