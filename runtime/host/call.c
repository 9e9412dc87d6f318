/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions: check, find the specialisation, pack, one call of
 * the plugin. */
#include "runtime/host/call.h"
#include "base/os/clock.h"
#include "base/try.h"
#include "portkern/host.h"
#include "recipe/report.h"
#include "runtime/context/diagnostics.h"
#include "runtime/host/array_list.h"
#include "runtime/host/function.h"
#include "runtime/host/result.h"
#include "runtime/host/words.h"
#include "runtime/kernel/class_args.h"
#include "runtime/kernel/direct.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/kernel/signatures.h"
#include "runtime/launch/coverage.h"
#include "runtime/launch/launch.h"
#include "runtime/launch/queue.h"
#include "runtime/offload/offload.h"
#include "runtime/services/public_struct.h"

#include <string.h>

enum {
    ROOM = 2048,       /* bytes for the bookkeeping of a call */
    LISTS_ROOM = 848,  /* for the lists of a result: a few items, an array */
    RESULT_ROOM = 512, /* for its result */
    PRINT_WORDS = 1 << 18, /* for what it prints */
    RANGES = 64            /* of memory, where they are wanted */
};

/* ---- one call ---- */

typedef struct call call;
static pk_status give_all(const call *c, pk_result *out, pk_error *err);

pk_status pk_call_enter(const pk_kernel *kernel, const pk_spec *spec,
                        const pk_call_desc *desc, pk_error *err) {
    const pk_context *ctx = kernel->base.ctx;
    const uint64_t begin = ctx->profile ? pk_now() : 0;
    const pk_status status = ctx->host_ext->call(spec->fun, desc, err);

    if (ctx->profile)
        pk_profile_span(ctx->profile, "call", kernel->info->name, begin,
                        pk_now());
    return status;
}

struct call {
    const pk_kernel *kernel;
    const pk_spec *spec;
    pk_frame frame;
    const pk_arg *args;
    size_t arg_count;
    void *parts; /* of the result */
    size_t size; /* of them */
    bool adopts; /* arguments are lists of arrays, which may have owners */
    uint32_t *report;
    size_t report_words;
    const uint32_t *stop;   /* what ends it early; NULL: nothing does */
    pk_call_range coverage; /* its words; none where nothing is noted */
};

/* Memory that the call leads to: of arrays, the result, the report, and
 * coverage. */
static pk_status run_with_ranges(const call *c, pk_call_desc *desc,
                                 pk_error *err) {
    const pk_allocator *a = &c->kernel->base.ctx->allocator;
    const size_t items = pk_array_lists_count(c->args, c->arg_count);
    const size_t room = c->frame.leaf_count + items + 3u;
    pk_call_range *ranges = pk_heap_new(a, room * sizeof *ranges);
    pk_status status;

    if (!ranges)
        return pk_fail_no_memory(err);
    desc->ranges = ranges;
    for (uint32_t i = 0; i < c->frame.leaf_count; i++) {
        const pk_leaf *leaf = &c->frame.leaves[i];
        if (leaf->kind == PK_ARGTYPE_array && leaf->end > leaf->begin)
            ranges[desc->range_count++] = (pk_call_range){
                (void *)(uintptr_t)leaf->begin, leaf->end - leaf->begin};
    }
    if (items) {
        pk_array_lists_ranges(c->args, c->arg_count,
                              ranges + desc->range_count);
        desc->range_count =
            pk_ranges_merge(ranges, desc->range_count + (uint32_t)items);
    }
    if (c->size)
        ranges[desc->range_count++] = (pk_call_range){c->parts, c->size};
    if (c->report)
        ranges[desc->range_count++] =
            (pk_call_range){c->report, c->report_words * sizeof *c->report};
    if (c->coverage.size)
        ranges[desc->range_count++] = c->coverage;
    status = pk_call_enter(c->kernel, c->spec, desc, err);
    pk_heap_free(a, ranges, room * sizeof *ranges);
    return status;
}

/* A failure of the device is one of the call, whatever the function returned.
 */
static pk_status run_with_offload(call *c, pk_call_desc *desc, pk_error *err) {
    pk_offload offload;
    pk_status status = pk_offload_begin(&offload, c->kernel->base.ctx, c->spec,
                                        &c->frame, c->args, c->arg_count, err);
    pk_error why;

    desc->offload = &offload.table;
    if (status == PK_OK)
        status = pk_call_enter(c->kernel, c->spec, desc, err);
    if (pk_offload_finish(&offload, &why) != PK_OK && status == PK_OK) {
        if (!c->report || !c->report[PK_REPORT_site])
            give_all(c, NULL, NULL);
        status = why.status;
        if (err)
            *err = why;
    }
    return status;
}

static pk_status run(call *c, pk_error *err) {
    pk_context *ctx = c->kernel->base.ctx;
    const pk_recipe *recipe = c->spec->recipe;
    pk_call_desc desc = {.struct_size = sizeof desc,
                         .params = c->frame.params,
                         .params_size = recipe->params_size,
                         .stop = c->stop,
                         .threads = pk_thread_limit(),
                         .chunk = pk_loop_chunk()};
    const uint64_t results = (uintptr_t)c->parts;
    const uint64_t report = (uintptr_t)c->report;

    pk_pack(recipe, &c->frame);
    if (recipe->points.count)
        PK_TRY(
            pk_coverage_bind_call(ctx, c->spec, &c->frame, &c->coverage, err));
    memcpy(c->frame.params + recipe->results_at, &results, sizeof results);
    if (c->report) {
        memset(c->report, 0, PK_REPORT_prints * sizeof *c->report);
        c->report[PK_REPORT_capacity] =
            (uint32_t)c->report_words - PK_REPORT_prints;
        memcpy(c->frame.params + recipe->report_at, &report, sizeof report);
        memset(c->frame.params + recipe->launch_at, 1, 1);
    }
    if (pk_spec_offloads(c->spec))
        return run_with_offload(c, &desc, err);
    return ctx->host_ext->wants_ranges
               ? run_with_ranges(c, &desc, err)
               : pk_call_enter(c->kernel, c->spec, &desc, err);
}

/* ---- what it says ---- */

static const pk_recipe *find_recipe(void *self, uint32_t launch) {
    (void)launch;
    return ((const call *)self)->spec->recipe;
}

static pk_status print(call *c, pk_text *words, pk_error *err) {
    const pk_report_reader reader = {.self = c, .find = find_recipe};
    pk_context *ctx = c->kernel->base.ctx;
    pk_status status = PK_OK;
    pk_text said, text;
    uint32_t lost;

    pk_text_init(&said, &ctx->allocator);
    pk_text_init(&text, &ctx->allocator);
    lost = pk_report_read(c->report, (uint32_t)c->report_words, &reader, &said);
    pk_words_split(&said, &text, words);
    if (lost) {
        words->length = 0; /* they may be of an exception that was caught */
        pk_text_put(words, "(its words had no room behind all that was said)");
    }
    if (lost && text.length)
        pk_text_printf(&text, "... %u more prints were lost\n", lost);
    if (said.failed || text.failed || words->failed)
        status = pk_fail_no_memory(err);
    else if (text.length)
        status = pk_context_print(ctx, text.data, text.length, err);
    pk_text_finish(&said);
    pk_text_finish(&text);
    return status;
}

/* The exception that the function raised. */
static pk_status raised(const call *c, const pk_text *words, pk_error *err) {
    const pk_recipe *recipe = c->spec->recipe;
    const pk_message *m = pk_recipe_message(recipe, c->report[PK_REPORT_site]);
    pk_text text;

    if (!m || m->kind != PK_MESSAGE_fail)
        return pk_fail(err, PK_KERNEL,
                       "%s failed, and the reason is lost: it wrote over it",
                       c->kernel->info->name);
    pk_text_init(&text, &c->kernel->base.ctx->allocator);
    pk_report_print(recipe, m, c->report + PK_REPORT_values, &text);
    if (words)
        pk_words_fill(&text, words);
    if (text.failed) {
        pk_text_finish(&text);
        return pk_fail_no_memory(err);
    }
    if (c->stop && __atomic_load_n(c->stop, __ATOMIC_RELAXED) &&
        !strcmp(pk_text_string(&text), "KeyboardInterrupt")) {
        pk_text_finish(&text);
        return pk_fail(err, PK_CANCELLED, "the call of %s was stopped",
                       c->kernel->info->name);
    }
    pk_fail_words(err, (pk_status)m->status, pk_recipe_text(recipe, m->file),
                  m->loc, pk_text_string(&text));
    pk_text_finish(&text);
    return (pk_status)m->status;
}

static pk_status finish(call *c, pk_error *err) {
    pk_status status = PK_OK;
    pk_text words;

    if (!c->report)
        return PK_OK;
    pk_text_init(&words, &c->kernel->base.ctx->allocator);
    if (c->spec->recipe->prints && c->report[PK_REPORT_used])
        status = print(c, &words, err);
    if (status == PK_OK && c->report[PK_REPORT_site])
        status = raised(c, &words, err);
    pk_text_finish(&words);
    return status;
}

/* ---- the result ---- */

/* The lists of a result, and a copy of the allocator that they are of. */
typedef struct lists {
    pk_arena arena;
    pk_allocator allocator;
    pk_adopted *adopted;
    _Alignas(16) char room[LISTS_ROOM]; /* for the first of them */
} lists;

_Static_assert(PK_DIRECT_ITEMS * sizeof(pk_result) <= LISTS_ROOM,
               "items that are read directly have room");

static lists *new_lists(const pk_context *ctx) {
    const pk_allocator *a = &ctx->allocator;
    lists *l = a->alloc(a->self, sizeof *l);

    if (!l)
        return NULL;
    l->allocator = *a;
    l->adopted = NULL;
    pk_arena_init_in(&l->arena, &l->allocator, l->room, sizeof l->room);
    return l;
}

static void free_lists(lists *l) {
    const pk_allocator a = l->allocator;

    for (const pk_adopted *each = l->adopted; each; each = each->next)
        pk_kept_memory_release(each->memory);
    pk_arena_finish(&l->arena);
    a.release(a.self, l, sizeof *l);
}

static const char *words_of(const call *c) {
    return pk_recipe_text(c->spec->recipe, c->spec->recipe->results);
}

static pk_result_cursor results_of(const call *c) {
    return (pk_result_cursor){words_of(c), c->parts, 0};
}

/* Gives the next result to `out`, NULL: to nobody. */
static pk_status give_next(const call *c, pk_result_cursor *at, pk_result *out,
                           pk_error *err) {
    lists *l;

    if (out && !pk_result_has_lists(at->words)) {
        pk_result_next(at, NULL, out);
        return PK_OK;
    }
    l = out ? new_lists(c->kernel->base.ctx) : NULL;
    if (!l) {
        pk_result_drop_next(at);
        return out ? pk_fail_no_memory(err) : PK_OK;
    }
    pk_result_next(at, &l->arena, out);
    if (c->adopts && !l->arena.failed)
        pk_array_lists_adopt(c->args, c->arg_count, out, &l->arena,
                             &l->adopted);
    out->block = l;
    if (!l->arena.failed)
        return PK_OK;
    pk_result_release(out);
    return pk_fail_no_memory(err);
}

static pk_status give_result(const call *c, pk_result *out, pk_error *err) {
    pk_result_cursor at = results_of(c);

    return give_next(c, &at, out, err);
}

static bool same_items(const pk_array *before, const pk_result *after) {
    return before->shape[0] == after->shape[0] &&
           (!after->shape[0] ||
            !memcmp(before->host, after->data,
                    (size_t)(after->shape[0] * after->strides[0])));
}

/* Whether a list of arrays, the next result, has the words that it was made
 * of. */
static bool has_same_words(const call *c, uint32_t arg,
                           const pk_result_cursor *at) {
    const pk_leaf *leaf = c->frame.leaves;

    while (leaf->arg != arg)
        leaf++;
    return pk_result_is_list_of(at, leaf->array->host, leaf->item_count,
                                (size_t)(leaf->end - leaf->begin));
}

/* Where the caller wants to have a list, dict or set that is an argument; NULL
 * also when it is none. */
static pk_result *after_of(const pk_arg *arg) {
    switch ((int)arg->kind) {
    case PK_ARG_list: return arg->value.list.after;
    case PK_ARG_arrays: return arg->value.arrays->after;
    case PK_ARG_dict:
    case PK_ARG_set: return arg->value.dict.after;
    }
    return NULL;
}

static void release_all(const call *c, pk_result *out) {
    pk_result_release(out);
    for (size_t i = 0; i < c->arg_count; i++)
        pk_result_release(after_of(&c->args[i]));
}

/* Lists, dicts and sets that are arguments lie behind the result, in their
 * order. Where memory ends none is given. */
static pk_status give_all(const call *c, pk_result *out, pk_error *err) {
    pk_result_cursor at = results_of(c);
    pk_status status = give_next(c, &at, out, err), next;

    for (size_t i = 0; i < c->arg_count && *at.words; i++) {
        pk_result *after = after_of(&c->args[i]);
        if (!pk_arg_is_container(&c->args[i]))
            continue;
        if (after) /* one that is given twice */
            pk_result_release(after);
        if (c->args[i].kind == PK_ARG_arrays &&
            has_same_words(c, (uint32_t)i, &at))
            after = NULL;
        next = give_next(c, &at, after, err);
        status = status == PK_OK ? next : status;
        if (next == PK_OK && after && c->args[i].kind == PK_ARG_list &&
            same_items(c->args[i].value.list.items, after))
            pk_result_release(after);
    }
    if (status != PK_OK)
        release_all(c, out);
    return status;
}

void pk_result_release(pk_result *result) {
    lists *l = result ? result->block : NULL;

    if (!result)
        return;
    if (result->kind == PK_RESULT_NUMBER && !result->block) {
        result->kind = PK_RESULT_NONE;
        return;
    }
    pk_result_drop(result);
    *result = (pk_result){.kind = PK_RESULT_NONE};
    if (l)
        free_lists(l);
}

/* ---- the call ---- */

static pk_status call_with_memory(call *c, pk_result *out, pk_error *err) {
    PK_TRY(run(c, err));
    PK_TRY(finish(c, err));
    return give_all(c, out, err);
}

static pk_status call_spec(call *c, pk_result *out, pk_error *err) {
    const pk_recipe *recipe = c->spec->recipe;
    const pk_allocator *a = &c->kernel->base.ctx->allocator;
    uint64_t result[RESULT_ROOM / 8];
    uint32_t report[PK_REPORT_prints];
    char *more = NULL;
    size_t size = 0;
    pk_status status;

    c->size = pk_result_size(words_of(c));
    c->parts = result;
    if (recipe->messages.count)
        c->report = report;
    c->report_words =
        PK_REPORT_prints + (recipe->prints ? (size_t)PRINT_WORDS : 0);
    if (c->size > sizeof result || recipe->prints) {
        size = (c->size + 7) / 8 * 8 + c->report_words * sizeof *report;
        more = a->alloc(a->self, size);
        if (!more)
            return pk_fail_no_memory(err);
        memset(more, 0, size - c->report_words * sizeof *report);
        c->parts = more;
        c->report = (uint32_t *)(void *)(more + (c->size + 7) / 8 * 8);
    }
    if (!recipe->messages.count)
        c->report = NULL;
    status = call_with_memory(c, out, err);
    pk_heap_free(a, more, size);
    return status;
}

static pk_status check_arrays(const pk_frame *frame, const pk_kernel *kernel,
                              pk_error *err) {
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (frame->leaves[i].kind == PK_ARGTYPE_array &&
            frame->leaves[i].array->buffer)
            return pk_fail(err, PK_BAD_ARG,
                           "argument %u of %s is in a buffer: pass memory of "
                           "the host",
                           frame->leaves[i].arg, kernel->info->name);
    return PK_OK;
}

static void set_addresses(pk_frame *frame) {
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (frame->leaves[i].kind == PK_ARGTYPE_array)
            frame->leaves[i].address =
                (uint64_t)(uintptr_t)frame->leaves[i].array->host;
}

pk_status pk_call_find(const pk_kernel *kernel, const pk_arg *args,
                       size_t count, pk_scratch *scratch, pk_frame *frame,
                       const pk_spec **spec, pk_error *err) {
    static const pk_dims dims = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    pk_arg room[PK_ARGS_ROOM];

    args = pk_args_complete(kernel, args, &count, room);
    PK_TRY(pk_frame_make(kernel->base.ctx, kernel->info, kernel->mod, args,
                         count, scratch, frame, err));
    PK_TRY(check_arrays(frame, kernel, err));
    PK_TRY(pk_variants_get(kernel->variants, frame, args, count, &dims, spec,
                           err));
    if ((*spec)->costs && atomic_load(&(*spec)->costs->wanted))
        pk_variants_offload(kernel->variants, *spec, frame, args, count, &dims);
    set_addresses(frame);
    return PK_OK;
}

static void clear(pk_result *out) {
    if (out)
        *out = (pk_result){.kind = PK_RESULT_NONE};
}

/* No list is changed yet. */
static void clear_lists(const pk_arg *args, size_t count) {
    for (size_t i = 0; args && i < count; i++)
        if (args[i].kind != PK_ARG_arrays || args[i].value.arrays)
            clear(after_of(&args[i]));
}

static pk_status call_function(const pk_kernel *kernel, const pk_arg *args,
                               size_t count, const uint32_t *stop,
                               pk_result *out, pk_error *err) {
    _Alignas(16) char memory[ROOM];
    pk_scratch scratch = {.allocator = &kernel->base.ctx->allocator,
                          .memory = memory,
                          .size = sizeof memory,
                          .lent = true};
    call c = {.kernel = kernel, .args = args, .arg_count = count, .stop = stop};
    pk_direct_result direct;
    pk_status status;

    clear_lists(args, count);
    status =
        pk_call_find(kernel, args, count, &scratch, &c.frame, &c.spec, err);
    if (status == PK_OK) {
        c.adopts = pk_array_lists_count(args, count) != 0;
        direct = pk_result_direct(words_of(&c));
        pk_direct_add(kernel, c.spec, &c.frame, args, count, &direct);
        status = call_spec(&c, out, err);
    }
    pk_scratch_finish(&scratch);
    return status;
}

static pk_status compile_function(const pk_kernel *kernel, const pk_arg *args,
                                  size_t count, pk_compile_info *out,
                                  pk_error *err) {
    pk_scratch scratch = {.allocator = &kernel->base.ctx->allocator};
    pk_frame frame;
    const pk_spec *spec;
    pk_status status =
        pk_call_find(kernel, args, count, &scratch, &frame, &spec, err);
    pk_compile_info info;

    pk_scratch_finish(&scratch);
    if (status != PK_OK || !out)
        return status;
    info = pk_spec_describe(spec);
    return pk_struct_give(&pk_compile_info_layout, &info, out, err);
}

/* ---- calls by the shorter way ---- */

/* Exceptions, and results that are not numbers, are read as after any call. */
static pk_status finish_packed(const pk_kernel *kernel, const pk_spec *spec,
                               const pk_call_block *block, const uint32_t *stop,
                               pk_result *out, pk_error *err) {
    call c = {
        .kernel = kernel, .spec = spec, .parts = block->parts, .stop = stop};

    if (block->report[PK_REPORT_site]) {
        c.report = block->report;
        return raised(&c, NULL, err);
    }
    return give_result(&c, out, err);
}

/* A tuple of numbers. */
static pk_status give_numbers(const pk_kernel *kernel,
                              const pk_direct_result *direct,
                              const uint64_t *parts, pk_result *out,
                              pk_error *err) {
    lists *l = new_lists(kernel->base.ctx);

    if (!l)
        return pk_fail_no_memory(err);
    pk_result_read_numbers(direct, (const char *)parts,
                           (pk_result *)(void *)l->room);
    *out = (pk_result){.kind = PK_RESULT_TUPLE,
                       .count = direct->count,
                       .items = (pk_result *)(void *)l->room,
                       .name = "",
                       .class_name = "",
                       .format = "",
                       .block = l};
    return PK_OK;
}

void pk_call_bind(const pk_call_block *block, const pk_recipe *recipe) {
    const uint32_t launch = 1;

    memcpy(block->params + recipe->results_at, &block->parts,
           sizeof block->parts);
    if (!recipe->messages.count)
        return;
    memcpy(block->params + recipe->report_at, &block->report,
           sizeof block->report);
    memcpy(block->params + recipe->launch_at, &launch, sizeof launch);
}

pk_status pk_call_packed(const pk_kernel *kernel, const pk_spec *spec,
                         const pk_direct_result *result,
                         const pk_call_block *block, const uint32_t *stop,
                         pk_result *out, pk_error *err) {
    const pk_call_desc desc = {.struct_size = sizeof desc,
                               .params = block->params,
                               .params_size = spec->recipe->params_size,
                               .stop = stop,
                               .threads = pk_thread_limit(),
                               .chunk = pk_loop_chunk()};

    block->report[PK_REPORT_site] = 0;
    PK_TRY(pk_call_enter(kernel, spec, &desc, err));
    if (block->report[PK_REPORT_site] || !out ||
        !(result->is_number || result->count || result->is_generator))
        return finish_packed(kernel, spec, block, stop, out, err);
    if (result->count)
        return give_numbers(kernel, result, block->parts, out, err);
    if (result->is_generator)
        pk_result_read_generator(block->parts, out);
    else
        pk_result_read_number((pk_type)result->types[0], block->parts, out);
    return PK_OK;
}

static pk_status call_direct(const pk_kernel *kernel, const pk_direct *d,
                             const pk_direct_leaves *leaves,
                             const uint32_t *stop, pk_result *out,
                             pk_error *err) {
    _Alignas(16) char params[PK_DIRECT_PARAMS];
    uint64_t parts[PK_DIRECT_RESULT / 8];
    uint32_t report[PK_REPORT_prints];
    const pk_call_block block = {params, parts, report};

    pk_direct_pack(d, leaves, params);
    pk_call_bind(&block, d->spec->recipe);
    return pk_call_packed(kernel, d->spec, &d->result, &block, stop, out, err);
}

/* ---- arguments of classes ---- */

pk_status pk_call_check(const pk_host_function *fn, pk_error *err) {
    PK_TRY(pk_object_use(fn, PK_OBJECT_host_function, "fn", err));
    return pk_context_need_host(fn->kernel.base.ctx, err);
}

static pk_status call_with_classes(const pk_kernel *kernel, const pk_arg *args,
                                   size_t count, const uint32_t *stop,
                                   pk_result *out, pk_error *err) {
    pk_class_args classes;
    pk_status status = pk_class_args_init(&classes, kernel->base.ctx,
                                          kernel->info, args, count, err);

    if (status == PK_OK)
        status = call_function(kernel, classes.args, count, stop, out, err);
    pk_class_args_finish(&classes);
    return status;
}

static pk_status call_long(pk_host_function *fn, const pk_arg *args,
                           size_t count, const uint32_t *stop, pk_result *out,
                           pk_error *err) {
    return pk_class_args_any(fn->kernel.info, args, count)
               ? call_with_classes(&fn->kernel, args, count, stop, out, err)
               : call_function(&fn->kernel, args, count, stop, out, err);
}

static pk_status call_checked(pk_host_function *fn, const pk_arg *args,
                              size_t count, const uint32_t *stop,
                              pk_result *out, pk_error *err) {
    const pk_direct *direct;
    pk_direct_leaves leaves;
    pk_status status = pk_call_check(fn, err);

    if (status == PK_OK) {
        direct = pk_direct_find(&fn->kernel, args, count, &leaves);
        if (!direct)
            clear(out);
        status = direct
                     ? call_direct(&fn->kernel, direct, &leaves, stop, out, err)
                     : call_long(fn, args, count, stop, out, err);
    }
    if (status != PK_OK)
        clear(out);
    return status;
}

pk_status pk_call(pk_host_function *fn, const pk_arg *args, size_t arg_count,
                  pk_result *out, pk_error *err) {
    return pk_call_until(fn, args, arg_count, NULL, out, err);
}

pk_status pk_call_until(pk_host_function *fn, const pk_arg *args,
                        size_t arg_count, const uint32_t *stop, pk_result *out,
                        pk_error *err) {
    return pk_diagnostics_settle(
        fn, call_checked(fn, args, arg_count, stop, out, err));
}

static pk_status compile_checked(pk_host_function *fn, const pk_arg *args,
                                 size_t count, pk_compile_info *out,
                                 pk_error *err) {
    pk_class_args classes;
    pk_status status;

    PK_TRY(pk_object_use(fn, PK_OBJECT_host_function, "fn", err));
    PK_TRY(pk_context_need_compiles(fn->kernel.base.ctx, true, err));
    status = pk_class_args_init(&classes, fn->kernel.base.ctx, fn->kernel.info,
                                args, count, err);
    if (status == PK_OK)
        status = compile_function(&fn->kernel, classes.args, count, out, err);
    pk_class_args_finish(&classes);
    return status;
}

pk_status pk_host_function_compile(pk_host_function *fn, const pk_arg *args,
                                   size_t arg_count, pk_compile_info *out,
                                   pk_error *err) {
    return pk_diagnostics_settle(
        fn, compile_checked(fn, args, arg_count, out, err));
}

/* ---- for loops ---- */

size_t pk_call_report_words(const pk_recipe *recipe) {
    return !recipe->messages.count ? 0
           : recipe->prints        ? PK_REPORT_prints + (size_t)PRINT_WORDS
                                   : PK_REPORT_prints;
}

void pk_call_begin_report(const pk_recipe *recipe, uint32_t *report,
                          char *params) {
    const uint64_t at = (uintptr_t)report;

    memset(report, 0, PK_REPORT_prints * sizeof *report);
    report[PK_REPORT_capacity] =
        (uint32_t)pk_call_report_words(recipe) - PK_REPORT_prints;
    memcpy(params + recipe->report_at, &at, sizeof at);
    memset(params + recipe->launch_at, 1, 1);
}

pk_status pk_call_end_report(const pk_kernel *kernel, const pk_spec *spec,
                             uint32_t *report, pk_error *err) {
    call c = {.kernel = kernel,
              .spec = spec,
              .report = report,
              .report_words = pk_call_report_words(spec->recipe)};

    return finish(&c, err);
}
