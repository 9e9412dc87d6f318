/* SPDX-License-Identifier: Apache-2.0 */
/* The tree as text, in the form of CPython's ast.dump. */
#include "base/number.h"
#include "base/text.h"
#include "frontend/ast/ast.h"

#include <string.h>

enum { MAX_INDENTS = 60 }; /* deeper levels stay there: long chains */

typedef struct printer {
    const pk_ast_print_options *options;
    pk_text *out;
    uint32_t depth;
    bool comma; /* something stands in the brackets already */
} printer;

static void print_node(printer *p, const pk_ast *node);

/* The start of an item in brackets: a comma after the one before, and a line
 * of its own when there is an indent. */
static void next_item(printer *p) {
    if (p->comma)
        pk_text_put(p->out, p->options->indent ? "," : ", ");
    if (p->options->indent)
        pk_text_printf(p->out, "\n%*s",
                       (int)((p->depth < MAX_INDENTS ? p->depth : MAX_INDENTS) *
                             p->options->indent),
                       "");
    p->comma = true;
}

static void field(printer *p, const char *name) {
    next_item(p);
    pk_text_printf(p->out, "%s=", name);
}

static void open(printer *p, const char *bracket) {
    pk_text_put(p->out, bracket);
    p->depth++;
    p->comma = false;
}

static void shut(printer *p, const char *bracket) {
    pk_text_put(p->out, bracket);
    p->depth--;
    p->comma = true;
}

/* ---- values ---- */

static void print_bytes(printer *p, const char *text, uint32_t length,
                        bool ascii) {
    pk_text_put(p->out, "'");
    for (uint32_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == '\\' || c == '\'')
            pk_text_printf(p->out, "\\%c", c);
        else if (c == '\n')
            pk_text_put(p->out, "\\n");
        else if (c < 32 || c == 127 || (ascii && c > 127))
            pk_text_printf(p->out, "\\x%02x", c);
        else
            pk_text_bytes(p->out, text + i, 1);
    }
    pk_text_put(p->out, "'");
}

static void print_real(printer *p, double value) {
    char text[PK_NUMBER_MAX];

    pk_float_print(text, PK_TYPE_f64, pk_float_bits(PK_TYPE_f64, value));
    pk_text_put(p->out, text);
}

static void print_const(printer *p, const pk_const *value) {
    switch ((pk_const_kind)value->kind) {
    case PK_CONST_None: pk_text_put(p->out, "None"); break;
    case PK_CONST_bool:
        pk_text_put(p->out, value->integer ? "True" : "False");
        break;
    case PK_CONST_Ellipsis: pk_text_put(p->out, "Ellipsis"); break;
    case PK_CONST_int:
        if (value->overflow)
            pk_text_put(p->out, "<more than 64 bits>");
        else
            pk_text_printf(p->out, "%llu", (unsigned long long)value->integer);
        break;
    case PK_CONST_float: print_real(p, value->real); break;
    case PK_CONST_complex:
        if (value->re != 0) {
            print_real(p, value->re);
            pk_text_put(p->out, "+");
        }
        print_real(p, value->real);
        pk_text_put(p->out, "j");
        break;
    case PK_CONST_str: print_bytes(p, value->text, value->length, false); break;
    case PK_CONST_bytes:
        pk_text_put(p->out, "b");
        print_bytes(p, value->text, value->length, true);
        break;
    }
}

/* ---- fields ---- */

static void print_ident(printer *p, const char *name, const char *ident) {
    if (!ident)
        return;
    field(p, name);
    pk_text_printf(p->out, "'%s'", ident);
}

static void print_child(printer *p, const char *name, const pk_ast *child) {
    if (!child)
        return;
    field(p, name);
    print_node(p, child);
}

static void print_list(printer *p, const char *name, const pk_ast_list *list) {
    if (list->count == 0)
        return;
    field(p, name);
    open(p, "[");
    for (uint32_t i = 0; i < list->count; i++) {
        next_item(p);
        if (list->items[i])
            print_node(p, list->items[i]);
        else
            pk_text_put(p->out, "None");
    }
    shut(p, "]");
}

static void print_names(printer *p, const char *name,
                        const pk_ast_names *names) {
    if (names->count == 0)
        return;
    field(p, name);
    open(p, "[");
    for (uint32_t i = 0; i < names->count; i++) {
        next_item(p);
        pk_text_printf(p->out, "'%s'", names->items[i]);
    }
    shut(p, "]");
}

static void print_op(printer *p, const char *name, pk_ast_op op) {
    field(p, name);
    pk_text_printf(p->out, "%s()", pk_ast_op_name(op));
}

static void print_ops(printer *p, const char *name, const uint8_t *ops,
                      uint32_t count) {
    field(p, name);
    open(p, "[");
    for (uint32_t i = 0; i < count; i++) {
        next_item(p);
        pk_text_printf(p->out, "%s()", pk_ast_op_name((pk_ast_op)ops[i]));
    }
    shut(p, "]");
}

static void print_ctx(printer *p, const char *name, pk_ast_ctx ctx) {
    if (ctx == PK_AST_Load)
        return;
    field(p, name);
    pk_text_put(p->out, ctx == PK_AST_Store ? "Store()" : "Del()");
}

static void print_int(printer *p, const char *name, int32_t value) {
    field(p, name);
    pk_text_printf(p->out, "%d", value);
}

/* The names of fields, kind by kind, each ended with a NUL. */
#define IDENT(f)                  #f "\0"
#define OPT_IDENT(f)              #f "\0"
#define CHILD(f)                  #f "\0"
#define OPT(f)                    #f "\0"
#define LIST(f)                   #f "\0"
#define SPARSE(f)                 #f "\0"
#define NAMES(f)                  #f "\0"
#define OP(f)                     #f "\0"
#define OPS(f)                    #f "\0"
#define CTX(f)                    #f "\0"
#define FLAG(f)                   #f "\0"
#define INT(f)                    #f "\0"
#define CONST(f)                  #f "\0"
#define NODE(name, class, fields) fields "\0"
#define NODE0(name, class)        "\0"
static const char field_names[] =
#include "frontend/ast/ast.def"
#include "frontend/ast/undef.h"
    ;

/* Prints are rare: the names of a kind are looked for. */
static const char *names_of(const pk_ast *node) {
    const char *name = field_names;

    for (uint32_t kind = 0; kind < node->kind; kind++, name++)
        while (*name)
            name += strlen(name) + 1;
    return name;
}

static void print_fields(printer *p, const pk_ast *node) {
    pk_ast_fields f = pk_ast_fields_of(node);
    const char *name = names_of(node);

    for (; pk_ast_next_field(&f); name += strlen(name) + 1) {
        const void *at = pk_ast_field(node, &f);
        switch ((pk_ast_field_kind)f.kind) {
        case PK_FIELD_ident:
            print_ident(p, name, *(const char *const *)at);
            break;
        case PK_FIELD_child: print_child(p, name, *(pk_ast *const *)at); break;
        case PK_FIELD_list: print_list(p, name, at); break;
        case PK_FIELD_names: print_names(p, name, at); break;
        case PK_FIELD_op: print_op(p, name, *(const pk_ast_op *)at); break;
        case PK_FIELD_ops:
            print_ops(p, name, *(const uint8_t *const *)at,
                      node->Compare.comparators.count);
            break;
        case PK_FIELD_ctx: print_ctx(p, name, *(const pk_ast_ctx *)at); break;
        case PK_FIELD_flag: print_int(p, name, *(const bool *)at); break;
        case PK_FIELD_int: print_int(p, name, *(const int32_t *)at); break;
        case PK_FIELD_const:
            field(p, name);
            print_const(p, at);
            break;
        case PK_FIELD_end: break;
        }
    }
}

/* CPython gives these no place. */
static bool has_place(const pk_ast *node) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Module:
    case PK_AST_arguments:
    case PK_AST_comprehension:
    case PK_AST_withitem:
    case PK_AST_match_case: return false;
    default: return true;
    }
}

static void open_node(printer *p, const pk_ast *node) {
    pk_text_put(p->out, pk_ast_kind_name((pk_ast_kind)node->kind));
    if (p->options->places && has_place(node))
        pk_text_printf(p->out, "@%u:%u-%u:%u", node->line, node->col,
                       node->end_line, node->end_col);
    open(p, "(");
}

/* a + b + c ...: down its left side, then up again, without recursion. */
static void print_chain(printer *p, const pk_ast *node) {
    const pk_allocator *a = p->out->allocator;
    size_t count = 0, size;
    const pk_ast **spine;

    for (const pk_ast *n = node; n->kind == PK_AST_BinOp; n = n->BinOp.left)
        count++;
    size = count * sizeof *spine;
    spine = a->alloc(a->self, size);
    if (!spine) {
        p->out->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++, node = node->BinOp.left) {
        spine[i] = node;
        open_node(p, node);
        field(p, "left");
    }
    print_node(p, node);
    while (count-- > 0) {
        print_op(p, "op", spine[count]->BinOp.op);
        print_child(p, "right", spine[count]->BinOp.right);
        shut(p, ")");
    }
    a->release(a->self, spine, size);
}

static bool is_elif(const pk_ast *node) {
    return node->If.orelse.count == 1 &&
           node->If.orelse.items[0]->kind == PK_AST_If;
}

/* if, elif, elif ...: each stands last in the one before. */
static void print_if_chain(printer *p, const pk_ast *node) {
    size_t count = 0;

    for (;; node = node->If.orelse.items[0], count++) {
        open_node(p, node);
        if (!is_elif(node))
            break;
        print_child(p, "test", node->If.test);
        print_list(p, "body", &node->If.body);
        field(p, "orelse");
        open(p, "[");
        next_item(p);
    }
    print_fields(p, node);
    for (; count > 0; count--) {
        shut(p, ")");
        shut(p, "]");
    }
    shut(p, ")");
}

static void print_node(printer *p, const pk_ast *node) {
    if (node->kind == PK_AST_BinOp) {
        print_chain(p, node);
    } else if (node->kind == PK_AST_If) {
        print_if_chain(p, node);
    } else {
        open_node(p, node);
        print_fields(p, node);
        shut(p, ")");
    }
}

void pk_ast_print(const pk_ast *node, const pk_ast_print_options *options,
                  pk_text *out) {
    printer p = {.options = options, .out = out};

    print_node(&p, node);
}
