/* SPDX-License-Identifier: Apache-2.0 */
/* The IR as C: a function for each function, a variable for each value, a
 * statement for each instruction. cc_ops.def has the expressions. */
#include "cc.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct emitter {
    const pk_host *host;
    const pk_ir *ir;
    const pk_inst *inst; /* at work, for the place of an error */
    char *text;          /* what has been printed */
    size_t length, capacity;
    int depth;
    pk_status status;
    pk_error *err;
} emitter;

/* ---- text and errors ---- */

static bool grow(emitter *e, size_t more) {
    const pk_allocator *a = e->host->allocator;
    size_t capacity = 2 * e->capacity + more + 4096;
    char *text = a->resize(a->self, e->text, e->capacity, capacity);

    if (!text) {
        e->status = cc_fail(e->err, PK_NO_MEMORY, "out of host memory");
        return false;
    }
    e->text = text;
    e->capacity = capacity;
    return true;
}

static void put_bytes(emitter *e, const char *bytes, size_t length) {
    if (e->status != PK_OK ||
        (e->length + length >= e->capacity && !grow(e, length)))
        return;
    memcpy(e->text + e->length, bytes, length);
    e->length += length;
    e->text[e->length] = '\0';
}

/* A few words; names, which may be long, go by put_words. */
__attribute__((format(printf, 2, 3))) static void put(emitter *e,
                                                      const char *format, ...) {
    char words[256];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(words, sizeof words, format, args);
    va_end(args);
    put_bytes(e, words, (size_t)length);
}

static void put_words(emitter *e, const char *words) {
    put_bytes(e, words, strlen(words));
}

static void put_indent(emitter *e) {
    for (int i = 0; i < e->depth; i++)
        put(e, "    ");
}

/* Refuses what the backend cannot do, with the place in the source; behind a
 * line break stands what to do. The first error counts. */
__attribute__((format(printf, 2, 3))) static void
refuse(emitter *e, const char *format, ...) {
    char words[512];
    va_list args;
    pk_loc loc = e->inst ? e->inst->loc : (pk_loc){0};

    if (e->status != PK_OK)
        return;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    e->status = cc_fail(e->err, PK_UNSUPPORTED, "%s", words);
    if (!e->err || !loc.line || loc.file >= e->ir->file_count)
        return;
    snprintf(e->err->file, sizeof e->err->file, "%s", e->ir->files[loc.file]);
    e->err->line = loc.line;
    e->err->col = loc.col;
    e->err->end_col = loc.end_col;
}

/* ---- types and values ---- */

static pk_type scalar_of(pk_type type) {
    return pk_type_is_ptr(type) ? pk_type_elem(type) : type;
}

/* Bools in memory are bytes, of which any but 0 is true. */
static void put_type(emitter *e, pk_type type) {
    const pk_type scalar = scalar_of(type);
    const unsigned bits = 8 * pk_type_bytes(scalar);

    if (scalar == PK_TYPE_f16)
        refuse(e, "the plugin cc has no float16\n"
                  "float32 has the same operations");
    else if (scalar == PK_TYPE_bool)
        put(e, pk_type_is_ptr(type) ? "uint8_t" : "bool");
    else if (pk_type_is_float(scalar))
        put(e, bits == 32 ? "float" : "double");
    else
        put(e, "%s%u_t", pk_type_is_signed(scalar) ? "int" : "uint", bits);
    if (pk_type_is_ptr(type))
        put(e, " *");
}

static void put_const(emitter *e, pk_type type, uint64_t bits,
                      const pk_value *v) {
    const double number = pk_type_is_float(type) ? pk_const_get_float(v) : 0;

    if (pk_type_is_float(type) && !isfinite(number)) {
        put(e, "BITS(");
        put_type(e, type);
        put(e, ", (uint%u_t)%lluull)", 8 * pk_type_bytes(type),
            (unsigned long long)bits);
        return;
    }
    put(e, "(");
    put_type(e, type);
    if (pk_type_is_float(type))
        put(e, ")%a", number);
    else if (pk_type_is_signed(type))
        put(e, ")%lldll", (long long)pk_const_get_int(v));
    else
        put(e, ")%lluull", (unsigned long long)bits);
}

static void put_value(emitter *e, const pk_value *v) {
    if (pk_is_const(v))
        put_const(e, v->type, v->bits, v);
    else
        put(e, "v%u", v->id);
}

/* "float v7", "float *v7". */
static void put_variable(emitter *e, const pk_value *v) {
    put_type(e, v->type);
    put(e, pk_type_is_ptr(v->type) ? "v%u" : " v%u", v->id);
}

/* ---- operations ---- */

typedef struct row {
    const char *integer, *real, *boolean;
} row;

static const row rows[PK_OP_COUNT] = {
#define CC_OP(op, integer, real, boolean)                                      \
    [PK_OP_##op] = {integer, real, boolean},
#include "cc_ops.def"
#undef CC_OP
};

/* A pattern of cc_ops.def. */
static void put_pattern(emitter *e, const pk_inst *inst, const char *pattern) {
    const pk_type type = scalar_of(inst->args[0]->type);
    const unsigned bits = 8 * pk_type_bytes(type);

    for (const char *c = pattern; *c; c++) {
        if (*c != '$') {
            put_bytes(e, c, 1);
            continue;
        }
        switch (*++c) {
        case 'T': put_type(e, inst->results[0]->type); break;
        case 'U': put(e, "uint%u_t", bits); break;
        case 'W': put(e, "%u", bits); break;
        case 'F': put(e, "%s", type == PK_TYPE_f32 ? "f" : ""); break;
        case 't': put(e, "%s", pk_type_name(type)); break;
        default: put_value(e, inst->args[*c - 'a']); break;
        }
    }
}

static const char *find_pattern(const pk_inst *inst) {
    const row *r = &rows[inst->op];

    switch (pk_type_get_class(scalar_of(inst->args[0]->type))) {
    case PK_CLASS_SIGNED:
    case PK_CLASS_UNSIGNED: return r->integer;
    case PK_CLASS_FLOAT: return r->real;
    case PK_CLASS_BOOL: return r->boolean;
    default: return NULL;
    }
}

static void print_pattern(emitter *e, const pk_inst *inst) {
    const char *pattern = inst->arg_count ? find_pattern(inst) : NULL;

    if (!pattern || inst->result_count != 1) {
        refuse(e, "the plugin cc has no %s", pk_op_table[inst->op].name);
        return;
    }
    put_variable(e, inst->results[0]);
    put(e, " = ");
    put_pattern(e, inst, pattern);
    put(e, ";\n");
}

/* Float to integer truncates, saturates, and makes 0 of NaN, which C's
 * conversion does not promise. */
static void print_convert(emitter *e, const pk_inst *inst) {
    const pk_type from = inst->args[0]->type, to = inst->results[0]->type;

    put_variable(e, inst->results[0]);
    if (pk_type_is_float(from) && pk_type_is_int(to))
        put(e, " = to_%s", pk_type_name(to));
    else {
        put(e, " = (");
        put_type(e, to);
        put(e, ")");
    }
    put(e, "(");
    put_value(e, inst->args[0]);
    put(e, ");\n");
}

/* ---- control: each loop or block ends in a label for its exits ---- */

static void print_region(emitter *e, const pk_region *region);

static void print_if(emitter *e, const pk_inst *inst) {
    put(e, "if (");
    put_value(e, inst->args[0]);
    put(e, ") {\n");
    print_region(e, inst->body);
    put_indent(e);
    put(e, "} else {\n");
    print_region(e, inst->other);
    put_indent(e);
    put(e, "}\n");
}

/* A step of 1 cannot go past the end. For any other one trips are counted, so
 * that a range may end at the type's last value. */
static void put_for(emitter *e, const pk_inst *inst) {
    const uint32_t id = inst->index->id;
    const bool by_one = pk_is_const_int(inst->args[2], 1);

    if (!by_one) {
        put(e, "uint64_t n%u = trips_%s(", id, pk_type_name(inst->index->type));
        for (int i = 0; i < 3; i++) {
            put_value(e, inst->args[i]);
            put(e, i < 2 ? ", " : "); ");
        }
    }
    put(e, "for (");
    put_variable(e, inst->index);
    put(e, " = ");
    put_value(e, inst->args[0]);
    put(e, by_one ? "; v%u < " : "; n%u--; ", id);
    if (by_one)
        put_value(e, inst->args[1]);
    put(e, by_one ? "; v%u++) {\n" : "v%u += ", id);
    if (!by_one) {
        put_value(e, inst->args[2]);
        put(e, ") {\n");
    }
}

static void print_loop(emitter *e, const pk_inst *inst) {
    if (inst->op == PK_OP_for)
        put_for(e, inst);
    else
        put(e, inst->op == PK_OP_loop ? "for (;;) {\n" : "{\n");
    print_region(e, inst->body);
    put_indent(e);
    put(e, "continue%u:;\n", inst->label);
    put_indent(e);
    put(e, "}\n");
    put_indent(e);
    put(e, "break%u:;\n", inst->label);
}

static void print_exit(emitter *e, const pk_inst *inst) {
    put(e, "goto %s%u;\n", pk_op_table[inst->op].name, inst->target->label);
}

/* ---- functions: results go where the last parameters point ---- */

static uint32_t number_of(const pk_func *fn) {
    return (uint32_t)(uintptr_t)fn->mark;
}

static void print_return(emitter *e, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        put(e, "*r%u = ", i);
        put_value(e, inst->args[i]);
        put(e, "; ");
    }
    put(e, "return;\n");
}

static void print_call(emitter *e, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->result_count; i++) {
        put_variable(e, inst->results[i]);
        put(e, "; ");
    }
    put(e, "f%u(at", number_of(inst->callee));
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        put(e, ", ");
        put_value(e, inst->args[i]);
    }
    for (uint32_t i = 0; i < inst->result_count; i++)
        put(e, ", &v%u", inst->results[i]->id);
    put(e, ");\n");
}

static void print_inst(emitter *e, const pk_inst *inst) {
    switch (inst->op) {
    case PK_OP_convert: print_convert(e, inst); break;
    case PK_OP_store:
        put(e, "*v%u = ", inst->args[0]->id);
        put_value(e, inst->args[1]);
        put(e, ";\n");
        break;
    case PK_OP_get:
        put_variable(e, inst->results[0]);
        put(e, " = l%u;\n", inst->local->id);
        break;
    case PK_OP_set:
        put(e, "l%u = ", inst->local->id);
        put_value(e, inst->args[0]);
        put(e, ";\n");
        break;
    case PK_OP_block_id:
    case PK_OP_block_dim:
    case PK_OP_grid_dim:
        put_variable(e, inst->results[0]);
        put(e, " = at->%s[%d];\n", pk_op_table[inst->op].name, inst->axis);
        break;
    case PK_OP_fence_block:
    case PK_OP_fence_device:
    case PK_OP_fence_system:
        put(e, "__atomic_thread_fence(__ATOMIC_SEQ_CST);\n");
        break;
    case PK_OP_nanosleep:
    case PK_OP_debug: put(e, ";\n"); break; /* nothing is right, too */
    case PK_OP_if: print_if(e, inst); break;
    case PK_OP_for:
    case PK_OP_loop:
    case PK_OP_block: print_loop(e, inst); break;
    case PK_OP_break:
    case PK_OP_continue: print_exit(e, inst); break;
    case PK_OP_return: print_return(e, inst); break;
    case PK_OP_call: print_call(e, inst); break;
    default: print_pattern(e, inst); break;
    }
}

static void print_region(emitter *e, const pk_region *region) {
    e->depth++;
    for (const pk_inst *i = region->first; i && e->status == PK_OK;
         i = i->next) {
        e->inst = i;
        put_indent(e);
        print_inst(e, i);
    }
    e->depth--;
}

/* Arrays of the block are on the stack. Those without a size share the memory
 * that the launch gives. */
static void print_storage(emitter *e, const pk_storage *s) {
    const uint8_t *data = s->data;
    const uint32_t bytes = pk_type_bytes(s->elem);

    put(e, "    ");
    if (!s->count) {
        put_variable(e, s->value);
        put(e, " = at->shared;\n");
        return;
    }
    /* Elements of data are little-endian bits, which C reads as such. */
    put(e, "%s_Alignas(%u) ", data ? "static const " : "",
        s->align > bytes ? s->align : bytes);
    if (data)
        put(e, "uint%u_t", 8 * bytes);
    else
        put_type(e, s->elem);
    put(e, " a%u[%llu]", s->value->id, (unsigned long long)s->count);
    for (uint64_t i = 0; data && i < s->count; i++) {
        uint64_t bits = 0;

        memcpy(&bits, data + i * bytes, bytes);
        put(e, i ? ", 0x%llxu" : " = {0x%llxu", (unsigned long long)bits);
    }
    put(e, data ? "}; " : "; ");
    put_variable(e, s->value);
    put(e, " = (void *)a%u;\n", s->value->id);
}

static void print_head(emitter *e, const pk_func *fn) {
    const bool kernel = fn->kind == PK_FUNC_kernel;

    put_words(e, "/* ");
    put_words(e, fn->name);
    put(e, " */\nstatic void f%u(", number_of(fn));
    put(e, kernel ? "const char *params, const struct place *at"
                  : "const struct place *at");
    for (uint32_t i = 0; !kernel && i < fn->param_count; i++) {
        put(e, ", ");
        put_variable(e, fn->params[i].value);
    }
    for (uint32_t i = 0; i < fn->result_count; i++) {
        put(e, ", ");
        put_type(e, fn->results[i]);
        put(e, " *r%u", i);
    }
    put(e, ") {\n");
    for (uint32_t i = 0; kernel && i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];

        put(e, "    ");
        put_variable(e, p->value);
        put(e, " = *(");
        put_type(e, p->value->type);
        put(e, " const *)(params + %u);\n", p->offset);
    }
}

static void print_func(emitter *e, pk_func *fn) {
    e->inst = NULL;
    if (fn->kind == PK_FUNC_host)
        refuse(e, "the plugin cc runs kernels, no functions of the host");
    pk_func_number(fn);
    pk_func_layout(fn);
    print_head(e, fn);
    for (const pk_storage *s = fn->storages; s; s = s->next)
        print_storage(e, s);
    for (const pk_local *l = fn->locals; l; l = l->next) {
        put(e, "    ");
        put_type(e, l->type);
        put(e, " l%u = 0;\n", l->id);
    }
    print_region(e, fn->body);
    put(e, "}\n\n");
}

/* The kernels, for module.c: names, which may be no names of C, and functions.
 */
static void print_table(emitter *e) {
    put_words(e,
              "const struct {\n"
              "    const char *name;\n"
              "    void (*run)(const char *params, const struct place *at);\n"
              "} cc_kernels[] = {\n");
    for (const pk_func *fn = e->ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_kernel) {
            put_words(e, "    {\"");
            put_words(e, fn->name);
            put(e, "\", f%u},\n", number_of(fn));
        }
    put(e, "    {0}\n};\n");
}

pk_status cc_emit(const pk_host *host, const pk_caps *target, const char *ir,
                  size_t length, const pk_emit_options *options,
                  pk_artifact *out, pk_error *err) {
    emitter e = {.host = host, .status = PK_OK, .err = err};
    uint32_t count = 0;
    pk_ir *module;

    (void)target;
    if (options && options->stage && strcmp(options->stage, "c") != 0)
        return cc_fail(err, PK_UNSUPPORTED, "the plugin cc has the stage c");
    e.status = pk_ir_read(host->allocator, ir, length, &module, err);
    if (e.status != PK_OK)
        return e.status;
    e.ir = module;
    put_words(&e, cc_prelude);
    for (pk_func *fn = module->funcs; fn; fn = fn->next) {
        fn->mark = (void *)(uintptr_t)++count;
        print_func(&e, fn);
    }
    print_table(&e);
    pk_ir_release(module);
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    snprintf(out->format, sizeof out->format, "c");
    out->is_text = 1;
    if (e.status == PK_OK && (out->bytes = cc_take(host, e.length + 1, err))) {
        memcpy(out->bytes, e.text, e.length + 1);
        out->size = e.length;
    } else if (e.status == PK_OK)
        e.status = PK_NO_MEMORY;
    cc_give(host, e.text, e.capacity);
    return e.status;
}

void cc_artifact_free(const pk_host *host, pk_artifact *artifact) {
    cc_give(host, artifact->bytes, artifact->size + 1);
    artifact->bytes = NULL;
}
