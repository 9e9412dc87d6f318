/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of command lines, list.h. */
#include "tools/list.h"
#include "tools/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1 << 20 };

struct open_module {
    char *file;
    pk_module *mod;
};

pk_module *modules_find(const open_modules *modules, const char *file) {
    for (size_t i = 0; i < modules->count; i++)
        if (!strcmp(modules->items[i].file, file))
            return modules->items[i].mod;
    return NULL;
}

pk_status modules_open(open_modules *modules, pk_context *ctx, const char *file,
                       pk_module **out, pk_error *err) {
    struct open_module *more;
    char *name;

    *out = modules_find(modules, file);
    if (*out)
        return PK_OK;
    if (source_open(ctx, file, out, err) != PK_OK)
        return err->status;
    more = realloc(modules->items, (modules->count + 1) * sizeof *more);
    if (more)
        modules->items = more;
    name = more ? strdup(file) : NULL;
    if (!name) {
        pk_module_release(*out);
        *out = NULL;
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    }
    modules->items[modules->count++] = (struct open_module){name, *out};
    return PK_OK;
}

void modules_close(open_modules *modules) {
    for (size_t i = 0; i < modules->count; i++) {
        pk_module_release(modules->items[i].mod);
        free(modules->items[i].file);
    }
    free(modules->items);
}

FILE *list_open(const char *path) {
    FILE *file = fopen(path, "r");

    if (!file)
        fprintf(stderr, "portkern: error: cannot read %s: %s\n", path,
                strerror(errno));
    return file;
}

/* The next line in `line`, which has room for LINE_MOST bytes; false at the
 * end, and where it cannot be read, with why in `fault`. */
static bool read_line(FILE *file, char *line, const char **fault) {
    size_t length;

    errno = 0;
    if (!fgets(line, LINE_MOST, file)) {
        *fault = ferror(file) ? strerror(errno) : NULL;
        return false;
    }
    length = strlen(line);
    if (length && (line[length - 1] == '\n' || feof(file)))
        return true;
    *fault =
        length == LINE_MOST - 1 ? "a line of over 1 MiB" : "it has a NUL byte";
    return false;
}

int list_read(FILE *file, char **lines, int most) {
    char *line = malloc(LINE_MOST);
    const char *fault = line ? NULL : "out of memory";
    int count = 0;

    while (!fault && count < most && read_line(file, line, &fault)) {
        const char *word = line + strspn(line, " \t\r\n");
        if (!*word || *word == '#')
            continue;
        lines[count] = strdup(line);
        fault = lines[count] ? NULL : "out of memory";
        count += !fault;
    }
    free(line);
    if (!fault)
        return count;
    fprintf(stderr, "portkern: error: cannot read the list: %s\n", fault);
    while (count)
        free(lines[--count]);
    return -1;
}

bool list_say(int number, const char *kernel, pk_status status,
              const pk_error *err) {
    const char *name = kernel ? kernel : "?";

    if (status == PK_OK)
        printf("ok %d %s\n", number, name);
    else if (err->line)
        printf("FAIL %d %s: %s:%u:%u: %s\n", number, name, err->file, err->line,
               err->col, err->message);
    else
        printf("FAIL %d %s: %s\n", number, name, err->message);
    fflush(stdout);
    return status == PK_OK;
}
