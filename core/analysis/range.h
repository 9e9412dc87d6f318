/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of integers, and what operations make of them. */
#ifndef PORTKERN_CORE_ANALYSIS_RANGE_H
#define PORTKERN_CORE_ANALYSIS_RANGE_H

#include "portkern/ir.h"

/* The values lo .. hi of an integer or bool. Of a u64, which may be larger
 * than any int64_t, nothing is known unless lo >= 0. */
typedef struct pk_range {
    int64_t lo, hi;
} pk_range;

/* All values of a type; for types that are no integers something harmless. */
pk_range pk_range_of_type(pk_type type);

/* Returns the range of a constant: the value itself. */
pk_range pk_range_of_const(const pk_value *v);

/* True when the type has all those values. */
bool pk_range_fits(pk_range range, pk_type type);

pk_range pk_range_union(pk_range a, pk_range b);

/* The results of a pure instruction on operands from those ranges: exact or
 * larger. `args` has a range for each operand. */
pk_range pk_range_eval(const pk_inst *inst, const pk_range *args);

/* The results of a query of threads, blocks or lanes in the function. */
pk_range pk_range_of_query(const pk_func *fn, const pk_inst *inst);

/* Narrows the results of an instruction that computes, of what is queried, the
 * number of a thread in the grid, that of its block's first thread, or how many
 * there are, where the function says that they are few. */
pk_range pk_range_of_thread(const pk_func *fn, const pk_inst *inst,
                            pk_range range);

/* Returns the range of a for's index, from the ranges of its start, stop and
 * step. */
pk_range pk_range_of_index(pk_type type, pk_range start, pk_range stop,
                           pk_range step);

/* The range of a value of the function by the operations that compute it, some
 * of them back; conditions around it and what sets locals are not looked at. */
pk_range pk_range_of_value(const pk_func *fn, const pk_value *v);

/* Narrows *a and *b to the values for which `a op b` is `truth`. Only
 * comparisons of integers narrow anything. Empty ranges are left as they were:
 * code that is never reached may assume anything. */
void pk_range_refine(pk_op op, pk_type type, bool truth, pk_range *a,
                     pk_range *b);

#endif
