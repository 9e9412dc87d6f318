/* SPDX-License-Identifier: Apache-2.0 */
/* The device library as the frontend sees it: its sources, parsed when a
 * compile first needs one of them. */
#ifndef PORTKERN_FRONTEND_INFER_LIBRARY_H
#define PORTKERN_FRONTEND_INFER_LIBRARY_H

#include "frontend/infer/infer.h"

/* The library's function for builtin `path` ("math.exp", "numpy.arcsin") on
 * numbers of `type`, as `caller` wants it; NULL when it has none. */
const pk_function *pk_library_function(pk_compile *c, const pk_function *caller,
                                       const char *path, const pk_ty *type);
/* Returns the fast mathematics allowed in a function: by its decorator, and
 * everywhere but in the library itself by the signature. */
uint8_t pk_fast_of(const pk_compile *c, const pk_function *function);
/* The function that stands for the library's `name` where that is allowed in
 * `caller`; NULL when there is none. */
const pk_function *pk_library_fast(pk_compile *c, const pk_function *caller,
                                   const char *name, pk_type scalar);

/* The same on complex numbers with such parts, which it takes one by one. */
const pk_function *pk_library_complex(pk_compile *c, const char *path,
                                      pk_type part);
/* The same by the name in the library, without its type: "exp". */
const pk_function *pk_library_find(pk_compile *c, const char *name,
                                   pk_type scalar);
/* The same by its whole name: "exp_f32". */
const pk_function *pk_library_named(pk_compile *c, const char *name);

/* Whether a power is multiplications, as in Numba, and no call: its exponent is
 * known and small; of a complex number it is 2. */
bool pk_power_multiplies(const pk_rule *rule, pk_typed right,
                         int64_t *exponent);
/* The function that computes any other, by the types that its operands become.
 */
typedef struct pk_library_name {
    char name[16];
    pk_type scalar;
} pk_library_name;
pk_library_name pk_library_power(const pk_rule *rule);

/* Infers `name` for `scalar`, which lowering of `node` calls with arguments of
 * these types: it infers nothing itself. */
void pk_library_need(pk_infer *in, const pk_ast *node, const char *name,
                     pk_type scalar, const pk_ty *const *types, uint32_t count);
/* Returns the instance that pk_library_need made, for lowering; NULL: nothing
 * needed it. */
pk_instance *pk_library_needed(pk_compile *c, const pk_function *caller,
                               const char *name, pk_type scalar,
                               const pk_ty *const *types, uint32_t count);

/* Reads the body of a function of the library, once. */
void pk_library_read(pk_compile *c, const pk_function *function);

#endif
