/* SPDX-License-Identifier: Apache-2.0 */
/* Launching what kernels ask for. */
#include "runtime/launch/device_launch.h"
#include "base/try.h"

#include "recipe/spread.h"
#include "runtime/context/structure.h"
#include "runtime/kernel/compiler.h"
#include "runtime/launch/launch.h"
#include "runtime/memory/memory.h"

#include <inttypes.h>
#include <string.h>

/* ---- arrays as buffers ---- */

/* The memory is the launch's, and in the queue at least as long as this. */
static void destroy_borrowed(pk_object *object) {
    (void)object;
}

static pk_buffer *borrow(pk_context *ctx, const pk_ref *ref) {
    pk_buffer *buf =
        pk_object_create(ctx, PK_OBJECT_buffer, sizeof *buf, destroy_borrowed);
    void *host = NULL;

    if (!buf)
        return NULL;
    buf->mem = ref->mem;
    buf->size = SIZE_MAX >> 1;
    buf->imported = true;
    ctx->plugin->mem_address(buf->mem, &buf->device, &host);
    buf->host = host;
    return buf;
}

/* One buffer for each piece of memory, so that arrays which overlap are seen
 * to do so. */
static pk_buffer *shared_with(const pk_roots *roots, const pk_ref *ref) {
    for (uint32_t i = 0; i < roots->count; i++)
        if (roots->items[i].buffer && roots->items[i].buffer->mem == ref->mem)
            return roots->items[i].buffer;
    return NULL;
}

static bool add_root(pk_context *ctx, const pk_leaf *leaf, pk_roots *roots) {
    pk_root *root = &roots->items[roots->count];
    pk_buffer *known;

    if (leaf->kind == PK_ARGTYPE_array && leaf->place.ref.mem) {
        known = shared_with(roots, &leaf->place.ref);
        if (!known)
            known = leaf->array->buffer;
        root->buffer =
            known ? pk_buffer_retain(known) : borrow(ctx, &leaf->place.ref);
        root->offset = leaf->place.ref.offset;
        root->readonly = leaf->arg_kind == PK_ARG_in;
        if (!root->buffer)
            return false;
    }
    roots->count++;
    return true;
}

static size_t roots_size(uint32_t count) {
    return sizeof(pk_roots) + count * sizeof(pk_root);
}

pk_status pk_roots_make(pk_context *ctx, const pk_frame *frame, pk_roots **out,
                        pk_error *err) {
    pk_roots *roots =
        pk_heap_new(&ctx->allocator, roots_size(frame->leaf_count));

    if (!roots)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (!add_root(ctx, &frame->leaves[i], roots)) {
            roots->count = frame->leaf_count;
            pk_roots_destroy(ctx, roots);
            return pk_fail_no_memory(err);
        }
    *out = roots;
    return PK_OK;
}

void pk_roots_destroy(pk_context *ctx, pk_roots *roots) {
    if (!roots)
        return;
    for (uint32_t i = 0; i < roots->count; i++)
        pk_buffer_release(roots->items[i].buffer);
    pk_heap_free(&ctx->allocator, roots, roots_size(roots->count));
}

/* ---- one launch ---- */

/* A launch read back: what pk_launch takes. */
typedef struct request {
    const pk_launch_record *by;
    const pk_recipe *recipe;       /* of the kernel that asks */
    const pk_launched *next, *end; /* arguments not read yet */
    const uint32_t *values;        /* operands not read yet */
    pk_launch_config config;
    bool empty;
    pk_arg args[PK_LAUNCHED_MAX], items[PK_LAUNCHED_MAX];
    pk_array arrays[PK_LAUNCHED_MAX];
    size_t count, item_count, array_count;
} request;

static int64_t take_int(request *r) {
    return (int64_t)pk_report_take_bits(&r->values, PK_TYPE_i64);
}

static pk_status read_config(request *r, pk_error *err) {
    static const char *const names[] = {"grid", "block", "shared memory"};
    uint32_t *const to[] = {r->config.grid, r->config.block,
                            &r->config.shared_bytes};

    for (int i = 0; i < PK_LAUNCHED_CONFIG; i++) {
        int64_t value = take_int(r);
        if (value < 0 || value > UINT32_MAX || (i / 3 == 1 && !value))
            return pk_fail(err, PK_LIMIT, "the %s is %" PRId64, names[i / 3],
                           value);
        to[i / 3][i % 3] = (uint32_t)value;
        r->empty |= i < 3 && !value;
    }
    return PK_OK;
}

static pk_dtype dtype_of(pk_type type, bool is_complex) {
    if (is_complex)
        return type == PK_TYPE_f32 ? PK_DTYPE_c64 : PK_DTYPE_c128;
    return (pk_dtype)type; /* dtypes.def has them in this order */
}

static pk_status read_array(request *r, const pk_launched *a, pk_arg *arg,
                            pk_error *err) {
    pk_context *ctx = r->by->mod->base.ctx;
    pk_array *array = &r->arrays[r->array_count++];
    uint32_t param = *r->values++;
    int64_t offset = take_int(r);
    const pk_root *root;
    uint32_t leaf;

    if (param >= r->recipe->steps.count)
        return pk_fail(err, PK_KERNEL, "it was written over");
    leaf = pk_recipe_steps(r->recipe)[param].leaf;
    if (leaf >= r->by->roots->count)
        return pk_fail(err, PK_KERNEL, "it was written over");
    root = &r->by->roots->items[leaf];
    *array = (pk_array){.dtype = a->name ? PK_DTYPE_void
                                         : dtype_of(a->type, a->is_complex),
                        .ndim = a->count,
                        .buffer = root->buffer,
                        .offset = root->offset + (size_t)offset};
    /* The context has it since the launch that gave such records. */
    if (a->name)
        PK_TRY(pk_structure_get(ctx, pk_recipe_text(r->recipe, a->name), 0,
                                &array->structure, err));
    for (uint32_t part = PK_PART_shape; part < pk_array_parts(a->count, true);
         part++) {
        uint32_t axis;
        pk_role role = pk_array_role(a->count, part, &axis);
        (role == PK_ROLE_shape ? array->shape : array->strides)[axis] =
            take_int(r);
    }
    *arg = root->readonly ? pk_in(array) : pk_inout(array);
    return PK_OK;
}

static void read_scalar(request *r, const pk_launched *a, pk_arg *arg) {
    const bool is_complex = a->kind == PK_LAUNCHED_complex;
    uint64_t bits[2] = {0, 0};

    *arg =
        (pk_arg){.kind = PK_ARG_scalar, .dtype = dtype_of(a->type, is_complex)};
    for (int i = 0; i <= is_complex; i++)
        bits[i] = pk_report_take_bits(&r->values, a->type);
    if (a->type == PK_TYPE_bool)
        arg->value.b = bits[0];
    else if (a->type == PK_TYPE_f32)
        for (int i = 0; i < 2; i++)
            memcpy(&arg->value.f32[i], &bits[i], 4);
    else if (a->type == PK_TYPE_f64)
        memcpy(arg->value.f64, bits, sizeof bits);
    else if (pk_type_is_signed(a->type))
        arg->value.i =
            (int64_t)(bits[0] << (64 - 8 * pk_type_bytes(a->type))) >>
            (64 - 8 * pk_type_bytes(a->type));
    else
        arg->value.u = bits[0];
}

/* The class of the module that the argument names. */
static pk_status find_class(const request *r, const pk_launched *a, pk_arg *arg,
                            pk_error *err) {
    const char *path = pk_recipe_text(r->recipe, a->name);
    pk_module *mod = r->by->mod;

    if (!mod->program)
        return pk_fail(
            err, PK_UNSUPPORTED,
            "a kernel launches another with an argument of class %s, which "
            "a bundle does not hold: pass its fields one by one, or run "
            "the kernel from its source",
            path);
    return a->kind == PK_LAUNCHED_tuple
               ? pk_parts.compiler->find_fields(mod, path,
                                                &arg->value.tuple.fields, err)
               : pk_parts.compiler->find_members(
                     mod, path, &arg->value.member.members, NULL, err);
}

static pk_status read_member(request *r, const pk_launched *a, pk_arg *arg,
                             pk_error *err) {
    *arg = (pk_arg){.kind = PK_ARG_member};
    arg->value.member.number = take_int(r);
    return find_class(r, a, arg, err);
}

static pk_status read_arg(request *r, pk_arg *arg, pk_error *err);

static pk_status read_tuple(request *r, const pk_launched *a, pk_arg *arg,
                            pk_error *err) {
    pk_arg *items = &r->items[r->item_count];

    r->item_count += a->count;
    for (uint32_t i = 0; i < a->count; i++)
        PK_TRY(read_arg(r, &items[i], err));
    *arg = pk_tuple(items, a->count);
    return a->name ? find_class(r, a, arg, err) : PK_OK;
}

/* The next argument, with its items, of which a recipe has all. */
static pk_status read_arg(request *r, pk_arg *arg, pk_error *err) {
    const pk_launched *a = r->next++;

    switch ((pk_launched_kind)a->kind) {
    case PK_LAUNCHED_scalar:
    case PK_LAUNCHED_complex: read_scalar(r, a, arg); return PK_OK;
    case PK_LAUNCHED_member: return read_member(r, a, arg, err);
    case PK_LAUNCHED_array: return read_array(r, a, arg, err);
    case PK_LAUNCHED_tuple: return read_tuple(r, a, arg, err);
    case PK_LAUNCHED_none:
    case PK_LAUNCHED_KINDS: break;
    }
    *arg = pk_none();
    return PK_OK;
}

static pk_status read_args(request *r, pk_error *err) {
    while (r->next < r->end)
        PK_TRY(read_arg(r, &r->args[r->count++], err));
    return PK_OK;
}

/* Like pk_launch, in a queue that has been entered. */
static pk_status enqueue(pk_queue *queue, const request *r, pk_kernel *kernel,
                         pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    pk_scratch scratch = {.allocator = &ctx->allocator};
    const pk_spec *spec = NULL;
    pk_frame frame;
    pk_dims dims;
    pk_status status;

    PK_TRY(pk_dims_read(ctx, &r->config, &dims, err));
    status = pk_frame_make(ctx, kernel->info, kernel->mod, r->args, r->count,
                           &scratch, &frame, err);
    if (status == PK_OK)
        status = pk_variants_get(kernel->variants, &frame, r->args, r->count,
                                 &dims, &spec, err);
    if (status == PK_OK)
        status = pk_launch_enqueue(queue, kernel, spec, &frame, &dims, err);
    pk_scratch_finish(&scratch);
    return status;
}

static pk_status launch(pk_queue *queue, const pk_device_launch *n,
                        uint32_t deadline_ms, pk_error *err) {
    const pk_recipe *recipe = n->by->spec->recipe;
    const pk_message *m = n->message;
    request r = {.by = n->by,
                 .config =
                     PK_INIT(pk_launch_config, .deadline_ms = deadline_ms),
                 .recipe = recipe,
                 .next = pk_recipe_at(recipe, m->args.at),
                 .values = n->values};
    pk_kernel *kernel;
    pk_status status;

    r.end = r.next + m->args.count;
    PK_TRY(read_config(&r, err));
    PK_TRY(read_args(&r, err));
    if (r.empty)
        return PK_OK;
    PK_TRY(pk_module_kernel(n->by->mod, pk_recipe_text(recipe, m->kernel),
                            &kernel, err));
    status = enqueue(queue, &r, kernel, err);
    pk_kernel_release(kernel);
    return status;
}

/* Says who launched what, and where. */
static pk_status explain(const pk_device_launch *n, const pk_error *why,
                         pk_error *err) {
    const pk_recipe *recipe = n->by->spec->recipe;
    const pk_message *m = n->message;

    return pk_fail_at(err, why->status, pk_recipe_text(recipe, m->file), m->loc,
                      "%s launches %s: %s", n->by->kernel,
                      pk_recipe_text(recipe, m->kernel), why->message);
}

/* ---- all of them ---- */

static pk_status launch_all(pk_queue *queue, const pk_device_launches *list,
                            uint32_t deadline_ms, pk_error *err) {
    pk_error why;

    for (size_t i = 0; i < list->count; i++)
        if (launch(queue, &list->items[i], deadline_ms, &why) != PK_OK)
            return explain(&list->items[i], &why, err);
    return PK_OK;
}

pk_status pk_device_launches_run(pk_queue *queue, uint32_t deadline_ms,
                                 pk_error *err) {
    pk_context *ctx = queue->base.ctx;

    for (int depth = 0; depth < PK_DEVICE_LAUNCH_DEPTH; depth++) {
        pk_device_launches list = {0};
        pk_status status;
        bool any;

        pk_report_fetch(queue);
        status = pk_queue_sync(queue, err);
        status = pk_report_take(queue, status, &list, err);
        any = list.count;
        if (status == PK_OK)
            status = launch_all(queue, &list, deadline_ms, err);
        pk_device_launches_finish(ctx, &list);
        if (status != PK_OK || !any)
            return status;
    }
    return pk_fail(err, PK_LIMIT, "kernels launch kernels more than %d deep",
                   PK_DEVICE_LAUNCH_DEPTH);
}
