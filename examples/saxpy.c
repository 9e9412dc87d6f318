/* SPDX-License-Identifier: Apache-2.0 */
/* Launches the kernel of saxpy.py on the device that PORTKERN_BACKEND names:
 *
 *     cc saxpy.c $(pkg-config --cflags --libs portkern) -o saxpy
 *     PORTKERN_BACKEND=cpu ./saxpy saxpy.py
 */
#include <portkern/portkern.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100003 };
static float x_data[N], y_data[N], out_data[N];

static pk_error err;

static void check(pk_status status) {
    if (status == PK_OK)
        return;
    fprintf(stderr, "saxpy: %s: %s\n", pk_status_name(status), err.message);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
    const int64_t shape[] = {N};
    pk_array x = pk_array_host(x_data, PK_DTYPE_f32, 1, shape);
    pk_array y = pk_array_host(y_data, PK_DTYPE_f32, 1, shape);
    pk_array out = pk_array_host(out_data, PK_DTYPE_f32, 1, shape);
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *saxpy;
    pk_queue *queue;
    int wrong = 0;

    for (int i = 0; i < N; i++) {
        x_data[i] = (float)i;
        y_data[i] = 1.0f;
    }
    check(pk_context_create(NULL, &ctx, &err));
    check(
        pk_module_from_file(ctx, argc > 1 ? argv[1] : "saxpy.py", &mod, &err));
    check(pk_module_kernel(mod, "saxpy", &saxpy, &err));
    check(pk_queue_create(ctx, &queue, &err));
    check(pk_launch(
        queue, saxpy,
        &PK_INIT(pk_launch_config, .grid = {(N + 255) / 256}, .block = {256}),
        (pk_arg[]){pk_f32(2.0f), pk_in(&x), pk_in(&y), pk_out(&out)}, 4, &err));
    check(pk_queue_finish(queue, &err));
    for (int i = 0; i < N; i++)
        wrong += out_data[i] != 2.0f * (float)i + 1.0f;
    printf("out[%d] = %.1f, %d wrong\n", N - 1, out_data[N - 1], wrong);
    pk_queue_release(queue);
    pk_kernel_release(saxpy);
    pk_module_release(mod);
    pk_context_release(ctx);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
