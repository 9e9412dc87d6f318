/* SPDX-License-Identifier: Apache-2.0 */
/* The pipelines: as fast code as the default one's in a third of its time.
 *
 * loop-idiom makes memcpy and memset of loops that copy and fill. Full
 * unrolling and the second sroa turn small arrays into registers; the
 * licm behind the vectoriser keeps accumulators there. Helpers are inlined
 * first; the general inliner runs only where device functions are left, and
 * jump-threading where states of generators lead to where they go on.
 * instcombine may not insist on a fixed point: it would end the process. */
#include "backends/native/emit.h"

#define COMBINE "instcombine<no-verify-fixpoint>"
#define FUNCTION_PASSES(last)                                                  \
    "function(sroa,early-cse,simplifycfg," COMBINE                             \
    ",loop-mssa(loop-rotate,licm),simplifycfg," COMBINE                        \
    ",loop(loop-idiom,indvars),loop(loop-unroll-full),sroa,early-cse," last    \
    "simplifycfg)"

#define LANE_PASSES                                                            \
    "always-inline,function(sroa,early-cse,simplifycfg"                        \
    ",loop-mssa(loop-rotate,licm),loop(loop-unroll-full)," COMBINE             \
    ",simplifycfg)"

#define VECTOR_PASSES(unroll)                                                  \
    "function(loop-vectorize," COMBINE ",simplifycfg" unroll                   \
    ",loop-mssa(licm),sroa,early-cse"

const char pk_native_plain_passes[] = "always-inline";

/* Whether threads run as lanes wherever they run long. Core has optimised them,
 * and they are vectors as they are printed: what all of LLVM's passes would
 * make of them is no faster, and takes twice as long to compile. Copies of
 * arrays are emptied and added up in plain loops, and threads' own arrays
 * become registers only behind all of the passes. */
static bool is_lanes(const pk_func *fn) {
    const pk_native_frame *frame = fn->mark;
    bool own = false;

    for (const pk_storage *s = fn->storages; s; s = s->next)
        own |= ((const pk_native_array *)s->value->mark)->on_stack;
    return fn->kind == PK_FUNC_kernel && frame->lanes && !frame->scalar &&
           !frame->privates && !own;
}

static bool are_lanes(const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (!is_lanes(fn))
            return false;
    return true;
}

const char *pk_native_passes(const pk_ir *ir) {
    bool calls = false, resumes = false;

    if (are_lanes(ir))
        return LANE_PASSES;
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next) {
        calls = calls || fn->kind == PK_FUNC_device;
        resumes = resumes || fn->flags & PK_FUNC_resumes;
    }
    if (resumes)
        return "always-inline,cgscc(inline)," FUNCTION_PASSES(
            "jump-threading,");
    return calls ? "always-inline,cgscc(inline)," FUNCTION_PASSES("")
                 : "always-inline," FUNCTION_PASSES("");
}

/* Loops of host functions that are no vectors are mostly sums, which are faster
 * unrolled. Those over the turns of a chunk are unrolled as vectors, and what
 * each turn adds to becomes a register. */
const char *pk_native_vector_passes(const pk_ir *ir) {
    if (are_lanes(ir))
        return NULL;
    return pk_native_is_host(ir)
               ? VECTOR_PASSES(",loop(loop-unroll-full)") ",loop-unroll<O2>)"
               : VECTOR_PASSES("") ")";
}
