/* SPDX-License-Identifier: Apache-2.0 */
/* See ptx_eval.h. A thread is a coroutine with registers of its own, which
 * gives way at barriers. */
#include "tests/ptx/ptx_eval.h"

#include "base/number.h"
#include "tests/ptx/ptx_code.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MAX_ARGS = 32, STACK = 64 << 10, FUEL = 100 << 20 };

/* The state that the threads of a block share. */
typedef struct machine {
    const code *code;
    const uint8_t *params;
    uint8_t *shared;
    uint32_t shared_size;
    const uint32_t *grid, *block;
    uint32_t block_id[3];
    const char *problem;
    long fuel;
    ucontext_t scheduler;
} machine;

/* A call under way: registers, and values passed. */
typedef struct frame {
    uint64_t *regs[PTX_CLASSES];
    const uint64_t *args;                   /* ours */
    uint64_t *results;                      /* ours */
    uint64_t out[MAX_ARGS], back[MAX_ARGS]; /* for and from callees */
} frame;

typedef struct thread {
    machine *machine;
    const instruction *in;
    frame *frame;
    uint8_t *local;
    uint32_t id[3];
    bool done;
    ucontext_t context;
    char *stack;
} thread;

static uint64_t fail(thread *m, const char *problem) {
    static char words[200];

    if (!m->machine->problem)
        snprintf(words, sizeof words, "%s: %s %s", problem,
                 m->in && m->in->words[0] ? m->in->words[0] : "",
                 m->in && m->in->operands[0].text ? m->in->operands[0].text
                                                  : "");
    m->machine->problem = words;
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

static uint64_t special(thread *m, const char *text) {
    static const struct {
        const char *name;
        size_t length;
    } names[] = {{"%tid.", 5}, {"%ntid.", 6}, {"%ctaid.", 7}, {"%nctaid.", 8}};
    const uint32_t *values[] = {m->id, m->machine->block, m->machine->block_id,
                                m->machine->grid};

    for (int i = 0; i < 4; i++)
        if (!strncmp(text, names[i].name, names[i].length))
            return values[i][text[names[i].length] - 'x'];
    return fail(m, "no such special register");
}

static uint64_t *reg_of(thread *m, const operand *o) {
    return &m->frame->regs[o->class][o->index];
}

static uint64_t get(thread *m, int i) {
    const operand *o = &m->in->operands[i];

    switch (o->kind) {
    case OPERAND_register: return *reg_of(m, o);
    case OPERAND_special: return special(m, o->text);
    case OPERAND_number:
    case OPERAND_symbol: return o->number;
    case OPERAND_none: break;
    }
    return 0;
}

/* Into the destination: a narrow result is extended by its type, 32-bit
 * registers hold 32 bits. */
static void put(thread *m, const char *type, uint64_t v) {
    const operand *o = &m->in->operands[0];

    v = type[0] == 's' ? (uint64_t)extend(type, v) : cut(type, v);
    *reg_of(m, o) = o->class == 2 ? v & 0xffffffff : v;
}

/* Where an address of a space is; NULL and a problem when outside of it. */
static uint8_t *memory(thread *m, const operand *o, size_t size) {
    static uint8_t nothing[8];
    uint64_t at = *reg_of(m, o) + (uint64_t)o->offset;
    const char *space = m->in->words[1];
    const machine *all = m->machine;
    uint8_t *base;
    uint32_t limit;

    if (!strcmp(space, "volatile"))
        space = m->in->words[2];
    if (!strcmp(space, "global"))
        return (uint8_t *)(uintptr_t)at;
    at &= 0xffffffff;
    base = space[0] == 's'   ? all->shared
           : space[0] == 'l' ? m->local
                             : all->code->constants;
    limit = space[0] == 's' ? all->shared_size
                            : all->code->sizes[(int)space[0]] + 16;
    if (!base || at < 16 || at + size > limit || at % size) {
        fail(m, "address outside of its space or misaligned");
        return nothing;
    }
    return base + at;
}

/* ---- arithmetic ---- */

/* The instruction's words between the first and the type. */
static bool has(const thread *m, const char *word) {
    for (int i = 1; i < m->in->word_count; i++)
        if (!strcmp(m->in->words[i], word))
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

static void int_binary(thread *m, const char *op, const char *type) {
    uint64_t x = get(m, 1), y = get(m, 2), r = 0;
    int64_t a = extend(type, x), b = extend(type, y);
    bool less = type[0] == 's' ? a < b : cut(type, x) < cut(type, y);

    if (!strcmp(op, "add"))
        r = x + y;
    else if (!strcmp(op, "sub"))
        r = x - y;
    else if (!strcmp(op, "mul"))
        r = has(m, "hi")     ? multiply_high(type, x, y)
            : has(m, "wide") ? (uint64_t)a * (uint64_t)b
                             : x * y;
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
    put(m, has(m, "wide") ? "b64" : type, r);
}

static void shift(thread *m, bool left, const char *type) {
    uint64_t x = get(m, 1), n = get(m, 2) & 0xffffffff;
    uint64_t bits = (uint64_t)bits_of(type);

    if (left)
        put(m, type, n < bits ? x << n : 0);
    else if (type[0] == 's')
        put(m, type, (uint64_t)(extend(type, x) >> (n < bits ? n : bits - 1)));
    else
        put(m, type, n < bits ? cut(type, x) >> n : 0);
}

static double float_result(thread *m, const char *op, bool single) {
    const char *type = m->in->words[m->in->word_count - 1];
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

static void float_op(thread *m, const char *op, const char *type) {
    if (bits_of(type) > 16 && strcmp(op, "neg") != 0 &&
        strcmp(op, "abs") != 0 && strcmp(op, "copysign") != 0 &&
        strcmp(op, "min") != 0 && strcmp(op, "max") != 0 && !has(m, "rn"))
        fail(m, "may be fused");
    put(m, type, round_to(type, float_result(m, op, bits_of(type) == 32)));
}

/* ---- comparison, conversion ---- */

static void compare(thread *m, const char *type) {
    const char *test = m->in->words[1];
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

static double round_whole(thread *m, double a) {
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

static void convert(thread *m) {
    const char *to = m->in->words[m->in->word_count - 2];
    const char *from = m->in->words[m->in->word_count - 1];
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

/* ---- memory ---- */

static uint64_t load(thread *m, const operand *o, const char *type) {
    size_t size = (size_t)bits_of(type) / 8;
    uint64_t v = 0;

    memcpy(&v, memory(m, o, size), size);
    return v;
}

static void store(thread *m, const operand *o, const char *type, uint64_t v) {
    size_t size = (size_t)bits_of(type) / 8;

    memcpy(memory(m, o, size), &v, size);
}

/* Parameters by name: param is the kernel's block; param<n> and result those
 * of a function, a<n> and r those of the one it calls. */
static void load_param(thread *m, const char *type) {
    const operand *o = &m->in->operands[1];
    uint64_t v = 0;

    if (!strcmp(o->text, "param"))
        memcpy(&v, m->machine->params + o->offset, (size_t)bits_of(type) / 8);
    else if (!strcmp(o->text, "r"))
        v = m->frame->back[o->offset / 8];
    else
        v = m->frame->args[atoi(o->text + 5)];
    put(m, type, v);
}

static void store_param(thread *m, const char *type) {
    const operand *o = &m->in->operands[0];
    uint64_t v = cut(type, get(m, 1));

    if (!strcmp(o->text, "result"))
        m->frame->results[o->offset / 8] = v;
    else
        m->frame->out[atoi(o->text + 1) % MAX_ARGS] = v;
}

static void transfer(thread *m, const char *op, const char *type) {
    bool is_param = !strcmp(m->in->words[1], "param");

    if (is_param && op[0] == 'l')
        load_param(m, type);
    else if (is_param)
        store_param(m, type);
    else if (op[0] == 'l')
        put(m, type, load(m, &m->in->operands[1], type));
    else
        store(m, &m->in->operands[0], type, get(m, 1));
}

/* Threads give way at barriers only, so nothing can come between. */
static void atomic(thread *m, const char *type) {
    const operand *at = &m->in->operands[1];
    const char *op = m->in->words[2];
    uint64_t old = load(m, at, type), b = get(m, 2), now = b;
    bool less = type[0] == 's' ? extend(type, b) < extend(type, old)
                               : cut(type, b) < cut(type, old);

    if (!strcmp(op, "add"))
        now = type[0] != 'f' ? old + b
              : bits_of(type) == 32
                  ? round_to(type, (double)((float)value_of(type, old) +
                                            (float)value_of(type, b)))
                  : round_to(type, value_of(type, old) + value_of(type, b));
    else if (!strcmp(op, "min"))
        now = less ? b : old;
    else if (!strcmp(op, "max"))
        now = less ? old : b;
    else if (!strcmp(op, "and"))
        now = old & b;
    else if (!strcmp(op, "or"))
        now = old | b;
    else if (!strcmp(op, "xor"))
        now = old ^ b;
    else if (!strcmp(op, "inc"))
        now = old >= b ? 0 : old + 1;
    else if (!strcmp(op, "dec"))
        now = !old || old > b ? b : old - 1;
    else if (!strcmp(op, "cas"))
        now = old == cut(type, b) ? get(m, 3) : old;
    else if (strcmp(op, "exch") != 0)
        fail(m, "unknown atomic");
    store(m, at, type, now);
    put(m, type, old);
}

/* mad.lo, mad.wide: the product of 32 bits may be added to 64. */
static void multiply_add(thread *m, const char *type) {
    uint64_t a = (uint64_t)extend(type, get(m, 1));
    uint64_t b = (uint64_t)extend(type, get(m, 2));

    put(m, has(m, "wide") ? "b64" : type, a * b + get(m, 3));
}

static void count_bits(thread *m, const char *op, const char *type) {
    uint64_t v = cut(type, get(m, 1)), r = 0;
    int bits = bits_of(type);

    if (!strcmp(op, "popc")) {
        put(m, "u32", (uint64_t)__builtin_popcountll(v));
    } else if (!strcmp(op, "clz")) {
        put(m, "u32", (uint64_t)(v ? __builtin_clzll(v) - 64 + bits : bits));
    } else {
        for (int i = 0; i < bits; i++)
            r |= (v >> i & 1) << (bits - 1 - i);
        put(m, type, r);
    }
}

/* ---- control ---- */

static void wait_for_others(thread *m) {
    swapcontext(&m->context, &m->machine->scheduler);
}

static void step(thread *m) {
    const instruction *in = m->in;
    const char *op = in->words[0], *type = in->words[in->word_count - 1];

    if (!strcmp(op, "ld") || !strcmp(op, "st"))
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
    else if (!strcmp(op, "popc") || !strcmp(op, "clz") || !strcmp(op, "brev"))
        count_bits(m, op, type);
    else if (!strcmp(op, "atom"))
        atomic(m, type);
    else if (!strcmp(op, "mad"))
        multiply_add(m, type);
    else if (!strcmp(op, "bar"))
        wait_for_others(m);
    else if (type[0] == 'f')
        float_op(m, op, type);
    else if (!strcmp(op, "neg"))
        put(m, type, 0 - get(m, 1));
    else
        int_binary(m, op, type);
}

static void run_function(thread *m, const function *f, const uint64_t *args,
                         uint64_t *results);

static void call(thread *m) {
    frame *mine = m->frame;
    const instruction *in = m->in;

    run_function(m, &m->machine->code->functions[in->callee], mine->out,
                 mine->back);
    m->frame = mine;
    m->in = in;
}

static void run_code(thread *m, const function *f) {
    for (int at = 0; at < f->count && !m->machine->problem;) {
        const instruction *in = m->in = &f->code[at++];
        bool wanted = in->guard < 0 ||
                      (m->frame->regs[0][in->guard] & 1) != in->guard_not;

        if (!in->word_count || !wanted)
            continue;
        if (!m->machine->fuel--)
            fail(m, "does not end");
        if (!strcmp(in->words[0], "ret"))
            break;
        if (!strcmp(in->words[0], "bra"))
            at = (int)in->operands[0].number;
        else if (!strcmp(in->words[0], "call"))
            call(m);
        else
            step(m);
    }
}

/* Registers begin with poison: nothing may read one that was not written. */
static void run_function(thread *m, const function *f, const uint64_t *args,
                         uint64_t *results) {
    frame mine = {.args = args, .results = results};
    size_t total = 0;
    uint64_t *all;

    for (int i = 0; i < PTX_CLASSES; i++)
        total += (size_t)f->registers[i];
    all = malloc((total + 1) * sizeof *all);
    for (size_t i = 0; i < total; i++)
        all[i] = poison();
    for (int i = 0, at = 0; i < PTX_CLASSES; at += f->registers[i++])
        mine.regs[i] = all + at;
    m->frame = &mine;
    run_code(m, f);
    free(all);
}

/* ---- threads and blocks ---- */

static thread *starting; /* makecontext passes no pointers */

static void run_thread(void) {
    thread *m = starting;
    const code *c = m->machine->code;

    for (int i = 0; i < c->function_count; i++)
        if (c->functions[i].is_entry) {
            run_function(m, &c->functions[i], NULL, NULL);
            break;
        }
    m->done = true;
}

static void start_thread(thread *m, machine *all, uint32_t index) {
    const uint32_t *block = all->block;

    memset(m, 0, sizeof *m);
    m->machine = all;
    m->id[0] = index % block[0];
    m->id[1] = index / block[0] % block[1];
    m->id[2] = index / block[0] / block[1];
    m->local = malloc(all->code->sizes['l'] + 16);
    memset(m->local, 0xa5, all->code->sizes['l'] + 16);
    m->stack = malloc(STACK);
    getcontext(&m->context);
    m->context.uc_stack.ss_sp = m->stack;
    m->context.uc_stack.ss_size = STACK;
    m->context.uc_link = &all->scheduler;
    makecontext(&m->context, run_thread, 0);
}

/* Every thread to the next barrier, until all are done. */
static void run_block(machine *all) {
    uint32_t count = all->block[0] * all->block[1] * all->block[2], left;
    thread *threads = calloc(count, sizeof *threads);

    memset(all->shared, 0xa5, all->shared_size);
    for (uint32_t i = 0; i < count; i++)
        start_thread(&threads[i], all, i);
    do {
        left = 0;
        for (uint32_t i = 0; i < count && !all->problem; i++)
            if (!threads[i].done) {
                starting = &threads[i];
                swapcontext(&all->scheduler, &threads[i].context);
                left += !threads[i].done;
            }
    } while (left && !all->problem);
    for (uint32_t i = 0; i < count; i++) {
        free(threads[i].local);
        free(threads[i].stack);
    }
    free(threads);
}

const char *ptx_launch(const char *text, const void *params,
                       const uint32_t grid[3], const uint32_t block[3],
                       uint32_t dynamic) {
    code *c = calloc(1, sizeof *c);
    machine all = {.code = c,
                   .params = params,
                   .grid = grid,
                   .block = block,
                   .fuel = FUEL};

    code_read(c, text);
    all.problem = c->problem;
    all.shared_size = c->sizes['s'] + 32 + dynamic;
    all.shared = malloc(all.shared_size);
    for (uint32_t z = 0; z < grid[2]; z++)
        for (uint32_t y = 0; y < grid[1]; y++)
            for (uint32_t x = 0; x < grid[0] && !all.problem; x++) {
                all.block_id[0] = x;
                all.block_id[1] = y;
                all.block_id[2] = z;
                run_block(&all);
            }
    free(all.shared);
    code_free(c);
    free(c);
    return all.problem;
}

const char *ptx_eval(const char *text, const void *params) {
    static const uint32_t one[3] = {1, 1, 1};

    return ptx_launch(text, params, one, one, 0);
}
