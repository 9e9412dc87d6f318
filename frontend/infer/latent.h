/* SPDX-License-Identifier: Apache-2.0 */
/* Facts on demand: what the launch, or the call of a function, says of values
 * (its block and grid, integer arguments) and who reads it.
 *
 * Such a value is latent: expressions carry it along, and types and conditions
 * do not depend on it. Where a compile needs a constant (the shape of an array,
 * the axes of a transposition), pk_infer_constant makes it known and notes whom
 * it is from: facts in the compile's `used`, parameters in the instance's
 * `read`. The specialisation and the instance are then for that value. */
#ifndef PORTKERN_FRONTEND_INFER_LATENT_H
#define PORTKERN_FRONTEND_INFER_LATENT_H

#include "frontend/infer/infer.h"

/* `v` with its latent value known. */
pk_typed pk_infer_constant(pk_infer *in, pk_typed v);
/* Whether it is an integer that is known, then. */
bool pk_infer_constant_int(pk_infer *in, pk_typed v, int64_t *out);

/* The same of an expression, for lowering, too. */
pk_typed pk_infer_constant_at(pk_infer *in, const pk_ast *node, pk_typed v);
/* Whether the extent of an array is known, if need be from the launch. */
bool pk_infer_knows_size(pk_infer *in, const pk_ty *type);

/* cuda.blockDim.x and its like. */
pk_typed pk_infer_dimension(pk_infer *in, const pk_builtin *row);
/* Whether what is compiled is for this fact of its launch alone. */
static inline bool pk_compile_uses(const pk_compile *c, int fact) {
    return !c->signature->used || c->used >> fact & 1;
}

/* Notes that a compile needs facts of its launch. */
void pk_compile_use(pk_compile *c, pk_facts facts);

/* The value of the instance's argument `i` as its body sees it. */
pk_typed pk_latent_argument(pk_compile *c, const pk_instance *instance,
                            uint32_t i);
/* Whether something needed that value. */
bool pk_latent_is_read(const pk_compile *c, const pk_instance *instance,
                       uint32_t i);
/* Returns the values of a call's arguments, as far as they are known: integers
 * and tuples with such, `known` NULL where none is; NULL: none at all. */
const pk_typed *pk_latent_inputs(pk_compile *c, const pk_ty *const *types,
                                 uint32_t count, const pk_typed *given,
                                 uint32_t given_count);
/* Returns a set, by number, of the arguments among those in `read` whose inputs
 * differ. */
uint64_t pk_latent_differ(const pk_typed *a, const pk_typed *b, uint64_t read,
                          uint32_t count);
/* The instance that does a call has read values of these arguments. */
void pk_latent_charge(pk_infer *in, const pk_instance *callee,
                      const pk_typed *given, uint32_t given_count);

/* The latent value where two paths meet; NULL: they differ. */
const pk_latent *pk_latent_join(pk_infer *in, pk_typed a, pk_typed b);

/* `v`, of type bool, is what `and` or `or` gives. */
pk_typed pk_latent_bool(pk_infer *in, const pk_ast *node, pk_typed v);
/* a if test else b, of which `v` is known. */
pk_typed pk_latent_choice(pk_infer *in, pk_typed v, pk_typed test, pk_typed a,
                          pk_typed b);

/* ---- code that the launch does not get to ---- */

/* A path on which a latent condition says that it is not taken. It is compiled
 * as any other unless something in it is wrong: then the condition becomes a
 * constant, and the path goes. */
typedef struct pk_doubt {
    struct pk_doubt *outer; /* of the path around it */
    const pk_ast *node;     /* the if */
    pk_latent test;         /* its condition */
    bool truth;             /* of the condition */
    bool closed;            /* what comes behind the if is on the path, too */
    bool settled;
} pk_doubt;

/* The doubt about one of the branches of an `if`, NULL without one: the test is
 * known, or nothing is. */
pk_doubt *pk_doubt_new(pk_infer *in, const pk_ast *node, pk_typed test);
/* Leaves the path at hand for good, should there be a doubt about it: what is
 * wrong there is not met. Where a call says a value, or it is an example, only
 * what is wrong with values can be so (`of_values`). */
bool pk_doubt_settle(pk_infer *in, bool of_values);
/* The doubt about what follows where two paths meet. */
pk_doubt *pk_doubt_join(pk_doubt *a, pk_doubt *b);
/* Behind an if whose branches meet: what variables are where it is taken as the
 * condition says. Those whose types do not unify there keep the doubt. */
void pk_doubt_choose(pk_infer *in, const pk_doubt *doubt, const pk_env *taken);
/* A variable is used that has one type where the condition of `doubt` holds:
 * the function is inferred again, with the condition a constant. False: that
 * may not be, or did not help. */
bool pk_doubt_decide(pk_infer *in, const pk_doubt *doubt);
/* The condition of an if, known where a round before has decided so. */
pk_typed pk_decided_test(pk_infer *in, const pk_ast *node, pk_typed test);

#endif
