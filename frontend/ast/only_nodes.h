/* SPDX-License-Identifier: Apache-2.0 */
/* For readers of ast.def that look at the nodes in nodes alone: all other
 * fields are nothing. Included again and again, so without a guard; undef.h
 * forgets them. */
#define IDENT(f)
#define OPT_IDENT(f)
#define NAMES(f)
#define OP(f)
#define OPS(f)
#define CTX(f)
#define FLAG(f)
#define INT(f)
#define CONST(f)
