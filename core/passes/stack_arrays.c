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
 * An address may be in locals, too, where each get of them gives that of the
 * array that the same turn of the loop around has made: one of an earlier turn
 * would be in the same place. */
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum {
    TOTAL_BYTES = 4096, /* of all of a function's frame */
    STORES = 8,         /* zeros that are written one by one */
    FIELDS = 64,        /* the same, of an object */
    CARRIERS = 32,      /* locals that an address may be in, bits of a word */
    CANDIDATES = 64
};

/* The kinds of values: the array's address, one that is computed from it, a
 * reference from a local that may be the array's, and all others. */
typedef enum kind { OTHER, BASE, WITHIN, REF } kind;

typedef struct search {
    pk_func *fn;
    pk_inst *alloc;
    uint8_t *kinds;    /* kind, by value id */
    uint8_t *carriers; /* by local id: number of the bit, from 1; 0: none */
    bool *refs;        /* by local id: the reference may be in it */
    uint32_t carrier_count, gets, seen;
    bool leaves, changed;
    bool object; /* something asks the reference for the memory */
} search;

static uint8_t *kind_of(const search *s, const pk_value *v) {
    return &s->kinds[v->id];
}

static bool is_none(const pk_value *v) {
    return pk_is_const(v);
}

/* The question whether there was no memory: 1 where it is true then, -1 where
 * it is false; 0: another instruction. */
static int asks(const search *s, const pk_value *v) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;

    if (!def || (def->op != PK_OP_eq && def->op != PK_OP_ne) ||
        def->args[0] != s->alloc->results[0] || !is_none(def->args[1]))
        return 0;
    return def->op == PK_OP_eq ? 1 : -1;
}

/* The arms of an `if` that are taken where there is memory. */
static bool takes_body(const search *s, const pk_inst *inst) {
    return inst->op != PK_OP_if || asks(s, inst->args[0]) <= 0;
}
static bool takes_other(const search *s, const pk_inst *inst) {
    return inst->op != PK_OP_if || asks(s, inst->args[0]) >= 0;
}

/* ---- where it goes ---- */

static void set_kind(search *s, const pk_value *v, kind to) {
    s->changed |= *kind_of(s, v) != to;
    *kind_of(s, v) = (uint8_t)to;
}

static void carry(search *s, const pk_local *local) {
    if (s->carriers[local->id])
        return;
    s->leaves |= s->carrier_count == CARRIERS;
    s->carriers[local->id] = (uint8_t)++s->carrier_count;
    s->changed = true;
}

static void follow_address(search *s, const pk_inst *inst, uint32_t arg) {
    switch ((int)inst->op) {
    case PK_OP_elem:
    case PK_OP_offset: set_kind(s, inst->results[0], WITHIN); break;
    case PK_OP_load: break;
    case PK_OP_store: s->leaves |= arg != 0; break;
    case PK_OP_set:
        if (*kind_of(s, inst->args[0]) == BASE)
            carry(s, inst->local);
        else
            s->leaves = true;
        break;
    default: s->leaves = true;
    }
}

/* Memory with references is given up by a release of what `alloc` gave, and
 * nothing else counts its owners. */
static bool holds_refs(const search *s) {
    return s->alloc->op == PK_OP_alloc_refs;
}

static void follow_ref(search *s, const pk_inst *inst) {
    const bool own = inst->arg_count && inst->args[0] == s->alloc->results[0];

    switch ((int)inst->op) {
    case PK_OP_memory:
        s->object = true;
        s->leaves |= !own;
        set_kind(s, inst->results[0], WITHIN);
        break;
    case PK_OP_sole:
    case PK_OP_retain: s->leaves |= holds_refs(s); break;
    case PK_OP_release: s->leaves |= holds_refs(s) && !own; break;
    case PK_OP_set:
        s->leaves |= holds_refs(s);
        s->changed |= !s->refs[inst->local->id];
        s->refs[inst->local->id] = true;
        break;
    default: s->leaves |= !inst->result_count || !asks(s, inst->results[0]);
    }
}

static void follow_inst(search *s, const pk_inst *inst) {
    const pk_value *out = inst->op == PK_OP_get ? inst->results[0] : NULL;

    if (out && s->carriers[inst->local->id])
        set_kind(s, out, BASE);
    if (out && s->refs[inst->local->id])
        set_kind(s, out, REF);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        switch ((kind)*kind_of(s, inst->args[i])) {
        case BASE:
        case WITHIN: follow_address(s, inst, i); break;
        case REF: follow_ref(s, inst); break;
        case OTHER: break;
        }
}

static void follow(search *s, const pk_region *region) {
    for (const pk_inst *i = region->first; i && !s->leaves; i = i->next) {
        follow_inst(s, i);
        if (i->body && takes_body(s, i))
            follow(s, i->body);
        if (i->other && takes_other(s, i))
            follow(s, i->other);
    }
}

static void count_gets(search *s, const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        s->gets += i->op == PK_OP_get && s->carriers[i->local->id];
        if (i->body && takes_body(s, i))
            count_gets(s, i->body);
        if (i->other && takes_other(s, i))
            count_gets(s, i->other);
    }
}

/* ---- locals that have the address ---- */

/* The carriers that have it at a place; all where that is never reached. */
typedef uint32_t carried;
#define NOWHERE UINT32_MAX

typedef struct scope {
    struct scope *outer;
    const pk_inst *inst;
    carried exit, back;
} scope;

static carried walk(search *s, scope *around, const pk_region *region,
                    carried at);

static carried walk_exit(scope *around, const pk_inst *inst, carried at) {
    scope *to = around;

    while (to && to->inst != inst->target)
        to = to->outer;
    if (to && inst->op == PK_OP_continue)
        to->back &= at;
    else if (to && inst->op == PK_OP_break)
        to->exit &= at;
    return NOWHERE;
}

static carried walk_scope(search *s, scope *around, const pk_inst *inst,
                          carried at) {
    const bool loops = inst->op != PK_OP_block;
    const uint32_t seen = s->seen;
    scope now;
    carried end, before;

    do {
        before = at;
        s->seen = seen;
        now = (scope){around, inst, NOWHERE, NOWHERE};
        end = walk(s, &now, inst->body, at);
        if (loops)
            at &= end & now.back;
    } while (at != before && !s->leaves);
    if (inst->op == PK_OP_for)
        return now.exit & at;
    if (loops)
        return now.exit;
    return inst->flags & PK_INST_catch ? 0 : now.exit & end;
}

static carried walk_inst(search *s, scope *around, const pk_inst *inst,
                         carried at) {
    uint32_t bit = 0;
    carried end = NOWHERE;

    if (inst->local && s->carriers[inst->local->id])
        bit = UINT32_C(1) << (s->carriers[inst->local->id] - 1);
    if (bit && inst->op == PK_OP_get) {
        s->seen++;
        s->leaves |= !(at & bit);
    } else if (bit && inst->op == PK_OP_set) {
        return *kind_of(s, inst->args[0]) == BASE ? at | bit : at & ~bit;
    }
    if (inst->op == PK_OP_return || inst->op == PK_OP_break ||
        inst->op == PK_OP_continue || inst->op == PK_OP_reraise)
        return walk_exit(around, inst, at);
    if (inst->op != PK_OP_if)
        return inst->body ? walk_scope(s, around, inst, at) : at;
    if (takes_body(s, inst))
        end &= walk(s, around, inst->body, at);
    if (takes_other(s, inst))
        end &= walk(s, around, inst->other, at);
    return end;
}

static carried walk(search *s, scope *around, const pk_region *region,
                    carried at) {
    for (const pk_inst *i = region->first; i && at != NOWHERE && !s->leaves;
         i = i->next)
        at = walk_inst(s, around, i, at);
    return at;
}

/* The body of the loop around, or of the function. */
static const pk_region *turn_of(const pk_inst *alloc) {
    const pk_region *region = alloc->parent;

    while (region->owner && region->owner->op != PK_OP_for &&
           region->owner->op != PK_OP_loop)
        region = region->owner->parent;
    return region;
}

/* Whether the array does not leave the function. */
static bool stays(search *s) {
    do {
        s->changed = false;
        *kind_of(s, s->alloc->results[0]) = REF;
        *kind_of(s, s->alloc->results[1]) = BASE;
        follow(s, s->fn->body);
    } while (s->changed && !s->leaves);
    if (!s->leaves && s->carrier_count) {
        count_gets(s, s->fn->body);
        walk(s, NULL, turn_of(s->alloc), 0);
        s->leaves |= s->seen != s->gets;
    }
    return !s->leaves;
}

/* ---- the frame ---- */

typedef struct move {
    const search *s;
    pk_value *to;
} move;

static void put_zeros(pk_func *fn, pk_inst *alloc, const pk_storage *array,
                      uint32_t most) {
    pk_value *zero = pk_const_bits(fn, array->elem, 0), *index;
    const pk_type type =
        array->count > most ? PK_TYPE_i64 : PK_TYPE_void; /* of the index */
    pk_inst *loop;
    pk_builder b;

    pk_builder_init(&b, fn);
    pk_builder_before(&b, alloc);
    for (uint64_t i = 0; type == PK_TYPE_void && i < array->count; i++) {
        index = pk_const_int(fn, PK_TYPE_i64, (int64_t)i);
        pk_emit2(&b, PK_OP_store,
                 i ? pk_emit2(&b, PK_OP_elem, array->value, index)
                   : array->value,
                 zero);
    }
    if (type == PK_TYPE_void)
        return;
    loop = pk_begin_for(&b, pk_const_int(fn, type, 0),
                        pk_const_int(fn, type, (int64_t)array->count),
                        pk_const_int(fn, type, 1));
    pk_emit2(&b, PK_OP_store,
             pk_emit2(&b, PK_OP_elem, array->value, loop->index), zero);
    pk_end_control(&b, loop);
}

/* The memory is given up, and so is what it refers to. */
static void give_up(const move *m, pk_inst *inst) {
    const uint64_t refs = m->s->alloc->args[2]->bits;
    pk_value *at, *held;
    pk_builder b;

    pk_builder_init(&b, m->s->fn);
    pk_builder_before(&b, inst);
    for (uint32_t i = 0; i < 64; i++) {
        if (!(refs >> i & 1))
            continue;
        at = pk_emit_offset(&b, PK_TYPE_ref, m->to,
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
    pk_replace(inst,
               pk_emit_offset(&b, pk_type_elem(inst->results[0]->type), m->to,
                              pk_const_int(m->s->fn, PK_TYPE_i64, 0)));
}

/* An instruction that has the address or the reference as an operand. */
static void move_use(const move *m, pk_inst *inst) {
    const search *s = m->s;
    const int asked = inst->result_count ? asks(s, inst->results[0]) : 0;
    const bool own = inst->arg_count && inst->args[0] == s->alloc->results[0];

    if (asked) {
        pk_replace(inst, pk_const_int(s->fn, PK_TYPE_bool, asked < 0));
        return;
    }
    if (own && inst->op == PK_OP_memory) {
        move_memory(m, inst);
        return;
    }
    if (own && inst->op == PK_OP_release && holds_refs(s))
        give_up(m, inst);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (*kind_of(s, inst->args[i]) == BASE)
            inst->args[i] = m->to;
        else if (inst->args[i] == s->alloc->results[0])
            inst->args[i] = pk_const_bits(s->fn, PK_TYPE_ref, 0);
    if (inst->op == PK_OP_set && inst->args[0] == m->to)
        pk_inst_remove(inst);
    else if ((inst->op == PK_OP_retain || inst->op == PK_OP_release) &&
             is_none(inst->args[0]))
        pk_inst_remove(inst);
}

static void move_inst(pk_inst *inst, void *arg) {
    const move *m = arg;
    const search *s = m->s;

    pk_resolve_args(inst);
    if (inst == s->alloc)
        return;
    for (uint32_t i = 0; i < inst->result_count; i++)
        if (*kind_of(s, inst->results[i]) == WITHIN)
            inst->results[i]->type = PK_TYPE_PTR(
                PK_SPACE_local, pk_type_elem(inst->results[i]->type));
    if (inst->op == PK_OP_get && *kind_of(s, inst->results[0]) == BASE)
        pk_inst_remove(inst);
    else
        move_use(m, inst);
}

static void move_array(search *s) {
    const pk_type elem = pk_type_elem(s->alloc->results[1]->type);
    const uint64_t size = s->alloc->args[0]->bits;
    const pk_storage *array = pk_func_storage(
        s->fn, "small", PK_SPACE_local, elem,
        (size + pk_type_bytes(elem) - 1) / pk_type_bytes(elem), 0);
    move m = {s, array->value};

    pk_region_visit(s->fn->body, move_inst, &m);
    if (s->alloc->op != PK_OP_alloc)
        put_zeros(s->fn, s->alloc, array, s->object ? FIELDS : STORES);
    pk_inst_remove(s->alloc);
}

/* ---- the function ---- */

typedef struct candidates {
    pk_inst *allocs[CANDIDATES];
    uint32_t count;
} candidates;

static void find_candidate(pk_inst *inst, void *arg) {
    candidates *c = arg;

    if (pk_op_table[inst->op].rule == PK_RULE_ALLOC &&
        (inst->op != PK_OP_alloc_refs ||
         inst->args[0]->bits == 8 * inst->args[1]->bits) &&
        pk_is_const(inst->args[0]) && inst->args[0]->bits &&
        inst->args[0]->bits <= PK_STACK_ARRAY_BYTES && c->count < CANDIDATES)
        c->allocs[c->count++] = inst;
}

static bool try_move(pk_func *fn, pk_inst *alloc) {
    search s = {.fn = fn, .alloc = alloc};
    pk_arena scratch;
    bool moved;

    pk_arena_init(&scratch, fn->ir->arena->allocator);
    s.kinds = pk_arena_array(&scratch, fn->value_count + 1u, 1);
    s.carriers = pk_arena_array(&scratch, fn->local_count + 1u, 1);
    s.refs = pk_arena_array(&scratch, fn->local_count + 1u, sizeof *s.refs);
    fn->ir->arena->failed |= scratch.failed;
    moved = !scratch.failed && stays(&s);
    if (moved)
        move_array(&s);
    pk_arena_finish(&scratch);
    return moved;
}

/* Locals of references that only none is set into are none. */
static void note_owners(pk_inst *inst, void *arg) {
    bool *owns = arg;

    if (inst->op == PK_OP_set && inst->local->type == PK_TYPE_ref &&
        !is_none(inst->args[0]))
        owns[inst->local->id] = true;
}

typedef struct dropping {
    pk_func *fn;
    const bool *owns;
} dropping;

static void drop_idle(pk_inst *inst, void *arg) {
    const dropping *d = arg;

    pk_resolve_args(inst);
    if (!inst->local || inst->local->type != PK_TYPE_ref ||
        d->owns[inst->local->id])
        return;
    if (inst->op == PK_OP_get)
        pk_replace(inst, pk_const_bits(d->fn, PK_TYPE_ref, 0));
    else if (inst->op == PK_OP_set)
        pk_inst_remove(inst);
}

static void drop_locals(pk_func *fn) {
    dropping d = {.fn = fn};
    pk_arena scratch;
    bool *owns;

    pk_arena_init(&scratch, fn->ir->arena->allocator);
    d.owns = owns =
        pk_arena_array(&scratch, fn->local_count + 1u, sizeof *owns);
    fn->ir->arena->failed |= scratch.failed;
    if (!scratch.failed) {
        pk_region_visit(fn->body, note_owners, owns);
        pk_region_visit(fn->body, drop_idle, &d);
    }
    pk_arena_finish(&scratch);
}

pk_status pk_pass_stack_arrays(pk_func *fn, const pk_caps *caps,
                               pk_error *err) {
    candidates c = {.count = 0};
    uint64_t total = 0;
    bool any = false;

    (void)caps;
    pk_region_visit(fn->body, find_candidate, &c);
    for (uint32_t i = 0; i < c.count && !fn->ir->arena->failed; i++) {
        const uint64_t size = c.allocs[i]->args[0]->bits;
        if (total + size > TOTAL_BYTES || !try_move(fn, c.allocs[i]))
            continue;
        total += size;
        any = true;
    }
    if (any)
        drop_locals(fn);
    pk_func_get_data(fn)->moved = any;
    return pk_pass_done(fn, err);
}
