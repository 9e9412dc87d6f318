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

static bool wants_block(const char *storage, const char *op,
                        const pk_caps *caps) {
    char text[512];
    pk_arena a;
    pk_ir *ir;
    pk_error why = {0};
    bool wants;

    snprintf(text, sizeof text,
             "pkir 1\n\nkernel @k() {\n%s    %%1: i32 = thread_id.x\n%s}\n",
             storage, op);
    pk_arena_init(&a, &pk_heap);
    ck_assert_msg(pk_ir_parse(&a, text, strlen(text), &ir, &why) == PK_OK,
                  "%u: %s", why.line, why.message);
    wants = pk_wants_block(ir, caps);
    pk_arena_finish(&a);
    return wants;
}

/* Others serve blocks of any size with one compile. */
START_TEST(kernels_want_their_block_for_warps_and_for_tiles_in_shared_memory)
{
    static const pk_caps plain = {.form = PK_FORM_block},
                         sized = {.form = PK_FORM_block,
                                  .features = PK_CAP_sized_blocks},
                         wide = {.form = PK_FORM_block,
                                 .features =
                                     PK_CAP_sized_blocks | PK_CAP_wide_items},
                         warps = {.form = PK_FORM_threads,
                                  .features = PK_CAP_warps};
    static const char tile[] = "    shared %s: f32[256]\n",
                      dynamic[] = "    shared %s: f32[0]\n",
                      barrier[] = "    barrier\n",
                      loop[] = "    barrier\n    for ^1 %9: i32 = 0:i32, %1, "
                               "1:i32 {\n    }\n",
                      shuffle[] = "    %2: i32 = shuffle_idx 1:u32, %1, %1\n";

    ck_assert(wants_block(tile, barrier, &sized));
    ck_assert(!wants_block(tile, "", &sized));
    ck_assert(!wants_block(dynamic, barrier, &sized));
    ck_assert(!wants_block("", barrier, &sized));
    ck_assert(!wants_block(tile, barrier, &wide));
    ck_assert(wants_block(tile, loop, &wide));
    ck_assert(!wants_block(tile, barrier, &plain));
    ck_assert(wants_block("", shuffle, &plain));
    ck_assert(!wants_block("", shuffle, &warps));
}
END_TEST

TESTS("lanes", random_kernels_compute_the_same,
      kernels_want_their_block_for_warps_and_for_tiles_in_shared_memory)
