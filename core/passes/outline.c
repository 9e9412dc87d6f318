/* SPDX-License-Identifier: Apache-2.0 */
/* outline: the iterations of a parallel loop become chunks.
 *
 *     for.parallel ^1 %i = 0, %n, 1 {       device @f.chunk(%lo, %hi, %x ..)
 *         %1 = get $s                           set $s, -0.0
 *         %2 = load %x[%i]                      for ^1 %i = %lo, %hi, 1 {
 *         %3 = add %1, %2              =>           %1 = get $s
 *         set $s, %3                                ...
 *     }                                         }
 *                                               return get $s
 *
 *                                           for ^1 %b = 0, %blocks, 1 {
 *                                               %4 = call @f.chunk(..)
 *                                               set $s, add(get $s, %4)
 *                                           }
 *
 * How many iterations a chunk has depends on their number alone, and the parts
 * of a reduction are joined in the order of the chunks, so results are the same
 * for any number of threads and on every target. Where the target has threads,
 * a host function of its own runs a chunk for each of its blocks:
 *
 *     host @f.block(%n, %size, %x .., %parts)
 *         %lo = mul block_id.x, %size
 *         %1 = call @f.chunk(%lo, ..)
 *         store %parts[block_id.x], %1
 *
 *     parallel @f.block(%blocks, %n, %size, %x .., %parts)
 *     for ^1 %b = 0, %blocks, 1 {
 *         set $s, add(get $s, load %parts[%b])
 *     }
 *
 * Scalars and addresses of the function that the body reads become parameters,
 * by value. Locals that it sets are each iteration's own (analysis/parallel.h);
 * one that is read behind the loop gets what the last iteration to set it has
 * set. Runs in front of all that knows who owns objects and how functions fail,
 * so that chunks do both like any other function. */
#include "core/passes/outline.h"

#include "base/error.h"
#include "base/try.h"
#include "core/callgraph.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <string.h>

enum {
    CHUNKS_LOG = PK_CHUNKS_LOG, /* at most 1024 chunks */
    FEW_LOG = 6,                /* of loops that ask for the part's number */
    MANY = 512,                 /* iterations: not too few chunks by eights */
    PART_BYTES = PK_PART_BYTES
};

/* ---- counting ---- */

typedef struct counts {
    pk_value *turns, *size, *blocks; /* i64: iterations, of a chunk, chunks */
} counts;

/* How often the loop runs. Distances are taken as unsigned, where they always
 * fit; none runs 2^63 times. */
static pk_value *count_turns(outliner *o, pk_builder *b) {
    pk_value *start = o->loop->args[0], *stop = o->loop->args[1];
    pk_value *step = o->loop->args[2], *low, *high, *span, *some;
    pk_type wide = pk_type_is_signed(start->type) ? PK_TYPE_i64 : PK_TYPE_u64;
    pk_value *zero = pk_const_int(b->fn, PK_TYPE_u64, 0);
    pk_value *one = pk_const_int(b->fn, PK_TYPE_u64, 1), *by;

    if (pk_outline_counts_by_one(o->loop))
        return counting(pk_emit2(b, PK_OP_max, stop, pk_const_i64(b, 0)));
    start = pk_emit_to(b, PK_OP_convert, wide, start);
    stop = pk_emit_to(b, PK_OP_convert, wide, stop);
    step = pk_emit_to(b, PK_OP_convert, wide, step);
    some = pk_emit2(b, PK_OP_gt, step, zero_of(b->fn, wide));
    low = pk_emit3(b, PK_OP_select, some, start, stop);
    high = pk_emit3(b, PK_OP_select, some, stop, start);
    by = pk_emit2(b, PK_OP_sub, zero_of(b->fn, wide), step);
    by = pk_emit3(b, PK_OP_select, some, step, by);
    by = pk_emit_to(b, PK_OP_bitcast, PK_TYPE_u64, by);
    by = pk_emit2(b, PK_OP_max, by, one);
    span = pk_emit_to(b, PK_OP_bitcast, PK_TYPE_u64,
                      pk_emit2(b, PK_OP_sub, high, low));
    span = pk_emit2(b, PK_OP_quot, pk_emit2(b, PK_OP_sub, span, one), by);
    span = pk_emit2(b, PK_OP_add, span, one);
    some = pk_emit2(b, PK_OP_lt, low, high);
    span = pk_emit3(b, PK_OP_select, some, span, zero);
    return counting(pk_emit_to(b, PK_OP_bitcast, PK_TYPE_i64, span));
}

/* Many iterations are cut where vectors of 8 end. */
static pk_value *whole_lanes(pk_builder *b, pk_value *turns, pk_value *size) {
    pk_value *whole =
        counting(pk_emit2(b, PK_OP_add, size, pk_const_i64(b, 7)));

    whole = counting(pk_emit2(b, PK_OP_and, whole, pk_const_i64(b, -8)));
    return counting(pk_emit3(
        b, PK_OP_select, pk_emit2(b, PK_OP_lt, turns, pk_const_i64(b, MANY)),
        size, whole));
}

static counts count(outliner *o, pk_builder *b) {
    counts n = {.turns = count_turns(o, b)};
    const int log = o->number ? FEW_LOG : CHUNKS_LOG;
    pk_value *up = pk_const_i64(b, (1 << log) - 1);

    up = counting(pk_emit2(b, PK_OP_add, n.turns, up));
    n.size = counting(pk_emit2(b, PK_OP_shr, up, pk_const_i64(b, log)));
    n.size = whole_lanes(b, n.turns, n.size);
    if (o->least)
        n.size = counting(pk_emit2(b, PK_OP_max, n.size,
                                   pk_emit2(b, PK_OP_min, o->least, n.turns)));
    n.size = counting(pk_emit2(b, PK_OP_max, n.size, pk_const_i64(b, 1)));
    up = pk_emit2(b, PK_OP_sub, n.size, pk_const_i64(b, 1));
    up = counting(pk_emit2(b, PK_OP_add, n.turns, counting(up)));
    n.blocks = counting(pk_emit2(b, PK_OP_quot, up, n.size));
    return n;
}

/* Calls the chunk for block number `block`. */
static pk_inst *call_chunk(const outliner *o, pk_builder *b, pk_value *block,
                           const counts *n, pk_value **captures) {
    pk_value *args[MOST_CAPTURES + 3];
    uint32_t count = 2;
    pk_value *low = counting(pk_emit2(b, PK_OP_mul, block, n->size));
    pk_value *high = counting(pk_emit2(b, PK_OP_add, low, n->size));

    args[0] = low;
    args[1] = counting(pk_emit2(b, PK_OP_min, high, n->turns));
    if (o->number)
        args[count++] = block;
    memcpy(args + count, captures, o->capture_count * sizeof *args);
    return pk_emit_call(b, o->chunk, args, o->capture_count + count);
}

/* ---- in the function ---- */

static void get_captures(const outliner *o, pk_builder *b, pk_value **out) {
    for (uint32_t i = 0; i < o->capture_count; i++)
        out[i] = o->captures[i].value ? o->captures[i].value
                                      : pk_emit_get(b, o->captures[i].local);
}

/* Joins the results of a chunk with the function's locals. */
static void join(const outliner *o, pk_builder *b, pk_value **parts) {
    for (uint32_t i = 0; i < o->field_count; i++) {
        const field *f = &o->fields[i];
        pk_inst *set = NULL;

        if (!f->local)
            continue;
        if (i && !o->fields[i - 1].local)
            set = pk_begin_if(b, parts[i - 1]);
        if (f->op == PK_OP_COUNT)
            pk_emit_set(b, f->local, parts[i]);
        else
            pk_emit_set(b, f->local,
                        pk_emit2(b, f->op, pk_emit_get(b, f->local), parts[i]));
        if (set)
            pk_end_control(b, set);
    }
}

/* One chunk after the other. */
static void run_here(const outliner *o, pk_builder *b, const counts *n,
                     pk_value **captures) {
    pk_inst *loop =
        pk_begin_for(b, pk_const_i64(b, 0), n->blocks, pk_const_i64(b, 1));
    const pk_inst *call = call_chunk(o, b, loop->index, n, captures);

    if (!o->least && !o->number && !o->asks_thread)
        loop->flags |= PK_INST_apart;
    join(o, b, call->results);
    pk_end_control(b, loop);
}

/* ---- with threads ---- */

/* The address of part number `block` of a field. */
static pk_value *part_at(pk_builder *b, pk_value *parts, uint32_t i,
                         pk_type type, pk_value *block) {
    pk_value *at = pk_emit_offset(b, type, parts,
                                  pk_const_i64(b, (int64_t)i * PART_BYTES));

    return pk_emit2(b, PK_OP_elem, at, block);
}

static pk_func *make_block(outliner *o) {
    pk_func *fn = pk_func_new(o->ir, PK_FUNC_host, pk_outline_name(o, "block"));
    pk_value *captures[MOST_CAPTURES], *parts = NULL, *block;
    counts n = {0};
    pk_builder b;
    const pk_inst *call;

    fn->loc = o->loop->loc;
    pk_func_get_data(fn)->said = pk_func_said(o->fn);
    pk_func_get_data(fn)->free = !o->field_count && !o->number;
    pk_func_get_data(fn)->turns = o->turns;
    for (int i = 0; i < 3; i++)
        fn->block[i] = 1;
    pk_builder_init(&b, fn);
    b.loc = o->loop->loc;
    n.turns = pk_outline_number_param(o, fn, "turns");
    n.size = pk_outline_number_param(o, fn, "size");
    for (uint32_t i = 0; i < o->capture_count; i++) {
        const pk_param *p = &o->chunk->params[i + 2 + (o->number != NULL)];
        pk_param *own = pk_func_param(fn, p->name, p->value->type, p->role,
                                      p->arg, p->axis);
        own->flags = p->flags;
        own->align = p->align;
        captures[i] = own->value;
    }
    if (o->field_count)
        parts =
            pk_func_param(fn, "parts", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u8),
                          PK_ROLE_data, o->fn->param_count + MOST_CAPTURES, 0)
                ->value;
    block = counting(pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64,
                                pk_emit_query(&b, PK_OP_block_id, 0)));
    call = call_chunk(o, &b, block, &n, captures);
    for (uint32_t i = 0; i < o->field_count; i++)
        pk_emit2(&b, PK_OP_store,
                 part_at(&b, parts, i, o->fields[i].own->type, block),
                 call->results[i]);
    return fn;
}

/* Memory for the parts; it is the local's until that is none again. */
static pk_value *make_parts(const outliner *o, pk_builder *b, pk_local *owner) {
    pk_value *memory, *ref;
    pk_inst *none;

    ref = pk_emit_alloc(b, PK_OP_alloc, PK_TYPE_u8,
                        pk_const_i64(b, (int64_t)o->field_count * PART_BYTES),
                        &memory);
    pk_emit_set(b, owner, ref);
    none =
        pk_begin_if(b, pk_emit2(b, PK_OP_eq, ref, zero_of(b->fn, PK_TYPE_ref)));
    pk_emit_report(b, PK_OP_fail, "MemoryError", NULL, 0);
    pk_end_control(b, none);
    return memory;
}

static void join_parts(const outliner *o, pk_builder *b, const counts *n,
                       pk_value *memory) {
    pk_inst *loop =
        pk_begin_for(b, pk_const_i64(b, 0), n->blocks, pk_const_i64(b, 1));
    pk_value *parts[MOST_FIELDS];

    for (uint32_t i = 0; i < o->field_count; i++)
        parts[i] = pk_emit1(
            b, PK_OP_load,
            part_at(b, memory, i, o->fields[i].own->type, loop->index));
    join(o, b, parts);
    pk_end_control(b, loop);
}

static void run_blocks(outliner *o, pk_builder *b, const counts *n,
                       pk_value **captures) {
    pk_func *block = make_block(o);
    pk_value *args[MOST_CAPTURES + 4], *memory = NULL, *failed;
    uint32_t count = 0;
    pk_local *owner = NULL;

    args[count++] = n->blocks;
    args[count++] = n->turns;
    args[count++] = n->size;
    memcpy(args + count, captures, o->capture_count * sizeof *args);
    count += o->capture_count;
    if (o->field_count) {
        owner = pk_func_local(o->fn, "parts", PK_TYPE_ref);
        memory = args[count++] = make_parts(o, b, owner);
    }
    failed = pk_emit_parallel(b, block, args, count);
    if (failed->def && !o->field_count && !o->number && !o->least)
        failed->def->flags |= PK_INST_apart;
    if (!o->field_count)
        return;
    join_parts(o, b, n, memory);
    pk_emit_set(b, owner, zero_of(o->fn, PK_TYPE_ref));
}

/* The only chunk of a loop with small ones is a call. */
static void run_in_threads(outliner *o, pk_builder *b, const counts *n,
                           pk_value **captures) {
    const pk_inst *call;
    pk_inst *few;

    if (!o->least) {
        run_blocks(o, b, n, captures);
        return;
    }
    few = pk_begin_if(b, pk_emit2(b, PK_OP_le, n->blocks, pk_const_i64(b, 1)));
    call = call_chunk(o, b, pk_const_i64(b, 0), n, captures);
    join(o, b, call->results);
    pk_begin_else(b, few);
    run_blocks(o, b, n, captures);
    pk_end_control(b, few);
}

/* ---- loops ---- */

static void find_talk(pk_inst *inst, void *arg) {
    bool *found = arg;

    *found |= inst->op == PK_OP_print || inst->op == PK_OP_launch ||
              (inst->callee && inst->callee->mark);
}

/* Marks the functions that print, themselves or by others. */
static void mark_talkers(pk_ir *ir) {
    bool more = true;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    while (more) {
        more = false;
        for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
            bool found = false;
            if (!fn->mark)
                pk_region_visit(fn->body, find_talk, &found);
            if (found)
                fn->mark = fn;
            more |= found;
        }
    }
}

static void find_debug(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_debug;
}

/* Takes away what says how large chunks are. */
static void take_least(pk_inst *inst, void *arg) {
    outliner *o = arg;

    if (inst->op != PK_OP_chunk_least)
        return;
    o->least = inst->args[0];
    pk_inst_remove(inst);
}

/* v_1 is what a variable v is called whose type has changed. */
static int length_of_name(const char *name) {
    const char *mark = strrchr(name, '_');

    return mark && mark > name && mark[1] &&
                   !mark[1 + strspn(mark + 1, "0123456789")]
               ? (int)(mark - name)
               : (int)strlen(name);
}

static void refuse_carried(outliner *o) {
    for (const pk_local *l = o->fn->locals; l; l = l->next) {
        const pk_inst *at = o->found[l->id].at;
        const int length = length_of_name(l->name);
        if (o->found[l->id].role != PK_PARALLEL_carried || o->status != PK_OK)
            continue;
        o->status = pk_fail_at(
            o->err, PK_UNSUPPORTED,
            at->loc.file < o->ir->file_count ? o->ir->files[at->loc.file]
                                             : NULL,
            at->loc,
            "%.*s is read before this iteration of prange sets it: it depends "
            "on another iteration, which runs at the same time\n"
            "set %.*s first in each iteration; or only combine it (+=, -=, "
            "*=, /=, min, max) and read it behind the loop; or use range in "
            "place of prange",
            length, l->name, length, l->name);
    }
}

static void outline(outliner *o, pk_inst *loop) {
    const pk_ir *ir = o->ir;
    bool debug = false, talks = false;
    pk_value *captures[MOST_CAPTURES];
    pk_builder b;
    counts n;

    loop->flags &= (uint8_t)~PK_INST_parallel;
    pk_region_visit(loop->body, find_debug, &debug);
    pk_region_visit(loop->body, find_talk, &talks);
    if (debug || pk_parallel_is_left(loop) ||
        pk_loop_changes_shared(o->fn, loop))
        return;
    pk_func_number(o->fn);
    o->loop = loop;
    o->found = pk_parallel_find_locals(o->fn, loop, &o->scratch);
    o->map = pk_arena_array(&o->scratch, o->fn->value_count + 1u,
                            sizeof(pk_value *));
    o->own = pk_arena_array(&o->scratch, o->fn->local_count + 1u,
                            sizeof(pk_local *));
    o->inside =
        pk_arena_array(&o->scratch, o->fn->value_count + 1u, sizeof(bool));
    if (o->scratch.failed || ir->arena->failed)
        return;
    refuse_carried(o);
    if (o->status != PK_OK)
        return;
    pk_region_visit(loop->body, take_least, o);
    o->threads &= !talks && !pk_func_get_data(o->fn)->recursive;
    pk_outline_make_chunk(o);
    if (o->full || ir->arena->failed) {
        pk_ir_drop(o->ir, o->chunk);
        return;
    }
    if (o->threads && o->offload)
        pk_outline_make_turn(o);
    pk_builder_before(&b, loop);
    b.fn = o->fn;
    b.flags = 0;
    n = count(o, &b);
    get_captures(o, &b, captures);
    if (o->threads)
        run_in_threads(o, &b, &n, captures);
    else
        run_here(o, &b, &n, captures);
    pk_inst_remove(loop);
}

typedef struct outlining {
    const pk_caps *caps;
    bool asks_thread; /* a function asks for the number of its thread */
    bool offload;     /* for kernels of another device */
    pk_error *err;
} outlining;

static pk_status outline_loop(pk_func *fn, pk_inst *loop, const outlining *of) {
    outliner *o = PK_NEW(fn->ir->arena, outliner);

    if (fn->ir->arena->failed)
        return pk_fail_no_memory(of->err);
    *o = (outliner){.ir = fn->ir,
                    .fn = fn,
                    .threads = of->caps->features & PK_CAP_parallel &&
                               !pk_func_get_data(fn)->within,
                    .asks_thread = of->asks_thread,
                    .offload = of->offload,
                    .status = PK_OK,
                    .err = of->err};
    pk_arena_init(&o->scratch, fn->ir->arena->allocator);
    outline(o, loop);
    if (o->status == PK_OK && (o->scratch.failed || fn->ir->arena->failed))
        o->status = pk_fail_no_memory(of->err);
    pk_arena_finish(&o->scratch);
    return o->status;
}

static pk_status outline_region(pk_func *fn, pk_region *region,
                                const outlining *of) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (inst->flags & PK_INST_parallel && inst->op == PK_OP_for) {
            PK_TRY(outline_loop(fn, inst, of));
            continue;
        }
        if (inst->body)
            PK_TRY(outline_region(fn, inst->body, of));
        if (inst->other)
            PK_TRY(outline_region(fn, inst->other, of));
    }
    return PK_OK;
}

static void find_parallel(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_for && inst->flags & PK_INST_parallel;
}

/* A loop that stays as it is is one part, and one chunk. */
static void number_only_part(pk_inst *inst, void *arg) {
    pk_func *fn = arg;

    if (inst->op == PK_OP_chunk_least)
        pk_inst_remove(inst);
    else
        pk_outline_number_part(
            inst, &(part_number){fn, pk_const_int(fn, PK_TYPE_i64, 0)});
}

/* Where there are no threads the only one is number 0. */
static void count_alone(pk_inst *inst, void *arg) {
    pk_func *fn = arg;

    switch (inst->op) {
    case PK_OP_thread_number:
    case PK_OP_thread_count:
    case PK_OP_thread_total:
    case PK_OP_loop_chunk:
        pk_region_replace(fn->body, inst->results[0],
                          pk_const_int(fn, PK_TYPE_i64,
                                       inst->op == PK_OP_thread_count ||
                                           inst->op == PK_OP_thread_total));
        break;
    case PK_OP_set_thread_count:
    case PK_OP_set_loop_chunk: break;
    default: return;
    }
    pk_inst_remove(inst);
}

static void find_following(pk_func *fn, void *arg) {
    pk_func_data *data = pk_func_get_data(fn);

    (void)arg;
    data->follows = data->recursive;
    pk_region_visit(fn->body, pk_outline_find_following, &data->follows);
}

static void find_asking(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_thread_number;
}

pk_status pk_outline_expand(pk_ir *ir, const pk_caps *caps, bool offload,
                            pk_error *err) {
    outlining of = {.caps = caps, .offload = offload, .err = err};
    bool any = false;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, find_parallel, &any);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, find_asking, &of.asks_thread);
    for (pk_func *fn = ir->funcs; fn && !(caps->features & PK_CAP_host);
         fn = fn->next)
        pk_region_visit(fn->body, count_alone, fn);
    if (!any)
        return PK_OK;
    pk_ir_find_recursion(ir);
    mark_talkers(ir);
    pk_ir_callees_first(ir, find_following, NULL);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        PK_TRY(outline_region(fn, fn->body, &of));
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, number_only_part, fn);
    return PK_OK;
}
