/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes, written from IR after the passes. */
#include "compile/recipe.h"
#include "base/try.h"

#include "core/analysis/full_write.h"
#include "core/analysis/writes.h"
#include "core/device_launch.h"
#include "core/ir_data.h"
#include "core/report.h"
#include "core/shared.h"
#include "recipe/spread.h"

/* ---- packing ---- */

/* The parameters that a frame's leaves give, one after another. */
typedef struct offer {
    const pk_frame *frame;
    uint32_t leaf, part; /* part: of the leaf */
} offer;

static uint32_t part_count(const pk_leaf *leaf) {
    if (leaf->kind == PK_ARGTYPE_array)
        return pk_array_parts(leaf->array->ndim, leaf->layout == 'A');
    return leaf->kind == PK_ARGTYPE_complex ? PK_COMPLEX_PARTS : 1;
}

/* Returns the step for the current offer. */
static pk_pack_step read_offer(const offer *o) {
    const pk_leaf *leaf = &o->frame->leaves[o->leaf];
    pk_pack_step step = {.leaf = o->leaf};
    uint32_t axis = o->part;

    step.role = PK_ROLE_scalar;
    if (leaf->kind == PK_ARGTYPE_array)
        step.role = (uint8_t)pk_array_role(leaf->array->ndim, o->part, &axis);
    step.axis = (uint8_t)axis;
    return step;
}

static void advance(offer *o) {
    if (++o->part < part_count(&o->frame->leaves[o->leaf]))
        return;
    o->part = 0;
    o->leaf++;
}

/* Moves on to what fits the parameter; false when nothing does. */
static bool match(offer *o, const pk_param *param, pk_pack_step *step) {
    for (; o->leaf < o->frame->leaf_count; advance(o)) {
        bool axes =
            param->role == PK_ROLE_shape || param->role == PK_ROLE_stride;
        *step = read_offer(o);
        if (o->frame->leaves[o->leaf].arg != param->arg ||
            step->role != param->role || (axes && step->axis != param->axis))
            continue;
        step->size = (uint8_t)pk_type_bytes(param->value->type);
        step->offset = param->offset;
        advance(o);
        return true;
    }
    return false;
}

/* Puts the steps of the first `count` parameters, and which leaves they may
 * write: `launches` tells that other kernels may, too. */
static pk_status put_steps(pk_recipe_writer *w, const pk_pipeline *p,
                           const pk_frame *frame, uint32_t count,
                           pk_arena *arena, pk_error *err) {
    pk_func *fn = p->fn;
    const bool *written = pk_params_written(fn, arena);
    pk_pack_step *steps = pk_arena_array(arena, count + 1u, sizeof *steps);
    uint8_t *leaves = pk_arena_array(arena, frame->leaf_count + 1u, 1);
    offer o = {.frame = frame};

    for (uint32_t i = 0; i < count; i++) {
        if (!match(&o, &fn->params[i], &steps[i]))
            return pk_fail(err, PK_INTERNAL,
                           "parameter '%s' of %s belongs to no argument",
                           fn->params[i].name, p->name);
        if (steps[i].role == PK_ROLE_data)
            leaves[steps[i].leaf] |= written[i] || w->head.launches;
    }
    w->head.steps = pk_recipe_put(w, steps, count, sizeof *steps);
    w->head.written = pk_recipe_put(w, leaves, frame->leaf_count, 1);
    w->head.leaf_count = frame->leaf_count;
    return PK_OK;
}

/* ---- the entry ---- */

static uint32_t shared_bytes(const pk_func *fn, uint32_t *dynamic) {
    uint64_t total = pk_shared_place(fn, NULL);

    for (const pk_storage *s = fn->storages; s; s = s->next)
        *dynamic |= s->space == PK_SPACE_shared && !s->count;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

static uint32_t local_bytes(const pk_func *fn) {
    uint64_t total = 0;

    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_local && total < UINT32_MAX)
            total += s->count < UINT32_MAX ? s->count * pk_type_bytes(s->elem)
                                           : UINT32_MAX;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

static pk_param_info param_info(const pk_param *param) {
    return (pk_param_info){.offset = param->offset,
                           .size = pk_type_bytes(param->value->type),
                           .is_buffer = param->role == PK_ROLE_data,
                           .flags = param->flags & PK_PARAM_readonly};
}

static void put_entry(pk_recipe_writer *w, const pk_func *fn, pk_arena *arena) {
    pk_param_info *params =
        pk_arena_array(arena, fn->param_count + 1u, sizeof *params);

    for (uint32_t i = 0; i < fn->param_count; i++)
        params[i] = param_info(&fn->params[i]);
    w->head.params = pk_recipe_put(w, params, fn->param_count, sizeof *params);
    w->head.name = pk_recipe_put_text(w, fn->name);
    w->head.form = fn->form;
    w->head.params_size = fn->params_size;
    w->head.shared_static = shared_bytes(fn, &w->head.shared_dynamic);
    w->head.local_static = local_bytes(fn);
    w->head.swaps = PK_FUNC_SWAPS(fn->flags);
    w->head.max_threads = fn->limits[PK_LIMIT_maxthreads];
}

static void put_full_writes(pk_recipe_writer *w, const pk_func *fn,
                            pk_arena *arena) {
    uint32_t count = 0, i = 0;
    pk_full_write *full_writes;

    for (const pk_func_full_write *c = pk_func_full_writes(fn); c; c = c->next)
        count++;
    full_writes = pk_arena_array(arena, count + 1u, sizeof *full_writes);
    for (const pk_func_full_write *c = pk_func_full_writes(fn); c; c = c->next)
        full_writes[i++] = c->full;
    w->head.full_writes =
        pk_recipe_put(w, full_writes, count, sizeof *full_writes);
}

/* ---- messages ---- */

static void put_pieces(pk_recipe_writer *w, const pk_site *site,
                       pk_arena *arena, pk_message *m) {
    /* A piece takes a character at least. */
    pk_message_piece *pieces =
        pk_arena_array(arena, strlen(site->text) + 1, sizeof *pieces);
    const char *words = site->text;
    const pk_type *type = site->types;
    pk_words_piece from;
    uint32_t count = 0;

    while (pk_words_next(&words, &from)) {
        const bool is_text = from.kind == PK_PIECE_text;
        pieces[count++] = (pk_message_piece){
            .kind = (uint8_t)from.kind,
            .type = is_text ? PK_TYPE_void : *type,
            .at = pk_recipe_put(w, from.at, from.length, 1).at,
            .length = (uint32_t)from.length};
        type += is_text ? 0 : from.kind == PK_PIECE_complex ? 2 : 1;
    }
    m->pieces = pk_recipe_put(w, pieces, count, sizeof *pieces);
}

static uint32_t put_part(pk_recipe_writer *w, pk_arena *arena, const char *text,
                         size_t length) {
    return text ? pk_recipe_put_text(w, pk_arena_text(arena, text, length)) : 0;
}

static pk_launched launched(pk_recipe_writer *w, pk_arena *arena,
                            const pk_device_launch_arg *a) {
    pk_launched out = {.type = a->scalar,
                       .is_complex = a->is_complex,
                       .count = a->ndim,
                       .name = put_part(w, arena, a->class, a->class_length)};

    out.kind = a->bracket      ? PK_LAUNCHED_tuple
               : a->is_array   ? PK_LAUNCHED_array
               : a->class      ? PK_LAUNCHED_member
               : a->is_complex ? PK_LAUNCHED_complex
               : a->parts      ? PK_LAUNCHED_scalar
                               : PK_LAUNCHED_none;
    if (a->record)
        out.name = put_part(w, arena, a->record, a->record_length);
    return out;
}

static void put_launched(pk_recipe_writer *w, const pk_site *site,
                         pk_arena *arena, pk_message *m) {
    pk_launched args[PK_LAUNCHED_MAX], *open[PK_LAUNCHED_MAX];
    const char *words = site->text;
    char name[PK_DEVICE_LAUNCH_NAME] = "";
    uint32_t count = 0, level = 0;
    pk_device_launch_arg arg;

    pk_device_launch_name(&words, name);
    m->kernel = pk_recipe_put_text(w, name);
    while (pk_device_launch_next(&words, &arg)) {
        if (arg.bracket == ')') {
            level--;
            continue;
        }
        if (level)
            open[level - 1]->count++;
        args[count] = launched(w, arena, &arg);
        if (arg.bracket)
            open[level++] = &args[count];
        count++;
    }
    m->args = pk_recipe_put(w, args, count, sizeof *args);
}

/* IndexError is what checks of bounds say. */
static pk_status status_of(const pk_site *site) {
    return strncmp(site->text, "IndexError", 10) ? PK_KERNEL : PK_BOUNDS;
}

/* `files`: where the names of the module's files are, by number. */
static pk_message put_message(pk_recipe_writer *w, const uint32_t *files,
                              const pk_site *site, pk_arena *arena) {
    pk_message m = {.loc = site->loc,
                    .file = site->loc.line ? files[site->loc.file] : 0};

    m.kind = site->op == PK_OP_fail    ? PK_MESSAGE_fail
             : site->op == PK_OP_print ? PK_MESSAGE_print
                                       : PK_MESSAGE_launch;
    for (uint32_t i = 0; i < site->count; i++)
        m.words += pk_report_size(site->types[i]);
    if (m.kind == PK_MESSAGE_fail)
        m.status = status_of(site);
    if (m.kind == PK_MESSAGE_launch)
        put_launched(w, site, arena, &m);
    else
        put_pieces(w, site, arena, &m);
    w->head.prints |= m.kind != PK_MESSAGE_fail;
    w->head.launches |= m.kind == PK_MESSAGE_launch;
    return m;
}

/* The number of the first parameter that no argument gives: those for the
 * result, coverage and a report come last. */
static uint32_t hidden_params(const pk_func *fn) {
    uint32_t count = fn->param_count;

    while (count && fn->params[count - 1].arg >= PK_COVERAGE_ARG)
        count--;
    return count;
}

/* The hidden parameter of that argument number, NULL: there is none. */
static const pk_param *find_hidden(const pk_func *fn, uint32_t arg) {
    for (uint32_t i = hidden_params(fn); i < fn->param_count; i++)
        if (fn->params[i].arg == arg)
            return &fn->params[i];
    return NULL;
}

static void put_messages(pk_recipe_writer *w, const pk_func *fn,
                         const uint32_t *files, pk_arena *arena) {
    const pk_param *report = find_hidden(fn, PK_REPORT_ARG);
    const pk_ir *ir = fn->ir;
    pk_message *messages;

    if (!report)
        return;
    messages = pk_arena_array(arena, ir->site_count + 1u, sizeof *messages);
    for (uint32_t i = 0; i < ir->site_count; i++)
        messages[i] = put_message(w, files, &ir->sites[i], arena);
    w->head.messages =
        pk_recipe_put(w, messages, ir->site_count, sizeof *messages);
    w->head.report_at = report[0].offset;
    w->head.launch_at = report[1].offset;
}

static void put_points(pk_recipe_writer *w, const pk_func *fn,
                       const uint32_t *files, pk_arena *arena) {
    const pk_param *words = find_hidden(fn, PK_COVERAGE_ARG);
    const pk_ir *ir = fn->ir;
    pk_recipe_point *points;

    if (!words)
        return;
    points = pk_arena_array(arena, ir->point_count + 1u, sizeof *points);
    for (uint32_t i = 0; i < ir->point_count; i++)
        points[i] = (pk_recipe_point){.from = ir->points[i].from,
                                      .to = ir->points[i].to,
                                      .file = files[ir->points[i].file]};
    w->head.points = pk_recipe_put(w, points, ir->point_count, sizeof *points);
    w->head.coverage_at = words->offset;
}

/* Puts what the kernel writes beside its arguments. */
static void put_hidden(pk_recipe_writer *w, const pk_func *fn,
                       pk_arena *arena) {
    const pk_ir *ir = fn->ir;
    uint32_t *files;

    if (hidden_params(fn) == fn->param_count)
        return;
    files = pk_arena_array(arena, ir->file_count + 1u, sizeof *files);
    for (uint32_t i = 0; i < ir->file_count; i++)
        files[i] = pk_recipe_put_text(w, ir->files[i]);
    put_messages(w, fn, files, arena);
    put_points(w, fn, files, arena);
}

/* ---- results ---- */

static void put_results(pk_recipe_writer *w, const pk_func *fn) {
    const pk_param *results = find_hidden(fn, PK_RESULTS_ARG);

    if (!results)
        return;
    w->head.results = pk_recipe_put_text(w, pk_func_get_data(fn)->results);
    w->head.results_at = results->offset;
}

/* ---- all of it ---- */

/* Whether a `parallel` runs a function of the module. */
static bool has_loops(const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_host && !find_hidden(fn, PK_RESULTS_ARG))
            return true;
    return false;
}

static pk_status copy_of(pk_recipe_writer *w, const pk_pipeline *p,
                         pk_recipe **out, pk_error *err) {
    const pk_recipe *recipe = pk_recipe_end(w);

    *out = recipe ? pk_recipe_copy(&p->ctx->allocator, recipe, recipe->size)
                  : NULL;
    return *out ? PK_OK : pk_fail_no_memory(err);
}

/* ---- the twin ---- */

static void put_sure_nodes(pk_recipe_writer *w, const pk_func *fn,
                           const pk_sure_ranges *ranges, pk_arena *arena) {
    pk_range_node *nodes =
        pk_arena_array(arena, ranges->count + 1u, sizeof *nodes);

    for (uint32_t i = 0; i < ranges->count; i++) {
        nodes[i] = ranges->nodes[i];
        if (nodes[i].op == PK_RANGE_param)
            nodes[i].value = fn->params[nodes[i].value / 8].offset;
    }
    w->head.sure_nodes = pk_recipe_put(w, nodes, ranges->count, sizeof *nodes);
}

static void put_sure(pk_recipe_writer *w, const pk_ir *ir, pk_arena *arena) {
    uint32_t dynamic = 0;

    for (const pk_func *fn = ir->funcs; fn; fn = fn->next) {
        const pk_sure_ranges *ranges = pk_func_get_data(fn)->sure;
        if (!ranges)
            continue;
        put_sure_nodes(w, fn, ranges, arena);
        w->head.sure_name = pk_recipe_put_text(w, fn->name);
        w->head.sure_form = fn->form;
        w->head.sure_shared = shared_bytes(fn, &dynamic);
        w->head.sure_local = local_bytes(fn);
        w->head.sure_swaps = PK_FUNC_SWAPS(fn->flags);
    }
}

pk_status pk_recipe_make(pk_pipeline *p, const pk_frame *frame, pk_recipe **out,
                         pk_error *err) {
    const pk_func *fn = p->fn;
    pk_recipe_writer w;

    if (fn->params_size > frame->params_room)
        return pk_fail(err, PK_INTERNAL, "the parameters of %s take %u bytes",
                       p->name, fn->params_size);
    pk_recipe_begin(&w, &p->guard.allocator);
    put_hidden(&w, fn, &p->arena);
    PK_TRY(put_steps(&w, p, frame, hidden_params(fn), &p->arena, err));
    put_results(&w, fn);
    w.head.loops = has_loops(p->ir);
    put_entry(&w, fn, &p->arena);
    put_sure(&w, p->ir, &p->arena);
    /* With checks a thread may end before its store. */
    if (!p->ctx->checks)
        put_full_writes(&w, fn, &p->arena);
    return copy_of(&w, p, out, err);
}

pk_status pk_recipe_of_loop(pk_pipeline *p, pk_recipe **out, pk_error *err) {
    pk_recipe_writer w;

    pk_recipe_begin(&w, &p->guard.allocator);
    put_hidden(&w, p->fn, &p->arena);
    put_entry(&w, p->fn, &p->arena);
    return copy_of(&w, p, out, err);
}
