/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier as the parser calls it. */
#ifndef PORTKERN_CORE_VERIFY_H
#define PORTKERN_CORE_VERIFY_H

#include "portkern/ir.h"

/* Where the verifier found something wrong: `inst` is NULL when it is the
 * function, `fn` too when it is the module. */
typedef struct pk_verify_fault {
    const pk_func *fn;
    const pk_inst *inst;
} pk_verify_fault;

/* pk_verify that also tells where. */
pk_status pk_verify_find(const pk_ir *ir, pk_error *err,
                         pk_verify_fault *fault);

#endif
