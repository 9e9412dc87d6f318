/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what a check found as JSON: docs/cli.md has the fields. */
#include "tools/check/check.h"

static void put_string(const char *name, const char *value, const char *end) {
    printf("\"%s\": ", name);
    print_json_string(stdout, value);
    printf("%s", end);
}

static void print_json_items(const pk_checked *checked) {
    static const char *const kinds[PK_CHECK_KIND_COUNT] = {
        "function", "backend", "construct", "host"};

    printf("  \"items\": [");
    for (size_t i = 0; i < pk_checked_count(checked); i++) {
        const pk_check_item *item = pk_checked_get(checked, i);
        printf("%s\n    {", i ? "," : "");
        put_string("kind", kinds[item->kind], ", ");
        put_string("function", item->function, ", ");
        put_string("name", item->name, ", ");
        put_string("verdict", check_verdicts[item->verdict], ", ");
        put_string("detail", item->detail, ", ");
        put_string("refused", item->refused, ", ");
        printf("\"guessed\": %s, ", item->guessed ? "true" : "false");
        printf("\"line\": %u, \"col\": %u, \"end_col\": %u, \"uses\": %u}",
               item->line, item->col, item->end_col, item->uses);
    }
    printf("\n  ],\n");
}

static void print_json_diagnostics(const pk_diagnostics *list) {
    printf("  \"diagnostics\": [");
    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const pk_diagnostic *d = pk_diagnostics_get(list, i);
        printf("%s\n    {", i ? "," : "");
        put_string("severity", pk_severity_name(d->severity), ", ");
        put_string("code", d->code, ", ");
        put_string("file", d->file, ", ");
        printf("\"line\": %u, \"col\": %u, \"end_col\": %u, ", d->line, d->col,
               d->end_col);
        put_string("message", d->message, ", ");
        put_string("hint", d->hint, ", ");
        put_string("source_line", d->source_line, "}");
    }
    printf("\n  ]\n");
}

void check_print_json(const char *file, const pk_checked *checked,
                      const pk_diagnostics *list) {
    printf("{\n  ");
    put_string("file", file, ",\n");
    print_json_items(checked);
    print_json_diagnostics(list);
    printf("}");
}
