/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of libportkern_rt: the runtime alone. */
#include "runtime/context/parts.h"

static void forget(pk_context *ctx) {
    (void)ctx;
}

const pk_library_parts pk_parts = {.forget = forget};
