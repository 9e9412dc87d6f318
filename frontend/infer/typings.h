/* SPDX-License-Identifier: Apache-2.0 */
/* Types of what builtins, operators and displays give: a function for each
 * typing that a row of builtins.def has, and what they share. The files are
 * those of builtins/, and some of calls/ and statements/. */
#ifndef PORTKERN_FRONTEND_INFER_TYPINGS_H
#define PORTKERN_FRONTEND_INFER_TYPINGS_H

#include "frontend/infer/infer.h"

/* Typings of builtins.def that have a file of their own: atomic.c, cuda.c and
 * digits.c of builtins/, statements/iter.c and calls/rewrite.c. */
pk_typed pk_type_syntax(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_type(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_dtype(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_atomic(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_atomic_cas(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_enumerate(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_zip(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_iter(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_next(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_cmath(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_digits(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_direct(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_list_method(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_list_sort(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_list_call(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_random_state(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_lapack(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_list_part(pk_infer *in, const pk_ast *node, pk_call *call);
/* Comparisons (compare.c), and what they share with other operators (expr.c):
 * an operator of arrays; whether operands have values, of the expression
 * `node`; and the error that there is no such operator. */
pk_typed pk_infer_compare(pk_infer *in, const pk_ast *node);
pk_typed pk_infer_array_operator(pk_infer *in, const pk_ast *node, uint8_t op,
                                 const pk_ast *left, pk_typed a,
                                 const pk_ast *right, pk_typed b);
bool pk_infer_have_values(pk_infer *in, const pk_ast *node, pk_typed a,
                          pk_typed b);
pk_typed pk_say_operator(pk_infer *in, const pk_ast *node, uint8_t op,
                         const pk_ty *a, const pk_ty *b);
/* Mathematics (builtins/math.c). */
pk_typed pk_type_float1(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_float2(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_approx(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_scale(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_classify(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_library(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_round(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_fma(pk_infer *in, const pk_ast *node, pk_call *call);
/* Whether the call is of one of NumPy's functions. */
bool pk_is_numpy_call(const pk_call *call);
/* Functions of NumPy that are operations of real numbers have loops of complex
 * ones in the library: true when that is meant, and now called. */
bool pk_infer_complex_loop(pk_infer *in, pk_call *call);
/* Strings of host functions (builtins/text.c): their methods, and f-strings;
 * what comparing values with strings in them calls. */
pk_typed pk_type_text_method(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_infer_joined(pk_infer *in, const pk_ast *node);
void pk_infer_text_order(pk_infer *in, const pk_ast *node, const pk_ty *type);
/* A display of a list, in a host function. */
pk_typed pk_infer_list(pk_infer *in, const pk_ast *node);
/* {k: v} and {a, b}; dict(), set() and set(a); methods; what
 * lib/host/np_dict.py is made of (builtins/dict.c). */
pk_typed pk_infer_dict(pk_infer *in, const pk_ast *node);
pk_typed pk_type_dict_call(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_dict_method(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_dict_part(pk_infer *in, const pk_ast *node, pk_call *call);
/* Learns from what a container is given what variable `name` holds: true where
 * that is what it holds, or it is inferred again. */
bool pk_infer_learn(pk_infer *in, const pk_ast *name, const pk_ty *container,
                    const pk_ty *item);
/* Finds what the variable that gets the value of `node` holds, NULL: unknown;
 * whether there is such a variable. */
bool pk_infer_learned(pk_infer *in, const pk_ast *node, const pk_ty **item);
/* The call of a method of a container, for values that lowering is given. */
pk_call *pk_container_call(pk_infer *in, const pk_ast *node,
                           const pk_ty *container, const char *method,
                           const pk_typed *args, uint32_t count);
/* [f(x) for x in a] in a host function (calls/generator.c). */
pk_typed pk_infer_comprehension(pk_infer *in, const pk_ast *node);

/* ---- containers (builtins/container.c) ---- */

/* Whether values of the type are lists, dicts, sets or strings of a host
 * function, which functions of the library work on. */
static inline bool pk_ty_is_container(const pk_ty *type) {
    return type->kind == PK_TY_list || type->kind == PK_TY_dict ||
           pk_ty_is_text(type);
}
/* The word for it in the paths of methods: list, dict, set or str. */
const char *pk_container_kind(const pk_ty *container);
/* a + b and its like, a == b, x in a, where one is a container; `node` has the
 * call. */
pk_typed pk_infer_container_operator(pk_infer *in, const pk_ast *node,
                                     uint8_t op, pk_typed a, pk_typed b);
pk_typed pk_infer_container_compare(pk_infer *in, const pk_ast *node,
                                    uint8_t op, pk_typed a, pk_typed b);
/* Whether a call compares them: containers, or what may be in one. */
bool pk_container_compares(uint8_t op, const pk_ty *a, const pk_ty *b);
/* a[i] and a[i:j], of a container. */
/* Whether the index is a slice, written there or as a value that costs nothing
 * to read again. */
bool pk_infer_is_slice(pk_infer *in, const pk_ast *subscript);
pk_typed pk_infer_container_item(pk_infer *in, const pk_ast *node,
                                 pk_typed base);
/* a[i] = value; of numbers in a list it is a store into an array: false. */
bool pk_infer_container_store(pk_infer *in, const pk_ast *target, pk_typed base,
                              const pk_ty *value);
/* del a[i]; a[i:j] = value and a += b, which the statement `node` is. False: it
 * is none of these. */
bool pk_infer_container_delete(pk_infer *in, const pk_ast *target);
bool pk_infer_container_statement(pk_infer *in, const pk_ast *node,
                                  const pk_ast *target, const pk_ast *value);
/* The library's function of a method: list_add of list.__add__. */
const pk_function *pk_container_function(pk_infer *in, const pk_call *call,
                                         const char *suffix);
/* of.name(args), at the place of `node`. */
pk_ast *pk_ast_method(pk_arena *arena, const pk_ast *node, const pk_ast *of,
                      const char *name, const pk_ast *const *args,
                      uint32_t count);
/* Says at the end of a last round which list nothing is known of; false: there
 * is one. */
bool pk_infer_lists_settle(pk_infer *in);
/* A list as the array of its items, where one is wanted; anything else as it
 * is.
 */
pk_typed pk_infer_as_items(pk_infer *in, const pk_ast *node, pk_typed v);
/* A dict or set as its length, where only its truth is wanted. */
pk_typed pk_infer_as_truth(pk_infer *in, const pk_ast *node, pk_typed v);
/* The type that an argument of a call says, by its number or name; NULL: none
 * that is known. */
const pk_ty *pk_infer_said(pk_infer *in, const pk_ast *node, uint32_t number,
                           const char *name);
pk_typed pk_type_new_array(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_carray(pk_infer *in, const pk_ast *node, pk_call *call);
/* The array that the array expression becomes where one is wanted. */
pk_typed pk_infer_fresh(pk_infer *in, const pk_ast *node, const pk_ty *lazy);
pk_typed pk_type_array(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_array_like(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_this_grid(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_lanemask_lt(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_named(pk_infer *in, const pk_ast *node, pk_call *call);
/* Color(2): the member with that value. */
pk_typed pk_infer_enum_call(pk_infer *in, const pk_ast *node,
                            const pk_ty *type);
pk_typed pk_type_isinstance(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_limits(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_overload_of(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_same(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_random(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_log(pk_infer *in, const pk_ast *node, pk_call *call);
/* Argument `i`, which is left out, becomes the number 0, a bound None. */
void pk_infer_missing(pk_infer *in, const pk_ast *node, pk_call *call,
                      uint32_t i);
pk_typed pk_type_clip(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_dot(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_in_range(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_generic(pk_infer *in, const pk_ast *node, pk_call *call);
/* a[mask] and a[:, m] of host functions; a store there, `node` the statement
 * (builtins/index_array.c). False: it is none of these. */
bool pk_infer_reads_by_array(pk_infer *in, const pk_ast *node, pk_typed array,
                             pk_typed *out);
bool pk_infer_stores_by_array(pk_infer *in, const pk_ast *node,
                              const pk_ast *target, const pk_ast *value);
pk_typed pk_type_slice(pk_infer *in, const pk_ast *node, pk_call *call);
/* The library alone calls these (builtins/host_library.c). */
pk_typed pk_type_host_library(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_common(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_layout(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_on_threads(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_has_threads(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_strided(pk_infer *in, const pk_ast *node, pk_call *call);
/* The call with tuples for the lists among its arguments; NULL: it has none. */
const pk_ast *pk_infer_without_lists(pk_infer *in, const pk_ast *node);
/* np.take(a, m), a[m]: an array expression of the elements of `a` with the
 * numbers that `m` has. The element's call is given `a` as a tuple of one. */
pk_typed pk_type_picked(pk_infer *in, const pk_ast *node, pk_call *call);
static inline bool pk_call_picks(const pk_call *call) {
    return call->element && call->element->builtin->how == PK_HOW_picked;
}
pk_typed pk_infer_picked(pk_infer *in, const pk_ast *node, pk_typed array,
                         pk_typed index);
pk_typed pk_type_allclose(pk_infer *in, const pk_ast *node, pk_call *call);
/* x in array, x in range(...) */
pk_typed pk_infer_in_array(pk_infer *in, const pk_ast *node, pk_typed x,
                           pk_typed all);
/* x.name(...) as a call of what the module has as __method_name__
 * (extending.overload_method), of x and the arguments; NULL: it has none, or x
 * is no value. */
const pk_ast *pk_infer_written_method(pk_infer *in, const pk_ast *node);
/* The same of x.name, which is __attribute_name__(x). */
const pk_ast *pk_infer_written_attribute(pk_infer *in, const pk_ast *node);
/* a @ b */
pk_typed pk_infer_matmul(pk_infer *in, const pk_ast *node,
                         const pk_ast *const *nodes, const pk_typed *args);
/* The array that a method or function is given; NULL after an error. */
const pk_ty *pk_infer_array_of(pk_infer *in, const pk_call *call);
/* a.copy(), a.flatten(), a.astype(dtype) (copy.c). */
pk_typed pk_type_copy(pk_infer *in, const pk_ast *node, pk_call *call);
/* Returns the largest extent that each axis of an array can have, -1 where that
 * is unknown; NULL: all are unknown, or it is a constant array. They are known
 * of the kernel's own arrays and of slices with constant bounds. */
static inline const int64_t *pk_most_of(pk_typed v) {
    return v.known && v.type->kind == PK_TY_array ? v.known->most : NULL;
}
/* The same along an axis, of a constant array, too. */
int64_t pk_most_along(pk_typed array, uint32_t axis);
/* Whether that holds only where the upper bounds of slices are not negative:
 * the copy looks. */
bool pk_most_is_assumed(pk_typed array);
/* An array of that type, with the largest extent along each axis; -1: unknown.
 */
pk_typed pk_infer_with_most(pk_infer *in, const pk_ty *type,
                            const int64_t *most, bool assumed);
/* The largest extent between bounds that are no constants (window.c); -1: not
 * known. Sets `assumed` where only pk_most_is_assumed holds. */
int64_t pk_window_most(const pk_infer *in, pk_latent *latent,
                       const pk_ast *lower, const pk_ast *upper, bool *assumed);
/* Arrays made of one, of type `type`: with the same axes; with one, of all;
 * with other extents; with elements of another size. */
pk_typed pk_infer_same_most(pk_infer *in, const pk_ty *type, pk_typed array);
pk_typed pk_infer_flat_most(pk_infer *in, const pk_ty *type, pk_typed array);
pk_typed pk_infer_shaped_most(pk_infer *in, const pk_ty *type, pk_typed array,
                              const pk_typed *extents);
pk_typed pk_infer_resized_most(pk_infer *in, const pk_ty *type, pk_typed array);
/* a[index], of type `view`; a row of an array; its transpose; a field. */
pk_typed pk_infer_view_most(pk_infer *in, const pk_ty *view, pk_typed array,
                            const pk_ast *index);
pk_typed pk_infer_row_most(pk_infer *in, const pk_ty *row, pk_typed array);
pk_typed pk_infer_reversed_most(pk_infer *in, pk_typed array);
pk_typed pk_infer_field_most(pk_infer *in, pk_typed base,
                             const pk_field *field);
/* Says that the variable is an array of an earlier turn, whose memory a later
 * one has taken. */
pk_typed pk_infer_stale(pk_infer *in, const pk_ast *node, const char *name,
                        const pk_slot *slot);
/* Calls the library's np_<name>, or that for integers or complex numbers by the
 * last type; the result becomes call->gives where that is set. */
pk_typed pk_call_numpy(pk_infer *in, const pk_ast *node, pk_call *call,
                       const char *name, const pk_ty *const *types,
                       uint32_t count);
/* The same of a function of the library; NULL: an error was said. */
pk_typed pk_call_library(pk_infer *in, const pk_ast *node, pk_call *call,
                         const pk_function *fn, const pk_ty *const *types,
                         uint32_t count);
/* The typing of arrays (builtins/numpy.c). */
pk_typed pk_type_written(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_ufunc(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_reduce(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_reshape(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_ravel(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_transpose(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_view(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_item(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_element_iter(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_type_nditer(pk_infer *in, const pk_ast *node, pk_call *call);
/* The first of NumPy's loops, letters of their types, for the operands; NULL
 * when there is none. */
PK_SHARED const pk_ty *pk_infer_loop(const char *loops, const pk_typed *args,
                                     uint32_t count);
/* Whether a loop may take an argument where it has the type `loop`; `mixed`:
 * there are integers and floats among the arguments. */
bool pk_infer_fits_loop(const pk_ty *arg, const pk_ty *loop, bool mixed);
bool pk_infer_mixes(const pk_typed *args, uint32_t count);
/* True for functions of elements, which take arrays, too, and then make an
 * array expression; its typing is that of the row for an element. */
bool pk_is_elementwise(const pk_builtin *builtin);
typedef pk_typed pk_typing(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_infer_elementwise(pk_infer *in, const pk_ast *node, pk_call *call,
                              pk_typing *typing);
/* An operator between arrays: `path` is NumPy's name of it. The call goes into
 * the note of `node`. */
pk_typed pk_infer_operator(pk_infer *in, const pk_ast *node, const char *path,
                           const pk_ast *const *nodes, const pk_typed *args,
                           uint32_t count);
/* Whether a function or method takes array expressions though it makes no array
 * of them: reductions, and Python's min, max and sum. */
bool pk_takes_lazy(const pk_builtin *builtin);
/* The array expression at `node`, of a lazy type, as a reduction is given it;
 * the same with .flat in C order; size, flat and dtype of it (computed.c). */
const pk_ty *pk_infer_computed(pk_infer *in, const pk_ast *node,
                               const pk_ty *lazy);
const pk_ty *pk_computed_in_c(pk_infer *in, const pk_ty *computed);
pk_typed pk_infer_computed_attribute(pk_infer *in, const pk_ast *node,
                                     const pk_ty *computed);
/* NumPy's function that an operator on arrays is. */
const char *pk_operator_path(uint8_t op);
/* False for an array whose extent only the launch knows; says so. */
bool pk_infer_sized(pk_infer *in, const pk_ast *node, const pk_ty *type);
/* NumPy's "same kind", of the elements: what is computed may be narrowed, but a
 * float stays a float, and an integer keeps its sign. */
bool pk_infer_same_kind(const pk_ty *value, const pk_ty *place);
/* Whether the value can be stored into all elements of an array, or into an
 * element when `place` is a number. */
bool pk_infer_fits(const pk_ty *value, const pk_ty *place);
/* The type that parameter `i` of a function of the library says: a literal
 * becomes it. NULL when it says none. */
const pk_ty *pk_infer_annotated(pk_infer *in, const pk_function *fn,
                                uint32_t i);
/* The type of a builtin's call. */
pk_typed pk_infer_builtin(pk_infer *in, const pk_ast *node, pk_call *call);
pk_typed pk_infer_subscript(pk_infer *in, const pk_ast *node);

#endif
