/* SPDX-License-Identifier: Apache-2.0 */
/* A device that calls functions in its queue from a thread of its own: the
 * interpreter, whose other work waits for that thread. When `later_breaks` is
 * set it is lost before it comes to them. It has one queue. */
#include "base/error.h"
#include "portkern/plugin.h"

#include <pthread.h>
#include <time.h>

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

extern PK_API unsigned later_breaks;
unsigned later_breaks;

static const pk_plugin *interp;
static pk_plugin later;

static struct {
    pthread_t thread;
    bool runs, lost;
    void (*function)(void *arg);
    void *arg;
} work;

static void *run(void *arg) {
    const struct timespec moment = {.tv_nsec = 2000000};

    (void)arg;
    nanosleep(&moment, NULL);
    work.function(work.arg);
    return NULL;
}

static void wait_for_work(void) {
    if (work.runs)
        pthread_join(work.thread, NULL);
    work.runs = false;
}

static pk_status call(pk_que *que, void (*function)(void *arg), void *arg,
                      pk_error *err) {
    (void)que;
    wait_for_work();
    if (later_breaks) {
        work.lost = true;
        return PK_OK;
    }
    work.function = function;
    work.arg = arg;
    if (pthread_create(&work.thread, NULL, run, NULL))
        return pk_fail_no_memory(err);
    work.runs = true;
    return PK_OK;
}

static pk_status copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                      pk_error *err) {
    wait_for_work();
    return interp->copy(que, dst, src, size, err);
}

static pk_status fill(pk_que *que, pk_ref dst, uint64_t size,
                      const void *pattern, uint32_t pattern_size,
                      pk_error *err) {
    wait_for_work();
    return interp->fill(que, dst, size, pattern, pattern_size, err);
}

static pk_status launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    wait_for_work();
    return interp->launch(que, fun, desc, err);
}

static pk_status sync(pk_que *que, pk_error *err) {
    const bool lost = work.lost;

    wait_for_work();
    work.lost = false;
    return lost ? pk_fail(err, PK_DEVICE_LOST, "the device was pulled out")
                : interp->sync(que, err);
}

static pk_status event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    wait_for_work();
    return interp->event_record(que, evt, err);
}

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    interp = pk_interp_plugin_query(host_abi, err);
    if (!interp)
        return NULL;
    later = *interp;
    later.struct_size = sizeof later;
    later.name = "later";
    later.copy = copy;
    later.fill = fill;
    later.launch = launch;
    later.sync = sync;
    later.event_record = event_record;
    later.call = call;
    return &later;
}
