/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of bench/cases.py as one writes them in C with OpenMP: arrays and
 * floats first, in the kernels' order, then sizes. */
#include <math.h>

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

void matmul_naive(const float *restrict a, const float *restrict b,
                  float *restrict c, int n) {
    FOR(int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++)
            c[row * n + col] = 0;
        for (int k = 0; k < n; k++)
            for (int col = 0; col < n; col++)
                c[row * n + col] += a[row * n + k] * b[k * n + col];
    }
}

void matmul_tiled(const float *restrict a, const float *restrict b,
                  float *restrict c, int n) {
    matmul_naive(a, b, c, n);
}

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
