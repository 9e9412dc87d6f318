/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes in entries of the disk cache. An entry is its head, and behind it the
 * recipe or nothing, where it takes more facts to find that. */
#include "runtime/kernel/stored.h"

#include "runtime/kernel/build.h"
#include "runtime/kernel/module.h"

#include <inttypes.h>

static const char format[] = "recipe";

/* ---- keys ---- */

void pk_plugin_put(const pk_plugin *plugin, pk_text *out) {
    pk_text_printf(out, "plugin %s %s %s\n", plugin->name, plugin->version,
                   plugin->build_id);
}

void pk_target_put(const pk_context *ctx, const pk_caps *caps, bool debug_lines,
                   bool stoppable, pk_text *out) {
    pk_text_printf(out, "target %s form %u features %" PRIx64 " version %u\n",
                   caps->name, caps->form, caps->features, caps->version);
    pk_text_printf(out, "device %s\nlines %d\nchecks %u\nstoppable %d\n",
                   caps->cache_id, debug_lines, ctx->checks, stoppable);
    if (ctx->compiles == PK_COMPILES_quick)
        pk_text_put(out, "quick\n");
    if (ctx->options.flags & PK_CONTEXT_debugger)
        pk_text_put(out, "debugger\n");
    if (ctx->options.flags & (PK_CONTEXT_lines | PK_CONTEXT_branches))
        pk_text_put(out, ctx->options.flags & PK_CONTEXT_branches ? "branches\n"
                                                                  : "lines\n");
}

void pk_target_sign(const pk_context *ctx, const pk_caps *caps,
                    pk_signature *signature) {
    signature->bounds = ctx->checks & PK_CHECK_bounds;
    signature->tuples = caps && caps->features & PK_CAP_raw;
    signature->debug = ctx->options.flags & PK_CONTEXT_debugger;
    signature->lines = ctx->options.flags & PK_CONTEXT_lines;
    signature->branches = ctx->options.flags & PK_CONTEXT_branches;
    signature->native = ctx->native_math;
    /* Others have 64 bits for their numbers of threads. */
    signature->few &= caps && caps->features & PK_CAP_gpu;
}

bool pk_maker_put(const pk_bundle *bundle, const pk_plugin *plugin,
                  pk_text *out) {
    const char *line;
    size_t size;

    if (!bundle) {
        pk_plugin_put(plugin, out);
        return true;
    }
    line = pk_bundle_maker(bundle, plugin->name, &size);
    if (line)
        pk_text_bytes(out, line, size);
    return line != NULL;
}

/* False where recipes are not stored. */
static bool put_key(const pk_build *b, const pk_caps *caps, pk_text *out) {
    const pk_module *mod = b->variants->mod;

    if (!mod->maker || (!mod->bundle && !pk_cache_dir(b->ctx)))
        return false;
    pk_text_printf(out, "portkern %s recipe %d\n", mod->maker,
                   PK_RECIPE_VERSION);
    if (!pk_maker_put(mod->bundle, b->ctx->plugin, out))
        return false;
    pk_target_put(b->ctx, caps, b->debug_lines, b->dims->deadline_ms != 0, out);
    pk_text_printf(out, "block %u shared %u params %u stack %u\n",
                   caps->max_block, caps->shared_bytes, caps->param_bytes,
                   caps->stack_bytes);
    pk_text_put(out, "program ");
    for (size_t i = 0; i < sizeof mod->digest.bytes; i++)
        pk_text_hex(out, mod->digest.bytes[i], 2);
    pk_text_printf(out, "\nfunction %s\nsignature ",
                   pk_function_path(b->variants->info));
    return pk_signature_key(&b->signature, out) && !out->failed;
}

void pk_stored_init(pk_stored *stored, const pk_allocator *allocator) {
    *stored = (pk_stored){.allocator = allocator};
    pk_text_init(&stored->key, allocator);
}

void pk_stored_finish(pk_stored *stored) {
    pk_text_finish(&stored->key);
}

void pk_stored_name(pk_stored *stored, const pk_build *b, const pk_caps *caps) {
    stored->bundle = b->variants->mod->bundle;
    stored->frame = b->frame;
    stored->dims = b->dims;
    stored->facts = 0;
    stored->key.length = 0;
    if (!put_key(b, caps, &stored->key))
        stored->key.length = 0;
}

/* The key with the values of facts: the words that a launch's key has for
 * them. */
static void put_facts(const pk_stored *stored, pk_facts facts, pk_text *out) {
    const pk_allocator *allocator = stored->allocator;
    pk_key key;

    pk_text_init(out, allocator);
    pk_text_bytes(out, stored->key.data, stored->key.length);
    if (!facts)
        return;
    if (!pk_frame_key(stored->frame, facts, stored->dims, allocator, &key)) {
        out->failed = true;
        return;
    }
    pk_text_put(out, "\nfacts");
    for (uint32_t i = PK_KEY_FACTS; i < key.count; i++)
        if (i < PK_KEY_ARGS || i >= stored->frame->type_words)
            pk_text_printf(out, " %x", key.words[i]);
    pk_key_free(allocator, &key);
}

/* ---- finding ---- */

/* Whether it is of arguments like these, as one under the same key is. */
static bool is_for(const pk_recipe *recipe, const pk_frame *frame) {
    const pk_pack_step *steps = pk_recipe_steps(recipe);

    if (recipe->leaf_count != frame->leaf_count ||
        recipe->params_size > frame->params_room)
        return false;
    for (uint32_t i = 0; i < recipe->steps.count; i++) {
        const pk_leaf *leaf = &frame->leaves[steps[i].leaf];
        const bool is_array = leaf->kind == PK_ARGTYPE_array;
        if (is_array == (steps[i].role == PK_ROLE_scalar) ||
            steps[i].axis >= (is_array ? leaf->array->ndim + 1 : 2))
            return false;
    }
    return true;
}

/* The bytes in front of a recipe. */
typedef struct head {
    uint8_t artifact[16];
    uint64_t facts; /* that it takes more to find the recipe */
} head;

/* Takes an entry apart. */
static bool take(const pk_artifact *entry, const pk_allocator *allocator,
                 pk_stored *out, head *h) {
    const char *bytes = entry->bytes;
    const void *recipe = bytes + sizeof *h; /* at a multiple of 8 */
    const size_t size = entry->size - sizeof *h;

    if (strcmp(entry->format, format) != 0 || entry->size < sizeof *h)
        return false;
    memcpy(h, bytes, sizeof *h);
    if (h->facts)
        return true;
    if (pk_recipe_check(recipe, size) || !is_for(recipe, out->frame))
        return false;
    memcpy(out->artifact.bytes, h->artifact, sizeof h->artifact);
    out->recipe = pk_recipe_copy(allocator, recipe, size);
    return out->recipe != NULL;
}

bool pk_stored_load(const pk_bundle *bundle, pk_context *ctx,
                    const pk_digest *digest, const pk_text *key,
                    pk_artifact *out) {
    bool corrupt = false, found;

    if (bundle)
        return pk_bundle_load(bundle, digest, key, out);
    found = pk_cache_load(ctx->cache, digest, key, out, &corrupt);
    atomic_fetch_add(&ctx->counters.cache_corrupt, corrupt);
    return found;
}

static bool load(pk_stored *stored, pk_context *ctx, head *h) {
    pk_artifact entry;
    bool found;
    pk_digest digest;
    pk_text key;

    put_facts(stored, stored->facts, &key);
    digest = pk_digest_of(key.data, key.length);
    found = !key.failed &&
            pk_stored_load(stored->bundle, ctx, &digest, &key, &entry);
    pk_text_finish(&key);
    if (!found)
        return false;
    pk_spec_entries_add(&stored->entries, &digest);
    found = take(&entry, &ctx->allocator, stored, h);
    pk_entry_artifact_free(&ctx->allocator, &entry);
    return found;
}

bool pk_stored_find(pk_stored *stored, pk_context *ctx) {
    head h;

    while (stored->key.length && load(stored, ctx, &h)) {
        if (!h.facts) {
            pk_spec_entries_add(&stored->entries, &stored->artifact);
            return stored->kept = true;
        }
        if (!(h.facts & ~stored->facts)) /* it leads nowhere */
            return false;
        stored->facts |= h.facts;
    }
    return false;
}

void pk_spec_entries_add(pk_spec_entries *entries, const pk_digest *digest) {
    for (uint32_t i = 0; i < entries->count; i++)
        if (!memcmp(&entries->items[i], digest, sizeof *digest))
            return;
    if (entries->count == PK_SPEC_ENTRIES)
        entries->incomplete = true;
    else
        entries->items[entries->count++] = *digest;
}

/* ---- keeping ---- */

/* The recipe under another name, which comes last. */
static void put_renamed(const pk_recipe *recipe, const char *name,
                        pk_text *out) {
    const size_t at = out->length, size = strlen(name) + 1;
    pk_recipe *copy;

    pk_text_bytes(out, recipe, recipe->size);
    pk_text_bytes(out, name, size);
    pk_text_fill(out, '\0', -size % 8);
    if (out->failed)
        return;
    copy = (pk_recipe *)(void *)(out->data + at);
    copy->name = recipe->size;
    copy->size = (uint32_t)(out->length - at);
}

static bool keep(pk_build *b, pk_facts facts, const pk_text *bytes) {
    const pk_cache_label label = {.kernel = pk_function_path(b->variants->info),
                                  .backend = b->ctx->plugin->name,
                                  .target = b->caps->name};
    pk_artifact entry = {.struct_size = sizeof entry,
                         .bytes = bytes->data,
                         .size = bytes->length};
    pk_digest digest;
    pk_text key;
    bool kept;

    memcpy(entry.format, format, sizeof format);
    put_facts(&b->stored, facts, &key);
    digest = pk_digest_of(key.data, key.length);
    kept = !bytes->failed && !key.failed &&
           pk_cache_store(b->ctx->cache, &digest, &key, &label, &entry);
    pk_spec_entries_add(&b->stored.entries, &digest);
    pk_text_finish(&key);
    return kept;
}

void pk_stored_keep(pk_build *b, pk_facts used, const pk_recipe *recipe,
                    const char *name, const pk_digest *artifact) {
    pk_stored *stored = &b->stored;
    const pk_facts more = used & ~stored->facts;
    head h = {.facts = more};
    pk_text bytes;
    bool led = true;

    if (!stored->key.length)
        return;
    pk_text_init(&bytes, &b->ctx->allocator);
    if (more) {
        pk_text_bytes(&bytes, &h, sizeof h);
        led = keep(b, stored->facts, &bytes);
        bytes.length = 0;
    }
    h.facts = 0;
    memcpy(h.artifact, artifact->bytes, sizeof h.artifact);
    pk_text_bytes(&bytes, &h, sizeof h);
    put_renamed(recipe, name, &bytes);
    stored->kept = keep(b, stored->facts | used, &bytes) && led;
    pk_spec_entries_add(&stored->entries, artifact);
    pk_text_finish(&bytes);
}
