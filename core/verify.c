/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier: everything that emitters rely on. It trusts that pointers lead
 * to objects made by the builder in this module, and checks all else: a pass
 * with a bug and a text from a stranger are both caught here. */
#include "core/verify.h"
#include "base/error.h"
#include "base/try.h"

#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/print.h"
#include "core/report.h"
#include "core/verify_types.h"

#include <stdio.h>
#include <string.h>

typedef struct verifier {
    const pk_func *fn;
    const pk_value **visible; /* by id: the value, while it may be used */
    const pk_local **locals;  /* by id */
    pk_arena scratch;
    pk_error *err;
    pk_verify_fault *fault;
    uint32_t depth;
    bool syncs, objects;
} verifier;

/* The constructs around the current region, innermost first. */
typedef struct scope {
    const pk_inst *inst;
    const struct scope *outer;
    bool left; /* something breaks out of it */
} scope;

/* ---- words ---- */

__attribute__((format(printf, 3, 4))) static pk_status
wrong(const verifier *v, const pk_inst *inst, const char *format, ...) {
    const pk_ir *ir = v->fn->ir;
    pk_loc loc = inst ? inst->loc : v->fn->loc;
    char words[256];
    va_list args;
    pk_text line;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    *v->fault = (pk_verify_fault){v->fn, inst};
    pk_text_init(&line, ir->arena->allocator);
    if (inst) {
        pk_text_put(&line, ": ");
        pk_inst_print(inst, &line);
    }
    pk_fail_at(v->err, PK_VERIFY,
               loc.file < ir->file_count ? ir->files[loc.file] : NULL, loc,
               "%s @%s%.300s", words, v->fn->name, pk_text_string(&line));
    pk_text_finish(&line);
    return PK_VERIFY;
}

/* ---- operands ---- */

static bool is_own_const(const pk_func *fn, const pk_value *value) {
    return pk_const_find(fn, value->type, value->bits) == value;
}

static pk_status check_operand(const verifier *v, const pk_inst *inst,
                               uint32_t i) {
    const pk_value *value = inst->args[i];

    if (!value)
        return wrong(v, inst, "operand %u is missing in", i);
    if (!pk_type_is_value(value->type))
        return wrong(v, inst, "operand %u has no type in", i);
    if (pk_is_const(value)) {
        if (pk_type_is_ptr(value->type))
            return wrong(v, inst, "operand %u is a constant address in", i);
        if (value->type == PK_TYPE_ref && value->bits)
            return wrong(v, inst, "operand %u is a constant reference in", i);
        if (!is_own_const(v->fn, value))
            return wrong(v, inst, "operand %u is a stray constant in", i);
    } else if (value->id >= v->fn->value_count ||
               v->visible[value->id] != value) {
        return wrong(v, inst, "operand %u is not visible in", i);
    }
    return PK_OK;
}

/* ---- single instructions ---- */

static pk_status check_flags(const verifier *v, const pk_inst *inst) {
    if (inst->flags & ~pk_inst_may_carry(inst))
        return wrong(v, inst, "flags do not fit the operation in");
    if (inst->axis > 2)
        return wrong(v, inst, "there is no such axis in");
    if (inst->loc.line && inst->loc.file >= v->fn->ir->file_count)
        return wrong(v, inst, "source %u is not declared in", inst->loc.file);
    return PK_OK;
}

static pk_status check_parts(const verifier *v, const pk_inst *inst) {
    const pk_op_info *info = &pk_op_table[inst->op];
    bool blocks = info->form == PK_OPFORM_BLOCKS;

    if (info->args != PK_MANY && inst->arg_count != (uint32_t)info->args)
        return wrong(v, inst, "%s takes %d operands, got %u in", info->name,
                     info->args, inst->arg_count);
    if (inst->arg_count > PK_MAX_OPERANDS)
        return wrong(v, inst, "%s has more than %d operands in", info->name,
                     PK_MAX_OPERANDS);
    if (!inst->body != !blocks || !inst->other != (inst->op != PK_OP_if) ||
        !inst->index != (inst->op != PK_OP_for) ||
        !inst->local != (info->form != PK_OPFORM_LOCAL) ||
        !inst->callee != (info->form != PK_OPFORM_CALLEE) ||
        !inst->target != (info->form != PK_OPFORM_EXIT) ||
        !inst->text != (info->form != PK_OPFORM_TEXT))
        return wrong(v, inst, "parts are missing or too many in");
    if (inst->local && (inst->local->id >= v->fn->local_count ||
                        v->locals[inst->local->id] != inst->local))
        return wrong(v, inst, "the local is not the function's in");
    return PK_OK;
}

static pk_status check_call(const verifier *v, const pk_inst *inst) {
    const pk_func *callee = inst->callee;

    if (callee->ir != v->fn->ir || callee->kind != PK_FUNC_device)
        return wrong(v, inst, "what is called is not a device function in");
    if (inst->arg_count != callee->param_count ||
        inst->result_count != callee->result_count)
        return wrong(v, inst,
                     "@%s takes %u operands and gives %u results, not %u and "
                     "%u, in",
                     callee->name, callee->param_count, callee->result_count,
                     inst->arg_count, inst->result_count);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (inst->args[i]->type != callee->params[i].value->type)
            return wrong(v, inst, "operand %u has the wrong type in", i);
    for (uint32_t i = 0; i < inst->result_count; i++)
        if (inst->results[i]->type != callee->results[i])
            return wrong(v, inst, "result %u has the wrong type in", i);
    return PK_OK;
}

/* The number of blocks comes before what the function takes. */
static pk_status check_parallel(const verifier *v, const pk_inst *inst) {
    const pk_func *callee = inst->callee;

    if (callee->ir != v->fn->ir || callee->kind != PK_FUNC_host)
        return wrong(v, inst, "what runs in parallel is no host function in");
    if (inst->arg_count != callee->param_count + 1)
        return wrong(v, inst, "@%s takes %u operands and a count, not %u, in",
                     callee->name, callee->param_count, inst->arg_count);
    if (inst->args[0]->type != PK_TYPE_i64)
        return wrong(v, inst, "the count is not an i64 in");
    for (uint32_t i = 1; i < inst->arg_count; i++)
        if (inst->args[i]->type != callee->params[i - 1].value->type)
            return wrong(v, inst, "operand %u has the wrong type in", i);
    return PK_OK;
}

static pk_status check_return(const verifier *v, const pk_inst *inst) {
    if (inst->arg_count != v->fn->result_count)
        return wrong(v, inst, "return gives %u results, not %u, in",
                     inst->arg_count, v->fn->result_count);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (inst->args[i]->type != v->fn->results[i])
            return wrong(v, inst, "operand %u has the wrong type in", i);
    return PK_OK;
}

/* An exit names something around it and, since the iterations of an .items
 * loop run together, leaves none of them but by continue. */
static pk_status check_exit(const verifier *v, const pk_inst *inst,
                            scope *around) {
    scope *at = around;

    for (; at && at->inst != inst->target; at = (scope *)at->outer)
        if (at->inst->flags & PK_INST_items)
            return wrong(v, inst, "leaves a loop over items:");
    if (inst->op == PK_OP_return)
        return PK_OK;
    if (!at || at->inst->op == PK_OP_if)
        return wrong(v, inst, "the label is not around");
    if (inst->op == PK_OP_continue && at->inst->op == PK_OP_block)
        return wrong(v, inst, "a block has no next iteration in");
    if (inst->op == PK_OP_break) {
        if (at->inst->flags & PK_INST_items)
            return wrong(v, inst, "leaves a loop over items:");
        at->left = true;
    }
    return PK_OK;
}

/* In lanes form a work-item is a warp, and nothing else is. */
static pk_status check_lanes(const verifier *v, const pk_inst *inst) {
    bool warps = v->fn->form == PK_FORM_lanes;

    if (inst->op == PK_OP_warp_id && !warps)
        return wrong(v, inst, "only the lanes form has warps to ask for, but");
    if (warps && (inst->op == PK_OP_thread_id || inst->op == PK_OP_lane_id ||
                  (pk_op_table[inst->op].flags & PK_OPF_WARP)))
        return wrong(v, inst, "the lanes form has warps for threads, but");
    return PK_OK;
}

static bool in_items(const pk_inst *inst) {
    while ((inst = inst->parent->owner))
        if (inst->flags & PK_INST_items)
            return true;
    return false;
}

static pk_status check_inst(verifier *v, const pk_inst *inst, scope *around) {
    const char *reason;

    if ((unsigned)inst->op >= PK_OP_COUNT)
        return wrong(v, NULL, "unknown operation in");
    PK_TRY(check_parts(v, inst));
    for (uint32_t i = 0; i < inst->arg_count; i++)
        PK_TRY(check_operand(v, inst, i));
    for (uint32_t i = 0; i < inst->result_count; i++)
        if (!inst->results[i] || inst->results[i]->def != inst ||
            inst->results[i]->kind != PK_VALUE_result ||
            inst->results[i]->id >= v->fn->value_count ||
            !pk_type_is_value(inst->results[i]->type))
            return wrong(v, inst, "result %u is not one in", i);
    reason = pk_check_types(inst);
    if (reason)
        return wrong(v, inst, "%s in", reason);
    PK_TRY(check_flags(v, inst));
    if (inst->op == PK_OP_call)
        PK_TRY(check_call(v, inst));
    if (inst->op == PK_OP_parallel)
        PK_TRY(check_parallel(v, inst));
    if (inst->op == PK_OP_return)
        PK_TRY(check_return(v, inst));
    if (inst->op == PK_OP_return || inst->target)
        PK_TRY(check_exit(v, inst, around));
    if ((pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) &&
        v->fn->form == PK_FORM_block &&
        (inst->op != PK_OP_grid_sync || in_items(inst)))
        return wrong(v, inst, "the block form has no barriers, but");
    PK_TRY(check_lanes(v, inst));
    v->objects |= inst->op == PK_OP_address || inst->op == PK_OP_memory ||
                  inst->op == PK_OP_pointer || inst->op == PK_OP_random_state ||
                  inst->op == PK_OP_parallel || inst->op == PK_OP_sole ||
                  inst->op == PK_OP_home || inst->op == PK_OP_lapack ||
                  pk_op_table[inst->op].rule == PK_RULE_ALLOC ||
                  pk_op_table[inst->op].rule == PK_RULE_TAKE_REF ||
                  inst->op == PK_OP_stopped || pk_inst_catches(inst);
    v->syncs |= (pk_op_table[inst->op].flags & PK_OPF_SYNC) &&
                v->fn->form != PK_FORM_block;
    return PK_OK;
}

/* ---- regions ---- */

static pk_status check_region(verifier *v, const pk_region *region,
                              const pk_inst *owner, scope *around, bool *ends);

/* The regions of an instruction. `ends` becomes whether what follows it can
 * never be reached. */
static pk_status check_inner(verifier *v, const pk_inst *inst, scope *around,
                             bool *ends) {
    scope here = {inst, around, inst->flags & PK_INST_catch};
    bool body = false, other = false;

    if (inst->index) {
        const pk_value *index = inst->index;
        if (index->kind != PK_VALUE_index || index->def != inst ||
            index->id >= v->fn->value_count || v->visible[index->id])
            return wrong(v, inst, "the index is not one in");
        v->visible[index->id] = index;
    }
    PK_TRY(check_region(v, inst->body, inst, &here, &body));
    if (inst->other)
        PK_TRY(check_region(v, inst->other, inst, &here, &other));
    if (inst->index)
        v->visible[inst->index->id] = NULL;
    if (inst->op == PK_OP_if)
        *ends |= body && other;
    else if (inst->op == PK_OP_loop)
        *ends |= !here.left;
    else if (inst->op == PK_OP_block)
        *ends |= body && !here.left;
    return PK_OK;
}

static void hide_results(verifier *v, const pk_region *region) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next)
        for (uint32_t i = 0; i < inst->result_count; i++)
            v->visible[inst->results[i]->id] = NULL;
}

static pk_status check_region(verifier *v, const pk_region *region,
                              const pk_inst *owner, scope *around, bool *ends) {
    const pk_inst *prev = NULL;

    if (region->owner != owner)
        return wrong(v, owner, "a region belongs elsewhere in");
    if (++v->depth > PK_MAX_NESTING)
        return wrong(v, owner, "more than %d regions within each other at",
                     PK_MAX_NESTING);
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        if (inst->parent != region || inst->prev != prev)
            return wrong(v, inst, "the list of instructions is broken at");
        if (prev && pk_op_leaves(prev->op))
            return wrong(v, prev, "something follows");
        PK_TRY(check_inst(v, inst, around));
        if (inst->body)
            PK_TRY(check_inner(v, inst, around, ends));
        else
            *ends |= pk_op_leaves(inst->op);
        for (uint32_t i = 0; i < inst->result_count; i++) {
            if (v->visible[inst->results[i]->id])
                return wrong(v, inst, "result %u has a number in use in", i);
            v->visible[inst->results[i]->id] = inst->results[i];
        }
        prev = inst;
    }
    if (region->last != prev)
        return wrong(v, owner, "the list of instructions is broken in");
    hide_results(v, region);
    v->depth--;
    return PK_OK;
}

/* ---- functions ---- */

static pk_status check_param(const verifier *v, const pk_param *param) {
    pk_type type = param->value->type;
    bool kernel = pk_func_is_entry(v->fn);

    if (!pk_type_is_value(type) || param->value->kind != PK_VALUE_param)
        return wrong(v, NULL, "parameter %%%s has no type in", param->name);
    if ((unsigned)param->role >= PK_ROLE_COUNT || param->arg > 0xffff ||
        param->axis > 0xffff)
        return wrong(v, NULL, "parameter %%%s has no such role in",
                     param->name);
    if (kernel &&
        (param->role == PK_ROLE_data
             ? type != PK_TYPE_PTR(PK_SPACE_global, pk_type_elem(type))
             : pk_type_is_ptr(type)))
        return wrong(v, NULL, "parameter %%%s has a type against its role in",
                     param->name);
    if ((param->role == PK_ROLE_shape || param->role == PK_ROLE_stride) &&
        !pk_type_is_int(type))
        return wrong(v, NULL, "parameter %%%s is no integer in", param->name);
    if ((param->flags & ~15u) || !pk_is_align(param->align, 1) ||
        (param->role != PK_ROLE_data && (param->flags || param->align)))
        return wrong(v, NULL, "parameter %%%s has flags that do not fit in",
                     param->name);
    return PK_OK;
}

static pk_status check_storage(const verifier *v, const pk_storage *s) {
    uint32_t size = pk_type_bytes(s->elem);
    bool constant = s->space == PK_SPACE_constant;

    if (pk_type_is_ptr(s->elem) || !pk_type_is_value(s->elem) ||
        s->space == PK_SPACE_global || (unsigned)s->space >= PK_SPACE_COUNT ||
        s->value->kind != PK_VALUE_storage ||
        s->value->type != PK_TYPE_PTR(s->space, s->elem))
        return wrong(v, NULL, "storage %%%s has no type in", s->name);
    if (s->count > PK_MAX_STORAGE / size)
        return wrong(v, NULL, "storage %%%s takes more than %d bytes in",
                     s->name, PK_MAX_STORAGE);
    if (!s->count && s->space != PK_SPACE_shared)
        return wrong(v, NULL, "storage %%%s has no size in", s->name);
    if (!pk_is_align(s->align, size))
        return wrong(v, NULL, "storage %%%s has an impossible alignment in",
                     s->name);
    if (!s->data != !constant)
        return wrong(v, NULL,
                     "storage %%%s: constants, and only they, have "
                     "data; in",
                     s->name);
    for (uint64_t i = 0; s->data && s->elem == PK_TYPE_bool && i < s->count;
         i++)
        if (pk_storage_item(s, i) > 1)
            return wrong(v, NULL, "storage %%%s has a bool that is none in",
                         s->name);
    if (s->space == PK_SPACE_shared && (v->fn->flags & PK_FUNC_noinline))
        return wrong(v, NULL,
                     "storage %%%s is shared, in a function not "
                     "inlined:",
                     s->name);
    return PK_OK;
}

/* Enters a value that is visible in the whole function. */
static pk_status enter(verifier *v, const pk_value *value, const char *name) {
    if (value->id >= v->fn->value_count || v->visible[value->id])
        return wrong(v, NULL, "%%%s has a number in use in", name);
    v->visible[value->id] = value;
    return PK_OK;
}

static pk_status check_limits(verifier *v) {
    const pk_func *fn = v->fn;

    for (int i = 0; i < PK_LIMIT_COUNT; i++) {
        const pk_limit_info *info = &pk_limit_table[i];
        if (fn->limits[i] && fn->kind != PK_FUNC_kernel)
            return wrong(v, NULL, "%s is for kernels, not for", info->name);
        if (fn->limits[i] > info->most)
            return wrong(v, NULL, "%s %u is over %u in", info->name,
                         fn->limits[i], info->most);
    }
    if (fn->limits[PK_LIMIT_minblocks] && !fn->limits[PK_LIMIT_maxthreads])
        return wrong(v, NULL, "minblocks stands without maxthreads in");
    return PK_OK;
}

static pk_status check_head(verifier *v) {
    const pk_func *fn = v->fn;

    if ((unsigned)fn->kind >= PK_FUNC_COUNT ||
        (unsigned)fn->form >= PK_FORM_COUNT || fn->flags >= 2 * PK_FUNC_narrow)
        return wrong(v, NULL, "unknown kind, form or flags of");
    if (fn->flags & PK_FUNC_swaps_y && fn->flags & PK_FUNC_swaps_z)
        return wrong(v, NULL, "x is swapped with two axes in");
    if (pk_func_is_entry(fn)
            ? fn->result_count || (fn->flags & PK_FUNC_noinline)
            : fn->form != PK_FORM_threads || fn->block[0] || fn->block[1] ||
                  fn->block[2])
        return wrong(v, NULL,
                     "an entry has no results, a device function no "
                     "form and dimensions:");
    for (int i = 0; i < 3; i++)
        if (fn->block[i] > 1024)
            return wrong(v, NULL, "more than 1024 threads in");
    PK_TRY(check_limits(v));
    if (fn->loc.line && fn->loc.file >= fn->ir->file_count)
        return wrong(v, NULL, "source %u is not declared in", fn->loc.file);
    if (fn->param_count > PK_MAX_OPERANDS || fn->result_count > PK_MAX_OPERANDS)
        return wrong(v, NULL, "more than %d parameters or results of",
                     PK_MAX_OPERANDS);
    for (uint32_t i = 0; i < fn->param_count; i++) {
        PK_TRY(check_param(v, &fn->params[i]));
        PK_TRY(enter(v, fn->params[i].value, fn->params[i].name));
    }
    for (uint32_t i = 0; i < fn->result_count; i++)
        if (!pk_type_is_value(fn->results[i]))
            return wrong(v, NULL, "result %u has no type in", i);
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        PK_TRY(check_storage(v, s));
        PK_TRY(enter(v, s->value, s->name));
    }
    for (const pk_local *local = fn->locals; local; local = local->next) {
        if (local->id >= fn->local_count || v->locals[local->id])
            return wrong(v, NULL, "$%s has a number in use in", local->name);
        if (!pk_type_is_value(local->type))
            return wrong(v, NULL, "$%s has no type in", local->name);
        v->locals[local->id] = local;
    }
    return PK_OK;
}

static pk_status check_func(verifier *v) {
    bool ends = false;

    PK_TRY(check_head(v));
    PK_TRY(check_region(v, v->fn->body, NULL, NULL, &ends));
    if (v->fn->result_count && !ends)
        return wrong(v, NULL, "the end is reached without a return in");
    return PK_OK;
}

static pk_status verify_func(pk_func *fn, pk_error *err,
                             pk_verify_fault *fault) {
    verifier v = {.fn = fn, .err = err, .fault = fault};
    pk_status status = PK_NO_MEMORY;

    pk_arena_init(&v.scratch, fn->ir->arena->allocator);
    v.visible = pk_arena_array(&v.scratch, fn->value_count + (size_t)1,
                               sizeof *v.visible);
    v.locals = pk_arena_array(&v.scratch, fn->local_count + (size_t)1,
                              sizeof *v.locals);
    if (v.scratch.failed || fn->ir->arena->failed)
        pk_fail_no_memory(err);
    else
        status = check_func(&v);
    pk_func_get_data(fn)->syncs = v.syncs;
    pk_func_get_data(fn)->objects = v.objects;
    pk_arena_finish(&v.scratch);
    return status;
}

pk_status pk_verify_func(pk_func *fn, pk_error *err) {
    pk_verify_fault fault;

    return verify_func(fn, err, &fault);
}

/* ---- modules ---- */

/* Functions that do what they may not. */
typedef struct misplaced {
    const pk_func *sync;    /* waits at a barrier behind a real call */
    const pk_func *objects; /* a kernel that has objects */
} misplaced;

/* Called callees first: spreads who waits at barriers and who has objects to
 * their callers. A barrier may not be behind a real call, where its other
 * threads may not follow; of functions that call each other in a circle, all
 * are. */
static void find_misplaced(pk_func *fn, void *arg) {
    misplaced *found = arg;
    pk_func_data *data = pk_func_get_data(fn);

    for (const pk_inst *inst = fn->body->first; inst;
         inst = pk_inst_following(inst))
        if (inst->op == PK_OP_call) {
            data->syncs |= pk_func_get_data(inst->callee)->syncs;
            data->objects |= pk_func_get_data(inst->callee)->objects;
        }
    if (data->syncs && ((fn->flags & PK_FUNC_noinline) ||
                        fn->form == PK_FORM_block || fn->kind == PK_FUNC_host))
        found->sync = fn;
    if (data->objects && fn->kind == PK_FUNC_kernel)
        found->objects = fn;
}

pk_status pk_verify_find(const pk_ir *ir, pk_error *err,
                         pk_verify_fault *fault) {
    verifier v = {.err = err, .fault = fault};
    misplaced found = {0};

    *fault = (pk_verify_fault){0};
    if (ir->arena->failed)
        return pk_fail_no_memory(err);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        PK_TRY(verify_func(fn, err, fault));
    pk_ir_callees_first(ir, find_misplaced, &found);
    v.fn = found.sync ? found.sync : found.objects;
    if (v.fn)
        return wrong(&v, NULL,
                     found.sync ? "a barrier where there can be none, in"
                                : "objects or failures that are caught, which "
                                  "kernels do not have, in");
    return PK_OK;
}

pk_status pk_verify(const pk_ir *ir, pk_error *err) {
    pk_verify_fault fault;

    return pk_verify_find(ir, err, &fault);
}
