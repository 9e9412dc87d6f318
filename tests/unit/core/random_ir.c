/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels and their evaluator (random_ir.h). */
#include "random_ir.h"

#include "core/eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

enum { MAX_VALUES = 400, MAX_LOCALS = 12, MAX_DEPTH = 5 };

typedef struct maker {
    pk_builder b;
    uint64_t state;
    pk_value *values[MAX_VALUES]; /* visible here */
    uint32_t count;
    pk_local *locals[MAX_LOCALS];
    uint32_t local_count;
    pk_inst *around[MAX_DEPTH * 3]; /* loops and blocks that may be left */
    uint32_t around_count, depth;
    pk_value *array;
    pk_func *callees[3];
    uint32_t callee_count;
} maker;

static uint32_t below(maker *m, uint32_t n) {
    m->state ^= m->state << 13;
    m->state ^= m->state >> 7;
    m->state ^= m->state << 17;
    return (uint32_t)((m->state >> 11) % n);
}

static const pk_type types[] = {
    PK_TYPE_bool, PK_TYPE_i8,  PK_TYPE_u8,  PK_TYPE_i32, PK_TYPE_u32,
    PK_TYPE_i64,  PK_TYPE_i64, PK_TYPE_u64, PK_TYPE_f32, PK_TYPE_f64};

static pk_type any_type(maker *m) {
    return types[below(m, sizeof types / sizeof *types)];
}

static pk_value *any_const(maker *m, pk_type type) {
    static const int64_t ints[] = {
        0,  1,   -1,  2,         3,         7,         8,
        16, 31,  32,  63,        64,        100,       -2,
        -8, 255, 256, INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX};
    static const double floats[] = {0.0,      -0.0,  1.0,         -1.0, 0.5,
                                    2.0,      3.0,   1e10,        0.1,  1e-320,
                                    INFINITY, 1e300, 4294967296.0};

    if (pk_type_is_float(type))
        return pk_const_float(m->b.fn, type,
                              floats[below(m, sizeof floats / sizeof *floats)]);
    return pk_const_int(m->b.fn, type,
                        ints[below(m, sizeof ints / sizeof *ints)]);
}

static void keep(maker *m, pk_value *v) {
    if (m->count < MAX_VALUES)
        m->values[m->count++] = v;
}

/* Something visible of that type, made when there is none. */
static pk_value *any_value(maker *m, pk_type type) {
    uint32_t start = m->count ? below(m, m->count) : 0;
    pk_value *v;

    if (below(m, 6) == 0)
        return any_const(m, type);
    for (uint32_t i = 0; i < m->count; i++) {
        v = m->values[(start + i) % m->count];
        if (v->type == type)
            return v;
    }
    if (!m->count)
        return any_const(m, type);
    v = m->values[start];
    v = pk_emit_to(&m->b, PK_OP_convert, type, v);
    keep(m, v);
    return v;
}

static pk_value *any_cell(maker *m) {
    pk_value *index = any_value(m, PK_TYPE_i64);

    index = pk_emit2(&m->b, PK_OP_floor_mod, index,
                     pk_const_int(m->b.fn, PK_TYPE_i64, RANDOM_CELLS));
    return pk_emit2(&m->b, PK_OP_elem, m->array, index);
}

static void make_op(maker *m) {
    pk_type type = any_type(m), result = type;
    pk_op op;
    pk_value *v;

    for (;;) {
        const pk_op_info *info;
        op = (pk_op)below(m, PK_OP_wrap_index + 1);
        info = &pk_op_table[op];
        if (op == PK_OP_quot || op == PK_OP_rem || op == PK_OP_bitcast)
            continue;
        if (info->rule == PK_RULE_COMPARE && type == PK_TYPE_bool &&
            op != PK_OP_eq && op != PK_OP_ne)
            continue;
        if ((info->rule == PK_RULE_SAME_INT && !pk_type_is_int(type)) ||
            (info->rule == PK_RULE_SAME_FLOAT && !pk_type_is_float(type)) ||
            (info->rule == PK_RULE_SAME_NUMBER && type == PK_TYPE_bool) ||
            (info->rule == PK_RULE_SAME_BITS && pk_type_is_float(type)))
            continue;
        break;
    }
    if (op == PK_OP_select)
        v = pk_emit3(&m->b, op, any_value(m, PK_TYPE_bool), any_value(m, type),
                     any_value(m, type));
    else if (op == PK_OP_convert) {
        result = any_type(m);
        v = pk_emit_to(&m->b, op, result, any_value(m, type));
    } else if (pk_op_table[op].args == 1)
        v = pk_emit1(&m->b, op, any_value(m, type));
    else if (pk_op_table[op].args == 2)
        v = pk_emit2(&m->b, op, any_value(m, type), any_value(m, type));
    else
        v = pk_emit3(&m->b, op, any_value(m, type), any_value(m, type),
                     any_value(m, type));
    keep(m, v);
}

static void make_local(maker *m) {
    pk_local *local = m->locals[below(m, m->local_count)];

    if (below(m, 2))
        keep(m, pk_emit_get(&m->b, local));
    else
        pk_emit_set(&m->b, local, any_value(m, local->type));
}

static void make_memory(maker *m) {
    pk_value *cell = any_cell(m);

    if (below(m, 2))
        keep(m, pk_emit1(&m->b, PK_OP_load, cell));
    else
        pk_emit2(&m->b, PK_OP_store, cell, any_value(m, PK_TYPE_i64));
}

static void make_region(maker *m, uint32_t length);

/* A region from which what it makes is not seen. */
static void make_inner(maker *m) {
    uint32_t count = m->count;

    m->depth++;
    make_region(m, 1 + below(m, 6));
    m->depth--;
    m->count = count;
}

static void make_if(maker *m) {
    pk_inst *at = pk_begin_if(&m->b, any_value(m, PK_TYPE_bool));

    make_inner(m);
    if (below(m, 2)) {
        pk_begin_else(&m->b, at);
        make_inner(m);
    }
    pk_end_control(&m->b, at);
}

static void make_for(maker *m) {
    pk_type type = below(m, 3) ? PK_TYPE_i64 : PK_TYPE_i32;
    pk_func *fn = m->b.fn;
    int64_t step = (int64_t)below(m, 7) - 3;
    pk_value *start = pk_const_int(fn, type, (int64_t)below(m, 8) - 2);
    pk_value *stop = below(m, 2)
                         ? pk_const_int(fn, type, (int64_t)below(m, 9) - 2)
                         : pk_emit2(&m->b, PK_OP_floor_mod, any_value(m, type),
                                    pk_const_int(fn, type, 5));
    pk_inst *at =
        pk_begin_for(&m->b, start, stop, pk_const_int(fn, type, step));
    uint32_t count = m->count;

    keep(m, at->index);
    m->around[m->around_count++] = at;
    make_inner(m);
    m->around_count--;
    m->count = count;
    pk_end_control(&m->b, at);
}

/* while c > 0: c -= 1 */
static void make_loop(maker *m) {
    pk_func *fn = m->b.fn;
    pk_local *counter = pk_func_local(fn, "count", PK_TYPE_i64);
    pk_inst *at, *branch;
    pk_value *now;

    pk_emit_set(&m->b, counter, pk_const_int(fn, PK_TYPE_i64, below(m, 4)));
    at = pk_begin_loop(&m->b);
    now = pk_emit_get(&m->b, counter);
    branch = pk_begin_if(&m->b, pk_emit2(&m->b, PK_OP_gt, now,
                                         pk_const_int(fn, PK_TYPE_i64, 0)));
    pk_begin_else(&m->b, branch);
    pk_emit_exit(&m->b, PK_OP_break, at);
    pk_end_control(&m->b, branch);
    pk_emit_set(&m->b, counter,
                pk_emit2(&m->b, PK_OP_sub, pk_emit_get(&m->b, counter),
                         pk_const_int(fn, PK_TYPE_i64, 1)));
    m->around[m->around_count++] = at;
    make_inner(m);
    m->around_count--;
    pk_end_control(&m->b, at);
}

static void make_block(maker *m) {
    pk_inst *at = pk_begin_block(&m->b);

    m->around[m->around_count++] = at;
    make_inner(m);
    m->around_count--;
    pk_end_control(&m->b, at);
}

static void make_return(maker *m) {
    pk_value *v;

    if (m->b.fn->kind == PK_FUNC_kernel) {
        pk_emit_return(&m->b, NULL, 0);
        return;
    }
    v = any_value(m, m->b.fn->results[0]);
    pk_emit_return(&m->b, &v, 1);
}

/* Under a condition, so that what follows is reached. */
static void make_exit(maker *m) {
    pk_inst *at = pk_begin_if(&m->b, any_value(m, PK_TYPE_bool)), *target;
    uint32_t count = m->count;

    if (m->around_count && below(m, 5)) {
        target = m->around[below(m, m->around_count)];
        pk_emit_exit(&m->b,
                     target->op == PK_OP_block || below(m, 2) ? PK_OP_break
                                                              : PK_OP_continue,
                     target);
    } else {
        make_return(m);
    }
    m->count = count;
    pk_end_control(&m->b, at);
}

static void make_call(maker *m) {
    pk_func *callee = m->callees[below(m, m->callee_count)];
    pk_value *args[4];

    args[0] = m->array;
    for (uint32_t i = 1; i < callee->param_count; i++)
        args[i] = any_value(m, callee->params[i].value->type);
    keep(m, pk_emit_call(&m->b, callee, args, callee->param_count)->results[0]);
}

static void make_region(maker *m, uint32_t length) {
    bool deep = m->depth >= MAX_DEPTH;

    for (; length; length--) {
        uint32_t what = below(m, 40);
        if (what < 20)
            make_op(m);
        else if (what < 27)
            make_local(m);
        else if (what < 30)
            make_memory(m);
        else if (what < 32 && m->callee_count)
            make_call(m);
        else if (deep)
            make_op(m);
        else if (what < 34)
            make_if(m);
        else if (what < 36)
            make_for(m);
        else if (what < 37)
            make_loop(m);
        else if (what < 38)
            make_block(m);
        else
            make_exit(m);
    }
}

static void start_function(maker *m, pk_func *fn) {
    pk_builder_init(&m->b, fn);
    m->count = m->local_count = 0;
    m->array = pk_func_param(fn, "x", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_i64),
                             PK_ROLE_data, 0, 0)
                   ->value;
    for (uint32_t i = 1; i < 4; i++)
        keep(m, pk_func_param(
                    fn, "p",
                    fn->kind == PK_FUNC_kernel ? PK_TYPE_i64 : any_type(m),
                    fn->kind == PK_FUNC_kernel ? PK_ROLE_shape : PK_ROLE_scalar,
                    i, 0)
                    ->value);
    for (uint32_t i = 0; i < 5; i++)
        m->locals[m->local_count++] = pk_func_local(fn, NULL, any_type(m));
}

/* Everything visible at the end goes to memory. */
static void store_all(maker *m) {
    for (uint32_t i = 0; i < m->local_count; i++)
        keep(m, pk_emit_get(&m->b, m->locals[i]));
    for (uint32_t i = 0; i < m->count; i++) {
        pk_value *v = m->values[i], *cell;
        cell = pk_emit2(&m->b, PK_OP_elem, m->array,
                        pk_const_int(m->b.fn, PK_TYPE_i64, i % RANDOM_CELLS));
        if (v->type == PK_TYPE_f64)
            v = pk_emit_to(&m->b, PK_OP_bitcast, PK_TYPE_i64, v);
        v = pk_emit_to(&m->b, PK_OP_convert, PK_TYPE_i64, v);
        v = pk_emit2(&m->b, PK_OP_xor, v, pk_emit1(&m->b, PK_OP_load, cell));
        pk_emit2(&m->b, PK_OP_store, cell, v);
    }
}

pk_ir *random_ir(pk_arena *arena, uint64_t seed) {
    maker m = {.state = seed * 0x9e3779b97f4a7c15u + 1};
    pk_ir *ir = pk_ir_new(arena);
    pk_func *fn;

    for (int i = 0; i < 2; i++) {
        fn = pk_func_new(ir, PK_FUNC_device, "f");
        start_function(&m, fn);
        pk_func_result(fn, any_type(&m));
        make_region(&m, 3 + below(&m, 8));
        make_return(&m);
        m.callees[m.callee_count++] = fn;
    }
    start_function(&m, pk_func_new(ir, PK_FUNC_kernel, "k"));
    make_region(&m, 8 + below(&m, 20));
    store_all(&m);
    return ir;
}

/* ---- running ---- */

typedef struct frame {
    uint64_t *values, *locals;
    uint64_t results[4];
    const pk_inst *leaving; /* what a break or continue goes to */
    bool continues, returns;
} frame;

typedef struct machine {
    int64_t *cells;
    uint64_t fuel;
    bool broken;
} machine;

static uint64_t value_of(const frame *f, const pk_value *v) {
    return pk_is_const(v) ? v->bits : f->values[v->id];
}

static void run_region(machine *m, frame *f, const pk_region *region);
static void run_func(machine *m, const pk_func *fn, const uint64_t *args,
                     uint64_t *results);

static bool going(const machine *m, const frame *f) {
    return !f->leaving && !f->returns && !m->broken;
}

/* After a body: whether to go on with the next iteration. */
static bool next_iteration(machine *m, frame *f, const pk_inst *inst) {
    if (f->leaving == inst) {
        bool again = f->continues;
        f->leaving = NULL;
        return again;
    }
    return going(m, f);
}

static void run_for(machine *m, frame *f, const pk_inst *inst) {
    pk_type type = inst->index->type;
    __extension__ __int128 at = 0, stop = 0, step = 0;

    at = pk_type_is_signed(type) ? (int64_t)0 : 0;
    for (int i = 0; i < 3; i++) {
        uint64_t bits = value_of(f, inst->args[i]);
        uint32_t unused = 64 - pk_type_bytes(type) * 8;
        int64_t value = (int64_t)(bits << unused) >> unused;
        *(i == 0 ? &at : i == 1 ? &stop : &step) = value;
    }
    for (; step && (step > 0 ? at < stop : at > stop); at += step) {
        uint64_t args[1] = {(uint64_t)at};
        pk_eval(PK_OP_convert, PK_TYPE_i64, type, args,
                &f->values[inst->index->id]);
        run_region(m, f, inst->body);
        if (!next_iteration(m, f, inst))
            return;
    }
}

static void run_call(machine *m, frame *f, const pk_inst *inst) {
    uint64_t args[8], results[4];

    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = value_of(f, inst->args[i]);
    run_func(m, inst->callee, args, results);
    for (uint32_t i = 0; i < inst->result_count; i++)
        f->values[inst->results[i]->id] = results[i];
}

static int64_t *cell_at(machine *m, uint64_t address) {
    if (address < RANDOM_CELLS * 8 && address % 8 == 0)
        return &m->cells[address / 8];
    m->broken = true;
    return m->cells;
}

static void run_pure(machine *m, frame *f, const pk_inst *inst) {
    uint64_t args[3] = {0, 0, 0}, *out = &f->values[inst->results[0]->id];
    const pk_value *typed = inst->arg_count ? inst->args[0] : NULL;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = value_of(f, inst->args[i]);
    if (inst->op == PK_OP_select)
        typed = inst->args[1];
    if (inst->op == PK_OP_elem)
        *out = args[0] + 8 * (inst->args[1]->type == PK_TYPE_i32
                                  ? (uint64_t)(int32_t)args[1]
                                  : args[1]);
    else if (!typed ||
             !pk_eval(inst->op, typed->type, inst->results[0]->type, args, out))
        m->broken = true;
    /* NaN are all the same. */
    if (pk_type_is_float(inst->results[0]->type)) {
        bool wide = inst->results[0]->type == PK_TYPE_f64;
        uint64_t inf = wide ? 0x7ff0000000000000 : 0x7f800000;
        if ((*out & (wide ? INT64_MAX : INT32_MAX)) > inf)
            *out = inf | inf >> 1;
    }
    if ((inst->flags & PK_INST_nonneg) &&
        pk_type_is_signed(inst->results[0]->type) &&
        *out >> (pk_type_bytes(inst->results[0]->type) * 8 - 1))
        m->broken = true;
}

static void run_inst(machine *m, frame *f, const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_get:
        f->values[inst->results[0]->id] = f->locals[inst->local->id];
        break;
    case PK_OP_set:
        f->locals[inst->local->id] = value_of(f, inst->args[0]);
        break;
    case PK_OP_load:
        f->values[inst->results[0]->id] =
            (uint64_t)*cell_at(m, value_of(f, inst->args[0]));
        break;
    case PK_OP_store:
        *cell_at(m, value_of(f, inst->args[0])) =
            (int64_t)value_of(f, inst->args[1]);
        break;
    case PK_OP_if:
        run_region(m, f, value_of(f, inst->args[0]) ? inst->body : inst->other);
        break;
    case PK_OP_for: run_for(m, f, inst); break;
    case PK_OP_loop:
        do
            run_region(m, f, inst->body);
        while (next_iteration(m, f, inst));
        break;
    case PK_OP_block:
        run_region(m, f, inst->body);
        if (f->leaving == inst)
            f->leaving = NULL;
        break;
    case PK_OP_break:
    case PK_OP_continue:
        f->leaving = inst->target;
        f->continues = inst->op == PK_OP_continue;
        break;
    case PK_OP_return:
        for (uint32_t i = 0; i < inst->arg_count; i++)
            f->results[i] = value_of(f, inst->args[i]);
        f->returns = true;
        break;
    case PK_OP_call: run_call(m, f, inst); break;
    default: run_pure(m, f, inst); break;
    }
}

static void run_region(machine *m, frame *f, const pk_region *region) {
    for (const pk_inst *inst = region->first; inst && going(m, f);
         inst = inst->next) {
        if (!m->fuel--)
            m->broken = true;
        else
            run_inst(m, f, inst);
    }
}

static void run_func(machine *m, const pk_func *fn, const uint64_t *args,
                     uint64_t *results) {
    frame f = {0};

    f.values = calloc(fn->value_count + 1u, sizeof *f.values);
    f.locals = calloc(fn->local_count + 1u, sizeof *f.locals);
    for (uint32_t i = 0; i < fn->param_count; i++)
        f.values[fn->params[i].value->id] = args[i];
    run_region(m, &f, fn->body);
    memcpy(results, f.results, sizeof f.results);
    free(f.values);
    free(f.locals);
}

bool run_ir(const pk_ir *ir, int64_t cells[RANDOM_CELLS]) {
    machine m = {.cells = cells, .fuel = 2000000};
    uint64_t args[4] = {0, 3, 1000000, 17}, results[4];
    const pk_func *fn = ir->funcs;

    while (fn->next)
        fn = fn->next;
    run_func(&m, fn, args, results);
    return !m.broken;
}
