/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the simplify pass. A rule looks at one instruction
 * whose operands are final and returns a value that may replace its result, or
 * NULL. Rules make new instructions with pk_simple, which applies the rules to
 * them at once; every rule leads to something smaller, so that this ends. */
#ifndef PORTKERN_CORE_PASSES_SIMPLIFY_H
#define PORTKERN_CORE_PASSES_SIMPLIFY_H

#include "core/passes/edit.h"

typedef struct pk_simplifier {
    pk_func *fn;
    const pk_caps *caps;
    pk_builder b; /* before the instruction at hand */
    uint32_t depth;
} pk_simplifier;

pk_value *pk_simple1(pk_simplifier *s, pk_op op, pk_value *a);
pk_value *pk_simple2(pk_simplifier *s, pk_op op, pk_value *a, pk_value *b);
pk_value *pk_simple_to(pk_simplifier *s, pk_op op, pk_type to, pk_value *a);

/* All operands constant: the result (simplify_fold.c). */
pk_value *pk_fold(pk_simplifier *s, const pk_inst *inst);
/* Integer arithmetic, bits and shifts, division (simplify_int.c). */
pk_value *pk_simplify_int(pk_simplifier *s, const pk_inst *inst);
/* Float arithmetic, to the bit (simplify_float.c). */
pk_value *pk_simplify_float(pk_simplifier *s, const pk_inst *inst);
/* Comparison, select and bool (simplify_bool.c). */
pk_value *pk_simplify_bool(pk_simplifier *s, const pk_inst *inst);
/* convert and bitcast (simplify_convert.c). */
pk_value *pk_simplify_convert(pk_simplifier *s, const pk_inst *inst);

/* True when every value of type `from` is one of `to`. */
bool pk_type_holds(pk_type to, pk_type from);

/* Any pure instruction with one result. */
pk_value *pk_simplify_value(pk_simplifier *s, const pk_inst *inst);

#endif
