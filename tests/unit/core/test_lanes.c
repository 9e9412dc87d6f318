/* SPDX-License-Identifier: Apache-2.0 */
/* lanes, alone and before fission: what they make of a kernel with operations
 * of warps computes the same bits, whatever the order of lanes. */
#ifndef RANDOM_X
#define RANDOM_X 36
#endif
#define RANDOM_WARPS 1
#define RANDOM_FUEL  400000000

#include "random_forms.h"

static const pk_caps lanes_caps = {.form = PK_FORM_lanes,
                                   .features = PK_CAP_loop_barrier};

/* The passes for it alone, or all of them. */
static pk_status transform(pk_ir *ir, const pk_caps *caps, bool all) {
    static pk_pass *const steps[] = {pk_pass_expand_warps, pk_pass_lanes,
                                     pk_pass_structure_barriers,
                                     pk_pass_fission};
    pk_func *fn = pk_ir_find(ir, "k");
    pk_status status;

    if (all)
        return pk_run_passes(ir, caps, true, &err);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        pk_func_number(fn);
        status = steps[i](fn, caps, &err);
        if (status == PK_OK)
            status = pk_verify_func(fn, &err);
        if (status != PK_OK)
            return status;
    }
    pk_func_layout(fn);
    return PK_OK;
}

START_TEST(random_kernels_compute_the_same)
{
    check_seeds(&lanes_caps, 20);
}
END_TEST

TESTS("lanes", random_kernels_compute_the_same)
