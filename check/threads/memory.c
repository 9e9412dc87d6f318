/* SPDX-License-Identifier: Apache-2.0 */
/* How threads next to each other use memory, read off a kernel's IR after the
 * passes for a GPU: the analysis of uniformity knows by how many bytes an
 * address grows from one thread to the next along x.
 *
 *     a[i]         by one element     together in few transactions
 *     a[2 * i]     by two             half of what is moved is used
 *     a[i, j]      by a row           one transaction for each thread
 *     a[i, 0], a[i, 1]                the length of the row is unknown
 *     a[b[i]]      unknown
 *
 * Of a block whose shape a launch in the script shows, the warp's lanes are
 * looked at one by one (lanes.h).
 */
#include "check/threads/advice.h"
#include "check/threads/lanes.h"
#include "check/threads/strides.h"
#include "core/address.h"
#include "core/analysis/uniform.h"
#include "core/report.h"

#include <stdlib.h>
#include <string.h>

enum {
    WARP = 32,
    BANKS = 32,
    BANK_BYTES = 4,
    MAX_LOOK = 64,
    MAX_PARTS = 64,
    SECTOR = 32,     /* bytes that come together */
    MAX_CHANNELS = 8 /* of a row that its thread uses whole */
};

typedef struct memory {
    const pk_adviser *a;
    const pk_func *fn;
    pk_uniform uniform;
    pk_warp warp;
    uint32_t looks; /* through the whole kernel: each takes its time */
    bool in_rows;   /* it asks for threadIdx.y */
} memory;

/* The node that a place of the IR stands for is gone: a stand-in has it. */
static void say(const memory *m, pk_loc loc, pk_code code, const char *hint,
                const char *words) {
    pk_ast node = {.kind = PK_AST_Pass,
                   .line = loc.line,
                   .col = loc.col,
                   .end_line = loc.line + !loc.end_col,
                   .end_col = loc.end_col};

    const pk_program *program = m->a->instance->function->program;
    bool own =
        loc.file < m->fn->ir->file_count &&
        strcmp(m->fn->ir->files[loc.file], program->parse.source->file) == 0;

    for (const pk_diag *d = m->a->c->diags->first; d; d = d->next)
        if (d->loc.line == loc.line && d->code == pk_code_row(code)->code)
            return; /* a += b loads and stores */
    if (loc.line && own)
        pk_advise(m->a, &node, code, hint, "%s", words);
}

static uint8_t vary(const memory *m, const pk_value *v) {
    return pk_uniform_vary(&m->uniform, v);
}

/* How an index is computed that varies without a known step. */
typedef enum made { MADE_other, MADE_scaled, MADE_loaded } made;

static const pk_param *param_of(const memory *m, const pk_value *v) {
    return pk_stride_param(m->fn, v);
}

/* From a thread to the next, in bytes; 0 when that is not known. */
static int64_t step_of_threads(const memory *m, const pk_value *address) {
    return llabs(pk_stride_step(m->fn, &m->uniform, address));
}

/* The thread's number times something that only the launch knows: a row. The
 * stride of the last axis is taken for one element. */
static bool is_row(const memory *m, const pk_value *by) {
    const pk_param *param;

    while (by->kind == PK_VALUE_result && by->def->op == PK_OP_convert)
        by = by->def->args[0];
    param = param_of(m, by);
    return !param || !pk_stride_is_last(m->fn, param);
}

static made made_of(const memory *m, const pk_value *v, int depth) {
    const pk_inst *inst = v->kind == PK_VALUE_result ? v->def : NULL;
    made found = MADE_other, part;

    if (!inst || depth > MAX_LOOK || !(vary(m, v) & PK_VARY_x) ||
        pk_uniform_step(&m->uniform, v))
        return MADE_other;
    if (inst->op == PK_OP_load)
        return MADE_loaded;
    if (inst->op == PK_OP_mul)
        for (int i = 0; i < 2; i++)
            if (pk_uniform_step(&m->uniform, inst->args[i]) &&
                !(vary(m, inst->args[1 - i]) & PK_VARY_x) &&
                !pk_is_const(inst->args[1 - i]) && is_row(m, inst->args[1 - i]))
                return MADE_scaled;
    if (inst->op != PK_OP_add && inst->op != PK_OP_sub &&
        inst->op != PK_OP_mul && inst->op != PK_OP_convert &&
        inst->op != PK_OP_wrap_index && !pk_op_is_address(inst->op))
        return MADE_other;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        part = made_of(m, inst->args[i], depth + 1);
        found = part > found ? part : found;
    }
    return found;
}

/* The number of the launch that a thread's number is multiplied by; NULL when
 * it is computed. */
static const pk_param *scale_of(const memory *m, const pk_value *v, int depth) {
    const pk_inst *inst = v->kind == PK_VALUE_result ? v->def : NULL;
    const pk_param *found = NULL, *param;

    if (!inst || depth > MAX_LOOK || !(vary(m, v) & PK_VARY_x))
        return NULL;
    for (uint32_t i = 0; i < inst->arg_count && !found; i++) {
        const pk_value *arg = inst->args[i];
        while (arg->kind == PK_VALUE_result && arg->def->op == PK_OP_convert)
            arg = arg->def->args[0];
        param = param_of(m, arg);
        found = inst->op == PK_OP_mul && param && param->role == PK_ROLE_scalar
                    ? param
                    : scale_of(m, arg, depth + 1);
    }
    return found;
}

static const char *format(const memory *m, const char *words, int64_t n,
                          int64_t k) {
    return pk_arena_format(m->a->c->arena, words, (long long)n, (long long)k);
}

/* The parameter that an address is in. */
static const pk_param *array_of(const memory *m, const pk_value *address) {
    return param_of(m, pk_address_root(address));
}

/* The different places of one array that are used with one step. */
typedef struct parts {
    const memory *m;
    const pk_param *array;
    int64_t step, bytes;
    const pk_value *found[MAX_PARTS];
    uint32_t count;
} parts;

static void add_part(pk_inst *inst, void *arg) {
    parts *p = arg;
    const pk_value *address;

    if ((inst->op != PK_OP_load && inst->op != PK_OP_store) ||
        p->count == MAX_PARTS)
        return;
    address = inst->args[0];
    for (uint32_t i = 0; i < p->count; i++)
        if (p->found[i] == address)
            return;
    if (array_of(p->m, address) != p->array ||
        step_of_threads(p->m, address) != p->step)
        return;
    p->found[p->count++] = address;
    p->bytes += pk_type_bytes(pk_type_elem(address->type));
}

/* Pairs, records: what lies between is used, too. */
static bool uses_all(memory *m, const pk_value *address, int64_t step) {
    parts p = {.m = m, .array = array_of(m, address), .step = step};

    if (!p.array || step > MAX_PARTS * 8 || m->looks == MAX_LOOK)
        return !p.array;
    m->looks++;
    pk_region_visit(m->fn->body, add_part, &p);
    return p.bytes >= step;
}

/* ---- rows of which several elements are used: points, states, pixels ---- */

/* A place within a row: a constant, in elements or in strides of the last
 * axis. */
static bool is_place(const memory *m, const pk_value *v) {
    const pk_param *param = param_of(m, v);
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;

    if (param)
        return param->role == PK_ROLE_stride && !is_row(m, v);
    if (def && (def->op == PK_OP_mul || def->op == PK_OP_shl))
        return is_place(m, def->args[0]) && is_place(m, def->args[1]);
    return pk_is_const(v);
}

/* The product that finds the row which an address is in, and where in it. */
static const pk_value *row_of(const memory *m, const pk_value *address,
                              const pk_value **place) {
    const pk_inst *step = pk_address_step(address), *sum;
    const pk_value *index = step ? step->args[1] : NULL;

    *place = NULL;
    if (index && pk_address_step(step->args[0]) && is_place(m, index)) {
        *place = index;
        step = pk_address_step(step->args[0]);
        index = step->args[1];
    }
    sum = index && index->kind == PK_VALUE_result ? index->def : NULL;
    if (!*place && sum && sum->op == PK_OP_add && is_place(m, sum->args[1])) {
        *place = sum->args[1];
        index = sum->args[0];
        sum = index->kind == PK_VALUE_result ? index->def : NULL;
    }
    return sum && (sum->op == PK_OP_mul || sum->op == PK_OP_add) ? index : NULL;
}

static bool same_place(const pk_value *a, const pk_value *b) {
    return a == b ||
           (a && b && pk_is_const(a) && pk_is_const(b) && a->bits == b->bits);
}

typedef struct beside {
    const memory *m;
    const pk_value *row, *place;
    bool found;
} beside;

static void look_beside(pk_inst *inst, void *arg) {
    beside *b = arg;
    const pk_value *place;

    if ((inst->op == PK_OP_load || inst->op == PK_OP_store) &&
        row_of(b->m, inst->args[0], &place) == b->row)
        b->found |= !same_place(place, b->place);
}

/* ---- arrays in global memory ---- */

/* The sum that an address or index is: each summand is looked at, with what
 * it is multiplied by where that is a row. */
typedef struct summands {
    const memory *m;
    uint8_t last;           /* how those vary that no row multiplies */
    const pk_value *before; /* what is multiplied by the shortest row */
    uint32_t axis;          /* of that row */
} summands;

static void look_at_summands(summands *s, const pk_value *v, int depth) {
    const pk_inst *inst = v->kind == PK_VALUE_result ? v->def : NULL;
    const pk_value *by = NULL;
    const pk_param *param;

    if (!inst || depth > MAX_LOOK)
        return;
    switch ((int)inst->op) {
    case PK_OP_elem:
    case PK_OP_offset:
    case PK_OP_add:
    case PK_OP_sub: look_at_summands(s, inst->args[1], depth + 1);
    /* fall through */
    case PK_OP_convert:
    case PK_OP_wrap_index:
        look_at_summands(s, inst->args[0], depth + 1);
        return;
    case PK_OP_mul:
        for (int i = 0; i < 2; i++)
            if (!pk_is_const(inst->args[i]) && !vary(s->m, inst->args[i]) &&
                is_row(s->m, inst->args[i]))
                by = inst->args[i];
        break;
    }
    if (!by)
        s->last |= vary(s->m, v);
    param = by ? param_of(s->m, by) : NULL;
    if (by && (!s->before || (param && param->axis > s->axis))) {
        s->before = inst->args[by == inst->args[0]];
        s->axis = param ? param->axis : 0;
    }
}

static summands summands_of(const memory *m, const pk_value *v) {
    summands s = {.m = m};

    look_at_summands(&s, v, 0);
    return s;
}

/* The length of the row is unknown: maybe all of it is used. */
static bool uses_row(memory *m, const pk_value *address) {
    beside b = {.m = m};
    const pk_value *before = summands_of(m, address).before;

    b.row = row_of(m, address, &b.place);
    if (!b.row || m->looks == MAX_LOOK ||
        (before && !(summands_of(m, before).last & PK_VARY_x)))
        return false;
    m->looks++;
    pk_region_visit(m->fn->body, look_beside, &b);
    return b.found;
}

/* The last index follows threads along y, and they are to change places; or it
 * follows none, is a loop's or a constant, and the array is to change. */
static const char *row_hint(const memory *m, const pk_value *address) {
    const pk_param *array = array_of(m, address);
    summands last = summands_of(m, address), before = {0};
    uint32_t axes = pk_stride_axes(m->fn, array);

    if (last.last && axes == 3)
        return "let the last index follow threadIdx.x: x, y, z = "
               "cuda.grid(3), and a[z, y, x]";
    if (last.last)
        return "let the last index follow threadIdx.x: col, row = "
               "cuda.grid(2), and a[row, col]";
    if (last.before)
        before = summands_of(m, last.before);
    if (axes == 3 && (before.before || last.axis == 1) &&
        !(before.last & PK_VARY_x))
        return "let the index before the last follow threadIdx.x: "
               "x, y = cuda.grid(2), and image[y, x, c]";
    if (axes == 3)
        return "each thread has a row of its own: lay the array out with the "
               "thread's axis last, as image[c, y, x] for image[y, x, c]";
    if (m->in_rows)
        return "let the row follow threadIdx.y, so that a warp shares it: "
               "col, row = cuda.grid(2), and a[row, k]";
    return "each thread has a row of its own: lay the array out with the "
           "thread's axis last, as a[k, i] for a[i, k]";
}

/* The last index is that of a loop of a few rounds: channels, coordinates. What
 * a thread leaves of its row it takes in the next round. */
static bool loops_over_row(const pk_value *address) {
    const pk_inst *step = pk_address_step(address), *sum;
    const pk_value *last;

    if (!step)
        return false;
    last = step->args[1];
    sum = last->kind == PK_VALUE_result ? last->def : NULL;
    if (sum && sum->op == PK_OP_add)
        last = sum->args[1];
    while (last->kind == PK_VALUE_result && last->def->op == PK_OP_convert)
        last = last->def->args[0];
    return last->kind == PK_VALUE_index && pk_is_const(last->def->args[0]) &&
           pk_is_const(last->def->args[1]) &&
           pk_const_get_int(last->def->args[1]) <= MAX_CHANNELS;
}

/* a[i * n + k] of one axis. */
static void say_scaled(const memory *m, const pk_inst *inst) {
    const pk_param *by = scale_of(m, inst->args[0], 0);

    say(m, inst->loc, PK_E_uncoalesced,
        by ? "let neighbours use neighbouring elements: a[k * n + i] for "
             "a[i * n + k]"
           : "keep elements that are used together in an array of their own",
        by ? pk_arena_format(m->a->c->arena,
                             "neighbouring threads use elements that lie '%s' "
                             "apart",
                             by->name)
           : "neighbouring threads use elements that lie apart by a number "
             "that only the launch knows");
}

static void say_row(memory *m, const pk_inst *inst) {
    const pk_value *address = inst->args[0];
    const pk_param *array = array_of(m, address);

    if (uses_row(m, address) ||
        (!summands_of(m, address).last && loops_over_row(address)))
        return;
    if (array && pk_stride_axes(m->fn, array) == 1) {
        say_scaled(m, inst);
        return;
    }
    say(m, inst->loc, PK_E_uncoalesced, row_hint(m, address),
        "neighbouring threads use elements a row apart: the index that "
        "follows threadIdx.x is not the last");
}

/* Counts the sectors of 32 bytes that the warp touches, and how many would do.
 */
static void count_sectors(const memory *m, const pk_lanes *at, int64_t size,
                          int64_t *touched, int64_t *needed) {
    uint32_t lanes = pk_warp_size(&m->warp);
    int64_t elements = 0;

    *touched = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        bool sector = false, element = false;
        for (uint32_t k = 0; k < i; k++) {
            bool row = at->rows[0][i] == at->rows[0][k] &&
                       at->rows[1][i] == at->rows[1][k];
            element |= row && at->own[i] == at->own[k];
            sector |= row && at->own[i] >> 5 == at->own[k] >> 5;
        }
        *touched += !sector;
        elements += !element;
    }
    *needed = (elements * size + SECTOR - 1) / SECTOR;
}

/* Blocks whose rows are shorter than a warp: true when that is all there is to
 * say. */
static bool check_narrow(memory *m, const pk_inst *inst, int64_t size) {
    int64_t step = step_of_threads(m, inst->args[0]);
    const uint32_t *block = m->warp.block;
    int64_t touched, needed;
    bool near;
    pk_lanes at;

    if (!block[0] || block[0] % WARP == 0)
        return false;
    if (!pk_lanes_find(&m->warp, inst->args[0], &at))
        return block[0] == 1;
    count_sectors(m, &at, size, &touched, &needed);
    if (touched < 2 * needed || touched < needed + 2 ||
        uses_row(m, inst->args[0]) || loops_over_row(inst->args[0]) ||
        (step > size && uses_all(m, inst->args[0], step)))
        return true;
    near = block[0] == 1 ||
           (at.rows[0][0] == at.rows[0][1] && at.rows[1][0] == at.rows[1][1] &&
            llabs(at.own[1] - at.own[0]) <= size);
    say(m, inst->loc, PK_E_uncoalesced,
        near ? "make the block 32 threads wide along x, or a multiple of it, "
               "and let the last index follow threadIdx.x"
             : row_hint(m, inst->args[0]),
        pk_arena_format(m->a->c->arena,
                        "in blocks of (%u, %u, %u), a warp accesses %lld "
                        "sectors of memory, of 32 bytes each, where %lld would "
                        "do",
                        block[0], block[1], block[2], (long long)touched,
                        (long long)needed));
    return true;
}

static const char *step_hint(const memory *m, const pk_value *address,
                             int64_t step) {
    const pk_param *array = array_of(m, address);

    if (array && pk_stride_axes(m->fn, array) == 1 &&
        array->value->type == address->type)
        return pk_arena_format(
            m->a->c->arena,
            "keep elements that are used together in an array of their own: "
            "%s[::%lld].copy()",
            array->name, (long long)step);
    return step >= WARP ? "let the last index follow threadIdx.x"
                        : "lay the array out so that neighbours lie next to "
                          "each other: an array for each field";
}

static void check_global(memory *m, const pk_inst *inst) {
    const pk_value *address = inst->args[0];
    int64_t size = pk_type_bytes(pk_type_elem(address->type));
    int64_t step = step_of_threads(m, address);

    if (check_narrow(m, inst, size) || !(vary(m, address) & PK_VARY_x))
        return;
    if (step > size && !uses_all(m, address, step))
        say(m, inst->loc, step >= WARP * size ? PK_E_uncoalesced : PK_E_strided,
            step_hint(m, address, step / size),
            format(m,
                   "neighbouring threads use elements that are %lld apart: "
                   "a warp moves %lld times the memory that it needs",
                   step / size, step / size > WARP ? WARP : step / size));
    if (step)
        return;
    switch (made_of(m, address, 0)) {
    case MADE_scaled: say_row(m, inst); break;
    case MADE_loaded:
        say(m, inst->loc, PK_E_gather, NULL,
            "the index comes from memory: neighbouring threads may use "
            "elements that lie far apart");
        break;
    case MADE_other: break;
    }
}

/* ---- shared memory ---- */

/* The threads of a warp that come to it: `if t < 8` leaves the others out. */
static uint32_t active_lanes(const memory *m, const pk_inst *inst) {
    uint32_t lanes = pk_warp_size(&m->warp);

    for (const pk_region *at = inst->parent; at && at->owner;
         at = at->owner->parent) {
        const pk_inst *test = at->owner->op == PK_OP_if && at->owner->body == at
                                  ? at->owner->args[0]->def
                                  : NULL;
        int64_t limit;

        if (!test || test->op != PK_OP_lt || !pk_is_const(test->args[1]) ||
            !test->args[0]->def || test->args[0]->def->op != PK_OP_thread_id ||
            test->args[0]->def->axis)
            continue;
        limit = pk_const_get_int(test->args[1]);
        if (limit >= 0 && limit < lanes)
            lanes = (uint32_t)limit;
    }
    return lanes;
}

/* How many of the threads that are served together want different words of one
 * bank: those whose elements are 128 bytes. */
static int64_t count_ways(uint32_t lanes, const pk_lanes *at, int64_t size) {
    uint32_t together = (uint32_t)(BANKS * BANK_BYTES / (size < 4 ? 4 : size));
    int64_t most = 0;

    for (uint32_t from = 0; from < lanes; from += together) {
        int64_t ways[BANKS] = {0};
        for (uint32_t i = from; i < from + together && i < lanes; i++) {
            int64_t word = at->own[i] >> 2, *bank = &ways[word & (BANKS - 1)];
            bool same = false;
            for (uint32_t k = from; k < i; k++)
                same |= at->own[k] >> 2 == word;
            *bank += !same;
            most = *bank > most ? *bank : most;
        }
    }
    return most;
}

static void check_shared(const memory *m, const pk_inst *inst) {
    const pk_value *address = inst->args[0];
    int64_t size = pk_type_bytes(pk_type_elem(address->type)), ways;
    int64_t step = llabs(pk_uniform_step(&m->uniform, address));
    const uint32_t *block = m->warp.block;
    const char *where = "";
    pk_lanes at;

    if (size > 16 || !pk_lanes_find(&m->warp, address, &at) || at.by[0] ||
        (step && step <= 2 * BANK_BYTES && (!block[0] || block[0] >= WARP)))
        return;
    ways = count_ways(active_lanes(m, inst), &at, size);
    if (ways < (step && (!block[0] || block[0] >= WARP) ? 2 : 3))
        return;
    if (block[0] && block[0] % WARP)
        where = pk_arena_format(m->a->c->arena, "in blocks of (%u, %u, %u), ",
                                block[0], block[1], block[2]);
    else if (!block[0] && (vary(m, address) & PK_VARY_rows))
        where = "in blocks 32 threads wide, ";
    say(m, inst->loc, PK_E_bank_conflict,
        "let neighbours use neighbouring elements, or make the rows one "
        "element longer: (32, 33) for (32, 32)",
        pk_arena_format(m->a->c->arena,
                        "%s%lld threads of a warp use different words of "
                        "one bank of shared memory: they are served one by "
                        "one",
                        where, (long long)ways));
}

/* Made of constants and of indices of short constant loops, which compilers of
 * GPUs unroll. */
static bool unrolls(const pk_value *v, int depth) {
    const pk_inst *def = v->def;

    if (v->kind == PK_VALUE_const)
        return true;
    if (!def || depth > MAX_LOOK)
        return false;
    if (v->kind != PK_VALUE_index && def->op != PK_OP_add &&
        def->op != PK_OP_sub && def->op != PK_OP_mul &&
        def->op != PK_OP_convert && def->op != PK_OP_wrap_index)
        return false;
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (v->kind == PK_VALUE_index
                ? !pk_is_const(def->args[i]) || def->args[i]->bits > WARP
                : !unrolls(def->args[i], depth + 1))
            return false;
    return true;
}

static void check_local(const memory *m, const pk_inst *inst) {
    const pk_value *address = inst->args[0];

    if (address->kind == PK_VALUE_result && address->def->op == PK_OP_elem &&
        !unrolls(address->def->args[1], 0))
        say(m, inst->loc, PK_E_local_indexed,
            "index with constants, or loop over a short constant range",
            "the index of a local array is not known when compiling: the "
            "array is in memory, not in registers");
}

/* ---- atomics ---- */

static bool is_atomic(pk_op op) {
    return op >= PK_OP_atomic_add && op <= PK_OP_atomic_cas &&
           op != PK_OP_atomic_cas && op != PK_OP_atomic_exch;
}

/* tid == 0, alone or with more: what is compared is made of ids. */
static bool picks_one(const memory *m, const pk_value *test, int depth) {
    const pk_inst *inst = test->kind == PK_VALUE_result ? test->def : NULL;
    pk_lanes lanes;
    int by;

    if (!inst || depth > MAX_LOOK)
        return false;
    if (inst->op == PK_OP_and)
        return picks_one(m, inst->args[0], depth + 1) ||
               picks_one(m, inst->args[1], depth + 1);
    if (inst->op != PK_OP_eq ||
        !vary(m, inst->args[0]) == !vary(m, inst->args[1]))
        return false;
    by = !vary(m, inst->args[0]);
    return pk_lanes_find(&m->warp, inst->args[by], &lanes);
}

static bool is_picked(const memory *m, const pk_inst *inst) {
    const pk_region *in = inst->parent;

    for (; in->owner; in = in->owner->parent)
        if (in->owner->op == PK_OP_if && in->owner->body == in &&
            picks_one(m, in->owner->args[0], 0))
            return true;
    return false;
}

typedef struct use {
    const pk_value *value;
    bool found;
} use;

static void look_for_use(pk_inst *inst, void *arg) {
    use *u = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        u->found |= inst->args[i] == u->value;
}

/* An atomic whose answer is used is a ticket: each thread needs its own, which
 * a sum of the block cannot replace. An addition of 0 reads the element. */
static void check_atomic(memory *m, const pk_inst *inst) {
    const pk_param *array = array_of(m, inst->args[0]);
    use u = {.value = inst->results[0]};

    if (pk_type_space(inst->args[0]->type) != PK_SPACE_global ||
        vary(m, inst->args[0]) || !array || array->arg == PK_REPORT_ARG ||
        m->looks == MAX_LOOK || is_picked(m, inst))
        return;
    m->looks++;
    pk_region_visit(m->fn->body, look_for_use, &u);
    if (u.found &&
        (inst->op != PK_OP_atomic_add || pk_is_const_int(inst->args[1], 0)))
        return;
    say(m, inst->loc, PK_E_atomic_contention,
        u.found ? "let one lane take the numbers for its warp: cuda.popc of a "
                  "ballot, one atomic, and a shuffle"
        : inst->op == PK_OP_atomic_add
            ? "add up in the block first, in shared memory or by shuffles; "
              "then one atomic for each block"
            : "let the block find its own first, in shared memory or by "
              "shuffles; then one atomic for each block",
        "all threads update the same element: they queue up");
}

static void check_inst(pk_inst *inst, void *arg) {
    memory *m = arg;

    if (is_atomic(inst->op))
        check_atomic(m, inst);
    if (inst->op != PK_OP_load && inst->op != PK_OP_store)
        return;
    switch (pk_type_space(inst->args[0]->type)) {
    case PK_SPACE_global: check_global(m, inst); break;
    case PK_SPACE_shared: check_shared(m, inst); break;
    case PK_SPACE_local: check_local(m, inst); break;
    default: break;
    }
}

static void look_for_rows(pk_inst *inst, void *arg) {
    memory *m = arg;

    m->in_rows |= inst->op == PK_OP_thread_id && inst->axis == 1;
}

void pk_advise_memory(const pk_adviser *a, pk_func *fn,
                      const uint32_t block[3]) {
    memory m = {.a = a, .fn = fn};

    m.warp = (pk_warp){.fn = fn,
                       .uniform = &m.uniform,
                       .block = {block[0], block[1], block[2]}};

    pk_region_visit(fn->body, look_for_rows, &m);
    if (pk_uniform_find(fn, a->c->arena, &m.uniform))
        pk_region_visit(fn->body, check_inst, &m);
}
