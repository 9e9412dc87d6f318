/* SPDX-License-Identifier: Apache-2.0 */
/* Memory ends within calls of functions for the host: each allocation of a call
 * fails in turn, alone or with all that follow. The call says so, has kept
 * nothing, and the next one is right. On the backend that BACKEND names. */
#include "../../starving.h"
#include "../runtime_test.h"

#include <math.h>
#include <portkern/host.h>

/* Each takes a number and gives a number; `caught` goes on without memory. */
static const char text[] =
    "import numpy as np\n"
    "from numba import njit, prange, float64, int64\n"
    "from numba.experimental import jitclass\n"
    "@njit\n"
    "def arrays(n):\n"
    "    total = 0.0\n"
    "    for i in range(n):\n"
    "        a = np.arange(n * 1.0) + i\n"
    "        b = np.concatenate((a, a[::2], np.zeros(n)))\n"
    "        c = a.reshape(1, n)\n"
    "        total += np.sort(b)[n] + (c.T @ c)[0, 1] + b[b > 3].sum()\n"
    "        total += np.cumsum(b)[-1] + np.unique(b).size\n"
    "    return total\n"
    "@njit\n"
    "def lists(n):\n"
    "    near = [[float(i)] for i in range(n)]\n"
    "    for i in range(3 * n):\n"
    "        near[i % n].append(i)\n"
    "        near[0].extend(near[1][:2])\n"
    "    some = [np.ones(i) for i in range(n)] + [np.zeros(1)]\n"
    "    return sorted(near[0], reverse=True)[0] + len(some) + some[2].sum()\n"
    "@njit\n"
    "def texts(n):\n"
    "    s = ''\n"
    "    for i in range(n):\n"
    "        s += str(i) + 'ab'\n"
    "    parts = s.upper().split('B')\n"
    "    return len('-'.join(parts).replace('A', 'xyz')) + s.count('1')\n"
    "@njit\n"
    "def tables(n):\n"
    "    found = {}\n"
    "    seen = set()\n"
    "    for i in range(3 * n):\n"
    "        found[str(i % n)] = np.full(3, i)\n"
    "        seen.add((i, i % 2))\n"
    "    more = {k: v.sum() for k, v in found.items()}\n"
    "    return more['1'] + len(seen | {(-1, 0)}) + len(found.copy())\n"
    "@jitclass([('items', float64[:]), ('next', int64)])\n"
    "class Stack:\n"
    "    def __init__(self, n):\n"
    "        self.items = np.zeros(n)\n"
    "        self.next = 0\n"
    "    def push(self, v):\n"
    "        if self.next == self.items.size:\n"
    "            self.items = np.append(self.items, np.zeros(self.next + 1))\n"
    "        self.items[self.next] = v\n"
    "        self.next += 1\n"
    "@njit\n"
    "def objects(n):\n"
    "    stacks = [Stack(1) for i in range(3)]\n"
    "    for i in range(4 * n):\n"
    "        stacks[i % 3].push(i * 0.5)\n"
    "    return stacks[1].items.sum() + stacks[2].next\n"
    "@njit\n"
    "def halves(a):\n"
    "    while a.size:\n"
    "        yield a * 1\n"
    "        a = a[::2][1:].copy()\n"
    "@njit\n"
    "def generators(n):\n"
    "    total = 0.0\n"
    "    for a in halves(np.arange(4.0 * n)):\n"
    "        total += a.sum()\n"
    "    return total + sum([v.size for v in halves(np.ones(n))])\n"
    "@njit(parallel=True)\n"
    "def threads(n):\n"
    "    x = np.arange(100.0 * n)\n"
    "    rows = np.zeros((100 * n, 3))\n"
    "    counts = np.zeros(5)\n"
    "    total = 0.0\n"
    "    whole = np.zeros(3)\n"
    "    for i in prange(x.size):\n"
    "        own = np.empty(i % 4 + 1)\n"
    "        own[:] = x[i]\n"
    "        rows[i] = own[0]\n"
    "        counts[i % 5] += own.sum()\n"
    "        total += own[-1]\n"
    "        whole += rows[i]\n"
    "    y = x * 2 + rows[:, 1]\n"
    "    return total + counts[1] + whole[2] + y.sum()\n"
    "@njit\n"
    "def raised(n):\n"
    "    words = 0\n"
    "    for i in range(n):\n"
    "        kept = np.ones(i)\n"
    "        try:\n"
    "            kept = kept * 2\n"
    "            if i % 2:\n"
    "                raise ValueError('odd')\n"
    "            words += 1\n"
    "        except Exception:\n"
    "            words += kept.size - i + 1\n"
    "    return words\n"
    "@njit\n"
    "def solved(n):\n"
    "    a = np.eye(n) * 3 + np.ones((n, n))\n"
    "    b = np.linalg.solve(a, np.arange(n * 1.0))\n"
    "    return b.sum() + np.linalg.det(a) + np.linalg.inv(a)[0, 0]\n";

static counter memory = {.fail_at = -1};
static pk_context *ctx;
static pk_module *mod;

static const char *backend(void) {
    const char *name = getenv("BACKEND");

    return name ? name : "interp";
}

static double number(const pk_result *result) {
    return result->dtype == PK_DTYPE_f64 ? result->f64 : (double)result->i64;
}

/* Calls it with ever more allocations, until it does without another. */
static void starve(pk_host_function *fn, const char *name, bool go_on,
                   double right) {
    const pk_arg n = pk_i64(6);
    const long long before = memory.bytes;
    pk_status status = PK_NO_MEMORY;
    pk_result result = {0};
    long allowed = 0, failures = 0;

    for (; allowed < 5000; allowed++) {
        memory.failed = false;
        starve_after(&memory, allowed);
        memory.go_on_failing = go_on;
        status = pk_call(fn, &n, 1, &result, &err);
        starve_after(&memory, -1);
        if (!memory.failed)
            break;
        failures += status != PK_OK;
        if (status == PK_OK) /* it did without */
            ck_assert_double_eq(number(&result), right);
        else
            ck_assert_msg(
                status == PK_NO_MEMORY || strstr(err.message, "MemoryError"),
                "%s, %ld: line %u: %s", name, allowed, err.line, err.message);
        pk_result_release(&result);
        ck_assert_msg(memory.bytes == before, "%s, %ld: %lld bytes are kept",
                      name, allowed, memory.bytes - before);
    }
    ck_assert_msg(status == PK_OK, "%s: %s", name, err.message);
    ck_assert_double_eq(number(&result), right);
    pk_result_release(&result);
    ck_assert_msg(failures > 2, "%s: %ld calls failed", name, failures);
}

START_TEST(memory_ends_anywhere_in_a_call)
{
    static const char *const names[] = {"arrays",  "lists",   "texts",
                                        "tables",  "objects", "generators",
                                        "threads", "raised",  "solved"};
    const pk_allocator allocator = starving_allocator(&memory);
    const pk_context_options options = {.struct_size = sizeof options,
                                        .allocator = &allocator,
                                        .plugin_path = TEST_PLUGINS,
                                        .backend = backend(),
                                        .cache_dir = "off"};
    const pk_arg n = pk_i64(6);

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pk_host_function *fn = NULL;
        pk_result result = {0};
        double right;
        assert_ok(pk_module_host_function(mod, names[i], &fn, &err));
        for (int k = 0; k < 2; k++) { /* the second call keeps no more */
            pk_result_release(&result);
            assert_ok(pk_call(fn, &n, 1, &result, &err));
        }
        right = number(&result);
        pk_result_release(&result);
        starve(fn, names[i], false, right);
        starve(fn, names[i], true, right);
        pk_host_function_release(fn);
    }
    pk_module_release(mod);
    pk_context_release(ctx);
    ck_assert_int_eq(memory.bytes, 0);
}
END_TEST

TESTS("starved_calls", memory_ends_anywhere_in_a_call)
