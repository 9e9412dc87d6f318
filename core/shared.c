/* SPDX-License-Identifier: Apache-2.0 */
/* Where a block's shared arrays lie, and whether they fit. */
#include "core/shared.h"
#include "base/error.h"

uint64_t pk_shared_place(const pk_func *fn, const pk_storage *array) {
    uint64_t at = 0;

    for (const pk_storage *s = fn->storages; s; s = s->next) {
        uint64_t size = pk_type_bytes(s->elem);
        uint64_t align = s->align > size ? s->align : size;
        if (s->space != PK_SPACE_shared)
            continue;
        at = (at + align - 1) / align * align;
        if (s == array || at > UINT32_MAX) /* no device has as much */
            return at;
        at += pk_storage_bytes(s);
    }
    return at;
}

pk_status pk_shared_fits(const pk_func *fn, uint32_t most, const char *device,
                         pk_error *err) {
    uint64_t bytes = pk_shared_place(fn, NULL);
    const pk_ir *ir = fn->ir;

    if (bytes <= most)
        return PK_OK;
    return pk_fail_at(
        err, PK_LIMIT,
        fn->loc.file < ir->file_count ? ir->files[fn->loc.file] : NULL, fn->loc,
        "the shared arrays of %s take %llu bytes, and a block on "
        "%s has %u\nmake them smaller, or keep part of them in local "
        "arrays and in the arguments",
        fn->name, (unsigned long long)bytes, device, most);
}

static void look_for_meeting(pk_inst *inst, void *arg) {
    *(bool *)arg |=
        (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) != 0;
}

bool pk_threads_meet(const pk_func *fn) {
    bool meet = false;

    for (const pk_storage *s = fn->storages; s; s = s->next)
        meet |= s->space == PK_SPACE_shared;
    pk_region_visit(fn->body, look_for_meeting, &meet);
    return meet;
}
