/* SPDX-License-Identifier: Apache-2.0 */
/* Structured control as basic blocks. Each construct takes a number and names
 * its blocks by it; code that control cannot reach gets a block all the same,
 * and LLVM drops it.
 *
 * An innermost item loop says that its iterations are independent:
 * llvm.loop.parallel_accesses names the access group that the memory
 * operations inside carry. */
#include "backends/native/emit.h"

#include "core/address.h"
#include "core/within.h"
#include "recipe/report.h"

static uint32_t number_of(const pk_inst *inst) {
    return (uint32_t)(uintptr_t)inst->mark;
}

static uint32_t take_number(pk_native_emitter *e, pk_inst *inst) {
    uint32_t n = ++e->labels;

    inst->mark = (void *)(uintptr_t)n;
    return n;
}

/* Returns the prefix of the names of the construct's basic blocks. */
static const char *word_of(const pk_inst *inst) {
    switch (inst->op) {
    case PK_OP_for: return "for";
    case PK_OP_loop: return "loop";
    default: return "block";
    }
}

static void put_jump(pk_native_emitter *e, const char *word, uint32_t n,
                     const char *part) {
    pk_text_printf(e->out, "  br label %%%s%u%s\n", word, n, part);
}

static void put_label(pk_native_emitter *e, const char *word, uint32_t n,
                      const char *part) {
    pk_text_printf(e->out, "%s%u%s:\n", word, n, part);
}

static bool is_masked(const pk_native_emitter *e, const pk_inst *inst) {
    return e->lanes && pk_native_diverges(inst);
}

typedef struct continues {
    const pk_inst *loop;
    bool some;
} continues;

static void look_for_continue(pk_inst *inst, void *arg) {
    continues *c = arg;

    c->some |= inst->op == PK_OP_continue && inst->target == c->loop;
}

/* A break with which all lanes that are in the loop leave it. */
static bool is_break_of_all(const pk_native_emitter *e, const pk_inst *inst) {
    const pk_inst *around = inst->parent->owner;
    continues c = {.loop = inst->target};

    if (inst->op != PK_OP_break || inst->target->flags & PK_INST_items)
        return false;
    if (e->for_all)
        around = around->parent->owner;
    for (; around != inst->target; around = around->parent->owner)
        if (around->op != PK_OP_if || pk_native_is_varying(around))
            return false;
    pk_region_visit(inst->target->body, look_for_continue, &c);
    return !c.some;
}

/* An exit that some lanes take: control goes on. */
static bool is_masked_exit(const pk_native_emitter *e, const pk_inst *inst) {
    return inst->target && is_masked(e, inst->target) &&
           !is_break_of_all(e, inst);
}

/* A region, and a jump behind it unless it leaves by itself. */
void pk_native_put_part(pk_native_emitter *e, const pk_region *region,
                        const char *word, uint32_t n, const char *part) {
    pk_native_put_region(e, region);
    if (!pk_region_ends(region) || is_masked_exit(e, region->last))
        put_jump(e, word, n, part);
}

/* Whether the value says that a call has failed, a function of the host: the
 * last result of what may. */
static bool says_failed(const pk_value *v) {
    const pk_inst *call = v->kind == PK_VALUE_result ? v->def : NULL;

    if (!call || call->op != PK_OP_call ||
        call->results[call->result_count - 1] != v)
        return false;
    for (uint32_t i = 0; i < call->callee->param_count; i++)
        if (call->callee->params[i].arg == PK_REPORT_ARG)
            return true;
    return false;
}

/* Whether the function fails there. */
static bool is_failure(const pk_inst *inst) {
    const pk_inst *first = inst->body ? inst->body->first : NULL;

    return inst->op == PK_OP_if && first && first->op == PK_OP_store &&
           first->args[0]->kind == PK_VALUE_param &&
           ((const pk_param *)first->args[0]->mark)->arg == PK_REPORT_ARG;
}

static void put_if(pk_native_emitter *e, pk_inst *inst) {
    bool has_else = inst->other->first != NULL;
    uint32_t n;

    if (e->lanes && pk_native_is_way_out(inst)) {
        pk_native_put_way_out(e, inst);
        pk_native_put_region(e, inst->other);
        return;
    }
    if (e->lanes && pk_native_is_varying(inst)) {
        pk_native_put_varying_if(e, inst);
        return;
    }
    n = take_number(e, inst);
    pk_text_put(e->out, "  br i1 ");
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out, ", label %%if%u.then, label %%if%u.%s", n, n,
                   has_else ? "else" : "end");
    if (is_failure(inst) || (e->is_host && says_failed(inst->args[0])))
        pk_text_printf(e->out, ", !prof !%u", PK_NATIVE_RARE);
    pk_text_put(e->out, "\n");
    put_label(e, "if", n, ".then");
    pk_native_put_part(e, inst->body, "if", n, ".end");
    if (has_else) {
        put_label(e, "if", n, ".else");
        pk_native_put_part(e, inst->other, "if", n, ".end");
    }
    put_label(e, "if", n, ".end");
}

/* A `block` of the IR, which `break` leaves. Where lanes are masked, those that
 * leave it wait at its end for the others. */
static void put_block(pk_native_emitter *e, pk_inst *inst) {
    uint32_t n = take_number(e, inst);
    bool masked = is_masked(e, inst);

    if (masked)
        pk_native_put_entering(e, inst, n);
    pk_native_put_part(e, inst->body, "block", n, ".end");
    put_label(e, "block", n, ".end");
    if (masked)
        pk_native_put_leaving(e, inst, n);
}

bool pk_native_has_items(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if ((i->op == PK_OP_for && (i->flags & PK_INST_items)) ||
            (i->body && pk_native_has_items(i->body)) ||
            (i->other && pk_native_has_items(i->other)))
            return true;
    return false;
}

/* A store to what is one element in all rounds of the loop: it keeps a sum. */
static bool stores_sum(const pk_inst *inst, const pk_inst *loop) {
    return !pk_inst_is_within(inst->args[0]->def, loop);
}

/* Whether the region of the loop only computes and stores elements. */
static bool has_no_sums(const pk_inst *loop, const pk_region *region,
                        bool *stores) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        if (i->op == PK_OP_set || i->op == PK_OP_for || i->op == PK_OP_loop ||
            (i->op == PK_OP_store && stores_sum(i, loop)) ||
            (i->body && !has_no_sums(loop, i->body, stores)) ||
            (i->other && !has_no_sums(loop, i->other, stores)))
            return false;
        *stores |= i->op == PK_OP_store;
    }
    return true;
}

static bool fails(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if (is_failure(i) || (i->body && fails(i->body)) ||
            (i->other && fails(i->other)))
            return true;
    return false;
}

/* Loops of host functions are short as often as long. Without sums two vectors
 * in a round are as fast as four, and leave fewer elements over. */
static bool is_narrow(const pk_native_emitter *e, const pk_inst *inst) {
    bool stores = false;

    return e->is_host && inst->op == PK_OP_for &&
           !(inst->flags & PK_INST_items) &&
           has_no_sums(inst, inst->body, &stores) && stores;
}

/* The metadata of a loop: of an innermost item loop that it is parallel and to
 * be vectorised, of any that it may not be. What may fail in a round is mostly
 * a copy for unusual arguments (core/passes/unswitch.c), not worth its time.
 * Only loops that need no run-time tests, or few, may have the metadata: if
 * testing for overlap would take over 128 comparisons, LLVM 19 vectorises such
 * a loop without any test, of strides either (GeneratedRTChecks::Create). */
static void put_loop_node(pk_native_emitter *e, const pk_inst *inst) {
    bool items =
        (inst->flags & PK_INST_items) && !pk_native_has_items(inst->body);
    bool never = pk_native_chooses_for_some(inst) ||
                 (e->is_host && inst->op == PK_OP_for && fails(inst->body));
    bool always = items && e->group &&
                  (!e->ungrouped || pk_native_has_few_accesses(inst));
    bool narrow = !never && is_narrow(e, inst);
    bool noted = pk_native_note_loop(e, inst, e->nodes);
    uint32_t node;

    e->frame->scalar |= items && !e->rest;
    if (!items && !never && !narrow && !noted)
        return;
    node = e->nodes++;
    pk_text_printf(e->out, ", !llvm.loop !%u", node);
    pk_text_printf(&e->meta, "!%u = distinct !{!%u", node, node);
    if (never || always)
        pk_text_put(&e->meta, never ? ", !2" : ", !1");
    if (items && !e->is_host)
        pk_text_put(&e->meta, ", !0");
    if (narrow)
        pk_text_put(&e->meta,
                    ", !0, !{!\"llvm.loop.interleave.count\", i32 2}");
    if (items && e->group)
        pk_text_printf(&e->meta, ", !{!\"llvm.loop.parallel_accesses\", !%u}",
                       e->group);
    if (noted)
        pk_text_printf(&e->meta, ", !{!\"" PK_NATIVE_MARK "\", i32 %u}", node);
    pk_text_put(&e->meta, "}\n");
    if (items)
        e->group = 0;
}

static void put_loop(pk_native_emitter *e, pk_inst *inst) {
    uint32_t n = take_number(e, inst);
    bool masked = is_masked(e, inst);

    if (masked)
        pk_native_put_entering(e, inst, n);
    put_jump(e, "loop", n, "");
    put_label(e, "loop", n, "");
    pk_native_put_stop(e);
    pk_native_put_region(e, inst->body);
    if (!pk_region_ends(inst->body) || is_masked_exit(e, inst->body->last)) {
        pk_text_printf(e->out, "  br label %%loop%u%s", n,
                       masked ? ".land" : "");
        if (!masked)
            put_loop_node(e, inst);
        pk_text_put(e->out, "\n");
    }
    if (masked)
        pk_native_put_landing(e, "loop", n, "");
    put_label(e, "loop", n, ".end");
    if (masked)
        pk_native_put_leaving(e, inst, n);
}

/* ---- for ---- */

typedef struct loop_head {
    pk_native_emitter *e;
    const pk_inst *loop;
    uint32_t n;
} loop_head;

static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const loop_head *h = arg;
    pk_type type = h->loop->args[0]->type;
    bool is_signed = pk_type_is_signed(type);

    switch (at[1]) {
    case 't': pk_text_put(out, pk_native_type(type)); break;
    case 'a':
    case 'b':
    case 'c': pk_native_put_value(h->e, h->loop->args[at[1] - 'a']); break;
    case 'w': pk_text_uint(out, h->e->lanes); break;
    case '<': pk_text_put(out, is_signed ? "slt" : "ult"); break;
    case '>': pk_text_put(out, is_signed ? "sgt" : "ugt"); break;
    default: pk_text_printf(out, "for%u", h->n); return at + 1;
    }
    return at + 2;
}

void pk_native_put_loop_text(pk_native_emitter *e, const pk_inst *loop,
                             uint32_t n, const char *text) {
    pk_text_expand(e->out, text, "$", put_letter,
                   &(loop_head){.e = e, .loop = loop, .n = n});
}

/* How often Python's range(start, stop, step) runs, as %forN.count: the
 * distance is taken as unsigned, where it always fits. */
static void put_count(pk_native_emitter *e, const pk_inst *inst, uint32_t n) {
    static const char text[] =
        "  %$.up = icmp $> $t $c, 0\n"
        "  %$.low = select i1 %$.up, $t $a, $t $b\n"
        "  %$.high = select i1 %$.up, $t $b, $t $a\n"
        "  %$.back = sub $t 0, $c\n"
        "  %$.by = select i1 %$.up, $t $c, $t %$.back\n"
        "  %$.moves = icmp ne $t %$.by, 0\n"
        "  %$.d = select i1 %$.moves, $t %$.by, $t 1\n"
        "  %$.some = icmp $< $t %$.low, %$.high\n"
        "  %$.any = and i1 %$.some, %$.moves\n"
        "  %$.span = sub $t %$.high, %$.low\n"
        "  %$.reach = sub $t %$.span, 1\n"
        "  %$.whole = udiv $t %$.reach, %$.d\n"
        "  %$.more = add $t %$.whole, 1\n"
        "  %$.count = select i1 %$.any, $t %$.more, $t 0\n";

    pk_native_put_loop_text(e, inst, n, text);
}

/* The loop's head when the step is 1: the index itself is compared. It stays
 * below the stop, so the next one does not wrap. */
static void put_head_by_one(pk_native_emitter *e, const pk_inst *inst,
                            uint32_t n) {
    const char *type = pk_native_type(inst->index->type);
    const char *mark = pk_native_lane_mark(e, inst->index);
    uint32_t id = pk_native_id(e, inst->index);
    bool strips = pk_native_has_strips(e, inst);

    pk_text_printf(e->out, "  %%v%u%s = phi %s [ ", id, mark, type);
    if (strips)
        pk_text_printf(e->out, "%%for%u.base", n);
    else if (e->after)
        pk_text_printf(e->out, "%%for%u.%s", e->after,
                       e->ways_out ? "rest" : "mid");
    else
        pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out,
                   ", %%for%u%s ], [ %%v%u%s.next, %%for%u.next ]\n"
                   "  %%for%u.go = icmp %s %s %%v%u%s, ",
                   n, strips ? ".strip" : "", id, mark, n, n,
                   pk_type_is_signed(inst->index->type) ? "slt" : "ult", type,
                   id, mark);
    e->after = 0;
    if (strips)
        pk_text_printf(e->out, "%%for%u.limit", n);
    else
        pk_native_put_value(e, inst->args[1]);
    pk_text_put(e->out, "\n");
}

static void put_next_by_one(pk_native_emitter *e, const pk_inst *inst) {
    bool is_signed = pk_type_is_signed(inst->index->type);
    bool from_zero = pk_is_const_int(inst->args[0], 0);

    const char *mark = pk_native_lane_mark(e, inst->index);

    pk_text_printf(e->out, "  %%v%u%s.next = add%s%s %s %%v%u%s, 1\n",
                   pk_native_id(e, inst->index), mark,
                   is_signed && !from_zero ? "" : " nuw",
                   is_signed ? " nsw" : "", pk_native_type(inst->index->type),
                   pk_native_id(e, inst->index), mark);
}

/* Any other step: rounds are counted, and the index may wrap at the end. */
static void put_head_counted(pk_native_emitter *e, const pk_inst *inst,
                             uint32_t n) {
    const char *type = pk_native_type(inst->index->type);
    const char *mark = pk_native_lane_mark(e, inst->index);
    uint32_t id = pk_native_id(e, inst->index);
    bool strips = pk_native_has_strips(e, inst);
    const char *from = strips ? ".strip" : "";

    pk_text_printf(e->out, "  %%for%u.k = phi %s [ ", n, type);
    if (strips)
        pk_text_printf(e->out, "%%for%u.base", n);
    else
        pk_text_put(e->out, "0");
    pk_text_printf(e->out,
                   ", %%for%u%s ], [ %%for%u.k.next, %%for%u.next ]\n"
                   "  %%v%u%s = phi %s [ ",
                   n, from, n, n, id, mark, type);
    if (strips)
        pk_text_printf(e->out, "%%for%u.first", n);
    else
        pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out,
                   ", %%for%u%s ], [ %%v%u%s.next, %%for%u.next ]\n"
                   "  %%for%u.go = icmp ult %s %%for%u.k, %%for%u.%s\n",
                   n, from, id, mark, n, n, type, n, n,
                   strips ? "limit" : "count");
}

static void put_next_counted(pk_native_emitter *e, const pk_inst *inst,
                             uint32_t n) {
    const char *type = pk_native_type(inst->index->type);
    const char *mark = pk_native_lane_mark(e, inst->index);

    pk_text_printf(e->out,
                   "  %%for%u.k.next = add nuw %s %%for%u.k, 1\n"
                   "  %%v%u%s.next = add %s %%v%u%s, ",
                   n, type, n, pk_native_id(e, inst->index), mark, type,
                   pk_native_id(e, inst->index), mark);
    pk_native_put_value(e, inst->args[2]);
    pk_text_put(e->out, "\n");
}

/* Opens the access group of an innermost item loop. */
static void enter_items(pk_native_emitter *e, const pk_inst *inst) {
    if (!(inst->flags & PK_INST_items) || pk_native_has_items(inst->body) ||
        pk_native_needs_order(e->fn, inst))
        return;
    e->group = e->nodes++;
    e->ungrouped = false;
    pk_text_printf(&e->meta, "!%u = distinct !{}\n", e->group);
}

static bool wants_lanes(const pk_native_emitter *e, const pk_inst *inst) {
    return inst->flags & PK_INST_items || e->fn->kind == PK_FUNC_host;
}

static void put_for(pk_native_emitter *e, pk_inst *inst) {
    bool by_one = pk_is_const_int(inst->args[2], 1), masked;
    bool strips = pk_native_has_strips(e, inst), rest = e->rest, left;
    uint32_t n;

    if (!rest && wants_lanes(e, inst) && pk_native_put_lanes(e, inst, &left)) {
        if (!left)
            return;
        e->after = number_of(inst);
        e->rest = true;
    }
    n = take_number(e, inst);
    masked = is_masked(e, inst);
    enter_items(e, inst);
    if (masked)
        pk_native_put_entering(e, inst, n);
    put_jump(e, "for", n, "");
    put_label(e, "for", n, "");
    if (!by_one)
        put_count(e, inst, n);
    if (strips)
        pk_native_put_strip(e, inst, n);
    put_jump(e, "for", n, ".head");
    put_label(e, "for", n, ".head");
    if (by_one)
        put_head_by_one(e, inst, n);
    else
        put_head_counted(e, inst, n);
    pk_text_printf(e->out,
                   "  br i1 %%for%u.go, label %%for%u.body, label "
                   "%%for%u.%s\n",
                   n, n, n, strips ? "last" : "end");
    put_label(e, "for", n, ".body");
    if (pk_native_turns_stop(inst))
        pk_native_put_stop(e);
    pk_native_put_part(e, inst->body, "for", n, masked ? ".land" : ".next");
    if (masked)
        pk_native_put_landing(e, "for", n, ".next");
    put_label(e, "for", n, ".next");
    if (by_one)
        put_next_by_one(e, inst);
    else
        put_next_counted(e, inst, n);
    pk_text_printf(e->out, "  br label %%for%u.head", n);
    put_loop_node(e, inst);
    pk_text_put(e->out, "\n");
    if (strips)
        pk_native_put_strip_end(e, n);
    put_label(e, "for", n, ".end");
    if (masked)
        pk_native_put_leaving(e, inst, n);
    e->rest = rest;
}

/* ---- leaving, calling ---- */

static void put_exit(pk_native_emitter *e, const pk_inst *inst) {
    bool again = inst->op == PK_OP_continue;

    if (is_masked(e, inst->target))
        pk_native_put_masked_exit(e, inst, number_of(inst->target));
    if (is_masked_exit(e, inst))
        return;
    put_jump(e, word_of(inst->target), number_of(inst->target),
             !again                          ? ".end"
             : inst->target->op == PK_OP_for ? ".next"
                                             : "");
}

void pk_native_put_results_type(pk_native_emitter *e, const pk_func *fn) {
    if (fn->result_count == 0)
        pk_text_put(e->out, "void");
    else if (fn->result_count == 1)
        pk_text_put(e->out, pk_native_type(fn->results[0]));
    else
        for (uint32_t i = 0; i < fn->result_count; i++)
            pk_text_printf(e->out, "%s%s%s", i ? ", " : "{ ",
                           pk_native_type(fn->results[i]),
                           i + 1 == fn->result_count ? " }" : "");
}

static void put_return(pk_native_emitter *e, const pk_inst *inst) {
    uint32_t n = ++e->labels;

    if (pk_func_is_entry(e->fn)) {
        pk_text_put(e->out, e->frame->phases ? "  br label %block.ends\n"
                                             : "  br label %block.end\n");
        return;
    }
    for (uint32_t i = 0; inst->arg_count > 1 && i < inst->arg_count; i++) {
        pk_text_printf(e->out, "  %%r%u.%u = insertvalue ", n, i);
        pk_native_put_results_type(e, e->fn);
        if (i)
            pk_text_printf(e->out, " %%r%u.%u", n, i - 1);
        else
            pk_text_put(e->out, " undef");
        pk_text_printf(e->out, ", %s ", pk_native_type(inst->args[i]->type));
        pk_native_put_value(e, inst->args[i]);
        pk_text_printf(e->out, ", %u\n", i);
    }
    pk_text_put(e->out, "  ret ");
    pk_native_put_results_type(e, e->fn);
    pk_text_put(e->out, inst->arg_count ? " " : "");
    if (inst->arg_count == 1)
        pk_native_put_value(e, inst->args[0]);
    else if (inst->arg_count > 1)
        pk_text_printf(e->out, "%%r%u.%u", n, inst->arg_count - 1);
    pk_text_put(e->out, "\n");
}

static void put_call(pk_native_emitter *e, const pk_inst *inst) {
    const pk_func *callee = inst->callee;
    uint32_t n = ++e->labels;

    pk_text_put(e->out, "  ");
    if (inst->result_count == 1)
        pk_text_printf(e->out, "%%v%u = ", pk_native_id(e, inst->results[0]));
    else if (inst->result_count > 1)
        pk_text_printf(e->out, "%%r%u = ", n);
    pk_text_put(e->out, "call ");
    pk_native_put_results_type(e, callee);
    pk_text_printf(e->out, " @f.%s(ptr %%stop", callee->name);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_text_printf(e->out, ", %s ", pk_native_type(inst->args[i]->type));
        pk_native_put_value(e, inst->args[i]);
    }
    pk_text_put(e->out, ")\n");
    for (uint32_t i = 0; inst->result_count > 1 && i < inst->result_count;
         i++) {
        pk_text_printf(e->out, "  %%v%u = extractvalue ",
                       pk_native_id(e, inst->results[i]));
        pk_native_put_results_type(e, callee);
        pk_text_printf(e->out, " %%r%u, %u\n", n, i);
    }
    pk_native_put_stop(e);
}

/* ---- parallel ---- */

/* The function's number among those that are entries: its place in the blob's
 * table. */
static uint32_t entry_number(const pk_func *fn) {
    uint32_t n = 0;

    for (const pk_func *at = fn->ir->funcs; at != fn; at = at->next)
        n += pk_func_is_entry(at);
    return n;
}

/* The packed parameters are memory of the caller's. */
static void put_packed(pk_native_emitter *e, const pk_inst *inst, uint32_t n) {
    const pk_func *fn = inst->callee;

    pk_text_printf(&e->allocas, "  %%args%u = alloca [%u x i8], align 8\n", n,
                   fn->params_size ? fn->params_size : 8);
    for (uint32_t i = 0; i < fn->param_count; i++) {
        pk_value *v = inst->args[i + 1];
        bool is_bool = v->type == PK_TYPE_bool;
        pk_text_printf(e->out,
                       "  %%args%u.%u = getelementptr inbounds i8, ptr "
                       "%%args%u, i64 %u\n",
                       n, i, n, fn->params[i].offset);
        if (is_bool) {
            pk_text_printf(e->out, "  %%args%u.%u.m = zext i1 ", n, i);
            pk_native_put_value(e, v);
            pk_text_put(e->out, " to i8\n");
        }
        pk_text_printf(e->out, "  store %s ",
                       is_bool ? "i8" : pk_native_type(v->type));
        if (is_bool)
            pk_text_printf(e->out, "%%args%u.%u.m", n, i);
        else
            pk_native_put_value(e, v);
        pk_text_printf(e->out, ", ptr %%args%u.%u, align %u\n", n, i,
                       pk_type_bytes(v->type));
    }
}

static void put_parallel(pk_native_emitter *e, const pk_inst *inst) {
    const pk_func *fn = inst->callee;
    uint32_t n = ++e->labels;
    int32_t report = -1;

    e->has_threads = true;
    put_packed(e, inst, n);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg == PK_REPORT_ARG &&
            fn->params[i].role == PK_ROLE_data)
            report = (int32_t)fn->params[i].offset;
    pk_text_printf(e->out,
                   "  %%failed%u = call i32 @pk_cpu_parallel(i32 %u, ptr "
                   "%%args%u, i32 %u, i32 %d, i64 ",
                   n, entry_number(fn), n, fn->params_size, report);
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out, ", i32 %d)\n  %%v%u = icmp ne i32 %%failed%u, 0\n",
                   inst->flags & PK_INST_apart ? 1 : 0,
                   pk_native_id(e, inst->results[0]), n);
    if (e->stops)
        pk_native_put_stop(e);
}

void pk_native_put_region(pk_native_emitter *e, const pk_region *region) {
    for (pk_inst *inst = region->first; inst; inst = inst->next)
        switch (inst->op) {
        case PK_OP_if: put_if(e, inst); break;
        case PK_OP_for: put_for(e, inst); break;
        case PK_OP_loop: put_loop(e, inst); break;
        case PK_OP_block: put_block(e, inst); break;
        case PK_OP_break:
        case PK_OP_continue: put_exit(e, inst); break;
        case PK_OP_return: put_return(e, inst); break;
        case PK_OP_call: put_call(e, inst); break;
        case PK_OP_parallel: put_parallel(e, inst); break;
        case PK_OP_grid_sync: pk_native_put_grid_sync(e); break;
        case PK_OP_barrier:
        case PK_OP_thread_id:
            pk_native_refuse(e, inst, "stands where only blocks are left");
            break;
        default:
            if (e->lanes)
                pk_native_put_lane_op(e, inst);
            else
                pk_native_put_op(e, inst);
            break;
        }
}
