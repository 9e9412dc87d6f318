/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of calls: prints, and the exception that the function raised. */
#include "runtime/host/report.h"

#include "base/try.h"
#include "recipe/report.h"
#include "runtime/context/context.h"
#include "runtime/host/words.h"

#include <string.h>

enum { PRINT_WORDS = 1 << 18 }; /* for what a call prints */

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

static const pk_recipe *find_recipe(void *self, uint32_t launch) {
    (void)launch;
    return ((const pk_call_report *)self)->spec->recipe;
}

static pk_status print(const pk_call_report *r, pk_text *words, pk_error *err) {
    const pk_report_reader reader = {.self = (void *)r, .find = find_recipe};
    pk_context *ctx = r->kernel->base.ctx;
    pk_status status = PK_OK;
    pk_text said, text;
    uint32_t lost;

    pk_text_init(&said, &ctx->allocator);
    pk_text_init(&text, &ctx->allocator);
    lost = pk_report_read(r->words,
                          (uint32_t)pk_call_report_words(r->spec->recipe),
                          &reader, &said);
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

pk_status pk_call_raised(const pk_call_report *r, const pk_text *words,
                         pk_error *err) {
    const pk_recipe *recipe = r->spec->recipe;
    const pk_message *m = pk_recipe_message(recipe, r->words[PK_REPORT_site]);
    pk_text text;

    if (!m || m->kind != PK_MESSAGE_fail)
        return pk_fail(err, PK_KERNEL,
                       "%s failed, and the reason is lost: it wrote over it",
                       r->kernel->info->name);
    pk_text_init(&text, &r->kernel->base.ctx->allocator);
    pk_report_print(recipe, m, r->words + PK_REPORT_values, &text);
    if (words)
        pk_words_fill(&text, words);
    if (text.failed) {
        pk_text_finish(&text);
        return pk_fail_no_memory(err);
    }
    if (r->stop && __atomic_load_n(r->stop, __ATOMIC_RELAXED) &&
        !strcmp(pk_text_string(&text), "KeyboardInterrupt")) {
        pk_text_finish(&text);
        return pk_fail(err, PK_CANCELLED, "the call of %s was stopped",
                       r->kernel->info->name);
    }
    pk_fail_words(err, (pk_status)m->status, pk_recipe_text(recipe, m->file),
                  m->loc, pk_text_string(&text));
    pk_text_finish(&text);
    return (pk_status)m->status;
}

pk_status pk_call_end_report(const pk_call_report *r, pk_error *err) {
    pk_status status = PK_OK;
    pk_text words;

    if (!r->words)
        return PK_OK;
    pk_text_init(&words, &r->kernel->base.ctx->allocator);
    if (r->spec->recipe->prints && r->words[PK_REPORT_used])
        status = print(r, &words, err);
    if (status == PK_OK && r->words[PK_REPORT_site])
        status = pk_call_raised(r, &words, err);
    pk_text_finish(&words);
    return status;
}
