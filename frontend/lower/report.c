/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of assert, raise and print, and of checked indices, to the
 * operations fail and print: words with a place for each number. */
#include "frontend/lower/report.h"

#include "base/format.h"
#include "core/report.h"
#include "frontend/infer/library.h"
#include "frontend/values/known.h"

#include <assert.h>
#include <string.h>

typedef struct words {
    pk_lower *l;
    uint32_t mark; /* around each string, while an exception's are made */
    pk_text text;
    pk_value *values[PK_REPORT_PRINTED];
    uint32_t count;
} words;

static void begin_words(words *w, pk_lower *l) {
    w->l = l;
    w->mark = 0;
    w->count = 0;
    pk_text_init(&w->text, l->arena->allocator);
}

static void end_words(words *w, pk_op op) {
    if (op == PK_OP_fail)
        pk_lower_debug_fail(w->l, pk_text_string(&w->text), w->values,
                            w->count);
    pk_emit_report(&w->l->b, op, pk_text_string(&w->text), w->values, w->count);
    w->l->arena->failed |= w->text.failed;
    pk_text_finish(&w->text);
}

/* ---- strings ---- */

static void put_text(words *w, const char *text) {
    for (; *text; text++) {
        pk_text_bytes(&w->text, text, 1);
        if (*text == '{' || *text == '}')
            pk_text_bytes(&w->text, text, 1);
    }
}

/* repr() of a string, for those within tuples. */
static void put_quoted(words *w, const char *text) {
    char quote[] = {strchr(text, '\'') && !strchr(text, '"') ? '"' : '\'', 0};
    char plain[8] = "";

    put_text(w, quote);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\n')
            put_text(w, "\\n");
        else if (c == '\t')
            put_text(w, "\\t");
        else if (c == '\r')
            put_text(w, "\\r");
        else if (c < 32 || c == 127)
            pk_text_printf(&w->text, "\\x%02x", c);
        else {
            plain[0] = '\\';
            plain[1] = (char)c;
            put_text(w, c == '\\' || c == (unsigned char)*quote ? plain
                                                                : plain + 1);
        }
    }
    put_text(w, quote);
}

/* ---- values ---- */

static void add_value(words *w, pk_value *value) {
    if (w->count < PK_REPORT_PRINTED)
        w->values[w->count++] = value;
}

/* A number that is known while compiling needs no operand. */
static void put_number(words *w, pk_lv v) {
    pk_value *value;

    assert(v.parts);
    value = v.parts[0];
    if (pk_is_const(value)) {
        pk_format("", 0, value->type, value->bits, &w->text);
        return;
    }
    pk_text_put(&w->text, "{}");
    add_value(w, value);
}

static void put_value(words *w, pk_lv v, const char *text, bool quoted);

static void put_tuple(words *w, pk_lv tuple) {
    const uint32_t count = tuple.type->count, mark = w->mark;

    w->mark = mark ? PK_MARK_string : 0;
    put_text(w, "(");
    for (uint32_t i = 0; i < count; i++) {
        put_text(w, i ? ", " : "");
        put_value(w, pk_lv_item(w->l, tuple, i), NULL, true);
    }
    put_text(w, count == 1 ? ",)" : ")");
    w->mark = mark;
}

static void put_mark(words *w, uint32_t mark) {
    if (!mark)
        return;
    pk_text_put(&w->text, "{:c}");
    add_value(w, pk_const_int(w->l->fn, PK_TYPE_u32, mark));
}

/* A string of a print: what stands before it is printed alone, and then each
 * character. */
static void put_string(words *w, pk_lv text) {
    const uint32_t mark = w->mark;
    pk_lower *l = w->l;
    pk_lv items = pk_lower_list_items(l, text);
    pk_inst *loop;
    pk_value *code;

    put_mark(w, mark);
    end_words(w, PK_OP_print);
    loop = pk_begin_for(&l->b, pk_i64(l, 0), items.parts[PK_PART_shape],
                        pk_i64(l, 1));
    code =
        pk_emit1(&l->b, PK_OP_load,
                 emit(l, PK_OP_elem, items.parts[PK_PART_data], loop->index));
    pk_emit_report(&l->b, PK_OP_print, "{:c}", &code, 1);
    pk_end_control(&l->b, loop);
    begin_words(w, l);
    w->mark = mark;
    put_mark(w, mark);
}

static void put_value(words *w, pk_lv v, const char *text, bool quoted) {
    switch ((pk_ty_kind)v.type->kind) {
    case PK_TY_none: put_text(w, "None"); break;
    case PK_TY_tuple: put_tuple(w, v); break;
    case PK_TY_text:
        if (!text)
            text = v.type->text ? v.type->text->text : "";
        if (quoted)
            put_quoted(w, text);
        else
            put_text(w, text);
        break;
    case PK_TY_list: put_string(w, v); break;
    case PK_TY_complex:
        pk_text_put(&w->text, "{c}");
        assert(v.parts);
        add_value(w, v.parts[0]);
        add_value(w, v.parts[1]);
        break;
    default: put_number(w, v); break;
    }
}

/* ---- expressions ---- */

static void put_dim3(words *w, const pk_builtin *x) {
    for (int axis = 0; axis < 3; axis++) {
        put_text(w, axis ? ", " : "(");
        put_number(w, pk_lv_one(w->l, pk_ty_number(PK_TYPE_i32),
                                pk_emit_query(&w->l->b, (pk_op)x->how, axis)));
    }
    put_text(w, ")");
}

/* The one argument of an exception, which no quotes in the source tell from a
 * number. */
static bool is_quoted_alone(const words *w, const pk_ast *node,
                            const char *text) {
    return w->mark == PK_MARK_maybe && node->kind != PK_AST_Constant &&
           pk_words_are_ambiguous(text, strlen(text));
}

static void put_expr(words *w, const pk_ast *node, bool quoted) {
    pk_typed v = pk_note_find(w->l->instance, node)->v;

    if (v.type && v.type->kind == PK_TY_text && v.known) {
        pk_lower_effects(w->l, node);
        put_value(w, (pk_lv){&pk_ty_text, NULL}, v.known->text,
                  quoted || is_quoted_alone(w, node, v.known->text));
    } else if (v.type && pk_report_dim3(w->l->arena, v.type))
        put_dim3(w, pk_report_dim3(w->l->arena, v.type));
    else if (node->kind == PK_AST_Tuple && !pk_has_spread(&node->Tuple.elts)) {
        const pk_ast_list *items = &node->Tuple.elts;
        const uint32_t mark = w->mark;
        w->mark = mark ? PK_MARK_string : 0;
        put_text(w, "(");
        for (uint32_t i = 0; i < items->count; i++) {
            put_text(w, i ? ", " : "");
            put_expr(w, items->items[i], true);
        }
        w->mark = mark;
        put_text(w, items->count == 1 ? ",)" : ")");
    } else {
        put_value(w, pk_lower_expr(w->l, node), NULL, quoted);
    }
}

static void put_field(words *w, const pk_ast *field) {
    const char *spec = pk_report_spec(w->l->arena, field);
    const pk_ast *node = field->FormattedValue.value;

    if (!spec || !*spec) {
        put_expr(w, node,
                 field->FormattedValue.conversion >= 0 &&
                     field->FormattedValue.conversion != 's');
        return;
    }
    pk_text_printf(&w->text, "{:%s}", spec);
    add_value(w, pk_lower_expr(w->l, node).parts[0]);
}

static void put_words(words *w, const pk_ast *node, bool quoted) {
    const uint32_t mark = w->mark;

    if (node->kind != PK_AST_JoinedStr) {
        put_expr(w, node, quoted);
        return;
    }
    if (quoted)
        put_mark(w, mark);
    w->mark = 0;
    for (uint32_t i = 0; i < node->JoinedStr.values.count; i++) {
        const pk_ast *value = node->JoinedStr.values.items[i];
        if (value->kind == PK_AST_FormattedValue)
            put_field(w, value);
        else
            put_text(w, value->Constant.value.text);
    }
    w->mark = mark;
    if (quoted)
        put_mark(w, mark);
}

/* ---- print ---- */

static const char *keyword(pk_lower *l, const pk_ast *node, const char *name,
                           const char *otherwise) {
    const pk_ast_list *given = &node->Call.keywords;

    for (uint32_t i = 0; i < given->count; i++) {
        const pk_ast *word = given->items[i];
        pk_typed v = pk_note_find(l->instance, word->keyword.value)->v;
        if (!strcmp(word->keyword.arg, name) && v.known && v.known->text)
            return v.known->text;
    }
    return otherwise;
}

void pk_lower_print(pk_lower *l, const pk_ast *node) {
    const char *sep = keyword(l, node, "sep", " ");
    words w;

    begin_words(&w, l);
    for (uint32_t i = 0; i < node->Call.args.count; i++) {
        put_text(&w, i ? sep : "");
        put_words(&w, node->Call.args.items[i], false);
    }
    for (uint32_t i = 0; i < node->Call.keywords.count; i++)
        pk_lower_effects(l, node->Call.keywords.items[i]->keyword.value);
    put_text(&w, keyword(l, node, "end", "\n"));
    pk_lower_at(l, node);
    end_words(&w, PK_OP_print);
}

/* ---- assert and raise ---- */

/* str() of an exception: its argument, or the tuple of them. */
static void put_arguments(words *w, const pk_ast_list *args) {
    put_text(w, args->count > 1 ? "(" : "");
    for (uint32_t i = 0; i < args->count; i++) {
        put_text(w, i ? ", " : "");
        put_words(w, args->items[i], args->count > 1);
    }
    put_text(w, args->count > 1 ? ")" : "");
}

/* Fails with an exception of that name; words that are made while the function
 * runs are printed before, and the message has a mark in their place. */
static void fail_with(pk_lower *l, const pk_ast *node, const char *name,
                      const pk_ast_list *args, uint32_t mark) {
    const bool made =
        l->c->signature->host && pk_report_is_made(l->instance, args);
    words w;

    if (made) {
        begin_words(&w, l);
        put_mark(&w, PK_MARK_words);
        w.mark = args->count > 1 ? PK_MARK_string : mark;
        put_arguments(&w, args);
        put_mark(&w, PK_MARK_words);
        end_words(&w, PK_OP_print);
    }
    begin_words(&w, l);
    put_text(&w, name);
    put_text(&w, args->count ? ": " : "");
    if (made) {
        put_mark(&w, PK_MARK_words);
    } else {
        w.mark = l->c->signature->host && args->count == 1 ? mark : 0;
        put_arguments(&w, args);
    }
    pk_lower_at(l, node);
    end_words(&w, PK_OP_fail);
}

void pk_lower_assert(pk_lower *l, const pk_ast *node) {
    pk_value *holds = pk_lower_test(l, node->Assert.test);
    const pk_ast_list args = {(pk_ast **)(uintptr_t)&node->Assert.msg,
                              node->Assert.msg != NULL};
    pk_inst *inst;

    pk_lower_at(l, node);
    inst = pk_begin_if(&l->b, pk_emit1(&l->b, PK_OP_not, holds));
    fail_with(l, node, "AssertionError", &args, 0);
    pk_end_control(&l->b, inst);
    pk_lower_narrow(l, node->Assert.test, true, NULL);
}

void pk_lower_raise(pk_lower *l, const pk_ast *node) {
    static const pk_ast_list none = {NULL, 0};
    const pk_ast *exc = node->Raise.exc;
    bool called = exc && exc->kind == PK_AST_Call;

    if (!exc) /* the failure that is handled here */
        pk_emit1(&l->b, PK_OP_reraise, l->handled);
    else
        fail_with(l, node, (called ? exc->Call.func : exc)->Name.id,
                  called ? &exc->Call.args : &none, PK_MARK_maybe);
    l->live = false;
}

/* ---- checks ---- */

void pk_lower_fail_if(pk_lower *l, pk_value *bad, const char *text,
                      pk_value **values, uint32_t count) {
    pk_inst *inst = pk_begin_if(&l->b, bad);

    pk_lower_debug_fail(l, text, values, count);
    pk_emit_report(&l->b, PK_OP_fail, text, values, count);
    pk_end_control(&l->b, inst);
}

/* ---- division by zero ---- */

static const char *zero_division(uint8_t op, const pk_ty *type, bool both) {
    if (type->kind == PK_TY_complex)
        return "ZeroDivisionError: complex division by zero";
    if (both)
        return pk_ty_is_float(type) ? "ZeroDivisionError: modulo by zero"
                                    : "ZeroDivisionError: integer divmod by "
                                      "zero";
    if (op == PK_AST_OP_Mod)
        return pk_ty_is_float(type) ? "ZeroDivisionError: modulo by zero"
                                    : "ZeroDivisionError: integer modulo by "
                                      "zero";
    return pk_ty_is_float(type) ? "ZeroDivisionError: division by zero"
                                : "ZeroDivisionError: integer division by zero";
}

/* Under fastmath float32 is divided without a look at the divisor, as Numba
 * does; float64, //, % and divmod are not (numba/cuda/mathimpl.py). */
static bool divides_fast(const pk_lower *l, uint8_t op, const pk_ty *type) {
    return op == PK_AST_OP_Div && pk_ty_is_float(type) &&
           type->scalar == PK_TYPE_f32 &&
           pk_fast_of(l->c, l->instance->function) & PK_FAST_approx;
}

void pk_lower_zero_division(pk_lower *l, uint8_t op, pk_lv b, bool both) {
    pk_value *is_zero = NULL;

    if (!l->instance->raises || divides_fast(l, op, b.type) ||
        (op != PK_AST_OP_Div && op != PK_AST_OP_FloorDiv &&
         op != PK_AST_OP_Mod))
        return;
    for (uint32_t i = 0; i < b.type->parts; i++) {
        pk_type type = b.type->scalar;
        pk_value *zero = pk_type_is_float(type) ? pk_const_float(l->fn, type, 0)
                                                : pk_const_int(l->fn, type, 0);
        pk_value *same;
        if (pk_is_const(b.parts[i]) && b.type->parts == 1 &&
            (pk_type_is_float(type) ? pk_const_get_float(b.parts[i]) != 0
                                    : !pk_is_const_int(b.parts[i], 0)))
            return;
        same = pk_emit2(&l->b, PK_OP_eq, b.parts[i], zero);
        is_zero = is_zero ? pk_emit2(&l->b, PK_OP_and, is_zero, same) : same;
    }
    pk_lower_fail_if(l, is_zero, zero_division(op, b.type, both), NULL, 0);
}

/* ---- bounds ---- */

/* The name of the array that the pointer is the start of, or NULL. */
static const char *array_name(const pk_lower *l, const pk_value *data) {
    for (uint32_t i = 0; i < l->fn->param_count; i++)
        if (l->fn->params[i].value == data)
            return l->fn->params[i].name;
    for (const pk_storage *s = l->fn->storages; s; s = s->next)
        if (s->value == data)
            return s->name;
    return NULL;
}

void pk_lower_tuple_bounds(pk_lower *l, uint32_t count, pk_value *index,
                           pk_value *given) {
    pk_value *at = pk_emit_to(&l->b, PK_OP_bitcast, PK_TYPE_u64, index);
    pk_value *size = pk_const_int(l->fn, PK_TYPE_u64, count);

    pk_lower_fail_if(
        l, pk_emit2(&l->b, PK_OP_ge, at, size),
        pk_arena_format(l->arena,
                        "IndexError: tuple index {} is out of range for a "
                        "tuple of %u",
                        count),
        &given, 1);
}

void pk_lower_bounds(pk_lower *l, pk_lv array, uint32_t axis, pk_value *index,
                     pk_value *given) {
    pk_value *extent = array.parts[PK_PART_shape + axis], *at, *size;
    const char *name = array_name(l, array.parts[PK_PART_data]);
    pk_inst *inst;
    words w;

    at = pk_emit_to(&l->b, PK_OP_bitcast, PK_TYPE_u64, index);
    size = pk_emit_to(&l->b, PK_OP_bitcast, PK_TYPE_u64, extent);
    inst = pk_begin_if(&l->b, pk_emit2(&l->b, PK_OP_ge, at, size));
    begin_words(&w, l);
    put_text(&w, "IndexError: index ");
    put_value(&w, pk_lv_one(l, pk_ty_number(given->type), given), NULL, false);
    put_text(&w,
             pk_arena_format(l->arena, " is out of bounds for axis %u", axis));
    if (name)
        put_text(&w, pk_arena_format(l->arena, " of `%s`", name));
    put_text(&w, " with size ");
    put_value(&w, pk_lv_one(l, pk_ty_number(PK_TYPE_i64), extent), NULL, false);
    if (pk_lower_lacks_shared(l, array.type))
        put_text(&w, ": the launch has no dynamic shared memory");
    end_words(&w, PK_OP_fail);
    pk_end_control(&l->b, inst);
}
