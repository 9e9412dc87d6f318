/* SPDX-License-Identifier: Apache-2.0 */
/* The type rules of the operations (verify_types.h). */
#include "core/verify_types.h"

#include "core/coverage.h"
#include "core/device_launch.h"
#include "core/ir_data.h"
#include "core/report.h"

bool pk_type_is_value(pk_type type) {
    pk_type elem = pk_type_elem(type);

    return elem > PK_TYPE_void && elem < PK_TYPE_COUNT &&
           (!pk_type_is_ptr(type) || pk_type_space(type) < PK_SPACE_COUNT);
}

bool pk_is_align(uint32_t align, uint32_t least) {
    return !align ||
           (align >= least && align <= PK_MAX_ALIGN && !(align & (align - 1)));
}

bool pk_op_leaves(pk_op op) {
    return op == PK_OP_break || op == PK_OP_continue || op == PK_OP_return ||
           op == PK_OP_fail || op == PK_OP_reraise;
}

static bool is_number(pk_type type) {
    return pk_type_is_int(type) || pk_type_is_float(type);
}

static bool is_scalar(pk_type type) {
    return !pk_type_is_ptr(type);
}

static bool are_same(const pk_inst *inst) {
    for (uint32_t i = 1; i < inst->arg_count; i++)
        if (inst->args[i]->type != inst->args[0]->type)
            return false;
    return true;
}

/* Operands of one type that the rule allows. */
static const char *check_same(const pk_inst *inst, bool allowed) {
    if (!are_same(inst))
        return "operand types differ";
    return allowed ? NULL : "operands have a type that does not fit";
}

static const char *check_compare(const pk_inst *inst) {
    pk_type type = inst->args[0]->type;
    bool equality = inst->op == PK_OP_eq || inst->op == PK_OP_ne;

    return check_same(inst, is_number(type) || equality);
}

static const char *check_select(const pk_inst *inst) {
    if (inst->args[0]->type != PK_TYPE_bool)
        return "the condition is not a bool";
    return inst->args[1]->type == inst->args[2]->type ? NULL
                                                      : "operand types differ";
}

static const char *check_convert(const pk_inst *inst) {
    pk_type from = inst->args[0]->type, to = inst->results[0]->type;

    if (!is_scalar(from) || !is_scalar(to) || from == PK_TYPE_ref ||
        to == PK_TYPE_ref)
        return "addresses and references cannot be converted";
    if (inst->op == PK_OP_bitcast && (!is_number(from) || !is_number(to) ||
                                      pk_type_bytes(from) != pk_type_bytes(to)))
        return "widths differ";
    return from == to ? "nothing to convert" : NULL;
}

static const char *check_elem(const pk_inst *inst) {
    pk_type index = inst->args[1]->type;

    if (!pk_type_is_ptr(inst->args[0]->type))
        return "operand 0 is not an address";
    if (index == PK_TYPE_i64 ||
        (index == PK_TYPE_i32 && inst->op == PK_OP_elem))
        return NULL;
    return "operand 1 is not an i64";
}

static const char *check_store(const pk_inst *inst) {
    pk_type type = inst->args[0]->type;

    if (!pk_type_is_ptr(type) || pk_type_space(type) == PK_SPACE_constant)
        return "operand 0 is not an address that can be written";
    return inst->args[1]->type == pk_type_elem(type)
               ? NULL
               : "operand 1 is not of the element's type";
}

static bool is_atomic_elem(pk_op_rule rule, pk_type elem) {
    switch ((int)rule) {
    case PK_RULE_ATOMIC: return is_number(elem);
    case PK_RULE_ATOMIC_FLOAT: return pk_type_is_float(elem);
    case PK_RULE_ATOMIC_UNSIGNED:
        return pk_type_is_int(elem) && !pk_type_is_signed(elem);
    case PK_RULE_ATOMIC_BITS:
        return pk_type_is_int(elem) || elem == PK_TYPE_bool;
    }
    return is_number(elem) || elem == PK_TYPE_bool;
}

static const char *check_atomic(const pk_inst *inst) {
    pk_type type = inst->args[0]->type, elem = pk_type_elem(type);

    if (!pk_type_is_ptr(type) || (pk_type_space(type) != PK_SPACE_global &&
                                  pk_type_space(type) != PK_SPACE_shared))
        return "operand 0 is not a global or shared address";
    if (!is_atomic_elem(pk_op_table[inst->op].rule, elem))
        return "no atomic operation on such elements";
    for (uint32_t i = 1; i < inst->arg_count; i++)
        if (inst->args[i]->type != elem)
            return "an operand is not of the element's type";
    return NULL;
}

/* A mask, then what the lanes bring along. */
static const char *check_warp(const pk_inst *inst) {
    uint8_t rule = pk_op_table[inst->op].rule;
    bool votes = rule == PK_RULE_VOTE || rule == PK_RULE_BALLOT;
    pk_type type = inst->args[1]->type;

    if (inst->args[0]->type != PK_TYPE_u32)
        return "the mask is not a u32";
    if (votes ? type != PK_TYPE_bool : !is_number(type))
        return votes ? "operand 1 is not a bool" : "operand 1 is not a number";
    if (rule == PK_RULE_SHUFFLE && inst->args[2]->type != PK_TYPE_i32)
        return "the lane is not an i32";
    return NULL;
}

static const char *check_for(const pk_inst *inst) {
    if (!are_same(inst) || !pk_type_is_int(inst->args[0]->type) ||
        inst->index->type != inst->args[0]->type)
        return "the range and the index are not of one integer type";
    return NULL;
}

/* Which words of an element are references is known. */
static bool has_layout(const pk_inst *inst) {
    return pk_is_const(inst->args[1]) && pk_is_const(inst->args[2]) &&
           inst->args[1]->type == PK_TYPE_i64 &&
           inst->args[2]->type == PK_TYPE_i64 && inst->args[1]->bits - 1 < 64 &&
           (inst->args[1]->bits == 64 ||
            !(inst->args[2]->bits >> inst->args[1]->bits));
}

static bool gives_global(const pk_inst *inst) {
    return inst->result_count == 1 && pk_type_is_ptr(inst->results[0]->type) &&
           pk_type_space(inst->results[0]->type) == PK_SPACE_global;
}

static const char *check_operands(const pk_inst *inst) {
    pk_type type = inst->arg_count ? inst->args[0]->type : PK_TYPE_void;

    switch ((pk_op_rule)pk_op_table[inst->op].rule) {
    case PK_RULE_SAME_NUMBER: return check_same(inst, is_number(type));
    case PK_RULE_SAME_INT: return check_same(inst, pk_type_is_int(type));
    case PK_RULE_SAME_FLOAT: return check_same(inst, pk_type_is_float(type));
    case PK_RULE_FLOAT32: return check_same(inst, type == PK_TYPE_f32);
    case PK_RULE_SAME_BITS:
        return check_same(inst, pk_type_is_int(type) || type == PK_TYPE_bool);
    case PK_RULE_COMPARE: return check_compare(inst);
    case PK_RULE_SELECT: return check_select(inst);
    case PK_RULE_CONVERT:
    case PK_RULE_BITCAST: return check_convert(inst);
    case PK_RULE_ELEM: return check_elem(inst);
    case PK_RULE_LOAD:
        return pk_type_is_ptr(type) ? NULL : "operand 0 is not an address";
    case PK_RULE_STORE: return check_store(inst);
    case PK_RULE_SET:
        return type == inst->local->type
                   ? NULL
                   : "operand 0 is not of the local's type";
    case PK_RULE_ATOMIC:
    case PK_RULE_ATOMIC_FLOAT:
    case PK_RULE_ATOMIC_UNSIGNED:
    case PK_RULE_ATOMIC_BITS:
    case PK_RULE_ATOMIC_ANY: return check_atomic(inst);
    case PK_RULE_SHUFFLE:
    case PK_RULE_VOTE:
    case PK_RULE_BALLOT:
    case PK_RULE_MATCH:
    case PK_RULE_MATCH_ALL: return check_warp(inst);
    case PK_RULE_BARRIER:
        return type == PK_TYPE_bool ? NULL : "operand 0 is not a bool";
    case PK_RULE_TAKE_U32:
        return type == PK_TYPE_u32 ? NULL : "operand 0 is not a u32";
    case PK_RULE_TAKE_I64:
        return type == PK_TYPE_i64 ? NULL : "operand 0 is not an i64";
    case PK_RULE_MEMORY:
        if (!gives_global(inst))
            return "the result is not a global address";
        return type == PK_TYPE_ref ? NULL : "operand 0 is not a ref";
    case PK_RULE_POINTER:
        if (!gives_global(inst))
            return "the result is not a global address";
        if (type != PK_TYPE_u64)
            return "operand 0 is not a u64";
        return inst->args[1]->type == PK_TYPE_ref ? NULL
                                                  : "operand 1 is not a ref";
    case PK_RULE_RANDOM:
        return pk_is_const_int(inst->args[0], 0) ||
                       pk_is_const_int(inst->args[0], 1)
                   ? NULL
                   : "operand 0 is not the constant 0 or 1";
    case PK_RULE_LAPACK:
        if (!pk_type_is_ptr(type) || pk_type_space(type) != PK_SPACE_global ||
            (pk_type_elem(type) != PK_TYPE_f32 &&
             pk_type_elem(type) != PK_TYPE_f64))
            return "operand 0 is not a global address of f32 or f64";
        if (inst->args[1]->type != PK_TYPE_i32)
            return "operand 1 is not an i32";
        return inst->args[2]->type == PK_TYPE_i64 &&
                       inst->args[3]->type == PK_TYPE_i64 &&
                       inst->args[4]->type == PK_TYPE_i64
                   ? NULL
                   : "operands 2 to 4 are not i64";
    case PK_RULE_SOLE:
        if (type != PK_TYPE_ref)
            return "operand 0 is not a ref";
        if (!pk_type_is_ptr(inst->args[1]->type) ||
            pk_type_space(inst->args[1]->type) != PK_SPACE_global)
            return "operand 1 is not a global address";
        return inst->args[2]->type == PK_TYPE_i64 ? NULL
                                                  : "operand 2 is not an i64";
    case PK_RULE_HOME:
        if (type != PK_TYPE_u64)
            return "operand 0 is not a u64";
        return pk_is_const_int(inst->args[1], 0) ||
                       pk_is_const_int(inst->args[1], 1)
                   ? NULL
                   : "operand 1 is not the constant 0 or 1";
    case PK_RULE_TAKE_REF:
        return type == PK_TYPE_ref ? NULL : "operand 0 is not a ref";
    case PK_RULE_ADDRESS:
        return pk_type_is_ptr(type) && pk_type_space(type) == PK_SPACE_global
                   ? NULL
                   : "operand 0 is not a global address";
    case PK_RULE_ALLOC:
        if (inst->op == PK_OP_alloc_refs && !has_layout(inst))
            return "elements are 1 to 64 words, by constants";
        return type == PK_TYPE_i64 ? NULL : "operand 0 is not an i64";
    case PK_RULE_IF:
        return type == PK_TYPE_bool ? NULL : "the condition is not a bool";
    case PK_RULE_FOR: return check_for(inst);
    case PK_RULE_REPORT: return pk_report_check(inst);
    case PK_RULE_LAUNCH: return pk_device_launch_check(inst);
    case PK_RULE_COVERAGE: return pk_coverage_check(inst->text);
    case PK_RULE_GET:
    case PK_RULE_QUERY:
    case PK_RULE_QUERY_U32:
    case PK_RULE_QUERY_I64:
    case PK_RULE_QUERY_BOOL:
    case PK_RULE_VOID:
    case PK_RULE_LOOP:
    case PK_RULE_BLOCK:
    case PK_RULE_RETURN:
    case PK_RULE_CALL:
    case PK_RULE_PARALLEL:
    case PK_RULE_DEBUG: break;
    }
    return NULL;
}

/* Whether the second result of an operation that has two is of its type. */
static bool is_second(uint8_t rule, pk_type type) {
    return rule == PK_RULE_ALLOC
               ? type == PK_TYPE_PTR(PK_SPACE_global, pk_type_elem(type))
               : type == PK_TYPE_bool;
}

const char *pk_check_types(const pk_inst *inst) {
    uint8_t rule = pk_op_table[inst->op].rule;
    const bool two = rule == PK_RULE_MATCH_ALL || rule == PK_RULE_ALLOC;
    pk_type given = PK_TYPE_void, wanted;
    const char *reason;

    if (rule == PK_RULE_CALL)
        return NULL;
    if (inst->result_count)
        given = inst->results[0]->type;
    if (inst->result_count > 1 + (uint32_t)two ||
        (two && inst->result_count != 2) ||
        (!inst->result_count &&
         (rule == PK_RULE_CONVERT || rule == PK_RULE_BITCAST)))
        return "the number of results is wrong";
    reason = check_operands(inst);
    if (reason)
        return reason;
    wanted = pk_op_result_type(inst->op, inst->args,
                               inst->local ? inst->local->type : given);
    if (given != wanted || (two && !is_second(rule, inst->results[1]->type)))
        return "the result has the wrong type";
    return NULL;
}
