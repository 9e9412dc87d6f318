/* SPDX-License-Identifier: Apache-2.0 */
/* report: what a kernel says becomes memory operations on a report.
 *
 *     fail "..", %n   =>   %1: u32 = atomic_cas %report, 0:u32, 3:u32
 *                          %2: bool = eq %1, 0:u32
 *                          if %2 {
 *                              ... place, thread, block, %n
 *                          }
 *                          return
 *
 * The first thread to exchange the site's number for 0 writes the rest; the one
 * thread of a host function just writes. In kernels that are made of parallel
 * loops a report has words of 64 bits, all ones at first, which become the
 * least of what threads write: the thread's number, which calls hand on for
 * that of the launch, and the word. A print claims its words by adding to a
 * counter; prints that fit lie in one row, and the first that does not writes
 * down where that row ends. Before it adds, a thread looks whether there is any
 * room, so that the counter stays small.
 *
 * A failure within a block.catch leaves it, not the function: caught reads the
 * site's number and puts 0 there, reraise puts it back.
 *
 * A function that is called and fails gives one result more, true then, and
 * its caller returns likewise. Its fails without a place are sites of its
 * callers, one for each call that has a place; it gets the number of the first
 * as a parameter. Runs before all passes and for the interpreter,
 * so that fail is a return to everybody else. Functions that call themselves
 * fail, all of them (recursion.c): what calls reach is known of each. */
#include "core/report.h"
#include "base/error.h"
#include "core/address.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <string.h>

/* The reports that a function can reach; its mark while the module is expanded.
 */
typedef struct reach {
    bool says, fails; /* fails: among what it says */
    bool catches;
    pk_value *report, *launch;
    pk_site *unplaced; /* fails without a place, of what it calls, too */
    uint32_t unplaced_count, unplaced_done;
    pk_value *first; /* number of the site of the first of them */
} reach;

typedef struct expander {
    pk_ir *ir;
    reach *reach; /* of the function at hand */
    struct saved *saved;
    pk_builder b;
    uint32_t site_capacity;
    bool host;    /* the module is of a host function: one thread */
    bool ordered; /* of kernels that are made of its loops: the first failure
                     is that of the lowest thread */
    pk_status status;
    pk_error *err;
} expander;

static const pk_type word_ptr = PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u32);

/* ---- words of the report ---- */

static pk_value *word(expander *e, uint32_t value) {
    return pk_const_int(e->b.fn, PK_TYPE_u32, value);
}

/* The address of word `at` behind `base` (i64; NULL: of the report). */
static pk_value *word_at(expander *e, pk_value *base, uint32_t at) {
    pk_value *index = pk_const_int(e->b.fn, PK_TYPE_i64, at);

    if (base)
        index = pk_emit2(&e->b, PK_OP_add, base, index);
    return pk_emit2(&e->b, PK_OP_elem, e->reach->report, index);
}

/* A word of a failure becomes that of the lowest launch number, which is the
 * upper half of 64 bits: so all words of a report come to be of one failure. */
static void put_lowest(expander *e, uint32_t at, pk_value *value) {
    pk_builder *b = &e->b;
    pk_value *wide = pk_emit_to(b, PK_OP_convert, PK_TYPE_u64, value);
    pk_value *whose =
        pk_emit_to(b, PK_OP_convert, PK_TYPE_u64, e->reach->launch);

    whose = pk_emit2(b, PK_OP_shl, whose, pk_const_int(b->fn, PK_TYPE_u64, 32));
    pk_emit2(b, PK_OP_atomic_min,
             pk_emit_offset(b, PK_TYPE_u64, e->reach->report,
                            pk_const_i64(b, 8 * (int64_t)at)),
             pk_emit2(b, PK_OP_or, whose, wide));
}

static void put_word(expander *e, pk_value *base, uint32_t at,
                     pk_value *value) {
    if (e->ordered) {
        put_lowest(e, at, value);
        return;
    }
    pk_emit2(&e->b, PK_OP_store, word_at(e, base, at), value);
}

/* An operand's bits as one word or two; returns how many. */
static uint32_t split(expander *e, pk_value *v, pk_value *out[2]) {
    static const pk_type unsigned_of[] = {[1] = PK_TYPE_u8,
                                          [2] = PK_TYPE_u16,
                                          [4] = PK_TYPE_u32,
                                          [8] = PK_TYPE_u64};
    pk_builder *b = &e->b;
    uint32_t bytes = pk_type_bytes(v->type);

    if (v->type != PK_TYPE_bool)
        v = pk_emit_to(b, PK_OP_bitcast, unsigned_of[bytes], v);
    out[0] = pk_emit_to(b, PK_OP_convert, PK_TYPE_u32, v);
    if (bytes < 8)
        return 1;
    v = pk_emit2(b, PK_OP_shr, v, pk_const_int(b->fn, PK_TYPE_u64, 32));
    out[1] = pk_emit_to(b, PK_OP_convert, PK_TYPE_u32, v);
    return 2;
}

/* Where an array is: the parameter that its address leads to, and bytes from
 * there (i64). NULL when it leads elsewhere. */
static const pk_value *find_root(expander *e, const pk_value *v,
                                 pk_value **bytes) {
    pk_builder *b = &e->b;

    *bytes = pk_const_i64(b, 0);
    for (const pk_inst *step; (step = pk_address_step(v)); v = step->args[0]) {
        pk_value *by = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, step->args[1]);
        by = pk_emit2(b, PK_OP_mul, by, pk_const_i64(b, pk_address_unit(step)));
        *bytes = pk_emit2(b, PK_OP_add, *bytes, by);
    }
    return v->kind == PK_VALUE_param && pk_func_is_entry(b->fn) ? v : NULL;
}

/* An address as three words. */
static uint32_t split_address(expander *e, const pk_inst *inst, pk_value *v,
                              pk_value *out[3]) {
    pk_value *bytes;
    const pk_value *root = find_root(e, v, &bytes);
    uint32_t number = 0;

    while (number < e->b.fn->param_count &&
           e->b.fn->params[number].value != root)
        number++;
    if (number == e->b.fn->param_count && e->status == PK_OK)
        e->status = pk_fail_at(
            e->err, PK_UNSUPPORTED,
            inst->loc.line ? e->ir->files[inst->loc.file] : NULL, inst->loc,
            "an array that a kernel passes to a launch must be one of its "
            "own arguments or a view of one, and here it is not known which "
            "one\nwrite the argument's name, or its slice, in the launch");
    out[0] = word(e, number);
    split(e, bytes, out + 1);
    return 3;
}

static void put_operands(expander *e, const pk_inst *inst, pk_value *base,
                         uint32_t at) {
    pk_value *words[3];

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_value *v = inst->args[i];
        uint32_t count = pk_type_is_ptr(v->type)
                             ? split_address(e, inst, v, words)
                             : split(e, v, words);
        for (uint32_t k = 0; k < count; k++)
            put_word(e, base, at++, words[k]);
    }
}

/* ---- sites ---- */

static void grow_sites(expander *e) {
    uint32_t capacity = e->site_capacity ? 2 * e->site_capacity : 8;
    pk_site *larger = pk_arena_array(e->ir->arena, capacity, sizeof *larger);

    if (e->ir->arena->failed)
        return;
    if (e->ir->site_count)
        memcpy(larger, e->ir->sites, e->ir->site_count * sizeof *larger);
    e->ir->sites = larger;
    e->site_capacity = capacity;
}

static pk_site site_of(pk_arena *arena, const pk_inst *inst) {
    pk_type *types = pk_arena_array(arena, inst->arg_count + 1, sizeof *types);

    for (uint32_t i = 0; types && i < inst->arg_count; i++)
        types[i] = inst->args[i]->type;
    return (pk_site){.op = inst->op,
                     .text = inst->text,
                     .loc = inst->loc,
                     .types = types,
                     .count = inst->arg_count};
}

/* Notes a site; its number, from 1. */
static uint32_t add_site(expander *e, pk_site site) {
    if (e->ir->site_count == e->site_capacity)
        grow_sites(e);
    if (e->ir->arena->failed)
        return 1;
    e->ir->sites[e->ir->site_count] = site;
    return ++e->ir->site_count;
}

static uint32_t add_site_of(expander *e, const pk_inst *inst) {
    return add_site(e, site_of(e->ir->arena, inst));
}

/* Whether the site of a fail or call is its function's callers' to place. */
static bool is_unplaced(const pk_func *fn, const pk_inst *inst) {
    return !inst->loc.line && fn->kind == PK_FUNC_device &&
           !pk_func_get_data(fn)->recursive;
}

/* The number of the next of `count` sites that callers place. */
static pk_value *next_unplaced(expander *e, uint32_t count) {
    uint32_t at = e->reach->unplaced_done;

    e->reach->unplaced_done += count;
    return at ? pk_emit2(&e->b, PK_OP_add, e->reach->first, word(e, at))
              : e->reach->first;
}

/* Places what the callee leaves to its callers: the number of the first. */
static pk_value *place_sites(expander *e, const pk_inst *call,
                             const reach *callee) {
    uint32_t first = e->ir->site_count + 1;

    if (is_unplaced(e->b.fn, call))
        return next_unplaced(e, callee->unplaced_count);
    for (uint32_t i = 0; i < callee->unplaced_count; i++) {
        pk_site site = callee->unplaced[i];
        site.loc = call->loc;
        add_site(e, site);
    }
    return word(e, first);
}

/* ---- fail ---- */

/* The block that a failure at the builder's place leaves; NULL: there is none.
 */
static pk_inst *catcher(const expander *e) {
    pk_inst *at = e->b.region->owner;

    while (at && !(at->flags & PK_INST_catch))
        at = at->parent->owner;
    return at;
}

/* Leaves the block that catches failures, else the function: a thread's end in
 * a kernel, else results that nobody will use, and true. */
static void emit_leave(expander *e) {
    pk_func *fn = e->b.fn;
    pk_inst *block = catcher(e);
    pk_value **results =
        pk_arena_array(fn->ir->arena, fn->result_count + 1, sizeof *results);

    if (block) {
        pk_emit_exit(&e->b, PK_OP_break, block);
        return;
    }
    for (uint32_t i = 0; results && i < fn->result_count; i++) {
        pk_type type = fn->results[i];
        /* A pointer has no constant: a local that is never set is zero. */
        results[i] = pk_type_is_ptr(type)
                         ? pk_emit_get(&e->b, pk_func_local(fn, NULL, type))
                         : pk_const_bits(fn, type, 0);
    }
    if (!results)
        return;
    if (fn->kind == PK_FUNC_device)
        results[fn->result_count - 1] = pk_const_bits(fn, PK_TYPE_bool, 1);
    pk_emit_return(&e->b, results, fn->result_count);
}

static void put_query(expander *e, pk_op op, uint32_t at) {
    for (int axis = 0; axis < 3; axis++) {
        pk_value *index = pk_emit_query(&e->b, op, axis);
        put_word(e, NULL, at + (uint32_t)axis,
                 pk_emit_to(&e->b, PK_OP_bitcast, PK_TYPE_u32, index));
    }
}

static void expand_fail(expander *e, const pk_inst *inst) {
    pk_value *site = is_unplaced(e->b.fn, inst) ? next_unplaced(e, 1)
                                                : word(e, add_site_of(e, inst));
    pk_value *old, *first;
    pk_inst *won;

    if (e->host || e->ordered) {
        put_word(e, NULL, PK_REPORT_site, site);
        put_operands(e, inst, NULL, PK_REPORT_values);
        emit_leave(e);
        return;
    }
    old = pk_emit3(&e->b, PK_OP_atomic_cas, word_at(e, NULL, PK_REPORT_site),
                   word(e, 0), site);
    first = pk_emit2(&e->b, PK_OP_eq, old, word(e, 0));
    won = pk_begin_if(&e->b, first);
    put_word(e, NULL, PK_REPORT_launch, e->reach->launch);
    put_query(e, PK_OP_thread_id, PK_REPORT_thread);
    put_query(e, PK_OP_block_id, PK_REPORT_block);
    put_operands(e, inst, NULL, PK_REPORT_values);
    pk_end_control(&e->b, won);
    emit_leave(e);
}

/* ---- caught, reraise ---- */

/* The values of a failure that goes on later: until then another one may come,
 * and be caught. */
struct saved {
    struct saved *next;
    const pk_value *number;
    pk_value *words;
};

static void copy_words(expander *e, pk_value *from, pk_value *to) {
    pk_func *fn = e->b.fn;
    pk_value *word;
    pk_inst *loop =
        pk_begin_for(&e->b, pk_const_int(fn, PK_TYPE_i64, 0),
                     pk_const_int(fn, PK_TYPE_i64, 2 * PK_REPORT_VALUES),
                     pk_const_int(fn, PK_TYPE_i64, 1));

    word = pk_emit1(&e->b, PK_OP_load,
                    pk_emit2(&e->b, PK_OP_elem, from, loop->index));
    pk_emit2(&e->b, PK_OP_store, pk_emit2(&e->b, PK_OP_elem, to, loop->index),
             word);
    pk_end_control(&e->b, loop);
}

static void find_reraise(pk_inst *inst, void *number) {
    pk_value **at = number;

    if (inst->op == PK_OP_reraise && inst->args[0] == *at)
        *at = NULL;
}

/* Keeps the values where a reraise wants them. */
static void save_values(expander *e, pk_value *number, pk_value *site) {
    struct saved *saved = PK_NEW(e->ir->arena, struct saved);
    pk_value *wanted = number;
    pk_inst *failed;

    pk_region_visit(e->b.fn->body, find_reraise, &wanted);
    if (wanted || e->ir->arena->failed)
        return;
    saved->words = pk_func_storage(e->b.fn, "report.kept", PK_SPACE_local,
                                   PK_TYPE_u32, 2 * PK_REPORT_VALUES, 0)
                       ->value;
    saved->number = number;
    saved->next = e->saved;
    e->saved = saved;
    failed = pk_begin_if(&e->b, pk_emit2(&e->b, PK_OP_ne, site, word(e, 0)));
    copy_words(e, word_at(e, NULL, PK_REPORT_values), saved->words);
    pk_end_control(&e->b, failed);
}

static void expand_caught(expander *e, pk_inst *inst) {
    pk_value *site;

    if (e->reach->fails) {
        site = pk_emit1(&e->b, PK_OP_load, word_at(e, NULL, PK_REPORT_site));
        put_word(e, NULL, PK_REPORT_site, word(e, 0));
        save_values(e, inst->results[0], site);
    } else {
        site = word(e, 0); /* nothing here fails */
    }
    inst = pk_inst_regrow(e->b.fn, inst, 2, 1);
    if (e->ir->arena->failed)
        return;
    inst->op = PK_OP_or;
    inst->args[0] = site;
    inst->args[1] = word(e, 0);
}

/* Nothing gets there in a function where nothing fails. */
static void expand_reraise(expander *e, pk_inst *inst) {
    const struct saved *saved = e->saved;

    while (saved && saved->number != inst->args[0])
        saved = saved->next;
    if (e->reach->fails) {
        put_word(e, NULL, PK_REPORT_site, inst->args[0]);
        if (saved)
            copy_words(e, saved->words, word_at(e, NULL, PK_REPORT_values));
        emit_leave(e);
    }
    pk_inst_remove(inst);
}

/* ---- print, launch ---- */

static void count_lost(expander *e, const pk_inst *inst) {
    uint32_t counter =
        inst->op == PK_OP_launch ? PK_REPORT_dropped : PK_REPORT_lost;

    pk_emit2(&e->b, PK_OP_atomic_add, word_at(e, NULL, counter), word(e, 1));
}

/* Only one thread finds that its print began in the room and ends outside. */
static void note_end(expander *e, pk_value *start, pk_value *capacity) {
    pk_inst *here =
        pk_begin_if(&e->b, pk_emit2(&e->b, PK_OP_le, start, capacity));

    put_word(e, NULL, PK_REPORT_end, start);
    pk_end_control(&e->b, here);
}

static void expand_print(expander *e, const pk_inst *inst) {
    pk_builder *b = &e->b;
    uint32_t site = add_site_of(e, inst), size = 2;
    pk_value *capacity, *used, *start, *base;
    pk_inst *room, *fits;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        size += pk_report_size(inst->args[i]->type);
    capacity = pk_emit1(b, PK_OP_load, word_at(e, NULL, PK_REPORT_capacity));
    used = word_at(e, NULL, PK_REPORT_used);
    start = pk_emit2(b, PK_OP_atomic_or, used, word(e, 0));
    room = pk_begin_if(b, pk_emit2(b, PK_OP_le, start, capacity));
    start = pk_emit2(b, PK_OP_atomic_add, used, word(e, size));
    fits = pk_begin_if(b, pk_emit2(b, PK_OP_le,
                                   pk_emit2(b, PK_OP_add, start, word(e, size)),
                                   capacity));
    base = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, start);
    put_word(e, base, PK_REPORT_prints, word(e, site));
    put_word(e, base, PK_REPORT_prints + 1, e->reach->launch);
    put_operands(e, inst, base, PK_REPORT_prints + 2);
    pk_begin_else(b, fits);
    count_lost(e, inst);
    note_end(e, start, capacity);
    pk_end_control(b, fits);
    pk_begin_else(b, room);
    count_lost(e, inst);
    pk_end_control(b, room);
}

/* ---- calls and returns ---- */

/* A call hands on the report, and what it called may have failed. */
static void expand_call(expander *e, pk_inst *inst) {
    const reach *callee = inst->callee->mark;
    uint32_t args = inst->arg_count, results = inst->result_count;
    bool places = callee->unplaced_count > 0;
    pk_value *first = places ? place_sites(e, inst, callee) : NULL;
    bool parallel = inst->op == PK_OP_parallel; /* it says so anyway */
    pk_inst *after = inst->next, *failed;

    inst = pk_inst_regrow(e->b.fn, inst, args + 2 + places,
                          results + (callee->fails && !parallel));
    if (e->ir->arena->failed)
        return;
    inst->args[args] = e->reach->report;
    inst->args[args + 1] = e->reach->launch;
    if (places)
        inst->args[args + 2] = first;
    if (!callee->fails)
        return;
    if (parallel)
        results--;
    else
        inst->results[results] =
            pk_value_new(e->b.fn, PK_VALUE_result, PK_TYPE_bool);
    inst->results[results]->def = inst;
    e->b.region = inst->parent;
    e->b.before = after;
    failed = pk_begin_if(&e->b, inst->results[results]);
    emit_leave(e);
    pk_end_control(&e->b, failed);
}

static void expand_return(expander *e, pk_inst *inst) {
    uint32_t args = inst->arg_count;

    inst = pk_inst_regrow(e->b.fn, inst, args + 1, 0);
    if (!e->ir->arena->failed)
        inst->args[args] = pk_const_bits(e->b.fn, PK_TYPE_bool, 0);
}

/* ---- functions ---- */

static bool calls_speaker(const pk_inst *inst) {
    return inst->callee && ((const reach *)inst->callee->mark)->says;
}

static bool loop_around(const pk_inst *inst) {
    const pk_inst *at = inst->parent->owner;

    while (at && at->op != PK_OP_for && at->op != PK_OP_loop)
        at = at->parent->owner;
    return at != NULL;
}

/* Whether it is a loop of a part of a chunk: failures are in the order of its
 * iterations, which are not those of the threads. */
static bool counts_turns(const expander *e, const pk_inst *inst) {
    return e->ordered && inst->op == PK_OP_for && inst->body->first &&
           pk_func_get_data(e->b.fn)->counts && !loop_around(inst);
}

static void expand_region(expander *e, pk_region *region);

static void expand_turns(expander *e, pk_inst *loop) {
    pk_value *launch = e->reach->launch;

    pk_builder_before(&e->b, loop->body->first);
    e->reach->launch =
        pk_emit_to(&e->b, PK_OP_convert, PK_TYPE_u32, loop->index);
    expand_region(e, loop->body);
    e->reach->launch = launch;
}

/* The instruction behind, also when this one has been replaced by others. */
static void expand_region(expander *e, pk_region *region) {
    pk_func *fn = e->b.fn;

    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (e->ir->arena->failed)
            return;
        if (counts_turns(e, inst))
            expand_turns(e, inst);
        else if (inst->body)
            expand_region(e, inst->body);
        if (inst->other)
            expand_region(e, inst->other);
        pk_builder_before(&e->b, inst);
        if (inst->op == PK_OP_fail)
            expand_fail(e, inst);
        else if (pk_inst_reports(inst))
            expand_print(e, inst);
        else if (inst->op == PK_OP_caught)
            expand_caught(e, inst);
        else if (inst->op == PK_OP_reraise)
            expand_reraise(e, inst);
        else if (calls_speaker(inst))
            expand_call(e, inst);
        else if (inst->op == PK_OP_return && fn->kind == PK_FUNC_device &&
                 e->reach->fails)
            expand_return(e, inst);
        if (pk_inst_reports(inst))
            pk_inst_remove(inst);
        inst->flags &= (uint8_t)~PK_INST_catch; /* it has been gone through */
    }
}

static const reach *callee_of(const pk_inst *inst) {
    return inst->callee ? inst->callee->mark : NULL;
}

static void find_reach(pk_inst *inst, void *arg) {
    reach *r = arg;
    const reach *callee = callee_of(inst);

    r->says |= pk_inst_reports(inst) || (callee && callee->says);
    r->fails |= inst->op == PK_OP_fail || (callee && callee->fails);
    r->catches |= pk_inst_catches(inst);
}

typedef struct unplaced_search {
    const pk_func *fn;
    reach *reach;
    bool counts; /* the first time; then they are written down */
} unplaced_search;

static void find_unplaced(pk_inst *inst, void *arg) {
    unplaced_search *s = arg;
    reach *r = s->reach;
    const reach *callee = callee_of(inst);
    uint32_t count = inst->op == PK_OP_fail ? 1
                     : callee               ? callee->unplaced_count
                                            : 0;

    if (!count || !is_unplaced(s->fn, inst))
        return;
    if (!s->counts && callee)
        memcpy(r->unplaced + r->unplaced_count, callee->unplaced,
               count * sizeof *r->unplaced);
    else if (!s->counts)
        r->unplaced[r->unplaced_count] = site_of(s->fn->ir->arena, inst);
    r->unplaced_count += count;
}

static void list_unplaced(pk_func *fn, reach *r) {
    unplaced_search s = {fn, r, true};

    pk_region_visit(fn->body, find_unplaced, &s);
    r->unplaced = pk_arena_array(fn->ir->arena, r->unplaced_count + 1,
                                 sizeof *r->unplaced);
    r->unplaced_count = 0;
    s.counts = false;
    if (r->unplaced)
        pk_region_visit(fn->body, find_unplaced, &s);
}

static pk_value *add_param(pk_func *fn, const char *name, pk_type type,
                           pk_role role) {
    pk_param *param = pk_func_param(fn, name, type, role, PK_REPORT_ARG, 0);

    if (role == PK_ROLE_data && pk_func_is_entry(fn))
        param->flags |= PK_PARAM_noalias; /* only launchers have it */
    return param->value;
}

/* Finds the reports that the function can reach, and adds the parameters and
 * results that they need. */
static void expand_head(pk_func *fn, void *arg) {
    expander *e = arg;
    reach *r = PK_NEW(e->ir->arena, reach);

    fn->mark = r;
    if (e->ir->arena->failed)
        return;
    pk_region_visit(fn->body, find_reach, r);
    if (!r->says)
        return;
    r->report = add_param(fn, "report", word_ptr, PK_ROLE_data);
    r->launch = add_param(fn, "report.launch", PK_TYPE_u32, PK_ROLE_scalar);
    list_unplaced(fn, r);
    if (r->unplaced_count)
        r->first = add_param(fn, "report.site", PK_TYPE_u32, PK_ROLE_scalar);
    if (r->fails && fn->kind == PK_FUNC_device)
        pk_func_result(fn, PK_TYPE_bool);
}

/* A kernel that is made of a loop hands on the number of its thread, by which
 * failures are in order: the one that its body begins with. */
static void number_launch(expander *e) {
    pk_builder_before(&e->b, e->b.fn->body->first);
    e->reach->launch =
        pk_emit_to(&e->b, PK_OP_convert, PK_TYPE_u32, pk_offload_thread(&e->b));
}

static void expand_func(pk_func *fn, void *arg) {
    expander *e = arg;
    reach *r = fn->mark;

    if (e->ir->arena->failed || (!r->says && !r->catches))
        return;
    e->reach = r;
    pk_builder_init(&e->b, fn);
    if (pk_func_get_data(fn)->loop)
        number_launch(e);
    expand_region(e, fn->body);
    if (e->ir->arena->failed || !r->fails || fn->kind != PK_FUNC_device)
        return;
    /* One without results may end without a return. */
    if (fn->result_count == 1 && !pk_region_ends(fn->body)) {
        pk_builder_init(&e->b, fn);
        pk_emit_return(&e->b,
                       (pk_value *[]){pk_const_bits(fn, PK_TYPE_bool, 0)}, 1);
    }
}

static void find_says(pk_inst *inst, void *arg) {
    *(bool *)arg |= pk_inst_reports(inst) || pk_inst_catches(inst);
}

pk_status pk_report_expand(pk_ir *ir, pk_error *err) {
    expander e = {.ir = ir, .status = PK_OK, .err = err};
    bool says = false;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        fn->mark = NULL;
        e.host |= fn->kind == PK_FUNC_host;
        e.ordered |= pk_func_get_data(fn)->loop != NULL;
        pk_region_visit(fn->body, find_says, &says);
    }
    if (says) {
        pk_ir_callees_first(ir, expand_head, &e);
        pk_ir_callees_first(ir, expand_func, &e);
    }
    return ir->arena->failed ? pk_fail_no_memory(err) : e.status;
}
