/* SPDX-License-Identifier: Apache-2.0 */
/* Notes which arrays a kernel writes whole, before it gets its form. */
#include "core/analysis/cover.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

pk_status pk_pass_cover(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    if (fn->kind == PK_FUNC_kernel)
        pk_func_get_data(fn)->covers = pk_cover_find(fn);
    return pk_pass_done(fn, err);
}
