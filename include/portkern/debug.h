/* SPDX-License-Identifier: Apache-2.0 */
/* Stepping through one thread of a kernel, line by line of its source, on the
 * interpreter. The rules of portkern.h about structs, text and errors hold
 * here, too.
 *
 *     options.flags = PK_CONTEXT_debugger, options.backend = "interp"
 *     pk_context_create, ..., pk_queue_debug(queue, &debugger, &err)
 *     pk_launch(queue, kernel, ...)      calls debugger.stopped
 *
 * The other threads of the grid run as they would: those of the block take each
 * operation together with the one that is looked at. */
#ifndef PORTKERN_DEBUG_H
#define PORTKERN_DEBUG_H

#include "portkern/portkern.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pk_debug_kind {
    PK_DEBUG_NONE,    /* None */
    PK_DEBUG_NUMBER,  /* a scalar of `dtype`: bits[0] */
    PK_DEBUG_COMPLEX, /* two of `dtype`: bits[0] and bits[1] */
    PK_DEBUG_TUPLE,   /* items, which have names in a named tuple */
    PK_DEBUG_ARRAY,   /* elements of `format` in memory */
    PK_DEBUG_RECORD,  /* one such element */
    PK_DEBUG_OTHER    /* something that has no value while the kernel runs: a
                         function, a string; `type` says what */
} pk_debug_kind;

/* A variable, or an item of one. Memory lives until the callback returns, and
 * may be read and written as the thread would. */
typedef struct pk_debug_value {
    const char *name; /* of the variable or the tuple's item, else "" */
    const char *type; /* of variables: "float64", "array(float32, 1d, C)" */
    pk_debug_kind kind;
    pk_dtype dtype;
    uint64_t bits[2]; /* zero-extended */
    uint32_t count;   /* of items, or of an array's axes */
    const struct pk_debug_value *items;
    const char *class_name;         /* of a named tuple, else "" */
    const char *format;             /* dtype in NumPy's words: "<f4" */
    const int64_t *shape, *strides; /* strides in bytes */
    void *data; /* the first element; NULL: elements lie outside of the memory
                   that the thread may use, or there are none */
} pk_debug_value;

/* A function that the thread is in. */
typedef struct pk_debug_frame {
    const char *function, *file;
    uint32_t line;
    uint32_t variable_count; /* those that the thread has assigned */
    const pk_debug_value *variables;
} pk_debug_frame;

typedef enum pk_debug_reason {
    PK_DEBUG_LINE,  /* the thread is about to run a line */
    PK_DEBUG_BREAK, /* the same, where only a breakpoint is a reason */
    PK_DEBUG_LOOK,  /* answer to PK_DEBUG_OTHER_THREAD */
    PK_DEBUG_FAULT  /* the launch is about to fail, see `message`; the thread is
                       the one that fails, where that is known */
} pk_debug_reason;

typedef struct pk_debug_stop {
    uint32_t struct_size;
    pk_debug_reason reason;
    const char *message; /* FAULT, else "" */
    uint32_t block[3], thread[3];
    uint32_t grid_dim[3], block_dim[3]; /* of the launch */
    uint32_t frame_count; /* 0: the thread has not begun, or has returned */
    const pk_debug_frame *frames; /* the innermost first */
} pk_debug_stop;

typedef enum pk_debug_answer {
    PK_DEBUG_STEP,         /* stop at the next line, in any function */
    PK_DEBUG_NEXT,         /* ... in this function or those around it */
    PK_DEBUG_FINISH,       /* ... in the functions around it */
    PK_DEBUG_CONTINUE,     /* ... with a breakpoint */
    PK_DEBUG_SAME,         /* as it was answered before */
    PK_DEBUG_OTHER_THREAD, /* `block` and `thread` of the debugger have changed:
                              calls again, at once, with the frames of that
                              thread, whose lines it stops at from now on */
    PK_DEBUG_STOP          /* the launch ends with PK_CANCELLED */
} pk_debug_answer;

typedef struct pk_debug_break {
    const char *file; /* as in frames; NULL: any */
    uint32_t line;
} pk_debug_break;

/* Belongs to the caller, who may change it in the callback. */
typedef struct pk_debugger {
    uint32_t struct_size;
    uint32_t block[3], thread[3]; /* whose lines it stops at */
    pk_debug_answer begin;        /* STEP or CONTINUE */
    const pk_debug_break *breaks;
    uint32_t break_count;
    const uint32_t *interrupt; /* NULL, or a word that other threads set,
                                  atomically, to anything but 0: the next line
                                  is a stop. The callback sets it back */
    void *self;
    /* Called on the thread that launches, which waits. It may not call
     * portkern. */
    pk_debug_answer (*stopped)(void *self, const pk_debug_stop *stop);
} pk_debugger;

/* Launches in the queue are debugged from here on, until `debugger`, which
 * stays the caller's and must live as long, is NULL again. PK_UNSUPPORTED
 * unless the context was made with PK_CONTEXT_debugger, which only `interp`
 * allows: kernels of such a context keep their variables. */
PK_API pk_status pk_queue_debug(pk_queue *queue, pk_debugger *debugger,
                                pk_error *err);

#ifdef __cplusplus
}
#endif
#endif
