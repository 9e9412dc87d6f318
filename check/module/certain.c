/* SPDX-License-Identifier: Apache-2.0 */
/* Which errors of a function whose types were guessed are the script's own:
 * those that are the same under types that have nothing in common. */
#include "check/module/checking.h"

#include "frontend/diag/codes.h"

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

bool pk_checking_is_certain(const pk_diag *d, const pk_diags *other) {
    pk_about about = pk_diag_about(d);

    if (about == PK_ABOUT_NAMES || about == PK_ABOUT_HEAD)
        return true;
    for (const pk_diag *o = other->first; o && about == PK_ABOUT_TYPES;
         o = o->next)
        if (o->code == d->code && o->loc.line == d->loc.line &&
            o->loc.col == d->loc.col && strcmp(o->message, d->message) == 0)
            return true;
    return false;
}
