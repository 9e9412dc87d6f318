/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what a file exports, by the words of --export and by decorators. */
#include "tools/build/build.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

static void end_without_memory(void) {
    fputs("portkern: error: out of memory\n", stderr);
    exit(EXIT_FAILED);
}

void *build_alloc(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size);

    if (!p)
        end_without_memory();
    return p;
}

char *build_format(const char *format, ...) {
    va_list args;
    char *out;
    int length;

    va_start(args, format);
    length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    out = build_alloc((size_t)length + 1, 1);
    va_start(args, format);
    vsnprintf(out, (size_t)length + 1, format, args);
    va_end(args);
    return out;
}

/* ---- types, by the words of pk_signature_info ---- */

/* "float64" of `length` bytes. */
static bool read_number(const char *text, size_t length, pk_dtype *out) {
    char *name = build_format("%.*s", (int)length, text);
    bool known = pk_dtype_parse(name, out);

    free(name);
    return known && *out != PK_DTYPE_void;
}

/* "float64[:, ::1]" */
static bool read_brackets(const char *text, value_type *out) {
    const char *open = strchr(text, '['), *at = open ? open + 1 : NULL;
    bool first = false, last = false;

    if (!open || !read_number(text, (size_t)(open - text), &out->dtype))
        return false;
    *out = (value_type){.kind = VALUE_array, .dtype = out->dtype};
    while (*at && *at != ']') {
        const size_t length = strcspn(at, ",]");
        last = strncmp(at, "::1", 3) == 0;
        first |= last && !out->ndim;
        out->ndim++;
        at += length + (at[length] == ',');
        at += strspn(at, " ");
    }
    out->layout = last ? 'C' : first ? 'F' : 'A';
    return strcmp(at, "]") == 0 && out->ndim <= PK_MAX_NDIM;
}

/* "array(float64, 2d, C)" */
static bool read_array(const char *text, size_t length, value_type *out) {
    static const char begin[] = "array(";
    const size_t at = sizeof begin - 1;
    const char *comma = strchr(text, ',');
    unsigned ndim;
    char layout;

    if (length <= at || strncmp(text, begin, at) != 0 || !comma ||
        !read_number(text + at, (size_t)(comma - text) - at, &out->dtype) ||
        sscanf(comma, ", %ud, %c)", &ndim, &layout) != 2)
        return false;
    *out = (value_type){.kind = VALUE_array,
                        .dtype = out->dtype,
                        .ndim = ndim,
                        .layout = layout};
    return ndim <= PK_MAX_NDIM;
}

/* The end of an item of a list: a comma outside of parentheses, or the end. */
static const char *end_of_item(const char *at, const char *end) {
    for (int depth = 0; at < end && (depth || *at != ','); at++)
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    return at;
}

static bool read_value(const char *text, size_t length, value_type *out);

/* "Tuple(float64, array(float64, 1d, C))"; "UniTuple(float64 x 2)" */
static bool read_tuple(const char *text, size_t length, value_type *out) {
    const char *at = strchr(text, '('), *end = text + length - 1;

    if (!at || at >= end || *end != ')')
        return false;
    *out = (value_type){.kind = VALUE_tuple,
                        .items = build_alloc(BUILD_ITEMS, sizeof *out)};
    for (at++; at < end && out->count < BUILD_ITEMS;) {
        const char *stop = end_of_item(at, end);
        value_type *item = &out->items[out->count++];
        if (!read_value(at, (size_t)(stop - at), item) ||
            item->kind == VALUE_tuple || item->kind == VALUE_none)
            return false;
        at = stop + (stop < end);
        at += strspn(at, " ");
    }
    return at >= end;
}

static bool read_pairs(const char *text, size_t length, value_type *out) {
    const char *at = text + sizeof "UniTuple(" - 1, *times = NULL;
    unsigned count;

    for (const char *c = at; c + 3 < text + length; c++)
        if (!strncmp(c, " x ", 3))
            times = c;
    if (!times || sscanf(times, " x %u)", &count) != 1 || count > BUILD_ITEMS)
        return false;
    *out = (value_type){.kind = VALUE_tuple,
                        .count = count,
                        .items = build_alloc(BUILD_ITEMS, sizeof *out)};
    for (unsigned i = 0; i < count; i++)
        if (!read_value(at, (size_t)(times - at), &out->items[i]) ||
            out->items[i].kind == VALUE_tuple)
            return false;
    return true;
}

static bool read_value(const char *text, size_t length, value_type *out) {
    if (length == 4 && !strncmp(text, "none", 4)) {
        *out = (value_type){.kind = VALUE_none};
        return true;
    }
    if (!strncmp(text, "UniTuple(", 9))
        return read_pairs(text, length, out);
    if (!strncmp(text, "Tuple(", 6))
        return read_tuple(text, length, out);
    if (read_array(text, length, out))
        return true;
    *out = (value_type){.kind = VALUE_number};
    return read_number(text, length, &out->dtype);
}

/* ---- names ---- */

static bool is_identifier(const char *name) {
    if (!*name || isdigit((unsigned char)*name))
        return false;
    for (; *name; name++)
        if (!isascii((unsigned char)*name) ||
            (!isalnum((unsigned char)*name) && *name != '_'))
            return false;
    return true;
}

static bool is_one_of(const char *const *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

/* Whether Python allows the word as a name, and C or C++, a macro of their
 * headers or what is generated does not. */
static bool is_taken(const char *name) {
    static const char *const taken[] = {
        "alignas",  "alignof",   "asm",       "auto",     "bool",
        "case",     "catch",     "char",      "concept",  "const",
        "default",  "delete",    "do",        "double",   "enum",
        "explicit", "export",    "extern",    "false",    "float",
        "friend",   "goto",      "inline",    "int",      "launch",
        "long",     "mutable",   "namespace", "new",      "noexcept",
        "operator", "private",   "protected", "public",   "register",
        "requires", "restrict",  "short",     "signed",   "sizeof",
        "static",   "struct",    "switch",    "template", "this",
        "throw",    "true",      "typedef",   "typename", "typeid",
        "union",    "unsigned",  "using",     "virtual",  "void",
        "volatile", "constexpr", "nullptr",   "err",      "decltype",
        "linux",    "unix",      "errno",     "assert",   "stdin",
        "stdout",   "stderr",    "complex",   "offsetof", "NULL",
        "EOF",      "I",         "NAN",       "INFINITY", "HUGE_VAL"};

    return is_one_of(taken, sizeof taken / sizeof *taken, name) ||
           !strncmp(name, "result", 6) || !strncmp(name, "pk_", 3) ||
           !strncmp(name, "INT", 3) || !strncmp(name, "UINT", 4);
}

/* Whether "NAME_..." of that name is in every library's header already: a
 * function, a type, a number. */
static bool is_own(const char *name) {
    static const char *const own[] = {
        "release",     "open",      "error",        "launch", "OK",  "RAISED",
        "UNSUPPORTED", "NO_MEMORY", "BAD_ARGUMENT", "FAILED", "c64", "c128"};
    const char *axes = strchr(name, '_');

    if (is_one_of(own, sizeof own / sizeof *own, name))
        return true;
    /* f64_1d and bool_2d, and f64_1d_of */
    return axes && isdigit((unsigned char)axes[1]) && axes[2] == 'd' &&
           (!strncmp(name, "bool", 4) ||
            (strchr("fiuc", *name) &&
             name + 1 + strspn(name + 1, "0123456789") == axes));
}

static char *param_name(const char *name, uint32_t i) {
    if (!is_identifier(name))
        return build_format("arg%u", i);
    return build_format("%s%s", name, is_taken(name) ? "_" : "");
}

/* ---- one export ---- */

/* Parts of "NAME: SIGNATURE" or "CNAME=NAME: SIGNATURE", and of SIGNATURE
 * "RESULT(ARGS)" or "ARGS"; in memory of malloc. */
typedef struct parts {
    char *name, *function, *result, *args;
} parts;

static void free_parts(parts *p) {
    free(p->name);
    free(p->function);
    free(p->result);
    free(p->args);
}

static char *trimmed(const char *from, const char *end) {
    while (from < end && isspace((unsigned char)*from))
        from++;
    while (from < end && isspace((unsigned char)end[-1]))
        end--;
    return build_format("%.*s", (int)(end - from), from);
}

/* Numba's short names, which count bytes: i8 is int64. */
static const char *long_name(const char *word, size_t length) {
    static const char *const names[][2] = {
        {"b1", "bool"},      {"i1", "int8"},       {"i2", "int16"},
        {"i4", "int32"},     {"i8", "int64"},      {"u1", "uint8"},
        {"u2", "uint16"},    {"u4", "uint32"},     {"u8", "uint64"},
        {"f2", "float16"},   {"f4", "float32"},    {"f8", "float64"},
        {"c8", "complex64"}, {"c16", "complex128"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i][0]) == length &&
            !strncmp(names[i][0], word, length))
            return names[i][1];
    return NULL;
}

/* The types of a signature by their long names. */
static char *types_of(const char *from, const char *end) {
    char *text = trimmed(from, end), *out = build_alloc(1, 1), *longer;

    for (const char *at = text; *at;) {
        size_t length = 0;
        const char *name;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        name = length ? long_name(at, length) : NULL;
        length += !length;
        longer = name ? build_format("%s%s", out, name)
                      : build_format("%s%.*s", out, (int)length, at);
        free(out);
        out = longer;
        at += length;
    }
    free(text);
    return out;
}

/* "f8(f8[:], i8)": the result and the arguments, else all are arguments. */
static void split_signature(const char *text, parts *out) {
    const char *end = text + strlen(text), *open = strchr(text, '(');
    const char *close = open;
    int depth = 0;

    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    for (const char *c = open; c && c < end; c++) {
        depth += (*c == '(') - (*c == ')');
        if (!depth) {
            close = c;
            break;
        }
    }
    if (open && open > text && close == end - 1 &&
        !memchr(text, ',', (size_t)(open - text))) {
        out->result = types_of(text, open);
        out->args = types_of(open + 1, close);
        return;
    }
    out->result = build_format("%s", "");
    out->args = types_of(text, end);
}

static pk_status split(const char *text, parts *out, pk_error *err) {
    const char *colon = strchr(text, ':'), *equals = strchr(text, '=');
    const char *open = strpbrk(text, "([");

    if (!colon || (open && open < colon) || colon == text)
        return fail_with(err, PK_BAD_ARG,
                         "--export '%s' has no types: write --export 'NAME: "
                         "f8(f8[:], i8)'",
                         text);
    if (equals && equals > colon)
        equals = NULL;
    out->function = trimmed(equals ? equals + 1 : text, colon);
    out->name = trimmed(text, equals ? equals : colon);
    split_signature(colon + 1, out);
    return PK_OK;
}

static pk_status check_name(const build *b, const build_export *e,
                            pk_error *err) {
    if (!is_identifier(e->name))
        return fail_with(err, PK_BAD_ARG,
                         "'%s' cannot be the name of a C function: write "
                         "--export 'other_name=%s: ...'",
                         e->name, e->function);
    if (is_own(e->name))
        return fail_with(err, PK_BAD_ARG,
                         "%s_%s is what the library itself has by that name: "
                         "write --export 'other_name=%s: ...', or name= in the "
                         "decorator",
                         b->prefix, e->name, e->function);
    for (size_t i = 0; i < b->count; i++)
        if (!strcmp(b->exports[i].name, e->name))
            return fail_with(err, PK_BAD_ARG,
                             "two exports are called '%s', of %s(%s) and "
                             "%s(%s): give one another name, --export "
                             "'other_name=%s: %s'",
                             e->name, b->exports[i].function,
                             b->exports[i].text, e->function, e->text,
                             e->function, e->text);
    return PK_OK;
}

static pk_status find_function(pk_module *mod, const char *name,
                               pk_function_desc *out, pk_error *err) {
    *out = PK_INIT(pk_function_desc);
    for (size_t i = 0; i < pk_module_function_count(mod); i++) {
        if (pk_module_function(mod, i, out, err) != PK_OK)
            return err->status;
        if (!strcmp(out->name, name))
            return PK_OK;
    }
    return fail_with(err, PK_NAME, "the file has no function '%s'", name);
}

static pk_status check_kind(const pk_function_desc *f, pk_error *err) {
    if (f->kind == PK_FUNCTION_kernel || f->kind == PK_FUNCTION_host ||
        f->kind == PK_FUNCTION_ufunc)
        return PK_OK;
    return fail_with(err, PK_BAD_ARG,
                     "'%s' (line %u) cannot be exported: write @njit above it, "
                     "or @cuda.jit for a kernel",
                     f->name, f->line);
}

static pk_status fail_type(const build_export *e, const char *what,
                           const char *type, pk_error *err) {
    return fail_with(err, PK_UNSUPPORTED,
                     "%s of %s(%s) is of type %s, which has no form in C: "
                     "export functions of numbers and arrays, which may return "
                     "tuples of these",
                     what, e->function, e->text, type);
}

static pk_status read_types(build_export *e, const pk_signature_info *info,
                            const pk_function_desc *f, pk_error *err) {
    e->params = build_alloc(info->param_count, sizeof *e->params);
    for (uint32_t i = 0; i < info->param_count; i++) {
        build_param *p = &e->params[e->param_count++];
        const char *text = info->params[i];
        bool read = read_brackets(text, &p->type);
        p->name = param_name(i < f->param_count ? f->param_names[i] : "", i);
        if (!read) {
            p->type = (value_type){.kind = VALUE_number};
            read = read_number(text, strlen(text), &p->type.dtype) &&
                   p->type.dtype != PK_DTYPE_f16;
        }
        if (!read) {
            char *what = build_format("parameter '%s'", p->name);
            fail_type(e, what, text, err);
            free(what);
            return PK_UNSUPPORTED;
        }
    }
    if (!read_value(info->result, strlen(info->result), &e->result))
        return fail_type(e, "the result", info->result, err);
    return PK_OK;
}

static bool is_complex(pk_dtype dtype) {
    return dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;
}

/* A result that the signature names becomes that, if it is a number. */
static pk_status declare_result(build_export *e, const char *declared,
                                pk_error *err) {
    pk_dtype dtype;

    if (!*declared || !strcmp(declared, e->result_text) ||
        (e->result.kind == VALUE_none &&
         (!strcmp(declared, "void") || !strcmp(declared, "none"))))
        return PK_OK;
    if (e->result.kind == VALUE_number && pk_dtype_parse(declared, &dtype) &&
        dtype != PK_DTYPE_void && dtype != PK_DTYPE_f16 &&
        is_complex(dtype) >= is_complex(e->result.dtype)) {
        e->result.dtype = dtype;
        free(e->result_text);
        e->result_text = build_format("%s", pk_dtype_numpy_name(dtype));
        return PK_OK;
    }
    if (strchr(declared, '[')) {
        value_type type;
        if (read_brackets(declared, &type) && e->result.kind == VALUE_array &&
            type.dtype == e->result.dtype && type.ndim == e->result.ndim)
            return PK_OK;
    }
    return fail_with(err, PK_TYPE, "%s(%s) returns %s, and its export says %s",
                     e->function, e->text, e->result_text, declared);
}

static pk_status add_export(build *b, pk_module *mod, const parts *p,
                            pk_error *err) {
    build_export *e = &b->exports[b->count];
    const pk_signature_info *info;
    pk_function_desc f;
    pk_status status;

    *e = (build_export){.name = build_format("%s", p->name),
                        .function = build_format("%s", p->function),
                        .text = build_format("%s", p->args),
                        .result_text = build_format("%s", "none")};
    status = check_name(b, e, err);
    b->count++; /* for build_free_exports */
    if (status == PK_OK)
        status = find_function(mod, e->function, &f, err);
    if (status == PK_OK)
        status = check_kind(&f, err);
    if (status == PK_OK)
        status = pk_module_infer(mod, e->function, e->text, &e->types, err);
    if (status != PK_OK)
        return status;
    info = pk_signatures_get(e->types, 0);
    free(e->text);
    free(e->result_text);
    e->text = build_format("%s", info->text);
    e->result_text = build_format("%s", info->result);
    e->kernel = f.kind == PK_FUNCTION_kernel;
    e->offloads = f.offloads;
    e->line = f.line;
    status = read_types(e, info, &f, err);
    if (status == PK_OK)
        status = declare_result(e, p->result, err);
    return status;
}

/* ---- all ---- */

static pk_status add_asked(build *b, pk_module *mod, const char *text,
                           pk_error *err) {
    parts p = {NULL, NULL, NULL, NULL};
    pk_status status = split(text, &p, err);

    if (status == PK_OK)
        status = add_export(b, mod, &p, err);
    free_parts(&p);
    return status;
}

static pk_status add_decorated(build *b, pk_module *mod, pk_error *err) {
    pk_signatures *list = NULL;
    pk_status status = pk_module_exports(mod, &list, err);

    for (size_t i = 0; status == PK_OK && i < pk_signatures_count(list); i++) {
        const pk_signature_info *info = pk_signatures_get(list, i);
        const parts p = {(char *)info->exported, (char *)info->function,
                         (char *)info->result, (char *)info->text};
        status = b->count < BUILD_EXPORTS
                     ? add_export(b, mod, &p, err)
                     : fail_with(err, PK_LIMIT, "more than %d exports",
                                 BUILD_EXPORTS);
    }
    pk_signatures_release(list);
    return status;
}

pk_status build_find_exports(build *b, pk_module *mod, pk_error *err) {
    pk_status status = add_decorated(b, mod, err);

    if (status != PK_OK)
        return status;
    for (size_t i = 0; i < b->asked_count; i++) {
        status = b->count < BUILD_EXPORTS
                     ? add_asked(b, mod, b->asked[i], err)
                     : fail_with(err, PK_LIMIT, "more than %d exports",
                                 BUILD_EXPORTS);
        if (status != PK_OK)
            return status;
    }
    if (!b->count)
        return fail_with(err, PK_BAD_ARG,
                         "%s exports nothing: name a function and its types, "
                         "--export 'norm: f8(f8[:], i8)', or write "
                         "@portkern.export(\"f8(f8[:], i8)\") above it",
                         b->file);
    return PK_OK;
}

void build_free_exports(build *b) {
    for (size_t i = 0; i < b->count; i++) {
        build_export *e = &b->exports[i];
        for (uint32_t k = 0; k < e->param_count; k++)
            free(e->params[k].name);
        free(e->params);
        pk_signatures_release(e->types);
        free(e->result.items);
        free(e->name);
        free(e->function);
        free(e->text);
        free(e->result_text);
    }
    b->count = 0;
}
