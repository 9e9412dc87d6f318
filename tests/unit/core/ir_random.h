/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels with barriers, correct by construction: threads that run come
 * to each barrier together and nothing races. They use what passes must get
 * right: uniform and varying control, loops with exits of all kinds, returns
 * before barriers, loops whose end is told by shared memory, values and arrays
 * that live across barriers. */
#ifndef PORTKERN_TESTS_IR_RANDOM_H
#define PORTKERN_TESTS_IR_RANDOM_H

#include "base/text.h"

#include <stdbool.h>

/* Threads of a block; a test may want others. */
#ifndef RANDOM_X
#define RANDOM_X 6
#endif
/* 1: with operations of warps, in code that not all lanes run, too. */
#ifndef RANDOM_WARPS
#define RANDOM_WARPS 0
#endif
enum { RANDOM_Y = 2, RANDOM_THREADS = RANDOM_X * RANDOM_Y };
enum { RANDOM_GRID = 3, RANDOM_OUT = RANDOM_GRID * RANDOM_THREADS * 4 };

typedef struct ir_random {
    pk_text *out;
    uint64_t state;
    uint32_t value, label, budget, depth;
    uint32_t loops[16], loop_count; /* labels of outer loops around */
} ir_random;

static inline uint32_t rnd(ir_random *r, uint32_t below) {
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33) % below;
}

/* Operands are made before: C leaves the order of arguments open. */
#define LINE(...) (pk_text_printf(r->out, __VA_ARGS__), r->value++)

/* Each gives the number of an i32 temporary (or bool for conditions). */
static inline uint32_t rnd_get(ir_random *r, char name) {
    return LINE("%%%u: i32 = get $%c\n", r->value, name);
}

static inline uint32_t rnd_mix(ir_random *r, uint32_t a, uint32_t b) {
    static const char *const ops[] = {"add", "sub", "mul", "xor", "min", "and"};
    return LINE("%%%u: i32 = %s %%%u, %%%u\n", r->value, ops[rnd(r, 6)], a, b);
}

static inline uint32_t rnd_const(ir_random *r) {
    return LINE("%%%u: i32 = add %u:i32, 0:i32\n", r->value, rnd(r, 9));
}

/* The same in all threads that run. */
static inline uint32_t rnd_uniform(ir_random *r) {
    switch (rnd(r, 5)) {
    case 0: return rnd_const(r);
    case 1: return LINE("%%%u: i32 = block_id.x\n", r->value);
    case 2: return rnd_mix(r, rnd_get(r, 'u'), rnd_const(r));
    case 3: return rnd_get(r, 'v');
    }
    return LINE("%%%u: i32 = add %%n, %u:i32\n", r->value, rnd(r, 5));
}

static inline uint32_t rnd_varying(ir_random *r) {
    uint32_t a;

    switch (rnd(r, 6)) {
    case 0: return LINE("%%%u: i32 = thread_id.x\n", r->value);
    case 1: return LINE("%%%u: i32 = thread_id.y\n", r->value);
    case 2: return rnd_mix(r, rnd_get(r, 'a'), rnd_get(r, 'b'));
    case 3: return rnd_mix(r, rnd_get(r, 'c'), rnd_uniform(r));
    case 4: return LINE("%%%u: i32 = add %%40, 0:i32\n", r->value);
    }
    a = LINE("%%%u: ptr<global, i32> = elem %%x, %%41\n", r->value);
    return LINE("%%%u: i32 = load %%%u\n", r->value, a);
}

static inline uint32_t rnd_cond(ir_random *r, uint32_t a) {
    static const char *const ops[] = {"lt", "ge", "eq", "ne"};
    uint32_t low = LINE("%%%u: i32 = and %%%u, 7:i32\n", r->value, a);
    return LINE("%%%u: bool = %s %%%u, %u:i32\n", r->value, ops[rnd(r, 4)], low,
                rnd(r, 8));
}

/* Compares where the thread is with something that is the same for all. */
static inline uint32_t rnd_bound(ir_random *r) {
    static const char *const ops[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    const char *op = ops[rnd(r, 6)], *type = rnd(r, 2) ? "i32" : "i64";
    uint32_t where = (const uint8_t[]){30, 40, 41, 31}[rnd(r, 4)], a, b, c;

    a = LINE("%%%u: %s = convert %%%u\n", r->value, "i64", where);
    b = rnd_uniform(r);
    b = LINE("%%%u: %s = convert %%%u\n", r->value, "i64", b);
    if (rnd(r, 2)) {
        uint32_t u = LINE("%%%u: i64 = mul %%%u, 3:i64\n", r->value, b);
        b = LINE("%%%u: i64 = sub %%%u, %u:i64\n", r->value, u, rnd(r, 9));
    }
    if (type[1] == '3') {
        a = where;
        b = LINE("%%%u: i32 = convert %%%u\n", r->value, b);
    }
    if (rnd(r, 3) == 0)
        c = a, a = b, b = c;
    c = LINE("%%%u: bool = %s %%%u, %%%u\n", r->value, op, a, b);
    if (rnd(r, 4) == 0)
        c = LINE("%%%u: bool = not %%%u\n", r->value, c);
    return c;
}

static inline uint32_t rnd_thread_cond(ir_random *r) {
    uint32_t a, b;

    switch (rnd(r, 4)) {
    case 0: return rnd_cond(r, rnd_varying(r));
    case 1:
        a = rnd_bound(r);
        b = rnd(r, 2) ? rnd_bound(r) : rnd_cond(r, rnd_uniform(r));
        return LINE("%%%u: bool = %s %%%u, %%%u\n", r->value,
                    rnd(r, 3) ? "and" : "or", a, b);
    }
    return rnd_bound(r);
}

static inline void rnd_set(ir_random *r, char name, uint32_t value) {
    pk_text_printf(r->out, "set $%c, %%%u\n", name, value);
}

/* Writes a value to the thread's slot and reads that of another. */
static inline void rnd_exchange(ir_random *r) {
    uint32_t v = rnd_varying(r), p, q;

    pk_text_put(r->out, "barrier\n");
    pk_text_printf(r->out, "store %%43, %%%u\nbarrier\n", v);
    q = LINE("%%%u: i32 = add %%40, %u:i32\n", r->value, rnd(r, 12));
    q = LINE("%%%u: i32 = floor_mod %%%u, %d:i32\n", r->value, q,
             RANDOM_THREADS);
    p = LINE("%%%u: ptr<shared, i32> = elem %%s, %%%u\n", r->value, q);
    v = LINE("%%%u: i32 = load %%%u\n", r->value, p);
    rnd_set(r, "abc"[rnd(r, 3)], v);
}

/* The same in all threads, but read from shared memory, or voted for. */
static inline uint32_t rnd_told(ir_random *r) {
    static const char *const votes[] = {"count", "and", "or"};
    uint32_t v;

    if (rnd(r, 2)) {
        v = rnd_thread_cond(r);
        return LINE("%%%u: i32 = barrier_%s %%%u\n", r->value, votes[rnd(r, 3)],
                    v);
    }
    pk_text_put(r->out, "barrier\n");
    v = LINE("%%%u: i32 = load %%s\n", r->value);
    pk_text_put(r->out, "barrier\n");
    return v;
}

static inline void rnd_own_array(ir_random *r) {
    uint32_t any = rnd_varying(r);
    uint32_t k = LINE("%%%u: i32 = and %%%u, 3:i32\n", r->value, any);
    uint32_t p =
        LINE("%%%u: ptr<local, i32> = elem %%own, %%%u\n", r->value, k);
    uint32_t v = LINE("%%%u: i32 = load %%%u\n", r->value, p);

    v = rnd_mix(r, v, rnd_varying(r));
    pk_text_printf(r->out, "store %%%u, %%%u\n", p, v);
    rnd_set(r, 'c', v);
}

/* Writes an operation of the lanes that are here. */
static inline void rnd_warp(ir_random *r) {
    static const char *const shuffles[] = {"idx", "up", "down", "xor"};
    static const char *const votes[] = {"all", "any", "eq"};
    uint32_t m = LINE("%%%u: u32 = active_mask\n", r->value), v, w;

    switch (rnd(r, 6)) {
    case 0:
        v = rnd_thread_cond(r);
        v = LINE("%%%u: u32 = ballot %%%u, %%%u\n", r->value, m, v);
        break;
    case 1:
        v = rnd_thread_cond(r);
        v = LINE("%%%u: bool = vote_%s %%%u, %%%u\n", r->value,
                 votes[rnd(r, 3)], m, v);
        break;
    case 2:
        v = rnd_varying(r);
        v = LINE("%%%u: i32 = and %%%u, 3:i32\n", r->value, v);
        v = LINE("%%%u: u32 = match_any %%%u, %%%u\n", r->value, m, v);
        break;
    case 3:
        v = rnd(r, 2) ? rnd_varying(r) : rnd_uniform(r);
        w = r->value++;
        v = LINE("%%%u: u32, %%%u: bool = match_all %%%u, %%%u\n", w, r->value,
                 m, v);
        v = rnd(r, 2) ? v : w;
        break;
    default:
        v = rnd_varying(r);
        w = rnd(r, 2) ? rnd_varying(r) : rnd_const(r);
        v = LINE("%%%u: i32 = shuffle_%s %%%u, %%%u, %%%u\n", r->value,
                 shuffles[rnd(r, 4)], m, v, w);
        rnd_set(r, "abc"[rnd(r, 3)], v);
        return;
    }
    v = LINE("%%%u: i32 = convert %%%u\n", r->value, v);
    rnd_set(r, "abc"[rnd(r, 3)], v);
}

static inline void rnd_plain(ir_random *r, uint32_t count);

/* A loop that a warp leaves when its lanes agree. */
static inline void rnd_warp_loop(ir_random *r) {
    uint32_t label = ++r->label, m, v;

    pk_text_printf(r->out, "for ^%u %%%u: i32 = 0:i32, 3:i32, 1:i32 {\n", label,
                   r->value++);
    rnd_plain(r, 2);
    m = LINE("%%%u: u32 = active_mask\n", r->value);
    v = rnd_thread_cond(r);
    v = LINE("%%%u: bool = vote_%s %%%u, %%%u\n", r->value,
             rnd(r, 2) ? "all" : "any", m, v);
    pk_text_printf(r->out, "if %%%u {\n%s ^%u\n}\n", v,
                   rnd(r, 3) ? "break" : "continue", label);
    rnd_plain(r, 1);
    pk_text_put(r->out, "}\n");
}

static inline void rnd_exit(ir_random *r, uint32_t cond, const char *how) {
    pk_text_printf(r->out, "if %%%u {\n%s}\n", cond, how);
}

/* Statements without barriers; exits leave only what is made here, or return.
 */
static inline void rnd_plain(ir_random *r, uint32_t count) {
    uint32_t label, v;

    for (r->depth++; count && r->budget; count--, r->budget--) {
        if (RANDOM_WARPS && !rnd(r, 2)) {
            if (r->depth > 3 || rnd(r, 5))
                rnd_warp(r);
            else
                rnd_warp_loop(r);
            continue;
        }
        switch (rnd(r, r->depth > 4 ? 3 : 7)) {
        case 0: rnd_own_array(r); break;
        case 1: rnd_set(r, 'a', rnd_varying(r)); break;
        case 2:
            rnd_set(r, 'b', rnd_mix(r, rnd_get(r, 'b'), rnd_uniform(r)));
            break;
        case 3:
        case 4:
            pk_text_printf(r->out, "if %%%u {\n", rnd_thread_cond(r));
            rnd_plain(r, 2);
            if (!rnd(r, 6))
                pk_text_put(r->out, "return\n");
            pk_text_put(r->out, "} else {\n");
            rnd_plain(r, 1);
            pk_text_put(r->out, "}\n");
            break;
        default:
            v = rnd_varying(r);
            v = LINE("%%%u: i32 = and %%%u, 3:i32\n", r->value, v);
            label = ++r->label;
            pk_text_printf(r->out, "for ^%u %%%u: i32 = 0:i32, %%%u, 1:i32 {\n",
                           label, r->value++, v);
            rnd_plain(r, 2);
            v = rnd_thread_cond(r);
            pk_text_printf(r->out, "if %%%u {\n%s ^%u\n}\n", v,
                           rnd(r, 2) ? "break" : "continue", label);
            rnd_plain(r, 1);
            pk_text_put(r->out, "}\n");
        }
    }
    r->depth--;
}

static inline void rnd_outer(ir_random *r, uint32_t count);

static inline void rnd_loop(ir_random *r) {
    uint32_t label = ++r->label, kind = rnd(r, 4), stop;
    char counter = "defghijk"[r->loop_count];

    stop = kind == 1 ? rnd_told(r) : rnd_uniform(r);
    stop = LINE("%%%u: i32 = and %%%u, 3:i32\n", r->value, stop);
    if (kind == 2)
        pk_text_printf(r->out, "set $%c, 0:i32\n", counter);
    if (kind == 2)
        pk_text_printf(r->out, "loop ^%u {\n", label);
    else
        pk_text_printf(r->out, "for ^%u %%%u: i32 = 0:i32, %%%u, 1:i32 {\n",
                       label, r->value++, stop);
    if (kind == 2) { /* ends when shared memory or the count says so */
        uint32_t w = rnd_get(r, counter), told = rnd_told(r), c, d;
        pk_text_printf(r->out, "%%%u: i32 = add %%%u, 1:i32\n", r->value, w);
        rnd_set(r, counter, r->value++);
        c = rnd_cond(r, told);
        d = LINE("%%%u: bool = ge %%%u, 4:i32\n", r->value, w);
        d = LINE("%%%u: bool = or %%%u, %%%u\n", r->value, c, d);
        pk_text_printf(r->out, "if %%%u {\nbreak ^%u\n}\n", d, label);
    }
    r->loops[r->loop_count++] = label;
    rnd_outer(r, 2);
    if (rnd(r, 2)) { /* behind the last barrier threads may go their ways */
        uint32_t c = rnd_thread_cond(r);
        pk_text_printf(r->out, "if %%%u {\ncontinue ^%u\n}\n", c, label);
        rnd_plain(r, 2);
    }
    r->loop_count--;
    pk_text_put(r->out, "}\n");
}

/* All threads leave a loop, or go on with its next iteration. */
static inline void rnd_leave(ir_random *r) {
    uint32_t c = rnd_cond(r, rnd(r, 3) ? rnd_uniform(r) : rnd_told(r));
    uint32_t label;

    if (!r->loop_count)
        return;
    label = r->loops[rnd(r, r->loop_count)];
    pk_text_printf(r->out, "if %%%u {\n%s ^%u\n}\n", c,
                   rnd(r, 2) ? "break" : "continue", label);
}

static inline void rnd_if(ir_random *r) {
    uint32_t c = rnd_cond(r, rnd(r, 3) ? rnd_uniform(r) : rnd_told(r));

    pk_text_printf(r->out, "if %%%u {\n", c);
    rnd_outer(r, 2);
    pk_text_put(r->out, "} else {\n");
    if (rnd(r, 2))
        rnd_outer(r, 1);
    pk_text_put(r->out, "}\n");
}

static inline void rnd_block(ir_random *r) {
    uint32_t label = ++r->label;

    pk_text_printf(r->out, "block ^%u {\n", label);
    rnd_outer(r, 1);
    pk_text_printf(r->out, "if %%%u {\nbreak ^%u\n}\n",
                   rnd_cond(r, rnd_uniform(r)), label);
    rnd_outer(r, 1);
    pk_text_put(r->out, "}\n");
}

/* Statements among which barriers are. */
static inline void rnd_outer(ir_random *r, uint32_t count) {
    for (r->depth++; count && r->budget; count--, r->budget--) {
        switch (rnd(r, r->depth > 3 ? 5 : 9)) {
        case 0:
        case 1: rnd_exchange(r); break;
        case 2: rnd_plain(r, 3); break;
        case 3: rnd_set(r, "uv"[rnd(r, 2)], rnd_uniform(r)); break;
        case 4:
            if (rnd(r, 2))
                rnd_leave(r);
            else
                rnd_exit(r, rnd_thread_cond(r), "return\n");
            break;
        case 5: rnd_if(r); break;
        case 6: rnd_block(r); break;
        default: rnd_loop(r);
        }
    }
    r->depth--;
}

/* kernel @k(x, n, out): x and out have RANDOM_OUT elements. */
static inline void ir_random_kernel(uint64_t seed, pk_text *out) {
    ir_random random = {.out = out,
                        .state = seed * 77 + 1,
                        .value = 100,
                        .budget = 40},
              *r = &random;

    pk_text_put(out, "pkir 1\nkernel @k(%x: ptr<global, i32> data 0 readonly "
                     "noalias, %n: i32 scalar 1, %out: ptr<global, i32> data 2 "
                     "noalias)");
    if (RANDOM_WARPS && RANDOM_X % 32 == 0) /* warps know that they are full */
        pk_text_printf(out, " dims %d %d 1", RANDOM_X, RANDOM_Y);
    pk_text_put(out, " {\n");
    pk_text_printf(out, "shared %%s: i32[%d]\nlocal %%own: i32[4]\n",
                   RANDOM_THREADS);
    for (const char *l = "abcuvdefghijk"; *l; l++)
        pk_text_printf(out, "local $%c: i32\n", *l);
    pk_text_printf(
        out,
        "%%30: i32 = thread_id.x\n%%31: i32 = thread_id.y\n"
        "%%32: i32 = mul %%31, %d:i32\n%%40: i32 = add %%30, %%32\n"
        "%%33: i32 = block_id.x\n%%34: i32 = mul %%33, %d:i32\n"
        "%%41: i32 = add %%34, %%40\n"
        "%%43: ptr<shared, i32> = elem %%s, %%40\nstore %%43, %%41\n"
        "for ^9000 %%44: i32 = 0:i32, 4:i32, 1:i32 {\n"
        "%%45: ptr<local, i32> = elem %%own, %%44\nstore %%45, %%44\n}\n",
        RANDOM_X, RANDOM_THREADS);
    if (seed % 4 == 3) { /* one loop over threads, and nothing to cut */
        for (uint32_t i = rnd(r, 3); i; i--)
            rnd_exit(r, rnd_thread_cond(r), "return\n");
        rnd_plain(r, 8);
    } else {
        rnd_outer(r, 8);
    }
    pk_text_put(out, "%50: i32 = mul %41, 4:i32\n");
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = rnd_get(r, "abc"[i]), k, p;
        k = LINE("%%%u: i32 = add %%50, %u:i32\n", r->value, i);
        p = LINE("%%%u: ptr<global, i32> = elem %%out, %%%u\n", r->value, k);
        pk_text_printf(out, "store %%%u, %%%u\n", p, v);
    }
    pk_text_put(out, "return\n}\n");
}

#endif
