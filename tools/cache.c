/* SPDX-License-Identifier: Apache-2.0 */
/* portkern cache: looks at the disk cache and clears it. */
#include "tools/command.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

typedef struct totals {
    uint64_t entries, bytes, damaged;
    bool json;
} totals;

static bool print_entry(void *self, const pk_cache_entry *entry) {
    totals *t = self;
    time_t when = (time_t)entry->seconds;
    struct tm tm;
    char text[32] = "?";

    if (localtime_r(&when, &tm))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
    if (t->json) {
        printf("%s\n {\"file\": ", t->entries ? "," : "");
        print_json_string(stdout, entry->file);
        printf(", \"bytes\": %" PRIu64 ", \"seconds\": %" PRId64
               ", \"valid\": %s, \"kernel\": ",
               entry->bytes, entry->seconds, entry->valid ? "true" : "false");
        print_json_string(stdout, entry->kernel);
        printf(", \"backend\": ");
        print_json_string(stdout, entry->backend);
        printf(", \"target\": ");
        print_json_string(stdout, entry->target);
        printf(", \"format\": ");
        print_json_string(stdout, entry->format);
        printf("}");
    } else
        printf("%s  %8" PRIu64 "  %-10s %-24s %s %s\n", text, entry->bytes,
               entry->format, entry->valid ? entry->kernel : "(damaged)",
               entry->backend, entry->target);
    t->entries++;
    t->bytes += entry->bytes;
    t->damaged += !entry->valid;
    return true;
}

static pk_status list(pk_context *ctx, bool json, pk_error *err) {
    totals t = {.json = json};
    pk_status status;

    if (json)
        printf("[");
    status = pk_cache_list(ctx, print_entry, &t, err);
    if (json)
        printf("\n]\n");
    else if (status == PK_OK)
        printf("%" PRIu64 " entries, %" PRIu64 " bytes, %" PRIu64
               " damaged, in %s\n",
               t.entries, t.bytes, t.damaged, pk_cache_dir(ctx));
    return status;
}

static pk_status do_action(pk_context *ctx, const char *action, bool json,
                           pk_error *err) {
    uint64_t removed = 0;
    pk_status status;

    if (!strcmp(action, "dir")) {
        puts(pk_cache_dir(ctx));
        return PK_OK;
    }
    if (!strcmp(action, "list"))
        return list(ctx, json, err);
    status = !strcmp(action, "clear") ? pk_cache_clear(ctx, &removed, err)
                                      : pk_cache_verify(ctx, &removed, err);
    if (status == PK_OK)
        printf("removed %" PRIu64 " entries\n", removed);
    return status;
}

static int cache(int argc, char **argv) {
    static const char *const actions[] = {"list", "clear", "verify", "dir"};
    words w = words_from(argc, argv);
    const char *word, *action = NULL;
    bool json = false, failed;
    pk_context *ctx;
    pk_error err;

    while ((word = words_next(&w))) {
        const char *known = NULL;
        for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
            if (!strcmp(word, actions[i]))
                known = actions[i];
        if (!strcmp(word, "--json"))
            json = true;
        else if (known && !action)
            action = known;
        else
            words_fail(&w, "does not know '%s'", word);
    }
    if (w.failed)
        return EXIT_USAGE;
    ctx = context_open(NULL, PK_CONTEXT_no_device, &err);
    if (!ctx)
        return EXIT_FAILED;
    if (!pk_cache_dir(ctx)) {
        puts(json ? "[\n]"
                  : "the cache is off (PORTKERN_CACHE_DIR=off, or no home "
                    "folder)");
        return context_close(ctx, EXIT_DONE);
    }
    failed = do_action(ctx, action ? action : "list", json, &err) != PK_OK;
    if (failed)
        print_failure(ctx, NULL, &err);
    return context_close(ctx, failed ? EXIT_FAILED : EXIT_DONE);
}

const command command_cache = {
    .name = "cache",
    .summary = "list, check or clear the disk cache",
    .run = cache,
    .help = "usage: portkern cache [list|verify|clear|dir] [--json]\n\n"
            "  list    every entry (the default)\n"
            "  verify  remove damaged entries\n"
            "  clear   remove all entries\n"
            "  dir     the folder\n\n"
            "PORTKERN_CACHE_DIR names the folder; `off` turns the cache off.\n",
};
