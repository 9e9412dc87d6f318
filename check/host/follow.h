/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions that launch what they are given, gone through with the
 * arguments of a call:
 *
 *     def launch(kernel, n, *args): kernel[(n + 127) // 128, 128](*args)
 *     launch(add, 1000, x, y)         add[8, 128](x, y) */
#ifndef PORTKERN_CHECK_HOST_FOLLOW_H
#define PORTKERN_CHECK_HOST_FOLLOW_H

#include "check/check.h"
#include "check/host/host_types.h"

enum { PK_FOLLOW_DEPTH = 3 }; /* calls in one another */

/* Which functions of the script launch something, or call one that does. */
typedef struct pk_launchers pk_launchers;
/* Goes through all functions; NULL without memory. */
const pk_launchers *pk_host_launchers(const pk_host_names *host);

/* Returns the plain function of the script that a call with arguments runs,
 * when it or one that it calls launches something; else NULL. */
const pk_function *pk_host_followed(const pk_host_names *host,
                                    const pk_launchers *launchers,
                                    const pk_ast *call);

/* Whether it depends on a value which of its statements a call comes to. */
bool pk_host_branches(const pk_function *fn);

/* Into that function: its parameters are what the call gives them. Left by
 * pk_host_leave. */
pk_host_mark pk_host_enter_call(pk_host_names *host, const pk_function *fn,
                                const pk_ast *call);

/* Fills in what is known of a launch's arguments, of which *args of known
 * length are several. False without memory. */
bool pk_host_arguments(const pk_host_names *host, const pk_function *fn,
                       const pk_ast_list *args, pk_launch_site *site);

/* Whether a function holds the definition, or a class as one of its own. */
bool pk_host_holds(const pk_ast *outer, const pk_ast *def);

/* Whether an expression is cuda.jit, by any name. */
bool pk_host_is_jit(const pk_host_names *host, const pk_ast *node);

#endif
