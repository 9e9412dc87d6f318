/* SPDX-License-Identifier: Apache-2.0 */
/* PURE operations over a block's threads. What kernels do most has a loop of
 * its own here, chosen once for all threads; the rest goes through pk_eval
 * thread by thread. A test holds the two to the same bits. */
#include "core/eval.h"
#include "core/interp/machine.h"

#include <string.h>

/* The operands and the result of one operation, and the threads to do. */
typedef struct job {
    const uint64_t *a, *b, *c;
    uint64_t *out;
    uint32_t lo, hi;
    uint32_t shift; /* 64 less the width of the operands */
} job;

#define FOR_THREADS(j) for (uint32_t t = (j)->lo; t < (j)->hi; t++)
#define SIGNED(bits)   ((int64_t)((bits) << j->shift) >> j->shift)

static bool integer_job(pk_op op, const job *j) {
    uint64_t keep = UINT64_MAX >> j->shift;

    switch ((int)op) {
#define INTEGER(name, expression)                                              \
    case PK_OP_##name:                                                         \
        FOR_THREADS(j) {                                                       \
            uint64_t a = j->a[t], b = j->b[t];                                 \
            j->out[t] = (expression) & keep;                                   \
        }                                                                      \
        return true;
        INTEGER(add, a + b)
        INTEGER(sub, a - b)
        INTEGER(mul, a * b)
        INTEGER(and, a & b)
        INTEGER(or, a | b)
        INTEGER(xor, a ^ b)
        INTEGER(eq, a == b)
        INTEGER(ne, a != b)
#undef INTEGER
    }
    return false;
}

static bool signed_job(pk_op op, const job *j) {
    uint64_t keep = UINT64_MAX >> j->shift;

    switch ((int)op) {
#define INTEGER(name, expression)                                              \
    case PK_OP_##name:                                                         \
        FOR_THREADS(j) {                                                       \
            int64_t a = SIGNED(j->a[t]), b = SIGNED(j->b[t]);                  \
            j->out[t] = (uint64_t)(expression) & keep;                         \
        }                                                                      \
        return true;
        INTEGER(lt, a < b)
        INTEGER(le, a <= b)
        INTEGER(gt, a > b)
        INTEGER(ge, a >= b)
        INTEGER(min, b < a ? b : a)
        INTEGER(max, b > a ? b : a)
        INTEGER(wrap_index, (uint64_t)a + (a < 0 ? (uint64_t)b : 0))
#undef INTEGER
    }
    return false;
}

#define FLOAT_JOB(F, bits)                                                     \
    static F F##_of(uint64_t from) {                                           \
        bits word = (bits)from;                                                \
        F value;                                                               \
        memcpy(&value, &word, sizeof value);                                   \
        return value;                                                          \
    }                                                                          \
    static uint64_t F##_bits(F value) {                                        \
        bits word;                                                             \
        memcpy(&word, &value, sizeof word);                                    \
        return word;                                                           \
    }                                                                          \
    static bool F##_job(pk_op op, const job *j) {                              \
        switch ((int)op) {                                                     \
            FLOAT_ROW(add, F, F##_bits(a + b))                                 \
            FLOAT_ROW(sub, F, F##_bits(a - b))                                 \
            FLOAT_ROW(mul, F, F##_bits(a *b))                                  \
            FLOAT_ROW(div, F, F##_bits(a / b))                                 \
            FLOAT_ROW(eq, F, a == b)                                           \
            FLOAT_ROW(ne, F, a != b)                                           \
            FLOAT_ROW(lt, F, a < b)                                            \
            FLOAT_ROW(le, F, a <= b)                                           \
            FLOAT_ROW(gt, F, a > b)                                            \
            FLOAT_ROW(ge, F, a >= b)                                           \
        }                                                                      \
        return false;                                                          \
    }
#define FLOAT_ROW(name, F, expression)                                         \
    case PK_OP_##name:                                                         \
        FOR_THREADS(j) {                                                       \
            F a = F##_of(j->a[t]), b = F##_of(j->b[t]);                        \
            j->out[t] = (expression);                                          \
        }                                                                      \
        return true;
FLOAT_JOB(float, uint32_t)
FLOAT_JOB(double, uint64_t)

static bool fast_job(pk_op op, pk_type type, const job *j) {
    if (op == PK_OP_select) {
        FOR_THREADS(j) {
            j->out[t] = j->a[t] ? j->b[t] : j->c[t];
        }
        return true;
    }
    if (type == PK_TYPE_f32)
        return float_job(op, j);
    if (type == PK_TYPE_f64)
        return double_job(op, j);
    if (!pk_type_is_int(type))
        return false;
    return integer_job(op, j) || (pk_type_is_signed(type) && signed_job(op, j));
}

/* Integers to integers: extend by the sign or not, then cut. */
static bool convert_job(pk_type from, pk_type to, const job *j) {
    uint64_t keep;

    if (!pk_type_is_int(to) || pk_type_is_float(from))
        return false;
    keep = UINT64_MAX >> (64 - 8 * pk_type_bytes(to));
    if (pk_type_is_signed(from)) {
        FOR_THREADS(j) {
            j->out[t] = (uint64_t)SIGNED(j->a[t]) & keep;
        }
    } else {
        FOR_THREADS(j) {
            j->out[t] = j->a[t] & keep;
        }
    }
    return true;
}

static void slow_job(pk_op op, pk_type type, pk_type result, const job *j) {
    FOR_THREADS(j) {
        uint64_t args[3] = {j->a[t], j->b[t], j->c[t]};
        pk_eval(op, type, result, args, &j->out[t]);
    }
}

/* An offset that does not fit stays far out of any bounds. */
static void address_job(const pk_inst *inst, const job *j) {
    const int64_t far = PK_POINTER_FAR;
    int64_t unit =
        inst->op == PK_OP_elem
            ? (int64_t)pk_type_bytes(pk_type_elem(inst->args[0]->type))
            : 1;

    FOR_THREADS(j) {
        int64_t offset = pk_pointer_offset(j->a[t]), by = SIGNED(j->b[t]);
        offset = by > far / 8 || by < -far / 8 || offset > far || offset < -far
                     ? 2 * far - 1
                     : offset + by * unit;
        j->out[t] =
            pk_pointer_make((uint32_t)(j->a[t] >> PK_POINTER_BITS), offset);
    }
}

static void compare_pointers(const pk_machine *m, pk_op op, const job *j) {
    FOR_THREADS(j) {
        bool same =
            pk_pointer_address(m, j->a[t]) == pk_pointer_address(m, j->b[t]);
        j->out[t] = same == (op == PK_OP_eq);
    }
}

/* In block form thread ids are what loops over items count; a machine with one
 * thread has only the ids of the block. In lanes form the machine's threads are
 * warps. */
static void query_job(const pk_machine *m, const pk_inst *inst, const job *j) {
    const uint32_t *dim = m->config->block;
    uint32_t axis = inst->axis, value = 0;

    switch ((int)inst->op) {
    case PK_OP_thread_id:
        FOR_THREADS(j) {
            j->out[t] = axis == 0   ? t % dim[0]
                        : axis == 1 ? t / dim[0] % dim[1]
                                    : t / dim[0] / dim[1];
        }
        return;
    case PK_OP_lane_id: FOR_THREADS(j) { j->out[t] = t % 32;
        }
        return;
    case PK_OP_warp_id: FOR_THREADS(j) { j->out[t] = t;
        }
        return;
    case PK_OP_block_id: value = m->block[axis]; break;
    case PK_OP_block_dim: value = dim[axis]; break;
    case PK_OP_grid_dim: value = m->config->grid[axis]; break;
    case PK_OP_first_thread:
        value = (uint64_t)m->block[axis] * dim[axis];
        break;
    case PK_OP_grid_threads:
        value = (uint64_t)m->config->grid[axis] * dim[axis];
        break;
    }
    FOR_THREADS(j) {
        j->out[t] = value;
    }
}

void pk_machine_compute(pk_machine *m, const pk_machine_frame *f,
                        const pk_inst *inst, uint32_t lo, uint32_t hi) {
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);
    const uint64_t *arg[3] = {out, out, out}; /* what is not there is unused */
    pk_type type = PK_TYPE_void;

    for (uint32_t i = 0; i < inst->arg_count && i < 3; i++)
        arg[i] = pk_frame_value(m, f, inst->args[i]);
    job j = {arg[0], arg[1], arg[2], out, lo, hi, 0};
    if (inst->arg_count == 0) {
        query_job(m, inst, &j);
        return;
    }
    type = inst->args[0]->type;
    if (pk_type_is_ptr(type) && pk_op_table[inst->op].rule == PK_RULE_ELEM) {
        j.shift = 64 - 8 * pk_type_bytes(inst->args[1]->type);
        address_job(inst, &j);
    } else if (inst->op == PK_OP_address) {
        for (uint32_t t = lo; t < hi; t++)
            out[t] = pk_pointer_address(m, arg[0][t]);
    } else if (pk_type_is_ptr(type)) {
        compare_pointers(m, inst->op, &j);
    } else {
        j.shift = 64 - 8 * pk_type_bytes(type);
        if (inst->op == PK_OP_convert
                ? !convert_job(type, inst->results[0]->type, &j)
                : !fast_job(inst->op, type, &j))
            slow_job(inst->op, type, inst->results[0]->type, &j);
    }
}
