/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, functions, and how one instruction becomes text.
 *
 * A function's body is printed first and its registers counted; then come the
 * declarations and the body behind them. */
#include "backends/ptx/emit.h"
#include "base/error.h"

#include "base/number.h"
#include "base/try.h"
#include "core/callgraph.h"
#include "core/passes/float_divmod.h"
#include "core/passes/passes.h"
#include "core/report.h"
#include "core/shared.h"

#include <stdarg.h>
#include <string.h>

/* ---- text ---- */

static const struct {
    const char *prefix, *type;
} classes[PTX_CLASSES] = {
    [PTX_PRED] = {"%p", "pred"}, [PTX_B16] = {"%h", "b16"},
    [PTX_B32] = {"%r", "b32"},   [PTX_B64] = {"%rd", "b64"},
    [PTX_F32] = {"%f", "f32"},   [PTX_F64] = {"%fd", "f64"},
};

static void put_operand(pk_text *out, ptx_operand operand) {
    uint64_t number = (uint64_t)operand.number;

    switch (operand.class) {
    case PTX_INT: pk_text_int(out, operand.number); break;
    case PTX_UINT: pk_text_uint(out, number); break;
    case PTX_F32_BITS:
        pk_text_put(out, "0f"), pk_text_hex(out, number, 8);
        break;
    case PTX_F64_BITS:
        pk_text_put(out, "0d"), pk_text_hex(out, number, 16);
        break;
    default:
        if (operand.class == PTX_NONE || operand.class >= PTX_CLASSES)
            return; /* memory ended, and what says where values are is lost */
        pk_text_put(out, classes[operand.class].prefix);
        pk_text_int(out, operand.number);
    }
}

static void put_format(pk_text *out, const char *format, va_list args) {
    while (*format) {
        size_t plain = strcspn(format, "$#^");

        pk_text_bytes(out, format, plain);
        format += plain;
        switch (*format) {
        case '$': put_operand(out, va_arg(args, ptx_operand)); break;
        case '#': pk_text_put(out, va_arg(args, const char *)); break;
        case '^': pk_text_uint(out, va_arg(args, unsigned)); break;
        default: return;
        }
        format++;
    }
}

void pk_ptx_ins(ptx *e, const char *format, ...) {
    va_list args;

    va_start(args, format);
    pk_text_put(e->body, "\t");
    put_format(e->body, format, args);
    pk_text_put(e->body, ";\n");
    va_end(args);
}

void pk_ptx_line(ptx *e, const char *format, ...) {
    va_list args;

    va_start(args, format);
    put_format(e->body, format, args);
    pk_text_put(e->body, "\n");
    va_end(args);
}

/* ---- operands ---- */

const ptx_type *pk_ptx_type(pk_type type) {
    static const ptx_type types[PK_TYPE_COUNT] = {
#define PTX_TYPE(name, class, type, sign, bits, memory)                        \
    [PK_TYPE_##name] = {PTX_##class, type, sign, bits, memory},
#include "backends/ptx/ptx_types.def"
#undef PTX_TYPE
    };

    if (!pk_type_is_ptr(type))
        return &types[type];
    return &types[pk_type_space(type) == PK_SPACE_global ? PK_TYPE_u64
                                                         : PK_TYPE_u32];
}

ptx_operand pk_ptx_new(ptx *e, ptx_class class) {
    return (ptx_operand){class, ++e->registers[class]};
}

ptx_operand pk_ptx_int(int64_t number) {
    return (ptx_operand){PTX_INT, number};
}

ptx_operand pk_ptx_float(pk_type type, uint64_t bits) {
    return (ptx_operand){type == PK_TYPE_f64 ? PTX_F64_BITS : PTX_F32_BITS,
                         (int64_t)bits};
}

void pk_ptx_place(ptx *e, pk_value *value, ptx_operand reg, int64_t offset) {
    ptx_place *place = PK_NEW(e->arena, ptx_place);

    place->reg = reg;
    place->offset = offset;
    value->mark = place;
}

ptx_operand pk_ptx_define(ptx *e, pk_value *value) {
    ptx_operand reg = pk_ptx_new(e, pk_ptx_type(value->type)->class);

    pk_ptx_place(e, value, reg, 0);
    return reg;
}

static ptx_operand use_const(ptx *e, const pk_value *value) {
    if (value->type == PK_TYPE_bool) {
        ptx_operand p = pk_ptx_new(e, PTX_PRED);
        pk_ptx_ins(e, "mov.pred $, ^", p, (unsigned)value->bits);
        return p;
    }
    if (value->type == PK_TYPE_f16)
        return pk_ptx_float(
            PK_TYPE_f32, pk_float_bits(PK_TYPE_f32, pk_const_get_float(value)));
    if (pk_type_is_float(value->type))
        return pk_ptx_float(value->type, value->bits);
    if (pk_type_is_signed(value->type))
        return pk_ptx_int(pk_const_get_int(value));
    return (ptx_operand){PTX_UINT, (int64_t)value->bits};
}

ptx_operand pk_ptx_use(ptx *e, pk_value *value) {
    const ptx_place *place = value->mark;
    const ptx_type *type = pk_ptx_type(value->type);
    ptx_operand sum;

    if (pk_is_const(value))
        return use_const(e, value);
    if (!place->offset)
        return place->reg;
    sum = pk_ptx_new(e, type->class);
    pk_ptx_ins(e, "add.# $, $, $", type->sign, sum, place->reg,
               pk_ptx_int(place->offset));
    return sum;
}

ptx_operand pk_ptx_register(ptx *e, pk_value *value) {
    ptx_operand use = pk_ptx_use(e, value), reg;
    const ptx_type *type = pk_ptx_type(value->type);

    if (use.class < PTX_CLASSES)
        return use;
    reg = pk_ptx_new(e, type->class);
    pk_ptx_ins(e, "mov.# $, $", type->type, reg, use);
    return reg;
}

typedef struct spelling {
    const ptx_type *type;
    bool fuse;
} spelling;

static const char *put_letter(void *arg, pk_text *out, const char *at) {
    const spelling *s = arg;

    switch (at[1]) {
    case 't': pk_text_put(out, s->type->type); break;
    case 's': pk_text_put(out, s->type->sign); break;
    case 'b': pk_text_put(out, s->type->bits); break;
    case 'u':
        pk_text_put(out, s->type->class == PTX_B64 ? "u64" : "u32");
        break;
    case 'r': pk_text_put(out, s->fuse ? "" : ".rn"); break;
    }
    return at + 2;
}

const char *pk_ptx_spell(ptx *e, const char *pattern, pk_type type, bool fuse) {
    e->word.length = 0;
    pk_text_expand(&e->word, pattern, "$", put_letter,
                   &(spelling){.type = pk_ptx_type(type), .fuse = fuse});
    return pk_arena_text(e->arena, pk_text_string(&e->word), e->word.length);
}

void pk_ptx_wrap(ptx *e, pk_type type, ptx_operand reg) {
    const ptx_type *t = pk_ptx_type(type);

    if (type == PK_TYPE_f16) {
        ptx_operand half = pk_ptx_new(e, PTX_B16);
        pk_ptx_ins(e, "cvt.rn.f16.f32 $, $", half, reg);
        pk_ptx_ins(e, "cvt.f32.f16 $, $", reg, half);
    } else if (pk_type_is_int(type) && pk_type_bytes(type) < 4) {
        pk_ptx_ins(e, "cvt.#.# $, $", t->type, t->memory, reg, reg);
    }
}

ptx_operand pk_ptx_from_bool(ptx *e, ptx_operand p) {
    ptx_operand reg = pk_ptx_new(e, PTX_B32);

    pk_ptx_ins(e, "selp.b32 $, 1, 0, $", reg, p);
    return reg;
}

/* ---- functions ---- */

/* Without a default, so that the compiler names an operation that has no
 * row. */
void pk_ptx_inst(ptx *e, pk_inst *inst) {
    switch (inst->op) {
#define PTX_OP(name, how, ints, floats)                                        \
    case PK_OP_##name:                                                         \
        pk_ptx_##how(e, inst, &(const ptx_row){ints, floats});                 \
        break;
#include "backends/ptx/ptx_ops.def"
#undef PTX_OP
    case PK_OP_COUNT: break;
    }
}

/* A place for each line, and where a report may name one, for each column. */
static void put_loc(ptx *e, const pk_inst *inst) {
    pk_loc loc = inst->loc;
    bool named = pk_op_table[inst->op].flags & (PK_OPF_READS | PK_OPF_WRITES);

    if (!loc.line || (loc.file == e->loc.file && loc.line == e->loc.line &&
                      (!named || loc.col == e->loc.col)))
        return;
    e->loc = loc;
    pk_ptx_line(e, "\t.loc ^ ^ ^", loc.file + 1, loc.line, loc.col);
}

void pk_ptx_region(ptx *e, const pk_region *region) {
    pk_ptx_find_late(region);
    for (pk_inst *inst = region->first; inst; inst = inst->next) {
        if (pk_ptx_is_late(inst))
            continue;
        if (e->options->debug_lines)
            put_loc(e, inst);
        pk_ptx_inst(e, inst);
    }
}

static void init_locals(ptx *e) {
    for (pk_local *local = e->fn->locals; local; local = local->next) {
        const ptx_type *type = pk_ptx_type(local->type);
        ptx_place *place = PK_NEW(e->arena, ptx_place);

        place->reg = pk_ptx_new(e, type->class);
        local->mark = place;
        if (pk_type_is_float(local->type))
            pk_ptx_ins(e, "mov.# $, $", type->type, place->reg,
                       pk_ptx_float(local->type, 0));
        else
            pk_ptx_ins(e, "mov.# $, 0", type->type, place->reg);
    }
}

const char *pk_ptx_entry_name(pk_arena *arena, const char *name) {
    bool taken = !strcmp(name, "_") || !strcmp(name, "WARP_SZ");
    char *out = pk_arena_format(arena, "%s%s", name, taken ? "$" : "");

    for (char *c = out; c && *c; c++)
        if (*c == '.')
            *c = '$';
    return out;
}

static void put_kernel_head(ptx *e, pk_text *out) {
    const pk_func *fn = e->fn;
    const uint32_t *limits = fn->limits;

    pk_text_printf(out, "\n.visible .entry %s(",
                   pk_ptx_entry_name(e->arena, fn->name));
    if (fn->params_size)
        pk_text_printf(out, ".param .align 8 .b8 param[%u]", fn->params_size);
    if (fn->block[0] && fn->block[1] && fn->block[2])
        pk_text_printf(out, ")\n.reqntid %u, %u, %u\n", fn->block[0],
                       fn->block[1], fn->block[2]);
    else /* any block of the language must be launchable: limits registers */
        pk_text_printf(out, ")\n.maxntid %u, 1, 1\n",
                       limits[PK_LIMIT_maxthreads] ? limits[PK_LIMIT_maxthreads]
                                                   : 1024);
    if (limits[PK_LIMIT_minblocks])
        pk_text_printf(out, ".minnctapersm %u\n", limits[PK_LIMIT_minblocks]);
    if (limits[PK_LIMIT_maxregs])
        pk_text_printf(out, ".maxnreg %u\n", limits[PK_LIMIT_maxregs]);
}

static void put_device_head(const pk_func *fn, pk_text *out) {
    pk_text_put(out, "\n.func ");
    if (fn->result_count)
        pk_text_printf(out, "(.param .align 8 .b8 result[%u]) ",
                       8 * fn->result_count);
    pk_text_printf(out, "%s(", (const char *)fn->mark);
    for (uint32_t i = 0; i < fn->param_count; i++)
        pk_text_printf(out, "%s.param .%s param%u", i ? ", " : "",
                       pk_ptx_slot(fn->params[i].value->type), i);
    pk_text_put(out, ")");
}

static void put_function(ptx *e, pk_func *fn, pk_text *out) {
    pk_text body;

    e->fn = fn;
    e->body = &body;
    e->loc = (pk_loc){0};
    memset(e->registers, 0, sizeof e->registers);
    pk_text_init(&body, e->arena->allocator);
    pk_ptx_storages(e);
    pk_ptx_params(e);
    pk_ptx_find_writes(e);
    pk_ptx_find_exact(fn);
    init_locals(e);
    pk_ptx_region(e, fn->body);
    if (!fn->body->last || fn->body->last->op != PK_OP_return)
        pk_ptx_ins(e, "ret");
    if (fn->kind == PK_FUNC_kernel)
        put_kernel_head(e, out);
    else
        put_device_head(fn, out);
    pk_text_put(out, fn->kind == PK_FUNC_kernel ? "{\n" : "\n{\n");
    for (int c = PTX_PRED; c < PTX_CLASSES; c++)
        if (e->registers[c])
            pk_text_printf(out, "\t.reg .%s %s<%u>;\n", classes[c].type,
                           classes[c].prefix, e->registers[c] + 1);
    pk_ptx_declare_storages(e, out);
    pk_text_put(out, pk_text_string(&body));
    pk_text_put(out, "}\n");
    out->failed |= body.failed;
    pk_text_finish(&body);
}

/* ---- the module ---- */

/* The first PTX version that knows an architecture, 10 times. */
static uint32_t version_of(uint32_t sm) {
    return sm >= 120   ? 87
           : sm >= 100 ? 86
           : sm >= 89  ? 78
           : sm >= 87  ? 74
           : sm >= 86  ? 71
           : sm >= 80  ? 70
           : sm >= 75  ? 63
                       : 60;
}

/* PTX strings have no escapes: what would end one, or is not ASCII, goes. */
static void put_files(const pk_ir *ir, pk_text *out) {
    for (uint32_t i = 0; i < ir->file_count; i++) {
        pk_text_printf(out, ".file %u \"", i + 1);
        for (const char *c = ir->files[i]; *c; c++)
            pk_text_printf(
                out, "%c",
                *c < ' ' || *c > '~' || *c == '"' || *c == '\\' ? '_' : *c);
        pk_text_put(out, "\"\n");
    }
}

static pk_status check_sizes(const pk_ir *ir, const pk_caps *caps,
                             pk_error *err) {
    uint64_t constant = 0;

    for (const pk_func *fn = ir->funcs; fn; fn = fn->next) {
        PK_TRY(pk_shared_fits(fn, caps->shared_bytes, caps->name, err));
        for (const pk_storage *s = fn->storages; s; s = s->next)
            if (s->space == PK_SPACE_constant)
                constant += pk_storage_bytes(s) + 16;
    }
    if (constant > 64 << 10)
        return pk_fail(
            err, PK_UNSUPPORTED,
            "constant arrays take %llu bytes, and a module has 65536 for "
            "them\n"
            "pass the large ones as arguments",
            (unsigned long long)constant);
    return PK_OK;
}

/* Atomics that PTX lacks become loops, should the passes not have run. */
static pk_status expand_all(pk_ir *ir, const pk_caps *caps, pk_error *err) {
    pk_caps all = *caps;

    all.features = UINT64_MAX;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        PK_TRY(pk_pass_expand(fn, &all, err));
    pk_expand_float_divmod(ir);
    return ir->arena->failed ? pk_fail_no_memory(err) : PK_OK;
}

/* Everything but the header, whose version depends on it. */
static void put_module(ptx *e, pk_ir *ir, pk_text *out) {
    uint32_t number = 0;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        fn->mark = pk_arena_format(ir->arena, "f$%u", number++);
        pk_ptx_storage_variables(e, fn, out);
    }
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_device) {
            put_device_head(fn, out);
            pk_text_put(out, ";\n");
        }
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next)
        put_function(e, fn, out);
}

pk_status pk_ptx_emit(pk_ir *ir, const pk_caps *caps,
                      const pk_ptx_options *options, pk_text *out,
                      pk_error *err) {
    static const pk_ptx_options defaults = {0};
    ptx e = {.arena = ir->arena,
             .caps = caps,
             .options = options ? options : &defaults,
             .need = PK_PTX_SM_MIN};
    pk_text text;

    PK_TRY(pk_report_refuse(ir, err));
    PK_TRY(pk_host_refuse(ir, err));
    PK_TRY(check_sizes(ir, caps, err));
    PK_TRY(expand_all(ir, caps, err));
    pk_text_init(&text, ir->arena->allocator);
    pk_text_init(&e.word, ir->arena->allocator);
    put_module(&e, ir, &text);
    if (e.version < version_of(e.need))
        e.version = version_of(e.need);
    pk_text_printf(out, ".version %u.%u\n.target sm_%u\n.address_size 64\n",
                   e.version / 10, e.version % 10, e.need);
    if (e.options->debug_lines)
        put_files(ir, out);
    pk_text_put(out, "\n");
    if (e.syncs_grid)
        pk_text_put(out, ".global .align 4 .u32 " PK_PTX_GRID_WORD ";\n");
    if (pk_ir_find_recursion(ir))
        pk_text_put(out,
                    ".visible .global .align 4 .u32 " PK_PTX_STACK_WORD ";\n");
    pk_text_bytes(out, pk_text_string(&text), text.length);
    out->failed |= text.failed | e.word.failed;
    pk_text_finish(&e.word);
    pk_text_finish(&text);
    return out->failed || ir->arena->failed ? pk_fail_no_memory(err) : PK_OK;
}
