/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of generators: a function with a yield is two of the IR.
 *
 *     def squares(a, n):         @squares(a, n) -> ref      a frame with a and
 * n for i in range(n):     @squares.next(frame) -> bool, f64 yield a[i] ** 2
 * whether there is one more, and what it is
 *
 * The second one is lowered like any other function, with a return at each
 * yield; core/passes/resume.h has it go on there. `frame` is a pointer: a
 * generator that goes through another one, `for x in squares(a, n)`, has its
 * frame within its own. */
#include "core/passes/resume.h"

#include "base/error.h"
#include "frontend/lower/closure.h"
#include "frontend/lower/lower.h"
#include "frontend/types/struct.h"

struct pk_yield {
    struct pk_yield *next;
    pk_inst *leave;
};

/* ---- yield ---- */

/* Leaves with whether there is an item, and the item. */
static void leave(pk_lower *l, bool more, pk_lv item) {
    pk_value **parts =
        pk_arena_array(l->arena, item.type->parts + 1u, sizeof *parts);

    if (!parts)
        return;
    parts[0] = pk_const_int(l->fn, PK_TYPE_bool, more);
    for (uint32_t i = 0; i < item.type->parts; i++)
        parts[1 + i] = item.parts[i];
    pk_emit_return(&l->b, parts, item.type->parts + 1u);
}

void pk_lower_end_generator(pk_lower *l) {
    leave(l, false, pk_lv_zero(l, l->instance->item));
}

pk_lv pk_lower_yield(pk_lower *l, const pk_ast *node) {
    struct pk_yield *y = PK_NEW(l->arena, struct pk_yield);
    pk_lv value = {&pk_ty_none, NULL};

    if (node->Yield.value)
        value = pk_lower_expr(l, node->Yield.value);
    pk_lower_at(l, node);
    value = pk_lower_convert(l, pk_lower_outward(l, value), l->instance->item);
    y->leave = pk_begin_if(&l->b, pk_const_int(l->fn, PK_TYPE_bool, 1));
    leave(l, true, value);
    pk_end_control(&l->b, y->leave);
    y->next = l->yields;
    l->yields = y;
    return (pk_lv){&pk_ty_none, NULL};
}

static void own_parts(const pk_ty *type, pk_local **locals) {
    uint32_t owner;

    if (type->kind == PK_TY_tuple || type->kind == PK_TY_optional ||
        type->kind == PK_TY_function) {
        locals += type->kind == PK_TY_optional;
        for (uint32_t i = 0; i < type->count; i++) {
            own_parts(type->items[i], locals);
            locals += type->items[i]->parts;
        }
    } else if (pk_part_owner(type, &owner)) {
        locals[PK_PART_data]->mark = locals[owner];
    }
}

void pk_lower_mark_owners(pk_lower *l, const pk_ty *type, pk_local **locals) {
    if (l->instance->frame && !l->arena->failed)
        own_parts(type, locals);
}

/* ---- the frame ---- */

/* Behind the word that says where it goes on. */
static pk_words arguments_at(pk_lower *l, pk_value *memory) {
    (void)l;
    return (pk_words){memory, NULL, 1};
}

/* Takes the arguments out of the frame. */
static void take_arguments(pk_lower *l) {
    pk_instance *instance = l->instance;
    pk_param *frame =
        pk_func_param(l->fn, "frame", PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_u8),
                      PK_ROLE_scalar, 0, 0);
    pk_words at = arguments_at(l, frame->value);

    for (uint32_t i = 0; i < instance->arg_count; i++) {
        const char *name = pk_instance_parameter(instance, i);
        struct pk_temporary *outer = l->temporaries;
        pk_lower_set(l, pk_vars_find(&instance->vars, name),
                     pk_lower_get_words(l, at, instance->args[i]));
        pk_lower_drop_words(l, at, instance->args[i]);
        pk_lower_let_go(l, outer);
        at.word += instance->args[i]->parts;
    }
    pk_lower_references(l);
    pk_func_result(l->fn, PK_TYPE_bool);
    for (uint32_t i = 0; i < instance->item->parts; i++)
        pk_func_result(l->fn, pk_ty_part(instance->item, i));
}

/* Notes which words the frame has before the function begins. */
static void count_words(const pk_instance *instance, pk_resume *r) {
    r->words = 1;
    for (uint32_t i = 0; i < instance->arg_count; i++) {
        const uint64_t refs = pk_lower_refs_of(instance->args[i]);
        r->too_large |= refs && r->words + instance->args[i]->parts > 64;
        r->refs |= r->words < 64 ? refs << r->words : 0;
        r->words += instance->args[i]->parts;
    }
    r->filled = r->words;
}

static void resume(pk_lower *l, pk_resume *r) {
    for (struct pk_yield *y = l->yields; y; y = y->next)
        r->leave_count++;
    r->fn = l->fn;
    r->leaves =
        pk_arena_array(l->arena, r->leave_count + 1u, sizeof *r->leaves);
    if (!r->leaves)
        return;
    r->leave_count = 0;
    for (struct pk_yield *y = l->yields; y; y = y->next)
        r->leaves[r->leave_count++] = y->leave;
    pk_resume_make(r);
    if (r->too_large || r->words > PK_FRAME_WORDS)
        pk_say_in(l->c, l->program, l->instance->function->def,
                  PK_SEVERITY_error, PK_E_too_many,
                  "put some of them into an array, or into a function that it "
                  "calls",
                  "%s has more variables that live across a yield than there "
                  "is room for",
                  l->instance->function->info.name);
}

/* The function that makes a frame. */
static void make_frame(pk_lower *l, const pk_resume *r) {
    pk_instance *instance = l->instance;
    pk_value *bytes = pk_i64(l, 8 * (int64_t)r->words), *address;
    pk_lv *args =
        pk_arena_array(l->arena, instance->arg_count + 1u, sizeof *args);
    pk_value *frame;
    pk_words at;

    if (!args)
        return;
    for (uint32_t i = 0; i < instance->arg_count; i++)
        args[i] = pk_lower_add_parameters(l, pk_instance_parameter(instance, i),
                                          instance->args[i], i);
    pk_lower_references(l);
    frame = r->refs ? pk_emit_alloc_refs(&l->b, PK_TYPE_i64, bytes, r->words,
                                         r->refs, &address)
                    : pk_emit_alloc(&l->b, PK_OP_alloc_zero, PK_TYPE_i64, bytes,
                                    &address);
    pk_lower_made(l, frame, bytes);
    at = arguments_at(l, address);
    for (uint32_t i = 0; i < instance->arg_count; i++) {
        pk_lower_put_words(l, at, args[i]);
        at.word += instance->args[i]->parts;
    }
    pk_emit_return(&l->b, &frame, 1);
}

static void begin(pk_lower *l, pk_func *fn) {
    const pk_function *function = l->instance->function;

    l->fn = fn;
    if (function->program->kind == PK_PROGRAM_user)
        l->file = pk_ir_file(l->c->ir, function->program->parse.source->file);
    pk_builder_init(&l->b, fn);
    pk_lower_at(l, function->def);
    fn->loc = l->b.loc;
}

void pk_lower_generator(pk_lower *l) {
    pk_instance *instance = l->instance;
    const char *name = instance->function->info.name;
    pk_lower maker = {.c = l->c,
                      .arena = l->arena,
                      .instance = instance,
                      .program = l->program,
                      .live = true};
    pk_resume r = {0};

    instance->ir = pk_func_new(l->c->ir, PK_FUNC_device, name);
    pk_func_result(instance->ir, PK_TYPE_ref);
    instance->resume = pk_func_new(l->c->ir, PK_FUNC_device,
                                   pk_arena_format(l->arena, "%s.next", name));
    begin(l, instance->resume);
    count_words(instance, &r);
    l->resume = &r;
    pk_lower_set_fast(l);
    take_arguments(l);
    pk_lower_coverage_begin(l);
    pk_lower_block(l, &instance->function->def->FunctionDef.body);
    if (l->live)
        pk_lower_end_generator(l);
    if (l->arena->failed)
        return;
    resume(l, &r);
    instance->frame_words = r.words;
    instance->frame_refs = r.refs;
    begin(&maker, instance->ir);
    make_frame(&maker, &r);
}

/* ---- a frame within a frame ---- */

/* A frame with those in it has at most so many words: what does not fit is
 * memory of its own. */
enum { INNER_WORDS = 32 };

pk_lv pk_lower_iterated(pk_lower *l, const pk_ast *node) {
    const pk_call *call = pk_note_find(l->instance, node)->call;
    pk_instance *callee = call ? call->instance : NULL;
    pk_lv over;

    if (l->resume && node->kind == PK_AST_Call && callee && callee->frame) {
        pk_lower_instance(l->c, callee);
        if (l->resume->words + callee->frame_words <= INNER_WORDS)
            l->inner = node;
    }
    over = pk_lower_expr(l, node);
    l->inner = NULL;
    return over;
}

/* The frame at this word; drops what the references in it refer to. */
static pk_words drop_references(pk_lower *l, const pk_instance *of,
                                uint32_t word) {
    pk_words at = {l->fn->params[0].value, NULL, word};

    for (uint32_t i = 0; i < of->frame_words && i < PK_FRAME_REFS;
         i++, at.word++)
        if (of->frame_refs >> i & 1)
            pk_lower_drop_words(l, at, &of->frame->type);
    at.word = word;
    return at;
}

/* The generator is the word where its frame begins. */
pk_lv pk_lower_inner(pk_lower *l, pk_instance *callee, const pk_lv *args) {
    pk_resume *r = l->resume;
    pk_lv generator = pk_lv_one(l, callee->result, pk_i64(l, r->words));
    pk_words at = drop_references(l, callee, r->words);

    l->inner = NULL;
    pk_lower_put_words(l, at,
                       pk_lv_one(l, pk_ty_number(PK_TYPE_i64), pk_i64(l, 0)));
    at.word++;
    for (uint32_t i = 0; i < callee->arg_count; i++) {
        pk_lower_put_words(l, at, args[i]);
        at.word += callee->args[i]->parts;
    }
    r->refs |= callee->frame_refs << r->words;
    r->words += callee->frame_words;
    return generator;
}

static bool is_inner(pk_lv generator) {
    return generator.parts[0]->type == PK_TYPE_i64;
}

void pk_lower_end_inner(pk_lower *l, pk_lv generator) {
    if (l->live && generator.type->kind == PK_TY_struct && is_inner(generator))
        drop_references(l, pk_generator_of(generator.type),
                        (uint32_t)generator.parts[0]->bits);
}

/* ---- going on ---- */

static pk_value *frame_of(pk_lower *l, pk_lv generator) {
    pk_value *at = generator.parts[0];

    return is_inner(generator)
               ? pk_emit_offset(&l->b, PK_TYPE_u8, l->fn->params[0].value,
                                pk_i64(l, 8 * pk_const_get_int(at)))
               : pk_emit_memory(&l->b, PK_TYPE_u8, at);
}

pk_lv pk_lower_generator_next(pk_lower *l, pk_lv generator, pk_value **more) {
    pk_instance *of = (pk_instance *)(uintptr_t)pk_generator_of(generator.type);
    pk_lv item = pk_lv_new(l, of->item);
    const uint32_t count = 1 + pk_lower_reference_parts(l, of, NULL);
    pk_value **args = pk_arena_array(l->arena, count, sizeof *args);
    pk_inst *call;

    pk_lower_instance(l->c, of);
    if (l->arena->failed)
        return item;
    args[0] = frame_of(l, generator);
    pk_lower_reference_parts(l, of, args + 1);
    call = pk_emit_call(&l->b, of->resume, args, count);
    *more = call->results[0];
    for (uint32_t i = 0; i < item.type->parts; i++)
        item.parts[i] = call->results[1 + i];
    pk_lower_hold(l, item);
    return item;
}
