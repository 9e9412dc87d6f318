/* SPDX-License-Identifier: Apache-2.0 */
/* Records: structured dtypes, as NumPy has them. A record is bytes with named
 * fields at places in it, which may overlap; fields are numbers, records, and
 * arrays of either. Records are compared by what they say. */
#ifndef PORTKERN_SIGNATURE_RECORD_H
#define PORTKERN_SIGNATURE_RECORD_H

#include "base/arena.h"
#include "base/text.h"
#include "portkern/ir.h"

typedef struct pk_record pk_record;

typedef struct pk_field {
    const char *name;
    const pk_record *record; /* of records; else NULL */
    pk_type dtype;           /* of numbers */
    bool is_complex;         /* of pairs of dtype */
    uint8_t ndim;            /* of an array in each record, in C order */
    const uint32_t *shape;
    const char *opaque; /* "S10", "U5", "M8[us]": bytes that kernels only copy,
                           the last axis of an array of them; else NULL */
    uint32_t offset;    /* bytes */
} pk_field;

struct pk_record {
    const pk_field *fields;
    uint32_t count;
    uint32_t size;  /* bytes */
    uint32_t align; /* its places are multiples of it: 1 to 8 */
    bool aligned;   /* made with align=True; only how it is printed */
};

enum { PK_RECORD_FIELDS = 255, PK_RECORD_BYTES = 1 << 24, PK_FIELD_AXES = 9 };

/* Bytes of one item of a field, of all of it, and of the number in it that
 * must lie at multiples of most. */
uint32_t pk_field_item_bytes(const pk_field *field);
uint64_t pk_field_bytes(const pk_field *field);
uint32_t pk_field_align(const pk_field *field);

/* Whether `text` is a dtype of strings or dates, "S10", "<U5", "M8[us]": then
 * the field becomes one of such. Also false when memory ends. */
bool pk_field_make_opaque(pk_arena *arena, pk_field *field, const char *text);
/* Makes the field an array of what it is. False where that has too many axes;
 * also when memory ends. */
bool pk_field_add_axes(pk_arena *arena, pk_field *field, const uint32_t *shape,
                       uint32_t count);

/* The alignment of the place at `offset` from one that is aligned to `align`
 * bytes. */
uint32_t pk_align_at(uint32_t align, uint32_t offset);

/* Puts the fields one behind the other: like members of a C struct when
 * `aligned`, else without gaps. Their offsets may also be given. `size` is 0
 * where it follows. NULL, and why in *why, where that makes no record; also
 * when memory ends. */
const pk_record *pk_record_new(pk_arena *arena, pk_field *fields,
                               uint32_t count, bool aligned, bool placed,
                               uint32_t size, const char **why);

/* The same record, of which no alignment is known. */
const pk_record *pk_record_unaligned(pk_arena *arena, const pk_record *record);

/* Field of that name, or NULL. */
const pk_field *pk_record_find(const pk_record *record, const char *name);

/* The same fields at the same places. */
bool pk_record_equal(const pk_record *a, const pk_record *b);

/* Reads NumPy's text of a dtype from *text and moves it on: "[('x', '<f4'),
 * ('v', '<i4', (3,)), ('', '|V4'), ('p', [('re', 'f8')])]" or "{'names': ['x'],
 * 'formats': ['<f4'], 'offsets': [4], 'itemsize': 16}". NULL, and why in
 * *why, when it is none; *text is then where it went wrong. */
const pk_record *pk_record_parse(pk_arena *arena, const char **text,
                                 bool aligned, const char **why);

/* A copy in another arena. */
const pk_record *pk_record_copy(pk_arena *arena, const pk_record *record);

/* Appends it in NumPy's words, with offsets: pk_record_parse reads it. */
void pk_record_print(const pk_record *record, pk_text *out);

/* Appends it as .npy files have it, a list with gaps and the order of bytes.
 * False where fields overlap or are not in the order of their places: such a
 * list does not say that. */
bool pk_record_print_for_file(const pk_record *record, pk_text *out);

#endif
