/* SPDX-License-Identifier: Apache-2.0 */
/* Values that threads keep between pieces. A local that some piece reads before
 * it sets it, and that is not all that piece's own, gets an array with an
 * element for each thread: read at the top of pieces that want it, written at
 * the end of those that set it; in between it is the local it was. Threads' own
 * arrays become slices of one larger array in the same way. */
#include "base/error.h"
#include "base/try.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/fission.h"
#include "core/passes/scopes.h"

#include <string.h>

/* How a piece uses each local, by local id. */
typedef struct pk_touched {
    uint8_t *reads;         /* perhaps before setting it */
    uint8_t *sets, *always; /* at some place; on every way to the end */
} touched;

/* ---- flow ---- */

/* The state of a local at some place: unknown, set, or from FOR_PIECE on set
 * for the threads that run in the piece of that number. */
enum { UNKNOWN, SET, FOR_PIECE };

/* Walks the region with what is known by now; false at its end when control
 * does not get there. */
static bool flow(pk_pieces *p, const pk_region *region, touched *t,
                 uint8_t *set);

static uint8_t *copy_set(pk_pieces *p, const uint8_t *set) {
    uint32_t count = p->fn->local_count;
    uint8_t *copy = pk_arena_array(p->scratch, count + 1, 1);

    if (!p->scratch->failed)
        memcpy(copy, set, count);
    return copy;
}

static bool flow_if(pk_pieces *p, const pk_inst *inst, touched *t,
                    uint8_t *set) {
    uint8_t *other = copy_set(p, set);
    bool a, b;

    if (p->scratch->failed)
        return true;
    a = flow(p, inst->body, t, set);
    b = flow(p, inst->other, t, other);
    for (uint32_t i = 0; i < p->fn->local_count; i++)
        set[i] = !b                   ? set[i]
                 : !a                 ? other[i]
                 : set[i] == SET      ? other[i]
                 : other[i] == SET    ? set[i]
                 : set[i] == other[i] ? set[i]
                                      : UNKNOWN;
    return a || b;
}

static const pk_piece *piece_number(const pk_pieces *p, uint32_t number) {
    const pk_piece *piece = p->first;

    while (number--)
        piece = piece->next;
    return piece;
}

/* True when each thread that runs in `piece` also ran in `before`. */
static bool within(const pk_piece *piece, const pk_piece *before) {
    for (uint32_t i = 0; i < before->guard_count; i++) {
        uint32_t k = 0;
        while (k < piece->guard_count && piece->guards[k] != before->guards[i])
            k++;
        if (k == piece->guard_count)
            return false;
    }
    return before->exact;
}

/* True when the piece reads the local at its top: also where it sets it for
 * some threads only, since the others keep theirs. */
static bool reads_at_top(const touched *t, uint32_t id) {
    return t->reads[id] || (t->sets[id] && !t->always[id]);
}

/* A piece knows what is set for all of its threads, and leaves it known for
 * them, or for all if they are all. */
static void flow_piece(pk_pieces *p, const pk_piece *piece, uint32_t number,
                       touched *t, uint8_t *set, uint8_t *inside) {
    uint32_t count = p->fn->local_count;

    for (uint32_t i = 0; i < count; i++) {
        if (inside[i] >= FOR_PIECE)
            inside[i] = within(piece, piece_number(p, inside[i] - FOR_PIECE));
        t->reads[i] |= reads_at_top(piece->touched, i) && !inside[i];
    }
    flow(p, piece->loop->body, t, inside);
    for (uint32_t i = 0; i < count; i++) {
        if (!inside[i] || set[i] == SET)
            continue;
        if (!piece->clamped)
            set[i] = SET;
        else if (set[i] == UNKNOWN && number + FOR_PIECE <= UINT8_MAX)
            set[i] = (uint8_t)(number + FOR_PIECE);
    }
}

static void flow_items(pk_pieces *p, const pk_inst *inst, touched *t,
                       uint8_t *set, uint8_t *inside) {
    const pk_piece *piece = p->first;
    uint32_t number = 0;

    for (; piece && piece->loop != inst; piece = piece->next)
        number++;
    if (piece && piece->touched) {
        flow_piece(p, piece, number, t, set, inside);
    } else {
        flow(p, inst->body, t, inside);
        memcpy(set, inside, p->fn->local_count);
    }
}

static bool flow(pk_pieces *p, const pk_region *region, touched *t,
                 uint8_t *set) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        if (p->scratch->failed)
            return true;
        if (i->op == PK_OP_get) {
            t->reads[i->local->id] |= !set[i->local->id];
        } else if (i->op == PK_OP_set) {
            t->sets[i->local->id] = set[i->local->id] = SET;
        } else if (i->op == PK_OP_if) {
            if (!flow_if(p, i, t, set))
                return false;
        } else if (i->body) {
            uint8_t *inside = copy_set(p, set);
            if (p->scratch->failed)
                return true;
            if (i->flags & PK_INST_items)
                flow_items(p, i, t, set, inside);
            else
                flow(p, i->body, t, inside);
        }
    }
    return !pk_region_ends(region);
}

static void flow_init(pk_pieces *p, touched *t) {
    uint32_t count = p->fn->local_count + 1;

    t->reads = pk_arena_array(p->scratch, count, 1);
    t->sets = pk_arena_array(p->scratch, count, 1);
    t->always = pk_arena_array(p->scratch, count, 1);
}

/* ---- places in a piece ---- */

/* Builders at the top and at the bottom of the body of a piece's loop. What is
 * built at the bottom comes before an instruction that leaves the body. */
static pk_builder at_top(pk_pieces *p, const pk_piece *piece) {
    pk_builder b;

    pk_builder_init(&b, p->fn);
    b.region = piece->loop->body;
    b.before = piece->loop->body->first;
    b.loc = piece->loop->loc;
    return b;
}

static pk_builder at_bottom(pk_pieces *p, const pk_piece *piece) {
    pk_builder b = at_top(p, piece);

    b.before = pk_region_ends(b.region) ? b.region->last : NULL;
    return b;
}

/* The number of the thread in the block, x fastest. */
static pk_value *linear_id(pk_builder *b, const pk_piece *piece) {
    pk_value *x = piece->loop->index;

    if (pk_is_const_int(piece->row, 0))
        return x;
    return pk_emit2(b, PK_OP_add, x,
                    pk_emit2(b, PK_OP_mul, piece->row, pk_block_extent(b, 0)));
}

/* ---- locals ---- */

static bool is_shared_local(const pk_pieces *p, const pk_local *local) {
    for (uint32_t i = 0; i < p->shared_count; i++)
        if (p->shared_locals[i] == local)
            return true;
    return false;
}

static pk_value *zero_of(pk_func *fn, pk_type type) {
    return pk_const_bits(fn, type, 0);
}

static pk_value *count_members(const pk_pieces *p, pk_builder *b) {
    const uint32_t *n = b->fn->block;
    pk_value *x, *y, *z;

    if (p->team == PK_TEAM_lanes)
        return pk_const_int(b->fn, PK_TYPE_i32, 32);
    if (p->team == PK_TEAM_warps)
        return pk_block_warps(b);
    if (n[0] && n[1] && n[2])
        return pk_const_int(b->fn, PK_TYPE_i32, (int64_t)n[0] * n[1] * n[2]);
    x = pk_block_extent(b, 0);
    y = pk_block_extent(b, 1);
    z = pk_block_extent(b, 2);
    return pk_emit2(b, PK_OP_mul, x, pk_emit2(b, PK_OP_mul, y, z));
}

/* Zeroes the array before all else: the local may be read before it is set. */
static void clear_array(pk_pieces *p, const pk_storage *array) {
    pk_value *zero = pk_const_int(p->fn, PK_TYPE_i32, 0);
    pk_value *one = pk_const_int(p->fn, PK_TYPE_i32, 1), *count;
    pk_inst *loop;
    pk_builder b;

    pk_builder_init(&b, p->fn);
    b.before = p->fn->body->first;
    count = count_members(p, &b);
    b.flags = PK_INST_items;
    loop = pk_begin_for(&b, zero, count, one);
    b.flags = 0;
    pk_emit2(&b, PK_OP_store,
             pk_emit2(&b, PK_OP_elem, array->value, loop->index),
             zero_of(p->fn, array->elem));
    pk_end_control(&b, loop);
}

static void keep_in_array(pk_pieces *p, pk_local *local, bool clear) {
    pk_storage *array = pk_func_storage(p->fn, local->name, PK_SPACE_local,
                                        local->type, pk_team_members(p), 0);
    uint32_t id = local->id;

    for (pk_piece *piece = p->first; piece; piece = piece->next) {
        const touched *t = piece->touched;
        pk_builder b = at_top(p, piece);
        pk_value *place;
        if (p->fn->ir->arena->failed)
            return;
        if (!t->reads[id] && !t->sets[id])
            continue;
        place = pk_emit2(&b, PK_OP_elem, array->value, linear_id(&b, piece));
        if (reads_at_top(t, id))
            pk_emit_set(&b, local, pk_emit1(&b, PK_OP_load, place));
        b = at_bottom(p, piece);
        if (t->sets[id])
            pk_emit2(&b, PK_OP_store, place, pk_emit_get(&b, local));
    }
    if (clear)
        clear_array(p, array);
}

/* Each thread begins with zero, not with what the thread before left. An
 * address has no zero: what reads one was set on every path that matters. */
static void start_at_zero(pk_pieces *p, pk_local *local) {
    if (pk_type_is_ptr(local->type))
        return;
    for (pk_piece *piece = p->first; piece; piece = piece->next)
        if (piece->touched->reads[local->id]) {
            pk_builder b = at_top(p, piece);
            pk_emit_set(&b, local, zero_of(p->fn, local->type));
        }
}

/* How a local lives: not from piece to piece, in one piece, or in several. */
typedef enum life { NOT_KEPT, IN_ONE, IN_SEVERAL } life;

static life life_of(const pk_pieces *p, const pk_local *local) {
    uint32_t users = 0, id = local->id;
    bool reads = false, sets = false, repeats = false;

    for (pk_piece *piece = p->first; piece; piece = piece->next) {
        const touched *t = piece->touched;
        bool uses = t->reads[id] || t->sets[id];
        users += uses;
        reads |= t->reads[id];
        sets |= t->sets[id];
        repeats |= uses && piece->repeats;
    }
    if (!sets || !reads || is_shared_local(p, local))
        return NOT_KEPT;
    return users == 1 && !repeats ? IN_ONE : IN_SEVERAL;
}

static pk_status keep_local(pk_pieces *p, pk_local *local,
                            const touched *whole) {
    life kept = life_of(p, local);

    if (kept == IN_ONE)
        start_at_zero(p, local);
    if (kept != IN_SEVERAL)
        return PK_OK;
    if (pk_type_is_ptr(local->type))
        return pk_fail(p->err, PK_UNSUPPORTED,
                       "'%s' in %s is a different array in different "
                       "threads, and is used across a barrier\nchoose the "
                       "array again after the barrier, or use one array "
                       "with different indices",
                       local->name, pk_func_said(p->fn));
    keep_in_array(p, local, whole->reads[local->id]);
    return PK_OK;
}

static void touch(pk_pieces *p, pk_piece *piece, touched *t) {
    flow_init(p, t);
    if (p->scratch->failed)
        return;
    if (!flow(p, piece->loop->body, t, t->always))
        memset(t->always, 0, p->fn->local_count);
    piece->touched = t;
}

static void touch_all(pk_pieces *p) {
    for (pk_piece *piece = p->first; piece; piece = piece->next)
        touch(p, piece, PK_NEW(p->scratch, touched));
}

/* Addresses that would have to be kept become numbers where they can. */
static void keep_addresses(pk_pieces *p) {
    for (pk_local *l = p->fn->locals; l; l = l->next)
        if (!p->scratch->failed && pk_type_is_ptr(l->type) &&
            life_of(p, l) == IN_SEVERAL && pk_fission_addresses(p->fn, l))
            touch_all(p);
}

static pk_status keep_locals(pk_pieces *p) {
    touched whole;
    pk_local *last = NULL;

    flow_init(p, &whole);
    if (p->scratch->failed)
        return PK_OK;
    flow(p, p->fn->body, &whole, whole.always);
    if (p->scratch->failed)
        return PK_OK;
    for (pk_local *l = p->fn->locals; l; l = l->next)
        last = l;
    for (pk_local *l = p->fn->locals; l; l = l == last ? NULL : l->next)
        PK_TRY(keep_local(p, l, &whole));
    return PK_OK;
}

/* ---- arrays ---- */

static void slice(pk_pieces *p, pk_piece *piece, const pk_storage *s,
                  uint64_t count) {
    pk_value *length = pk_const_int(p->fn, PK_TYPE_i64, (int64_t)count);
    pk_builder b = at_top(p, piece);
    pk_value *at, *id;
    pk_inst *made;

    if (!pk_region_uses(piece->loop->body, s->value))
        return;
    id = pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64, linear_id(&b, piece));
    at =
        pk_emit2(&b, PK_OP_elem, s->value, pk_emit2(&b, PK_OP_mul, id, length));
    if (p->fn->ir->arena->failed)
        return;
    made = at->def;
    pk_region_replace(piece->loop->body, s->value, at);
    made->args[0] = s->value;
}

static pk_status keep_array(pk_pieces *p, pk_storage *s) {
    uint64_t count = s->count, threads = pk_team_members(p);
    uint32_t users = 0;
    bool repeats = false;

    for (const pk_exchange *x = p->exchanges; x; x = x->next)
        if (x->storage == s)
            return PK_OK;
    for (pk_piece *piece = p->first; piece; piece = piece->next)
        if (pk_region_uses(piece->loop->body, s->value)) {
            users++;
            repeats |= piece->repeats;
        }
    if (users == 0 || (users == 1 && !repeats))
        return PK_OK;
    if (count > PK_MAX_STORAGE / threads / pk_type_bytes(s->elem))
        return pk_fail(p->err, PK_LIMIT,
                       "local array '%s' of %s has %llu elements in each "
                       "thread, too many to keep across a barrier\n"
                       "make it smaller, or keep it in an array argument",
                       s->name, pk_func_said(p->fn), (unsigned long long)count);
    for (pk_piece *piece = p->first; piece; piece = piece->next)
        slice(p, piece, s, count);
    s->count = count * threads;
    return PK_OK;
}

pk_status pk_pieces_keep(pk_pieces *p) {
    if (p->fn->ir->arena->failed)
        return PK_OK;
    touch_all(p);
    /* First: an address that becomes a number is a use of its array. */
    if (!p->scratch->failed)
        keep_addresses(p);
    for (pk_storage *s = p->fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_local)
            PK_TRY(keep_array(p, s));
    return keep_locals(p);
}
