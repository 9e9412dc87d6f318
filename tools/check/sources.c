/* SPDX-License-Identifier: Apache-2.0 */
/* The files that the paths of a command line stand for. */
#include "tools/check/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 64 };

static bool add_file(source_list *list, const char *path) {
    char **grown =
        realloc(list->files, (list->count + 1) * sizeof *list->files);
    char *copy = strdup(path);

    if (grown)
        list->files = grown;
    if (!grown || !copy) {
        free(copy);
        fprintf(stderr, "portkern: error: out of memory\n");
        return false;
    }
    list->files[list->count++] = copy;
    return true;
}

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);

    return length > tail && !strcmp(name + length - tail, end);
}

/* Caches, what is installed, and what is hidden. */
static bool is_left_out(const char *name) {
    return name[0] == '.' || !strcmp(name, "__pycache__") ||
           !strcmp(name, "site-packages") || !strcmp(name, "node_modules");
}

static bool add_folder(source_list *list, const char *folder, int depth);

static bool add_entry(source_list *list, const char *folder, const char *name,
                      int depth) {
    const bool slash = ends_with(folder, "/") || !strcmp(folder, "/");
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    struct stat st;
    bool good = path != NULL;

    if (!path)
        return false;
    snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    if (lstat(path, &st) != 0)
        good = true; /* it is gone */
    else if (S_ISDIR(st.st_mode))
        good = is_left_out(name) || add_folder(list, path, depth + 1);
    else if (ends_with(name, ".py") && stat(path, &st) == 0 &&
             S_ISREG(st.st_mode))
        good = add_file(list, path);
    free(path);
    return good;
}

static bool add_folder(source_list *list, const char *folder, int depth) {
    struct dirent **entries = NULL;
    int count =
        depth < MAX_DEPTH ? scandir(folder, &entries, NULL, alphasort) : 0;
    bool good = count >= 0;

    if (count < 0)
        fprintf(stderr, "portkern: error: cannot read %s: %s\n", folder,
                strerror(errno));
    for (int i = 0; i < count; i++) {
        good = good && add_entry(list, folder, entries[i]->d_name, depth);
        free(entries[i]);
    }
    free(entries);
    return good;
}

bool sources_find(const check_args *args, source_list *out) {
    bool good = true;
    struct stat st;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; good && i < args->path_count; i++) {
        const char *path = args->paths[i];
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
            out->folders = true;
            good = add_folder(out, path, 0);
        } else {
            good = add_file(out, path);
        }
    }
    return good;
}

void sources_free(source_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->files[i]);
    free(list->files);
}
