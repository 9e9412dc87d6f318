/* SPDX-License-Identifier: Apache-2.0 */
/* Types of arguments in the words of messages. */
#include "signature/argument.h"

#include "signature/classes.h"
#include "signature/dtype.h"
#include "signature/function.h"
#include "signature/record.h"

/* In the words that the compiler has for it. */
static void print_dict(const pk_arg_type *type, pk_text *out) {
    pk_arg_type item;

    pk_text_put(out, type->count == 2 ? "DictType[" : "set(");
    for (uint32_t i = 0; i < type->count; i++) {
        item = type->items[i];
        item.kind = item.is_complex ? PK_ARGTYPE_complex : PK_ARGTYPE_scalar;
        item.flags = 0;
        pk_text_put(out, i ? "," : "");
        pk_arg_type_print(&item, out);
    }
    pk_text_put(out, type->count == 2 ? "]" : ")");
}

static void print_axes(const pk_arg_type *type, pk_text *out) {
    pk_text_put(out, type->ndim ? "[" : "[()");
    for (uint32_t i = 0; i < type->ndim; i++) {
        bool unit = (type->layout == 'C' && i + 1u == type->ndim) ||
                    (type->layout == 'F' && i == 0);
        pk_text_printf(out, "%s%s", i ? ", " : "", unit ? "::1" : ":");
    }
    pk_text_put(out, "]");
}

void pk_arg_type_print(const pk_arg_type *type, pk_text *out) {
    bool is_complex = type->kind == PK_ARGTYPE_complex || type->is_complex;

    switch ((pk_argtype_kind)type->kind) {
    case PK_ARGTYPE_none: pk_text_put(out, "none"); return;
    case PK_ARGTYPE_text: pk_text_put(out, "unicode_type"); return;
    case PK_ARGTYPE_function:
        pk_text_printf(out, "function %s", pk_function_path(type->function));
        return;
    case PK_ARGTYPE_tuple:
        if (pk_arg_is_owned(type)) { /* what has owners */
            type = type->count == 2 ? &type->items[0] : &type->items[1];
            if (type->kind == PK_ARGTYPE_function)
                pk_text_put(out, pk_function_path(type->function));
            else
                pk_arg_type_print(type, out);
            return;
        }
        pk_text_printf(out, "%s(", type->fields ? type->fields->name : "Tuple");
        for (uint32_t i = 0; i < type->count; i++) {
            pk_text_put(out, i ? ", " : "");
            pk_arg_type_print(&type->items[i], out);
        }
        pk_text_put(out, ")");
        return;
    case PK_ARGTYPE_dict: print_dict(type, out); return;
    case PK_ARGTYPE_dtype: pk_text_put(out, "dtype("); break;
    default: break;
    }
    if (type->flags & PK_ARGF_list)
        pk_text_put(out, "List(");
    if (type->members)
        pk_text_put(out, type->members->name);
    else if (type->record)
        pk_record_print(type->record, out);
    else if (is_complex)
        pk_text_put(out,
                    type->dtype == PK_TYPE_f32 ? "complex64" : "complex128");
    else
        pk_text_put(out, pk_scalar_name(type->dtype));
    if (type->kind == PK_ARGTYPE_array && type->flags & PK_ARGF_pointer)
        pk_text_put(out, "*");
    else if (type->flags & PK_ARGF_arrays ||
             (type->kind == PK_ARGTYPE_array && !(type->flags & PK_ARGF_list) &&
              (type->ndim || !type->record)))
        print_axes(type, out);
    if (type->flags & PK_ARGF_list || type->kind == PK_ARGTYPE_dtype)
        pk_text_put(out, ")");
}

void pk_signature_list_types(const pk_signature *signature, pk_text *out) {
    for (uint32_t i = 0; i < signature->count; i++) {
        pk_arg_type_print(&signature->args[i], out);
        pk_text_bytes(out, "", 1);
    }
}
