/* SPDX-License-Identifier: Apache-2.0 */
/* outline: the chunk, a device function that runs some iterations of a parallel
 * loop: what it gets of the function around it, its locals, and its loop. */
#include "core/analysis/fresh.h"
#include "core/passes/edit.h"
#include "core/passes/outline.h"

#include <string.h>

enum {
    TURNS = PK_OUTLINE_TURNS,
    PARTS_ALIGN = 64 /* bytes */
};

/* ---- what the chunk gets ---- */

static void note_inside(pk_inst *inst, void *arg) {
    const outliner *o = arg;

    for (uint32_t i = 0; i < inst->result_count; i++)
        o->inside[inst->results[i]->id] = true;
    if (inst->index)
        o->inside[inst->index->id] = true;
}

/* ---- what is known of what is captured ---- */

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

/* The value that a capture is: itself, or what the only set of a local gives;
 * NULL: one of several. */
static const pk_value *captured_value(const outliner *o, const capture *c) {
    set_search s = {c->local, c->value, 1};

    if (c->local) {
        s.count = 0;
        pk_region_visit(o->fn->body, find_set, &s);
    }
    return s.count == 1 ? s.value : NULL;
}

static const pk_param *param_of(const pk_func *fn, const pk_value *value) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == value)
            return &fn->params[i];
    return NULL;
}

/* A part of an argument is that in the chunk, too. Anything else has an
 * argument's number for itself; a pointer is an array's data, whatever a device
 * function calls it. */
static pk_param *add_parameter(outliner *o, const capture *c, pk_type type) {
    const pk_param *from = param_of(o->fn, captured_value(o, c));
    const char *name = c->local ? c->local->name : NULL;

    if (from && from->value->type == type && !pk_type_is_ptr(type))
        return pk_func_param(o->chunk, name, type, from->role, from->arg,
                             from->axis);
    return pk_func_param(
        o->chunk, name, type,
        pk_type_is_ptr(type) ? PK_ROLE_data : PK_ROLE_scalar,
        from ? from->arg : o->fn->param_count + o->capture_count, 0);
}

static pk_value *add_capture(outliner *o, capture c) {
    pk_type type = c.value ? c.value->type : c.local->type;

    if (o->capture_count == MOST_CAPTURES) {
        o->full = true;
        return NULL;
    }
    o->threads &=
        !pk_type_is_ptr(type) || pk_type_space(type) == PK_SPACE_global;
    o->captures[o->capture_count++] = c;
    return add_parameter(o, &c, type)->value;
}

void pk_outline_find_following(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_memory || inst->op == PK_OP_pointer ||
                    (inst->callee && pk_func_get_data(inst->callee)->follows);
}

/* Captures that are whole arrays of arguments keep what is known of these; that
 * they overlap no other one, only where it is known what each capture is: parts
 * of an array overlap it, and an object may hold any array, where the body
 * follows objects. */
static void mark_captures(outliner *o, pk_param *params) {
    const void *makers[MOST_CAPTURES];
    bool apart = true, follows = false;

    pk_region_visit(o->loop->body, pk_outline_find_following, &follows);
    for (uint32_t i = 0; i < o->capture_count; i++) {
        const pk_value *v = captured_value(o, &o->captures[i]);
        const pk_param *from = param_of(o->fn, v);
        const bool is_pointer = pk_type_is_ptr(params[i].value->type);

        makers[i] = NULL;
        if (!is_pointer && (!follows || params[i].value->type != PK_TYPE_ref))
            continue;
        makers[i] = v ? pk_maker_of_memory(o->fn, v) : NULL;
        apart &= makers[i] != NULL;
        if (is_pointer && from && from->role == PK_ROLE_data) {
            params[i].flags |= from->flags & ~(uint32_t)PK_PARAM_noalias;
            params[i].align = from->align;
        }
    }
    for (uint32_t i = 0; apart && i < o->capture_count; i++) {
        bool alone = makers[i] && pk_type_is_ptr(params[i].value->type);
        for (uint32_t k = 0; k < o->capture_count; k++)
            alone &= k == i || makers[k] != makers[i] ||
                     !pk_type_is_ptr(params[k].value->type);
        if (alone)
            params[i].flags |= PK_PARAM_noalias;
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

bool pk_outline_counts_by_one(const pk_inst *loop) {
    return pk_is_const_int(loop->args[0], 0) &&
           pk_is_const_int(loop->args[2], 1) &&
           loop->index->type == PK_TYPE_i64;
}

/* The index of iteration number %k. */
static pk_value *index_of(outliner *o, pk_builder *b, pk_value *k) {
    const pk_inst *loop = o->loop;
    pk_value *start = loop->args[0], *step = loop->args[2], *ends[2];
    pk_type type = loop->index->type;

    if (pk_outline_counts_by_one(loop))
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

void pk_outline_number_part(pk_inst *inst, void *arg) {
    const part_number *n = arg;

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
        pk_region_visit(loop->body, pk_outline_number_part,
                        &(part_number){o->chunk, o->number});
}

static void copy_loop(outliner *o, pk_builder *b, pk_value *low,
                      pk_value *high) {
    pk_inst *loop = pk_begin_for(b, low, high, pk_const_i64(b, 1));

    loop->loc = o->loop->loc;
    loop->flags |= o->loop->flags & PK_INST_items;
    if (!o->least) /* those of the others may depend on each other, in order */
        loop->flags |= PK_INST_apart;
    copy_iteration(o, b, loop->index, loop);
    for (uint32_t i = 0; i + 1 < o->field_count; i++)
        if (!o->fields[i].local)
            note_sets(o->chunk, loop->body, o->fields[i + 1].own,
                      o->fields[i].own);
    pk_end_control(b, loop);
}

/* ---- several parts at a time ---- */

static void note_size(pk_inst *inst, void *arg) {
    pk_outline_body *body = arg;

    body->size += inst->op != PK_OP_chunk_least;
    body->simple &= inst->op != PK_OP_for && inst->op != PK_OP_loop &&
                    inst->op != PK_OP_block && inst->target != body->loop;
}

pk_outline_body pk_outline_body_of(const pk_inst *loop) {
    pk_outline_body body = {.loop = loop, .simple = true};

    pk_region_visit(loop->body, note_size, &body);
    return body;
}

/* Whether all that is reduced are sums and products of floats in any order. */
static bool takes_any_order(const outliner *o) {
    bool any = o->fn->flags & PK_FUNC_fastmath;

    for (uint32_t i = 0; i < o->field_count; i++) {
        const field *f = &o->fields[i];

        any &= pk_type_is_float(f->own->type) &&
               (f->op == PK_OP_add || f->op == PK_OP_mul);
    }
    return any;
}

/* Whether the chunk may keep several parts of what it reduces, so that no
 * iteration waits for the one before it: a small body without loops, in which
 * nothing else is read behind the loop. What may be done in any order has as
 * many parts as the target likes. */
static bool takes_turns(const outliner *o) {
    const pk_outline_body body = pk_outline_body_of(o->loop);
    bool reduces = o->field_count > 0 && !takes_any_order(o);

    for (uint32_t i = 0; i < o->field_count; i++)
        reduces &= o->fields[i].op != PK_OP_COUNT;
    return reduces && body.simple && body.size <= PK_OUTLINE_TURN_SIZE;
}

/* The loop over the turns, which are as independent as threads. */
static pk_inst *begin_turns(const outliner *o, pk_builder *b) {
    pk_inst *loop = pk_begin_for(b, pk_const_i64(b, 0), pk_const_i64(b, TURNS),
                                 pk_const_i64(b, 1));

    loop->loc = o->loop->loc;
    loop->flags |= PK_INST_items;
    if (!o->least)
        loop->flags |= PK_INST_apart;
    return loop;
}

static pk_value *part_at_turn(pk_builder *b, pk_value *part, pk_value *turn) {
    return pk_emit2(b, PK_OP_elem, part, turn);
}

static void store_parts(const outliner *o, pk_builder *b, pk_value **parts,
                        pk_value *turn) {
    for (uint32_t i = 0; i < o->field_count; i++)
        pk_emit2(b, PK_OP_store, part_at_turn(b, parts[i], turn),
                 pk_emit_get(b, o->fields[i].own));
}

static void load_parts(const outliner *o, pk_builder *b, pk_value **parts,
                       pk_value *turn) {
    for (uint32_t i = 0; i < o->field_count; i++)
        pk_emit_set(b, o->fields[i].own,
                    pk_emit1(b, PK_OP_load, part_at_turn(b, parts[i], turn)));
}

/* Iterations in their order, where number i of each TURNS adds to part i, and
 * those that are left to the first; then all parts become the first. */
static void copy_in_turns(outliner *o, pk_builder *b, pk_value *low,
                          pk_value *high) {
    pk_value *parts[MOST_FIELDS], *whole;
    pk_inst *loop, *turns;

    for (uint32_t i = 0; i < o->field_count; i++)
        parts[i] =
            pk_func_storage(o->chunk, o->fields[i].own->name, PK_SPACE_local,
                            o->fields[i].own->type, TURNS, PARTS_ALIGN)
                ->value;
    for (int i = 0; i < TURNS; i++)
        store_parts(o, b, parts, pk_const_i64(b, i));
    whole = counting(pk_emit2(b, PK_OP_sub, high, low));
    whole = pk_emit2(b, PK_OP_and, whole, pk_const_i64(b, -TURNS));
    whole = counting(pk_emit2(b, PK_OP_add, low, counting(whole)));
    loop = pk_begin_for(b, low, whole, pk_const_i64(b, TURNS));
    loop->loc = o->loop->loc;
    if (!o->least)
        loop->flags |= PK_INST_apart;
    turns = begin_turns(o, b);
    load_parts(o, b, parts, turns->index);
    copy_iteration(o, b,
                   counting(pk_emit2(b, PK_OP_add, loop->index, turns->index)),
                   turns);
    store_parts(o, b, parts, turns->index);
    pk_end_control(b, turns);
    pk_end_control(b, loop);
    load_parts(o, b, parts, pk_const_i64(b, 0));
    copy_loop(o, b, whole, high);
    for (uint32_t i = 0; i < o->field_count; i++)
        for (int k = 1; k < TURNS; k++) {
            pk_value *own = pk_emit_get(b, o->fields[i].own);
            pk_value *part = pk_emit1(
                b, PK_OP_load, part_at_turn(b, parts[i], pk_const_i64(b, k)));
            pk_emit_set(b, o->fields[i].own,
                        pk_emit2(b, o->fields[i].op, own, part));
        }
}

const char *pk_outline_name(const outliner *o, const char *end) {
    return pk_arena_format(o->ir->arena, "%s.%s", o->fn->name, end);
}

static void find_part(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_part_number;
}

/* Numbered as an argument behind all captures. */
pk_value *pk_outline_number_param(const outliner *o, pk_func *fn,
                                  const char *name) {
    return pk_func_param(fn, name, PK_TYPE_i64, PK_ROLE_scalar,
                         o->fn->param_count + MOST_CAPTURES, 0)
        ->value;
}

static void begin_function(outliner *o, pk_builder *b, const char *end) {
    o->chunk = pk_func_new(o->ir, PK_FUNC_device, pk_outline_name(o, end));
    pk_func_get_data(o->chunk)->said = pk_func_said(o->fn);
    o->chunk->loc = o->loop->loc;
    o->chunk->flags = o->fn->flags & PK_FUNC_fastmath;
    pk_builder_init(b, o->chunk);
    b->loc = o->loop->loc;
}

/* All that the body needs of the function, behind the parameters that there
 * are. False where that is too much. */
static bool take_all(outliner *o, pk_builder *b) {
    const uint32_t own = o->chunk->param_count;

    take_storages(o);
    capture_value(o, o->loop->args[0]);
    capture_value(o, o->loop->args[2]);
    pk_region_visit(o->loop->body, capture_args, o);
    for (const pk_local *l = o->fn->locals; l; l = l->next)
        begin_local(o, b, l);
    if (o->full || o->ir->arena->failed)
        return false;
    mark_captures(o, &o->chunk->params[own]);
    return true;
}

static void return_fields(const outliner *o, pk_builder *b) {
    pk_value *results[MOST_FIELDS];

    for (uint32_t i = 0; i < o->field_count; i++)
        results[i] = pk_emit_get(b, o->fields[i].own);
    pk_emit_return(b, results, o->field_count);
}

void pk_outline_make_chunk(outliner *o) {
    pk_value *low, *high;
    bool asks = false;
    pk_builder b;

    begin_function(o, &b, "chunk");
    low = pk_outline_number_param(o, o->chunk, "low");
    high = pk_outline_number_param(o, o->chunk, "high");
    pk_region_visit(o->loop->body, find_part, &asks);
    if (asks)
        o->number = pk_outline_number_param(o, o->chunk, "number");
    o->inside[o->loop->index->id] = true;
    pk_region_visit(o->loop->body, note_inside, o);
    if (!take_all(o, &b))
        return;
    if (takes_turns(o))
        copy_in_turns(o, &b, low, high);
    else
        copy_loop(o, &b, low, high);
    return_fields(o, &b);
}

/* ---- a part of its own ---- */

static const pk_loop_turns *describe_turns(const outliner *o) {
    pk_arena *arena = o->ir->arena;
    pk_loop_turns *turns = PK_NEW(arena, pk_loop_turns);
    pk_type *types = pk_arena_array(arena, o->field_count + 1u, sizeof *types);
    pk_op *ops = pk_arena_array(arena, o->field_count + 1u, sizeof *ops);

    if (arena->failed)
        return NULL;
    for (uint32_t i = 0; i < o->field_count; i++) {
        types[i] = o->fields[i].own->type;
        ops[i] = o->fields[i].op;
    }
    *turns = (pk_loop_turns){o->chunk, types, ops, o->field_count};
    return turns;
}

void pk_outline_make_turn(outliner *of) {
    pk_arena *scratch = &of->scratch;
    outliner *o = PK_NEW(scratch, outliner);
    pk_value *low, *high, *turn, *whole;
    pk_inst *loop, *first;
    pk_builder b;

    if (of->number || !takes_turns(of) || scratch->failed)
        return;
    *o = *of; /* but for what the chunk has */
    o->capture_count = o->field_count = 0;
    o->map =
        pk_arena_array(scratch, o->fn->value_count + 1u, sizeof(pk_value *));
    o->own =
        pk_arena_array(scratch, o->fn->local_count + 1u, sizeof(pk_local *));
    if (scratch->failed)
        return;
    begin_function(o, &b, "turn");
    pk_func_get_data(o->chunk)->counts = true;
    low = pk_outline_number_param(o, o->chunk, "low");
    high = pk_outline_number_param(o, o->chunk, "high");
    turn = pk_outline_number_param(o, o->chunk, "turn");
    if (!take_all(o, &b))
        return;
    whole = counting(pk_emit2(&b, PK_OP_sub, high, low));
    whole = pk_emit2(&b, PK_OP_and, whole, pk_const_i64(&b, -TURNS));
    whole = counting(pk_emit2(&b, PK_OP_add, low, counting(whole)));
    loop = pk_begin_for(&b, counting(pk_emit2(&b, PK_OP_add, low, turn)), whole,
                        pk_const_i64(&b, TURNS));
    loop->loc = o->loop->loc;
    copy_iteration(o, &b, loop->index, loop);
    pk_end_control(&b, loop);
    first = pk_begin_if(&b, pk_emit2(&b, PK_OP_eq, turn, pk_const_i64(&b, 0)));
    copy_loop(o, &b, whole, high);
    pk_end_control(&b, first);
    return_fields(o, &b);
    of->turns = describe_turns(o);
}
