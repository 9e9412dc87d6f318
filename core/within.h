/* SPDX-License-Identifier: Apache-2.0 */
/* Where instructions stand: in the regions of others. */
#ifndef PORTKERN_CORE_WITHIN_H
#define PORTKERN_CORE_WITHIN_H

#include "portkern/ir.h"

/* Whether the instruction is `around`, or stands in a region of it. */
static inline bool pk_inst_is_within(const pk_inst *inst,
                                     const pk_inst *around) {
    while (inst && inst != around)
        inst = inst->parent->owner;
    return inst != NULL;
}

#endif
