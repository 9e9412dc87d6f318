/* SPDX-License-Identifier: Apache-2.0 */
/* See ptx_eval.h. Each instruction is split into words at '.' and operands at
 * ", " when it runs: slow and simple. */
#include "tests/ptx/ptx_eval.h"

#include "core/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 800, MAX_WORDS = 6, MAX_OPERANDS = 5, MAX_REGS = 300 };

typedef struct machine {
    char *lines[MAX_LINES];
    int count, at;
    const uint8_t *params;
    uint64_t regs[6][MAX_REGS]; /* p h r rd f fd */
    const char *words[MAX_WORDS];
    int word_count;
    char *operands[MAX_OPERANDS];
    int operand_count;
    const char *problem;
    char buffer[1 << 15];
} machine;

static uint64_t fail(machine *m, const char *problem) {
    static char words[200];

    if (!m->problem)
        snprintf(words, sizeof words, "%s: %s", problem,
                 m->words[0] ? m->words[0] : "");
    m->problem = words;
    return 0;
}

/* ---- types ---- */

static int bits_of(const char *type) {
    return !strcmp(type, "pred") ? 1 : atoi(type + 1);
}

static uint64_t cut(const char *type, uint64_t v) {
    int bits = bits_of(type);

    return bits == 64 ? v : v & ((UINT64_C(1) << bits) - 1);
}

static int64_t extend(const char *type, uint64_t v) {
    int bits = bits_of(type);

    v = cut(type, v);
    if (type[0] != 's' || bits == 64)
        return (int64_t)v;
    return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static pk_type float_type(const char *type) {
    return !strcmp(type, "f16")   ? PK_TYPE_f16
           : !strcmp(type, "f32") ? PK_TYPE_f32
                                  : PK_TYPE_f64;
}

static double value_of(const char *type, uint64_t v) {
    return pk_float_value(float_type(type), cut(type, v));
}

static uint64_t round_to(const char *type, double v) {
    return pk_float_bits(float_type(type), v);
}

/* ---- operands ---- */

static uint64_t *reg_of(machine *m, const char *text) {
    static const char *const prefixes[] = {"%p",  "%h", "%r",
                                           "%rd", "%f", "%fd"};

    for (int i = 0; i < 6; i++) {
        size_t length = strlen(prefixes[i]);
        if (!strncmp(text, prefixes[i], length) && text[length] >= '0' &&
            text[length] <= '9')
            return &m->regs[i][atoi(text + length) % MAX_REGS];
    }
    fail(m, "no such register");
    return &m->regs[0][0];
}

static uint64_t get(machine *m, int i) {
    const char *text = i < m->operand_count ? m->operands[i] : "0";

    if (text[0] == '%')
        return *reg_of(m, text);
    if (!strncmp(text, "0f", 2) || !strncmp(text, "0d", 2))
        return strtoull(text + 2, NULL, 16);
    return text[0] == '-' ? (uint64_t)strtoll(text, NULL, 10)
                          : strtoull(text, NULL, 10);
}

/* Into the destination: 32 bits go to a 32-bit register and so on; narrow
 * results of cvt and ld are extended by their type. */
static void put(machine *m, const char *type, uint64_t v) {
    const char *name = m->operands[0];

    if (type[0] == 's')
        v = (uint64_t)extend(type, v);
    else
        v = cut(type, v);
    if (name[1] == 'r' && name[2] != 'd')
        v &= 0xffffffff;
    *reg_of(m, name) = v;
}

static uint8_t *memory(machine *m, const char *text) {
    const char *plus = strchr(text, '+');

    return (uint8_t *)(uintptr_t)*reg_of(m, text + 1) +
           (plus ? strtoll(plus + 1, NULL, 10) : 0);
}

/* ---- arithmetic ---- */

/* The instruction's words between the first and the type. */
static bool has(const machine *m, const char *word) {
    for (int i = 1; i < m->word_count; i++)
        if (!strcmp(m->words[i], word))
            return true;
    return false;
}

static uint64_t poison(void) {
    return UINT64_C(0xdeadbeefdeadbeef);
}

static uint64_t divide(const char *type, uint64_t x, uint64_t y, bool rest) {
    int64_t a = extend(type, x), b = extend(type, y);

    if (b == 0)
        return poison();
    if (type[0] == 'u')
        return rest ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b;
    if (b == -1 && cut(type, x) == UINT64_C(1) << (bits_of(type) - 1))
        return poison();
    return (uint64_t)(rest ? a % b : a / b);
}

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

static uint64_t multiply_high(const char *type, uint64_t x, uint64_t y) {
    int bits = bits_of(type);

    if (type[0] == 's')
        return (uint64_t)(((wide)extend(type, x) * extend(type, y)) >> bits);
    return (uint64_t)(((unsigned_wide)cut(type, x) * cut(type, y)) >> bits);
}

static void int_binary(machine *m, const char *op, const char *type) {
    uint64_t x = get(m, 1), y = get(m, 2), r = 0;
    int64_t a = extend(type, x), b = extend(type, y);
    bool less = type[0] == 's' ? a < b : cut(type, x) < cut(type, y);

    if (!strcmp(op, "add"))
        r = x + y;
    else if (!strcmp(op, "sub"))
        r = x - y;
    else if (!strcmp(op, "mul"))
        r = has(m, "hi") ? multiply_high(type, x, y) : x * y;
    else if (!strcmp(op, "div") || !strcmp(op, "rem"))
        r = divide(type, x, y, op[0] == 'r');
    else if (!strcmp(op, "min"))
        r = less ? x : y;
    else if (!strcmp(op, "max"))
        r = less ? y : x;
    else if (!strcmp(op, "and"))
        r = x & y;
    else if (!strcmp(op, "or"))
        r = x | y;
    else if (!strcmp(op, "xor"))
        r = x ^ y;
    else
        fail(m, "unknown operation");
    put(m, type, r);
}

static void shift(machine *m, bool left, const char *type) {
    uint64_t x = get(m, 1), n = get(m, 2) & 0xffffffff;
    uint64_t bits = (uint64_t)bits_of(type);

    if (left)
        put(m, type, n < bits ? x << n : 0);
    else if (type[0] == 's')
        put(m, type, (uint64_t)(extend(type, x) >> (n < bits ? n : bits - 1)));
    else
        put(m, type, n < bits ? cut(type, x) >> n : 0);
}

static double float_result(machine *m, const char *op, bool single) {
    const char *type = m->words[m->word_count - 1];
    double a = value_of(type, get(m, 1)), b = value_of(type, get(m, 2));

    if (!strcmp(op, "add"))
        return single ? (double)((float)a + (float)b) : a + b;
    if (!strcmp(op, "sub"))
        return single ? (double)((float)a - (float)b) : a - b;
    if (!strcmp(op, "mul"))
        return single ? (double)((float)a * (float)b) : a * b;
    if (!strcmp(op, "div"))
        return single ? (double)((float)a / (float)b) : a / b;
    if (!strcmp(op, "sqrt"))
        return single ? (double)sqrtf((float)a) : sqrt(a);
    if (!strcmp(op, "fma")) {
        double c = value_of(type, get(m, 3));
        return single ? (double)fmaf((float)a, (float)b, (float)c)
                      : fma(a, b, c);
    }
    if (!strcmp(op, "neg"))
        return -a;
    if (!strcmp(op, "abs"))
        return fabs(a);
    if (!strcmp(op, "copysign"))
        return copysign(b, a);
    if (!strcmp(op, "min") || !strcmp(op, "max")) {
        bool least = op[1] == 'i';
        if (!has(m, "NaN"))
            fail(m, "min without NaN");
        if (a != a || b != b)
            return NAN;
        if (a == b)
            return signbit(a) == least ? a : b;
        return (a < b) == least ? a : b;
    }
    fail(m, "unknown float operation");
    return 0;
}

static void float_op(machine *m, const char *op, const char *type) {
    if (bits_of(type) > 16 && strcmp(op, "neg") && strcmp(op, "abs") &&
        strcmp(op, "copysign") && strcmp(op, "min") && strcmp(op, "max") &&
        !has(m, "rn"))
        fail(m, "may be fused");
    put(m, type, round_to(type, float_result(m, op, bits_of(type) == 32)));
}

/* ---- comparison, conversion ---- */

static void compare(machine *m, const char *type) {
    const char *test = m->words[1];
    uint64_t x = get(m, 1), y = get(m, 2);
    int order; /* -1, 0, 1; 2: unordered */

    if (type[0] == 'f') {
        double a = value_of(type, x), b = value_of(type, y);
        order = a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
        if (!strcmp(test, "nan") || (order == 2 && strlen(test) == 3)) {
            put(m, "pred", order == 2);
            return;
        }
    } else if (type[0] == 's') {
        int64_t a = extend(type, x), b = extend(type, y);
        order = a < b ? -1 : a > b;
    } else {
        x = cut(type, x);
        y = cut(type, y);
        order = x < y ? -1 : x > y;
    }
    put(m, "pred",
        order != 2 && (!strncmp(test, "eq", 2)   ? order == 0
                       : !strncmp(test, "ne", 2) ? order != 0
                       : !strncmp(test, "lt", 2) ? order < 0
                       : !strncmp(test, "le", 2) ? order <= 0
                       : !strncmp(test, "gt", 2) ? order > 0
                                                 : order >= 0));
}

static double round_whole(machine *m, double a) {
    return has(m, "rmi")   ? floor(a)
           : has(m, "rpi") ? ceil(a)
           : has(m, "rzi") ? trunc(a)
           : has(m, "rni") ? rint(a)
                           : a;
}

/* PTX ISA, cvt: out of range gives the nearest end; NaN gives 0, and
 * 1 << (bits - 1) when either side has 64 bits. */
static uint64_t float_to_int(const char *to, const char *from, double a) {
    int bits = bits_of(to);
    double end = ldexp(1, to[0] == 's' ? bits - 1 : bits);

    if (a != a)
        return bits_of(from) == 64 || bits == 64 ? UINT64_C(1) << (bits - 1)
                                                 : 0;
    if (a >= end)
        return (UINT64_C(1) << (bits - 1)) - 1 +
               (to[0] == 's' ? 0 : UINT64_C(1) << (bits - 1));
    if (to[0] == 'u')
        return a <= 0 ? 0 : (uint64_t)a;
    return a <= -end ? UINT64_C(1) << (bits - 1) : (uint64_t)(int64_t)a;
}

static uint64_t int_to_float(const char *to, const char *from, uint64_t v) {
    int64_t a = extend(from, v);

    v = cut(from, v);
    if (bits_of(to) == 32)
        return round_to(to,
                        from[0] == 's' ? (double)(float)a : (double)(float)v);
    return round_to(to, from[0] == 's' ? (double)a : (double)v);
}

static void convert(machine *m) {
    const char *to = m->words[m->word_count - 2];
    const char *from = m->words[m->word_count - 1];
    uint64_t v = get(m, 1);

    if (to[0] == 'f' && from[0] == 'f')
        put(m, to, round_to(to, round_whole(m, value_of(from, v))));
    else if (to[0] == 'f')
        put(m, to, int_to_float(to, from, v));
    else if (from[0] == 'f')
        put(m, to, float_to_int(to, from, trunc(value_of(from, v))));
    else
        put(m, to, (uint64_t)extend(from, v));
}

/* ---- control ---- */

static void jump(machine *m, const char *label) {
    size_t length = strlen(label);

    for (m->at = 0; m->at < m->count; m->at++)
        if (!strncmp(m->lines[m->at], label, length) &&
            m->lines[m->at][length] == ':')
            return;
    fail(m, "no such label");
}

static void transfer(machine *m, const char *op, const char *type) {
    size_t size = (size_t)bits_of(type) / 8;
    uint64_t v = 0;

    if (!strcmp(op, "st")) {
        v = get(m, 1);
        memcpy(memory(m, m->operands[0]), &v, size);
    } else if (has(m, "param")) {
        const char *plus = strchr(m->operands[1], '+');
        memcpy(&v, m->params + (plus ? atoi(plus) : 0), size);
        put(m, type, v);
    } else {
        memcpy(&v, memory(m, m->operands[1]), size);
        put(m, type, v);
    }
}

static void step(machine *m) {
    const char *op = m->words[0], *type = m->words[m->word_count - 1];

    if (!strcmp(op, "bra"))
        jump(m, m->operands[0]);
    else if (!strcmp(op, "ld") || !strcmp(op, "st"))
        transfer(m, op, type);
    else if (!strcmp(op, "mov") || !strcmp(op, "cvta"))
        put(m, type, get(m, 1));
    else if (!strcmp(op, "setp"))
        compare(m, type);
    else if (!strcmp(op, "selp"))
        put(m, type, get(m, 3) & 1 ? get(m, 1) : get(m, 2));
    else if (!strcmp(op, "cvt"))
        convert(m);
    else if (!strcmp(op, "not"))
        put(m, type, ~get(m, 1));
    else if (!strcmp(op, "shl") || !strcmp(op, "shr"))
        shift(m, op[2] == 'l', type);
    else if (!strcmp(op, "popc"))
        put(m, "u32", (uint64_t)__builtin_popcountll(cut(type, get(m, 1))));
    else if (!strcmp(op, "clz")) {
        uint64_t v = cut(type, get(m, 1));
        put(m, "u32",
            v ? (uint64_t)(__builtin_clzll(v) - 64 + bits_of(type))
              : (uint64_t)bits_of(type));
    } else if (!strcmp(op, "brev")) {
        uint64_t v = get(m, 1), r = 0;
        for (int i = 0; i < bits_of(type); i++)
            r |= (v >> i & 1) << (bits_of(type) - 1 - i);
        put(m, type, r);
    } else if (type[0] == 'f')
        float_op(m, op, type);
    else if (!strcmp(op, "neg"))
        put(m, type, 0 - get(m, 1));
    else
        int_binary(m, op, type);
}

/* Splits "@!%p1 setp.lt.f32 %p2, %f1, 0f00000000". False: the guard says no. */
static bool split(machine *m, char *line) {
    bool wanted = true;
    char *words, *rest, *save;

    if (*line == '@') {
        char *guard = strsep(&line, " ");
        bool is_not = guard[1] == '!';
        wanted = (*reg_of(m, guard + 1 + is_not) & 1) != is_not;
    }
    words = strsep(&line, " ");
    rest = line;
    m->word_count = m->operand_count = 0;
    for (char *w = strtok_r(words, ".", &save); w && m->word_count < MAX_WORDS;
         w = strtok_r(NULL, ".", &save))
        m->words[m->word_count++] = w;
    for (char *o = rest ? strtok_r(rest, ", ", &save) : NULL;
         o && m->operand_count < MAX_OPERANDS; o = strtok_r(NULL, ", ", &save))
        m->operands[m->operand_count++] = o;
    return wanted;
}

static void load_lines(machine *m, const char *text) {
    const char *body = strstr(text, ".entry");
    char *save;

    body = body ? strchr(body, '{') : NULL;
    if (!body || strlen(body) >= sizeof m->buffer) {
        fail(m, "no entry, or a large one");
        return;
    }
    strcpy(m->buffer, body + 1);
    for (char *l = strtok_r(m->buffer, "\t;\n", &save);
         l && m->count < MAX_LINES && *l != '}';
         l = strtok_r(NULL, "\t;\n", &save))
        if (*l != '.')
            m->lines[m->count++] = l;
}

const char *ptx_eval(const char *text, const void *params) {
    machine *m = calloc(1, sizeof *m);
    const char *problem;
    char line[300];

    m->params = params;
    load_lines(m, text);
    for (int fuel = 100000; !m->problem && m->at < m->count;) {
        snprintf(line, sizeof line, "%s", m->lines[m->at++]);
        if (strchr(line, ':'))
            continue;
        if (!fuel--)
            fail(m, "does not end");
        if (!split(m, line))
            continue;
        if (!strcmp(m->words[0], "ret"))
            break;
        step(m);
    }
    problem = m->problem;
    free(m);
    return problem;
}
