/* SPDX-License-Identifier: Apache-2.0 */
/* How much the processor computes at most: all threads multiply and add vectors
 * in registers, as many side by side as hide how long one takes. */
#include <omp.h>

#ifdef __AVX512F__
enum { BYTES = 64 };
#else
enum { BYTES = 32 };
#endif
enum { TURNS = 1 << 20, SIDE_BY_SIDE = 10 };

#define ALL(each)                                                              \
    each(0) each(1) each(2) each(3) each(4) each(5) each(6) each(7) each(8)    \
        each(9)
#define BEGIN(k) vector x##k = by * k;
#define TURN(k)  x##k = x##k * by + by;
#define SUM(k)   sum += x##k;

/* Returns how many operations were done. */
#define PEAK(name, type)                                                       \
    double name(void) {                                                        \
        typedef type vector __attribute__((vector_size(BYTES)));               \
        const double lanes = BYTES / (double)sizeof(type);                     \
        double done = 0;                                                       \
        _Pragma("omp parallel reduction(+ : done)") {                          \
            vector sum = {0}, by = sum + (type)0.999;                          \
            by += (type)1e-6 * (type)omp_get_thread_num();                     \
            ALL(BEGIN)                                                         \
            for (int i = 0; i < TURNS; i++) {                                  \
                ALL(TURN)                                                      \
            }                                                                  \
            ALL(SUM)                                                           \
            if (sum[0] != 0) /* always, which the compiler cannot know */      \
                done += 2 * lanes * TURNS * SIDE_BY_SIDE;                      \
        }                                                                      \
        return done;                                                           \
    }

PEAK(peak32, float)
PEAK(peak64, double)
