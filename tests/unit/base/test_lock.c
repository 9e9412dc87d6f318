/* SPDX-License-Identifier: Apache-2.0 */
/* The child of a process that was forked while another thread made state, or
 * held a lock, goes on. */
#include "../check_main.h"
#include "base/os/lock.h"

#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct maker {
    atomic_uint process;
    int made;
    sem_t is_at_it, may_end;
    bool waits;
} maker;

static void make(void *self) {
    maker *m = self;

    if (m->waits) {
        sem_post(&m->is_at_it);
        sem_wait(&m->may_end);
    }
    m->made++;
}

static void *make_in_thread(void *self) {
    maker *m = self;

    ck_assert(pk_process_renew(&m->process, make, m));
    return NULL;
}

START_TEST(state_that_was_being_made_is_made_in_the_child)
{
    maker m = {.waits = true};
    pthread_t thread;
    pid_t child;
    int status;

    sem_init(&m.is_at_it, 0, 0);
    sem_init(&m.may_end, 0, 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, make_in_thread, &m), 0);
    sem_wait(&m.is_at_it);
    ck_assert(!pk_process_renew(&m.process, make, &m));
    child = fork();
    if (!child) {
        m.waits = false;
        _exit(pk_process_renew(&m.process, make, &m) && m.made == 1 &&
                      pk_process_renew(&m.process, make, &m) && m.made == 1
                  ? 0
                  : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    sem_post(&m.may_end);
    pthread_join(thread, NULL);
    ck_assert(pk_process_renew(&m.process, make, &m));
    ck_assert_int_eq(m.made, 1);
}
END_TEST

START_TEST(a_lock_that_was_held_is_lost_in_the_child)
{
    pk_lock held = PK_LOCK_INIT, loose = PK_LOCK_INIT;
    pid_t child;
    int status;

    ck_assert(pk_lock_enter(&held));
    child = fork();
    if (!child)
        _exit(!pk_lock_enter(&held) && pk_lock_enter(&loose) ? 0 : 1);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    pk_lock_leave(&held);
    ck_assert(pk_lock_enter(&held));
    pk_lock_leave(&held);
}
END_TEST

TESTS("lock", state_that_was_being_made_is_made_in_the_child,
      a_lock_that_was_held_is_lost_in_the_child)
