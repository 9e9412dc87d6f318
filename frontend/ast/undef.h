/* SPDX-License-Identifier: Apache-2.0 */
/* Forgets the macros that a reader of ast.def defined. Included again and
 * again, so without a guard. */
#undef NODE
#undef NODE0
#undef IDENT
#undef OPT_IDENT
#undef CHILD
#undef OPT
#undef LIST
#undef SPARSE
#undef NAMES
#undef OP
#undef OPS
#undef CTX
#undef FLAG
#undef INT
#undef CONST
