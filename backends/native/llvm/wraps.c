/* SPDX-License-Identifier: Apache-2.0 */
/* Hides from LLVM's loop vectoriser the numbers that may wrap.
 *
 * `x[t * 7 & 31]` has the address x + 8 * (zext i5 {0,+,7}): LLVM knows it as a
 * recurrence of five bits that was made wider. The vectoriser takes such a one
 * for evenly apart, x, x + 7 and so on, if it does not wrap, and has that
 * tested in front of the loop. For recurrences that start at 0 and step upwards
 * the test came out as "does not wrap", whatever the number of rounds is
 * (SCEVExpander::generateOverflowCheck, up to LLVM 21.1). Loads then came from
 * behind the array, and `i = (i & 255) + 71` counted on without end.
 *
 * So no such recurrence is left to be seen: each zero extension, or mask, of
 * what may be a recurrence that wraps goes through a `freeze`, which is one
 * unknown number per iteration to LLVM and no instruction in the end.
 *
 *     %i = and i64 %t7, 31     -->     %i.0 = and i64 %t7, 31
 *                                      %i = freeze i64 %i.0
 *
 * It is done right in front of the vectoriser, since other passes move a freeze
 * and drop it. The numbers stay vectors; what they address is gathered. Sign
 * extensions need none: their test is right. */
#include "backends/native/llvm/wraps.h"

#include <stdbool.h>

enum { LOOKS = 64 }; /* values that are looked at for one answer */

typedef struct look {
    bool positive; /* the number is known to be none below 0 */
    int left;
} look;

/* ---- what may wrap ---- */

static bool is_exact(const look *l, LLVMValueRef v) {
    return LLVMGetNUW(v) || (l->positive && LLVMGetNSW(v));
}

/* True when the recurrence may wrap from one iteration to the next. */
static bool step_may_wrap(const look *l, LLVMValueRef phi) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef from = LLVMGetIncomingValue(phi, i);

        if (LLVMIsAInstruction(from) && !LLVMIsAPHINode(from) &&
            !(LLVMGetInstructionOpcode(from) == LLVMAdd && is_exact(l, from)))
            return true;
    }
    return false;
}

/* Whether `v` may count from round to round and wrap. `inexact`: what is made
 * of it may. */
static bool may_wrap(look *l, LLVMValueRef v, bool inexact) {
    if (!LLVMIsAInstruction(v) || LLVMIsALoadInst(v))
        return false;
    if (l->left-- == 0)
        return true;
    if (LLVMIsAPHINode(v))
        return inexact || step_may_wrap(l, v);
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc: inexact |= !is_exact(l, v);
    }
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (may_wrap(l, LLVMGetOperand(v, (unsigned)i), inexact))
            return true;
    return false;
}

static bool is_power_of_two(LLVMValueRef v) {
    unsigned long long n;

    if (!LLVMIsAConstantInt(v))
        return false;
    n = LLVMConstIntGetZExtValue(v);
    return n && (n & (n - 1)) == 0;
}

/* Whether LLVM may take `v` for a narrow recurrence made wider. */
static bool is_suspect(LLVMValueRef v) {
    look l = {.left = LOOKS};
    bool cuts = false;

    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
        return false;
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMZExt: l.positive = LLVMGetNNeg(v); break;
    case LLVMAnd: cuts = LLVMIsAConstantInt(LLVMGetOperand(v, 1)); break;
    case LLVMURem:
    case LLVMSRem: cuts = is_power_of_two(LLVMGetOperand(v, 1)); break;
    default: return false;
    }
    if (!cuts && LLVMGetInstructionOpcode(v) != LLVMZExt)
        return false;
    return may_wrap(&l, LLVMGetOperand(v, 0), cuts);
}

/* ---- hiding it ---- */

static void hide(LLVMBuilderRef builder, LLVMValueRef v, LLVMValueRef next) {
    LLVMValueRef frozen;

    LLVMPositionBuilderBefore(builder, next);
    frozen = LLVMBuildFreeze(builder, v, "");
    LLVMReplaceAllUsesWith(v, frozen);
    LLVMSetOperand(frozen, 0, v);
}

static void hide_in_block(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
    LLVMValueRef next;

    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (next && is_suspect(v))
            hide(builder, v, next);
    }
}

void pk_native_hide_wraps(LLVMContextRef context, LLVMModuleRef module) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            hide_in_block(builder, b);
    LLVMDisposeBuilder(builder);
}
