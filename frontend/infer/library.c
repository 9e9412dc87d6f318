/* SPDX-License-Identifier: Apache-2.0 */
/* Finding functions of the device library. Of a source the outline is parsed
 * when a function of it is first wanted, and bodies one by one when they are;
 * both live as long as the pk_library. */
#include "frontend/infer/library.h"

#include "base/hash.h"
#include "frontend/values/known.h"
#include "lib/lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NumPy's and Python's names that the library calls otherwise. */
static const char *const renamed[][2] = {
    {"arcsin", "asin"},   {"arccos", "acos"},   {"arctan", "atan"},
    {"arcsinh", "asinh"}, {"arccosh", "acosh"}, {"arctanh", "atanh"},
    {"arctan2", "atan2"}, {"gamma", "tgamma"},
};

static const char *library_name(const char *path) {
    const char *name = strrchr(path, '.') + 1;

    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], name) == 0)
            return renamed[i][1];
    return name;
}

static int compare_hash(const void *hash, const void *function) {
    uint32_t a = *(const uint32_t *)hash & 0xffffff,
             b = *(const uint32_t *)function >> 8;

    return (a > b) - (a < b);
}

enum { MAX_SOURCES = 64 };

struct pk_library {
    const pk_allocator *allocator;
    pk_program *programs[MAX_SOURCES]; /* by source, made when first wanted */
};

pk_library *pk_library_new(const pk_allocator *allocator) {
    pk_library *library = allocator->alloc(allocator->self, sizeof *library);

    if (library)
        *library = (pk_library){.allocator = allocator};
    return library;
}

void pk_library_free(pk_library *library) {
    if (!library)
        return;
    for (int i = 0; i < MAX_SOURCES; i++)
        pk_program_free(library->programs[i]);
    library->allocator->release(library->allocator->self, library,
                                sizeof *library);
}

static pk_library *library_of(pk_compile *c) {
    if (!c->library)
        c->library = c->own_library = pk_library_new(c->arena->allocator);
    if (!c->library)
        c->arena->failed = true;
    return c->library;
}

/* Parses the outline of a source, of whose text the program has a copy. */
static void read_source(pk_compile *c, const pk_lib_source *source,
                        const pk_allocator *allocator, pk_program **program) {
    bool plain = strncmp(source->name, "np_", 3) == 0;
    char *text = allocator->alloc(allocator->self, source->length + 1);
    pk_program_options options = {
        .file = pk_arena_format(c->arena, "<lib>/%s.py", source->name)};

    if (!text || !pk_lib_unpack(source, text) ||
        pk_program_make(allocator, text, source->length, &options,
                        plain ? PK_PROGRAM_plain : PK_PROGRAM_library, NULL,
                        program, c->diags) == PK_NO_MEMORY)
        c->arena->failed = true;
    if (text)
        allocator->release(allocator->self, text, source->length + 1);
}

static const pk_program *program_of(pk_compile *c, uint32_t source) {
    pk_library *library = library_of(c);
    pk_program **program = library ? &library->programs[source] : NULL;

    if (!program)
        return NULL;
    if (!*program)
        read_source(c, &pk_lib_sources[source], library->allocator, program);
    return *program;
}

const pk_function *pk_library_named(pk_compile *c, const char *name) {
    uint32_t hash = pk_hash_name(name, strlen(name));
    const uint32_t *found =
        bsearch(&hash, pk_lib_functions, pk_lib_function_count,
                sizeof *pk_lib_functions, compare_hash);
    const pk_program *program = found ? program_of(c, *found & 0xff) : NULL;

    return program ? pk_program_get(program, name) : NULL;
}

const pk_function *pk_library_find(pk_compile *c, const char *name,
                                   pk_type scalar) {
    char full[64];
    int length =
        snprintf(full, sizeof full, "%s_%s", name, pk_type_name(scalar));

    return length < (int)sizeof full ? pk_library_named(c, full) : NULL;
}

uint8_t pk_fast_of(const pk_compile *c, const pk_function *function) {
    bool native =
        c->signature->native && function->program->kind == PK_PROGRAM_user;

    return function->fast | (native ? PK_FAST_approx | PK_FAST_functions : 0);
}

const pk_function *pk_library_fast(pk_compile *c, const pk_function *caller,
                                   const char *name, pk_type scalar) {
    char fast[48];
    int length = snprintf(fast, sizeof fast, "fast_%s", name);

    if (!(pk_fast_of(c, caller) & PK_FAST_functions) ||
        length >= (int)sizeof fast)
        return NULL;
    return pk_library_find(c, fast, scalar);
}

const pk_function *pk_library_function(pk_compile *c, const pk_function *caller,
                                       const char *path, const pk_ty *type) {
    const char *name = library_name(path);
    const pk_function *fast = pk_library_fast(c, caller, name, type->scalar);

    return fast ? fast : pk_library_find(c, name, type->scalar);
}

void pk_library_read(pk_compile *c, const pk_function *function) {
    const pk_program *program = function->program;

    for (int i = 0; i < MAX_SOURCES; i++) {
        pk_program *own = c->library->programs[i];
        if (own != program || function->def->FunctionDef.body.count)
            continue;
        if (pk_parse_body(&own->arena, &own->parse, PK_PARSE_library,
                          (pk_ast *)function->def, c->diags) == PK_NO_MEMORY)
            c->arena->failed = true;
    }
}

const pk_function *pk_library_complex(pk_compile *c, const char *path,
                                      pk_type part) {
    char name[48];

    snprintf(name, sizeof name, "c%s", library_name(path));
    return pk_library_find(c, name, part);
}

/* ---- functions that lowering calls ---- */

bool pk_power_multiplies(const pk_rule *rule, pk_typed right,
                         int64_t *exponent) {
    enum { MAX_STATIC = 0x10000 };

    if (rule->result->kind == PK_TY_complex) {
        *exponent = 2;
        return right.known && pk_ty_is_number(right.type) &&
               pk_known_get_float(right) == 2;
    }
    if (pk_ty_is_float(rule->right) && pk_ty_is_float(rule->result)) {
        *exponent = 2; /* as NumPy squares: what pow rounds to */
        return right.known && pk_ty_is_number(right.type) &&
               pk_known_get_float(right) == 2;
    }
    return pk_ty_is_int(rule->right) && pk_known_is_int(right, exponent) &&
           *exponent >= -MAX_STATIC && *exponent <= MAX_STATIC;
}

pk_library_name pk_library_power(const pk_rule *rule) {
    pk_type type = rule->result->scalar;
    pk_library_name r = {"power", rule->right->scalar};

    if (rule->result->kind == PK_TY_complex)
        return (pk_library_name){"cpow", type};
    if (pk_ty_is_float(rule->right))
        return (pk_library_name){"pow", type};
    if (type != rule->right->scalar)
        snprintf(r.name, sizeof r.name, "power_%s", pk_type_name(type));
    return r;
}

static const pk_function *called(pk_compile *c, const pk_function *caller,
                                 const char *name, pk_type scalar) {
    const pk_function *fast = pk_library_fast(c, caller, name, scalar);

    return fast ? fast : pk_library_find(c, name, scalar);
}

void pk_library_need(pk_infer *in, const pk_ast *node, const char *name,
                     pk_type scalar, const pk_ty *const *types,
                     uint32_t count) {
    const pk_function *fn = called(in->c, in->instance->function, name, scalar);

    if (fn)
        pk_infer_instance(in->c, fn, types, count, in->program, node);
}

pk_instance *pk_library_needed(pk_compile *c, const pk_function *caller,
                               const char *name, pk_type scalar,
                               const pk_ty *const *types, uint32_t count) {
    const pk_function *fn = called(c, caller, name, scalar);
    pk_instance *instance =
        fn ? pk_instance_find(c, fn, types, NULL, count) : NULL;

    return instance && instance->state == PK_INSTANCE_done ? instance : NULL;
}
