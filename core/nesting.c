/* SPDX-License-Identifier: Apache-2.0 */
/* Values and the regions that they are made in. */
#include "core/nesting.h"

bool pk_is_made_in(const pk_value *v, const pk_region *region) {
    const pk_region *at;

    if (v->kind != PK_VALUE_result && v->kind != PK_VALUE_index)
        return false;
    at = v->kind == PK_VALUE_index ? v->def->body : v->def->parent;
    while (at && at != region)
        at = at->owner ? at->owner->parent : NULL;
    return at != NULL;
}
