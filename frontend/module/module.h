/* SPDX-License-Identifier: Apache-2.0 */
/* A program as others see it: a parsed source with everything that its module
 * level says (imports, constants, functions). It is read-only afterwards: any
 * number of threads may compile from it at the same time. */
#ifndef PORTKERN_FRONTEND_MODULE_MODULE_H
#define PORTKERN_FRONTEND_MODULE_MODULE_H

#include "base/digest.h"
#include "base/shared.h"
#include "signature/function.h"
#include "signature/outline.h"

typedef struct pk_program pk_program;

/* Module-level names given from outside (closures, constants of the caller). */
typedef enum pk_binding_kind {
    PK_BIND_none,   /* Python's None */
    PK_BIND_scalar, /* dtype, values; is_complex: a pair */
    PK_BIND_text,   /* values: shape[0] bytes of UTF-8 */
    PK_BIND_dtype,  /* NumPy's scalar type of that dtype and is_complex, or
                       the structured one of record */
    PK_BIND_tuple,  /* shape[0] items, with the names of `of` or without */
    PK_BIND_array,  /* constant array: dtype, is_complex, record, ndim, shape,
                       C order, values; a record has no axes */
    PK_BIND_reference, /* array that launches give: reference */
    PK_BIND_function,  /* function `target` of `program` */
    PK_BIND_import,    /* values: shape[0] bytes of a path that is imported */
    PK_BIND_refused,   /* values: shape[0] bytes of why it cannot be used */
    PK_BIND_class,     /* the class `of` */
    PK_BIND_member     /* member `target` of the enumeration `of` */
} pk_binding_kind;

/* A class from outside: of named tuples, or an enumeration. */
typedef struct pk_binding_class {
    const char *name;
    bool is_enum, integers; /* integers: an IntEnum */
    const char *const *names;
    uint32_t count;
    const struct pk_binding *values; /* of members, or the last defaults */
    uint32_t value_count;
    const char *key; /* all of it: what pk_binding_class_key appends */
    size_t key_length;
} pk_binding_class;

typedef struct pk_binding {
    const char *name; /* a name, or names with dots: "config.N" */
    uint8_t kind;
    bool is_complex; /* pairs of dtype */
    pk_type dtype;
    uint32_t ndim;
    const uint64_t *shape;
    const void *values;             /* in memory layout of dtype */
    const struct pk_record *record; /* array, dtype: elements are records; dtype
                                       is u8 */
    const struct pk_binding *items; /* without names, constants all */
    const pk_program *program;
    const char *target;
    const pk_binding_class *of;
    const pk_reference *reference; /* its array must outlive the program */
} pk_binding;

/* A file that imports find before those on the disk. */
typedef struct pk_given_file {
    const char *name, *text;
    size_t length;
} pk_given_file;

typedef struct pk_program_options {
    const char *file;    /* name for messages; its folder is where imported
                            modules are looked for; NULL: "<source>" and no
                            imports from files */
    uint32_t first_line; /* line number of the text's first line, 0 means 1 */
    const pk_binding *bindings;
    uint32_t binding_count;
    const pk_given_file *files; /* read when something imports them */
    uint32_t file_count;
    bool of_context;         /* the classes of its bindings are the context's */
    const char *import_path; /* pk_module_request's; must outlive it */
} pk_program_options;

/* Appends all that a compile depends on of a binding, for keys. */
void pk_binding_key(const pk_binding *binding, pk_text *out);
/* All that a class says. */
void pk_binding_class_key(const pk_binding_class *class, pk_text *out);

/* Parses `text` (UTF-8, need not end with NUL; copied). On failure the
 * diagnostics say why and *out is NULL. The program lives until
 * pk_program_free; `allocator` must outlive it. */
pk_status pk_program_new(const pk_allocator *allocator, const char *text,
                         size_t length, const pk_program_options *options,
                         pk_program **out, pk_diags *diags);
void pk_program_free(pk_program *program);

/* The arrays that functions of the program may use by reference, its own and
 * those of programs that its bindings name: number `i` is argument param_count
 * + i of a kernel, behind those that the text has. */
const pk_reference *const *pk_program_references(const pk_program *program,
                                                 uint32_t *count);

PK_SHARED uint32_t pk_program_function_count(const pk_program *program);
PK_SHARED const pk_function_info *pk_program_function(const pk_program *program,
                                                      uint32_t index);
PK_SHARED const pk_function_info *pk_program_find(const pk_program *program,
                                                  const char *name);
/* The enumeration of which `name`, "Color.RED", is a member, and what stands
 * for it in arguments; NULL when it is none. */
const struct pk_members *pk_program_member(const pk_program *program,
                                           const char *name, pk_arena *arena,
                                           int64_t *number);
/* The enumeration, and the class of tuples whose items have names, of a name of
 * the module, "Color"; NULL when it stands for none. */
const struct pk_members *pk_program_enum(const pk_program *program,
                                         const char *path, pk_arena *arena);
const struct pk_fields *pk_program_fields(const pk_program *program,
                                          const char *path, pk_arena *arena);
/* "did you mean Color.RED?" for a name that is not a member of an enumeration,
 * "did you mean Point?" for one that is not a class of such tuples; NULL when
 * no name of the module is similar. */
const char *pk_program_suggest_member(const pk_program *program,
                                      const char *path, pk_arena *arena);
const char *pk_program_suggest_fields(const pk_program *program,
                                      const char *path, pk_arena *arena);

/* A hash of everything in the program that a compile can depend on: its text
 * and where that is from, the same of modules that it reads, bindings. */
pk_digest pk_program_digest(const pk_program *program);

/* Shows the files in which imports of the program, and of modules that it has
 * read, were looked for. Their texts are the program's. */
void pk_program_visit_files(const pk_program *program,
                            void (*visit)(void *self,
                                          const pk_import_file *file),
                            void *self);
/* Whether the file is now as it was then. */
bool pk_import_file_is_same(const pk_allocator *allocator,
                            const pk_import_file *file);

/* Appends an error as pk_diag_print does, with the source line when its place
 * is in the program or a module that it imports. `program` may be NULL; memory
 * that is wanted in between comes from `allocator`. */
void pk_program_explain(const pk_program *program,
                        const pk_allocator *allocator, const pk_error *err,
                        pk_text *out);

/* Adds a diagnostic with the line of source that its file and place name. */
PK_SHARED void pk_program_report(const pk_program *program, const pk_diag *diag,
                                 pk_diags *diags);
/* The file name for messages. */
PK_SHARED const char *pk_program_file(const pk_program *program);
/* Where it has an `async def` of that name, which is no function here; line 0
 * where it has none. */
pk_loc pk_program_async(const pk_program *program, const char *name);

/* Reads a signature as users write it, "f32[:], f32[::1,:], i64, c128": Numba's
 * names and the short ones, with or without "void(...)". The program's own
 * names stand for types, too, unless it is NULL: "Point(f32, f32), Color,
 * REC[:]" of named tuples, enumerations and dtypes. In `arena`. PK_BAD_ARG says
 * what is wrong in `diags`, unless it is NULL. */
PK_SHARED pk_status pk_signature_parse(pk_arena *arena,
                                       const pk_program *program,
                                       const char *text, pk_signature *out,
                                       pk_diags *diags);

#endif
