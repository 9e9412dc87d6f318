/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of queues: memory, launches, decoding. */
#include "base/os/fpenv.h"
#include "base/try.h"
#include "runtime/launch/device_launch.h"

#include "runtime/kernel/module.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

#include <inttypes.h>
#include <string.h>

enum {
    HEAD_WORDS = PK_REPORT_prints,
    PRINT_WORDS = 1 << 18, /* for prints between two waits: 1 MiB, ... */
    DEVICE_PART = 64       /* ... or this part of a small device's memory */
};

struct pk_report {
    pk_mem *mem;
    uint64_t device;
    uint32_t *host;  /* its words, when the host reaches them */
    uint32_t *words; /* else a copy of them */
    uint32_t count;  /* words there are */
    bool fetched;
    pk_error unfetched; /* why not */
    pk_launch_record *records;
    size_t record_count, record_capacity;
    uint32_t blank[HEAD_WORDS]; /* a report that says nothing */
};

/* ---- memory ---- */

static void make_blank(pk_report *r) {
    memset(r->blank, 0, sizeof r->blank);
    r->blank[PK_REPORT_capacity] = r->count - HEAD_WORDS;
}

/* Nothing in the queue uses the report. */
static pk_status write_blank(pk_queue *queue, pk_error *err) {
    pk_report *r = queue->report;

    if (r->host) {
        memcpy(r->host, r->blank, sizeof r->blank);
        return PK_OK;
    }
    return queue->base.ctx->plugin->copy(queue->que, (pk_ref){.mem = r->mem},
                                         (pk_ref){.host = r->blank},
                                         sizeof r->blank, err);
}

static void free_words(pk_queue *queue) {
    pk_context *ctx = queue->base.ctx;
    pk_report *r = queue->report;

    if (r->mem && !pk_context_lost(ctx))
        pk_memory_give(ctx, r->mem, r->count * sizeof *r->words);
    pk_heap_free(&ctx->allocator, r->words, r->count * sizeof *r->words);
    r->mem = NULL;
    r->words = r->host = NULL;
    r->count = 0;
}

static pk_status take_words(pk_queue *queue, uint32_t count, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    pk_report *r = queue->report;
    void *host = NULL;

    PK_TRY(pk_memory_take(ctx, count * sizeof *r->words, 0, &r->mem, err));
    r->count = count;
    ctx->plugin->mem_address(r->mem, &r->device, &host);
    r->host = host;
    make_blank(r);
    if (host)
        return PK_OK;
    r->words = pk_heap_new(&ctx->allocator, count * sizeof *r->words);
    return r->words ? PK_OK : pk_fail_no_memory(err);
}

static uint32_t room_for_prints(const pk_caps *caps) {
    uint64_t words = caps->global_bytes / DEVICE_PART / sizeof(uint32_t);

    return words && words < PRINT_WORDS ? (uint32_t)words : PRINT_WORDS;
}

static pk_status room_for_record(pk_queue *queue, pk_error *err) {
    pk_report *r = queue->report;
    void *records = r->records;
    bool room =
        pk_heap_grow(&queue->base.ctx->allocator, &records, &r->record_capacity,
                     r->record_count + 1, sizeof *r->records);

    r->records = records;
    return room ? PK_OK : pk_fail_no_memory(err);
}

pk_status pk_report_need(pk_queue *queue, const pk_spec *spec, pk_error *err) {
    pk_report *r = queue->report;
    uint32_t count = HEAD_WORDS;
    pk_status status;

    if (!r && !(r = queue->report =
                    pk_heap_new(&queue->base.ctx->allocator, sizeof *r)))
        return pk_fail_no_memory(err);
    if (spec->recipe->prints)
        count += room_for_prints(&queue->base.ctx->caps);
    PK_TRY(room_for_record(queue, err));
    if (count <= r->count)
        return PK_OK;
    if (r->record_count)
        PK_TRY(pk_queue_settle(queue, err));
    free_words(queue);
    status = take_words(queue, count, err);
    if (status == PK_OK)
        status = write_blank(queue, err);
    if (status != PK_OK)
        free_words(queue);
    return status;
}

/* Launches in a row of one spec that launches nothing are one record. */
static pk_status add_record(pk_queue *queue, const pk_kernel *kernel,
                            const pk_spec *spec, const pk_frame *frame,
                            pk_error *err) {
    pk_report *r = queue->report;
    pk_launch_record record = {spec, kernel->mod, kernel->info->name, NULL};

    if (spec->recipe->launches)
        PK_TRY(pk_roots_make(queue->base.ctx, frame, &record.roots, err));
    else if (r->record_count && r->records[r->record_count - 1].spec == spec)
        return PK_OK;
    r->records[r->record_count++] = record;
    return PK_OK;
}

pk_status pk_report_bind(pk_queue *queue, const pk_kernel *kernel,
                         const pk_spec *spec, const pk_frame *frame,
                         pk_ref *ref, pk_error *err) {
    const pk_recipe *recipe = spec->recipe;
    pk_report *r = queue->report;
    uint32_t number;

    PK_TRY(add_record(queue, kernel, spec, frame, err));
    number = (uint32_t)r->record_count;
    memcpy(frame->params + recipe->report_at, &r->device, sizeof r->device);
    memcpy(frame->params + recipe->launch_at, &number, sizeof number);
    *ref = (pk_ref){.mem = r->mem};
    return PK_OK;
}

static void forget_records(pk_context *ctx, pk_launch_record *records,
                           size_t count) {
    for (size_t i = 0; i < count; i++)
        pk_roots_destroy(ctx, records[i].roots);
}

void pk_report_destroy(pk_queue *queue) {
    pk_context *ctx = queue->base.ctx;
    pk_report *r = queue->report;

    if (!r)
        return;
    forget_records(ctx, r->records, r->record_count);
    free_words(queue);
    pk_heap_free(&ctx->allocator, r->records,
                 r->record_capacity * sizeof *r->records);
    pk_heap_free(&ctx->allocator, r, sizeof *r);
    queue->report = NULL;
}

void pk_device_launches_finish(pk_context *ctx, pk_device_launches *list) {
    forget_records(ctx, list->records, list->record_count);
    pk_heap_free(&ctx->allocator, list->records,
                 list->record_capacity * sizeof *list->records);
    pk_heap_free(&ctx->allocator, list->items,
                 list->capacity * sizeof *list->items);
    pk_heap_free(&ctx->allocator, list->words, list->words_size);
}

/* ---- decoding ---- */

/* The recipe of the kernel of a launch. */
static const pk_recipe *find_recipe(const pk_report *r, uint32_t launch) {
    return launch && launch <= r->record_count
               ? r->records[launch - 1].spec->recipe
               : NULL;
}

/* Reading prints and launches. */
typedef struct reading {
    const pk_allocator *allocator;
    pk_report *report;
    pk_device_launches *nested; /* NULL: launches are left out */
} reading;

/* pk_report_reader's: the recipe of the kernel of a launch. */
static const pk_recipe *recipe_of_launch(void *self, uint32_t launch) {
    return find_recipe(((reading *)self)->report, launch);
}

static void add_nested(void *self, uint32_t number, const pk_message *message,
                       const uint32_t *values) {
    const reading *g = self;
    pk_device_launches *list = g->nested;
    void *items;

    if (!list || list->failed)
        return;
    items = list->items;
    list->failed = !pk_heap_grow(g->allocator, &items, &list->capacity,
                                 list->count + 1, sizeof *list->items);
    list->items = items;
    if (!list->failed)
        list->items[list->count++] = (pk_device_launch){
            &g->report->records[number - 1], message, values};
}

/* Launches refer to words and records, which from here on are the list's. */
static const uint32_t *
keep_for_launches(const reading *g, const uint32_t *words, uint32_t count) {
    pk_device_launches *list = g->nested;

    list->words_size = count * sizeof *words;
    list->words = pk_heap_new(g->allocator, list->words_size);
    list->failed = !list->words;
    if (list->failed)
        return words;
    memcpy(list->words, words, list->words_size);
    return list->words;
}

static pk_status read_all(pk_queue *queue, const uint32_t *words,
                          pk_device_launches *nested, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    uint32_t count = pk_report_words(words, queue->report->count);
    reading g = {&ctx->allocator, queue->report, nested};
    const pk_report_reader reader = {&g, recipe_of_launch, add_nested};
    pk_status status = PK_OK;
    pk_text text;
    uint32_t lost;

    if (nested)
        words = keep_for_launches(&g, words, count);
    pk_text_init(&text, &ctx->allocator);
    lost = pk_report_read(words, count, &reader, &text);
    if (lost)
        pk_text_printf(&text, "... %" PRIu32 " more prints were lost\n", lost);
    if (text.failed || (nested && nested->failed))
        status = pk_fail_no_memory(err);
    else if (text.length)
        status = pk_context_print(ctx, text.data, text.length, err);
    pk_text_finish(&text);
    if (status == PK_OK && words[PK_REPORT_dropped])
        status = pk_fail(err, PK_LIMIT,
                         "there is no room for %" PRIu32
                         " of the launches that kernels ask for",
                         words[PK_REPORT_dropped]);
    return status;
}

static pk_status describe(pk_queue *queue, const uint32_t *words,
                          pk_error *err) {
    const pk_report *r = queue->report;
    const uint32_t *t = words + PK_REPORT_thread, *b = words + PK_REPORT_block;
    uint32_t launch = words[PK_REPORT_launch];
    const pk_recipe *recipe = find_recipe(r, launch);
    const pk_message *m =
        recipe ? pk_recipe_message(recipe, words[PK_REPORT_site]) : NULL;
    pk_text text;

    if (!m || m->kind != PK_MESSAGE_fail)
        return pk_fail(
            err, PK_KERNEL,
            "a kernel failed, and the reason is lost: it wrote over it");
    pk_text_init(&text, &queue->base.ctx->allocator);
    pk_report_print(recipe, m, words + PK_REPORT_values, &text);
    pk_fail_at(err, (pk_status)m->status, pk_recipe_text(recipe, m->file),
               m->loc,
               "%.500s; thread (%u, %u, %u) of block (%u, %u, %u) (kernel %s)",
               pk_text_string(&text), t[0], t[1], t[2], b[0], b[1], b[2],
               r->records[launch - 1].kernel);
    pk_text_finish(&text);
    return (pk_status)m->status;
}

/* ---- around a wait ---- */

void pk_report_fetch(pk_queue *queue) {
    pk_report *r = queue->report;

    if (!r || !r->record_count)
        return;
    r->fetched = r->host || queue->base.ctx->plugin->copy(
                                queue->que, (pk_ref){.host = r->words},
                                (pk_ref){.mem = r->mem}, sizeof r->blank,
                                &r->unfetched) == PK_OK;
}

/* Copies the prints of a report to the host, which cannot read the device's
 * memory; pk_report_fetch has copied the words in front of them. */
static pk_status fetch_prints(pk_queue *queue, pk_error *err) {
    const pk_plugin *plugin = queue->base.ctx->plugin;
    pk_report *r = queue->report;
    uint32_t used = r->words[PK_REPORT_used], room = r->count - HEAD_WORDS;

    if (!used)
        return PK_OK;
    if (used > room)
        used = room;
    PK_TRY(plugin->copy(queue->que, (pk_ref){.host = r->words + HEAD_WORDS},
                        (pk_ref){.mem = r->mem, .offset = sizeof r->blank},
                        used * sizeof *r->words, err));
    return plugin->sync(queue->que, err);
}

/* A kernel that failed by itself leaves memory as it is; after any other
 * failure only what the host reaches can be read. */
static bool readable(const pk_report *r, pk_status synced) {
    return r->fetched && (synced == PK_OK || r->host);
}

/* No record is left: the list has them, or they are freed. */
static void end_records(pk_queue *queue, pk_device_launches *nested) {
    pk_report *r = queue->report;

    if (nested && nested->count) {
        nested->records = r->records;
        nested->record_count = r->record_count;
        nested->record_capacity = r->record_capacity;
        r->records = NULL;
        r->record_capacity = 0;
    } else {
        forget_records(queue->base.ctx, r->records, r->record_count);
    }
    r->record_count = 0;
    r->fetched = false;
}

static pk_status take(pk_queue *queue, pk_status synced,
                      pk_device_launches *nested, pk_error *err) {
    pk_report *r = queue->report;
    const uint32_t *words;
    pk_status status = PK_OK;
    pk_error why;

    words = r->host ? r->host : r->words;
    if (readable(r, synced)) {
        if (!r->host)
            status = fetch_prints(queue, &why);
        if (status == PK_OK && words[PK_REPORT_used])
            status = read_all(queue, words, nested, &why);
        if (status == PK_OK && words[PK_REPORT_site])
            status = describe(queue, words, &why);
    } else if (!r->fetched) { /* it came first, and hides what kernels said */
        why = r->unfetched;
        synced = PK_OK;
        status = why.status;
    }
    if (r->host || words[PK_REPORT_site] || words[PK_REPORT_used])
        write_blank(queue, NULL);
    end_records(queue, nested);
    if (synced != PK_OK || status == PK_OK)
        return synced;
    if (err)
        *err = why;
    return status;
}

/* Numbers are printed. */
pk_status pk_report_take(pk_queue *queue, pk_status synced,
                         pk_device_launches *nested, pk_error *err) {
    pk_fpenv old;
    pk_status status;

    if (!queue->report || !queue->report->record_count)
        return synced;
    old = pk_fpenv_enter();
    status = take(queue, synced, nested, err);
    pk_fpenv_leave(&old);
    return status;
}
