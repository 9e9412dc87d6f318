/* SPDX-License-Identifier: Apache-2.0 */
/* outline: the iterations of a parallel loop become chunks.
 *
 *     for.parallel ^1 %i = 0, %n, 1 {       device @f.chunk(%lo, %hi, %x ..)
 *         %1 = get $s                           set $s, -0.0
 *         %2 = load %x[%i]                      for ^1 %i = %lo, %hi, 1 {
 *         %3 = add %1, %2              =>           %1 = get $s
 *         set $s, %3                                ...
 *     }                                         }
 *                                               return get $s
 *
 *                                           for ^1 %b = 0, %blocks, 1 {
 *                                               %4 = call @f.chunk(..)
 *                                               set $s, add(get $s, %4)
 *                                           }
 *
 * How many iterations a chunk has depends on their number alone, and the parts
 * of a reduction are joined in the order of the chunks, so results are the same
 * for any number of threads and on every target. Where the target has threads,
 * a host function of its own runs a chunk for each of its blocks:
 *
 *     host @f.block(%n, %size, %x .., %parts)
 *         %lo = mul block_id.x, %size
 *         %1 = call @f.chunk(%lo, ..)
 *         store %parts[block_id.x], %1
 *
 *     parallel @f.block(%blocks, %n, %size, %x .., %parts)
 *     for ^1 %b = 0, %blocks, 1 {
 *         set $s, add(get $s, load %parts[%b])
 *     }
 *
 * Scalars and addresses of the function that the body reads become parameters,
 * by value. Locals that it sets are each iteration's own (analysis/parallel.h);
 * one that is read behind the loop gets what the last iteration to set it has
 * set. Runs in front of all that knows who owns objects and how functions fail,
 * so that chunks do both like any other function. */
#include "base/error.h"
#include "base/try.h"
#include "core/analysis/parallel.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <string.h>

enum {
    CHUNKS_LOG = 10,              /* at most 1024 chunks */
    FEW_LOG = 6,                  /* of loops that ask for the part's number */
    TURNS = 4,                    /* parts of a chunk that take turns */
    TURN_SIZE = 60,               /* instructions of a body that has them */
    PART_BYTES = 8 << CHUNKS_LOG, /* a part of 8 bytes for each */
    MOST_FIELDS = 64,
    MOST_CAPTURES = 400
};

/* A value or a local of the function that the chunk gets. */
typedef struct capture {
    pk_value *value; /* NULL: that of the local */
    pk_local *local;
} capture;

/* A result of the chunk: what becomes of a local of the function. */
typedef struct field {
    pk_local *local; /* the function's; NULL: whether the next is set */
    pk_local *own;   /* the chunk's */
    pk_op op;        /* joins parts; COUNT: the last counts */
} field;

typedef struct outliner {
    pk_ir *ir;
    pk_func *fn;
    pk_inst *loop;
    const pk_parallel_local *found; /* by local id */
    pk_arena scratch;
    bool threads; /* the target has them, and they can run this */
    pk_func *chunk;
    pk_value **map;   /* by the function's value ids: the chunk's */
    pk_local **own;   /* by its local ids */
    bool *inside;     /* by value id: of the loop */
    pk_value *number; /* the chunk's parameter for its number; NULL: its body
                         does not ask for it, by part_number */
    capture captures[MOST_CAPTURES];
    uint32_t capture_count;
    field fields[MOST_FIELDS];
    uint32_t field_count;
    bool full;     /* too many of them */
    uint32_t size; /* instructions of the body */
    bool simple;   /* it has no loops */
    pk_status status;
    pk_error *err;
} outliner;

static pk_value *i64(pk_builder *b, int64_t value) {
    return pk_const_int(b->fn, PK_TYPE_i64, value);
}

/* Notes that a value is not negative, whatever is known of its operands. */
static pk_value *counting(pk_value *v) {
    if (v->kind == PK_VALUE_result)
        v->def->flags |= PK_INST_nonneg;
    return v;
}

static pk_value *zero_of(pk_func *fn, pk_type type) {
    return pk_const_bits(fn, type, 0);
}

/* ---- what the chunk gets ---- */

static void note_inside(pk_inst *inst, void *arg) {
    const outliner *o = arg;

    for (uint32_t i = 0; i < inst->result_count; i++)
        o->inside[inst->results[i]->id] = true;
    if (inst->index)
        o->inside[inst->index->id] = true;
}

static pk_value *add_capture(outliner *o, capture c) {
    pk_type type = c.value ? c.value->type : c.local->type;
    pk_role role = pk_type_is_ptr(type) ? PK_ROLE_data : PK_ROLE_scalar;

    if (o->capture_count == MOST_CAPTURES) {
        o->full = true;
        return NULL;
    }
    o->threads &=
        !pk_type_is_ptr(type) || pk_type_space(type) == PK_SPACE_global;
    o->captures[o->capture_count++] = c;
    return pk_func_param(o->chunk, c.local ? c.local->name : NULL, type, role,
                         o->capture_count, 0)
        ->value;
}

/* ---- what is known of arrays that are captured ---- */

typedef struct set_search {
    const pk_local *local;
    const pk_value *value; /* what it is set to */
    uint32_t count;
} set_search;

static void find_set(pk_inst *inst, void *arg) {
    set_search *s = arg;

    if (inst->op == PK_OP_set && inst->local == s->local) {
        s->value = inst->args[0];
        s->count++;
    }
}

/* The parameter of the function that a capture is: itself, or what the only set
 * of a local gives. */
static const pk_param *captured_param(const outliner *o, const capture *c) {
    set_search s = {c->local, c->value, 1};

    if (c->local) {
        s.count = 0;
        pk_region_visit(o->fn->body, find_set, &s);
    }
    for (uint32_t i = 0; s.count == 1 && i < o->fn->param_count; i++)
        if (o->fn->params[i].value == s.value)
            return &o->fn->params[i];
    return NULL;
}

/* The parameter that is an argument's array. */
static const pk_param *array_of(const pk_func *fn, const pk_param *p) {
    for (uint32_t i = 0; p && i < fn->param_count; i++)
        if (fn->params[i].role == PK_ROLE_data && fn->params[i].arg == p->arg)
            return &fn->params[i];
    return NULL;
}

/* Captures that are whole arrays of arguments keep what is known of these; that
 * they overlap no other one, only where each capture is another one: parts of
 * an array overlap it, and an object may hold any array. */
static void mark_captures(outliner *o, pk_param *params) {
    const pk_param *arrays[MOST_CAPTURES];
    bool apart = true;

    for (uint32_t i = 0; i < o->capture_count; i++) {
        const pk_param *from = captured_param(o, &o->captures[i]);
        arrays[i] = NULL;
        if (params[i].value->type == PK_TYPE_ref)
            apart &= array_of(o->fn, from) != NULL;
        if (!pk_type_is_ptr(params[i].value->type))
            continue;
        arrays[i] = from && from->role == PK_ROLE_data ? from : NULL;
        apart &= arrays[i] && arrays[i]->flags & PK_PARAM_noalias;
        for (uint32_t k = 0; k < i; k++)
            apart &= arrays[k] != arrays[i] || !arrays[i];
    }
    for (uint32_t i = 0; i < o->capture_count; i++) {
        if (!arrays[i])
            continue;
        params[i].flags |= arrays[i]->flags;
        params[i].align = arrays[i]->align;
        if (!apart)
            params[i].flags &= ~(uint32_t)PK_PARAM_noalias;
    }
}

static void capture_value(outliner *o, pk_value *v) {
    if (!pk_is_const(v) && !o->inside[v->id] && !o->map[v->id])
        o->map[v->id] = add_capture(o, (capture){.value = v});
}

static void capture_args(pk_inst *inst, void *arg) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        capture_value(arg, inst->args[i]);
}

typedef struct storage_use {
    const pk_value *address;
    uint32_t count;
} storage_use;

static void count_use(pk_inst *inst, void *arg) {
    storage_use *u = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        u->count += inst->args[i] == u->address;
}

/* Constant arrays, and local ones that only the loop uses, are the chunk's. */
static void take_storages(outliner *o) {
    for (const pk_storage *s = o->fn->storages; s; s = s->next) {
        storage_use all = {s->value, 0}, here = {s->value, 0};
        pk_storage *copy;

        pk_region_visit(o->loop->body, count_use, &here);
        pk_region_visit(o->fn->body, count_use, &all);
        if (!here.count ||
            (s->space != PK_SPACE_constant && all.count != here.count))
            continue;
        copy = pk_func_storage(o->chunk, s->name, s->space, s->elem, s->count,
                               s->align);
        copy->data = s->data;
        o->map[s->value->id] = copy->value;
    }
}

/* ---- the chunk's locals ---- */

static double identity_of(pk_op op) {
    return op == PK_OP_add ? -0.0 : 1.0;
}

/* A part begins with what changes nothing where it is joined. Where the same
 * may be joined twice, that is what the local is. */
static pk_value *first_part(outliner *o, const pk_local *l, pk_op op) {
    if (op == PK_OP_add || op == PK_OP_mul)
        return pk_type_is_float(l->type)
                   ? pk_const_float(o->chunk, l->type, identity_of(op))
                   : pk_const_int(o->chunk, l->type, op == PK_OP_mul);
    if (op == PK_OP_xor)
        return zero_of(o->chunk, l->type);
    return add_capture(o, (capture){.local = (pk_local *)l});
}

static void add_field(outliner *o, field f) {
    if (o->field_count == MOST_FIELDS) {
        o->full = true;
        return;
    }
    o->threads &= !pk_type_is_ptr(f.own->type) && f.own->type != PK_TYPE_ref;
    o->fields[o->field_count++] = f;
    pk_func_result(o->chunk, f.own->type);
}

/* Says at each set of `l` that it was set. */
static void note_sets(pk_func *fn, pk_region *region, const pk_local *l,
                      pk_local *flag) {
    for (pk_inst *i = region->first; i; i = i->next) {
        if (i->op == PK_OP_set && i->local == l) {
            pk_builder b = {
                .fn = fn, .region = region, .before = i->next, .loc = i->loc};
            pk_emit_set(&b, flag, pk_const_int(fn, PK_TYPE_bool, 1));
        }
        if (i->body)
            note_sets(fn, i->body, l, flag);
        if (i->other)
            note_sets(fn, i->other, l, flag);
    }
}

/* In front of the chunk's loop: a local of its own for one of the function's.
 */
static void begin_local(outliner *o, pk_builder *b, const pk_local *l) {
    const pk_parallel_local *p = &o->found[l->id];
    pk_local *own, *flag;

    if (p->role == PK_PARALLEL_unused)
        return;
    own = o->own[l->id] = pk_func_local(o->chunk, l->name, l->type);
    if (p->role == PK_PARALLEL_shared) {
        pk_value *v = add_capture(o, (capture){.local = (pk_local *)l});
        if (v)
            pk_emit_set(b, own, v);
    } else if (p->role == PK_PARALLEL_reduced) {
        pk_value *v = first_part(o, l, p->op);
        if (v)
            pk_emit_set(b, own, v);
        add_field(o, (field){(pk_local *)l, own, p->op});
    } else if (p->live) {
        if (p->sometimes) {
            flag = pk_func_local(o->chunk, "was_set", PK_TYPE_bool);
            add_field(o, (field){NULL, flag, PK_OP_COUNT});
        }
        add_field(o, (field){(pk_local *)l, own, PK_OP_COUNT});
    }
}

/* In the loop: one that may be read before it is set begins anew. */
static void begin_turn(outliner *o, pk_builder *b, const pk_local *l) {
    pk_value *v;

    if (o->found[l->id].role != PK_PARALLEL_first)
        return;
    v = add_capture(o, (capture){.local = (pk_local *)l});
    if (v)
        pk_emit_set(b, o->own[l->id], v);
}

/* ---- the chunk ---- */

static bool counts_by_one(const pk_inst *loop) {
    return pk_is_const_int(loop->args[0], 0) &&
           pk_is_const_int(loop->args[2], 1) &&
           loop->index->type == PK_TYPE_i64;
}

/* The index of iteration number %k. */
static pk_value *index_of(outliner *o, pk_builder *b, pk_value *k) {
    const pk_inst *loop = o->loop;
    pk_value *start = loop->args[0], *step = loop->args[2], *ends[2];
    pk_type type = loop->index->type;

    if (counts_by_one(loop))
        return k;
    for (int i = 0; i < 2; i++) {
        pk_value *v = i ? step : start;
        ends[i] = pk_is_const(v) ? pk_const_bits(b->fn, v->type, v->bits)
                                 : o->map[v->id];
    }
    k = pk_emit_to(b, PK_OP_convert, type, k);
    k = pk_emit2(b, PK_OP_mul, k, ends[1]);
    k = pk_emit2(b, PK_OP_add, k, ends[0]);
    if (pk_type_is_signed(type) && pk_is_const(start) && pk_is_const(step) &&
        pk_const_get_int(start) >= 0 && pk_const_get_int(step) > 0)
        counting(k);
    return k;
}

typedef struct retarget {
    const pk_inst *old;
    pk_inst *new;
} retarget;

static void fix_copy(pk_inst *inst, void *arg) {
    const retarget *r = arg;

    inst->flags &= (uint8_t)~PK_INST_parallel;
    if (inst->target == r->old)
        inst->target = r->new;
}

typedef struct part_naming {
    pk_func *fn;
    pk_value *number;
} part_naming;

static void number_part(pk_inst *inst, void *arg) {
    const part_naming *n = arg;

    if (inst->op != PK_OP_part_number)
        return;
    pk_region_replace(n->fn->body, inst->results[0], n->number);
    pk_inst_remove(inst);
}

/* One iteration, number %k of the loop's. */
static void copy_iteration(outliner *o, pk_builder *b, pk_value *k,
                           pk_inst *loop) {
    retarget r = {o->loop, loop};

    for (const pk_local *l = o->fn->locals; l; l = l->next)
        begin_turn(o, b, l);
    o->map[o->loop->index->id] = index_of(o, b, k);
    if (o->full || o->ir->arena->failed)
        return;
    pk_region_copy(o->chunk, loop->body, o->loop->body, o->map, o->own);
    pk_region_visit(loop->body, fix_copy, &r);
    if (o->number)
        pk_region_visit(loop->body, number_part,
                        &(part_naming){o->chunk, o->number});
}

static void copy_loop(outliner *o, pk_builder *b, pk_value *low,
                      pk_value *high) {
    pk_inst *loop = pk_begin_for(b, low, high, i64(b, 1));

    loop->loc = o->loop->loc;
    copy_iteration(o, b, loop->index, loop);
    for (uint32_t i = 0; i + 1 < o->field_count; i++)
        if (!o->fields[i].local)
            note_sets(o->chunk, loop->body, o->fields[i + 1].own,
                      o->fields[i].own);
    pk_end_control(b, loop);
}

/* ---- several parts at a time ---- */

static void note_size(pk_inst *inst, void *arg) {
    outliner *o = arg;

    o->size++;
    o->simple &= inst->op != PK_OP_for && inst->op != PK_OP_loop &&
                 inst->op != PK_OP_block && inst->target != o->loop;
}

/* Whether the chunk may keep several parts of what it reduces, so that no
 * iteration waits for the one before it: a small body without loops, in which
 * nothing else is read behind the loop. */
static bool takes_turns(outliner *o) {
    o->size = 0;
    o->simple = o->field_count > 0;
    pk_region_visit(o->loop->body, note_size, o);
    for (uint32_t i = 0; i < o->field_count; i++)
        o->simple &= o->fields[i].op != PK_OP_COUNT;
    return o->simple && o->size <= TURN_SIZE;
}

/* Parts of the fields for iteration number `turn` of each TURNS. */
static void use_parts(outliner *o, pk_local *parts[][TURNS], int turn) {
    for (uint32_t i = 0; i < o->field_count; i++)
        o->own[o->fields[i].local->id] = parts[i][turn];
}

/* Iterations in their order, where number i of each TURNS adds to part i, and
 * those that are left to the first; then all parts become the first. */
static void copy_in_turns(outliner *o, pk_builder *b, pk_value *low,
                          pk_value *high) {
    pk_local *parts[MOST_FIELDS][TURNS];
    pk_value *whole = counting(pk_emit2(b, PK_OP_sub, high, low));
    pk_inst *loop;

    for (uint32_t i = 0; i < o->field_count; i++) {
        pk_local *own = parts[i][0] = o->fields[i].own;
        for (int turn = 1; turn < TURNS; turn++) {
            parts[i][turn] = pk_func_local(o->chunk, own->name, own->type);
            pk_emit_set(b, parts[i][turn], pk_emit_get(b, own));
        }
    }
    whole = pk_emit2(b, PK_OP_and, whole, i64(b, -TURNS));
    whole = counting(pk_emit2(b, PK_OP_add, low, counting(whole)));
    loop = pk_begin_for(b, low, whole, i64(b, TURNS));
    loop->loc = o->loop->loc;
    for (int turn = 0; turn < TURNS; turn++) {
        pk_value *k = loop->index;
        if (turn)
            k = counting(pk_emit2(b, PK_OP_add, k, i64(b, turn)));
        use_parts(o, parts, turn);
        copy_iteration(o, b, k, loop);
    }
    pk_end_control(b, loop);
    use_parts(o, parts, 0);
    copy_loop(o, b, whole, high);
    for (uint32_t i = 0; i < o->field_count; i++)
        for (int turn = 1; turn < TURNS; turn++)
            pk_emit_set(b, parts[i][0],
                        pk_emit2(b, o->fields[i].op,
                                 pk_emit_get(b, parts[i][0]),
                                 pk_emit_get(b, parts[i][turn])));
}

static const char *name_with(const outliner *o, const char *end) {
    return pk_arena_format(o->ir->arena, "%s.%s", o->fn->name, end);
}

static void find_part(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_part_number;
}

static void make_chunk(outliner *o) {
    pk_value *low, *high, *results[MOST_FIELDS];
    bool asks = false;
    pk_builder b;

    o->chunk = pk_func_new(o->ir, PK_FUNC_device, name_with(o, "chunk"));
    pk_func_get_data(o->chunk)->said = pk_func_said(o->fn);
    o->chunk->loc = o->loop->loc;
    o->chunk->flags = o->fn->flags & PK_FUNC_fastmath;
    pk_builder_init(&b, o->chunk);
    b.loc = o->loop->loc;
    low = pk_func_param(o->chunk, "low", PK_TYPE_i64, PK_ROLE_scalar, 0, 0)
              ->value;
    high = pk_func_param(o->chunk, "high", PK_TYPE_i64, PK_ROLE_scalar, 0, 1)
               ->value;
    pk_region_visit(o->loop->body, find_part, &asks);
    if (asks)
        o->number =
            pk_func_param(o->chunk, "number", PK_TYPE_i64, PK_ROLE_scalar, 0, 2)
                ->value;
    take_storages(o);
    capture_value(o, o->loop->args[0]);
    capture_value(o, o->loop->args[2]);
    pk_region_visit(o->loop->body, capture_args, o);
    for (const pk_local *l = o->fn->locals; l; l = l->next)
        begin_local(o, &b, l);
    if (o->full || o->ir->arena->failed)
        return;
    mark_captures(o, &o->chunk->params[2 + (o->number != NULL)]);
    if (takes_turns(o))
        copy_in_turns(o, &b, low, high);
    else
        copy_loop(o, &b, low, high);
    for (uint32_t i = 0; i < o->field_count; i++)
        results[i] = pk_emit_get(&b, o->fields[i].own);
    pk_emit_return(&b, results, o->field_count);
}

/* ---- counting ---- */

typedef struct counts {
    pk_value *turns, *size, *blocks; /* i64: iterations, of a chunk, chunks */
} counts;

/* How often the loop runs. Distances are taken as unsigned, where they always
 * fit; none runs 2^63 times. */
static pk_value *count_turns(outliner *o, pk_builder *b) {
    pk_value *start = o->loop->args[0], *stop = o->loop->args[1];
    pk_value *step = o->loop->args[2], *low, *high, *span, *some;
    pk_type wide = pk_type_is_signed(start->type) ? PK_TYPE_i64 : PK_TYPE_u64;
    pk_value *zero = pk_const_int(b->fn, PK_TYPE_u64, 0);
    pk_value *one = pk_const_int(b->fn, PK_TYPE_u64, 1), *by;

    if (counts_by_one(o->loop))
        return counting(pk_emit2(b, PK_OP_max, stop, i64(b, 0)));
    start = pk_emit_to(b, PK_OP_convert, wide, start);
    stop = pk_emit_to(b, PK_OP_convert, wide, stop);
    step = pk_emit_to(b, PK_OP_convert, wide, step);
    some = pk_emit2(b, PK_OP_gt, step, zero_of(b->fn, wide));
    low = pk_emit3(b, PK_OP_select, some, start, stop);
    high = pk_emit3(b, PK_OP_select, some, stop, start);
    by = pk_emit2(b, PK_OP_sub, zero_of(b->fn, wide), step);
    by = pk_emit3(b, PK_OP_select, some, step, by);
    by = pk_emit_to(b, PK_OP_bitcast, PK_TYPE_u64, by);
    by = pk_emit2(b, PK_OP_max, by, one);
    span = pk_emit_to(b, PK_OP_bitcast, PK_TYPE_u64,
                      pk_emit2(b, PK_OP_sub, high, low));
    span = pk_emit2(b, PK_OP_quot, pk_emit2(b, PK_OP_sub, span, one), by);
    span = pk_emit2(b, PK_OP_add, span, one);
    some = pk_emit2(b, PK_OP_lt, low, high);
    span = pk_emit3(b, PK_OP_select, some, span, zero);
    return counting(pk_emit_to(b, PK_OP_bitcast, PK_TYPE_i64, span));
}

static counts count(outliner *o, pk_builder *b) {
    counts n = {.turns = count_turns(o, b)};
    const int log = o->number ? FEW_LOG : CHUNKS_LOG;
    pk_value *up = i64(b, (1 << log) - 1);

    up = counting(pk_emit2(b, PK_OP_add, n.turns, up));
    n.size = counting(pk_emit2(b, PK_OP_shr, up, i64(b, log)));
    n.size = counting(pk_emit2(b, PK_OP_max, n.size, i64(b, 1)));
    up = pk_emit2(b, PK_OP_sub, n.size, i64(b, 1));
    up = counting(pk_emit2(b, PK_OP_add, n.turns, counting(up)));
    n.blocks = counting(pk_emit2(b, PK_OP_quot, up, n.size));
    return n;
}

/* Calls the chunk for block number `block`. */
static pk_inst *call_chunk(const outliner *o, pk_builder *b, pk_value *block,
                           const counts *n, pk_value **captures) {
    pk_value *args[MOST_CAPTURES + 3];
    uint32_t count = 2;
    pk_value *low = counting(pk_emit2(b, PK_OP_mul, block, n->size));
    pk_value *high = counting(pk_emit2(b, PK_OP_add, low, n->size));

    args[0] = low;
    args[1] = counting(pk_emit2(b, PK_OP_min, high, n->turns));
    if (o->number)
        args[count++] = block;
    memcpy(args + count, captures, o->capture_count * sizeof *args);
    return pk_emit_call(b, o->chunk, args, o->capture_count + count);
}

/* ---- in the function ---- */

static void get_captures(const outliner *o, pk_builder *b, pk_value **out) {
    for (uint32_t i = 0; i < o->capture_count; i++)
        out[i] = o->captures[i].value ? o->captures[i].value
                                      : pk_emit_get(b, o->captures[i].local);
}

/* Joins the results of a chunk with the function's locals. */
static void join(const outliner *o, pk_builder *b, pk_value **parts) {
    for (uint32_t i = 0; i < o->field_count; i++) {
        const field *f = &o->fields[i];
        pk_inst *set = NULL;

        if (!f->local)
            continue;
        if (i && !o->fields[i - 1].local)
            set = pk_begin_if(b, parts[i - 1]);
        if (f->op == PK_OP_COUNT)
            pk_emit_set(b, f->local, parts[i]);
        else
            pk_emit_set(b, f->local,
                        pk_emit2(b, f->op, pk_emit_get(b, f->local), parts[i]));
        if (set)
            pk_end_control(b, set);
    }
}

/* One chunk after the other. */
static void run_here(const outliner *o, pk_builder *b, const counts *n,
                     pk_value **captures) {
    pk_inst *loop = pk_begin_for(b, i64(b, 0), n->blocks, i64(b, 1));
    const pk_inst *call = call_chunk(o, b, loop->index, n, captures);

    join(o, b, call->results);
    pk_end_control(b, loop);
}

/* ---- with threads ---- */

/* The address of part number `block` of a field. */
static pk_value *part_at(pk_builder *b, pk_value *parts, uint32_t i,
                         pk_type type, pk_value *block) {
    pk_value *at =
        pk_emit_offset(b, type, parts, i64(b, (int64_t)i * PART_BYTES));

    return pk_emit2(b, PK_OP_elem, at, block);
}

static pk_func *make_block(outliner *o) {
    pk_func *fn = pk_func_new(o->ir, PK_FUNC_host, name_with(o, "block"));
    pk_value *captures[MOST_CAPTURES], *parts = NULL, *block;
    counts n = {0};
    pk_builder b;
    const pk_inst *call;

    fn->loc = o->loop->loc;
    pk_func_get_data(fn)->said = pk_func_said(o->fn);
    for (int i = 0; i < 3; i++)
        fn->block[i] = 1;
    pk_builder_init(&b, fn);
    b.loc = o->loop->loc;
    n.turns =
        pk_func_param(fn, "turns", PK_TYPE_i64, PK_ROLE_scalar, 0, 0)->value;
    n.size =
        pk_func_param(fn, "size", PK_TYPE_i64, PK_ROLE_scalar, 0, 1)->value;
    for (uint32_t i = 0; i < o->capture_count; i++) {
        const pk_param *p = &o->chunk->params[i + 2 + (o->number != NULL)];
        pk_param *own =
            pk_func_param(fn, p->name, p->value->type, p->role, p->arg, 0);
        own->flags = p->flags;
        own->align = p->align;
        captures[i] = own->value;
    }
    if (o->field_count)
        parts =
            pk_func_param(fn, "parts", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u8),
                          PK_ROLE_data, o->capture_count + 1, 0)
                ->value;
    block = counting(pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64,
                                pk_emit_query(&b, PK_OP_block_id, 0)));
    call = call_chunk(o, &b, block, &n, captures);
    for (uint32_t i = 0; i < o->field_count; i++)
        pk_emit2(&b, PK_OP_store,
                 part_at(&b, parts, i, o->fields[i].own->type, block),
                 call->results[i]);
    return fn;
}

/* Memory for the parts; it is the local's until that is none again. */
static pk_value *make_parts(const outliner *o, pk_builder *b, pk_local *owner) {
    pk_value *memory, *ref;
    pk_inst *none;

    ref = pk_emit_alloc(b, PK_OP_alloc, PK_TYPE_u8,
                        i64(b, (int64_t)o->field_count * PART_BYTES), &memory);
    pk_emit_set(b, owner, ref);
    none =
        pk_begin_if(b, pk_emit2(b, PK_OP_eq, ref, zero_of(b->fn, PK_TYPE_ref)));
    pk_emit_report(b, PK_OP_fail, "MemoryError", NULL, 0);
    pk_end_control(b, none);
    return memory;
}

static void join_parts(const outliner *o, pk_builder *b, const counts *n,
                       pk_value *memory) {
    pk_inst *loop = pk_begin_for(b, i64(b, 0), n->blocks, i64(b, 1));
    pk_value *parts[MOST_FIELDS];

    for (uint32_t i = 0; i < o->field_count; i++)
        parts[i] = pk_emit1(
            b, PK_OP_load,
            part_at(b, memory, i, o->fields[i].own->type, loop->index));
    join(o, b, parts);
    pk_end_control(b, loop);
}

static void run_in_threads(outliner *o, pk_builder *b, const counts *n,
                           pk_value **captures) {
    pk_func *block = make_block(o);
    pk_value *args[MOST_CAPTURES + 4], *memory = NULL;
    uint32_t count = 0;
    pk_local *owner = NULL;

    args[count++] = n->blocks;
    args[count++] = n->turns;
    args[count++] = n->size;
    memcpy(args + count, captures, o->capture_count * sizeof *args);
    count += o->capture_count;
    if (o->field_count) {
        owner = pk_func_local(o->fn, "parts", PK_TYPE_ref);
        memory = args[count++] = make_parts(o, b, owner);
    }
    pk_emit_parallel(b, block, args, count);
    if (!o->field_count)
        return;
    join_parts(o, b, n, memory);
    pk_emit_set(b, owner, zero_of(o->fn, PK_TYPE_ref));
}

/* ---- loops ---- */

static void find_talk(pk_inst *inst, void *arg) {
    bool *found = arg;

    *found |= inst->op == PK_OP_print || inst->op == PK_OP_launch ||
              (inst->callee && inst->callee->mark);
}

/* Marks the functions that print, themselves or by others. */
static void mark_talkers(pk_ir *ir) {
    bool more = true;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    while (more) {
        more = false;
        for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
            bool found = false;
            if (!fn->mark)
                pk_region_visit(fn->body, find_talk, &found);
            if (found)
                fn->mark = fn;
            more |= found;
        }
    }
}

static void find_debug(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_debug;
}

/* v_1 is what a variable v is called whose type has changed. */
static int length_of_name(const char *name) {
    const char *mark = strrchr(name, '_');

    return mark && mark > name && mark[1] &&
                   !mark[1 + strspn(mark + 1, "0123456789")]
               ? (int)(mark - name)
               : (int)strlen(name);
}

static void refuse_carried(outliner *o) {
    for (const pk_local *l = o->fn->locals; l; l = l->next) {
        const pk_inst *at = o->found[l->id].at;
        if (o->found[l->id].role != PK_PARALLEL_carried || o->status != PK_OK)
            continue;
        o->status = pk_fail_at(
            o->err, PK_UNSUPPORTED,
            at->loc.file < o->ir->file_count ? o->ir->files[at->loc.file]
                                             : NULL,
            at->loc,
            "%.*s is read here for what another iteration of prange has set, "
            "and iterations run at the same time\n"
            "what is only added, subtracted, multiplied, divided, or given to "
            "min or max is combined; anything else needs range",
            length_of_name(l->name), l->name);
    }
}

static void outline(outliner *o, pk_inst *loop) {
    const pk_ir *ir = o->ir;
    bool *inside, debug = false, talks = false;
    pk_value *captures[MOST_CAPTURES];
    pk_builder b;
    counts n;

    loop->flags &= (uint8_t)~PK_INST_parallel;
    pk_region_visit(loop->body, find_debug, &debug);
    pk_region_visit(loop->body, find_talk, &talks);
    if (debug || pk_parallel_is_left(loop))
        return;
    pk_func_number(o->fn);
    o->loop = loop;
    o->found = pk_parallel_find_locals(o->fn, loop, &o->scratch);
    o->map = pk_arena_array(&o->scratch, o->fn->value_count + 1u,
                            sizeof(pk_value *));
    o->own = pk_arena_array(&o->scratch, o->fn->local_count + 1u,
                            sizeof(pk_local *));
    inside =
        pk_arena_array(&o->scratch, o->fn->value_count + 1u, sizeof *inside);
    o->inside = inside;
    if (o->scratch.failed || ir->arena->failed)
        return;
    refuse_carried(o);
    if (o->status != PK_OK)
        return;
    inside[loop->index->id] = true;
    pk_region_visit(loop->body, note_inside, o);
    o->threads &= !talks && !pk_func_get_data(o->fn)->recursive;
    make_chunk(o);
    if (o->full || ir->arena->failed) {
        pk_ir_drop(o->ir, o->chunk);
        return;
    }
    pk_builder_before(&b, loop);
    b.fn = o->fn;
    b.flags = 0;
    n = count(o, &b);
    get_captures(o, &b, captures);
    if (o->threads)
        run_in_threads(o, &b, &n, captures);
    else
        run_here(o, &b, &n, captures);
    pk_inst_remove(loop);
}

static pk_status outline_loop(pk_func *fn, pk_inst *loop, const pk_caps *caps,
                              pk_error *err) {
    outliner *o = PK_NEW(fn->ir->arena, outliner);

    if (fn->ir->arena->failed)
        return pk_fail_no_memory(err);
    *o = (outliner){.ir = fn->ir,
                    .fn = fn,
                    .threads = caps->features & PK_CAP_parallel,
                    .status = PK_OK,
                    .err = err};
    pk_arena_init(&o->scratch, fn->ir->arena->allocator);
    outline(o, loop);
    if (o->status == PK_OK && (o->scratch.failed || fn->ir->arena->failed))
        o->status = pk_fail_no_memory(err);
    pk_arena_finish(&o->scratch);
    return o->status;
}

static pk_status outline_region(pk_func *fn, pk_region *region,
                                const pk_caps *caps, pk_error *err) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (inst->flags & PK_INST_parallel && inst->op == PK_OP_for) {
            PK_TRY(outline_loop(fn, inst, caps, err));
            continue;
        }
        if (inst->body)
            PK_TRY(outline_region(fn, inst->body, caps, err));
        if (inst->other)
            PK_TRY(outline_region(fn, inst->other, caps, err));
    }
    return PK_OK;
}

static void find_parallel(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_for && inst->flags & PK_INST_parallel;
}

/* A loop that stays as it is is one part. */
static void number_only_part(pk_inst *inst, void *arg) {
    pk_func *fn = arg;

    number_part(inst, &(part_naming){fn, pk_const_int(fn, PK_TYPE_i64, 0)});
}

/* Where there are no threads the only one is number 0. */
static void count_alone(pk_inst *inst, void *arg) {
    pk_func *fn = arg;

    if (inst->op != PK_OP_thread_number && inst->op != PK_OP_thread_count)
        return;
    pk_region_replace(
        fn->body, inst->results[0],
        pk_const_int(fn, PK_TYPE_i64, inst->op == PK_OP_thread_count));
    pk_inst_remove(inst);
}

pk_status pk_outline_expand(pk_ir *ir, const pk_caps *caps, pk_error *err) {
    bool any = false;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, find_parallel, &any);
    for (pk_func *fn = ir->funcs; fn && !(caps->features & PK_CAP_parallel);
         fn = fn->next)
        pk_region_visit(fn->body, count_alone, fn);
    if (!any)
        return PK_OK;
    pk_ir_find_recursion(ir);
    mark_talkers(ir);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        PK_TRY(outline_region(fn, fn->body, caps, err));
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, number_only_part, fn);
    return PK_OK;
}
