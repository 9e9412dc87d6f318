/* SPDX-License-Identifier: Apache-2.0 */
/* Globals that are constants: checking and copying their values. */
#include "compile/program/global_values.h"
#include "base/try.h"

#include "compile/program/kept_classes.h"
#include "compile/program/lazy_program.h"
#include "runtime/context/structure.h"
#include "runtime/memory/array.h"
#include "runtime/memory/runs.h"
#include "runtime/services/public_struct.h"

enum {
    ARRAY_MAX = 1 << 20,
    FIELDS_MAX = 255,
    MEMBERS_MAX = 4096,
    DOTS_MAX = 32
};

pk_status pk_global_fail(const pk_constant *c, pk_status status,
                         const char *words) {
    return c->label ? pk_fail(c->err, status, "%s: %s", c->label, words)
                    : pk_fail(c->err, status, "global '%s': %s",
                              c->global->name, words);
}

/* The dtype of a number or an element, as the frontend has it. */
static bool bind_dtype(pk_dtype dtype, pk_binding *out) {
    out->is_complex = dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;
    out->dtype = !out->is_complex        ? (pk_type)dtype
                 : dtype == PK_DTYPE_c64 ? PK_TYPE_f32
                                         : PK_TYPE_f64;
    return dtype > PK_DTYPE_void && dtype < PK_DTYPE_COUNT;
}

static pk_status bind_scalar(const pk_constant *c, const pk_arg *arg,
                             pk_binding *out) {
    uint64_t *bits = pk_arena_array(c->arena, 2, sizeof *bits);

    out->kind = PK_BIND_scalar;
    if (!bind_dtype(arg->dtype, out))
        return pk_global_fail(c, PK_BAD_ARG, "its dtype is not a number's");
    memcpy(bits, &arg->value, 2 * sizeof *bits);
    if (arg->dtype == PK_DTYPE_bool)
        bits[0] = pk_arg_bool(arg);
    out->values = bits;
    return PK_OK;
}

/* The shape of a value with one axis. */
static void set_count(const pk_constant *c, uint64_t count, pk_binding *out) {
    uint64_t *shape = PK_NEW(c->arena, uint64_t);

    *shape = count;
    out->ndim = 1;
    out->shape = shape;
}

static pk_status bind_text(const pk_constant *c, const pk_arg *arg,
                           pk_binding *out) {
    const char *text = arg->value.text;

    if (!text)
        return pk_global_fail(c, PK_BAD_ARG, "the text is NULL");
    out->kind = arg->kind == PK_ARG_import    ? PK_BIND_import
                : arg->kind == PK_ARG_refused ? PK_BIND_refused
                                              : PK_BIND_text;
    out->dtype = PK_TYPE_u8;
    set_count(c, strlen(text), out);
    out->values = pk_arena_text(c->arena, text, strlen(text));
    return PK_OK;
}

/* Copies the elements in C order, bools as 0 and 1. */
static void gather(const pk_array *a, int64_t count, char *to) {
    pk_array copy = *a;

    if (!count)
        return;
    copy.host = to;
    pk_array_set_c_order(&copy);
    pk_array_copy_host(&copy, a);
    for (int64_t i = 0; a->dtype == PK_DTYPE_bool && i < count; i++)
        to[i] = to[i] != 0;
}

/* The shape in C order, and the elements. */
static void copy_array(const pk_constant *c, const pk_array *a, int64_t count,
                       pk_binding *out) {
    const size_t size = pk_array_item_size(a);
    uint64_t *shape = pk_arena_array(c->arena, a->ndim, sizeof *shape);
    char *values = pk_arena_array(c->arena, (size_t)count, size ? size : 1);

    for (uint32_t i = 0; i < a->ndim; i++)
        shape[i] = (uint64_t)a->shape[i];
    gather(a, count, values);
    out->kind = PK_BIND_array;
    out->ndim = a->ndim;
    out->shape = shape;
    out->values = values;
}

static void bind_record(const pk_structure *structure, pk_binding *out) {
    out->dtype = PK_TYPE_u8;
    out->record = structure->record;
}

static pk_status bind_array(const pk_constant *c, const pk_arg *arg,
                            pk_binding *out) {
    const pk_array *a = arg->value.array;
    pk_extent extent;

    if (!a)
        return pk_global_fail(c, PK_BAD_ARG, "the array is NULL");
    PK_TRY(pk_array_measure(a, &extent, c->err));
    if (a->structure)
        bind_record(a->structure, out);
    else
        bind_dtype(a->dtype, out);
    if (a->buffer)
        return pk_global_fail(c, PK_UNSUPPORTED,
                              "an array in a buffer is a global of its own, "
                              "not an item of a tuple or a value of a class");
    if (extent.count && !a->host)
        return pk_global_fail(c, PK_BAD_ARG, "the array has no memory");
    if (extent.count && pk_array_item_size(a) &&
        (uint64_t)extent.count > ARRAY_MAX / pk_array_item_size(a))
        return pk_global_fail(
            c, PK_LIMIT,
            "a constant array has at most 1 MiB: put this one "
            "into a buffer, then it is given by reference");
    copy_array(c, a, extent.count, out);
    return PK_OK;
}

static pk_status bind_constant(const pk_constant *c, const pk_arg *arg,
                               int depth, pk_binding *out);

static pk_status bind_items(const pk_constant *c, const pk_arg *from,
                            size_t count, int depth, pk_binding *out) {
    pk_binding *items;

    if (count && !from)
        return pk_global_fail(c, PK_BAD_ARG, "the tuple's items are NULL");
    if (depth == PK_GLOBAL_DEPTH || count > PK_GLOBAL_ITEMS)
        return pk_global_fail(c, PK_LIMIT,
                              "tuples nest at most 8 deep and have at most "
                              "65536 items");
    items = pk_arena_array(c->arena, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        PK_TRY(bind_constant(c, &from[i], depth + 1, &items[i]));
    out->kind = PK_BIND_tuple;
    out->items = items;
    set_count(c, count, out);
    return PK_OK;
}

static pk_status bind_tuple(const pk_constant *c, const pk_arg *arg, int depth,
                            pk_binding *out) {
    const struct pk_arg_items *t = &arg->value.tuple;

    if (t->fields)
        return pk_global_fail(c, PK_UNSUPPORTED,
                              "its class is another module's: make the tuple "
                              "with pk_class_tuple");
    return bind_items(c, t->items, t->count, depth, out);
}

static pk_status bind_dtype_value(const pk_constant *c, const pk_arg *arg,
                                  pk_binding *out) {
    const pk_structure *structure = arg->value.structure;

    out->kind = PK_BIND_dtype;
    if (arg->dtype == PK_DTYPE_void && structure) {
        PK_TRY(pk_object_check(structure, PK_OBJECT_structure, c->ctx,
                               c->global->name, c->err));
        bind_record(structure, out);
        return PK_OK;
    }
    return bind_dtype(arg->dtype, out)
               ? PK_OK
               : pk_global_fail(c, PK_BAD_ARG, "it is no dtype of numbers");
}

/* ---- classes ---- */

static pk_status check_class(const pk_constant *c, const pk_class *from) {
    const bool is_tuple = from->kind == PK_CLASS_named_tuple;

    if (!is_tuple && from->kind != PK_CLASS_enum &&
        from->kind != PK_CLASS_int_enum)
        return pk_global_fail(c, PK_BAD_ARG,
                              "its class is of no kind: pk_class_kind has "
                              "them");
    if (!from->name || !*from->name)
        return pk_global_fail(c, PK_BAD_ARG, "its class has no name");
    if ((from->count && !from->names) || (from->value_count && !from->values))
        return pk_global_fail(c, PK_BAD_ARG,
                              "the names or values of its class are NULL");
    if (from->count > (is_tuple ? FIELDS_MAX : MEMBERS_MAX))
        return pk_global_fail(c, PK_LIMIT,
                              "a named tuple has at most 255 fields, an "
                              "enumeration 4096 members");
    if (is_tuple ? from->value_count > from->count
                 : from->value_count != from->count)
        return pk_global_fail(c, PK_BAD_ARG,
                              is_tuple ? "its class has more defaults than "
                                         "fields"
                                       : "an enumeration has a value for each "
                                         "member");
    for (size_t i = 0; i < from->count; i++)
        if (!pk_global_is_name(from->names[i]))
            return pk_global_fail(c, PK_BAD_ARG,
                                  "its class has a field or member whose name "
                                  "is none of Python's");
    return PK_OK;
}

static pk_constant within_class(const pk_constant *c) {
    pk_constant inner = *c;

    inner.of_class = true;
    return inner;
}

static bool is_integer(const pk_arg *arg) {
    return arg->kind == PK_ARG_scalar && arg->dtype >= PK_DTYPE_i8 &&
           arg->dtype <= PK_DTYPE_u64;
}

/* No two names are equal. */
static pk_status copy_names(const pk_constant *c, const pk_class *from,
                            pk_binding_class *out) {
    const char **names = pk_arena_array(c->arena, from->count, sizeof *names);

    for (size_t i = 0; i < from->count; i++) {
        names[i] =
            pk_arena_text(c->arena, from->names[i], strlen(from->names[i]));
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[k], names[i]) == 0)
                return pk_global_fail(c, PK_BAD_ARG,
                                      "its class has two fields or members of "
                                      "one name");
    }
    out->names = names;
    out->count = (uint32_t)from->count;
    return PK_OK;
}

static pk_status copy_values(const pk_constant *c, const pk_class *from,
                             int depth, pk_binding_class *out) {
    pk_binding *values =
        pk_arena_array(c->arena, from->value_count, sizeof *values);
    const pk_constant inner = within_class(c);

    if (depth == PK_GLOBAL_DEPTH)
        return pk_global_fail(c, PK_LIMIT, "classes nest at most 8 deep");
    for (size_t i = 0; i < from->value_count; i++) {
        if (out->integers && !is_integer(&from->values[i]))
            return pk_global_fail(c, PK_BAD_ARG,
                                  "members of an IntEnum are integers");
        PK_TRY(bind_constant(&inner, &from->values[i], depth + 1, &values[i]));
    }
    out->values = values;
    out->value_count = (uint32_t)from->value_count;
    return PK_OK;
}

static void set_key(const pk_constant *c, pk_binding_class *out) {
    pk_text key;

    pk_text_init(&key, c->arena->allocator);
    pk_binding_class_key(out, &key);
    out->key = pk_arena_text(c->arena, key.data, key.length);
    out->key_length = key.length;
    pk_text_finish(&key);
}

static pk_status new_class(const pk_constant *c, const pk_class *given,
                           int depth, pk_binding_class *out) {
    pk_class from;

    PK_TRY(pk_options_read(&pk_class_layout, given, &from, c->err));
    PK_TRY(check_class(c, &from));
    out->name = pk_arena_text(c->arena, from.name, strlen(from.name));
    out->is_enum = from.kind != PK_CLASS_named_tuple;
    out->integers = from.kind == PK_CLASS_int_enum;
    PK_TRY(copy_names(c, &from, out));
    PK_TRY(copy_values(c, &from, depth, out));
    set_key(c, out);
    return PK_OK;
}

/* A description is read once for all globals that point to it. */
static pk_status bind_class(const pk_constant *c, const pk_class *given,
                            int depth, pk_binding *out) {
    pk_given_class *known = *c->classes;
    const pk_binding_class *kept;

    if (!given)
        return pk_global_fail(c, PK_BAD_ARG, "its class is NULL");
    kept = pk_kept_class_binding(c->ctx, given);
    if (kept) {
        out->kind = PK_BIND_class;
        out->of = kept;
        return PK_OK;
    }
    while (known && known->from != given)
        known = known->next;
    if (!known) {
        known = PK_NEW(c->arena, pk_given_class);
        PK_TRY(new_class(c, given, depth, &known->class));
        known->from = given;
        known->next = *c->classes;
        *c->classes = known;
    }
    out->kind = PK_BIND_class;
    out->of = &known->class;
    return PK_OK;
}

static pk_status bind_class_tuple(const pk_constant *c, const pk_arg *arg,
                                  int depth, pk_binding *out) {
    const struct pk_arg_class *value = &arg->value.class_value;
    const pk_constant inner = within_class(c);

    PK_TRY(bind_class(c, value->of, depth, out));
    if (out->of->is_enum)
        return pk_global_fail(c, PK_BAD_ARG,
                              "a tuple of an enumeration: pk_class_member "
                              "makes its members");
    return bind_items(&inner, value->items, out->of->count, depth, out);
}

static pk_status bind_class_member(const pk_constant *c, const pk_arg *arg,
                                   int depth, pk_binding *out) {
    const struct pk_arg_class *value = &arg->value.class_value;

    PK_TRY(bind_class(c, value->of, depth, out));
    for (uint32_t i = 0; out->of->is_enum && value->name && i < out->of->count;
         i++)
        if (strcmp(out->of->names[i], value->name) == 0) {
            out->kind = PK_BIND_member;
            out->target = out->of->names[i];
            return PK_OK;
        }
    return pk_fail(c->err, PK_BAD_ARG, "global '%s': %s has no member '%s'",
                   c->global->name, out->of->name,
                   value->name ? value->name : "NULL");
}

static pk_status bind_function(const pk_constant *c, const pk_arg *arg,
                               pk_binding *out) {
    const struct pk_arg_function *f = &arg->value.function;

    if (c->of_class)
        return pk_global_fail(c, PK_UNSUPPORTED,
                              "a function is a global of its own or an item of "
                              "a tuple without names");

    PK_TRY(pk_object_check(f->module, PK_OBJECT_module, c->ctx, c->global->name,
                           c->err));
    PK_TRY(pk_module_program(f->module, &out->program, c->err));
    if (!f->name || !pk_program_find(out->program, f->name))
        return pk_global_fail(c, PK_BAD_ARG,
                              "its module has no function of that name");
    out->kind = PK_BIND_function;
    out->target = pk_arena_text(c->arena, f->name, strlen(f->name));
    return PK_OK;
}

static pk_status bind_constant(const pk_constant *c, const pk_arg *arg,
                               int depth, pk_binding *out) {
    switch (arg->kind) {
    case PK_ARG_none: out->kind = PK_BIND_none; return PK_OK;
    case PK_ARG_scalar: return bind_scalar(c, arg, out);
    case PK_ARG_text:
    case PK_ARG_import:
    case PK_ARG_refused: return bind_text(c, arg, out);
    case PK_ARG_tuple: return bind_tuple(c, arg, depth, out);
    case PK_ARG_in:
    case PK_ARG_inout: return bind_array(c, arg, out);
    case PK_ARG_dtype: return bind_dtype_value(c, arg, out);
    case PK_ARG_class:
        return bind_class(c, arg->value.class_value.of, depth, out);
    case PK_ARG_class_tuple: return bind_class_tuple(c, arg, depth, out);
    case PK_ARG_class_member: return bind_class_member(c, arg, depth, out);
    case PK_ARG_function: return bind_function(c, arg, out);
    default:
        return pk_global_fail(c, PK_BAD_ARG,
                              depth ? "items of tuples are constants or "
                                      "functions"
                                    : "expected a constant, an array in a "
                                      "buffer or a function");
    }
}

pk_status pk_global_constant(const pk_constant *c, pk_binding *out) {
    return bind_constant(c, &c->global->value, 0, out);
}

/* ---- names ---- */

static bool begins_name(unsigned char c) {
    return c == '_' || c >= 0x80 || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static size_t name_length(const char *text) {
    size_t length = 0;

    while (begins_name((unsigned char)text[length]) ||
           (length && text[length] >= '0' && text[length] <= '9'))
        length++;
    return length;
}

bool pk_global_is_name(const char *text) {
    const size_t length = text ? name_length(text) : 0;

    return length && !text[length];
}

bool pk_global_is_path(const char *text) {
    size_t length;

    for (uint32_t dots = 0; dots <= DOTS_MAX; dots++, text += length + 1) {
        length = name_length(text);
        if (!length || (text[length] && text[length] != '.'))
            return false;
        if (!text[length])
            return true;
    }
    return false;
}
