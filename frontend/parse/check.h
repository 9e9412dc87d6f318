/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of Python that are no grammar. */
#ifndef PORTKERN_FRONTEND_CHECK_H
#define PORTKERN_FRONTEND_CHECK_H

#include "frontend/parse/parser.h"

/* Reports what CPython's compiler refuses in a tree that parsed: return,
 * yield, await, break and continue in wrong places, arguments named twice,
 * stars that nothing unpacks, and the like. */
void pk_py_check(const pk_source *source, const pk_ast *module,
                 pk_diags *diags);

#endif
