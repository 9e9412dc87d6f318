/* SPDX-License-Identifier: Apache-2.0 */
/* Messages, filled in from the words of a report. */
#include "recipe/report.h"

#include "base/format.h"

/* ---- operands ---- */

uint32_t pk_report_size(pk_type type) {
    if (pk_type_is_ptr(type))
        return 3;
    return pk_type_bytes(type) == 8 ? 2 : 1;
}

uint32_t pk_launched_words(const pk_launched *arg) {
    const uint32_t integer = pk_report_size(PK_TYPE_i64);

    switch ((pk_launched_kind)arg->kind) {
    case PK_LAUNCHED_scalar: return pk_report_size(arg->type);
    case PK_LAUNCHED_complex: return 2 * pk_report_size(arg->type);
    case PK_LAUNCHED_member: return integer;
    case PK_LAUNCHED_array:
        return pk_report_size(PK_TYPE_PTR(PK_SPACE_global, arg->type)) +
               2 * arg->count * integer;
    case PK_LAUNCHED_none:
    case PK_LAUNCHED_tuple:
    case PK_LAUNCHED_KINDS: break;
    }
    return 0;
}

uint64_t pk_report_take_bits(const uint32_t **values, pk_type type) {
    uint32_t width = 8 * pk_type_bytes(type);
    uint64_t bits = *(*values)++;

    if (width == 64)
        return bits | (uint64_t)*(*values)++ << 32;
    return type == PK_TYPE_bool ? bits & 1
                                : bits & (UINT64_MAX >> (64 - width));
}

void pk_report_print(const pk_recipe *recipe, const pk_message *message,
                     const uint32_t *values, pk_text *out) {
    const pk_message_piece *pieces = pk_recipe_at(recipe, message->pieces.at);

    for (uint32_t i = 0; i < message->pieces.count; i++) {
        const pk_message_piece *p = &pieces[i];
        const char *text = pk_recipe_at(recipe, p->at);
        uint64_t bits, imag;
        if (p->kind == PK_PIECE_text) {
            pk_text_bytes(out, text, p->length);
            continue;
        }
        bits = pk_report_take_bits(&values, p->type);
        if (p->kind == PK_PIECE_number) {
            pk_format(text, p->length, p->type, bits, out);
        } else {
            imag = pk_report_take_bits(&values, p->type);
            pk_format_complex(p->type, bits, imag, out);
        }
    }
}

static bool is_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

bool pk_words_are_ambiguous(const char *text, size_t length) {
    const char first = (char)(*text | 0x20);

    if (!length || !((first >= 'a' && first <= 'z') || (uint8_t)*text >= 0x80))
        return true;
    for (size_t i = 0; i < length; i++)
        if (strchr("'\"()", text[i])) /* or NUL */
            return true;
    return is_word(text, length, "None") || is_word(text, length, "True") ||
           is_word(text, length, "False");
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
        const pk_recipe *recipe = reader->find(reader->self, prints[at + 1]);
        const pk_message *m =
            recipe ? pk_recipe_message(recipe, prints[at]) : NULL;
        if (!m || m->words > count - at - 2)
            break;
        if (m->kind == PK_MESSAGE_launch)
            reader->launch(reader->self, prints[at + 1], m, prints + at + 2);
        else
            pk_report_print(recipe, m, prints + at + 2, out);
        at += 2 + m->words;
    }
    return report[PK_REPORT_lost];
}
