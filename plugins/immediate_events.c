/* SPDX-License-Identifier: Apache-2.0 */
/* Events that have happened when they are recorded. */
#include "plugins/immediate_events.h"

#include "base/error.h"
#include "base/os/clock.h"

#include <stdatomic.h>

struct pk_evt {
    const pk_allocator *allocator;
    atomic_ullong ns; /* any thread may read it while one records */
};

pk_status pk_immediate_event_new(const pk_allocator *allocator, pk_evt **out,
                                 pk_error *err) {
    pk_evt *evt = allocator->alloc(allocator->self, sizeof *evt);

    if (!evt)
        return pk_fail_no_memory(err);
    evt->allocator = allocator;
    atomic_init(&evt->ns, 0);
    *out = evt;
    return PK_OK;
}

void pk_immediate_event_free(pk_evt *evt) {
    if (evt)
        evt->allocator->release(evt->allocator->self, evt, sizeof *evt);
}

pk_status pk_immediate_event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    (void)que, (void)err;
    atomic_store(&evt->ns, pk_now());
    return PK_OK;
}

pk_status pk_immediate_event_wait(pk_que *que, pk_evt *evt, pk_error *err) {
    (void)que, (void)evt, (void)err;
    return PK_OK;
}

pk_status pk_immediate_event_sync(pk_evt *evt, pk_error *err) {
    (void)evt, (void)err;
    return PK_OK;
}

pk_status pk_immediate_event_query(pk_evt *evt, bool *happened, pk_error *err) {
    (void)evt, (void)err;
    *happened = true;
    return PK_OK;
}

pk_status pk_immediate_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                                     pk_error *err) {
    uint64_t begin = atomic_load(&from->ns), end = atomic_load(&to->ns);

    (void)err;
    *ns = end > begin ? end - begin : 0;
    return PK_OK;
}
