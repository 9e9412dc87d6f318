/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what a call of a host function costs in C:
 *
 *     calls FUNCTIONS.py
 *
 * Functions that do next to nothing, so that the time is the call's own: the
 * least of some rounds, in nanoseconds. A first line has the first call, from
 * the opening of the context on, in milliseconds. */
#include "../bench.h"

#include <portkern/host.h>

enum { CALLS = 20000, ROUNDS = 40, N = 16 };

static double now(void) {
    return 1e9 * seconds(CLOCK_MONOTONIC);
}

static void call(pk_host_function *fn, const pk_arg *args, size_t count) {
    pk_result result;

    check(pk_call(fn, args, count, &result, &err), "call");
    pk_result_release(&result);
}

static void measure(pk_module *mod, const char *name, const pk_arg *args,
                    size_t count) {
    double least = 1e30;
    pk_host_function *fn;

    check(pk_module_host_function(mod, name, &fn, &err), name);
    call(fn, args, count);
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now(), took;

        for (int i = 0; i < CALLS; i++)
            call(fn, args, count);
        took = (now() - begin) / CALLS;
        least = took < least ? took : least;
    }
    printf("%-10s %6.1f ns\n", name, least);
    pk_host_function_release(fn);
}

int main(int argc, char **argv) {
    const int64_t shape[1] = {N};
    double numbers[N] = {0}, begin = now();
    pk_host_function *first;
    pk_array array;
    pk_context *ctx;
    pk_module *mod;

    if (argc != 2) {
        fprintf(stderr, "usage: calls FUNCTIONS.py\n");
        return 2;
    }
    check(pk_context_create(NULL, &ctx, &err), "context");
    check(pk_module_from_file(ctx, argv[1], &mod, &err), argv[1]);
    check(pk_module_host_function(mod, "add", &first, &err), "add");
    call(first, (pk_arg[]){pk_f64(1), pk_f64(2)}, 2);
    printf("first call %6.1f ms\n", (now() - begin) * 1e-6);
    pk_host_function_release(first);
    array = pk_array_host(numbers, PK_DTYPE_f64, 1, shape);
    measure(mod, "nothing", NULL, 0);
    measure(mod, "add", (pk_arg[]){pk_f64(1), pk_f64(2)}, 2);
    measure(mod, "divide", (pk_arg[]){pk_i64(7), pk_i64(2)}, 2);
    measure(mod, "pair", (pk_arg[]){pk_i64(7), pk_i64(2)}, 2);
    measure(mod, "item", (pk_arg[]){pk_inout(&array), pk_i64(2)}, 2);
    measure(mod, "sum_of", (pk_arg[]){pk_inout(&array)}, 1);
    pk_module_release(mod);
    pk_context_release(ctx);
    return 0;
}
