/* SPDX-License-Identifier: Apache-2.0 */
/* Handing a failure on, where nothing is held that would have to be given
 * back. */
#ifndef PORTKERN_BASE_TRY_H
#define PORTKERN_BASE_TRY_H

#include "portkern/status.h"

/* Returns from the calling function what `call` gives, when `call` fails. */
#define PK_TRY(call)                                                           \
    do {                                                                       \
        pk_status pk_try_ = (call);                                            \
        if (pk_try_ != PK_OK)                                                  \
            return pk_try_;                                                    \
    } while (0)

#endif
