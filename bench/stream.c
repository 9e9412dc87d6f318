/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that show what memory allows: they move the bytes of kernels of
 * bench/cases.py, by their names and with what twins.c is given. Those that
 * compute little are the kernels themselves; transpose and jacobi are copies.
 * With -DPAST_CACHES vectors are stored past the caches. */
#include <immintrin.h>
#include <omp.h>
#include <stddef.h>
#include <stdint.h>

typedef float floats __attribute__((vector_size(32), aligned(4)));
typedef double doubles __attribute__((vector_size(32), aligned(8)));

#ifdef PAST_CACHES
#define PUT_F(p, v) _mm256_stream_ps(p, (__m256)(v))
#define PUT_D(p, v) _mm256_stream_pd(p, (__m256d)(v))
#else
#define PUT_F(p, v) (*(floats *)(p) = (v))
#define PUT_D(p, v) (*(doubles *)(p) = (v))
#endif

/* Each thread's part of `n` elements of `out`; it begins and ends with elements
 * by themselves, so that the vectors between are aligned. */
#define PARTS(type, out, n, one, vector)                                       \
    _Pragma("omp parallel") {                                                  \
        const ptrdiff_t each = (n) / omp_get_num_threads() + 1;                \
        const ptrdiff_t wide = 32 / sizeof(type);                              \
        ptrdiff_t i = each * omp_get_thread_num(), last = i + each;            \
        last = last < (n) ? last : (n);                                        \
        for (; i < last && (uintptr_t)((out) + i) % 32; i++)                   \
            one;                                                               \
        for (; i + wide <= last; i += wide)                                    \
            vector;                                                            \
        for (; i < last; i++)                                                  \
            one;                                                               \
        _mm_sfence();                                                          \
    }

void vector_add(const float *x, const float *y, float *out, int n) {
    PARTS(float, out, n, out[i] = x[i] + y[i],
          PUT_F(out + i, *(const floats *)(x + i) + *(const floats *)(y + i)))
}

void saxpy64(double a, const double *x, const double *y, double *out, int n) {
    PARTS(double, out, n, out[i] = a * x[i] + y[i],
          PUT_D(out + i,
                a * *(const doubles *)(x + i) + *(const doubles *)(y + i)))
}

void transpose(const float *x, float *out, int n) {
    PARTS(float, out, (ptrdiff_t)n *n, out[i] = x[i],
          PUT_F(out + i, *(const floats *)(x + i)))
}

void jacobi(const double *x, double *out, int rows, int columns) {
    PARTS(double, out, (ptrdiff_t)rows *columns, out[i] = x[i],
          PUT_D(out + i, *(const doubles *)(x + i)))
}

void sum32(const float *x, float *out, int n) {
    float total = 0;
#pragma omp parallel for simd reduction(+ : total)
    for (int i = 0; i < n; i++)
        total += x[i];
    out[0] = total;
}
