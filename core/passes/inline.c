/* SPDX-License-Identifier: Apache-2.0 */
/* inline: a call becomes the body of what it calls, except where the function
 * asks for a real call or the caller would grow too large.
 *
 *     device @f(%a: i32) -> i32 {      %1: i32 = call @f(%n)
 *         %b: i32 = add %a, 1:i32   =>     %1: i32 = add %n, 1:i32
 *         return %b
 *     }
 *
 * A body whose only return is its end is put in place of the call as it is.
 * Any other goes into a block, results into locals, and a return becomes the
 * break of that block. The last call takes the body itself, others a copy.
 * Callees have been through this half of the passes before.
 *
 * In functions of the host most returns but the last are of what failed, and
 * behind the call stands what the caller does then. It is put in their place,
 * so that no block is needed, and what locals hold there stays known. */
#include "base/error.h"
#include "core/analysis/assigned.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/shared.h"

#include <string.h>

enum {
    SMALL = 64,           /* instructions that are always inlined */
    MAX_CALLER = 1 << 14, /* instructions that a caller may grow to */
    MAX_HANDLER = 32      /* that are copied to where a callee fails */
};

/* A callee's storage in this caller: all its calls use the same one. */
typedef struct placed {
    struct placed *next;
    const pk_storage *from;
    pk_value *value;
} placed;

typedef struct inliner {
    pk_func *fn;
    pk_arena scratch;
    placed *placed;
    uint32_t size; /* instructions of fn */
    uint32_t kept; /* flags of functions that stay functions */
    bool is_host;  /* fn runs on the host */
    pk_status status;
    pk_error *err;
} inliner;

typedef struct summary {
    uint32_t size;
    bool syncs;
} summary;

static void count_inst(pk_inst *inst, void *arg) {
    summary *s = arg;

    s->size++;
    s->syncs |=
        (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) != 0;
}

static summary summarize(const pk_func *fn) {
    summary s = {0};

    pk_region_visit(fn->body, count_inst, &s);
    return s;
}

/* Constants with the same elements are one: a function's own, too, when it
 * comes by several ways. */
static bool is_same(const pk_storage *a, const pk_storage *b) {
    if (!a->data || !b->data || a->elem != b->elem || a->count != b->count ||
        a->align != b->align)
        return a == b;
    return !memcmp(a->data, b->data, pk_storage_bytes(a));
}

static pk_value *place_storage(inliner *in, const pk_storage *s) {
    pk_storage *copy;
    placed *p;

    for (p = in->placed; p; p = p->next)
        if (is_same(p->from, s))
            return p->value;
    copy =
        pk_func_storage(in->fn, s->name, s->space, s->elem, s->count, s->align);
    copy->data = s->data;
    p = PK_NEW(&in->scratch, placed);
    if (in->scratch.failed)
        return copy->value;
    *p = (placed){in->placed, s, copy->value};
    in->placed = p;
    return copy->value;
}

/* The callee's locals become the caller's. Those that may be read before they
 * are set start at zero each time. */
static pk_local **place_locals(inliner *in, pk_builder *b, pk_func *callee) {
    pk_local **locals =
        pk_arena_array(&in->scratch, callee->local_count + 1u, sizeof *locals);
    bool *unset = pk_find_unset(callee, &in->scratch);

    for (pk_local *l = callee->locals; l; l = l->next) {
        pk_local *copy = pk_func_local(in->fn, l->name, l->type);
        if (in->scratch.failed || in->fn->ir->arena->failed)
            return NULL;
        locals[l->id] = copy;
        if (unset[l->id] && !pk_type_is_ptr(l->type))
            pk_emit_set(b, copy, pk_const_int(in->fn, l->type, 0));
    }
    return locals;
}

static pk_value **map_values(inliner *in, const pk_inst *call) {
    pk_func *callee = call->callee;
    pk_value **map =
        pk_arena_array(&in->scratch, callee->value_count + 1u, sizeof *map);

    if (in->scratch.failed)
        return NULL;
    for (uint32_t i = 0; i < callee->param_count; i++)
        map[callee->params[i].value->id] = call->args[i];
    for (pk_storage *s = callee->storages; s; s = s->next)
        map[s->value->id] = place_storage(in, s);
    return map;
}

/* The body stands before the call; its last instruction is the return. */
static void take_results(pk_inst *call, pk_inst *last) {
    for (uint32_t i = 0; i < call->result_count; i++)
        call->results[i]->mark = last->args[i];
    pk_inst_remove(last);
}

typedef struct returns {
    pk_builder b;
    pk_inst *block;
    pk_local **results;
} returns;

static void replace_return(pk_inst *inst, void *arg) {
    returns *r = arg;

    if (inst->op != PK_OP_return || !inst->mark)
        return;
    pk_builder_before(&r->b, inst);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        pk_emit_set(&r->b, r->results[i], inst->args[i]);
    pk_emit_exit(&r->b, PK_OP_break, r->block);
    pk_inst_remove(inst);
}

/* The body with returns anywhere, as a block before the call. */
static void inline_block(inliner *in, pk_builder *b, pk_inst *call,
                         pk_region *body) {
    pk_func *callee = call->callee;
    returns r = {.b = *b};

    r.results = pk_arena_array(&in->scratch, callee->result_count + 1u,
                               sizeof *r.results);
    if (in->scratch.failed)
        return;
    for (uint32_t i = 0; i < callee->result_count; i++)
        r.results[i] = pk_func_local(in->fn, callee->name, callee->results[i]);
    r.block = pk_begin_block(b);
    pk_end_control(b, r.block);
    r.block->body = body;
    body->owner = r.block;
    pk_region_visit(r.block->body, replace_return, &r);
    for (uint32_t i = 0; i < callee->result_count; i++)
        call->results[i]->mark = pk_emit_get(b, r.results[i]);
}

/* It has no other caller, and is not an entry itself. */
static bool is_last_call(const pk_inst *call) {
    const pk_func *fn = call->callee->ir->funcs;

    if (pk_func_get_data(call->callee)->calls > 1)
        return false;
    while (fn && !pk_func_is_entry(fn))
        fn = fn->next;
    return fn && call->callee->kind == PK_FUNC_device;
}

/* Instructions without a place get the call's. */
static void set_place(pk_inst *inst, void *loc) {
    if (!inst->loc.line)
        inst->loc = *(const pk_loc *)loc;
}

/* The body in terms of the caller: itself for the last call, behind which the
 * function is gone, else a copy. */
static pk_region *take_body(inliner *in, pk_inst *call, pk_value **map,
                            pk_local **locals) {
    pk_region *body = call->callee->body, *copy;

    if (is_last_call(call)) {
        pk_region_adopt(in->fn, body, map, locals);
        pk_ir_drop(in->fn->ir, call->callee);
        return body;
    }
    copy = pk_region_new(in->fn, NULL);
    pk_region_copy(in->fn, copy, body, map, locals);
    return copy;
}

/* ---- where callees fail ---- */

/* Returns the if behind the call that asks one of its results, whose number it
 * sets, and ends with an exit: there the call has failed. NULL: there is none.
 */
static pk_inst *find_handler(const inliner *in, const pk_inst *call,
                             uint32_t *result) {
    pk_inst *test = call->next;
    summary s = {0};

    if (!in->is_host || !test || test->op != PK_OP_if || test->other->first ||
        !pk_region_ends(test->body) || test->args[0]->def != call)
        return NULL;
    for (*result = 0; call->results[*result] != test->args[0]; ++*result) {
    }
    pk_region_visit(test->body, count_inst, &s);
    return s.size <= MAX_HANDLER ? test : NULL;
}

typedef struct handling {
    inliner *in;
    const pk_inst *call;
    pk_region *handler;
    pk_value **map; /* by value id */
    uint32_t result, id_count;
} handling;

static void resolve_args(pk_inst *inst, void *arg) {
    (void)arg;
    pk_resolve_args(inst);
}

static void handle_return(pk_inst *inst, void *arg) {
    const handling *h = arg;
    const pk_value *failed;
    pk_region *copy;

    if (inst->op != PK_OP_return || !inst->mark)
        return;
    failed = inst->args[h->result];
    if (!pk_is_const(failed) || !failed->bits)
        return;
    memset(h->map, 0, h->id_count * sizeof(pk_value *));
    for (uint32_t i = 0; i < h->call->result_count; i++)
        h->map[h->call->results[i]->id] = inst->args[i];
    copy = pk_region_new(h->in->fn, NULL);
    pk_region_copy(h->in->fn, copy, h->handler, h->map, NULL);
    if (h->in->fn->ir->arena->failed)
        return;
    pk_region_visit(copy, resolve_args, NULL);
    pk_region_splice(copy, inst);
    pk_inst_remove(inst);
}

static void mark_return(pk_inst *inst, void *call) {
    if (inst->op == PK_OP_return)
        inst->mark = call;
}

static void count_marked(pk_inst *inst, void *arg) {
    *(uint32_t *)arg += inst->op == PK_OP_return && inst->mark;
}

/* Puts what the caller does on failure where the body, whose last instruction
 * is a return, fails. Returns how many returns are left. */
static uint32_t handle_returns(inliner *in, pk_inst *call, pk_region *body) {
    handling h = {.in = in, .call = call, .id_count = in->fn->value_count + 1u};
    const pk_inst *test;
    uint32_t left = 0;

    pk_region_visit(body, mark_return, call);
    test = find_handler(in, call, &h.result);
    if (test && body->last && body->last->op == PK_OP_return) {
        h.handler = test->body;
        h.map = pk_arena_array(&in->scratch, h.id_count, sizeof *h.map);
        if (h.map && !in->scratch.failed) {
            body->last->mark = NULL; /* it stays, whatever it says */
            pk_region_visit(body, handle_return, &h);
            body->last->mark = call;
        }
    }
    pk_region_visit(body, count_marked, &left);
    return left;
}

static void inline_call(inliner *in, pk_inst *call) {
    pk_value **map = map_values(in, call);
    uint32_t left; /* returns */
    pk_region *body;
    pk_local **locals;
    pk_builder b;

    pk_builder_init(&b, in->fn);
    pk_builder_before(&b, call);
    locals = place_locals(in, &b, call->callee);
    if (!map || !locals || in->fn->ir->arena->failed)
        return;
    body = take_body(in, call, map, locals);
    if (in->fn->ir->arena->failed)
        return;
    pk_region_visit(body, set_place, &call->loc);
    left = handle_returns(in, call, body);
    if (left == 0 || (left == 1 && body->last && body->last->mark == call)) {
        pk_region_splice(body, call);
        if (left)
            take_results(call, call->prev);
    } else {
        inline_block(in, &b, call, body);
    }
    pk_inst_remove(call);
}

/* Calls of what waits for other threads are never real ones. */
static pk_status too_large(const inliner *in, const pk_inst *call) {
    const pk_ir *ir = in->fn->ir;
    uint32_t file = call->loc.file;

    return pk_fail_at(in->err, PK_LIMIT,
                      file < ir->file_count ? ir->files[file] : NULL, call->loc,
                      "with this call of %s, which waits for other threads, %s "
                      "passes %d instructions\n"
                      "call it in fewer places, or in a loop",
                      pk_func_said(call->callee), pk_func_said(in->fn),
                      MAX_CALLER);
}

static void visit_inst(pk_inst *inst, void *arg) {
    inliner *in = arg;
    summary s;

    pk_resolve_args(inst);
    if (inst->op != PK_OP_call || in->status != PK_OK ||
        in->fn->ir->arena->failed || (inst->callee->flags & in->kept))
        return;
    s = summarize(inst->callee);
    if (s.size > SMALL && in->size + s.size > MAX_CALLER) {
        if (s.syncs)
            in->status = too_large(in, inst);
        return;
    }
    in->size += s.size;
    in->fn->flags |= inst->callee->flags & PK_FUNC_resumes;
    inline_call(in, inst);
}

pk_status pk_inline_call(pk_func *fn, pk_inst *call, pk_error *err) {
    inliner in = {.fn = fn, .err = err};

    pk_arena_init(&in.scratch, fn->ir->arena->allocator);
    pk_func_number(fn);
    pk_func_number(call->callee);
    inline_call(&in, call);
    pk_region_visit(fn->body, resolve_args, NULL);
    fn->ir->arena->failed |= in.scratch.failed;
    pk_arena_finish(&in.scratch);
    return pk_pass_done(fn, err);
}

pk_status pk_pass_inline(pk_func *fn, const pk_caps *caps, pk_error *err) {
    inliner in = {
        .fn = fn, .kept = PK_FUNC_noinline, .status = PK_OK, .err = err};

    for (const pk_func *f = fn->ir->funcs; f; f = f->next)
        in.is_host |= f->kind == PK_FUNC_host;
    pk_arena_init(&in.scratch, fn->ir->arena->allocator);
    in.size = summarize(fn).size;
    /* Vectors of work-items would go through what few of them need; where
     * threads meet there are none. */
    if (caps->features & PK_CAP_wide_items)
        in.kept |= PK_FUNC_rare;
    pk_region_visit(fn->body, visit_inst, &in);
    if (in.kept & PK_FUNC_rare && fn->kind == PK_FUNC_kernel &&
        pk_threads_meet(fn)) {
        in.kept = PK_FUNC_noinline;
        pk_region_visit(fn->body, visit_inst, &in);
    }
    if (in.scratch.failed)
        in.status = pk_fail_no_memory(err);
    pk_arena_finish(&in.scratch);
    return in.status == PK_OK ? pk_pass_done(fn, err) : in.status;
}
