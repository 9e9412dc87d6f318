/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the calls of the fuzzer of the C API. A world is one thread's: its
 * random numbers, the handles that it has, and memory for arrays. All follows
 * from the seed, so that a failure can be had again. */
#ifndef PORTKERN_TESTS_FUZZ_API_WORLD_H
#define PORTKERN_TESTS_FUZZ_API_WORLD_H

#include <portkern/host.h>
#include <portkern/tools.h>
#include <pthread.h>

typedef enum kind {
    CONTEXT,
    BUFFER,
    QUEUE,
    EVENT,
    GRAPH,
    MODULE,
    KERNEL,
    HOST_FUNCTION,
    LOOP,
    PREPARED,
    PREPARED_CALL,
    EMISSION,
    CHECKED,
    DIAGNOSTICS,
    DEVICE_LIST,
    STRUCTURE,
    SIGNATURES,
    KINDS
} kind;

enum { POOL = 12 };

/* A handle, of which the world has one reference. What is not `safe` comes of
 * text that was changed at random and is compiled, but not run: it may never
 * end, and memory is the program's own affair. */
typedef struct handle {
    void *object;
    bool safe;
} handle;

/* Handles that threads pass to each other. */
typedef struct exchange {
    pthread_mutex_t lock;
    handle slots[KINDS][4];
    pk_context *contexts[2]; /* of all threads */
} exchange;

typedef struct world {
    uint64_t random;
    const char *backend, *folder;
    exchange *shared;
    handle pool[KINDS][POOL];
    int count[KINDS];
    char *ring; /* memory for arrays and copies */
    size_t ring_at;
    pk_error err;
    bool asked;          /* the call was given `err` */
    const char *calling; /* the function under way */
    uint64_t failed;     /* calls that were refused, as they should */
    uint64_t made[192], refused[192]; /* by call */
    bool trace;
} world;

/* ---- chance ---- */

uint64_t draw(world *w);
uint32_t below(world *w, uint32_t n); /* 0 .. n - 1 */
bool one_in(world *w, uint32_t n);
#define PICK(w, list) ((list)[below(w, sizeof(list) / sizeof *(list))])

/* Sizes and offsets: small ones, and the ends of their types. */
size_t any_size(world *w);
uint32_t any_u32(world *w);
/* NULL, empty, long, not UTF-8, and names of things. */
const char *any_text(world *w);
const char *any_kernel_name(world *w);

/* Fresh memory, in no use by work under way; at most REGION bytes. */
enum { REGION = 16384, REGIONS = 96 };
char *fresh_memory(world *w);

/* ---- handles ---- */

/* A handle of that kind, most times: NULL, one of another kind and memory that
 * is no handle at all come, too. */
void *any(world *w, kind of);
/* The entry of a good one; NULL when the world has none. */
handle *good(world *w, kind of);
/* Takes over a reference; NULL is left alone. */
void keep(world *w, kind of, void *object, bool safe);
void drop_all(world *w);
void give_back(kind of, void *object);
void *take_reference(kind of, void *object);
/* Passes a handle to other threads, or takes one over. */
void trade(world *w);

/* ---- verdicts ---- */

/* Returns the `err` of a call: NULL at times. */
pk_error *ask(world *w);
/* Judges a call's status and error; true when it went well. */
bool judge(world *w, pk_status status);
void die(const world *w, const char *why);

/* An output's value before a call; a call that fails leaves it. */
#define UNTOUCHED ((void *)(uintptr_t)0x5e5e5e50)
/* Judges a call that makes an object, which it keeps. */
void made(world *w, pk_status status, kind of, const void *object, bool safe);
#define MADE(w, call, of, out, safe)                                           \
    do {                                                                       \
        pk_status status_ = (call); /* which sets `out` */                     \
        made(w, status_, of, out, safe);                                       \
    } while (0)

/* ---- values ---- */

pk_context_options any_options(world *w);
/* A struct_size: most times the right one. */
uint32_t any_struct_size(world *w, size_t right);
pk_array any_array(world *w);
/* Arguments for a launch, and all that they point to. */
typedef struct arguments {
    pk_array arrays[16];
    pk_arg items[32];
    pk_arg args[8];
    uint32_t array_count, item_count;
    size_t count;
    pk_result after; /* of their lists, dicts and sets */
} arguments;
void any_arguments(world *w, arguments *out);
pk_arg any_container(world *w, arguments *out);
/* Makes arguments that fit a kernel of `safe_source`, most times. `kernel` may
 * be anything. */
void fitting_arguments(world *w, void *kernel, arguments *out);
pk_arg fitting_argument(world *w, char what, arguments *out);
pk_launch_config any_config(world *w);

/* ---- calls ---- */

#define CALL(name, weight) void fuzz_##name(world *w);
#include "calls.def"
#undef CALL

extern const char safe_source[], *const source_kernels[];
extern const int source_kernel_count;

#endif
