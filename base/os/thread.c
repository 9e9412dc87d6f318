/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of the library's own, and writing without signals. */
#include "base/os/thread.h"

#include "base/error.h"
#include "base/os/fpenv.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* Faults of the thread that is running: blocked, they would end the process
 * without asking the handler that the application may have. */
static const int faults[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                             SIGTRAP, SIGABRT, SIGSYS};

static void block_signals(sigset_t *old) {
    sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&set, faults[i]);
    pthread_sigmask(SIG_SETMASK, &set, old);
}

int pk_thread_start(pthread_t *out, size_t stack_bytes, void *(*run)(void *arg),
                    void *arg) {
    pthread_attr_t attr;
    sigset_t old;
    int failed = pthread_attr_init(&attr);

    if (failed)
        return failed;
    pthread_attr_setstacksize(&attr, stack_bytes);
    block_signals(&old);
    failed = pthread_create(out, &attr, run, arg);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
    return failed;
}

typedef struct piece {
    pk_status (*work)(void *arg, pk_error *err);
    void *arg;
    pk_error *err;
    pk_status status;
    pthread_t caller;
} piece;

static _Thread_local const piece *current; /* that this thread runs */

static void *run_piece(void *arg) {
    piece *p = arg;

    (void)pk_fpenv_enter(); /* the environment was inherited */
    current = p;
    p->status = p->work(p->arg, p->err);
    return NULL;
}

/* Whoever cancels the caller's thread while it waits would take the piece's
 * memory away. */
static void wait_for(pthread_t thread) {
    int old;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_join(thread, NULL);
    pthread_setcancelstate(old, NULL);
}

pk_status pk_thread_run(pk_status (*work)(void *arg, pk_error *err), void *arg,
                        pk_error *err) {
    piece p = {.work = work, .arg = arg, .err = err, .caller = pthread_self()};
    pthread_t thread;
    int failed;

    if (current)
        return work(arg, err);
    failed = pk_thread_start(&thread, PK_THREAD_STACK, run_piece, &p);
    if (failed)
        return pk_fail(err, PK_NO_MEMORY,
                       "cannot start a thread with a stack of %d MiB: %s",
                       PK_THREAD_STACK >> 20, strerror(failed));
    wait_for(thread);
    return p.status;
}

typedef struct stack {
    uintptr_t end, top; /* `end` is the lower one; both 1: not known */
} stack;

static stack find_stack(void) {
    pthread_attr_t attr;
    size_t size = 0, guard = 0;
    void *low = NULL;
    bool found;

    if (pthread_getattr_np(pthread_self(), &attr) != 0)
        return (stack){1, 1};
    found = pthread_attr_getstack(&attr, &low, &size) == 0 &&
            pthread_attr_getguardsize(&attr, &guard) == 0;
    pthread_attr_destroy(&attr);
    return found ? (stack){(uintptr_t)low + guard, (uintptr_t)low + size}
                 : (stack){1, 1};
}

size_t pk_stack_left(void) {
    static _Thread_local stack own;
    const char place = 0;
    const uintptr_t here = (uintptr_t)&place;

    if (!own.top)
        own = find_stack();
    return here > own.end && here < own.top ? here - own.end : 0;
}

pthread_t pk_thread_caller(void) {
    return current ? current->caller : pthread_self();
}

/* ---- writing ---- */

static void write_signals(sigset_t *out) {
    sigemptyset(out);
    sigaddset(out, SIGXFSZ);
    sigaddset(out, SIGPIPE);
}

void pk_write_guard_enter(pk_write_guard *guard) {
    sigset_t set;

    write_signals(&set);
    sigpending(&guard->had);
    pthread_sigmask(SIG_BLOCK, &set, &guard->old);
}

/* A signal that was pending before is the application's, and stays. */
void pk_write_guard_leave(const pk_write_guard *guard) {
    static const int kinds[] = {SIGXFSZ, SIGPIPE};
    const struct timespec now = {0};
    int fault = errno;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        sigset_t one;
        if (sigismember(&guard->had, kinds[i]))
            continue;
        sigemptyset(&one);
        sigaddset(&one, kinds[i]);
        while (sigtimedwait(&one, NULL, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &guard->old, NULL);
    errno = fault;
}
