/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of single accesses of arrays: an index that nothing guards, elements
 * that several threads write, shared memory that is read or written again with
 * no barrier in between. */
#include "check/threads/advice.h"
#include "check/threads/threads.h"

#include "check/threads/abstract_exec.h"

#include <string.h>

pk_own_array *pk_threads_own(pk_threads *t, const pk_ast *node) {
    int index = pk_threads_find(t, node);

    for (uint32_t i = 0; index >= 0 && i < t->own_count; i++)
        if (t->own[i].index == index)
            return &t->own[i];
    return NULL;
}

const pk_ty *pk_threads_array_type(const pk_threads *t, const pk_ast *node) {
    const pk_ty *type = pk_advise_type(t->a, node);

    return type->kind == PK_TY_array ? type : NULL;
}

/* The bits of an index and the last axis that counts through the grid; bounds
 * of slices are clamped, and say nothing. */
static uint8_t index_bits(pk_threads *t, const pk_ast *slice, int *root,
                          uint32_t *axis) {
    const pk_ast_list *elts =
        slice->kind == PK_AST_Tuple ? &slice->Tuple.elts : NULL;
    uint8_t found = 0, one;

    if (slice->kind == PK_AST_Slice)
        return 0;
    if (!elts)
        return pk_threads_bits_of(t, slice, root);
    for (uint32_t i = 0; i < elts->count; i++)
        if (elts->items[i]->kind != PK_AST_Slice) {
            one = pk_threads_bits_of(t, elts->items[i], root);
            *axis = one & GRID ? i : *axis;
            found |= one;
        }
    return found;
}

bool pk_threads_fit(const pk_threads *t, const pk_ast *array, uint32_t axis,
                    int64_t ahead) {
    const pk_function_info *info = &t->a->instance->function->info;
    bool any = false;
    uint32_t arg = 0;

    if (array->kind != PK_AST_Name || axis >= PK_SITE_AXES ||
        !t->a->instance->is_kernel)
        return false;
    while (arg < info->param_count &&
           strcmp(info->param_names[arg], array->Name.id) != 0)
        arg++;
    for (const pk_launch_site *l = t->a->launches; l; l = l->next) {
        if (!pk_launch_is_of(l, info))
            continue;
        any = true;
        if (!l->threads || arg >= l->signature.count ||
            l->extents[arg][axis] < l->threads + ahead)
            return false;
    }
    return any;
}

/* The tail of the last block: tid < size, where size = min(n - block * 64, 64)
 * depends on the block's number. */
static bool is_block_tail(pk_threads *t, const pk_ast *test) {
    uint8_t left, right;

    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_And) {
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            if (is_block_tail(t, test->BoolOp.values.items[i]))
                return true;
        return false;
    }
    if (test->kind != PK_AST_Compare || test->Compare.comparators.count != 1)
        return false;
    left = pk_threads_bits(t, test->Compare.left);
    right = pk_threads_bits(t, test->Compare.comparators.items[0]);
    return ((left & VARIES) && !(right & VARIES) && (right & BLOCK)) ||
           ((right & VARIES) && !(left & VARIES) && (left & BLOCK));
}

static bool is_in_tail(pk_threads *t) {
    for (uint32_t i = 0; i < t->depth; i++)
        if (is_block_tail(t, t->around[i]))
            return true;
    return false;
}

/* An index that counts through the grid must have been compared. */
void pk_threads_check_guard(pk_threads *t, const pk_ast *node) {
    const pk_ty *type = pk_threads_array_type(t, node->Subscript.value);
    uint32_t axis = 0;
    int root = -1;

    if (!type || type->space != PK_SPACE_global)
        return;
    if (!(index_bits(t, node->Subscript.slice, &root, &axis) & GRID) ||
        root < 0 || pk_threads_fit(t, node->Subscript.value, axis, 0))
        return;
    if (t->vars[root].tested || t->vars[root].reported || is_in_tail(t))
        return;
    t->vars[root].reported = true;
    pk_advise(t->a, node, PK_E_no_guard,
              node->Subscript.value->kind == PK_AST_Name
                  ? pk_arena_format(t->a->c->arena, "if %s < %s.shape[%d]:",
                                    t->a->instance->vars.items[root].name,
                                    node->Subscript.value->Name.id, (int)axis)
                  : NULL,
              "'%s' counts through the whole grid, and no test keeps it "
              "within the array: threads past the end, if a launch has any, "
              "write or read out of bounds",
              t->a->instance->vars.items[root].name);
}

static const pk_ast *component(const pk_ast *index, uint32_t i) {
    return index->kind != PK_AST_Tuple   ? index
           : i < index->Tuple.elts.count ? index->Tuple.elts.items[i]
                                         : NULL;
}

/* Indices whose texts do not tell whether they differ: pairs that threads take
 * by t ^ k, rows that another variable numbers, a[from, t] and a[to, t], and a
 * thread's own column. `later`: a round of a loop lies between them. */
static bool may_be_apart(pk_threads *t, const pk_ast *a, const pk_ast *b,
                         bool later) {
    uint8_t bits = pk_threads_bits(t, a) | pk_threads_bits(t, b);

    if ((bits & PAIRED) || a->kind != PK_AST_Tuple || b->kind != PK_AST_Tuple)
        return bits & PAIRED;
    for (uint32_t i = 0; component(a, i) && component(b, i); i++) {
        const pk_ast *x = component(a, i), *y = component(b, i);
        bool same = pk_ast_same(x, y);
        bits = pk_threads_bits(t, x) | pk_threads_bits(t, y);
        if ((bits & VARIES) ? same && (bits & DIRECT)
                            : !same || (later && x->kind != PK_AST_Constant))
            return true;
    }
    return false;
}

/* A launch of the kernel has been gone through, with all elements of its shared
 * arrays: what is wrong in it is said from there. */
static bool knows_shared(const pk_threads *t) {
    const pk_abstract_run *r = t->a->run;

    return r && !r->assumed && t->a->instance->is_kernel && r->complete &&
           !r->over && !r->blurred;
}

/* Other threads used elements before, at `before`, perhaps the one at `index`.
 */
static bool is_unordered(pk_threads *t, const pk_own_array *own,
                         const pk_ast *before, const pk_ast *index) {
    return own->shared && before && !own->reported && !t->a->alone &&
           !knows_shared(t) && !pk_ast_same(before, index) &&
           !may_be_apart(t, before, index, false);
}

static bool wrote_unordered(pk_threads *t, const pk_own_array *own,
                            const pk_ast *index) {
    bool same_thread =
        t->picked && own->writer && pk_ast_same(own->writer, t->picked);

    return !same_thread && !(t->picked && own->narrowed) &&
           is_unordered(t, own, own->written, index);
}

static void say_no_barrier(pk_threads *t, pk_own_array *own, const pk_ast *node,
                           const char *words, const pk_ast *before,
                           const char *there) {
    own->reported = true;
    pk_advise(t->a, node, PK_E_no_barrier,
              "put cuda.syncthreads() between them",
              "%s, and no barrier is in between", words);
    pk_advise_note(t->a, before, "%s", there);
}

static void check_shared_read(pk_threads *t, pk_own_array *own,
                              const pk_ast *node) {
    const pk_ast *index = node->Subscript.slice;

    if (wrote_unordered(t, own, index))
        say_no_barrier(t, own, node,
                       "other threads wrote the element that "
                       "is read here",
                       own->written, "written here");
    if (is_unordered(t, own, own->updated, index))
        say_no_barrier(t, own, node,
                       "other threads update the element that "
                       "is read here",
                       own->updated, "updated here");
    own->read = index;
}

/* An atomic at a place that data gives, as in histograms. */
void pk_threads_check_atomic(pk_threads *t, const pk_ast *call) {
    const pk_ast_list *args = &call->Call.args;
    pk_own_array *own = args->count ? pk_threads_own(t, args->items[0]) : NULL;
    const pk_ast *index = args->count > 1 ? args->items[1] : NULL;
    uint8_t bits = own && index ? pk_threads_bits(t, index) : 0;

    if (!(bits & LOOSE) || !own->shared)
        return;
    if (wrote_unordered(t, own, index))
        say_no_barrier(t, own, call,
                       "other threads wrote the element that "
                       "is updated here",
                       own->written, "written here");
    own->updated = index;
}

void pk_threads_check_read(pk_threads *t, const pk_ast *node) {
    pk_own_array *own = pk_threads_own(t, node->Subscript.value);

    pk_threads_check_guard(t, node);
    if (!own)
        return;
    if (pk_threads_array_type(t, node) ||
        pk_advise_type(t->a, node)->kind == PK_TY_record) {
        own->stored = true; /* a view */
        return;
    }
    if (!own->stored && !own->reported) {
        own->reported = true;
        pk_advise(t->a, node, PK_E_uninitialised, "store into it first",
                  "the array is read before anything is stored in it: it "
                  "starts with any content");
    }
    check_shared_read(t, own, node);
}

void pk_threads_check_shared_write(pk_threads *t, pk_own_array *own,
                                   const pk_ast *node) {
    const pk_ast *index = node->Subscript.slice;

    if (own->shared && own->read && t->loops && !t->depth && !own->reported &&
        !pk_ast_same(own->read, index) &&
        !may_be_apart(t, own->read, index, true)) {
        own->reported = true;
        pk_advise(t->a, node, PK_E_no_barrier,
                  "cuda.syncthreads() at the end of the loop",
                  "other threads may still read the element of the "
                  "iteration before, which is written here");
        pk_advise_note(t->a, own->read, "read here");
    }
    own->written = index;
    own->writer = t->picked;
    own->narrowed = t->depth && t->loops;
}

/* Several threads store into one element. */
void pk_threads_check_race(pk_threads *t, const pk_ast *node, bool updates,
                           uint8_t value) {
    const pk_ty *type = pk_threads_array_type(t, node->Subscript.value);
    uint8_t index = pk_threads_bits(t, node->Subscript.slice) |
                    (pk_threads_bits(t, node->Subscript.value) & VARIES);

    if (!type || type->space == PK_SPACE_local || t->a->alone || t->picks ||
        t->locks || (index & DIRECT) || (index & BOTH_PARTS) == BOTH_PARTS ||
        !t->a->instance->is_kernel)
        return;
    if (updates)
        pk_advise(t->a, node, PK_E_race,
                  "cuda.atomic.add(array, index, value), or let one thread do "
                  "it: if tid == 0",
                  index & LOOSE
                      ? "threads for which the index is the same update one "
                        "element at the same time: updates are lost"
                      : "all threads%s update this element at the same time: "
                        "updates are lost",
                  index & BLOCK ? " of the block" : "");
    else if (!(index & LOOSE) && (value & VARIES))
        pk_advise(t->a, node, PK_E_race,
                  "index with the thread's number, or let one thread write: if "
                  "tid == 0",
                  "all threads%s write this element with different values: "
                  "only one of them remains",
                  index & BLOCK ? " of the block" : "");
}
