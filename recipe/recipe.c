/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes: written, and checked before they are used. */
#include "recipe/recipe.h"

#include "base/heap.h"
#include "recipe/report.h"

pk_entry pk_recipe_entry(const pk_recipe *recipe) {
    return (pk_entry){.struct_size = sizeof(pk_entry),
                      .name = pk_recipe_text(recipe, recipe->name),
                      .params = pk_recipe_params(recipe),
                      .param_count = recipe->params.count,
                      .params_size = recipe->params_size,
                      .form = recipe->form,
                      .shared_static = recipe->shared_static,
                      .shared_dynamic = recipe->shared_dynamic,
                      .local_static = recipe->local_static,
                      .swaps = recipe->swaps};
}

pk_entry pk_recipe_sure_entry(const pk_recipe *recipe) {
    pk_entry entry = pk_recipe_entry(recipe);

    entry.name = pk_recipe_text(recipe, recipe->sure_name);
    entry.form = recipe->sure_form;
    entry.shared_static = recipe->sure_shared;
    entry.local_static = recipe->sure_local;
    entry.swaps = recipe->sure_swaps;
    return entry;
}

pk_recipe *pk_recipe_copy(const pk_allocator *allocator, const void *bytes,
                          size_t size) {
    pk_recipe *recipe = allocator->alloc(allocator->self, size);

    return recipe ? memcpy(recipe, bytes, size) : NULL;
}

void pk_recipe_free(const pk_allocator *allocator, pk_recipe *recipe) {
    if (recipe)
        pk_heap_free(allocator, recipe, recipe->size);
}

/* ---- writing ---- */

enum { ALIGN = 8 };

void pk_recipe_begin(pk_recipe_writer *writer, const pk_allocator *allocator) {
    *writer = (pk_recipe_writer){
        .head = {.magic = PK_RECIPE_MAGIC, .version = PK_RECIPE_VERSION}};
    pk_text_init(&writer->out, allocator);
    pk_text_bytes(&writer->out, &writer->head, sizeof writer->head);
}

pk_recipe_list pk_recipe_put(pk_recipe_writer *writer, const void *items,
                             size_t count, size_t size) {
    pk_text *out = &writer->out;
    pk_recipe_list list;

    pk_text_fill(out, '\0', -out->length % ALIGN);
    list = (pk_recipe_list){(uint32_t)out->length, (uint32_t)count};
    if (count > PK_RECIPE_MAX / size ||
        out->length + count * size > PK_RECIPE_MAX)
        out->failed = true;
    pk_text_bytes(out, items, count * size);
    return list;
}

uint32_t pk_recipe_put_text(pk_recipe_writer *writer, const char *text) {
    return pk_recipe_put(writer, text, strlen(text) + 1, 1).at;
}

const pk_recipe *pk_recipe_end(pk_recipe_writer *writer) {
    pk_text *out = &writer->out;

    /* The last byte ends every text that nothing else ends. */
    pk_text_fill(out, '\0', ALIGN - out->length % ALIGN);
    if (out->failed)
        return NULL;
    writer->head.size = (uint32_t)out->length;
    memcpy(out->data, &writer->head, sizeof writer->head);
    return (const pk_recipe *)(const void *)out->data;
}

/* ---- checking ---- */

static bool has_list(const pk_recipe *r, pk_recipe_list list, size_t size) {
    return list.at % ALIGN == 0 && list.at <= r->size &&
           list.count <= (r->size - list.at) / size;
}

static bool has_text(const pk_recipe *r, uint32_t at) {
    return at < r->size;
}

static bool is_scalar(pk_type type) {
    return type > PK_TYPE_void && type < PK_TYPE_COUNT;
}

static bool steps_fit(const pk_recipe *r) {
    const pk_pack_step *steps = pk_recipe_steps(r);

    for (uint32_t i = 0; i < r->steps.count; i++)
        if (steps[i].role >= PK_ROLE_COUNT || steps[i].size > 8 ||
            steps[i].leaf >= r->leaf_count ||
            steps[i].offset > r->params_size ||
            steps[i].size > r->params_size - steps[i].offset)
            return false;
    return true;
}

static bool covers_fit(const pk_recipe *r) {
    const pk_full_write *full_writes = pk_recipe_full_writes(r);

    for (uint32_t i = 0; i < r->full_writes.count; i++) {
        const pk_full_write *c = &full_writes[i];
        if (c->data >= r->steps.count || c->ndim > PK_FULL_WRITE_DIMS ||
            c->guard_count > PK_FULL_WRITE_GUARDS)
            return false;
        for (uint32_t d = 0; d < c->ndim; d++)
            if (c->places[d] >= 2 * PK_FULL_WRITE_STRIDED)
                return false;
        for (uint32_t g = 0; g < c->guard_count; g++)
            if (c->guards[g].place >= 2 * PK_FULL_WRITE_STRIDED ||
                (!c->guards[g].is_const &&
                 c->guards[g].param >= r->steps.count))
                return false;
    }
    return true;
}

/* Counts the words of the operands into *words. */
static bool pieces_fit(const pk_recipe *r, pk_recipe_list list,
                       uint32_t *words) {
    const pk_message_piece *pieces = pk_recipe_at(r, list.at);

    if (!has_list(r, list, sizeof *pieces))
        return false;
    for (uint32_t i = 0; i < list.count; i++) {
        const pk_message_piece *p = &pieces[i];
        if (p->kind >= PK_PIECE_KINDS || p->at > r->size ||
            p->length > r->size - p->at)
            return false;
        if (p->kind == PK_PIECE_text)
            continue;
        if (!is_scalar(p->type))
            return false;
        *words +=
            pk_report_size(p->type) * (p->kind == PK_PIECE_complex ? 2 : 1);
    }
    return true;
}

static bool launched_fits(const pk_launched *a) {
    switch ((pk_launched_kind)a->kind) {
    case PK_LAUNCHED_none:
    case PK_LAUNCHED_tuple: return true;
    case PK_LAUNCHED_scalar:
    case PK_LAUNCHED_complex: return is_scalar(a->type);
    case PK_LAUNCHED_member: return a->name;
    case PK_LAUNCHED_array:
        return is_scalar(a->type) && a->count <= PK_LAUNCHED_AXES;
    case PK_LAUNCHED_KINDS: break;
    }
    return false;
}

/* Whether tuples have all of their items. */
static bool is_forest(const pk_launched *args, uint32_t count) {
    uint32_t open[PK_LAUNCHED_MAX], level = 0; /* items that tuples lack */

    for (uint32_t i = 0; i < count; i++) {
        if (level)
            open[level - 1]--;
        if (args[i].kind == PK_LAUNCHED_tuple)
            open[level++] = args[i].count;
        while (level && !open[level - 1])
            level--;
    }
    return !level;
}

static bool args_fit(const pk_recipe *r, pk_recipe_list list, uint32_t *words) {
    const pk_launched *args = pk_recipe_at(r, list.at);

    if (!has_list(r, list, sizeof *args) || list.count > PK_LAUNCHED_MAX)
        return false;
    *words += PK_LAUNCHED_CONFIG * pk_report_size(PK_TYPE_i64);
    for (uint32_t i = 0; i < list.count; i++) {
        if (!has_text(r, args[i].name) || !launched_fits(&args[i]))
            return false;
        *words += pk_launched_words(&args[i]);
    }
    return is_forest(args, list.count);
}

static bool messages_fit(const pk_recipe *r) {
    for (uint32_t i = 1; i <= r->messages.count; i++) {
        const pk_message *m = pk_recipe_message(r, i);
        uint32_t words = 0;
        if (m->kind >= PK_MESSAGE_KINDS || !has_text(r, m->file) ||
            !has_text(r, m->kernel))
            return false;
        if (m->kind == PK_MESSAGE_launch
                ? !m->kernel || !args_fit(r, m->args, &words)
                : !pieces_fit(r, m->pieces, &words))
            return false;
        if (words != m->words ||
            (m->kind == PK_MESSAGE_fail && words > 2 * PK_REPORT_VALUES))
            return false;
    }
    return true;
}

static bool points_fit(const pk_recipe *r) {
    const pk_recipe_point *points = pk_recipe_points(r);

    for (uint32_t i = 0; i < r->points.count; i++)
        if (!has_text(r, points[i].file))
            return false;
    return true;
}

const char *pk_recipe_check(const void *bytes, size_t size) {
    const pk_recipe *r = bytes;

    if (size < sizeof *r || r->magic != PK_RECIPE_MAGIC)
        return "it is not a recipe";
    if (r->version != PK_RECIPE_VERSION)
        return "it is a recipe of another version";
    if (r->size != size || ((const char *)bytes)[size - 1])
        return "it has another size than it says";
    if (!has_list(r, r->steps, sizeof(pk_pack_step)) ||
        !has_list(r, r->params, sizeof(pk_param_info)) ||
        !has_list(r, r->written, 1) ||
        !has_list(r, r->full_writes, sizeof(pk_full_write)) ||
        !has_list(r, r->messages, sizeof(pk_message)) ||
        !has_list(r, r->points, sizeof(pk_recipe_point)) ||
        !has_list(r, r->sure_nodes, sizeof(pk_range_node)) ||
        !has_text(r, r->sure_name) || !r->name || !has_text(r, r->name) ||
        !has_text(r, r->results) || r->written.count != r->leaf_count)
        return "a list leads out of it";
    if (!steps_fit(r) || !covers_fit(r) ||
        !pk_launch_ranges_fit(pk_recipe_sure_nodes(r), r->sure_nodes.count,
                              r->params_size))
        return "a parameter leads out of it";
    if (r->messages.count &&
        (r->params_size < 8 || r->report_at > r->params_size - 8 ||
         r->launch_at > r->params_size - 4))
        return "its report is in no parameter";
    if (r->results &&
        (r->params_size < 8 || r->results_at > r->params_size - 8))
        return "its result is in no parameter";
    if (r->points.count &&
        (r->params_size < 8 || r->coverage_at > r->params_size - 8))
        return "its coverage is in no parameter";
    return messages_fit(r) && points_fit(r) ? NULL
                                            : "a message leads out of it";
}
