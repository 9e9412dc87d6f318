/* SPDX-License-Identifier: Apache-2.0 */
/* Modules read from files beside the source.
 *
 * The allocator may leave by longjmp when memory ends (base/os/guard.h), so
 * nothing is allocated while a file is open. */
#include "base/source_max.h"
#include "frontend/module/program.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 16 };

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

/* True when reading `file` would read a file again that is being read. */
static bool in_progress(const pk_program *program, const char *file) {
    int depth = 0;

    for (; program; program = program->importer)
        if (++depth > MAX_DEPTH ||
            strcmp(program->parse.source->file, file) == 0)
            return true;
    return false;
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
static const char *file_of(pk_program *program, const char *path) {
    char *file =
        pk_arena_format(&program->arena, "%s%s.py", program->folder, path);

    for (char *c = file + strlen(program->folder); *c && c[3]; c++)
        if (*c == '.')
            *c = '/';
    return file;
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

static pk_program *find_module(const pk_program *program, const char *file) {
    for (uint32_t i = 0; i < program->module_count; i++)
        if (strcmp(program->modules[i]->parse.source->file, file) == 0)
            return program->modules[i];
    return NULL;
}

/* The module of a file that the program was given. Whoever imports it, it is
 * the program's at the top, and what is wrong with it is the program's error.
 */
static const pk_program *import_given(pk_program *program, const char *file) {
    const pk_given_files *given = program->given;
    const pk_program_options options = {.file = file};
    pk_program *module = find_module(given->root, file);

    for (uint32_t i = 0; !module && i < given->count; i++) {
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

/* The given module of `pkg.py`, else that of `pkg/__init__.py`. */
static const pk_program *import_given_path(pk_program *program,
                                           const char *file) {
    const pk_program *module;

    if (!program->given)
        return NULL;
    module = import_given(program, file);
    if (module || program->arena.failed)
        return module;
    file = pk_arena_format(&program->arena, "%.*s/__init__.py",
                           (int)(strlen(file) - strlen(".py")), file);
    return file && !in_progress(program, file) ? import_given(program, file)
                                               : NULL;
}

const pk_program *pk_import_module(pk_program *program, const char *path) {
    const pk_allocator *allocator = &program->allocator;
    pk_program_options options = {0};
    const pk_program *found;
    pk_program *module = NULL;
    size_t length = 0;
    pk_diags diags;
    char *text;

    if (!program->folder)
        return NULL;
    options.file = file_of(program, path);
    found = find_module(program, options.file);
    if (found || in_progress(program, options.file))
        return found;
    found = import_given_path(program, options.file);
    if (found)
        return found;
    text = read_file(allocator, options.file, &length);
    note_file(program, options.file, text, length);
    if (!text)
        return NULL;
    pk_diags_init(&diags, &program->arena);
    pk_program_make(allocator, text, length, &options, PK_PROGRAM_user, program,
                    &module, &diags);
    allocator->release(allocator->self, text, length + 1);
    if (module)
        keep_module(program, module);
    return module;
}
