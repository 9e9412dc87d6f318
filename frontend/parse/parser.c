/* SPDX-License-Identifier: Apache-2.0 */
/* The parser's tokens, errors, nodes and lists, and its way in. */
#include "frontend/diag/codes.h"
#include "frontend/parse/check.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/source.h"

#include <stdio.h>
#include <string.h>

/* ---- memory ---- */

static void out_of_memory(pk_py_parser *p) {
    p->arena->failed = true;
    p->panic = p->stop = true;
    p->kind = PK_TOK_end;
}

/* Makes room for one more item of `size` bytes in a vector. */
static bool grow(pk_py_parser *p, void **items, uint32_t count,
                 uint32_t *capacity, size_t size) {
    const pk_allocator *a = p->arena->allocator;
    uint32_t wanted = *capacity ? *capacity * 2 : 64;
    void *more;

    if (count < *capacity)
        return true;
    more = *items ? a->resize(a->self, *items, *capacity * size, wanted * size)
                  : a->alloc(a->self, wanted * size);
    if (!more) {
        out_of_memory(p);
        return false;
    }
    *items = more;
    *capacity = wanted;
    return true;
}

static void release(pk_py_parser *p, void *items, uint32_t capacity,
                    size_t size) {
    const pk_allocator *a = p->arena->allocator;

    if (items)
        a->release(a->self, items, capacity * size);
}

/* ---- tokens ---- */

static const pk_py_token end_token = {.kind = PK_TOK_end, .line = 1};

const pk_py_token *pk_py_peek(pk_py_parser *p, uint32_t ahead) {
    while (p->at + ahead >= p->count) {
        void *items = p->tokens;

        if (!grow(p, &items, p->count, &p->capacity, sizeof *p->tokens))
            return p->count ? &p->tokens[p->count - 1] : &end_token;
        p->tokens = items;
        p->tokens[p->count++] = pk_py_lexer_next(&p->lexer);
    }
    return &p->tokens[p->at + ahead];
}

pk_py_token_kind pk_py_peek_kind(pk_py_parser *p, uint32_t ahead) {
    if (p->panic)
        return PK_TOK_error;
    return (pk_py_token_kind)pk_py_peek(p, ahead)->kind;
}

static uint32_t col_of(const pk_py_parser *p, uint32_t offset, uint32_t line) {
    return offset - p->source->line_starts[line - 1] + 1;
}

static pk_py_place token_place(const pk_py_parser *p,
                               const pk_py_token *token) {
    return (pk_py_place){p->source->first_line + token->line - 1,
                         col_of(p, token->start, token->line)};
}

static pk_py_place token_end(const pk_py_parser *p, const pk_py_token *token) {
    return (pk_py_place){p->source->first_line + token->end_line - 1,
                         col_of(p, token->end, token->end_line)};
}

/* Looks at the current token. An error token was reported by the lexer. */
static void look(pk_py_parser *p) {
    const pk_py_token *token = pk_py_peek(p, 0);

    p->kind = (pk_py_token_kind)token->kind;
    p->here = token_place(p, token);
    if (p->arena->failed)
        out_of_memory(p);
    if (p->kind == PK_TOK_error)
        p->panic = true;
}

static bool is_layout(pk_py_token_kind kind) {
    return kind == PK_TOK_newline || kind == PK_TOK_indent ||
           kind == PK_TOK_dedent || kind == PK_TOK_end;
}

void pk_py_advance(pk_py_parser *p) {
    const pk_py_token *token;

    if (p->panic)
        return;
    token = pk_py_peek(p, 0);
    if (!is_layout(p->kind)) {
        p->end_line = p->source->first_line + token->end_line - 1;
        p->end_col = col_of(p, token->end, token->end_line);
    }
    p->at++;
    look(p);
}

bool pk_py_accept(pk_py_parser *p, pk_py_token_kind kind) {
    if (p->kind != kind || p->panic)
        return false;
    pk_py_advance(p);
    return true;
}

void pk_py_expect(pk_py_parser *p, pk_py_token_kind kind) {
    if (!pk_py_accept(p, kind))
        pk_py_fail(p);
}

const char *pk_py_name(pk_py_parser *p) {
    const char *name = "";

    if (p->kind == PK_TOK_name && !p->panic)
        name = pk_py_peek(p, 0)->name;
    if (pk_py_token_is_keyword(p->kind))
        pk_py_fail_here(p, "%s is a keyword and cannot be a name",
                        pk_py_token_words(p->kind));
    pk_py_expect(p, PK_TOK_name);
    return name;
}

bool pk_py_at_word(pk_py_parser *p, const char *word) {
    const char *name = pk_py_peek(p, 0)->name;

    return p->kind == PK_TOK_name && !p->panic && name &&
           strcmp(name, word) == 0;
}

void pk_py_forget(pk_py_parser *p) {
    if (p->at == 0)
        return;
    memmove(p->tokens, p->tokens + p->at,
            (p->count - p->at) * sizeof *p->tokens);
    p->count -= p->at;
    p->at = 0;
}

void pk_py_restart(pk_py_parser *p, uint32_t line) {
    pk_py_lexer_restart(&p->lexer, line);
    p->at = p->count = 0;
    look(p);
}

uint32_t pk_py_try(pk_py_parser *p) {
    p->quiet = true;
    return p->at;
}

bool pk_py_end_try(pk_py_parser *p, uint32_t saved, bool keep) {
    bool good = !p->panic;

    p->quiet = false;
    if (p->stop || (good && keep))
        return good;
    p->at = saved;
    p->panic = false;
    look(p);
    return good;
}

/* ---- errors ---- */

static void report(pk_py_parser *p, pk_status status, pk_py_mistake mistake,
                   pk_py_place from, pk_py_place to, const char *format,
                   va_list args) {
    char text[512];

    if (p->panic)
        return;
    p->panic = true;
    p->kind = PK_TOK_error;
    if (p->quiet)
        return;
    vsnprintf(text, sizeof text, format, args);
    pk_source_report(
        p->source, p->diags,
        (pk_diag){
            .status = status,
            .row =
                pk_code_row(status == PK_LIMIT ? PK_E_text_limit : PK_E_syntax),
            .loc = {.line = from.line,
                    .col = from.col,
                    .end_col = from.line == to.line ? to.col : 0},
            .hint = pk_py_foreign_hint(p->source, from.line, from.col, mistake),
            .message = pk_arena_text(p->diags->arena, text, strlen(text))});
}

void pk_py_fail_range(pk_py_parser *p, pk_status status, pk_py_place from,
                      pk_py_place to, const char *format, ...) {
    va_list args;

    va_start(args, format);
    report(p, status, PK_MISTAKE_other, from, to, format, args);
    va_end(args);
}

static void fail_token(pk_py_parser *p, pk_py_mistake mistake,
                       const char *format, va_list args) {
    const pk_py_token *token = pk_py_peek(p, 0);

    report(p, PK_SYNTAX, mistake, token_place(p, token), token_end(p, token),
           format, args);
}

void pk_py_fail_here(pk_py_parser *p, const char *format, ...) {
    va_list args;

    va_start(args, format);
    fail_token(p, PK_MISTAKE_other, format, args);
    va_end(args);
}

static void invalid_syntax(pk_py_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void invalid_syntax(pk_py_parser *p, const char *format, ...) {
    va_list args;

    va_start(args, format);
    fail_token(p, PK_MISTAKE_token, format, args);
    va_end(args);
}

void pk_py_fail_at(pk_py_parser *p, const pk_ast *first, const pk_ast *last,
                   const char *format, ...) {
    va_list args;

    va_start(args, format);
    report(p, PK_SYNTAX, PK_MISTAKE_other,
           (pk_py_place){first->line, first->col},
           (pk_py_place){last->end_line, last->end_col}, format, args);
    va_end(args);
}

/* An open bracket that nothing in the rest of the text closes is the better
 * thing to name. */
static bool fail_unclosed(pk_py_parser *p, const pk_py_token *token) {
    const pk_py_bracket *open;
    pk_py_place from;

    if (p->lexer.level == 0)
        return false;
    open = &p->lexer.brackets[p->lexer.level - 1];
    if (token->kind != PK_TOK_end && !pk_py_lexer_never_closed(&p->lexer))
        return false;
    from = (pk_py_place){p->source->first_line + open->line - 1,
                         col_of(p, open->at, open->line)};
    pk_py_fail_range(p, PK_SYNTAX, from, (pk_py_place){from.line, from.col + 1},
                     "'%c' was never closed\n"
                     "its closing bracket is missing, or is of another kind",
                     open->open);
    return true;
}

void pk_py_fail(pk_py_parser *p) {
    const pk_py_token *token = pk_py_peek(p, 0);

    if (p->panic || fail_unclosed(p, token))
        return;
    switch (p->kind) {
    case PK_TOK_indent:
        pk_py_fail_here(p, "unexpected indent\n"
                           "begin the line in the column of the line above");
        break;
    case PK_TOK_dedent: pk_py_fail_here(p, "unexpected unindent"); break;
    case PK_TOK_end: pk_py_fail_here(p, "unexpected end of file"); break;
    default: invalid_syntax(p, "invalid syntax"); break;
    }
}

/* A keyword that only starts statements, first on its line: so an open bracket
 * before it was forgotten. */
static bool starts_statement(const pk_py_token *token) {
    if (!token->first)
        return false;
    switch ((pk_py_token_kind)token->kind) {
    case PK_TOK_def:
    case PK_TOK_class:
    case PK_TOK_return:
    case PK_TOK_import:
    case PK_TOK_while:
    case PK_TOK_with:
    case PK_TOK_try:
    case PK_TOK_raise:
    case PK_TOK_pass:
    case PK_TOK_break:
    case PK_TOK_continue:
    case PK_TOK_del:
    case PK_TOK_global:
    case PK_TOK_nonlocal:
    case PK_TOK_assert: return true;
    default: return false;
    }
}

/* Steps over the rest of the statement. Indents and dedents stay: they belong
 * to whoever reads the block. */
static void skip_statement(pk_py_parser *p) {
    pk_py_token token = *pk_py_peek(p, 0);

    while (token.kind != PK_TOK_end && token.kind != PK_TOK_indent &&
           token.kind != PK_TOK_dedent) {
        bool in_brackets = p->lexer.level > 0 || p->lexer.fstring_count > 0;

        if (in_brackets && starts_statement(&token)) {
            pk_py_lexer_restart(&p->lexer, token.line);
            p->at = p->count = 0;
            return;
        }
        p->at++;
        if (token.kind == PK_TOK_newline)
            return;
        pk_py_forget(p);
        token = *pk_py_peek(p, 0);
    }
}

void pk_py_recover(pk_py_parser *p) {
    if (!p->panic)
        return;
    if (p->arena->failed || p->diags->count >= PK_DIAG_MAX)
        p->stop = true;
    if (p->stop) {
        p->kind = PK_TOK_end;
        return;
    }
    p->lexer.diags = NULL;
    skip_statement(p);
    p->panic = false;
    p->depth = 0;
    p->lexer.diags = p->diags;
    look(p);
}

bool pk_py_enter(pk_py_parser *p) {
    if (++p->depth <= PK_AST_MAX_NESTING + 1)
        return true;
    pk_py_fail_range(p, PK_LIMIT, p->here, (pk_py_place){0},
                     "expression nested deeper than %d", PK_AST_MAX_NESTING);
    return false;
}

void pk_py_leave(pk_py_parser *p) {
    p->depth--;
}

/* ---- nodes ---- */

static const uint8_t node_bytes[] = {
#define NODE(name, class, fields) sizeof(struct pk_ast_##name),
#define NODE0(name, class)        0,
#include "frontend/ast/ast.def"
#undef NODE
#undef NODE0
};

pk_ast *pk_py_node(pk_py_parser *p, pk_ast_kind kind, pk_py_place from) {
    pk_ast *node =
        pk_arena_alloc(p->arena, offsetof(pk_ast, Module) + node_bytes[kind]);

    if (p->arena->failed)
        out_of_memory(p);
    node->kind = (uint8_t)kind;
    node->line = from.line;
    node->col = from.col;
    node->end_line = p->end_line;
    node->end_col = p->end_col;
    return node;
}

pk_py_place pk_py_start(const pk_ast *node) {
    return (pk_py_place){node->line, node->col};
}

static uint16_t over(uint16_t height, const pk_ast *child) {
    uint32_t above = child ? child->height + 1u : 0;
    return above > height ? (uint16_t)above : height;
}

static void over_child(const pk_ast *child, void *height) {
    *(uint16_t *)height = over(*(uint16_t *)height, child);
}

/* Levels below a node, from those of its children. */
static uint16_t height_of(const pk_ast *node) {
    uint16_t height = 0;

    pk_ast_children(node, over_child, &height);
    return height;
}

pk_ast *pk_py_done(pk_py_parser *p, pk_ast *node) {
    const pk_ast *left = NULL;

    node->end_line = p->end_line;
    node->end_col = p->end_col;
    if (p->panic || node->kind < PK_AST_BoolOp) /* a statement */
        return node;
    if (node->kind == PK_AST_BinOp)
        left = node->BinOp.left;
    if (left && left->kind == PK_AST_BinOp)
        node->height = over(left->height, node->BinOp.right);
    else
        node->height = height_of(node);
    if (node->height > PK_AST_MAX_HEIGHT)
        pk_py_fail_range(p, PK_LIMIT, pk_py_start(node), (pk_py_place){0},
                         "expression of more than %d levels",
                         PK_AST_MAX_HEIGHT);
    return node;
}

/* ---- lists ---- */

uint32_t pk_py_list(const pk_py_parser *p) {
    return p->stack_count;
}

void pk_py_push(pk_py_parser *p, pk_ast *item) {
    void *items = p->stack;

    if (!grow(p, &items, p->stack_count, &p->stack_capacity, sizeof *p->stack))
        return;
    p->stack = items;
    p->stack[p->stack_count++] = item;
}

pk_ast_list pk_py_pop(pk_py_parser *p, uint32_t mark) {
    pk_ast_list list = {0};
    uint32_t count = p->stack_count - mark;

    p->stack_count = mark;
    if (count == 0)
        return list;
    list.items = pk_arena_array(p->arena, count, sizeof *list.items);
    if (p->arena->failed) {
        out_of_memory(p);
        return (pk_ast_list){0};
    }
    memcpy(list.items, p->stack + mark, count * sizeof *list.items);
    list.count = count;
    return list;
}

pk_ast_list pk_py_single(pk_py_parser *p, pk_ast *item) {
    uint32_t mark = pk_py_list(p);

    pk_py_push(p, item);
    return pk_py_pop(p, mark);
}

/* ---- the way in ---- */

static pk_ast *parse_module(pk_py_parser *p) {
    pk_py_place from = {p->source->first_line, 1};
    pk_ast *module = pk_py_node(p, PK_AST_Module, from);
    uint32_t mark = pk_py_list(p);

    look(p);
    while (!p->stop && (p->kind != PK_TOK_end || p->panic)) {
        if (!pk_py_accept(p, PK_TOK_dedent))
            pk_py_statement(p);
    }
    module->Module.body = pk_py_pop(p, mark);
    module->end_line = p->end_line;
    module->end_col = p->end_col;
    return module;
}

static void open_parser(pk_py_parser *p, uint32_t flags) {
    pk_py_lexer_init(&p->lexer, p->source, p->names, p->diags);
    p->lexer.hex_floats = flags & PK_PARSE_hex_floats;
    p->outline = flags & PK_PARSE_outline;
}

/* PK_OK, or what went wrong since there were `errors`. */
static pk_status close_parser(pk_py_parser *p, uint32_t errors) {
    release(p, p->tokens, p->capacity, sizeof *p->tokens);
    release(p, p->stack, p->stack_capacity, sizeof *p->stack);
    if (p->arena->failed || p->diags->arena->failed)
        return PK_NO_MEMORY;
    return p->diags->errors > errors ? pk_diags_status(p->diags, NULL) : PK_OK;
}

pk_status pk_parse_body(pk_arena *arena, const pk_parse *parse, uint32_t flags,
                        pk_ast *def, pk_diags *diags) {
    pk_py_parser p = {.arena = arena,
                      .diags = diags,
                      .source = parse->source,
                      .names = parse->names};
    uint32_t errors = diags->errors;

    open_parser(&p, flags);
    pk_py_restart(&p, def->end_line - p.source->first_line + 2);
    pk_py_expect(&p, PK_TOK_indent);
    def->FunctionDef.body = pk_py_statements(&p);
    def->end_line = p.end_line;
    def->end_col = p.end_col;
    return close_parser(&p, errors);
}

pk_status pk_parse_source(pk_arena *arena, const char *text, size_t length,
                          const char *file, uint32_t first_line, uint32_t flags,
                          pk_parse *out, pk_diags *diags) {
    pk_py_parser p = {.arena = arena, .diags = diags};
    uint32_t errors = diags->errors;
    pk_status status;
    pk_ast *module;

    *out = (pk_parse){0};
    status = pk_source_read(arena, text, length, file, first_line, &out->source,
                            diags);
    if (status != PK_OK)
        return status;
    p.source = out->source;
    p.names = pk_idents_new(arena);
    out->names = p.names;
    if (arena->failed)
        return PK_NO_MEMORY;
    open_parser(&p, flags);
    module = parse_module(&p);
    status = close_parser(&p, errors);
    if (status != PK_OK)
        return status;
    if (!p.outline)
        pk_py_check(p.source, module, diags);
    if (diags->arena->failed)
        return PK_NO_MEMORY;
    if (diags->errors > errors)
        return pk_diags_status(diags, NULL);
    out->module = module;
    return PK_OK;
}

pk_status pk_ast_parse(pk_arena *arena, const char *text, size_t length,
                       const char *file, uint32_t first_line, pk_ast **out,
                       pk_diags *diags) {
    pk_parse parse;
    pk_status status = pk_parse_source(arena, text, length, file, first_line, 0,
                                       &parse, diags);

    *out = parse.module;
    return status;
}
