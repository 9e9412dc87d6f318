/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of contexts: events on named tracks, written as a Chrome trace
 * (chrome://tracing, Perfetto) when it is asked for and when a context goes.
 * Contexts that write the same file share a profile. */
#ifndef PORTKERN_RUNTIME_SERVICES_PROFILE_H
#define PORTKERN_RUNTIME_SERVICES_PROFILE_H

#include "portkern/portkern.h"

typedef struct pk_profile pk_profile;

typedef enum pk_profile_kind {
#define KIND(name, meaning) PK_PROFILE_##name,
#include "runtime/services/profile.def"
#undef KIND
    PK_PROFILE_COUNT
} pk_profile_kind;

/* The track of an event. A process of the trace is the host or a device; a
 * thread of it a thread, a queue, or what has a name. */
typedef struct pk_profile_track {
    const void *owner; /* the context whose device it is; NULL: the host's */
    const pk_device_info *device; /* of the owner */
    const void *key;              /* the queue, the thread */
    const char *name;             /* of a track without a key; else NULL */
} pk_profile_track;

/* Times are nanoseconds of CLOCK_MONOTONIC. */
typedef struct pk_profile_event {
    pk_profile_kind kind;
    const char *name;    /* copied, and `args`, too */
    const char *args;    /* members of a JSON object; NULL: none */
    uint64_t begin, end; /* end 0: it is not known yet */
    uint64_t bytes;      /* that are copied, or in use */
    size_t from;         /* the event that it follows; 0: none */
} pk_profile_event;

/* A profile that will be written to `file`, whose first "%p" is the process's
 * number, and which is opened now: PK_IO when it cannot be; PK_NO_MEMORY. */
pk_status pk_profile_open(const pk_allocator *allocator, const char *file,
                          pk_profile **out, pk_error *err);
/* Writes what there is, unless the file has it; PK_IO with the reason when that
 * fails. NULL is fine. */
pk_status pk_profile_write(pk_profile *profile, pk_error *err);
/* One user less; the last one frees it. Writes nothing. NULL is fine. */
void pk_profile_release(pk_profile *profile);

/* Adds an event and returns its number; 0 when it was dropped: those beyond a
 * million are, and all where `profile` is NULL. */
size_t pk_profile_add(pk_profile *profile, const pk_profile_track *on,
                      const pk_profile_event *event);
/* The same on the track of the thread that called the library. */
size_t pk_profile_add_here(pk_profile *profile, const pk_profile_event *event);
/* Sets the times of an event. 0 is none. */
void pk_profile_time(pk_profile *profile, size_t event, uint64_t begin_ns,
                     uint64_t end_ns);
/* A finished span on a track of the host that has a name. */
void pk_profile_span(pk_profile *profile, const char *on, const char *name,
                     uint64_t begin_ns, uint64_t end_ns);

#endif
