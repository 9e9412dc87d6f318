/* SPDX-License-Identifier: Apache-2.0 */
/* How far the device library's float32 functions of one argument are from the
 * truth on every argument there is.
 *
 *     exhaustive [STEP] [FUNCTION[:FROM:TO]]...
 *
 * or on 4096 in every STEP times 4096, or on all from FROM to TO, which is
 * farther from 0 and has the same sign. The C library's function of doubles is
 * a first guess at the truth; where it calls a result worse than any before, or
 * wrong, MPFR decides. The guess is itself held to 2^-40 of MPFR, at one
 * argument in 65536. Of an odd or even function the other half is compared with
 * the first, bit for bit. Prints TAP. */
#include <mpfr.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib_c.h"
#include "truth.h"

/* glibc's functions of vectors are within 4 ulps of double: 2^-27 of ours. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) &&         \
    defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 35)
#define VECTORS(name)                                                          \
    extern __attribute__((simd("notinbranch"))) double name(double);
VECTORS(exp)
VECTORS(exp2)
VECTORS(exp10)
VECTORS(expm1)
VECTORS(log)
VECTORS(log2)
VECTORS(log10)
VECTORS(log1p)
VECTORS(sin)
VECTORS(cos)
VECTORS(tan)
VECTORS(asin)
VECTORS(acos)
VECTORS(atan)
VECTORS(sinh)
VECTORS(cosh)
VECTORS(tanh)
VECTORS(asinh)
VECTORS(acosh)
VECTORS(atanh)
VECTORS(cbrt)
VECTORS(erf)
VECTORS(erfc)
#undef VECTORS
#endif
#endif

/* There are none of these. One of Halley's steps makes three times the digits
 * of what the library's function of floats gives, and leads away from a wrong
 * one: towards the x with erfc(x) = c and erf(x) = d, of which the smaller is
 * exact. */
static inline double invert_step(double x, double c, double d) {
    double sign = d < 0 ? -1 : 1, left = c > 1 ? 2 - c : c, e;

    x = fabs(x) < 12 ? sign * x : 0;
    d *= sign;
    e = d < 0.5 ? erf(x) - d : left - erfc(x);
    x -= e / (x * e + 1.12837916709551257390 * exp(-x * x));
    x = left == 0 ? INFINITY : x;
    return left >= 0 ? sign * x : NAN;
}

/* `found` is what the library's function gives. */
#define erfinv(x)     invert_step(found, 1 - (x), x)
#define erfcinv(x)    invert_step(found, x, 1 - (x))
#define normcdfinv(x) (invert_step(found / -ROOT, 2 * (x), 1 - 2 * (x)) * -ROOT)
#define ROOT          1.41421356237309504880

enum { CHUNK = 4096, GUESSES = 16 /* chunks for one */, THREADS = 64 };
#define ARGUMENTS (UINT64_C(1) << 32)

typedef enum parity { NEITHER, ODD, EVEN } parity;

typedef struct function {
    const char *name;
    double limit;
    parity parity;
    truth_function *truth;
    void (*ours)(const float *x, float *out);
    void (*guess)(const float *x, const float *ours, double *out);
} function;

/* With what they call in place, so that loops become vectors. */
#if defined(__GNUC__)
#define FLAT __attribute__((flatten))
#else
#define FLAT
#endif
#define ONE(name, truth, libm, f32, f64, near, parity)                         \
    FLAT static void ours_##name(const float *x, float *out) {                 \
        for (int i = 0; i < CHUNK; i++)                                        \
            out[i] = name##_f32(x[i]);                                         \
    }                                                                          \
    FLAT static void guess_##name(const float *x, const float *ours,           \
                                  double *out) {                               \
        for (int i = 0; i < CHUNK; i++) {                                      \
            double found = (double)ours[i];                                    \
            out[i] = libm((double)x[i]);                                       \
            (void)found;                                                       \
        }                                                                      \
    }
#define TWO(name, truth, libm, f32, f64, near)
#define NTH(name, truth, libm, f32, f64, near)
#define BITS(name)
#define COMPLEX(name)
#define COMPLEX2(name)
#include "functions.def"
#undef ONE

static const function functions[] = {
#define ONE(name, truth, libm, f32, f64, near, parity)                         \
    {#name, f32, parity, truth_##name, ours_##name, guess_##name},
#include "functions.def"
#undef ONE
#undef TWO
#undef NTH
#undef BITS
#undef COMPLEX
#undef COMPLEX2
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

typedef struct share {
    const function *f;
    uint64_t first, end, step;
    truth_worst worst;
    truth_numbers numbers;
} share;

/* A chunk of the bits of arguments. */
typedef struct range {
    uint64_t first, end;
} range;

/* 1 over the last place of a float32 near x. */
static double ulps_in_one(double x) {
    uint64_t exponent = u64_bits_f64(x) >> 52 & 2047;

    exponent = exponent < 1023 - 126 ? 1023 - 126 : exponent;
    return f64_bits_u64((2046 - exponent + 23) << 52);
}

/* The distance that a double knows, in ulps of float32; infinite where it is
 * the special values that differ. */
static double guessed(float got, double truth, double least) {
    if (isnan(truth) || isnan(got))
        return isnan(truth) && isnan(got) ? 0 : INFINITY;
    if (!signbit(got) != !signbit(truth))
        return INFINITY;
    if ((double)got == truth)
        return 0;
    if (isinf(got) || fabs(truth) > 0x1.fffffep127)
        return isinf(got) && fabs(truth) >= 0x1.ffffffp127 ? 0 : INFINITY;
    return fabs((double)got - truth) * ulps_in_one(fmax(fabs(truth), least));
}

/* Whether any of a chunk may be off by more than `limit`, in a loop that the
 * compiler turns into vectors. */
static bool suspects(const float *got, const double *truth, double least,
                     double limit) {
    uint64_t bad = 0;

    for (int i = 0; i < CHUNK; i++) {
        double g = (double)got[i], t = truth[i];
        double size = fabs(t) > least ? t : least;
        bool fine = fabs(g - t) * ulps_in_one(size) <= limit;
        bool sign = !((u64_bits_f64(g) ^ u64_bits_f64(t)) >> 63);
        bool nans = (g != g) & (t != t);
        bad |= !((sign & (fine | (g == t))) | nans);
    }
    return bad != 0;
}

/* Whether a guess is as near as it has to be for what the rest makes of it. */
static bool good_guess(truth_numbers *n, truth_function *f, float x,
                       double guess) {
    double value, size;

    mpfr_set_flt(n->x, x, MPFR_RNDN);
    f(n->value, n->x, n->y);
    value = mpfr_get_d(n->value, MPFR_RNDN);
    size = fmax(fabs(value), truth_least(f, (double)x, 0));
    if (isnan(value) || isnan(guess))
        return isnan(value) && isnan(guess);
    return value == guess || fabs(value - guess) <= 0x1p-40 * size + 0x1p-200;
}

/* Whether a chunk of negative arguments gives what the positive ones do, but
 * for the sign. */
static bool mirrors(const function *f, const float *x, const float *got) {
    float turned[CHUNK], other[CHUNK];
    uint32_t sign = f->parity == ODD ? UINT32_C(1) << 31 : 0, bad = 0;

    for (int i = 0; i < CHUNK; i++)
        turned[i] = -x[i];
    f->ours(turned, other);
    for (int i = 0; i < CHUNK; i++) {
        bool nans = (got[i] != got[i]) & (other[i] != other[i]);
        bad |=
            !(((u32_bits_f32(got[i]) ^ u32_bits_f32(other[i])) == sign) | nans);
    }
    return !bad;
}

/* The distance beyond which MPFR is asked. */
static double suspicious(const share *s) {
    return fmax(s->worst.ulps, 0.01) + 1e-6;
}

static void look_at(share *s, uint32_t bits) {
    float x[CHUNK], got[CHUNK];
    double truth[CHUNK], least;

    for (int i = 0; i < CHUNK; i++)
        x[i] = f32_bits_u32(bits + (uint32_t)i);
    s->f->ours(x, got);
    if (s->f->parity != NEITHER && bits >> 31 && s->step == CHUNK &&
        mirrors(s->f, x, got))
        return;
    s->f->guess(x, got, truth);
    if (bits / CHUNK % GUESSES == 0 &&
        !good_guess(&s->numbers, s->f->truth, x[0], truth[0])) {
        printf("# %s: the guess at %a is off\n", s->f->name, (double)x[0]);
        s->worst.wrong++;
    }
    least = truth_least(s->f->truth, (double)x[CHUNK - 1], 0);
    if (!suspects(got, truth, least, suspicious(s)))
        return;
    for (int i = 0; i < CHUNK; i++)
        if (guessed(got[i], truth[i], least) > suspicious(s))
            truth_check(&s->numbers, s->f->truth, false, (double)x[i], 0,
                        (double)got[i], &s->worst);
}

static void *run(void *at) {
    share *s = at;

    truth_init(&s->numbers);
    for (uint64_t bits = s->first; bits < s->end; bits += s->step)
        look_at(s, (uint32_t)bits);
    truth_finish(&s->numbers);
    return NULL;
}

static truth_worst run_all(const function *f, uint64_t step, range chunks) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int count = cores < 1 ? 1 : cores > THREADS ? THREADS : (int)cores;
    pthread_t threads[THREADS];
    share shares[THREADS];
    truth_worst worst = {0};

    for (int i = 0; i < count; i++) {
        uint64_t part = chunks.end - chunks.first, n = (uint64_t)i;
        shares[i] = (share){.f = f, .step = step * CHUNK};
        shares[i].first = chunks.first + part * n / (uint64_t)count;
        shares[i].end = chunks.first + part * (n + 1) / (uint64_t)count;
        shares[i].first *= CHUNK;
        shares[i].end *= CHUNK;
        if (pthread_create(&threads[i], NULL, run, &shares[i]))
            exit(2);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        truth_join(&worst, &shares[i].worst);
    }
    return worst;
}

/* The function and the chunks that a word, "sin" or "sin:0.5:2", asks for. */
static const function *read_word(const char *word, range *chunks) {
    size_t length = strcspn(word, ":");
    float from, to;

    *chunks = (range){0, ARGUMENTS / CHUNK};
    for (int i = 0; i < FUNCTIONS; i++) {
        const function *f = &functions[i];
        if (strlen(f->name) != length || memcmp(f->name, word, length) != 0)
            continue;
        if (!word[length])
            return f;
        if (sscanf(word + length, ":%f:%f", &from, &to) != 2)
            return NULL;
        chunks->first = u32_bits_f32(from) / CHUNK;
        chunks->end = u32_bits_f32(to) / CHUNK + 1;
        return chunks->first < chunks->end ? f : NULL;
    }
    return NULL;
}

static int wrong_word(const char *word) {
    fprintf(stderr,
            "exhaustive: '%s' is no function, or its range none:\n"
            "    exhaustive [STEP] [FUNCTION[:FROM:TO]]...\n"
            "FUNCTION is one of",
            word);
    for (int i = 0; i < FUNCTIONS; i++)
        fprintf(stderr, "%s%s", i % 10 ? " " : "\n    ", functions[i].name);
    fputc('\n', stderr);
    return 2;
}

int main(int argc, char **argv) {
    bool ok = true, stepped = argc > 1 && atoi(argv[1]) > 0;
    uint64_t step = stepped ? (uint64_t)atoi(argv[1]) : 1;
    int first = stepped ? 2 : 1,
        count = argc > first ? argc - first : FUNCTIONS;
    range chunks = {0, ARGUMENTS / CHUNK};
    const function *f;

    for (int i = first; i < argc; i++)
        if (!read_word(argv[i], &chunks))
            return wrong_word(argv[i]);
    for (int i = 0; i < count; i++) {
        truth_worst w;
        f = argc > first ? read_word(argv[first + i], &chunks) : &functions[i];
        w = run_all(f, step, chunks);
        ok &= truth_report(i + 1, f->name, false, f->limit, &w);
    }
    printf("1..%d\n", count);
    return !ok;
}
