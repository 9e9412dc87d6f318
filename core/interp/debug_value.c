/* SPDX-License-Identifier: Apache-2.0 */
/* Values of variables, put together from the operands of `debug` operations by
 * what their words say (docs/ir.md). */
#include "core/interp/machine.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const pk_machine *m;
    pk_arena *arena;
    const char *text; /* what is left of the words */
    const uint64_t *values;
    uint32_t thread, part;
} reader;

static uint64_t take(reader *r) {
    return r->values[(size_t)r->part++ * r->m->threads + r->thread];
}

static bool accept(reader *r, const char *word) {
    size_t length = strlen(word);

    if (strncmp(r->text, word, length) != 0)
        return false;
    r->text += length;
    return true;
}

static uint32_t take_number(reader *r) {
    char *end;
    uint32_t number = (uint32_t)strtoul(r->text, &end, 10);

    r->text = end;
    return number;
}

/* The words up to a mark, which is left out. */
static const char *take_until(reader *r, char mark) {
    size_t length = strcspn(r->text, (char[]){mark, 0});
    const char *word = pk_arena_text(r->arena, r->text, length);

    r->text += length + (r->text[length] == mark);
    return word;
}

/* N:words and a space. */
static const char *take_counted(reader *r) {
    uint32_t length = take_number(r);
    const char *words = pk_arena_text(r->arena, r->text + 1, length);

    r->text += length + 2;
    return words;
}

/* ---- memory ---- */

/* The bytes from the address on that an array spans; false when it is empty. */
static bool find_span(const pk_debug_value *v, int64_t size, int64_t *low,
                      int64_t *high) {
    *low = 0;
    *high = size;
    for (uint32_t i = 0; i < v->count; i++) {
        int64_t reach;
        if (v->shape[i] <= 0 ||
            __builtin_mul_overflow(v->shape[i] - 1, v->strides[i], &reach) ||
            __builtin_add_overflow(reach < 0 ? *low : *high, reach,
                                   reach < 0 ? low : high))
            return false;
    }
    return true;
}

static void *find_data(const reader *r, uint64_t pointer,
                       const pk_debug_value *v, uint32_t size) {
    const pk_interp_array *a = &r->m->arrays[pointer >> PK_POINTER_BITS];
    int64_t offset = pk_pointer_offset(pointer), low, high;

    if (pointer >> PK_POINTER_BITS >= r->m->array_count || !a->base ||
        !find_span(v, size, &low, &high) || offset + low < a->low ||
        offset + high > a->high)
        return NULL;
    return a->base + offset +
           (a->space == PK_SPACE_local ? r->thread * a->pitch : 0);
}

/* The strides of a C or Fortran array follow from its shape. */
static void set_strides(reader *r, char layout, uint32_t size,
                        const int64_t *shape, int64_t *strides,
                        uint32_t count) {
    int64_t stride = size;

    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = layout == 'F' ? n : count - 1 - n;
        strides[i] = layout == 'A' ? (int64_t)take(r) : stride;
        stride *= shape[i] > 0 ? shape[i] : 1;
    }
}

/* Shared memory that the launch sizes has no extent in the kernel. */
static int64_t find_extent(const reader *r, uint64_t pointer, uint32_t size) {
    const pk_interp_array *a = &r->m->arrays[pointer >> PK_POINTER_BITS];

    return a->storage && !a->storage->count && a->high > 0 && size
               ? (a->high - pk_pointer_offset(pointer)) / size
               : 0;
}

static void read_array(reader *r, pk_debug_value *v) {
    uint32_t count = take_number(r), size;
    char layout = *r->text++;
    uint64_t pointer = take(r);
    int64_t *shape = pk_arena_array(r->arena, count + 1u, sizeof *shape);
    int64_t *strides = pk_arena_array(r->arena, count + 1u, sizeof *strides);

    v->kind = PK_DEBUG_ARRAY;
    size = take_number(r);
    r->text++;
    v->format = take_counted(r);
    if (r->arena->failed)
        return;
    for (uint32_t i = 0; i < count; i++)
        shape[i] = (int64_t)take(r);
    if (count == 1 && !shape[0])
        shape[0] = find_extent(r, pointer, size);
    set_strides(r, layout, size, shape, strides, count);
    v->count = count;
    v->shape = shape;
    v->strides = strides;
    v->data = find_data(r, pointer, v, size);
}

static void read_record(reader *r, pk_debug_value *v) {
    uint32_t size = take_number(r);

    r->text++;
    v->kind = PK_DEBUG_RECORD;
    v->format = take_counted(r);
    v->data = find_data(r, take(r), v, size);
}

/* ---- the rest ---- */

static pk_dtype read_dtype(reader *r) {
    const char *name = take_until(r, ' ');

    for (int type = PK_TYPE_bool; !r->arena->failed && type < PK_TYPE_COUNT;
         type++)
        if (!strcmp(pk_type_name((pk_type)type), name))
            return (pk_dtype)type; /* the tables have the same rows */
    return PK_DTYPE_void;
}

static void read_value(reader *r, pk_debug_value *v);

/* Items up to the parenthesis that ends them; counted the first time. */
static void read_items(reader *r, pk_debug_value *v, bool named) {
    enum { MOST = 4096 };
    pk_debug_value *items;
    uint32_t count = 0, capacity = 0;

    for (items = NULL; !accept(r, ") ") && *r->text && count < MOST; count++) {
        if (count == capacity) {
            pk_debug_value *more;
            capacity = capacity ? 2 * capacity : 4;
            more = pk_arena_array(r->arena, capacity, sizeof *more);
            if (r->arena->failed)
                return;
            if (count)
                memcpy(more, items, count * sizeof *more);
            items = more;
        }
        items[count].name = named ? take_until(r, '=') : "";
        read_value(r, &items[count]);
    }
    v->items = items;
    v->count = count;
}

/* None, or a value: operands are there for both. */
static void read_optional(reader *r, pk_debug_value *v) {
    bool given = take(r) != 0;

    read_value(r, v);
    if (!given)
        v->kind = PK_DEBUG_NONE;
}

static void read_value(reader *r, pk_debug_value *v) {
    v->type = v->class_name = v->format = "";
    if (!v->name)
        v->name = "";
    if (accept(r, "none ")) {
        v->kind = PK_DEBUG_NONE;
    } else if (accept(r, "(")) {
        v->kind = PK_DEBUG_TUPLE;
        v->class_name = take_until(r, ' ');
        read_items(r, v, v->class_name && *v->class_name);
    } else if (accept(r, "?")) {
        read_optional(r, v);
    } else if (accept(r, "array.")) {
        read_array(r, v);
    } else if (accept(r, "record.")) {
        read_record(r, v);
    } else if (accept(r, "other.")) {
        v->kind = PK_DEBUG_OTHER;
        r->part += take_number(r);
        accept(r, " ");
    } else {
        if (accept(r, "member.")) /* of an enumeration; shown by its number */
            (void)take_counted(r);
        v->kind = accept(r, "complex.") ? PK_DEBUG_COMPLEX : PK_DEBUG_NUMBER;
        v->dtype = read_dtype(r);
        v->bits[0] = take(r);
        if (v->kind == PK_DEBUG_COMPLEX)
            v->bits[1] = take(r);
    }
}

const char *pk_debug_name(const pk_inst *set, size_t *length) {
    const char *name = set->text + 4; /* "set ", "del " */

    *length = strcspn(name, " ");
    return name;
}

void pk_debug_read(const pk_machine *m, const pk_debug_note *note,
                   const char *name, uint32_t thread, pk_arena *arena,
                   pk_debug_value *out) {
    size_t length;
    const char *words = pk_debug_name(note->inst, &length);
    reader r = {.m = m,
                .arena = arena,
                .text = words + length + 1,
                .values = note->values,
                .thread = thread};
    const char *type = take_counted(&r);

    *out = (pk_debug_value){.name = name};
    read_value(&r, out);
    out->type = type;
}
