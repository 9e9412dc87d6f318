/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of a store into an array whose elements are read in an order that no
 * loop could keep to: they go to an array aside first, as with NumPy.
 *
 *     a += a[::-1]         %meet = ...
 *                          $to = a, or a new array if %meet
 *                          $to[...] = a + a[::-1]
 *                          if %meet { a[...] = $to }
 */
#include "frontend/lower/lower.h"

/* Arrays for which that is known: those of functions of the host. */
bool pk_lower_goes_aside(const pk_lower *l, pk_lv place) {
    uint32_t owner;

    return l->c->signature->host && pk_part_owner(place.type, &owner);
}

static const pk_ty *aside_type(pk_lower *l, const pk_ty *type) {
    return pk_ty_view(l->arena, type, type->ndim,
                      type->layout == 'F' ? 'F' : 'C');
}

/* A new array with the shape of the place; `kept` owns it. */
static pk_lv make_aside(pk_lower *l, pk_lv place, pk_local *kept) {
    pk_lv v = pk_lv_new(l, aside_type(l, place.type));
    pk_value *bytes, *ref;
    uint32_t owner = 0;

    for (uint32_t i = 0; i < v.type->ndim; i++)
        v.parts[PK_PART_shape + i] = place.parts[PK_PART_shape + i];
    bytes = pk_lower_array_bytes(l, v);
    ref = pk_emit_alloc(&l->b, PK_OP_alloc,
                        pk_type_elem(pk_ty_part(v.type, PK_PART_data)), bytes,
                        &v.parts[PK_PART_data]);
    pk_emit_set(&l->b, kept, ref);
    pk_lower_check_memory(l, ref, bytes);
    pk_part_owner(v.type, &owner);
    v.parts[owner] = ref;
    return pk_lower_convert(l, v, place.type);
}

static void set_parts(pk_lower *l, pk_local **locals, pk_lv v) {
    for (uint32_t i = 0; i < v.type->parts; i++)
        pk_emit_set(&l->b, locals[i], v.parts[i]);
}

pk_lv pk_lower_aside(pk_lower *l, pk_lv place, pk_value *none) {
    pk_local **locals =
        pk_arena_array(l->arena, place.type->parts + (size_t)1, sizeof *locals);
    pk_local *kept = pk_lower_keep_later(l);
    pk_lv to = pk_lv_new(l, place.type);
    pk_inst *aside;

    if (l->arena->failed)
        return place;
    for (uint32_t i = 0; i < place.type->parts; i++)
        locals[i] = pk_func_local(l->fn, NULL, pk_ty_part(place.type, i));
    aside = pk_begin_if(&l->b, none);
    set_parts(l, locals, make_aside(l, place, kept));
    pk_begin_else(&l->b, aside);
    set_parts(l, locals, place);
    pk_end_control(&l->b, aside);
    for (uint32_t i = 0; i < place.type->parts; i++)
        to.parts[i] = pk_emit_get(&l->b, locals[i]);
    return to;
}

void pk_lower_aside_end(pk_lower *l, pk_lv place, pk_lv to, pk_value *none) {
    pk_inst *aside = pk_begin_if(&l->b, none);
    pk_lv made = pk_lv_new(l, aside_type(l, to.type));

    for (uint32_t i = 0; i <= made.type->ndim; i++)
        made.parts[i] = to.parts[i]; /* the pointer and the shape */
    made.parts[made.type->parts - 1] = to.parts[to.type->parts - 1];
    pk_lower_fill(l,
                  &(pk_target){.type = pk_ty_element(place.type),
                               .is_view = true,
                               .view = place},
                  made);
    pk_end_control(&l->b, aside);
}
