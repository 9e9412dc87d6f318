/* SPDX-License-Identifier: Apache-2.0 */
/* A short run of a fuzz target, the same each time:
 *
 *     fuzz_X ROUNDS SEED FILE...
 *
 * Each round takes one of the files, and changes it a little: words and runs
 * of characters removed, repeated, exchanged, taken from another file. The
 * input is written to fuzz_X.last first when PORTKERN_FUZZ_KEEP is set, so
 * that a crash leaves it behind. */
#include "fuzz.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 6000, MAX_TEXT = 3 * MAX_SIZE };

typedef struct text {
    char *bytes;
    size_t size;
} text;

static text *files;
static size_t file_count;
static uint64_t state;

static uint64_t next_random(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

static size_t below(size_t n) {
    return n ? (size_t)(next_random() % n) : 0;
}

/* At most MAX_SIZE bytes, from the start of a line. */
static bool read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    text *t = &files[file_count];

    if (!in)
        return false;
    t->bytes = malloc(MAX_SIZE);
    t->size = fread(t->bytes, 1, MAX_SIZE, in);
    fclose(in);
    file_count++;
    return true;
}

static void insert(text *t, size_t at, const char *bytes, size_t size) {
    if (t->size + size > MAX_TEXT)
        return;
    memmove(t->bytes + at + size, t->bytes + at, t->size - at);
    memcpy(t->bytes + at, bytes, size);
    t->size += size;
}

static void cut(text *t, size_t at, size_t size) {
    if (size > t->size - at)
        size = t->size - at;
    memmove(t->bytes + at, t->bytes + at + size, t->size - at - size);
    t->size -= size;
}

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
           c == '_' || c == '.';
}

/* A word or a mark of `t` from about `at` on. */
static size_t word_at(const text *t, size_t *at) {
    size_t end;

    while (*at > 0 && *at < t->size && is_word(t->bytes[*at]) &&
           is_word(t->bytes[*at - 1]))
        --*at;
    end = *at;
    while (end < t->size && is_word(t->bytes[end]))
        end++;
    return end == *at ? (end < t->size) : end - *at;
}

static void mutate(text *t) {
    static const char *const marks[] = {
        "(", ")",  "[",   "]",  "{",  "}",        ":",    ",",  "=",  "\n",
        " ", "\t", "\"",  "'",  "#",  "\\",       "%",    "-",  "**", "//",
        "0", "-1", "1e9", "0x", "f'", "\xc3\xa9", "\xff", "!2", "@",  "\n    "};
    char copy[64];
    const text *other = &files[below(file_count)];
    size_t at = below(t->size + 1), from = below(other->size), size;
    const char *mark = marks[below(sizeof marks / sizeof *marks)];

    switch (below(6)) {
    case 0: cut(t, at, 1 + below(8)); break;
    case 1:
        size = word_at(t, &at);
        cut(t, at, size);
        break;
    case 2: insert(t, at, mark, strlen(mark)); break;
    case 3:
        size = word_at(other, &from);
        cut(t, at, word_at(t, &at));
        insert(t, at, other->bytes + from, size);
        break;
    case 4:
        size = 1 + below(sizeof copy);
        if (size > other->size - from)
            size = other->size - from;
        insert(t, at, other->bytes + from, size);
        break;
    default:
        size = 1 + below(sizeof copy);
        if (size > t->size - at)
            size = t->size - at;
        memcpy(copy, t->bytes + at, size);
        insert(t, at, copy, size);
        break;
    }
}

static void keep(const char *program, const text *t) {
    char path[512];
    FILE *out;

    if (!getenv("PORTKERN_FUZZ_KEEP"))
        return;
    snprintf(path, sizeof path, "%s.last", program);
    out = fopen(path, "wb");
    if (!out)
        return;
    fwrite(t->bytes, 1, t->size, out);
    fclose(out);
}

int main(int argc, char **argv) {
    static char bytes[MAX_TEXT];
    long rounds;

    if (argc < 4)
        return EXIT_FAILURE;
    rounds = strtol(argv[1], NULL, 10);
    state = strtoull(argv[2], NULL, 10);
    files = calloc((size_t)argc, sizeof *files);
    for (int i = 3; i < argc; i++)
        if (!read_file(argv[i])) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return EXIT_FAILURE;
        }
    for (long round = 0; round < rounds; round++) {
        const text *seed = &files[below(file_count)];
        text t = {bytes, seed->size};
        size_t changes = round < (long)file_count ? 0 : 1 + below(6);

        if (!changes)
            seed = &files[round];
        t.size = seed->size;
        memcpy(bytes, seed->bytes, seed->size);
        for (size_t i = 0; i < changes; i++)
            mutate(&t);
        keep(argv[0], &t);
        LLVMFuzzerTestOneInput((const uint8_t *)t.bytes, t.size);
    }
    printf("%ld inputs\n", rounds);
    for (size_t i = 0; i < file_count; i++)
        free(files[i].bytes);
    free(files);
    return EXIT_SUCCESS;
}
