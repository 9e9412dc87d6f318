/* SPDX-License-Identifier: Apache-2.0 */
/* Waits that end when their time is over. */
#ifndef PORTKERN_RUNTIME_LAUNCH_TIMED_WAIT_H
#define PORTKERN_RUNTIME_LAUNCH_TIMED_WAIT_H

#include "runtime/context/context.h"

/* Whether a recorded event has happened; PK_UNSUPPORTED where the plugin cannot
 * say. */
pk_status pk_evt_query(const pk_context *ctx, pk_evt *evt, bool *happened,
                       pk_error *err);

/* Waits until the event has happened, at most `timeout_ms` milliseconds.
 * PK_TIMEOUT when they are over: `what` was waited for. */
pk_status pk_evt_wait_for(pk_context *ctx, pk_evt *evt, uint32_t timeout_ms,
                          const char *what, pk_error *err);

#endif
