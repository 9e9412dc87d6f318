/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over elements: each is a module of a few functions of the host around
 * the function that is called. For one of two numbers they are
 *
 *     @njit
 *     def ordered(n, x0, x1, x2):
 *         for i in range(n):
 *             x2[i] = f(x0[i], x1[i])
 *
 *     @njit
 *     def fold(n, x0, x1):
 *         a = x0[0]
 *         for i in range(n):
 *             a = T(f(a, x1[i]))
 *         x0[0] = a
 *
 *     @njit
 *     def each_2(n, x0, x1, x2):
 *         for i in independent(n):
 *             x2[i] = f(x0[i], x1)
 *
 *     @njit
 *     def each_8(n, x0, x1):
 *         for i in independent(n):
 *             x0[i] = f(x0[i], x1[i])
 *
 * They are compiled for arrays of which nothing is known but what their way
 * says, so that one specialisation serves all arrays. */
#include "runtime/host/loop.h"

#include "base/text.h"
#include "base/try.h"
#include "runtime/context/diagnostics.h"

#include <stdio.h>

/* ---- texts ---- */

/* A function of the module. With `in_place` input `in_place` - 1 gets the
 * results, and the last operand is left out. */
static void put_head(const pk_element_loop *loop, const char *name,
                     uint32_t in_place, pk_text *out) {
    pk_text_printf(out, "@njit(boundscheck=False)\ndef %s(n", name);
    for (uint32_t i = 0; i < loop->count - (in_place ? 1 : 0); i++)
        pk_text_printf(out, ", x%u", i);
    pk_text_put(out, "):\n");
}

/* The body of a loop; inputs of the mask are numbers. */
static void put_call(const pk_element_loop *loop, uint32_t mask,
                     uint32_t in_place, pk_text *out) {
    const uint32_t inputs = loop->count - loop->returns;

    pk_text_put(out, "        ");
    if (loop->returns)
        pk_text_printf(out, "x%u[i] = ", in_place ? in_place - 1 : inputs);
    pk_text_put(out, "f(");
    for (uint32_t i = 0; i < inputs; i++)
        pk_text_printf(out, "%sx%u%s", i ? ", " : "", i,
                       mask >> i & 1 ? "" : "[i]");
    pk_text_put(out, ")\n");
}

static void put_each(const pk_element_loop *loop, uint32_t mask,
                     uint32_t in_place, pk_text *out) {
    char name[16];

    snprintf(name, sizeof name, "each_%u",
             pk_element_loop_kind(mask, in_place));
    put_head(loop, name, in_place, out);
    pk_text_put(out, "    for i in independent(n):\n");
    put_call(loop, mask, in_place, out);
}

static void put_kinds(const pk_element_loop *loop, pk_text *out) {
    const uint32_t inputs = loop->count - loop->returns;
    const bool few = loop->returns && inputs <= PK_LOOP_MASKED;

    for (uint32_t k = 0; k <= (few ? inputs : 0); k++)
        for (uint32_t mask = 0; mask < (few ? 1u << inputs : 1); mask++)
            if (!k || !(mask >> (k - 1) & 1))
                put_each(loop, mask, k, out);
}

static void put_texts(const pk_element_loop *loop, pk_text *out) {
    put_head(loop, "ordered", 0, out);
    pk_text_put(out, "    for i in range(n):\n");
    put_call(loop, 0, 0, out);
    put_kinds(loop, out);
    if (loop->folds)
        pk_text_put(out, "@njit(boundscheck=False)\n"
                         "def fold(n, x0, x1):\n"
                         "    a = x0[0]\n"
                         "    for i in range(n):\n"
                         "        a = T(f(a, x1[i]))\n"
                         "    x0[0] = a\n");
}

/* ---- making one ---- */

static pk_status make_module(pk_element_loop *loop, pk_module *mod,
                             const char *function, pk_error *err) {
    const pk_global globals[] = {
        {"njit", pk_import("numba.njit")},
        {"independent", pk_import("numba.independent")},
        {"f", pk_function_of(mod, function)},
        {"T", pk_dtype_value(loop->operands[loop->count - 1].dtype)},
    };
    char name[200];
    pk_status status;
    pk_text text;

    snprintf(name, sizeof name, "<loop of %.180s>", function);
    pk_text_init(&text, &loop->base.ctx->allocator);
    put_texts(loop, &text);
    status = text.failed
                 ? pk_fail_no_memory(err)
                 : pk_module_from_source(
                       loop->base.ctx, pk_text_string(&text), name, 0, globals,
                       sizeof globals / sizeof *globals, &loop->made, err);
    pk_text_finish(&text);
    return status;
}

static void destroy(pk_object *object) {
    pk_element_loop *loop = (pk_element_loop *)object;
    pk_context *ctx = loop->base.ctx;

    for (int i = 0; i < PK_LOOP_WAYS; i++) {
        pk_element_loop_variant *v = atomic_load(&loop->variants[i]);
        if (!v)
            continue;
        pk_object_release(&v->kernel->base);
        pk_heap_free(&ctx->allocator, v, sizeof *v);
    }
    pk_module_release(loop->made);
}

static pk_status check_operands(const pk_element_loop_operand *operands,
                                size_t count, pk_error *err) {
    uint32_t outputs = 0;

    if (!count || count > PK_LOOP_OPERANDS)
        return pk_fail(err, PK_LIMIT, "%zu operands: a loop has 1 to %d", count,
                       PK_LOOP_OPERANDS);
    for (size_t i = 0; i < count; i++) {
        if (operands[i].dtype <= PK_DTYPE_void ||
            operands[i].dtype >= PK_DTYPE_COUNT)
            return pk_fail(err, PK_BAD_ARG,
                           "operand %zu: %d is not a dtype of a number", i,
                           (int)operands[i].dtype);
        if (operands[i].ndim > PK_LOOP_AXES)
            return pk_fail(err, PK_LIMIT,
                           "operand %zu has %u axes, the most "
                           "is %d",
                           i, operands[i].ndim, PK_LOOP_AXES);
        outputs += operands[i].writes;
    }
    return outputs ? PK_OK : pk_fail(err, PK_BAD_ARG, "no operand is written");
}

/* The function that is called, by its kind in the module. */
static const pk_function_info *find_function(const pk_module *mod,
                                             const char *name) {
    const pk_function_info *found = NULL;

    for (uint32_t i = 0; i < mod->function_count && !found; i++)
        if (strcmp(pk_function_path(mod->functions[i]), name) == 0 ||
            strcmp(mod->functions[i]->name, name) == 0)
            found = mod->functions[i];
    return found && (found->kind == PK_FUNCTION_host ||
                     found->kind == PK_FUNCTION_device ||
                     found->kind == PK_FUNCTION_ufunc)
               ? found
               : NULL;
}

static pk_status set_operands(pk_element_loop *loop,
                              const pk_function_info *info,
                              const pk_element_loop_operand *operands,
                              size_t count, pk_error *err) {
    const pk_element_loop_operand *last = &operands[count - 1];

    loop->count = (uint32_t)count;
    memcpy(loop->operands, operands, count * sizeof *operands);
    for (size_t i = 0; i < count; i++) {
        loop->axes += operands[i].ndim;
        loop->outputs += operands[i].writes;
    }
    loop->returns = info->param_count + 1 == count;
    if (info->param_count != count && !loop->returns)
        return pk_fail(err, PK_BAD_ARG,
                       "%s has %u parameters: its loop has as many operands, "
                       "or one more for its result; not %zu",
                       info->name, info->param_count, count);
    if (loop->returns && (loop->outputs != 1 || !last->writes || last->ndim))
        return pk_fail(err, PK_BAD_ARG,
                       "the result of %s goes to the last operand, which is a "
                       "number and the only one that is written",
                       info->name);
    loop->folds = loop->returns && count == 3 && !loop->axes &&
                  operands[0].dtype == last->dtype;
    return PK_OK;
}

static pk_status create(pk_module *mod, const char *function,
                        const pk_element_loop_operand *operands, size_t count,
                        pk_element_loop **out, pk_error *err) {
    const pk_function_info *info;
    pk_status status;
    pk_element_loop *loop;

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!function || !operands || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       !function   ? "function"
                       : !operands ? "operands"
                                   : "out");
    PK_TRY(pk_context_need_host(mod->base.ctx, err));
    PK_TRY(check_operands(operands, count, err));
    info = find_function(mod, function);
    if (!info)
        return pk_fail(err, PK_NAME,
                       "the module has no function '%s' with @njit or "
                       "@vectorize",
                       function);
    loop =
        pk_object_create(mod->base.ctx, PK_OBJECT_loop, sizeof *loop, destroy);
    if (!loop)
        return pk_fail_no_memory(err);
    status = set_operands(loop, info, operands, count, err);
    if (status == PK_OK)
        status = make_module(loop, mod, function, err);
    if (status == PK_OK)
        *out = loop;
    else
        pk_object_release(&loop->base);
    return status;
}

pk_status pk_element_loop_create(pk_module *mod, const char *function,
                                 const pk_element_loop_operand *operands,
                                 size_t operand_count, pk_element_loop **out,
                                 pk_error *err) {
    return pk_diagnostics_settle(
        mod, create(mod, function, operands, operand_count, out, err));
}

pk_element_loop *pk_element_loop_retain(pk_element_loop *loop) {
    if (!pk_object_is(loop, PK_OBJECT_loop))
        return NULL;
    pk_object_retain(&loop->base);
    return loop;
}

void pk_element_loop_release(pk_element_loop *loop) {
    if (pk_object_is(loop, PK_OBJECT_loop))
        pk_object_release(&loop->base);
}

/* ---- compiling ---- */

static const char *name_of(pk_element_loop_way way, char out[16]) {
    const char *plain = way == PK_LOOP_FOLD  ? "fold"
                        : way < PK_LOOP_EACH ? "ordered"
                                             : NULL;

    if (plain)
        return plain;
    snprintf(out, 16, "each_%u",
             (uint32_t)(way - PK_LOOP_EACH) % PK_LOOP_KINDS);
    return out;
}

/* An array of which only that is known which the way says: it is as large as
 * any, and not aligned beyond its elements. Arrays with the same number are the
 * same memory. No element of it is used. */
static pk_array any_array(const pk_element_loop_operand *operand, bool close,
                          size_t number) {
    const uintptr_t far = (uintptr_t)(number + 1) << 41;
    const int64_t bytes = (int64_t)pk_dtype_size(operand->dtype);
    int64_t stride = bytes;
    pk_array a = {.dtype = operand->dtype,
                  .ndim = operand->ndim + 1,
                  .host = (void *)(far + pk_dtype_align(operand->dtype))};

    for (uint32_t i = a.ndim; i-- > 0;) {
        a.shape[i] = i ? 2 : INT64_C(1) << 32;
        a.strides[i] = close ? stride : stride * 3;
        stride *= 2;
    }
    return a;
}

static pk_arg any_number(pk_dtype dtype) {
    pk_arg arg;

    memset(&arg, 0, sizeof arg);
    arg.kind = PK_ARG_scalar;
    arg.dtype = dtype;
    return arg;
}

static pk_status compile(const pk_element_loop *loop,
                         pk_element_loop_variant *v, bool close,
                         pk_error *err) {
    static const pk_dims dims = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    pk_scratch scratch = {.allocator = &loop->base.ctx->allocator};
    pk_array arrays[PK_LOOP_OPERANDS];
    pk_arg args[PK_LOOP_OPERANDS + 1] = {pk_i64(0)};
    const size_t count = v->kernel->info->param_count;
    const bool fewer = count == loop->count; /* an input is written */
    pk_frame frame;
    pk_status status;

    for (size_t i = 0; i + 1 < count; i++) {
        const pk_element_loop_operand *operand = &loop->operands[i];
        arrays[i] = any_array(operand, close, v->apart ? i : 0);
        args[i + 1] = v->mask >> i & 1           ? any_number(operand->dtype)
                      : operand->writes || fewer ? pk_inout(&arrays[i])
                                                 : pk_in(&arrays[i]);
    }
    status = pk_frame_make(v->kernel->base.ctx, v->kernel->info, v->kernel->mod,
                           args, count, &scratch, &frame, err);
    if (status == PK_OK)
        status = pk_variants_get(v->kernel->variants, &frame, args, count,
                                 &dims, &v->spec, err);
    pk_scratch_finish(&scratch);
    return status;
}

static pk_status make_variant(pk_element_loop *loop, pk_element_loop_way way,
                              pk_element_loop_variant *v, pk_error *err) {
    const bool close = way == PK_LOOP_ORDERED_CLOSE ||
                       way == PK_LOOP_APART_CLOSE || way >= PK_LOOP_EACH_CLOSE;
    char name[16];

    v->apart = way >= PK_LOOP_APART && way != PK_LOOP_FOLD;
    if (way >= PK_LOOP_EACH)
        v->mask = (uint32_t)(way - PK_LOOP_EACH) % PK_LOOP_MASKS;
    PK_TRY(pk_kernel_find(loop->made, name_of(way, name), PK_FUNCTION_host,
                          &v->kernel, err));
    return compile(loop, v, close, err);
}

static void drop_variant(pk_element_loop *loop, pk_element_loop_variant *v) {
    if (v->kernel)
        pk_object_release(&v->kernel->base);
    pk_heap_free(&loop->base.ctx->allocator, v, sizeof *v);
}

pk_status pk_element_loop_variant_get(pk_element_loop *loop,
                                      pk_element_loop_way way,
                                      const pk_element_loop_variant **out,
                                      pk_error *err) {
    pk_element_loop_variant *v =
        atomic_load_explicit(&loop->variants[way], memory_order_acquire);
    pk_element_loop_variant *other = NULL;
    pk_status status;

    *out = v;
    if (v)
        return PK_OK;
    v = pk_heap_new(&loop->base.ctx->allocator, sizeof *v);
    if (!v)
        return pk_fail_no_memory(err);
    status = make_variant(loop, way, v, err);
    if (status != PK_OK) {
        drop_variant(loop, v);
        return status;
    }
    *out = v;
    if (!atomic_compare_exchange_strong(&loop->variants[way], &other, v)) {
        drop_variant(loop, v);
        *out = other;
    }
    return PK_OK;
}
