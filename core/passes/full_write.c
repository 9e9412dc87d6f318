/* SPDX-License-Identifier: Apache-2.0 */
/* Notes which arrays a kernel writes whole, before it gets its form. */
#include "core/analysis/full_write.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

pk_status pk_pass_full_write(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    if (fn->kind == PK_FUNC_kernel)
        pk_func_get_data(fn)->full_writes = pk_full_write_find(fn);
    return pk_pass_done(fn, err);
}
