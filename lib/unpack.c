/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the sources of the device library, which are deflated (RFC 1951): they
 * are a quarter as large, and a program needs few of them. There are blocks
 * with Huffman codes only, as there are for all text. */
#include "lib/lib.h"

#include <string.h>

enum {
    MOST = 8192, /* bytes of a source that others are deflated with */
    LONGEST = 15,
    SHORT = 9,      /* codes up to here are looked up */
    LITERALS = 288, /* symbols of bytes, of the block's end, and of lengths */
    DISTANCES = 30,
    END = 256
};

typedef struct reader {
    const uint8_t *at, *end;
    uint32_t hold; /* bits that were read and not taken yet */
    int held;
    char *out, *out_end;
    const char *text;           /* where the output begins */
    const char *dictionary_end; /* what was before it */
    uint32_t dictionary;        /* its length */
} reader;

/* Symbols in order of their codes, how many codes have each length, and for the
 * next bits the symbol and length of a short code (16 symbol + length). */
typedef struct codes {
    uint16_t count[LONGEST + 1], symbols[LITERALS], quick[1 << SHORT];
} codes;

static void fill(reader *r, int bits) {
    for (; r->held < bits; r->held += 8)
        r->hold |= (uint32_t)(r->at < r->end ? *r->at++ : 0) << r->held;
}

static void drop(reader *r, int bits) {
    r->hold >>= bits;
    r->held -= bits;
}

static uint32_t take(reader *r, int bits) {
    uint32_t value;

    fill(r, bits);
    value = r->hold & ((1u << bits) - 1);
    drop(r, bits);
    return value;
}

/* A code's bits come with the highest first. */
static uint32_t reversed(uint32_t code, int length) {
    uint32_t out = 0;

    for (int i = 0; i < length; i++)
        out |= (code >> i & 1) << (length - 1 - i);
    return out;
}

static void make_codes(codes *c, const uint8_t *lengths, int count) {
    uint16_t at[LONGEST + 2] = {0};
    uint32_t code = 0;
    int index = 0;

    memset(c->count, 0, sizeof c->count);
    memset(c->quick, 0, sizeof c->quick);
    for (int i = 0; i < count; i++)
        c->count[lengths[i]]++;
    c->count[0] = 0;
    for (int i = 1; i <= LONGEST; i++)
        at[i + 1] = (uint16_t)(at[i] + c->count[i]);
    for (int i = 0; i < count; i++)
        if (lengths[i])
            c->symbols[at[lengths[i]]++] = (uint16_t)i;
    for (int length = 1; length <= SHORT; length++, code <<= 1)
        for (int i = 0; i < c->count[length]; i++, index++, code++)
            for (uint32_t bits = reversed(code, length); bits < 1 << SHORT;
                 bits += 1u << length)
                c->quick[bits] = (uint16_t)(c->symbols[index] << 4 | length);
}

/* The next symbol; -1: there is none with such a code. */
static int symbol_of(reader *r, const codes *c) {
    int code = 0, first = 0, index = 0, quick;

    fill(r, LONGEST);
    quick = c->quick[r->hold & ((1 << SHORT) - 1)];
    if (quick) {
        drop(r, quick & 15);
        return quick >> 4;
    }
    for (int length = 1; length <= LONGEST; length++) {
        int count = c->count[length];
        code |= (int)take(r, 1);
        if (code - first < count)
            return c->symbols[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return -1;
}

/* Lengths of codes that are coded themselves. */
static bool read_codes(reader *r, codes *literals, codes *distances) {
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + 32] = {0};
    const int literal_count = 257 + (int)take(r, 5);
    const int all = literal_count + 1 + (int)take(r, 5);
    const int given = 4 + (int)take(r, 4);

    for (int i = 0; i < given; i++)
        lengths[order[i]] = (uint8_t)take(r, 3);
    make_codes(literals, lengths, 19);
    for (int i = 0; i < all;) {
        int symbol = symbol_of(r, literals), times = 1, value = symbol;
        if (symbol < 0 || (symbol == 16 && !i))
            return false;
        if (symbol == 16) {
            value = lengths[i - 1];
            times = 3 + (int)take(r, 2);
        } else if (symbol > 16) {
            value = 0;
            times = symbol == 17 ? 3 + (int)take(r, 3) : 11 + (int)take(r, 7);
        }
        for (; times && i < all; times--)
            lengths[i++] = (uint8_t)value;
    }
    make_codes(literals, lengths, literal_count);
    make_codes(distances, lengths + literal_count, all - literal_count);
    return true;
}

static void fixed_codes(codes *literals, codes *distances) {
    uint8_t lengths[LITERALS];

    for (int i = 0; i < LITERALS; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_codes(literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    make_codes(distances, lengths, DISTANCES);
}

/* Copies what is so far back, of the dictionary, too. */
static bool copy(reader *r, uint32_t distance, uint32_t length) {
    const uint32_t before = (uint32_t)(r->out - r->text);

    if (distance > before + r->dictionary ||
        length > (uint32_t)(r->out_end - r->out))
        return false;
    for (; length && distance > (uint32_t)(r->out - r->text); length--) {
        const uint32_t done = (uint32_t)(r->out - r->text);
        *r->out++ = r->dictionary_end[(int)(done - distance)];
    }
    for (; length; length--, r->out++)
        *r->out = *(r->out - distance);
    return true;
}

/* Lengths and distances come in groups, which twice, or four times, have one
 * bit more. */
static uint32_t in_groups(reader *r, uint32_t symbol, uint32_t each) {
    const uint32_t bits = symbol < 2 * each ? 0 : symbol / each - 1;

    return (bits ? (each + symbol % each) << bits : symbol) +
           take(r, (int)bits);
}

static bool read_block(reader *r, const codes *literals,
                       const codes *distances) {
    for (;;) {
        int symbol = symbol_of(r, literals);
        uint32_t length;
        if (symbol == END || symbol < 0)
            return symbol == END;
        if (symbol < END) {
            if (r->out == r->out_end)
                return false;
            *r->out++ = (char)symbol;
            continue;
        }
        length =
            symbol == 285 ? 258 : 3 + in_groups(r, (uint32_t)symbol - 257, 4);
        symbol = symbol_of(r, distances);
        if (symbol < 0 ||
            !copy(r, 1 + in_groups(r, (uint32_t)symbol, 2), length))
            return false;
    }
}

/* `dictionary_end` is behind `length` bytes. */
static bool unpack(const pk_lib_source *source, const char *dictionary_end,
                   uint32_t length, char *text) {
    reader r = {.at = source->packed,
                .end = source->packed + source->packed_size,
                .out = text,
                .out_end = text + source->length,
                .text = text,
                .dictionary_end = dictionary_end,
                .dictionary = length};
    codes literals, distances;
    bool last = false;

    while (!last) {
        uint32_t kind;
        last = take(&r, 1);
        kind = take(&r, 2);
        if (kind == 1)
            fixed_codes(&literals, &distances);
        else if (kind != 2 || !read_codes(&r, &literals, &distances))
            return false;
        if (!read_block(&r, &literals, &distances))
            return false;
    }
    return r.out == r.out_end;
}

bool pk_lib_unpack(const pk_lib_source *source, char *text) {
    const pk_lib_source *of = &pk_lib_sources[source->dictionary];
    char dictionary[MOST];

    text[source->length] = '\0';
    if (of == source)
        return unpack(source, NULL, 0, text);
    return of->length <= MOST && unpack(of, NULL, 0, dictionary) &&
           unpack(source, dictionary + of->length, of->length, text);
}
