/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering: the tree with its types to IR.
 *
 * A value of the language is spread into scalars and pointers, its parts. A
 * variable that has one definition is those values themselves; any other has
 * an IR local for each part, one set for each type that it takes, and where
 * paths meet the parts are converted into the set that inference gave the
 * meeting. */
#ifndef PORTKERN_FRONTEND_LOWER_H
#define PORTKERN_FRONTEND_LOWER_H

#include "base/shared.h"
#include "frontend/infer/infer.h"

/* A value: `type->parts` of them. */
typedef struct pk_lv {
    const pk_ty *type;
    pk_value **parts;
} pk_lv;

/* The locals of a variable while it has a type. */
typedef struct pk_home {
    struct pk_home *next;
    const pk_ty *type;
    pk_local **locals;
} pk_home;

/* A variable at the point of lowering: its type now (NULL: unset), and its
 * values when it is direct. */
typedef struct pk_place {
    const pk_ty *type;
    pk_value **values;
    const pk_ty *whole; /* optional: what is kept where `type` is known to be
                           the case; else NULL */
} pk_place;

typedef struct pk_lower_loop {
    struct pk_lower_loop *outer;
    const pk_ast *node;    /* its statement */
    pk_inst *loop, *leave; /* continue to, break out of */
    bool written_out;      /* loop: a block around the statements of an item */
    const pk_slot *head, *joined;
    int32_t top, after; /* lines, for coverage: of the next iteration, and
                           behind the loop */
} pk_lower_loop;

typedef struct pk_lower {
    pk_compile *c;
    pk_arena *arena;
    pk_instance *instance;
    const pk_program *program;
    pk_func *fn;
    pk_builder b;
    uint32_t file;
    pk_home **homes;  /* for each variable */
    pk_place *places; /* for each variable */
    pk_lower_loop *loop;
    struct pk_lower_try *tries; /* the innermost around the statement at hand */
    pk_value *handled;          /* in a handler: the number of the failure */
    struct pk_merge *returned; /* what a return gives that comes by a finally */
    struct pk_spread *spread;  /* tuples behind stars, of the calls at hand */
    const char *name;          /* what the expression at hand is assigned to */
    const pk_ast *assign;      /* the assignment at hand, to a name */
    const pk_ast *statement;   /* at hand, of the function's body */
    const pk_ast *following;   /* the one behind it; NULL: it is the last */
    struct pk_evaluated *evaluated; /* operands of the calls at hand */
    pk_value **memory;              /* of what the instance owns, parameters */
    struct pk_temporary *temporaries; /* that keep memory for the statement at
                                         hand, newest first */
    struct pk_reduced *reduced;       /* of the parallel loop at hand */
    pk_lv *references;  /* the arrays by reference, in the order of the program
                           compiled from; type NULL: not used. NULL: none */
    const pk_lv *given; /* values of the arguments of the builtin at hand, where
                           they are elements of arrays */
    int32_t after, exit; /* lines, for coverage: behind the statement at hand,
                            and of the function's exit */
    struct pk_yield *yields;  /* so far, newest first */
    struct pk_resume *resume; /* the generator that is lowered; NULL: none */
    const pk_ast *inner; /* the call at hand of a generator whose frame lies in
                            that of this one */
    bool live;
} pk_lower;

/* Parameters for an argument of the type, number `arg`; their values. */
pk_lv pk_lower_add_parameters(pk_lower *l, const char *name, const pk_ty *type,
                              uint32_t arg);
/* Adds the parameters of arrays by reference, behind the others. */
void pk_lower_references(pk_lower *l);
/* Facts about the arrays of an entry, from the signature. */
void pk_lower_mark_parameters(pk_lower *l);
/* The parameters of the instance, and the variables that they set. */
void pk_lower_parameters(pk_lower *l);
/* Puts what a call of `callee` is given behind its arguments, the arrays by
 * reference, into `to`, unless it is NULL; returns how many. */
uint32_t pk_lower_reference_parts(pk_lower *l, const pk_instance *callee,
                                  pk_value **to);
/* The address of an array of the function's own: in the
 * caller's memory where the function may return it, else in its own. `again`:
 * twice, and the two take turns. */
pk_value *pk_lower_memory(pk_lower *l, struct pk_owned array, bool again);
/* The parameters for what the instance owns; and what a callee owns, behind
 * the arguments in `to`. */
void pk_lower_own_parameters(pk_lower *l);
void pk_lower_own_parts(pk_lower *l, const pk_ast *node, const pk_call *call,
                        pk_value **to);
/* Makes the IR function of an instance, and of those it calls. */
PK_SHARED pk_func *pk_lower_instance(pk_compile *c, pk_instance *instance);

/* Sets what fastmath allows in the function. */
void pk_lower_set_fast(pk_lower *l);

/* ---- functions of the host (lower/host/) ---- */

/* Generators (host/generator.c): the two functions of one; yield; the end of
 * one; takes the next item, and says whether there was one. */
void pk_lower_generator(pk_lower *l);
pk_lv pk_lower_yield(pk_lower *l, const pk_ast *node);
void pk_lower_end_generator(pk_lower *l);
pk_lv pk_lower_generator_next(pk_lower *l, pk_lv generator, pk_value **more);
/* Lowers what a for goes over: a generator that another one makes there lies in
 * the frame of that, where it has room. pk_lower_inner is the call of it. */
pk_lv pk_lower_iterated(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_inner(pk_lower *l, pk_instance *callee, const pk_lv *args);
/* Gives up what the frame of such a generator still refers to. */
void pk_lower_end_inner(pk_lower *l, pk_lv generator);
/* Says which locals of a value own the memory that others point to. */
void pk_lower_mark_owners(pk_lower *l, const pk_ty *type, pk_local **locals);

/* Makes the host function that calls what was lowered of the instance, and
 * writes its result where the program wants it. */
void pk_lower_entry(pk_compile *c, pk_instance *instance);
pk_lv pk_lower_new_array(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_carray(pk_lower *l, const pk_ast *node, const pk_call *call);
/* Gives an array whose shape is set memory of its own. */
void pk_lower_allocate(pk_lower *l, pk_lv array, pk_op op);
/* Bytes of an array of that shape. Fails where an extent is negative, and where
 * they are more than can be counted. */
pk_value *pk_lower_array_bytes(pk_lower *l, pk_lv array);
/* Fails where there was no memory for the reference; pk_lower_made keeps it
 * before. */
void pk_lower_check_memory(pk_lower *l, pk_value *ref, pk_value *bytes);
void pk_lower_made(pk_lower *l, pk_value *ref, pk_value *bytes);
/* A place in counted memory (host/words.c): `bytes` from its begin, NULL: none,
 * and so many words behind. */
typedef struct pk_words {
    pk_value *memory, *bytes;
    uint32_t word;
} pk_words;
pk_lv pk_lower_get_words(pk_lower *l, pk_words at, const pk_ty *type);
void pk_lower_put_words(pk_lower *l, pk_words at, pk_lv value);
/* Gives up all that is referred to there, and leaves no reference. */
void pk_lower_drop_words(pk_lower *l, pk_words at, const pk_ty *type);
/* Which of the words of a value are references, a bit each. */
uint64_t pk_lower_refs_of(const pk_ty *type);
/* Structures (host/struct.c): a new one; .x; .x = value; a + b, where one is a
 * structure; .x += value. */
pk_lv pk_lower_new_struct(pk_lower *l, const pk_ty *type);
pk_lv pk_lower_struct_attribute(pk_lower *l, const pk_ast *node);
void pk_lower_struct_store(pk_lower *l, const pk_ast *target, pk_lv value);
pk_lv pk_lower_struct_operator(pk_lower *l, const pk_ast *node, uint8_t op,
                               pk_lv a, pk_lv b);
void pk_lower_struct_augmented(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_list(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_dict(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_new_dict(pk_lower *l, const pk_ty *type);
pk_lv pk_lower_dict_call(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_dict_part(pk_lower *l, const pk_ast *node, const pk_call *call);
/* A list of that type without items. */
pk_lv pk_lower_empty_list(pk_lower *l, const pk_ty *type);
pk_lv pk_lower_list_call(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_random_state(pk_lower *l, const pk_ast *node,
                            const pk_call *call);
pk_lv pk_lower_lapack(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_list_part(pk_lower *l, const pk_ast *node, const pk_call *call);
/* A new string; the string that an operand of a loop or an unpacking is, where
 * nothing but its type says so; and how two strings compare. */
pk_lv pk_lower_text(pk_lower *l, const pk_known *text);
pk_lv pk_lower_sequence(pk_lower *l, pk_lv v);
pk_lv pk_lower_compare_texts(pk_lower *l, uint8_t op, pk_lv a, pk_lv b);
/* A new list of the elements of an array. */
pk_lv pk_lower_list_of(pk_lower *l, const pk_ty *type, pk_lv array);
/* A new list of items that are not numbers, from an array of their words, of
 * which none is a reference. */
pk_lv pk_lower_list_of_words(pk_lower *l, const pk_ty *type, pk_lv words);
/* The items of a list as an array, and how many there are. */
pk_lv pk_lower_list_items(pk_lower *l, pk_lv list);
pk_value *pk_lower_list_length(pk_lower *l, pk_lv list);
/* Item number `index` (i64, not negative) of a list that a loop goes over,
 * which may have become shorter. */
pk_lv pk_lower_list_next(pk_lower *l, pk_lv list, pk_value *index);
/* Containers (container.c): a call of a builtin for values in place of its
 * arguments; operators and comparisons that inference made such a call, false:
 * it is none; items that are read, stored, and changed by x[i] op= y. */
pk_lv pk_lower_given(pk_lower *l, const pk_ast *node, const pk_call *call,
                     const pk_lv *values);
pk_lv pk_lower_container_operator(pk_lower *l, const pk_ast *node, pk_lv a,
                                  pk_lv b);
bool pk_lower_container_compare(pk_lower *l, const pk_ast *node, pk_lv *out);
pk_lv pk_lower_container_item(pk_lower *l, const pk_ast *node, pk_lv base);
void pk_lower_container_store(pk_lower *l, const pk_ast *target, pk_lv value);
void pk_lower_container_augmented(pk_lower *l, const pk_ast *node);
/* Keeps an object, which was made for who gets the reference or is another's,
 * until the statement at hand ends; the same for the memory of all arrays that
 * a value is or has. */
void pk_lower_keep(pk_lower *l, pk_value *ref);
/* The same for what a new local of type ref will hold. */
pk_local *pk_lower_keep_later(pk_lower *l);
void pk_lower_hold(pk_lower *l, pk_lv v);
/* The same for a variable, which the expression at hand sets while it may use
 * the value from before. */
void pk_lower_hold_variable(pk_lower *l, const pk_ast *name);
/* Gives up what has been kept since `l->temporaries` was `until`. */
void pk_lower_let_go(pk_lower *l, struct pk_temporary *until);
/* Gives up arrays of variables whose last use is in a statement of the
 * function's body; `next` follows it. */
void pk_lower_end_uses(pk_lower *l, const pk_ast *node, const pk_ast *next);
/* Whether the variable's last use is in the statement, and no other function
 * knows it; `next` NULL: it is the last one. */
bool pk_lower_ends_in(const pk_var *var, const pk_ast *node,
                      const pk_ast *next);
/* try (host/try.c). */
void pk_lower_try(pk_lower *l, const pk_ast *node);
/* Behind a set of a variable: handlers around find the value where they look
 * for it. */
void pk_lower_tried(pk_lower *l, int index, pk_lv value);
/* The same for what keeps an object until the statement ends. */
void pk_lower_tried_keep(pk_lower *l, pk_local *local);
/* Whether a return of the value, or a jump in the loop at hand, comes by a
 * finally first; it has been left for there. */
bool pk_lower_returns_by(pk_lower *l, pk_lv value);
bool pk_lower_jumps_by(pk_lower *l, bool leave);
/* Sets what keeps a variable while it has the value's type. */
void pk_lower_set_home(pk_lower *l, int index, pk_lv value);
/* Loops (statements/loop.c); a break, or else a continue, of the loop at hand.
 */
void pk_lower_while(pk_lower *l, const pk_ast *node);
void pk_lower_for(pk_lower *l, const pk_ast *node);
void pk_lower_jump(pk_lower *l, const pk_ast *node, bool leave);
/* Arrays that a parallel loop reduces (host/reduced.c): found in front of it,
 * entered in it, joined behind it; and what stands for a variable's in between,
 * NULL: it is not reduced. */
typedef struct pk_reduced pk_reduced;
pk_reduced *pk_lower_find_reduced(pk_lower *l, const pk_ast *node, pk_lv over);
void pk_lower_enter_reduced(pk_lower *l, pk_reduced *reduced);
void pk_lower_join_reduced(pk_lower *l, const pk_reduced *reduced);
const pk_lv *pk_lower_reduced(const pk_lower *l, const char *name);
/* Whether the code at hand is in a loop whose iterations may run at the same
 * time. */
bool pk_lower_in_parallel(const pk_lower *l);
/* The new array that an array expression becomes (host/fresh.c). */
pk_lv pk_lower_fresh(pk_lower *l, const pk_ast *node, const pk_note *note);

/* Indices that are out of bounds fail, here or in all of the compile: in a call
 * from the host wherever the program does not say otherwise. */
static inline bool pk_lower_checks(const pk_lower *l) {
    const pk_function *fn = l->instance->function;
    const bool by_default = l->c->signature->host && !fn->unchecked &&
                            fn->program->kind == PK_PROGRAM_user;

    return l->c->signature->bounds || fn->bounds || by_default;
}

/* The launch gives no shared memory to what it sizes: there are no bytes, and
 * maybe no address, that an index could lead to. */
static inline bool pk_lower_lacks_shared(const pk_lower *l, const pk_ty *type) {
    return type->space == PK_SPACE_shared &&
           l->c->used >> PK_FACT_unshared & 1 && l->c->signature->has_shared &&
           !l->c->signature->shared_bytes;
}

/* The compile does not know how many bytes the launch gives the array. */
static inline bool pk_lower_unsized(const pk_lower *l, const pk_ty *type) {
    return type->flags & PK_TYF_unsized &&
           !(type->flags & PK_TYF_dynamic &&
             (l->c->used >> PK_FACT_shared & 1 ||
              pk_lower_lacks_shared(l, type)));
}

/* The same for the indices of an array. */
static inline bool pk_lower_checks_array(const pk_lower *l, const pk_ty *type) {
    if (type->flags & PK_TYF_listed)
        return true;
    return !pk_lower_unsized(l, type) &&
           (pk_lower_checks(l) || pk_lower_lacks_shared(l, type));
}

static inline pk_value *emit(pk_lower *l, pk_op op, pk_value *a, pk_value *b) {
    return pk_emit2(&l->b, op, a, b);
}

/* ---- values (lower/value.c) ---- */

/* Parts to fill in; the owner of an array is none. */
pk_lv pk_lv_new(pk_lower *l, const pk_ty *type);
/* `v`, a view of `array`, which keeps its memory. */
pk_lv pk_lv_owned_by(pk_lv v, pk_lv array);
pk_lv pk_lv_one(pk_lower *l, const pk_ty *type, pk_value *value);
/* Puts the value's parts into `to`, from `at` on; returns the place behind. */
uint32_t pk_lv_append(pk_value **to, uint32_t at, pk_lv v);
pk_lv pk_lv_known(pk_lower *l, pk_typed known);
/* A constant array of the function with that content: `count` of `elem`, kept
 * by the caller. The same content is there once. */
pk_storage *pk_lower_table(pk_lower *l, const char *name, pk_type elem,
                           uint64_t count, const void *data);
pk_lv pk_lv_zero(pk_lower *l, const pk_ty *type);
/* A value where inference left none: the compile fails, but goes on. */
pk_lv pk_lower_broken(pk_lower *l);
/* Item `index` of a tuple. */
pk_lv pk_lv_item(pk_lower *l, pk_lv tuple, uint32_t index);
/* The value as another type. */
pk_lv pk_lower_convert(pk_lower *l, pk_lv v, const pk_ty *to);
/* The condition that Python makes of it, a bool. */
pk_value *pk_lower_truth(pk_lower *l, pk_lv v);
pk_value *pk_lower_scalar(pk_lower *l, pk_lv v, pk_type to);
pk_lv pk_lower_select(pk_lower *l, pk_value *cond, pk_lv a, pk_lv b);

static inline pk_value *pk_i64(pk_lower *l, int64_t value) {
    return pk_const_int(l->fn, PK_TYPE_i64, value);
}

/* ---- expressions, arrays, calls ---- */

/* The instructions emitted next have the place of `node`. Instructions of the
 * device library have no place: their reports name the call in the user's
 * program (core/report.h). */
void pk_lower_at(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_expr(pk_lower *l, const pk_ast *node);
/* -a; a + b (operator.c). */
pk_lv pk_lower_unary(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_binop(pk_lower *l, const pk_ast *node);
pk_lv pk_lower_choice(pk_lower *l, const pk_ast *node); /* a if b else c */
/* Returns the truth of a test, a bool; a constant where its answer is known. */
pk_value *pk_lower_test(pk_lower *l, const pk_ast *node);
/* Argument `i` of a builtin, evaluated; in an array expression the element. */
static inline pk_lv pk_lower_argument(pk_lower *l, const pk_call *call,
                                      uint32_t i) {
    return l->given ? l->given[i] : pk_lower_expr(l, call->nodes[i]);
}
/* Puts every variable into the type that it has at a meeting. What is not set
 * there stays zero. */
void pk_lower_meet(pk_lower *l, const pk_slot *slots);
/* True when some variable changes its type between a loop's top and what comes
 * behind the loop. */
bool pk_lower_types_change(const pk_lower *l, const pk_slot *head,
                           const pk_slot *joined);
/* From here on variables have the types of a meeting. */
void pk_lower_arrive(pk_lower *l, const pk_slot *slots);
pk_place *pk_lower_save(pk_lower *l);
void pk_lower_restore(pk_lower *l, const pk_place *saved);
void pk_lower_if(pk_lower *l, const pk_ast *node); /* statements/if_chain.c */
void pk_lower_block(pk_lower *l, const pk_ast_list *body);
void pk_lower_store(pk_lower *l, const pk_ast *target, pk_lv value);
void pk_lower_set(pk_lower *l, int index, pk_lv value);
pk_lv pk_lower_get(pk_lower *l, int index);
/* Returns the value that the variable last had of that type; zeros before. */
pk_lv pk_lower_home(pk_lower *l, int index, const pk_ty *type);
pk_lv pk_lower_binary(pk_lower *l, uint8_t op, const pk_rule *rule, pk_lv a,
                      pk_lv b, pk_typed right);
/* Computes what `target op= value` stores; `a` is the value of the target. */
pk_lv pk_lower_augmented(pk_lower *l, const pk_ast *node, pk_lv a);
pk_lv pk_lower_compare(pk_lower *l, uint8_t op, const pk_rule *rule, pk_lv a,
                       pk_lv b);
/* A value that is set on several paths: locals for its parts, as a type. */
typedef struct pk_merge {
    const pk_ty *type;
    pk_local **locals;
} pk_merge;
pk_merge pk_merge_new(pk_lower *l, const pk_ty *type);
void pk_merge_set(pk_lower *l, const pk_merge *m, pk_lv v);
pk_lv pk_merge_get(pk_lower *l, const pk_merge *m);
/* Values that may be None (lower/optional.c): the value, which fails where it
 * is None; as an optional type; whether it is none. */
pk_lv pk_lower_present(pk_lower *l, pk_lv v);
pk_lv pk_lower_optional(pk_lower *l, pk_lv v, const pk_ty *to);
pk_value *pk_lower_is_none(pk_lower *l, pk_lv v);
/* See pk_infer_narrow. */
pk_narrowed *pk_lower_narrow(pk_lower *l, const pk_ast *test, bool holds,
                             pk_narrowed *undo);
void pk_lower_widen(pk_lower *l, const pk_narrowed *undo);
/* tuple.c */
pk_lv pk_lower_slice_call(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_tuple_slice(pk_lower *l, const pk_ast *node, pk_lv tuple);
pk_lv pk_lower_fields_call(pk_lower *l, const pk_call *call);
/* float32x4(x, y, z, w), of numbers and vectors. */
pk_lv pk_lower_vector_call(pk_lower *l, const pk_call *call);
pk_value *pk_lower_compare_tuples(pk_lower *l, uint8_t op, pk_lv a, pk_lv b);
pk_lv pk_lower_call(pk_lower *l, const pk_ast *node);
/* The tuple behind a star: evaluated once in a call. */
pk_lv pk_lower_starred(pk_lower *l, const pk_ast *node);
/* A call that is lowered as the one that inference has written for it. */
pk_lv pk_lower_spread(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_builtin(pk_lower *l, const pk_ast *node, const pk_call *call);
/* Calls the function that a call was found to be of. */
pk_lv pk_lower_instance_of(pk_lower *l, const pk_ast *node,
                           const pk_call *call);
/* Calls a function with the parts of its arguments. */
pk_lv pk_lower_instance_call(pk_lower *l, pk_instance *instance,
                             pk_value **args, uint32_t count);
/* Lowerings of builtins.def that have a file of their own: lower/iter.c,
 * lower/calls/cuda.c. */
pk_lv pk_lower_range(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_enumerate(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_zip(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_iter(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_next(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_direct(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_this_grid(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_lanemask_lt(pk_lower *l, const pk_ast *node,
                           const pk_call *call);
pk_lv pk_lower_random(pk_lower *l, const pk_ast *node, const pk_call *call);
/* Calls the library's function `name` for `scalar`, which inference needed for
 * the node at hand (pk_library_need). */
pk_lv pk_lower_library(pk_lower *l, const char *name, pk_type scalar,
                       const pk_lv *args, uint32_t count);

/* ---- effects (effects.c) ---- */

/* Whether inference knows the value, with all its parts. */
bool pk_lower_is_known(pk_typed v);
/* Evaluates an expression whose value is not used: nothing is emitted
 * for one without an effect. */
void pk_lower_effects(pk_lower *l, const pk_ast *node);
/* The same of one whose value is known. */
void pk_lower_effects_of_known(pk_lower *l, const pk_ast *node);
/* When an operand of the call or operator `node` changes something, evaluates
 * all of them, once and in the order that is written, whatever the lowering of
 * `node` does with them: pk_lower_expr gives those values until `evaluated` is
 * what this returns again. */
struct pk_evaluated *pk_lower_operands(pk_lower *l, const pk_ast *node);
/* Evaluates an operand, which pk_lower_expr gives from here on. */
void pk_lower_remember(pk_lower *l, const pk_ast *node);
/* The value of an operand that is evaluated, else NULL. */
const pk_lv *pk_lower_evaluated(const pk_lower *l, const pk_ast *node);

/* The target of a subscript of an array: an element, or a view. */
typedef struct pk_target {
    pk_lv view;        /* array types */
    const pk_ty *type; /* of the element */
    pk_value *pointer; /* element: its (first part's) address */
    bool is_view;
    uint8_t part_bytes; /* element: see pk_ty_part_bytes */
} pk_target;

pk_target pk_lower_target(pk_lower *l, pk_lv array, const pk_ast *index);
/* The same of an array or of a.flat. */
pk_target pk_lower_subscript(pk_lower *l, pk_lv base, const pk_ast *index);
/* The element or row number `index` (i64, not negative). */
pk_target pk_lower_row(pk_lower *l, pk_lv array, pk_value *index);
/* The element that a lowered index (integer or tuple of them) names. */
pk_target pk_lower_element(pk_lower *l, pk_lv array, pk_lv index);
/* The element at places (i64, not negative) along all axes. */
pk_target pk_lower_place(pk_lower *l, pk_lv array, pk_value *const *index);
pk_lv pk_lower_load(pk_lower *l, const pk_target *target);
void pk_lower_put(pk_lower *l, const pk_target *target, pk_lv value);
/* The stride along an axis in bytes. */
pk_value *pk_lower_stride(pk_lower *l, pk_lv array, uint32_t axis);
pk_lv pk_lower_array_attribute(pk_lower *l, pk_lv array, const char *attr,
                               const pk_ty *type);

/* ---- records (record.c) ---- */

/* Returns the target of a field of a record; of an array of records the view.
 */
pk_target pk_lower_field(pk_lower *l, pk_lv base, const pk_field *field);
/* The field that a subscript of `base` names, NULL when it is no field's. */
const pk_field *pk_lower_field_of(pk_lower *l, const pk_ty *base,
                                  const pk_ast *subscript);
/* The place of an assignment to a subscript or an attribute. */
pk_target pk_lower_place_of(pk_lower *l, const pk_ast *target);
/* Copies a record, or a tuple's items, field by field. */
void pk_lower_put_record(pk_lower *l, const pk_target *target, pk_lv value);
/* A scalar at an address that is a multiple of `part_bytes` bytes. */
pk_value *pk_lower_load_parts(pk_lower *l, pk_value *pointer,
                              uint32_t part_bytes, pk_type type);
void pk_lower_store_parts(pk_lower *l, pk_value *pointer, uint32_t part_bytes,
                          pk_value *value);

/* ---- arrays as a whole (lower/lazy.c) ---- */

/* Stores a value into an element, or into all elements of a view. */
void pk_lower_fill(pk_lower *l, const pk_target *target, pk_lv value);
/* The same of an array expression. */
void pk_lower_fill_lazy(pk_lower *l, const pk_target *target,
                        const pk_ast *value);
/* The element of an array expression without axes, or of `array` where that is
 * given. */
pk_lv pk_lower_single(pk_lower *l, const pk_ast *node, const pk_lv *array);
/* Whether the only element of an array is true: false without elements, a
 * ValueError where there are more. */
pk_value *pk_lower_array_truth(pk_lower *l, pk_lv array);
/* array op= value, of the augmented assignment `node`. */
void pk_lower_augment(pk_lower *l, const pk_ast *node, pk_lv array);
/* np.add(a, b, out) */
pk_lv pk_lower_into(pk_lower *l, const pk_ast *node, const pk_call *call);

/* An array expression as a reduction is given it (computed.c); its element at
 * an index of all axes, or at a number of .flat; its size or .flat. `node` is
 * where that stands. */
pk_lv pk_lower_computed(pk_lower *l, const pk_ast *node, const pk_ty *type);
pk_lv pk_lower_computed_leaf(pk_lv computed, uint32_t number);
pk_lv pk_lower_computed_at(pk_lower *l, const pk_ast *node, pk_lv computed,
                           pk_value *const *index);
pk_lv pk_lower_computed_flat(pk_lower *l, const pk_ast *node, pk_lv computed,
                             pk_value *number);
pk_lv pk_lower_computed_attribute(pk_lower *l, pk_lv computed,
                                  const pk_ty *type);

pk_lv pk_lower_picked(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_copy(pk_lower *l, const pk_ast *node, const pk_call *call);

/* ---- lower/overlap.c ---- */

/* Loops within each other over the elements of an array (host/nest.c), from the
 * outside: `depth` of them over `extents`. */
typedef struct pk_nest {
    uint32_t depth;
    pk_value *extents[PK_MAX_DIMS];
    pk_inst *loops[PK_MAX_DIMS];
} pk_nest;

/* Whether loops here may have threads: in functions with parallel=True, outside
 * of parallel loops. */
bool pk_lower_has_threads(const pk_lower *l);
/* Begins the loops. With threads elements are met at the same time, but in
 * order where `in_order` is true while running; NULL: it never is. */
void pk_nest_begin(pk_lower *l, pk_nest *nest, bool threads,
                   pk_value *in_order);
void pk_nest_end(pk_lower *l, const pk_nest *nest);
/* Sets the extents to those of a place, its neighbours in memory inside; the
 * indices of its axes in the loops that have begun. */
void pk_nest_over(pk_lower *l, pk_nest *nest, pk_lv place);
void pk_nest_index(pk_lower *l, const pk_nest *nest, pk_lv place,
                   pk_value **index);

/* Conditions, known while running, on the order in which elements must be
 * stored; NULL: never. */
typedef struct pk_overlap {
    pk_value *backward; /* the last element first */
    pk_value *forward;  /* the first element first */
    pk_value *none;     /* no order is right */
} pk_overlap;

/* Whether no byte is in both arrays, or the first has no elements. */
pk_value *pk_overlap_apart(pk_lower *l, pk_lv a, pk_lv b);
/* The axis that the loop number `depth` runs along, from the outside: the inner
 * one is that of neighbours in memory, where that is known. */
uint32_t pk_lower_loop_axis(pk_lower *l, pk_lv place, uint32_t depth);
/* `place` is filled with what is computed from `leaf`, an array. */
void pk_overlap_add(pk_lower *l, pk_overlap *o, pk_lv place, pk_lv leaf);
/* The same of one whose elements are read in any order. */
void pk_overlap_any(pk_lower *l, pk_overlap *o, pk_lv place, pk_lv leaf);
/* True (while running) where no order is right, NULL: never. */
pk_value *pk_overlap_none(pk_lower *l, const pk_overlap *o);
/* Fails there. */
void pk_overlap_fail(pk_lower *l, pk_value *none);
/* Where it need not fail (host/aside.c): in functions of the host; a new array
 * like the place, which `kept` owns. */
bool pk_lower_goes_aside(const pk_lower *l, pk_lv place);
pk_lv pk_lower_aside(pk_lower *l, pk_lv place, pk_local *kept);
/* True (while running) where elements must be stored one by one in the order of
 * the loops, NULL: never. */
pk_value *pk_overlap_in_order(pk_lower *l, const pk_overlap *o);

/* ---- lower/numpy.c ---- */

pk_lv pk_lower_written(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_ufunc(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_reduce(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_reshape(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_ravel(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_strided(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_transpose(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_view(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_item(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_lv pk_lower_nditer(pk_lower *l, const pk_ast *node, const pk_call *call);
/* The element at a place as an array without axes. */
pk_lv pk_lower_element_view(pk_lower *l, pk_lv array, pk_value *const *index);
pk_lv pk_lower_element_iter(pk_lower *l, const pk_ast *node,
                            const pk_call *call);
/* The array as `type`: itself, or all elements of a C array along one axis. */
pk_lv pk_lower_flat(pk_lower *l, pk_lv array, const pk_ty *type);
pk_target pk_lower_flat_item(pk_lower *l, pk_lv flat, pk_lv index);
pk_value *pk_lower_contiguous(pk_lower *l, pk_lv array, bool fortran);

/* Complex arithmetic (lower/complex.c); operands have the result's type. */
pk_lv pk_lower_complex(pk_lower *l, uint8_t op, pk_lv a, pk_lv b);
/* a ** b; `right` is what is known of b. */
pk_lv pk_lower_complex_power(pk_lower *l, pk_lv a, pk_lv b);
pk_lv pk_lower_cmath(pk_lower *l, const pk_ast *node, const pk_call *call);
pk_value *pk_lower_complex_abs(pk_lower *l, pk_lv v);

/* ---- debuggers (statements/debug.c) ----
 *
 * Emit the operations `debug` (docs/ir.md) in kernels that are compiled for a
 * debugger, and do nothing elsewhere. */

/* The line of the statement is about to run. */
void pk_lower_debug_line(pk_lower *l, const pk_ast *node);
/* The same, of a loop's head, at the end of an iteration. */
void pk_lower_debug_again(pk_lower *l, const pk_lower_loop *loop);
/* The variable has the value now. */
void pk_lower_debug_set(pk_lower *l, int index, pk_lv value);
/* The variables of a del have no value any more. */
void pk_lower_debug_delete(pk_lower *l, const pk_ast *node);
/* A fail with these words comes next. */
void pk_lower_debug_fail(pk_lower *l, const char *words, pk_value **values,
                         uint32_t count);

/* ---- coverage (statements/coverage.c) ----
 *
 * Emit the operations `coverage` (core/coverage.h) in kernels whose lines, or
 * the steps between them, are of interest, and do nothing elsewhere. A step is
 * known while compiling: each statement knows the line that control goes to
 * behind it, `after`, which is that of the next statement, of the head of the
 * loop around it, or the exit of the function. */

/* The function begins, and `after` is its exit. */
void pk_lower_coverage_begin(pk_lower *l);
/* The line of the statement is about to run. */
void pk_lower_coverage_line(pk_lower *l, const pk_ast *node);
/* Control goes from the statement to a line. */
void pk_lower_coverage_step(pk_lower *l, const pk_ast *node, int32_t to);
/* The statement ends as others do that only go on. */
void pk_lower_coverage_end(pk_lower *l, const pk_ast *node);
/* It leaves the function. */
void pk_lower_coverage_leave(pk_lower *l, const pk_ast *node);
/* The line that the statements begin on, from number `from` on; `after` when
 * nothing of them runs. */
int32_t pk_lower_first_line(const pk_lower *l, const pk_ast_list *body,
                            uint32_t from);

#endif
