/* SPDX-License-Identifier: Apache-2.0 */
/* Text to tokens. Comments, lines of a preprocessor and @@DWARF lines vanish
 * here; everything else is the parser's. */
#include "sim/ptx/lex.h"

#include "base/hash.h"
#include "base/number.h"

#include <string.h>

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}
static bool is_alpha(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool is_follow(int c) {
    return is_alpha(c) || is_digit(c) || c == '_' || c == '$';
}
static int hex_digit(int c) {
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/* ---- atoms ---- */

void sim_atoms_init(sim_atoms *atoms, sim_pool *pool) {
    *atoms = (sim_atoms){.pool = pool, .mask = 1023};
    atoms->buckets = sim_pool_array(pool, 1024, sizeof(sim_atom *));
}

static void atoms_grow(sim_atoms *atoms) {
    uint32_t mask = atoms->mask * 4 + 3;
    sim_atom **buckets =
        sim_pool_array(atoms->pool, (size_t)mask + 1, sizeof(sim_atom *));

    for (uint32_t i = 0; i <= atoms->mask; i++)
        for (sim_atom *a = atoms->buckets[i], *next; a; a = next) {
            next = a->next;
            a->next = buckets[a->hash & mask];
            buckets[a->hash & mask] = a;
        }
    atoms->buckets = buckets;
    atoms->mask = mask;
}

static uint32_t hash_of(const char *text, size_t length) {
    uint32_t hash = pk_hash_name(text, length);

    return hash ^ hash >> 15;
}

static sim_atom *find(const sim_atoms *atoms, uint32_t hash, const char *text,
                      size_t length) {
    sim_atom *atom = atoms->buckets[hash & atoms->mask];

    while (atom && (atom->hash != hash || atom->length != length ||
                    memcmp(atom->text, text, length) != 0))
        atom = atom->next;
    return atom;
}

sim_atom *sim_atom_find(const sim_atoms *atoms, const char *text,
                        size_t length) {
    return find(atoms, hash_of(text, length), text, length);
}

sim_atom *sim_atom_of(sim_atoms *atoms, const char *text, size_t length) {
    uint32_t hash = hash_of(text, length);
    sim_atom *atom = find(atoms, hash, text, length);

    if (atom)
        return atom;
    if (atoms->count++ > 2 * atoms->mask)
        atoms_grow(atoms);
    atom = SIM_NEW(atoms->pool, sim_atom);
    atom->text = sim_pool_text(atoms->pool, text, length);
    atom->length = (uint32_t)length;
    atom->hash = hash;
    atom->next = atoms->buckets[hash & atoms->mask];
    atoms->buckets[hash & atoms->mask] = atom;
    return atom;
}

sim_atom *sim_atom_stem(sim_atoms *atoms, sim_atom *atom) {
    uint32_t cut = atom->length;
    uint64_t number = 0;

    if (atom->stemmed)
        return atom->stem;
    atom->stemmed = true;
    while (cut > 1 && is_digit(atom->text[cut - 1]))
        cut--;
    if (cut == atom->length || atom->length - cut > 9 ||
        (atom->text[cut] == '0' && atom->length - cut > 1))
        return NULL;
    for (uint32_t i = cut; i < atom->length; i++)
        number = number * 10 + (uint64_t)(atom->text[i] - '0');
    atom->number = (uint32_t)number;
    atom->stem = sim_atom_of(atoms, atom->text, cut);
    return atom->stem;
}

/* ---- tokens ---- */

void sim_lex_init(sim_lexer *lexer, sim_atoms *atoms, const char *text,
                  size_t length) {
    *lexer = (sim_lexer){
        .at = text, .end = text + length, .line = 1, .atoms = atoms};
}

static int peek(const sim_lexer *lexer, size_t ahead) {
    return (size_t)(lexer->end - lexer->at) > ahead
               ? (unsigned char)lexer->at[ahead]
               : 0;
}

static void skip_line(sim_lexer *lexer) {
    while (lexer->at < lexer->end && *lexer->at != '\n')
        lexer->at++;
}

/* False when a comment has no end. */
static bool skip_block_comment(sim_lexer *lexer) {
    for (lexer->at += 2; lexer->at < lexer->end; lexer->at++) {
        if (*lexer->at == '*' && peek(lexer, 1) == '/') {
            lexer->at += 2;
            return true;
        }
        lexer->line += *lexer->at == '\n';
    }
    return false;
}

static bool skip_space(sim_lexer *lexer) {
    for (;;) {
        int c = peek(lexer, 0);

        if (c == '\n')
            lexer->line++;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' ||
            c == '\v')
            lexer->at++;
        else if ((c == '/' && peek(lexer, 1) == '/') || c == '#' ||
                 (c == '@' && peek(lexer, 1) == '@'))
            skip_line(lexer);
        else if (c == '/' && peek(lexer, 1) == '*') {
            if (!skip_block_comment(lexer))
                return false;
        } else
            return true;
    }
}

static void lex_bits(sim_lexer *lexer, sim_token *out, int digits,
                     sim_token_kind kind) {
    int n = 0;

    lexer->at += 2;
    for (; n < digits && hex_digit(peek(lexer, 0)) < 16; n++, lexer->at++)
        out->value = out->value << 4 | (uint64_t)hex_digit(*lexer->at);
    out->kind = n == digits ? kind : SIM_TOKEN_bad;
}

static void lex_int(sim_lexer *lexer, sim_token *out) {
    uint64_t base = 10;
    int c = peek(lexer, 1);

    if (peek(lexer, 0) == '0' && (c == 'x' || c == 'X')) {
        base = 16;
        lexer->at += 2;
    } else if (peek(lexer, 0) == '0' && (c == 'b' || c == 'B')) {
        base = 2;
        lexer->at += 2;
    } else if (peek(lexer, 0) == '0')
        base = 8;
    for (; (uint64_t)hex_digit(peek(lexer, 0)) < base; lexer->at++) {
        uint64_t digit = (uint64_t)hex_digit(*lexer->at);

        if (out->value > (UINT64_MAX - digit) / base)
            out->too_large = true;
        out->value = out->value * base + digit;
    }
    if (peek(lexer, 0) == 'U') {
        out->is_unsigned = true;
        lexer->at++;
    }
    if (out->value > INT64_MAX)
        out->is_unsigned = true;
    out->kind = is_follow(peek(lexer, 0)) ? SIM_TOKEN_bad : SIM_TOKEN_int;
}

/* The length of a decimal float at the place, 0 when it is an integer. */
static size_t float_length(const sim_lexer *lexer) {
    size_t n = 0;
    bool is_float = false;

    while (is_digit(peek(lexer, n)))
        n++;
    if (peek(lexer, n) == '.' && !is_alpha(peek(lexer, n + 1))) {
        is_float = true;
        for (n++; is_digit(peek(lexer, n));)
            n++;
    }
    if (peek(lexer, n) == 'e' || peek(lexer, n) == 'E') {
        size_t sign = peek(lexer, n + 1) == '-' || peek(lexer, n + 1) == '+';

        if (is_digit(peek(lexer, n + 1 + sign))) {
            is_float = true;
            for (n += 1 + sign; is_digit(peek(lexer, n));)
                n++;
        }
    }
    return is_float ? n : 0;
}

static void lex_number(sim_lexer *lexer, sim_token *out) {
    int c = peek(lexer, 1);
    size_t length;

    if (peek(lexer, 0) == '0' && (c == 'f' || c == 'F'))
        lex_bits(lexer, out, 8, SIM_TOKEN_f32);
    else if (peek(lexer, 0) == '0' && (c == 'd' || c == 'D'))
        lex_bits(lexer, out, 16, SIM_TOKEN_f64);
    else if ((length = float_length(lexer)) != 0) {
        out->kind = pk_float_parse(lexer->at, length, PK_TYPE_f64, &out->value)
                        ? SIM_TOKEN_f64
                        : SIM_TOKEN_bad;
        lexer->at += length;
    } else
        lex_int(lexer, out);
}

static void lex_name(sim_lexer *lexer, sim_token *out, bool word) {
    const char *start;

    lexer->at += word;
    start = lexer->at++;
    for (;; lexer->at++) {
        if (word && peek(lexer, 0) == ':' && peek(lexer, 1) == ':' &&
            is_follow(peek(lexer, 2)))
            lexer->at++;
        else if (!is_follow(peek(lexer, 0)))
            break;
    }
    out->kind = word ? SIM_TOKEN_word : SIM_TOKEN_name;
    out->atom = sim_atom_of(lexer->atoms, start, (size_t)(lexer->at - start));
}

static void lex_string(sim_lexer *lexer, sim_token *out) {
    const char *start = ++lexer->at;

    while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n')
        lexer->at += *lexer->at == '\\' && lexer->end - lexer->at > 1 ? 2 : 1;
    out->kind = SIM_TOKEN_string;
    out->text = start;
    out->length = (size_t)(lexer->at - start);
    if (peek(lexer, 0) != '"')
        out->kind = SIM_TOKEN_bad;
    else
        lexer->at++;
}

static void lex_punct(sim_lexer *lexer, sim_token *out) {
    static const struct {
        char text[3];
        int punct;
    } pairs[] = {
        {"<<", SIM_PUNCT_shl}, {">>", SIM_PUNCT_shr}, {"<=", SIM_PUNCT_le},
        {">=", SIM_PUNCT_ge},  {"==", SIM_PUNCT_eq},  {"!=", SIM_PUNCT_ne},
        {"&&", SIM_PUNCT_and}, {"||", SIM_PUNCT_or},
    };
    int c = peek(lexer, 0);

    out->kind = SIM_TOKEN_punct;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (c == pairs[i].text[0] && peek(lexer, 1) == pairs[i].text[1]) {
            out->punct = pairs[i].punct;
            lexer->at += 2;
            return;
        }
    out->punct = c;
    lexer->at++;
    if (!c || !strchr(",;{}()[]<>:|!@=+-*/%&^~?", c))
        out->kind = SIM_TOKEN_bad;
}

void sim_lex_next(sim_lexer *lexer, sim_token *out) {
    bool closed = skip_space(lexer);
    int c = peek(lexer, 0), next = peek(lexer, 1);

    *out = (sim_token){.line = lexer->line, .text = lexer->at};
    if (!closed) {
        out->kind = SIM_TOKEN_bad;
        return;
    }
    if (lexer->at >= lexer->end)
        return; /* the end, again and again */
    if (is_digit(c))
        lex_number(lexer, out);
    else if (is_alpha(c) || c == '_' ||
             ((c == '$' || c == '%') && is_follow(next)))
        lex_name(lexer, out, false);
    else if (c == '.' && (is_follow(next)))
        lex_name(lexer, out, true);
    else if (c == '"')
        lex_string(lexer, out);
    else
        lex_punct(lexer, out);
    if (out->kind != SIM_TOKEN_string)
        out->length = (size_t)(lexer->at - out->text);
}
