/* SPDX-License-Identifier: Apache-2.0 */
/* Modules read from files: those beside the source, and those of the packages
 * that it is in, from the folder that holds the outermost one.
 *
 *     from . import core, from ..core import f      beside, and above
 *     from pkg.core import f, import pkg.core as c  in /src of
 * /src/pkg/sub/k.py
 *
 * All are the program's at the top, so each is read once.
 *
 * The allocator may leave by longjmp when memory ends (base/os/guard.h), so
 * nothing is allocated while a file is open. */
#include "base/source_max.h"
#include "frontend/module/program.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 16, MAX_MODULES = 500 };

/* Reads exactly `size` bytes, all that the file has. */
static bool read_whole(const char *name, char *text, size_t size) {
    FILE *file = fopen(name, "rbe");
    bool whole;

    if (!file)
        return false;
    whole = fread(text, 1, size, file) == size && fgetc(file) == EOF &&
            !ferror(file);
    fclose(file);
    return whole;
}

/* The file's bytes and their number; NULL when it cannot be read. */
static char *read_file(const pk_allocator *allocator, const char *name,
                       size_t *length) {
    struct stat st;
    char *text;

    if (stat(name, &st) != 0 || !S_ISREG(st.st_mode) ||
        st.st_size > PK_SOURCE_MAX)
        return NULL;
    *length = (size_t)st.st_size;
    text = allocator->alloc(allocator->self, *length + 1);
    if (text && !read_whole(name, text, *length)) {
        allocator->release(allocator->self, text, *length + 1);
        return NULL;
    }
    return text;
}

/* The program that is being read from `file`; `deep`: there are too many of
 * them to read another. */
static const pk_program *find_unfinished(const pk_program *program,
                                         const char *file, bool *deep) {
    int depth = 0;

    *deep = false;
    for (; program; program = program->importer) {
        *deep |= ++depth > MAX_DEPTH;
        if (strcmp(program->parse.source->file, file) == 0)
            return program;
    }
    return NULL;
}

static pk_program *top_of(const pk_program *program) {
    while (program->importer)
        program = program->importer;
    return (pk_program *)(uintptr_t)program;
}

static void keep_module(pk_program *program, pk_program *module) {
    pk_program **list = pk_arena_array(&program->arena,
                                       program->module_count + 1, sizeof *list);

    if (program->arena.failed) {
        pk_program_free(module);
        return;
    }
    if (program->module_count)
        memcpy(list, program->modules, program->module_count * sizeof *list);
    list[program->module_count++] = module;
    program->modules = list;
}

/* The name of the file that holds module `path`: dots are folders. */
static const char *file_of(pk_program *program, const char *folder,
                           const char *path) {
    char *file = pk_arena_format(&program->arena, "%s%s.py", folder, path);

    for (char *c = file + strlen(folder); *c && c[3]; c++)
        if (*c == '.')
            *c = '/';
    return file;
}

/* The folder above, each with its slash. */
static const char *above(pk_program *program, const char *folder) {
    const size_t length = strlen(folder);
    const char *end = folder + length - (length != 0);

    if (!length || (length >= 3 && !strcmp(end - 2, "../")) ||
        !strcmp(folder, "./"))
        return pk_arena_format(&program->arena, "%s../", folder);
    while (end > folder && end[-1] != '/')
        end--;
    return pk_arena_text(&program->arena, folder, (size_t)(end - folder));
}

/* Notes a file that was looked for; `text` NULL: it is not there. */
static void note_file(pk_program *program, const char *path, const char *text,
                      size_t length) {
    pk_looked_in *l = PK_NEW(&program->arena, pk_looked_in);

    l->file = (pk_import_file){.path = path, .exists = text != NULL};
    if (text)
        l->file.digest = pk_digest_of(text, length);
    if (program->arena.failed)
        return;
    l->next = program->looked_in;
    program->looked_in = l;
}

static const pk_looked_in *find_file(const pk_program *program,
                                     const char *path) {
    const pk_looked_in *l = program->looked_in;

    while (l && strcmp(l->file.path, path) != 0)
        l = l->next;
    return l;
}

/* Whether it has been looked for, and is not there: scripts may import the same
 * module at many places. */
static bool is_missing(const pk_program *program, const char *path) {
    const pk_looked_in *l = find_file(program, path);

    return l && !l->file.exists;
}

void pk_program_visit_files(const pk_program *program,
                            void (*visit)(void *self,
                                          const pk_import_file *file),
                            void *self) {
    for (const pk_looked_in *l = program->looked_in; l; l = l->next)
        visit(self, &l->file);
    for (uint32_t i = 0; i < program->module_count; i++)
        pk_program_visit_files(program->modules[i], visit, self);
}

bool pk_import_file_is_same(const pk_allocator *allocator,
                            const pk_import_file *file) {
    size_t length = 0;
    char *text = read_file(allocator, file->path, &length);
    pk_digest digest;

    if (!text || !file->exists) {
        pk_heap_free(allocator, text, length + 1);
        return !text && !file->exists;
    }
    digest = pk_digest_of(text, length);
    pk_heap_free(allocator, text, length + 1);
    return memcmp(&digest, &file->digest, sizeof digest) == 0;
}

static const pk_program *find_module(const pk_program *program,
                                     const char *file) {
    for (uint32_t i = 0; i < program->module_count; i++)
        if (strcmp(program->modules[i]->parse.source->file, file) == 0)
            return program->modules[i];
    return NULL;
}

/* The module of a file that the program was given. What is wrong with it is
 * the program's error. */
static const pk_program *import_given(pk_program *program, const char *file) {
    const pk_given_files *given = program->given;
    const pk_program_options options = {.file = file};
    pk_program *module = NULL;

    for (uint32_t i = 0; given && i < given->count; i++) {
        const pk_given_file *f = &given->items[i];
        if (strcmp(f->name, file) != 0)
            continue;
        pk_program_make(&program->allocator, f->text, f->length, &options,
                        PK_PROGRAM_user, program, &module, given->diags);
        if (module)
            keep_module(given->root, module);
        break;
    }
    return module;
}

/* The module in a file; NULL: there is none. */
static const pk_program *import_file(pk_program *program, const char *file) {
    const pk_allocator *allocator = &program->allocator;
    const pk_program_options options = {.file = file};
    pk_program *top = top_of(program), *module = NULL;
    const pk_program *found = find_module(top, file);
    size_t length = 0;
    bool deep = false;
    pk_diags diags;
    char *text;

    if (!found)
        found = find_unfinished(program, file, &deep);
    if (found || deep || program->arena.failed)
        return found;
    found = import_given(program, file);
    if (found || program->arena.failed || top->module_count >= MAX_MODULES)
        return found;
    if (is_missing(program, file))
        return NULL;
    text = read_file(allocator, file, &length);
    note_file(program, file, text, length);
    if (!text)
        return NULL;
    pk_diags_init(&diags, &program->arena);
    pk_program_make(allocator, text, length, &options, PK_PROGRAM_user, program,
                    &module, &diags);
    allocator->release(allocator->self, text, length + 1);
    if (module)
        keep_module(top, module);
    return module;
}

/* `pkg.py`, else `pkg/__init__.py`; without a path the folder's own. */
static const pk_program *import_in(pk_program *program, const char *folder,
                                   const char *path) {
    const pk_program *module =
        *path ? import_file(program, file_of(program, folder, path)) : NULL;
    const char *inner;

    if (module || program->arena.failed)
        return module;
    inner = *path ? file_of(program, folder, path) : NULL;
    return import_file(
        program,
        inner ? pk_arena_format(&program->arena, "%.*s/__init__.py",
                                (int)(strlen(inner) - strlen(".py")), inner)
              : file_of(program, folder, "__init__"));
}

static bool is_package(pk_program *program, const char *folder) {
    const pk_allocator *allocator = &program->allocator;
    const char *file = file_of(program, folder, "__init__");
    const pk_looked_in *known = find_file(program, file);
    size_t length = 0;
    char *text;

    if (known)
        return known->file.exists;
    text = read_file(allocator, file, &length);
    note_file(program, file, text, length);
    pk_heap_free(allocator, text, length + 1);
    return text != NULL;
}

/* The folder that holds the outermost package that the program is in; its own
 * folder when it is in none. */
static const char *root_of(pk_program *program) {
    const char *folder = program->folder;

    for (int depth = 0; depth < MAX_DEPTH && !program->arena.failed &&
                        is_package(program, folder);
         depth++)
        folder = above(program, folder);
    return folder;
}

/* In the folders of the import path, in their order. */
static const pk_program *import_along(pk_program *program, const char *path) {
    const char *at = top_of(program)->import_path, *folder;
    const pk_program *module = NULL;
    int length;

    for (; at && *at && !module && !program->arena.failed;
         at += length + (at[length] == ':')) {
        length = (int)strcspn(at, ":");
        folder = pk_arena_format(&program->arena, "%.*s/", length, at);
        if (length)
            module = import_in(program, folder, path);
    }
    return module;
}

const pk_program *pk_import_module(pk_program *program, const char *path,
                                   uint32_t level) {
    const char *folder = program->folder;
    const pk_program *module;

    if (!folder)
        return NULL;
    for (uint32_t i = 1; i < level && i < MAX_DEPTH; i++)
        folder = above(program, folder);
    module = import_in(program, folder, path);
    if (module || level || program->arena.failed)
        return module;
    folder = root_of(program);
    module = strcmp(folder, program->folder) != 0
                 ? import_in(program, folder, path)
                 : NULL;
    return module ? module : import_along(program, path);
}
