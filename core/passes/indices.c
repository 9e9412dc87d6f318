/* SPDX-License-Identifier: Apache-2.0 */
/* indices: places in small arrays are computed with 32 bits on GPUs, which have
 * no 64-bit integer arithmetic: a product takes four of their instructions.
 *
 *     %3: i64 = mul %row, %x.shape1        %5: i32 = convert %row
 *     %4: i64 = add %3, %col               %6: i32 = convert %x.shape1
 *     %5: ... = elem %x, %4           =>   %7: i32 = mul %5, %6
 *                                          %8: i32 = convert %col
 *                                          %9: i32 = add %7, %8
 *                                          %10: ... = elem %x, %9
 *
 * An array that spans less than 2^31 bytes has no place whose number does not
 * fit, and the low bits of sums and products depend on low bits alone, whatever
 * is lost on the way. What is also wanted with 64 bits, as in a comparison, is
 * computed so and cut. Sums of what has 32 bits already (narrow.c) are put in
 * the same order: constants last. */
#include "base/error.h"
#include "core/address.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum { MAX_DEPTH = 64 };

typedef struct shortener {
    pk_func *fn;
    uint32_t count;  /* values with an entry below */
    bool *wide;      /* by value id: something reads all 64 bits */
    pk_value **cuts; /* by value id: the low half, once made */
} shortener;

/* An operation whose low bits depend on its operands' low bits. */
static bool keeps_low(const pk_inst *inst) {
    if (inst->result_count != 1 || (inst->results[0]->type != PK_TYPE_i64 &&
                                    inst->results[0]->type != PK_TYPE_i32))
        return false;
    switch ((int)inst->op) {
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
    case PK_OP_neg: return true;
    case PK_OP_shl:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 32;
    }
    return false;
}

/* Whether a pointer goes to a place in an array of the launch that is known to
 * take fewer than 2^31 bytes. */
static bool is_in_small_array(const pk_func *fn, const pk_value *pointer) {
    pointer = pk_address_root(pointer);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == pointer)
            return fn->params[i].flags & PK_PARAM_small;
    return false;
}

static bool is_index(const shortener *s, const pk_inst *inst, uint32_t arg) {
    return pk_op_is_address(inst->op) && arg == 1 &&
           (inst->args[1]->type == PK_TYPE_i64 ||
            inst->args[1]->type == PK_TYPE_i32) &&
           is_in_small_array(s->fn, inst->args[0]);
}

/* Marks the values of which all 64 bits are read: all operands but those of
 * indices, and of sums and products of which only the low bits are read. Walks
 * backwards, so that it is known of a result before its operands are marked. */
static void find_wide(shortener *s, const pk_region *region) {
    for (const pk_inst *inst = region->last; inst; inst = inst->prev) {
        if (inst->body)
            find_wide(s, inst->body);
        if (inst->other)
            find_wide(s, inst->other);
        if (keeps_low(inst) && !s->wide[inst->results[0]->id])
            continue;
        for (uint32_t i = 0; i < inst->arg_count; i++)
            if (!pk_is_const(inst->args[i]) && !is_index(s, inst, i))
                s->wide[inst->args[i]->id] = true;
    }
}

/* Behind where the value comes to be. */
static pk_builder behind(shortener *s, const pk_value *v) {
    pk_builder b;

    pk_builder_init(&b, s->fn);
    if (v->kind == PK_VALUE_index) {
        b.region = v->def->body;
        b.before = v->def->body->first;
    } else if (v->kind == PK_VALUE_result) {
        b.region = v->def->parent;
        b.before = v->def->next;
        b.loc = v->def->loc;
    } else {
        b.region = s->fn->body;
        b.before = s->fn->body->first;
    }
    return b;
}

/* Takes the constant addend off a sum; NULL: nothing is left. */
static pk_value *without_addend(pk_value *v, uint32_t *addend) {
    if (pk_is_const(v)) {
        *addend += (uint32_t)v->bits;
        return NULL;
    }
    if (!pk_is_op(v, PK_OP_add) || !pk_is_const(v->def->args[1]))
        return v;
    *addend += (uint32_t)v->def->args[1]->bits;
    return v->def->args[0];
}

/* Constants go last, where accesses have room for them, and neighbours then
 * have the rest in common. */
static pk_value *sum(pk_builder *b, pk_value *x, pk_value *y) {
    uint32_t addend = 0;
    pk_value *total;

    x = without_addend(x, &addend);
    y = without_addend(y, &addend);
    total = x && y ? pk_emit2(b, PK_OP_add, x, y) : x ? x : y;
    if (addend || !total) {
        pk_value *rest = pk_const_bits(b->fn, PK_TYPE_i32, addend);
        total = total ? pk_emit2(b, PK_OP_add, total, rest) : rest;
    }
    return total;
}

static pk_value *low_of(shortener *s, pk_value *v, int depth);

static pk_value *make_low(shortener *s, pk_value *v, int depth) {
    pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;
    pk_value *args[2] = {NULL};
    pk_builder b;

    if (!def || !keeps_low(def) || s->wide[v->id] || depth == MAX_DEPTH) {
        if (v->type == PK_TYPE_i32)
            return v;
        if (pk_is_op(v, PK_OP_convert) && def->args[0]->type == PK_TYPE_i32)
            return low_of(s, def->args[0], depth + 1);
        b = behind(s, v);
        return pk_emit_to(&b, PK_OP_convert, PK_TYPE_i32, v);
    }
    for (uint32_t i = 0; i < def->arg_count; i++)
        args[i] = low_of(s, def->args[i], depth + 1);
    pk_builder_init(&b, s->fn);
    pk_builder_before(&b, def);
    if (def->op == PK_OP_add)
        return sum(&b, args[0], args[1]);
    return args[1] ? pk_emit2(&b, def->op, args[0], args[1])
                   : pk_emit1(&b, def->op, args[0]);
}

static pk_value *low_of(shortener *s, pk_value *v, int depth) {
    if (pk_is_const(v))
        return pk_const_bits(s->fn, PK_TYPE_i32, (uint32_t)v->bits);
    if (!s->cuts[v->id])
        s->cuts[v->id] = make_low(s, v, depth);
    return s->cuts[v->id];
}

/* Bytes are counted with 64 bits: the result is made longer again. */
static void shorten(shortener *s, pk_inst *inst) {
    pk_value *low = low_of(s, inst->args[1], 0);
    pk_builder b;

    pk_builder_init(&b, s->fn);
    pk_builder_before(&b, inst);
    inst->args[1] = inst->op == PK_OP_offset
                        ? pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64, low)
                        : low;
}

static void walk_region(shortener *s, pk_region *region) {
    for (pk_inst *inst = region->first; inst; inst = inst->next) {
        if (s->fn->ir->arena->failed)
            return;
        if (is_index(s, inst, 1) && !pk_is_const(inst->args[1]))
            shorten(s, inst);
        if (inst->body)
            walk_region(s, inst->body);
        if (inst->other)
            walk_region(s, inst->other);
    }
}

pk_status pk_pass_indices(pk_func *fn, const pk_caps *caps, pk_error *err) {
    shortener s = {.fn = fn};
    pk_status status = PK_OK;
    pk_arena scratch;

    if (!(caps->features & PK_CAP_gpu) || fn->kind != PK_FUNC_kernel)
        return PK_OK;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    s.count = fn->value_count + 1;
    s.wide = pk_arena_array(&scratch, s.count, sizeof *s.wide);
    s.cuts = pk_arena_array(&scratch, s.count, sizeof(pk_value *));
    if (scratch.failed) {
        status = pk_fail_no_memory(err);
    } else {
        find_wide(&s, fn->body);
        walk_region(&s, fn->body);
    }
    pk_arena_finish(&scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
