/* SPDX-License-Identifier: Apache-2.0 */
/* Functions for tools, beyond running kernels: what a source means and whether
 * it compiles (checks), what the compiler makes of it (stages), what is in the
 * disk cache. The rules of portkern.h about structs, text, errors and threads
 * hold here, too. */
#ifndef PORTKERN_TOOLS_H
#define PORTKERN_TOOLS_H

#include "portkern/portkern.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- codes of diagnostics ---- */

/* The description of a diagnostic's code, beyond one message; static text. */
typedef struct pk_code_desc {
    uint32_t struct_size;
    const char *code;  /* "E0320" */
    const char *name;  /* "operator" */
    const char *cause; /* what is wrong, in general */
    const char *fix;   /* what to do about it */
} pk_code_desc;

/* Looks a code up by itself ("E0320") or by its name; PK_BAD_ARG when there is
 * none. Fills in the first `out->struct_size` bytes. */
PK_API pk_status pk_code_describe(const char *code, pk_code_desc *out,
                                  pk_error *err);

/* ---- checking a source ---- */

typedef struct pk_check_request {
    uint32_t struct_size;
    uint32_t perf;         /* 1: notes on what could be faster, too */
    const char *function;  /* only this one; NULL: all that are no plain ones */
    const char *signature; /* its types, "f32[:], i64"; NULL: those that its
                              decorator, or launches in the source, say */
    const char *backends;  /* "cpu,cuda": it is an error when one is not
                              there; NULL: cpu, opencl, cuda, interp */
} pk_check_request;

typedef enum pk_check_kind {
    PK_CHECK_FUNCTION,  /* name: kernel, device, ...; detail: the signature,
                           or why that of a host function is not known */
    PK_CHECK_BACKEND,   /* name: of the backend; detail: why not, or the
                           extensions that a device must have */
    PK_CHECK_CONSTRUCT, /* name: what is used; refused: backends without it */
    PK_CHECK_HOST,      /* name: what host code uses of Numba; detail: what
                           portkern has in its place */
    PK_CHECK_KIND_COUNT
} pk_check_kind;

typedef enum pk_verdict {
    PK_VERDICT_no,
    PK_VERDICT_yes,
    PK_VERDICT_unknown, /* no types are known, or a backend is not there */
    PK_VERDICT_COUNT
} pk_verdict;

/* One finding; those of a function follow its own. Text lives as long as the
 * pk_checked. */
typedef struct pk_check_item {
    pk_check_kind kind;
    pk_verdict verdict;
    const char *function, *name, *detail;
    uint32_t line, col, end_col; /* where it stands (first); of a backend that
                                    says no: what it refuses */
    uint32_t uses;               /* constructs, host: how often */
    uint32_t guessed;    /* functions: the signature is a guess by their text */
    const char *refused; /* constructs: "opencl,cuda"; "" when all have it */
    pk_function_kind function_kind; /* functions */
} pk_check_item;

typedef struct pk_checked pk_checked;

/* Goes through a module's functions: what each is made of, whether it compiles
 * for each backend under each signature that is known, and what it does that
 * its author may not have meant. Needs no device. Problems of the source are
 * no failure: they are in the diagnostics of *out. PK_BAD_ARG, PK_NAME for a
 * request that cannot be read. */
PK_API pk_status pk_module_check(pk_module *mod,
                                 const pk_check_request *request,
                                 pk_checked **out, pk_error *err);
PK_API void pk_checked_release(pk_checked *checked);
PK_API size_t pk_checked_count(const pk_checked *checked);
/* NULL when `i` is past the end. */
PK_API const pk_check_item *pk_checked_get(const pk_checked *checked, size_t i);
/* Errors, warnings and notes, in order of the source; lives as long as
 * `checked` and is not released. */
PK_API const pk_diagnostics *pk_checked_diagnostics(const pk_checked *checked);

/* ---- types ---- */

/* Infers a function of the module, of any kind, for types of arguments
 * ("f32[:], i64", as for checks) and gives a list of one signature: its
 * parameters, where declared types and defaults are in their places, and its
 * result, in the words of messages. Compiles nothing and needs no device.
 * PK_NAME when there is no such function, PK_BAD_ARG when the signature cannot
 * be read; else what a compile fails with, with its diagnostics. */
PK_API pk_status pk_module_infer(pk_module *mod, const char *function,
                                 const char *signature, pk_signatures **out,
                                 pk_error *err);

/* Lists what decorators of the source export, @portkern.export("f8(f8[:])") and
 * Numba's @cc.export("name", "f8(f8[:])"), in the order of the functions: the
 * declared types, and the result's, "" where it is not said. Needs no device.
 * An export that is wrong makes the call fail, with its diagnostics. Of a
 * bundle it lists what pk_modules_save_bundle was given. */
PK_API pk_status pk_module_exports(pk_module *mod, pk_signatures **out,
                                   pk_error *err);

/* Says what the loops over prange of a function with parallel=True do, by its
 * text alone: a note for each, whether its iterations run on all cores and why
 * not; behind it warnings of stores by which they overwrite each other's
 * results. The list is the caller's to release; it is empty for other
 * functions. PK_NAME when there is no such function. */
PK_API pk_status pk_module_parallel_loops(pk_module *mod, const char *function,
                                          pk_diagnostics **out, pk_error *err);

/* ---- coverage ---- */

/* A line of a source that has run, where `from` is `to`; else, with
 * PK_CONTEXT_branches, a step from one line to another. A function begins with
 * a step from, and is left by one to, the negative number of its first line,
 * which is that of its first decorator. Lines are those on which statements
 * begin, as CPython counts them for its trace functions; a step is that of a
 * thread. */
typedef struct pk_covered {
    uint32_t struct_size;
    int32_t from, to;
    const char *file; /* as in messages; lives until the callback returns */
} pk_covered;

/* Calls `covered` for all that kernels have run since the last call, in a
 * context with the flag PK_CONTEXT_lines or PK_CONTEXT_branches; something may
 * come twice. Waits for the work of the context's queues, whose failures stay
 * with them: lines of a launch that failed count, too, unless its device was
 * lost. Kernels of such a context are compiled to note what they run, and
 * leave the same results; the library keeps what they noted until this call
 * has reported it, also when their modules are gone. `covered` must not call
 * portkern. PK_UNSUPPORTED without one of the flags. */
PK_API pk_status pk_context_take_coverage(
    pk_context *ctx, void *self,
    void (*covered)(void *self, const pk_covered *what), pk_error *err);

/* ---- stages of the compiler, for tools ---- */

typedef struct pk_emission pk_emission;

typedef struct pk_emit_request {
    uint32_t struct_size;
    uint32_t debug_lines;  /* keep source lines in the output */
    const char *kernel;    /* a function of the module */
    const char *signature; /* "f32[:], f32[::1,:], i64"; NULL for stage ast */
    const char *stage;  /* ast types ir loops passes llvm asm ptx opencl, or a
                           stage that a plugin knows */
    const char *target; /* sm_XY, threads, subgroups, lanes, block, native or
                           the name of a CPU; NULL: the stage's default */
    uint32_t block[3];  /* block to compile for; 0: any */
    uint32_t grid[3];   /* grid likewise */
    uint32_t shared_bytes; /* dynamic shared memory to compile for, */
    uint32_t has_shared;   /* 0: any */
} pk_emit_request;

/* Compiles one function up to a stage; needs no device. */
PK_API pk_status pk_emit(pk_module *mod, const pk_emit_request *request,
                         pk_emission **out, pk_error *err);
PK_API void pk_emission_release(pk_emission *emission);
/* The output, ended with NUL (text or not); lives as long as the emission. */
PK_API const char *pk_emission_data(const pk_emission *emission, size_t *size);
PK_API bool pk_emission_is_text(const pk_emission *emission);
/* Stage by stage the time it took, in nanoseconds, without the opening of
 * files and libraries. False when `i` is past the last; `stage` and `ns` may be
 * NULL. */
PK_API bool pk_emission_timing(const pk_emission *emission, size_t i,
                               const char **stage, uint64_t *ns);

/* ---- disk cache ---- */

/* One entry. Text lives until the visitor returns. */
typedef struct pk_cache_entry {
    const char *file; /* name in the cache's folder */
    uint64_t bytes;
    int64_t seconds;    /* last written, since 1970 */
    bool valid;         /* whole, by its checksum */
    const char *kernel; /* "" when not valid; so are the next three */
    const char *backend;
    const char *target;
    const char *format; /* "recipe": how a kernel is launched; else that of the
                           artifact: "native", "ptx", ... */
} pk_cache_entry;

/* The folder, NULL when the cache is off; lives as long as the context. */
PK_API const char *pk_cache_dir(const pk_context *ctx);
/* Calls `visit` for each entry; stops when it returns false. */
PK_API pk_status pk_cache_list(pk_context *ctx,
                               bool (*visit)(void *self,
                                             const pk_cache_entry *entry),
                               void *self, pk_error *err);
/* Removes every entry, or every damaged one, and counts them; `removed` may be
 * NULL. */
PK_API pk_status pk_cache_clear(pk_context *ctx, uint64_t *removed,
                                pk_error *err);
PK_API pk_status pk_cache_verify(pk_context *ctx, uint64_t *removed,
                                 pk_error *err);

#ifdef __cplusplus
}
#endif
#endif
