/* SPDX-License-Identifier: Apache-2.0 */
/* strides: in loops in which each thread takes the elements that are a grid
 * apart, from its number in the grid on, the threads of a block go step by step
 * together.
 *
 *     %i = add %u, thread_id.x             for %k = %u, %n, %s {
 *     for %j = %i, %n, %s {                    barrier
 *         load %x[%j]              =>          %j = add %k, thread_id.x
 *         ...                                  if lt %j, %n {
 *     }                                            load %x[%j]
 *                                                  ...
 *                                              }
 *                                          }
 *
 * The barrier has fission cut the loop there: what is left in it is a loop over
 * threads, whose guard becomes its bound, and variables that are carried from
 * step to step become arrays of the block. Threads then take what lies side by
 * side, as vectors do, and memory is read in order; before, one thread after
 * the other took what shares few places of a cache, addresses being alike in
 * their lower bits. A loop of two, over rows and columns, becomes two loops
 * around one such step.
 *
 * Threads may run in any order, and each keeps the order of its own steps; but
 * nothing may tell the order: no print, no result of an atomic operation, no
 * sum of floats by them.
 *
 * For the block form, in front of structure-barriers. */
#include "base/error.h"
#include "core/analysis/uniform.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/facts.h"
#include "core/passes/passes.h"

enum { MOST_LOOPS = 3, MOST_NUMBER = 1 << 16 /* more than threads have */ };

/* A loop, where the block's first thread begins it, and the number of the
 * thread, which each adds. */
typedef struct stride {
    pk_inst *loop;
    pk_value *base, *number;
} stride;

typedef struct finder {
    pk_func *fn;
    pk_uniform uniform;
    pk_ranges ranges;
    stride of[MOST_LOOPS]; /* within each other */
    uint32_t count;
} finder;

static pk_range range_of(const finder *f, const pk_value *v) {
    return pk_is_const(v) ? pk_range_of_const(v) : f->ranges.values[v->id];
}

static bool is_number(const pk_value *v) {
    return pk_is_op(v, PK_OP_thread_id) ||
           (pk_is_op(v, PK_OP_convert) &&
            pk_is_op(v->def->args[0], PK_OP_thread_id));
}

/* Whether neighbours along x take neighbouring elements. */
static bool is_along_x(const pk_value *number) {
    const pk_inst *def = number->def;

    return (def->op == PK_OP_thread_id ? def : def->args[0]->def)->axis == 0;
}

static bool find_base(const finder *f, stride *s) {
    pk_value *start = s->loop->args[0];

    if (!pk_is_op(start, PK_OP_add))
        return false;
    for (int i = 0; i < 2; i++) {
        s->base = start->def->args[i];
        s->number = start->def->args[1 - i];
        if (is_number(s->number))
            return pk_is_uniform(&f->uniform, s->base);
    }
    return false;
}

/* ---- what the steps may do ---- */

static bool is_plain_atomic(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_atomic_add:
    case PK_OP_atomic_sub:
    case PK_OP_atomic_min:
    case PK_OP_atomic_max:
    case PK_OP_atomic_and:
    case PK_OP_atomic_or:
    case PK_OP_atomic_xor: return pk_type_is_int(inst->results[0]->type);
    }
    return false;
}

/* Exits lead to the next step at the farthest. */
static bool stays(const pk_inst *loop, const pk_inst *exit) {
    const pk_inst *at = exit;

    if (exit->target == loop)
        return exit->op == PK_OP_continue;
    while (at && at != loop && at != exit->target)
        at = at->parent->owner;
    return at == exit->target;
}

/* `endless`: within a loop that may wait for another thread. */
static bool may_turn(const pk_inst *loop, const pk_inst *inst, bool endless) {
    if (pk_op_is_pure(inst->op))
        return true;
    switch ((int)inst->op) {
    case PK_OP_if:
    case PK_OP_for:
    case PK_OP_loop:
    case PK_OP_block:
    case PK_OP_get:
    case PK_OP_set:
    case PK_OP_thread_id: return true;
    case PK_OP_break:
    case PK_OP_continue: return stays(loop, inst);
    case PK_OP_load:
    case PK_OP_store:
        return pk_type_space(inst->args[0]->type) != PK_SPACE_local;
    }
    return is_plain_atomic(inst) && !endless;
}

static bool may_turn_all(const pk_inst *loop, const pk_region *region,
                         bool endless) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        if (!may_turn(loop, i, endless))
            return false;
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k]->kind == PK_VALUE_result &&
                is_plain_atomic(i->args[k]->def))
                return false;
        if ((i->body &&
             !may_turn_all(loop, i->body, endless || i->op == PK_OP_loop)) ||
            (i->other && !may_turn_all(loop, i->other, endless)))
            return false;
    }
    return true;
}

/* ---- finding ---- */

/* The only loop in a region, behind pure operations only. */
static pk_inst *only_loop(const pk_region *region) {
    pk_inst *loop = region->last;

    if (!loop || loop->op != PK_OP_for)
        return NULL;
    for (const pk_inst *i = region->first; i != loop; i = i->next)
        if (!pk_op_is_pure(i->op))
            return NULL;
    return loop;
}

static bool is_stride(const finder *f, stride *s) {
    const pk_inst *loop = s->loop;

    return loop && loop->index->type == PK_TYPE_i64 && find_base(f, s) &&
           pk_is_uniform(&f->uniform, loop->args[1]) &&
           pk_is_uniform(&f->uniform, loop->args[2]) &&
           pk_range_of_value(f->fn, loop->args[2]).lo >= 1;
}

/* Whether the value is there in front of the loop. */
static bool is_before(const pk_value *v, const pk_inst *loop) {
    const pk_region *region;

    if (v->kind == PK_VALUE_index)
        region = v->def->body;
    else if (v->kind == PK_VALUE_result)
        region = v->def->parent;
    else
        return true;
    for (; region && region->owner; region = region->owner->parent)
        if (region->owner == loop)
            return false;
    return true;
}

/* Along which loops elements lie side by side: that of the steps, others. */
typedef struct sides {
    const pk_value *step;
    bool along, inner;
} sides;

static void note_index(sides *s, const pk_value *v) {
    if (v->kind == PK_VALUE_index) {
        s->along |= v == s->step;
        s->inner |= v != s->step;
    } else if (pk_is_op(v, PK_OP_convert)) {
        note_index(s, v->def->args[0]);
    } else if (pk_is_op(v, PK_OP_add)) {
        note_index(s, v->def->args[0]);
        note_index(s, v->def->args[1]);
    }
}

static void note_sides(pk_inst *inst, void *arg) {
    if (inst->op == PK_OP_elem)
        note_index(arg, inst->args[1]);
}

/* Whether each step goes along a row: threads side by side would take what lies
 * rows apart. */
static bool goes_along_rows(const pk_inst *loop) {
    sides s = {.step = loop->index};

    for (const pk_inst *i = loop->body->first; i; i = i->next)
        if (i->op == PK_OP_for)
            pk_region_visit(i->body, note_sides, &s);
    return s.inner && !s.along;
}

/* Finds the loop and those within it. Inner ones' bounds are there in front of
 * the outer one. */
static bool find(finder *f, pk_inst *loop) {
    bool along_x = false;

    f->count = 0;
    while (f->count < MOST_LOOPS) {
        stride s = {.loop = loop};
        if (!is_stride(f, &s))
            break;
        if (f->count && (!is_before(s.base, f->of[0].loop) ||
                         !is_before(s.number, f->of[0].loop) ||
                         !is_before(loop->args[1], f->of[0].loop) ||
                         !is_before(loop->args[2], f->of[0].loop)))
            break;
        along_x |= is_along_x(s.number);
        f->of[f->count++] = s;
        loop = only_loop(loop->body);
    }
    return along_x && !goes_along_rows(f->of[f->count - 1].loop) &&
           may_turn_all(f->of[f->count - 1].loop,
                        f->of[f->count - 1].loop->body, false);
}

/* ---- turning ---- */

static void retarget(pk_region *region, const pk_inst *from, pk_inst *to) {
    for (pk_inst *i = region->first; i; i = i->next) {
        if (i->target == from) {
            i->op = PK_OP_break;
            i->target = to;
        }
        if (i->body)
            retarget(i->body, from, to);
        if (i->other)
            retarget(i->other, from, to);
    }
}

/* Exits of a step become exits of a block around it. */
static void put_body(pk_builder *b, pk_inst *loop) {
    pk_inst *block = pk_begin_block(b);

    retarget(loop->body, loop, block);
    for (pk_inst *i = loop->body->first, *next; i; i = next) {
        next = i->next;
        pk_inst_remove(i);
        pk_inst_insert(block->body, NULL, i);
    }
    pk_end_control(b, block);
}

/* Whether a step and the number of a thread make no negative number. */
static bool stays_small(const finder *f, const stride *s) {
    return range_of(f, s->base).lo >= 0 &&
           range_of(f, s->loop->args[1]).hi <= INT64_MAX - MOST_NUMBER;
}

/* Whether a thread's element is in front of the loop's end; near the largest
 * number, where the element's would overflow, by how far the end is. */
static pk_value *ask(pk_builder *b, const stride *s, pk_value *step,
                     pk_value *at, bool small) {
    pk_value *end = s->loop->args[1];

    if (small)
        return pk_emit2(b, PK_OP_lt, at, end);
    end = pk_emit2(b, PK_OP_sub, end, step);
    return pk_emit2(b, PK_OP_lt,
                    pk_emit_to(b, PK_OP_convert, PK_TYPE_u64, s->number),
                    pk_emit_to(b, PK_OP_convert, PK_TYPE_u64, end));
}

static void turn(finder *f) {
    pk_inst *outer = f->of[0].loop, *steps[MOST_LOOPS], *guards[MOST_LOOPS];
    pk_builder b;

    pk_builder_init(&b, f->fn);
    pk_builder_before(&b, outer);
    for (uint32_t i = 0; i < f->count; i++)
        steps[i] = pk_begin_for(&b, f->of[i].base, f->of[i].loop->args[1],
                                f->of[i].loop->args[2]);
    pk_emit0(&b, PK_OP_barrier);
    for (uint32_t i = 0; i < f->count; i++) {
        pk_inst *loop = f->of[i].loop;
        const bool small = stays_small(f, &f->of[i]);
        pk_value *at;
        b.flags = small ? PK_INST_nonneg : 0;
        at = pk_emit2(&b, PK_OP_add, steps[i]->index, f->of[i].number);
        b.flags = 0;
        guards[i] =
            pk_begin_if(&b, ask(&b, &f->of[i], steps[i]->index, at, small));
        pk_region_replace(loop->body, loop->index, at);
        if (i + 1 == f->count) {
            put_body(&b, loop);
            continue;
        }
        for (pk_inst *at_inner = loop->body->first, *next;
             at_inner != f->of[i + 1].loop; at_inner = next) {
            next = at_inner->next;
            pk_inst_remove(at_inner);
            pk_inst_insert(b.region, NULL, at_inner);
        }
    }
    for (uint32_t i = f->count; i-- > 0;)
        pk_end_control(&b, guards[i]);
    for (uint32_t i = f->count; i-- > 0;)
        pk_end_control(&b, steps[i]);
    pk_inst_remove(outer);
}

static void note_returns(pk_inst *inst, void *returns) {
    *(bool *)returns |= inst->op == PK_OP_return;
}

static bool has_loop(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if (i->op == PK_OP_for)
            return true;
    return false;
}

/* Only loops that all threads reach. */
static bool turn_all(pk_func *fn, pk_arena *scratch) {
    finder f = {.fn = fn};
    bool returns = false;

    pk_region_visit(fn->body, note_returns, &returns);
    if (returns || !has_loop(fn->body))
        return true;
    if (!pk_ranges_find(fn, scratch, &f.ranges) ||
        !pk_uniform_find(fn, scratch, &f.uniform))
        return false;
    for (pk_inst *i = fn->body->first, *next; i; i = next) {
        next = i->next;
        if (i->op == PK_OP_for && find(&f, i))
            turn(&f);
    }
    return true;
}

pk_status pk_pass_strides(pk_func *fn, const pk_caps *caps, pk_error *err) {
    pk_status status = PK_OK;
    pk_arena scratch;

    if (caps->form != PK_FORM_block || fn->form != PK_FORM_threads ||
        fn->kind != PK_FUNC_kernel || caps->features & PK_CAP_wide_items)
        return PK_OK;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    if (!turn_all(fn, &scratch))
        status = pk_fail_no_memory(err);
    pk_arena_finish(&scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
