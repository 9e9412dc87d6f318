/* SPDX-License-Identifier: Apache-2.0 */
/* The nearest name: optimal string alignment over three rows of its table. */
#include "base/suggest.h"

#include <string.h>

enum { MAX_LENGTH = 63, SLIP = 2, CASE = 1 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int replace_cost(char a, char b) {
    return a == b ? 0 : lower(a) == lower(b) ? CASE : SLIP;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int distance(const char *a, size_t n, const char *b, size_t m) {
    int rows[3][MAX_LENGTH + 1];

    for (size_t j = 0; j <= m; j++)
        rows[0][j] = (int)j * SLIP;
    for (size_t i = 1; i <= n; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];

        row[0] = (int)i * SLIP;
        for (size_t j = 1; j <= m; j++) {
            row[j] = above[j - 1] + replace_cost(a[i - 1], b[j - 1]);
            row[j] = least(row[j], above[j] + SLIP);
            row[j] = least(row[j], row[j - 1] + SLIP);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], second[j - 2] + SLIP);
        }
    }
    return rows[n % 3][m];
}

pk_suggest pk_suggest_start(const char *word) {
    size_t length = strlen(word);
    int most = length < 3 ? CASE : length < 6 ? SLIP : 2 * SLIP;

    return (pk_suggest){.word = word, .cost = most + 1};
}

void pk_suggest_try(pk_suggest *search, const char *name, size_t length) {
    size_t own = strlen(search->word);
    int cost;

    if (own > MAX_LENGTH || length > MAX_LENGTH)
        return;
    cost = distance(search->word, own, name, length);
    if (cost == 0 || cost >= search->cost)
        return;
    search->best = name;
    search->length = length;
    search->cost = cost;
}

void pk_suggest_name(pk_suggest *search, const char *name) {
    pk_suggest_try(search, name, strlen(name));
}

const char *pk_suggest_hint(pk_arena *arena, const pk_suggest *search) {
    return search->best ? pk_arena_format(arena, "did you mean %.*s?",
                                          (int)search->length, search->best)
                        : NULL;
}

const char *pk_suggest_answer(const char *const (*rows)[2], size_t count,
                              const char *word) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i][0], word) == 0)
            return rows[i][1];
    return NULL;
}
