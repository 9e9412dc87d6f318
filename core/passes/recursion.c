/* SPDX-License-Identifier: Apache-2.0 */
/* recursion: functions that call themselves, perhaps through others, stay real
 * calls, and count how many more of them may stand within each other.
 *
 *     device @f(%n: i64) {          device @f(%n: i64, %calls.left: i32) {
 *         ...                           %1: bool = lt %calls.left, 0:i32
 *         call @f(%m)          =>       if %1 {
 *                                           fail "RecursionError: ..."
 *                                       }
 *                                       ...
 *                                       %2: i32 = sub %calls.left, 1:i32
 *                                       call @f(%m, %2)
 *
 * So no thread uses up its stack. The first call gets PK_MAX_RECURSION; when
 * all passes have been through the functions, and it is seen what their frames
 * take of the target's stack, perhaps less. Runs before all passes and for the
 * interpreter, before report. */
#include "base/error.h"
#include "base/try.h"
#include "core/analysis/frame.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <stdio.h>

enum {
    MOST_SELF_CALLS = 3,
    SMALL = 64 /* instructions of a function */
};

static pk_status fail_at(const pk_ir *ir, pk_loc loc, pk_error *err,
                         const char *format, const char *a, const char *b) {
    return pk_fail_at(err, PK_UNSUPPORTED,
                      loc.file < ir->file_count ? ir->files[loc.file] : NULL,
                      loc, format, a, b);
}

static bool is_recursive(const pk_func *fn) {
    return fn && pk_func_get_data(fn)->recursive;
}

/* ---- what cannot be ---- */

static pk_status refuse_all(const pk_ir *ir, const pk_caps *caps,
                            pk_error *err) {
    const char *target = caps->title[0] ? caps->title : caps->name;

    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        for (const pk_inst *i = is_recursive(fn) ? fn->body->first : NULL; i;
             i = pk_inst_following(i))
            if (is_recursive(i->callee))
                return fail_at(ir, i->loc, err,
                               "%s calls itself, and %s has no recursion\n"
                               "write it as a loop",
                               pk_func_said(fn), target);
    return PK_OK;
}

static pk_status check_func(const pk_func *fn, pk_error *err) {
    static const char words[] =
        "%s in %s: a function that calls itself, and the functions it "
        "calls, cannot have barriers, shared arrays and operations of "
        "warps\nmove them to the kernel";

    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_shared)
            return fail_at(fn->ir, fn->loc, err, words, "a shared array",
                           pk_func_said(fn));
    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        if (pk_op_table[i->op].flags & (PK_OPF_SYNC | PK_OPF_WARP))
            return fail_at(fn->ir, i->loc, err, words, pk_op_table[i->op].name,
                           pk_func_said(fn));
    return PK_OK;
}

/* Marks what recursive functions call, and looks at all of it. */
static pk_status check_all(const pk_ir *ir, pk_error *err) {
    bool changed = true;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = is_recursive(fn) ? fn : NULL;
    while (changed) {
        changed = false;
        for (pk_func *fn = ir->funcs; fn; fn = fn->next)
            for (pk_inst *i = fn->mark ? fn->body->first : NULL; i;
                 i = pk_inst_following(i))
                if (i->callee && !i->callee->mark) {
                    i->callee->mark = i->callee;
                    changed = true;
                }
    }
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->mark)
            PK_TRY(check_func(fn, err));
    return PK_OK;
}

/* ---- counting ---- */

static void add_check(pk_func *fn) {
    pk_func_data *data = pk_func_get_data(fn);
    pk_value *left, *none;
    pk_inst *if_none;
    char words[160];
    pk_builder b;

    left = pk_func_param(fn, "calls.left", PK_TYPE_i32, PK_ROLE_scalar,
                         fn->param_count, 0)
               ->value;
    data->depth_param = fn->param_count;
    fn->flags |= PK_FUNC_noinline;
    pk_builder_init(&b, fn);
    b.before = fn->body->first;
    b.loc = fn->loc;
    none = pk_emit2(&b, PK_OP_lt, left, pk_const_int(fn, PK_TYPE_i32, 0));
    if_none = pk_begin_if(&b, none);
    snprintf(words, sizeof words,
             "RecursionError: maximum recursion depth exceeded in %.80s",
             pk_func_said(fn));
    pk_emit_report(&b, PK_OP_fail, words, NULL, 0);
    pk_end_control(&b, if_none);
}

static void add_argument(pk_func *fn, pk_inst *call) {
    pk_func_data *data = pk_func_get_data(fn);
    uint32_t at = call->arg_count;
    pk_value *left = pk_const_int(fn, PK_TYPE_i32, PK_MAX_RECURSION);
    pk_builder b;

    pk_builder_init(&b, fn);
    pk_builder_before(&b, call);
    if (data->recursive)
        left = pk_emit2(&b, PK_OP_sub, fn->params[data->depth_param - 1].value,
                        pk_const_int(fn, PK_TYPE_i32, 1));
    call = pk_inst_regrow(fn, call, at + 1, call->result_count);
    if (!fn->ir->arena->failed)
        call->args[at] = left;
}

/* ---- one call within another ---- */

typedef struct self_calls {
    const pk_func *fn;
    pk_func *twin; /* that is called instead; NULL: they are counted */
    uint32_t calls, size;
} self_calls;

static void find_self_call(pk_inst *inst, void *arg) {
    self_calls *s = arg;

    s->size++;
    if (inst->callee != s->fn)
        return;
    s->calls++;
    if (!s->twin)
        return;
    inst->callee = s->twin;
    pk_func_get_data(s->fn)->calls--;
    pk_func_get_data(s->twin)->calls++;
}

/* A small function of the host calls not itself but its like, which becomes
 * part of it: a third of the calls of a function that calls itself twice. */
static void join_calls(pk_func *fn) {
    self_calls s = {.fn = fn};

    pk_region_visit(fn->body, find_self_call, &s);
    if (!s.calls || s.calls > MOST_SELF_CALLS || s.size > SMALL || fn->storages)
        return;
    s.twin =
        pk_func_copy(fn, pk_arena_format(fn->ir->arena, "%s.in", fn->name));
    if (s.twin)
        pk_region_visit(fn->body, find_self_call, &s);
}

static void join_all(pk_ir *ir) {
    pk_func *last = ir->funcs;
    bool is_host = false;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        is_host |= fn->kind == PK_FUNC_host;
        last = fn;
    }
    for (pk_func *fn = ir->funcs; is_host && fn; fn = fn->next) {
        if (is_recursive(fn))
            join_calls(fn);
        if (fn == last)
            break;
    }
}

pk_status pk_recursion_expand(pk_ir *ir, const pk_caps *caps, pk_error *err) {
    pk_inst *next;

    if (!pk_ir_find_recursion(ir))
        return PK_OK;
    if (!caps->stack_bytes)
        return refuse_all(ir, caps, err);
    PK_TRY(check_all(ir, err));
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (is_recursive(fn))
            add_check(fn);
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next)
        for (pk_inst *i = fn->body->first; i && !ir->arena->failed; i = next) {
            next = pk_inst_following(i);
            if (is_recursive(i->callee))
                add_argument(fn, i);
        }
    if (!ir->arena->failed)
        join_all(ir);
    return pk_passes_done(ir, err);
}

/* ---- how deep ---- */

static void set_depth(pk_ir *ir, int64_t depth) {
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        for (pk_inst *i = fn->body->first; i; i = pk_inst_following(i)) {
            uint32_t at = is_recursive(i->callee)
                              ? pk_func_get_data(i->callee)->depth_param
                              : 0;
            if (at && !is_recursive(fn) && !ir->arena->failed)
                i->args[at - 1] = pk_const_int(fn, PK_TYPE_i32, depth);
        }
}

void pk_recursion_bound(pk_ir *ir, const pk_caps *caps) {
    const uint64_t frame = pk_frame_most(ir);
    const uint64_t depth = frame ? caps->stack_bytes / frame : 0;

    if (frame)
        set_depth(ir,
                  depth < PK_MAX_RECURSION ? (int64_t)depth : PK_MAX_RECURSION);
}
