/* SPDX-License-Identifier: Apache-2.0 */
/* Control that differs between lanes, by masks.
 *
 * %exec.N holds the lanes of lane loop N that take part. A construct M that
 * lanes leave at different times collects those that break out of it in
 * %out.M and those that continue in %again.M; they wait there, and take part
 * again behind it or in the next iteration. Where none can go beyond it, %out.M
 * has all that entered it from the start. Idle lanes may compute anything:
 * what a mask lets through is chosen by select, which stops poison. */
#include "backends/native/lanes.h"

#include "core/ir_data.h"
#include "core/within.h"

bool pk_native_is_varying(const pk_inst *inst) {
    return class_of(inst->args[0]) >= AFFINE;
}

bool pk_native_is_way_out(const pk_inst *inst) {
    return is_way_out(inst);
}

bool pk_native_diverges(const pk_inst *inst) {
    return diverges(inst);
}

typedef struct construct {
    const pk_native_emitter *e;
    uint32_t n;
} construct;

/* $m is a mask's type in memory, $b that of a mask that instructions take, $w
 * the number of lanes, $e %exec.N, $n the number of the construct, $c the first
 * operand. */
static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const construct *m = arg;
    const pk_native_emitter *e = m->e;

    switch (at[1]) {
    case 'm':
        pk_text_printf(out, "<%u x i%u>", (unsigned)e->lanes, e->mask_bits);
        break;
    case 'b': pk_text_printf(out, "<%u x i1>", (unsigned)e->lanes); break;
    case 'w': pk_text_uint(out, e->lanes); break;
    case 'e': pk_text_printf(out, "%%exec.%u", e->lane_loop); break;
    case 'n': pk_text_uint(out, m->n); break;
    case 'c': pk_text_put(out, e->operands[0]); break;
    }
    return at + 2;
}

static void put_text(pk_native_emitter *e, const char *text, uint32_t n) {
    pk_text_expand(e->out, text, "$", put_letter, &(construct){.e = e, .n = n});
}

/* A mask of more than a bit for each lane has all of them or none. */
uint32_t pk_native_put_mask(pk_native_emitter *e) {
    uint32_t n = ++e->labels;

    put_text(e,
             e->mask_bits == 1
                 ? "  %m$n = load $m, ptr $e\n"
                 : "  %m$n.w = load $m, ptr $e\n"
                   "  %m$n = icmp slt $m %m$n.w, zeroinitializer\n",
             n);
    return n;
}

/* Prints `count` lanes from the first on, for a shuffle. */
static void put_lanes_from(pk_native_emitter *e, uint32_t first,
                           uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        pk_text_printf(e->out, "%si32 %u", i ? ", " : "<", first + i);
    pk_text_put(e->out, ">\n");
}

/* Halves of a wide mask are put together until one register holds them, which
 * processors compare with 0 as a whole. */
static void put_any_of_wide(pk_native_emitter *e, uint32_t n) {
    const uint32_t bits = e->mask_bits;
    uint32_t lanes = e->lanes, last = n;

    for (; lanes * bits > 8 * e->options->vectors.bytes; lanes /= 2) {
        const uint32_t k = ++e->labels;
        for (uint32_t half = 0; half < 2; half++) {
            pk_text_printf(e->out,
                           "  %%m%u.%u = shufflevector <%u x i%u> %%m%u.w, <%u "
                           "x i%u> poison, <%u x i32> ",
                           k, half, lanes, bits, last, lanes, bits, lanes / 2);
            put_lanes_from(e, half * lanes / 2, lanes / 2);
        }
        pk_text_printf(e->out, "  %%m%u.w = or <%u x i%u> %%m%u.0, %%m%u.1\n",
                       k, lanes / 2, bits, k, k);
        last = k;
    }
    pk_text_printf(e->out,
                   "  %%m%u.bits = bitcast <%u x i%u> %%m%u.w to i%u\n"
                   "  %%m%u.any = icmp ne i%u %%m%u.bits, 0\n",
                   n, lanes, bits, last, lanes * bits, n, lanes * bits, n);
}

void pk_native_put_any(pk_native_emitter *e, uint32_t n) {
    if (e->mask_bits > 1)
        put_any_of_wide(e, n);
    else
        put_text(e,
                 "  %m$n.bits = bitcast $m %m$n to i$w\n"
                 "  %m$n.any = icmp ne i$w %m$n.bits, 0\n",
                 n);
}

/* The mask as it is in memory, as %mN. */
static uint32_t put_whole(pk_native_emitter *e) {
    uint32_t n = ++e->labels;

    put_text(e, "  %m$n = load $m, ptr $e\n", n);
    return n;
}

/* An arm that does nothing but leave runs without a jump around it. */
static bool is_exit_only(const pk_region *region) {
    return region->first && region->first == region->last &&
           region->first->target;
}

/* Runs the region with the lanes in %exec, unless there are none. */
static void put_arm(pk_native_emitter *e, const pk_region *region, uint32_t n,
                    const char *arm) {
    uint32_t m;

    if (!region->first)
        return;
    if (is_exit_only(region)) {
        pk_native_put_region(e, region);
        return;
    }
    m = pk_native_put_mask(e);
    pk_native_put_any(e, m);
    pk_text_printf(e->out,
                   "  br i1 %%m%u.any, label %%if%u.%s, label %%if%u.%s.end\n"
                   "if%u.%s:\n",
                   m, n, arm, n, arm, n, arm);
    pk_native_put_region(e, region);
    pk_text_printf(e->out, "  br label %%if%u.%s.end\nif%u.%s.end:\n", n, arm,
                   n, arm);
}

/* ---- exits on which lanes agree ---- */

/* A condition is `v`, or its negation. Whether it is one of two others, of
 * which one is the same in all lanes. */
static bool is_split(const pk_value *v, bool negated) {
    if (pk_is_op(v, PK_OP_not))
        return is_split(v->def->args[0], !negated);
    return pk_is_op(v, negated ? PK_OP_and : PK_OP_or) &&
           (class_of(v->def->args[0]) < AFFINE ||
            class_of(v->def->args[1]) < AFFINE ||
            is_split(v->def->args[0], negated) ||
            is_split(v->def->args[1], negated));
}

/* All lanes take the exit, or none does. */
static void put_exit_of_all(pk_native_emitter *e, const pk_inst *inst,
                            const pk_value *v, bool negated) {
    const uint32_t n = ++e->labels;

    pk_text_put(e->out, "  br i1 ");
    pk_native_put_value(e, v);
    pk_text_printf(e->out, ", label %%if%u.%s, label %%if%u.%s\nif%u.then:\n",
                   n, negated ? "end" : "then", n, negated ? "then" : "end", n);
    e->for_all = true;
    pk_native_put_part(e, inst->body, "if", n, ".end");
    e->for_all = false;
    pk_text_printf(e->out, "if%u.end:\n", n);
}

static void put_varying(pk_native_emitter *e, const pk_inst *inst,
                        const pk_value *v, bool negated);

/* The exit in parts, those on which lanes agree first. */
static void put_split(pk_native_emitter *e, const pk_inst *inst,
                      const pk_value *v, bool negated) {
    if (pk_is_op(v, PK_OP_not)) {
        put_split(e, inst, v->def->args[0], !negated);
    } else if (is_split(v, negated)) {
        const int same = class_of(v->def->args[1]) < AFFINE;
        put_split(e, inst, v->def->args[same], negated);
        put_split(e, inst, v->def->args[1 - same], negated);
    } else if (class_of(v) < AFFINE) {
        put_exit_of_all(e, inst, v, negated);
    } else {
        put_varying(e, inst, v, negated);
    }
}

/* The lanes in which the condition is true and those in which it is false, as
 * %iN.yes and %iN.no. Idle lanes may have poison for a condition. */
static void put_both_masks(pk_native_emitter *e, uint32_t n) {
    put_text(e,
             e->mask_bits == 1
                 ? "  %i$n.was = load $m, ptr $e\n"
                   "  %i$n.not = xor $m $c, splat (i1 true)\n"
                   "  %i$n.yes = select $m %i$n.was, $m $c, $m "
                   "zeroinitializer\n"
                   "  %i$n.no = select $m %i$n.was, $m %i$n.not, $m "
                   "zeroinitializer\n"
                 : "  %i$n.was = load $m, ptr $e\n"
                   "  %i$n.on = freeze $b $c\n"
                   "  %i$n.off = xor $b %i$n.on, splat (i1 true)\n"
                   "  %i$n.with = sext $b %i$n.on to $m\n"
                   "  %i$n.without = sext $b %i$n.off to $m\n"
                   "  %i$n.yes = and $m %i$n.was, %i$n.with\n"
                   "  %i$n.no = and $m %i$n.was, %i$n.without\n",
             n);
}

static void put_varying(pk_native_emitter *e, const pk_inst *inst,
                        const pk_value *v, bool negated) {
    uint32_t n = ++e->labels;

    pk_native_lane_value(e, v, 0);
    put_both_masks(e, n);
    put_text(e,
             negated ? "  store $m %i$n.no, ptr $e\n"
                     : "  store $m %i$n.yes, ptr $e\n",
             n);
    e->masked++;
    put_arm(e, inst->body, n, "then");
    put_text(e,
             negated ? "  %i$n.a = load $m, ptr $e\n"
                       "  store $m %i$n.yes, ptr $e\n"
                     : "  %i$n.a = load $m, ptr $e\n"
                       "  store $m %i$n.no, ptr $e\n",
             n);
    put_arm(e, inst->other, n, "else");
    e->masked--;
    put_text(e,
             "  %i$n.b = load $m, ptr $e\n"
             "  %i$n.both = or $m %i$n.a, %i$n.b\n"
             "  store $m %i$n.both, ptr $e\n",
             n);
}

void pk_native_put_varying_if(pk_native_emitter *e, const pk_inst *inst) {
    if (is_exit_only(inst->body) && !inst->other->first &&
        is_split(inst->args[0], false))
        put_split(e, inst, inst->args[0], false);
    else
        put_varying(e, inst, inst->args[0], false);
}

/* A load of mask number `n` of a kind. */
static void put_load(pk_native_emitter *e, const char *place, uint32_t n) {
    put_text(e, "load $m, ptr ", 0);
    pk_text_printf(e->out, "%%%s.%u\n", place, n);
}

typedef struct exits {
    const pk_inst *construct;
    bool outer; /* some lead to what is behind a construct around */
} exits;

static void look_at_exit(pk_inst *inst, void *arg) {
    exits *x = arg;

    x->outer |= inst->target && !pk_inst_is_within(inst->target, x->construct);
}

/* Whether all lanes that enter the construct come to its end: then the mask in
 * front of it is the one behind it, and those that break out of it are in no
 * mask meanwhile. */
static bool keeps_lanes(const pk_inst *inst) {
    exits x = {.construct = inst};

    pk_region_visit(inst->body, look_at_exit, &x);
    return !x.outer;
}

/* An exit to the next thread (`items`) needs no mask: nothing waits there. */
void pk_native_put_masked_exit(pk_native_emitter *e, const pk_inst *inst,
                               uint32_t target) {
    const bool leaves = inst->op == PK_OP_break;
    const char *place = leaves ? "out" : "again";
    uint32_t n;

    if (!(inst->target->flags & PK_INST_items) &&
        !(leaves && keeps_lanes(inst->target))) {
        n = put_whole(e);
        pk_text_printf(e->out, "  %%m%u.old = ", n);
        put_load(e, place, target);
        put_text(e,
                 "  %m$n.new = or $m %m$n.old, %m$n\n"
                 "  store $m %m$n.new, ptr ",
                 n);
        pk_text_printf(e->out, "%%%s.%u\n", place, target);
    }
    put_text(e, "  store $m zeroinitializer, ptr $e\n", 0);
}

void pk_native_put_entering(pk_native_emitter *e, const pk_inst *inst,
                            uint32_t n) {
    uint32_t m;

    pk_text_printf(&e->allocas,
                   "  %%out.%u = alloca <%u x i%u>\n"
                   "  %%again.%u = alloca <%u x i%u>\n",
                   n, (unsigned)e->lanes, e->mask_bits, n, (unsigned)e->lanes,
                   e->mask_bits);
    if (keeps_lanes(inst)) {
        m = put_whole(e);
        pk_text_printf(e->out, "  store ");
        put_text(e, "$m %m$n, ptr ", m);
        pk_text_printf(e->out, "%%out.%u\n", n);
    } else {
        put_text(e, "  store $m zeroinitializer, ptr %out.$n\n", n);
    }
    put_text(e, "  store $m zeroinitializer, ptr %again.$n\n", n);
    e->masked++;
}

void pk_native_put_landing(pk_native_emitter *e, const char *word, uint32_t n,
                           const char *next) {
    uint32_t m;

    pk_text_printf(e->out, "%s%u.land:\n", word, n);
    m = put_whole(e);
    pk_text_printf(e->out, "  %%m%u.again = ", m);
    put_load(e, "again", n);
    put_text(e,
             "  %m$n.0 = or $m %m$n, %m$n.again\n"
             "  store $m %m$n.0, ptr $e\n",
             m);
    put_text(e, "  store $m zeroinitializer, ptr %again.$n\n", n);
    m = pk_native_put_mask(e);
    pk_native_put_any(e, m);
    pk_text_printf(e->out,
                   "  br i1 %%m%u.any, label %%%s%u%s, label %%%s%u.end\n", m,
                   word, n, next, word, n);
}

void pk_native_put_leaving(pk_native_emitter *e, const pk_inst *inst,
                           uint32_t n) {
    const bool all = keeps_lanes(inst);
    uint32_t m = all ? ++e->labels : put_whole(e);

    pk_text_printf(e->out, "  %%m%u.out = ", m);
    put_load(e, "out", n);
    put_text(e,
             all ? "  store $m %m$n.out, ptr $e\n"
                 : "  %m$n.0 = or $m %m$n, %m$n.out\n"
                   "  store $m %m$n.0, ptr $e\n",
             m);
    e->masked--;
}
