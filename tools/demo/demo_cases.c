/* SPDX-License-Identifier: Apache-2.0 */
/* Data and answers of the demo's kernels (examples/demo.py). */
#include "tools/demo/demo_cases.h"

#include "tools/demo/scene.h"
#include "tools/host_array.h"

#include <math.h>
#include <stdlib.h>

static uint64_t random_state;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t random_bits(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool add_array(problem *p, pk_dtype dtype, uint32_t ndim,
                      const int64_t *shape) {
    pk_error err;
    pk_array *a = &p->arrays[p->array_count];

    if (host_array_zeros(dtype, ndim, shape, a, &err) != PK_OK)
        return false;
    p->output = p->array_count++;
    return true;
}

static bool add_vector(problem *p, pk_dtype dtype, int64_t n) {
    return add_array(p, dtype, 1, &n);
}

static void fill_f32(pk_array *a) {
    float *x = a->host;

    for (int64_t i = 0, n = pk_array_count(a); i < n; i++)
        x[i] = (float)(int64_t)(random_bits() >> 40) / (float)(1 << 23) - 1;
}

static uint32_t blocks_for(int64_t n, int64_t block) {
    return (uint32_t)((n + block - 1) / block);
}

/* ---- vector add ---- */

static bool make_add(problem *p, bool small) {
    int64_t n = small ? 20011 : 4000037;

    p->kernel = "vector_add";
    for (int i = 0; i < 3; i++)
        if (!add_vector(p, PK_DTYPE_f32, n))
            return false;
    fill_f32(&p->arrays[0]);
    fill_f32(&p->arrays[1]);
    p->config =
        PK_INIT(pk_launch_config, .grid = {blocks_for(n, 256)}, .block = {256});
    p->work = 12.0 * (double)n;
    p->unit = "GB/s";
    return true;
}

/* GCC 12 for aarch64 ends in an internal error where loops do so with fmax. */
static double larger(double worst, double error) {
    return error > worst ? error : worst;
}

static double check_add(const problem *p) {
    const float *x = p->arrays[0].host, *y = p->arrays[1].host;
    const float *out = p->arrays[2].host;
    double worst = 0;

    for (int64_t i = 0, n = pk_array_count(&p->arrays[2]); i < n; i++)
        worst = larger(worst, fabs((double)out[i] - (double)(x[i] + y[i])));
    return worst;
}

/* ---- matrix product ---- */

static bool make_matmul(problem *p, bool small) {
    int64_t m = small ? 33 : 500, k = small ? 40 : 380, n = small ? 50 : 430;
    int64_t shapes[3][2] = {{m, k}, {k, n}, {m, n}};

    p->kernel = "matmul";
    for (int i = 0; i < 3; i++)
        if (!add_array(p, PK_DTYPE_f32, 2, shapes[i]))
            return false;
    fill_f32(&p->arrays[0]);
    fill_f32(&p->arrays[1]);
    p->config = PK_INIT(pk_launch_config,
                        .grid = {blocks_for(n, 16), blocks_for(m, 16)},
                        .block = {16, 16});
    p->work = 2.0 * (double)m * (double)k * (double)n;
    p->unit = "GFLOP/s";
    return true;
}

static double check_matmul(const problem *p) {
    const float *a = p->arrays[0].host, *b = p->arrays[1].host;
    const float *c = p->arrays[2].host;
    int64_t m = p->arrays[2].shape[0], n = p->arrays[2].shape[1];
    int64_t inner = p->arrays[0].shape[1];
    double worst = 0, *row = malloc((size_t)n * sizeof *row);

    if (!row)
        return INFINITY;
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++)
            row[j] = 0;
        for (int64_t k = 0; k < inner; k++)
            for (int64_t j = 0; j < n; j++)
                row[j] += (double)a[i * inner + k] * (double)b[k * n + j];
        for (int64_t j = 0; j < n; j++)
            worst = larger(worst, fabs(row[j] - (double)c[i * n + j]));
    }
    free(row);
    return worst;
}

/* ---- block reduction ---- */

static bool make_sum(problem *p, bool small) {
    int64_t n = small ? 20011 : 4000037;

    p->kernel = "block_sum";
    if (!add_vector(p, PK_DTYPE_f32, n) ||
        !add_vector(p, PK_DTYPE_f32, blocks_for(n, 256)))
        return false;
    for (int64_t i = 0; i < n; i++) /* small integers: sums are exact */
        ((float *)p->arrays[0].host)[i] = (float)(random_bits() % 17) - 8;
    p->config =
        PK_INIT(pk_launch_config, .grid = {blocks_for(n, 256)}, .block = {256});
    p->work = 4.0 * (double)n;
    p->unit = "GB/s";
    return true;
}

static double check_sum(const problem *p) {
    const float *x = p->arrays[0].host, *out = p->arrays[1].host;
    int64_t n = pk_array_count(&p->arrays[0]);
    double worst = 0;

    for (int64_t b = 0; b * 256 < n; b++) {
        double sum = 0;
        for (int64_t i = b * 256; i < n && i < b * 256 + 256; i++)
            sum += (double)x[i];
        worst = larger(worst, fabs(sum - (double)out[b]));
    }
    return worst;
}

/* ---- histogram ---- */

static bool make_histogram(problem *p, bool small) {
    int64_t n = small ? 20011 : 4000037;

    p->kernel = "histogram";
    if (!add_vector(p, PK_DTYPE_i64, n) || !add_vector(p, PK_DTYPE_i32, 64))
        return false;
    for (int64_t i = 0; i < n; i++)
        ((int64_t *)p->arrays[0].host)[i] =
            (int64_t)(random_bits() % 1000 * (random_bits() % 1000));
    p->config = PK_INIT(pk_launch_config, .grid = {64}, .block = {256});
    p->work = 8.0 * (double)n;
    p->unit = "GB/s";
    return true;
}

static double check_histogram(const problem *p) {
    const int64_t *values = p->arrays[0].host;
    const int32_t *bins = p->arrays[1].host;
    int64_t want[64] = {0};
    double worst = 0;

    for (int64_t i = 0, n = pk_array_count(&p->arrays[0]); i < n; i++)
        want[values[i] % 64]++;
    for (int i = 0; i < 64; i++)
        worst = larger(worst, fabs((double)(want[i] - bins[i])));
    return worst;
}

/* ---- Mandelbrot set ---- */

enum { LIMIT = 200 };

static int32_t escape_time(double cx, double cy) {
    double x = 0, y = 0;

    for (int32_t i = 0; i < LIMIT; i++) {
        double next = x * x - y * y + cx;
        y = x * y + y * x + cy;
        x = next;
        if (x * x + y * y > 4.0)
            return i;
    }
    return LIMIT;
}

/* Ten operations a step. */
static double count_work(int64_t rows, int64_t cols, double dx, double dy) {
    double steps = 0;

    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++)
            steps += escape_time(-2.1 + (double)j * dx, -1.0 + (double)i * dy);
    return 10 * steps;
}

static bool make_mandelbrot(problem *p, bool small) {
    int64_t shape[2] = {small ? 60 : 1200, small ? 90 : 1800};
    double dx = 3.0 / (double)shape[1], dy = 2.0 / (double)shape[0];

    p->kernel = "mandelbrot";
    if (!add_array(p, PK_DTYPE_i32, 2, shape))
        return false;
    p->scalars[0] = pk_f64(-2.1);
    p->scalars[1] = pk_f64(-1.0);
    p->scalars[2] = pk_f64(dx);
    p->scalars[3] = pk_f64(dy);
    p->scalars[4] = pk_i64(LIMIT);
    p->scalar_count = 5;
    p->config =
        PK_INIT(pk_launch_config,
                .grid = {blocks_for(shape[1], 16), blocks_for(shape[0], 16)},
                {16, 16}, 0);
    p->work = count_work(shape[0], shape[1], dx, dy);
    p->unit = "GFLOP/s";
    return true;
}

static double check_mandelbrot(const problem *p) {
    const int32_t *out = p->arrays[0].host;
    int64_t rows = p->arrays[0].shape[0], cols = p->arrays[0].shape[1];
    double dx = p->scalars[2].value.f64[0], dy = p->scalars[3].value.f64[0];
    double worst = 0;

    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++) {
            int32_t want =
                escape_time(-2.1 + (double)j * dx, -1.0 + (double)i * dy);
            worst = larger(worst, abs(want - out[i * cols + j]));
        }
    return worst;
}

/* ---- gray picture ---- */

static bool make_gray(problem *p, bool small) {
    int64_t rgb[3] = {small ? 80 : 480, small ? 120 : 720, 3};

    p->kernel = "grayscale";
    if (!add_array(p, PK_DTYPE_u8, 3, rgb) ||
        !add_array(p, PK_DTYPE_u8, 2, rgb))
        return false;
    scene_draw(p->arrays[0].host, (uint32_t)rgb[1], (uint32_t)rgb[0]);
    p->config = PK_INIT(pk_launch_config,
                        {blocks_for(rgb[1], 16), blocks_for(rgb[0], 16)},
                        .block = {16, 16});
    p->work = 4.0 * (double)(rgb[0] * rgb[1]);
    p->unit = "GB/s";
    return true;
}

static double check_gray(const problem *p) {
    const uint8_t *rgb = p->arrays[0].host, *out = p->arrays[1].host;
    double worst = 0;

    for (int64_t i = 0, n = pk_array_count(&p->arrays[1]); i < n; i++) {
        double light = 0.2989 * rgb[3 * i] + 0.5870 * rgb[3 * i + 1] +
                       0.1140 * rgb[3 * i + 2];
        worst = larger(worst, abs((uint8_t)(int64_t)light - out[i]));
    }
    return worst;
}

const demo_case demo_cases[] = {
    {"vector add", make_add, check_add, 0},
    /* 400 products of numbers below 1, added in float32 */
    {"matmul, tiled", make_matmul, check_matmul, 1e-4},
    {"block reduction", make_sum, check_sum, 0},
    {"histogram", make_histogram, check_histogram, 0},
    {"Mandelbrot", make_mandelbrot, check_mandelbrot, 0},
    {"gray picture", make_gray, check_gray, 0},
};
const uint32_t demo_case_count = sizeof demo_cases / sizeof *demo_cases;

void problem_free(problem *p) {
    for (uint32_t i = 0; i < p->array_count; i++)
        host_array_free(&p->arrays[i]);
}
