/* SPDX-License-Identifier: Apache-2.0 */
/* Argument types as text: "f32[:], f32[::1,:], i64, c128, none,
 * UniTuple(int64, 2), Tuple((f32, i64)), dtype(f32)", with or without
 * "void(...)"; and what the module has names for: "Point(f32, f32), Color,
 * REC[:]". */
#include "base/suggest.h"
#include "base/try.h"
#include "frontend/diag/codes.h"
#include "frontend/module/classes.h"

#include <string.h>

enum { MAX_ARGS = 255, MAX_NESTING = 16, MAX_NDIM = 32 };

typedef struct reader {
    pk_arena *arena;
    const pk_program *program; /* NULL: there is no module */
    const char *text, *at;
    pk_diags *diags;
    int depth;
} reader;

static const struct {
    const char *name;
    pk_type type;
    bool is_complex;
} scalars[] = {
    {"bool", PK_TYPE_bool, false},     {"boolean", PK_TYPE_bool, false},
    {"bool_", PK_TYPE_bool, false},    {"b1", PK_TYPE_bool, false},
    {"int8", PK_TYPE_i8, false},       {"int16", PK_TYPE_i16, false},
    {"int32", PK_TYPE_i32, false},     {"int64", PK_TYPE_i64, false},
    {"intc", PK_TYPE_i32, false},      {"intp", PK_TYPE_i64, false},
    {"int_", PK_TYPE_i64, false},      {"int", PK_TYPE_i64, false},
    {"i8", PK_TYPE_i8, false},         {"i16", PK_TYPE_i16, false},
    {"i32", PK_TYPE_i32, false},       {"i64", PK_TYPE_i64, false},
    {"uint8", PK_TYPE_u8, false},      {"uint16", PK_TYPE_u16, false},
    {"uint32", PK_TYPE_u32, false},    {"uint64", PK_TYPE_u64, false},
    {"uintc", PK_TYPE_u32, false},     {"uintp", PK_TYPE_u64, false},
    {"uint", PK_TYPE_u64, false},      {"u8", PK_TYPE_u8, false},
    {"u16", PK_TYPE_u16, false},       {"u32", PK_TYPE_u32, false},
    {"u64", PK_TYPE_u64, false},       {"float16", PK_TYPE_f16, false},
    {"float32", PK_TYPE_f32, false},   {"float64", PK_TYPE_f64, false},
    {"float", PK_TYPE_f64, false},     {"double", PK_TYPE_f64, false},
    {"f16", PK_TYPE_f16, false},       {"f32", PK_TYPE_f32, false},
    {"f64", PK_TYPE_f64, false},       {"f4", PK_TYPE_f32, false},
    {"f8", PK_TYPE_f64, false},        {"complex64", PK_TYPE_f32, true},
    {"complex128", PK_TYPE_f64, true}, {"c64", PK_TYPE_f32, true},
    {"c128", PK_TYPE_f64, true},       {"c8", PK_TYPE_f32, true},
    {"c16", PK_TYPE_f64, true},
};

static void spaces(reader *r) {
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n')
        r->at++;
}

static bool take(reader *r, const char *word) {
    size_t length = strlen(word);

    spaces(r);
    if (strncmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

/* Reports an error in the next `length` bytes. The text is shown as the line of
 * a file. */
static pk_status say(const reader *r, pk_code code, size_t length,
                     const char *hint, const char *message) {
    const char *line = r->text;
    pk_diag diag = {.severity = PK_SEVERITY_error,
                    .status = PK_BAD_ARG,
                    .code = pk_code_row(code)->code,
                    .file = "<signature>",
                    .loc = {.line = 1},
                    .message = message,
                    .hint = hint};

    if (!r->diags)
        return PK_BAD_ARG;
    for (const char *at = r->text; at < r->at; at++)
        if (*at == '\n') {
            line = at + 1;
            diag.loc.line++;
        }
    diag.loc.col = (uint32_t)(r->at - line) + 1;
    diag.loc.end_col = diag.loc.col + (uint32_t)length;
    diag.source_line = pk_arena_text(r->diags->arena, line, strlen(line));
    pk_diag_add(r->diags, &diag);
    return PK_BAD_ARG;
}

static pk_status bad_as(const reader *r, const char *wanted, const char *hint) {
    return say(r, PK_E_signature_text, 1, hint,
               pk_arena_format(r->arena, "expected %s", wanted));
}

static pk_status bad(const reader *r, const char *wanted) {
    return bad_as(r, wanted, "a signature is as in \"float32[:, ::1], int64\"");
}

/* Returns the length of a name, which may have letters of Unicode's. */
static size_t word_length(const char *at) {
    static const char word[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    size_t length = 0;

    while (at[length] & 0x80 || (at[length] && strchr(word, at[length])))
        length++;
    return length;
}

static void make_array(pk_arg_type *out, uint32_t ndim, char layout) {
    out->is_complex = out->kind == PK_ARGTYPE_complex;
    out->kind = PK_ARGTYPE_array;
    out->ndim = (uint8_t)ndim;
    out->layout = layout;
}

/* [('x', '<f4')][:]: an array of records, in NumPy's words; without axes a
 * record. */
static pk_status read_record(reader *r, pk_arg_type *out) {
    const char *why;
    const pk_record *record = pk_record_parse(r->arena, &r->at, false, &why);

    if (!record)
        return why ? bad(r, why) : PK_NO_MEMORY;
    *out = (pk_arg_type){
        .kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_u8, .record = record};
    spaces(r);
    if (*r->at != '[')
        make_array(out, 0, 'C');
    return PK_OK;
}

/* ---- names of the module ---- */

static pk_status read_items(reader *r, pk_arg_type *items, uint32_t *count);

static bool names_type(const pk_ty *type) {
    return type->kind == PK_TY_named || type->kind == PK_TY_enum ||
           type->kind == PK_TY_dtype;
}

static pk_status bad_name(const reader *r, const char *name) {
    static const char types[] =
        "there are float32, i64, c128[:] and their like";
    pk_suggest near = pk_suggest_start(name);
    const pk_program *program = r->program;
    const char *hint;

    if (!*name)
        return bad(r, "a type");
    for (uint32_t i = 0; program && i < program->global_capacity; i++)
        if (program->globals[i].name && program->globals[i].value.type &&
            names_type(program->globals[i].value.type))
            pk_suggest_name(&near, program->globals[i].name);
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        pk_suggest_name(&near, scalars[i].name);
    hint = pk_suggest_hint(r->arena, &near);
    if (!hint)
        hint = program ? pk_arena_format(r->arena,
                                         "%s, and the module's named tuples, "
                                         "enumerations and dtypes",
                                         types)
                       : types;
    return say(r, PK_E_signature_name, strlen(name), hint,
               pk_arena_format(r->arena, "'%s' is not a type", name));
}

/* Point(f32, i64): as many types as the class has names. */
static pk_status read_fields(reader *r, const pk_fields *fields,
                             pk_arg_type *out) {
    pk_arg_type *items = pk_arena_array(r->arena, MAX_ARGS + 1, sizeof *items);
    uint32_t count = 0;
    const char *end;

    if (!items)
        return PK_NO_MEMORY;
    if (!take(r, "("))
        return bad(r, pk_arena_format(r->arena, "the types of %s's items: %s(",
                                      fields->name, fields->name));
    end = r->at;
    PK_TRY(read_items(r, items, &count));
    if (count != fields->count) {
        r->at = end;
        return say(r, PK_E_signature_type, 1,
                   pk_arena_format(r->arena, "one for each of its items"),
                   pk_arena_format(r->arena, "%s has %u item%s, got %u type%s",
                                   fields->name, fields->count,
                                   fields->count == 1 ? "" : "s", count,
                                   count == 1 ? "" : "s"));
    }
    *out = (pk_arg_type){.kind = PK_ARGTYPE_tuple,
                         .count = count,
                         .items = items,
                         .fields = fields};
    return PK_OK;
}

/* Reads a name of the module. */
static pk_status read_named(reader *r, pk_arg_type *out) {
    size_t length = word_length(r->at);
    const char *name = pk_arena_text(r->arena, r->at, length);
    pk_typed v;
    bool is_type;

    if (!name)
        return PK_NO_MEMORY;
    if (!r->program || !pk_program_resolve(r->program, r->arena, name, &v))
        return bad_name(r, name);
    is_type = v.type->kind == PK_TY_dtype &&
              pk_ty_to_argument(r->arena, v.type->made, out);
    if (!is_type && v.type->kind != PK_TY_enum && v.type->kind != PK_TY_named)
        return bad_name(r, name);
    r->at += length;
    if (v.type->kind == PK_TY_named)
        return read_fields(r, v.type->fields, out);
    if (v.type->kind == PK_TY_enum)
        pk_ty_to_argument(r->arena, pk_enum_type(r->arena, v.type->members),
                          out);
    return PK_OK;
}

static pk_status read_scalar(reader *r, pk_arg_type *out) {
    const char *word;
    size_t length;

    spaces(r);
    if (*r->at == '[' || *r->at == '{')
        return read_record(r, out);
    for (size_t i = 0; i < 2; i++) {
        static const char *const prefixes[] = {"numba.", "types."};
        if (strncmp(r->at, prefixes[i], 6) == 0)
            r->at += 6;
    }
    word = r->at;
    length = word_length(word);
    if (length == 4 &&
        (memcmp(word, "none", 4) == 0 || memcmp(word, "None", 4) == 0)) {
        *out = (pk_arg_type){.kind = PK_ARGTYPE_none};
        r->at += length;
        return PK_OK;
    }
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (strlen(scalars[i].name) == length &&
            memcmp(scalars[i].name, word, length) == 0) {
            *out =
                (pk_arg_type){.kind = scalars[i].is_complex ? PK_ARGTYPE_complex
                                                            : PK_ARGTYPE_scalar,
                              .dtype = scalars[i].type};
            r->at += length;
            return PK_OK;
        }
    if (strncmp(word, "M8", 2) == 0 || strncmp(word, "m8", 2) == 0 ||
        strncmp(word, "datetime64", 10) == 0 ||
        strncmp(word, "timedelta64", 11) == 0)
        return say(r, PK_E_signature_name, length,
                   "dates go as int64: a.view(np.int64)",
                   "kernels have no dates");
    return read_named(r, out);
}

/* The part in brackets: [:], [:,:], [::1], [:,::1], [::1,:], and [()] of an
 * array without dimensions. */
static pk_status read_array(reader *r, pk_arg_type *out) {
    static const char axes[] = "float32[:] has one axis; float32[:, ::1] has "
                               "two, in C's order";
    uint32_t ndim = 0, unit[MAX_NDIM] = {0}, units = 0;
    char layout = 'A';

    if (take(r, "()")) {
        make_array(out, 0, 'C');
        return take(r, "]") ? PK_OK : bad(r, "']'");
    }
    do {
        if (ndim == MAX_NDIM)
            return bad_as(r, "at most 32 dimensions", axes);
        if (!take(r, ":"))
            return bad_as(r, "':'", axes);
        if (take(r, ":")) {
            if (!take(r, "1"))
                return bad_as(r, "'1'", axes);
            unit[ndim] = 1;
            units++;
        }
        ndim++;
    } while (take(r, ","));
    if (!take(r, "]"))
        return bad_as(r, "',' or ']'", axes);
    if (units == 1 && unit[ndim - 1])
        layout = 'C';
    else if (units == 1 && unit[0])
        layout = 'F';
    else if (units)
        return bad_as(r, "::1 on the first or the last axis", axes);
    make_array(out, ndim, layout);
    return PK_OK;
}

static pk_status read_type(reader *r, pk_arg_type *out);

static pk_status read_items(reader *r, pk_arg_type *items, uint32_t *count) {
    while (!take(r, ")")) {
        if (*count == MAX_ARGS)
            return bad(r, "at most 255 types");
        if (*count && !take(r, ","))
            return bad(r, "',' or ')'");
        if (take(r, ")"))
            break;
        PK_TRY(read_type(r, &items[*count]));
        ++*count;
    }
    return PK_OK;
}

/* (i64, f32), and Numba's Tuple((i64, f32)). */
static pk_status read_tuple(reader *r, bool called, pk_arg_type *out) {
    pk_arg_type *items = pk_arena_array(r->arena, MAX_ARGS + 1, sizeof *items);
    uint32_t count = 0;
    bool doubled;

    take(r, "(");
    doubled = called && take(r, "(");
    if (!items)
        return PK_NO_MEMORY;
    PK_TRY(read_items(r, items, &count));
    if (doubled && !take(r, ")"))
        return bad(r, "')'");
    *out =
        (pk_arg_type){.kind = PK_ARGTYPE_tuple, .count = count, .items = items};
    return PK_OK;
}

static pk_status read_uniform(reader *r, pk_arg_type *out) {
    pk_arg_type item, *items;
    uint32_t count = 0;

    if (!take(r, "("))
        return bad(r, "'('");
    PK_TRY(read_type(r, &item));
    if (!take(r, ",") && !take(r, "x"))
        return bad_as(r, "','", "UniTuple(float32, 3) are three of a type");
    spaces(r);
    for (; *r->at >= '0' && *r->at <= '9' && count <= MAX_ARGS; r->at++)
        count = 10 * count + (uint32_t)(*r->at - '0');
    if (!take(r, ")") || count > MAX_ARGS)
        return bad_as(r, "a count of up to 255 and ')'",
                      "UniTuple(float32, 3) are three of a type");
    items = pk_arena_array(r->arena, count + 1, sizeof *items);
    if (!items)
        return PK_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        items[i] = item;
    *out =
        (pk_arg_type){.kind = PK_ARGTYPE_tuple, .count = count, .items = items};
    return PK_OK;
}

/* dtype(float32): the argument is np.float32 itself. */
static pk_status read_dtype(reader *r, pk_arg_type *out) {
    pk_arg_type made;

    PK_TRY(read_scalar(r, &made));
    if (made.kind == PK_ARGTYPE_none || made.kind == PK_ARGTYPE_tuple ||
        made.members || !take(r, ")"))
        return bad_as(r, "a type of numbers or records and ')'",
                      "dtype(float32) is np.float32 as an argument");
    *out = (pk_arg_type){.kind = PK_ARGTYPE_dtype,
                         .dtype = made.dtype,
                         .record = made.record,
                         .is_complex = made.kind == PK_ARGTYPE_complex};
    return PK_OK;
}

static pk_status read_type(reader *r, pk_arg_type *out) {
    pk_status status;

    if (++r->depth > MAX_NESTING)
        return bad(r, "tuples nested at most 16 deep");
    spaces(r);
    if (take(r, "dtype("))
        status = read_dtype(r, out);
    else if (take(r, "UniTuple"))
        status = read_uniform(r, out);
    else if (strncmp(r->at, "Tuple(", 6) == 0) {
        r->at += 5;
        status = read_tuple(r, true, out);
    } else if (*r->at == '(')
        status = read_tuple(r, false, out);
    else {
        status = read_scalar(r, out);
        if (status == PK_OK && out->kind != PK_ARGTYPE_none &&
            out->kind != PK_ARGTYPE_tuple && take(r, "["))
            status = out->members ? bad_as(r, "no axes",
                                           "arrays hold the values "
                                           "of members, as in i64[:]")
                                  : read_array(r, out);
    }
    r->depth--;
    return status;
}

pk_status pk_signature_parse(pk_arena *arena, const pk_program *program,
                             const char *text, pk_signature *out,
                             pk_diags *diags) {
    reader r = {.arena = arena,
                .program = program,
                .text = text,
                .at = text,
                .diags = diags};
    pk_arg_type *args = pk_arena_array(arena, MAX_ARGS + 1, sizeof *args);
    uint32_t count = 0;
    bool wrapped;

    *out = (pk_signature){0};
    if (!args)
        return PK_NO_MEMORY;
    wrapped = take(&r, "void(") || take(&r, "void (") || take(&r, "none(");
    spaces(&r);
    while (*r.at && !(wrapped && *r.at == ')')) {
        if (count == MAX_ARGS)
            return bad(&r, "at most 255 arguments");
        if (count && !take(&r, ","))
            return bad(&r, "','");
        PK_TRY(read_type(&r, &args[count]));
        count++;
        spaces(&r);
    }
    if (wrapped && !take(&r, ")"))
        return bad(&r, "')'");
    spaces(&r);
    if (*r.at)
        return bad(&r, "the end");
    out->args = args;
    out->count = count;
    return arena->failed ? PK_NO_MEMORY : PK_OK;
}
