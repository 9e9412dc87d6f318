/* SPDX-License-Identifier: Apache-2.0 */
/* The key of a launch: the types of its arguments and what is known of them,
 * for which a kernel is compiled; and the same types in the frontend's words.
 */
#include "portkern/host.h"
#include "recipe/narrow.h"
#include "runtime/kernel/arg_walk.h"

#include "runtime/context/structure.h"
#include "runtime/kernel/module.h"

#include <assert.h>

/* ---- the key ---- */

/* The leaf's place among the facts, -1 when its value can be none. */
static int fact_of(const pk_leaf *leaf) {
    const bool integer = leaf->arg_kind == PK_ARG_scalar &&
                         leaf->dtype >= PK_DTYPE_i8 &&
                         leaf->dtype <= PK_DTYPE_u64;

    return integer && leaf->arg < PK_FACT_ARGS ? PK_FACT_arg + (int)leaf->arg
                                               : -1;
}

/* Puts the values of integers that are facts behind the types; returns how many
 * words the key has, which `words` NULL only counts. */
static uint32_t put_values(const pk_frame *frame, pk_facts facts,
                           uint32_t *words) {
    uint32_t count = frame->type_words;

    for (uint32_t i = 0; facts >> PK_FACT_arg && i < frame->leaf_count; i++) {
        const int fact = fact_of(&frame->leaves[i]);
        if (fact < 0 || !(facts >> fact & 1))
            continue;
        if (words)
            memcpy(&words[count], frame->leaves[i].bits, 8);
        count += 2;
    }
    return count;
}

/* Whether fewer than 2^31 threads run along each axis. */
static bool are_few(const pk_dims *dims) {
    bool few = true;

    for (int i = 0; i < 3; i++)
        few &= (uint64_t)dims->grid[i] * dims->block[i] <= INT32_MAX;
    return few;
}

/* ---- few threads side by side ---- */

static_assert(PK_NARROW_BITS == PK_FACT_arg - PK_FACT_narrow, "a fact a bit");
#define NARROW (((UINT64_C(1) << PK_NARROW_BITS) - 1) << PK_FACT_narrow)

/* The most elements that lie in a line of the arrays of matrices and more:
 * threads that have none do little. */
static uint64_t find_longest_line(const pk_frame *frame) {
    uint64_t longest = 0;

    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        const pk_leaf *leaf = &frame->leaves[i];
        uint64_t line;

        if (leaf->kind != PK_ARGTYPE_array || leaf->ndim < 2 || leaf->items)
            continue;
        line = (uint64_t)
                   leaf->array->shape[leaf->layout == 'F' ? 0 : leaf->ndim - 1];
        longest = line > longest ? line : longest;
    }
    return longest ? longest : UINT64_MAX;
}

static uint32_t narrow_of(const pk_frame *frame, const pk_dims *dims) {
    uint32_t narrow = 0;
    uint64_t line;

    if (dims->narrow != PK_NARROW_as_it_is)
        return dims->narrow ? (1u << PK_NARROW_BITS) - 1 : 0;
    line = find_longest_line(frame);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint64_t threads = (uint64_t)dims->grid[axis] * dims->block[axis];
        const uint64_t side = threads < line ? threads : line;
        for (uint32_t step = 0; step < PK_NARROW_STEPS; step++)
            narrow |= (uint32_t)(side <= pk_narrow_most(step))
                      << pk_narrow_bit(axis, step);
    }
    return narrow;
}

/* ---- sealing ---- */

/* `key` holds the types. */
static void seal(const pk_frame *frame, pk_facts facts, const pk_dims *dims,
                 pk_key *key) {
    uint32_t *words = key->words;
    const uint64_t known = dims->deadline_ms ? facts | PK_KEY_stoppable : facts;
    uint64_t hash = 0x9e3779b97f4a7c15u;

    memset(&words[PK_KEY_FACTS], 0,
           (PK_KEY_ARGS - PK_KEY_FACTS) * sizeof *words);
    words[PK_KEY_FLAGS] &= ~(uint32_t)PK_KEY_few;
    words[PK_KEY_FLAGS] |= are_few(dims) ? PK_KEY_few : 0;
    memcpy(&words[PK_KEY_FACTS], &known, sizeof known);
    if (facts >> PK_FACT_block & 1)
        memcpy(&words[PK_KEY_BLOCK], dims->block, sizeof dims->block);
    if (facts >> PK_FACT_grid & 1)
        memcpy(&words[PK_KEY_GRID], dims->grid, sizeof dims->grid);
    if (facts >> PK_FACT_shared & 1)
        words[PK_KEY_SHARED] = dims->shared_bytes;
    if (facts >> PK_FACT_unshared & 1)
        words[PK_KEY_UNSHARED] = !dims->shared_bytes;
    if (facts >> PK_FACT_many & 1)
        words[PK_KEY_THREADS] = dims->many;
    if (facts & NARROW)
        words[PK_KEY_THREADS] |=
            (narrow_of(frame, dims) & (uint32_t)(facts >> PK_FACT_narrow)) << 1;
    key->count = put_values(frame, facts, words);
    for (uint32_t i = 0; i < key->count; i += 2) { /* two: steps wait */
        uint64_t two = words[i];

        if (i + 1 < key->count)
            memcpy(&two, &words[i], sizeof two);
        hash = (hash ^ two) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
    }
    key->hash = hash;
}

void pk_frame_seal(pk_frame *frame, pk_facts facts, const pk_dims *dims) {
    seal(frame, facts, dims, &frame->key);
}

bool pk_frame_key(const pk_frame *frame, pk_facts facts, const pk_dims *dims,
                  const pk_allocator *allocator, pk_key *out) {
    size_t size = put_values(frame, facts, NULL) * sizeof *out->words;

    *out = (pk_key){.words = allocator->alloc(allocator->self, size)};
    if (!out->words)
        return false;
    memcpy(out->words, frame->key.words,
           frame->type_words * sizeof *out->words);
    seal(frame, facts, dims, out);
    return true;
}

void pk_key_free(const pk_allocator *allocator, pk_key *key) {
    pk_heap_free(allocator, key->words, key->count * sizeof *key->words);
    *key = (pk_key){0};
}

/* ---- types ---- */

static void describe_function(const pk_arg *arg, pk_arg_type *out) {
    const pk_module *module = arg->value.function.module;
    uint32_t number;

    out->kind = PK_ARGTYPE_function;
    out->function = pk_walk_function(arg, &number);
    out->module = module;
    out->program = &module->digest;
}

/* Sets the element's type; returns whether it is complex. */
static bool describe_element(pk_dtype dtype, pk_arg_type *out) {
    const bool complex = dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;

    out->dtype = (pk_type)(!complex                ? dtype
                           : dtype == PK_DTYPE_c64 ? PK_DTYPE_f32
                                                   : PK_DTYPE_f64);
    return complex;
}

static void describe_dtype(const pk_arg *arg, pk_arg_type *out) {
    out->kind = PK_ARGTYPE_dtype;
    if (arg->dtype == PK_DTYPE_void) {
        out->dtype = PK_TYPE_u8;
        out->record = arg->value.structure->record;
    } else {
        out->is_complex = describe_element(arg->dtype, out);
    }
}

static void describe(const pk_arg *arg, const pk_leaf **leaf,
                     pk_arg_type **next, pk_arg_type *out);

static void describe_dict(const pk_arg *arg, const pk_leaf **leaf,
                          pk_arg_type **next, pk_arg_type *out) {
    const pk_arg list = {.kind = PK_ARG_list};
    pk_arg_type *items = *next;

    out->kind = PK_ARGTYPE_dict;
    out->count = arg->kind == PK_ARG_dict ? 2 : 1;
    out->items = items;
    *next += out->count;
    for (uint32_t i = 0; i < out->count; i++)
        describe(&list, leaf, next, &items[i]);
}

/* Items of tuples take their types from `next`. */
static void describe(const pk_arg *arg, const pk_leaf **leaf,
                     pk_arg_type **next, pk_arg_type *out) {
    bool complex;

    *out = (pk_arg_type){.kind = PK_ARGTYPE_none};
    if (arg->kind == PK_ARG_none)
        return;
    if (arg->kind == PK_ARG_function) {
        describe_function(arg, out);
        return;
    }
    if (arg->kind == PK_ARG_dtype) {
        describe_dtype(arg, out);
        return;
    }
    if (arg->kind == PK_ARG_text) {
        out->kind = PK_ARGTYPE_text;
        out->text = arg->value.text;
        return;
    }
    if (arg->kind == PK_ARG_tuple) {
        size_t count = arg->value.tuple.count;
        pk_arg_type *items = *next;
        *next += count;
        out->kind = PK_ARGTYPE_tuple;
        out->count = (uint32_t)count;
        out->items = items;
        out->fields = arg->value.tuple.fields;
        for (size_t i = 0; i < count; i++)
            describe(&arg->value.tuple.items[i], leaf, next, &items[i]);
        return;
    }
    if (arg->kind == PK_ARG_dict || arg->kind == PK_ARG_set) {
        describe_dict(arg, leaf, next, out);
        return;
    }
    out->kind = (*leaf)->kind;
    out->members = (*leaf)->members;
    complex = describe_element((*leaf)->dtype, out);
    if ((*leaf)->kind == PK_ARGTYPE_array) {
        out->is_complex = complex;
        out->layout = (*leaf)->layout;
        out->ndim = (*leaf)->ndim;
        out->flags = (*leaf)->flags;
        out->record = (*leaf)->record;
    }
    if (fact_of(*leaf) >= 0) {
        out->is_known = 1;
        out->value = (*leaf)->bits[0];
    }
    ++*leaf;
}

void pk_frame_describe(const pk_frame *frame, const pk_arg *args, size_t count,
                       pk_arg_type *types) {
    const pk_leaf *leaf = frame->leaves;
    pk_arg_type *next = types + count;

    for (size_t i = 0; i < count; i++)
        describe(&args[i], &leaf, &next, &types[i]);
}

void pk_frame_signature(const pk_frame *frame, const pk_arg *args, size_t count,
                        const pk_dims *dims, pk_arena *arena,
                        pk_signature *out) {
    /* A word for each argument and each item of a tuple. */
    size_t all = frame->type_words - PK_KEY_ARGS;
    pk_arg_type *types = pk_arena_array(arena, all + 1, sizeof *types);

    *out = (pk_signature){.args = types, .count = (uint32_t)count};
    if (types && !arena->failed)
        pk_frame_describe(frame, args, count, types);
    out->noalias = frame->key.words[PK_KEY_FLAGS] & PK_KEY_noalias;
    out->few = are_few(dims);
    out->many = dims->many;
    out->narrow = narrow_of(frame, dims);
    memcpy(out->block, dims->block, sizeof out->block);
    memcpy(out->grid, dims->grid, sizeof out->grid);
    out->has_shared = true;
    out->shared_bytes = dims->shared_bytes;
}
