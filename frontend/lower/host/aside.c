/* SPDX-License-Identifier: Apache-2.0 */
/* The array aside for a store into an array whose elements are read in an order
 * that no loop could keep to, or perhaps by another name: what is computed goes
 * there first, as with NumPy.
 *
 *     a += b[::-1]         if a and b have places in common {
 *                              new = a + b[::-1]
 *                              a[...] = new
 *                          } else {
 *                              a[...] = a + b[::-1]
 *                          }
 */
#include "frontend/lower/lower.h"

bool pk_lower_goes_aside(const pk_lower *l, pk_lv place) {
    uint32_t owner;

    return l->c->signature->host && pk_part_owner(place.type, &owner);
}

pk_lv pk_lower_aside(pk_lower *l, pk_lv place, pk_local *kept) {
    const char layout = place.type->layout == 'F' ? 'F' : 'C';
    pk_lv v = pk_lv_new(
        l, pk_ty_view(l->arena, place.type, place.type->ndim, layout));
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
    return v;
}
