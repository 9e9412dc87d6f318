/* SPDX-License-Identifier: Apache-2.0 */
/* Results of host functions: from the words that say how one is spread, and
 * its parts in memory. */
#include "runtime/host/result.h"

#include "base/counted.h"
#include "portkern/types.h"

#include <stdlib.h>
#include <string.h>

/* Reads words, and with `parts` the values that they are about. */
typedef struct reader {
    const char *words;
    const char *parts; /* NULL: only `at` is wanted */
    size_t at;
    pk_arena *arena;   /* of lists; NULL: nobody looks at the result */
    bool drops;        /* references are given back */
    bool words_of_8;   /* each part is a word: in a list */
    bool has_tables;   /* dicts were read, whose tables nobody looks at: they */
    bool drops_tables; /* ... are given back when all has been read */
} reader;

/* Words are read where there is time: results of most calls are read directly,
 * and code that is not copied into each reader is smaller by half. */
#define ONCE __attribute__((noinline))

ONCE static bool accept(reader *r, const char *word) {
    size_t length = strlen(word);

    if (strncmp(r->words, word, length) != 0)
        return false;
    r->words += length;
    return true;
}

static uint32_t take_number(reader *r) {
    char *end;
    uint32_t number = (uint32_t)strtoul(r->words, &end, 10);

    r->words = end;
    return number;
}

/* The words up to a mark, which is left out. */
ONCE static const char *take_until(reader *r, char mark) {
    size_t length = strcspn(r->words, (char[]){mark, 0});
    const char *word =
        r->arena ? pk_arena_text(r->arena, r->words, length) : "";

    r->words += length + (r->words[length] == mark);
    return word;
}

ONCE static uint64_t take(reader *r, uint32_t bytes) {
    uint64_t bits = 0;

    r->at = (r->at + bytes - 1) / bytes * bytes;
    if (r->parts)
        memcpy(&bits, r->parts + r->at, bytes);
    r->at += r->words_of_8 ? 8 : bytes;
    return bits;
}

/* ---- numbers ---- */

/* Reads a type by two letters of its name, for every call does it. */
ONCE static pk_type take_type(reader *r) {
    static const pk_type types[3][4] = {
        {PK_TYPE_i8, PK_TYPE_i16, PK_TYPE_i32, PK_TYPE_i64},
        {PK_TYPE_u8, PK_TYPE_u16, PK_TYPE_u32, PK_TYPE_u64},
        {PK_TYPE_void, PK_TYPE_f16, PK_TYPE_f32, PK_TYPE_f64}};
    const char kind = *r->words;
    int row, column;

    if (kind == 'b') {
        r->words += sizeof "bool";
        return PK_TYPE_bool;
    }
    row = kind == 'i' ? 0 : kind == 'u' ? 1 : 2;
    switch (kind ? r->words[1] : 0) {
    case '8': column = 0; break;
    case '1': column = 1; break;
    case '3': column = 2; break;
    case '6': column = 3; break;
    default: return PK_TYPE_void;
    }
    r->words += column ? sizeof "i16" : sizeof "i8";
    return types[row][column];
}

static double widened_half(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023) / 1024, value;

    if (exponent == 31)
        value = bits & 1023 ? (double)__builtin_nanf("") : __builtin_inf();
    else
        value = exponent ? __builtin_ldexp(1 + fraction, exponent - 15)
                         : __builtin_ldexp(fraction, -14);
    return bits >> 15 ? -value : value;
}

static double widened(pk_type type, uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    double wide;
    float narrow;

    if (type == PK_TYPE_f16)
        return widened_half(bits);
    memcpy(&narrow, &word, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return type == PK_TYPE_f32 ? (double)narrow : wide;
}

static void set_number(pk_type type, uint64_t bits, uint32_t bytes,
                       pk_result *out) {
    const uint32_t unused = 64 - 8 * bytes;

    out->kind = PK_RESULT_NUMBER;
    out->dtype = (pk_dtype)type; /* the tables have the same rows */
    if (pk_type_is_float(type))
        out->f64 = widened(type, bits);
    else if (pk_type_is_signed(type))
        out->i64 = (int64_t)(bits << unused) >> unused;
    else if (type == PK_TYPE_bool)
        out->boolean = bits != 0;
    else
        out->u64 = bits;
}

static void read_number(reader *r, pk_result *out) {
    pk_type type = take_type(r);
    uint32_t bytes = pk_type_bytes(type) ? pk_type_bytes(type) : 8;

    set_number(type, take(r, bytes), bytes, out);
}

static void read_complex(reader *r, pk_result *out) {
    pk_type type = take_type(r);
    const uint32_t bytes = type == PK_TYPE_f32 ? 4 : 8;

    out->kind = PK_RESULT_COMPLEX;
    out->dtype = type == PK_TYPE_f32 ? PK_DTYPE_c64 : PK_DTYPE_c128;
    for (int i = 0; i < 2; i++)
        out->complex128[i] = widened(type, take(r, bytes));
}

/* ---- arrays ---- */

static void set_strides(reader *r, char layout, uint32_t bytes,
                        const int64_t *shape, int64_t *strides,
                        uint32_t count) {
    int64_t stride = bytes;

    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = layout == 'F' ? n : count - 1 - n;
        if (layout == 'A') {
            strides[n] = (int64_t)take(r, 8);
        } else {
            strides[i] = stride;
            stride *= shape[i];
        }
    }
}

/* The format of elements; gives their bytes. */
static uint32_t read_format(reader *r, pk_result *out) {
    uint32_t bytes = take_number(r), length;

    r->words++;
    length = take_number(r);
    r->words++;
    out->dtype = PK_DTYPE_void;
    if (r->arena) {
        out->format = pk_arena_text(r->arena, r->words, length);
        if (!r->arena->failed)
            pk_dtype_parse(out->format, &out->dtype);
    }
    r->words += length + 1;
    return bytes;
}

static void read_array(reader *r, pk_result *out) {
    int64_t unused[PK_MAX_NDIM + 1], *shape = unused, *strides = unused;
    uint32_t count = take_number(r), bytes;
    char layout = *r->words++;
    uint64_t data = take(r, 8);

    bytes = read_format(r, out);
    if (r->arena) {
        shape = pk_arena_array(r->arena, count + 1u, sizeof *shape);
        strides = pk_arena_array(r->arena, count + 1u, sizeof *strides);
    }
    if (r->arena && r->arena->failed)
        return;
    if (count > PK_MAX_NDIM)
        count = PK_MAX_NDIM;
    for (uint32_t i = 0; i < count; i++)
        shape[i] = (int64_t)take(r, 8);
    set_strides(r, layout, bytes, shape, strides, count);
    out->kind = PK_RESULT_ARRAY;
    out->count = count;
    out->shape = shape;
    out->strides = strides;
    out->data = (void *)(uintptr_t)data; /* NOLINT: an address */
    out->memory = (pk_kept_memory *)(uintptr_t)take(r, 8); /* NOLINT: too */
    if (r->drops)
        pk_counted_release((pk_counted *)out->memory);
}

/* ---- lists ---- */

static void read_result(reader *r, pk_result *out);

/* A list's memory has its words: its items, and how many there are. */
static pk_counted *take_list(reader *r, pk_counted **items, int64_t *length) {
    pk_counted *list = (pk_counted *)(uintptr_t)take(r, 8); /* NOLINT: a ref */

    if (r->arena && list) {
        memcpy(items, pk_counted_data(list), sizeof *items);
        memcpy(length, (char *)pk_counted_data(list) + 8, sizeof *length);
    }
    if (r->drops)
        pk_counted_release(list);
    return list;
}

/* A list of numbers. */
static void read_flat_list(reader *r, pk_result *out) {
    uint32_t bytes = read_format(r, out);
    pk_counted *items = NULL, *list;
    int64_t *sizes, length = 0;

    list = take_list(r, &items, &length);
    sizes = r->arena ? pk_arena_array(r->arena, 2, sizeof *sizes) : NULL;
    if (!sizes)
        return;
    sizes[0] = length;
    sizes[1] = bytes;
    out->kind = PK_RESULT_LIST;
    out->count = 1;
    out->shape = sizes;
    out->strides = sizes + 1;
    out->data = items ? pk_counted_data(items) : NULL;
    out->memory = (pk_kept_memory *)list;
}

/* A list of other values, each of as many words as it has parts. What they
 * refer to the list keeps. */
static void read_list(reader *r, pk_result *out) {
    reader item = {.words = r->words, .arena = r->arena, .words_of_8 = true};
    const char *words = r->words;
    pk_counted *items = NULL, *list;
    int64_t length = 0;
    pk_result unused, *all;

    list = take_list(r, &items, &length);
    item.arena = NULL;
    read_result(&item, &unused);
    r->words = item.words;
    item.arena = r->arena;
    all = r->arena ? pk_arena_array(r->arena, (size_t)length + 1, sizeof *all)
                   : NULL;
    item.parts = items ? pk_counted_data(items) : NULL;
    item.at = 0;
    for (int64_t i = 0; all && i < length && !r->arena->failed; i++) {
        item.words = words;
        read_result(&item, &all[i]);
    }
    if (!all)
        return;
    out->kind = PK_RESULT_LIST;
    out->count = (uint32_t)length;
    out->items = all;
    out->memory = (pk_kept_memory *)list;
}

/* ---- dicts and sets ---- */

/* Two lists: entries, those without a first number are gone, and a table, which
 * only functions look into. */
static void read_dict(reader *r, pk_result *out) {
    const bool is_set = *r->words++ == 's', drops = r->drops;
    uint32_t live = 0;
    pk_result table;

    read_result(r, out);
    r->drops |= r->drops_tables;
    read_result(r, &table);
    r->drops = drops;
    r->has_tables = true;
    if (!r->arena)
        return;
    for (uint32_t i = 0; out->items && i < out->count; i++)
        if (out->items[i].items && out->items[i].items[0].i64)
            out->items[live++] = out->items[i];
    out->count = live;
    out->kind = is_set ? PK_RESULT_SET : PK_RESULT_DICT;
}

/* ---- the rest ---- */

enum { ITEMS_MAX = 4096 };

static uint32_t count_items(const reader *r, bool named) {
    reader ahead = {.words = r->words};
    uint32_t count = 0;
    pk_result item;

    for (; !accept(&ahead, ") ") && *ahead.words && count < ITEMS_MAX;
         count++) {
        if (named)
            take_until(&ahead, '=');
        read_result(&ahead, &item);
    }
    return count;
}

static void read_tuple(reader *r, pk_result *out) {
    const bool named = *r->words != ' ';
    pk_result unused, *items = &unused;
    uint32_t count;

    out->class_name = take_until(r, ' ');
    count = count_items(r, named);
    if (r->arena)
        items = pk_arena_array(r->arena, count + 1u, sizeof *items);
    if (r->arena && r->arena->failed)
        return;
    for (uint32_t i = 0; i < count; i++) {
        pk_result *item = r->arena ? &items[i] : items;
        const char *name = named ? take_until(r, '=') : "";
        read_result(r, item);
        item->name = name;
    }
    accept(r, ") ");
    out->kind = PK_RESULT_TUPLE;
    out->count = count;
    out->items = items;
}

static const char *take_counted(reader *r) {
    const uint32_t length = take_number(r);
    const char *words;

    r->words++;
    words = r->arena ? pk_arena_text(r->arena, r->words, length) : "";
    r->words += length + 1;
    return words;
}

/* A member of an enumeration, by its number. */
static void read_member(reader *r, pk_result *out) {
    const char *name = take_counted(r);

    read_number(r, out);
    out->class_name = name;
}

/* An object, by its memory. */
static void read_object(reader *r, pk_result *out) {
    out->class_name = take_counted(r);
    out->kind = PK_RESULT_OBJECT;
    out->memory = (pk_kept_memory *)(uintptr_t)take(r, 8); /* NOLINT: a ref */
    if (r->drops)
        pk_counted_release((pk_counted *)out->memory);
}

/* None, or a value: parts are there for both. */
static void read_optional(reader *r, pk_result *out) {
    bool given = take(r, 1) != 0;

    read_result(r, out);
    if (!given)
        *out = (pk_result){
            .kind = PK_RESULT_NONE, .name = "", .class_name = "", .format = ""};
}

static void read_result(reader *r, pk_result *out) {
    *out = (pk_result){.name = "", .class_name = "", .format = ""};
    switch (*r->words) { /* before any word is compared: most are numbers */
    case 'n': accept(r, "none "); break;
    case '(':
        accept(r, "(");
        read_tuple(r, out);
        break;
    case '?':
        accept(r, "?");
        read_optional(r, out);
        break;
    case 'a':
        accept(r, "array.");
        read_array(r, out);
        break;
    case 'l':
        if (accept(r, "list.")) {
            read_flat_list(r, out);
        } else {
            accept(r, "list:");
            read_list(r, out);
        }
        break;
    case 't':
        accept(r, "tlist.");
        read_flat_list(r, out);
        out->kind = PK_RESULT_TEXT;
        break;
    case 'd':
        accept(r, "d");
        read_dict(r, out);
        break;
    case 'm':
        accept(r, "member.");
        read_member(r, out);
        break;
    case 'o':
        accept(r, "object.");
        read_object(r, out);
        break;
    case 'c':
        accept(r, "complex.");
        read_complex(r, out);
        break;
    default: read_number(r, out); break;
    }
}

static bool is_number(const char *words) {
    return *words && strchr("biuf", *words);
}

pk_direct_result pk_result_direct(const char *words) {
    pk_direct_result direct = {.size = (uint32_t)pk_result_size(words)};
    reader r = {.words = words};
    uint32_t count = 0;

    direct.is_generator = strcmp(words, "object.9:generator ") == 0;
    if (is_number(words)) {
        direct.is_number = true;
        direct.types[0] = (uint8_t)take_type(&r);
    } else if (accept(&r, "( ")) {
        while (is_number(r.words) && count < PK_DIRECT_ITEMS)
            direct.types[count++] = (uint8_t)take_type(&r);
        if (accept(&r, ") "))
            direct.count = (uint8_t)count;
    }
    return direct;
}

/* Member by member: the whole struct, cleared, takes longer than the call. */
static void clear_rest(pk_result *out) {
    out->count = 0;
    out->items = NULL;
    out->name = out->class_name = out->format = "";
    out->shape = out->strides = NULL;
    out->data = NULL;
    out->memory = NULL;
    out->block = NULL;
}

void pk_result_read_number(pk_type type, const void *parts, pk_result *out) {
    uint64_t bits;

    memcpy(&bits, parts, sizeof bits); /* what is behind it, too */
    bits &= UINT64_MAX >> (64 - 8 * pk_type_bytes(type));
    out->complex128[1] = 0;
    set_number(type, bits, pk_type_bytes(type), out);
    clear_rest(out);
}

void pk_result_read_generator(const void *parts, pk_result *out) {
    clear_rest(out);
    out->kind = PK_RESULT_OBJECT;
    out->dtype = PK_DTYPE_void;
    out->u64 = 0;
    out->class_name = "generator";
    memcpy(&out->memory, parts, sizeof out->memory);
}

void pk_result_read_numbers(const pk_direct_result *direct, const char *parts,
                            pk_result *out) {
    size_t at = 0;

    for (uint32_t i = 0; i < direct->count; i++) {
        const pk_type type = (pk_type)direct->types[i];
        const size_t bytes = pk_type_bytes(type);
        at = (at + bytes - 1) / bytes * bytes;
        pk_result_read_number(type, parts + at, &out[i]);
        at += bytes;
    }
}

size_t pk_result_size(const char *words) {
    reader r = {.words = words};
    pk_result unused;

    while (*r.words)
        read_result(&r, &unused);
    return r.at;
}

bool pk_result_next(pk_result_cursor *cursor, pk_arena *arena, pk_result *out) {
    reader r = {.words = cursor->words,
                .parts = cursor->parts,
                .at = cursor->at,
                .arena = arena};

    read_result(&r, out);
    if (arena && arena->failed) {
        *out = (pk_result){.kind = PK_RESULT_NONE};
        pk_result_drop_next(cursor);
        return false;
    }
    if (r.has_tables) {
        reader tables = {.words = cursor->words,
                         .parts = cursor->parts,
                         .at = cursor->at,
                         .drops_tables = true};
        pk_result unused;
        read_result(&tables, &unused);
    }
    cursor->words = r.words;
    cursor->at = r.at;
    return true;
}

bool pk_result_is_list_of(const pk_result_cursor *cursor, const void *words,
                          size_t count, size_t bytes) {
    pk_arena unused;
    reader r = {.parts = cursor->parts, .at = cursor->at, .arena = &unused};
    pk_counted *items = NULL;
    int64_t length = 0;

    return take_list(&r, &items, &length) && (size_t)length == count &&
           (!bytes || !memcmp(pk_counted_data(items), words, bytes));
}

void pk_result_drop_next(pk_result_cursor *cursor) {
    reader r = {.words = cursor->words,
                .parts = cursor->parts,
                .at = cursor->at,
                .drops = true};
    pk_result unused;

    read_result(&r, &unused);
    cursor->words = r.words;
    cursor->at = r.at;
}

void pk_result_drop(pk_result *result) {
    for (uint32_t i = 0; result->kind == PK_RESULT_TUPLE && i < result->count;
         i++)
        pk_result_drop(&result->items[i]);
    pk_counted_release((pk_counted *)result->memory);
    result->memory = NULL;
}
