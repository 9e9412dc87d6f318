/* SPDX-License-Identifier: Apache-2.0 */
/* portkern: kernels written in Python, compiled and launched from C.
 *
 *     pk_context_create     one device, chosen by PORTKERN_BACKEND or options
 *     pk_module_from_file   a .py file
 *     pk_module_kernel      one of its kernels
 *     pk_launch             compiles for the arguments at hand, then runs
 *     pk_queue_finish       waits; host arrays hold the results
 *
 * Handles are reference-counted. A create or from function gives the caller
 * one reference, `release` gives it back (NULL is allowed), and objects keep
 * alive what they need, so handles may be released in any order. A NULL
 * handle, a handle of another kind and one of another context are
 * PK_BAD_HANDLE; use after the last release is undefined.
 *
 * Failures: functions that can fail return a pk_status and take `pk_error *err`
 * last, which may be NULL. A call that fails changes nothing and leaves *out
 * alone. What goes wrong on the device later stays with the queue and is
 * returned by every call on it until pk_queue_clear.
 *
 * Structs that start with `struct_size` may be those of another version. The
 * caller sets it to the struct's sizeof, which PK_INIT does: members that end
 * within that size are read or filled in, others are not. In structs that the
 * library reads, members left zero mean the default. Structs that the library
 * owns and shows by a pointer (pk_diagnostic, ...) grow at their ends.
 * pk_error, pk_allocator, pk_array, pk_arg and what consists of them
 * (pk_global, pk_named_arg), and pk_source_file keep their size.
 *
 * Threads: every function may be called from any thread at any time, except
 * that one pk_queue or pk_prepared is used by one thread at a time.
 *
 * The library never ends the process, installs no signal handler, and prints
 * only what PORTKERN_LOG, PORTKERN_DUMP or a kernel's print() ask for. After
 * fork() the cpu backend and the interpreter go on in the child, except with
 * what another thread was in the middle of; that, and other devices, give
 * PK_FORKED. The size of the caller's stack, its signal mask and its floating-
 * point environment do not matter, and are not changed.
 *
 * Sizes are in bytes unless said otherwise; text is UTF-8. */
#ifndef PORTKERN_PORTKERN_H
#define PORTKERN_PORTKERN_H

#include "portkern/function.h"
#include "portkern/values.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PK_VERSION_MAJOR 0
#define PK_VERSION_MINOR 1
#define PK_VERSION_PATCH 0
/* Grows with every version: 0.1.0 is 100. */
#define PK_VERSION_NUMBER                                                      \
    (10000 * PK_VERSION_MAJOR + 100 * PK_VERSION_MINOR + PK_VERSION_PATCH)

/* The version of the library at hand, "0.1.0"; static. */
PK_API const char *pk_version(void);

typedef struct pk_device_list pk_device_list;
typedef struct pk_queue pk_queue;
typedef struct pk_event pk_event;
typedef struct pk_graph pk_graph;
typedef struct pk_module pk_module;
typedef struct pk_kernel pk_kernel;
typedef struct pk_prepared pk_prepared;
typedef struct pk_signatures pk_signatures;
typedef struct pk_diagnostics pk_diagnostics;

/* ---- contexts ---- */

typedef enum pk_log_level {
#define LOG_LEVEL(name, adds) PK_LOG_##name,
#include "portkern/log_levels.def"
#undef LOG_LEVEL
} pk_log_level;

enum {
    PK_CONTEXT_no_device = 1, /* for pk_emit and the cache only */
    PK_CONTEXT_debugger = 2,  /* for pk_queue_debug (debug.h), on interp only */
    PK_CONTEXT_lines = 4,     /* for pk_context_take_coverage (tools.h) */
    PK_CONTEXT_branches = 8,  /* the same, with the steps between lines */
    /* With `offload`: only those loops go that the device runs faster, copies
     * included, as measured here and kept in the disk cache. */
    PK_CONTEXT_measured_offload = 16
};

/* `self` of a callback is the member of that name before it. Callbacks may
 * come from any thread, also at the same time, and may not call portkern. */
typedef struct pk_context_options {
    uint32_t struct_size;
    uint32_t flags; /* PK_CONTEXT_* */
    /* Where the library takes host memory; copied. NULL: malloc. */
    const pk_allocator *allocator;
    /* Which device: a list in the grammar of PORTKERN_BACKEND, which it
     * overrides: "cpu", "cuda:1,opencl:pocl", "auto". */
    const char *backend;
    /* One plugin opened by its path, whoever owns it; `backend` then names
     * devices of it and may be NULL. */
    const char *plugin_file;
    /* Folders with plugins, absolute, separated by ':', searched before all
     * others; refused where others than root and the user can write them or
     * what leads there. */
    const char *plugin_path;
    /* Folder of the disk cache, "off" for none; overrides
     * PORTKERN_CACHE_DIR. */
    const char *cache_dir;
    /* Where to write a Chrome trace when the context goes; overrides
     * PORTKERN_PROFILE. "%p" in it is the process's number. */
    const char *profile_file;
    uint32_t num_threads;   /* CPU threads; 0: PORTKERN_NUM_THREADS, else all */
    pk_log_level log_level; /* the most detailed level that `log` gets */
    /* Gets each line of the log. Without it the log goes to stderr when
     * PORTKERN_LOG is set. */
    void *log_self;
    void (*log)(void *log_self, pk_log_level level, const char *topic,
                const char *text);
    /* Gets what kernels print, at the latest in pk_queue_finish. Without it
     * the text goes to stdout, and PK_IO says when it could not be written. */
    void *print_self;
    void (*print)(void *print_self, const char *text, size_t length);
    /* A CUcontext or cl_context of the caller's to work in, on the device that
     * it was made for; 0: one of our own. `backend` must name its backend. It
     * has to outlive the pk_context and is not destroyed. */
    uint64_t native_context;
    /* How long a launch may run, in milliseconds; 0: PORTKERN_DEADLINE, else as
     * long as it likes. One that runs longer fails with PK_TIMEOUT. A device
     * that cannot stop a launch (opencl, cuda on a GPU) refuses a deadline:
     * PK_UNSUPPORTED. Kernels that have one are compiled to be stopped in
     * innermost loops, too. */
    uint32_t deadline_ms;
    /* Gets each stage of a compile ("parse", "types", ...) when it is done;
     * times are nanoseconds of CLOCK_MONOTONIC. */
    void *stage_self;
    void (*stage)(void *stage_self, const char *name, uint64_t begin_ns,
                  uint64_t end_ns);
    /* For functions of the host, so with the backend cpu: another context, on
     * whose device their parallel loops run where they can. Results are the
     * same. NULL: all run on this one's threads. It is retained. */
    struct pk_context *offload;
    /* Compiles for this target of `backend`, one name, and opens no device:
     * "x86-64-v3", "aarch64", "sm_75". For pk_kernel_compile and
     * pk_host_function_compile, whose results go to the disk cache, and
     * pk_modules_save_bundle; nothing runs. PK_NO_DEVICE: no such target. Its
     * `offload` and `offload_more` have targets, too: parallel loops are
     * compiled for these. */
    const char *target;
    /* With `offload`, further ones: iterations are split among the devices of
     * all, by their speeds; each gets all arrays that a loop is passed, and
     * what they write is joined on the host, also within a call. Retained. */
    struct pk_context *const *offload_more;
    uint32_t offload_more_count; /* at most 7 */
} pk_context_options;

/* Opens a device: the first of the list that opens. `options` may be NULL.
 * Fails with PK_BAD_ARG when the list cannot be read, else, when nothing
 * opens, with the status of the last entry tried (PK_NO_PLUGIN, PK_NO_DRIVER,
 * PK_NO_DEVICE, ...) and a message that says for each what went wrong. */
PK_API pk_status pk_context_create(const pk_context_options *options,
                                   pk_context **out, pk_error *err);
PK_API pk_context *pk_context_retain(pk_context *ctx);
PK_API void pk_context_release(pk_context *ctx);

/* Writes the trace of PORTKERN_PROFILE or `profile_file` as far as it is; the
 * last release writes it too, when there is more by then, but can report a
 * failure to the log alone. PK_IO when the file cannot be written, with the
 * reason; PK_OK where no trace is wanted, and in a child after fork(), where
 * the trace is the parent's to write. Safe to call from any thread. */
PK_API pk_status pk_context_write_profile(pk_context *ctx, pk_error *err);

typedef struct pk_context_stats {
    uint32_t struct_size;
    uint32_t buffers;         /* alive, with those of launches under way */
    uint64_t device_bytes;    /* in them */
    uint64_t launches;        /* made, with those of empty grids */
    uint64_t specialisations; /* kernels x argument types, ready to run */
    uint64_t compiles;        /* of those, made by the compiler */
    uint64_t cache_hits;      /* of those, taken from the disk cache */
    uint64_t cache_misses;    /* looked for there and not found */
    uint64_t cache_corrupt;   /* found damaged and removed */
    uint64_t frontends;       /* kernels read by the compiler, right or wrong */
    uint64_t parses;          /* sources parsed: none where all is cached */
    uint64_t copied_in;       /* bytes of elements copied from the host, ... */
    uint64_t copied_out;      /* ... and to it, when the copy was queued; where
                                 memory is shared, launches copy nothing */
    uint64_t compiling;       /* kernels that are being compiled now */
    uint64_t host_compiles;   /* of compiles, of functions of the host */
    uint64_t host_cache_hits; /* the same of cache_hits */
    uint64_t improved;        /* modules that have run better code since it was
                                 compiled in the background */
} pk_context_stats;

/* Fills in the first `out->struct_size` bytes. */
PK_API pk_status pk_context_get_stats(pk_context *ctx, pk_context_stats *out,
                                      pk_error *err);

/* ---- devices ---- */

/* A device, or a backend that has none and why. */
typedef struct pk_device_info {
    uint32_t struct_size;
    uint32_t index;     /* number among its backend's devices */
    pk_status status;   /* PK_OK: can be opened */
    char backend[32];   /* "opencl" */
    char selector[48];  /* what to write in PORTKERN_BACKEND: "opencl:0" */
    char name[128];     /* of the device, "" when status is not PK_OK */
    char platform[128]; /* whose driver, with its version */
    char suffix[64];    /* of an OpenCL ICD ("POCL"), else "" */
    char version[64];   /* of the plugin */
    char file[256];     /* of the plugin, "" when part of the library */
    uint32_t abi;       /* of the plugin: major << 16 | minor */
    uint32_t is_gpu, is_cpu;
    uint32_t only_by_name; /* never chosen unless named */
    char reason[768];      /* why it cannot be used, "" when it can */
} pk_device_info;

/* Lists every backend: linked in, beside the library, and in the plugin path,
 * each device a row; a plugin that cannot be opened, speaks another ABI, or
 * has no driver or device is one row with its reason; so is a folder that is
 * refused, as `file` without a backend. Opens no device. `options` may be NULL.
 */
PK_API pk_status pk_device_list_create(const pk_context_options *options,
                                       pk_device_list **out, pk_error *err);
PK_API void pk_device_list_release(pk_device_list *list);
PK_API size_t pk_device_list_count(const pk_device_list *list);
/* NULL when `i` is past the end; lives as long as the list. */
PK_API const pk_device_info *pk_device_list_get(const pk_device_list *list,
                                                size_t i);

/* The limits of the device of a context. */
typedef struct pk_device_limits {
    uint32_t struct_size;
    uint32_t max_block;        /* threads of a block */
    uint32_t max_block_dim[3]; /* along x, y, z */
    uint32_t max_grid_dim[3];  /* blocks along x, y, z */
    uint32_t shared_bytes;     /* shared memory of a block */
    uint32_t warp_size;
    uint32_t has_f64;     /* float64 arithmetic */
    uint32_t host_memory; /* device memory is host memory: no copies */
    uint64_t global_bytes, max_alloc; /* 0: unknown */
    char target[64];                  /* name of the compiler's target */
    char form[16];                    /* how kernels are laid out on it */
} pk_device_limits;

/* Both fill in the first `out->struct_size` bytes. PK_NO_DEVICE for a context
 * without a device. */
PK_API pk_status pk_context_get_device(pk_context *ctx, pk_device_info *out,
                                       pk_error *err);
PK_API pk_status pk_context_get_limits(pk_context *ctx, pk_device_limits *out,
                                       pk_error *err);

/* The memory of a context's device, in bytes. */
typedef struct pk_device_memory {
    uint32_t struct_size;
    uint32_t is_measured; /* 1: free_bytes counts what others took, too */
    uint64_t total_bytes; /* 0: unknown */
    uint64_t free_bytes;
    uint64_t used_bytes; /* taken by this context */
} pk_device_memory;

/* Asks the driver (cuda), or the machine where the device works in its memory
 * (cpu, interp and CPUs of opencl): what programs can have without swapping.
 * Else free_bytes is what this context has left. Others take memory at any
 * time, so it is an estimate; a driver also cuts memory into pieces, so that a
 * buffer of free_bytes need not fit. Takes microseconds.
 *
 * Fills in the first `out->struct_size` bytes. PK_NO_DEVICE for a context
 * without a device. Any thread. */
PK_API pk_status pk_context_get_memory(pk_context *ctx, pk_device_memory *out,
                                       pk_error *err);

/* ---- buffers ---- */

enum { PK_BUFFER_pinned = 1 }; /* host memory that the device reaches */

/* Takes `size` bytes of device memory, with any content; 0 is allowed and
 * takes none. PK_NO_DEVICE_MEMORY says what was asked and what there is. */
PK_API pk_status pk_buffer_create(pk_context *ctx, size_t size, uint32_t flags,
                                  pk_buffer **out, pk_error *err);
/* A buffer over `size` bytes of host memory, which stays the caller's and must
 * outlive the buffer. PK_UNSUPPORTED where the device cannot work on host
 * memory in place. */
PK_API pk_status pk_buffer_import_host(pk_context *ctx, void *host, size_t size,
                                       pk_buffer **out, pk_error *err);
PK_API pk_buffer *pk_buffer_retain(pk_buffer *buf);
PK_API void pk_buffer_release(pk_buffer *buf);
/* 0 for NULL or another kind. */
PK_API size_t pk_buffer_size(const pk_buffer *buf);
/* The device address and the host address; 0 and NULL where there is none.
 * Valid while the buffer lives. */
PK_API pk_status pk_buffer_address(pk_buffer *buf, uint64_t *device,
                                   void **host, pk_error *err);

/* Copy between host memory and the buffer, starting at byte `offset`, or fill
 * `size` bytes with a pattern of 1, 2, 4 or 8 bytes (`size` and `offset` are
 * multiples of it). They wait for work under way that uses the buffer, and are
 * done when they return. PK_BAD_ARG when `offset + size` passes the end. */
PK_API pk_status pk_buffer_write(pk_buffer *buf, size_t offset, const void *src,
                                 size_t size, pk_error *err);
PK_API pk_status pk_buffer_read(pk_buffer *buf, size_t offset, void *dst,
                                size_t size, pk_error *err);
PK_API pk_status pk_buffer_fill(pk_buffer *buf, size_t offset, size_t size,
                                const void *pattern, size_t pattern_size,
                                pk_error *err);

/* Copies the elements of `src` to `dst`, two arrays of the same shape and the
 * same elements; at least one of them is in a buffer, and strides may be any.
 * Bytes between the elements of `dst` are not written. Where the two overlap
 * the result is as if all of `src` was read first.
 *
 * It waits for work under way that uses the buffers, and is done when it
 * returns. What a contiguous array costs is one copy of the driver. Host memory
 * with gaps or in another order is put in the device's order by the processor
 * first; a device's array with gaps takes a call of the driver for each run of
 * bytes, or for each axis of such runs where the driver can (cuda, opencl). So
 * `dst` in Fortran order, `src` in C order, both in buffers, is the dear case:
 * a kernel does that faster.
 *
 * PK_BAD_ARG names the array and says what is wrong: shapes or elements that
 * differ, elements outside of the buffer, elements of `dst` that share bytes
 * (strides that do not nest count as that). Buffers of two contexts, so of two
 * devices, are copied through host memory. PK_BAD_HANDLE, PK_NO_MEMORY and
 * PK_NO_DEVICE_MEMORY. Any thread. */
PK_API pk_status pk_array_copy(const pk_array *dst, const pk_array *src,
                               pk_error *err);

/* Reads a .npy file, NumPy's format 1.0 to 3.0, into an array in host memory:
 * of every dtype, in C or Fortran order as the file has it, of records with the
 * structure that pk_structure_get makes of the file's. The memory is from the
 * context's allocator and the caller's: pk_npy_release gives it back. An array
 * without elements has none. Files that are no regular ones are read to the end
 * of the array. What stands behind the array is not looked at.
 *
 * Messages name the file, the reason, and what to do. PK_IO when it cannot be
 * read, is cut short, damaged, or is no .npy file; PK_UNSUPPORTED for elements
 * that portkern does not have (big-endian numbers, objects, strings, dates,
 * long double) and for formats to come; PK_LIMIT for more than PK_MAX_NDIM
 * dimensions and for a header of more than 1 MiB; PK_NO_MEMORY. Any thread. */
PK_API pk_status pk_npy_load(pk_context *ctx, const char *path, pk_array *out,
                             pk_error *err);
/* Gives back the memory of an array from pk_npy_load, whose `host` must be as
 * it was, also when the context is gone (but for its allocator), and sets
 * `host` to NULL. Does nothing for NULL and an array without memory. */
PK_API void pk_npy_release(pk_array *array);
/* Writes an array to a .npy file that NumPy reads: in Fortran order when it
 * lies so, else in C order, whatever its strides. One in a buffer is copied to
 * the host as by pk_array_copy, which waits for work that uses it. A regular
 * file is replaced when the new one is whole: until then, and on failure, it is
 * what it was. A device, a pipe or a link stays what it is.
 *
 * PK_IO with the reason when the file cannot be written; PK_UNSUPPORTED for
 * records whose fields overlap or are not in the order of their places, which
 * the format cannot say; PK_BAD_ARG for what is no array. Any thread. */
PK_API pk_status pk_npy_save(const char *path, const pk_array *array,
                             pk_error *err);

/* ---- modules and kernels ---- */

/* A module-level name given from outside. `value` is a constant, which is
 * copied: a number, a string, None, a dtype, structured ones too, pk_in of a
 * host array of numbers or records (1 MiB at most; without dimensions it is one
 * record), a tuple of constants or functions; a class (pk_class_value), its
 * tuples and members (pk_class_tuple, pk_class_member); an array in a buffer;
 * or a function of another module (pk_function_of). It takes the place of what
 * the text says of the name.
 *
 * A name may have dots: "config.N" is the attribute N of `config`, whether the
 * text imports, defines or only uses that name. What else the name has stays.
 * Names are the text's own: behind `import config as c` it is "c.N".
 *
 * A class is found by its global's name by pk_kernel_named, pk_kernel_member
 * and signatures, also where the text does not have it.
 *
 * An array in a buffer is by reference: kernels and the functions that they
 * call read it as it is when they run, and write it unless it is given by
 * pk_in. The module holds the buffer; the pk_array is copied. Launches have it
 * as an argument that the text does not show: arrays among their own arguments
 * may overlap with it. */
typedef struct pk_global {
    const char *name;
    pk_arg value;
} pk_global;

/* Reads and parses a .py file; its imports are looked for beside it and in the
 * packages that it is in. PK_IO when it cannot be read, PK_SYNTAX with the
 * place when it is not valid Python. Kernels are compiled when they are first
 * launched. */
PK_API pk_status pk_module_from_file(pk_context *ctx, const char *path,
                                     pk_module **out, pk_error *err);
/* The same from `text`, which ends with NUL. `name` is the file name for
 * messages, in whose folder imports are looked for, or NULL for none;
 * `first_line` the line number of the text's first line (0: 1; at most 2^30);
 * `globals` may be NULL when `global_count` is 0. */
PK_API pk_status pk_module_from_source(pk_context *ctx, const char *text,
                                       const char *name, uint32_t first_line,
                                       const pk_global *globals,
                                       size_t global_count, pk_module **out,
                                       pk_error *err);

/* The types that a function is used with. */
typedef struct pk_signature_info {
    const char *text;          /* "float32, float32[::1], int64" */
    const char *const *params; /* the same one by one */
    uint32_t param_count;
    const char *result;                     /* "none": nothing, as of kernels */
    const struct pk_compile_info *compiled; /* NULL: it is not */
    const char *function; /* of pk_module_exports, else "": whose it is, */
    const char *exported; /* and its name as an export */
} pk_signature_info;

/* Writes a bundle: the module's functions, and all that launches need of its
 * kernels for the types and the device for which they are compiled so far. A
 * bundle is for the same device and the same builds of portkern's plugins. It
 * is made of the disk cache, and replaces the file when it is whole.
 * PK_UNSUPPORTED: no disk cache, or the module needs what is of this process
 * only: arrays in buffers as globals, records and classes in signatures and
 * defaults. Any thread. */
PK_API pk_status pk_module_save_bundle(pk_module *mod, const char *path,
                                       pk_error *err);
/* The same of one source in several contexts, each a device or a target
 * (pk_context_options.target). Where the bundle is opened, the best code that
 * the device runs is taken. `exports` (NULL when there are none) are other
 * names by which it has functions, and for which types: `exported`, `function`,
 * `params` and `result` are read. PK_BAD_ARG when modules are not of the same
 * source and globals, and for two exports of one name; PK_NAME when there is no
 * such function. */
PK_API pk_status pk_modules_save_bundle(pk_module *const *mods, size_t count,
                                        const pk_signature_info *exports,
                                        size_t export_count, const char *path,
                                        pk_error *err);

/* Opens a bundle: a module without its source, of which kernels are found,
 * bound and launched as others are, and nothing is compiled: PK_UNSUPPORTED for
 * types that it does not have. libportkern_rt, a library without a compiler,
 * opens no other modules. Where the bundle does not have a function for just
 * these arguments, what it has for more of them is taken: for arrays that are
 * not aligned, overlap, or have any strides. Trust the file as you would a
 * program: it is code that runs. PK_IO: it cannot be read. PK_BAD_ARG: it is
 * no bundle, of another version, or damaged. */
PK_API pk_status pk_module_from_bundle(pk_context *ctx, const char *path,
                                       pk_module **out, pk_error *err);
/* The same of a bundle in memory, which must stay as it is as long as the
 * module lives. */
PK_API pk_status pk_module_from_bundle_bytes(pk_context *ctx, const void *bytes,
                                             size_t size, pk_module **out,
                                             pk_error *err);

/* A source by its name, "pkg/util.py", and its text, which ends with NUL. */
typedef struct pk_source_file {
    const char *name;
    const char *text;
} pk_source_file;

typedef struct pk_module_request {
    uint32_t struct_size;
    uint32_t first_line; /* of the first file; 0: 1 */
    const pk_source_file *files;
    size_t file_count;
    const pk_global *globals; /* of the first file */
    size_t global_count;
    const char *import_path; /* folders, separated by ':', in which imports are
                                looked for that are not beside the first file,
                                nor in the packages that it is in; NULL: none */
} pk_module_request;

/* A module of several sources: the first file is the module, and its imports,
 * and theirs, find the others before the disk. Names say what imports what:
 * `from pkg.util import f` in "main.py" is "pkg/util.py", and `import pkg` is
 * "pkg.py" or "pkg/__init__.py"; in "src/main.py" both are looked for in
 * "src/". A file is read once, so an enumeration or a namedtuple of it is one
 * class for all who import it; one that nothing imports is not read. Of files
 * that import each other in a circle, the inner one sees what the other has so
 * far.
 *
 * All is copied. PK_SYNTAX, with the file and the place, when a file that is
 * imported is not valid Python; PK_BAD_ARG when files have no names or the
 * same. Otherwise as pk_module_from_source, which is this with one file. */
PK_API pk_status pk_module_create(pk_context *ctx,
                                  const pk_module_request *request,
                                  pk_module **out, pk_error *err);
PK_API pk_module *pk_module_retain(pk_module *mod);
PK_API void pk_module_release(pk_module *mod);

/* Writes an error as users see it: place, words, and where the place is in this
 * module's source (or in one that it imports from a file) that line with a
 * caret below. For failures of running kernels and of stages behind the
 * compiler's first, which leave no diagnostics. At most `size` bytes with the
 * NUL at the end; returns how many the whole text takes without it, as snprintf
 * does. `mod` may be NULL. Any thread. */
PK_API size_t pk_module_explain(const pk_module *mod, const pk_error *err,
                                char *out, size_t size);

PK_API size_t pk_module_function_count(const pk_module *mod);
/* Fills in the first `out->struct_size` bytes. PK_BAD_ARG when `i` is past the
 * end. */
PK_API pk_status pk_module_function(const pk_module *mod, size_t i,
                                    pk_function_desc *out, pk_error *err);

/* The kernel of that name. PK_NAME, with the kernels that there are, when the
 * module has none. The kernel keeps the module alive. */
PK_API pk_status pk_module_kernel(pk_module *mod, const char *name,
                                  pk_kernel **out, pk_error *err);
PK_API pk_kernel *pk_kernel_retain(pk_kernel *kernel);
PK_API void pk_kernel_release(pk_kernel *kernel);
/* Fills in the first `out->struct_size` bytes. */
PK_API pk_status pk_kernel_describe(const pk_kernel *kernel,
                                    pk_function_desc *out, pk_error *err);

/* A member of an enumeration that the kernel's module knows, of its text or of
 * its globals, "Color.RED", as an argument of its launches. It points into the
 * module, which must stay. PK_NAME when there is none of that name. */
PK_API pk_status pk_kernel_member(const pk_kernel *kernel, const char *name,
                                  pk_arg *out, pk_error *err);

/* A tuple whose items have the names of a class of the kernel's module, "Point"
 * of `Point = namedtuple("Point", "x, y")` or of a global: as many as the class
 * has, in their order. It points to `items` and into the module. PK_NAME when
 * there is no such class, PK_BAD_ARG when it has another number of items. */
PK_API pk_status pk_kernel_named(const pk_kernel *kernel, const char *name,
                                 const pk_arg *items, size_t count, pk_arg *out,
                                 pk_error *err);

/* An argument by the name of its parameter. */
typedef struct pk_named_arg {
    const char *name;
    pk_arg value;
} pk_named_arg;

/* Binds a call as Python does, k(args..., name=value...): fills `out`, which
 * has room for `room` arguments, with one for each of the kernel's parameters
 * in their order, defaults where nothing is given; pk_kernel_describe has their
 * number, and a launch takes them so. `out` may be `args`. What `args` and
 * `named` point to must stay as long as `out` is used; the names need not.
 * PK_BAD_ARG names a parameter that the kernel has not (and the one perhaps
 * meant), one that is given twice, those that are missing. */
PK_API pk_status pk_kernel_bind(const pk_kernel *kernel, const pk_arg *args,
                                size_t arg_count, const pk_named_arg *named,
                                size_t named_count, pk_arg *out, size_t room,
                                pk_error *err);

/* ---- diagnostics ---- */

typedef struct pk_diagnostic {
    pk_severity severity;
    pk_status status;
    const char *code; /* stable, "E0203", or "" */
    const char *file; /* "" when there is no place */
    uint32_t line, col, end_col;
    const char *message;
    const char *hint;        /* what to do, or "" */
    const char *source_line; /* text of the line, or "" */
    uint32_t source_col; /* column of its first byte: over 1 in a cut line */
} pk_diagnostic;

/* The diagnostics of the call that failed last in this context on the calling
 * thread, among those that may compile (of modules, kernels, launches, checks
 * and stages), the first of them that call's `err`. PK_BAD_ARG when it left
 * none, as where arguments were refused, and when there are none any more (a
 * context keeps the last ones of a few threads). The list is the caller's to
 * release. */
PK_API pk_status pk_context_diagnostics(pk_context *ctx, pk_diagnostics **out,
                                        pk_error *err);
PK_API void pk_diagnostics_release(pk_diagnostics *list);
PK_API size_t pk_diagnostics_count(const pk_diagnostics *list);
/* How many more there were than the list keeps. */
PK_API size_t pk_diagnostics_dropped(const pk_diagnostics *list);
/* NULL when `i` is past the end; lives as long as the list. */
PK_API const pk_diagnostic *pk_diagnostics_get(const pk_diagnostics *list,
                                               size_t i);
/* All of them as users see them, with source lines and carets. Lives as long
 * as the list. */
PK_API const char *pk_diagnostics_text(const pk_diagnostics *list);

#ifdef __cplusplus
}
#endif

#include "portkern/launch.h"

#endif
