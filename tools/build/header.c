/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a library: C11 and C++17, which includes nothing of portkern's.
 */
#include "tools/build/build.h"

#include <ctype.h>
#include <string.h>

/* ---- types ---- */

void build_put_number(FILE *out, const build *b, pk_dtype dtype) {
    static const struct {
        pk_dtype dtype;
        const char *name;
    } names[] = {{PK_DTYPE_bool, "bool"},    {PK_DTYPE_i8, "int8_t"},
                 {PK_DTYPE_i16, "int16_t"},  {PK_DTYPE_i32, "int32_t"},
                 {PK_DTYPE_i64, "int64_t"},  {PK_DTYPE_u8, "uint8_t"},
                 {PK_DTYPE_u16, "uint16_t"}, {PK_DTYPE_u32, "uint32_t"},
                 {PK_DTYPE_u64, "uint64_t"}, {PK_DTYPE_f16, "uint16_t"},
                 {PK_DTYPE_f32, "float"},    {PK_DTYPE_f64, "double"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].dtype == dtype)
            fputs(names[i].name, out);
    if (dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128)
        fprintf(out, "%s_%s", b->prefix, pk_dtype_name(dtype));
}

void build_put_array(FILE *out, const build *b, const value_type *type) {
    fprintf(out, "%s_%s_%ud", b->prefix, pk_dtype_name(type->dtype),
            type->ndim);
}

uint32_t build_result_count(const build_export *e) {
    return e->result.kind == VALUE_tuple ? e->result.count
                                         : e->result.kind != VALUE_none;
}

const value_type *build_result(const build_export *e, uint32_t i) {
    return e->result.kind == VALUE_tuple ? &e->result.items[i] : &e->result;
}

void build_put_result(FILE *out, const build_export *e, uint32_t i) {
    fputs("result", out);
    if (e->result.kind == VALUE_tuple)
        fprintf(out, "%u", i);
}

void build_put_declaration(FILE *out, const build *b, const build_export *e) {
    fprintf(out, "int %s_%s(", b->prefix, e->name);
    if (e->kernel)
        fprintf(out, "const %s_launch *launch, ", b->prefix);
    for (uint32_t i = 0; i < e->param_count; i++) {
        const build_param *p = &e->params[i];
        if (p->type.kind == VALUE_array) {
            fputs("const ", out);
            build_put_array(out, b, &p->type);
            fprintf(out, " *%s, ", p->name);
        } else {
            build_put_number(out, b, p->type.dtype);
            fprintf(out, " %s, ", p->name);
        }
    }
    for (uint32_t i = 0; i < build_result_count(e); i++) {
        const value_type *type = build_result(e, i);
        if (type->kind == VALUE_array)
            build_put_array(out, b, type);
        else
            build_put_number(out, b, type->dtype);
        fputs(" *", out);
        build_put_result(out, e, i);
        fputs(", ", out);
    }
    fprintf(out, "%s_error *err)", b->prefix);
}

/* ---- what all functions share ---- */

static void put_upper(FILE *out, const char *text) {
    for (; *text; text++)
        putc(toupper((unsigned char)*text), out);
}

static const char common[] =
    "/* Functions return one of these, and *err says it in words. */\n"
    "enum {\n"
    "    @_OK,\n"
    "    @_RAISED,       /* it raised: \"ValueError: ...\" */\n"
    "    @_BAD_ARGUMENT, /* an array that the function does not take */\n"
    "    @_NO_MEMORY,\n"
    "    @_UNSUPPORTED,  /* this machine, or this portkern, does not run it "
    "*/\n"
    "    @_FAILED        /* anything else */\n"
    "};\n\n"
    "typedef struct %_error {\n"
    "    int status;     /* one of the above */\n"
    "    int line;       /* of `file`, 0: none */\n"
    "    char file[128]; /* where it was raised */\n"
    "    char message[512];\n"
    "} %_error;\n\n"
    "/* Gives back the memory of an array that a function returned, by its\n"
    " * `owner`; NULL is fine. */\n"
    "void %_release(void *owner);\n\n"
    "/* Opens what the first call would open, to know early whether this "
    "machine "
    "runs\n"
    " * the library. */\n"
    "int %_open(%_error *err);\n";

static void put_template(FILE *out, const build *b, const char *text) {
    for (; *text; text++)
        if (*text == '%')
            fputs(b->prefix, out);
        else if (*text == '@')
            put_upper(out, b->prefix);
        else
            putc(*text, out);
}

/* ---- structs of arrays and complex numbers ---- */

typedef struct seen {
    bool arrays[PK_DTYPE_COUNT][PK_MAX_NDIM + 1];
    bool complex[PK_DTYPE_COUNT];
} seen;

static void put_complex(FILE *out, const build *b, pk_dtype dtype) {
    const char *part = dtype == PK_DTYPE_c64 ? "float" : "double";

    fprintf(out, "\ntypedef struct %s_%s {\n    %s real, imag;\n} %s_%s;\n",
            b->prefix, pk_dtype_name(dtype), part, b->prefix,
            pk_dtype_name(dtype));
}

static void put_constructor(FILE *out, const build *b, const value_type *type) {
    fputs("\n/* One in C order. */\nstatic inline ", out);
    build_put_array(out, b, type);
    putc(' ', out);
    build_put_array(out, b, type);
    fputs("_of(", out);
    build_put_number(out, b, type->dtype);
    fputs(" *data", out);
    for (uint32_t i = 0; i < type->ndim; i++)
        fprintf(out, ", int64_t n%u", i);
    fputs(") {\n    ", out);
    build_put_array(out, b, type);
    fputs(" a;\n    a.data = data;\n    a.owner = NULL;\n", out);
    for (uint32_t i = type->ndim; i-- > 0;) {
        fprintf(out, "    a.shape[%u] = n%u;\n    a.strides[%u] = ", i, i, i);
        if (i + 1 == type->ndim)
            fprintf(out, "%zu;\n", pk_dtype_size(type->dtype));
        else
            fprintf(out, "a.strides[%u] * n%u;\n", i + 1, i + 1);
    }
    fputs("    return a;\n}\n", out);
}

static void put_type(FILE *out, const build *b, const value_type *type,
                     seen *s) {
    const uint32_t axes = type->ndim ? type->ndim : 1;

    if (type->kind == VALUE_tuple || type->kind == VALUE_none)
        return;
    if ((type->dtype == PK_DTYPE_c64 || type->dtype == PK_DTYPE_c128) &&
        !s->complex[type->dtype]) {
        s->complex[type->dtype] = true;
        put_complex(out, b, type->dtype);
    }
    if (type->kind != VALUE_array || s->arrays[type->dtype][type->ndim])
        return;
    s->arrays[type->dtype][type->ndim] = true;
    fprintf(out, "\n/* An array of %s with %u ax%s. */\ntypedef struct ",
            pk_dtype_name(type->dtype), type->ndim,
            type->ndim == 1 ? "is" : "es");
    build_put_array(out, b, type);
    fputs(" {\n    ", out);
    build_put_number(out, b, type->dtype);
    fprintf(
        out,
        " *data;\n    int64_t shape[%u];   /* elements */\n"
        "    int64_t strides[%u]; /* bytes from one element to the next */\n"
        "    void *owner; /* of returned arrays; NULL: memory of an "
        "argument */\n} ",
        axes, axes);
    build_put_array(out, b, type);
    fputs(";\n", out);
    put_constructor(out, b, type);
}

static void put_types(FILE *out, const build *b) {
    seen s;

    memset(&s, 0, sizeof s);
    for (size_t i = 0; i < b->count; i++) {
        const build_export *e = &b->exports[i];
        for (uint32_t k = 0; k < e->param_count; k++)
            put_type(out, b, &e->params[k].type, &s);
        for (uint32_t k = 0; k < build_result_count(e); k++)
            put_type(out, b, build_result(e, k), &s);
    }
}

/* ---- functions ---- */

static const char *name_of_file(const build *b) {
    const char *slash = strrchr(b->file, '/');

    return slash ? slash + 1 : b->file;
}

static void put_notes(FILE *out, const build *b, const build_export *e) {
    for (uint32_t i = 0; i < e->param_count; i++)
        if (e->params[i].type.kind == VALUE_array)
            fprintf(out, " * %s: %s.\n", e->params[i].name,
                    e->params[i].type.layout == 'C'   ? "in C order"
                    : e->params[i].type.layout == 'F' ? "in Fortran order"
                                                      : "with any strides");
    for (uint32_t i = 0; i < build_result_count(e); i++)
        if (build_result(e, i)->kind == VALUE_array) {
            fputs(" * ", out);
            build_put_result(out, e, i);
            fprintf(out,
                    ": the caller's, to give back with %s_release(owner).\n",
                    b->prefix);
        }
    if (e->kernel)
        fputs(" * Returns when the kernel has run.\n", out);
}

static void put_function(FILE *out, const build *b, const build_export *e) {
    fprintf(out, "\n/* %s(%s)", e->function, e->text);
    if (!e->kernel)
        fprintf(out, " -> %s", e->result_text);
    fprintf(out, ", line %u of %s.\n", e->line, name_of_file(b));
    put_notes(out, b, e);
    fputs(" */\n", out);
    build_put_declaration(out, b, e);
    fputs(";\n", out);
}

static bool has_kernels(const build *b) {
    for (size_t i = 0; i < b->count; i++)
        if (b->exports[i].kernel)
            return true;
    return false;
}

void build_write_header(FILE *out, const build *b) {
    fprintf(out,
            "/* Made by `portkern build` from %s.\n *\n"
            " * Functions return 0, or one of the numbers below with its words "
            "in *err, which\n"
            " * may be NULL; so may pointers to results that nobody wants. "
            "Arrays are used\n"
            " * in place, and whatever a function writes is there afterwards. "
            "Any number of\n"
            " * threads may call at once. */\n#ifndef PORTKERN_BUILT_",
            name_of_file(b));
    put_upper(out, b->prefix);
    fputs("_H\n#define PORTKERN_BUILT_", out);
    put_upper(out, b->prefix);
    fputs("_H\n\n#include <stdbool.h>\n#include <stddef.h>\n#include "
          "<stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
          out);
    put_template(out, b, common);
    if (has_kernels(b))
        put_template(
            out, b,
            "\n/* How a kernel is launched; 0 in y or z means 1. It runs on "
            "the device that\n * PORTKERN_BACKEND names, else on the "
            "processor. */\ntypedef struct %_launch {\n    uint32_t grid[3];  "
            "/* blocks */\n    uint32_t block[3]; /* threads of a block */\n"
            "    uint32_t shared_bytes; /* dynamic shared memory of a block "
            "*/\n"
            "} %_launch;\n");
    put_types(out, b);
    for (size_t i = 0; i < b->count; i++)
        put_function(out, b, &b->exports[i]);
    fputs("\n#ifdef __cplusplus\n}\n#endif\n#endif\n", out);
}

void build_write_pkgconfig(FILE *out, const build *b) {
    const char *slash = strrchr(b->out, '/');
    const char *library = slash ? slash + 1 : b->out;

    fprintf(out,
            "prefix=${pcfiledir}\n\nName: %s\nDescription: Built by portkern "
            "from %s\nVersion: %s\nCflags: -I${prefix}\n",
            b->prefix, name_of_file(b), pk_version());
    if (!strncmp(library, "lib", 3))
        fprintf(out, "Libs: -L${prefix} -l%s\n", library + 3);
    else
        fprintf(out, "Libs: ${prefix}/%s.so\n", library);
}
