/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what a check found as SARIF 2.1.0, which tools for code review show.
 */
#include "tools/check/check.h"

#include <string.h>

enum { MAX_RULES = 256 };

/* The codes that results have named, for the list of rules at the end. */
static char rules[MAX_RULES][8];
static size_t rule_count;

static void note_rule(const char *code) {
    for (size_t i = 0; i < rule_count; i++)
        if (!strcmp(rules[i], code))
            return;
    if (rule_count < MAX_RULES)
        snprintf(rules[rule_count++], sizeof *rules, "%s", code);
}

void check_begin_sarif(void) {
    rule_count = 0;
    printf("{\n"
           "  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
           "  \"version\": \"2.1.0\",\n"
           "  \"runs\": [{\n"
           "    \"columnKind\": \"unicodeCodePoints\",\n"
           "    \"results\": [");
}

/* A path as part of a URI. */
static void print_uri(const char *path) {
    putchar('"');
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c <= ' ' || c >= 127 || strchr("\"%<>\\^`{|}#?", c))
            printf("%%%02X", c);
        else
            putchar(c);
    }
    putchar('"');
}

/* A column in characters: those of diagnostics are in bytes. */
static uint32_t column_of(const pk_diagnostic *d, uint32_t col) {
    const uint32_t first = d->source_col ? d->source_col : 1;
    uint32_t column = col;

    for (uint32_t i = 0; first + i < col && d->source_line[i]; i++)
        column -= ((unsigned char)d->source_line[i] & 0xc0) == 0x80;
    return column;
}

static void print_location(const pk_diagnostic *d) {
    printf("{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    print_uri(d->file);
    printf("}");
    if (d->line) {
        printf(", \"region\": {\"startLine\": %u", d->line);
        if (d->col)
            printf(", \"startColumn\": %u", column_of(d, d->col));
        if (d->col && d->end_col > d->col)
            printf(", \"endColumn\": %u", column_of(d, d->end_col));
        printf("}");
    }
    printf("}");
}

static const char *level_of(pk_severity severity) {
    return severity == PK_SEVERITY_error     ? "error"
           : severity == PK_SEVERITY_warning ? "warning"
                                             : "note";
}

static void print_message(const pk_diagnostic *d) {
    printf("\"message\": {\"text\": ");
    if (*d->hint) {
        char text[4096];
        snprintf(text, sizeof text, "%s\nhint: %s", d->message, d->hint);
        print_json_string(stdout, text);
    } else {
        print_json_string(stdout, d->message);
    }
    printf("}");
}

/* A result with the notes that follow it; returns where the next one is. */
static size_t print_result(const pk_diagnostics *list, size_t at) {
    const pk_diagnostic *d = pk_diagnostics_get(list, at);
    size_t next = at + 1;

    printf("\n      {");
    if (*d->code) {
        note_rule(d->code);
        printf("\"ruleId\": \"%s\", ", d->code);
    }
    printf("\"level\": \"%s\", ", level_of(d->severity));
    print_message(d);
    printf(", \"locations\": [");
    print_location(d);
    printf("}]");
    for (; next < pk_diagnostics_count(list) &&
           pk_diagnostics_get(list, next)->severity == PK_SEVERITY_note;
         next++) {
        const pk_diagnostic *note = pk_diagnostics_get(list, next);
        printf("%s", next == at + 1 ? ", \"relatedLocations\": [" : ", ");
        print_location(note);
        printf(", ");
        print_message(note);
        printf("}");
    }
    printf("%s}", next > at + 1 ? "]" : "");
    return next;
}

void check_print_sarif(const pk_diagnostics *list, bool first) {
    for (size_t i = 0; i < pk_diagnostics_count(list); first = false) {
        printf("%s", first ? "" : ",");
        i = print_result(list, i);
    }
}

static void print_rule(const char *code, bool first) {
    pk_code_desc desc = PK_INIT(pk_code_desc);
    pk_error err;

    if (pk_code_describe(code, &desc, &err) != PK_OK)
        return;
    printf("%s\n        {\"id\": \"%s\", \"name\": ", first ? "" : ",", code);
    print_json_string(stdout, desc.name);
    printf(", \"shortDescription\": {\"text\": ");
    print_json_string(stdout, desc.cause);
    printf("}, \"help\": {\"text\": ");
    print_json_string(stdout, desc.fix);
    printf("}}");
}

void check_end_sarif(void) {
    printf("\n    ],\n"
           "    \"tool\": {\"driver\": {\n"
           "      \"name\": \"portkern\",\n"
           "      \"version\": \"%s\",\n"
           "      \"rules\": [",
           pk_version());
    for (size_t i = 0; i < rule_count; i++)
        print_rule(rules[i], i == 0);
    printf("\n      ]\n    }}\n  }]\n}\n");
}
