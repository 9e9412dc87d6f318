/* SPDX-License-Identifier: Apache-2.0 */
/* The builder: making instructions and putting them where they belong. */
#include "core/ir_data.h"

#include <assert.h>
#include <string.h>

/* ---- parts ---- */

pk_value *pk_value_new(pk_func *fn, pk_value_kind kind, pk_type type) {
    pk_value *value = PK_NEW(fn->ir->arena, pk_value);

    if (fn->ir->arena->failed)
        return &pk_ir_dead(fn->ir, fn->ir->arena)->value;
    value->kind = kind;
    value->type = type;
    value->id = fn->value_count++;
    return value;
}

pk_region *pk_region_new(pk_func *fn, pk_inst *owner) {
    pk_region *region = PK_NEW(fn->ir->arena, pk_region);

    if (fn->ir->arena->failed)
        return &pk_ir_dead(fn->ir, fn->ir->arena)->region;
    region->owner = owner;
    return region;
}

pk_inst *pk_inst_new(pk_func *fn, pk_op op, uint32_t args, uint32_t results) {
    pk_arena *arena = fn->ir->arena;
    size_t size = sizeof(pk_inst);
    pk_inst *inst =
        pk_arena_alloc(arena, size + ((size_t)args + results) * sizeof(void *));

    if (arena->failed) {
        inst = &pk_ir_dead(fn->ir, arena)->inst;
        inst->op = op;
        return inst;
    }
    inst->op = op;
    inst->arg_count = args;
    inst->result_count = results;
    inst->args = (pk_value **)((char *)inst + size);
    inst->results = inst->args + args;
    return inst;
}

pk_inst *pk_inst_like(pk_func *fn, const pk_inst *head, uint32_t args,
                      uint32_t results) {
    pk_inst *inst = pk_inst_new(fn, head->op, args, results);
    pk_inst own = *inst;

    if (fn->ir->arena->failed)
        return inst;
    *inst = *head;
    inst->prev = inst->next = NULL;
    inst->parent = NULL;
    inst->body = inst->other = NULL;
    inst->mark = NULL;
    inst->args = own.args;
    inst->results = own.results;
    inst->arg_count = args;
    inst->result_count = results;
    return inst;
}

void pk_inst_insert(pk_region *region, pk_inst *before, pk_inst *inst) {
    inst->parent = region;
    inst->next = before;
    inst->prev = before ? before->prev : region->last;
    if (inst->prev)
        inst->prev->next = inst;
    else
        region->first = inst;
    if (before)
        before->prev = inst;
    else
        region->last = inst;
    if (inst->callee)
        pk_func_get_data(inst->callee)->calls++;
}

void pk_inst_remove(pk_inst *inst) {
    pk_region *region = inst->parent;

    if (!region)
        return;
    if (inst->prev)
        inst->prev->next = inst->next;
    else
        region->first = inst->next;
    if (inst->next)
        inst->next->prev = inst->prev;
    else
        region->last = inst->prev;
    if (inst->callee)
        pk_func_get_data(inst->callee)->calls--;
    inst->parent = NULL;
    inst->prev = inst->next = NULL;
}

/* ---- the builder ---- */

void pk_builder_init(pk_builder *b, pk_func *fn) {
    *b = (pk_builder){.fn = fn, .region = fn->body};
}

void pk_builder_before(pk_builder *b, pk_inst *at) {
    b->region = at->parent;
    b->before = at;
    b->loc = at->loc;
}

uint8_t pk_inst_may_carry(const pk_inst *inst) {
    uint16_t of_op = pk_op_table[inst->op].flags;
    uint8_t may = 0;

    if (inst->result_count)
        may |= PK_INST_nonneg;
    if (inst->op == PK_OP_block)
        may |= PK_INST_catch;
    if (inst->op == PK_OP_for)
        may |=
            PK_INST_items | PK_INST_nonneg | PK_INST_parallel | PK_INST_apart;
    if (inst->op == PK_OP_parallel)
        may |= PK_INST_apart;
    if (!inst->result_count || !pk_type_is_float(inst->results[0]->type))
        return may;
    if (of_op & PK_OPF_FLOATOK)
        may |= PK_INST_contract | PK_INST_reassoc;
    if (of_op & PK_OPF_ROUNDED)
        may |= PK_INST_approx;
    return may;
}

/* Makes an instruction with its results, of the types that are none but void,
 * and inserts it. */
static pk_inst *emit_two(pk_builder *b, pk_op op, pk_value *const *args,
                         uint32_t count, const pk_type types[2]) {
    uint32_t results = (uint32_t)(types[0] != PK_TYPE_void) +
                       (uint32_t)(types[1] != PK_TYPE_void);
    pk_inst *inst = pk_inst_new(b->fn, op, count, results);

    if (b->fn->ir->arena->failed)
        return inst;
    if (count)
        memcpy(inst->args, args, count * sizeof *args);
    for (uint32_t i = 0; i < results; i++) {
        inst->results[i] = pk_value_new(b->fn, PK_VALUE_result, types[i]);
        inst->results[i]->def = inst;
    }
    inst->loc = b->loc;
    inst->flags = b->flags & pk_inst_may_carry(inst);
    if (!b->fn->ir->arena->failed)
        pk_inst_insert(b->region, b->before, inst);
    return inst;
}

/* The same with one result at most, match_all with the two it has. */
static pk_inst *emit(pk_builder *b, pk_op op, pk_value *const *args,
                     uint32_t count, pk_type type) {
    const bool two = pk_op_table[op].rule == PK_RULE_MATCH_ALL;

    return emit_two(b, op, args, count,
                    (pk_type[]){type, two ? PK_TYPE_bool : PK_TYPE_void});
}

static pk_value *result_of(const pk_inst *inst) {
    return inst->result_count ? inst->results[0] : NULL;
}

static pk_value *emit_by_rule(pk_builder *b, pk_op op, pk_value *const *args,
                              uint32_t count) {
    return result_of(
        emit(b, op, args, count, pk_op_result_type(op, args, PK_TYPE_void)));
}

static pk_type type_of(pk_value *const *args, uint32_t i) {
    assert(args);
    return args[i] ? args[i]->type : PK_TYPE_void; /* memory has ended */
}

pk_type pk_op_result_type(pk_op op, pk_value *const *args, pk_type to) {
    switch ((pk_op_rule)pk_op_table[op].rule) {
    case PK_RULE_SAME_NUMBER:
    case PK_RULE_SAME_INT:
    case PK_RULE_SAME_FLOAT:
    case PK_RULE_FLOAT32:
    case PK_RULE_SAME_BITS: return type_of(args, 0);
    case PK_RULE_ELEM:
        if (op == PK_OP_offset && pk_type_is_ptr(to) &&
            pk_type_is_ptr(type_of(args, 0)) &&
            pk_type_space(to) == pk_type_space(type_of(args, 0)))
            return to;
        return type_of(args, 0);
    case PK_RULE_PARALLEL:
    case PK_RULE_VOTE:
    case PK_RULE_SOLE:
    case PK_RULE_QUERY_BOOL:
    case PK_RULE_COMPARE: return PK_TYPE_bool;
    case PK_RULE_SELECT:
    case PK_RULE_ATOMIC:
    case PK_RULE_ATOMIC_FLOAT:
    case PK_RULE_ATOMIC_UNSIGNED:
    case PK_RULE_ATOMIC_BITS:
    case PK_RULE_ATOMIC_ANY:
    case PK_RULE_SHUFFLE: return type_of(args, 1);
    case PK_RULE_LOAD: return pk_type_elem(type_of(args, 0));
    case PK_RULE_BARRIER:
    case PK_RULE_QUERY: return PK_TYPE_i32;
    case PK_RULE_BALLOT:
    case PK_RULE_MATCH:
    case PK_RULE_MATCH_ALL:
    case PK_RULE_QUERY_U32: return PK_TYPE_u32;
    case PK_RULE_LAPACK:
    case PK_RULE_QUERY_I64: return PK_TYPE_i64;
    case PK_RULE_ALLOC: return PK_TYPE_ref;
    case PK_RULE_ADDRESS: return PK_TYPE_u64;
    case PK_RULE_MEMORY:
    case PK_RULE_POINTER: return to;
    case PK_RULE_RANDOM: return PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u32);
    case PK_RULE_CONVERT:
    case PK_RULE_BITCAST:
    case PK_RULE_GET: return to;
    case PK_RULE_STORE:
    case PK_RULE_SET:
    case PK_RULE_TAKE_U32:
    case PK_RULE_TAKE_I64:
    case PK_RULE_TAKE_REF:
    case PK_RULE_HOME:
    case PK_RULE_VOID:
    case PK_RULE_IF:
    case PK_RULE_FOR:
    case PK_RULE_LOOP:
    case PK_RULE_BLOCK:
    case PK_RULE_RETURN:
    case PK_RULE_CALL:
    case PK_RULE_REPORT:
    case PK_RULE_LAUNCH:
    case PK_RULE_COVERAGE:
    case PK_RULE_DEBUG: break;
    }
    return PK_TYPE_void;
}

pk_value *pk_emit0(pk_builder *b, pk_op op) {
    return emit_by_rule(b, op, NULL, 0);
}

/* Rules look at two operands at most. */
pk_value *pk_emit1(pk_builder *b, pk_op op, pk_value *a) {
    return emit_by_rule(b, op, (pk_value *[]){a, a}, 1);
}

pk_value *pk_emit2(pk_builder *b, pk_op op, pk_value *a, pk_value *c) {
    return emit_by_rule(b, op, (pk_value *[]){a, c}, 2);
}

pk_value *pk_emit3(pk_builder *b, pk_op op, pk_value *a, pk_value *c,
                   pk_value *d) {
    return emit_by_rule(b, op, (pk_value *[]){a, c, d}, 3);
}

pk_value *pk_emit_lapack(pk_builder *b, pk_value *const args[5]) {
    return emit_by_rule(b, PK_OP_lapack, args, 5);
}

pk_value *pk_emit_to(pk_builder *b, pk_op op, pk_type type, pk_value *a) {
    return a->type == type ? a : result_of(emit(b, op, &a, 1, type));
}

pk_value *pk_emit_offset(pk_builder *b, pk_type elem, pk_value *a,
                         pk_value *bytes) {
    pk_type type = PK_TYPE_PTR(pk_type_space(a->type), elem);
    pk_value *args[2] = {a, bytes};

    if (a->type == type && pk_is_const_int(bytes, 0))
        return a;
    return result_of(emit(b, PK_OP_offset, args, 2, type));
}

pk_value *pk_emit_query(pk_builder *b, pk_op op, int axis) {
    pk_inst *inst =
        emit(b, op, NULL, 0, pk_op_result_type(op, NULL, PK_TYPE_i32));

    inst->axis = (uint8_t)axis;
    return result_of(inst);
}

pk_value *pk_emit_alloc(pk_builder *b, pk_op op, pk_type elem, pk_value *bytes,
                        pk_value **address) {
    pk_type types[2] = {PK_TYPE_ref, PK_TYPE_PTR(PK_SPACE_global, elem)};
    pk_inst *inst = emit_two(b, op, &bytes, 1, types);

    *address = inst->results[1];
    return inst->results[0];
}

pk_value *pk_emit_alloc_refs(pk_builder *b, pk_type elem, pk_value *bytes,
                             uint32_t words, uint64_t refs,
                             pk_value **address) {
    pk_type types[2] = {PK_TYPE_ref, PK_TYPE_PTR(PK_SPACE_global, elem)};
    pk_value *args[] = {bytes, pk_const_int(b->fn, PK_TYPE_i64, words),
                        pk_const_bits(b->fn, PK_TYPE_i64, refs)};
    pk_inst *inst = emit_two(b, PK_OP_alloc_refs, args, 3, types);

    *address = inst->results[1];
    return inst->results[0];
}

pk_value *pk_emit_memory(pk_builder *b, pk_type elem, pk_value *ref) {
    return result_of(
        emit(b, PK_OP_memory, &ref, 1, PK_TYPE_PTR(PK_SPACE_global, elem)));
}

pk_value *pk_emit_pointer(pk_builder *b, pk_type elem, pk_value *address,
                          pk_value *ref) {
    pk_value *args[] = {address, ref};

    return result_of(
        emit(b, PK_OP_pointer, args, 2, PK_TYPE_PTR(PK_SPACE_global, elem)));
}

pk_value *pk_emit_get(pk_builder *b, pk_local *local) {
    pk_inst *inst = emit(b, PK_OP_get, NULL, 0, local->type);

    inst->local = local;
    return result_of(inst);
}

void pk_emit_set(pk_builder *b, pk_local *local, pk_value *value) {
    emit(b, PK_OP_set, &value, 1, PK_TYPE_void)->local = local;
}

pk_inst *pk_emit_call(pk_builder *b, pk_func *callee, pk_value **args,
                      uint32_t count) {
    pk_inst *inst = pk_inst_new(b->fn, PK_OP_call, count, callee->result_count);

    if (b->fn->ir->arena->failed)
        return inst;
    if (count)
        memcpy(inst->args, args, count * sizeof *args);
    for (uint32_t i = 0; i < callee->result_count; i++) {
        inst->results[i] =
            pk_value_new(b->fn, PK_VALUE_result, callee->results[i]);
        inst->results[i]->def = inst;
    }
    inst->callee = callee;
    inst->loc = b->loc;
    if (!b->fn->ir->arena->failed)
        pk_inst_insert(b->region, b->before, inst);
    return inst;
}

pk_value *pk_emit_parallel(pk_builder *b, pk_func *callee, pk_value **args,
                           uint32_t count) {
    pk_inst *inst = pk_inst_new(b->fn, PK_OP_parallel, count, 1);

    inst->results[0] = pk_value_new(b->fn, PK_VALUE_result, PK_TYPE_bool);
    if (b->fn->ir->arena->failed)
        return inst->results[0];
    memcpy(inst->args, args, count * sizeof *args);
    inst->results[0]->def = inst;
    inst->callee = callee;
    inst->loc = b->loc;
    pk_inst_insert(b->region, b->before, inst);
    return inst->results[0];
}

void pk_emit_return(pk_builder *b, pk_value **values, uint32_t count) {
    emit(b, PK_OP_return, values, count, PK_TYPE_void);
}

void pk_emit_exit(pk_builder *b, pk_op op, pk_inst *target) {
    emit(b, op, NULL, 0, PK_TYPE_void)->target = target;
}

void pk_emit_report(pk_builder *b, pk_op op, const char *text, pk_value **args,
                    uint32_t count) {
    pk_inst *inst = emit(b, op, args, count, PK_TYPE_void);

    inst->text = pk_arena_text(b->fn->ir->arena, text, strlen(text));
}

/* ---- control ---- */

static pk_inst *begin(pk_builder *b, pk_op op, pk_value *const *args,
                      uint32_t count) {
    pk_inst *inst = emit(b, op, args, count, PK_TYPE_void);

    inst->body = pk_region_new(b->fn, inst);
    b->region = inst->body;
    b->before = NULL;
    return inst;
}

pk_inst *pk_begin_if(pk_builder *b, pk_value *cond) {
    pk_inst *inst = begin(b, PK_OP_if, &cond, 1);

    inst->other = pk_region_new(b->fn, inst);
    return inst;
}

void pk_begin_else(pk_builder *b, pk_inst *at) {
    b->region = at->other;
    b->before = NULL;
}

pk_inst *pk_begin_for(pk_builder *b, pk_value *start, pk_value *stop,
                      pk_value *step) {
    pk_inst *inst = begin(b, PK_OP_for, (pk_value *[]){start, stop, step}, 3);

    inst->index = pk_value_new(b->fn, PK_VALUE_index, start->type);
    inst->index->def = inst;
    return inst;
}

pk_inst *pk_begin_loop(pk_builder *b) {
    return begin(b, PK_OP_loop, NULL, 0);
}

pk_inst *pk_begin_block(pk_builder *b) {
    return begin(b, PK_OP_block, NULL, 0);
}

void pk_end_control(pk_builder *b, pk_inst *at) {
    b->region = at->parent;
    b->before = at->next;
}
