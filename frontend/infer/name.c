/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of names and attributes. */
#include "frontend/infer/latent.h"

#include "frontend/infer/library.h"
#include "frontend/infer/tuple.h"
#include "frontend/module/classes.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

#include "base/suggest.h"
#include "frontend/infer/closure.h"
#include "frontend/infer/typings.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static const char *last_of(const char *path) {
    const char *dot = strrchr(path, '.');

    return dot ? dot + 1 : path;
}

/* The two lines are reported once, however many uses follow. */
static bool is_told(pk_infer *in, const char *message) {
    for (const pk_diag *d = in->c->diags->first; message && d; d = d->next)
        if (strcmp(d->message, message) == 0 &&
            strcmp(d->file, in->program->parse.source->file) == 0) {
            in->c->diags->repeated++;
            return true;
        }
    return false;
}

/* The next turn's array is in its memory (memory.c). */
pk_typed pk_infer_stale(pk_infer *in, const pk_ast *node, const char *name,
                        const pk_slot *slot) {
    return pk_say(in, node, PK_E_copy_again,
                  "copy it into an array of its own: cuda.local.array, then "
                  "old[:] = new",
                  "'%s' is an array of an earlier iteration, and line %u "
                  "has used its memory again",
                  name, slot->other ? slot->other->line : 0);
}

pk_typed pk_infer_clash(pk_infer *in, const pk_ast *node, const char *name,
                        const pk_slot *slot) {
    const char *names[2], *message;
    bool apart;

    if (pk_doubt_decide(in, slot->doubt))
        return error();
    apart = pk_ty_names_apart(in->arena, slot->v.type->items[0],
                              slot->other_type, names);
    message = pk_arena_format(
        in->arena,
        "'%s' is %s from line %u and %s from line %u: these do not unify", name,
        names[0], slot->where ? slot->where->line : 0, names[1],
        slot->other ? slot->other->line : 0);
    if (!message || is_told(in, message))
        return error();
    pk_say(in, node, PK_E_unify_variable,
           apart ? "copy on both paths, as in a[:4].copy(), or put what "
                   "follows into a device function, which takes either, and "
                   "call it on each path"
                 : NULL,
           "%s", message);
    if (slot->where && slot->other) {
        pk_say_in(in->c, in->program, slot->where, PK_SEVERITY_note, PK_OK,
                  NULL, "%s here", names[0]);
        pk_say_in(in->c, in->program, slot->other, PK_SEVERITY_note, PK_OK,
                  NULL, "%s here", names[1]);
    }
    return error();
}

static pk_typed variable_value(pk_infer *in, const pk_ast *node,
                               const pk_slot *slot) {
    if (!slot->v.type || slot->v.type == &pk_ty_unset)
        in->unset = true;
    if (!slot->v.type)
        return pk_say(in, node, PK_E_name_unassigned, NULL,
                      "'%s' is used before it is assigned", node->Name.id);
    if (slot->v.type->kind == PK_TY_clash && !slot->v.type->items)
        return pk_infer_stale(in, node, node->Name.id, slot);
    if (pk_closure_within(in->instance, slot->v.type))
        return pk_infer_closure(in, node, slot->v.type);
    return slot->v.type->kind == PK_TY_clash
               ? pk_infer_clash(in, node, node->Name.id, slot)
               : slot->v;
}

/* Sources of the device library import from each other. */
static pk_typed library_value(pk_infer *in, pk_typed foreign) {
    const pk_function *fn =
        pk_library_named(in->c, last_of(foreign.type->path));
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    if (!fn)
        return foreign;
    *type = (pk_ty){.kind = PK_TY_function, .function = fn, .info = &fn->info};
    return of_type(type);
}

/* Notes that a global array is used which the program has by reference: the
 * kernel gets a hidden parameter for it. */
static void use_reference(pk_compile *c, const pk_reference *reference) {
    for (uint32_t i = 0; c->references && i < c->root->reference_count; i++)
        c->references[i] |= c->root->references[i] == reference;
}

pk_typed pk_infer_name(pk_infer *in, const pk_ast *node) {
    int index = pk_vars_find(&in->instance->vars, node->Name.id);
    pk_typed v;

    if (index >= 0 && in->env.slots)
        return variable_value(in, node, &in->env.slots[index]);
    if (pk_enclosing_find(in->instance->function->enclosing, node->Name.id, &v))
        return v;
    if (pk_program_lookup(in->program, in->arena, node->Name.id, &v)) {
        if (in->program->kind != PK_PROGRAM_user &&
            v.type->kind == PK_TY_foreign)
            return library_value(in, v);
        if (in->strict && v.known && pk_ty_is_number(v.type) &&
            !pk_ty_is_bool(v.type))
            v.type = pk_ty_weak(v.type->scalar == PK_TYPE_u64 ? PK_TYPE_i64
                                                              : v.type->scalar);
        if (v.known && v.known->reference)
            use_reference(in->c, v.known->reference);
        return v;
    }
    return pk_say(in, node, PK_E_name_undefined,
                  pk_hint_name(in, node->Name.id), "name '%s' is not defined",
                  node->Name.id);
}

/* ---- attributes ---- */

/* a.real and a.imag: views of the halves of complex elements. */
static pk_typed part_of_array(pk_infer *in, const pk_ast *node, pk_typed base) {
    const pk_ty *array = base.type;
    pk_ty *type;

    if (array->flags & PK_TYF_complex) {
        type = pk_ty_array(in->arena, pk_ty_number(array->scalar), array->ndim,
                           array->ndim ? 'A' : 'C', (pk_space)array->space,
                           array->flags & (uint32_t)~PK_TYF_complex);
        type->align = (uint8_t)pk_ty_part_bytes(array);
        return pk_infer_same_most(
            in, pk_ty_in_memory_of(in->arena, type, array), base);
    }
    if (strcmp(node->Attribute.attr, "real") == 0)
        return pk_infer_same_most(in, array, base);
    return pk_say_unsupported(in, node, ".imag of an array of real numbers",
                              "it would be an array of zeros");
}

static pk_typed flags_attribute(pk_infer *in, const pk_ast *node,
                                const pk_ty *array) {
    const char *attr = node->Attribute.attr;
    bool fortran = strcmp(attr, "f_contiguous") == 0;

    if (!fortran && strcmp(attr, "c_contiguous") != 0 &&
        strcmp(attr, "contiguous") != 0)
        return pk_say(in, node, PK_E_attribute_unknown,
                      "on the host np.require(a, requirements='W') asks for it",
                      "flags have no attribute '%s': there are c_contiguous "
                      "and f_contiguous",
                      attr);
    if (array->layout == (fortran ? 'F' : 'C') ||
        (array->ndim <= 1 && array->layout == 'C'))
        return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), 1);
    return of_type(pk_ty_number(PK_TYPE_bool));
}

static bool is_transfer(const char *name) {
    return strncmp(name, "copy_to_", 8) == 0;
}

static bool is_self(const pk_ast *node) {
    return node->kind == PK_AST_Name && strcmp(node->Name.id, "self") == 0;
}

/* The hint where the annotation of a parameter and its type disagree. */
static const char *annotation_hint(pk_infer *in, const pk_ast *value) {
    const pk_function *fn = in->instance->function;
    const pk_ast *said = NULL;
    pk_typed v;

    for (uint32_t i = 0; value->kind == PK_AST_Name && i < fn->info.param_count;
         i++)
        if (strcmp(fn->info.param_names[i], value->Name.id) == 0)
            said = pk_function_parameter(fn, i)->arg.annotation;
    if (!said || said->kind != PK_AST_Name ||
        !pk_hint_is_class(fn->program, said->Name.id))
        return NULL;
    v = pk_scope_function_value(fn, NULL, in->arena, said);
    return pk_arena_format(in->arena,
                           v.type->kind == PK_TY_named ||
                                   v.type->kind == PK_TY_enum
                               ? "its annotation says %s: give it one"
                               : "its annotation says %s, and kernels "
                                 "cannot use objects: make that class a "
                                 "NamedTuple, or pass the values that the "
                                 "kernel needs",
                           said->Name.id);
}

static pk_typed no_array_attribute(pk_infer *in, const pk_ast *node,
                                   const pk_ty *array) {
    static const char *const names[] = {
        "shape", "size", "ndim",   "strides", "dtype", "T",    "flat",
        "real",  "imag", "nbytes", "flags",   "sum",   "mean", "itemsize"};
    pk_suggest search = pk_suggest_start(node->Attribute.attr);
    const char *annotated = annotation_hint(in, node->Attribute.value);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        pk_suggest_name(&search, names[i]);
    if (strcmp(node->Attribute.attr, "resize") == 0)
        return pk_say(in, node, PK_E_attribute_unknown,
                      "an array cannot be resized in a kernel; a[:n] is its "
                      "first part",
                      "an array cannot be resized in a kernel");
    return pk_say(
        in, node, PK_E_attribute_unknown,
        annotated ? annotated
        : is_self(node->Attribute.value)
            ? "a kernel cannot be a method: pass the attributes that it "
              "needs as arguments"
        : is_transfer(node->Attribute.attr)
            ? "it belongs to the host: copy before or after the "
              "launch; a kernel reads and writes elements"
        : search.best ? pk_suggest_hint(in->arena, &search)
                      : "there are .shape, .size, .ndim, .strides, "
                        ".dtype, .T, .flat and methods such as .sum()",
        "%s has no attribute '%s' that kernels can use", pk_named(in, array),
        node->Attribute.attr);
}

static pk_typed array_attribute(pk_infer *in, const pk_ast *node,
                                pk_typed base) {
    const char *attr = node->Attribute.attr;
    const pk_ty *array = base.type;
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);
    uint32_t bytes = pk_ty_bytes(pk_ty_element(array));
    pk_ty *type;

    if (pk_ty_is_records(array) && !pk_is_array_attribute(attr))
        return pk_infer_record_field(in, node, base, attr);
    if (strcmp(attr, "ndim") == 0)
        return pk_known_int(in->arena, i64, array->ndim);
    if (strcmp(attr, "itemsize") == 0)
        return pk_known_int(in->arena, i64, bytes);
    if (strcmp(attr, "dtype") == 0) {
        type = PK_NEW(in->arena, pk_ty);
        *type = (pk_ty){.kind = PK_TY_dtype, .made = pk_ty_element(array)};
        return of_type(type);
    }
    if (strcmp(attr, "T") == 0)
        return pk_infer_reversed_most(in, base);
    if (strcmp(attr, "flags") == 0)
        return of_type(pk_ty_over(in->arena, PK_TY_flags, array, 0));
    if (strcmp(attr, "real") == 0 || strcmp(attr, "imag") == 0)
        return part_of_array(in, node, base);
    if (strcmp(attr, "shape") != 0 && strcmp(attr, "size") != 0 &&
        strcmp(attr, "flat") != 0 && strcmp(attr, "strides") != 0 &&
        strcmp(attr, "nbytes") != 0)
        return no_array_attribute(in, node, array);
    if (strcmp(attr, "strides") != 0 && !pk_infer_sized(in, node, array))
        return error();
    if (strcmp(attr, "flat") == 0) /* of C order one axis is left */
        return of_type(pk_ty_over(
            in->arena, PK_TY_element_iter,
            array->layout == 'C' ? pk_ty_view(in->arena, array, 1, 'C') : array,
            PK_ELEMENT_ITER_values));
    if (strcmp(attr, "size") == 0 || strcmp(attr, "nbytes") == 0)
        return of_type(i64);
    return of_type(pk_ty_shape(in->arena, array->ndim));
}

static const char *number_hint(pk_infer *in, const pk_ty *type,
                               const char *attr) {
    if (strcmp(attr, "item") == 0 || strcmp(attr, "tolist") == 0)
        return "it is a number already: leave that out";
    if (strcmp(attr, "astype") == 0 && type->kind == PK_TY_complex)
        return "convert it with np.complex64(z); for a real number use z.real, "
               "z.imag or abs(z)";
    if (strcmp(attr, "astype") == 0)
        return "convert a number with np.int32(x), np.float32(x), ...";
    if (pk_is_array_attribute(attr) ||
        pk_builtin_find(pk_arena_format(in->arena, "numpy.ndarray.%s", attr)))
        return pk_arena_format(in->arena,
                               "this is a number: arrays have .%s, and an "
                               "array's slices, as a[:n] and a[i, :]",
                               attr);
    if (strcmp(attr, "bit_length") == 0 && pk_ty_is_int(type))
        return pk_arena_format(
            in->arena, "write %u - cuda.clz(abs(n))",
            type->scalar == PK_TYPE_i64 || type->scalar == PK_TYPE_u64 ? 64u
                                                                       : 32u);
    if (pk_ty_is_int(type))
        return "integers have .real, .imag, .conjugate(), .bit_count() and "
               ".view(dtype)";
    if (type->kind == PK_TY_complex)
        return "complex numbers have .real, .imag and .conjugate()";
    return "numbers have .real, .imag, .conjugate() and .view(dtype)";
}

static const char *attribute_hint(pk_infer *in, const pk_ty *type,
                                  const char *attr) {
    if (pk_ty_members(type) && strcmp(attr, "name") == 0)
        return "which member it is is known while running only: compare it";
    if (type->kind == PK_TY_member && strcmp(attr, "value") == 0)
        return "values of one type have it; compare the member with others";
    if (pk_ty_members(type))
        return "a member has .name and .value, where it is known which it is";
    if (pk_ty_is_numeric(type))
        return number_hint(in, type, attr);
    return type->kind == PK_TY_text
               ? "print takes values, print('n =', n), and f-strings"
               : pk_hint_attribute(type, attr);
}

static const char *path_hint(pk_infer *in, const char *path, const char *attr) {
    const char *hint = pk_hint_member(in, path, attr);

    if (hint)
        return hint;
    return strcmp(path, "operator") == 0
               ? "write the operator itself, as in a + b"
               : "docs/language.md lists what kernels can use; write it with "
                 "those, or on the host";
}

/* Attributes of modules, enumerations, dicts and classes, which are known when
 * compiling. */
static pk_typed static_attribute(pk_infer *in, const pk_ast *node,
                                 pk_typed base) {
    const char *attr = node->Attribute.attr;
    const pk_ty *type = base.type;
    pk_typed value = of_type(&pk_ty_error);
    bool known;

    if (type->kind == PK_TY_table && type->table->rest.type &&
        type->table->rest.type->kind != PK_TY_hidden &&
        !pk_table_attribute(base, attr, &value))
        return static_attribute(in, node, type->table->rest);
    known = pk_static_attribute(in->arena, base, attr, &value);
    if (type->kind == PK_TY_module && value.type->kind == PK_TY_foreign &&
        pk_is_of_others(value.type->path))
        return value;
    if (type->kind == PK_TY_module && value.type->kind == PK_TY_foreign)
        return pk_say(
            in, node, PK_E_member_unknown, path_hint(in, type->path, attr),
            "%s.%s is not known or not supported yet", type->path, attr);
    if (known && value.known && value.known->reference)
        use_reference(in->c, value.known->reference);
    if (known)
        return value;
    if (value.type->kind == PK_TY_hidden && value.type->refused)
        return pk_say_refused(in, node, value.type);
    if (type->kind == PK_TY_source)
        return pk_say(in, node, PK_E_member_unknown,
                      pk_hint_global(in, type->program, attr), "%s has no '%s'",
                      type->program->parse.source->file, attr);
    if (type->kind == PK_TY_enum)
        return pk_say(in, node, PK_E_member_unknown,
                      pk_hint_enum(in, type, attr), "%s has no member '%s'",
                      type->members->name, attr);
    return pk_say(in, node, PK_E_member_unknown,
                  type->kind == PK_TY_table && type->table->rest.type
                      ? "give it a value from outside, too, or pass the value "
                        "as an argument"
                      : "write a number, a tuple or a string in the class, or "
                        "pass the value as an argument",
                  "%s has no attribute '%s' that is known when compiling",
                  pk_named(in, type), attr);
}

/* Attributes of numbers and members of enumerations; false where there is none.
 */
static bool number_attribute(pk_infer *in, pk_typed base, const char *attr,
                             pk_typed *out) {
    const pk_ty *type = base.type;

    if (pk_ty_members(type) && pk_member_attribute(in->arena, base, attr, out))
        return true;
    if (!pk_ty_is_numeric(type) ||
        (strcmp(attr, "real") != 0 && strcmp(attr, "imag") != 0))
        return false;
    if (type->kind == PK_TY_complex)
        *out = of_type(pk_ty_number(type->scalar));
    else
        *out = attr[0] == 'r' ? base : of_type(type);
    return true;
}

bool pk_infer_class_constant(pk_infer *in, const pk_ast *node, pk_typed class,
                             pk_typed *out) {
    const char *attr = node->Attribute.attr;
    pk_ty *refused;

    *out = of_type(&pk_ty_error);
    if (pk_static_attribute(in->arena, class, attr, out)) {
        *out = static_attribute(in, node, class);
        return true;
    }
    if (out->type->kind != PK_TY_hidden || !out->type->refused)
        return false;
    refused = PK_NEW(in->arena, pk_ty);
    *refused = *out->type;
    refused->path =
        pk_arena_format(in->arena, "%s.%s", class.type->fields->name, attr);
    *out = pk_say_refused(in, node, refused);
    return true;
}

static pk_typed own_attribute(pk_infer *in, const pk_ast *node) {
    pk_typed base = pk_infer_expr(in, node->Attribute.value), value;
    const char *attr = node->Attribute.attr, *hint;

    switch ((pk_ty_kind)base.type->kind) {
    case PK_TY_error: return base;
    case PK_TY_module:
    case PK_TY_foreign:
    case PK_TY_source:
    case PK_TY_enum:
    case PK_TY_table: return static_attribute(in, node, base);
    case PK_TY_hidden:
        return pk_say_hidden(
            in, node, base.type,
            pk_hint_is_method(in->program, base.type->path, attr)
                ? "kernels call functions, not methods: write "
                  "it with def at module level"
                : "pass the value as an argument");
    case PK_TY_array:
        if (pk_frozen_of(base) &&
            pk_frozen_attribute(in->arena, base, attr, &value))
            return value;
        return array_attribute(in, node, base);
    case PK_TY_computed:
        return pk_infer_computed_attribute(in, node, base.type);
    case PK_TY_struct:
    case PK_TY_class: return pk_infer_struct_attribute(in, node, base);
    case PK_TY_tuple:
        return pk_ty_is_dataclass(base.type) &&
                       !pk_ty_builtin_class(base.type) &&
                       pk_fields_find(base.type->fields, attr) < 0
                   ? pk_infer_struct_attribute(in, node, base)
                   : pk_infer_field(in, node, base);
    case PK_TY_named:
        if (strcmp(attr, pk_dataclass_new) == 0)
            return base;
        if (pk_infer_class_constant(in, node, base, &value))
            return value;
        break;
    case PK_TY_record: return pk_infer_record_field(in, node, base, attr);
    case PK_TY_vector:
        if (pk_vector_element(base.type, attr) >= 0)
            return of_type(pk_ty_number(base.type->scalar));
        break;
    case PK_TY_flags: return flags_attribute(in, node, base.type->items[0]);
    case PK_TY_range:
        if (pk_range_part(attr) >= 0)
            return of_type(pk_range_part_type(base.type, attr));
        break;
    case PK_TY_builtin: /* typed.List.empty_list */
        value = pk_builtin_lookup(in->arena, base.type->builtin->path, attr);
        if (value.type->kind == PK_TY_builtin)
            return value;
        break;
    case PK_TY_dtype: /* np.float32.type, as a.dtype.type is */
        if (strcmp(attr, "type") == 0)
            return base;
        break;
    case PK_TY_choice: /* as calls of it are written */
        if (attr[0] >= '0' && attr[0] <= '9')
            return of_type(base.type->items[strtoul(attr, NULL, 10)]);
        break;
    case PK_TY_member:
    case PK_TY_complex:
    case PK_TY_number:
        if (number_attribute(in, base, attr, &value))
            return value;
        break;
    default: break;
    }
    hint = annotation_hint(in, node->Attribute.value);
    return pk_say(in, node, PK_E_attribute_unknown,
                  hint ? hint : attribute_hint(in, base.type, attr),
                  "%s has no attribute '%s'", pk_named(in, base.type), attr);
}

/* An attribute of the type itself comes before the module's function for it. */
pk_typed pk_infer_attribute(pk_infer *in, const pk_ast *node) {
    const pk_ast *written = pk_infer_written_attribute(in, node);
    pk_note *note;
    pk_diag_mark mark;
    pk_typed v;

    if (!written)
        return own_attribute(in, node);
    mark = pk_diag_mark_now(in->c);
    v = own_attribute(in, node);
    note = pk_note_at(in, node);
    note->is_written = v.type->kind == PK_TY_error;
    note->written = written;
    if (!note->is_written)
        return v;
    pk_diag_rewind(in->c, mark);
    return pk_infer_expr(in, written);
}

static pk_typed infer_named(pk_infer *in, const pk_ast *node) {
    pk_typed v;

    if (in->maybe)
        return pk_say_unsupported(in, node,
                                  "':=' in a part that may not be evaluated",
                                  "assign before");
    v = pk_infer_optional(in, node->NamedExpr.value);
    pk_infer_store(in, node->NamedExpr.target, v);
    return v;
}

pk_typed pk_infer_once(pk_infer *in, const pk_ast *node) {
    pk_note *note = pk_note_at(in, node);

    if (note->statement && note->statement == in->statement)
        return note->first;
    note->first = node->kind == PK_AST_Name ? pk_infer_name(in, node)
                                            : infer_named(in, node);
    note->statement = in->statement;
    return note->first;
}
