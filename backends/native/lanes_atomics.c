/* SPDX-License-Identifier: Apache-2.0 */
/* Prints atomic operations of lanes.
 *
 * Lanes put together first what they all do to one place, if no thread reads
 * what was there before:
 *
 *     if x[i] > 0.5:                      %count = how many bits the mask has
 *         cuda.atomic.add(n, 0, 1)        atomicrmw add ptr %n, %count
 *
 * The same goes for sums of floats, in the order of the lanes; then it is the
 * order of threads that run one by one. Where places differ, or something reads
 * what was there, lanes do it one after the other. */
#include "backends/native/lanes.h"

#include <stdio.h>

/* $p is the place, $t the type of elements, $i integers of their size, $a their
 * bytes, $s what they have in the names of LLVM's functions, $w the number of
 * lanes, $v what the operand is called as a vector, $m the mask's number, $r
 * that of the result, $z what makes an index of a number of $w bits, $n numbers
 * what is here. */
typedef struct words {
    pk_native_emitter *e;
    const pk_inst *inst;
    uint32_t n, mask;
} words;

static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const words *w = arg;
    const pk_value *old = w->inst->results[0];

    switch (at[1]) {
    case 'p': pk_native_put_value(w->e, w->inst->args[0]); break;
    case 't': pk_text_put(out, pk_native_type(old->type)); break;
    case 'i': pk_text_printf(out, "i%u", 8 * pk_type_bytes(old->type)); break;
    case 'a': pk_text_uint(out, pk_type_bytes(old->type)); break;
    case 's': pk_text_put(out, pk_native_suffix(old->type)); break;
    case 'w': pk_text_uint(out, w->e->lanes); break;
    case 'v': pk_text_put(out, w->e->operands[1]); break;
    case 'm': pk_text_uint(out, w->mask); break;
    case 'r': pk_text_uint(out, pk_native_id(w->e, old)); break;
    case 'z': pk_text_put(out, w->e->lanes < 64 ? "zext" : "bitcast"); break;
    case 'n': pk_text_uint(out, w->n); break;
    }
    return at + 2;
}

static void put(const words *w, const char *text) {
    pk_text_expand(w->e->out, text, "$", put_letter, (void *)(uintptr_t)w);
}

/* The name of LLVM's reduction, and what changes nothing in it. */
typedef struct reduction {
    const char *name;
    uint64_t none;
} reduction;

static reduction reduction_of(const pk_inst *inst) {
    const pk_type type = inst->results[0]->type;
    const bool is_signed = pk_type_is_signed(type);
    const uint64_t ones = UINT64_MAX >> (64 - 8 * pk_type_bytes(type));
    const uint64_t most = is_signed ? ones >> 1 : ones;

    switch ((int)pk_native_combines(inst->op)) {
    case PK_OP_atomic_and: return (reduction){"and", ones};
    case PK_OP_atomic_or: return (reduction){"or", 0};
    case PK_OP_atomic_xor: return (reduction){"xor", 0};
    case PK_OP_atomic_min:
        return (reduction){is_signed ? "smin" : "umin", most};
    case PK_OP_atomic_max:
        return (reduction){is_signed ? "smax" : "umax", ones - most};
    }
    return (reduction){"add", 0};
}

/* As often as there are lanes that take part. */
static void put_product(const words *w) {
    const uint32_t bits = 8 * pk_type_bytes(w->inst->results[0]->type);
    const uint32_t lanes = w->e->lanes;

    if (w->mask) {
        put(w, "  %w$n.bits = bitcast <$w x i1> %m$m to i$w\n"
               "  %w$n.few = call i$w @llvm.ctpop.i$w(i$w %w$n.bits)\n");
        pk_text_printf(w->e->out, "  %%w%u.count = %s ", w->n,
                       lanes < bits   ? "zext"
                       : lanes > bits ? "trunc"
                                      : "bitcast");
        put(w, "i$w %w$n.few to $t\n");
    }
    put(w, "  %w$n = mul $t ");
    pk_native_put_value(w->e, w->inst->args[1]);
    put(w, w->mask ? ", %w$n.count\n" : ", $w\n");
}

/* The operand of lanes that take part, and of others what changes nothing. */
static void put_some(const words *w, uint64_t none) {
    pk_native_emitter *e = w->e;

    if (!w->mask)
        return;
    put(w, "  %w$n.some = select <$w x i1> %m$m, <$w x $t> $v, <$w x $t> "
           "splat ($t ");
    pk_native_put_const(e->out, w->inst->results[0]->type, none);
    pk_text_put(e->out, ")\n");
    snprintf(e->operands[1], sizeof e->operands[1], "%%w%u.some", w->n);
}

/* Integers are put together first; then that is done once. */
static void put_together(const words *w) {
    pk_native_emitter *e = w->e;
    const reduction how = reduction_of(w->inst);
    const pk_op op = pk_native_combines(w->inst->op);
    const bool alike = class_of(w->inst->args[1]) < AFFINE;
    char name[24];

    snprintf(name, sizeof name, "%%w%u", w->n);
    e->called[1] = name;
    if (alike && op == PK_OP_atomic_add) {
        put_product(w);
    } else if (!alike || op == PK_OP_atomic_xor) {
        pk_native_lane_operand(e, w->inst, 1);
        put_some(w, how.none);
        pk_text_printf(e->out, "  %%w%u = call ", w->n);
        put(w, "$t @llvm.vector.reduce.");
        pk_text_put(e->out, how.name);
        put(w, ".v$w$s(<$w x $t> $v)\n");
    } else {
        e->called[1] = NULL; /* it makes no difference how often */
    }
    pk_native_put_op(e, w->inst);
    e->called[1] = NULL;
}

/* Floats are added one lane after the other to what is there, as threads do
 * that run one by one; another thread comes in between lanes, or it does not.
 */
static void put_in_order(const words *w) {
    static const char add[] =
        "  %w$n.first = load atomic $i, ptr $p monotonic, align $a\n"
        "  br label %adds$n\n"
        "adds$n:\n"
        "  br label %add$n\n"
        "add$n:\n"
        "  %w$n.seen = phi $i [ %w$n.first, %adds$n ], [ %w$n.was, %add$n ]\n"
        "  %w$n.old = bitcast $i %w$n.seen to $t\n"
        "  %w$n = call $t @llvm.vector.reduce.fadd.v$w$s($t %w$n.old, <$w x "
        "$t> $v)\n"
        "  %w$n.new = bitcast $t %w$n to $i\n"
        "  %w$n.pair = cmpxchg ptr $p, $i %w$n.seen, $i %w$n.new monotonic "
        "monotonic\n"
        "  %w$n.was = extractvalue { $i, i1 } %w$n.pair, 0\n"
        "  %w$n.done = extractvalue { $i, i1 } %w$n.pair, 1\n"
        "  br i1 %w$n.done, label %added$n, label %add$n\n"
        "added$n:\n";
    pk_native_emitter *e = w->e;
    const pk_type type = w->inst->results[0]->type;

    pk_native_lane_operand(e, w->inst, 1);
    if (w->inst->op == PK_OP_atomic_sub) {
        put(w, "  %w$n.less = fneg <$w x $t> $v\n");
        snprintf(e->operands[1], sizeof e->operands[1], "%%w%u.less", w->n);
    }
    put_some(w, UINT64_C(1) << (8 * pk_type_bytes(type) - 1)); /* -0 */
    put(w, add);
}

/* Lanes change one place, if any of them takes part: it may not be there else.
 */
static void put_combined(pk_native_emitter *e, const pk_inst *inst) {
    words w = {.e = e, .inst = inst, .mask = pk_native_take_mask(e)};

    w.n = ++e->labels;
    if (w.mask) {
        pk_native_put_any(e, w.mask);
        put(&w, "  br i1 %m$m.any, label %some$n, label %none$n\nsome$n:\n");
    }
    if (pk_type_is_float(inst->results[0]->type))
        put_in_order(&w);
    else
        put_together(&w);
    if (w.mask)
        put(&w, "  br label %none$n\nnone$n:\n");
}

/* ---- one lane after the other ---- */

/* Operands that differ between lanes go to memory. */
static void keep_operand(const words *w, uint32_t i) {
    pk_native_emitter *e = w->e;
    const pk_type type = w->inst->args[i]->type;
    const int letter = (int)('a' + i);

    if (class_of(w->inst->args[i]) < AFFINE)
        return;
    pk_native_lane_operand(e, w->inst, i);
    pk_text_printf(&e->allocas, "  %%each%u.%c.all = alloca <%u x %s>\n", w->n,
                   letter, (unsigned)e->lanes, pk_native_type(type));
    pk_text_put(e->out, "  store ");
    pk_native_put_lanes_type(e, type);
    pk_text_printf(e->out, " %s, ptr %%each%u.%c.all\n", e->operands[i], w->n,
                   letter);
}

/* The operand of lane %each<n>.k; as it is where it is the same for all. */
static void take_operand(const words *w, uint32_t i, char name[32]) {
    pk_native_emitter *e = w->e;
    const char *type = pk_native_type(w->inst->args[i]->type);

    if (class_of(w->inst->args[i]) < AFFINE)
        return;
    snprintf(name, 32, "%%each%u.%c", w->n, (int)('a' + i));
    pk_text_printf(e->out,
                   "  %s.at = getelementptr %s, ptr %s.all, i64 %%each%u.k\n"
                   "  %s = load %s, ptr %s.at\n",
                   name, type, name, w->n, name, type, name);
    e->called[i] = name;
}

static void put_each_update(pk_native_emitter *e, const pk_inst *inst) {
    static const char head[] =
        "  br label %each$n\n"
        "each$n:\n"
        "  br label %each$n.head\n"
        "each$n.head:\n"
        "  %each$n.left = phi i$w [ %each$n.bits, %each$n ], [ %each$n.rest, "
        "%each$n.next ]\n"
        "  %each$n.go = icmp ne i$w %each$n.left, 0\n"
        "  br i1 %each$n.go, label %each$n.body, label %each$n.end\n"
        "each$n.body:\n"
        "  %each$n.first = call i$w @llvm.cttz.i$w(i$w %each$n.left, i1 true)\n"
        "  %each$n.k = $z i$w %each$n.first to i64\n";
    static const char keep[] =
        "  %each$n.to = getelementptr $t, ptr %each$n.old, i64 %each$n.k\n"
        "  store $t %v$r.u, ptr %each$n.to\n";
    static const char tail[] =
        "  br label %each$n.next\n"
        "each$n.next:\n"
        "  %each$n.less = sub i$w %each$n.left, 1\n"
        "  %each$n.rest = and i$w %each$n.left, %each$n.less\n"
        "  br label %each$n.head\n"
        "each$n.end:\n"
        "  %v$r.v = load <$w x $t>, ptr %each$n.old\n";
    words w = {.e = e, .inst = inst, .mask = pk_native_take_mask(e)};
    char names[2][32];

    w.n = ++e->labels;
    for (uint32_t i = 0; i < 2; i++)
        keep_operand(&w, i);
    pk_text_printf(&e->allocas, "  %%each%u.old = alloca <%u x %s>\n", w.n,
                   (unsigned)e->lanes, pk_native_type(inst->results[0]->type));
    put(&w, w.mask ? "  %each$n.bits = bitcast <$w x i1> %m$m to i$w\n"
                   : "  %each$n.bits = add i$w -1, 0\n");
    put(&w, head);
    for (uint32_t i = 0; i < 2; i++)
        take_operand(&w, i, names[i]);
    set_class(inst->results[0], SAME, 0); /* in here */
    pk_native_put_op(e, inst);
    e->called[0] = e->called[1] = NULL;
    if (!pk_native_private_of(e, inst)) /* else nothing reads what was there */
        put(&w, keep);
    set_class(inst->results[0], VECTOR, 0);
    put(&w, tail);
}

void pk_native_put_lane_update(pk_native_emitter *e, const pk_inst *inst) {
    if (is_wide(inst->results[0]))
        put_each_update(e, inst);
    else
        put_combined(e, inst);
}
