/* SPDX-License-Identifier: Apache-2.0 */
/* Ctrl-C ends a long launch.
 *
 * Python notes a signal and handles it when the main thread runs Python again,
 * which a thread in a launch does not. So a watchdog looks whether the main
 * thread has been in one call for two ticks. Then it puts a handler in the
 * place of Python's, which does what that does and wakes the watchdog, and that
 * cancels the queue; the launch fails with PK_CANCELLED, and Python's own
 * handler raises KeyboardInterrupt. A launch that is short costs a store and an
 * exchange, and while there are none the watchdog sleeps.
 *
 * The watchdog also shows on a terminal that a call compiles for long
 * (progress.c). */
#include "core.h"

#include <semaphore.h>
#include <signal.h>
#include <time.h>

enum { TICK_MS = 25 };

/* The call that the main thread is in, or IN_USE: the watchdog looks at the one
 * that was, and the thread waits at its end until that is done. */
static _Atomic(core_call *) active;
#define IN_USE ((core_call *)(uintptr_t)1)

static atomic_ulong calls; /* of core_interrupt_begin */
static atomic_bool asleep, tripped, is_started;
static sem_t wake;
static pthread_mutex_t using = PTHREAD_MUTEX_INITIALIZER;
static unsigned long main_thread;

/* ---- the signal ---- */

/* It does itself what Python's does and calls no other: LLVM's, which PoCL
 * brings along, takes itself away, raises the signal anew and would be called
 * by us again. */
static void on_signal(int number) {
    PyErr_SetInterruptEx(number); /* may be called here */
    atomic_store(&tripped, true);
    sem_post(&wake);
}

/* Where SIGINT is ignored or ends the process there is nothing to do. */
static void put_handler(void) {
    struct sigaction now, ours;

    if (sigaction(SIGINT, NULL, &now) != 0 ||
        (!(now.sa_flags & SA_SIGINFO) &&
         (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN ||
          now.sa_handler == on_signal)))
        return;
    ours = now;
    ours.sa_flags &= ~(SA_SIGINFO | SA_RESETHAND | SA_NODEFER);
    ours.sa_handler = on_signal;
    sigaction(SIGINT, &ours, NULL);
}

/* ---- the watchdog ---- */

static void cancel(core_call *call) {
    call->was_cancelled = true;
    if (call->is_host) {
        __atomic_store_n(&call->stop, 1, __ATOMIC_RELAXED);
        return;
    }
    pk_queue_cancel(call->queue,
                    NULL); /* where the device cannot, it goes on */
}

/* Does something with the call, if the main thread is in one. */
static void with_active(void (*act)(core_call *)) {
    core_call *call = atomic_load(&active), *mark = IN_USE;

    pthread_mutex_lock(&using);
    if (call && atomic_compare_exchange_strong(&active, &call, IN_USE)) {
        act(call);
        atomic_compare_exchange_strong(&active, &mark, call);
    }
    pthread_mutex_unlock(&using);
}

/* Waits for a tick, or until it is woken. */
static void wait_tick(void) {
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    sem_timedwait(&wake, &until);
}

static void *watch(void *ignored) {
    unsigned long seen = 0;

    (void)ignored;
    for (;;) {
        unsigned long now = atomic_load(&calls);
        bool is_in_call = atomic_load(&active) != NULL;
        if (is_in_call && now == seen) {
            put_handler();
            with_active(core_progress_tick);
        }
        if (atomic_exchange(&tripped, false))
            with_active(cancel);
        if (is_in_call || now != seen) {
            seen = now;
            wait_tick();
            continue;
        }
        atomic_store(&asleep, true);
        if (atomic_load(&calls) == seen)
            sem_wait(&wake);
        atomic_store(&asleep, false);
    }
    return NULL;
}

static void forget_thread(void) {
    /* It is not in the child of a fork. */
    atomic_store(&is_started, false);
    atomic_store(&active, NULL);
    pthread_mutex_init(&using, NULL);
}

static void start_watch(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, old;

    atomic_store(&is_started, true);
    atomic_store(&asleep, false);
    sem_init(&wake, 0, 0);
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all); /* signals are for the program's threads */
    pthread_sigmask(SIG_SETMASK, &all, &old);
    if (pthread_create(&thread, &attributes, watch, NULL) != 0)
        atomic_store(&asleep, false); /* Ctrl-C waits for the launch, then */
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

/* ---- calls ---- */

static void add_fork_handler(void) {
    pthread_atfork(NULL, NULL, forget_thread);
}

void core_interrupt_init(unsigned long thread) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    main_thread = thread;
    pthread_once(&once, add_fork_handler);
}

bool core_is_main_thread(void) {
    return PyThread_get_thread_ident() == main_thread;
}

static void begin(core_call *call) {
    call->was_cancelled = false;
    call->compiling_since = 0;
    call->is_shown = false;
    if (!atomic_load_explicit(&is_started, memory_order_relaxed))
        start_watch();
    atomic_store_explicit(&active, call, memory_order_release);
    atomic_fetch_add(&calls, 1);
    if (atomic_load(&asleep) && atomic_exchange(&asleep, false))
        sem_post(&wake);
}

void core_interrupt_begin(core_call *call, pk_queue *queue,
                          const core_kernel *kernel) {
    call->begun = core_is_main_thread();
    if (!call->begun)
        return;
    call->queue = queue;
    call->is_host = false;
    call->kernel = kernel ? kernel->text : NULL;
    call->context = kernel ? kernel->context->handle : NULL;
    begin(call);
}

void core_interrupt_begin_call(core_call *call) {
    call->stop = 0;
    call->begun = core_is_main_thread();
    if (!call->begun)
        return;
    call->queue = NULL;
    call->is_host = true;
    call->kernel = NULL;
    call->context = NULL;
    begin(call);
}

bool core_interrupt_end(core_call *call) {
    if (!call->begun)
        return false;
    if (atomic_exchange(&active, NULL) == IN_USE) {
        pthread_mutex_lock(&using); /* until the watchdog has done */
        pthread_mutex_unlock(&using);
    }
    core_progress_clear(call);
    return call->was_cancelled;
}
