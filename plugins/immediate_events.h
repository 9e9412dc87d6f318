/* SPDX-License-Identifier: Apache-2.0 */
/* Events of devices that run a queue's work before the call that asks for it
 * returns: an event has happened as soon as it is recorded, and there is
 * nothing to wait for. Such plugins put these functions into their tables. */
#ifndef PORTKERN_PLUGINS_IMMEDIATE_EVENTS_H
#define PORTKERN_PLUGINS_IMMEDIATE_EVENTS_H

#include "portkern/plugin.h"

/* Makes an event in memory of `allocator`, which must outlive it. */
pk_status pk_immediate_event_new(const pk_allocator *allocator, pk_evt **out,
                                 pk_error *err);

/* The entries of pk_plugin of these names. */
void pk_immediate_event_free(pk_evt *evt);
pk_status pk_immediate_event_record(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_immediate_event_wait(pk_que *que, pk_evt *evt, pk_error *err);
pk_status pk_immediate_event_sync(pk_evt *evt, pk_error *err);
pk_status pk_immediate_event_query(pk_evt *evt, bool *happened, pk_error *err);
pk_status pk_immediate_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                                     pk_error *err);

#endif
