/* SPDX-License-Identifier: Apache-2.0 */
/* Ways out of code that runs long. %stop points at a word of the launch's; when
 * another thread sets it, the code leaves at the next
 *
 *   - turn of a `loop`, whose iterations cannot be counted;
 *   - turn of a `for` around a loop or a call;
 *   - beginning or end of a call.
 *
 *     %stop1 = load volatile i32, ptr %stop, align 4
 *     %stop1.now = icmp ne i32 %stop1, 0
 *     br i1 %stop1.now, label %block.end, label %stop1.go, !prof !7
 *
 * Volatile and not atomic: LLVM takes an atomic load for one that may change
 * all memory. A kernel leaves its block, and whoever called looks before the
 * next one. A device function returns zeros, which its caller does not look at.
 * A module without such places has no %stop.
 *
 * An innermost `for` is not touched: a load in it would keep it from being
 * vectorised. Where the emitter is asked for it, it runs in strips, if it may
 * have more rounds than one has, and the code looks between two of them:
 *
 *     for i = a .. b - 1 {        for s = a, a + STRIP, ... {
 *         body             -->        for i = s .. min(s + STRIP, b) - 1 {
 *     }                                   body
 *                                     }
 *                                     leave if stopped
 *                                 }
 *
 * Strips cost nothing where the rounds are many. Short loops get slower: LLVM
 * computes the first and the last round of a strip at each entry, also where
 * these are the same for all entries. */
#include "backends/native/emit.h"

#include "core/callgraph.h"

#include <inttypes.h>

enum { STRIP = 1 << 18 }; /* rounds: a quarter of a millisecond of light ones */

static bool has_loop(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (i->op == PK_OP_for || i->op == PK_OP_loop || i->op == PK_OP_call ||
            has_loop(i->body) || has_loop(i->other))
            return true;
    return false;
}

/* Whether a number is known to be 0 .. STRIP, or -STRIP .. 0. */
static bool is_near_zero(const pk_value *v, bool *negative) {
    int64_t n;

    *negative = false;
    if (!pk_is_const(v))
        return pk_native_bound(v) <= STRIP;
    n = pk_const_get_int(v);
    *negative = n < 0;
    return n >= -STRIP && n <= STRIP;
}

/* Whether a `for` is known to have no more rounds than a strip. */
static bool is_short(const pk_inst *inst) {
    bool low, high;

    if (pk_type_bytes(inst->index->type) < 4)
        return true;
    if (is_near_zero(inst->args[0], &low))
        return is_near_zero(inst->args[1], &high) && low == high;
    return pk_is_const_int(inst->args[2], 1) &&
           pk_native_bound(inst->args[0]) != UINT64_MAX &&
           is_near_zero(inst->args[1], &high);
}

bool pk_native_turns_stop(const pk_inst *inst) {
    return inst->op == PK_OP_for && !(inst->flags & PK_INST_items) &&
           has_loop(inst->body);
}

bool pk_native_has_strips(const pk_native_emitter *e, const pk_inst *inst) {
    return e->options->strips && inst->op == PK_OP_for &&
           !(inst->flags & PK_INST_items) && !has_loop(inst->body) &&
           !is_short(inst);
}

static bool runs_long(const pk_native_emitter *e, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (i->op == PK_OP_loop || i->op == PK_OP_call ||
            pk_native_turns_stop(i) || pk_native_has_strips(e, i) ||
            runs_long(e, i->body) || runs_long(e, i->other))
            return true;
    return false;
}

/* Functions of the host look by operations of their own. */
bool pk_native_is_host(const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_host)
            return true;
    return false;
}

static bool has_stopped(const pk_func *fn) {
    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        if (i->op == PK_OP_stopped)
            return true;
    return false;
}

bool pk_native_may_stop(const pk_native_emitter *e, const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (e->is_host && pk_func_is_entry(fn)
                ? has_stopped(fn)
                : !pk_func_is_entry(fn) || runs_long(e, fn->body))
            return true;
    return false;
}

/* ---- looking ---- */

void pk_native_put_stop(pk_native_emitter *e) {
    bool kernel = pk_func_is_entry(e->fn);
    uint32_t n;

    if (e->is_host)
        return;
    n = ++e->labels;
    pk_text_printf(e->out,
                   "  %%stop%u = load volatile i32, ptr %%stop, align 4\n"
                   "  %%stop%u.now = icmp ne i32 %%stop%u, 0\n"
                   "  br i1 %%stop%u.now, label %%%s, label %%stop%u.go, !prof "
                   "!%u\n"
                   "stop%u.go:\n",
                   n, n, n, n, kernel ? "block.end" : "stop.out", n,
                   PK_NATIVE_RARE, n);
}

void pk_native_put_stop_out(pk_native_emitter *e) {
    pk_text_put(e->out, "stop.out:\n  ret ");
    pk_native_put_results_type(e, e->fn);
    pk_text_put(e->out, e->fn->result_count ? " zeroinitializer\n" : "\n");
}

/* ---- strips ---- */

typedef struct strips {
    pk_native_emitter *e;
    const pk_inst *inst;
    uint32_t n;
    bool by_one, is_signed;
    int64_t least; /* no strip begins below it */
} strips;

static strips begin_strips(pk_native_emitter *e, const pk_inst *inst,
                           uint32_t n) {
    pk_type type = inst->index->type;
    strips s = {.e = e,
                .inst = inst,
                .n = n,
                .by_one = pk_is_const_int(inst->args[2], 1)};

    s.is_signed = s.by_one && pk_type_is_signed(type);
    if (s.is_signed && pk_native_bound(inst->args[0]) == UINT64_MAX)
        s.least = pk_type_bytes(type) == 8 ? INT64_MIN : INT32_MIN;
    return s;
}

/* `$` followed by a letter stands for: t the type; a where the rounds begin, b
 * where they end; i the first index, c the step; < and m the words for less and
 * for the larger one; n what an addition never does; l the least end of a whole
 * strip; s a strip's length. Any other is the loop. */
static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const strips *s = arg;
    pk_native_emitter *e = s->e;

    switch (at[1]) {
    case 't': pk_text_put(out, pk_native_type(s->inst->index->type)); break;
    case 'a':
        if (s->by_one)
            pk_native_put_value(e, s->inst->args[0]);
        else
            pk_text_put(out, "0");
        break;
    case 'b':
        if (s->by_one)
            pk_native_put_value(e, s->inst->args[1]);
        else
            pk_text_printf(out, "%%for%u.count", s->n);
        break;
    case 'i': pk_native_put_value(e, s->inst->args[0]); break;
    case 'c': pk_native_put_value(e, s->inst->args[2]); break;
    case '<': pk_text_put(out, s->is_signed ? "slt" : "ult"); break;
    case 'm': pk_text_put(out, s->is_signed ? "smax" : "umax"); break;
    case 'n':
        pk_text_put(out, !s->is_signed ? "nuw" : s->least ? "nsw" : "nuw nsw");
        break;
    case 'l': pk_text_printf(out, "%" PRId64, s->least + STRIP); break;
    case 's': pk_text_printf(out, "%d", STRIP); break;
    default: pk_text_printf(out, "for%u", s->n); return at + 1;
    }
    return at + 2;
}

static void put_strips(strips *s, const char *text) {
    pk_text_expand(s->e->out, text, "$", put_letter, s);
}

/* Up to .edge, STRIP below the end, strips are whole and the sum does not
 * wrap; where it does its poison is not selected. */
void pk_native_put_strip(pk_native_emitter *e, const pk_inst *inst,
                         uint32_t n) {
    strips s = begin_strips(e, inst, n);

    put_strips(&s, "  %$.most = call $t @llvm.$m.$t($t $b, $t $l)\n"
                   "  %$.edge = sub $t %$.most, $s\n");
    if (!s.by_one)
        put_strips(&s, "  %$.leap = mul $t $c, $s\n");
    put_strips(&s, "  br label %$.strip\n"
                   "$.strip:\n"
                   "  %$.base = phi $t [ $a, %$ ], [ %$.top, %$.again ]\n");
    if (!s.by_one)
        put_strips(&s,
                   "  %$.first = phi $t [ $i, %$ ], [ %$.ahead, %$.again ]\n"
                   "  %$.ahead = add $t %$.first, %$.leap\n");
    put_strips(&s, "  %$.whole.strip = icmp $< $t %$.base, %$.edge\n"
                   "  %$.top = add $n $t %$.base, $s\n"
                   "  %$.limit = select i1 %$.whole.strip, $t %$.top, $t $b\n");
}

void pk_native_put_strip_end(pk_native_emitter *e, uint32_t n) {
    pk_text_printf(e->out,
                   "for%u.last:\n"
                   "  br i1 %%for%u.whole.strip, label %%for%u.stop, "
                   "label %%for%u.end, !prof !%u\n"
                   "for%u.stop:\n",
                   n, n, n, n, PK_NATIVE_RARE, n);
    pk_native_put_stop(e);
    pk_text_printf(e->out,
                   "  br label %%for%u.again\n"
                   "for%u.again:\n"
                   "  br label %%for%u.strip\n",
                   n, n, n);
}
