/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of bench/cases.py as one writes them in C with OpenMP: arrays and
 * floats first, in the kernels' order, then sizes. */
#include <math.h>
#include <stdint.h>

#define FOR _Pragma("omp parallel for schedule(static)") for

void vector_add(const float *restrict x, const float *restrict y,
                float *restrict out, int n) {
    FOR(int i = 0; i < n; i++) out[i] = x[i] + y[i];
}

void saxpy64(double a, const double *restrict x, const double *restrict y,
             double *restrict out, int n) {
    FOR(int i = 0; i < n; i++) out[i] = a * x[i] + y[i];
}

void block_sum(const float *restrict x, float *restrict out, int n) {
    FOR(int b = 0; b < n / 256; b++) {
        float sum = 0;
        for (int i = b * 256; i < b * 256 + 256; i++)
            sum += x[i];
        out[b] = sum;
    }
}

#define PRODUCT(name, type)                                                    \
    void name(const type *restrict a, const type *restrict b,                  \
              type *restrict c, int n) {                                       \
        FOR(int row = 0; row < n; row++) {                                     \
            for (int col = 0; col < n; col++)                                  \
                c[row * n + col] = 0;                                          \
            for (int k = 0; k < n; k++)                                        \
                for (int col = 0; col < n; col++)                              \
                    c[row * n + col] += a[row * n + k] * b[k * n + col];       \
        }                                                                      \
    }
PRODUCT(matmul_naive, float)
PRODUCT(matmul_tiled, float)
PRODUCT(matmul_naive64, double)
PRODUCT(matmul_tiled64, double)

void mandelbrot(int *restrict out, int rows, int columns, int limit) {
    FOR(int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
        double cr = j * 3.0 / columns - 2.0, ci = i * 2.0 / rows - 1.0;
        double zr = 0, zi = 0;
        int n = 0;
        while (n < limit && zr * zr + zi * zi <= 4.0) {
            double next = zr * zr - zi * zi + cr;
            zi = 2.0 * zr * zi + ci;
            zr = next;
            n++;
        }
        out[i * columns + j] = n;
    }
}

void fused_math(const double *restrict x, double *restrict out, int n) {
    FOR(int i = 0; i < n; i++)
    out[i] = sqrt(x[i] * x[i] + 1.0) + sin(x[i]) * exp(-x[i]);
}

void nbody(const float *restrict x, const float *restrict y,
           const float *restrict z, float *restrict ax, float *restrict ay,
           float *restrict az, int n) {
    FOR(int i = 0; i < n; i++) {
        float sx = 0, sy = 0, sz = 0;
        for (int j = 0; j < n; j++) {
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float w = 1.0f / (d2 * d2);
            sx += dx * w;
            sy += dy * w;
            sz += dz * w;
        }
        ax[i] = sx;
        ay[i] = sy;
        az[i] = sz;
    }
}

void spmv(const double *restrict data, const int *restrict column,
          const int *restrict first, const double *restrict x,
          double *restrict out, int n) {
    FOR(int row = 0; row < n; row++) {
        double total = 0;
        for (int i = first[row]; i < first[row + 1]; i++)
            total += data[i] * x[column[i]];
        out[row] = total;
    }
}

void black_scholes(const float *restrict price, const float *restrict strike,
                   const float *restrict years, float *restrict call,
                   float *restrict put, int n) {
    FOR(int i = 0; i < n; i++) {
        float root = sqrtf(years[i]);
        float d1 =
            (logf(price[i] / strike[i]) + (0.02f + 0.5f * 0.09f) * years[i]) /
            (0.3f * root);
        float d2 = d1 - 0.3f * root;
        float n1 = 0.5f * (1.0f + erff(d1 * 0.70710678f));
        float n2 = 0.5f * (1.0f + erff(d2 * 0.70710678f));
        float later = strike[i] * expf(-0.02f * years[i]);
        call[i] = price[i] * n1 - later * n2;
        put[i] = later * (1.0f - n2) - price[i] * (1.0f - n1);
    }
}

void transpose(const float *restrict x, float *restrict out, int n) {
    FOR(int row = 0; row < n; row += 16)
    for (int col = 0; col < n; col += 16)
        for (int i = row; i < row + 16; i++)
            for (int j = col; j < col + 16; j++)
                out[j * n + i] = x[i * n + j];
}

void jacobi(const double *restrict x, double *restrict out, int rows,
            int columns) {
    FOR(int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
        out[i * columns + j] =
            0.25 * (x[(i - 1) * columns + j] + x[(i + 1) * columns + j] +
                    x[i * columns + j - 1] + x[i * columns + j + 1]);
}

void gray(const uint8_t *restrict rgb, uint8_t *restrict out, int rows,
          int columns) {
    FOR(int i = 0; i < rows * columns; i++)
    out[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] +
                        29 * rgb[3 * i + 2]) >>
                       8);
}

void nested(const double *restrict x, double *restrict out, int n) {
    FOR(int i = 0; i < n; i++) {
        double total = 0;
        for (int a = 1; a < 40 && a * x[i] <= 30.0; a++)
            for (int b = 1; b < 40; b++) {
                double t = x[i] * a - 0.25 * b;
                if (t < 0.0)
                    break;
                if (t * t < 0.5)
                    continue;
                total += t * 0.5;
            }
        out[i] = total;
    }
}

static double draw(uint64_t *s0, uint64_t *s1) {
    double x = (double)((*s0 + *s1) >> 11) * 0x1p-53;
    *s1 ^= *s0;
    *s0 = (*s0 << 24 | *s0 >> 40) ^ *s1 ^ (*s1 << 16);
    *s1 = *s1 << 37 | *s1 >> 27;
    return x;
}

void monte_carlo(const uint64_t *restrict first,
                 const uint64_t *restrict second, int *restrict hits, int n,
                 int points) {
    FOR(int i = 0; i < n; i++) {
        uint64_t s0 = first[i], s1 = second[i];
        int inside = 0;
        for (int k = 0; k < points; k++) {
            double x = draw(&s0, &s1), y = draw(&s0, &s1);
            inside += x * x + y * y < 1.0;
        }
        hits[i] = inside;
    }
}

void histogram(const int *restrict values, int *restrict bins, int n) {
    _Pragma("omp parallel for schedule(static) reduction(+ : bins[:256])") for (
        int i = 0; i < n; i++) bins[values[i]]++;
}

void sum32(const float *restrict x, float *restrict out, int n) {
    float total = 0;
    _Pragma(
        "omp parallel for schedule(static) reduction(+ : total)") for (int i =
                                                                           0;
                                                                       i < n;
                                                                       i++)
        total += x[i];
    out[0] = total;
}
