/* SPDX-License-Identifier: Apache-2.0 */
/* Launches a hundred thousand times and requires that the process does not
 * grow: between a tenth of the way and the end resident memory may rise by
 * 1 MiB, open files by none. Host arrays, device arrays and prepared launches
 * in turn.
 *
 *     soak BACKEND [LAUNCHES] */
#include <dirent.h>
#include <portkern/portkern.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 1000, SKIPPED = 77 };

static const char text[] = "from numba import cuda\n"
                           "@cuda.jit\n"
                           "def step(x, a):\n"
                           "    i = cuda.grid(1)\n"
                           "    if i < x.size:\n"
                           "        x[i] = x[i] + a\n";

static void die(const char *what, const pk_error *err) {
    printf("not ok: %s: %s\n", what, err->message);
    exit(1);
}

#define DO(call)                                                               \
    do {                                                                       \
        if ((call) != PK_OK)                                                   \
            die(#call, &err);                                                  \
    } while (0)

static long resident_kib(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size = 0, resident = 0;

    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static int open_files(void) {
    DIR *dir = opendir("/proc/self/fd");
    int n = 0;

    while (dir && readdir(dir))
        n++;
    if (dir)
        closedir(dir);
    return n;
}

typedef struct rig {
    pk_queue *queue;
    pk_kernel *kernel;
    pk_prepared *prepared;
    pk_array host, device;
    float *x;
} rig;

/* One launch, by turns over host memory, a buffer, and prepared. */
static void launch(rig *r, long i) {
    static const pk_launch_config config = {
        .struct_size = sizeof config, .grid = {4}, .block = {256}};
    pk_error err;

    if (i % 3 == 0)
        DO(pk_launch(r->queue, r->kernel, &config,
                     (pk_arg[]){pk_inout(&r->host), pk_f32(1)}, 2, &err));
    else if (i % 3 == 1)
        DO(pk_launch(r->queue, r->kernel, &config,
                     (pk_arg[]){pk_inout(&r->device), pk_f32(1)}, 2, &err));
    else
        DO(pk_prepared_launch(r->prepared, r->queue, &err));
    if (i % 3 == 0 || i % 64 == 0)
        DO(pk_queue_finish(r->queue, &err));
}

int main(int argc, char **argv) {
    long launches = argc > 2 ? atol(argv[2]) : 100000, early = 0;
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = argc > 1 ? argv[1] : "cpu"};
    pk_context *ctx = NULL;
    pk_module *mod = NULL;
    pk_buffer *buf = NULL;
    static float x[N], back[N];
    int files = 0;
    rig r = {.x = x};
    pk_error err;

    if (pk_context_create(&options, &ctx, &err) != PK_OK) {
        printf("skipped: %s\n", err.message);
        return SKIPPED;
    }
    DO(pk_queue_create(ctx, &r.queue, &err));
    DO(pk_module_from_source(ctx, text, "step.py", 1, NULL, 0, &mod, &err));
    DO(pk_module_kernel(mod, "step", &r.kernel, &err));
    DO(pk_buffer_create(ctx, sizeof x, 0, &buf, &err));
    DO(pk_buffer_write(buf, 0, x, sizeof x, &err));
    r.host = pk_array_host(x, PK_DTYPE_f32, 1, (int64_t[]){N});
    r.device = pk_array_device(buf, PK_DTYPE_f32, 1, (int64_t[]){N});
    DO(pk_prepared_create(
        r.kernel, &PK_INIT(pk_launch_config, .grid = {4}, .block = {256}),
        (pk_arg[]){pk_inout(&r.device), pk_f32(1)}, 2, &r.prepared, &err));
    for (long i = 0; i < launches; i++) {
        if (i == launches / 10) {
            DO(pk_queue_finish(r.queue, &err));
            early = resident_kib();
            files = open_files();
        }
        launch(&r, i);
    }
    DO(pk_queue_finish(r.queue, &err));
    DO(pk_buffer_read(buf, 0, back, sizeof back, &err));
    long grown = resident_kib() - early;
    int more_files = open_files() - files;
    printf("%ld launches: %+ld KiB, %+d files\n", launches, grown, more_files);
    long thirds = (launches + 2) / 3;
    for (int i = 0; i < N; i++)
        if (x[i] != (float)thirds || back[i] != (float)(launches - thirds)) {
            printf("not ok: wrong result at %d: %g and %g\n", i, (double)x[i],
                   (double)back[i]);
            return 1;
        }
    pk_prepared_release(r.prepared);
    pk_buffer_release(buf);
    pk_kernel_release(r.kernel);
    pk_module_release(mod);
    pk_queue_release(r.queue);
    pk_context_release(ctx);
    return grown > 1024 || more_files > 0;
}
