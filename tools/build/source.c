/* SPDX-License-Identifier: Apache-2.0 */
/* The source of a library: runtime_text.c.in, and for each function its body,
 * which checks and describes the arguments and calls through portkern's C API.
 */
#include "tools/build/build.h"

#include <stdlib.h>
#include <string.h>

extern const char build_runtime_text[];

/* A path in a string of C. */
static void put_string(FILE *out, const char *text) {
    putc('"', out);
    for (; *text; text++)
        fprintf(out, strchr("\"\\", *text) ? "\\%c" : "%c", *text);
    putc('"', out);
}

static void put_bundle(FILE *out, const char *bundle) {
    fputs("__asm__(\".section .rodata\\n.balign 16\\nportkern_bundle:\\n"
          ".incbin \\\"",
          out);
    for (; *bundle; bundle++) /* a string within a string */
        fprintf(out, strchr("\"\\", *bundle) ? "\\\\\\%c" : "%c", *bundle);
    fputs("\\\"\\nportkern_bundle_end:\\n.previous\\n\");\n", out);
}

/* ---- arguments ---- */

/* pk_f64(x); of complex numbers pk_c128(x.real, x.imag). */
static void put_scalar(FILE *out, const build_param *p) {
    const char *name = pk_dtype_name(p->type.dtype);

    if (p->type.dtype == PK_DTYPE_c64 || p->type.dtype == PK_DTYPE_c128)
        fprintf(out, "pk_%s(%s.real, %s.imag)", name, p->name, p->name);
    else
        fprintf(out, "pk_%s(%s)", name, p->name);
}

static void put_arguments(FILE *out, const build_export *e) {
    for (uint32_t i = 0; i < e->param_count; i++) {
        const build_param *p = &e->params[i];
        const value_type *t = &p->type;
        if (t->kind != VALUE_array) {
            fprintf(out, "    args[%u] = ", i);
            put_scalar(out, p);
            fputs(";\n", out);
            continue;
        }
        fprintf(out,
                "    if (!%s)\n        return fail(err, BAD_ARGUMENT, \"%s: "
                "argument '%s' is NULL\");\n"
                "    arrays[%u] = array_of(%s->data, PK_DTYPE_%s, %u, "
                "%s->shape, %s->strides);\n",
                p->name, e->name, p->name, i, p->name, pk_dtype_name(t->dtype),
                t->ndim, p->name, p->name);
        if (t->layout != 'A')
            fprintf(out,
                    "    if (!has_order(&arrays[%u], '%c'))\n"
                    "        return fail(err, BAD_ARGUMENT, \"%s: argument "
                    "'%s' is not in %s order\");\n",
                    i, t->layout, e->name, p->name,
                    t->layout == 'C' ? "C" : "Fortran");
        fprintf(out, "    args[%u] = pk_inout(&arrays[%u]);\n", i, i);
    }
}

/* ---- results ---- */

static const char *member_of(pk_dtype dtype) {
    if (dtype == PK_DTYPE_bool)
        return "boolean";
    if (dtype >= PK_DTYPE_i8 && dtype <= PK_DTYPE_i64)
        return "i64";
    return dtype >= PK_DTYPE_u8 && dtype <= PK_DTYPE_u64 ? "u64" : "f64";
}

static void put_take_number(FILE *out, const build *b, const build_export *e,
                            const value_type *type, const char *from,
                            uint32_t i) {
    const pk_dtype dtype = type->dtype;

    fputs("        *", out);
    build_put_result(out, e, i);
    if (dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128) {
        const char *part = dtype == PK_DTYPE_c64 ? "float" : "double";
        fprintf(out, " = (%s_%s){(%s)real_of(%s), (%s)imag_of(%s)};\n",
                b->prefix, pk_dtype_name(dtype), part, from, part, from);
        return;
    }
    fputs(" = (", out);
    build_put_number(out, b, dtype);
    fprintf(out, ")%s_of(%s);\n", member_of(dtype), from);
}

static void put_take_array(FILE *out, const build_export *e,
                           const value_type *type, const char *from,
                           uint32_t i) {
    fputs("    {\n        ", out);
    build_put_result(out, e, i);
    fprintf(out, "->data = (%s)->data;\n        ", from);
    build_put_result(out, e, i);
    fprintf(out, "->owner = pk_kept_memory_retain((%s)->memory);\n", from);
    for (uint32_t axis = 0; axis < type->ndim; axis++) {
        fputs("        ", out);
        build_put_result(out, e, i);
        fprintf(out, "->shape[%u] = (%s)->shape[%u];\n        ", axis, from,
                axis);
        build_put_result(out, e, i);
        fprintf(out, "->strides[%u] = (%s)->strides[%u];\n", axis, from, axis);
    }
    fputs("    }\n", out);
}

static void put_results(FILE *out, const build *b, const build_export *e) {
    for (uint32_t i = 0; i < build_result_count(e); i++) {
        const value_type *type = build_result(e, i);
        char from[32] = "&r";
        if (e->result.kind == VALUE_tuple)
            snprintf(from, sizeof from, "&r.items[%u]", i);
        fputs("    if (", out);
        build_put_result(out, e, i);
        fputs(")\n", out);
        if (type->kind == VALUE_array)
            put_take_array(out, e, type, from, i);
        else
            put_take_number(out, b, e, type, from, i);
    }
}

/* ---- functions ---- */

static void put_body(FILE *out, const build *b, const build_export *e,
                     size_t number) {
    const uint32_t room = e->param_count ? e->param_count : 1;

    putc('\n', out);
    build_put_declaration(out, b, e);
    fprintf(out, " {\n    pk_array arrays[%u];\n    pk_arg args[%u];\n", room,
            room);
    if (!e->kernel)
        fputs("    pk_result r;\n", out);
    fputs("    int status;\n\n    (void)arrays;\n", out);
    put_arguments(out, e);
    if (e->kernel) {
        fprintf(out,
                "    if (!launch)\n        return fail(err, BAD_ARGUMENT, "
                "\"%s: launch is NULL\");\n"
                "    status = run_kernel(%zu, launch->grid, launch->block, "
                "launch->shared_bytes, args, %u, err);\n"
                "    return status;\n}\n",
                e->name, number, e->param_count);
        return;
    }
    fprintf(out,
            "    status = call(%zu, args, %u, &r, err);\n    if (status)\n"
            "        return status;\n",
            number, e->param_count);
    put_results(out, b, e);
    fputs("    pk_result_release(&r);\n    return 0;\n}\n", out);
}

static void put_names(FILE *out, const build *b) {
    fprintf(out,
            "enum { FUNCTIONS = %zu };\n\nstatic const struct {\n"
            "    const char *name;\n    bool kernel, offloads;\n} exported[] = "
            "{\n",
            b->count);
    for (size_t i = 0; i < b->count; i++)
        fprintf(out, "    {\"%s\", %s, %s},\n", b->exports[i].function,
                b->exports[i].kernel ? "true" : "false",
                b->exports[i].offloads && b->device_count ? "true" : "false");
    fputs("};\n\n", out);
}

void build_write_source(FILE *out, const build *b, const char *bundle) {
    fputs("/* Made by `portkern build`. */\n#include ", out);
    {
        char *header = build_format("%s.h", b->prefix);
        put_string(out, header);
        free(header);
    }
    fprintf(out,
            "\n\n#define EXTERN(name) %s_##name\ntypedef %s_error error;\n\n",
            b->prefix, b->prefix);
    put_bundle(out, bundle);
    put_names(out, b);
    fputs(build_runtime_text, out);
    for (size_t i = 0; i < b->count; i++)
        put_body(out, b, &b->exports[i], i);
}
