/* SPDX-License-Identifier: Apache-2.0 */
/* Python blocks of Markdown files: they are one program, as they are in a
 * tutorial. All else is made blank, so that places are those of the file. */
#include "tools/check/check.h"
#include "tools/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool markdown_is(const char *file) {
    const char *dot = strrchr(file, '.');

    return dot && (!strcmp(dot, ".md") || !strcmp(dot, ".markdown"));
}

/* Three or more of ` or ~ behind spaces: how many, and which. */
static size_t fence_of(const char *line, size_t *indent, char *mark) {
    size_t at = strspn(line, " "), count = 0;

    *indent = at;
    *mark = line[at];
    if (*mark != '`' && *mark != '~')
        return 0;
    while (line[at + count] == *mark)
        count++;
    return count < 3 ? 0 : count;
}

/* python, py, {python}, {.python}, {code-block} python, in any case. */
static bool is_python(const char *info) {
    static const char *const names[] = {"python3", "python", "py"};
    char word[16];
    size_t n = 0;

    info += strspn(info, " ");
    if (!strncmp(info, "{code-block}", strlen("{code-block}")))
        info += strlen("{code-block}");
    info += strspn(info, " {.");
    for (; n + 1 < sizeof word && isalnum((unsigned char)info[n]); n++)
        word[n] = (char)tolower((unsigned char)info[n]);
    word[n] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(word, names[i]))
            return true;
    return false;
}

static char *end_of(char *line) {
    return line + strcspn(line, "\n");
}

static void make_blank(char *line) {
    memset(line, ' ', (size_t)(end_of(line) - line));
}

/* Moves a line of a block to the left by as many spaces as its fence has. */
static void move_left(char *line, size_t indent) {
    char *end = end_of(line);
    size_t spaces = strspn(line, " ");

    spaces = spaces < indent ? spaces : indent;
    memmove(line, line + spaces, (size_t)(end - line) - spaces);
    memset(end - spaces, ' ', spaces);
}

char *markdown_read(const char *file, pk_error *err) {
    char *text = source_text(file, err), *next;
    size_t open = 0, indent = 0, count, spaces;
    bool python = false;
    char mark = 0, found;

    for (char *line = text; line && *line; line = next) {
        next = end_of(line) + (*end_of(line) == '\n');
        count = fence_of(line, &spaces, &found);
        if (!open && count) {
            open = count;
            mark = found;
            indent = spaces;
            python = is_python(line + spaces + count);
            make_blank(line);
        } else if (open && count >= open && found == mark) {
            open = 0;
            make_blank(line);
        } else if (open && python) {
            move_left(line, indent);
        } else {
            make_blank(line);
        }
    }
    return text;
}

static bool is_blank(const char *line) {
    return line[strspn(line, " \t\r")] == '\n' ||
           line[strspn(line, " \t\r")] == '\0';
}

/* A block begins and ends where a fence was: the file itself is read again. */
bool markdown_drop(char *text, const char *file, uint32_t line) {
    pk_error err;
    char *whole = source_text(file, &err);
    char *at = whole, *here = text, *first = NULL;
    size_t open = 0, count, spaces;
    char mark = 0, found;
    bool dropped = false;

    for (uint32_t i = 1; at && *at && *here; i++) {
        count = fence_of(at, &spaces, &found);
        if (!open && count) {
            open = count;
            mark = found;
            first = here;
        } else if (open && count >= open && found == mark) {
            open = 0;
            if (i > line)
                break;
            first = NULL;
        }
        at = end_of(at) + (*end_of(at) == '\n');
        here = end_of(here) + (*end_of(here) == '\n');
        if (!open && i >= line)
            break;
    }
    for (; first && *first && first < here;
         first = end_of(first) + (*end_of(first) == '\n')) {
        dropped |= !is_blank(first);
        make_blank(first);
    }
    free(whole);
    return dropped;
}
