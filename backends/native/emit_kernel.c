/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels, each as two functions. @k.NAME reads the parameters from their
 * block, once, and calls @NAME.blocks, where they are arguments and can say
 * what is known of them (noalias, readonly, align). That one loops over the
 * blocks:
 *
 *     define void @k.saxpy(ptr %params, ptr %launch, i64 %first, i64 %last,
 *                          ptr %scratch)
 *     define internal void @saxpy.blocks(i64 %first, i64 %last, ptr %scratch,
 *                                        i32 %grid.x, ..., ptr %p.x, ...) */
#include "backends/native/emit.h"

#include "core/callgraph.h"

/* Prints a parameter of @NAME.blocks; with `attributes`, what is known of the
 * memory it points to, too. */
static void put_param(pk_native_emitter *e, const pk_param *p,
                      bool attributes) {
    pk_text_printf(e->out, ", %s ", pk_native_type(p->value->type));
    if (pk_type_is_ptr(p->value->type) && attributes) {
        if (p->flags & PK_PARAM_noalias)
            pk_text_put(e->out, "noalias ");
        if (p->flags & PK_PARAM_readonly)
            pk_text_put(e->out, "readonly ");
        if (p->align > 1)
            pk_text_printf(e->out, "align %u ", p->align);
    }
    pk_text_printf(e->out, "%%p.%s", p->name);
}

/* Where a block may have fewer threads than others its extents are worked out
 * for each: the launch has `step`. */
static const char launch_names[] = "i32 %grid.x, i32 %grid.y, i32 %grid.z, "
                                   "i32 %dim.x, i32 %dim.y, i32 %dim.z";
static const char melting_names[] =
    "i32 %grid.x, i32 %grid.y, i32 %grid.z, "
    "i32 %step.x, i32 %step.y, i32 %step.z, "
    "i64 %threads.x, i64 %threads.y, i64 %threads.z";

/* The arguments that describe the launch, in front of the kernel's own. */
static void put_launch(pk_native_emitter *e) {
    if (e->frame->phases)
        pk_text_put(e->out, "i64 %stride, ");
    if (e->stops)
        pk_text_put(e->out, "ptr %stop, ");
    pk_text_put(e->out, e->frame->melts ? melting_names : launch_names);
}

/* Prints what the launch says in 64 bits at this byte. */
static void put_launch_words(pk_native_emitter *e, const char *name,
                             const char *type, unsigned offset) {
    pk_text_printf(e->out,
                   "  %%%s.at = getelementptr inbounds i8, ptr %%launch, i64 "
                   "%u\n"
                   "  %%%s = load %s, ptr %%%s.at, align 8\n",
                   name, offset, name, type, name);
}

static bool uses_op(const pk_func *fn, pk_op op, int axis) {
    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        if (i->op == op && i->axis == axis)
            return true;
    return false;
}

static void put_first(pk_native_emitter *e, char axis, const char *step) {
    pk_text_printf(e->out,
                   "  %%block64.%c = zext i32 %%block.%c to i64\n"
                   "  %%step64.%c = zext i32 %%%s.%c to i64\n"
                   "  %%first.%c = mul nuw nsw i64 %%block64.%c, %%step64.%c\n",
                   axis, axis, axis, step, axis, axis, axis, axis);
}

/* The places of the block at work in the grid, and where blocks have no shape
 * of the launch's its extents. */
static void put_places(pk_native_emitter *e) {
    for (int i = 0; i < 3; i++) {
        const char a = "xyz"[i];

        if (e->frame->melts) {
            put_first(e, a, "step");
            pk_text_printf(
                e->out,
                "  %%left.%c = sub nuw nsw i64 %%threads.%c, %%first.%c\n"
                "  %%dim64.%c = call i64 @llvm.umin.i64(i64 %%left.%c, i64 "
                "%%step64.%c)\n"
                "  %%dim.%c = trunc i64 %%dim64.%c to i32\n",
                a, a, a, a, a, a, a, a);
            continue;
        }
        if (uses_op(e->fn, PK_OP_first_thread, i))
            put_first(e, a, "dim");
        if (uses_op(e->fn, PK_OP_grid_threads, i))
            pk_text_printf(e->out,
                           "  %%grid64.%c = zext i32 %%grid.%c to i64\n"
                           "  %%dim64.%c = zext i32 %%dim.%c to i64\n"
                           "  %%threads.%c = mul nuw nsw i64 %%grid64.%c, "
                           "%%dim64.%c\n",
                           a, a, a, a, a, a, a);
    }
}

/* Reads one scalar of the launch, or writes down what it was made for. */
static void put_launch_field(pk_native_emitter *e, const char *word, int axis,
                             unsigned offset, uint32_t known) {
    char a = "xyz"[axis];

    if (known)
        pk_text_printf(e->out, "  %%%s.%c = add i32 %u, 0\n", word, a, known);
    else
        pk_text_printf(e->out,
                       "  %%%s.%c.at = getelementptr inbounds i8, ptr "
                       "%%launch, i64 %u\n"
                       "  %%%s.%c = load i32, ptr %%%s.%c.at, align 4\n",
                       word, a, offset, word, a, word, a);
}

static void put_param_load(pk_native_emitter *e, const pk_param *p) {
    pk_type type = p->value->type;
    bool is_bool = type == PK_TYPE_bool;

    pk_text_printf(e->out,
                   "  %%p.%s.at = getelementptr inbounds i8, ptr %%params, "
                   "i64 %u\n"
                   "  %%p.%s%s = load %s, ptr %%p.%s.at, align %u\n",
                   p->name, p->offset, p->name, is_bool ? ".m" : "",
                   is_bool ? "i8" : pk_native_type(type), p->name,
                   pk_type_bytes(type));
    if (is_bool)
        pk_text_printf(e->out, "  %%p.%s = icmp ne i8 %%p.%s.m, 0\n", p->name,
                       p->name);
}

/* A host function is one block; what a parallel loop runs is many, and has no
 * results. */
static bool is_single(const pk_func *fn) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg == PK_RESULTS_ARG)
            return fn->kind == PK_FUNC_host;
    return false;
}

static void put_entry(pk_native_emitter *e) {
    const pk_func *fn = e->fn;
    const bool single = is_single(fn);

    pk_text_printf(e->out,
                   "\ndefine void @k.%s(ptr readonly %%params, ptr readonly "
                   "%%launch, i64 %%first, i64 %%last, ptr %%scratch) #0 {\n",
                   fn->name);
    for (int i = 0; i < 3; i++)
        put_launch_field(e, "grid", i, 4 * (unsigned)i, single);
    for (int i = 0; i < 3; i++)
        put_launch_field(e, e->frame->melts ? "step" : "dim", i,
                         12 + 4 * (unsigned)i, single ? 1 : fn->block[i]);
    if (e->frame->phases)
        put_launch_words(e, "stride", "i64", 24);
    if (e->stops && e->is_host) /* another word may take its place */
        pk_text_put(e->out, "  %stop = getelementptr inbounds i8, ptr %launch, "
                            "i64 32\n");
    else if (e->stops)
        put_launch_words(e, "stop", "ptr", 32);
    for (unsigned i = 0; i < 3 && e->frame->melts; i++) {
        const char name[] = {'t', 'h', 'r', 'e',      'a',
                             'd', 's', '.', "xyz"[i], 0};
        put_launch_words(e, name, "i64", 40 + 8 * i);
    }
    for (uint32_t i = 0; i < fn->param_count; i++)
        put_param_load(e, &fn->params[i]);
    pk_text_printf(e->out,
                   "  call void @%s.blocks(i64 %%first, i64 %%last, ptr "
                   "%%scratch, ",
                   fn->name);
    put_launch(e);
    for (uint32_t i = 0; i < fn->param_count; i++)
        put_param(e, &fn->params[i], false);
    pk_text_put(e->out, ")\n  ret void\n}\n");
}

/* Blocks first .. last - 1; the place of the first one is worked out, the
 * others follow by carrying from x to y to z. `$` is the basic block in front.
 */
static const char block_loop_head[] = "  %wide.x = zext i32 %grid.x to i64\n"
                                      "  %wide.y = zext i32 %grid.y to i64\n"
                                      "  %rows = udiv i64 %first, %wide.x\n"
                                      "  %x64 = urem i64 %first, %wide.x\n"
                                      "  %z64 = udiv i64 %rows, %wide.y\n"
                                      "  %y64 = urem i64 %rows, %wide.y\n"
                                      "  %x0 = trunc i64 %x64 to i32\n"
                                      "  %y0 = trunc i64 %y64 to i32\n"
                                      "  %z0 = trunc i64 %z64 to i32\n";
static const char block_loop_start[] =
    "  br label %block.head\n"
    "block.head:\n"
    "  %block = phi i64 [ %first, %$ ], [ %block.after, %block.next ]\n"
    "  %block.x = phi i32 [ %x0, %$ ], [ %x2, %block.next ]\n"
    "  %block.y = phi i32 [ %y0, %$ ], [ %y2, %block.next ]\n"
    "  %block.z = phi i32 [ %z0, %$ ], [ %z1, %block.next ]\n"
    "  %block.go = icmp ult i64 %block, %last\n"
    "  br i1 %block.go, label %block.body, label %block.end\n"
    "block.body:\n";
static const char single_block_head[] = /* a host function's */
    "  br label %block.head\n"
    "block.head:\n"
    "  %block.x = add i32 0, 0\n"
    "  %block.y = add i32 0, 0\n"
    "  %block.z = add i32 0, 0\n";
static const char single_block_tail[] = "block.next:\n"
                                        "  br label %block.end\n"
                                        "block.end:\n";
static const char block_loop_tail[] =
    "block.next:\n"
    "  %block.after = add nuw i64 %block, 1\n"
    "  %x1 = add nuw nsw i32 %block.x, 1\n"
    "  %x.full = icmp eq i32 %x1, %grid.x\n"
    "  %x2 = select i1 %x.full, i32 0, i32 %x1\n"
    "  %x.carry = zext i1 %x.full to i32\n"
    "  %y1 = add nuw nsw i32 %block.y, %x.carry\n"
    "  %y.full = icmp eq i32 %y1, %grid.y\n"
    "  %y2 = select i1 %y.full, i32 0, i32 %y1\n"
    "  %y.carry = zext i1 %y.full to i32\n"
    "  %z1 = add nuw nsw i32 %block.z, %y.carry\n"
    "  br label %block.head\n"
    "block.end:\n";

static const char *put_before(void *arg, pk_text *out, const char *at) {
    pk_text_put(out, arg);
    return at + 1;
}

/* The block loop. What lane loops need on the stack is known when they are
 * printed, and has to stand before it. */
static void put_body(pk_native_emitter *e) {
    pk_text *out = e->out, body;
    const bool phases = e->frame->phases;
    const bool single = is_single(e->fn);
    char before[32];

    pk_text_init(&body, out->allocator);
    pk_text_init(&e->allocas, out->allocator);
    e->out = &body;
    pk_native_put_zeros(e);
    pk_native_put_region(e, e->fn->body);
    if (!pk_region_ends(e->fn->body))
        pk_text_put(e->out, phases ? "  br label %block.ends\n"
                                   : "  br label %block.next\n");
    if (phases)
        pk_native_put_end(e);
    e->out = out;
    pk_text_put(out, pk_text_string(&e->allocas));
    if (single) {
        pk_text_put(out, single_block_head);
    } else {
        pk_text_put(out, block_loop_head);
        pk_native_put_privates(e, before, sizeof before);
        pk_text_expand(out, block_loop_start, "$", put_before, before);
    }
    put_places(e);
    if (phases) {
        pk_text_put(out, "  %frame.at = mul nuw i64 %block, %stride\n"
                         "  %frame = getelementptr inbounds i8, ptr %scratch, "
                         "i64 %frame.at\n");
        pk_native_put_arrays(e, "%frame");
        pk_native_put_resume(e);
    }
    pk_text_bytes(out, pk_text_string(&body), body.length);
    pk_text_put(out, single ? single_block_tail : block_loop_tail);
    pk_native_put_private_sums(e);
    pk_text_put(out, "  ret void\n}\n");
    out->failed |= body.failed || e->allocas.failed;
    pk_text_finish(&body);
    pk_text_finish(&e->allocas);
}

void pk_native_put_kernel(pk_native_emitter *e) {
    const pk_func *fn = e->fn;

    pk_text_printf(e->out,
                   "\ndefine internal void @%s.blocks(i64 %%first, i64 "
                   "%%last, ptr noalias %%scratch, ",
                   fn->name);
    put_launch(e);
    for (uint32_t i = 0; i < fn->param_count; i++)
        put_param(e, &fn->params[i], true);
    pk_text_put(e->out, ") #0 {\n");
    pk_native_put_stack_arrays(e);
    if (!e->frame->phases)
        pk_native_put_arrays(e, "%scratch");
    pk_native_put_locals(e);
    put_body(e);
    put_entry(e);
}
