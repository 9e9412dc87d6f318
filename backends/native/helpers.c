/* SPDX-License-Identifier: Apache-2.0 */
/* Finds helpers of native_helpers.def, and prints those that a module calls,
 * and what one of them does where it is done by a branch. */
#include "backends/native/emit.h"

#include "core/ir_data.h"

#include <stdio.h>
#include <string.h>

typedef struct helper {
    const char *name, *text;
    bool wide;
    bool classes[PK_NATIVE_CLASS_COUNT];
} helper;

static const helper helpers[PK_NATIVE_HELPER_COUNT] = {
#define SINGLE       false
#define WIDE         true
#define FOR_SIGNED   {[PK_NATIVE_SIGNED] = true}
#define FOR_UNSIGNED {[PK_NATIVE_UNSIGNED] = true}
#define FOR_INT      {[PK_NATIVE_SIGNED] = true, [PK_NATIVE_UNSIGNED] = true}
#define FOR_FLOAT    {[PK_NATIVE_FLOAT] = true}
#define NATIVE_HELPER(name, class, wide, text)                                 \
    [PK_NATIVE_HELPER_##name##_##class] = {#name, text, wide, FOR_##class},
#include "backends/native/native_helpers.def"
#undef NATIVE_HELPER
};

pk_native_helper pk_native_find_helper(const char *name, pk_type type) {
    pk_native_class class = pk_native_class_of(type);
    pk_native_helper i = 0;

    while (strcmp(helpers[i].name, name) != 0 || !helpers[i].classes[class])
        i++;
    return i;
}

bool pk_native_helper_is_wide(pk_native_helper which) {
    return helpers[which].wide;
}

/* `scalar`, or a vector of as many as there are lanes. */
static void put_type(pk_text *out, const char *scalar, uint32_t lanes) {
    if (lanes)
        pk_text_printf(out, "<%u x %s>", lanes, scalar);
    else
        pk_text_put(out, scalar);
}

static void put_int_type(pk_text *out, uint32_t bits, uint32_t lanes) {
    char name[8];

    snprintf(name, sizeof name, "i%u", bits);
    put_type(out, name, lanes);
}

/* A number of an integer type so wide, in all lanes. */
static void put_number(pk_text *out, uint32_t n, uint32_t bits,
                       uint32_t lanes) {
    if (lanes)
        pk_text_printf(out, "splat (i%u %u)", bits, n);
    else
        pk_text_printf(out, "%u", n);
}

typedef struct shape {
    pk_type type;
    uint32_t lanes;
} shape;

static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const shape *s = arg;
    pk_type type = s->type;
    uint32_t lanes = s->lanes, bits = 8 * pk_type_bytes(type);

    switch (at[1]) {
    case 't': put_type(out, pk_native_type(type), lanes); break;
    case 'n':
        if (lanes)
            pk_text_printf(out, "v%u", lanes);
        pk_text_put(out, pk_native_suffix(type));
        break;
    case 'c': put_int_type(out, 1, lanes); break;
    case 'i': put_int_type(out, bits, lanes); break;
    case 'd': put_int_type(out, 2 * bits, lanes); break;
    case 'w': put_number(out, bits, bits, lanes); break;
    case 'x': put_number(out, bits - 1, bits, lanes); break;
    case 'D': put_number(out, bits, 2 * bits, lanes); break;
    case '0': pk_text_put(out, lanes ? "zeroinitializer" : "0"); break;
    case 'B': pk_text_printf(out, "%u", bits / 8); break;
    case 'm': pk_native_put_const(out, type, UINT64_C(1) << (bits - 1)); break;
    }
    return at + 2;
}

static void put_text(pk_text *out, const char *text, pk_type type,
                     uint32_t lanes) {
    pk_text_expand(out, text, "$", put_letter,
                   &(shape){.type = type, .lanes = lanes});
}

static void put_helper(pk_text *out, const helper *h, pk_type type,
                       uint32_t lanes) {
    bool at_pointer = h->name[0] == 'a'; /* atomic_... */

    pk_text_put(out, "\ndefine internal ");
    put_text(out, "$t @", type, lanes);
    pk_text_put(out, h->name);
    put_text(out, at_pointer ? ".$n(ptr %a, $t %b)" : ".$n($t %a, $t %b)", type,
             lanes);
    pk_text_put(out, " #1 {\n");
    put_text(out, h->text, type, lanes);
    pk_text_put(out, "}\n");
}

/* Signed and unsigned types have one spelling in LLVM, so a helper for both
 * is printed once. */
static void put_for_types(pk_text *out, const helper *h, uint32_t types,
                          uint32_t lanes) {
    for (pk_type t = 0; t < PK_TYPE_COUNT; t++) {
        if (!(types & 1u << t))
            continue;
        put_helper(out, h, t, lanes);
        for (pk_type u = (pk_type)(t + 1); u < PK_TYPE_COUNT; u++)
            if (pk_type_is_int(t) && pk_type_is_int(u) &&
                pk_type_bytes(u) == pk_type_bytes(t))
                types &= ~(1u << u);
    }
}

void pk_native_put_helpers(pk_native_emitter *e) {
    for (int i = 0; i < PK_NATIVE_HELPER_COUNT; i++)
        for (uint32_t width = 0; width < PK_NATIVE_WIDTHS; width++)
            put_for_types(e->out, &helpers[i], e->helpers[width][i], 8 * width);
}

/* ---- indices that may wrap ---- */

/* Whether LLVM's vectoriser leaves the code around alone: a loop within one
 * over threads. */
static bool is_in_scalar_loop(const pk_inst *inst) {
    const pk_inst *around = inst->parent->owner;

    while (around && around->op != PK_OP_for && around->op != PK_OP_loop)
        around = around->parent->owner;
    return around && !(around->flags & PK_INST_items) &&
           pk_native_items_around(around);
}

static bool is_loaded(const pk_value *v) {
    while (pk_is_op(v, PK_OP_convert))
        v = v->def->args[0];
    return pk_is_op(v, PK_OP_load);
}

bool pk_native_wraps_apart(const pk_inst *inst) {
    return inst->op == PK_OP_wrap_index &&
           pk_type_is_signed(inst->args[0]->type) && is_loaded(inst->args[0]) &&
           is_in_scalar_loop(inst);
}

/* An index from memory that hardly ever is negative: of a branch around the
 * addition one question is left. LLVM makes two choices of a select, between
 * 0 and the length and by a move. */
void pk_native_put_wrap(pk_native_emitter *e, const pk_inst *inst) {
    const uint32_t id = pk_native_id(e, inst->results[0]), n = ++e->labels;
    const char *mark = pk_native_lane_mark(e, inst->results[0]);
    const char *type = pk_native_type(inst->results[0]->type);

    pk_text_printf(e->out,
                   "  br label %%wrap%u\nwrap%u:\n  %%w%u.neg = icmp slt %s ",
                   n, n, n, type);
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(
        e->out,
        ", 0\n  br i1 %%w%u.neg, label %%wrap%u.neg, label "
        "%%wrap%u.end, !prof !%u\nwrap%u.neg:\n  %%w%u.back = add %s ",
        n, n, n, PK_NATIVE_RARE, n, n, type);
    pk_native_put_value(e, inst->args[0]);
    pk_text_put(e->out, ", ");
    pk_native_put_value(e, inst->args[1]);
    pk_text_printf(
        e->out, "\n  br label %%wrap%u.end\nwrap%u.end:\n  %%v%u%s = phi %s [ ",
        n, n, id, mark, type);
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out, ", %%wrap%u ], [ %%w%u.back, %%wrap%u.neg ]\n", n, n,
                   n);
}
