/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and functions, whose locals are memory of the function until LLVM
 * promotes them. Declared arrays lie in the scratch memory, small ones of
 * threads on the stack. */
#include "backends/native/emit.h"
#include "backends/native/rows.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/try.h"
#include "core/callgraph.h"
#include "core/report.h"
#include "core/shared.h"

#include <string.h>

enum {
    ARRAY_ALIGN = 64,
    STACK_ARRAY = 1024, /* bytes of a thread's array that may be on the stack */
    STACK_TOTAL = 8192  /* and of all of them in a function */
};

/* ---- names, types, constants ---- */

pk_native_class pk_native_class_of(pk_type type) {
    switch (pk_type_get_class(type)) {
    case PK_CLASS_BOOL: return PK_NATIVE_BOOL;
    case PK_CLASS_SIGNED: return PK_NATIVE_SIGNED;
    case PK_CLASS_UNSIGNED: return PK_NATIVE_UNSIGNED;
    case PK_CLASS_FLOAT: return PK_NATIVE_FLOAT;
    case PK_CLASS_POINTER:
    case PK_CLASS_REF:
    case PK_CLASS_VOID: break;
    }
    return PK_NATIVE_POINTER;
}

static const struct {
    const char *value, *memory, *suffix;
} type_names[PK_TYPE_COUNT] = {
    [PK_TYPE_void] = {"void", "void", "void"},
    [PK_TYPE_bool] = {"i1", "i8", "i1"},
    [PK_TYPE_i8] = {"i8", "i8", "i8"},
    [PK_TYPE_i16] = {"i16", "i16", "i16"},
    [PK_TYPE_i32] = {"i32", "i32", "i32"},
    [PK_TYPE_i64] = {"i64", "i64", "i64"},
    [PK_TYPE_u8] = {"i8", "i8", "i8"},
    [PK_TYPE_u16] = {"i16", "i16", "i16"},
    [PK_TYPE_u32] = {"i32", "i32", "i32"},
    [PK_TYPE_u64] = {"i64", "i64", "i64"},
    [PK_TYPE_f16] = {"half", "half", "f16"},
    [PK_TYPE_f32] = {"float", "float", "f32"},
    [PK_TYPE_f64] = {"double", "double", "f64"},
    [PK_TYPE_ref] = {"ptr", "ptr", "p0"},
};

const char *pk_native_type(pk_type type) {
    return pk_type_is_ptr(type) ? "ptr" : type_names[type].value;
}

const char *pk_native_memory_type(pk_type type) {
    return type_names[type].memory;
}

const char *pk_native_step_type(const pk_inst *step) {
    return step->op == PK_OP_elem
               ? pk_native_memory_type(pk_type_elem(step->args[0]->type))
               : "i8";
}

const char *pk_native_suffix(pk_type type) {
    return type_names[type].suffix;
}

/* LLVM writes a float as the double of the same value, NaNs included: their
 * payload keeps its place at the top. */
static uint64_t widen_float(uint32_t bits) {
    uint64_t sign = (uint64_t)(bits >> 31) << 63;
    uint64_t fraction = (uint64_t)(bits & 0x7fffff) << 29;
    union {
        uint32_t bits;
        float value;
    } f = {bits};
    union {
        double value;
        uint64_t bits;
    } d;

    if ((bits & 0x7f800000) == 0x7f800000)
        return sign | UINT64_C(0x7ff0000000000000) | fraction;
    d.value = f.value;
    return d.bits;
}

void pk_native_put_const(pk_text *out, pk_type type, uint64_t bits) {
    uint32_t unused = 64 - 8 * pk_type_bytes(type);

    switch (type) {
    case PK_TYPE_bool: pk_text_put(out, bits ? "true" : "false"); break;
    case PK_TYPE_ref: pk_text_put(out, "null"); break;
    case PK_TYPE_f16: pk_text_printf(out, "0xH%04X", (unsigned)bits); break;
    case PK_TYPE_f32:
        pk_text_printf(out, "0x%016llX",
                       (unsigned long long)widen_float((uint32_t)bits));
        break;
    case PK_TYPE_f64:
        pk_text_printf(out, "0x%016llX", (unsigned long long)bits);
        break;
    default:
        pk_text_printf(out, "%lld",
                       (long long)(int64_t)(bits << unused) >> unused);
    }
}

static const char *query_name(pk_op op) {
    switch (op) {
    case PK_OP_block_id: return "block";
    case PK_OP_block_dim: return "dim";
    case PK_OP_grid_dim: return "grid";
    case PK_OP_first_thread: return "first";
    case PK_OP_grid_threads: return "threads";
    default: return NULL;
    }
}

/* The block's number and the sizes of block and grid are computed once, in
 * front of the kernel's code, under names of their own; other results are
 * numbered. */
static void put_result_name(pk_native_emitter *e, const pk_value *v) {
    const char *query = query_name(v->def->op);

    if (query)
        pk_text_printf(e->out, "%%%s.%c", query, "xyz"[v->def->axis]);
    else
        pk_text_printf(e->out, "%%v%u%s", pk_native_id(e, v),
                       pk_native_lane_mark(e, v));
}

void pk_native_put_value(pk_native_emitter *e, const pk_value *v) {
    switch (v->kind) {
    case PK_VALUE_const: pk_native_put_const(e->out, v->type, v->bits); break;
    case PK_VALUE_param:
        pk_text_printf(e->out, "%%p.%s", ((const pk_param *)v->mark)->name);
        break;
    case PK_VALUE_storage: {
        const pk_storage *s = ((const pk_native_array *)v->mark)->storage;
        if (s->space == PK_SPACE_constant)
            pk_text_printf(e->out, "@c.%s.%s", e->fn->name, s->name);
        else
            pk_text_printf(e->out, "%%s.%s", s->name);
        break;
    }
    case PK_VALUE_index:
        pk_text_printf(e->out, "%%v%u%s", pk_native_id(e, v),
                       pk_native_lane_mark(e, v));
        break;
    case PK_VALUE_result: put_result_name(e, v); break;
    }
}

void pk_native_refuse(pk_native_emitter *e, const pk_inst *inst,
                      const char *words) {
    const pk_ir *ir = e->fn->ir;
    const char *file =
        inst->loc.file < ir->file_count ? ir->files[inst->loc.file] : NULL;

    if (e->status == PK_OK)
        e->status = pk_fail_at(e->err, PK_UNSUPPORTED, file, inst->loc,
                               "%s in function %s %s",
                               pk_op_table[inst->op].name, e->fn->name, words);
}

/* ---- declared arrays ---- */

static uint64_t round_up(uint64_t n, uint64_t to) {
    return (n + to - 1) / to * to;
}

/* Where declared arrays go, in order of declaration. */
typedef struct placing {
    uint64_t scratch, stack;
    bool phases; /* what is on the stack is gone at a barrier of the grid */
} placing;

static void place_array(placing *p, pk_native_array *a) {
    const pk_storage *s = a->storage;
    uint64_t bytes = round_up(pk_storage_bytes(s), ARRAY_ALIGN);

    if (s->space == PK_SPACE_constant)
        return;
    a->on_stack = s->space == PK_SPACE_local &&
                  pk_storage_bytes(s) <= STACK_ARRAY &&
                  s->align <= ARRAY_ALIGN && p->stack + bytes <= STACK_TOTAL &&
                  (a->in_piece || !p->phases);
    if (a->on_stack) {
        p->stack += bytes;
        return;
    }
    if (s->align > ARRAY_ALIGN)
        p->scratch = round_up(p->scratch, s->align);
    a->offset = p->scratch;
    if (s->count)
        p->scratch += bytes;
}

/* Threads that a block of a kernel that melts has at least: those of the
 * vectors that LLVM makes of a loop over them; 1 where there are loops inside,
 * until some of them have lanes. */
static uint32_t least_threads(const pk_func *fn) {
    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        if (i->op == PK_OP_loop ||
            (i->op == PK_OP_for && !(i->flags & PK_INST_items)))
            return 1;
    return PK_NATIVE_MOST_LANES;
}

/* Where threads along x are a row of an array apart, and those along y share
 * lines of the cache, a long row of threads has thrown a line out before the
 * next one comes for its next number: blocks are narrow and high, as wide as
 * what they store beside fills a line. Where few threads are along y, blocks as
 * wide as that would soon be at their end. */
static void fill_lines(pk_native_emitter *e) {
    enum { FILL = 16, FILL_NARROW = 128 };
    const bool narrow = e->fn->flags & PK_FUNC_narrow;
    pk_native_frame *f = e->frame;

    if (!f->melts || f->rows > 1 || !(e->fn->flags & PK_FUNC_across))
        return;
    f->rows = PK_NATIVE_MOST_ROWS;
    if (narrow || f->melts > FILL)
        f->melts = narrow ? FILL_NARROW : FILL;
}

/* A host function is one block; what a parallel loop runs is many, and has no
 * results. */
static bool is_single(const pk_func *fn) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg == PK_RESULTS_ARG)
            return fn->kind == PK_FUNC_host;
    return false;
}

/* Parameters and arrays are printed by name, to which their values lead. */
static void mark_values(pk_native_emitter *e) {
    pk_func *fn = e->fn;
    placing p = {0};

    for (uint32_t i = 0; i < fn->param_count; i++)
        fn->params[i].value->mark = &fn->params[i];
    for (pk_storage *s = fn->storages; s; s = s->next) {
        pk_native_array *a = PK_NEW(fn->ir->arena, pk_native_array);
        *a = (pk_native_array){.storage = s, .own = true};
        s->value->mark = a;
    }
    fn->mark = e->frame = PK_NEW(fn->ir->arena, pk_native_frame);
    if (fn->ir->arena->failed)
        return;
    p.scratch = round_up(pk_native_find_phases(e), ARRAY_ALIGN);
    p.phases = e->frame->phases;
    e->frame->melts = fn->flags & PK_FUNC_melts ? least_threads(fn) : 0;
    e->frame->rows = e->rows;
    fill_lines(e);
    e->frame->single = is_single(fn);
    for (pk_storage *s = fn->storages; s; s = s->next)
        place_array(&p, s->value->mark);
    e->frame->scratch = pk_native_find_privates(e, p.scratch);
    pk_native_find_streams(e);
    pk_native_find_own(fn);
}

static void put_stack_array(pk_native_emitter *e, const pk_storage *s) {
    pk_text_printf(e->out, "  %%s.%s = alloca [%llu x %s], align %d\n", s->name,
                   (unsigned long long)s->count, pk_native_memory_type(s->elem),
                   ARRAY_ALIGN);
}

void pk_native_put_stack_arrays(pk_native_emitter *e) {
    for (const pk_storage *s = e->fn->storages; s; s = s->next)
        if (((const pk_native_array *)s->value->mark)->on_stack)
            put_stack_array(e, s);
}

/* Prints the addresses of the arrays that lie in the frame. */
void pk_native_put_arrays(pk_native_emitter *e) {
    for (const pk_storage *s = e->fn->storages; s; s = s->next) {
        const pk_native_array *a = s->value->mark;

        if (s->space != PK_SPACE_constant && !a->on_stack)
            pk_text_printf(
                e->out,
                "  %%s.%s = getelementptr inbounds i8, ptr %%scratch, i64 "
                "%llu\n",
                s->name,
                (unsigned long long)(s->count ? a->offset : e->frame->scratch));
    }
}

static uint64_t element_bits(const pk_storage *s, uint64_t i) {
    uint32_t size = pk_type_bytes(s->elem);
    const unsigned char *at = (const unsigned char *)s->data + i * size;
    uint64_t bits = 0;

    for (uint32_t b = size; b-- > 0;)
        bits = bits << 8 | at[b];
    return bits;
}

static void put_constant_arrays(pk_native_emitter *e) {
    for (const pk_storage *s = e->fn->storages; s; s = s->next) {
        pk_type elem = s->elem == PK_TYPE_bool ? PK_TYPE_u8 : s->elem;

        if (s->space != PK_SPACE_constant)
            continue;
        pk_text_printf(e->out,
                       "@c.%s.%s = internal unnamed_addr constant [%llu x "
                       "%s] [",
                       e->fn->name, s->name, (unsigned long long)s->count,
                       pk_native_type(elem));
        for (uint64_t i = 0; i < s->count; i++) {
            pk_text_printf(e->out, "%s%s ", i ? ", " : "",
                           pk_native_type(elem));
            pk_native_put_const(e->out, elem, element_bits(s, i));
        }
        pk_text_printf(e->out, "], align %u\n",
                       s->align ? s->align : pk_type_bytes(s->elem));
    }
}

/* ---- locals ---- */

void pk_native_put_locals(pk_native_emitter *e) {
    for (const pk_local *l = e->fn->locals; l; l = l->next)
        if (!e->frame->kept[l->id])
            pk_text_printf(e->out, "  %%l.%s = alloca %s\n", l->name,
                           pk_native_type(l->type));
}

/* Locals read as zero until they are set. */
void pk_native_put_zeros(pk_native_emitter *e) {
    for (const pk_local *l = e->fn->locals; l; l = l->next) {
        pk_text_printf(e->out, "  store %s ", pk_native_type(l->type));
        if (pk_type_is_ptr(l->type))
            pk_text_put(e->out, "null");
        else
            pk_native_put_const(e->out, l->type, 0);
        pk_text_printf(e->out, ", ptr %%l.%s\n", l->name);
    }
}

/* ---- device functions, the module ---- */

static pk_status check_device(pk_native_emitter *e) {
    for (const pk_storage *s = e->fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_shared)
            return pk_fail(e->err, PK_UNSUPPORTED,
                           "function %s declares shared memory %s and is not "
                           "inlined\nremove inline='never' from its decorator, "
                           "or declare the array in the kernel",
                           e->fn->name, s->name);
    return PK_OK;
}

static void put_device(pk_native_emitter *e) {
    const pk_func *fn = e->fn;
    pk_text *out = e->out, body;

    pk_text_put(e->out, "\ndefine internal ");
    pk_native_put_results_type(e, fn);
    pk_text_printf(e->out, " @f.%s(ptr %%stop", fn->name);
    for (uint32_t i = 0; i < fn->param_count; i++)
        pk_text_printf(e->out, ", %s %%p.%s",
                       pk_native_type(fn->params[i].value->type),
                       fn->params[i].name);
    pk_text_put(e->out, ") #0 {\n");
    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_local)
            put_stack_array(e, s);
    pk_native_put_locals(e);
    pk_text_init(&body, out->allocator);
    pk_text_init(&e->allocas, out->allocator);
    e->out = &body;
    pk_native_put_zeros(e);
    pk_native_put_stop(e);
    pk_native_put_region(e, fn->body);
    if (!pk_region_ends(fn->body))
        pk_text_put(e->out,
                    fn->result_count ? "  unreachable\n" : "  ret void\n");
    pk_native_put_stop_out(e);
    e->out = out;
    pk_text_put(out, pk_text_string(&e->allocas));
    pk_text_bytes(out, pk_text_string(&body), body.length);
    pk_text_put(out, "}\n");
    out->failed |= body.failed || e->allocas.failed;
    pk_text_finish(&body);
    pk_text_finish(&e->allocas);
}

static void number(pk_native_emitter *e) {
    pk_func_number(e->fn);
    mark_values(e);
}

static void put_function(pk_native_emitter *e, pk_func *fn) {
    e->fn = fn;
    e->labels = 0;
    e->rows = 1;
    number(e);
    if (!fn->ir->arena->failed && pk_native_take_rows(e))
        number(e);
    if (fn->ir->arena->failed)
        return;
    put_constant_arrays(e);
    if (pk_func_is_entry(fn)) {
        pk_native_put_kernel(e);
    } else {
        if (e->status == PK_OK)
            e->status = check_device(e);
        put_device(e);
    }
}

/* Loops that are cut here are others than those which the function had: what
 * is asked of all functions is asked later. */
static void cut_loops(pk_native_emitter *e, pk_func *fn) {
    if (!(fn->flags & PK_FUNC_melts))
        return;
    e->fn = fn;
    number(e);
    if (!fn->ir->arena->failed)
        pk_native_take_slices(e);
}

pk_status pk_native_emit(pk_ir *ir, const pk_native_options *options,
                         pk_text *out, pk_error *err) {
    /* Nodes 0 to 4 are below. */
    pk_native_emitter e = {.out = out,
                           .nodes = PK_NATIVE_COUNT + 1,
                           .options = options,
                           .err = err};

    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (pk_func_is_entry(fn) && fn->form != PK_FORM_block)
            return pk_fail(err, PK_UNSUPPORTED,
                           "kernel %s is not in block form", fn->name);
    PK_TRY(pk_report_refuse(ir, err));
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        cut_loops(&e, fn);
    e.is_host = pk_native_is_host(ir);
    e.stops = pk_native_may_stop(&e, ir);
    pk_text_init(&e.meta, out->allocator);
    pk_text_put(out, "; portkern native code\n");
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        put_function(&e, fn);
    pk_native_put_helpers(&e);
    if (e.has_objects)
        pk_text_put(out, "\ndeclare noalias ptr @pk_cpu_alloc(i64) #0\n"
                         "declare noalias ptr @pk_cpu_alloc_zero(i64) #0\n"
                         "declare noalias ptr @pk_cpu_alloc_refs(i64, i64, "
                         "i64) #0\n"
                         "declare zeroext i1 @pk_cpu_sole(ptr, ptr, i64) #0\n"
                         "declare void @pk_cpu_home(i64, i32) #0\n"
                         "declare void @pk_cpu_retain(ptr) #0\n"
                         "declare void @pk_cpu_release(ptr) #0\n"
                         "declare ptr @pk_random_state(i32) #2\n"
                         "declare i64 @pk_cpu_lapack(ptr, i32, i32, i64, i64, "
                         "i64) #0\n"
                         "attributes #2 = { nounwind willreturn "
                         "memory(none) }\n");
    if (e.has_threads)
        pk_text_put(out, "\ndeclare i32 @pk_cpu_parallel(i32, ptr, i32, i32, "
                         "i64, i32) #0\n"
                         "declare i64 @pk_cpu_thread_number() #0\n"
                         "declare i64 @pk_cpu_thread_count() #0\n"
                         "declare i64 @pk_cpu_thread_total() #0\n"
                         "declare void @pk_cpu_set_thread_count(i64) #0\n"
                         "declare i64 @pk_cpu_loop_chunk() #0\n"
                         "declare void @pk_cpu_set_loop_chunk(i64) #0\n");
    if (e.reads_time)
        pk_text_put(out, "\ndeclare i64 @pk_cpu_cycles() #0\n"
                         "declare i64 @pk_cpu_now() #0\n");
    pk_text_put(out, "\nattributes #0 = { nounwind }\n"
                     "attributes #1 = { nounwind alwaysinline }\n\n"
                     "!0 = !{!\"llvm.loop.unroll.disable\"}\n"
                     "!1 = !{!\"llvm.loop.vectorize.enable\", i1 true}\n"
                     "!2 = !{!\"llvm.loop.vectorize.enable\", i1 false}\n"
                     "!3 = !{!\"branch_weights\", i32 1, i32 1048576}\n"
                     "!4 = !{i64 0, i64 -9223372036854775808}\n");
    pk_text_bytes(out, pk_text_string(&e.meta), e.meta.length);
    if (e.status == PK_OK &&
        (out->failed || e.meta.failed || ir->arena->failed))
        e.status = pk_fail_no_memory(err);
    pk_text_finish(&e.meta);
    return e.status;
}
