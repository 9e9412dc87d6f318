/* SPDX-License-Identifier: Apache-2.0 */
/* Words for two types that do not unify though their names do not say why:
 * arrays in different memory, or read in different ways.
 *
 *     a = x[:4] if n else x[:4].copy()
 *     array(float32, 1d, C) in an argument's memory
 *     array(float32, 1d, C) in the thread's local memory */
#include "frontend/types/types.h"

static bool has_place(const pk_ty *type) {
    return type->kind == PK_TY_array || type->kind == PK_TY_record;
}

/* The first two arrays or records, at the same place of two types of one shape,
 * that do not unify. */
static bool find_apart(pk_arena *arena, const pk_ty *a, const pk_ty *b,
                       const pk_ty *apart[2]) {
    a = pk_ty_present(a);
    b = pk_ty_present(b);
    if (has_place(a) && has_place(b)) {
        apart[0] = a;
        apart[1] = b;
        return !pk_rule_unify(arena, a, b);
    }
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == PK_TY_element_iter || a->kind == PK_TY_iter)
        return find_apart(arena, a->items[0], b->items[0], apart);
    if (a->kind == PK_TY_tuple || a->kind == PK_TY_zip)
        for (uint32_t i = 0; i < a->count; i++)
            if (find_apart(arena, a->items[i], b->items[i], apart))
                return true;
    return false;
}

/* Whether they have as many axes of the same elements: a layout stops none. */
static bool are_alike(const pk_ty *a, const pk_ty *b) {
    if (a->kind != b->kind || a->ndim != b->ndim)
        return false;
    if (a->kind == PK_TY_record)
        return pk_record_equal(a->record, b->record);
    return a->scalar == b->scalar &&
           !((a->flags ^ b->flags) & PK_TYF_complex) && !a->made == !b->made &&
           (!a->made || pk_record_equal(a->made->record, b->made->record)) &&
           pk_ty_is_pointer(a) == pk_ty_is_pointer(b);
}

static const char *memory_words(const pk_ty *type) {
    switch ((pk_space)type->space) {
    case PK_SPACE_global: return "an argument's memory";
    case PK_SPACE_shared: return "the block's shared memory";
    case PK_SPACE_local: return "the thread's local memory";
    case PK_SPACE_constant: return "constant memory of the module";
    case PK_SPACE_COUNT: break;
    }
    return "other memory";
}

/* The name with what tells `apart`, of it, from `other`. */
static const char *told_apart(pk_arena *arena, const char *name,
                              const pk_ty *type, const pk_ty *apart,
                              const pk_ty *other) {
    const char *with = has_place(pk_ty_present(type)) ? ""
                       : type->kind == PK_TY_tuple    ? "with an array "
                                                      : "of an array ";

    if (apart->space != other->space)
        return pk_arena_format(arena, "%s %sin %s", name, with,
                               memory_words(apart));
    if (apart->held != other->held || apart->align < other->align)
        return pk_arena_format(
            arena, "%s %s", name,
            apart->held != other->held && !apart->held
                ? "as memory holds it"
                : "read by .view() from elements of another type");
    return name;
}

bool pk_ty_names_apart(pk_arena *arena, const pk_ty *a, const pk_ty *b,
                       const char *names[2]) {
    const pk_ty *apart[2];

    names[0] = pk_ty_name(arena, a);
    names[1] = pk_ty_name(arena, b);
    if (!find_apart(arena, a, b, apart) || !are_alike(apart[0], apart[1]))
        return false;
    names[0] = told_apart(arena, names[0], a, apart[0], apart[1]);
    names[1] = told_apart(arena, names[1], b, apart[1], apart[0]);
    return true;
}
