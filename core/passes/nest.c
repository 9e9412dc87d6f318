/* SPDX-License-Identifier: Apache-2.0 */
/* nest: conditions joined by `and` and `or` that flatten has left, since their
 * second part may be computed only where the first allows it, become ifs within
 * ifs and ifs behind ifs. What reads conditions then sees each of them: guards
 * become the bounds of loops over threads, and what was loaded for the
 * condition is not loaded again.
 *
 *     set $v, %c                       if %c {
 *     if %c {                              %1: bool = ...
 *         %1: bool = ...                   set $v, %1
 *         set $v, %1                       if %1 {
 *     }                            =>          body
 *     %2: bool = get $v                    }
 *     if %2 {                          }
 *         body
 *     }
 *
 * For `or`, whose body is there twice then, only where the body is a return:
 *
 *     set $v, %c                       if %c {
 *     if (not %c) {                        return
 *         %1: bool = ...               }
 *         set $v, %1               =>  %1: bool = ...
 *     }                                set $v, %1
 *     %2: bool = get $v                if %1 {
 *     if %2 {                              return
 *         return                       }
 *     }
 *
 * Nobody reads $v then, in most cases, and promote removes it. */
#include "core/compare.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum { MOST_DEPTH = 150 /* regions; the verifier allows 200 */ };

/* A condition, or the negation of one. */
typedef struct condition {
    const pk_value *value;
    bool truth; /* it holds when the value has this */
} condition;

static condition condition_of(const pk_value *v) {
    condition c = {v, true};

    while (pk_is_op(c.value, PK_OP_not)) {
        c.value = c.value->def->args[0];
        c.truth = !c.truth;
    }
    return c;
}

/* Finds what the local has where the first if's condition does not hold, by
 * what was put into it or taken out of it in front of the if. False: that is
 * not known. */
static bool find_rest(const pk_inst *first, const pk_local *local, bool *rest) {
    const condition c = condition_of(first->args[0]);

    for (const pk_inst *i = first->prev; i && !i->body; i = i->prev) {
        if (i->local != local)
            continue;
        if (i->op == PK_OP_get && i->results[0] == c.value) {
            *rest = !c.truth;
            return true;
        }
        if (i->op == PK_OP_set) {
            const condition set = condition_of(i->args[0]);
            const bool same = set.value == c.value;
            if (!same && !pk_are_opposite(set.value, c.value))
                return false;
            /* Here c.value is !c.truth. */
            *rest = (same ? !c.truth : c.truth) == set.truth;
            return true;
        }
    }
    return false;
}

/* The value that the region puts into the local at its end. */
static pk_value *find_last(const pk_region *region, const pk_local *local) {
    const pk_inst *i = region->last;

    while (i && !i->body && i->op != PK_OP_set && pk_op_is_pure(i->op))
        i = i->prev;
    return i && i->op == PK_OP_set && i->local == local ? i->args[0] : NULL;
}

static bool is_plain_if(const pk_inst *inst) {
    return inst->op == PK_OP_if && !inst->other->first;
}

/* Whether the value is taken out of a local between the two. */
static bool is_between(const pk_value *v, const pk_inst *first,
                       const pk_inst *second) {
    const pk_inst *i = first->next;

    if (!pk_is_op(v, PK_OP_get))
        return false;
    while (i != second && i != v->def)
        i = i->next;
    return i != second;
}

/* The if whose condition is what the local has behind an if, and nothing but
 * that condition between them; NULL: there is none. */
static pk_inst *find_second(const pk_inst *first, pk_local **local) {
    pk_inst *i = first->next;
    condition c;

    if (!i || i->op != PK_OP_get)
        return NULL;
    *local = i->local;
    while (i &&
           ((i->op == PK_OP_get && i->local == *local) || i->op == PK_OP_not))
        i = i->next;
    if (!i || !is_plain_if(i) || (*local)->type != PK_TYPE_bool)
        return NULL;
    c = condition_of(i->args[0]);
    return is_between(c.value, first, i) ? i : NULL;
}

static bool only_returns(const pk_region *region) {
    const pk_inst *only = region->first;

    return only && only->op == PK_OP_return && !only->next && !only->arg_count;
}

/* The condition that the second if asks of `value`, at the builder's place. */
static pk_value *ask(pk_builder *b, pk_value *value, bool truth) {
    return truth ? value : pk_emit1(b, PK_OP_not, value);
}

/* The values between the ifs, which the second one's body may read, are made
 * anew within the first. */
static void move_into(pk_func *fn, pk_inst *first, pk_inst *second,
                      pk_value *last, bool truth) {
    pk_builder b;

    pk_builder_init(&b, fn);
    for (const pk_inst *i = first->next; i != second; i = i->next) {
        const condition c = condition_of(i->results[0]);
        pk_value *from =
            is_between(c.value, first, second) ? last : (pk_value *)c.value;
        b.region = first->body;
        b.before = NULL;
        pk_region_replace(second->body, i->results[0], ask(&b, from, c.truth));
    }
    pk_inst_remove(second);
    pk_inst_insert(first->body, NULL, second);
    pk_builder_before(&b, second);
    second->args[0] = ask(&b, last, truth);
}

static void return_before(pk_func *fn, pk_inst *first, pk_inst *second,
                          pk_value *last, bool truth) {
    pk_builder b;
    pk_inst *guard;

    pk_builder_init(&b, fn);
    pk_builder_before(&b, first);
    guard = pk_begin_if(&b, pk_emit1(&b, PK_OP_not, first->args[0]));
    pk_emit_return(&b, NULL, 0);
    pk_end_control(&b, guard);
    pk_region_splice(first->body, first);
    pk_inst_remove(first);
    pk_builder_before(&b, second);
    second->args[0] = ask(&b, last, truth);
}

/* How many regions lie within each other in an instruction that has some; walk
 * notes it. */
static uintptr_t height_of(const pk_inst *inst) {
    return (uintptr_t)inst->mark;
}

/* Takes two ifs apart, `depth` regions deep. */
static void nest(pk_func *fn, pk_inst *first, uintptr_t depth) {
    pk_local *local;
    pk_inst *second = find_second(first, &local);
    pk_value *last;
    bool rest, truth;

    if (!second || depth + height_of(second) >= MOST_DEPTH)
        return;
    last = find_last(first->body, local);
    if (!last || !find_rest(first, local, &rest))
        return;
    truth = condition_of(second->args[0]).truth;
    if (rest == truth && !only_returns(second->body))
        return;
    pk_func_get_data(fn)->reshaped = true;
    if (rest == truth) {
        return_before(fn, first, second, last, truth);
        return;
    }
    if (height_of(first) <= height_of(second))
        first->mark = (void *)(height_of(second) + 1);
    move_into(fn, first, second, last, truth);
}

/* From the end: what is behind an if is in it before the one in front of it is
 * looked at, as `a and b and c` wants. Returns the region's height. */
static uintptr_t walk(pk_func *fn, pk_region *region, uintptr_t depth) {
    uintptr_t most = 0;

    for (pk_inst *i = region->last, *before; i; i = before) {
        before = i->prev;
        if (!i->body)
            continue;
        i->mark = (void *)(1 + walk(fn, i->body, depth + 1));
        if (i->other) {
            const uintptr_t other = 1 + walk(fn, i->other, depth + 1);
            if (other > height_of(i))
                i->mark = (void *)other;
        }
        if (is_plain_if(i))
            nest(fn, i, depth);
        if (height_of(i) > most)
            most = height_of(i);
    }
    return most;
}

pk_status pk_pass_nest(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    walk(fn, fn->body, 0);
    return pk_pass_done(fn, err);
}
