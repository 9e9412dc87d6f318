/* SPDX-License-Identifier: Apache-2.0 */
/* write_functions SOURCE BUNDLE TARGET...: compiles host functions for each
 * target, for any arrays and for aligned ones in C order, and writes them. */
#include "functions.h"

enum { TARGETS = 8 };

static void compile(pk_module *mod, const char *name, const pk_arg *args,
                    size_t count) {
    pk_host_function *fn = find(mod, name);

    works(pk_host_function_compile(fn, args, count, NULL, &err), name);
    pk_host_function_release(fn);
}

/* `aligned` or not, and so on: only what the arrays look like matters. */
static void compile_all(pk_module *mod, bool general) {
    static _Alignas(16) double memory[32];
    const int64_t stride = general ? INT64_C(1) << 33 : 8;
    pk_array x = vector(memory + general, 4, stride);
    pk_array y = vector(general ? memory + 1 : memory + 16, 4, stride);

    compile(mod, "scaled", (pk_arg[]){pk_inout(&x), pk_f64(2)}, 2);
    compile(mod, "shift", (pk_arg[]){pk_inout(&x), pk_inout(&y)}, 2);
    compile(mod, "total", (pk_arg[]){pk_inout(&x)}, 1);
    compile(mod, "root", (pk_arg[]){pk_f64(2)}, 1);
    compile(mod, "both", (pk_arg[]){pk_inout(&x)}, 1);
}

static void refuses_to_run(pk_context *ctx, pk_module *mod) {
    pk_host_function *fn = find(mod, "root");
    pk_queue *queue;

    want(pk_call(fn, (pk_arg[]){pk_f64(2)}, 1, NULL, &err) == PK_NO_DEVICE,
         "a call for a target");
    want(strstr(err.message, "runs nothing") != NULL, "its words");
    want(pk_queue_create(ctx, &queue, &err) == PK_NO_DEVICE,
         "a queue for a target");
    pk_host_function_release(fn);
}

int main(int argc, char **argv) {
    pk_module *mods[TARGETS];
    size_t count = 0;

    want(argc > 3 && argc - 3 <= TARGETS, "write_functions SOURCE BUNDLE ...");
    for (; count + 3 < (size_t)argc; count++) {
        const pk_context_options options = PK_INIT(
            pk_context_options, .backend = "cpu", .target = argv[count + 3]);
        pk_context *ctx;
        works(pk_context_create(&options, &ctx, &err), argv[count + 3]);
        works(pk_module_from_file(ctx, argv[1], &mods[count], &err), argv[1]);
        compile_all(mods[count], false);
        compile_all(mods[count], true);
        refuses_to_run(ctx, mods[count]);
        pk_context_release(ctx);
    }
    works(pk_modules_save_bundle(mods, count, NULL, 0, argv[2], &err), argv[2]);
    while (count)
        pk_module_release(mods[--count]);
    return 0;
}
