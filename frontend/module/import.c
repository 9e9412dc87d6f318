/* SPDX-License-Identifier: Apache-2.0 */
/* Modules read from files beside the source.
 *
 * The allocator may leave by longjmp when memory ends (base/os/guard.h), so
 * nothing is allocated while a file is open. */
#include "frontend/module/program.h"
#include "frontend/parse/limits.h"

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

const pk_program *pk_import_module(pk_program *program, const char *path) {
    const pk_allocator *allocator = &program->allocator;
    pk_program_options options = {0};
    pk_program *module = NULL;
    size_t length = 0;
    pk_diags diags;
    char *text;

    if (!program->folder)
        return NULL;
    options.file = file_of(program, path);
    for (uint32_t i = 0; i < program->module_count; i++)
        if (strcmp(program->modules[i]->parse.source->file, options.file) == 0)
            return program->modules[i];
    if (in_progress(program, options.file) ||
        !(text = read_file(allocator, options.file, &length)))
        return NULL;
    pk_diags_init(&diags, &program->arena);
    pk_program_make(allocator, text, length, &options, PK_PROGRAM_user, program,
                    &module, &diags);
    allocator->release(allocator->self, text, length + 1);
    if (module)
        keep_module(program, module);
    return module;
}
