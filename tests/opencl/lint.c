/* SPDX-License-Identifier: Apache-2.0 */
/* See lint.h. Reads line by line and relies on the printer's habits: a brace
 * opens at the end of a line and closes at the start of one. */
#include "tests/opencl/lint.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 200, MAX_VALUES = 65536 };

typedef struct level {
    bool is_if, is_loop;
    bool empty;          /* no statement yet */
    bool starts_barrier; /* the first one is a barrier */
    bool starts_loop;    /* there is a loop before the first barrier */
    bool has_barrier;
} level;

typedef struct linter {
    level levels[MAX_DEPTH + 1];
    int depth;
    bool loop_barrier, wide, contract_off;
    bool is_float[MAX_VALUES]; /* of the function at hand: v0, v1, ... */
} linter;

static bool has_word(const char *line, const char *word) {
    for (const char *p = strstr(line, word); p; p = strstr(p + 1, word))
        if (p == line || !(isalnum((unsigned char)p[-1]) || p[-1] == '_'))
            return true;
    return false;
}

static bool starts(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

/* Remembers "float v12 = ..." and finds "(int)v12". */
static const char *check_casts(linter *l, const char *line) {
    static const char *const integers[] = {"char",  "short",  "int",  "long",
                                           "uchar", "ushort", "uint", "ulong"};
    const char *v = starts(line, "float v")    ? line + 7
                    : starts(line, "double v") ? line + 8
                                               : NULL;

    for (const char *p = strchr(line, '('); p; p = strchr(p + 1, '(')) {
        size_t length = strcspn(p, ")");
        unsigned long id;
        if (!p[length] || p[length + 1] != 'v')
            continue;
        id = strtoul(p + length + 2, NULL, 10);
        for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
            if (strlen(integers[i]) == length - 1 &&
                memcmp(p + 1, integers[i], length - 1) == 0 &&
                id < MAX_VALUES && l->is_float[id])
                return "a float is cast to an integer as it stands";
    }
    if (v && strtoul(v, NULL, 10) < MAX_VALUES)
        l->is_float[strtoul(v, NULL, 10)] = true;
    return NULL;
}

static const char *check_barrier(linter *l) {
    for (int i = 0; i < l->depth; i++) {
        level *at = &l->levels[i];
        if (at->is_if)
            return "a barrier under an if";
        if (l->loop_barrier && at->is_loop && !at->starts_barrier &&
            (!l->wide || at->starts_loop))
            return "a loop with a barrier does not begin with one";
        at->has_barrier = true;
    }
    return NULL;
}

static const char *close_level(linter *l) {
    if (l->depth == 0)
        return "a brace too many";
    l->depth--;
    return NULL;
}

static const char *open_level(linter *l, const char *line) {
    if (l->depth == MAX_DEPTH)
        return "nested deeper than 200";
    if (l->depth == 0)
        memset(l->is_float, 0, sizeof l->is_float);
    for (int i = 0; i < l->depth; i++)
        l->levels[i].starts_loop |=
            !l->levels[i].has_barrier && starts(line, "for ");
    l->levels[l->depth++] =
        (level){.is_if = starts(line, "if ") || strstr(line, "else {"),
                .is_loop = starts(line, "for ") || starts(line, "while "),
                .empty = true};
    return NULL;
}

/* One line without its indentation. */
static const char *check_line(linter *l, const char *line, size_t length) {
    bool barrier = starts(line, "barrier(");
    const char *wrong = check_casts(l, line);

    if (wrong)
        return wrong;
    if (strstr(line, "(int)get_local_id"))
        return "a local id is narrowed as it stands";
    if (has_word(line, "mad(") || has_word(line, "native_"))
        return "a function whose result differs between devices";
    if (strstr(line, "#pragma OPENCL FP_CONTRACT OFF"))
        l->contract_off = true;
    if (*line == '}' && (wrong = close_level(l)))
        return wrong;
    if (l->depth && l->levels[l->depth - 1].empty && *line != '}' &&
        !starts(line, "/*")) {
        l->levels[l->depth - 1].empty = false;
        l->levels[l->depth - 1].starts_barrier = barrier;
    }
    if (barrier && (wrong = check_barrier(l)))
        return wrong;
    return length && line[length - 1] == '{' ? open_level(l, line) : NULL;
}

const char *lint_opencl(const char *text, uint64_t features, size_t *line) {
    linter *l = calloc(1, sizeof *l);
    const char *wrong = l ? NULL : "no memory";
    char copy[8192];

    for (*line = 1; l && *text && !wrong; ++*line) {
        size_t length = strcspn(text, "\n");
        size_t indent = strspn(text, " ");
        size_t n = length - (indent < length ? indent : length);
        l->loop_barrier = features & PK_CAP_loop_barrier;
        l->wide = features & PK_CAP_wide_items;
        n = n < sizeof copy ? n : sizeof copy - 1;
        memcpy(copy, text + length - n, n);
        copy[n] = '\0';
        wrong = check_line(l, copy, n);
        text += length + (text[length] == '\n');
    }
    if (wrong)
        --*line;
    else if (!l->contract_off)
        wrong = "no FP_CONTRACT OFF";
    free(l);
    return wrong;
}
