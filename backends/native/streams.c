/* SPDX-License-Identifier: Apache-2.0 */
/* Streaming stores: past the caches, where a launch asks for it.
 *
 * A store to memory that no cache holds reads the whole line first, only to
 * write over it, and pushes out what others want to read. What a kernel stores
 * in a large array and does not read is better sent straight to memory:
 *
 *     out[i] = x[i] + y[i]
 *
 * This pays for whole vectors only: stores of single elements past the caches
 * are slow. So a loop over threads that would be left to LLVM's vectoriser,
 * which makes none of them where it does not know how memory is aligned, gets
 * lanes in front of it, which run when the launch says `streams`; each store
 * asks whether its address is aligned. Whether it pays depends on what the
 * caches hold, which the launch finds out (plugins/cpu/streams.c).
 *
 * On most processors such stores may be seen after later ones of the same
 * thread, so kernels that order theirs, by fences or barriers of the grid, have
 * none, and a launch waits for them where a run of blocks ends. */
#include "backends/native/lanes.h"

#include "base/arena.h"
#include "core/address.h"
#include "core/analysis/writes.h"

#include <stddef.h>

enum {
    LEAST = 16, /* bytes of a vector that is stored past the caches */
    PARTS = 2 /* vectors of a value: memory takes longer than more would save */
};

static const pk_param *param_of(const pk_value *pointer) {
    const pk_value *root = pk_address_root(pointer);

    return root->kind == PK_VALUE_param ? root->mark : NULL;
}

void pk_native_find_streams(pk_native_emitter *e) {
    const pk_func *fn = e->fn;
    bool *only = pk_arena_array(fn->ir->arena, fn->param_count + (size_t)1, 1);

    if (only && !e->frame->phases && pk_find_only_stored(fn, only))
        e->frame->streams = only;
}

/* ---- which stores, which loops ---- */

static void look_for_loop(pk_inst *inst, void *arg) {
    bool *found = arg;

    *found |= inst->op == PK_OP_loop ||
              (inst->op == PK_OP_for && !pk_native_is_counted(inst));
}

/* Whether all lanes store next to each other, and the loop over threads has
 * none inside which would take longer than memory: only such as count to a
 * number, as where a thread stores some rows. */
bool pk_native_is_stream(const pk_native_emitter *e, const pk_inst *store) {
    const pk_param *p = e->frame->streams ? param_of(store->args[0]) : NULL;
    const pk_inst *around = store->parent->owner;
    bool loops = false;

    if (!p || !e->frame->streams[p - e->fn->params] ||
        stride_of(store->args[0]) != 1)
        return false;
    while (around &&
           (around->op == PK_OP_if ||
            (around->op == PK_OP_for && !(around->flags & PK_INST_items))))
        around = around->parent->owner;
    if (!around || !(around->flags & PK_INST_items))
        return false;
    pk_region_visit(around->body, look_for_loop, &loops);
    return !loops;
}

/* How many lanes the loop has, 0: it does not stream. */
static uint32_t count_lanes(const pk_native_emitter *e, const pk_inst *loop,
                            uint32_t bytes) {
    const pk_native_vectors *v = &e->options->vectors;
    const uint32_t most = e->fn->block[0] ? pk_native_most_lanes(e, loop, bytes)
                                          : PK_NATIVE_MOST_LANES;
    uint32_t lanes = pk_native_part_lanes(e, PARTS, bytes), least = 0;

    if (!pk_native_is_even(loop))
        return 0;
    for (const pk_inst *i = loop->body->first; i; i = i->next) {
        if (i->op == PK_OP_store && pk_native_is_stream(e, i) &&
            (!least || pk_type_bytes(i->args[1]->type) < least))
            least = pk_type_bytes(i->args[1]->type);
    }
    while (lanes < PK_NATIVE_LEAST_LANES ||
           (lanes < PK_NATIVE_MOST_LANES && lanes * least < v->bytes))
        lanes *= 2;
    if (lanes > most)
        lanes = most;
    return lanes * least < v->bytes ? 0 : lanes;
}

/* ---- the text ---- */

/* The lanes that are in front of where it is aligned may run before the others:
 * nothing was stored yet. */
static bool is_first_store(const pk_inst *store) {
    const pk_inst *i = store->parent->first;

    while (i->op != PK_OP_store)
        i = i->next;
    return i == store;
}

/* Whether the processor has masks for all that the loop stores. */
static bool has_masks(const pk_native_emitter *e, const pk_inst *loop) {
    for (const pk_inst *i = loop->body->first; i; i = i->next)
        if (i->op == PK_OP_store && e->options->vectors.bytes < 64 &&
            pk_type_bytes(i->args[1]->type) < 4)
            return false;
    return true;
}

/* In the first round only so many lanes store, %forN.take, that memory is
 * aligned for all further rounds. */
static void put_aligning(pk_native_emitter *e, const pk_inst *store,
                         uint32_t at) {
    static const char text[] =
        "  %$.first = icmp eq $t %$.index, $a\n"
        "  %$.moves = icmp ne $t %$.lack, 0\n"
        "  %$.part = and i1 %$.first, %$.moves\n"
        "  %$.take = select i1 %$.part, $t %$.lack, $t $w\n";
    const pk_inst *loop = store->parent->owner;
    const pk_type type = loop->index->type;

    pk_text_printf(e->out,
                   "  %%w%u.back = sub i64 0, %%w%u.at\n"
                   "  %%w%u.bytes = and i64 %%w%u.back, %u\n"
                   "  %%w%u.lack = udiv i64 %%w%u.bytes, %u\n"
                   "  %%for%u.lack = %s i64 %%w%u.lack to %s\n",
                   at, at, at, at, (unsigned)e->options->vectors.bytes - 1, at,
                   at, pk_type_bytes(store->args[1]->type), e->lane_loop,
                   pk_type_bytes(type) < 8 ? "trunc" : "bitcast", at,
                   pk_native_type(type));
    pk_native_put_loop_text(e, loop, e->lane_loop, text);
    e->part = pk_native_put_lanes_below(e, type, "take");
}

static uint32_t node_of(pk_native_emitter *e) {
    if (!e->stream_node) {
        e->stream_node = e->nodes++;
        pk_text_printf(&e->meta, "!%u = !{i32 1}\n", e->stream_node);
    }
    return e->stream_node;
}

void pk_native_put_stream(pk_native_emitter *e, const pk_inst *store) {
    const uint32_t n = ++e->labels, bytes = pk_type_bytes(store->args[1]->type);
    const uint32_t align = e->streaming ? e->options->vectors.bytes : LEAST;

    e->frame->stream_bytes += bytes;
    pk_text_printf(e->out, "  %%w%u.at = ptrtoint ptr ", n);
    pk_native_put_value(e, store->args[0]);
    pk_text_put(e->out, " to i64\n");
    if (e->streaming && is_first_store(store) &&
        has_masks(e, store->parent->owner))
        put_aligning(e, store, n);
    pk_text_printf(e->out,
                   "  %%w%u.low = and i64 %%w%u.at, %u\n"
                   "  %%w%u.even = icmp eq i64 %%w%u.low, 0\n"
                   "  %%w%u.past = select i1 ",
                   n, n, align - 1, n, n, n);
    if (e->part)
        pk_text_printf(e->out, "%%for%u.part, i1 false, i1 %%w%u.even",
                       e->lane_loop, n);
    else
        pk_text_printf(e->out, "%s, i1 %%w%u.even, i1 false",
                       e->streaming ? "true" : "%streams", n);
    pk_text_printf(e->out,
                   "\n  br i1 %%w%u.past, label %%w%u.stream, label "
                   "%%w%u.plain\nw%u.stream:\n",
                   n, n, n, n);
    pk_native_put_plain_store(e, store, align);
    pk_text_printf(e->out,
                   ", !nontemporal !%u\n  br label %%w%u.stored\nw%u.plain:\n",
                   node_of(e), n, n);
    if (e->part)
        pk_native_put_masked_store(e, store, e->part);
    else
        pk_native_put_plain_store(e, store, bytes);
    pk_text_printf(e->out, "%s  br label %%w%u.stored\nw%u.stored:\n",
                   e->part ? "" : "\n", n, n);
}

/* Groups of lanes from the loop's start on, while the launch streams and there
 * are whole ones. */
static void put_loop(pk_native_emitter *e, const pk_inst *loop) {
    static const char head[] =
        "  br label %$\n"
        "$:\n"
        "  %$.some = icmp $< $t $a, $b\n"
        "  %$.goes = and i1 %$.some, %streams\n"
        "  %$.gap = sub $t $b, $a\n"
        "  %$.span = select i1 %$.goes, $t %$.gap, $t 0\n"
        "  br label %$.head\n"
        "$.head:\n"
        "  %$.index = phi $t [ $a, %$ ], [ %$.on, %$.next ]\n"
        "  %$.left = phi $t [ %$.span, %$ ], [ %$.rest, "
        "%$.next ]\n"
        "  %$.go = icmp uge $t %$.left, $w\n"
        "  br i1 %$.go, label %$.body, label %$.end\n"
        "$.body:\n";
    static const char tail[] = "  br label %$.next\n"
                               "$.next:\n";
    static const char whole[] = "  %$.on = add $t %$.index, $w\n"
                                "  %$.rest = sub $t %$.left, $w\n";
    static const char part[] = "  %$.on = add $t %$.index, %$.take\n"
                               "  %$.rest = sub $t %$.left, %$.take\n";
    static const char end[] = "  br label %$.head\n"
                              "$.end:\n"
                              "  %$.mid = add $t %$.index, 0\n";
    const char *type = pk_native_type(loop->index->type);
    const uint32_t n = ++e->labels;

    e->lane_loop = n;
    e->ways_out = 0;
    e->part = 0;
    e->streaming = true;
    pk_native_put_loop_text(e, loop, n, head);
    pk_text_printf(e->out, "  %%v%u.u = add %s %%for%u.index, 0\n",
                   pk_native_id(e, loop->index), type, n);
    pk_native_put_region(e, loop->body);
    pk_native_put_loop_text(e, loop, n, tail);
    pk_native_put_loop_text(e, loop, n, e->part ? part : whole);
    pk_native_put_loop_text(e, loop, n, end);
    e->part = 0;
    e->streaming = false;
}

void pk_native_put_stream_loop(pk_native_emitter *e, pk_inst *loop) {
    pk_native_lane_facts facts;

    if (!e->frame->streams ||
        (!(e->fn->flags & PK_FUNC_many) && !e->options->streams) ||
        !pk_native_find_lanes(e, loop, PK_NATIVE_LANES_wherever, &facts, NULL))
        return;
    e->lanes = count_lanes(e, loop, facts.bytes);
    if (e->lanes) {
        put_loop(e, loop);
        e->after = e->lane_loop;
    }
    e->lanes = 0;
    pk_native_forget_lanes(loop);
}
