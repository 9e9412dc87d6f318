/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses that a loop counts up. ptxas does that by itself for 64-bit
 * indices; of 32-bit ones it cannot know that they do not wrap. In small arrays
 * they do not, where every turn of the loop gets to the access:
 *
 *     for k: load (elem %x, %row + k)     a = x + 4 * (row + 0)
 *                                         for k: load [a]; a += 4
 *
 * The first turn's place is inside the array, so is the next one's, and so
 * their distance fits in 32 bits. */
#include "backends/ptx/emit.h"
#include "core/nesting.h"

enum { MAX_DEPTH = 8, MAX_NUMBER = 1 << 12 /* of strides and steps */ };

/* Each iteration adds `by`, or without it `number`. */
typedef struct stride {
    pk_value *by;
    int64_t number;
} stride;

/* ---- how an index goes on ---- */

static bool find_stride(const pk_inst *loop, pk_value *v, int depth,
                        stride *out);

static bool stride_of_sum(const pk_inst *loop, const pk_inst *def, int depth,
                          stride *out) {
    stride a, b;

    if (!find_stride(loop, def->args[0], depth, &a) ||
        !find_stride(loop, def->args[1], depth, &b))
        return false;
    if (def->op == PK_OP_sub) {
        if (b.by)
            return false;
        b.number = -b.number;
    }
    if ((a.by && (b.by || b.number)) || (b.by && a.number))
        return false;
    *out = (stride){a.by ? a.by : b.by, a.number + b.number};
    return true;
}

static bool stride_of_product(const pk_inst *loop, const pk_inst *def,
                              int depth, stride *out) {
    int moving = pk_is_made_in(def->args[0], loop->body) ? 0 : 1;
    pk_value *factor = def->args[!moving];
    stride a;

    if (pk_is_made_in(factor, loop->body) ||
        !find_stride(loop, def->args[moving], depth, &a) || a.by)
        return false;
    if (pk_is_const(factor)) {
        out->number = a.number * pk_const_get_int(factor);
        return a.number >= -MAX_NUMBER && a.number <= MAX_NUMBER;
    }
    out->by = factor;
    return a.number == 1;
}

static bool find_stride(const pk_inst *loop, pk_value *v, int depth,
                        stride *out) {
    const pk_inst *def = v->def;

    *out = (stride){NULL, 0};
    if (pk_is_const(v) || !pk_is_made_in(v, loop->body))
        return true;
    if (v->kind == PK_VALUE_index) {
        out->number = 1;
        return v->def == loop;
    }
    if (depth == MAX_DEPTH || v->type != PK_TYPE_i32)
        return false;
    switch ((int)def->op) {
    case PK_OP_add:
    case PK_OP_sub: return stride_of_sum(loop, def, depth + 1, out);
    case PK_OP_mul: return stride_of_product(loop, def, depth + 1, out);
    }
    return false;
}

/* The index's value in the first turn. */
static ptx_operand at_start(ptx *e, const pk_inst *loop, pk_value *v) {
    const char *names[] = {"add", "sub", "mul.lo"};
    ptx_operand a, b, result;
    int which;

    if (v->kind == PK_VALUE_index && v->def == loop)
        return pk_ptx_register(e, loop->args[0]);
    if (pk_is_const(v) || !pk_is_made_in(v, loop->body))
        return pk_ptx_register(e, v);
    which = v->def->op == PK_OP_add ? 0 : v->def->op == PK_OP_sub ? 1 : 2;
    a = at_start(e, loop, v->def->args[0]);
    b = at_start(e, loop, v->def->args[1]);
    result = pk_ptx_new(e, PTX_B32);
    pk_ptx_ins(e, "#.s32 $, $, $", names[which], result, a, b);
    return result;
}

/* ---- which addresses ---- */

static int64_t size_of(const pk_inst *elem) {
    return pk_type_bytes(pk_type_elem(elem->args[0]->type));
}

/* Somebody goes on to the next turn before its end. */
static bool has_continue(const pk_region *region, const pk_inst *loop) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next)
        if ((inst->op == PK_OP_continue && inst->target == loop) ||
            (inst->body && has_continue(inst->body, loop)) ||
            (inst->other && has_continue(inst->other, loop)))
            return true;
    return false;
}

/* Whether every turn that comes to `elem` reads or writes there. */
static bool is_reached(const pk_inst *elem) {
    for (const pk_inst *inst = elem->next; inst; inst = inst->next) {
        if (inst->body)
            return false;
        if ((inst->op == PK_OP_load || inst->op == PK_OP_store) &&
            inst->args[0] == elem->results[0])
            return true;
    }
    return false;
}

static bool may_walk(const ptx *e, const pk_inst *loop, pk_inst *elem,
                     stride *out) {
    pk_type type;

    if (elem->op != PK_OP_elem)
        return false;
    type = elem->args[0]->type;
    return pk_type_space(type) == PK_SPACE_global &&
           elem->args[1]->type == PK_TYPE_i32 &&
           !pk_is_made_in(elem->args[0], loop->body) &&
           pk_is_made_in(elem->args[1], loop->body) &&
           pk_ptx_array_flags(e, elem->args[0]) & PK_PARAM_small &&
           is_reached(elem) && find_stride(loop, elem->args[1], 0, out) &&
           (out->by || out->number) && out->number >= -MAX_NUMBER &&
           out->number <= MAX_NUMBER;
}

/* ---- the loop's beginning and end ---- */

/* An induction through the same places, a constant apart; NULL: none yet. */
static ptx_induction *find_induction(ptx_inductions *w, const pk_inst *elem,
                                     const pk_value *index) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->of[i].base == elem->args[0] && w->of[i].index == index)
            return &w->of[i];
    return NULL;
}

/* The bytes from one turn's address to the next one's. */
static ptx_operand distance_of(ptx *e, const pk_inst *loop, const pk_inst *elem,
                               stride s) {
    const int64_t step = pk_const_get_int(loop->args[2]) * size_of(elem);
    ptx_operand bytes;

    if (!s.by)
        return pk_ptx_int(s.number * step);
    bytes = pk_ptx_new(e, PTX_B64);
    pk_ptx_ins(e, "mul.wide.s32 $, $, $", bytes, pk_ptx_register(e, s.by),
               pk_ptx_int(step));
    return bytes;
}

/* The address in the first turn. */
static ptx_induction *begin_induction(ptx *e, const pk_inst *loop,
                                      const pk_inst *elem, pk_value *index,
                                      stride s, ptx_inductions *w) {
    ptx_induction *induction = find_induction(w, elem, index);
    const ptx_place *base = elem->args[0]->mark;

    if (induction || w->count == PTX_MAX_INDUCTIONS)
        return induction;
    induction = &w->of[w->count++];
    induction->base = elem->args[0];
    induction->index = index;
    induction->address = pk_ptx_new(e, PTX_B64);
    induction->turn = induction->address;
    pk_ptx_add_wide(e, "s32", induction->address, base->reg,
                    at_start(e, loop, index), size_of(elem));
    induction->bytes = distance_of(e, loop, elem, s);
    return induction;
}

static void try_induction(ptx *e, const pk_inst *loop, pk_inst *elem,
                          ptx_inductions *w) {
    int64_t bytes;
    pk_value *index;
    ptx_induction *induction;
    stride s;

    if (!may_walk(e, loop, elem, &s))
        return;
    bytes = ((const ptx_place *)elem->args[0]->mark)->offset;
    index = pk_ptx_strip_index(e, elem->args[0], elem->args[1], size_of(elem),
                               &bytes);
    induction = begin_induction(e, loop, elem, index, s, w);
    if (!induction)
        return;
    w->elems[w->elem_count] = elem;
    w->from[w->elem_count++] = (uint32_t)(induction - w->of);
    pk_ptx_place(e, elem->results[0], induction->address, bytes);
}

void pk_ptx_begin_inductions(ptx *e, pk_inst *loop, ptx_inductions *w) {
    const pk_value *step = loop->args[2];

    w->count = w->elem_count = 0;
    w->outer = e->inductions;
    e->inductions = w;
    if (!(loop->flags & PK_INST_nonneg) || loop->index->type != PK_TYPE_i32 ||
        !pk_is_const(step) || pk_const_get_int(step) > MAX_NUMBER ||
        has_continue(loop->body, loop))
        return;
    for (pk_inst *inst = loop->body->first;
         inst && w->elem_count < 2 * PTX_MAX_INDUCTIONS; inst = inst->next)
        try_induction(e, loop, inst, w);
}

void pk_ptx_end_inductions(ptx *e, const ptx_inductions *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const ptx_induction *induction = &w->of[i];

        pk_ptx_ins(e, "add.s64 $, $, $", induction->address, induction->address,
                   induction->bytes);
    }
    e->inductions = w->outer;
}

/* Makes `address` what a place goes from, and adds to its bytes. */
static void move_places(ptx_inductions *w, uint32_t which, ptx_operand address,
                        int64_t bytes) {
    for (uint32_t i = 0; i < w->elem_count; i++) {
        ptx_place *place = w->elems[i]->results[0]->mark;

        if (w->from[i] != which)
            continue;
        place->reg = address;
        place->offset += bytes;
    }
}

void pk_ptx_next_turn(ptx *e, ptx_inductions *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        ptx_induction *induction = &w->of[i];

        if (induction->bytes.class == PTX_INT) {
            move_places(w, i, induction->address, induction->bytes.number);
            continue;
        }
        const ptx_operand next = pk_ptx_new(e, PTX_B64);
        pk_ptx_ins(e, "add.s64 $, $, $", next, induction->turn,
                   induction->bytes);
        induction->turn = next;
        move_places(w, i, next, 0);
    }
}

void pk_ptx_close_turns(ptx *e, ptx_inductions *w, uint32_t turns) {
    for (uint32_t i = 0; i < w->count; i++) {
        ptx_induction *induction = &w->of[i];
        const int64_t bytes = induction->bytes.number;
        const bool fixed = induction->bytes.class == PTX_INT;

        pk_ptx_ins(e, "add.s64 $, $, $", induction->address, induction->turn,
                   fixed ? pk_ptx_int(turns * bytes) : induction->bytes);
        move_places(w, i, induction->address,
                    fixed ? -((int64_t)turns - 1) * bytes : 0);
        induction->turn = induction->address;
    }
}

bool pk_ptx_is_induction(const ptx *e, const pk_inst *elem) {
    for (const ptx_inductions *w = e->inductions; w; w = w->outer)
        for (uint32_t i = 0; i < w->elem_count; i++)
            if (w->elems[i] == elem)
                return true;
    return false;
}
