/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions in a script. */
#ifndef PORTKERN_CHECK_HOST_CALLS_H
#define PORTKERN_CHECK_HOST_CALLS_H

#include "check/check.h"
#include "check/host/host_types.h"

/* Returns the types of a call's arguments, as a launch of it has them; NULL
 * where the call is none of a host function of the script. */
pk_launch_site *pk_host_call(const pk_host_names *host, const pk_ast *call);

#endif
