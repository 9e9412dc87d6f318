/* SPDX-License-Identifier: Apache-2.0 */
/* Views that threads keep across barriers. No array holds addresses, so a local
 * that is set to places of one array only becomes a number, the bytes from
 * there:
 *
 *     set $v, elem(elem(%x, %i), %j)         set $v.bytes, 4 i + 4 j
 *     get $v                           -->   offset %x, get $v.bytes */
#include "core/address.h"
#include "core/passes/edit.h"
#include "core/passes/fission.h"

enum { MAX_LOCALS = 8 }; /* that hold each other's places */

typedef struct bytes {
    pk_func *fn;
    const pk_local *seen[MAX_LOCALS]; /* on the way to the array */
    uint32_t seen_count;
    pk_value *root; /* the array, NULL when nothing is known yet */
} bytes;

/* ---- which array ---- */

static bool find_root(bytes *b, const pk_local *local);

static bool root_of_set(bytes *b, pk_value *value) {
    pk_value *base = pk_address_root(value);

    if (pk_is_op(base, PK_OP_get))
        return find_root(b, base->def->local);
    if (base->kind == PK_VALUE_result || (b->root && b->root != base))
        return false;
    b->root = base;
    return pk_type_space(base->type) == pk_type_space(value->type);
}

static bool root_in(bytes *b, const pk_region *region, const pk_local *local) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if ((i->op == PK_OP_set && i->local == local &&
             !root_of_set(b, i->args[0])) ||
            !root_in(b, i->body, local) || !root_in(b, i->other, local))
            return false;
    return true;
}

/* False when the local is set to places of several arrays, or to others. */
static bool find_root(bytes *b, const pk_local *local) {
    for (uint32_t i = 0; i < b->seen_count; i++)
        if (b->seen[i] == local)
            return true;
    if (b->seen_count == MAX_LOCALS)
        return false;
    b->seen[b->seen_count++] = local;
    return root_in(b, b->fn->body, local);
}

/* ---- the change ---- */

/* Bytes from the array to the place. */
static pk_value *distance(const bytes *b, pk_builder *at, pk_value *place) {
    pk_value *sum = NULL;

    for (const pk_inst *step; (step = pk_address_step(place));
         place = step->args[0]) {
        pk_value *by = step->args[1];
        if (by->type != PK_TYPE_i64)
            by = pk_emit_to(at, PK_OP_convert, PK_TYPE_i64, by);
        if (step->op == PK_OP_elem)
            by = pk_emit2(
                at, PK_OP_mul, by,
                pk_const_int(b->fn, PK_TYPE_i64, pk_address_unit(step)));
        sum = sum ? pk_emit2(at, PK_OP_add, sum, by) : by;
    }
    return sum ? sum : pk_const_int(b->fn, PK_TYPE_i64, 0);
}

/* Each get first: what a set steps on from may be the local itself. */
static void change_gets(bytes *b, pk_region *region, const pk_local *local,
                        pk_local *number) {
    for (pk_inst *i = region ? region->first : NULL, *next; i; i = next) {
        pk_builder at;
        pk_value *from;
        next = i->next;
        pk_resolve_args(i);
        change_gets(b, i->body, local, number);
        change_gets(b, i->other, local, number);
        if (i->op != PK_OP_get || i->local != local)
            continue;
        pk_builder_init(&at, b->fn);
        pk_builder_before(&at, i);
        from = pk_emit_get(&at, number);
        pk_replace(
            i, pk_emit_offset(&at, pk_type_elem(local->type), b->root, from));
    }
}

static void change_sets(bytes *b, pk_region *region, const pk_local *local,
                        pk_local *number) {
    for (pk_inst *i = region ? region->first : NULL, *next; i; i = next) {
        pk_builder at;
        next = i->next;
        change_sets(b, i->body, local, number);
        change_sets(b, i->other, local, number);
        if (i->op != PK_OP_set || i->local != local)
            continue;
        pk_builder_init(&at, b->fn);
        pk_builder_before(&at, i);
        pk_emit_set(&at, number, distance(b, &at, i->args[0]));
        pk_inst_remove(i);
    }
}

bool pk_fission_addresses(pk_func *fn, pk_local *local) {
    bytes b = {.fn = fn};
    pk_local *numbers[MAX_LOCALS];

    if (!find_root(&b, local) || !b.root)
        return false;
    for (uint32_t i = 0; i < b.seen_count; i++)
        numbers[i] = pk_func_local(fn, b.seen[i]->name, PK_TYPE_i64);
    if (fn->ir->arena->failed)
        return false;
    for (uint32_t i = 0; i < b.seen_count; i++)
        change_gets(&b, fn->body, b.seen[i], numbers[i]);
    for (uint32_t i = 0; i < b.seen_count; i++)
        change_sets(&b, fn->body, b.seen[i], numbers[i]);
    return true;
}
