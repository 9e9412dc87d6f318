/* SPDX-License-Identifier: Apache-2.0 */
/* Prints loops over groups of lanes, and those over what is left: groups of
 * fewer lanes, or of which some idle; and the locals of lanes: vectors in
 * memory, which LLVM has in registers. What else is in them is emit_lanes.c's.
 */
#include "backends/native/lanes.h"

#include "core/ir_data.h"

#include <stdio.h>

/* ---- locals ---- */

/* Lanes that do not take part keep what they have. */
static void keep_others(pk_native_emitter *e, const pk_inst *inst) {
    uint32_t n = pk_native_put_mask(e);

    pk_text_printf(e->out, "  %%m%u.old = load ", n);
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out,
                   ", ptr %%l.%s.%u\n  %%m%u.new = select <%u x i1> "
                   "%%m%u, ",
                   inst->local->name, e->lane_loop, n, (unsigned)e->lanes, n);
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, " %s, ", e->operands[0]);
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, " %%m%u.old\n", n);
    snprintf(e->operands[0], sizeof e->operands[0], "%%m%u.new", n);
}

/* A scalar has what lanes agree on, beside the vector. */
static void put_agreed(pk_native_emitter *e, const pk_inst *inst) {
    const char *type = pk_native_type(inst->local->type);

    if (inst->op == PK_OP_get) {
        pk_text_printf(e->out, "  %%v%u.u = load %s",
                       pk_native_id(e, inst->results[0]), type);
    } else {
        pk_text_printf(e->out, "  store %s ", type);
        pk_native_put_value(e, inst->args[0]);
    }
    pk_text_printf(e->out, ", ptr %%l.%s.%u.u\n", inst->local->name,
                   e->lane_loop);
}

/* Whether what is set is a sum of the local, as it is there, and something. */
static bool is_counted(const pk_inst *set) {
    const pk_value *v = set->args[0], *old;

    if (!pk_is_op(v, PK_OP_add) || !pk_type_is_int(v->type))
        return false;
    old = v->def->args[0];
    if (!pk_is_op(old, PK_OP_get) || old->def->local != set->local ||
        class_of(old) != SAME)
        return false;
    for (const pk_inst *i = set->prev; i; i = i->prev) {
        if (i == old->def)
            return true;
        if (pk_native_sets(i, set->local))
            return false;
    }
    return false;
}

/* Copies of the constant as %wN, which LLVM takes for any number: of a sum
 * under a mask of bits with a constant it makes a subtraction of the mask,
 * which it has to make a vector. */
static void put_hidden_splat(pk_native_emitter *e, const pk_value *v,
                             uint32_t n) {
    const char *type = pk_native_type(v->type);

    pk_text_printf(&e->allocas, "  %%w%u.at = alloca %s\n  store volatile %s ",
                   n, type, type);
    pk_native_put_const(&e->allocas, v->type, v->bits);
    pk_text_printf(&e->allocas,
                   ", ptr %%w%u.at\n"
                   "  %%w%u.by = load volatile %s, ptr %%w%u.at\n",
                   n, n, type, n);
    pk_text_printf(e->out, "  %%w%u.0 = insertelement ", n);
    pk_native_put_lanes_type(e, v->type);
    pk_text_printf(e->out,
                   " poison, %s %%w%u.by, i64 0\n  %%w%u = shufflevector ",
                   type, n, n);
    pk_native_put_lanes_type(e, v->type);
    pk_text_printf(e->out, " %%w%u.0, ", n);
    pk_native_put_lanes_type(e, v->type);
    pk_text_printf(e->out, " poison, <%u x i32> zeroinitializer\n",
                   (unsigned)e->lanes);
}

/* A vector counts for itself: scalars would have to be spread over it. */
static void put_count(pk_native_emitter *e, const pk_inst *set) {
    const pk_value *by = set->args[0]->def->args[1];
    uint32_t step, n;

    if (pk_is_const(by) && e->masked && e->mask_bits == 1)
        put_hidden_splat(e, by, step = ++e->labels);
    else
        step = pk_native_put_splat(e, by);
    n = ++e->labels;
    pk_text_printf(e->out, "  %%w%u.was = load ", n);
    pk_native_put_lanes_type(e, set->local->type);
    pk_text_printf(e->out, ", ptr %%l.%s.%u\n  %%w%u = add ", set->local->name,
                   e->lane_loop, n);
    pk_native_put_lanes_type(e, set->local->type);
    pk_text_printf(e->out, " %%w%u.was, %%w%u\n", n, step);
    snprintf(e->operands[0], sizeof e->operands[0], "%%w%u", n);
}

static void put_get(pk_native_emitter *e, const pk_inst *inst) {
    pk_text_printf(e->out, "  %%v%u.v = load ",
                   pk_native_id(e, inst->results[0]));
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, ", ptr %%l.%s.%u\n", inst->local->name,
                   e->lane_loop);
}

static void put_set(pk_native_emitter *e, const pk_inst *inst, bool agreed) {
    if (agreed && is_counted(inst))
        put_count(e, inst);
    else
        pk_native_lane_operand(e, inst, 0);
    if (e->masked)
        keep_others(e, inst);
    pk_text_put(e->out, "  store ");
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, " %s, ptr %%l.%s.%u\n", e->operands[0],
                   inst->local->name, e->lane_loop);
}

void pk_native_put_lane_local(pk_native_emitter *e, const pk_inst *inst) {
    const bool agreed = pk_native_agree(e->agreed, inst);

    if (agreed)
        put_agreed(e, inst);
    if (inst->op == PK_OP_set)
        put_set(e, inst, agreed);
    else if (!agreed)
        put_get(e, inst);
}

void pk_native_put_lane_locals(pk_native_emitter *e, uint32_t n) {
    for (const pk_local *l = e->fn->locals; l; l = l->next) {
        uint32_t w;

        if (!is_lane_local(l))
            continue;
        pk_text_printf(&e->allocas, "  %%l.%s.%u = alloca <%u x %s>\n", l->name,
                       n, (unsigned)e->lanes, pk_native_type(l->type));
        if (pk_native_is_agreed(e->agreed, l))
            pk_text_printf(&e->allocas, "  %%l.%s.%u.u = alloca %s\n", l->name,
                           n, pk_native_type(l->type));
        w = ++e->labels;
        pk_text_printf(e->out, "  %%w%u.s = load %s, ptr %%l.%s\n", w,
                       pk_native_type(l->type), l->name);
        pk_native_put_splat_of(e, l->type, "w", w, "s", w);
        pk_text_put(e->out, "  store ");
        pk_native_put_lanes_type(e, l->type);
        pk_text_printf(e->out, " %%w%u, ptr %%l.%s.%u\n", w, l->name, n);
    }
}

/* ---- loops ---- */

static void put_bounds(pk_native_emitter *e, const pk_inst *loop, uint32_t n) {
    static const char text[] =
        "  %$.some = icmp $< $t $a, $b\n"
        "  %$.gap = sub $t $b, $a\n"
        "  %$.span = select i1 %$.some, $t %$.gap, $t 0\n"
        "  %$.full = and $t %$.span, -$w\n"
        "  %$.mid = add $t $a, %$.full\n";

    pk_native_put_loop_text(e, loop, n, text);
}

/* The scalar loop begins behind the lanes, or at the first of those of which
 * one would leave. */
static void put_end(pk_native_emitter *e, const pk_inst *loop, uint32_t n) {
    if (!e->ways_out) {
        pk_text_printf(e->out, "for%u.end:\n", n);
        return;
    }
    pk_text_printf(e->out,
                   "for%u.end:\n  %%for%u.rest = phi %s [ %%for%u.mid, "
                   "%%for%u.head ]",
                   n, n, pk_native_type(loop->index->type), n, n);
    for (uint32_t i = e->ways_out; i-- > 0;)
        pk_text_printf(e->out, ", [ %%v%u.u, %%for%u.out%u ]",
                       pk_native_id(e, loop->index), n, i);
    pk_text_put(e->out, "\n");
}

void pk_native_put_way_out(pk_native_emitter *e, const pk_inst *inst) {
    const bool varies = pk_native_is_varying(inst);
    uint32_t n = e->lane_loop, k = e->ways_out++, w = ++e->labels, m = 0;

    if (e->masked)
        m = pk_native_put_mask(e);
    if (varies || m) {
        pk_native_lane_operand(e, inst, 0);
        pk_text_printf(e->out, "  %%w%u.out = select <%u x i1> ", w,
                       (unsigned)e->lanes);
        if (m)
            pk_text_printf(e->out, "%%m%u", m);
        else
            pk_text_put(e->out, "splat (i1 true)");
        pk_text_printf(e->out,
                       ", <%u x i1> %s, <%u x i1> zeroinitializer\n"
                       "  %%w%u.bits = bitcast <%u x i1> %%w%u.out to i%u\n"
                       "  %%w%u.any = icmp ne i%u %%w%u.bits, 0\n"
                       "  br i1 %%w%u.any",
                       (unsigned)e->lanes, e->operands[0], (unsigned)e->lanes,
                       w, (unsigned)e->lanes, w, (unsigned)e->lanes, w,
                       (unsigned)e->lanes, w, w);
    } else {
        pk_text_put(e->out, "  br i1 ");
        pk_native_put_value(e, inst->args[0]);
    }
    pk_text_printf(e->out,
                   ", label %%for%u.out%u, label %%for%u.on%u\n"
                   "for%u.out%u:\n  br label %%for%u.end\nfor%u.on%u:\n",
                   n, k, n, k, n, k, n, n, k);
}

/* Prints the bounds of the loop over what the lanes of loop `more` left, in
 * groups of fewer: whole ones, or in a tail all that there is. */
static void put_fewer_bounds(pk_native_emitter *e, const pk_inst *loop,
                             uint32_t n, uint32_t more) {
    const char *type = pk_native_type(loop->index->type);

    pk_text_printf(e->out,
                   "  %%for%u.left = sub %s %%for%u.span, %%for%u.full\n", n,
                   type, more, more);
    if (e->tail)
        pk_text_printf(e->out,
                       "  %%for%u.stop = add %s %%for%u.mid, %%for%u.left\n"
                       "  %%for%u.most = add %s %%for%u.left, %u\n",
                       n, type, more, n, n, type, n, (unsigned)e->lanes - 1);
    pk_text_printf(e->out,
                   "  %%for%u.full = and %s %%for%u.%s, -%u\n"
                   "  %%for%u.mid = add %s %%for%u.mid, %%for%u.full\n",
                   n, type, n, e->tail ? "most" : "left", (unsigned)e->lanes, n,
                   type, more, n);
}

uint32_t pk_native_put_lanes_below(pk_native_emitter *e, pk_type type,
                                   const char *count) {
    const char *word = pk_native_type(type);
    const uint32_t m = ++e->labels;

    pk_native_put_splat_of(e, type, "for", e->lane_loop, count, m);
    pk_text_printf(e->out, "  %%m%u = icmp ult <%u x %s> ", m,
                   (unsigned)e->lanes, word);
    pk_native_put_lane_steps(e, word, 1);
    pk_text_printf(e->out, ", %%w%u\n", m);
    return m;
}

/* All lanes take part at first, in a tail those of which there are threads. */
static void put_first_mask(pk_native_emitter *e, const pk_inst *loop,
                           uint32_t n) {
    const pk_type type = loop->index->type;
    uint32_t m = 0;

    pk_text_printf(&e->allocas, "  %%exec.%u = alloca <%u x i%u>\n", n,
                   (unsigned)e->lanes, e->mask_bits);
    if (e->tail) {
        pk_text_printf(e->out,
                       "  %%for%u.here = sub %s %%for%u.stop, %%v%u.u\n", n,
                       pk_native_type(type), n, pk_native_id(e, loop->index));
        m = pk_native_put_lanes_below(e, type, "here");
        if (e->mask_bits > 1)
            pk_text_printf(
                e->out, "  %%m%u.wide = sext <%u x i1> %%m%u to <%u x i%u>\n",
                m, (unsigned)e->lanes, m, (unsigned)e->lanes, e->mask_bits);
    }
    pk_text_printf(e->out, "  store <%u x i%u> ", (unsigned)e->lanes,
                   e->mask_bits);
    if (e->tail)
        pk_text_printf(e->out, "%%m%u%s", m, e->mask_bits > 1 ? ".wide" : "");
    else
        pk_text_printf(e->out, "splat (i%u -1)", e->mask_bits);
    pk_text_printf(e->out, ", ptr %%exec.%u\n", n);
}

/* Prints the loop over groups of lanes, from its start on, or from where the
 * lanes of loop number `more` ended. */
static void put_lane_loop(pk_native_emitter *e, pk_inst *loop, uint32_t more) {
    const char *type = pk_native_type(loop->index->type);
    uint32_t n = ++e->labels, id = pk_native_id(e, loop->index);

    loop->mark = (void *)(uintptr_t)n;
    e->lane_loop = n;
    e->ways_out = 0;
    pk_text_printf(e->out, "  br label %%for%u\nfor%u:\n", n, n);
    if (more)
        put_fewer_bounds(e, loop, n, more);
    else
        put_bounds(e, loop, n);
    pk_text_printf(e->out,
                   "  br label %%for%u.head\nfor%u.head:\n"
                   "  %%v%u.u = phi %s [ ",
                   n, n, id, type);
    if (more)
        pk_text_printf(e->out, "%%for%u.mid", more);
    else
        pk_native_put_value(e, loop->args[0]);
    pk_text_printf(e->out,
                   ", %%for%u ], [ %%v%u.u.next, %%for%u.next ]\n"
                   "  %%for%u.go = icmp ne %s %%v%u.u, %%for%u.mid\n"
                   "  br i1 %%for%u.go, label %%for%u.body, label "
                   "%%for%u.end\nfor%u.body:\n",
                   n, id, n, n, type, id, n, n, n, n, n);
    put_first_mask(e, loop, n);
    pk_text_printf(&e->allocas, "  %%idle.%u = alloca i64\n", n);
    pk_text_printf(e->out, "  store i64 0, ptr %%idle.%u\n", n);
    pk_native_put_lane_locals(e, n);
    e->masked = diverges(loop);
    pk_native_put_region(e, loop->body);
    e->masked = 0;
    if (!pk_region_ends(loop->body) || diverges(loop))
        pk_text_printf(e->out, "  br label %%for%u.next\n", n);
    pk_text_printf(e->out,
                   "for%u.next:\n"
                   "  %%v%u.u.next = add %s %%v%u.u, %u\n"
                   "  br label %%for%u.head\n",
                   n, id, type, id, (unsigned)e->lanes, n);
    put_end(e, loop, n);
}

/* The threads that are left run in groups of the fewest lanes, and where lanes
 * may idle the last of these has the rest. */
static void put_fewer_lanes(pk_native_emitter *e, pk_inst *loop) {
    e->lanes = PK_NATIVE_LEAST_LANES;
    e->fewer = true;
    put_lane_loop(e, loop, e->lane_loop);
    e->fewer = false;
}

/* Processors whose vectors have 64 bytes keep masks in registers of their own.
 * Others have them in vectors, as wide as what they are for. */
static uint32_t mask_bits(const pk_native_emitter *e, uint32_t bytes) {
    return e->options->vectors.bytes >= 64 || !bytes ? 1 : 8 * bytes;
}

bool pk_native_put_lanes(pk_native_emitter *e, pk_inst *loop, bool *rest) {
    pk_native_lane_facts facts;
    uint32_t rounds;
    bool whole;

    if (!pk_func_is_entry(e->fn) || e->lanes)
        return false;
    if (!pk_native_find_lanes(e, loop, e->options->lanes, &facts, &e->why)) {
        if (!e->why.words)
            pk_native_put_stream_loop(e, loop);
        return false;
    }
    e->agreed = facts.agreed;
    e->mask_bits = mask_bits(e, facts.bytes);
    e->lanes = pk_native_lane_count(e, loop, facts.bytes);
    pk_native_note_lanes(e, loop);
    e->frame->lanes = true;
    if (e->frame->melts && e->frame->melts < e->lanes)
        e->frame->melts = e->lanes;
    put_lane_loop(e, loop, 0);
    rounds = pk_native_rounds(loop);
    whole = rounds && rounds % e->lanes == 0 && !facts.leaves;
    e->tail = facts.idles && !whole;
    if (e->tail || (e->lanes > PK_NATIVE_LEAST_LANES && !e->ways_out && !whole))
        put_fewer_lanes(e, loop);
    *rest = !e->tail && !whole;
    e->tail = false;
    e->lanes = 0;
    e->agreed = NULL;
    pk_native_forget_lanes(loop);
    return true;
}
