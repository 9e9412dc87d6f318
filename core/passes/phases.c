/* SPDX-License-Identifier: Apache-2.0 */
/* phases: a kernel in block form with barriers of the grid can be left at each
 * of them and taken up again behind it, block by block.
 *
 * Fission leaves these barriers where they were, outside of the loops over
 * threads. Here the temporaries that would live across one become locals, and
 * counted loops around one count in locals: what a backend has to keep of a
 * block that waits is its locals and arrays.
 *
 *     %n = add %a, %b                  set $x, add %a, %b
 *     for %i = 0, %n, 1 {              set $i, 0 ...
 *         store ...                    loop {
 *         grid_sync            -->         if not $stay { break }
 *         store ... %i                     store ...
 *     }                                    grid_sync
 *                                          store ... $i
 *                                          set $i, $i + 1 ...
 *                                      }
 *
 * The last of the passes: those that make values live longer would undo it. */
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/passes/scopes.h"
#include "core/passes/structure.h"

/* A counted loop on its way to one that counts for itself. */
typedef struct counting {
    pk_inst *loop;
    pk_local *index, *stay;
    pk_value *stop, *step;
} counting;

static void look(pk_inst *inst, void *arg) {
    bool *found = arg;
    *found |= inst->op == PK_OP_grid_sync;
}

static void replace_index(pk_region *region, const pk_value *index,
                          pk_local *local, pk_func *fn) {
    for (pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k] == index) {
                pk_builder b = {.fn = fn};
                pk_builder_before(&b, pk_before_items(i));
                i->args[k] = pk_emit_get(&b, local);
            }
        replace_index(i->body, index, local, fn);
        replace_index(i->other, index, local, fn);
    }
}

/* `continue` of the loop becomes the end of the block around its body. */
static void replace_continue(pk_region *region, const pk_inst *loop,
                             pk_inst *block) {
    for (pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        if (i->op == PK_OP_continue && i->target == loop) {
            i->op = PK_OP_break;
            i->target = block;
        }
        replace_continue(i->body, loop, block);
        replace_continue(i->other, loop, block);
    }
}

static void count_before(pk_func *fn, counting *c) {
    pk_builder b = {.fn = fn};

    pk_builder_before(&b, c->loop);
    pk_emit_set(&b, c->index, c->loop->args[0]);
    pk_emit_set(&b, c->stay,
                pk_range_goes_on(&b, c->loop->args[0], c->stop, c->step, true));
}

static void count_on(pk_builder *b, const counting *c) {
    pk_value *from = pk_emit_get(b, c->index);

    pk_emit_set(b, c->stay, pk_range_goes_on(b, from, c->stop, c->step, false));
    pk_emit_set(b, c->index, pk_emit2(b, PK_OP_add, from, c->step));
}

static void count_in_local(pk_func *fn, pk_inst *loop) {
    counting c = {.loop = loop,
                  .index = pk_func_local(fn, "i", loop->index->type),
                  .stay = pk_func_local(fn, "stay", PK_TYPE_bool),
                  .stop = loop->args[1],
                  .step = loop->args[2]};
    pk_builder b = {.fn = fn, .loc = loop->loc};
    pk_inst *first, *gone, *block;

    count_before(fn, &c);
    replace_index(loop->body, loop->index, c.index, fn);
    first = pk_region_take(loop->body);
    b.region = loop->body;
    gone = pk_begin_if(&b, pk_emit1(&b, PK_OP_not, pk_emit_get(&b, c.stay)));
    pk_emit_exit(&b, PK_OP_break, loop);
    pk_end_control(&b, gone);
    block = pk_begin_block(&b);
    for (pk_inst *i = first, *next; i; i = next) {
        next = i->next;
        pk_inst_insert(block->body, NULL, i);
    }
    replace_continue(block->body, loop, block);
    pk_end_control(&b, block);
    count_on(&b, &c);
    loop->op = PK_OP_loop;
    loop->arg_count = 0;
    loop->index = NULL;
}

static void count_region(pk_func *fn, pk_region *region) {
    for (pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        if (fn->ir->arena->failed)
            return;
        if (!pk_holds_grid_sync(i))
            continue;
        count_region(fn, i->body);
        count_region(fn, i->other);
        if (i->op == PK_OP_for)
            count_in_local(fn, i);
    }
}

pk_status pk_pass_phases(pk_func *fn, const pk_caps *caps, pk_error *err) {
    pk_arena scratch;
    bool found = false;

    (void)caps;
    if (fn->kind != PK_FUNC_kernel || fn->form != PK_FORM_block)
        return PK_OK;
    pk_region_visit(fn->body, look, &found);
    if (!found)
        return PK_OK;
    count_region(fn, fn->body);
    if (fn->ir->arena->failed)
        return pk_pass_done(fn, err);
    pk_func_number(fn);
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    pk_repair_phases(fn, &scratch);
    if (scratch.failed)
        fn->ir->arena->failed = true;
    pk_arena_finish(&scratch);
    return pk_pass_done(fn, err);
}
