/* SPDX-License-Identifier: Apache-2.0
 * The kernels of bench/cases.py as one writes them by hand in OpenCL C. */
#pragma OPENCL FP_CONTRACT OFF

__kernel void vector_add(__global const float *restrict x, __global const float *restrict y,
                         __global float *restrict out, int n) {
    int i = get_global_id(0);
    if (i < n)
        out[i] = x[i] + y[i];
}

__kernel void saxpy64(double a, __global const double *restrict x, __global const double *restrict y,
                      __global double *restrict out, int n) {
    int i = get_global_id(0);
    if (i < n)
        out[i] = a * x[i] + y[i];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
block_sum(__global const float *restrict x, __global float *restrict out, int n) {
    __local float buf[256];
    uint t = get_local_id(0);
    size_t i = get_global_id(0);
    buf[t] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 128; step > 0; step /= 2) {
        if (t < step)
            buf[t] += buf[t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = buf[0];
}

#define TILE 16
#define PRODUCTS(type, tiled, naive)                                                                            \
    __kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void                                          \
    tiled(__global const type *restrict a, __global const type *restrict b, __global type *restrict c, int n) { \
        __local type sa[TILE][TILE], sb[TILE][TILE];                                                            \
        size_t tx = get_local_id(0), ty = get_local_id(1);                                                      \
        size_t col = get_global_id(0), row = get_global_id(1);                                                  \
        type acc = 0;                                                                                           \
        for (int t = 0; t < n / TILE; t++) {                                                                    \
            sa[ty][tx] = a[row * n + t * TILE + tx];                                                            \
            sb[ty][tx] = b[(t * TILE + ty) * n + col];                                                          \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
            for (int k = 0; k < TILE; k++)                                                                      \
                acc += sa[ty][k] * sb[k][tx];                                                                   \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
        }                                                                                                       \
        c[row * n + col] = acc;                                                                                 \
    }                                                                                                           \
    __kernel void naive(__global const type *restrict a, __global const type *restrict b,                       \
                        __global type *restrict c, int n) {                                                     \
        int col = get_global_id(0), row = get_global_id(1);                                                     \
        if (row < n && col < n) {                                                                               \
            type acc = 0;                                                                                       \
            for (int k = 0; k < n; k++)                                                                         \
                acc += a[row * n + k] * b[k * n + col];                                                         \
            c[row * n + col] = acc;                                                                             \
        }                                                                                                       \
    }
PRODUCTS(float, matmul_tiled, matmul_naive)
PRODUCTS(double, matmul_tiled64, matmul_naive64)

__kernel void mandelbrot(__global int *restrict out, int rows, int columns, int limit) {
    int j = get_global_id(0), i = get_global_id(1);
    if (i < rows && j < columns) {
        double cr = j * 3.0 / columns - 2.0, ci = i * 2.0 / rows - 1.0;
        double zr = 0.0, zi = 0.0;
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

__kernel void fused_math(__global const double *restrict x, __global double *restrict out, int n) {
    int i = get_global_id(0);
    if (i < n) {
        double v = x[i];
        out[i] = sqrt(v * v + 1.0) + sin(v) * exp(-v);
    }
}

__kernel void nbody(__global const float *restrict x, __global const float *restrict y,
                    __global const float *restrict z, __global float *restrict ax,
                    __global float *restrict ay, __global float *restrict az, int n) {
    int i = get_global_id(0);
    if (i < n) {
        float sx = 0.0f, sy = 0.0f, sz = 0.0f;
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

__kernel void spmv(__global const double *restrict data, __global const int *restrict column,
                   __global const int *restrict first, __global const double *restrict x,
                   __global double *restrict out, int n) {
    int row = get_global_id(0);
    if (row < n) {
        double total = 0.0;
        for (int i = first[row]; i < first[row + 1]; i++)
            total += data[i] * x[column[i]];
        out[row] = total;
    }
}

__kernel void black_scholes(__global const float *restrict price, __global const float *restrict strike,
                            __global const float *restrict years, __global float *restrict call,
                            __global float *restrict put, int n) {
    int i = get_global_id(0);
    if (i < n) {
        float root = sqrt(years[i]);
        float d1 = (log(price[i] / strike[i]) + (0.02f + 0.5f * 0.09f) * years[i]) / (0.3f * root);
        float d2 = d1 - 0.3f * root;
        float n1 = 0.5f * (1.0f + erf(d1 * 0.70710678f)), n2 = 0.5f * (1.0f + erf(d2 * 0.70710678f));
        float later = strike[i] * exp(-0.02f * years[i]);
        call[i] = price[i] * n1 - later * n2;
        put[i] = later * (1.0f - n2) - price[i] * (1.0f - n1);
    }
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
transpose(__global const float *restrict x, __global float *restrict out, int n) {
    __local float tile[16][17];
    size_t tx = get_local_id(0), ty = get_local_id(1);
    tile[ty][tx] = x[get_global_id(1) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 16 + ty) * n + get_group_id(1) * 16 + tx] = tile[tx][ty];
}

__kernel void jacobi(__global const double *restrict x, __global double *restrict out, int rows, int columns) {
    int j = get_global_id(0), i = get_global_id(1);
    if (0 < i && i < rows - 1 && 0 < j && j < columns - 1)
        out[i * columns + j] = 0.25 * (x[(i - 1) * columns + j] + x[(i + 1) * columns + j]
                                       + x[i * columns + j - 1] + x[i * columns + j + 1]);
}

__kernel void gray(__global const uchar *restrict rgb, __global uchar *restrict out, int rows, int columns) {
    int x = get_global_id(0), y = get_global_id(1);
    if (y < rows && x < columns) {
        int i = y * columns + x;
        out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
    }
}

__kernel void nested(__global const double *restrict x, __global double *restrict out, int n) {
    int i = get_global_id(0);
    if (i < n) {
        double v = x[i], total = 0.0;
        for (int a = 1; a < 40; a++) {
            if (a * v > 30.0)
                break;
            for (int b = 1; b < 40; b++) {
                double t = v * a - 0.25 * b;
                if (t < 0.0)
                    break;
                if (t * t < 0.5)
                    continue;
                total += t * 0.5;
            }
        }
        out[i] = total;
    }
}

double draw(ulong *s0, ulong *s1) {
    double x = ((*s0 + *s1) >> 11) * 0x1p-53;
    *s1 ^= *s0;
    *s0 = rotate(*s0, 24ul) ^ *s1 ^ (*s1 << 16);
    *s1 = rotate(*s1, 37ul);
    return x;
}

__kernel void monte_carlo(__global const ulong *restrict first, __global const ulong *restrict second,
                          __global int *restrict hits, int n, int points) {
    int i = get_global_id(0);
    if (i < n) {
        ulong s0 = first[i], s1 = second[i];
        int inside = 0;
        for (int k = 0; k < points; k++) {
            double x = draw(&s0, &s1), y = draw(&s0, &s1);
            inside += x * x + y * y < 1.0;
        }
        hits[i] = inside;
    }
}

__kernel void histogram(__global const int *restrict values, __global int *restrict bins, int n) {
    int i = get_global_id(0);
    if (i < n)
        atomic_inc(&bins[values[i]]);
}
