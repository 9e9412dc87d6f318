/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, functions and their parameters. */
#include "backends/opencl_c/printer.h"
#include "base/error.h"
#include "base/try.h"
#include "core/print.h"

#include "core/report.h"
#include "core/shared.h"

#include <string.h>

/* A kernel's name may hold any bytes: ASCII letters, digits and _ stay, Z is
 * doubled, another byte becomes Z and two hexadecimal digits. */
char *pk_opencl_c_kernel_name(pk_arena *arena, const char *name) {
    static const char hex[] = "0123456789abcdef";
    char *out = pk_arena_alloc(arena, 3 * strlen(name) + 3);
    size_t n = 2;

    if (arena->failed)
        return out;
    out[0] = 'k';
    out[1] = '_';
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Y') ||
                     (c >= '0' && c <= '9') || c == '_';
        out[n++] = plain ? (char)c : 'Z';
        if (c == 'Z')
            out[n++] = 'Z';
        else if (!plain) {
            out[n++] = hex[c >> 4];
            out[n++] = hex[c & 15];
        }
    }
    return out;
}

/* Kernels of a text that has several stand between "#if"s: a driver gets all
 * of them, or the one that is named in front. */
void pk_opencl_c_put_only(pk_text *out, const char *name) {
    pk_arena arena;

    if (!name)
        return;
    pk_arena_init(&arena, out->allocator);
    pk_text_printf(out, "#define ONLY\n#define ONLY_%s\n",
                   pk_opencl_c_kernel_name(&arena, name));
    out->failed |= arena.failed;
    pk_arena_finish(&arena);
}

uint32_t pk_opencl_c_group(pk_form form, uint32_t threads) {
    return form == PK_FORM_block   ? 1
           : form == PK_FORM_lanes ? (threads + 31) / 32
                                   : threads;
}

uint32_t pk_opencl_c_arg_count(pk_opencl_c_args args, uint32_t buffers,
                               uint32_t scalars, pk_form form,
                               bool shared_dynamic) {
    uint32_t own =
        args == PK_OPENCL_ARGS_split ? 2 * buffers + scalars : buffers + 1;

    return own + (form == PK_FORM_threads ? 0 : 3) + shared_dynamic;
}

static bool is_dynamic(const pk_storage *s) {
    return s->space == PK_SPACE_shared && s->count == 0;
}

static bool has_dynamic(const pk_func *fn) {
    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (is_dynamic(s))
            return true;
    return false;
}

/* Decides how the kernel takes its parameters. */
static void choose_args(pk_cl_printer *p) {
    uint64_t split = 0, packed = 8, hidden = 0;

    for (uint32_t i = 0; i < p->fn->param_count; i++) {
        bool buffer = p->fn->params[i].role == PK_ROLE_data;
        split += buffer ? 16 : 8;
        packed += buffer ? 8 : 0;
    }
    hidden += p->fn->form == PK_FORM_threads ? 0 : 12;
    hidden += has_dynamic(p->fn) ? 8 : 0;
    p->packed = split + hidden > p->caps->param_bytes;
    if (p->packed && packed + hidden > p->caps->param_bytes)
        pk_cl_refuse(
            p, PK_LIMIT,
            "%u parameters do not fit into the %u bytes that the device "
            "takes\n"
            "pass fewer arrays, or one with an axis more",
            p->fn->param_count, p->caps->param_bytes);
}

/* Aliasing that the kernel's arrays are promised not to have. */
static const char *restrict_word(const pk_param *param) {
    return param->flags & PK_PARAM_noalias ? "restrict " : "";
}

static void put_kernel_params(pk_cl_printer *p) {
    static const char gap[] = ",\n    ";
    pk_text *out = &p->functions;
    const char *comma = "";

    for (uint32_t i = 0; i < p->fn->param_count; i++) {
        const pk_param *param = &p->fn->params[i];
        if (param->role == PK_ROLE_data)
            pk_text_printf(out, "%s__global uchar *%sp%u", comma,
                           restrict_word(param), i);
        if (param->role == PK_ROLE_data && !p->packed)
            pk_text_printf(out, ",\n    ulong offset%u", i);
        else if (param->role != PK_ROLE_data && !p->packed)
            pk_text_printf(out, "%s%s p%u", comma,
                           pk_cl_memory_type(param->value->type), i);
        else if (param->role != PK_ROLE_data)
            continue;
        comma = gap;
    }
    if (p->packed) {
        pk_text_printf(out, "%s__constant uchar *params", comma);
        comma = gap;
    }
    if (p->fn->form != PK_FORM_threads) {
        pk_text_printf(out,
                       "%sint block_dim0,\n    int block_dim1,\n"
                       "    int block_dim2",
                       comma);
        comma = gap;
    }
    if (has_dynamic(p->fn))
        pk_text_printf(out, "%s__local ulong *dynamic", comma);
}

/* "T v3 = " and how the parameter's value comes from its argument. */
static void open_param(pk_cl_printer *p, uint32_t i) {
    const pk_param *param = &p->fn->params[i];
    pk_text *out = &p->functions;
    pk_type type = param->value->type;

    pk_text_put(out, "    ");
    pk_cl_put_type(p, out, type);
    pk_text_printf(out, "%sv%u = ", pk_type_is_ptr(type) ? "" : " ",
                   param->value->id);
    if (param->role == PK_ROLE_data) {
        pk_text_put(out, "(");
        pk_cl_put_type(p, out, type);
        if (p->packed)
            pk_text_printf(out, ")(p%u + *(__constant ulong *)(params + %u))",
                           i, param->offset);
        else
            pk_text_printf(out, ")(p%u + offset%u)", i, i);
    } else if (type == PK_TYPE_f16 && p->packed) {
        pk_text_printf(out, "vload_half(0, (__constant half *)(params + %u))",
                       param->offset);
    } else if (type == PK_TYPE_f16) {
        pk_text_printf(out, "vload_half(0, (const half *)&p%u)", i);
    } else if (p->packed) {
        pk_text_printf(out, "*(__constant %s *)(params + %u)%s",
                       pk_cl_memory_type(type), param->offset,
                       type == PK_TYPE_bool ? " != 0" : "");
    } else {
        pk_text_printf(out, "p%u%s", i, type == PK_TYPE_bool ? " != 0" : "");
    }
    pk_text_put(out, ";\n");
}

static void open_storage(pk_cl_printer *p, const pk_storage *s) {
    pk_text *out = &p->functions;
    uint32_t align = s->align > pk_type_bytes(s->elem) ? s->align : 0;

    if (s->elem == PK_TYPE_f64)
        p->uses_f64 = true;
    if (is_dynamic(s)) {
        pk_text_put(out, "    ");
        pk_cl_put_type(p, out, s->value->type);
        pk_text_printf(out, "v%u = (", s->value->id);
        pk_cl_put_type(p, out, s->value->type);
        pk_text_put(out, ")dynamic;\n");
        return;
    }
    pk_text_printf(out, "    %s%s v%u[%llu]",
                   s->space == PK_SPACE_shared ? "__local " : "",
                   pk_cl_memory_type(s->elem), s->value->id,
                   (unsigned long long)(s->count ? s->count : 1));
    if (align)
        pk_text_printf(out, " __attribute__((aligned(%u)))", align);
    pk_text_put(out, ";\n");
}

/* Program-scope arrays; the elements of floats are written as their bits. */
static void put_constant(pk_cl_printer *p, const pk_storage *s) {
    uint32_t size = pk_type_bytes(s->elem);
    const uint8_t *data = s->data;

    pk_text_printf(&p->constants, "__constant %s %s_v%u[%llu] = {",
                   size == 1   ? "uchar"
                   : size == 2 ? "ushort"
                   : size == 4 ? "uint"
                               : "ulong",
                   (const char *)p->fn->mark, s->value->id,
                   (unsigned long long)(s->count ? s->count : 1));
    for (uint64_t i = 0; i < s->count && data && !p->constants.failed; i++) {
        uint64_t bits = 0;
        for (uint32_t k = size; k-- > 0;)
            bits = bits << 8 | data[i * size + k];
        pk_text_printf(&p->constants, "%s%s0x%llx%s", i ? "," : "",
                       i % 8 ? " " : "\n    ", (unsigned long long)bits,
                       size == 8 ? "UL" : "u");
    }
    pk_text_put(&p->constants, s->count && data ? "\n};\n" : "0};\n");
}

static void put_group_size(pk_cl_printer *p) {
    const pk_func *fn = p->fn;
    uint32_t n[3] = {fn->block[0], fn->block[1], fn->block[2]};

    if (fn->form == PK_FORM_subgroups)
        pk_text_put(&p->functions,
                    "__attribute__((intel_reqd_sub_group_size(32))) ");
    if (fn->form != PK_FORM_threads) {
        n[0] = pk_opencl_c_group(fn->form, n[0] * n[1] * n[2]);
        n[1] = n[2] = 1;
    }
    if (n[0] && n[1] && n[2])
        pk_text_printf(&p->functions,
                       "__attribute__((reqd_work_group_size(%u, %u, %u))) ",
                       n[0], n[1], n[2]);
}

static void put_head(pk_cl_printer *p) {
    pk_text *out = &p->functions;
    const pk_func *fn = p->fn;

    if (p->lines) {
        pk_text_put(out, "/* ");
        pk_cl_put_comment(out, fn->name);
        pk_text_put(out, " */\n");
    }
    if (fn->kind == PK_FUNC_device) {
        if (fn->flags & PK_FUNC_rare)
            pk_text_put(out, "__attribute__((noinline)) ");
        if (fn->result_count > 1)
            pk_text_printf(out, "%s_result", (const char *)fn->mark);
        else
            pk_cl_put_type(p, out,
                           fn->result_count ? fn->results[0] : PK_TYPE_void);
        pk_text_printf(out, " %s(", (const char *)fn->mark);
        return;
    }
    pk_text_put(out, "__kernel ");
    put_group_size(p);
    pk_text_printf(out, "void %s(\n    ",
                   pk_opencl_c_kernel_name(p->arena, fn->name));
}

static void put_result_type(pk_cl_printer *p) {
    const pk_func *fn = p->fn;

    if (fn->kind == PK_FUNC_kernel || fn->result_count < 2)
        return;
    pk_text_put(&p->functions, "typedef struct {\n");
    for (uint32_t i = 0; i < fn->result_count; i++) {
        pk_text_put(&p->functions, "    ");
        pk_cl_put_type(p, &p->functions, fn->results[i]);
        pk_text_printf(&p->functions, " m%u;\n", i);
    }
    pk_text_printf(&p->functions, "} %s_result;\n", (const char *)fn->mark);
}

static void put_device_params(pk_cl_printer *p) {
    for (uint32_t i = 0; i < p->fn->param_count; i++) {
        const pk_value *v = p->fn->params[i].value;
        pk_text_put(&p->functions, i ? ", " : "");
        pk_cl_put_type(p, &p->functions, v->type);
        pk_text_printf(&p->functions, pk_type_is_ptr(v->type) ? "v%u" : " v%u",
                       v->id);
    }
}

/* Local memory can only be declared by a kernel, so a function that declares
 * some must have been inlined. */
static void open_storages(pk_cl_printer *p) {
    for (const pk_storage *s = p->fn->storages; s; s = s->next) {
        if (s->space == PK_SPACE_constant)
            put_constant(p, s);
        else if (s->space == PK_SPACE_shared && p->fn->kind == PK_FUNC_device)
            pk_cl_refuse(p, PK_UNSUPPORTED,
                         "a shared array in a function that is not "
                         "inlined\nremove inline='never' from its "
                         "decorator, or declare the array in the kernel");
        else
            open_storage(p, s);
    }
}

static void open_locals(pk_cl_printer *p) {
    for (const pk_local *l = p->fn->locals; l; l = l->next) {
        pk_text_put(&p->functions, "    ");
        pk_cl_put_type(p, &p->functions, l->type);
        pk_text_printf(&p->functions, "%sl%u = 0;",
                       pk_type_is_ptr(l->type) ? "" : " ", l->id);
        if (p->lines) {
            pk_text_put(&p->functions, " /* ");
            pk_cl_put_comment(&p->functions, l->name);
            pk_text_put(&p->functions, " */");
        }
        pk_text_put(&p->functions, "\n");
    }
}

/* Never `(int)get_local_id(0)`: one compiler gets signed 32-bit ids wrong when
 * a barrier follows. With 64 bits they are as they come, so that it sees which
 * are neighbours. Groups of sub-groups have one dimension, so that sub-groups
 * are warps. */
static const struct query {
    pk_op op;
    const char *type, *read, *subgroups[3];
} queries[] = {
    {PK_OP_thread_id,
     "long",
     "(long)get_local_id(%u)",
     {"(int)((uint)get_local_id(0) % (uint)block_dim0)",
      "(int)((uint)get_local_id(0) / (uint)block_dim0 % (uint)block_dim1)",
      "(int)((uint)get_local_id(0) / (uint)block_dim0 / (uint)block_dim1)"}},
    {PK_OP_block_id, "int", "(int)get_group_id(%u)", {0}},
    {PK_OP_block_dim, "int", "(int)get_local_size(%u)", {0}},
    {PK_OP_grid_dim, "int", "(int)get_num_groups(%u)", {0}},
    {PK_OP_warp_id, "int", "(int)(get_local_id(%u) & 31u)", {0}},
    {PK_OP_lane_id, "int", "(int)(get_local_id(%u) & 31u)", {0}},
    {PK_OP_first_thread, "long", "(long)get_global_id(%u)", {0}},
    {PK_OP_grid_threads, "long", "(long)get_global_size(%u)", {0}},
};

typedef struct query_uses {
    bool used[sizeof queries / sizeof *queries][3];
} query_uses;

static void note_query(pk_inst *inst, void *arg) {
    query_uses *uses = arg;

    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (queries[i].op == inst->op && inst->axis < 3)
            uses->used[i][inst->axis] = true;
}

/* The kernel's own form; for a function that of the kernels that may call. */
static pk_form form_of(const pk_cl_printer *p) {
    return p->fn->kind == PK_FUNC_kernel ? p->fn->form : p->form;
}

/* Whether OpenCL's functions of the work-item give the value of an id or a
 * size. In the block form a work-item is a block, in the lanes form a warp:
 * there are no thread ids, and the block's dimensions are the kernel's
 * arguments. */
static bool is_work_item_query(pk_cl_printer *p, pk_op op) {
    bool of_threads = op == PK_OP_thread_id || op == PK_OP_block_dim;
    pk_form form = form_of(p);

    if (form == PK_FORM_threads)
        return true;
    if (op == PK_OP_first_thread || op == PK_OP_grid_threads)
        pk_cl_refuse(p, PK_VERIFY, "%s in a kernel in %s form",
                     pk_op_table[op].name, pk_form_name(form));
    if (of_threads && p->fn->kind == PK_FUNC_device)
        pk_cl_refuse(p, PK_UNSUPPORTED,
                     "%s in a function that is not inlined, in %s "
                     "form\nremove inline='never' from its decorator, or "
                     "pass the number as an argument",
                     pk_op_table[op].name, pk_form_name(form));
    if (form == PK_FORM_block && op == PK_OP_thread_id)
        pk_cl_refuse(p, PK_VERIFY, "thread_id in a kernel in block form");
    return op != PK_OP_block_dim;
}

static void open_query(pk_cl_printer *p, const struct query *q, uint32_t axis) {
    pk_text *out = &p->functions;

    if (!is_work_item_query(p, q->op))
        return;
    pk_text_printf(out, "    %s %s%u = ", q->type, pk_op_table[q->op].name,
                   axis);
    if (q->op == PK_OP_thread_id && p->fn->flags & PK_FUNC_melts)
        pk_text_put(out, "0"); /* each thread is a block of its own */
    else if (form_of(p) == PK_FORM_subgroups && q->subgroups[axis])
        pk_text_put(out, q->subgroups[axis]);
    else
        pk_text_printf(out, q->read, axis);
    pk_text_put(out, ";\n");
}

static void open_queries(pk_cl_printer *p) {
    query_uses uses = {0};

    pk_region_visit(p->fn->body, note_query, &uses);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        for (uint32_t axis = 0; axis < 3; axis++)
            if (uses.used[i][axis])
                open_query(p, &queries[i], axis);
}

static void look_for_hidden(pk_inst *inst, void *arg) {
    pk_cl_printer *p = arg;

    p->hides |= pk_cl_may_wrap(p->fn, inst) || pk_cl_turned_sign(p, inst);
}

/* No array has 2^60 elements. Work-item functions do not do: drivers know them
 * when they launch. A volatile value keeps the loop around from being
 * vectorised, so it stands where there is no other. */
static void open_none(pk_cl_printer *p) {
    const pk_func *fn = p->fn;
    uint32_t i = 0;

    p->hides = false;
    pk_cl_find_counters(p->fn);
    pk_region_visit(p->fn->body, look_for_hidden, p);
    if (!p->hides)
        return;
    while (i < fn->param_count &&
           (fn->kind != PK_FUNC_kernel || fn->params[i].role != PK_ROLE_shape ||
            fn->params[i].value->type != PK_TYPE_i64))
        i++;
    if (i < fn->param_count)
        pk_text_printf(&p->functions,
                       "    uint none = (uint)((ulong)v%u >> 60);\n",
                       fn->params[i].value->id);
    else
        pk_text_put(&p->functions, "    volatile uint unknown = 0;\n"
                                   "    uint none = unknown;\n");
}

static void print_func(pk_cl_printer *p, pk_func *fn, uint32_t number) {
    pk_text *out = &p->functions;
    bool kernel = fn->kind == PK_FUNC_kernel;

    p->fn = fn;
    p->inst = NULL;
    p->scope = NULL;
    p->last_loc = (pk_loc){0};
    fn->mark = pk_arena_format(p->arena, "f%u", number);
    pk_func_number(fn);
    p->packed = false;
    if (kernel)
        choose_args(p);
    if (kernel && p->several)
        pk_text_printf(out, "#if !defined ONLY || defined ONLY_%s\n",
                       pk_opencl_c_kernel_name(p->arena, fn->name));
    put_result_type(p);
    put_head(p);
    kernel ? put_kernel_params(p) : put_device_params(p);
    pk_text_put(out, ") {\n");
    for (uint32_t i = 0; kernel && i < fn->param_count; i++)
        open_param(p, i);
    open_queries(p);
    open_none(p);
    open_storages(p);
    open_locals(p);
    p->depth = 1;
    pk_cl_print_region(p, fn->body);
    pk_text_put(out, kernel && p->several ? "}\n#endif\n\n" : "}\n\n");
}

/* The extensions of what was printed; how many there are. */
static uint32_t list_extensions(const pk_cl_printer *p, const char **out) {
    uint32_t count = 0;

    if (p->uses_f64)
        out[count++] = "cl_khr_fp64";
    if (p->uses_atomic_i64) {
        out[count++] = "cl_khr_int64_base_atomics";
        out[count++] = "cl_khr_int64_extended_atomics";
    }
    if (p->uses_warps) {
        out[count++] = "cl_khr_subgroups";
        out[count++] = "cl_khr_subgroup_ballot";
        out[count++] = "cl_khr_subgroup_shuffle";
    }
    out[count] = NULL;
    return count;
}

static void put_preamble(const char *const *extensions, uint32_t count,
                         pk_text *out) {
    pk_text_put(out, "/* OpenCL C 1.2 by portkern */\n"
                     "#pragma OPENCL FP_CONTRACT OFF\n");
    for (uint32_t i = 0; i < count; i++)
        pk_text_printf(out, "#pragma OPENCL EXTENSION %s : enable\n",
                       extensions[i]);
    pk_text_put(out, "\n");
}

static void init_printer(pk_cl_printer *p) {
    pk_text_init(&p->constants, p->arena->allocator);
    pk_text_init(&p->helpers, p->arena->allocator);
    pk_text_init(&p->functions, p->arena->allocator);
}

static void finish_printer(pk_cl_printer *p) {
    pk_text_finish(&p->constants);
    pk_text_finish(&p->helpers);
    pk_text_finish(&p->functions);
}

pk_status pk_opencl_c_emit(pk_ir *ir, const pk_caps *caps, bool lines,
                           pk_arena *arena, pk_text *out,
                           const char *extensions[PK_OPENCL_EXTENSIONS],
                           pk_error *err) {
    pk_cl_printer p = {
        .ir = ir, .caps = caps, .lines = lines, .arena = arena, .err = err};
    uint32_t number = 0, kernels = 0;

    PK_TRY(pk_report_refuse(ir, err));
    init_printer(&p);
    PK_TRY(pk_host_refuse(ir, err));
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next) {
        kernels += fn->kind == PK_FUNC_kernel;
        if (fn->kind == PK_FUNC_kernel && fn->form != PK_FORM_threads)
            p.form = fn->form;
        p.meets |= fn->kind == PK_FUNC_kernel && fn->form != PK_FORM_block &&
                   (caps->features & PK_CAP_loop_barrier) &&
                   pk_threads_meet(fn);
    }
    p.several = kernels > 1;
    for (pk_func *fn = ir->funcs; fn && p.status == PK_OK; fn = fn->next)
        print_func(&p, fn, number++);
    if (p.status == PK_OK) {
        put_preamble(extensions, list_extensions(&p, extensions), out);
        pk_text_put(out, pk_text_string(&p.constants));
        pk_text_put(out, pk_text_string(&p.helpers));
        pk_text_put(out, pk_text_string(&p.functions));
        if (arena->failed || p.constants.failed || p.helpers.failed ||
            p.functions.failed || out->failed)
            p.status = pk_fail_no_memory(err);
    }
    finish_printer(&p);
    return p.status;
}
