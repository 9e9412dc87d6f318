/* SPDX-License-Identifier: Apache-2.0 */
/* pk_module_parallel_loops: loops over prange and their races, by the text. */
#include "../runtime/launch_test.h"

#define LOOPS                                                                  \
    "from numba import njit, prange\n"                                         \
    "@njit(parallel=True)\n"                                                   \
    "def f(x, out, n):\n"                                                      \
    "    for i in prange(n):\n"                                                \
    "        out[x[i]] += 1\n"                                                 \
    "        for j in prange(3):\n"                                            \
    "            out[0, i] += j\n"                                             \
    "        out[n - 1, :] = x[i]\n"                                           \
    "        n.counts[x[i]] += 1\n"                                            \
    "        n[1][x[i]] += 1\n"                                                \
    "        n[i].counts[x[i]] += 1\n"                                         \
    "    for i in prange(n):\n"                                                \
    "        if x[i]:\n"                                                       \
    "            break\n"                                                      \
    "        out[0] += i\n"                                                    \
    "@njit\n"                                                                  \
    "def g(x):\n"                                                              \
    "    for i in prange(3):\n"                                                \
    "        x[0] += i\n"

static pk_diagnostics *list;

static void assert_said(size_t i, pk_severity severity, uint32_t line,
                        uint32_t col, const char *message, const char *hint) {
    const pk_diagnostic *d = pk_diagnostics_get(list, i);

    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(d->severity, severity);
    ck_assert_uint_eq(d->line, line);
    ck_assert_uint_eq(d->col, col);
    ck_assert_str_eq(d->message, message);
    ck_assert_str_eq(d->hint, hint);
    ck_assert_str_eq(d->file, "k.py");
}

START_TEST(loops_and_their_races_are_told_without_types)
{
    ctx = open_context("interp");
    assert_ok(
        pk_module_from_source(ctx, LOOPS, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_parallel_loops(mod, "f", &list, &err));
    assert_said(0, PK_SEVERITY_note, 4, 5, "for i in prange(n): on all cores",
                "");
    assert_said(1, PK_SEVERITY_warning, 5, 9,
                "iterations with the same index change out[x[i]] at the same "
                "time: results are lost",
                "give each iteration an element of its own, or do nothing "
                "else with out in the loop: then it is reduced");
    assert_said(2, PK_SEVERITY_warning, 9, 9,
                "iterations with the same index change n.counts[x[i]] at the "
                "same time: results are lost",
                "give n.counts a name in front of the loop, and use it in the "
                "loop for nothing else: then it is reduced");
    assert_said(3, PK_SEVERITY_warning, 10, 9,
                "iterations with the same index change n[1][x[i]] at the same "
                "time: results are lost",
                "give n[1] a name in front of the loop, and use it in the "
                "loop for nothing else: then it is reduced");
    assert_said(4, PK_SEVERITY_warning, 8, 9,
                "every iteration stores into out[n - 1, :]: which value stays "
                "is unknown",
                "store into an element of the iteration's own, or behind the "
                "loop");
    ck_assert_str_eq(pk_diagnostics_get(list, 4)->code, "W1027");
    assert_said(5, PK_SEVERITY_note, 6, 9,
                "for j in prange(3): in one thread: it is within the loop of "
                "line 4",
                "");
    assert_said(6, PK_SEVERITY_note, 12, 5,
                "for i in prange(n): in one thread: a break leaves it", "");
    ck_assert_uint_eq(pk_diagnostics_count(list), 7);
    pk_diagnostics_release(list);
    assert_ok(pk_module_parallel_loops(mod, "g", &list, &err));
    ck_assert_uint_eq(pk_diagnostics_count(list), 0);
    pk_diagnostics_release(list);
    assert_fails(pk_module_parallel_loops(mod, "h", &list, &err), PK_NAME, "h");
    assert_fails(pk_module_parallel_loops(mod, NULL, &list, &err), PK_BAD_ARG,
                 "function is NULL");
    assert_fails(pk_module_parallel_loops(mod, "f", NULL, &err), PK_BAD_ARG,
                 "out is NULL");
    assert_fails(pk_module_parallel_loops(NULL, "f", &list, &err),
                 PK_BAD_HANDLE, "");
    pk_module_release(mod);
    pk_context_release(ctx);
}
END_TEST

/* A loop names also lines of functions that it calls, in other files, too. */
START_TEST(loops_that_may_run_on_a_device_are_told)
{
    static const char text[] = "import numpy as np\n"
                               "from numba import njit, prange\n"
                               "from helpers import length\n"
                               "@njit(parallel=True)\n"
                               "def inner(x):\n"
                               "    for i in prange(len(x)):\n"
                               "        x[i] += 1\n"
                               "@njit(parallel=True)\n"
                               "def f(x, y):\n"
                               "    for i in prange(len(x)):\n"
                               "        x[i] = length(x[i])\n"
                               "    for i in prange(len(x)):\n"
                               "        x[i] *= 2\n"
                               "    for i in prange(len(x)):\n"
                               "        inner(y[i])\n"
                               "    return x.sum()\n"
                               "@njit\n"
                               "def g(x):\n"
                               "    return x.sum()\n";
    static const char helpers[] = "from numba import njit\n"
                                  "@njit\n"
                                  "def length(v):\n"
                                  "    l = [v, v]\n"
                                  "    return len(l)\n";
    static const char told[] =
        "line 6: may go\n"
        "line 10: stays on the host: it makes an array, a list or other "
        "objects (helpers.py line 4)\n"
        "line 12: may go\n"
        "line 14: may go\n"
        "line 16: may go\n";
    const pk_source_file files[] = {{"k.py", text}, {"helpers.py", helpers}};
    const pk_module_request module =
        PK_INIT(pk_module_request, .files = files, .file_count = 2);
    pk_emit_request request =
        PK_INIT(pk_emit_request, .kernel = "f", .signature = "f8[:], f8[:, :]",
                .stage = "loops");
    pk_emission *out = NULL;

    ctx = open_context("interp");
    assert_ok(pk_module_create(ctx, &module, &mod, &err));
    assert_ok(pk_emit(mod, &request, &out, &err));
    ck_assert_str_eq(pk_emission_data(out, NULL), told);
    pk_emission_release(out);
    request.kernel = "g";
    request.signature = "f8[:]";
    assert_fails(pk_emit(mod, &request, &out, &err), PK_UNSUPPORTED,
                 "g has no loops that run elsewhere");
    pk_module_release(mod);
    pk_context_release(ctx);
}
END_TEST

TESTS("prange", loops_and_their_races_are_told_without_types,
      loops_that_may_run_on_a_device_are_told)
