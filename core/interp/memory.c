/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and atomics, each checked against the array its pointer came
 * from before it happens. */
#include "base/os/lapack.h"
#include "core/eval.h"
#include "core/interp/machine.h"

#include <string.h>

typedef struct place {
    pk_interp_array *array;
    int64_t offset;
    void *host;
} place;

/* Where the pointer's element lies. False, with the launch failed, when it is
 * outside of its array or may not be written. */
static bool locate(pk_machine *m, const pk_machine_frame *f,
                   const pk_inst *inst, uint64_t pointer, uint32_t size,
                   uint32_t t, bool writes, place *out) {
    pk_interp_array *a = &m->arrays[pointer >> PK_POINTER_BITS];
    int64_t offset = pk_pointer_offset(pointer);
    char what[PK_WHO_MAX], who[PK_WHO_MAX];

    *out = (place){a, offset, NULL};
    if (offset < a->low || offset > a->high - (int64_t)size ||
        ((uintptr_t)a->base + (uint64_t)offset) % size) {
        pk_report_bounds(m, f, inst, a, offset, size, t);
        return false;
    }
    if (writes && a->readonly) {
        pk_report(m, inst, PK_BOUNDS, "%s is written, but %s is read-only; %s",
                  pk_report_element(a, offset, what), a->name,
                  pk_report_who(m, t, m->block_number, who));
        return false;
    }
    out->host = a->base + offset;
    if (a->space == PK_SPACE_local)
        out->host = (uint8_t *)out->host + t * a->pitch;
    return true;
}

/* A word is read and written as one, relaxed: words of coverage are set by
 * calls of several threads, and read and cleared meanwhile. */
typedef uint32_t __attribute__((may_alias)) word;

static bool is_word(const void *host, uint32_t size) {
    return size == sizeof(word) && (uintptr_t)host % sizeof(word) == 0;
}

static uint64_t fetch(const void *host, uint32_t size) {
    uint64_t bits = 0;

    if (is_word(host, size))
        return __atomic_load_n((const word *)host, __ATOMIC_RELAXED);
    memcpy(&bits, host, size);
    return bits;
}

static void put(void *host, uint64_t bits, uint32_t size) {
    if (is_word(host, size))
        __atomic_store_n((word *)host, (word)bits, __ATOMIC_RELAXED);
    else
        memcpy(host, &bits, size);
}

static bool written_before(pk_machine *m, const pk_inst *inst, const place *p,
                           uint32_t size, uint32_t t) {
    const pk_interp_array *a = p->array;
    const uint8_t *init = a->init + t * a->pitch + p->offset;
    char what[PK_WHO_MAX], who[PK_WHO_MAX];

    if (!memchr(init, 0, size))
        return true;
    m->blamed = t;
    pk_report(m, inst, PK_UNINIT, "%s is read before anything wrote it; %s",
              pk_report_element(p->array, p->offset, what),
              pk_report_who(m, t, m->block_number, who));
    return false;
}

/* Objects are, while iterations of a loop over prange run. */
static bool watched(pk_machine *m, pk_interp_array *a) {
    if (!a->shadow && a->init && a->space == PK_SPACE_global &&
        m->iterations.chunks.call)
        a->shadow = pk_machine_watch_object(m, a);
    return a->shadow && a->shadow->watched;
}

static void run_load(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *pointers = pk_frame_value(m, f, inst->args[0]);
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);
    pk_type type = inst->results[0]->type;
    uint32_t size = pk_type_bytes(type);
    bool compared = f->compared && f->compared[inst->results[0]->id];
    place p;

    PK_EACH_THREAD(m, mask, t) {
        if (!locate(m, f, inst, pointers[t], size, t, false, &p))
            return;
        if (p.array->init && !written_before(m, inst, &p, size, t))
            return;
        if (watched(m, p.array) &&
            !pk_shadow_access(m, inst, p.array, p.offset, size, t, PK_READ,
                              compared))
            return;
        out[t] = fetch(p.host, size);
        if (type == PK_TYPE_bool)
            out[t] = out[t] != 0;
    }
}

/* Memory that is not an object's may hold anything before. */
static bool is_of_object(const pk_interp_array *a) {
    return a->init && a->space == PK_SPACE_global;
}

static void run_store(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *pointers = pk_frame_value(m, f, inst->args[0]);
    const uint64_t *from = pk_frame_value(m, f, inst->args[1]);
    uint32_t size = pk_type_bytes(inst->args[1]->type);
    place p;

    PK_EACH_THREAD(m, mask, t) {
        if (!locate(m, f, inst, pointers[t], size, t, true, &p))
            return;
        if (p.array->init)
            memset(p.array->init + t * p.array->pitch + p.offset, 1, size);
        if (watched(m, p.array) &&
            !pk_shadow_access(m, inst, p.array, p.offset, size, t, PK_WRITE,
                              fetch(p.host, size) == from[t]))
            return;
        if (inst->args[1]->type == PK_TYPE_ref)
            pk_machine_give(m, inst, from[t],
                            is_of_object(p.array) ? fetch(p.host, size) : 0);
        put(p.host, from[t], size);
    }
}

/* ---- atomics ---- */

/* Returns the value that the operation leaves in memory. */
static uint64_t combine(pk_op op, pk_type type, uint64_t old, uint64_t value,
                        uint64_t other) {
    uint64_t args[2] = {old, value}, out = value;
    uint64_t keep = UINT64_MAX >> (64 - 8 * pk_type_bytes(type));
    pk_op plain = PK_OP_COUNT;

    switch ((int)op) {
    case PK_OP_atomic_add: plain = PK_OP_add; break;
    case PK_OP_atomic_sub: plain = PK_OP_sub; break;
    case PK_OP_atomic_min: plain = PK_OP_min; break;
    case PK_OP_atomic_max: plain = PK_OP_max; break;
    case PK_OP_atomic_min_num: plain = PK_OP_min_num; break;
    case PK_OP_atomic_max_num: plain = PK_OP_max_num; break;
    case PK_OP_atomic_inc: return old >= value ? 0 : (old + 1) & keep;
    case PK_OP_atomic_dec: return !old || old > value ? value : old - 1;
    case PK_OP_atomic_and: plain = PK_OP_and; break;
    case PK_OP_atomic_or: plain = PK_OP_or; break;
    case PK_OP_atomic_xor: plain = PK_OP_xor; break;
    case PK_OP_atomic_cas: return old == value ? other : old;
    }
    if (plain != PK_OP_COUNT)
        pk_eval(plain, type, type, args, &out);
    return out;
}

/* Other launches may be at the same memory: so really atomic. */
#define UPDATE(bits)                                                           \
    static uint64_t update_##bits(void *host, const pk_inst *inst,             \
                                  uint64_t value, uint64_t other) {            \
        pk_type type = inst->results[0]->type;                                 \
        uint##bits##_t *at = host, wanted;                                     \
        uint##bits##_t old = __atomic_load_n(at, __ATOMIC_RELAXED);            \
        do                                                                     \
            wanted =                                                           \
                (uint##bits##_t)combine(inst->op, type, old, value, other);    \
        while (!__atomic_compare_exchange_n(                                   \
            at, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));     \
        return old;                                                            \
    }
UPDATE(8)
UPDATE(16)
UPDATE(32)
UPDATE(64)
#undef UPDATE

static uint64_t update(void *host, const pk_inst *inst, uint64_t value,
                       uint64_t other) {
    switch (pk_type_bytes(inst->results[0]->type)) {
    case 1: return update_8(host, inst, value, other);
    case 2: return update_16(host, inst, value, other);
    case 4: return update_32(host, inst, value, other);
    }
    return update_64(host, inst, value, other);
}

static void run_atomic(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *pointers = pk_frame_value(m, f, inst->args[0]);
    const uint64_t *value = pk_frame_value(m, f, inst->args[1]);
    /* Compare-and-swap stores this; other operations do not read it. */
    const uint64_t *other =
        pk_frame_value(m, f, inst->args[inst->arg_count - 1]);
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);
    uint32_t size = pk_type_bytes(inst->results[0]->type);
    place p;

    PK_EACH_THREAD(m, mask, t) {
        if (!locate(m, f, inst, pointers[t], size, t, true, &p))
            return;
        if (watched(m, p.array) && !pk_shadow_access(m, inst, p.array, p.offset,
                                                     size, t, PK_ATOMIC, false))
            return;
        out[t] = update(p.host, inst, value[t], other[t]);
    }
}

/* ---- LAPACK ---- */

static void run_lapack(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *pointers = pk_frame_value(m, f, inst->args[0]);
    const uint32_t size = pk_type_bytes(pk_type_elem(inst->args[0]->type));
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);
    const uint64_t *args[5];
    uint64_t room;
    place p;

    for (int i = 1; i < 5; i++)
        args[i] = pk_frame_value(m, f, inst->args[i]);
    PK_EACH_THREAD(m, mask, t) {
        if (!locate(m, f, inst, pointers[t], size, t, true, &p))
            return;
        room = (uint64_t)(p.array->high - p.offset);
        out[t] = (uint64_t)pk_lapack_call(
            m->options ? m->options->lapack : NULL, (uint32_t)args[1][t],
            size == 4, p.host, room, (int64_t)args[2][t], (int64_t)args[3][t],
            (int64_t)args[4][t]);
        if (p.array->init && (int64_t)out[t] >= 0 && args[2][t])
            memset(p.array->init + t * p.array->pitch + p.offset, 1, room);
    }
}

void pk_machine_access(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst, const pk_mask *mask) {
    if (inst->op == PK_OP_load)
        run_load(m, f, inst, mask);
    else if (inst->op == PK_OP_store)
        run_store(m, f, inst, mask);
    else if (inst->op == PK_OP_lapack)
        run_lapack(m, f, inst, mask);
    else
        run_atomic(m, f, inst, mask);
}

uint64_t pk_pointer_address(const pk_machine *m, uint64_t pointer) {
    const pk_interp_array *a = &m->arrays[pointer >> PK_POINTER_BITS];
    return (uint64_t)(uintptr_t)a->base + (uint64_t)pk_pointer_offset(pointer);
}
