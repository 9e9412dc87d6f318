/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of a context: spans on named tracks, written as a Chrome trace
 * (chrome://tracing, Perfetto) when it is asked for and when the context
 * goes. */
#ifndef PORTKERN_RUNTIME_SERVICES_PROFILE_H
#define PORTKERN_RUNTIME_SERVICES_PROFILE_H

#include "portkern/portkern.h"

typedef struct pk_profile pk_profile;

/* A profile that will be written to `file`, which is opened now: PK_IO when
 * it cannot be; PK_NO_MEMORY. */
pk_status pk_profile_create(const pk_allocator *allocator, const char *file,
                            pk_profile **out, pk_error *err);
/* Writes what there is, unless the file has it; PK_IO with the reason when that
 * fails. NULL is fine. */
pk_status pk_profile_write(pk_profile *profile, pk_error *err);
/* Frees, and writes nothing. NULL is fine. */
void pk_profile_destroy(pk_profile *profile);

/* A finished span, in nanoseconds of CLOCK_MONOTONIC. Spans beyond a million
 * are dropped. NULL is fine: nothing is measured then. */
void pk_profile_span(pk_profile *profile, const char *track, const char *name,
                     uint64_t begin_ns, uint64_t end_ns);

#endif
