/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, functions, what functions declare, and constants. */
#include "core/ir_data.h"

#include "base/number.h"

#include <assert.h>
#include <string.h>

static _Thread_local pk_dead dead_things;

pk_dead *pk_ir_dead(pk_ir *ir, pk_arena *arena) {
    pk_dead *dead = &dead_things;

    memset(dead, 0, sizeof *dead);
    dead->ir.ir.arena = arena;
    dead->fn.fn.ir = ir ? ir : &dead->ir.ir;
    dead->fn.fn.name = "v";
    dead->fn.fn.body = &dead->region;
    dead->param.name = dead->local.name = dead->storage.name = "v";
    dead->param.value = dead->storage.value = &dead->value;
    dead->value.type = PK_TYPE_i32;
    dead->value.def = &dead->inst;
    for (size_t i = 0; i < sizeof dead->values / sizeof *dead->values; i++)
        dead->values[i] = &dead->value;
    dead->inst.parent = dead->inst.body = dead->inst.other = &dead->region;
    dead->inst.args = dead->inst.results = dead->values;
    dead->inst.result_count = 1;
    dead->inst.local = &dead->local;
    dead->inst.callee = &dead->fn.fn;
    dead->inst.target = &dead->inst;
    dead->inst.index = &dead->value;
    return dead;
}

/* ---- modules ---- */

pk_ir *pk_ir_new(pk_arena *arena) {
    pk_ir_data *data = PK_NEW(arena, pk_ir_data);

    if (arena->failed)
        return &pk_ir_dead(NULL, arena)->ir.ir;
    data->ir.arena = arena;
    return &data->ir;
}

/* Makes room for one more item in an array of the arena that holds `count`. */
static void *grow(pk_arena *arena, void *items, uint32_t count,
                  uint32_t *capacity, size_t size) {
    void *larger;

    if (count < *capacity)
        return items;
    *capacity = count ? count * 2 : 8;
    larger = pk_arena_array(arena, *capacity, size);
    if (!arena->failed && count)
        memcpy(larger, items, count * size);
    return larger;
}

uint32_t pk_ir_file(pk_ir *ir, const char *name) {
    const char *copy;
    const char **files;

    for (uint32_t i = 0; i < ir->file_count; i++)
        if (!strcmp(ir->files[i], name))
            return i;
    copy = pk_arena_text(ir->arena, name, strlen(name));
    files = grow(ir->arena, ir->files, ir->file_count,
                 &pk_ir_get_data(ir)->file_capacity, sizeof *files);
    if (ir->arena->failed)
        return 0;
    ir->files = files;
    ir->files[ir->file_count] = copy;
    return ir->file_count++;
}

pk_func *pk_ir_find(const pk_ir *ir, const char *name) {
    pk_name *found =
        pk_names_find(&pk_ir_get_data(ir)->names, name, strlen(name));

    return found ? found->what : NULL;
}

pk_func *pk_func_new(pk_ir *ir, pk_func_kind kind, const char *name) {
    pk_ir_data *module = pk_ir_get_data(ir);
    pk_func_data *data = PK_NEW(ir->arena, pk_func_data);
    pk_name *unique = pk_names_add(&module->names, ir->arena, name);
    pk_region *body = PK_NEW(ir->arena, pk_region);

    if (ir->arena->failed)
        return &pk_ir_dead(ir, ir->arena)->fn.fn;
    unique->what = &data->fn;
    unique->sigil = '@';
    data->fn.ir = ir;
    data->fn.name = unique->text;
    data->said = name ? pk_arena_text(ir->arena, name, strlen(name)) : NULL;
    data->fn.kind = kind;
    data->fn.body = body;
    if (module->last)
        module->last->next = &data->fn;
    else
        ir->funcs = &data->fn;
    module->last = &data->fn;
    return &data->fn;
}

void pk_ir_drop(pk_ir *ir, pk_func *fn) {
    pk_func **at = &ir->funcs, *before = NULL;

    while (*at != fn) {
        before = *at;
        at = &before->next;
    }
    *at = fn->next;
    if (!fn->next)
        pk_ir_get_data(ir)->last = before;
}

/* ---- what functions declare ---- */

static pk_name *add_name(pk_func *fn, const char *name, char sigil,
                         void *what) {
    pk_name *unique =
        pk_names_add(&pk_func_get_data(fn)->names, fn->ir->arena, name);

    if (unique) {
        unique->sigil = sigil;
        unique->what = what;
    }
    return unique;
}

pk_param *pk_func_param(pk_func *fn, const char *name, pk_type type,
                        pk_role role, uint32_t arg, uint32_t axis) {
    pk_arena *arena = fn->ir->arena;
    pk_value *value = pk_value_new(fn, PK_VALUE_param, type);
    pk_name *unique = add_name(fn, name, '%', value);
    pk_param *params =
        grow(arena, fn->params, fn->param_count,
             &pk_func_get_data(fn)->param_capacity, sizeof *params);

    if (arena->failed)
        return &pk_ir_dead(fn->ir, arena)->param;
    fn->params = params;
    params += fn->param_count++;
    *params = (pk_param){.value = value,
                         .name = unique->text,
                         .role = role,
                         .arg = arg,
                         .axis = axis};
    return params;
}

void pk_func_result(pk_func *fn, pk_type type) {
    pk_type *results =
        grow(fn->ir->arena, fn->results, fn->result_count,
             &pk_func_get_data(fn)->result_capacity, sizeof *results);

    if (fn->ir->arena->failed)
        return;
    fn->results = results;
    fn->results[fn->result_count++] = type;
}

pk_local *pk_func_local(pk_func *fn, const char *name, pk_type type) {
    pk_func_data *data = pk_func_get_data(fn);
    pk_local *local = PK_NEW(fn->ir->arena, pk_local);
    pk_name *unique = add_name(fn, name, '$', local);

    if (fn->ir->arena->failed)
        return &pk_ir_dead(fn->ir, fn->ir->arena)->local;
    local->name = unique->text;
    local->type = type;
    local->id = fn->local_count++;
    if (data->last_local)
        data->last_local->next = local;
    else
        fn->locals = local;
    data->last_local = local;
    return local;
}

pk_storage *pk_func_storage(pk_func *fn, const char *name, pk_space space,
                            pk_type elem, uint64_t count, uint32_t align) {
    pk_func_data *data = pk_func_get_data(fn);
    pk_storage *storage = PK_NEW(fn->ir->arena, pk_storage);
    pk_value *value =
        pk_value_new(fn, PK_VALUE_storage, PK_TYPE_PTR(space, elem));
    pk_name *unique = add_name(fn, name, '%', value);

    if (fn->ir->arena->failed)
        return &pk_ir_dead(fn->ir, fn->ir->arena)->storage;
    *storage = (pk_storage){.name = unique->text,
                            .space = space,
                            .elem = elem,
                            .count = count,
                            .align = align,
                            .value = value};
    if (data->last_storage)
        data->last_storage->next = storage;
    else
        fn->storages = storage;
    data->last_storage = storage;
    return storage;
}

void pk_func_layout(pk_func *fn) {
    uint32_t at = 0;

    for (uint32_t i = 0; i < fn->param_count; i++) {
        uint32_t size = pk_type_bytes(fn->params[i].value->type);
        at = (at + size - 1) & ~(size - 1);
        fn->params[i].offset = at;
        at += size;
    }
    fn->params_size = (at + 7) & ~7u;
}

/* ---- constants ---- */

static uint64_t mask_to(pk_type type, uint64_t bits) {
    uint32_t bytes = pk_type_bytes(type);

    if (type == PK_TYPE_bool)
        return bits != 0;
    return bytes < 8 ? bits & ((UINT64_C(1) << bytes * 8) - 1) : bits;
}

static pk_value **const_slot(pk_value **slots, uint32_t capacity, pk_type type,
                             uint64_t bits) {
    /* Floats differ in their upper bits, which a product keeps above. */
    uint64_t hash =
        (bits ^ bits >> 32 ^ (uint64_t)type << 16) * 0x9e3779b97f4a7c15u;

    for (uint32_t i = (uint32_t)(hash >> 32) & (capacity - 1);;
         i = (i + 1) & (capacity - 1))
        if (!slots[i] || (slots[i]->bits == bits && slots[i]->type == type))
            return &slots[i];
}

static void grow_consts(pk_func *fn) {
    uint32_t capacity = fn->const_capacity ? fn->const_capacity * 2 : 16;
    pk_value **slots =
        pk_arena_array(fn->ir->arena, capacity, sizeof(pk_value *));

    if (fn->ir->arena->failed)
        return;
    for (uint32_t i = 0; i < fn->const_capacity; i++) {
        pk_value *v = fn->consts[i];
        if (v)
            *const_slot(slots, capacity, v->type, v->bits) = v;
    }
    fn->consts = slots;
    fn->const_capacity = capacity;
}

pk_value *pk_const_find(const pk_func *fn, pk_type type, uint64_t bits) {
    if (!fn->const_capacity)
        return NULL;
    return *const_slot(fn->consts, fn->const_capacity, type, bits);
}

pk_value *pk_const_bits(pk_func *fn, pk_type type, uint64_t bits) {
    pk_value **slot;

    bits = mask_to(type, bits);
    if (fn->const_count * 4 >= fn->const_capacity * 3)
        grow_consts(fn);
    if (fn->ir->arena->failed)
        return &pk_ir_dead(fn->ir, fn->ir->arena)->value;
    slot = const_slot(fn->consts, fn->const_capacity, type, bits);
    if (!*slot) {
        pk_value *value = pk_value_new(fn, PK_VALUE_const, type);
        value->bits = bits;
        if (fn->ir->arena->failed)
            return value;
        *slot = value;
        fn->const_count++;
    }
    return *slot;
}

pk_value *pk_const_int(pk_func *fn, pk_type type, int64_t value) {
    return pk_const_bits(fn, type, (uint64_t)value);
}

pk_value *pk_const_float(pk_func *fn, pk_type type, double value) {
    return pk_const_bits(fn, type, pk_float_bits(type, value));
}

int64_t pk_const_get_int(const pk_value *v) {
    uint32_t unused = 64 - pk_type_bytes(v->type) * 8;

    assert(pk_is_const(v));
    if (!pk_type_is_signed(v->type))
        return (int64_t)v->bits;
    return (int64_t)(v->bits << unused) >> unused;
}

double pk_const_get_float(const pk_value *v) {
    assert(pk_is_const(v));
    return pk_float_value(v->type, v->bits);
}

bool pk_is_const_int(const pk_value *v, int64_t value) {
    return pk_is_const(v) &&
           (pk_type_is_int(v->type) || v->type == PK_TYPE_bool) &&
           pk_const_get_int(v) == value;
}
