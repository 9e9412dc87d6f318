/* SPDX-License-Identifier: Apache-2.0 */
/* portkern build: a C library of the functions that a Python file exports.
 *
 *     exports.c   what is exported, and the C type of each value
 *     compile.c   code of it for each target, in a bundle
 *     header.c    the declarations of the C functions
 *     source.c    their bodies, which call portkern's C API
 *     link.c      the system's C compiler */
#ifndef PORTKERN_TOOLS_BUILD_BUILD_H
#define PORTKERN_TOOLS_BUILD_BUILD_H

#include "portkern/host.h"
#include "tools/command.h"

enum {
    BUILD_EXPORTS = 256,
    BUILD_TARGETS = 16,
    BUILD_DEVICES = 8, /* that loops of one function may go to */
    BUILD_ITEMS = 16
};

typedef enum value_kind {
    VALUE_none,
    VALUE_number, /* also a complex one */
    VALUE_array,
    VALUE_tuple /* as a result */
} value_kind;

/* A parameter or a result. */
typedef struct value_type {
    value_kind kind;
    pk_dtype dtype;
    uint32_t ndim;
    char layout; /* of an array: 'C', 'F' or 'A' (any strides) */
    uint32_t count;
    struct value_type *items; /* of a tuple */
} value_type;

typedef struct build_param {
    char *name; /* an identifier of C */
    value_type type;
} build_param;

typedef struct build_export {
    char *name;     /* of the C function, without its prefix */
    char *function; /* of the file */
    char *text;     /* the types of its arguments, "float64[:], int64" */
    char *result_text;
    bool kernel;
    bool offloads; /* a function whose parallel loops may go to a device */
    uint32_t line, param_count;
    build_param *params;
    value_type result;
    pk_signatures *types; /* one, of the arguments and the result */
} build_export;

/* One run of the command. */
typedef struct build {
    const char *file;
    const char *out;                  /* "some/libf" */
    const char *asked[BUILD_EXPORTS]; /* by --export */
    size_t asked_count;
    const char *targets[BUILD_TARGETS];
    size_t target_count;
    bool keep_source, no_library, is_static;
    size_t device_count; /* of the targets, those that are no processors */

    char *folder; /* "some/", or "" */
    char *prefix; /* "f" */
    build_export exports[BUILD_EXPORTS];
    size_t count;
} build;

/* Finds what the file exports and fills in `exports`. */
pk_status build_find_exports(build *b, pk_module *mod, pk_error *err);
void build_free_exports(build *b);

bool build_is_processor(const char *target);
/* Compiles the exports for all targets, and writes the bundle. What is wrong is
 * printed. */
bool build_compile(const build *b, const char *bundle);

/* The C type of a number, "double"; of a complex one that of the library. */
void build_put_number(FILE *out, const build *b, pk_dtype dtype);
/* The library's struct for an array, "f_f64_1d". */
void build_put_array(FILE *out, const build *b, const value_type *type);
/* "int f_norm(const f_f64_1d *x, double *result, f_error *err)" */
void build_put_declaration(FILE *out, const build *b, const build_export *e);
/* The name of a result, "result" or "result1". */
void build_put_result(FILE *out, const build_export *e, uint32_t i);
/* How many results a call gives by pointers, and each one's type. */
uint32_t build_result_count(const build_export *e);
const value_type *build_result(const build_export *e, uint32_t i);

void build_write_header(FILE *out, const build *b);
void build_write_source(FILE *out, const build *b, const char *bundle);
void build_write_pkgconfig(FILE *out, const build *b);

/* Makes the library of a source file. */
pk_status build_link(const build *b, const char *source, const char *library,
                     pk_error *err);

/* The text in memory of malloc; ends the command without memory. */
char *build_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void *build_alloc(size_t count, size_t size);

#endif
