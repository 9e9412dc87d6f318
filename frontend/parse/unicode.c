/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8, and which characters names are made of (PEP 3131). */
#include "frontend/parse/lexer.h"

typedef struct range {
    uint32_t first, last;
    bool start;
} range;

static const range ranges[] = {
#define START(first, last)    {first, last, true},
#define CONTINUE(first, last) {first, last, false},
#include "frontend/parse/unicode_ids.def"
#undef START
#undef CONTINUE
};

uint32_t pk_utf8_decode(const char *text, uint32_t *bytes) {
    const unsigned char *in = (const unsigned char *)text;

    if (in[0] < 0x80) {
        *bytes = 1;
        return in[0];
    }
    if (in[0] < 0xe0) {
        *bytes = 2;
        return (in[0] & 0x1fu) << 6 | (in[1] & 0x3fu);
    }
    if (in[0] < 0xf0) {
        *bytes = 3;
        return (in[0] & 0xfu) << 12 | (in[1] & 0x3fu) << 6 | (in[2] & 0x3fu);
    }
    *bytes = 4;
    return (in[0] & 0x7u) << 18 | (in[1] & 0x3fu) << 12 | (in[2] & 0x3fu) << 6 |
           (in[3] & 0x3fu);
}

static const range *find(uint32_t point) {
    size_t low = 0, high = sizeof ranges / sizeof *ranges;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (point < ranges[middle].first)
            high = middle;
        else if (point > ranges[middle].last)
            low = middle + 1;
        else
            return &ranges[middle];
    }
    return NULL;
}

bool pk_is_id_start(uint32_t point) {
    const range *r = find(point);
    return r && r->start;
}

bool pk_is_id_continue(uint32_t point) {
    return find(point) != NULL;
}
