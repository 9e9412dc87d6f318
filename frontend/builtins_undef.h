/* SPDX-License-Identifier: Apache-2.0 */
/* Forgets the macros that a reader of builtins.def defined. Included again
 * and again, so without a guard. */
#undef HOW
#undef ALIAS
#undef DTYPE
#undef CTYPE
#undef VALUE
#undef COUNT
#undef QUERY
#undef DECOR
#undef CALL
#undef LATER
