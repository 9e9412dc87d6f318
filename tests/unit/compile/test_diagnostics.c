/* SPDX-License-Identifier: Apache-2.0 */
/* pk_context_diagnostics returns the diagnostics of the call that failed last
 * on the thread, and of no other. */
#include "../runtime/launch_test.h"

#include <pthread.h>

/* Compiles to one error, whatever is known of a launch. */
static const char wrong[] = "from numba import cuda\n"
                            "@cuda.jit\n"
                            "def k(out):\n"
                            "    out[0] = nothing\n"
                            "@cuda.jit\n"
                            "def sized(out, n):\n"
                            "    own = cuda.local.array(n, 'i4')\n"
                            "    out[0] = own.size.nothing\n";
static pk_kernel *bad;

static void begin(void) {
    pk_module *other = NULL;

    start(0);
    assert_ok(
        pk_module_from_source(ctx, wrong, "w.py", 0, NULL, 0, &other, &err));
    assert_ok(pk_module_kernel(other, "k", &bad, &err));
    pk_module_release(other);
}

static void end(void) {
    pk_kernel_release(bad);
    stop();
}

static pk_status fail_with_diagnostics(void) {
    static int32_t out[1];
    pk_array array = i32s(out, 1);

    return pk_launch(queue, bad, ONE, ARGS(pk_inout(&array)), &err);
}

/* The first one's words begin those of the error, which has the hint, too. */
static bool begins(const pk_diagnostics *list, const pk_error *of) {
    const char *words = pk_diagnostics_get(list, 0)->message;

    return strncmp(words, of->message, strlen(words)) == 0;
}

static void assert_diagnostics(const pk_error *of) {
    pk_diagnostics *list = NULL;
    pk_error why;

    ck_assert_int_eq(pk_context_diagnostics(ctx, &list, &why), PK_OK);
    ck_assert_msg(begins(list, of), "%s, not %s",
                  pk_diagnostics_get(list, 0)->message, of->message);
    pk_diagnostics_release(list);
}

static void assert_none(void) {
    pk_diagnostics *list = NULL;

    assert_fails(pk_context_diagnostics(ctx, &list, &err), PK_BAD_ARG,
                 "there are no diagnostics");
    ck_assert_ptr_null(list);
}

static pk_status launches_nothing(void) {
    return pk_launch(queue, bad, NULL, NULL, 0, &err);
}

static pk_status launches_a_module(void) {
    return pk_launch(queue, (pk_kernel *)mod, ONE, NULL, 0, &err);
}

static pk_status launches_other_arguments(void) {
    return pk_launch(queue, bad, ONE, ARGS(pk_i32(1), pk_i32(2)), &err);
}

static pk_status compiles_no_argument(void) {
    return pk_kernel_compile(bad, ONE, NULL, 0, NULL, &err);
}

static pk_status compiles_many(void) {
    pk_compile_request request = PK_INIT(pk_compile_request, .kernel = bad);

    return pk_kernels_compile(&request, 1, &err);
}

static pk_status prepares_nothing(void) {
    pk_prepared *prepared = NULL;

    return pk_prepared_create(bad, ONE, NULL, 0, &prepared, &err);
}

static pk_status takes_no_name(void) {
    pk_kernel *kernel = NULL;

    return pk_module_kernel(mod, NULL, &kernel, &err);
}

static pk_status reads_no_file(void) {
    pk_module *other = NULL;

    return pk_module_from_file(ctx, "/nowhere/k.py", &other, &err);
}

static pk_status reads_no_text(void) {
    pk_module *other = NULL;

    return pk_module_from_source(ctx, NULL, "k.py", 0, NULL, 0, &other, &err);
}

static pk_status emits_nothing(void) {
    pk_emit_request request = {.struct_size = sizeof request};
    pk_emission *emission = NULL;

    return pk_emit(mod, &request, &emission, &err);
}

static pk_status checks_nothing(void) {
    pk_check_request request = {.struct_size = sizeof request,
                                .signature = "i32"};
    pk_checked *checked = NULL;

    return pk_module_check(mod, &request, &checked, &err);
}

static pk_status (*const silent[])(void) = {
    launches_nothing,     launches_a_module, launches_other_arguments,
    compiles_no_argument, compiles_many,     prepares_nothing,
    takes_no_name,        reads_no_file,     reads_no_text,
    emits_nothing,        checks_nothing};
enum { SILENT = sizeof silent / sizeof *silent };

START_TEST(a_failure_that_leaves_none_leaves_no_older_ones)
{
    begin();
    for (int i = 0; i < SILENT; i++) {
        assert_fails(fail_with_diagnostics(), PK_NAME, "nothing");
        assert_diagnostics(&err);
        assert_diagnostics(&err); /* asking takes nothing away */
        ck_assert_msg(silent[i]() != PK_OK, "call %d succeeded", i);
        assert_none();
        ck_assert_msg(silent[i]() != PK_OK, "call %d succeeded", i);
        assert_none();
    }
    end();
}
END_TEST

START_TEST(a_prepared_launch_that_is_refused_leaves_none)
{
    int32_t out[1];
    pk_array array = i32s(out, 1);
    pk_prepared *prepared = NULL;
    pk_kernel *put;

    begin();
    put = get("put");
    assert_ok(pk_prepared_create(put, ONE, ARGS(pk_i32(1), pk_inout(&array)),
                                 &prepared, &err));
    assert_fails(fail_with_diagnostics(), PK_NAME, "nothing");
    assert_fails(pk_prepared_set_arg(prepared, 0, pk_f32(1), &err), PK_TYPE,
                 "another type");
    assert_none();
    assert_fails(fail_with_diagnostics(), PK_NAME, "nothing");
    assert_fails(pk_prepared_set_config(prepared, NULL, &err), PK_BAD_ARG, "");
    assert_none();
    assert_fails(fail_with_diagnostics(), PK_NAME, "nothing");
    assert_fails(pk_prepared_launch(prepared, NULL, &err), PK_BAD_HANDLE, "");
    assert_none();
    pk_prepared_release(prepared);
    pk_kernel_release(put);
    end();
}
END_TEST

START_TEST(a_call_that_succeeds_leaves_them)
{
    int32_t out[1];
    pk_array array = i32s(out, 1);
    pk_error first;

    begin();
    assert_fails(fail_with_diagnostics(), PK_NAME, "nothing");
    first = err;
    assert_ok(launch("put", ONE, ARGS(pk_i32(1), pk_inout(&array))));
    assert_ok(finish());
    assert_diagnostics(&first);
    end();
}
END_TEST

/* A shape that only a launch knows: the first attempt's words do not come out.
 */
START_TEST(an_attempt_within_a_call_leaves_none)
{
    int32_t out[1];
    pk_array array = i32s(out, 1);

    begin();
    assert_ok(
        launch("sized", ONE, ARGS(pk_i32(1), pk_i32(2), pk_inout(&array))));
    assert_ok(finish());
    assert_fails(launches_nothing(), PK_BAD_ARG, "");
    assert_none();
    end();
}
END_TEST

START_TEST(the_first_of_them_is_the_error)
{
    int32_t out[1];
    pk_array array = i32s(out, 1);
    pk_kernel *sized = NULL;
    pk_module *other = NULL;

    begin();
    assert_ok(
        pk_module_from_source(ctx, wrong, "w.py", 0, NULL, 0, &other, &err));
    assert_ok(pk_module_kernel(other, "sized", &sized, &err));
    assert_fails(
        pk_launch(queue, sized, ONE, ARGS(pk_inout(&array), pk_i32(8)), &err),
        PK_TYPE, "nothing");
    assert_diagnostics(&err);
    pk_kernel_release(sized);
    pk_module_release(other);
    end();
}
END_TEST

START_TEST(of_many_compiles_they_are_the_first_ones)
{
    static int32_t out[1];
    pk_array array = i32s(out, 1);
    pk_arg one = pk_inout(&array), two[2] = {pk_none(), pk_inout(&array)};
    pk_kernel *put;
    pk_compile_request requests[3];

    begin();
    put = get("put");
    requests[0] = PK_INIT(pk_compile_request, .kernel = bad, .config = ONE,
                          .args = &one, .arg_count = 1);
    requests[1] = PK_INIT(pk_compile_request, .kernel = put, .config = ONE,
                          .args = two, .arg_count = 2);
    requests[2] = PK_INIT(pk_compile_request, .kernel = bad); /* leaves none */
    assert_fails(pk_kernels_compile(requests, 3, &err), PK_NAME, "nothing");
    ck_assert_int_ne(requests[1].status, PK_OK);
    ck_assert_int_ne(requests[2].status, PK_OK);
    assert_diagnostics(&err);
    pk_kernel_release(put);
    end();
}
END_TEST

/* ---- threads ---- */

enum { THREADS = 6, ROUNDS = 20 };
static pthread_barrier_t together;

/* All launch the same kernel: one compiles, the others wait for it. */
static void *fail_together(void *arg) {
    pk_error why = {0};
    pk_diagnostics *list = NULL;
    pk_queue *own = NULL;
    bool same;
    int32_t out[1];
    pk_array array = i32s(out, 1);

    if (pk_queue_create(ctx, &own, &why) != PK_OK)
        return "no queue";
    pthread_barrier_wait(&together);
    same = pk_launch(own, arg, ONE, ARGS(pk_inout(&array)), &why) == PK_NAME &&
           pk_context_diagnostics(ctx, &list, NULL) == PK_OK &&
           begins(list, &why);
    pk_diagnostics_release(list);
    pk_queue_release(own);
    return same ? NULL : "a thread has no diagnostics";
}

START_TEST(threads_that_waited_for_a_compile_have_them_too)
{
    pthread_t threads[THREADS];
    void *fault;

    begin();
    ck_assert_int_eq(pthread_barrier_init(&together, NULL, THREADS), 0);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < THREADS; i++)
            ck_assert_int_eq(
                pthread_create(&threads[i], NULL, fail_together, bad), 0);
        for (int i = 0; i < THREADS; i++) {
            ck_assert_int_eq(pthread_join(threads[i], &fault), 0);
            ck_assert_msg(!fault, "%s", (char *)fault);
        }
    }
    pthread_barrier_destroy(&together);
    end();
}
END_TEST

TESTS("runtime_diagnostics", a_failure_that_leaves_none_leaves_no_older_ones,
      a_prepared_launch_that_is_refused_leaves_none,
      a_call_that_succeeds_leaves_them, an_attempt_within_a_call_leaves_none,
      the_first_of_them_is_the_error, of_many_compiles_they_are_the_first_ones,
      threads_that_waited_for_a_compile_have_them_too)
