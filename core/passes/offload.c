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
    return pk_emit2(b, PK_OP_add, pk_emit2(b, PK_OP_mul, block, dim), own);
}

typedef struct numbering {
    pk_func *fn;
    pk_value *number;
} numbering;

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

static pk_loop_kernel *take_params(pk_func *fn, pk_func *block,
                                   pk_value **map) {
    pk_arena *arena = fn->ir->arena;
    pk_loop_kernel *k = PK_NEW(arena, pk_loop_kernel);
    uint32_t *from = pk_arena_array(arena, block->param_count, sizeof *from);

    if (arena->failed)
        return NULL;
    *k = (pk_loop_kernel){.block = block->name,
                          .from = from,
                          .free = pk_func_get_data(block)->free};
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
    return k;
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

static void make_kernel(pk_ir *ir, pk_func *block) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, name_of(block));
    pk_value **map, *low;
    numbering n = {.fn = fn};
    pk_builder b;
    pk_inst *within;

    pk_func_number(block);
    pk_func_layout(block);
    map = pk_arena_array(ir->arena, block->value_count + 1u, sizeof *map);
    if (ir->arena->failed)
        return;
    fn->loc = block->loc;
    fn->block[0] = PK_LOOP_THREADS;
    fn->block[1] = fn->block[2] = 1;
    pk_func_get_data(fn)->said = pk_func_said(block);
    pk_func_get_data(fn)->loop = take_params(fn, block, map);
    if (ir->arena->failed)
        return;
    pk_builder_init(&b, fn);
    b.loc = block->loc;
    n.number = pk_offload_thread(&b);
    low = n.number;
    if (!pk_func_get_data(fn)->loop->free)
        low = pk_emit2(&b, PK_OP_mul, low, fn->params[1].value);
    within = pk_begin_if(&b, pk_emit2(&b, PK_OP_lt, low, fn->params[0].value));
    if (pk_func_get_data(fn)->loop->free) {
        pk_func *chunk = NULL;
        pk_region_visit(block->body, find_call, &chunk);
        run_once(chunk);
        map[block->params[1].value->id] = pk_const_i64(&b, 1);
    }
    pk_region_copy(fn, within->body, block->body, map, NULL);
    pk_end_control(&b, within);
    pk_region_visit(within->body, number_block, &n);
}

/* ---- which ---- */

/* Marks: of a block that a kernel is made of, and of functions that kernels
 * reach. */
static char wanted, nests;

static void find_blocks(pk_inst *inst, void *arg) {
    (void)arg;
    if (inst->op == PK_OP_parallel)
        inst->callee->mark = &wanted;
}

static void find_parallel(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_parallel ||
                    (inst->op == PK_OP_call && inst->callee->mark == &nests);
}

/* A loop within an iteration runs in its thread, which a function that the host
 * calls as well does not do: such loops stay with the host. */
static void mark_nesting(pk_func *fn, void *arg) {
    bool found = false;

    (void)arg;
    pk_region_visit(fn->body, find_parallel, &found);
    if (found)
        fn->mark = &nests;
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

static void find_stranger(pk_inst *inst, void *arg) {
    bool *strange = arg;

    *strange |= inst->op == PK_OP_thread_number ||
                inst->op == PK_OP_thread_count ||
                inst->op == PK_OP_random_state ||
                (inst->op == PK_OP_call && inst->callee->mark);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        *strange |= inst->args[i]->type == PK_TYPE_ref;
    for (uint32_t i = 0; i < inst->result_count; i++)
        *strange |= inst->results[i]->type == PK_TYPE_ref;
}

static void mark_strange(pk_func *fn, void *arg) {
    bool strange = false;

    (void)arg;
    pk_region_visit(fn->body, find_stranger, &strange);
    fn->mark = strange ? fn : NULL;
}

void pk_offload_drop_strangers(pk_ir *ir) {
    pk_ir_callees_first(ir, mark_strange, NULL);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->mark)
            ((pk_func_data *)fn)->loop = NULL;
    drop_rest(ir);
}
