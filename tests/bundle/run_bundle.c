/* SPDX-License-Identifier: Apache-2.0 */
/* run_bundle BUNDLE: launches the kernels of a bundle, by libportkern_rt: there
 * is no compiler in this program. */
#include "kernels.h"

static void refuses_source(const launcher *l) {
    pk_module *mod = NULL;

    want(pk_module_from_source(l->ctx, "", "k.py", 1, NULL, 0, &mod, &err) ==
             PK_UNSUPPORTED,
         "a source needs a compiler");
    want(strstr(err.message, "link libportkern") != NULL, "its words");
    want(mod == NULL, "no module");
}

static void refuses_other_types(const launcher *l) {
    double x[COUNT] = {0};
    pk_array array = pk_array_host(x, PK_DTYPE_f64, 1, &(int64_t){COUNT});
    const pk_arg args[] = {pk_in(&array), pk_in(&array), pk_out(&array)};

    want(launch(l, "axpy", 128, args, 3) == PK_UNSUPPORTED,
         "types that the bundle does not have");
    want(strstr(err.message, "the bundle does not have axpy") != NULL,
         "their words");
}

static void refuses_names(const launcher *l) {
    pk_kernel *kernel;

    want(pk_module_kernel(l->mod, "none", &kernel, &err) == PK_NAME,
         "a name that it does not have");
}

/* A launch of so many threads that it may have code of its own runs what the
 * bundle has for fewer. */
static void runs_many_threads(const launcher *l) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1 << 14}, .block = {128});
    float x[COUNT] = {1}, out[COUNT] = {0};
    pk_array ax = pk_array_host(x, PK_DTYPE_f32, 1, &(int64_t){COUNT});
    pk_array aout = pk_array_host(out, PK_DTYPE_f32, 1, &(int64_t){COUNT});
    const pk_arg args[] = {pk_in(&ax), pk_in(&ax), pk_out(&aout)};
    pk_kernel *kernel;

    works(pk_module_kernel(l->mod, "axpy", &kernel, &err), "axpy");
    works(pk_launch(l->queue, kernel, &config, args, 3, &err), "many threads");
    works(pk_queue_finish(l->queue, &err), "many threads");
    pk_kernel_release(kernel);
    want(out[0] == 3 && out[1] == 0, "many threads");
}

int main(int argc, char **argv) {
    pk_context_stats stats = {.struct_size = sizeof stats};
    const pk_context_options options = {.struct_size = sizeof options,
                                        .cache_dir = "off"};
    launcher l = {0};

    want(argc == 2, "run_bundle BUNDLE");
    works(pk_context_create(&options, &l.ctx, &err), "the context");
    works(pk_module_from_bundle(l.ctx, argv[1], &l.mod, &err), "the bundle");
    works(pk_queue_create(l.ctx, &l.queue, &err), "the queue");
    run_all(&l);
    refuses_source(&l);
    refuses_other_types(&l);
    refuses_names(&l);
    works(pk_context_get_stats(l.ctx, &stats, &err), "the counters");
    want(stats.specialisations == 5 && stats.compiles == 0 &&
             stats.frontends == 0 && stats.parses == 0,
         "the counters");
    runs_many_threads(&l);
    run_doubled(&l, 1 << 13, 2);
    pk_queue_release(l.queue);
    pk_module_release(l.mod);
    pk_context_release(l.ctx);
    return 0;
}
