/* SPDX-License-Identifier: Apache-2.0 */
/* Type inference: what each expression of a function is, under the types of
 * its arguments.
 *
 * Inference runs over the syntax tree as the program would, with a type for
 * every variable at every point: assigning gives a name a new type; where
 * paths meet the types unify; loops are repeated until nothing changes. The
 * tree is shared and stays as it is: what was found is kept in notes beside
 * it, one table for each instance (function and argument types). Lowering
 * then reads tree and notes. */
#ifndef PORTKERN_FRONTEND_INFER_H
#define PORTKERN_FRONTEND_INFER_H

#include "base/shared.h"
#include "frontend/builtins/builtins.h"
#include "frontend/infer/library_cache.h"
#include "frontend/infer/type_hints.h"
#include "frontend/module/program.h"
#include "frontend/module/variables.h"
#include "frontend/types/struct.h"

#include <string.h>

/* Budgets of one compile. */
enum {
    PK_MAX_INSTANCES = 256,
    PK_MAX_CALLS = 64,      /* functions inside each other */
    PK_MAX_DEPTH = 4000,    /* tree levels inside each other, all calls */
    PK_MAX_STEPS = 2000000, /* nodes and variables looked at */
    PK_MAX_LEAVES = 1024,   /* scalars of one type */
    PK_MAX_CALL_ARGS = 255
};

/* ---- notes ---- */

enum { PK_MAX_UFUNC_ARGS = 16 }; /* of a function of elements */

/* A variable at a point: its type, and where it got it. */
typedef struct pk_slot {
    pk_typed v;          /* type NULL: not assigned yet */
    const pk_ast *where; /* the definition */
    const pk_ast *other; /* clash: the other one */
    const pk_ty *other_type;
    const struct pk_doubt *doubt; /* clash: about one of the two paths */
} pk_slot;

/* The findings at a node. For statements where paths meet, `joined` is the
 * types of all variables behind it, `head` those at the top of a loop, and
 * `leave` those behind its else. */
typedef struct pk_note {
    const pk_ast *node;
    pk_typed v;
    pk_typed first;       /* names and `:=`: what `statement` made of it, */
    uint32_t statement;   /* the one in which it was inferred last */
    bool truth;           /* `and`, `or`, a if b else c: only their truth is
                             wanted, so that each operand is a test */
    const pk_slot *meets; /* behind operands of which not all are evaluated and
                             some assign: the types of all variables */
    const pk_ty *single;  /* v is the element of an array, or of an array
                             expression, without axes, of this type; else NULL */
    bool listed;          /* v is the items of the list that the node is */
    bool unseen;          /* no one has the value but who goes through its items
                             or looks for one: a list may be a tuple */
    const pk_ty *fresh;   /* host functions: v is a new array of the elements of
                             this array expression; else NULL */
    const pk_ast *written;  /* host functions: the call that a subscript with an
                               array in it is, or what stores there; the call
                               that an attribute is */
    bool is_written;        /* that is what is compiled */
    struct pk_call *stores; /* subscripts of containers: the call that stores
                               there */
    union {
        pk_rule rule;         /* operators */
        struct pk_call *call; /* calls */
        const pk_rule *rules; /* compare chains: one each */
        struct {
            const pk_slot *joined; /* NULL: nothing gets there */
            const pk_slot *head;
            bool taken, skipped; /* if: the test is known, true or false */
            const struct pk_unrolled *unrolled; /* for: written out */
            const struct pk_tried *tried;       /* try */
        };
    };
} pk_note;

typedef struct pk_notes {
    pk_note **slots; /* hash table over nodes */
    uint32_t count, capacity;
} pk_notes;

/* A loop over items of different types is written out: its statements once for
 * each item. `joined` are the types behind those of an item. */
typedef struct pk_unrolled {
    uint32_t count;
    const pk_ast **copies; /* For */
    const pk_slot **joined;
} pk_unrolled;

/* The types of variables in a try: where a failure of its body arrives, behind
 * body, handler and else, and where its finally begins. */
typedef struct pk_tried {
    const pk_slot *handler, *inner, *finally;
} pk_tried;

struct pk_instance;

/* A call: its arguments in the order of the callee's names, NULL where one is
 * left to its default, and what inference made of it. */
typedef struct pk_call {
    const pk_builtin *builtin;
    struct pk_instance *instance;
    const pk_ty *receiver; /* method: of what */
    const pk_ast *out;     /* ufunc: the array that it writes, or NULL */
    const struct pk_call *element; /* of arrays: the call for one element */
    bool of_array;                 /* that one, where the first is an array */
    const pk_function *launched;   /* kernel[grid, block](...) */
    const pk_function *vectorized; /* a function with @vectorize */
    const pk_ast *spread;          /* the call with `*x` written out */
    const pk_ty *chooses;          /* one of these functions is called */
    const pk_ty *makes;  /* a tuple whose items have names, or a vector */
    int64_t first, step; /* slice of a tuple: `count` items */
    uint32_t count;
    const pk_ast **nodes;
    pk_typed *args;
    const pk_ty *work;  /* what the operands are converted to */
    const pk_ty *work2; /* the second operand, where it differs */
    const pk_ty *gives; /* what an instance's result is converted to */
    bool of_struct;     /* of a structure: calls/struct.h */
    bool again; /* it may be given what it returned the turn before: the memory
                   of its result is there twice */
} pk_call;

/* A variable that came with two types to a place where paths meet. */
typedef struct pk_joined {
    struct pk_joined *next;
    const char *name;
    pk_slot a, b;
    const pk_ty *type; /* what they became */
} pk_joined;

typedef enum pk_instance_state {
    PK_INSTANCE_new,
    PK_INSTANCE_running,
    PK_INSTANCE_done,
    PK_INSTANCE_failed
} pk_instance_state;

typedef struct pk_instance {
    struct pk_instance *next;
    const pk_function *function;
    const pk_ty *const *args;
    const pk_typed *inputs; /* the values of arguments that the call knows;
                               those in `read` it is for alone (latent.h) */
    uint64_t read;
    uint64_t asked_other; /* calls of it from within that differ in these */
    struct pk_decided *decided; /* ifs whose condition is known (latent.h) */
    bool again; /* one was added in this round: another must follow */
    uint32_t arg_count;
    bool raises;   /* a division by zero fails: Python's error model */
    bool parallel; /* it has threads: loops over prange, whole arrays */
    pk_instance_state state;
    pk_vars vars;
    pk_notes notes;
    const pk_ty *result;        /* none when nothing is returned */
    const struct pk_owned *own; /* of which result may be in one */
    uint32_t own_count;
    const pk_ast *returned; /* a return that gave it */
    bool falls_off;         /* the end is reached */
    pk_joined *joins;       /* newest first; when the compile keeps them */
    uint32_t join_count;
    bool is_kernel;
    const pk_ty *guess;  /* recursion: what it gives, by the round before */
    const pk_ast *asked; /* a call of it in this round, from within */
    const pk_program *asked_from;
    uint32_t level;  /* while it runs: of how many calls it is the last */
    uint32_t lowest; /* level of the first instance whose guess it was made
                        with, UINT32_MAX: with none that may change */
    const pk_ty **items_of;  /* by variable: the items of its list, as far as
                                that is learned; NULL: of none */
    const pk_ast *open_list; /* a list of this round of which nothing tells what
                                its items are */
    pk_func *ir;             /* set by lowering */
    struct pk_struct *frame; /* generators: what a call gives, NULL: it is none
                              */
    const pk_ty *item;       /* the same: what it yields */
    pk_func *resume;         /* the same: gives the next one; by lowering */
    uint32_t frame_words;    /* words of the frame, and which are references; */
    uint64_t frame_refs;     /* ... by lowering */
} pk_instance;

/* One compile. */
typedef struct pk_compile {
    struct pk_made *made; /* functions within functions */
    pk_arena *arena;
    pk_diags *diags;
    pk_ir *ir;
    const pk_signature *signature;
    pk_instance *instances, *last_instance; /* in order of discovery */
    uint32_t instance_count, call_depth, depth, steps;
    uint32_t statements; /* gone through so far */
    bool parallel;       /* functions of the library called now have threads */
    uint32_t told_error, told_calls; /* calls noted around which error */
    uint32_t
        lowest;   /* what the instance that runs has asked so far, see there */
    bool unknown; /* a call has no type yet: errors are what depends on it, too
                   */
    bool out_of_budget;
    bool too_many;    /* functions, or calls within each other */
    bool keeps_joins; /* for advice */
    bool is_check;    /* decorators may have values that are unknown */
    pk_facts used;    /* of the launch, that the compile needed */
    /* The program compiled from, and which of its references something uses;
     * NULL: it has none. */
    const pk_program *root;
    bool *references;
    bool broken;         /* lowering met what inference should have refused */
    pk_library *library; /* what has been read of the device library */
    pk_library *own_library; /* the same when it was made for this compile */
} pk_compile;

/* Goes through the body of an instance once (instance.c). */
void pk_instance_round(pk_compile *c, pk_instance *instance);
/* Goes through it until nothing changes (recursion.c). */
void pk_instance_run(pk_compile *c, pk_instance *instance);
/* A call of an instance that is being inferred. */
void pk_instance_ask(pk_compile *c, pk_instance *instance,
                     const pk_program *from, const pk_ast *call);
/* Whether it is known to give something, None or a value. */
bool pk_instance_gives(const pk_instance *instance);
/* The instance of a function for argument types, inferred; NULL when there
 * are too many. `call` is where from, NULL for the first. */
pk_instance *pk_infer_instance(pk_compile *c, const pk_function *function,
                               const pk_ty *const *args, uint32_t count,
                               const pk_program *from, const pk_ast *call);
/* The one that there is for types, and where `inputs` are known (NULL: none
 * are) for them; NULL: there is none yet. */
pk_instance *pk_instance_find(pk_compile *c, const pk_function *function,
                              const pk_ty *const *args, const pk_typed *inputs,
                              uint32_t count);
/* The instance of a library's function that was inferred for whoever calls it,
 * with threads or without; NULL: there is none. */
pk_instance *pk_instance_of_library(const pk_compile *c,
                                    const pk_function *function,
                                    const pk_ty *const *args, uint32_t count);
/* Says what is wrong with the decorators of a function; true: nothing. */
bool pk_function_sound(pk_compile *c, const pk_function *function);
/* Says that arguments fit none, or several, of a function's signatures. */
void pk_say_declared(pk_compile *c, const pk_function *function,
                     const pk_arg_type *args, uint32_t count, uint32_t fits);

/* The name of its argument number `i`. */
const char *pk_instance_parameter(const pk_instance *instance, uint32_t i);

PK_SHARED const pk_note *pk_note_find(const pk_instance *instance,
                                      const pk_ast *node);

/* ---- shared by the files of inference ---- */

typedef struct pk_env {
    pk_slot *slots;
    bool live;
    struct pk_doubt *doubt; /* NULL: nothing says that this is not reached */
} pk_env;

typedef struct pk_loop {
    struct pk_loop *outer;
    pk_env breaks, continues;
    const pk_ast *iter; /* what a for goes over */
} pk_loop;

/* A try around the statement at hand, which has an except or a finally. */
typedef struct pk_try {
    struct pk_try *outer;
    pk_env caught; /* where failures arrive, and a finally begins */
    pk_loop *loop; /* around it */
    bool is_finally;
    bool returns, breaks, continues; /* through its finally */
} pk_try;

typedef struct pk_infer {
    pk_compile *c;
    pk_arena *arena;
    pk_instance *instance;
    const pk_program *program;
    pk_env env;
    pk_loop *loop;
    pk_try *tries;      /* the innermost */
    uint32_t handling;  /* bodies of except around */
    const pk_ast *at;   /* the statement at hand, the innermost one */
    uint32_t maybe;     /* inside what may not be evaluated, as y in x and y */
    uint32_t statement; /* the one at hand, by number; another each time that
                           it is gone through */
    const pk_ast *assigned; /* the value of the assignment at hand */
    const pk_ast *called;   /* the name that is called */
    bool lazy;              /* the next expression may be an array expression */
    bool optional;          /* the next expression may be None or a value */
    bool truth;  /* of the next expression nothing but its truth is wanted */
    bool strict; /* the device library */
    bool unset;  /* the statement at hand read a variable without a value */
} pk_infer;

/* A value that is known while running only; and what has been reported. */
static inline pk_typed of_type(const pk_ty *type) {
    return (pk_typed){.type = type};
}
static inline pk_typed error(void) {
    return of_type(&pk_ty_error);
}

/* The same for a call of the program's text, `given` its arguments: integers
 * that are known are latent in the function (latent.h). */
pk_instance *pk_infer_for_call(pk_infer *in, const pk_function *function,
                               const pk_ty *const *args, uint32_t count,
                               const pk_typed *given, uint32_t given_count,
                               const pk_ast *call);

/* An error at a node, with a hint or NULL; returns the type error. `code` is a
 * pk_code, or a pk_status for its general one. Nothing is added when the place
 * already has it. */
pk_typed pk_say(pk_infer *in, const pk_ast *node, uint32_t code,
                const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
PK_SHARED void pk_say_in(pk_compile *c, const pk_program *program,
                         const pk_ast *node, pk_severity severity,
                         uint32_t code, const char *hint, const char *format,
                         ...) __attribute__((format(printf, 7, 8)));
/* The same, "... is not supported yet". */
pk_typed pk_say_unsupported(pk_infer *in, const pk_ast *node, const char *what,
                            const char *hint);

/* The same for a name whose value the program refuses (pk_refused). */
pk_typed pk_say_refused(pk_infer *in, const pk_ast *node, const pk_ty *type);
/* An error for what is unknown here: the program may have it when it runs. */
pk_typed pk_say_unknown(pk_infer *in, const pk_ast *node, uint32_t code,
                        const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Whether kernels might have what another module has by that path: its source
 * was not found. */
PK_SHARED bool pk_is_of_others(const char *path);
/* The same for a name of the module whose value is not known; a statement that
 * may change it is the hint, else `hint`. */
pk_typed pk_say_hidden(pk_infer *in, const pk_ast *node, const pk_ty *type,
                       const char *hint);

pk_note *pk_note_at(pk_infer *in, const pk_ast *node);
/* Counts work; false when the budget is used up (said once). */
bool pk_infer_step(pk_infer *in, const pk_ast *node, uint32_t steps);

void pk_infer_if(pk_infer *in, const pk_ast *node); /* chain.c */
/* try (try.c). Behind what gives a variable another value: handlers around may
 * meet it. */
void pk_infer_try(pk_infer *in, const pk_ast *node);
void pk_infer_tried(pk_infer *in, int index);
/* Gives the variables of a refused statement a value, of which nothing is
 * known. */
void pk_infer_spoil_names(const pk_ast *node, void *in);
/* Whether a return, or a jump in the loop at hand, first comes by a finally,
 * which gets the types of variables. */
bool pk_infer_leaves_by(pk_infer *in, const pk_ast *node, pk_ast_kind kind);
/* A break or continue of the loop at hand. */
void pk_infer_jump(pk_infer *in, const pk_ast *node, pk_ast_kind kind);
void pk_infer_block(pk_infer *in, const pk_ast_list *body);
/* A return, or the end of a function, where `node` is its def. */
void pk_infer_return(pk_infer *in, const pk_ast *node);
/* The instance gives the value at a return or yield, among others. */
void pk_infer_gives(pk_infer *in, const pk_ast *node, pk_typed value);
/* Generators (yield.c): makes the instance of a def with a yield one; the
 * expression; what it yields is known now; the instance that a value of the
 * type is a frame of, or NULL. */
void pk_instance_set_frame(pk_compile *c, pk_instance *instance);
pk_typed pk_infer_yield(pk_infer *in, const pk_ast *node);
void pk_infer_end_generator(pk_infer *in);
const pk_instance *pk_generator_of(const pk_ty *type);
pk_typed pk_infer_expr(pk_infer *in, const pk_ast *node);
/* The same, where an array expression may stand. */
pk_typed pk_infer_operand(pk_infer *in, const pk_ast *node);
/* The same, where a value may stand that is perhaps None: elsewhere it is
 * taken to be none of those, which fails while running if it is. */
pk_typed pk_infer_optional(pk_infer *in, const pk_ast *node);
/* The same for a test: a bool, known where its answer is; error, with a
 * diagnostic, where the node's value cannot be one (choice.c). */
pk_typed pk_infer_test(pk_infer *in, const pk_ast *node);
/* The type of the element where `v`, what `node` gives, is an array or an array
 * expression without axes: a number is taken where one is wanted. */
pk_typed pk_infer_single(pk_infer *in, const pk_ast *node, pk_typed v);
/* Variables that may be None and that a test, holding or not, shows to be
 * values: they are of one type from here on, until `undo` is undone
 * (optional.c). */
typedef struct pk_narrowed {
    struct pk_narrowed *next;
    int index;
    const pk_ty *type;
} pk_narrowed;
pk_narrowed *pk_infer_narrow(pk_infer *in, const pk_ast *test, bool holds,
                             pk_narrowed *undo);
void pk_infer_widen(pk_infer *in, const pk_narrowed *undo);
/* x is None, x == None, and their opposites. */
bool pk_asks_none(const pk_ast *compare);
/* Calls `visit` for the names that a test is about: x is None there, or not. */
typedef void pk_narrow_visit(void *arg, const pk_ast *name, bool is_none);
void pk_narrow(const pk_ast *test, bool holds, pk_narrow_visit *visit,
               void *arg);
pk_typed pk_infer_name(pk_infer *in, const pk_ast *node);
/* Says that a variable has types of two paths that do not unify (name.c). */
pk_typed pk_infer_clash(pk_infer *in, const pk_ast *node, const char *name,
                        const pk_slot *slot);
/* A name or a `:=` within a statement. Inference may come to it more than once
 * there, to the subscript of x[i] += y before and behind y, say; what runs
 * comes to it once. So the value is what the first visit found: neither does
 * `(i := i + 1)` count twice, nor does x[i] see what y assigns. */
pk_typed pk_infer_once(pk_infer *in, const pk_ast *node);
pk_typed pk_infer_attribute(pk_infer *in, const pk_ast *node);
/* Which of a range's values .start, .stop and .step are; -1: another name. */
static inline int pk_range_part(const char *attr) {
    return strcmp(attr, "start") == 0  ? 0
           : strcmp(attr, "stop") == 0 ? 1
           : strcmp(attr, "step") == 0 ? 2
                                       : -1;
}
/* The step of one that falls is signed, though it counts in uint64. */
static inline const pk_ty *pk_range_part_type(const pk_ty *range,
                                              const char *attr) {
    bool step = pk_range_part(attr) == 2;

    return pk_ty_number(step && range->flags & PK_TYF_falls ? PK_TYPE_i64
                                                            : range->scalar);
}
/* Returns the item that a for over a value assigns to its target. */
pk_typed pk_infer_item(pk_infer *in, const pk_ast *node, pk_typed iterated);
/* False after an error: a name takes the value, or a function returns it, and
 * it is an iterator that has a name, or would have two. */
bool pk_infer_kept_iterator(pk_infer *in, const pk_ast *node, pk_typed v);
/* A for over a tuple, written out (unroll.c). */
void pk_infer_unrolled(pk_infer *in, const pk_ast *node, pk_typed tuple);
bool pk_is_mixed(const pk_ty *tuple);
/* Environments: a copy; where two meet. */
pk_env pk_env_copy(pk_infer *in, const pk_env *env);
void pk_env_join(pk_infer *in, pk_env *into, const pk_env *from,
                 const pk_ast *node);
void pk_env_join_slot(pk_infer *in, pk_env *into, const pk_env *from,
                      int index);
bool pk_env_same(pk_infer *in, const pk_env *a, const pk_env *b);
void pk_infer_assign(pk_infer *in, const pk_ast *node);
/* x op= y */
void pk_infer_augmented(pk_infer *in, const pk_ast *node);
void pk_infer_store(pk_infer *in, const pk_ast *target, pk_typed value);
/* A mark in the diagnostics of a compile, to which they can be taken back. */
typedef struct pk_diag_mark {
    pk_diag *last;
    uint32_t count, notes, errors, repeated, dropped;
} pk_diag_mark;
pk_diag_mark pk_diag_mark_now(const pk_compile *c);
void pk_diag_rewind(pk_compile *c, pk_diag_mark mark);
/* Puts a message of kernels in the words of functions of the host
 * (words/host_words.c). NULL: it says nothing there. */
const char *pk_host_words(pk_arena *arena, const char *words);
/* Says of a call of the library, in the place of all that was said of the
 * function since, that it does not take such arguments. */
void pk_say_library_call(pk_compile *c, const pk_instance *instance,
                         const pk_program *from, const pk_ast *call,
                         pk_diag_mark before);
pk_typed pk_infer_call(pk_infer *in, const pk_ast *node);
/* A call of a function; and one whose arguments are inferred. */
pk_typed pk_infer_function_call(pk_infer *in, const pk_ast *node,
                                const pk_ty *callee, pk_call *call);
pk_typed pk_infer_bound_call(pk_infer *in, const pk_ast *node,
                             const pk_ty *callee, pk_call *call);
/* any(v > 0 for v in a) and its like (generator.c). */
bool pk_takes_generator(const pk_ast *node, const pk_builtin *builtin);
pk_typed pk_infer_generator(pk_infer *in, const pk_ast *node, pk_call *call);
/* The same of a call that is given a generator of a function; false: of none.
 */
bool pk_infer_of_generator(pk_infer *in, const pk_ast *node, pk_call *call,
                           pk_typed *out);
/* True when the call of another builtin, or of a function of the program, is
 * given a generator expression or a list comprehension; says what to write. */
bool pk_refuse_generator(pk_infer *in, const pk_ast *node,
                         const pk_builtin *builtin);
bool pk_refuse_own_generator(pk_infer *in, const pk_ast *node,
                             const pk_function *fn);
/* Says that min or max has nothing to choose from. */
pk_typed pk_say_no_items(pk_infer *in, const pk_ast *node,
                         const pk_builtin *builtin);
/* Returns the user's name for the expression that a function was made of, NULL
 * where the program defines it. */
const char *pk_made_of_generator(const pk_ast *def);
/* The numbers of the arguments in call->nodes in the order in which they are
 * evaluated: by place, then keywords as they are written, which may assign
 * names that the next one reads. NULL: no memory. */
const uint32_t *pk_infer_order(pk_infer *in, const pk_ast *node,
                               const pk_call *call);
/* Sorts positional and keyword arguments of a builtin into its names: `self`
 * goes first where it is a method. NumPy's functions of elements take one more,
 * the array for the result. */
bool pk_infer_bind_builtin(pk_infer *in, const pk_ast *node, pk_call *call,
                           const pk_ast *self);
/* Sorts a call's arguments by the parameters of a function, in call->nodes;
 * those that are not given stay NULL. Says what does not fit. */
bool pk_infer_bind(pk_infer *in, const pk_ast *node, const pk_function *fn,
                   pk_call *call);
/* The default of parameter `i`, of a function of the module level. */
bool pk_infer_default(pk_infer *in, const pk_ast *node, const pk_function *fn,
                      uint32_t i, pk_typed *out);
/* Calls with `*x`: the call with the items of the tuple as arguments, NULL
 * after an error (spread.c). */
bool pk_has_spread(const pk_ast_list *args);
/* Infers the arguments that are bound. False when one is wrong, which is said.
 */
bool pk_infer_arguments(pk_infer *in, const pk_ast *node, pk_call *call);
/* Says that a call has `got` arguments; returns false. */
bool pk_say_count(pk_infer *in, const pk_ast *node, const char *callee,
                  uint32_t least, uint32_t most, uint32_t got,
                  const char *hint);
/* A call of one of several functions. */
pk_typed pk_infer_choice_call(pk_infer *in, const pk_ast *node,
                              const pk_ty *callee, pk_call *call);
/* A call of a function with @vectorize. */
pk_typed pk_infer_vectorized(pk_infer *in, const pk_ast *node,
                             const pk_function *fn, pk_call *call);
pk_typed pk_type_vectorized(pk_infer *in, const pk_ast *node, pk_call *call);
const pk_ast *pk_infer_spread(pk_infer *in, const pk_ast *node);
/* Whether an operand of `and` and `or` that is known while compiling decides
 * the result, or is skipped. */
bool pk_bool_decides(const pk_note *note, pk_typed v);
bool pk_bool_skips(const pk_note *note, pk_typed v);
/* Says that argument `i` has a type the builtin does not take. */
pk_typed pk_say_argument(pk_infer *in, const pk_call *call, uint32_t i,
                         const char *wanted);
/* Says that argument `i` is not an integer, with a hint how to make it one. */
pk_typed pk_say_integer(pk_infer *in, const pk_call *call, uint32_t i,
                        const char *wanted);
/* Whether evaluating the expression assigns variables, by `:=`. */
bool pk_infer_assigns(const pk_infer *in, const pk_ast *node);
/* a and b, a or b; a if b else c (choice.c) */
pk_typed pk_infer_bool(pk_infer *in, const pk_ast *node);
pk_typed pk_infer_choice(pk_infer *in, const pk_ast *node);

/* ---- fields of records (record.c) ---- */

/* The type of a field of a record, or of an array of records. */
const pk_ty *pk_ty_of_field(pk_arena *arena, const pk_ty *base,
                            const pk_field *field);
/* Whether arrays of records have this attribute beside their fields. */
bool pk_is_array_attribute(const char *attr);
/* The field of that name, or that the index names; NULL when there is none. */
const pk_field *pk_field_named(const pk_ty *base, const char *name);
const pk_field *pk_field_index(const pk_ty *base, pk_typed index);
/* Its type; says so when there is none. */
pk_typed pk_infer_record_field(pk_infer *in, const pk_ast *node, pk_typed base,
                               const char *name);
/* r[()] */
bool pk_is_whole_record(const pk_ty *base, const pk_ty *index);
pk_typed pk_infer_field_index(pk_infer *in, const pk_ast *node, pk_typed base,
                              pk_typed index);
/* The place that r.x = ... assigns to. */
pk_typed pk_infer_field_store(pk_infer *in, const pk_ast *target);
/* Whether the value, a record or a tuple, may be stored in a record. */
bool pk_infer_fits_record(const pk_ty *value, const pk_ty *place);

/* The type of array element or view `base[index]`; indices are typed. */
const pk_ty *pk_infer_index(pk_infer *in, const pk_ast *node,
                            const pk_ty *array, const pk_ast *index);
/* Says that an array has not so many dimensions. */
void pk_say_indices(pk_infer *in, const pk_ast *node, uint32_t count,
                    const pk_ty *array);
/* The type of the items of a library table, error when it is none. */
const pk_ty *pk_tuple_table(pk_typed tuple);
/* Types an operator; says so when there is none. */
pk_typed pk_infer_binary(pk_infer *in, const pk_ast *node, uint8_t op,
                         pk_typed a, pk_typed b, pk_rule *rule);
/* True when there is a value to work with; says so otherwise, but for errors,
 * which have been said. */
bool pk_infer_has_value(pk_infer *in, const pk_ast *node, pk_typed v);
/* True when a value of the type can be a condition; says so otherwise. */
bool pk_infer_condition(pk_infer *in, const pk_ast *node, pk_typed v);
const char *pk_named(pk_infer *in, const pk_ty *type);

/* ---- structures by reference (calls/struct.c) ---- */

/* The attribute of a class by which compiled code has a new structure. */
extern const char pk_struct_new_attr[];

/* Class(x, y) */
pk_typed pk_infer_struct_call(pk_infer *in, const pk_ast *node,
                              const pk_struct *s, pk_call *call);
/* Class(x, y) of a dataclass, or of named tuples. */
pk_typed pk_infer_object_call(pk_infer *in, const pk_ast *node,
                              const pk_fields *fields, pk_call *call);
/* Whether a type has items, as tuples have; of an object of a dataclass says
 * that it has none, by the code. */
bool pk_infer_has_items(pk_infer *in, const pk_ast *node, const pk_ty *type,
                        pk_code code);
/* Whether the builtin of a call takes objects of dataclasses, where it is given
 * some; says so otherwise. */
bool pk_infer_takes_objects(pk_infer *in, const pk_call *call);
/* p.f(x), Class.f(x); false: there is no such method. */
bool pk_infer_struct_method(pk_infer *in, const pk_ast *node, pk_typed base,
                            pk_call *call, pk_typed *out);
/* p.x, of a structure, or of a class. */
/* Whether a dataclass has the attribute that `node` names; it says so where the
 * value cannot be used. */
bool pk_infer_class_constant(pk_infer *in, const pk_ast *node, pk_typed class,
                             pk_typed *out);
pk_typed pk_infer_struct_attribute(pk_infer *in, const pk_ast *node,
                                   pk_typed base);
/* p.x = v; false: `base` is no structure. */
bool pk_infer_struct_store(pk_infer *in, const pk_ast *target, pk_typed base,
                           pk_typed value);
/* a + b, a < b, a in b, where one is a structure; of a += b `prefix` is "i", of
 * others "". The call is in the node's note, and is `of_struct` where it is
 * given b first though a is not. */
pk_typed pk_infer_struct_operator(pk_infer *in, const pk_ast *node, uint8_t op,
                                  const char *prefix, pk_typed a, pk_typed b);
bool pk_struct_compares(uint8_t op, const pk_ty *a, const pk_ty *b);
pk_typed pk_infer_struct_unary(pk_infer *in, const pk_ast *node, uint8_t op,
                               pk_typed a);
/* len(p) by __len__; false: it has none. */
bool pk_infer_struct_builtin(pk_infer *in, const pk_ast *node, const char *name,
                             pk_call *call, pk_typed *out);
/* p[i], p[i] = v, and the truth of p. */
pk_typed pk_infer_struct_item(pk_infer *in, const pk_ast *node, pk_typed base);
void pk_infer_struct_set_item(pk_infer *in, const pk_ast *target, pk_typed base,
                              pk_typed value);
pk_typed pk_infer_struct_truth(pk_infer *in, const pk_ast *node, pk_typed v);

/* ---- effects (effects.c) ---- */

/* The effect of evaluating an expression besides its value: none; it may fail
 * (an index out of bounds, a division); it changes something (a variable by
 * `:=`, memory), or waits for others. */
typedef enum pk_effect {
    PK_EFFECT_none,
    PK_EFFECT_fails,
    PK_EFFECT_changes
} pk_effect;

/* Inference must have gone through the expression. */
pk_effect pk_effect_of(const pk_instance *instance, const pk_ast *node);

/* ---- what was perhaps meant (words/hints.c); NULL when nothing is near ----
 */

/* A variable, global or builtin, or the import that is missing. */
const char *pk_hint_name(pk_infer *in, const char *name);
/* A member of module `path`; of a small module all of them. */
const char *pk_hint_member(pk_infer *in, const char *path, const char *name);
/* Whether a module is one of threadIdx and its kin, which have .x, .y, .z. */
bool pk_hint_axes(const char *path);
/* Returns the hint for these targets when cuda.grid(n) or a shape is unpacked
 * into them. */
const char *pk_hint_unpack(pk_infer *in, const pk_ast_list *targets,
                           const pk_ty *type);
/* The same for a whole path that nothing is known of. */
const char *pk_hint_foreign(pk_infer *in, const char *path);
/* A generator where nothing takes one. */
#define PK_HINT_LOOP                                                           \
    "write a for loop over the same items; Python's any, all, sum, min "       \
    "and max take a generator"
/* A member of an enumeration. */
#define PK_HINT_NO_SIGNATURE                                                   \
    "convert the arguments to the types of one of them, a.astype(np.float32) " \
    "on the host, or add a signature"
#define PK_HINT_MEMBER                                                         \
    "a member of an Enum is not a number: compare it with others, c == "       \
    "Color.RED, "                                                              \
    "or pass its .value; an IntEnum's are numbers"
#define PK_HINT_WRITE_OUT                                                      \
    "write its value at module level, as a number, a tuple of numbers or "     \
    "an np.array of them, or pass it as an argument"
/* The float next to an integer literal that is too large, as Python prints it.
 */
const char *pk_hint_large(pk_infer *in, const pk_const *literal);
const char *pk_hint_enum(pk_infer *in, const pk_ty *type, const char *name);
/* The keys that a dict of the module has. */
const char *pk_hint_keys(pk_infer *in, pk_typed table);
/* The last plain assignment to a name at module level. */
const pk_ast *pk_hint_assignment(const pk_program *program, const char *name);
/* Whether the module has a class of that name. */
bool pk_hint_is_class(const pk_program *program, const char *name);
/* Whether the module has a class of that name with a method `name`. */
bool pk_hint_is_method(const pk_program *program, const char *class_name,
                       const char *name);
const char *pk_hint_global(pk_infer *in, const pk_program *program,
                           const char *name);

#endif
