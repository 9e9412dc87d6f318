/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the application in queues, on the device that BACKEND names:
 * their order, what they see, and how they and what is before them fails. */
#include "runtime_test.h"

#include <dlfcn.h>
#include <pthread.h>

static const char source[] = "from numba import cuda\n"
                             "\n"
                             "@cuda.jit\n"
                             "def add(x, n):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] += n\n"
                             "\n"
                             "@cuda.jit(debug=True)\n"
                             "def fails(x):\n"
                             "    if x[0] >= 0:\n"
                             "        raise ValueError('no')\n"
                             "    x[0] = 1\n";

enum { N = 64, MANY = 5000 };

static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;

static bool is(const char *backend) {
    return strcmp(getenv("BACKEND"), backend) == 0;
}

static void start(void) {
    ctx = open_context(getenv("BACKEND"));
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_queue_release(queue);
    pk_module_release(mod);
    pk_context_release(ctx);
}

static pk_status launch(const char *name, const pk_arg *args, size_t count) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {N});
    pk_kernel *kernel = NULL;
    pk_status status;

    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    status = pk_launch(queue, kernel, &config, args, count, &err);
    pk_kernel_release(kernel);
    return status;
}

/* ---- a function that notes its calls ---- */

typedef struct note {
    const int32_t *watched; /* a place that the device writes; NULL: none */
    int32_t seen;
    int *place; /* counts the calls of all */
    int at;     /* its number, from 1; 0: it was not called */
    int calls;
    pk_status before;  /* what it was given */
    pk_status returns; /* with `words` */
    const char *words;
} note;

static pk_status take_note(void *self, pk_status status, pk_error *why) {
    note *n = self;

    n->calls++;
    n->before = status;
    n->seen = n->watched ? *n->watched : 0;
    n->at = n->place ? ++*n->place : 1;
    if (n->words)
        snprintf(why->message, sizeof why->message, "%s", n->words);
    return n->returns;
}

/* ---- order ---- */

/* Where the device works on memory that the host sees. */
static int32_t *host_address(pk_buffer *buf) {
    uint64_t device;
    void *host = NULL;

    assert_ok(pk_buffer_address(buf, &device, &host, &err));
    return host;
}

START_TEST(functions_are_called_in_the_queues_order)
{
    note notes[4] = {{0}};
    pk_buffer *buf;
    pk_array x;
    int place = 0;

    start();
    assert_ok(pk_buffer_create(ctx, 4 * N, PK_BUFFER_pinned, &buf, &err));
    x = pk_array_device(buf, PK_DTYPE_i32, 1, (int64_t[]){N});
    assert_ok(pk_queue_fill(queue, buf, 0, 4 * N, &(int32_t){5}, 4, &err));
    for (int i = 0; i < 4; i++) {
        notes[i] = (note){.watched = host_address(buf), .place = &place};
        assert_ok(pk_queue_callback(queue, take_note, &notes[i], &err));
        assert_ok(launch("add", (pk_arg[]){pk_inout(&x), pk_i32(10)}, 2));
    }
    assert_ok(pk_queue_finish(queue, &err));
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(notes[i].at, i + 1);
        ck_assert_int_eq(notes[i].calls, 1);
        ck_assert_int_eq(notes[i].before, PK_OK);
        if (notes[i].watched)
            ck_assert_int_eq(notes[i].seen, 5 + 10 * i);
    }
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(many_functions)
{
    static note notes[MANY];
    int place = 0;

    start();
    for (int i = 0; i < (is("later") ? 100 : MANY); i++) {
        notes[i] = (note){.place = &place};
        assert_ok(pk_queue_callback(queue, take_note, &notes[i], &err));
    }
    assert_ok(pk_queue_finish(queue, &err));
    for (int i = 0; i < place; i++)
        ck_assert_int_eq(notes[i].at, i + 1);
    ck_assert_int_eq(place, is("later") ? 100 : MANY);
    stop();
}
END_TEST

START_TEST(waits_are_for_functions_too)
{
    note first = {0}, second = {0}, third = {0};
    pk_event *event;
    pk_status status;

    start();
    assert_ok(pk_event_create(ctx, &event, &err));
    assert_ok(pk_queue_callback(queue, take_note, &first, &err));
    assert_ok(pk_queue_record(queue, event, &err));
    assert_ok(pk_event_wait(event, &err));
    ck_assert_int_eq(first.calls, 1);
    assert_ok(pk_queue_callback(queue, take_note, &second, &err));
    status = pk_queue_finish_for(queue, 60000, &err);
    if (status != PK_UNSUPPORTED) { /* a plugin of ABI 1.0 */
        assert_ok(status);
        ck_assert_int_eq(second.calls, 1);
    }
    assert_ok(pk_queue_callback(queue, take_note, &third, &err));
    pk_queue_release(queue); /* which waits */
    queue = NULL;
    ck_assert_int_eq(third.calls, 1);
    pk_event_release(event);
    stop();
}
END_TEST

/* ---- failures ---- */

START_TEST(a_failure_of_a_function_stays_with_the_queue)
{
    note bad = {.returns = PK_IO, .words = "the disk is full"};
    note mute = {.returns = PK_CANCELLED}, after = {0};
    pk_status status;

    start();
    assert_ok(pk_queue_callback(queue, take_note, &bad, &err));
    status = pk_queue_callback(queue, take_note, &after, &err);
    assert_fails(pk_queue_finish(queue, &err), PK_IO, "the disk is full");
    ck_assert_int_eq(after.calls, status == PK_OK); /* once, or never */
    assert_fails(pk_queue_callback(queue, take_note, &after, &err), PK_IO,
                 "the disk is full");
    assert_fails(pk_queue_get_error(queue, &err), PK_IO, "the disk is full");
    ck_assert_int_eq(after.calls, status == PK_OK);
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(pk_queue_callback(queue, take_note, &mute, &err));
    assert_fails(pk_queue_finish(queue, &err), PK_CANCELLED,
                 "a callback in the queue failed: work was cancelled");
    assert_ok(pk_queue_clear(queue, &err));
    after.calls = 0;
    assert_ok(pk_queue_callback(queue, take_note, &after, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(after.calls, 1);
    stop();
}
END_TEST

START_TEST(a_kernel_that_raises_does_not_keep_functions_from_running)
{
    note after = {0}, later = {.returns = PK_IO};
    int32_t number = 3;
    pk_array x = pk_array_host(&number, PK_DTYPE_i32, 1, (int64_t[]){1});

    start();
    assert_ok(launch("fails", (pk_arg[]){pk_inout(&x)}, 1));
    assert_ok(pk_queue_callback(queue, take_note, &after, &err));
    (void)pk_queue_callback(queue, take_note, &later, &err);
    ck_assert_int_ne(pk_queue_finish(queue, &err), PK_OK);
    ck_assert_int_eq(after.calls, 1);
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(pk_queue_callback(queue, take_note, &after, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(after.calls, 2);
    stop();
}
END_TEST

START_TEST(a_device_that_is_lost)
{
    void *file = is("later") ? dlopen(TEST_PLUGINS "/portkern-later.so",
                                      RTLD_NOW | RTLD_LOCAL)
                             : NULL;
    unsigned *breaks = file ? dlsym(file, "later_breaks") : NULL;
    note first = {0}, second = {.returns = PK_IO};

    if (!is("later"))
        return;
    ck_assert_ptr_nonnull(breaks);
    start();
    *breaks = 1;
    assert_ok(pk_queue_callback(queue, take_note, &first, &err));
    assert_ok(pk_queue_callback(queue, take_note, &second, &err));
    ck_assert_int_eq(first.calls, 0);
    assert_fails(pk_queue_finish(queue, &err), PK_DEVICE_LOST, "pulled out");
    ck_assert_int_eq(first.calls, 1); /* and told so */
    ck_assert_int_eq(first.before, PK_DEVICE_LOST);
    ck_assert_int_eq(second.before, PK_DEVICE_LOST);
    *breaks = 0;
    dlclose(file);
    stop();
}
END_TEST

START_TEST(a_cancelled_queue_calls_nothing)
{
    note never = {0};

    start();
    if (pk_queue_cancel(queue, &err) != PK_UNSUPPORTED) {
        assert_fails(pk_queue_callback(queue, take_note, &never, &err),
                     PK_CANCELLED, "the queue was cancelled");
        assert_ok(pk_queue_clear(queue, &err));
    }
    assert_ok(pk_queue_callback(queue, take_note, &never, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(never.calls, 1);
    stop();
}
END_TEST

START_TEST(what_is_no_callback_is_refused)
{
    note never = {0};

    start();
    assert_fails(pk_queue_callback(NULL, take_note, &never, &err),
                 PK_BAD_HANDLE, "queue");
    assert_fails(pk_queue_callback((pk_queue *)ctx, take_note, &never, &err),
                 PK_BAD_HANDLE, "queue");
    assert_fails(pk_queue_callback(queue, NULL, &never, &err), PK_BAD_ARG,
                 "function is NULL");
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(never.calls, 0);
    stop();
}
END_TEST

/* ---- threads ---- */

/* Each with a queue of its own, whose functions wake another thread. */
typedef struct worker {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int done;
} worker;

static pk_status wake(void *self, pk_status status, pk_error *why) {
    worker *w = self;

    (void)why;
    pthread_mutex_lock(&w->lock);
    w->done++;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    return status;
}

static void *work(void *arg) {
    worker w = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pk_queue *own = NULL;
    pk_buffer *buf = NULL;
    bool good;

    (void)arg;
    good = pk_queue_create(ctx, &own, NULL) == PK_OK &&
           pk_buffer_create(ctx, 64, 0, &buf, NULL) == PK_OK;
    for (int i = 0; i < 50 && good; i++) {
        good = pk_queue_fill(own, buf, 0, 64, &i, 4, NULL) == PK_OK &&
               pk_queue_callback(own, wake, &w, NULL) == PK_OK &&
               pk_queue_flush(own, NULL) == PK_OK;
        pthread_mutex_lock(&w.lock);
        while (good && w.done <= i)
            pthread_cond_wait(&w.more, &w.lock);
        pthread_mutex_unlock(&w.lock);
    }
    good = good && pk_queue_finish(own, NULL) == PK_OK;
    pk_buffer_release(buf);
    pk_queue_release(own);
    return good ? arg : NULL;
}

START_TEST(threads_are_woken_by_their_queues)
{
    pthread_t threads[4];
    void *result;

    if (is("later")) /* it has one queue */
        return;
    start();
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, threads), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &result);
        ck_assert_ptr_nonnull(result);
    }
    stop();
}
END_TEST

TESTS("callbacks", functions_are_called_in_the_queues_order, many_functions,
      waits_are_for_functions_too, a_failure_of_a_function_stays_with_the_queue,
      a_kernel_that_raises_does_not_keep_functions_from_running,
      a_device_that_is_lost, a_cancelled_queue_calls_nothing,
      what_is_no_callback_is_refused, threads_are_woken_by_their_queues)
