/* SPDX-License-Identifier: Apache-2.0 */
/* A launch as it may well be, for kernels of which none is known: the first
 * warp of a block, and an element for each thread along each axis. What races
 * there does so in any larger block. */
#include "check/threads/abstract_exec.h"

enum { WARP = 32 };

uint64_t pk_assumed_stride(const pk_arg_type *array, uint32_t axis) {
    uint64_t stride = 0;

    if (array->kind == PK_ARGTYPE_array && array->dtype != PK_TYPE_void)
        stride = (uint64_t)pk_type_bytes(array->dtype) << array->is_complex;
    while (++axis < array->ndim)
        stride *= WARP;
    return stride;
}

/* Whether a launch of it is known to be of one thread. */
static bool is_alone(const pk_adviser *a) {
    const pk_function_info *info = &a->instance->function->info;
    const pk_launch_site *l = a->launches;

    while (l && !(pk_launch_is_of(l, info) && l->alone))
        l = l->next;
    return a->alone || l;
}

const pk_launch_site *pk_assumed_launch(const pk_adviser *a) {
    const uint32_t count = a->c->signature->count;
    pk_launch_site *site =
        is_alone(a) ? NULL : PK_NEW(a->c->arena, pk_launch_site);

    if (!site)
        return NULL;
    *site = (pk_launch_site){
        .kernel = pk_function_path(&a->instance->function->info),
        .block = {WARP, 1, 1},
        .signature = *a->c->signature,
        .valued = pk_arena_array(a->c->arena, count + 1, sizeof(bool)),
        .extents = pk_arena_array(a->c->arena, count + 1,
                                  sizeof(int64_t[PK_SITE_AXES]))};
    if (a->c->arena->failed)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < PK_SITE_AXES; k++)
            site->extents[i][k] = WARP;
    return site;
}
