/* SPDX-License-Identifier: Apache-2.0 */
/* The heat equation on a grid whose rows are shared out among processes of MPI,
 * each with a device of its own:
 *
 *     mpicc heat_mpi.c $(pkg-config --cflags --libs portkern) -o heat_mpi
 *     mpirun -n 4 ./heat_mpi heat.py 4096 4096 1000 result.f64
 *
 * A process has its rows and, above and below, one of its neighbours' (the
 * halo). In each step the halo is on its way while the kernel computes the rows
 * that do not need it. MPI reads and writes rows where they are when the
 * device's memory is the host's; else they are copied to and from the host. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_COUNT */
#endif
#include <mpi.h>
#include <portkern/portkern.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UP, DOWN, COUNT };

typedef struct grid {
    int64_t rows, cols; /* of the whole, with its borders */
    int64_t first; /* number in the whole of row 0, which is halo or border */
    int64_t n;     /* own rows: 1 to n */
} grid;

typedef struct heat {
    grid grid;
    int rank, size, neighbour[COUNT];
    pk_context *ctx;
    pk_queue *queue;
    pk_kernel *step;
    pk_buffer *buffer[2]; /* before and after a step */
    double *memory[2];    /* their bytes, NULL: not the host's */
    double *send[COUNT], *receive[COUNT]; /* rows, where it is not */
} heat;

static pk_error err;

static void check(pk_status status) {
    if (status == PK_OK)
        return;
    fprintf(stderr, "heat_mpi: %s: %s\n", pk_status_name(status), err.message);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static void *room(size_t size) {
    void *made = calloc(1, size);

    if (!made)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return made;
}

/* ---- a device for each process of a machine ---- */

/* The number of this process on its machine, and how many there are. */
static int local_rank(int *count) {
    MPI_Comm local;
    int rank;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &local);
    MPI_Comm_rank(local, &rank);
    MPI_Comm_size(local, count);
    MPI_Comm_free(&local);
    return rank;
}

/* Processes that use the CPU share its processors, unless mpirun has bound each
 * to some. */
static void share_processors(int processes) {
    long here = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t bound;
    char text[24];

    if (sched_getaffinity(0, sizeof bound, &bound) == 0 &&
        CPU_COUNT(&bound) < here)
        return;
    snprintf(text, sizeof text, "%ld", here > processes ? here / processes : 1);
    setenv("PORTKERN_NUM_THREADS", text, 0);
}

/* Opens device `number` of a backend, in turn: of PORTKERN_BACKEND where that
 * names one, else of GPUs if there are any. */
static pk_context *open_device(int number) {
    const char *wanted = getenv("PORTKERN_BACKEND");
    bool is_named = wanted && *wanted && strcmp(wanted, "auto") != 0;
    const char *backend = is_named ? wanted : "cuda";
    pk_context_options options = PK_INIT(pk_context_options);
    const pk_device_info *info;
    pk_device_list *list;
    pk_context *ctx;
    char selector[48];
    int count = 0;

    check(pk_device_list_create(NULL, &list, &err));
    for (size_t i = 0; (info = pk_device_list_get(list, i)); i++)
        count += info->status == PK_OK && strcmp(info->backend, backend) == 0;
    pk_device_list_release(list);
    snprintf(selector, sizeof selector, "%s:%d", backend,
             count ? number % count : 0);
    if (count)
        options.backend = selector;
    check(pk_context_create(&options, &ctx, &err));
    return ctx;
}

/* ---- the grid ---- */

/* Rows but for the borders, shared out as evenly as can be. */
static grid share_rows(int64_t rows, int64_t cols, int rank, int size) {
    int64_t inner = rows - 2, each = inner / size, more = inner % size;

    return (grid){.rows = rows,
                  .cols = cols,
                  .first = rank * each + (rank < more ? rank : more),
                  .n = each + (rank < more)};
}

/* The value of an element of the whole at the beginning. */
static double initial(const grid *g, int64_t row, int64_t col) {
    if (row == 0)
        return 100.0;
    return row % 7 == 3 && col % 5 == 2 && col + 1 < g->cols ? 1.0 / col : 0.0;
}

static void make_arrays(heat *h) {
    const grid *g = &h->grid;
    size_t size = (size_t)(g->n + 2) * (size_t)g->cols * sizeof(double);
    double *start = room(size);
    uint64_t address;
    void *memory;

    for (int64_t i = 0; i < g->n + 2; i++)
        for (int64_t j = 0; j < g->cols; j++)
            start[i * g->cols + j] = initial(g, g->first + i, j);
    for (int k = 0; k < 2; k++) {
        check(pk_buffer_create(h->ctx, size, 0, &h->buffer[k], &err));
        check(pk_buffer_write(h->buffer[k], 0, start, size, &err));
        check(pk_buffer_address(h->buffer[k], &address, &memory, &err));
        h->memory[k] = memory;
    }
    for (int k = 0; k < COUNT; k++) {
        h->send[k] = room((size_t)g->cols * sizeof(double));
        h->receive[k] = room((size_t)g->cols * sizeof(double));
    }
    free(start);
}

/* ---- a step ---- */

/* Has the kernel compute rows first to last - 1. */
static void compute(heat *h, int old, int64_t first, int64_t last) {
    const grid *g = &h->grid;
    const int64_t shape[] = {g->n + 2, g->cols};
    pk_array from = pk_array_device(h->buffer[old], PK_DTYPE_f64, 2, shape);
    pk_array to = pk_array_device(h->buffer[!old], PK_DTYPE_f64, 2, shape);
    pk_launch_config config =
        PK_INIT(pk_launch_config,
                .grid = {(uint32_t)((g->cols + 31) / 32),
                         (uint32_t)((last - first + 7) / 8)},
                .block = {32, 8});
    pk_arg args[] = {pk_in(&from), pk_inout(&to), pk_f64(0.2), pk_i64(first),
                     pk_i64(last)};

    if (first < last)
        check(pk_launch(h->queue, h->step, &config, args, 5, &err));
}

/* Where MPI finds a row, or puts one. */
static double *row_for_mpi(heat *h, int k, int64_t row, double *staged) {
    return h->memory[k] ? h->memory[k] + row * h->grid.cols : staged;
}

static void begin_exchange(heat *h, int old, MPI_Request requests[2 * COUNT]) {
    const grid *g = &h->grid;
    const int64_t own[] = {1, g->n}, halo[] = {0, g->n + 1};
    size_t bytes = (size_t)g->cols * sizeof(double);

    check(pk_queue_finish(h->queue, &err));
    for (int k = 0; k < COUNT; k++) {
        double *to = row_for_mpi(h, old, halo[k], h->receive[k]);
        double *from = row_for_mpi(h, old, own[k], h->send[k]);

        if (from == h->send[k])
            check(pk_buffer_read(h->buffer[old], (size_t)own[k] * bytes, from,
                                 bytes, &err));
        MPI_Irecv(to, (int)g->cols, MPI_DOUBLE, h->neighbour[k], 0,
                  MPI_COMM_WORLD, &requests[k]);
        MPI_Isend(from, (int)g->cols, MPI_DOUBLE, h->neighbour[k], 0,
                  MPI_COMM_WORLD, &requests[COUNT + k]);
    }
}

static void end_exchange(heat *h, int old, MPI_Request requests[2 * COUNT]) {
    const int64_t halo[] = {0, h->grid.n + 1};
    size_t bytes = (size_t)h->grid.cols * sizeof(double);

    MPI_Waitall(2 * COUNT, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < COUNT; k++)
        if (!h->memory[old] && h->neighbour[k] != MPI_PROC_NULL)
            check(pk_buffer_write(h->buffer[old], (size_t)halo[k] * bytes,
                                  h->receive[k], bytes, &err));
}

static void run(heat *h, int steps) {
    const int64_t n = h->grid.n;
    MPI_Request requests[2 * COUNT];

    for (int t = 0; t < steps; t++) {
        begin_exchange(h, t % 2, requests);
        compute(h, t % 2, 2, n); /* meanwhile */
        end_exchange(h, t % 2, requests);
        compute(h, t % 2, 1, 2);
        if (n > 1)
            compute(h, t % 2, n, n + 1);
    }
    check(pk_queue_finish(h->queue, &err));
}

/* ---- results ---- */

/* Each process writes its own rows where they belong; the first and the last
 * have the borders. */
static void write_result(heat *h, int which, const char *path) {
    const grid *g = &h->grid;
    int64_t first = h->rank == 0 ? 0 : 1;
    int64_t last = h->rank == h->size - 1 ? g->n + 2 : g->n + 1;
    int count = (int)((last - first) * g->cols);
    size_t bytes = (size_t)count * sizeof(double);
    double *rows = room(bytes);
    MPI_File file;

    check(pk_buffer_read(h->buffer[which],
                         (size_t)(first * g->cols) * sizeof(double), rows,
                         bytes, &err));
    if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS) {
        fprintf(stderr, "heat_mpi: cannot write %s\n", path);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_File_set_size(file, g->rows * g->cols * (MPI_Offset)sizeof(double));
    MPI_File_write_at_all(
        file, (g->first + first) * g->cols * (MPI_Offset)sizeof(double), rows,
        count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    free(rows);
}

static void make(heat *h, const char *kernel) {
    pk_device_info info = PK_INIT(pk_device_info);
    int count, local = local_rank(&count);
    pk_module *mod;

    share_processors(count);
    h->ctx = open_device(local);
    check(pk_module_from_file(h->ctx, kernel, &mod, &err));
    check(pk_module_kernel(mod, "step", &h->step, &err));
    pk_module_release(mod);
    check(pk_queue_create(h->ctx, &h->queue, &err));
    make_arrays(h);
    check(pk_context_get_device(h->ctx, &info, &err));
    printf("rank %d of %d: %s, %lld rows, halo rows are %s\n", h->rank, h->size,
           info.selector, (long long)h->grid.n,
           h->memory[0] ? "sent in place" : "copied");
}

static void release(heat *h) {
    for (int k = 0; k < 2; k++)
        pk_buffer_release(h->buffer[k]);
    for (int k = 0; k < COUNT; k++) {
        free(h->send[k]);
        free(h->receive[k]);
    }
    pk_queue_release(h->queue);
    pk_kernel_release(h->step);
    pk_context_release(h->ctx);
}

static void usage(int rank) {
    if (rank == 0)
        fprintf(stderr, "usage: heat_mpi heat.py ROWS COLUMNS STEPS [RESULT]\n"
                        "at least 3 columns, and 2 rows more than processes\n");
    MPI_Finalize();
    exit(2);
}

int main(int argc, char **argv) {
    heat h = {0};
    int64_t rows = argc > 4 ? atoll(argv[2]) : 0;
    int64_t cols = argc > 4 ? atoll(argv[3]) : 0;
    int steps = argc > 4 ? atoi(argv[4]) : -1;
    double begin;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &h.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &h.size);
    if (cols < 3 || cols > INT32_MAX / 2 || rows < h.size + 2 || steps < 0)
        usage(h.rank);
    h.neighbour[UP] = h.rank > 0 ? h.rank - 1 : MPI_PROC_NULL;
    h.neighbour[DOWN] = h.rank + 1 < h.size ? h.rank + 1 : MPI_PROC_NULL;
    h.grid = share_rows(rows, cols, h.rank, h.size);
    make(&h, argv[1]);
    run(&h, steps < 2 ? steps : 2); /* compiles */
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    run(&h, steps < 2 ? 0 : steps - 2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (h.rank == 0)
        printf("%.6f s\n", MPI_Wtime() - begin);
    if (argc > 5)
        write_result(&h, steps % 2, argv[5]);
    release(&h);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
