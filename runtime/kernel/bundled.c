/* SPDX-License-Identifier: Apache-2.0 */
/* Looking for a specialisation in a bundle, which has what was compiled when it
 * was written. Code for just these arguments and this device comes first; then
 * what runs on more devices, and what takes more arguments: it makes no use of
 * what their types say about where arrays lie, or of leave to write them. */
#include "runtime/kernel/build.h"
#include "runtime/kernel/module.h"

enum { EXACT, ANY_MEMORY, ANY_STRIDES, READS_ALL, LOOSE_STEPS };

/* Makes the type of an array one that fits more arrays. */
static void loosen(const pk_arg_type *types, uint32_t count, int step) {
    for (uint32_t i = 0; i < count; i++) {
        pk_arg_type *type = (pk_arg_type *)&types[i]; /* of the build */
        if (type->kind == PK_ARGTYPE_tuple)
            loosen(type->items, type->count, step);
        if (type->kind != PK_ARGTYPE_array ||
            type->flags & (PK_ARGF_list | PK_ARGF_pointer))
            continue;
        type->flags &= (uint8_t)~(PK_ARGF_aligned | PK_ARGF_small);
        if (step == ANY_STRIDES && type->ndim)
            type->layout = 'A';
        if (step == READS_ALL) /* code that writes none of them */
            type->flags |= PK_ARGF_readonly;
    }
}

bool pk_bundled_target(const pk_context *ctx, uint32_t i, pk_caps *out) {
    const pk_plugin *plugin = ctx->plugin;
    const pk_targets_ext *ext = NULL;
    const char *name;

    if (!i) {
        *out = ctx->caps;
        return true;
    }
    if (ctx->dev && plugin->extension)
        ext = plugin->extension(ctx->dev, "targets", 1);
    name = ext ? ext->name(ctx->dev, i - 1) : NULL;
    *out = (pk_caps){.struct_size = sizeof *out};
    return name && plugin->target_caps(&ctx->host, name, out, NULL) == PK_OK;
}

static bool find_for_targets(pk_build *b, uint64_t offload) {
    pk_caps caps;

    for (uint32_t i = 0; pk_bundled_target(b->ctx, i, &caps); i++) {
        caps.features = (caps.features & ~(uint64_t)PK_CAP_offload) | offload;
        pk_stored_name(&b->stored, b, &caps);
        if (pk_stored_find(&b->stored, b->ctx)) {
            pk_log(&b->ctx->log, PK_LOG_info, "bundle", "%s: code for %s",
                   pk_function_path(b->variants->info), caps.name);
            return true;
        }
    }
    return false;
}

/* Code for many threads runs few, too, and the other way round; so does that
 * for few threads side by side. */
static bool find_for_threads(pk_build *b, uint64_t offload) {
    const pk_dims *dims = b->dims;
    pk_dims other = *dims;
    bool found = false;

    for (int way = 0; way < 6 && !found; way++) {
        other.narrow = way < 2   ? dims->narrow
                       : way < 4 ? PK_NARROW_none
                                 : PK_NARROW_all;
        other.many = dims->many != way % 2;
        b->dims = &other;
        found = find_for_targets(b, offload);
    }
    b->dims = b->stored.dims = dims;
    return found;
}

/* Code whose parallel loops may run elsewhere runs where all run on the host,
 * too, and the other way round. */
bool pk_build_find_bundled(pk_build *b) {
    const uint64_t offload = b->ctx->caps.features & PK_CAP_offload;

    for (int step = EXACT; step < LOOSE_STEPS; step++) {
        if (step != EXACT) {
            loosen(b->signature.args, b->signature.count, step);
            b->signature.noalias = b->frame->array_count < 2;
        }
        if (find_for_threads(b, offload) ||
            find_for_threads(b, offload ^ PK_CAP_offload))
            return true;
    }
    return false;
}

bool pk_build_may_run_bundled(const pk_build *b) {
    pk_caps caps;

    for (uint32_t i = 0; pk_bundled_target(b->ctx, i, &caps); i++)
        if (pk_bundle_has_target(b->variants->mod->bundle, b->ctx->plugin->name,
                                 caps.name))
            return true;
    return false;
}
