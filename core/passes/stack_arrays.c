/* SPDX-License-Identifier: Apache-2.0 */
/* stack_arrays: small arrays of a size that is known, which do not leave the
 * function, lie in its frame.
 *
 *     %1: ref, %2: ptr<global, f64> = alloc 24     local small: f64[3]
 *     %3: bool = eq %1, 0:ref                  =>
 *     if %3 { fail "MemoryError" }
 *     store %2, 1.0                                store %small, 1.0
 *     release %1
 *
 * So do objects: memory that references lie in gives them up where the only
 * owner gives it up.
 *
 * An array leaves where its reference or its address goes to memory, a call or
 * a result. Locals may hold the reference: they are set to none in its place.
 * An address may be in locals, too, where each get of them gives that of an
 * array which this turn of the loop around has made, or the turn before: then
 * two places in the frame take turns. Where it may be that of several arrays,
 * all of them move, and the locals hold addresses in the frame:
 *
 *     set $p, %2                                   set $p, %small
 *     if %c { set $p, %4 }                     =>  if %c { set $p, %small_1 }
 *     %5 = get $p                                  %5: ptr<local, f64> = get $p
 *
 * A size is known, too, where it is at most so many bytes. */
#include "core/passes/stack_arrays.h"
#include "base/try.h"

enum {
    TOTAL_BYTES = 4096, /* of all of a function's frame */
    STORES = 8,         /* zeros that are written one by one */
    FIELDS = 64,        /* the same, of an object */
    DEPTH = 12,         /* instructions that a size is followed through */
    LOCALS = 4          /* the same of locals */
};

/* ---- sizes ---- */

/* A size that is looked for. */
typedef struct sizing {
    pk_func *fn;
    const pk_local *within[LOCALS]; /* whose values are being looked at ... */
    int around[LOCALS];             /* ... in how many products */
    int depth, count, products;
    uint64_t most;
} sizing;

static uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t greater(uint64_t a, uint64_t b) {
    return a < b ? b : a;
}

static uint64_t most_of(sizing *z, const pk_value *v);

static void note_set(pk_inst *inst, void *arg) {
    sizing *z = arg;

    if (inst->op == PK_OP_set && inst->local == z->within[z->count - 1] &&
        z->most != UINT64_MAX)
        z->most = greater(z->most, most_of(z, inst->args[0]));
}

/* Returns the most that is set into a local; itself adds nothing, but as a
 * factor, by which it could grow. */
static uint64_t most_of_local(sizing *z, const pk_local *local) {
    const uint64_t outer = z->most;
    uint64_t found;

    for (int i = 0; i < z->count; i++)
        if (z->within[i] == local)
            return z->products > z->around[i] ? UINT64_MAX : 0;
    if (z->count == LOCALS)
        return UINT64_MAX;
    z->around[z->count] = z->products;
    z->within[z->count++] = local;
    z->most = 0;
    pk_region_visit(z->fn->body, note_set, z);
    z->count--;
    found = z->most;
    z->most = outer;
    return found;
}

static uint64_t product_of(sizing *z, const pk_inst *def) {
    uint64_t a, b;

    if (!pk_is_const(def->args[0]) && !pk_is_const(def->args[1]))
        return UINT64_MAX;
    z->products++;
    a = most_of(z, def->args[0]);
    b = most_of(z, def->args[1]);
    z->products--;
    if (a > INT32_MAX || b > INT32_MAX)
        return UINT64_MAX;
    if (def->op == PK_OP_mul)
        return a * b;
    return pk_is_const(def->args[1]) && b < 16 ? a << b : UINT64_MAX;
}

static uint64_t most_of_result(sizing *z, const pk_inst *def) {
    pk_value *const *args = def->args;

    switch ((int)def->op) {
    case PK_OP_get: return most_of_local(z, def->local);
    case PK_OP_convert:
        if (pk_type_is_float(args[0]->type))
            return UINT64_MAX;
        return most_of(z, args[0]);
    case PK_OP_bitcast: return most_of(z, args[0]);
    case PK_OP_min: return lesser(most_of(z, args[0]), most_of(z, args[1]));
    case PK_OP_max: return greater(most_of(z, args[0]), most_of(z, args[1]));
    case PK_OP_select: return greater(most_of(z, args[1]), most_of(z, args[2]));
    case PK_OP_mul:
    case PK_OP_shl: return product_of(z, def);
    default: return UINT64_MAX;
    }
}

/* The most that an extent, which is not negative, or bytes of such can be;
 * UINT64_MAX: unknown. */
static uint64_t most_of(sizing *z, const pk_value *v) {
    uint64_t most = UINT64_MAX;

    if (pk_is_const(v))
        return v->bits <= INT32_MAX ? v->bits : UINT64_MAX;
    if (v->kind != PK_VALUE_result || z->depth == DEPTH)
        return UINT64_MAX;
    z->depth++;
    most = most_of_result(z, v->def);
    z->depth--;
    return most;
}

static uint64_t size_of(pk_func *fn, const pk_inst *alloc) {
    sizing z = {.fn = fn};

    return most_of(&z, alloc->args[0]);
}

/* ---- the frame ---- */

typedef struct move {
    const search *s;
    pk_value *to[GROUP];
    pk_value *any; /* of one of them */
    bool keeps;    /* locals stay that have addresses */
} move;

static void put_zeros(pk_func *fn, pk_inst *alloc, const pk_storage *array,
                      pk_value *to, uint32_t most) {
    pk_value *zero = pk_const_bits(fn, array->elem, 0), *index;
    const pk_type type =
        array->count > most ? PK_TYPE_i64 : PK_TYPE_void; /* of the index */
    pk_inst *loop;
    pk_builder b;

    pk_builder_init(&b, fn);
    pk_builder_before(&b, alloc);
    for (uint64_t i = 0; type == PK_TYPE_void && i < array->count; i++) {
        index = pk_const_int(fn, PK_TYPE_i64, (int64_t)i);
        pk_emit2(&b, PK_OP_store, i ? pk_emit2(&b, PK_OP_elem, to, index) : to,
                 zero);
    }
    if (type == PK_TYPE_void)
        return;
    loop = pk_begin_for(&b, pk_const_int(fn, type, 0),
                        pk_const_int(fn, type, (int64_t)array->count),
                        pk_const_int(fn, type, 1));
    pk_emit2(&b, PK_OP_store, pk_emit2(&b, PK_OP_elem, to, loop->index), zero);
    pk_end_control(&b, loop);
}

/* The memory is given up, and so is what it refers to. */
static void give_up(const move *m, pk_inst *inst) {
    const uint64_t refs = m->s->allocs[0]->args[2]->bits;
    pk_value *at, *held;
    pk_builder b;

    pk_builder_init(&b, m->s->fn);
    pk_builder_before(&b, inst);
    for (uint32_t i = 0; i < 64; i++) {
        if (!(refs >> i & 1))
            continue;
        at = pk_emit_offset(&b, PK_TYPE_ref, m->to[0],
                            pk_const_int(m->s->fn, PK_TYPE_i64, 8 * (int)i));
        held = pk_emit1(&b, PK_OP_load, at);
        pk_emit2(&b, PK_OP_store, at, pk_const_bits(m->s->fn, PK_TYPE_ref, 0));
        pk_emit1(&b, PK_OP_release, held);
    }
}

static void move_memory(const move *m, pk_inst *inst) {
    pk_builder b;

    pk_builder_init(&b, m->s->fn);
    pk_builder_before(&b, inst);
    pk_replace(inst, pk_emit_offset(&b, pk_type_elem(inst->results[0]->type),
                                    m->to[0],
                                    pk_const_int(m->s->fn, PK_TYPE_i64, 0)));
}

static void move_arg(const move *m, pk_value **arg) {
    const search *s = m->s;
    const int base = number_of(s, *arg, 1);

    if (base >= 0)
        *arg = m->to[base];
    else if (*kind_of(s, *arg) == BASE && !m->keeps)
        *arg = m->to[0];
    else if (number_of(s, *arg, 0) >= 0)
        *arg = pk_const_bits(s->fn, PK_TYPE_ref, 0);
}

/* An instruction that has an address or a reference as an operand. */
static void move_use(const move *m, pk_inst *inst) {
    const search *s = m->s;
    const int asked = inst->result_count ? asks(s, inst->results[0]) : 0;
    const bool own = inst->arg_count && number_of(s, inst->args[0], 0) >= 0;

    if (asked) {
        pk_replace(inst, pk_const_int(s->fn, PK_TYPE_bool, asked < 0));
        return;
    }
    if (own && inst->op == PK_OP_memory) {
        move_memory(m, inst);
        return;
    }
    if (inst->op == PK_OP_sole && has_address(s, inst)) {
        /* nobody writes over it, as others lie in the frame, too */
        pk_replace(inst, pk_const_int(s->fn, PK_TYPE_bool, 0));
        return;
    }
    if (own && inst->op == PK_OP_release && holds_refs(s))
        give_up(m, inst);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        move_arg(m, &inst->args[i]);
    if (inst->op == PK_OP_set && !m->keeps && inst->args[0] == m->to[0])
        pk_inst_remove(inst);
    else if (inst->op == PK_OP_set && m->keeps &&
             s->carriers[inst->local->id] &&
             pk_type_space(inst->args[0]->type) != PK_SPACE_local)
        inst->args[0] = m->any; /* what it was, nobody uses */
    else if ((inst->op == PK_OP_retain || inst->op == PK_OP_release) &&
             is_none(inst->args[0]))
        pk_inst_remove(inst);
}

static pk_type in_frame(pk_type address) {
    return PK_TYPE_PTR(PK_SPACE_local, pk_type_elem(address));
}

static void move_inst(pk_inst *inst, void *arg) {
    const move *m = arg;
    const search *s = m->s;

    pk_resolve_args(inst);
    if (inst->result_count && number_of(s, inst->results[0], 0) >= 0)
        return;
    for (uint32_t i = 0; i < inst->result_count; i++)
        if (*kind_of(s, inst->results[i]) == WITHIN ||
            *kind_of(s, inst->results[i]) == BASE)
            inst->results[i]->type = in_frame(inst->results[i]->type);
    if (inst->op == PK_OP_get && *kind_of(s, inst->results[0]) == BASE &&
        !s->carriers[inst->local->id])
        pk_replace(inst, m->any); /* nobody's address */
    else if (inst->op == PK_OP_get && *kind_of(s, inst->results[0]) == BASE &&
             !m->keeps)
        pk_inst_remove(inst);
    else
        move_use(m, inst);
}

static pk_storage *make_storage(const search *s, const pk_inst *alloc) {
    const pk_type elem = pk_type_elem(alloc->results[1]->type);
    const uint64_t size = size_of(s->fn, alloc);

    return pk_func_storage(
        s->fn, "small", PK_SPACE_local, elem,
        (size + pk_type_bytes(elem) - 1) / pk_type_bytes(elem), 0);
}

/* Two places take turns where an array is used when the next one is made:
 *
 *     %1: bool = get $turn
 *     %2: bool = not %1
 *     set $turn, %2
 *     %3: ptr<local, f64> = select %1, %small_1, %small
 */
static pk_value *take_turns(const search *s, pk_inst *alloc, pk_value *one,
                            pk_value *other) {
    pk_local *turn = pk_func_local(s->fn, "turn", PK_TYPE_bool);
    pk_builder b;
    pk_value *now;

    pk_builder_init(&b, s->fn);
    if (s->fn->body->first)
        pk_builder_before(&b, s->fn->body->first);
    pk_emit_set(&b, turn, pk_const_int(s->fn, PK_TYPE_bool, 0));
    pk_builder_init(&b, s->fn);
    pk_builder_before(&b, alloc);
    now = pk_emit_get(&b, turn);
    pk_emit_set(&b, turn, pk_emit1(&b, PK_OP_not, now));
    return pk_emit3(&b, PK_OP_select, now, other, one);
}

static void move_arrays(search *s) {
    move m = {.s = s, .keeps = pk_stack_arrays_keep(s)};
    pk_storage *arrays[GROUP];

    for (uint32_t i = 0; i < s->count; i++) {
        arrays[i] = make_storage(s, s->allocs[i]);
        m.to[i] = arrays[i]->value;
        m.any = arrays[0]->value;
    }
    for (pk_local *l = s->fn->locals; l && m.keeps; l = l->next)
        if (s->carriers[l->id])
            l->type = in_frame(l->type);
    for (uint32_t i = 0; i < s->count; i++)
        if (s->late[i])
            m.to[i] = take_turns(s, s->allocs[i], arrays[i]->value,
                                 make_storage(s, s->allocs[i])->value);
    pk_region_visit(s->fn->body, move_inst, &m);
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->allocs[i]->op != PK_OP_alloc)
            put_zeros(s->fn, s->allocs[i], arrays[i], m.to[i],
                      s->object ? FIELDS : STORES);
        pk_inst_remove(s->allocs[i]);
    }
}

/* ---- the function ---- */

static void find_candidate(pk_inst *inst, void *arg) {
    candidates *c = arg;
    uint64_t size;

    if (pk_op_table[inst->op].rule != PK_RULE_ALLOC || c->count == CANDIDATES ||
        (inst->op == PK_OP_alloc_refs &&
         (!pk_is_const(inst->args[0]) ||
          inst->args[0]->bits != 8 * inst->args[1]->bits)))
        return;
    size = size_of(c->fn, inst);
    if (size && size <= PK_STACK_ARRAY_BYTES)
        c->allocs[c->count++] = inst;
}

static void take_out(candidates *c, const pk_inst *alloc) {
    for (uint32_t i = 0; i < c->count; i++)
        if (c->allocs[i] == alloc)
            c->allocs[i] = NULL;
}

static void note_filled(pk_inst *inst, void *filled) {
    if (inst->op == PK_OP_set)
        ((bool *)filled)[inst->local->id] = true;
}

/* Moves the array, with `others` together with some of them. Returns the bytes
 * that they take, 0: they do not move, or there is no room. */
static uint64_t try_move(pk_func *fn, pk_inst *alloc, candidates *all,
                         bool others, uint64_t room) {
    search s = {.fn = fn,
                .allocs = {alloc},
                .count = 1,
                .values = fn->value_count,
                .candidates = others ? all : NULL};
    uint64_t size = 0;
    pk_arena scratch;
    bool moves;

    pk_arena_init(&scratch, fn->ir->arena->allocator);
    s.kinds = pk_arena_array(&scratch, fn->value_count + 1u, 1);
    s.origins =
        pk_arena_array(&scratch, fn->value_count + 1u, sizeof *s.origins);
    s.carriers = pk_arena_array(&scratch, fn->local_count + 1u, 1);
    s.refs = pk_arena_array(&scratch, fn->local_count + 1u, sizeof *s.refs);
    s.sought = pk_arena_array(&scratch, fn->local_count + 1u, sizeof *s.sought);
    s.filled = pk_arena_array(&scratch, fn->local_count + 1u, sizeof *s.filled);
    fn->ir->arena->failed |= scratch.failed;
    if (!scratch.failed)
        pk_region_visit(fn->body, note_filled, s.filled);
    moves = !scratch.failed && pk_stack_arrays_stay(&s);
    for (uint32_t i = 0; i < s.count; i++)
        size += size_of(fn, s.allocs[i]) * (s.late[i] ? 2 : 1);
    moves &= size <= room;
    for (uint32_t i = 0; moves && i < s.count; i++)
        take_out(all, s.allocs[i]);
    if (moves)
        move_arrays(&s);
    pk_arena_finish(&scratch);
    return moves ? size : 0;
}

pk_status pk_pass_stack_arrays(pk_func *fn, const pk_caps *caps,
                               pk_error *err) {
    candidates c = {.fn = fn};
    uint64_t total = 0;
    bool any = false;

    pk_region_visit(fn->body, find_candidate, &c);
    if (c.count) { /* addresses that nobody uses are gone */
        PK_TRY(pk_pass_dce(fn, caps, err));
        c.count = 0;
        pk_region_visit(fn->body, find_candidate, &c);
    }
    for (int others = 0; others < 2; others++)
        for (uint32_t i = 0; i < c.count && !fn->ir->arena->failed; i++)
            if (c.allocs[i])
                total +=
                    try_move(fn, c.allocs[i], &c, others, TOTAL_BYTES - total);
    any = total != 0;
    if (any)
        pk_drop_empty_owners(fn);
    pk_func_get_data(fn)->moved = any;
    return pk_pass_done(fn, err);
}
