/* SPDX-License-Identifier: Apache-2.0 */
/* offload: what a `parallel` runs becomes a kernel for another device.
 *
 *     host @f.block(%turns, %size, %x ..)   kernel @f_block(%turns, %size, %x
 * ..) %b = block_id.x                       %t = number of the thread %lo = mul
 * %b, %size          =>       %lo = mul %t, %size call @f.chunk(%lo, ..) if lt
 * %lo, %turns {
 *                                                   ... for block %t
 *                                               }
 *
 * A thread runs a chunk; more of them do nothing. Where chunks are joined by
 * nothing (pk_loop_kernel.free) a chunk of one iteration gives the same
 * results, and the kernel is for such ones. Kernels own no objects: references
 * are none. All other entries of the module go, since the host has them. Runs
 * behind outline. */
#include "base/error.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/outline.h"
#include "core/passes/passes.h"

#include <string.h>

/* ---- the kernel ---- */

pk_value *pk_offload_thread(pk_builder *b) {
    pk_value *block = pk_emit_query(b, PK_OP_block_id, 0);
    pk_value *dim = pk_emit_query(b, PK_OP_block_dim, 0);
    pk_value *own = pk_emit_query(b, PK_OP_thread_id, 0);

    block = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, block);
    dim = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, dim);
    own = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, own);
    own = pk_emit2(b, PK_OP_add, pk_emit2(b, PK_OP_mul, block, dim), own);
    own = pk_emit2(b, PK_OP_add, own, pk_func_get_data(b->fn)->loop->first);
    own->def->flags |= PK_INST_nonneg;
    return own;
}

static pk_value *add_first(pk_func *fn, uint32_t *from, uint32_t arg) {
    from[fn->param_count] = UINT32_MAX; /* it is none of the block's */
    return pk_func_param(fn, "first", PK_TYPE_i64, PK_ROLE_scalar, arg, 0)
        ->value;
}

typedef struct numbering {
    pk_func *fn;
    pk_value *number;
} numbering;

/* A number that is wide again was never cut. */
static void number_wide(pk_inst *inst, void *arg) {
    const numbering *n = arg;

    if (inst->op == PK_OP_convert && inst->results[0]->type == PK_TYPE_i64 &&
        pk_is_op(inst->args[0], PK_OP_block_id))
        pk_region_replace(n->fn->body, inst->results[0], n->number);
}

/* The block is the thread that runs it. */
static void number_block(pk_inst *inst, void *arg) {
    const numbering *n = arg;
    pk_builder b = {.fn = n->fn};

    if (inst->op != PK_OP_block_id)
        return;
    pk_builder_before(&b, inst);
    pk_region_replace(n->fn->body, inst->results[0],
                      pk_emit_to(&b, PK_OP_convert, PK_TYPE_i32, n->number));
    pk_inst_remove(inst);
}

/* A name that is one in every target's language. */
static const char *name_of(const pk_func *block) {
    char *name = pk_arena_format(block->ir->arena, "%s", block->name);

    for (char *c = name; c && *c; c++)
        if (*c == '.')
            *c = '_';
    return name;
}

static pk_func *new_kernel(const pk_func *block, const char *name) {
    pk_func *fn = pk_func_new(block->ir, PK_FUNC_kernel, name);

    fn->loc = block->loc;
    fn->block[0] = PK_LOOP_THREADS;
    fn->block[1] = fn->block[2] = 1;
    pk_func_get_data(fn)->said = pk_func_said(block);
    return fn;
}

/* Parameters are those of the block; `from` gets where they are in its packed
 * ones. */
static void take_params(pk_func *fn, const pk_func *block, uint32_t *from,
                        pk_value **map) {
    for (uint32_t i = 0; i < block->param_count; i++) {
        const pk_param *p = &block->params[i];
        pk_param *own;
        if (p->value->type == PK_TYPE_ref) {
            map[p->value->id] = pk_const_bits(fn, PK_TYPE_ref, 0);
            continue;
        }
        from[fn->param_count] = p->offset;
        own = pk_func_param(fn, p->name, p->value->type, p->role, p->arg,
                            p->axis);
        own->flags = p->flags;
        own->align = p->align;
        map[p->value->id] = own->value;
    }
}

/* ---- one iteration ---- */

static void find_call(pk_inst *inst, void *arg) {
    pk_func **callee = arg;

    if (inst->op == PK_OP_call)
        *callee = inst->callee;
}

static void end_turn(pk_inst *inst, void *loop) {
    if (inst->op == PK_OP_continue && inst->target == loop)
        inst->op = PK_OP_break;
}

/* A chunk that is one iteration, number %lo, has no loop: nobody else calls it.
 */
static void run_once(pk_func *chunk) {
    pk_inst *loop = chunk->body->first;

    while (loop &&
           (loop->op != PK_OP_for || loop->args[0] != chunk->params[0].value))
        loop = loop->next;
    if (!loop)
        return;
    pk_region_visit(loop->body, end_turn, loop);
    pk_region_replace(loop->body, loop->index, loop->args[0]);
    loop->op = PK_OP_block;
    loop->arg_count = 0;
    loop->index = NULL;
    loop->flags = 0;
}

/* ---- parts of a chunk ---- */

enum {
    TURNS_LOG = 3,
    TURNS = 1 << TURNS_LOG,
    SCRATCH = TURNS * PK_PART_BYTES /* bytes of a result's parts */
};

_Static_assert((int)TURNS == PK_OUTLINE_TURNS, "of one number");

static pk_value *part_at(pk_builder *b, pk_value *memory, uint32_t i,
                         int64_t bytes, pk_type type, pk_value *number) {
    pk_value *at =
        pk_emit_offset(b, type, memory, pk_const_i64(b, (int64_t)i * bytes));

    return pk_emit2(b, PK_OP_elem, at, number);
}

static pk_value *add_buffer(pk_func *fn, const char *name, uint32_t arg) {
    return pk_func_param(fn, name, PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u8),
                         PK_ROLE_data, arg, 0)
        ->value;
}

/* The thread runs the part of its number, in place of what the block does. */
static void run_turn(pk_func *fn, const pk_func *block, pk_value **map,
                     pk_value *scratch) {
    const pk_loop_turns *turns = pk_func_get_data(block)->turns;
    pk_value *turn_count = fn->params[0].value, *size = fn->params[1].value;
    pk_value *args[MOST_CAPTURES + 3], *number, *low;
    pk_builder b;
    const pk_inst *call;
    pk_inst *within;
    uint32_t count = 0;

    pk_builder_init(&b, fn);
    b.loc = block->loc;
    number = pk_offload_thread(&b);
    low = pk_emit2(&b, PK_OP_shr, number, pk_const_i64(&b, TURNS_LOG));
    low = pk_emit2(&b, PK_OP_mul, low, size);
    within = pk_begin_if(&b, pk_emit2(&b, PK_OP_lt, low, turn_count));
    args[count++] = low;
    args[count++] =
        pk_emit2(&b, PK_OP_min, pk_emit2(&b, PK_OP_add, low, size), turn_count);
    args[count++] =
        pk_emit2(&b, PK_OP_and, number, pk_const_i64(&b, TURNS - 1));
    for (uint32_t i = 2; i + 1 < block->param_count; i++)
        args[count++] = map[block->params[i].value->id];
    call = pk_emit_call(&b, turns->turn, args, count);
    for (uint32_t i = 0; i < turns->count; i++)
        pk_emit2(&b, PK_OP_store,
                 part_at(&b, scratch, i, SCRATCH, turns->types[i], number),
                 call->results[i]);
    pk_end_control(&b, within);
}

static void join_parts(pk_builder *b, const pk_loop_turns *turns, uint32_t i,
                       pk_value *scratch, pk_value *parts, pk_value *chunk) {
    const pk_type type = turns->types[i];
    pk_value *first = pk_emit2(b, PK_OP_mul, chunk, pk_const_i64(b, TURNS));
    pk_value *all =
        pk_emit1(b, PK_OP_load, part_at(b, scratch, i, SCRATCH, type, first));

    for (int turn = 1; turn < TURNS; turn++) {
        pk_value *at = pk_emit2(b, PK_OP_add, first, pk_const_i64(b, turn));
        at = part_at(b, scratch, i, SCRATCH, type, at);
        all = pk_emit2(b, turns->ops[i], all, pk_emit1(b, PK_OP_load, at));
    }
    pk_emit2(b, PK_OP_store, part_at(b, parts, i, PK_PART_BYTES, type, chunk),
             all);
}

/* The kernel that joins the parts of each chunk, in their order: for a number
 * of chunks, the parts, and what gets the results. */
static void make_join(pk_ir *ir, const pk_func *block) {
    const pk_loop_turns *turns = pk_func_get_data(block)->turns;
    pk_func *fn = new_kernel(
        block, pk_arena_format(ir->arena, "%s_join", name_of(block)));
    pk_loop_kernel *k = PK_NEW(ir->arena, pk_loop_kernel);
    pk_value *count, *scratch, *parts, *chunk;
    uint32_t *from;
    pk_builder b;
    pk_inst *within;

    if (ir->arena->failed)
        return;
    *k = (pk_loop_kernel){
        .block = pk_arena_format(ir->arena, "%s.join", block->name),
        .from = from = pk_arena_array(ir->arena, 4, sizeof *from)};
    if (!from)
        return;
    pk_func_get_data(fn)->loop = k;
    count =
        pk_func_param(fn, "count", PK_TYPE_i64, PK_ROLE_scalar, 0, 0)->value;
    scratch = add_buffer(fn, "scratch", 1);
    parts = add_buffer(fn, "parts", 2);
    k->first = add_first(fn, from, 3);
    pk_builder_init(&b, fn);
    b.loc = block->loc;
    chunk = pk_offload_thread(&b);
    within = pk_begin_if(&b, pk_emit2(&b, PK_OP_lt, chunk, count));
    for (uint32_t i = 0; i < turns->count; i++)
        join_parts(&b, turns, i, scratch, parts, chunk);
    pk_end_control(&b, within);
}

static void make_turns(pk_ir *ir, pk_func *fn, const pk_func *block,
                       pk_loop_kernel *k, uint32_t *from, pk_value **map) {
    pk_value *scratch =
        add_buffer(fn, "scratch", block->param_count + MOST_CAPTURES + 1);

    from[fn->param_count - 1] = UINT32_MAX; /* it is none of the block's */
    k->scratch_bytes =
        (uint64_t)pk_func_get_data(block)->turns->count * SCRATCH;
    run_turn(fn, block, map, scratch);
    make_join(ir, block);
}

/* ---- chunks ---- */

static void run_chunk(pk_func *fn, pk_func *block, bool free, pk_value **map) {
    numbering n = {.fn = fn};
    pk_value *low;
    pk_builder b;
    pk_inst *within;

    pk_builder_init(&b, fn);
    b.loc = block->loc;
    low = n.number = pk_offload_thread(&b);
    if (!free)
        low = pk_emit2(&b, PK_OP_mul, low, fn->params[1].value);
    within = pk_begin_if(&b, pk_emit2(&b, PK_OP_lt, low, fn->params[0].value));
    if (free) {
        pk_func *chunk = NULL;
        pk_region_visit(block->body, find_call, &chunk);
        run_once(chunk);
        map[block->params[1].value->id] = pk_const_i64(&b, 1);
    }
    pk_region_copy(fn, within->body, block->body, map, NULL);
    pk_end_control(&b, within);
    pk_region_visit(within->body, number_wide, &n);
    pk_region_visit(within->body, number_block, &n);
}

static void make_kernel(pk_ir *ir, pk_func *block) {
    pk_func *fn = new_kernel(block, name_of(block));
    pk_loop_kernel *k = PK_NEW(ir->arena, pk_loop_kernel);
    uint32_t *from;
    pk_value **map;

    pk_func_number(block);
    pk_func_layout(block);
    map = pk_arena_array(ir->arena, block->value_count + 1u, sizeof *map);
    from = pk_arena_array(ir->arena, block->param_count + 2u, sizeof *from);
    if (ir->arena->failed)
        return;
    *k = (pk_loop_kernel){.block = block->name,
                          .from = from,
                          .free = pk_func_get_data(block)->free};
    pk_func_get_data(fn)->loop = k;
    take_params(fn, block, from, map);
    k->first = add_first(fn, from, block->param_count + MOST_CAPTURES);
    if (pk_func_get_data(block)->turns)
        make_turns(ir, fn, block, k, from, map);
    else
        run_chunk(fn, block, k->free, map);
}

/* ---- which ---- */

static bool is_before(pk_loc a, pk_loc b) {
    return a.file != b.file   ? a.file < b.file
           : a.line != b.line ? a.line < b.line
                              : a.col < b.col;
}

static void note(pk_ir *ir, const pk_func *block, const char *why, pk_loc at) {
    pk_loop_note **link = &pk_ir_get_data(ir)->loops;
    pk_loop_note *made = PK_NEW(ir->arena, pk_loop_note);

    if (ir->arena->failed)
        return;
    while (*link && !is_before(block->loc, (*link)->loop))
        link = &(*link)->next;
    *made = (pk_loop_note){*link, block->loc, why, at};
    *link = made;
}

/* Marks of blocks that a kernel is made of, and of functions that kernels
 * reach. */
static char wanted;

static void find_blocks(pk_inst *inst, void *arg) {
    (void)arg;
    if (inst->op == PK_OP_parallel)
        inst->callee->mark = &wanted;
}

static void find_parallel(pk_inst *inst, void *arg) {
    pk_inst **found = arg;

    if (inst->op == PK_OP_parallel ||
        (inst->op == PK_OP_call && inst->callee->mark &&
         inst->callee->mark != &wanted))
        *found = inst;
}

/* A loop within an iteration runs in its thread, which a function that the host
 * calls as well does not do: such loops stay with the host. Their mark is where
 * they have it. */
static void mark_nesting(pk_func *fn, void *arg) {
    const bool is_block = fn->mark == &wanted;
    pk_inst *found = NULL;

    (void)arg;
    pk_region_visit(fn->body, find_parallel, &found);
    if (found && is_block)
        note(fn->ir, fn, "it calls a function that has parallel loops itself",
             found->loc);
    if (found)
        fn->mark = found;
}

static void mark_reached(pk_inst *inst, void *arg) {
    if (inst->op != PK_OP_call || inst->callee->mark == &wanted)
        return;
    inst->callee->mark = &wanted;
    pk_region_visit(inst->callee->body, mark_reached, arg);
}

static void drop_rest(pk_ir *ir) {
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (pk_func_get_data(fn)->loop)
            pk_region_visit(fn->body, mark_reached, NULL);
    for (pk_func *fn = ir->funcs, *next; fn; fn = next) {
        next = fn->next;
        if (!fn->mark && !pk_func_get_data(fn)->loop)
            pk_ir_drop(ir, fn);
    }
}

pk_status pk_offload_expand(pk_ir *ir, pk_error *err) {
    const pk_func *last = pk_ir_get_data(ir)->last;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, find_blocks, NULL);
    pk_ir_callees_first(ir, mark_nesting, NULL);
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next) {
        if (fn->mark == &wanted)
            make_kernel(ir, fn);
        if (fn == last) /* what comes behind it is new */
            break;
    }
    if (!ir->arena->failed)
        drop_rest(ir);
    return ir->arena->failed ? pk_fail_no_memory(err) : PK_OK;
}

/* ---- what kernels cannot have ---- */

/* A function's mark, once one is found. */
typedef struct stranger {
    const char *why;
    pk_loc at;
} stranger;

static bool has_reference(const pk_inst *inst) {
    bool found = false;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        found |= inst->args[i]->type == PK_TYPE_ref;
    for (uint32_t i = 0; i < inst->result_count; i++)
        found |= inst->results[i]->type == PK_TYPE_ref;
    return found;
}

/* NULL: it may be in kernels. */
static const char *why_strange(const pk_inst *inst) {
    switch (inst->op) {
    case PK_OP_thread_number:
    case PK_OP_thread_count:
    case PK_OP_thread_total: return "it asks for its thread";
    case PK_OP_set_thread_count:
    case PK_OP_loop_chunk:
    case PK_OP_set_loop_chunk: return "it asks how loops are cut";
    case PK_OP_random_state: return "it draws random numbers";
    case PK_OP_lapack: return "it calls LAPACK";
    case PK_OP_alloc:
    case PK_OP_alloc_zero:
    case PK_OP_alloc_refs: return "it makes an array, a list or other objects";
    default:
        return has_reference(inst) ? "it uses lists or other objects" : NULL;
    }
}

static void find_stranger(pk_inst *inst, void *arg) {
    const stranger *below = inst->op == PK_OP_call ? inst->callee->mark : NULL;
    stranger *found = arg;
    const char *why = below ? below->why : why_strange(inst);

    if (!why || found->why)
        return;
    found->why = why;
    found->at = below && below->at.line ? below->at : inst->loc;
}

static void mark_strange(pk_func *fn, void *arg) {
    stranger found = {.why = NULL}, *kept = NULL;

    (void)arg;
    pk_region_visit(fn->body, find_stranger, &found);
    if (found.why && (kept = PK_NEW(fn->ir->arena, stranger)))
        *kept = found;
    fn->mark = kept;
}

static bool is_join(const pk_func *fn) {
    const char *block = pk_func_get_data(fn)->loop->block;
    const size_t length = strlen(block);

    return length > 5 && !strcmp(block + length - 5, ".join");
}

pk_status pk_offload_drop_strangers(pk_ir *ir, pk_error *err) {
    pk_ir_callees_first(ir, mark_strange, NULL);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        pk_func_data *data = (pk_func_data *)fn;
        const stranger *found = fn->mark;
        if (data->loop && !is_join(fn))
            note(ir, fn, found ? found->why : NULL,
                 found ? found->at : fn->loc);
        if (found)
            data->loop = NULL;
    }
    drop_rest(ir);
    return ir->arena->failed ? pk_fail_no_memory(err) : PK_OK;
}
