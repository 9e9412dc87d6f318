/* SPDX-License-Identifier: Apache-2.0 */
/* Puts constants of floats into an array of the module.
 *
 * Where LLVM does not optimise, each constant of float64 or float32 in an
 * instruction is looked for in a list of the function's constants, from its
 * beginning: the square of how many there are. So functions as long as those
 * read them from memory themselves:
 *
 *     %c = fcmp oeq double %v, 3.0
 *
 *     @floats = private constant [2 x double] [double 2.0, double 3.0]
 *
 *     %k = load double, ptr getelementptr (double, ptr @floats, i64 1)
 *     %c = fcmp oeq double %v, %k */
#include "backends/native/llvm/constants.h"

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

/* The constants of one type, in the order of their uses. */
typedef struct pool {
    LLVMTypeRef type, array;
    LLVMValueRef global, *values;
    LLVMBuilderRef builder;
    unsigned count;
} pool;

static bool is_ours(const pool *p, LLVMValueRef value) {
    return LLVMIsAConstantFP(value) && LLVMTypeOf(value) == p->type;
}

typedef void use_visit(pool *p, LLVMValueRef inst, unsigned operand);

static void count_use(pool *p, LLVMValueRef inst, unsigned operand) {
    (void)inst;
    (void)operand;
    p->count++;
}

static void load_use(pool *p, LLVMValueRef inst, unsigned operand) {
    LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetTypeContext(p->type));
    LLVMValueRef at[2] = {LLVMConstInt(word, 0, 0),
                          LLVMConstInt(word, p->count, 0)};
    LLVMValueRef place = LLVMConstInBoundsGEP2(p->array, p->global, at, 2);

    p->values[p->count++] = LLVMGetOperand(inst, operand);
    LLVMPositionBuilderBefore(p->builder, inst);
    LLVMSetOperand(inst, operand,
                   LLVMBuildLoad2(p->builder, p->type, place, ""));
}

/* Phis keep their constants: nothing may stand in front of a phi. */
static void visit_block(pool *p, LLVMBasicBlockRef block, use_visit *visit) {
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
        for (int i = 0; !LLVMIsAPHINode(inst) && i < LLVMGetNumOperands(inst);
             i++)
            if (is_ours(p, LLVMGetOperand(inst, (unsigned)i)))
                visit(p, inst, (unsigned)i);
}

static void visit_module(pool *p, LLVMModuleRef module, use_visit *visit) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn;
         fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
             block = LLVMGetNextBasicBlock(block))
            visit_block(p, block, visit);
}

static pk_status place_type(const pk_allocator *allocator, LLVMModuleRef module,
                            pool *p, pk_error *err) {
    size_t size;
    unsigned count;

    visit_module(p, module, count_use);
    count = p->count;
    if (count == 0)
        return PK_OK;
    size = count * sizeof *p->values;
    p->values = allocator->alloc(allocator->self, size);
    if (!p->values)
        return pk_fail_no_memory(err);
    p->array = LLVMArrayType(p->type, count);
    p->global = LLVMAddGlobal(module, p->array, "floats");
    LLVMSetLinkage(p->global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(p->global, true);
    p->count = 0;
    visit_module(p, module, load_use);
    LLVMSetInitializer(p->global, LLVMConstArray(p->type, p->values, count));
    allocator->release(allocator->self, p->values, size);
    return PK_OK;
}

pk_status pk_native_place_constants(const pk_allocator *allocator,
                                    LLVMContextRef context,
                                    LLVMModuleRef module, pk_error *err) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    pool doubles = {.type = LLVMDoubleTypeInContext(context),
                    .builder = builder};
    pool floats = {.type = LLVMFloatTypeInContext(context), .builder = builder};
    pk_status status = place_type(allocator, module, &doubles, err);

    if (status == PK_OK)
        status = place_type(allocator, module, &floats, err);
    LLVMDisposeBuilder(builder);
    return status;
}
