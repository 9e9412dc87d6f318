/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of host functions: memory with a count of owners.
 *
 * An object is an array of its own, whose bytes are known to be written or not.
 * One without owners stays for a while, so that a use of it is found, and so is
 * one owner too few. At the end of a launch each object that is left must have
 * as many owners as references to it were stored to memory: else one was
 * forgotten. Objects that the program has lent are adopted when they are first
 * met; what the launch did to their owners is done to them in the end. */
#include "base/counted.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/os/random_state.h"
#include "core/interp/machine.h"

#include <string.h>

enum { KEPT_BYTES = 1 << 26 }; /* of objects without owners */

typedef struct object {
    struct object *next;
    pk_counted *counted;
    const pk_inst *made_by;
    uint32_t array;  /* its number */
    uint32_t owners; /* 0: it is kept to find uses of it */
    uint32_t given;  /* references stored to memory */
    uint32_t before; /* owners that it had when the launch met it; 0: the launch
                        made it */
    uint8_t *init;   /* one for each byte */
} object;

typedef struct pk_machine_objects {
    object *live, **live_end;
    object *dead, **dead_end; /* in order of their ends */
    uint64_t dead_bytes;
    object lost;   /* stands for one for which there was no memory */
    object *spare; /* without memory: their arrays' numbers are free */
    uint32_t random[PK_RANDOM_STATES]; /* their arrays' numbers; 0: not used */
} pk_machine_objects;

static const pk_allocator *heap_of(const pk_machine *m) {
    return m->arena.allocator;
}

static pk_machine_objects *objects_of(pk_machine *m) {
    if (!m->objects) {
        m->objects = PK_NEW(&m->arena, pk_machine_objects);
        m->objects->live_end = &m->objects->live;
        m->objects->dead_end = &m->objects->dead;
    }
    return m->arena.failed ? NULL : m->objects;
}

/* ---- making ---- */

/* Frees what iterations of loops over prange did there. */
static void free_shadow(const pk_machine *m, pk_shadow *s) {
    for (uint64_t i = 0; s && i < s->page_count; i++) {
        if (!s->pages[i])
            continue;
        pk_heap_free(heap_of(m), s->pages[i]->rest,
                     PK_PAGE_CELLS * sizeof *s->pages[i]->rest);
        pk_heap_free(heap_of(m), s->pages[i], sizeof *s->pages[i]);
    }
    if (s)
        pk_heap_free(heap_of(m), s->pages, s->page_count * sizeof *s->pages);
    pk_heap_free(heap_of(m), s, sizeof *s);
}

pk_shadow *pk_machine_watch_object(pk_machine *m, pk_interp_array *array) {
    const uint32_t granule = m->least_elem && m->least_elem < array->elem
                                 ? m->least_elem
                                 : array->elem;
    const uint64_t bytes = (uint64_t)granule * PK_PAGE_CELLS;
    pk_shadow *s = pk_heap_new(heap_of(m), sizeof *s);

    if (s) {
        *s = (pk_shadow){.host = array->base,
                         .size = (uint64_t)array->high,
                         .granule = granule,
                         .watched = true,
                         .page_count = (uint64_t)array->high / bytes + 1,
                         .of_object = true};
        s->pages = pk_heap_new(heap_of(m), s->page_count * sizeof *s->pages);
    }
    if (s && s->pages)
        return s;
    pk_heap_free(heap_of(m), s, sizeof *s);
    if (m->status == PK_OK)
        m->status = pk_fail_no_memory(m->err);
    return NULL;
}

/* Owners that the memory itself counts. */
static uint32_t counted_owners(const object *o) {
    return o->before ? o->before : 1;
}

/* Frees what the machine knows of its memory. */
static void free_records(pk_machine *m, object *o) {
    free_shadow(m, m->arrays[o->array].shadow);
    m->arrays[o->array].shadow = NULL;
    pk_heap_free(heap_of(m), o->init, o->counted->size + 1);
}

static void free_memory(pk_machine *m, object *o) {
    free_records(m, o);
    for (uint32_t i = counted_owners(o); i-- > 0;)
        pk_counted_release(o->counted);
}

/* The memory of the object that ended first. */
static void drop_oldest(pk_machine *m) {
    pk_machine_objects *all = m->objects;
    object *oldest = all->dead;

    all->dead = oldest->next;
    if (!all->dead)
        all->dead_end = &all->dead;
    all->dead_bytes -= oldest->counted->size;
    free_memory(m, oldest);
    oldest->next = all->spare;
    all->spare = oldest;
}

/* An object with a number for its array. */
static object *take_object(pk_machine *m) {
    pk_machine_objects *all = m->objects;
    object *o = all->spare;

    if (!o && pk_machine_has_numbers(m, 1)) {
        o = PK_NEW(&m->arena, object);
        o->array = m->array_count++;
        return m->arena.failed ? NULL : o;
    }
    if (!o && all->dead)
        drop_oldest(m);
    o = all->spare;
    if (o)
        all->spare = o->next;
    return o;
}

static pk_counted *new_memory(const pk_machine *m, const pk_inst *inst,
                              uint64_t size) {
    if (inst->op == PK_OP_alloc_refs)
        return pk_counted_new_refs(heap_of(m), size,
                                   (uint32_t)inst->args[1]->bits,
                                   inst->args[2]->bits);
    return pk_counted_new(heap_of(m), size, inst->op == PK_OP_alloc_zero);
}

/* The object of counted memory, which `inst` makes or meets, with an array of
 * that element; NULL: there is no memory. */
static object *add_object(pk_machine *m, const pk_func *fn, const pk_inst *inst,
                          pk_counted *counted, uint32_t elem, bool written) {
    const uint64_t size = counted->size;
    uint8_t *init = pk_heap_new(heap_of(m), size + 1);
    object *o = init ? take_object(m) : NULL;

    if (!o) {
        pk_heap_free(heap_of(m), init, size + 1);
        return NULL;
    }
    if (written)
        memset(init, 1, size + 1);
    *o = (object){.counted = counted,
                  .made_by = inst,
                  .array = o->array,
                  .owners = 1,
                  .init = init};
    m->arrays[o->array] = (pk_interp_array){.name = "memory",
                                            .fn = fn,
                                            .space = PK_SPACE_global,
                                            .elem = elem,
                                            .base = pk_counted_data(counted),
                                            .high = (int64_t)size,
                                            .init = init};
    *m->objects->live_end = o;
    m->objects->live_end = &o->next;
    return o;
}

static object *make_object(pk_machine *m, const pk_machine_frame *f,
                           const pk_inst *inst, uint64_t size) {
    pk_counted *counted = new_memory(m, inst, size);
    object *o =
        counted
            ? add_object(m, f->fn, inst, counted,
                         pk_type_bytes(pk_type_elem(inst->results[1]->type)),
                         inst->op != PK_OP_alloc)
            : NULL;

    if (o)
        counted->mark = (uint64_t)(uintptr_t)o;
    else
        pk_counted_release(counted);
    return o;
}

static void run_alloc(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *sizes = pk_frame_value(m, f, inst->args[0]);
    uint64_t *refs = pk_frame_value(m, f, inst->results[0]);
    uint64_t *pointers = pk_frame_value(m, f, inst->results[1]);

    PK_EACH_THREAD(m, mask, t) {
        object *o = objects_of(m) && sizes[t] < UINT64_C(1) << 47
                        ? make_object(m, f, inst, sizes[t])
                        : NULL;
        refs[t] = o ? (uint64_t)(uintptr_t)o->counted : 0;
        pointers[t] = o ? pk_pointer_make(o->array, 0) : 0;
    }
}

/* ---- owners ---- */

/* One that the program has lent. Several machines may meet it at once, so that
 * none leaves its mark there. */
static object *adopt(pk_machine *m, const pk_inst *inst, pk_counted *counted) {
    pk_machine_objects *all = objects_of(m);
    object *o = all ? all->live : NULL;

    while (o && o->counted != counted)
        o = o->next;
    if (!o && all) {
        o = add_object(m, m->frames[0].fn, inst, counted, 8, true);
        if (o)
            o->before = o->owners = atomic_load(&counted->owners);
    }
    if (o)
        return o;
    pk_report(m, inst, PK_NO_MEMORY, "no memory for an object");
    if (!all)
        return NULL;
    all->lost =
        (object){.counted = counted, .made_by = inst, .owners = 1u << 30};
    return &all->lost;
}

static object *object_of(pk_machine *m, const pk_inst *inst, uint64_t ref) {
    pk_counted *counted = (pk_counted *)(uintptr_t)ref;

    return counted->mark ? (object *)(uintptr_t)counted->mark
                         : adopt(m, inst, counted);
}

static void end_object(pk_machine *m, object *o);

/* The memory of an object is an owner no more of what it refers to. */
static void give_back_refs(pk_machine *m, object *o) {
    uint64_t *word = pk_counted_data(o->counted);
    const uint64_t count = o->counted->size / sizeof *word;

    for (uint64_t i = 0; o->counted->words && i < count; i++) {
        object *held;
        const uint64_t at = i % o->counted->words;
        if (at >= 64 || !(o->counted->refs >> at & 1) || !word[i])
            continue;
        held = object_of(m, o->made_by, word[i]);
        if (!held)
            return;
        word[i] = 0;
        held->given--;
        if (--held->owners == 0)
            end_object(m, held);
    }
}

/* Its memory stays for a while. */
static void end_object(pk_machine *m, object *o) {
    pk_machine_objects *all = m->objects;
    object **link = &all->live;

    give_back_refs(m, o);
    while (*link != o)
        link = &(*link)->next;
    *link = o->next;
    if (all->live_end == &o->next)
        all->live_end = link;
    o->next = NULL;
    *all->dead_end = o;
    all->dead_end = &o->next;
    all->dead_bytes += o->counted->size;
    m->arrays[o->array].high = 0;
    m->arrays[o->array].given_back = true;
    while (all->dead_bytes > KEPT_BYTES)
        drop_oldest(m);
}

static void count_owner(pk_machine *m, const pk_inst *inst, uint64_t ref) {
    object *o = object_of(m, inst, ref);

    if (!o)
        return;
    if (!o->owners) {
        pk_report(m, inst, PK_INTERNAL,
                  "an object is %s that has no owner any more; it was made at "
                  "line %u",
                  inst->op == PK_OP_retain ? "retained" : "released",
                  o->made_by->loc.line);
        return;
    }
    o->owners += inst->op == PK_OP_retain ? 1u : UINT32_MAX;
    if (!o->owners)
        end_object(m, o);
}

static void find_memory(pk_machine *m, const pk_inst *inst,
                        const uint64_t *refs, uint64_t *out,
                        const pk_mask *mask) {
    PK_EACH_THREAD(m, mask, t) {
        const object *o = refs[t] ? object_of(m, inst, refs[t]) : NULL;
        out[t] = o ? pk_pointer_make(o->array, 0) : 0;
    }
}

/* ---- the program's memory ---- */

static const char of_program[] = "memory of the caller";

static bool has_address(const pk_interp_array *a, uint64_t address) {
    const uint64_t base = (uintptr_t)a->base;

    return a->name == of_program &&
           (address == base || address - base < (uint64_t)a->high);
}

/* The memory that the program gave and that has the address: parameters may
 * show less of it. Nothing where there is none, which has no elements then. */
static pk_interp_memory memory_at(const pk_machine *m, uint64_t address) {
    const pk_interp_config *c = m->config;

    for (uint32_t i = 0; i < c->memory_count; i++)
        if (address - (uintptr_t)c->memory[i].host < c->memory[i].size)
            return c->memory[i];
    return (pk_interp_memory){(void *)(uintptr_t)address, 0}; /* NOLINT */
}

/* How far the memory goes that the program keeps only its owner knows: as far
 * as offsets are computed. */
static pk_interp_memory memory_around(uint64_t address) {
    const uint64_t far = PK_POINTER_FAR / 2;
    const uint64_t low = address > far ? address - far : 0;

    return (pk_interp_memory){(void *)(uintptr_t)low, /* NOLINT */
                              address - low + far};
}

/* The address as a pointer into an array that is the memory around it. */
static uint64_t find_array(pk_machine *m, const pk_func *fn,
                           const pk_inst *inst, uint64_t address, bool kept) {
    pk_interp_memory memory;
    uint32_t i = 0;

    while (i < m->array_count && !has_address(&m->arrays[i], address))
        i++;
    if (i == m->array_count) {
        if (!pk_machine_has_numbers(m, 1)) {
            pk_report(m, inst, PK_LIMIT, "%s reaches too many arrays",
                      fn->name);
            return 0;
        }
        memory = memory_at(m, address);
        if (kept && !memory.size)
            memory = memory_around(address);
        m->arrays[m->array_count++] =
            (pk_interp_array){.name = of_program,
                              .fn = fn,
                              .space = PK_SPACE_global,
                              .elem = 1,
                              .base = memory.host,
                              .high = (int64_t)memory.size};
    }
    return pk_pointer_make(i,
                           (int64_t)(address - (uintptr_t)m->arrays[i].base));
}

static void find_pointers(pk_machine *m, const pk_machine_frame *f,
                          const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *addresses = pk_frame_value(m, f, inst->args[0]);
    const uint64_t *refs = pk_frame_value(m, f, inst->args[1]);
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);

    PK_EACH_THREAD(m, mask, t) {
        const object *o = refs[t] ? object_of(m, inst, refs[t]) : NULL;
        const uint64_t base = o ? (uintptr_t)pk_counted_data(o->counted) : 0;
        if (o && addresses[t] - base <= o->counted->size)
            out[t] = pk_pointer_make(o->array, (int64_t)(addresses[t] - base));
        else /* an owner of the program's keeps other memory */
            out[t] = find_array(m, f->fn, inst, addresses[t], o != NULL);
    }
}

/* Returns where the thread's generator is, which gets a number for its array;
 * 0: no memory. */
static uint64_t random_pointer(pk_machine *m, const pk_func *fn,
                               uint32_t which) {
    pk_machine_objects *all = objects_of(m);
    uint32_t number = all ? all->random[which] : 0;

    if (!all || (!number && !pk_machine_has_numbers(m, 1)))
        return 0;
    if (!number) {
        number = all->random[which] = m->array_count++;
        m->arrays[number] =
            (pk_interp_array){.name = "random state",
                              .fn = fn,
                              .space = PK_SPACE_global,
                              .elem = sizeof(uint32_t),
                              .base = (uint8_t *)pk_random_state(which),
                              .high = PK_RANDOM_WORDS * sizeof(uint32_t)};
    }
    return pk_pointer_make(number, 0);
}

static void find_sole(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *refs = pk_frame_value(m, f, inst->args[0]);
    const uint64_t *pointers = pk_frame_value(m, f, inst->args[1]);
    const uint64_t *bytes = pk_frame_value(m, f, inst->args[2]);
    uint64_t *out = pk_frame_value(m, f, inst->results[0]);

    PK_EACH_THREAD(m, mask, t) {
        const object *o = refs[t] ? object_of(m, inst, refs[t]) : NULL;
        out[t] = o && o->owners == 1 && o->counted->size == bytes[t] &&
                 pointers[t] == pk_pointer_make(o->array, 0);
    }
}

void pk_machine_object(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst, const pk_mask *mask) {
    const uint64_t *refs;

    if (pk_op_table[inst->op].rule == PK_RULE_ALLOC) {
        run_alloc(m, f, inst, mask);
        return;
    }
    if (inst->op == PK_OP_random_state) {
        uint64_t *out = pk_frame_value(m, f, inst->results[0]);
        const uint64_t pointer =
            random_pointer(m, f->fn, (uint32_t)inst->args[0]->bits);
        PK_EACH_THREAD(m, mask, t) {
            out[t] = pointer;
        }
        return;
    }
    if (inst->op == PK_OP_pointer) {
        find_pointers(m, f, inst, mask);
        return;
    }
    if (inst->op == PK_OP_sole) {
        find_sole(m, f, inst, mask);
        return;
    }
    refs = pk_frame_value(m, f, inst->args[0]);
    if (inst->op == PK_OP_memory) {
        find_memory(m, inst, refs, pk_frame_value(m, f, inst->results[0]),
                    mask);
        return;
    }
    PK_EACH_THREAD(m, mask, t) {
        if (refs[t])
            count_owner(m, inst, refs[t]);
    }
}

void pk_machine_give(pk_machine *m, const pk_inst *inst, uint64_t ref,
                     uint64_t old) {
    object *to = ref ? object_of(m, inst, ref) : NULL;
    object *from = old ? object_of(m, inst, old) : NULL;

    if (to)
        to->given++;
    if (from)
        from->given--;
}

/* ---- the end ---- */

/* The program gets as many owners as there are. */
static void hand_over(pk_machine *m, object *o) {
    for (uint32_t i = counted_owners(o); i < o->owners; i++)
        pk_counted_retain(o->counted);
    for (uint32_t i = o->owners; i < counted_owners(o); i++)
        pk_counted_release(o->counted);
    if (!o->before)
        o->counted->mark = 0;
    free_records(m, o);
}

/* The launch has failed, and its objects go; but where the program has lent
 * some that hold references, what the launch stored a reference to may be in
 * those. */
static void give_up(pk_machine *m, object *o, bool lent) {
    o->owners = o->before ? o->before : lent ? o->given : 0;
    if (o->owners) {
        hand_over(m, o);
        return;
    }
    o->counted->words = 0; /* the others are freed for themselves */
    free_memory(m, o);
}

void pk_machine_settle(pk_machine *m, const pk_func *fn) {
    pk_machine_objects *all = m->objects;
    bool lent = false;
    object *o;

    if (!all)
        return;
    for (o = all->live; o; o = o->next)
        lent = lent || (o->before && o->counted->words);
    for (o = all->live; o && m->status == PK_OK; o = o->next)
        if (o->owners != o->given + o->before)
            pk_report(m, o->made_by, PK_INTERNAL,
                      "%s leaves an object with %u owners, and %u were given "
                      "a reference to it",
                      fn->name, o->owners, o->given);
    for (o = all->live; o; o = o->next)
        if (m->status == PK_OK)
            hand_over(m, o);
        else
            give_up(m, o, lent);
    while (all->dead)
        drop_oldest(m);
}
