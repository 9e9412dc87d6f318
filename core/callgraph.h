/* SPDX-License-Identifier: Apache-2.0 */
/* Functions in the order that inlining, printing and emitting want: what is
 * called before what calls it. */
#ifndef PORTKERN_CORE_CALLGRAPH_H
#define PORTKERN_CORE_CALLGRAPH_H

#include "portkern/ir.h"

typedef void pk_func_visitor(pk_func *fn, void *arg);

/* Visits every function of the module once, callees first, otherwise in the
 * module's order. `visit` may be NULL and may change the function it is given,
 * but not add functions. Returns a function that calls itself, perhaps through
 * others, or NULL when there is none. Any depth of calls takes no stack. */
pk_func *pk_ir_callees_first(const pk_ir *ir, pk_func_visitor *visit,
                             void *arg);

/* Finds the functions that call themselves, perhaps through others: sets
 * `recursive` of their pk_func_data, and clears it of all others. True when
 * there is one. */
bool pk_ir_find_recursion(const pk_ir *ir);

/* The instruction after `inst` in the order of the text, NULL at the end. */
pk_inst *pk_inst_following(const pk_inst *inst);

#endif
