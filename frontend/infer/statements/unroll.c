/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of loops over tuples whose items have different types: the
 * statements are copied for each item, so that each copy has notes of its own,
 * and the types of variables flow from one to the next. */
#include "frontend/infer/infer.h"

#include "frontend/values/known.h"

enum {
    MAX_HEIGHT = 300, /* of what is copied, which recurses */
    NODE_STEPS = 4    /* a node takes more memory than others work */
};

bool pk_is_mixed(const pk_ty *tuple) {
    for (uint32_t i = 1; i < tuple->count; i++)
        if (!pk_ty_equal(tuple->items[0], tuple->items[i]))
            return true;
    return false;
}

typedef struct measure {
    pk_infer *in;
    uint32_t depth, most, nodes;
} measure;

static void measure_node(const pk_ast *node, void *arg) {
    measure *m = arg;

    m->nodes++;
    m->most = ++m->depth > m->most ? m->depth : m->most;
    if (m->depth < MAX_HEIGHT)
        pk_ast_children(node, measure_node, m);
    m->depth--;
}

static pk_unrolled *write_out(pk_infer *in, const pk_ast *node,
                              uint32_t count) {
    const pk_unrolled *before = pk_note_find(in->instance, node)->unrolled;
    pk_unrolled *u = PK_NEW(in->arena, pk_unrolled);
    measure m = {.in = in};

    measure_node(node, &m);
    if (m.most >= MAX_HEIGHT) {
        pk_say(in, node, PK_E_nesting, "split the loop",
               "a loop over items of different types nests too deeply");
        return NULL;
    }
    u->count = count;
    u->copies = pk_arena_array(in->arena, count, sizeof *u->copies);
    u->joined = pk_arena_array(in->arena, count, sizeof *u->joined);
    for (uint32_t i = 0; u->copies && i < count; i++) {
        /* In a loop around this one the copies are there already. */
        if (before && before->count == count)
            u->copies[i] = before->copies[i];
        else if (pk_infer_step(in, node, NODE_STEPS * m.nodes))
            u->copies[i] = pk_ast_copy(in->arena, node);
    }
    return in->arena->failed || in->c->out_of_budget ? NULL : u;
}

void pk_infer_unrolled(pk_infer *in, const pk_ast *node, pk_typed tuple) {
    pk_unrolled *u = write_out(in, node, tuple.type->count);
    pk_loop loop = {.outer = in->loop, .iter = node->For.iter};
    pk_note *note;

    if (!u) {
        in->env.live = false;
        return;
    }
    for (uint32_t i = 0; i < u->count && in->env.live; i++) {
        const pk_ast *copy = u->copies[i];
        loop.continues = (pk_env){0};
        in->loop = &loop;
        pk_infer_store(in, copy->For.target, pk_known_item(tuple, i));
        pk_infer_block(in, &copy->For.body);
        in->loop = loop.outer;
        pk_env_join(in, &in->env, &loop.continues, node);
        u->joined[i] = in->env.live ? pk_env_copy(in, &in->env).slots : NULL;
    }
    pk_infer_block(in, &node->For.orelse);
    pk_env_join(in, &in->env, &loop.breaks, node);
    note = pk_note_at(in, node);
    note->unrolled = u;
    note->joined = in->env.live ? pk_env_copy(in, &in->env).slots : NULL;
}
