/* SPDX-License-Identifier: Apache-2.0 */
/* The parser: the text form of docs/ir.md to IR. The text may come from
 * anywhere, so nothing in it is believed: time and memory are linear in its
 * length, nesting is limited, and what comes out has passed the verifier. */
#include "core/text/parse.h"

#include "base/number.h"
#include "base/text.h"
#include "core/print.h"
#include "core/verify.h"

#include <stdio.h>
#include <string.h>

/* ---- errors and tokens ---- */

/* Line and column of something in the text. */
static pk_loc place_of(const pk_parser *p, const char *at) {
    pk_loc loc = {.line = 1, .col = 1};

    for (const char *c = p->text; c < at; c++) {
        loc.col = *c == '\n' ? 1 : loc.col + 1;
        loc.line += *c == '\n';
    }
    return loc;
}

bool pk_parse_fail(pk_parser *p, const pk_token *at, const char *format, ...) {
    char words[512];
    va_list args;
    pk_loc loc;

    if (p->status != PK_OK)
        return false;
    loc = place_of(p, at->text);
    loc.end_col = loc.col + at->length;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    p->status = pk_fail_at(p->err, PK_VERIFY, "<pkir>", loc, "%s", words);
    return false;
}

bool pk_parse_expected(pk_parser *p, const char *what) {
    const pk_token *at = &p->token;

    if (at->kind == PK_TOKEN_end)
        return pk_parse_fail(p, at, "expected %s, got the end", what);
    if (at->kind == PK_TOKEN_newline)
        return pk_parse_fail(p, at, "expected %s, got the end of the line",
                             what);
    return pk_parse_fail(p, at, "expected %s, got '%.*s'", what,
                         at->length > 60 ? 60 : (int)at->length, at->text);
}

pk_token pk_parse_take(pk_parser *p) {
    pk_token token = p->token;

    p->token = pk_lexer_next(&p->lexer);
    return token;
}

bool pk_parse_is_mark(const pk_parser *p, char mark) {
    return p->token.kind == PK_TOKEN_mark && p->token.sigil == mark;
}

bool pk_parse_accept_mark(pk_parser *p, char mark) {
    if (!pk_parse_is_mark(p, mark))
        return false;
    pk_parse_take(p);
    return true;
}

static bool is_text(const pk_token *token, const char *word) {
    return token->length == strlen(word) &&
           !memcmp(token->text, word, token->length);
}

bool pk_parse_accept_word(pk_parser *p, const char *word) {
    if (p->token.kind != PK_TOKEN_word || !is_text(&p->token, word))
        return false;
    pk_parse_take(p);
    return true;
}

bool pk_parse_mark(pk_parser *p, char mark) {
    char what[4] = {'\'', mark, '\'', '\0'};

    return pk_parse_accept_mark(p, mark) || pk_parse_expected(p, what);
}

bool pk_parse_newline(pk_parser *p) {
    if (p->token.kind == PK_TOKEN_end)
        return true;
    if (p->token.kind != PK_TOKEN_newline)
        return pk_parse_expected(p, "the end of the line");
    pk_parse_take(p);
    return true;
}

static void skip_newlines(pk_parser *p) {
    while (p->token.kind == PK_TOKEN_newline)
        pk_parse_take(p);
}

bool pk_parse_name(pk_parser *p, char sigil, pk_token *out) {
    char what[16];

    if (p->token.kind == PK_TOKEN_name && p->token.sigil == sigil &&
        p->token.length) {
        *out = pk_parse_take(p);
        return true;
    }
    snprintf(what, sizeof what, "a name with %c", sigil);
    return pk_parse_expected(p, what);
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool pk_parse_string(pk_parser *p, const char *what, const char **out) {
    pk_token string;
    char *text;
    size_t length = 0;

    if (p->token.kind != PK_TOKEN_string)
        return pk_parse_expected(p, what);
    string = pk_parse_take(p);
    text = pk_arena_text(p->ir->arena, string.text, string.length);
    for (size_t i = 0; text && !p->ir->arena->failed && i < string.length;) {
        const char *c = string.text + i;
        if (string.length - i >= 4 && c[0] == '\\' && c[1] == 'x' &&
            hex_value(c[2]) >= 0 && hex_value(c[3]) >= 0) {
            text[length++] = (char)(hex_value(c[2]) * 16 + hex_value(c[3]));
            i += 4;
        } else {
            text[length++] = *c;
            i++;
        }
    }
    if (!text || p->ir->arena->failed)
        return false;
    text[length] = '\0';
    *out = text;
    return true;
}

bool pk_parse_u64(pk_parser *p, uint64_t *out) {
    if (p->token.kind != PK_TOKEN_number)
        return pk_parse_expected(p, "a number");
    if (!pk_uint_parse(p->token.text, p->token.length, out))
        return pk_parse_fail(p, &p->token, "not a whole number below 2^64");
    pk_parse_take(p);
    return true;
}

bool pk_parse_u32(pk_parser *p, uint32_t *out) {
    pk_token at = p->token;
    uint64_t value = 0;

    if (!pk_parse_u64(p, &value))
        return false;
    if (value > UINT32_MAX)
        return pk_parse_fail(p, &at, "too large a number");
    *out = (uint32_t)value;
    return true;
}

/* ---- types, places and literals ---- */

/* A word of up to four letters as a number, 0 for a longer one. */
static uint32_t pack(const char *text, size_t length) {
    uint32_t word = 0;

    for (size_t i = 0; length <= sizeof word && i < length; i++)
        word = word << 8 | (unsigned char)text[i];
    return word;
}

static void init_types(pk_parser *p) {
    for (int type = 1; type < PK_TYPE_COUNT; type++) {
        const char *name = pk_type_name((pk_type)type);
        p->type_words[type] = pack(name, strlen(name));
    }
}

static bool parse_scalar_type(pk_parser *p, pk_type *out) {
    const pk_token *t = &p->token;
    uint32_t word = t->kind == PK_TOKEN_word ? pack(t->text, t->length) : 0;

    for (int type = 1; word && type < PK_TYPE_COUNT; type++)
        if (p->type_words[type] == word) {
            *out = (pk_type)type;
            pk_parse_take(p);
            return true;
        }
    return pk_parse_expected(p, "a type");
}

static bool parse_space(pk_parser *p, pk_space *out) {
    for (int space = 0; space < PK_SPACE_COUNT; space++)
        if (pk_parse_accept_word(p, pk_space_name((pk_space)space))) {
            *out = (pk_space)space;
            return true;
        }
    return pk_parse_expected(p, "an address space");
}

bool pk_parse_type(pk_parser *p, pk_type *out) {
    pk_space space = PK_SPACE_global;
    pk_type elem = PK_TYPE_void;

    if (!pk_parse_accept_word(p, "ptr"))
        return parse_scalar_type(p, out);
    if (!pk_parse_mark(p, '<') || !parse_space(p, &space) ||
        !pk_parse_mark(p, ',') || !parse_scalar_type(p, &elem) ||
        !pk_parse_mark(p, '>'))
        return false;
    *out = PK_TYPE_PTR(space, elem);
    return true;
}

/* Moves over the digits of a number, which there must be. */
static bool read_number(const char **at, const char *end, uint32_t *out) {
    const char *start = *at;
    uint64_t value = 0;

    for (; *at < end && (unsigned)**at - '0' < 10 && value <= UINT32_MAX; ++*at)
        value = value * 10 + ((unsigned)**at - '0');
    *out = (uint32_t)value;
    return *at > start && value <= UINT32_MAX;
}

bool pk_parse_loc(pk_parser *p, pk_loc *out) {
    const char *at = p->token.text, *end = at + p->token.length;
    uint32_t numbers[3] = {0}, count = 1;
    bool ok;

    *out = (pk_loc){0};
    if (p->token.kind != PK_TOKEN_place)
        return true;
    ok = read_number(&at, end, &numbers[0]);
    for (; ok && count < 3 && at < end && *at == ':'; count++) {
        at++;
        ok = read_number(&at, end, &numbers[count]);
    }
    if (ok && at < end && *at == '-') {
        at++;
        ok = read_number(&at, end, &out->end_col);
    }
    if (!ok || count < 2 || at < end)
        return pk_parse_fail(p, &p->token, "a place is source:line:column-end");
    out->file = count == 3 ? numbers[0] : 0;
    out->line = numbers[count - 2];
    out->col = numbers[count - 1];
    pk_parse_take(p);
    return true;
}

bool pk_parse_literal(pk_parser *p, pk_literal *out) {
    *out = (pk_literal){0};
    out->minus = pk_parse_accept_mark(p, '-');
    if (p->token.kind != PK_TOKEN_number && p->token.kind != PK_TOKEN_word)
        return pk_parse_expected(p, "a number");
    out->token = pk_parse_take(p);
    if (!is_text(&out->token, "nan") || !pk_parse_accept_mark(p, '('))
        return true;
    if (p->token.kind != PK_TOKEN_number)
        return pk_parse_expected(p, "the bits of a NaN");
    out->bits = pk_parse_take(p);
    return pk_parse_mark(p, ')');
}

/* True when a magnitude with that sign is one of the integer type's values;
 * gives its bits. */
static bool fit_int(pk_type type, bool minus, uint64_t *bits) {
    uint32_t width = pk_type_bytes(type) * 8;
    uint64_t all = ~UINT64_C(0) >> (64 - width), limit = all;

    if (pk_type_is_signed(type))
        limit = (all >> 1) + minus;
    else if (minus)
        limit = 0;
    if (*bits > limit)
        return false;
    if (minus)
        *bits = (0 - *bits) & all;
    return true;
}

static bool float_bits(const pk_literal *literal, pk_type type,
                       uint64_t *bits) {
    const pk_token *t = literal->bits.text ? &literal->bits : &literal->token;

    if (literal->bits.text) {
        char text[PK_NUMBER_MAX];
        if (literal->minus || t->length > 18)
            return false;
        snprintf(text, sizeof text, "nan(%.*s)", (int)t->length, t->text);
        return pk_float_parse(text, strlen(text), type, bits);
    }
    if (!pk_float_parse(t->text, t->length, type, bits))
        return false;
    if (literal->minus)
        *bits ^= UINT64_C(1) << (pk_type_bytes(type) * 8 - 1);
    return true;
}

bool pk_parse_literal_bits(pk_parser *p, const pk_literal *literal,
                           pk_type type, uint64_t *bits) {
    const pk_token *t = &literal->token;
    bool ok = false;

    if (type == PK_TYPE_bool) {
        *bits = is_text(t, "true");
        ok = !literal->minus && (*bits || is_text(t, "false"));
    } else if (pk_type_is_float(type)) {
        ok = float_bits(literal, type, bits);
    } else if (pk_type_is_int(type)) {
        ok = pk_uint_parse(t->text, t->length, bits) &&
             fit_int(type, literal->minus, bits);
    } else if (type == PK_TYPE_ref) {
        *bits = 0; /* none */
        ok = !literal->minus && is_text(t, "0");
    }
    return ok ||
           pk_parse_fail(p, t, "not a value of type %s", pk_type_name(type));
}

/* ---- what functions declare ---- */

/* A new name: not taken in the function. */
static bool parse_new_name(pk_parser *p, char sigil, char **out) {
    pk_token name = {.text = ""};

    if (!pk_parse_name(p, sigil, &name))
        return false;
    if (pk_names_find(&pk_func_get_data(p->fn)->names, name.text, name.length))
        return pk_parse_fail(p, &name, "the name is taken");
    if (name.text[0] == '.' || (name.text[0] >= '0' && name.text[0] <= '9'))
        return pk_parse_fail(p, &name, "a name begins with a letter");
    *out = pk_arena_text(p->ir->arena, name.text, name.length);
    return true;
}

static bool parse_role(pk_parser *p, pk_role *role) {
    static const char *const words[PK_ROLE_COUNT] = {"scalar", "data", "shape",
                                                     "stride"};

    for (int i = 0; i < PK_ROLE_COUNT; i++)
        if (pk_parse_accept_word(p, words[i])) {
            *role = (pk_role)i;
            return true;
        }
    return pk_parse_expected(p, "a role");
}

static bool parse_param(pk_parser *p) {
    char *name = NULL;
    pk_type type = PK_TYPE_void;
    pk_role role = PK_ROLE_scalar;
    uint32_t arg = 0, axis = 0;
    pk_param *param;

    if (!parse_new_name(p, '%', &name) || !pk_parse_mark(p, ':') ||
        !pk_parse_type(p, &type) || !parse_role(p, &role) ||
        !pk_parse_u32(p, &arg))
        return false;
    if (p->token.kind == PK_TOKEN_number && !pk_parse_u32(p, &axis))
        return false;
    param = pk_func_param(p->fn, name, type, role, arg, axis);
    if (pk_parse_accept_word(p, "readonly"))
        param->flags |= PK_PARAM_readonly;
    if (pk_parse_accept_word(p, "noalias"))
        param->flags |= PK_PARAM_noalias;
    if (pk_parse_accept_word(p, "small"))
        param->flags |= PK_PARAM_small;
    if (pk_parse_accept_word(p, "pairs"))
        param->flags |= PK_PARAM_pairs;
    if (pk_parse_accept_word(p, "record") && !pk_parse_u32(p, &param->record))
        return false;
    return !pk_parse_accept_word(p, "align") || pk_parse_u32(p, &param->align);
}

static bool parse_params(pk_parser *p) {
    if (!pk_parse_mark(p, '('))
        return false;
    if (pk_parse_accept_mark(p, ')'))
        return true;
    do {
        skip_newlines(p);
        if (!parse_param(p))
            return false;
    } while (pk_parse_accept_mark(p, ','));
    return pk_parse_mark(p, ')');
}

static bool parse_results(pk_parser *p) {
    pk_type type = PK_TYPE_void;

    if (!pk_parse_accept_mark(p, '~'))
        return true;
    do {
        if (!pk_parse_type(p, &type))
            return false;
        pk_func_result(p->fn, type);
    } while (pk_parse_accept_mark(p, ','));
    return true;
}

static bool parse_form(pk_parser *p) {
    for (int form = 0; form < PK_FORM_COUNT; form++)
        if (pk_parse_accept_word(p, pk_form_name((pk_form)form))) {
            p->fn->form = (pk_form)form;
            return true;
        }
    return pk_parse_expected(p, "a form");
}

static bool parse_attributes(pk_parser *p) {
    if (pk_parse_accept_word(p, "form") && !parse_form(p))
        return false;
    if (pk_parse_accept_word(p, "dims"))
        for (int i = 0; i < 3; i++)
            if (!pk_parse_u32(p, &p->fn->block[i]))
                return false;
    for (int i = 0; i < PK_LIMIT_COUNT; i++)
        if (pk_parse_accept_word(p, pk_limit_table[i].name) &&
            !pk_parse_u32(p, &p->fn->limits[i]))
            return false;
    for (const pk_func_flag_info *f = pk_func_flag_table; f->word; f++)
        if (pk_parse_accept_word(p, f->word))
            p->fn->flags |= f->flag;
    return pk_parse_loc(p, &p->fn->loc);
}

/* ---- storages ---- */

/* The elements of a constant, little-endian, into memory that grows with the
 * text, whatever number of them was announced. */
static bool parse_data(pk_parser *p, pk_storage *s) {
    uint32_t size = pk_type_bytes(s->elem);
    pk_literal literal;
    uint64_t bits = 0, count = 0;
    pk_token at = p->token;
    pk_text data;
    bool ok = true;

    pk_text_init(&data, p->ir->arena->allocator);
    skip_newlines(p);
    while (ok && !pk_parse_is_mark(p, '}')) {
        unsigned char bytes[8];
        ok = pk_parse_literal(p, &literal) &&
             pk_parse_literal_bits(p, &literal, s->elem, &bits);
        for (uint32_t i = 0; ok && i < size; i++)
            bytes[i] = (unsigned char)(bits >> i * 8);
        if (ok)
            pk_text_bytes(&data, bytes, size);
        count++;
        skip_newlines(p);
        if (ok && !pk_parse_accept_mark(p, ','))
            break;
        skip_newlines(p);
    }
    ok = ok && pk_parse_mark(p, '}');
    if (ok && count != s->count)
        ok = pk_parse_fail(p, &at, "%llu elements announced, got %llu",
                           (unsigned long long)s->count,
                           (unsigned long long)count);
    if (ok && count && !data.failed)
        s->data = pk_arena_text(p->ir->arena, data.data, data.length);
    if (data.failed)
        p->ir->arena->failed = true;
    pk_text_finish(&data);
    return ok;
}

static bool parse_storage(pk_parser *p, pk_space space) {
    char *name = NULL;
    pk_type elem = PK_TYPE_void;
    uint64_t count = 0;
    pk_storage *storage;

    if (!parse_new_name(p, '%', &name) || !pk_parse_mark(p, ':') ||
        !parse_scalar_type(p, &elem) || !pk_parse_mark(p, '['))
        return false;
    if (!pk_parse_is_mark(p, ']') && !pk_parse_u64(p, &count))
        return false;
    if (!pk_parse_mark(p, ']'))
        return false;
    storage = pk_func_storage(p->fn, name, space, elem, count, 0);
    if (pk_parse_accept_word(p, "align") && !pk_parse_u32(p, &storage->align))
        return false;
    if (!pk_parse_accept_mark(p, '='))
        return true;
    return pk_parse_mark(p, '{') && parse_data(p, storage);
}

static bool parse_local(pk_parser *p) {
    char *name = NULL;
    pk_type type = PK_TYPE_void;

    if (!parse_new_name(p, '$', &name) || !pk_parse_mark(p, ':') ||
        !pk_parse_type(p, &type))
        return false;
    pk_func_local(p->fn, name, type);
    return true;
}

static bool parse_declarations(pk_parser *p) {
    bool ok = true;

    while (ok && p->token.kind == PK_TOKEN_word) {
        if (pk_parse_accept_word(p, "shared"))
            ok = parse_storage(p, PK_SPACE_shared);
        else if (pk_parse_accept_word(p, "constant"))
            ok = parse_storage(p, PK_SPACE_constant);
        else if (!pk_parse_accept_word(p, "local"))
            break;
        else if (p->token.sigil == '$')
            ok = parse_local(p);
        else
            ok = parse_storage(p, PK_SPACE_local);
        ok = ok && pk_parse_newline(p) && !p->ir->arena->failed;
    }
    return ok;
}

/* ---- modules ---- */

/* A function whose head has been read. Bodies are read when all heads have
 * been: they may call any function. */
typedef struct pending {
    struct pending *next;
    pk_func *fn;
    pk_lexer lexer; /* behind the brace that opens the body */
} pending;

static bool parse_head(pk_parser *p, pk_func_kind kind, pending *out) {
    pk_token name = {.text = ""};

    if (!pk_parse_name(p, '@', &name))
        return false;
    if (pk_names_find(&pk_ir_get_data(p->ir)->names, name.text, name.length))
        return pk_parse_fail(p, &name, "the name is taken");
    if (name.text[0] == '.' || (name.text[0] >= '0' && name.text[0] <= '9'))
        return pk_parse_fail(p, &name, "a name begins with a letter");
    p->fn = pk_func_new(p->ir, kind,
                        pk_arena_text(p->ir->arena, name.text, name.length));
    /* Where it stands in the text, for errors of the verifier. */
    p->fn->mark = (void *)name.text;
    if (!parse_params(p) || !parse_results(p) || !parse_attributes(p))
        return false;
    if (!pk_parse_is_mark(p, '{'))
        return pk_parse_expected(p, "'{'");
    *out = (pending){.fn = p->fn, .lexer = p->lexer};
    pk_lexer_skip_braces(&p->lexer);
    pk_parse_take(p);
    return pk_parse_newline(p);
}

static bool parse_body(pk_parser *p, const pending *func) {
    p->fn = func->fn;
    p->temps = (pk_temps){0};
    p->lexer = func->lexer;
    pk_parse_take(p);
    pk_builder_init(&p->builder, p->fn);
    if (!pk_parse_newline(p) || !parse_declarations(p) || !pk_parse_region(p) ||
        !pk_parse_newline(p))
        return false;
    if (pk_func_is_entry(p->fn))
        pk_func_layout(p->fn);
    return true;
}

static bool parse_source(pk_parser *p) {
    pk_token at = p->token, string;
    uint32_t index = 0;
    const char *name = NULL;

    if (!pk_parse_u32(p, &index))
        return false;
    if (index != p->ir->file_count)
        return pk_parse_fail(p, &at, "sources are numbered from 0");
    string = p->token;
    if (!pk_parse_string(p, "a file name in quotes", &name))
        return false;
    if (pk_ir_file(p->ir, name) != index)
        return pk_parse_fail(p, &string, "the source is named already");
    return pk_parse_newline(p);
}

static bool parse_functions(pk_parser *p) {
    pending *first = NULL, **end = &first;

    while (p->token.kind != PK_TOKEN_end) {
        pending *func = PK_NEW(p->ir->arena, pending);
        bool ok = pk_parse_accept_word(p, "kernel")
                      ? parse_head(p, PK_FUNC_kernel, func)
                  : pk_parse_accept_word(p, "device")
                      ? parse_head(p, PK_FUNC_device, func)
                  : pk_parse_accept_word(p, "host")
                      ? parse_head(p, PK_FUNC_host, func)
                      : pk_parse_expected(p, "a function");
        if (!ok || p->ir->arena->failed)
            return false;
        *end = func;
        end = &func->next;
    }
    for (; first; first = first->next)
        if (!parse_body(p, first))
            return false;
    return true;
}

static bool parse_module(pk_parser *p) {
    pk_token version;

    skip_newlines(p);
    if (!pk_parse_accept_word(p, "pkir"))
        return pk_parse_expected(p, "'pkir' and a version");
    version = p->token;
    if (version.kind != PK_TOKEN_number || !is_text(&version, "1"))
        return pk_parse_expected(p, "version 1");
    pk_parse_take(p);
    if (!pk_parse_newline(p))
        return false;
    while (pk_parse_accept_word(p, "source"))
        if (!parse_source(p))
            return false;
    return parse_functions(p);
}

/* ---- the whole ---- */

static void clear_mark(pk_inst *inst, void *arg) {
    (void)arg;
    inst->mark = NULL;
}

/* Verifies, and gives the place in the text instead of in the source. */
static pk_status verify(pk_parser *p) {
    pk_verify_fault fault;
    pk_status status = pk_verify_find(p->ir, p->err, &fault);
    const char *at = NULL;

    if (status == PK_VERIFY && fault.fn)
        at = fault.inst ? fault.inst->mark : fault.fn->mark;
    if (at && p->err) {
        pk_loc loc = place_of(p, at);
        p->err->line = loc.line;
        p->err->col = loc.col;
        p->err->end_col = 0;
        snprintf(p->err->file, sizeof p->err->file, "<pkir>");
    }
    return status;
}

pk_status pk_ir_parse(pk_arena *arena, const char *text, size_t length,
                      pk_ir **out, pk_error *err) {
    pk_parser p = {
        .text = text, .ir = pk_ir_new(arena), .err = err, .status = PK_OK};

    *out = NULL;
    if (length > UINT32_MAX)
        return pk_fail(err, PK_LIMIT, "a module of 4 GiB of text or more");
    pk_lexer_init(&p.lexer, text, (uint32_t)length);
    init_types(&p);
    pk_parse_init_ops(&p);
    pk_parse_take(&p);
    if (!arena->failed)
        parse_module(&p);
    if (arena->failed)
        return pk_fail_no_memory(err);
    if (p.status == PK_OK)
        p.status = verify(&p);
    if (p.status != PK_OK)
        return p.status;
    for (pk_func *fn = p.ir->funcs; fn; fn = fn->next) {
        fn->mark = NULL;
        pk_region_visit(fn->body, clear_mark, NULL);
        pk_func_number(fn);
    }
    *out = p.ir;
    return PK_OK;
}
