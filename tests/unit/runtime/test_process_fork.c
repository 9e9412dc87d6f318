/* SPDX-License-Identifier: Apache-2.0 */
/* fork() while another thread is in the library: at each stage of a compile, in
 * the compiler, while plugins are loaded, during a launch. In the child nothing
 * hangs and nothing is wrong: a call gives its result, or PK_FORKED. */
#include "process_test.h"

#include <stdatomic.h>
#include <time.h>

/* ThreadSanitizer gives up on threads made after fork unless told so. */
__attribute__((no_sanitize("thread"), used)) const char *
__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "die_after_fork=0";
}

static void sleep_us(long us) {
    struct timespec time = {0, us * 1000};

    nanosleep(&time, NULL);
}

/* ---- a thread that stops in the middle ---- */

/* The allocator stops the thread that allocates for the n-th time, as long as
 * the test wants: that is a place in the middle of whatever it does. */
typedef struct stop {
    atomic_long left; /* allocations until then, below 0: never */
    atomic_bool stopped, go_on;
} stop;

static void *stopping_alloc(void *self, size_t size) {
    stop *s = self;

    if (atomic_load(&s->left) >= 0 && atomic_fetch_sub(&s->left, 1) == 0) {
        atomic_store(&s->stopped, true);
        while (!atomic_load(&s->go_on))
            sleep_us(50);
    }
    return malloc(size);
}

static void *plain_resize(void *self, void *old, size_t old_size, size_t size) {
    (void)self, (void)old_size;
    return realloc(old, size);
}

static void plain_release(void *self, void *old, size_t size) {
    (void)self, (void)size;
    free(old);
}

/* The work of a thread, and whether it has ended. */
typedef struct task {
    life *life;
    pk_kernel *kernel;
    pk_queue *queue;
    const pk_context_options *options;
    pk_status status;
    results r;
    atomic_bool done;
} task;

static void *launch_there(void *arg) {
    task *t = arg;
    life own = *t->life;

    own.kernel = t->kernel;
    own.queue = t->queue;
    t->status = life_launch(&own, &t->r);
    atomic_store(&t->done, true);
    return NULL;
}

static void *live_there(void *arg) {
    task *t = arg;
    life own;

    t->status = life_open(&own, numbers, "numbers", t->options);
    if (t->status == PK_OK)
        t->status = life_launch(&own, &t->r);
    life_close(&own);
    atomic_store(&t->done, true);
    return NULL;
}

/* ---- what the child does ---- */

typedef struct family {
    life *life;          /* its kernel is compiled */
    pk_kernel *unready;  /* that the parent's other thread may be at */
    pk_queue *of_thread; /* and the queue that this uses */
    const results *expected;
    pk_context_options options;
} family;

enum { RIGHT, IS_LOST, WRONG_RESULT, WRONG_STATUS, SECONDS = 20 };

static bool is_right(pk_status status, const results *got,
                     const results *expected) {
    return status != PK_OK ||
           memcmp(got->out, expected->out, sizeof got->out) == 0;
}

static bool survives(void) {
    return backend_is("cpu") || backend_is("interp");
}

static bool fits(pk_status status) {
    return status == PK_OK || status == PK_FORKED;
}

/* The kernel that is compiled goes on where the device does; another one, and
 * the other thread's queue, may be lost. Then all is closed. */
static int use_all(const family *f) {
    life l = *f->life;
    static results r;
    pk_status status = life_launch(&l, &r), said;

    if (status != (survives() ? PK_OK : PK_FORKED))
        return WRONG_STATUS;
    if (!is_right(status, &r, f->expected))
        return WRONG_RESULT;
    l.kernel = f->unready;
    status = life_launch(&l, &r);
    if (!fits(status))
        return WRONG_STATUS;
    said = status;
    if (!is_right(status, &r, f->expected))
        return WRONG_RESULT;
    if (f->of_thread) {
        l.queue = f->of_thread;
        if (!fits(life_launch(&l, &r)))
            return WRONG_STATUS;
        pk_queue_release(f->of_thread);
    }
    pk_kernel_release(f->unready);
    life_close(f->life);
    return said == PK_OK ? RIGHT : IS_LOST;
}

/* A context of the child's own. */
static int start_anew(const family *f) {
    static results r;
    pk_status status;
    life l;

    status = life_open(&l, numbers, "numbers", &f->options);
    if (status == PK_OK)
        status = life_launch(&l, &r);
    life_close(&l);
    if (!is_right(status, &r, f->expected))
        return WRONG_RESULT;
    return fits(status) ? RIGHT : WRONG_STATUS;
}

/* True when the child could do what the other thread was at. */
static bool assert_child(int (*work)(const family *), const family *f,
                         const char *when, long n) {
    int status = 0;
    pid_t child = fork();

    if (!child) {
        alarm(SECONDS);
        _exit(work(f));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) <= IS_LOST,
                  "%s %ld: the child ended with %s %d", when, n,
                  WIFEXITED(status) ? "status" : "signal",
                  WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return WEXITSTATUS(status) == RIGHT;
}

static void to_printed(results *r, pk_context_options *options) {
    options->print = keep_print;
    options->print_self = r->printed;
}

/* A second module with the same text: its kernel is compiled anew. */
static pk_kernel *second_kernel(life *l, pk_module **mod) {
    pk_kernel *kernel = NULL;

    assert_ok(
        pk_module_from_source(l->ctx, numbers, "k2.py", 0, NULL, 0, mod, &err));
    assert_ok(pk_module_kernel(*mod, "numbers", &kernel, &err));
    return kernel;
}

/* ---- the tests ---- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FEW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FEW 1
#endif
#endif
#ifdef FEW
enum { STOPS = 12, DELAYS = 6 };
#else
enum { STOPS = 30, DELAYS = 16 };
#endif

static long allocations_of_a_compile(family *f, stop *s) {
    const long many = 1 << 30;
    pk_module *mod = NULL;
    pk_kernel *kernel = second_kernel(f->life, &mod);
    life l = *f->life;
    static results r;

    l.kernel = kernel;
    atomic_store(&s->left, many);
    assert_ok(life_launch(&l, &r));
    ck_assert_int_eq(memcmp(r.out, f->expected->out, sizeof r.out), 0);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    return many - atomic_exchange(&s->left, -1);
}

/* At the n-th allocation of a compile by another thread. */
static bool fork_at(family *f, stop *s, long n) {
    static task t;
    bool went_on;
    pthread_t thread;
    pk_module *mod = NULL;

    t = (task){.life = f->life, .queue = open_queue(f->life->ctx)};
    f->unready = t.kernel = second_kernel(f->life, &mod);
    f->of_thread = t.queue;
    atomic_store(&s->stopped, false);
    atomic_store(&s->go_on, false);
    atomic_store(&s->left, n);
    ck_assert_int_eq(pthread_create(&thread, NULL, launch_there, &t), 0);
    while (!atomic_load(&s->stopped) && !atomic_load(&t.done))
        sleep_us(50);
    atomic_store(&s->left, -1);
    went_on = assert_child(use_all, f, "allocation", n);
    atomic_store(&s->go_on, true);
    pthread_join(thread, NULL);
    ck_assert_int_eq(t.status, PK_OK);
    ck_assert_int_eq(memcmp(t.r.out, f->expected->out, sizeof t.r.out), 0);
    pk_queue_release(t.queue);
    pk_kernel_release(t.kernel);
    pk_module_release(mod);
    return went_on;
}

START_TEST(a_child_forked_at_any_stage_of_a_compile_does_not_hang)
{
    static results expected;
    static stop s = {.left = -1};
    pk_allocator allocator = {&s, stopping_alloc, plain_resize, plain_release};
    family f = {.expected = &expected,
                .options = {.struct_size = sizeof f.options,
                            .backend = backend(),
                            .allocator = &allocator,
                            .cache_dir = "off"}};
    long count, went_on = 0;
    life l;

    to_printed(&expected, &f.options);
    assert_ok(life_open(&l, numbers, "numbers", &f.options));
    f.life = &l;
    assert_ok(life_launch(&l, &expected));
    count = allocations_of_a_compile(&f, &s);
    for (long i = 0; i < STOPS; i++)
        went_on += fork_at(&f, &s, i * count / STOPS);
    /* Only while a lock is held, or the compiler of the cpu backend works. */
    ck_assert_int_ge(went_on, survives() ? STOPS / 2 : 0);
    life_close(&l);
}
END_TEST

/* The whole first life of the library in another thread: plugins are loaded,
 * and the compiler, for the first time in the process. */
static void fork_after(long us, const results *expected) {
    static task t;
    family f = {.expected = expected,
                .options = {.struct_size = sizeof f.options,
                            .backend = backend(),
                            .cache_dir = "off"}};
    pthread_t thread;

    to_printed(&t.r, &f.options);
    t = (task){.options = &f.options};
    ck_assert_int_eq(pthread_create(&thread, NULL, live_there, &t), 0);
    sleep_us(us);
    assert_child(start_anew, &f, "microsecond", us);
    pthread_join(thread, NULL);
    ck_assert_int_eq(t.status, PK_OK);
    ck_assert_int_eq(memcmp(t.r.out, expected->out, sizeof t.r.out), 0);
}

static int live_first(void *out) {
    pk_error e;
    static results r;
    pk_status status = live(&r, &e);

    return status == PK_OK && write(*(int *)out, &r, sizeof r) == sizeof r ? 0
                                                                           : 1;
}

typedef struct moment {
    long us;
    const results *expected;
} moment;

static int fork_in_child(void *arg) {
    const moment *m = arg;

    fork_after(m->us, m->expected);
    return 0;
}

/* Results that a process gave which did nothing else: this one loads nothing,
 * so that each child is the first to do so. */
START_TEST(a_child_forked_while_all_is_loaded_does_not_hang)
{
    static results expected;
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(in_child(live_first, &ends[1]), 0);
    ck_assert_int_eq(read(ends[0], &expected, sizeof expected),
                     sizeof expected);
    for (long i = 0; i < DELAYS; i++) {
        moment m = {100 + i * 40000 / DELAYS, &expected};
        ck_assert_msg(in_child(fork_in_child, &m) == 0, "after %ld us", m.us);
    }
}
END_TEST

TESTS("process_fork", a_child_forked_at_any_stage_of_a_compile_does_not_hang,
      a_child_forked_while_all_is_loaded_does_not_hang)
