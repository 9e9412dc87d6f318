/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of command lines, list.h. */
#include "tools/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    if (pk_module_from_file(ctx, file, out, err) != PK_OK)
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

int list_read(FILE *file, char **lines, int most) {
    int count = 0;
    size_t room = 0;
    char *line = NULL;

    while (count < most && getline(&line, &room, file) >= 0) {
        const char *word = line + strspn(line, " \t\r\n");
        if (!*word || *word == '#')
            continue;
        lines[count++] = line;
        line = NULL;
        room = 0;
    }
    free(line);
    return count;
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
