/* SPDX-License-Identifier: Apache-2.0 */
/* structure-barriers: for loops whose range differs between threads, or may.
 * Each thread counts in a local, and stays while it has a number to count. */
#include "core/passes/structure.h"

#include "core/passes/edit.h"

static pk_value *as_unsigned(pk_builder *b, pk_value *v) {
    pk_type to = v->type;

    switch (v->type) {
    case PK_TYPE_i8: to = PK_TYPE_u8; break;
    case PK_TYPE_i16: to = PK_TYPE_u16; break;
    case PK_TYPE_i32: to = PK_TYPE_u32; break;
    case PK_TYPE_i64: to = PK_TYPE_u64; break;
    default: break;
    }
    return pk_emit_to(b, PK_OP_bitcast, to, v);
}

pk_value *pk_range_goes_on(pk_builder *b, pk_value *from, pk_value *stop,
                           pk_value *by, bool first) {
    pk_value *zero = pk_const_int(b->fn, from->type, 0);
    pk_value *up = pk_emit2(b, PK_OP_gt, by, zero);
    pk_value *down = pk_emit2(b, PK_OP_lt, by, zero);
    pk_value *above, *below, *step, *distance;

    if (first) {
        above = pk_emit2(b, PK_OP_lt, from, stop);
        below = pk_emit2(b, PK_OP_gt, from, stop);
    } else {
        step = as_unsigned(b, by);
        distance = as_unsigned(b, pk_emit2(b, PK_OP_sub, stop, from));
        above = pk_emit2(b, PK_OP_lt, step, distance);
        step = as_unsigned(b, pk_emit2(b, PK_OP_sub, zero, by));
        distance = as_unsigned(b, pk_emit2(b, PK_OP_sub, from, stop));
        below = pk_emit2(b, PK_OP_lt, step, distance);
    }
    up = pk_emit2(b, PK_OP_and, up, above);
    return pk_emit2(b, PK_OP_or, up, pk_emit2(b, PK_OP_and, down, below));
}

void pk_counter_begin(pk_structurer *t, pk_inst *loop, pk_level *l,
                      pk_counter *c) {
    pk_builder b = pk_structure_at(t, t->piece, loop->loc);
    pk_value *start = loop->args[0];

    c->index = pk_func_local(t->fn, "i", start->type);
    c->stop = loop->args[1];
    c->step = loop->args[2];
    pk_emit_set(&b, c->index, start);
    pk_emit_set(&b, l->stay,
                pk_range_goes_on(&b, start, c->stop, c->step, true));
}

void pk_counter_advance(pk_structurer *t, pk_inst *loop, pk_level *l,
                        pk_counter *c) {
    pk_builder b = pk_structure_at(t, t->piece, loop->loc);
    pk_value *from = pk_emit_get(&b, c->index);

    l->next_on = false;
    pk_emit_set(&b, l->stay,
                pk_range_goes_on(&b, from, c->stop, c->step, false));
    pk_emit_set(&b, c->index, pk_emit2(&b, PK_OP_add, from, c->step));
    pk_structure_flush(t);
}

void pk_counter_finish(pk_structurer *t, pk_inst *loop, const pk_counter *c) {
    pk_builder b;
    pk_value *index;

    pk_builder_init(&b, t->fn);
    b.region = loop->body;
    b.before = loop->body->first;
    b.loc = loop->loc;
    index = pk_emit_get(&b, c->index);
    pk_region_replace(loop->body, loop->index, index);
    loop->op = PK_OP_loop;
    loop->arg_count = 0;
    loop->index = NULL;
}
