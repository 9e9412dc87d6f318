/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the pragmas in front of loops, by the target's compiler.
 *
 * Some leave short loops over threads as they are: LLVM makes several vectors
 * in a turn of a short loop, while loads are on their way. PoCL (3.1) has that
 * and the unrolling of loops turned off. A loop whose number of turns only the
 * launch knows is printed twice: the first part has turns of as many vectors,
 * so that what is left is of whole vectors, too.
 *
 *     int s9 = 0 + (v8 > 0 ? (v8 - 0) & -32 : 0);
 *     #pragma clang loop interleave_count(4)
 *     for (int v9 = 0; v9 < s9; v9++) {
 *     ...
 *     for (int v9 = s9; v9 < v8; v9++) {
 *
 * Small tiles, 16 x 16 threads, become text without loops. This is for kernels
 * that have no loops of their own: within these it changed for the worse what
 * the compiler makes vectors of. */
#include "backends/opencl_c/printer.h"
#include "core/nesting.h"

enum {
    VECTOR = 32,    /* bytes of what the compiler makes vectors of */
    AT_ONCE = 4,    /* vectors in a turn */
    ROW = 16,       /* threads that a block has along an axis of several */
    TILE_ROWS = 16, /* that are unrolled, and how long these are at most */
    TILE_COLUMNS = 32,
    SHORT = 32, /* instructions of a loop that is printed twice */
    TILE = 96   /* and of a tile */
};

/* ---- order ---- */

/* Whether a turn may use a float of the turn before. */
static bool carries_floats(const pk_inst *loop, const pk_region *body) {
    for (const pk_inst *i = body ? body->first : NULL; i; i = i->next) {
        if (i->op == PK_OP_set && pk_type_is_float(i->args[0]->type))
            return true;
        if (i->op == PK_OP_store && pk_type_is_float(i->args[1]->type) &&
            !pk_is_made_in(i->args[0], loop->body))
            return true;
        if (carries_floats(loop, i->body) || carries_floats(loop, i->other))
            return true;
    }
    return false;
}

/* Whether threads add floats up in memory that is their block's: in block form
 * these are plain sums. */
static bool adds_up(const pk_region *body) {
    for (const pk_inst *i = body ? body->first : NULL; i; i = i->next)
        if ((pk_op_table[i->op].rule == PK_RULE_ATOMIC &&
             pk_type_is_float(i->args[1]->type) &&
             pk_type_space(i->args[0]->type) == PK_SPACE_shared) ||
            adds_up(i->body) || adds_up(i->other))
            return true;
    return false;
}

/* Intel's compiler sums floats up in vectors, in another order, whatever the
 * standard's pragmas say, and loses sums of -x; compilers that do not do so
 * lose nothing. */
static bool wants_order(const pk_cl_printer *p, const pk_inst *loop) {
    return !(p->fn->flags & PK_FUNC_fastmath) &&
           (loop->flags & PK_INST_items ? adds_up(loop->body)
                                        : carries_floats(loop, loop->body));
}

/* ---- loops over threads ---- */

typedef struct body {
    const pk_inst *loop; /* the only one, NULL: there is none or are more */
    uint32_t count, loops, widest; /* instructions; bytes of an element */
    bool straight, is_global, stores, meets;
} body;

static void look(const pk_region *region, body *b) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        const bool access = i->op == PK_OP_load || i->op == PK_OP_store;
        b->count++;
        if (i->op == PK_OP_for || i->op == PK_OP_loop) {
            b->loop = b->loops++ ? NULL : i;
        }
        b->straight &= pk_op_table[i->op].flags & PK_OPF_CONTROL
                           ? i->op == PK_OP_if
                           : true;
        b->meets |=
            pk_op_table[i->op].rule == PK_RULE_ATOMIC || i->op == PK_OP_call;
        if (access) {
            pk_type pointer = i->args[0]->type;
            uint32_t bytes = pk_type_bytes(pk_type_elem(pointer));
            b->widest = bytes > b->widest ? bytes : b->widest;
            if (pk_type_space(pointer) == PK_SPACE_global) {
                b->is_global = true;
                b->stores |= i->op == PK_OP_store;
            }
        }
        look(i->body, b);
        look(i->other, b);
    }
}

static body body_of(const pk_inst *loop) {
    body b = {.straight = true};

    look(loop->body, &b);
    return b;
}

static bool only_threads(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (i->op == PK_OP_loop || i->op == PK_OP_block ||
            (i->op == PK_OP_for && !(i->flags & PK_INST_items)) ||
            !only_threads(i->body) || !only_threads(i->other))
            return false;
    return true;
}

/* How many turns the loop has; 0: unknown, or too many. */
static uint32_t turns_of(const pk_inst *loop) {
    return loop->op == PK_OP_for && loop->flags & PK_INST_items &&
                   pk_is_const_int(loop->args[0], 0) &&
                   pk_is_const(loop->args[1]) &&
                   pk_is_const_int(loop->args[2], 1) &&
                   pk_const_get_int(loop->args[1]) <= TILE_COLUMNS
               ? (uint32_t)pk_const_get_int(loop->args[1])
               : 0;
}

static bool is_rows_of_tile(const pk_inst *loop) {
    const uint32_t rows = turns_of(loop);
    body b;

    if (rows < 2 || rows > TILE_ROWS)
        return false;
    b = body_of(loop);
    return b.loop && !b.meets && b.is_global && b.count <= TILE &&
           turns_of(b.loop) > 1;
}

static uint32_t vectors_in(uint32_t turns, uint32_t bytes) {
    const uint32_t vectors = bytes ? turns * bytes / VECTOR : 0;

    return vectors >= AT_ONCE ? AT_ONCE : vectors >= 2 ? 2 : 0;
}

static bool uses(const pk_region *region, const pk_value *v) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k] == v)
                return true;
        if (uses(i->body, v) || uses(i->other, v))
            return true;
    }
    return false;
}

/* Whether loops around count other axes of the block, which are not only there
 * in case that it has some. */
static bool has_rows(const pk_cl_printer *p) {
    for (const pk_cl_scope *s = p->scope; s; s = s->outer)
        if (s->inst->index && uses(s->inst->body, s->inst->index))
            return true;
    return false;
}

static pk_cl_hint hint_of_row(const pk_cl_printer *p, const pk_inst *loop) {
    const body b = body_of(loop);
    const uint32_t turns = turns_of(loop);
    const uint32_t step =
        b.widest >= 4 ? (uint32_t)AT_ONCE * VECTOR / b.widest : 0;

    if (b.loops || b.meets || !b.is_global)
        return (pk_cl_hint){0};
    if (turns)
        return (pk_cl_hint){.interleave =
                                p->scope && is_rows_of_tile(p->scope->inst)
                                    ? vectors_in(turns, b.widest)
                                    : 0};
    if (!b.straight || !b.stores || b.count > SHORT || !step ||
        pk_is_const(loop->args[1]) || loop->index->type != PK_TYPE_i32 ||
        !pk_is_const_int(loop->args[2], 1) || (step > ROW && has_rows(p)))
        return (pk_cl_hint){0};
    return (pk_cl_hint){.interleave = AT_ONCE, .step = step};
}

static bool leaves_short_loops(const pk_caps *caps) {
    return caps->features & PK_CAP_sized_blocks &&
           !(caps->features & PK_CAP_wide_items);
}

pk_cl_hint pk_cl_find_hint(const pk_cl_printer *p, const pk_inst *loop) {
    if (wants_order(p, loop) || pk_cl_leaves_call(loop))
        return (pk_cl_hint){.in_order = true};
    if (p->fn->form != PK_FORM_block || !leaves_short_loops(p->caps) ||
        !(loop->flags & PK_INST_items) || !only_threads(p->fn->body))
        return (pk_cl_hint){0};
    if (is_rows_of_tile(loop))
        return (pk_cl_hint){.unroll = true};
    return hint_of_row(p, loop);
}
