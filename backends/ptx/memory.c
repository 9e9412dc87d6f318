/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters, declared arrays, addresses, loads and stores.
 *
 * Every pointer knows its space, so no address is generic: global ones are 64
 * bits, those of other spaces 32. */
#include "backends/ptx/emit.h"
#include "core/address.h"
#include "core/analysis/writes.h"
#include "core/shared.h"

const char *pk_ptx_space(pk_space space) {
    switch (space) {
    case PK_SPACE_global: return "global";
    case PK_SPACE_shared: return "shared";
    case PK_SPACE_local: return "local";
    case PK_SPACE_constant: return "const";
    case PK_SPACE_COUNT: break;
    }
    return "";
}

/* ---- transfers: a value in memory and in its register ---- */

/* Prints `what`.`type` with a register of the type as memory has it. */
static void load_from(ptx *e, pk_type type, const char *what,
                      const char *address, pk_value *value) {
    const ptx_type *t = pk_ptx_type(type);
    ptx_operand reg = pk_ptx_define(e, value);

    if (type == PK_TYPE_bool) {
        ptx_operand byte = pk_ptx_new(e, PTX_B32);
        pk_ptx_ins(e, "#.u8 $, #", what, byte, address);
        pk_ptx_ins(e, "setp.ne.u32 $, $, 0", reg, byte);
    } else if (type == PK_TYPE_f16) {
        ptx_operand half = pk_ptx_new(e, PTX_B16);
        pk_ptx_ins(e, "#.b16 $, #", what, half, address);
        pk_ptx_ins(e, "cvt.f32.f16 $, $", reg, half);
    } else {
        pk_ptx_ins(e, "#.# $, #", what, t->memory, reg, address);
    }
}

/* ---- parameters ---- */

const char *pk_ptx_slot(pk_type type) {
    ptx_class class = pk_ptx_type(type)->class;

    return class == PTX_B64 || class == PTX_F64 ? "b64" : "b32";
}

static void kernel_param(ptx *e, const pk_param *param) {
    pk_value *value = param->value;
    const char *address =
        pk_arena_format(e->arena, "[param+%u]", param->offset);
    ptx_operand raw, reg;

    if (!pk_type_is_ptr(value->type)) {
        load_from(e, value->type, "ld.param", address, value);
        return;
    }
    raw = pk_ptx_new(e, PTX_B64);
    pk_ptx_ins(e, "ld.param.u64 $, #", raw, address);
    reg = pk_ptx_define(e, value);
    pk_ptx_ins(e, "cvta.to.global.u64 $, $", reg, raw);
}

static void device_param(ptx *e, uint32_t index, pk_value *value) {
    ptx_operand raw;

    if (value->type != PK_TYPE_bool) {
        pk_ptx_ins(e, "ld.param.# $, [param^]", pk_ptx_slot(value->type),
                   pk_ptx_define(e, value), index);
        return;
    }
    raw = pk_ptx_new(e, PTX_B32);
    pk_ptx_ins(e, "ld.param.b32 $, [param^]", raw, index);
    pk_ptx_ins(e, "setp.ne.u32 $, $, 0", pk_ptx_define(e, value), raw);
}

void pk_ptx_params(ptx *e) {
    for (uint32_t i = 0; i < e->fn->param_count; i++)
        if (e->fn->kind == PK_FUNC_kernel)
            kernel_param(e, &e->fn->params[i]);
        else
            device_param(e, i, e->fn->params[i].value);
}

/* The parameter that a pointer was made from by adding; NULL: unknown. */
static pk_value *root_of(pk_value *pointer) {
    pk_value *root = pk_address_root(pointer);

    return root->kind == PK_VALUE_param ? root : NULL;
}

void pk_ptx_find_writes(ptx *e) {
    const bool *written = pk_params_written(e->fn, e->arena);

    for (uint32_t i = 0; written && i < e->fn->param_count; i++)
        if (pk_type_is_ptr(e->fn->params[i].value->type))
            ((ptx_place *)e->fn->params[i].value->mark)->written = written[i];
}

uint32_t pk_ptx_array_flags(const ptx *e, pk_value *pointer) {
    pk_value *root = root_of(pointer);

    for (uint32_t i = 0; root && i < e->fn->param_count; i++)
        if (e->fn->kind == PK_FUNC_kernel && e->fn->params[i].value == root)
            return e->fn->params[i].flags;
    return 0;
}

/* Memory that nothing writes while the kernel runs may come through the
 * read-only cache. */
static bool is_unchanging(const ptx *e, pk_value *pointer) {
    pk_value *root = root_of(pointer);

    return root && !((ptx_place *)root->mark)->written &&
           pk_ptx_array_flags(e, pointer) & PK_PARAM_noalias;
}

/* ---- declared arrays ---- */

static const char letters[PK_SPACE_COUNT] = {
    [PK_SPACE_shared] = 's', [PK_SPACE_local] = 'l', [PK_SPACE_constant] = 'c'};

static uint32_t storage_align(const pk_storage *s) {
    uint32_t own = pk_type_bytes(s->elem);

    return s->align > own ? s->align : own;
}

uint64_t pk_ptx_shared_bytes(const pk_func *fn) {
    return pk_shared_place(fn, NULL);
}

/* Whether an array lies in the memory sized at launch, and where. */
static bool is_in_dynamic(const pk_func *fn, const pk_storage *s,
                          uint64_t *at) {
    uint32_t moved = pk_ptx_shared_moved(pk_ptx_shared_bytes(fn));

    *at = s->count ? pk_shared_place(fn, s) : moved;
    return s->space == PK_SPACE_shared && (moved || !s->count);
}

static const char *storage_name(ptx *e, const pk_func *fn,
                                const pk_storage *s) {
    uint32_t index = 0;
    uint64_t at;

    if (is_in_dynamic(fn, s, &at))
        return at ? pk_arena_format(e->arena, "dynamic$+%llu",
                                    (unsigned long long)at)
                  : "dynamic$";
    for (const pk_storage *t = fn->storages; t != s; t = t->next)
        index++;
    return pk_arena_format(e->arena, "%c%s$%u", letters[s->space],
                           (const char *)fn->mark, index);
}

static void put_constant(ptx *e, const pk_func *fn, const pk_storage *s,
                         pk_text *out) {
    const uint8_t *bytes = s->data;
    uint64_t count = pk_storage_bytes(s);

    pk_text_printf(out, ".const .align %u .b8 %s[%llu]", storage_align(s),
                   storage_name(e, fn, s),
                   (unsigned long long)(count ? count : 1));
    for (uint64_t i = 0; i < count; i++)
        pk_text_printf(out, "%s%u", i ? (i % 32 ? "," : ",\n\t") : " = {\n\t",
                       bytes[i]);
    pk_text_put(out, count ? "};\n" : ";\n");
}

void pk_ptx_storage_variables(ptx *e, pk_func *fn, pk_text *out) {
    uint64_t at;

    for (const pk_storage *s = fn->storages; s; s = s->next) {
        if (s->space == PK_SPACE_constant)
            put_constant(e, fn, s, out);
        if (is_in_dynamic(fn, s, &at) && !e->has_dynamic) {
            pk_text_put(out, ".extern .shared .align 16 .b8 dynamic$[];\n");
            e->has_dynamic = true;
        }
    }
}

void pk_ptx_declare_storages(ptx *e, pk_text *out) {
    uint64_t at;

    for (const pk_storage *s = e->fn->storages; s; s = s->next)
        if (s->space != PK_SPACE_constant && s->count &&
            !is_in_dynamic(e->fn, s, &at))
            pk_text_printf(out, "\t.%s .align %u .b8 %s[%llu];\n",
                           pk_ptx_space(s->space), storage_align(s),
                           storage_name(e, e->fn, s),
                           (unsigned long long)pk_storage_bytes(s));
}

void pk_ptx_storages(ptx *e) {
    for (const pk_storage *s = e->fn->storages; s; s = s->next)
        if (s->count || s->space == PK_SPACE_shared)
            pk_ptx_ins(e, "mov.u32 $, #", pk_ptx_define(e, s->value),
                       storage_name(e, e->fn, s));
        else /* an empty array: nothing may be reached through it */
            pk_ptx_ins(e, "mov.u32 $, 0", pk_ptx_define(e, s->value));
}

/* ---- addresses ---- */

static bool is_small(int64_t offset) {
    return offset >= INT32_MIN && offset <= INT32_MAX;
}

/* Whether constants may leave an index for the bytes behind an address, up to
 * which size of their own. 64-bit indices wrap like addresses do. 32-bit ones
 * must not wrap, and do not in small arrays: they stay a quarter away. */
static bool may_strip(const ptx *e, pk_value *pointer, const pk_value *index,
                      int64_t scale, int64_t number) {
    if (index->type == PK_TYPE_i64)
        return is_small(number);
    return index->type == PK_TYPE_i32 && scale > 1 && number > -(1 << 28) &&
           number < 1 << 28 && pk_ptx_array_flags(e, pointer) & PK_PARAM_small;
}

pk_value *pk_ptx_strip_index(const ptx *e, pk_value *pointer, pk_value *index,
                             int64_t scale, int64_t *bytes) {
    while (index->kind == PK_VALUE_result &&
           (index->def->op == PK_OP_add || index->def->op == PK_OP_sub)) {
        pk_inst *def = index->def;
        int side = def->op == PK_OP_add && pk_is_const(def->args[0]) ? 0 : 1;
        int64_t number, product, sum;

        if (!pk_is_const(def->args[side]))
            break;
        number = pk_const_get_int(def->args[side]);
        if (!may_strip(e, pointer, index, scale, number))
            break;
        product = (def->op == PK_OP_sub ? -number : number) * scale;
        if (!is_small(product) || !is_small(sum = *bytes + product))
            break;
        *bytes = sum;
        index = def->args[!side];
    }
    return index;
}

pk_value *pk_ptx_unextended(const pk_value *value) {
    pk_type from;

    if (value->kind != PK_VALUE_result || value->def->op != PK_OP_convert)
        return NULL;
    from = value->def->args[0]->type;
    return pk_type_is_int(from) && pk_type_bytes(from) <= 4
               ? value->def->args[0]
               : NULL;
}

/* As two instructions: of mad.wide ptxas makes a product, to keep, and two
 * additions with a carry for each address; of these one IMAD.WIDE for each. */
void pk_ptx_add_wide(ptx *e, const char *type, ptx_operand sum,
                     ptx_operand base, ptx_operand index, int64_t scale) {
    const ptx_operand bytes = pk_ptx_new(e, PTX_B64);

    pk_ptx_ins(e, "mul.wide.# $, $, $", type, bytes, index, pk_ptx_int(scale));
    pk_ptx_ins(e, "add.s64 $, $, $", sum, base, bytes);
}

/* base + index * scale, in 64 bits. An index that was extended from 32 bits is
 * taken as it was before: mul.wide extends it. */
static ptx_operand add_index_64(ptx *e, ptx_operand base, pk_value *index,
                                int64_t scale) {
    ptx_operand sum = pk_ptx_new(e, PTX_B64), part;
    pk_value *narrow =
        pk_type_bytes(index->type) <= 4 ? index : pk_ptx_unextended(index);

    if (narrow) {
        pk_ptx_add_wide(e, pk_ptx_type(narrow->type)->type, sum, base,
                        pk_ptx_register(e, narrow), scale);
        return sum;
    }
    part = pk_ptx_register(e, index);
    if (scale & (scale - 1)) {
        pk_ptx_ins(e, "mad.lo.s64 $, $, $, $", sum, part, pk_ptx_int(scale),
                   base);
        return sum;
    }
    if (scale > 1) {
        ptx_operand shifted = pk_ptx_new(e, PTX_B64);
        pk_ptx_ins(e, "shl.b64 $, $, ^", shifted, part,
                   (unsigned)__builtin_ctzll((uint64_t)scale));
        part = shifted;
    }
    pk_ptx_ins(e, "add.s64 $, $, $", sum, base, part);
    return sum;
}

static ptx_operand add_index_32(ptx *e, ptx_operand base, pk_value *index,
                                int64_t scale) {
    ptx_operand sum = pk_ptx_new(e, PTX_B32), part;
    pk_value *narrow =
        pk_type_bytes(index->type) <= 4 ? index : pk_ptx_unextended(index);

    if (narrow) {
        part = pk_ptx_register(e, narrow);
    } else {
        part = pk_ptx_new(e, PTX_B32);
        pk_ptx_ins(e, "cvt.u32.u64 $, $", part, pk_ptx_register(e, index));
    }
    pk_ptx_ins(e, "mad.lo.s32 $, $, $, $", sum, part, pk_ptx_int(scale), base);
    return sum;
}

void pk_ptx_elem(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_value *pointer = inst->args[0], *index;
    pk_type type = pointer->type;
    int64_t scale =
        inst->op == PK_OP_elem ? pk_type_bytes(pk_type_elem(type)) : 1;
    const ptx_place *base = pointer->mark;
    int64_t bytes = base->offset;
    ptx_operand reg = base->reg;

    (void)row;
    if (pk_ptx_is_induction(e, inst))
        return;
    index = pk_ptx_strip_index(e, pointer, inst->args[1], scale, &bytes);
    if (pk_is_const(index) && is_small(pk_const_get_int(index)) &&
        is_small(bytes + pk_const_get_int(index) * scale))
        bytes += pk_const_get_int(index) * scale;
    else if (pk_type_space(type) == PK_SPACE_global)
        reg = add_index_64(e, reg, index, scale);
    else
        reg = add_index_32(e, reg, index, scale);
    pk_ptx_place(e, inst->results[0], reg, bytes);
}

const char *pk_ptx_address(ptx *e, const pk_value *pointer) {
    const ptx_place *place = pointer->mark;
    const char *prefix = place->reg.class == PTX_B64 ? "%rd" : "%r";

    if (!place->offset)
        return pk_arena_format(e->arena, "[%s%lld]", prefix,
                               (long long)place->reg.number);
    return pk_arena_format(e->arena, "[%s%lld+%lld]", prefix,
                           (long long)place->reg.number,
                           (long long)place->offset);
}

/* ---- loads, stores, locals ---- */

void pk_ptx_load(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_value *pointer = inst->args[0];
    const char *word = pk_ptx_space(pk_type_space(pointer->type));

    (void)row;
    if (pk_type_space(pointer->type) == PK_SPACE_global &&
        is_unchanging(e, pointer))
        word = "global.nc";
    load_from(e, inst->results[0]->type,
              pk_arena_format(e->arena, "ld.%s", word),
              pk_ptx_address(e, pointer), inst->results[0]);
}

void pk_ptx_store(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_value *pointer = inst->args[0], *value = inst->args[1];
    const char *space = pk_ptx_space(pk_type_space(pointer->type));
    const char *memory = pk_ptx_type(value->type)->memory;
    ptx_operand reg = pk_ptx_register(e, value), half;

    (void)row;
    if (value->type == PK_TYPE_bool)
        reg = pk_ptx_from_bool(e, reg);
    if (value->type == PK_TYPE_f16) {
        half = pk_ptx_new(e, PTX_B16);
        pk_ptx_ins(e, "cvt.rn.f16.f32 $, $", half, reg);
        reg = half;
    }
    pk_ptx_ins(e, "st.#.# #, $", space, memory, pk_ptx_address(e, pointer),
               reg);
}

void pk_ptx_get(ptx *e, pk_inst *inst, const ptx_row *row) {
    const ptx_place *place = inst->local->mark;

    (void)row;
    pk_ptx_ins(e, "mov.# $, $", pk_ptx_type(inst->local->type)->type,
               pk_ptx_define(e, inst->results[0]), place->reg);
}

void pk_ptx_set(ptx *e, pk_inst *inst, const ptx_row *row) {
    const ptx_place *place = inst->local->mark;

    (void)row;
    pk_ptx_ins(e, "mov.# $, $", pk_ptx_type(inst->local->type)->type,
               place->reg, pk_ptx_use(e, inst->args[0]));
}
