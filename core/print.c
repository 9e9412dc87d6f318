/* SPDX-License-Identifier: Apache-2.0 */
/* The printer: IR to its text form, docs/ir.md. Functions come out callees
 * first, temporaries by number, everything else by name. */
#include "core/print.h"
#include "base/number.h"
#include "base/text.h"
#include "core/callgraph.h"
#include "core/ir_data.h"

#include <string.h>

enum { ITEMS_PER_LINE = 8 };

/* ---- parts ---- */

void pk_type_print(pk_type type, pk_text *out) {
    if (!pk_type_is_ptr(type)) {
        pk_text_put(out, pk_type_name(type));
        return;
    }
    pk_text_put(out, "ptr<");
    pk_text_put(out, pk_space_name(pk_type_space(type)));
    pk_text_put(out, ", ");
    pk_text_put(out, pk_type_name(pk_type_elem(type)));
    pk_text_char(out, '>');
}

void pk_bits_print(pk_type type, uint64_t bits, pk_text *out) {
    char number[PK_NUMBER_MAX];
    uint32_t unused = 64 - pk_type_bytes(type) * 8;

    if (type == PK_TYPE_bool)
        pk_text_put(out, bits ? "true" : "false");
    else if (pk_type_is_float(type))
        pk_text_bytes(out, number, pk_float_print(number, type, bits));
    else if (pk_type_is_signed(type))
        pk_text_int(out, (int64_t)(bits << unused) >> unused);
    else
        pk_text_uint(out, bits);
}

/* Where a constant stands in the text already: its digits are dear. */
typedef struct place {
    size_t start, length;
} place;

/* Parameters and storages are found through their function: values do not
 * carry names. The table is filled once for each function. */
typedef struct printer {
    pk_text *out;
    const char **names; /* by value id, NULL: a temporary */
    place *places;      /* by value id, empty: no constant, or a new one */
    uint32_t count, depth;
} printer;

/* "%7", "^2": a sign and a number. */
static void print_number(const printer *p, char sign, uint32_t number) {
    pk_text_char(p->out, sign);
    pk_text_uint(p->out, number);
}

static void print_const(const printer *p, const pk_value *v) {
    place here = {.start = p->out->length};
    char again[PK_NUMBER_MAX + 16];

    if (v->id < p->count && p->places[v->id].length) {
        here = p->places[v->id];
        memcpy(again, p->out->data + here.start, here.length);
        pk_text_bytes(p->out, again, here.length);
        return;
    }
    pk_bits_print(v->type, v->bits, p->out);
    pk_text_char(p->out, ':');
    pk_type_print(v->type, p->out);
    here.length = p->out->length - here.start;
    if (v->id < p->count && !p->out->failed && here.length <= sizeof again)
        p->places[v->id] = here;
}

static void print_value(const printer *p, const pk_value *v) {
    if (!v) {
        pk_text_char(p->out, '?');
    } else if (pk_is_const(v)) {
        print_const(p, v);
    } else if (v->id < p->count && p->names[v->id]) {
        pk_text_char(p->out, '%');
        pk_text_put(p->out, p->names[v->id]);
    } else {
        print_number(p, '%', v->id);
    }
}

/* "%7: f32" */
static void print_definition(const printer *p, const pk_value *v) {
    print_number(p, '%', v->id);
    pk_text_put(p->out, ": ");
    pk_type_print(v->type, p->out);
}

static void print_values(const printer *p, pk_value *const *values,
                         uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            pk_text_put(p->out, ", ");
        print_value(p, values[i]);
    }
}

static void print_loc(const printer *p, pk_loc loc) {
    if (!loc.line)
        return;
    pk_text_put(p->out, " !");
    if (loc.file) {
        pk_text_uint(p->out, loc.file);
        pk_text_char(p->out, ':');
    }
    pk_text_uint(p->out, loc.line);
    print_number(p, ':', loc.col);
    if (loc.end_col)
        print_number(p, '-', loc.end_col);
}

static void print_quoted(const char *words, pk_text *out) {
    pk_text_put(out, "\"");
    for (; *words; words++) {
        unsigned char c = (unsigned char)*words;
        if (c == '"' || c == '\\' || c < 32 || c == 127)
            pk_text_printf(out, "\\x%02x", c);
        else
            pk_text_bytes(out, words, 1);
    }
    pk_text_put(out, "\"");
}

static void indent(const printer *p) {
    pk_text_fill(p->out, ' ', p->depth * (size_t)4);
}

/* ---- instructions ---- */

static void print_results(const printer *p, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->result_count; i++) {
        if (i)
            pk_text_put(p->out, ", ");
        print_definition(p, inst->results[i]);
    }
    if (inst->result_count)
        pk_text_put(p->out, " = ");
}

static void print_opcode(const printer *p, const pk_inst *inst) {
    pk_text_put(p->out, pk_op_table[inst->op].name);
    if (pk_op_table[inst->op].form == PK_OPFORM_AXIS)
        pk_text_printf(p->out, ".%c", "xyz?"[inst->axis & 3]);
    if (inst->flags & PK_INST_contract)
        pk_text_put(p->out, ".contract");
    if (inst->flags & PK_INST_reassoc)
        pk_text_put(p->out, ".reassoc");
    if (inst->flags & PK_INST_approx)
        pk_text_put(p->out, ".approx");
    if (inst->flags & PK_INST_items)
        pk_text_put(p->out, ".items");
    if (inst->flags & PK_INST_nonneg)
        pk_text_put(p->out, ".nonneg");
    if (inst->flags & PK_INST_catch)
        pk_text_put(p->out, ".catch");
    if (inst->flags & PK_INST_parallel)
        pk_text_put(p->out, ".parallel");
    if (inst->flags & PK_INST_apart)
        pk_text_put(p->out, ".apart");
}

static void print_operands(const printer *p, const pk_inst *inst) {
    switch ((pk_op_form)pk_op_table[inst->op].form) {
    case PK_OPFORM_LOCAL:
        pk_text_put(p->out, " $");
        pk_text_put(p->out, inst->local ? inst->local->name : "?");
        if (inst->arg_count)
            pk_text_put(p->out, ", ");
        break;
    case PK_OPFORM_CALLEE:
        pk_text_printf(p->out, " @%s(",
                       inst->callee ? inst->callee->name : "?");
        print_values(p, inst->args, inst->arg_count);
        pk_text_put(p->out, ")");
        return;
    case PK_OPFORM_EXIT:
        pk_text_char(p->out, ' ');
        print_number(p, '^', inst->target ? inst->target->label : 0);
        return;
    case PK_OPFORM_TEXT:
        pk_text_put(p->out, " ");
        print_quoted(inst->text ? inst->text : "?", p->out);
        if (inst->arg_count)
            pk_text_put(p->out, ", ");
        break;
    case PK_OPFORM_BLOCKS:
        if (inst->op != PK_OP_if) {
            pk_text_char(p->out, ' ');
            print_number(p, '^', inst->label);
        }
        if (inst->index) {
            pk_text_char(p->out, ' ');
            print_definition(p, inst->index);
            pk_text_put(p->out, " =");
        }
        /* fall through */
    case PK_OPFORM_NONE:
    case PK_OPFORM_AXIS:
        if (inst->arg_count)
            pk_text_char(p->out, ' ');
        break;
    }
    print_values(p, inst->args, inst->arg_count);
}

static void print_region(printer *p, const pk_region *region);

static void print_inst(printer *p, const pk_inst *inst) {
    print_results(p, inst);
    print_opcode(p, inst);
    print_operands(p, inst);
    print_loc(p, inst->loc);
    if (!inst->body)
        return;
    pk_text_put(p->out, " {\n");
    print_region(p, inst->body);
    if (inst->other && inst->other->first) {
        indent(p);
        pk_text_put(p->out, "} else {\n");
        print_region(p, inst->other);
    }
    indent(p);
    pk_text_put(p->out, "}");
}

static void print_region(printer *p, const pk_region *region) {
    p->depth++;
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        indent(p);
        print_inst(p, inst);
        pk_text_char(p->out, '\n');
    }
    p->depth--;
}

void pk_inst_print(const pk_inst *inst, pk_text *out) {
    printer p = {.out = out};

    print_results(&p, inst);
    print_opcode(&p, inst);
    print_operands(&p, inst);
}

/* ---- functions ---- */

static void print_param(const printer *p, const pk_param *param) {
    static const char *const roles[PK_ROLE_COUNT] = {"scalar", "data", "shape",
                                                     "stride"};

    pk_text_printf(p->out, "%%%s: ", param->name);
    pk_type_print(param->value->type, p->out);
    pk_text_printf(p->out, " %s %u",
                   (unsigned)param->role < PK_ROLE_COUNT ? roles[param->role]
                                                         : "?",
                   param->arg);
    if (param->axis || param->role == PK_ROLE_shape ||
        param->role == PK_ROLE_stride)
        pk_text_printf(p->out, " %u", param->axis);
    if (param->flags & PK_PARAM_readonly)
        pk_text_put(p->out, " readonly");
    if (param->flags & PK_PARAM_noalias)
        pk_text_put(p->out, " noalias");
    if (param->flags & PK_PARAM_small)
        pk_text_put(p->out, " small");
    if (param->flags & PK_PARAM_pairs)
        pk_text_put(p->out, " pairs");
    if (param->record)
        pk_text_printf(p->out, " record %u", param->record);
    if (param->align)
        pk_text_printf(p->out, " align %u", param->align);
}

static void print_head(const printer *p, const pk_func *fn) {
    static const char *const kinds[PK_FUNC_COUNT] = {"kernel", "device",
                                                     "host"};

    pk_text_printf(p->out, "%s @%s(", kinds[fn->kind], fn->name);
    for (uint32_t i = 0; i < fn->param_count; i++) {
        if (i)
            pk_text_put(p->out, ", ");
        print_param(p, &fn->params[i]);
    }
    pk_text_put(p->out, ")");
    for (uint32_t i = 0; i < fn->result_count; i++) {
        pk_text_put(p->out, i ? ", " : " -> ");
        pk_type_print(fn->results[i], p->out);
    }
    if (fn->form != PK_FORM_threads)
        pk_text_printf(p->out, " form %s", pk_form_name(fn->form));
    if (fn->block[0] || fn->block[1] || fn->block[2])
        pk_text_printf(p->out, " dims %u %u %u", fn->block[0], fn->block[1],
                       fn->block[2]);
    for (int i = 0; i < PK_LIMIT_COUNT; i++)
        if (fn->limits[i])
            pk_text_printf(p->out, " %s %u", pk_limit_table[i].name,
                           fn->limits[i]);
    for (const pk_func_flag_info *f = pk_func_flag_table; f->word; f++)
        if (fn->flags & f->flag)
            pk_text_printf(p->out, " %s", f->word);
    print_loc(p, fn->loc);
    pk_text_put(p->out, " {\n");
}

const char *pk_form_name(pk_form form) {
    static const char *const names[PK_FORM_COUNT] = {"threads", "subgroups",
                                                     "lanes", "block"};

    return (unsigned)form < PK_FORM_COUNT ? names[form] : "?";
}

uint64_t pk_storage_item(const pk_storage *s, uint64_t index) {
    const unsigned char *at = s->data;
    uint64_t bits = 0;

    at += index * pk_type_bytes(s->elem);
    for (uint32_t i = 0; i < pk_type_bytes(s->elem); i++)
        bits |= (uint64_t)at[i] << i * 8;
    return bits;
}

static void print_storage(const printer *p, const pk_storage *s) {
    pk_text_printf(p->out, "    %s %%%s: %s[", pk_space_name(s->space), s->name,
                   pk_type_name(s->elem));
    if (s->count)
        pk_text_printf(p->out, "%llu", (unsigned long long)s->count);
    pk_text_put(p->out, "]");
    if (s->align)
        pk_text_printf(p->out, " align %u", s->align);
    if (s->data) {
        pk_text_put(p->out, " = {");
        for (uint64_t i = 0; i < s->count; i++) {
            pk_text_put(p->out, i % ITEMS_PER_LINE ? " " : "\n        ");
            pk_bits_print(s->elem, pk_storage_item(s, i), p->out);
            pk_text_put(p->out, i + 1 < s->count ? "," : "\n    ");
        }
        pk_text_put(p->out, "}");
    }
    pk_text_put(p->out, "\n");
}

static void print_func(printer *p, pk_func *fn) {
    print_head(p, fn);
    for (const pk_storage *s = fn->storages; s; s = s->next)
        print_storage(p, s);
    for (const pk_local *local = fn->locals; local; local = local->next) {
        pk_text_printf(p->out, "    local $%s: ", local->name);
        pk_type_print(local->type, p->out);
        pk_text_put(p->out, "\n");
    }
    print_region(p, fn->body);
    pk_text_put(p->out, "}\n");
}

void pk_func_print(pk_func *fn, pk_text *out) {
    printer p = {.out = out};
    pk_arena scratch;

    if (fn->ir->arena->failed) {
        out->failed = true;
        return;
    }
    pk_func_number(fn);
    pk_arena_init(&scratch, out->allocator);
    p.count = fn->value_count;
    p.names = pk_arena_array(&scratch, p.count + 1, sizeof *p.names);
    p.places = pk_arena_array(&scratch, p.count + 1, sizeof *p.places);
    if (scratch.failed)
        out->failed = true;
    else {
        for (uint32_t i = 0; i < fn->param_count; i++)
            p.names[fn->params[i].value->id] = fn->params[i].name;
        for (const pk_storage *s = fn->storages; s; s = s->next)
            p.names[s->value->id] = s->name;
        print_func(&p, fn);
    }
    pk_arena_finish(&scratch);
}

/* ---- modules ---- */

static void print_each(pk_func *fn, void *out) {
    pk_text_put(out, "\n");
    pk_func_print(fn, out);
}

void pk_ir_print(const pk_ir *ir, pk_text *out) {
    if (ir->arena->failed) {
        out->failed = true;
        return;
    }
    pk_text_put(out, "pkir 1\n");
    for (uint32_t i = 0; i < ir->file_count; i++) {
        pk_text_printf(out, "source %u ", i);
        print_quoted(ir->files[i], out);
        pk_text_put(out, "\n");
    }
    if (!pk_ir_callees_first(ir, NULL, NULL)) {
        pk_ir_callees_first(ir, print_each, out);
        return;
    }
    /* Functions that call each other in a circle have no first one. */
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        print_each(fn, out);
}
