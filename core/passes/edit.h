/* SPDX-License-Identifier: Apache-2.0 */
/* How passes replace values. There are no lists of uses: what stands for a
 * value is noted in its mark, and operands are looked up on the way through
 * the text, in which definitions come before uses. Behind a pass no value that
 * stays has a mark, and no local. */
#ifndef PORTKERN_CORE_PASSES_EDIT_H
#define PORTKERN_CORE_PASSES_EDIT_H

#include "base/arena.h"
#include "core/ir_data.h"
#include "portkern/ir.h"

/* True when a pass has left a mark. */
bool pk_marks_left(const pk_func *fn);

/* Returns the value that replaces `value` now. */
pk_value *pk_resolve(pk_value *value);

/* Looks up every operand. */
static inline void pk_resolve_args(pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (inst->args[i]->mark)
            inst->args[i] = pk_resolve(inst->args[i]);
}

/* A constant of the builder's function. */
static inline pk_value *pk_const_i64(const pk_builder *b, int64_t value) {
    return pk_const_int(b->fn, PK_TYPE_i64, value);
}

/* Lets `by` stand for the only result and removes the instruction. */
void pk_replace(pk_inst *inst, pk_value *by);

/* Lets `new` stand for `old` in the region and those inside. */
void pk_region_replace(pk_region *region, const pk_value *old, pk_value *new);

/* A copy of a call or return with room for `args` operands and `results`
 * results, in its place; the results that it had are the same values. */
pk_inst *pk_inst_regrow(pk_func *fn, pk_inst *inst, uint32_t args,
                        uint32_t results);

/* A device function of that name that does what `fn`, which is numbered, does;
 * NULL without memory. */
pk_func *pk_func_copy(const pk_func *fn, const char *name);

/* Locals of references that only none is set into go (owners.c). */
void pk_drop_empty_owners(pk_func *fn);

/* Moves all instructions of a region before `at`, in order. */
void pk_region_splice(pk_region *from, pk_inst *at);

/* The operation of an instruction that has one to three operands, on others. */
static inline pk_value *pk_emit_again(pk_builder *b, const pk_inst *inst,
                                      pk_value *const args[3]) {
    return inst->arg_count == 1 ? pk_emit1(b, inst->op, args[0])
           : inst->arg_count == 2
               ? pk_emit2(b, inst->op, args[0], args[1])
               : pk_emit3(b, inst->op, args[0], args[1], args[2]);
}

/* PK_OK, or PK_NO_MEMORY when the arena has failed. */
pk_status pk_pass_done(const pk_func *fn, pk_error *err);
pk_status pk_passes_done(const pk_ir *ir, pk_error *err);

static inline bool pk_op_is_pure(pk_op op) {
    return pk_op_table[op].flags & PK_OPF_PURE;
}

#endif
