/* SPDX-License-Identifier: Apache-2.0 */
/* A line on a terminal while a compile lasts, "portkern: compiling f for cuda
 * ... 3 s", which is removed when it is done. The watchdog of interrupt.c
 * calls here, so that compiles which are short cost nothing. */
#include "core.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000ULL

static atomic_int terminal = -1;       /* file descriptor; -1: show nothing */
static atomic_ullong wait_ns = SECOND; /* that are not shown */

static void show(const char *text, int length) {
    int fd = atomic_load(&terminal);

    /* A terminal that is gone shows nothing: no failure of the compile. */
    if (fd >= 0 && write(fd, text, (size_t)length) < 0)
        atomic_store(&terminal, -1);
}

static uint64_t now_ns(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

static bool is_compiling(const core_call *call) {
    pk_context_stats stats = PK_INIT(pk_context_stats);

    return pk_context_get_stats(call->context, &stats, NULL) == PK_OK &&
           stats.compiling > 0;
}

static void show_seconds(core_call *call, uint32_t seconds) {
    pk_device_info device = PK_INIT(pk_device_info);
    char line[160];
    int length;

    if (call->is_shown && seconds == call->shown)
        return;
    if (pk_context_get_device(call->context, &device, NULL) != PK_OK)
        return;
    length = snprintf(line, sizeof line,
                      "\r\033[Kportkern: compiling %.80s for %.31s ... %u s",
                      call->kernel, device.backend, seconds);
    show(line, length);
    call->shown = seconds;
    call->is_shown = true;
}

void core_progress_tick(core_call *call) {
    uint64_t now = now_ns();

    if (!call->kernel || atomic_load(&terminal) < 0)
        return;
    if (!is_compiling(call)) {
        core_progress_clear(call);
        call->compiling_since = 0;
    } else if (!call->compiling_since) {
        call->compiling_since = now;
    } else if (now - call->compiling_since >= atomic_load(&wait_ns)) {
        show_seconds(call, (uint32_t)((now - call->compiling_since) / SECOND));
    }
}

void core_progress_clear(core_call *call) {
    static const char clear[] = "\r\033[K";

    if (call->is_shown)
        show(clear, (int)sizeof clear - 1);
    call->is_shown = false;
}

PyObject *core_set_progress(PyObject *module, PyObject *args) {
    double seconds;
    int fd;

    (void)module;
    if (!PyArg_ParseTuple(args, "id:_set_progress", &fd, &seconds))
        return NULL;
    atomic_store(&wait_ns, (unsigned long long)(seconds * (double)SECOND));
    atomic_store(&terminal, fd < 0 ? -1 : fd);
    Py_RETURN_NONE;
}
