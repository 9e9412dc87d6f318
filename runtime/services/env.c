/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables: a setuid program's caller must not choose files, and
 * a word that means nothing is an error, not a default. */
#include "runtime/services/env.h"

#include "base/error.h"
#include "base/number.h"
#include "base/try.h"
#include "runtime/services/pool.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* Tests pretend. */
#ifndef RAISED_PRIVILEGES
#define RAISED_PRIVILEGES() (getauxval(AT_SECURE) != 0)
#endif

/* ---- the table ---- */

static const char *const none[] = {NULL};
static const char *const maths[] = {"exact", "native", NULL};
static const char *const compiles[] = {"full", "quick", "tiered", NULL};
static const char *const checks[] = {
#define CHECK(name, meaning) #name,
#include "portkern/checks.def"
#undef CHECK
    "all", NULL};
static const char *const stages[] = {
#define STAGE(name, backend, target) #name,
#include "portkern/stages.def"
#undef STAGE
    NULL};
static const char *const forms[] = {"threads", "subgroups", "lanes",
                                    "block",   "wide",      NULL};
const char *const pk_env_levels[] = {
#define LOG_LEVEL(name, adds) #name,
#include "portkern/log_levels.def"
#undef LOG_LEVEL
    NULL};
#define levels pk_env_levels

typedef struct variable {
    const char *name;
    enum { FILES, TARGET, VALUE } what;
    enum { TEXT, NUMBER, COUNT, ONE, LIST } grammar;
    const char *const *words;
} variable;

static const variable table[] = {
#define ENV(name, what, grammar, words, meaning) {#name, what, grammar, words},
#include "runtime/services/env.def"
#undef ENV
};
enum { ROWS = sizeof table / sizeof *table };

static const variable *find(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

const char *pk_env_get(const char *name) {
    const variable *v = find(name);
    const char *value;

    if (RAISED_PRIVILEGES() && !(v && v->what == VALUE))
        return NULL;
    value = getenv(name);
    return value && *value ? value : NULL;
}

/* ---- reading ---- */

/* The number of a word in a list, -1 when it is not there. */
static int find_word(const char *const *words, const char *text,
                     size_t length) {
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && !memcmp(words[i], text, length))
            return i;
    return -1;
}

/* Reads words as bits; on failure `bad` is the word that means nothing. */
static bool read_words(const variable *v, const char *text, uint32_t *bits,
                       const char **bad, size_t *bad_length) {
    *bits = 0;
    for (;;) {
        size_t length = v->grammar == LIST ? strcspn(text, ",") : strlen(text);
        int word = find_word(v->words, text, length);
        if (word < 0) {
            *bad = text;
            *bad_length = length;
            return false;
        }
        *bits |= UINT32_C(1) << word;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

/* The largest number that a variable may be, 0: it is none. */
static uint32_t most_of(const variable *v) {
    return v->grammar == NUMBER  ? PK_THREADS_MAX
           : v->grammar == COUNT ? UINT32_MAX
                                 : 0;
}

static bool read_number(const variable *v, const char *text, uint32_t *number) {
    uint64_t n;

    if (strspn(text, "0123456789") != strlen(text) ||
        !pk_uint_parse(text, strlen(text), &n) || n < 1 || n > most_of(v))
        return false;
    *number = (uint32_t)n;
    return true;
}

static pk_status fail_words(const variable *v, const char *value,
                            const char *bad, size_t length, pk_error *err) {
    char words[128] = "";
    size_t at = 0;

    for (int i = 0; v->words[i] && at < sizeof words; i++)
        at += (size_t)snprintf(words + at, sizeof words - at, "%s%s",
                               i ? ", " : "", v->words[i]);
    return pk_fail(err, PK_ENVIRONMENT, "%s=%.200s: '%.*s' is none of %s",
                   v->name, value, length < 64 ? (int)length : 64, bad, words);
}

static pk_status check(const variable *v, pk_error *err) {
    const char *value = pk_env_get(v->name), *bad;
    uint32_t ignored;
    size_t length;

    if (!value || v->grammar == TEXT)
        return PK_OK;
    if (!most_of(v))
        return read_words(v, value, &ignored, &bad, &length)
                   ? PK_OK
                   : fail_words(v, value, bad, length, err);
    return read_number(v, value, &ignored)
               ? PK_OK
               : pk_fail(err, PK_ENVIRONMENT,
                         "%s=%.200s: expected a whole number from 1 to %u",
                         v->name, value, most_of(v));
}

pk_status pk_env_check(pk_error *err) {
    for (size_t i = 0; i < ROWS; i++)
        PK_TRY(check(&table[i], err));
    return PK_OK;
}

uint32_t pk_env_number(const char *name) {
    const variable *v = find(name);
    const char *value = pk_env_get(name);
    uint32_t number;

    return v && value && read_number(v, value, &number) ? number : 0;
}

uint32_t pk_env_words(const char *name) {
    const variable *v = find(name);
    const char *value = pk_env_get(name), *bad;
    uint32_t bits;
    size_t length;

    return v && value && read_words(v, value, &bits, &bad, &length) ? bits : 0;
}
