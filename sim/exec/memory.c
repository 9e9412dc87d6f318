/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores (PTX ISA 9.7.9). Most instructions of a warp touch one
 * allocation in one run, or all the same place: these two go without looking
 * at each lane. */
#include "sim/check/checker.h"
#include "sim/rows.h"

/* ---- between bytes and rows ---- */

typedef void (*transfer_fn)(char *row, char *const *host, uint32_t mask);

#define LOAD(S, W)                                                             \
    static void load_##S##_##W(char *row, char *const *host, uint32_t mask) {  \
        for (; mask; mask &= mask - 1) {                                       \
            int l = __builtin_ctz(mask);                                       \
            ((W *)(void *)row)[l] = (W) * (const S *)(const void *)host[l];    \
        }                                                                      \
    }
#define STORE(S, W)                                                            \
    static void store_##S##_##W(char *row, char *const *host, uint32_t mask) { \
        for (; mask; mask &= mask - 1) {                                       \
            int l = __builtin_ctz(mask);                                       \
            *(S *)(void *)host[l] = (S)((const W *)(void *)row)[l];            \
        }                                                                      \
    }
#define EACH_WIDTH(F, S) F(S, uint16_t) F(S, uint32_t) F(S, uint64_t)
/* clang-format off */
EACH_WIDTH(LOAD, uint8_t) EACH_WIDTH(LOAD, int8_t)
EACH_WIDTH(LOAD, uint16_t) EACH_WIDTH(LOAD, int16_t)
EACH_WIDTH(LOAD, uint32_t) EACH_WIDTH(LOAD, int32_t)
EACH_WIDTH(LOAD, uint64_t)
EACH_WIDTH(STORE, uint8_t) EACH_WIDTH(STORE, uint16_t)
EACH_WIDTH(STORE, uint32_t) EACH_WIDTH(STORE, uint64_t)
    /* clang-format on */

    static void load_128(char *row, char *const *host, uint32_t mask) {
    for (; mask; mask &= mask - 1)
        memcpy(row + 16 * __builtin_ctz(mask), host[__builtin_ctz(mask)], 16);
}

static void store_128(char *row, char *const *host, uint32_t mask) {
    for (; mask; mask &= mask - 1)
        memcpy(host[__builtin_ctz(mask)], row + 16 * __builtin_ctz(mask), 16);
}

/* The functions by log2 of the width (2, 4, 8) and of the size (1 to 8). */
#define WIDTHS(f, S) {f##S##_uint16_t, f##S##_uint32_t, f##S##_uint64_t}
static const transfer_fn loads[2][4][3] = {
    {WIDTHS(load_, uint8_t), WIDTHS(load_, uint16_t), WIDTHS(load_, uint32_t),
     WIDTHS(load_, uint64_t)},
    {WIDTHS(load_, int8_t), WIDTHS(load_, int16_t), WIDTHS(load_, int32_t),
     WIDTHS(load_, uint64_t)},
};
static const transfer_fn stores[4][3] = {
    WIDTHS(store_, uint8_t), WIDTHS(store_, uint16_t), WIDTHS(store_, uint32_t),
    WIDTHS(store_, uint64_t)};

static int log2_of(uint32_t bytes) {
    return __builtin_ctz(bytes);
}

static transfer_fn transfer_of(const sim_inst *inst, bool store) {
    const sim_type_info *type = &sim_types[inst->type];
    uint32_t width = store ? inst->src_width : inst->dst_width;

    if (type->bytes == 16)
        return store ? store_128 : load_128;
    if (store)
        return stores[log2_of(type->bytes)][log2_of(width) - 1];
    return loads[type->kind == SIM_KIND_signed][log2_of(type->bytes)]
                [log2_of(width) - 1];
}

static uint32_t size_of(const sim_inst *inst) {
    uint32_t count = inst->count > 1 ? inst->count : 1;

    return sim_types[inst->type].bytes * count;
}

/* Rows of the values: the list's, or the one operand. */
static uint32_t value_row(const sim_warp *warp, const sim_inst *inst,
                          uint32_t i, uint32_t single) {
    if (inst->count > 1)
        return warp->frame->code->function->list[inst->list + i];
    return single;
}

static sim_next load_access(sim_warp *warp, const sim_step *step, char *rows,
                            sim_access *access) {
    const sim_inst *inst = step->inst;
    transfer_fn transfer = transfer_of(inst, false);
    uint32_t count = inst->count > 1 ? inst->count : 1;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = value_row(warp, inst, i, inst->dst[0]);

        if (row != SIM_NONE)
            transfer(rows + row, access->host, access->mask);
        for (int l = 0; l < SIM_LANES && i + 1 < count; l++)
            if (access->mask >> l & 1)
                access->host[l] += sim_types[inst->type].bytes;
    }
    return SIM_NEXT;
}

SIM_STEP(load_any) {
    const sim_inst *inst = step->inst;
    sim_access access;

    if (inst->order >= SIM_ORDER_volatile)
        warp->spun = true;
    if (sim_resolve(warp, step, rows, mask, inst->src[0], inst->offset,
                    inst->space, size_of(inst), SIM_READS, &access) != SIM_NEXT)
        return SIM_FAULT;
    if (warp->run->checker &&
        sim_check_access(warp, step, SIM_READS, &access) != SIM_NEXT)
        return SIM_FAULT;
    return load_access(warp, step, rows, &access);
}

/* A store under the eyes of the checkers: its values go along. */
static sim_next check_store(sim_warp *warp, const sim_step *step, char *rows,
                            sim_access *access) {
    const sim_inst *inst = step->inst;
    uint32_t count = inst->count > 1 ? inst->count : 1;
    char values[SIM_LANES][32];
    char *place[SIM_LANES];

    for (uint32_t i = 0; i < count; i++) {
        for (int l = 0; l < SIM_LANES; l++)
            place[l] = values[l] + i * sim_types[inst->type].bytes;
        transfer_of(inst, true)(rows + value_row(warp, inst, i, inst->src[1]),
                                place, access->mask);
    }
    access->values = values;
    return sim_check_access(warp, step, SIM_WRITES, access);
}

SIM_STEP(store_any) {
    const sim_inst *inst = step->inst;
    uint32_t count = inst->count > 1 ? inst->count : 1;
    transfer_fn transfer = transfer_of(inst, true);
    sim_access access;

    if (sim_resolve(warp, step, rows, mask, inst->src[0], inst->offset,
                    inst->space, size_of(inst), SIM_WRITES,
                    &access) != SIM_NEXT)
        return SIM_FAULT;
    if (warp->run->checker &&
        check_store(warp, step, rows, &access) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t i = 0; i < count; i++) {
        transfer(rows + value_row(warp, inst, i, inst->src[1]), access.host,
                 mask);
        for (int l = 0; l < SIM_LANES && i + 1 < count; l++)
            if (mask >> l & 1)
                access.host[l] += sim_types[inst->type].bytes;
    }
    return SIM_NEXT;
}

/* ---- the short ways ---- */

/* The bytes of 32 addresses that follow one another, `bytes` apart, or (with
 * bytes 0 but `need` bytes wanted) are all the same; NULL when they do not, or
 * are not where the last ones were. */
static char *run_at(const sim_warp *warp, const sim_step *step,
                    const char *rows, uint64_t bytes, uint64_t need) {
    const uint64_t *row =
        (const uint64_t *)(const void *)(rows + step->inst->src[0]);
    const sim_hit *hit = step->hit;
    uint64_t first = row[0], unlike = 0, offset;

    SIM_VECTOR
    for (uint64_t l = 0; l < SIM_LANES; l++)
        unlike |= (row[l] - first) ^ (l * bytes);
    if (unlike || !hit->range || hit->epoch != warp->run->device->memory.epoch)
        return NULL;
    first += (uint64_t)step->inst->offset;
    offset = first - hit->range->address;
    if (offset >= hit->range->room || need > hit->range->room - offset)
        return NULL;
    return hit->range->host + offset;
}

#define LOAD_RUN(T)                                                            \
    SIM_STEP(load_run_##T) {                                                   \
        T *d = SIM_ROW(T, step->d);                                            \
        const char *from = NULL;                                               \
                                                                               \
        if (mask == SIM_FULL)                                                  \
            from = run_at(warp, step, rows, sizeof(T), 32 * sizeof(T));        \
        if (from && ((uintptr_t)from & (sizeof(T) - 1)) == 0) {                \
            memcpy(d, from, 32 * sizeof(T));                                   \
            return SIM_NEXT;                                                   \
        }                                                                      \
        if (mask == SIM_FULL)                                                  \
            from = run_at(warp, step, rows, 0, sizeof(T));                     \
        if (from && ((uintptr_t)from & (sizeof(T) - 1)) == 0) {                \
            T value = *(const T *)(const void *)from;                          \
                                                                               \
            for (int l = 0; l < SIM_LANES; l++)                                \
                d[l] = value;                                                  \
            return SIM_NEXT;                                                   \
        }                                                                      \
        return load_any(warp, step, rows, mask);                               \
    }
#define STORE_RUN(T)                                                           \
    SIM_STEP(store_run_##T) {                                                  \
        char *to = NULL;                                                       \
                                                                               \
        if (mask == SIM_FULL)                                                  \
            to = run_at(warp, step, rows, sizeof(T), 32 * sizeof(T));          \
        if (!to || (uintptr_t)to & (sizeof(T) - 1) ||                          \
            step->hit->range->constant)                                        \
            return store_any(warp, step, rows, mask);                          \
        memcpy(to, rows + step->inst->src[1], 32 * sizeof(T));                 \
        return SIM_NEXT;                                                       \
    }
/* clang-format off */
LOAD_RUN(uint16_t) LOAD_RUN(uint32_t) LOAD_RUN(uint64_t)
STORE_RUN(uint16_t) STORE_RUN(uint32_t) STORE_RUN(uint64_t)
/* clang-format on */

/* Shared memory: offsets of 32 or 64 bits into one array. */
#define SHARED(name, T, A, action)                                             \
    SIM_STEP(name) {                                                           \
        const A *at = SIM_ROW(const A, step->inst->src[0]);                    \
        A offset = (A)step->inst->offset;                                      \
        char *shared = warp->block->shared;                                    \
        uint64_t last = warp->block->shared_size;                              \
        uint64_t bad = last < sizeof(T);                                       \
        A address[SIM_LANES];                                                  \
                                                                               \
        last -= sizeof(T);                                                     \
        for (int l = 0; l < SIM_LANES; l++) {                                  \
            address[l] = (A)(at[l] + offset);                                  \
            bad |= (mask & sim_bit[l]) &&                                      \
                   (address[l] > last || address[l] & (sizeof(T) - 1));        \
        }                                                                      \
        if (bad)                                                               \
            return name##_any(warp, step, rows, mask);                         \
        for (uint32_t left = mask; left; left &= left - 1) {                   \
            int l = __builtin_ctz(left);                                       \
            T *place = (T *)(void *)(shared + address[l]);                     \
            action;                                                            \
        }                                                                      \
        return SIM_NEXT;                                                       \
    }
#define shared_load_32_any         load_any
#define shared_load_64_any         load_any
#define shared_store_32_any        store_any
#define shared_store_64_any        store_any
#define TAKE(T)                    SIM_ROW(T, step->d)[l] = *place
#define GIVE(T)                    *place = SIM_ROW(T, step->inst->src[1])[l]
#define shared_load_narrow_32_any  load_any
#define shared_load_narrow_64_any  load_any
#define shared_store_narrow_32_any store_any
#define shared_store_narrow_64_any store_any

    /* clang-format off */
SHARED(shared_load_narrow_32, uint32_t, uint32_t, TAKE(uint32_t))
SHARED(shared_load_32, uint32_t, uint64_t, TAKE(uint32_t))
SHARED(shared_load_narrow_64, uint64_t, uint32_t, TAKE(uint64_t))
SHARED(shared_load_64, uint64_t, uint64_t, TAKE(uint64_t))
SHARED(shared_store_narrow_32, uint32_t, uint32_t, GIVE(uint32_t))
SHARED(shared_store_32, uint32_t, uint64_t, GIVE(uint32_t))
SHARED(shared_store_narrow_64, uint64_t, uint32_t, GIVE(uint64_t))
SHARED(shared_store_64, uint64_t, uint64_t, GIVE(uint64_t))
    /* clang-format on */

    /* A parameter of the kernel: one value for all lanes. */
    SIM_STEP(load_param) {
    const sim_inst *inst = step->inst;
    uint32_t bytes = sim_types[inst->type].bytes;
    uint64_t value = 0;

    if ((uint64_t)inst->offset + bytes > warp->run->function->param_bytes)
        return load_any(warp, step, rows, mask);
    memcpy(&value, warp->run->params + inst->offset, bytes);
    if (bytes == 4)
        for (int l = 0; l < SIM_LANES; l++)
            SIM_ROW(uint32_t, step->d)
    [l] = mask & sim_bit[l] ? (uint32_t)value : SIM_ROW(uint32_t, step->d)[l];
    else for (int l = 0; l < SIM_LANES; l++) SIM_ROW(uint64_t, step->d)[l] =
        mask & sim_bit[l] ? value : SIM_ROW(uint64_t, step->d)[l];
    return SIM_NEXT;
}

/* ---- other things about memory ---- */

SIM_STEP(nothing) {
    (void)warp, (void)step, (void)rows, (void)mask;
    return SIM_NEXT;
}

SIM_STEP(create_policy) {
    (void)warp;
    for (int l = 0; l < SIM_LANES; l++)
        if (mask >> l & 1)
            SIM_ROW(uint64_t, step->d)[l] = 0;
    return SIM_NEXT;
}

/* cp.async is done at once, which its rules allow. Bytes that are not read
 * are zeros. */
SIM_STEP(copy_async) {
    const sim_inst *inst = step->inst;
    sim_inst global = *inst; /* whose address has a width of its own */
    sim_step reading = *step;
    uint32_t bytes = inst->count, wanted;
    sim_access to, from;

    global.address_width = 8;
    reading.inst = &global;
    if (sim_resolve(warp, step, rows, mask, inst->src[0], inst->offset,
                    SIM_SPACE_shared, bytes, SIM_WRITES, &to) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        char value[16] = {0};

        wanted = bytes;
        if (inst->src[2] != SIM_NONE)
            wanted = inst->ignore_src
                         ? *sim_mask_at(rows, inst->src[2]) >> l & 1 ? 0 : bytes
                         : SIM_ROW(uint32_t, inst->src[2])[l];
        if (wanted > bytes)
            wanted = bytes;
        if (wanted) {
            if (sim_resolve(warp, &reading, rows, UINT32_C(1) << l,
                            inst->src[1], inst->offset2, SIM_SPACE_global,
                            bytes, SIM_READS, &from) != SIM_NEXT)
                return SIM_FAULT;
            if (warp->run->checker &&
                sim_check_access(warp, step, SIM_READS, &from) != SIM_NEXT)
                return SIM_FAULT;
            memcpy(value, from.host[l], wanted);
        }
        memcpy(to.host[l], value, bytes);
    }
    if (!warp->run->checker)
        return SIM_NEXT;
    if (sim_check_access(warp, step, SIM_WRITES, &to) != SIM_NEXT)
        return SIM_FAULT;
    return sim_check_copy(warp, &to);
}

SIM_STEP(copy_group) {
    (void)rows;
    if (warp->run->checker)
        sim_check_copy_group(warp, step, mask);
    return SIM_NEXT;
}

SIM_STEP(stack_alloc) {
    const sim_inst *inst = step->inst;
    uint64_t align = inst->offset > 0 ? (uint64_t)inst->offset : 16;
    uint64_t most = 0, at;

    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        uint64_t size = inst->src_width == 8
                            ? SIM_ROW(uint64_t, inst->src[0])[l]
                            : SIM_ROW(uint32_t, inst->src[0])[l];
        if (size > most)
            most = size;
    }
    at = (warp->frame->local_end + align - 1) & ~(align - 1);
    if (most > UINT32_MAX / 2 || at > UINT32_MAX / 2 ||
        !sim_frame_local(warp, (uint32_t)(at + most)))
        return sim_fault(warp, SIM_HARDWARE_STACK, SIM_NONE,
                         "alloca of more than the stack holds");
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        if (sim_types[inst->type].bytes == 8)
            SIM_ROW(uint64_t, step->d)[l] = at;
        else
            SIM_ROW(uint32_t, step->d)[l] = (uint32_t)at;
    }
    return SIM_NEXT;
}

SIM_STEP(stack_save) {
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        if (sim_types[step->inst->type].bytes == 8)
            SIM_ROW(uint64_t, step->d)[l] = warp->frame->local_end;
        else
            SIM_ROW(uint32_t, step->d)[l] = warp->frame->local_end;
    }
    return SIM_NEXT;
}

/* Lanes may have come here with different tops: the memory stays until the
 * call ends. */
#define stack_restore nothing

/* ---- choosing ---- */

static bool is_straight(const sim_inst *inst, uint32_t width) {
    return inst->count <= 1 && width == sim_types[inst->type].bytes &&
           inst->src[0] != SIM_NONE && inst->order == SIM_ORDER_weak;
}

static sim_step_fn bind_shared(const sim_inst *inst, bool store) {
    bool wide = sim_types[inst->type].bytes == 8;
    bool narrow = inst->address_width == 4;

    if (store)
        return narrow ? wide ? shared_store_narrow_64 : shared_store_narrow_32
               : wide ? shared_store_64
                      : shared_store_32;
    return narrow ? wide ? shared_load_narrow_64 : shared_load_narrow_32
           : wide ? shared_load_64
                  : shared_load_32;
}

static sim_step_fn bind_access(const sim_inst *inst, bool store) {
    uint32_t bytes = sim_types[inst->type].bytes;
    uint32_t width = store ? inst->src_width : inst->dst_width;

    if (!store && inst->space == SIM_SPACE_param && inst->src[0] == SIM_NONE &&
        inst->offset >= 0 && inst->offset < SIM_PARAM_FRAME &&
        inst->count <= 1 && width == bytes && (bytes == 4 || bytes == 8))
        return load_param;
    if (!is_straight(inst, width))
        return store ? store_any : load_any;
    if (inst->space == SIM_SPACE_shared && (bytes == 4 || bytes == 8))
        return bind_shared(inst, store);
    if (inst->address_width == 8 &&
        (inst->space == SIM_SPACE_global || inst->space == SIM_SPACE_const ||
         inst->space == SIM_SPACE_generic))
        switch (bytes) {
        case 2: return store ? store_run_uint16_t : load_run_uint16_t;
        case 4: return store ? store_run_uint32_t : load_run_uint32_t;
        case 8: return store ? store_run_uint64_t : load_run_uint64_t;
        default: break;
        }
    return store ? store_any : load_any;
}

/* A register of 16 bytes holds nothing narrower. */
static bool fits(const sim_inst *inst) {
    uint32_t width = inst->op == SIM_OP_st ? inst->src_width : inst->dst_width;

    return width <= 8 || sim_types[inst->type].bytes == 16;
}

sim_step_fn sim_bind_memory(const sim_inst *inst, uint32_t checks) {
    bool access = inst->op == SIM_OP_ld || inst->op == SIM_OP_ldu ||
                  inst->op == SIM_OP_st;

    if (access && !fits(inst))
        return NULL;
    switch (inst->op) {
    case SIM_OP_ld:
    case SIM_OP_ldu: return checks ? load_any : bind_access(inst, false);
    case SIM_OP_st: return checks ? store_any : bind_access(inst, true);
    case SIM_OP_prefetch:
    case SIM_OP_prefetchu:
    case SIM_OP_applypriority:
    case SIM_OP_discard: return nothing;
    case SIM_OP_cp_async_commit_group:
    case SIM_OP_cp_async_wait_group:
    case SIM_OP_cp_async_wait_all: return copy_group;
    case SIM_OP_createpolicy: return create_policy;
    case SIM_OP_cp_async: return copy_async;
    case SIM_OP_alloca: return stack_alloc;
    case SIM_OP_stacksave: return stack_save;
    case SIM_OP_stackrestore: return stack_restore;
    default: return sim_bind_mbarrier(inst);
    }
}
