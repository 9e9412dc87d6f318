/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel in the program's text, on the checking interpreter. */
#include <portkern/portkern.h>
#include <stdio.h>

int main(void) {
    static const char text[] = "from numba import cuda\n"
                               "@cuda.jit\n"
                               "def double(x):\n"
                               "    i = cuda.grid(1)\n"
                               "    if i < x.size:\n"
                               "        x[i] *= 2\n";
    double x[3] = {1, 2, 3};
    pk_array array = pk_array_host(x, PK_DTYPE_f64, 1, (int64_t[]){3});
    const pk_arg args[] = {pk_inout(&array)};
    const pk_launch_config grid =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {32});
    const pk_context_options options =
        PK_INIT(pk_context_options, .backend = "interp");
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;
    pk_queue *queue;
    pk_error err;

    if (pk_context_create(&options, &ctx, &err) ||
        pk_module_from_source(ctx, text, "double.py", 1, NULL, 0, &mod, &err) ||
        pk_module_kernel(mod, "double", &kernel, &err) ||
        pk_queue_create(ctx, &queue, &err) ||
        pk_launch(queue, kernel, &grid, args, 1, &err) ||
        pk_queue_finish(queue, &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    printf("portkern %s: %g %g %g\n", pk_version(), x[0], x[1], x[2]);
    return x[2] != 6;
}
