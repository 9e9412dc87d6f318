/* SPDX-License-Identifier: Apache-2.0 */
/* run_loops BUNDLE LAUNCHES: calls the functions of a bundle, by
 * libportkern_rt, once with all loops on the host and once with the device that
 * PORTKERN_BACKEND names for them. Results have the same bits, and so many
 * launches run on the device. No compiler of portkern's is in the process. */
#include "functions.h"

enum { COUNT = 5000 };

typedef struct side {
    pk_context *ctx;
    pk_module *mod;
    double x[COUNT], y[COUNT], total, last;
    pk_error error;
} side;

static pk_context *open_context(const char *backend, pk_context *offload) {
    const pk_context_options options =
        PK_INIT(pk_context_options, .backend = backend, .cache_dir = "off",
                .offload = offload);
    pk_context *ctx;

    works(pk_context_create(&options, &ctx, &err), "a context");
    return ctx;
}

/* Two kinds of arrays: as most are, and with gaps between the elements, whose
 * writing loops stay on the host. */
static pk_array array_of(double *x, bool gaps) {
    return vector(x, gaps ? COUNT / 2 : COUNT, gaps ? 16 : 8);
}

static void call(side *s, const char *name, const pk_arg *args, size_t count,
                 double *out) {
    pk_host_function *fn = find(s->mod, name);
    pk_result r;

    works(pk_call(fn, args, count, &r, &err), name);
    if (out)
        *out = r.f64;
    pk_result_release(&r);
    pk_host_function_release(fn);
}

static void run(side *s, bool gaps) {
    pk_array x = array_of(s->x, gaps), y = array_of(s->y, gaps);
    pk_host_function *fn = find(s->mod, "fails");

    memset(s->y, 0, sizeof s->y);
    for (int i = 0; i < COUNT; i++)
        s->x[i] = 1.0 / (i + 1);
    call(s, "total", (pk_arg[]){pk_in(&x)}, 1, &s->total);
    call(s, "moved", (pk_arg[]){pk_inout(&x), pk_inout(&y)}, 2, &s->last);
    call(s, "stays", (pk_arg[]){pk_inout(&x)}, 1, NULL);
    want(pk_call(fn, (pk_arg[]){pk_inout(&x), pk_i64(1000)}, 2, NULL,
                 &s->error) == PK_KERNEL,
         "an exception");
    memset(s->x + 1000, 0, sizeof s->x - 1000 * sizeof *s->x); /* or not */
    works(pk_call(fn, (pk_arg[]){pk_inout(&x), pk_i64(COUNT)}, 2, NULL, &err),
          "fails");
    pk_host_function_release(fn);
    call(s, "lists", (pk_arg[]){pk_inout(&y)}, 1, NULL);
}

static void compare(const side *a, const side *b) {
    want(!memcmp(&a->total, &b->total, sizeof a->total), "total");
    want(!memcmp(&a->last, &b->last, sizeof a->last), "moved");
    want(!memcmp(a->x, b->x, sizeof a->x), "fails");
    want(!memcmp(a->y, b->y, sizeof a->y), "moved and lists");
    want(!strncmp(a->error.message, "ValueError: ('at', 1001, ", 25),
         a->error.message);
    want(!strcmp(a->error.message, b->error.message) &&
             a->error.line == b->error.line && a->error.line == 19 &&
             !strcmp(a->error.file, b->error.file),
         b->error.message);
}

static pk_context_stats stats_of(pk_context *ctx) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    works(pk_context_get_stats(ctx, &stats, &err), "the counters");
    return stats;
}

static void compiles_nothing(pk_context *ctx) {
    const pk_context_stats stats = stats_of(ctx);

    want(!stats.compiles && !stats.parses && !stats.frontends, "a compile");
}

int main(int argc, char **argv) {
    static side here, away;
    pk_context *device;
    pk_device_info info = PK_INIT(pk_device_info);
    char launches[24];

    want(argc == 3, "run_loops BUNDLE LAUNCHES");
    device = open_context(NULL, NULL);
    here.ctx = open_context("cpu", NULL);
    away.ctx = open_context("cpu", device);
    works(pk_module_from_bundle(here.ctx, argv[1], &here.mod, &err), argv[1]);
    works(pk_module_from_bundle(away.ctx, argv[1], &away.mod, &err), argv[1]);
    for (int gaps = 0; gaps < 2; gaps++) {
        run(&here, gaps);
        run(&away, gaps);
        compare(&here, &away);
    }
    snprintf(launches, sizeof launches, "%llu",
             (unsigned long long)stats_of(device).launches);
    want(!strcmp(launches, argv[2]), launches);
    want(!stats_of(here.ctx).launches, "launches of the host");
    compiles_nothing(here.ctx);
    compiles_nothing(away.ctx);
    compiles_nothing(device);
    works(pk_context_get_device(device, &info, &err), "the device");
    has_no_compiler(!strcmp(info.backend, "opencl")); /* PoCL is LLVM's */
    pk_module_release(here.mod);
    pk_module_release(away.mod);
    pk_context_release(away.ctx);
    pk_context_release(here.ctx);
    pk_context_release(device);
    return 0;
}
