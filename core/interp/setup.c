/* SPDX-License-Identifier: Apache-2.0 */
/* Prepares a launch, before its first block: a frame of registers for each
 * function it can reach, with constants, parameters and addresses filled in,
 * and a table of all arrays with their bounds. */
#include "base/error.h"
#include "base/try.h"
#include "core/analysis/assigned.h"
#include "core/analysis/cas_reads.h"
#include "core/interp/machine.h"
#include "core/report.h"

#include <string.h>

/* Turns of loops that wait, until a block lets others run. */
enum { PATIENCE = 1 << 16 };

/* ---- memory of buffers ---- */

static bool overlap(const pk_shadow *a, const pk_interp_memory *b) {
    uintptr_t ab = (uintptr_t)a->host, bb = (uintptr_t)b->host;
    return ab < bb + b->size && bb < ab + a->size;
}

static void join(pk_shadow *a, const uint8_t *host, uint64_t size) {
    const uint8_t *end = a->host + a->size;

    end = host + size > end ? host + size : end;
    a->host = host < a->host ? (uint8_t *)host : a->host;
    a->size = (uint64_t)(end - a->host);
}

/* One shadow for all buffers that overlap: a race is about bytes, not names. */
static void add_memory(pk_machine *m, const pk_interp_memory *memory) {
    uint32_t into = UINT32_MAX, kept = 0;

    for (uint32_t i = 0; i < m->shadow_count; i++) {
        pk_shadow s = m->shadows[i];
        if (!overlap(&s, memory)) {
            m->shadows[kept++] = s;
        } else if (into == UINT32_MAX) {
            into = kept;
            join(&s, memory->host, memory->size);
            m->shadows[kept++] = s;
        } else {
            join(&m->shadows[into], s.host, s.size);
        }
    }
    if (into == UINT32_MAX)
        m->shadows[kept++] =
            (pk_shadow){.host = memory->host, .size = memory->size};
    m->shadow_count = kept;
}

static pk_shadow *find_shadow(pk_machine *m, const uint8_t *host) {
    for (uint32_t i = 0; i < m->shadow_count; i++)
        if (host >= m->shadows[i].host &&
            host < m->shadows[i].host + m->shadows[i].size)
            return &m->shadows[i];
    return NULL;
}

/* Cells lie at multiples of the granule, whatever the buffer begins with. */
static void make_pages(pk_machine *m, pk_shadow *s) {
    uint64_t before = (uintptr_t)s->host % 16, bytes;

    s->host -= before;
    s->size += before;
    s->granule = s->granule ? s->granule : 1;
    bytes = (uint64_t)s->granule * PK_PAGE_CELLS;
    s->page_count = s->size / bytes + 2;
    s->pages = pk_arena_array(&m->arena, s->page_count, sizeof *s->pages);
}

/* ---- bounds of parameters ---- */

static uint64_t read_param(const pk_machine *m, const pk_param *p) {
    uint64_t bits = 0;
    uint32_t size = pk_type_bytes(p->value->type);

    memcpy(&bits, (const uint8_t *)m->config->params + p->offset, size);
    return bits;
}

static int64_t read_extent(const pk_machine *m, const pk_param *p) {
    int64_t bits = (int64_t)read_param(m, p);
    return pk_type_bytes(p->value->type) == 4 ? (int32_t)bits : bits;
}

/* Finds a parameter of the array that `data` points to: those are behind it,
 * and in front of the next array of a tuple. */
static const pk_param *find_param(const pk_func *fn, const pk_param *data,
                                  pk_role role, uint32_t axis) {
    const pk_param *end = fn->params + fn->param_count;

    for (const pk_param *p = data + 1;
         p < end && p->arg == data->arg && p->role != PK_ROLE_data; p++)
        if (p->role == role && p->axis == axis)
            return p;
    return NULL;
}

/* The bytes that an array's shape and strides span. False when the function
 * does not say, or what it says makes no sense. */
static bool shape_bounds(const pk_machine *m, const pk_func *fn,
                         pk_interp_array *a) {
    int64_t low = 0, high = 0, total = 1, reach;
    const pk_param *shape, *stride = NULL;
    int64_t place = a->param->record ? (int64_t)a->param->record
                    : a->param->flags & PK_PARAM_pairs
                        ? 2 * (int64_t)a->elem
                        : (int64_t)a->elem; /* bytes */
    uint32_t axis = 0, strides = 0;
    bool bad = false, empty = false;

    for (; (shape = find_param(fn, a->param, PK_ROLE_shape, axis)); axis++) {
        int64_t n = read_extent(m, shape);
        stride = find_param(fn, a->param, PK_ROLE_stride, axis);
        empty |= n == 0;
        bad |= n < 0 || __builtin_mul_overflow(total, n, &total);
        if (!stride || n <= 0)
            continue;
        strides++;
        bad |= __builtin_mul_overflow(n - 1, read_extent(m, stride), &reach) ||
               __builtin_add_overflow(reach < 0 ? low : high, reach,
                                      reach < 0 ? &low : &high);
    }
    if (empty || !axis || bad || (strides && strides != axis)) {
        a->low = a->high = 0;
        return empty;
    }
    if (strides)
        bad = __builtin_add_overflow(high, place, &high);
    else
        bad = __builtin_mul_overflow(total, place, &high);
    a->low = low;
    a->high = high;
    return !bad;
}

/* Cuts the bounds down to the buffer that holds the array's first element. */
static void clip_bounds(pk_interp_array *a, bool shaped) {
    int64_t before, after;

    if (!a->shadow) {
        a->low = a->high = 0;
        return;
    }
    before = a->shadow->host - a->base;
    after = before + (int64_t)a->shadow->size;
    a->low = shaped && a->low > before ? a->low : before;
    a->high = shaped && a->high < after ? a->high : after;
}

/* Shadow cells have the size of the smallest element that is read or written.
 */
static void note_granule(const pk_machine *m, uint32_t elem,
                         uint32_t *granule) {
    elem = m->least_elem && m->least_elem < elem ? m->least_elem : elem;
    if (!*granule || elem < *granule)
        *granule = elem;
}

static void bind_data(pk_machine *m, const pk_func *fn, const pk_param *p,
                      pk_interp_array *a) {
    bool shaped;

    *a = (pk_interp_array){
        .name = p->name,
        .fn = fn,
        .param = p,
        .space = PK_SPACE_global,
        .elem = pk_type_bytes(pk_type_elem(p->value->type)),
        .readonly = p->flags & PK_PARAM_readonly,
        .base = (uint8_t *)(uintptr_t)read_param(m, p),
    };
    a->shadow = find_shadow(m, a->base);
    shaped = shape_bounds(m, fn, a);
    clip_bounds(a, shaped);
    if (a->shadow) {
        note_granule(m, a->elem, &a->shadow->granule);
        a->shadow->watched |= !a->readonly;
    }
    if (p->record)
        a->elem = p->record;
}

/* ---- declared arrays ---- */

typedef struct shared_layout {
    uint64_t used, tail_align; /* bytes so far; of arrays sized at launch */
    uint32_t granule;
} shared_layout;

static uint64_t round_up(uint64_t n, uint64_t to) {
    return (n + to - 1) / to * to;
}

/* First turn: where shared arrays lie. Offsets wait in `low`. */
static void place_shared(const pk_machine *m, pk_interp_array *a,
                         shared_layout *l) {
    const pk_storage *s = a->storage;
    uint64_t align = s->align > a->elem ? s->align : a->elem;

    note_granule(m, a->elem, &l->granule);
    if (!s->count) {
        l->tail_align = align > l->tail_align ? align : l->tail_align;
        return;
    }
    a->low = (int64_t)round_up(l->used, align);
    l->used = (uint64_t)a->low + s->count * a->elem;
}

/* Second turn: all of them get addresses in one piece of memory. */
static void bind_shared(pk_machine *m, shared_layout *l) {
    pk_shadow *shadow = &m->shadows[m->shadow_count];
    uint64_t tail = round_up(l->used, l->tail_align ? l->tail_align : 16);
    uint64_t slack = 4096; /* the most an array can ask to be aligned by */

    shadow->size = tail + m->config->shared_dynamic;
    shadow->host = pk_arena_alloc(&m->arena, shadow->size + slack);
    shadow->granule = l->granule;
    shadow->watched = true;
    if (m->arena.failed)
        return;
    shadow->host = (uint8_t *)round_up((uintptr_t)shadow->host, slack);
    for (uint32_t i = 0; i < m->array_count; i++) {
        pk_interp_array *a = &m->arrays[i];
        if (a->space != PK_SPACE_shared)
            continue;
        bool dynamic = !a->storage->count;
        a->base = shadow->host + (dynamic ? tail : (uint64_t)a->low);
        a->low = 0;
        a->high = dynamic ? (int64_t)m->config->shared_dynamic
                          : (int64_t)(a->storage->count * a->elem);
        a->shadow = shadow;
    }
}

static void bind_storage(pk_machine *m, const pk_func *fn, const pk_storage *s,
                         pk_interp_array *a, shared_layout *shared) {
    *a = (pk_interp_array){.name = s->name,
                           .fn = fn,
                           .storage = s,
                           .space = s->space,
                           .elem = pk_type_bytes(s->elem),
                           .readonly = s->space == PK_SPACE_constant};
    a->high = (int64_t)(s->count * a->elem);
    if (s->space == PK_SPACE_shared) {
        place_shared(m, a, shared);
    } else if (s->space == PK_SPACE_constant) {
        a->base = (uint8_t *)s->data;
    } else {
        a->pitch = round_up((uint64_t)a->high, 16);
        a->base = pk_arena_array(&m->arena, a->pitch, m->threads);
        a->init = pk_arena_array(&m->arena, a->pitch, m->threads);
    }
}

/* ---- frames ---- */

typedef struct collect {
    pk_machine *m;
    uint32_t capacity;
} collect;

static void collect_func(collect *c, const pk_func *fn);

/* Pointers that get elements of another type: records, views. */
static void note_elem(pk_machine *m, const pk_inst *inst) {
    uint32_t elem;

    if (inst->op != PK_OP_offset ||
        inst->results[0]->type == inst->args[0]->type)
        return;
    elem = pk_type_bytes(pk_type_elem(inst->results[0]->type));
    if (!m->least_elem || elem < m->least_elem)
        m->least_elem = elem;
}

static void collect_region(collect *c, const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        c->m->syncs_grid |= i->op == PK_OP_grid_sync;
        note_elem(c->m, i);
        if (i->callee)
            collect_func(c, i->callee);
        if (i->body)
            collect_region(c, i->body);
        if (i->other)
            collect_region(c, i->other);
    }
}

static void collect_func(collect *c, const pk_func *fn) {
    pk_machine *m = c->m;

    for (uint32_t i = 0; i < m->frame_count; i++)
        if (m->frames[i].fn == fn)
            return;
    if (m->frame_count == c->capacity)
        return; /* cannot be: as many as the module has functions */
    m->frames[m->frame_count++].fn = fn;
    m->array_count += fn->param_count;
    for (const pk_storage *s = fn->storages; s; s = s->next)
        m->array_count++;
    collect_region(c, fn->body);
}

static void splat(pk_machine *m, uint64_t *value, uint64_t bits) {
    for (uint32_t t = 0; t < m->threads; t++)
        value[t] = bits;
}

static void fill_constants(pk_machine *m, pk_machine_frame *f,
                           const pk_region *region, uint8_t *seen) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++) {
            const pk_value *v = i->args[k];
            if (v->kind == PK_VALUE_const && !seen[v->id]) {
                splat(m, pk_frame_value(m, f, v), v->bits);
                seen[v->id] = 1;
            }
        }
        if (i->body)
            fill_constants(m, f, i->body, seen);
        if (i->other)
            fill_constants(m, f, i->other, seen);
    }
}

static void note_sets(const pk_region *region, bool *set) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        if (i->op == PK_OP_set)
            set[i->local->id] = true;
        if (i->body)
            note_sets(i->body, set);
        if (i->other)
            note_sets(i->other, set);
    }
}

/* Which locals are variables that may be read too early. One that nothing
 * sets is the frontend's way to write a zero. */
static void watch_locals(pk_machine *m, pk_machine_frame *f) {
    const pk_func *fn = f->fn;
    bool *watched = pk_find_unset(fn, &m->arena);
    bool *set = pk_arena_array(&m->arena, fn->local_count, sizeof *set);

    f->unset = pk_arena_array(&m->arena, (size_t)fn->local_count * m->words, 8);
    if (m->arena.failed)
        return;
    note_sets(fn->body, set);
    for (uint32_t i = 0; i < fn->local_count; i++)
        watched[i] &= set[i];
    f->watched = watched;
}

static void make_registers(pk_machine *m, pk_machine_frame *f) {
    const pk_func *fn = f->fn;
    size_t threads = m->threads;
    uint8_t *seen = pk_arena_array(&m->arena, fn->value_count, 1);

    f->values = pk_arena_array(&m->arena, fn->value_count, threads * 8);
    f->locals = pk_arena_array(&m->arena, fn->local_count, threads * 8);
    if (!m->arena.failed)
        fill_constants(m, f, fn->body, seen);
}

static void make_frame(pk_machine *m, pk_machine_frame *f) {
    const pk_func *fn = f->fn;

    make_registers(m, f);
    if (!m->arena.failed)
        pk_code_make(m, f);
    f->compared = pk_find_cas_reads(fn, &m->arena);
    if (m->options && m->options->variables && fn->local_count)
        watch_locals(m, f);
    if (m->debug && !m->arena.failed)
        pk_debug_prepare(m, f);
}

/* ---- calls within calls of the same function ---- */

enum { MAX_BYTES = 1 << 29 }; /* that frames may fill */

bool pk_machine_has_numbers(pk_machine *m, uint32_t arrays) {
    uint32_t capacity = m->array_capacity ? m->array_capacity : m->array_count;
    pk_interp_array *larger;

    if (m->array_count + arrays >= 1u << (64 - PK_POINTER_BITS))
        return false;
    if (m->array_count + arrays <= capacity)
        return true;
    capacity = 2 * (capacity + arrays);
    larger = pk_arena_array(&m->arena, capacity, sizeof *larger);
    if (m->arena.failed)
        return false;
    memcpy(larger, m->arrays, m->array_count * sizeof *larger);
    m->arrays = larger;
    m->array_capacity = capacity;
    return true;
}

pk_machine_frame *pk_frame_deeper(pk_machine *m, pk_machine_frame *f) {
    const pk_func *fn = f->fn;
    pk_machine_frame *deeper = PK_NEW(&m->arena, pk_machine_frame);
    uint32_t arrays = 0;

    for (const pk_storage *s = fn->storages; s; s = s->next)
        arrays += s->space == PK_SPACE_local;
    if (m->arena.failed || m->arena.used > MAX_BYTES ||
        !pk_machine_has_numbers(m, arrays))
        return NULL;
    *deeper = *f;
    deeper->deeper = NULL;
    deeper->idle = NULL;
    make_registers(m, deeper);
    if (f->unset)
        deeper->unset =
            pk_arena_array(&m->arena, (size_t)fn->local_count * m->words, 8);
    if (m->debug && !m->arena.failed)
        pk_debug_prepare(m, deeper);
    for (const pk_storage *s = fn->storages; s && !m->arena.failed;
         s = s->next) {
        uint64_t bits = *pk_frame_value(m, f, s->value);
        if (s->space == PK_SPACE_local) {
            bits = pk_pointer_make(m->array_count, 0);
            bind_storage(m, fn, s, &m->arrays[m->array_count++], NULL);
        }
        splat(m, pk_frame_value(m, deeper, s->value), bits);
    }
    if (m->arena.failed)
        return NULL;
    f->deeper = deeper;
    return deeper;
}

/* ---- what the launch gives ---- */

static void bind_frame(pk_machine *m, pk_machine_frame *f, bool kernel,
                       shared_layout *shared) {
    const pk_func *fn = f->fn;

    for (uint32_t i = 0; kernel && i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];
        uint64_t bits;
        if (pk_type_is_ptr(p->value->type)) {
            bits = pk_pointer_make(m->array_count, 0);
            bind_data(m, fn, p, &m->arrays[m->array_count++]);
        } else {
            bits = read_param(m, p);
        }
        splat(m, pk_frame_value(m, f, p->value), bits);
    }
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        uint64_t bits = pk_pointer_make(m->array_count, 0);
        bind_storage(m, fn, s, &m->arrays[m->array_count++], shared);
        splat(m, pk_frame_value(m, f, s->value), bits);
    }
}

/* ---- the whole ---- */

static pk_status check_config(pk_machine *m, const pk_func *fn) {
    const pk_interp_config *c = m->config;
    uint64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (!c->grid[i] || !c->block[i])
            return pk_fail(m->err, PK_BAD_ARG,
                           "%s: grid and block must be at least 1", fn->name);
        threads = threads * c->block[i];
        if (c->block[i] > PK_INTERP_THREADS || threads > PK_INTERP_THREADS)
            return pk_fail(m->err, PK_BAD_ARG,
                           "%s: a block may have at most %d threads", fn->name,
                           PK_INTERP_THREADS);
        if (fn->block[i] && fn->block[i] != c->block[i])
            return pk_fail(m->err, PK_BAD_ARG,
                           "%s was made for blocks of %u x %u x %u", fn->name,
                           fn->block[0], fn->block[1], fn->block[2]);
    }
    if (!pk_func_is_entry(fn) || c->params_size != fn->params_size)
        return pk_fail(m->err, PK_BAD_ARG, "%s takes %u bytes of parameters",
                       fn->name, fn->params_size);
    m->threads = fn->form == PK_FORM_block   ? 1
                 : fn->form == PK_FORM_lanes ? ((uint32_t)threads + 31) / 32
                                             : (uint32_t)threads;
    m->words = (m->threads + 63) / 64;
    for (uint32_t t = 0; t < m->threads; t++)
        m->all.word[t / 64] |= UINT64_C(1) << t % 64;
    return PK_OK;
}

static uint32_t count_funcs(const pk_ir *ir) {
    uint32_t n = 0;

    for (const pk_func *f = ir->funcs; f; f = f->next)
        n++;
    return n;
}

static pk_status make_tables(pk_machine *m, const pk_func *fn) {
    collect c = {.m = m, .capacity = count_funcs(fn->ir)};
    uint32_t memory = m->config->memory_count;

    m->frames = pk_arena_array(&m->arena, c.capacity, sizeof *m->frames);
    m->shadows =
        pk_arena_array(&m->arena, (size_t)memory + 1, sizeof *m->shadows);
    if (m->arena.failed)
        return pk_fail_no_memory(m->err);
    collect_func(&c, fn);
    for (uint32_t i = 0; i < memory; i++)
        if (m->config->memory[i].size)
            add_memory(m, &m->config->memory[i]);
    m->shadows[m->shadow_count] = (pk_shadow){0};
    if (m->array_count >= 1 << (64 - PK_POINTER_BITS))
        return pk_fail(m->err, PK_LIMIT, "%s reaches too many arrays",
                       fn->name);
    m->arrays = pk_arena_array(&m->arena, m->array_count, sizeof *m->arrays);
    return m->arena.failed ? pk_fail_no_memory(m->err) : PK_OK;
}

static void make_root(pk_machine *m) {
    m->root = PK_NEW(&m->arena, pk_machine_call);
    *m->root = (pk_machine_call){
        .frame = m->frames,
        .calls = pk_arena_array(&m->arena, m->frames->call_count,
                                sizeof *m->root->calls)};
    m->spans =
        pk_arena_array(&m->arena, (m->threads + 1) / 2, sizeof *m->spans);
}

pk_status pk_machine_init(pk_machine *m, const pk_func *fn) {
    shared_layout shared = {0};

    PK_TRY(check_config(m, fn));
    PK_TRY(pk_report_refuse(fn->ir, m->err));
    PK_TRY(make_tables(m, fn));
    m->array_count = 0;
    for (uint32_t i = 0; i < m->frame_count; i++) {
        make_frame(m, &m->frames[i]);
        if (!m->arena.failed)
            bind_frame(m, &m->frames[i], i == 0, &shared);
        if (m->arena.failed)
            return pk_fail_no_memory(m->err);
    }
    bind_shared(m, &shared);
    for (uint32_t i = 0; i <= m->shadow_count; i++)
        make_pages(m, &m->shadows[i]);
    make_root(m);
    return m->arena.failed ? pk_fail_no_memory(m->err) : PK_OK;
}

void pk_machine_finish(pk_machine *m) {
    pk_order_end(m);
    pk_arena_finish(&m->arena);
}

void pk_machine_begin_block(pk_machine *m, uint64_t number) {
    const uint32_t *grid = m->config->grid;

    m->block_number = number;
    m->block[0] = (uint32_t)(number % grid[0]);
    m->block[1] = (uint32_t)(number / grid[0] % grid[1]);
    m->block[2] = (uint32_t)(number / grid[0] / grid[1]);
    m->live = m->all;
    pk_order_begin(m);
    m->patience = PATIENCE;
    m->blamed = PK_INTERP_THREADS;
    pk_groups_begin(m);
    pk_machine_enter(m, m->frames);
}
