/* SPDX-License-Identifier: Apache-2.0 */
/* Control that differs between lanes, by masks.
 *
 * %exec.N holds the lanes of lane loop N that take part. A construct M that
 * lanes leave at different times collects those that break out of it in
 * %out.M and those that continue in %again.M; they wait there, and take part
 * again behind it or in the next iteration. Idle lanes may compute anything:
 * what a mask lets through is chosen by select, which stops poison. */
#include "backends/native/lanes.h"

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

/* $m is the mask's type, $w the number of lanes, $e %exec.N, $n the number of
 * the construct, $c the first operand. */
static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const construct *m = arg;
    const pk_native_emitter *e = m->e;

    switch (at[1]) {
    case 'm': pk_text_printf(out, "<%u x i1>", (unsigned)e->lanes); break;
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

uint32_t pk_native_put_mask(pk_native_emitter *e) {
    uint32_t n = ++e->labels;

    put_text(e, "  %m$n = load $m, ptr $e\n", n);
    return n;
}

void pk_native_put_any(pk_native_emitter *e, uint32_t n) {
    put_text(e,
             "  %m$n.bits = bitcast $m %m$n to i$w\n"
             "  %m$n.any = icmp ne i$w %m$n.bits, 0\n",
             n);
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

void pk_native_put_varying_if(pk_native_emitter *e, const pk_inst *inst) {
    uint32_t n = ++e->labels;

    pk_native_lane_operand(e, inst, 0);
    put_text(e,
             "  %i$n.was = load $m, ptr $e\n"
             "  %i$n.not = xor $m $c, splat (i1 true)\n"
             "  %i$n.then = select $m %i$n.was, $m $c, $m zeroinitializer\n"
             "  %i$n.else = select $m %i$n.was, $m %i$n.not, $m "
             "zeroinitializer\n"
             "  store $m %i$n.then, ptr $e\n",
             n);
    e->masked++;
    put_arm(e, inst->body, n, "then");
    put_text(e,
             "  %i$n.a = load $m, ptr $e\n"
             "  store $m %i$n.else, ptr $e\n",
             n);
    put_arm(e, inst->other, n, "else");
    e->masked--;
    put_text(e,
             "  %i$n.b = load $m, ptr $e\n"
             "  %i$n.both = or $m %i$n.a, %i$n.b\n"
             "  store $m %i$n.both, ptr $e\n",
             n);
}

/* An exit to the next thread (`items`) needs no mask: nothing waits there. */
void pk_native_put_masked_exit(pk_native_emitter *e, const pk_inst *inst,
                               uint32_t target) {
    const char *place = inst->op == PK_OP_break ? "out" : "again";
    uint32_t n = pk_native_put_mask(e);

    if (!(inst->target->flags & PK_INST_items)) {
        pk_text_printf(e->out, "  %%m%u.old = load <%u x i1>, ptr %%%s.%u\n", n,
                       (unsigned)e->lanes, place, target);
        put_text(e, "  %m$n.new = or $m %m$n.old, %m$n\n", n);
        pk_text_printf(e->out, "  store <%u x i1> %%m%u.new, ptr %%%s.%u\n",
                       (unsigned)e->lanes, n, place, target);
    }
    put_text(e, "  store $m zeroinitializer, ptr $e\n", n);
}

void pk_native_put_entering(pk_native_emitter *e, uint32_t n) {
    pk_text_printf(&e->allocas,
                   "  %%out.%u = alloca <%u x i1>\n"
                   "  %%again.%u = alloca <%u x i1>\n",
                   n, (unsigned)e->lanes, n, (unsigned)e->lanes);
    put_text(e,
             "  store $m zeroinitializer, ptr %out.$n\n"
             "  store $m zeroinitializer, ptr %again.$n\n",
             n);
    e->masked++;
}

void pk_native_put_landing(pk_native_emitter *e, const char *word, uint32_t n,
                           const char *next) {
    uint32_t m;

    pk_text_printf(e->out, "%s%u.land:\n", word, n);
    m = pk_native_put_mask(e);
    pk_text_printf(e->out, "  %%m%u.again = load <%u x i1>, ptr %%again.%u\n",
                   m, (unsigned)e->lanes, n);
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

void pk_native_put_leaving(pk_native_emitter *e, uint32_t n) {
    uint32_t m = pk_native_put_mask(e);

    pk_text_printf(e->out, "  %%m%u.out = load <%u x i1>, ptr %%out.%u\n", m,
                   (unsigned)e->lanes, n);
    put_text(e,
             "  %m$n.0 = or $m %m$n, %m$n.out\n"
             "  store $m %m$n.0, ptr $e\n",
             m);
    e->masked--;
}
