/* SPDX-License-Identifier: Apache-2.0 */
/* A latch carries the metadata of its loop, to which the vectoriser adds a word
 * of its own, in the vector loop and in what is left over behind it. Where that
 * word is, vectors are looked for in the latch and at the loop's head. */
#include "backends/native/llvm/widths.h"

#include <string.h>

enum { MOST_OPERANDS = 16 };

/* The operands of a node; 0 of what is none, or has too many. */
static unsigned operands_of(LLVMValueRef node, LLVMValueRef *out) {
    unsigned count;

    if (!node || !LLVMIsAMDNode(node))
        return 0;
    count = LLVMGetMDNodeNumOperands(node);
    if (count > MOST_OPERANDS)
        return 0;
    LLVMGetMDNodeOperands(node, out);
    return count;
}

/* The number that a loop's node has under that name; false: none. */
static bool find_number(LLVMValueRef node, const char *name, unsigned *out) {
    LLVMValueRef properties[MOST_OPERANDS], parts[MOST_OPERANDS];
    const unsigned count = operands_of(node, properties);

    for (unsigned i = 1; i < count; i++) { /* the first is the node itself */
        unsigned length;
        const char *text;
        if (operands_of(properties[i], parts) != 2 ||
            !LLVMIsAMDString(parts[0]) || !LLVMIsAConstantInt(parts[1]))
            continue;
        text = LLVMGetMDString(parts[0], &length);
        if (length == strlen(name) && !memcmp(text, name, length)) {
            *out = (unsigned)LLVMConstIntGetZExtValue(parts[1]);
            return true;
        }
    }
    return false;
}

static unsigned width_of_type(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                       : 1;
}

static unsigned width_of(LLVMBasicBlockRef block) {
    unsigned most = 1;

    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
         i = LLVMGetNextInstruction(i)) {
        const bool stores = LLVMGetInstructionOpcode(i) == LLVMStore;
        const unsigned width =
            width_of_type(LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i));
        most = width > most ? width : most;
    }
    return most;
}

static void put_latch(LLVMBasicBlockRef block, unsigned kind, const char *mark,
                      pk_text *out) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef node = last ? LLVMGetMetadata(last, kind) : NULL;
    unsigned number, is, width = 1;

    if (!node || !find_number(node, mark, &number))
        return;
    if (find_number(node, "llvm.loop.isvectorized", &is) && is) {
        width = width_of(block);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
            const unsigned other = width_of(LLVMGetSuccessor(last, i));
            width = other > width ? other : width;
        }
    }
    pk_text_printf(out, "%u %u\n", number, width);
}

void pk_native_put_widths(LLVMContextRef context, LLVMModuleRef module,
                          const char *mark, pk_text *out) {
    static const char name[] = "llvm.loop";
    const unsigned kind =
        LLVMGetMDKindIDInContext(context, name, sizeof name - 1);

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            put_latch(b, kind, mark, out);
}
