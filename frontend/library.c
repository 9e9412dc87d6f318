/* SPDX-License-Identifier: Apache-2.0 */
/* Finding functions of the device library. A source is parsed when a function
 * of it is first wanted, and lives as long as the compile. */
#include "frontend/library.h"

#include "lib/lib.h"

#include <stdio.h>
#include <string.h>

/* NumPy's and Python's names that the library calls otherwise. */
static const char *const renamed[][2] = {
    {"arcsin", "asin"},   {"arccos", "acos"},  {"arctan", "atan"},
    {"arctan2", "atan2"}, {"gamma", "tgamma"},
};

static const char *library_name(const char *path) {
    const char *name = strrchr(path, '.') + 1;

    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], name) == 0)
            return renamed[i][1];
    return name;
}

/* The source that has `def name(`; the texts are small and searched as
 * they are. */
static int source_of(const char *name, size_t length) {
    for (uint32_t i = 0; i < pk_lib_source_count && i < PK_MAX_LIBRARY; i++) {
        const char *at = pk_lib_sources[i].text;
        while ((at = strstr(at, "\ndef "))) {
            at += 5;
            if (strncmp(at, name, length) == 0 && at[length] == '(')
                return (int)i;
        }
    }
    return -1;
}

static const pk_program *program_of(pk_compile *c, int source) {
    const pk_lib_source *text = &pk_lib_sources[source];
    pk_program **program = &c->library[source];
    pk_program_options options = {0};

    if (*program)
        return *program;
    options.file = pk_arena_format(c->arena, "<lib>/%s.py", text->name);
    if (pk_program_make(c->arena->allocator, text->text, text->length, &options,
                        PK_PROGRAM_library, NULL, program,
                        c->diags) == PK_NO_MEMORY)
        c->arena->failed = true;
    return *program;
}

const pk_function *pk_library_named(pk_compile *c, const char *name) {
    int source = source_of(name, strlen(name));
    const pk_program *program = source < 0 ? NULL : program_of(c, source);

    return program ? pk_program_get(program, name) : NULL;
}

const pk_function *pk_library_find(pk_compile *c, const char *name,
                                   pk_type scalar) {
    char full[64];
    int length =
        snprintf(full, sizeof full, "%s_%s", name, pk_type_name(scalar));

    return length < (int)sizeof full ? pk_library_named(c, full) : NULL;
}

const pk_function *pk_library_function(pk_compile *c, const char *path,
                                       const pk_ty *type) {
    return pk_library_find(c, library_name(path), type->scalar);
}

void pk_library_finish(pk_compile *c) {
    for (int i = 0; i < PK_MAX_LIBRARY; i++) {
        pk_program_free(c->library[i]);
        c->library[i] = NULL;
    }
}
