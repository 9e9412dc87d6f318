/* SPDX-License-Identifier: Apache-2.0 */
/* cse: what has been computed in a region around is not computed again; a load
 * from an address whose memory was not written since is the earlier load,
 * or what was stored.
 *
 *     %1: i64 = add %n, 1:i64          %1: i64 = add %n, 1:i64
 *     %2: i64 = add %n, 1:i64      =>  %3: i64 = mul %1, %1
 *     %3: i64 = mul %1, %2
 *
 * A hash table holds what is visible; each region takes out again what it put
 * in. An address is found by the sum that it is (core/analysis/sum): x.n[i, j]
 * and x[i].n[j] are one place.
 *
 * Memory is three things (global, shared, a thread's own), each with a
 * number that every write changes: loads with the same number see the same.
 * What threads write for each other is seen behind barriers only. */
#include "base/error.h"
#include "core/address.h"
#include "core/analysis/sum.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <string.h>

enum { MAX_HOPS = 16 };

typedef struct entry {
    const pk_inst *inst; /* a pure operation or load, or the store */
    pk_value *value;
    uint32_t memory; /* loads: the number of its memory then */
} entry;

typedef struct finder {
    pk_func *fn;
    pk_arena scratch;
    pk_sums sums;
    entry *slots;
    uint32_t mask;
    uint32_t *log; /* slots in the order in which they were filled */
    uint32_t count;
    uint32_t memory[PK_SPACE_COUNT]; /* the numbers now */
    uint32_t writes;                 /* numbers given out */
    bool *readonly;                  /* by value id: never written */
} finder;

/* ---- keys ---- */

/* The operands in an order that does not depend on how they were written. */
static void key_args(const pk_inst *inst, const pk_value *args[3]) {
    for (uint32_t i = 0; i < inst->arg_count && i < 3; i++)
        args[i] = inst->args[i];
    if (inst->arg_count >= 2 &&
        (pk_op_table[inst->op].flags & PK_OPF_COMMUTES) &&
        args[0]->id > args[1]->id) {
        const pk_value *first = args[0];
        args[0] = args[1];
        args[1] = first;
    }
}

static bool is_memory(pk_op op) {
    return op == PK_OP_load || op == PK_OP_store;
}

static uint32_t hash_of(finder *f, const pk_inst *inst, uint32_t memory) {
    const pk_value *args[3] = {0};
    uint64_t hash;

    if (is_memory(inst->op)) {
        hash = (uint64_t)inst->args[0]->id << 32 | memory;
    } else if (pk_op_is_address(inst->op)) {
        hash = (uint64_t)pk_sum_of(&f->sums, inst->results[0])->hash << 16 |
               inst->results[0]->type;
    } else {
        key_args(inst, args);
        hash = (uint64_t)inst->op << 56 | (uint64_t)inst->axis << 48 |
               inst->results[0]->type;
        for (uint32_t i = 0; i < inst->arg_count && i < 3; i++)
            hash = (hash ^ args[i]->id) * 0x9e3779b97f4a7c15u;
    }
    hash *= 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

static bool is_same(finder *f, const entry *e, const pk_inst *inst,
                    uint32_t memory) {
    const pk_value *a[3] = {0}, *b[3] = {0};

    if (is_memory(e->inst->op) || is_memory(inst->op))
        return is_memory(e->inst->op) && is_memory(inst->op) &&
               e->memory == memory && e->inst->args[0] == inst->args[0];
    if (pk_op_is_address(e->inst->op) && pk_op_is_address(inst->op))
        return e->value->type == inst->results[0]->type &&
               pk_sum_equal(pk_sum_of(&f->sums, e->value),
                            pk_sum_of(&f->sums, inst->results[0]));
    if (e->inst->op != inst->op || e->inst->axis != inst->axis ||
        e->value->type != inst->results[0]->type ||
        (e->inst->flags ^ inst->flags) & PK_INST_fast)
        return false;
    key_args(e->inst, a);
    key_args(inst, b);
    return !memcmp(a, b, sizeof a);
}

static entry *slot_of(finder *f, const pk_inst *inst, uint32_t memory) {
    uint32_t at = hash_of(f, inst, memory) & f->mask;

    while (f->slots[at].inst && !is_same(f, &f->slots[at], inst, memory))
        at = (at + 1) & f->mask;
    return &f->slots[at];
}

static void put(finder *f, entry *at, const pk_inst *inst, pk_value *value,
                uint32_t memory) {
    if (!at->inst)
        f->log[f->count++] = (uint32_t)(at - f->slots);
    *at = (entry){inst, value, memory};
}

/* Last in, first out: that leaves no holes in the runs of slots. */
static void take_out(finder *f, uint32_t count) {
    while (f->count > count)
        f->slots[f->log[--f->count]] = (entry){0};
}

/* ---- memory ---- */

/* The number of the memory behind an address: 0 where it is never written. */
static uint32_t memory_of(const finder *f, const pk_value *address) {
    pk_space space = pk_type_space(address->type);

    for (int hops = 0; hops < MAX_HOPS && pk_address_step(address); hops++)
        address = pk_address_step(address)->args[0];
    if (space == PK_SPACE_constant ||
        (!pk_is_const(address) && f->readonly[address->id]))
        return 0;
    return f->memory[space];
}

static void write_space(finder *f, pk_space space) {
    f->memory[space] = ++f->writes;
}

static void write_by(pk_inst *inst, void *arg) {
    finder *f = arg;

    if (!(pk_op_table[inst->op].flags & PK_OPF_WRITES) || inst->op == PK_OP_set)
        return;
    if (!inst->callee && inst->arg_count &&
        pk_type_is_ptr(inst->args[0]->type)) {
        write_space(f, pk_type_space(inst->args[0]->type));
        return;
    }
    /* Barriers and fences: others may have written meanwhile. */
    write_space(f, PK_SPACE_global);
    write_space(f, PK_SPACE_shared);
    if (inst->op == PK_OP_call)
        write_space(f, PK_SPACE_local);
}

/* ---- the walk ---- */

static void walk_region(finder *f, pk_region *region);

static void walk_pure(finder *f, pk_inst *inst) {
    entry *at = slot_of(f, inst, 0);

    if (at->inst)
        pk_replace(inst, at->value);
    else
        put(f, at, inst, inst->results[0], 0);
}

static void walk_load(finder *f, pk_inst *inst) {
    uint32_t memory = memory_of(f, inst->args[0]);
    entry *at = slot_of(f, inst, memory);

    if (at->inst)
        pk_replace(inst, at->value);
    else
        put(f, at, inst, inst->results[0], memory);
}

/* Behind a store its memory is another, of which one cell is known. */
static void walk_store(finder *f, pk_inst *inst) {
    uint32_t memory;

    write_by(inst, f);
    memory = memory_of(f, inst->args[0]);
    put(f, slot_of(f, inst, memory), inst, inst->args[1], memory);
}

/* Visits what is written in the regions of an instruction. */
static void write_by_inner(finder *f, const pk_inst *inst) {
    pk_region_visit(inst->body, write_by, f);
    if (inst->other)
        pk_region_visit(inst->other, write_by, f);
}

static void walk_control(finder *f, pk_inst *inst) {
    uint32_t start = f->count;
    uint32_t before[PK_SPACE_COUNT];

    if (inst->op == PK_OP_for || inst->op == PK_OP_loop)
        write_by_inner(f, inst); /* by an earlier iteration */
    memcpy(before, f->memory, sizeof before);
    walk_region(f, inst->body);
    take_out(f, start);
    if (inst->other) {
        memcpy(f->memory, before, sizeof before);
        walk_region(f, inst->other);
        take_out(f, start);
    }
    memcpy(f->memory, before, sizeof before);
    write_by_inner(f, inst);
}

static void walk_region(finder *f, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        pk_resolve_args(inst);
        if (inst->op == PK_OP_load)
            walk_load(f, inst);
        else if (inst->op == PK_OP_store)
            walk_store(f, inst);
        else if (pk_op_is_pure(inst->op))
            walk_pure(f, inst);
        else if (inst->body)
            walk_control(f, inst);
        else
            write_by(inst, f);
    }
}

static void count_inst(pk_inst *inst, void *arg) {
    (void)inst;
    ++*(uint32_t *)arg;
}

pk_status pk_pass_cse(pk_func *fn, const pk_caps *caps, pk_error *err) {
    finder f = {.fn = fn, .mask = 15, .writes = PK_SPACE_COUNT};
    pk_status status = PK_OK;
    uint32_t size = 0;

    (void)caps;
    pk_region_visit(fn->body, count_inst, &size);
    while (f.mask / 2 < size)
        f.mask = f.mask * 2 + 1;
    for (int space = 0; space < PK_SPACE_COUNT; space++)
        f.memory[space] = (uint32_t)space + 1;
    pk_arena_init(&f.scratch, fn->ir->arena->allocator);
    f.slots = pk_arena_array(&f.scratch, f.mask + (size_t)1, sizeof *f.slots);
    f.log = pk_arena_array(&f.scratch, size + (size_t)1, sizeof *f.log);
    f.readonly = pk_arena_array(&f.scratch, fn->value_count + (size_t)1, 1);
    pk_sums_init(&f.sums, fn, &f.scratch);
    if (f.scratch.failed) {
        status = pk_fail_no_memory(err);
    } else {
        for (uint32_t i = 0; i < fn->param_count; i++)
            f.readonly[fn->params[i].value->id] =
                (fn->params[i].flags & PK_PARAM_readonly) != 0;
        walk_region(&f, fn->body);
        if (f.scratch.failed)
            status = pk_fail_no_memory(err);
    }
    pk_arena_finish(&f.scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
