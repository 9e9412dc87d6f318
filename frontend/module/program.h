/* SPDX-License-Identifier: Apache-2.0 */
/* The module level of a parsed source: imports, constants, functions. Read-only
 * once made, so that threads may compile from it side by side. */
#ifndef PORTKERN_FRONTEND_MODULE_PROGRAM_H
#define PORTKERN_FRONTEND_MODULE_PROGRAM_H

#include "base/shared.h"
#include "frontend/diag/codes.h"
#include "frontend/module/module.h"
#include "frontend/parse/parser.h"
#include "frontend/types/types.h"

/* A fault of a decorator: reported when its function is wanted. */
typedef struct pk_fault {
    struct pk_fault *next;
    const pk_program *program;
    const pk_ast *node;
    uint32_t code; /* pk_code */
    const char *message, *hint;
    bool unknown; /* the program may well have the value when it runs */
} pk_fault;

/* Names that a function made by another finds (factory.c). */
typedef struct pk_enclosing pk_enclosing;
PK_SHARED bool pk_enclosing_find(const pk_enclosing *enclosing,
                                 const char *name, pk_typed *out);
/* The function of which `name` is a parameter that no call gives a value; NULL
 * when it is none. */
const char *pk_enclosing_uncalled(const pk_enclosing *enclosing,
                                  const char *name);
/* Whether it is of a function that is only gone through for its kernels. */
bool pk_enclosing_is_search(const pk_enclosing *enclosing);

/* The liberties that fastmath allows. */
enum {
    PK_FAST_contract = 1,  /* a product and a sum as one operation */
    PK_FAST_reassoc = 2,   /* sums and products in another order */
    PK_FAST_approx = 4,    /* division and sqrt not rounded correctly */
    PK_FAST_functions = 8, /* lib/math/native.py's */
    PK_FAST_all = 15
};

/* Whether a division by zero fails. By default it does in a call from the host
 * and not in kernels. */
enum { PK_ERROR_MODEL_default, PK_ERROR_MODEL_python, PK_ERROR_MODEL_numpy };

/* A variable whose type a decorator gives: locals={"x": float32}. */
typedef struct pk_typed_local {
    const char *name;
    const pk_ty *type;
} pk_typed_local;

/* A function that a C library is to have, by @portkern.export. */
typedef struct pk_export {
    struct pk_export *next;
    const char *name; /* in C */
    pk_declared signature;
} pk_export;

typedef struct pk_function {
    pk_function_info info; /* the first: types of arguments point to it */
    const pk_ast *def;     /* FunctionDef */
    const pk_program *program;
    uint32_t positional; /* parameters that may be given by position */
    pk_fault *faults;    /* of its decorators and parameters */
    bool unnamed;   /* made by a call: named as what it is first assigned to */
    uint8_t fast;   /* PK_FAST_* */
    bool bounds;    /* indices are checked */
    bool unchecked; /* they are not in a call from the host either */
    uint8_t error_model; /* PK_ERROR_MODEL_* */
    uint32_t limits[PK_LIMIT_COUNT];
    const pk_typed_local *typed_locals;
    uint32_t typed_local_count;
    const pk_ty **results; /* signatures: what it returns for exactly such
                              arguments */
    uint32_t result_count;
    const pk_export *exports; /* the last decorator's first */
    /* Made by a function of the module: the names that it has there. Within
     * a function that is compiled: whose instance made it, and the names of
     * variables of that which it uses: they come behind its own parameters. */
    const pk_enclosing *enclosing;
    const struct pk_instance *owner;
    const char *const *captured;
    uint32_t captured_count;
    const char *const *assigned; /* those of them that it assigns */
    uint32_t assigned_count;
} pk_function;

/* A module-level name and what it stands for. */
typedef struct pk_module_global {
    const char *name; /* interned in the program */
    pk_typed value;
} pk_module_global;

typedef struct pk_star { /* from path import * */
    struct pk_star *next;
    const char *path;
} pk_star;

typedef struct pk_looked_in {
    struct pk_looked_in *next;
    pk_import_file file;
} pk_looked_in;

/* The files that a program was given, and what is made of them: each is read
 * once, so its classes are the same for all who import it. */
typedef struct pk_given_files {
    const pk_given_file *items;
    uint32_t count;
    pk_program *root; /* owns their programs */
    pk_diags *diags;  /* get what is wrong with them */
} pk_given_files;

typedef enum pk_program_kind {
    PK_PROGRAM_user,
    PK_PROGRAM_library, /* the device library's rules of typing */
    PK_PROGRAM_plain    /* of the library, under Python's rules */
} pk_program_kind;

struct pk_program {
    pk_allocator allocator;
    pk_arena arena;
    pk_program_kind kind;
    pk_parse parse;
    pk_function **functions; /* in order of the text */
    uint32_t function_count, function_capacity;
    struct pk_holder *holders; /* functions of classes and functions: kernels in
                                  them are the module's, too (factory.c) */
    pk_module_global *globals; /* hash table over names */
    uint32_t global_count, global_capacity;
    pk_star *stars;       /* newest first */
    pk_program **modules; /* that it and they import, owned */
    uint32_t module_count;
    struct pk_looked_in *looked_in; /* files of imports, newest first */
    const pk_program *importer;     /* who reads this one, while it is made */
    const pk_given_files *given;    /* while it is made; NULL: none */
    const char *folder;      /* "" or ends with a slash; NULL: no files */
    const char *import_path; /* more of them; NULL: none */
    pk_digest digest;
    const pk_reference **references;
    uint32_t reference_count, reference_capacity;
    bool has_arrays; /* constant ones, at module level */
    bool has_tables; /* dicts and classes of constants */
    bool of_context; /* its classes are the context's (classes.h) */
    uint32_t factory_steps;
};

/* Finds the value of module-level `name` (interned in the program): its own
 * globals, then the names that stars import, then Python's builtins. False:
 * unknown. */
PK_SHARED bool pk_program_lookup(const pk_program *program, pk_arena *arena,
                                 const char *name, pk_typed *out);
/* The same of a name with dots, "shapes.Point", in any memory. */
bool pk_program_resolve(const pk_program *program, pk_arena *arena,
                        const char *path, pk_typed *out);
/* Only its own globals, arrays that may change too. */
bool pk_program_own(const pk_program *program, const char *name, pk_typed *out);
pk_module_global *pk_program_global(pk_program *program, const char *name);

/* Attribute `name` of a value that is known while compiling: a member of a
 * module. False when `base` has no such attributes. */
bool pk_static_attribute(pk_arena *arena, pk_typed base, const char *name,
                         pk_typed *out);

/* The name of a class (pk_ty_class) in the program, "Color" or "shapes.Color";
 * NULL when it has none there. */
const char *pk_program_class_path(const pk_program *program, pk_arena *arena,
                                  const void *class);

/* The function of that name, NULL when there is none. */
PK_SHARED const pk_function *pk_program_get(const pk_program *program,
                                            const char *name);

/* A def itself, and in `arena` an async def as a def, and a lambda as the def
 * of a function that returns its value. */
PK_SHARED const pk_ast *pk_function_def(pk_arena *arena, const pk_ast *node);

/* Parameter `i` of a function, and its default, NULL without one. */
PK_SHARED const pk_ast *pk_function_parameter(const pk_function *fn,
                                              uint32_t i);
const pk_ast *pk_function_default(const pk_function *fn, uint32_t i);
/* Its parameters as a hint shows them: "x, y=, *rest", and "f(x, y=)". */
const char *pk_function_list(pk_arena *arena, const pk_function *fn);
const char *pk_function_usage(pk_arena *arena, const pk_function *fn);
/* The type that the decorator's `locals` gives a variable, or NULL. */
const pk_ty *pk_function_local_type(const pk_function *fn, const char *name);

/* The program of module `path` (dots are folders) from a file beside that of
 * `program` or in the packages that it is in; `level`: the dots in front of it,
 * as Python counts them. One that is being read itself has the names that it
 * has so far. NULL when there is none or it cannot be read. */
const pk_program *pk_import_module(pk_program *program, const char *path,
                                   uint32_t level);

/* Marks every array of the module level that a statement, or all of a module,
 * may change, with the names as they are now (escape.c). */
void pk_escape(const pk_program *program, pk_arena *arena, const pk_ast *node);

/* Runs the module level (scope.c). */
void pk_scope_run(pk_program *program, const pk_program_options *options);

/* Returns the value of an expression of the module level or of a default; kind
 * hidden when it cannot be known here. */
PK_SHARED pk_typed pk_scope_value(const pk_program *program, pk_arena *arena,
                                  const pk_ast *node);

/* Whether an expression in a function with these variables is the builtin with
 * a path, such as "numba.prange". */
struct pk_vars;
PK_SHARED bool pk_scope_is_builtin(const pk_program *program, pk_arena *arena,
                                   const struct pk_vars *vars,
                                   const pk_ast *node, const char *path);

/* A program in `arena` (for the device library: kind says by which rules). */
pk_status pk_program_make(const pk_allocator *allocator, const char *text,
                          size_t length, const pk_program_options *options,
                          pk_program_kind kind, const pk_program *importer,
                          pk_program **out, pk_diags *diags);

#endif
