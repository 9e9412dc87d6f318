/* SPDX-License-Identifier: Apache-2.0 */
/* Ways out of code that runs long. %stop points at a word of the launch's; when
 * another thread sets it, the code leaves at the next
 *
 *   - turn of a `loop`, whose rounds nobody can count;
 *   - turn of a `for` around a loop or a call;
 *   - beginning or end of a call.
 *
 *     %stop1 = load volatile i32, ptr %stop, align 4
 *     %stop1.now = icmp ne i32 %stop1, 0
 *     br i1 %stop1.now, label %block.end, label %stop1.go, !prof !7
 *
 * Volatile and not atomic: LLVM takes an atomic load for one that may change
 * all memory. A kernel leaves all of its blocks. A device function returns
 * zeros, which its caller does not look at. An innermost `for` is not touched:
 * its vectors cost more than its end is worth. A module without such places has
 * no %stop. */
#include "backends/native/emit.h"

static bool runs_long(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (i->op == PK_OP_loop || i->op == PK_OP_call ||
            pk_native_turns_stop(i) || runs_long(i->body) ||
            runs_long(i->other))
            return true;
    return false;
}

static bool has_loop(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (i->op == PK_OP_for || i->op == PK_OP_loop || i->op == PK_OP_call ||
            has_loop(i->body) || has_loop(i->other))
            return true;
    return false;
}

bool pk_native_turns_stop(const pk_inst *inst) {
    return inst->op == PK_OP_for && !(inst->flags & PK_INST_items) &&
           has_loop(inst->body);
}

bool pk_native_may_stop(const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind != PK_FUNC_kernel || runs_long(fn->body))
            return true;
    return false;
}

/* The node that says how rare it is, made for the first place of a module. */
static uint32_t rare_node(pk_native_emitter *e) {
    if (!e->rare) {
        e->rare = e->nodes++;
        pk_text_printf(&e->meta,
                       "!%u = !{!\"branch_weights\", i32 1, i32 1048576}\n",
                       e->rare);
    }
    return e->rare;
}

void pk_native_put_stop(pk_native_emitter *e) {
    bool kernel = e->fn->kind == PK_FUNC_kernel;
    uint32_t n = ++e->labels;

    pk_text_printf(e->out,
                   "  %%stop%u = load volatile i32, ptr %%stop, align 4\n"
                   "  %%stop%u.now = icmp ne i32 %%stop%u, 0\n"
                   "  br i1 %%stop%u.now, label %%%s, label %%stop%u.go, !prof "
                   "!%u\n"
                   "stop%u.go:\n",
                   n, n, n, n, kernel ? "block.end" : "stop.out", n,
                   rare_node(e), n);
}

void pk_native_put_stop_out(pk_native_emitter *e) {
    pk_text_put(e->out, "stop.out:\n  ret ");
    pk_native_put_results_type(e, e->fn);
    pk_text_put(e->out, e->fn->result_count ? " zeroinitializer\n" : "\n");
}
