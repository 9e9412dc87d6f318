/* SPDX-License-Identifier: Apache-2.0 */
/* Words with places for operands: checked, and filled in from a report. */
#include "core/report.h"

#include "base/format.h"

#include <string.h>

/* ---- words ---- */

typedef enum piece_kind {
    PIECE_end,
    PIECE_text,    /* `at`, `length` */
    PIECE_number,  /* the specification */
    PIECE_complex, /* two operands */
    PIECE_bad
} piece_kind;

typedef struct piece {
    piece_kind kind;
    const char *at;
    size_t length;
} piece;

static piece read_place(const char **at) {
    const char *close = strchr(*at, '}');
    piece p = {PIECE_bad, *at + 1, 0};

    if (!close)
        return p;
    if (close == *at + 1)
        p.kind = PIECE_number;
    else if (close == *at + 2 && (*at)[1] == 'c')
        p.kind = PIECE_complex;
    else if ((*at)[1] == ':') {
        p = (piece){PIECE_number, *at + 2, (size_t)(close - *at - 2)};
    }
    *at = close + 1;
    return p;
}

/* The next piece of the words; moves `at` behind it. */
static piece next_piece(const char **at) {
    const char *start = *at;
    piece p = {PIECE_text, start, 0};

    if (!*start)
        return (piece){PIECE_end, start, 0};
    if (*start != '{' && *start != '}') {
        p.length = strcspn(start, "{}");
        *at += p.length;
        return p;
    }
    if (start[1] == *start) {
        *at += 2;
        p.length = 1;
        return p;
    }
    return *start == '{' ? read_place(at) : (piece){PIECE_bad, start, 0};
}

static bool is_complex(const pk_type *types, uint32_t at, uint32_t count) {
    return at + 2 <= count && types[at] == types[at + 1] &&
           (types[at] == PK_TYPE_f32 || types[at] == PK_TYPE_f64);
}

const char *pk_report_check_text(const char *text, const pk_type *types,
                                 uint32_t count) {
    uint32_t used = 0;
    const char *reason;

    for (piece p = next_piece(&text); p.kind != PIECE_end;
         p = next_piece(&text)) {
        if (p.kind == PIECE_text)
            continue;
        if (p.kind == PIECE_bad)
            return "the words have a brace without its other";
        if (used == count)
            return "the words have more places than there are operands";
        if (p.kind == PIECE_complex && !is_complex(types, used, count))
            return "a place for a complex number has none";
        reason = p.kind == PIECE_number
                     ? pk_format_check(p.at, p.length, types[used])
                     : NULL;
        if (reason)
            return reason;
        used += p.kind == PIECE_complex ? 2 : 1;
    }
    return used == count ? NULL : "the words have fewer places than operands";
}

const char *pk_report_check(const pk_inst *inst) {
    pk_type types[PK_REPORT_PRINTED];
    uint32_t most =
        inst->op == PK_OP_fail ? PK_REPORT_VALUES : PK_REPORT_PRINTED;

    if (inst->arg_count > most)
        return "too many operands";
    for (uint32_t i = 0; i < inst->arg_count; i++)
        types[i] = inst->args[i]->type;
    return pk_report_check_text(inst->text, types, inst->arg_count);
}

/* ---- operands ---- */

static uint32_t words_of(pk_type type) {
    if (pk_type_is_ptr(type))
        return 3;
    return type == PK_TYPE_f64 || pk_type_bytes(type) == 8 ? 2 : 1;
}

uint32_t pk_report_size(const pk_type *types, uint32_t count) {
    uint32_t size = 0;

    for (uint32_t i = 0; i < count; i++)
        size += words_of(types[i]);
    return size;
}

uint64_t pk_report_take_bits(const uint32_t **values, pk_type type) {
    uint32_t width = 8 * pk_type_bytes(type);
    uint64_t bits = *(*values)++;

    if (words_of(type) == 2)
        return bits | (uint64_t)*(*values)++ << 32;
    return type == PK_TYPE_bool ? bits & 1
                                : bits & (UINT64_MAX >> (64 - width));
}

void pk_report_print(const pk_site *site, const uint32_t *values,
                     pk_text *out) {
    const char *text = site->text;
    const pk_type *type = site->types;
    uint64_t real, imag;

    for (piece p = next_piece(&text);; p = next_piece(&text))
        switch (p.kind) {
        case PIECE_text: pk_text_bytes(out, p.at, p.length); break;
        case PIECE_number:
            real = pk_report_take_bits(&values, *type);
            pk_format(p.at, p.length, *type++, real, out);
            break;
        case PIECE_complex:
            real = pk_report_take_bits(&values, *type);
            imag = pk_report_take_bits(&values, *type);
            pk_format_complex(*type, real, imag, out);
            type += 2;
            break;
        case PIECE_end:
        case PIECE_bad: return;
        }
}

/* ---- prints ---- */

/* Prints that fit lie in one row: up to what was taken, or to where the first
 * began that did not fit. */
static uint32_t printed_words(const uint32_t *report, uint32_t words) {
    uint32_t room = words - PK_REPORT_prints, end = report[PK_REPORT_used];

    if (end > report[PK_REPORT_capacity])
        end = report[PK_REPORT_end];
    return end < room ? end : room;
}

uint32_t pk_report_words(const uint32_t *report, uint32_t words) {
    return PK_REPORT_prints + printed_words(report, words);
}

uint32_t pk_report_read(const uint32_t *report, uint32_t words,
                        const pk_report_reader *reader, pk_text *out) {
    const uint32_t *prints = report + PK_REPORT_prints;
    uint32_t at = 0, count = printed_words(report, words);

    while (count - at >= 2) {
        const pk_site *site =
            reader->find(reader->self, prints[at + 1], prints[at]);
        uint32_t size = site ? pk_report_size(site->types, site->count) : 0;
        if (!site || size > count - at - 2)
            break;
        if (site->op == PK_OP_launch)
            reader->launch(reader->self, prints[at + 1], site, prints + at + 2);
        else
            pk_report_print(site, prints + at + 2, out);
        at += 2 + size;
    }
    return report[PK_REPORT_lost];
}
