/* SPDX-License-Identifier: Apache-2.0 */
/* Specialisations from a program to a loaded kernel.
 *
 * The disk cache has been asked for the recipe (runtime/kernel/build.h); here
 * it is asked for the artifact, by the IR, which may be the same for several
 * recipes. Kernels that are loaded together become one module of IR, each under
 * a name of its own, and one artifact. */
#include "compile/compilation.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "compile/dump.h"
#include "compile/improver.h"
#include "compile/program/lazy_program.h"
#include "compile/recipe.h"
#include "core/ir_data.h"
#include "core/shared.h"

/* ---- loading ---- */

/* Kernels that are in one artifact, and the artifact that is worth keeping. */
typedef struct loading {
    pk_pipeline *compile; /* its text is the artifact's */
    pk_build **parts;
    pk_entry *entries; /* of the parts, as the artifact names them */
    uint32_t count;
} loading;

static pk_loading parts_of(const loading *l) {
    return (pk_loading){.ctx = l->compile->ctx,
                        .name = l->compile->name,
                        .parts = l->parts,
                        .entries = l->entries,
                        .count = l->count};
}

/* So that the next process finds the parts before it compiles them. */
static void keep_recipes(const loading *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        pk_build *b = l->parts[i];
        pk_stored_keep(b, b->used, b->spec->recipe, l->entries[i].name,
                       &l->compile->key_digest);
    }
}

static void count_compiled(const loading *l) {
    pk_counters *counters = &l->compile->ctx->counters;

    atomic_fetch_add(&counters->compiles, l->count);
    for (uint32_t i = 0; i < l->count; i++)
        if (pk_function_is_for_host(l->parts[i]->variants->info))
            atomic_fetch_add(&counters->host_compiles, 1);
}

/* Leaves the artifact that is kept to the improver; recipes name it already. */
static void compile_again(const loading *l) {
    const pk_pipeline *p = l->compile;
    const pk_emit_options options = pk_pipeline_emit_options(p);
    const pk_improvement better = {.name = p->name,
                                   .loaded = l->parts[0]->spec->loaded,
                                   .key = &p->key,
                                   .text_length = p->text.length,
                                   .digest = &p->key_digest,
                                   .options = &options};

    if (pk_cache_dir(p->ctx))
        keep_recipes(l);
    pk_improver_add(p->ctx, &better);
}

static pk_status load_compiled(const loading *l, pk_error *err) {
    pk_pipeline *p = l->compile;
    const pk_loading parts = parts_of(l);
    pk_artifact artifact;
    pk_status status;
    uint64_t begin;

    atomic_fetch_add(&p->ctx->counters.cache_misses, l->count);
    p->tiered = pk_improver_applies(p->ctx);
    PK_TRY(pk_pipeline_emit(p, NULL, &artifact, err));
    begin = pk_now();
    status = pk_load(&parts, &artifact, err);
    pk_pipeline_time(p, "load", begin);
    if (status == PK_OK) {
        const pk_loaded *loaded = l->parts[0]->spec->loaded;
        count_compiled(l);
        if (p->tiered && artifact.quick)
            compile_again(l);
        else if (pk_pipeline_keep(p, p->ctx, loaded ? loaded->mod : NULL,
                                  &artifact))
            keep_recipes(l);
    }
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return status;
}

/* Loads the artifact of the compile's text. */
static pk_status load_any(loading *l, bool cached, pk_error *err) {
    const pk_loading parts = parts_of(l);

    pk_pipeline_key(l->compile);
    if (!cached)
        return load_compiled(l, err);
    if (!pk_load_cached(&parts, &l->compile->key_digest, &l->compile->key))
        return PK_IO;
    keep_recipes(l);
    return PK_OK;
}

/* ---- one ---- */

/* Functions among the arguments are those of the parsed programs, which the
 * frontend knows; a module that was opened by its outline has others. */
static pk_status resolve_functions(const pk_arg_type *types, uint32_t count,
                                   pk_error *err) {
    for (uint32_t i = 0; i < count; i++) {
        pk_arg_type *type = (pk_arg_type *)&types[i]; /* of the build */
        const pk_program *program;
        if (type->kind == PK_ARGTYPE_tuple)
            PK_TRY(resolve_functions(type->items, type->count, err));
        if (type->kind != PK_ARGTYPE_function)
            continue;
        PK_TRY(pk_module_program(type->module, &program, err));
        if (type->module->reference_count)
            return pk_fail(err, PK_UNSUPPORTED,
                           "%s uses an array in a buffer by reference, and is "
                           "an argument: call it by its name instead",
                           pk_function_path(type->function));
        type->function =
            pk_program_find(program, pk_function_path(type->function));
    }
    return PK_OK;
}

pk_status pk_compilation_init(pk_compilation *c, pk_build *build,
                              pk_error *err) {
    pk_context *ctx = build->ctx;
    const pk_program *program;

    if (build->arena.failed)
        return pk_fail_no_memory(err);
    PK_TRY(pk_module_program(build->variants->mod, &program, err));
    PK_TRY(
        resolve_functions(build->signature.args, build->signature.count, err));
    c->build = build;
    pk_pipeline_init(&c->pipeline, ctx, ctx->plugin, build->caps, program,
                     pk_function_path(build->variants->info));
    c->pipeline.debug_lines = build->debug_lines;
    c->pipeline.stoppable = build->dims->deadline_ms != 0;
    c->pipeline.signature = build->signature;
    return PK_OK;
}

void pk_compilation_finish(pk_compilation *c) {
    pk_pipeline_finish(&c->pipeline);
}

static pk_status optimise(pk_compilation *c, pk_error *err) {
    pk_pipeline *p = &c->pipeline;
    pk_status status = pk_pipeline_optimise(p, err);

    for (const pk_func *fn = p->ir->funcs; fn; fn = fn->next) {
        const pk_facts narrow = pk_func_get_data(fn)->narrow_asked;
        if (fn->kind == PK_FUNC_kernel && fn->block[0])
            c->build->used |= pk_fact(PK_FACT_block);
        c->build->used |= narrow << PK_FACT_narrow;
    }
    if (status == PK_OK && p->wants_many)
        c->build->used |= pk_fact(PK_FACT_many);
    return status;
}

static pk_status prepare(void *arg, pk_error *err) {
    pk_compilation *c = arg;
    pk_build *b = c->build;
    pk_pipeline *p = &c->pipeline;
    pk_error why;

    pk_recipe_free(&p->ctx->allocator,
                   b->spec->recipe); /* its artifact is gone */
    b->spec->recipe = NULL;
    b->used = 0;
    p->signature.used = &b->used;
    PK_TRY(pk_pipeline_front(p, err));
    if (!pk_func_is_entry(p->fn))
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s is not a kernel: it cannot be launched", p->name);
    if (pk_wants_block(p->ir, p->caps)) /* warps that become loops over lanes */
        pk_func_need_block(p->fn);
    PK_TRY(optimise(c, err));
    if (pk_shared_fits(p->fn, p->caps->shared_bytes, p->ctx->device.name,
                       &why) != PK_OK)
        return pk_pipeline_fail(p, &why, err);
    PK_TRY(pk_recipe_make(p, b->frame, &b->spec->recipe, err));
    b->entry = pk_recipe_entry(b->spec->recipe);
    return PK_OK;
}

pk_status pk_compilation_prepare(pk_compilation *c, pk_error *err) {
    return pk_guard_run(&c->pipeline.guard, prepare, c, err);
}

/* Its memory is that of the pipeline at work, by whose guard it may be left. */
static loading loading_of(pk_pipeline *p, pk_compilation *const *parts,
                          uint32_t count) {
    loading l = {.compile = p, .count = count};

    l.parts = pk_arena_array(&p->arena, count, sizeof(pk_build *));
    l.entries = pk_arena_array(&p->arena, count, sizeof *l.entries);
    for (uint32_t i = 0; i < count; i++) {
        l.parts[i] = parts[i]->build;
        l.entries[i] = parts[i]->build->entry;
    }
    return l;
}

static pk_status load_one(pk_compilation *c, bool cached, pk_error *err) {
    loading l = loading_of(&c->pipeline, &c, 1);

    PK_TRY(load_any(&l, cached, err));
    pk_dump_stages(l.compile);
    return PK_OK;
}

static pk_status load_one_cached(void *arg, pk_error *err) {
    return load_one(arg, true, err);
}

pk_status pk_compilation_load_cached(pk_compilation *c, pk_error *err) {
    return pk_guard_run(&c->pipeline.guard, load_one_cached, c, err);
}

static pk_status load_one_compiled(void *arg, pk_error *err) {
    return load_one(arg, false, err);
}

pk_status pk_compilation_load_compiled(pk_compilation *c, pk_error *err) {
    return pk_guard_run(&c->pipeline.guard, load_one_compiled, c, err);
}

/* Processes that start together want the same kernels: one makes each. */
pk_status pk_compilation_load(pk_compilation *c, pk_error *err) {
    const pk_digest *digest = &c->pipeline.key_digest;
    pk_status status = pk_compilation_load_cached(c, err);
    int claim;

    if (status != PK_IO)
        return status;
    claim = pk_cache_claim(c->pipeline.ctx->cache, digest);
    if (claim >= 0) /* another may have made it meanwhile */
        status = pk_compilation_load_cached(c, err);
    if (status == PK_IO)
        status = pk_compilation_load_compiled(c, err);
    pk_cache_unclaim(claim, digest);
    return status;
}

/* ---- several ---- */

typedef struct batch {
    pk_pipeline whole;
    pk_compilation *const *parts;
    uint32_t count;
} batch;

bool pk_compilation_joins(const pk_compilation *c,
                          const pk_compilation *other) {
    const pk_func *fn = c->pipeline.fn;

    return fn == c->pipeline.ir->funcs && !fn->next &&
           fn->form == other->pipeline.fn->form &&
           c->pipeline.debug_lines == other->pipeline.debug_lines &&
           c->pipeline.stoppable == other->pipeline.stoppable;
}

/* Maps the number of a file in a part's module to its number in the batch's. */
typedef struct file_map {
    uint32_t *numbers, count;
} file_map;

static void move_loc(pk_loc *loc, const file_map *files) {
    loc->file = loc->file < files->count ? files->numbers[loc->file] : 0;
}

static void move_inst(pk_inst *inst, void *files) {
    move_loc(&inst->loc, files);
}

/* Moves a part's kernel into the batch's module, under a name of its own; the
 * text of the part alone has been printed. */
static pk_func *join(pk_pipeline *whole, const pk_compilation *part,
                     uint32_t number) {
    const pk_ir *from = part->pipeline.ir;
    pk_func *fn = part->pipeline.fn;
    file_map files = {pk_arena_array(&whole->arena,
                                     from->file_count + (size_t)1,
                                     sizeof *files.numbers),
                      from->file_count};

    for (uint32_t i = 0; i < from->file_count; i++)
        files.numbers[i] = pk_ir_file(whole->ir, from->files[i]);
    move_loc(&fn->loc, &files);
    pk_region_visit(fn->body, move_inst, &files);
    fn->name = pk_arena_format(&whole->arena, "%s_%u", fn->name, number);
    return fn;
}

static void put_together(batch *b, loading *l) {
    pk_pipeline *whole = &b->whole;
    pk_func **link;

    whole->ir = pk_ir_new(&whole->arena);
    link = &whole->ir->funcs;
    for (uint32_t i = 0; i < b->count; i++, link = &(*link)->next) {
        *link = join(whole, b->parts[i], i);
        l->entries[i].name = (*link)->name;
    }
    pk_ir_print(whole->ir, &whole->text);
}

static pk_status load_batch(void *arg, pk_error *err) {
    batch *b = arg;
    loading l = loading_of(&b->whole, b->parts, b->count);
    pk_status status;

    b->whole.name = pk_arena_format(&b->whole.arena, "%s and %u more",
                                    b->whole.name, b->count - 1);
    b->whole.debug_lines = b->parts[0]->pipeline.debug_lines;
    b->whole.stoppable = b->parts[0]->pipeline.stoppable;
    put_together(b, &l);
    status = load_any(&l, true, err);
    return status == PK_IO ? load_any(&l, false, err) : status;
}

static pk_status dump(void *arg, pk_error *err) {
    (void)err;
    pk_dump_stages(arg);
    return PK_OK;
}

pk_status pk_compilation_load_batch(pk_compilation *const *parts,
                                    uint32_t count, pk_error *err) {
    const pk_pipeline *first = &parts[0]->pipeline;
    batch b = {.parts = parts, .count = count};
    pk_status status;

    pk_pipeline_init(&b.whole, first->ctx, first->plugin, first->caps,
                     first->program, first->name);
    status = pk_guard_run(&b.whole.guard, load_batch, &b, err);
    for (uint32_t i = 0; i < count; i++) /* the other went with the batch */
        parts[i]->pipeline.fn->name = parts[i]->build->entry.name;
    pk_pipeline_finish(&b.whole);
    for (uint32_t i = 0; i < count && status == PK_OK; i++)
        pk_guard_run(&parts[i]->pipeline.guard, dump, &parts[i]->pipeline,
                     NULL);
    return status;
}
