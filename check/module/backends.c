/* SPDX-License-Identifier: Apache-2.0 */
/* A function that is checked, compiled for each backend that is asked. */
#include "base/try.h"
#include "check/module/checking.h"

#include "frontend/diag/codes.h"

/* A stage of a compile that a backend writes, and its target. Only the first
 * is asked for: the backend has judged the IR when it is written, and what its
 * compiler makes of the text takes long. */
typedef struct stage {
    const char *name, *owner, *target;
} stage;

/* Returns the first stage of a backend; one without a name: it has none. */
static stage stage_of(const char *backend) {
    static const stage rows[] = {
#define STAGE(stage, owner, target) {#stage, owner, target},
#include "portkern/stages.def"
#undef STAGE
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].owner && strcmp(rows[i].owner, backend) == 0)
            return rows[i];
    return (stage){0};
}

void pk_checking_say_once(pk_checking *k, const pk_diag *diag) {
    for (const pk_diag *d = k->job->diags.first; d; d = d->next)
        if (d->loc.line == diag->loc.line && d->loc.col == diag->loc.col &&
            strcmp(d->message, diag->message) == 0)
            return;
    pk_program_report(k->job->program, diag, &k->job->diags);
}

/* It is an error only where somebody asked for this backend. */
static void say_missing(pk_checking *k, pk_check_target *t,
                        const pk_error *err) {
    pk_diag diag = {.status = PK_NO_PLUGIN,
                    .code = pk_code_row(PK_E_backend_missing)->code,
                    .file = pk_program_file(k->job->program)};

    t->why = pk_arena_text(&k->job->arena, err->message, strlen(err->message));
    if (!k->job->request->backends)
        return;
    diag.message = pk_arena_format(
        &k->job->arena, "backend %s cannot be used: %s", t->name, t->why);
    diag.hint = "`portkern devices` lists all, and why some cannot be used";
    pk_checking_say_once(k, &diag);
}

static void open_target(pk_checking *k, const char *name, size_t length) {
    pk_context *ctx = k->job->mod->base.ctx;
    pk_check_target *t = &k->targets[k->target_count];
    const pk_plugin *plugin;
    pk_error err = {0};
    stage first;

    if (!length || k->target_count == PK_CHECKED_BACKENDS)
        return;
    k->target_count++;
    t->name = pk_arena_text(&k->job->arena, name, length);
    first = stage_of(t->name);
    t->stage = first.name;
    t->caps = (pk_caps){.struct_size = sizeof t->caps};
    if (pk_checked_find_plugin(ctx, t->name, &plugin, &err) == PK_OK &&
        plugin->target_caps(&ctx->host, first.target, &t->caps, &err) == PK_OK)
        t->plugin = plugin;
    else
        say_missing(k, t, &err);
    if (t->plugin && t->caps.form == PK_FORM_threads &&
        !(t->caps.features & PK_CAP_raw) &&
        (!k->gpu || !(k->gpu->caps.features & PK_CAP_gpu)))
        k->gpu = t;
}

void pk_checking_open_backends(pk_checking *k) {
    const char *list = k->job->request->backends;

    list = list ? list : "cpu,opencl,cuda,interp";
    for (;;) {
        size_t length = strcspn(list, ",");
        open_target(k, list, length);
        if (!list[length])
            return;
        list += length + 1;
    }
}

/* Copies a diagnostic's text: it is freed with its compile. */
static const char *keep(pk_checking *k, const char *text) {
    return text ? pk_arena_text(&k->job->arena, text, strlen(text)) : NULL;
}

static void say_barrier(pk_checking *k, const pk_diag *said) {
    pk_diag diag = {.status = said->status,
                    .code = said->code,
                    .file = keep(k, said->file),
                    .loc = said->loc,
                    .message = keep(k, said->message),
                    .hint = keep(k, said->hint)};

    pk_checking_say_once(k, &diag);
}

static void note_refusal(pk_checking *k, const pk_check_target *t,
                         const pk_diag *said) {
    pk_backend_refusal *made = PK_NEW(&k->job->arena, pk_backend_refusal);

    if (!made)
        return;
    *made = (pk_backend_refusal){.next = k->refusals,
                                 .file = keep(k, said->file),
                                 .loc = said->loc,
                                 .by = t,
                                 .why = keep(k, said->message),
                                 .hint = keep(k, said->hint)};
    k->refusals = made;
}

/* Returns the first diagnostic of the compile, or the error that it failed
 * with. */
static pk_diag first_of(const pk_pipeline *p, const pk_error *err) {
    const pk_diag *d = p->diags.first;

    while (d && d->severity != PK_SEVERITY_error)
        d = d->next;
    if (d)
        return *d;
    return (pk_diag){
        .status = err->status,
        .file = err->file,
        .loc = {.line = err->line, .col = err->col, .end_col = err->end_col},
        .message = err->message};
}

/* Returns the names of backends that refuse for the same reason at the same
 * place: "cuda, interp". */
static const char *names_of(pk_checking *k, const pk_backend_refusal *first,
                            const pk_backend_refusal *end) {
    const char *names = "";

    for (const pk_backend_refusal *r = first; r != end; r = r->next)
        if (r->loc.line == first->loc.line && r->loc.col == first->loc.col &&
            strcmp(r->why, first->why) == 0) /* the last is the first asked */
            names = pk_arena_format(&k->job->arena, "%s%s%s", r->by->name,
                                    *names ? ", " : "", names);
    return names;
}

void pk_checking_say_refused(pk_checking *k, const char *function,
                             const pk_backend_refusal *before) {
    const pk_backend_refusal *said;
    pk_diag diag;

    for (const pk_backend_refusal *r = k->refusals; r != before; r = r->next) {
        for (said = k->refusals; said != r; said = said->next)
            if (said->loc.line == r->loc.line && said->loc.col == r->loc.col &&
                strcmp(said->why, r->why) == 0)
                break;
        if (said != r)
            continue;
        diag = (pk_diag){.status = PK_UNSUPPORTED,
                         .code = pk_code_row(PK_E_backend_refuses)->code,
                         .file = r->file,
                         .loc = r->loc,
                         .message = pk_arena_format(
                             &k->job->arena, "%s cannot have %s: %s",
                             names_of(k, r, before), function, r->why),
                         .hint = r->hint};
        pk_checking_say_once(k, &diag);
    }
}

/* "cl_khr_fp64, cl_khr_subgroups": what the code uses and not every device
 * has. */
static const char *needs_of(pk_checking *k, const pk_artifact *artifact) {
    const char *names = "";

    for (int i = 0; i < PK_ARTIFACT_NEEDS && artifact->needs[i]; i++)
        names = pk_arena_format(&k->job->arena, "%s%s%s", names, i ? ", " : "",
                                artifact->needs[i]);
    return names;
}

/* A pipeline of its own for each backend, with a copy of the IR that the
 * frontend made: passes change it. */
typedef struct attempt {
    pk_checking *k;
    const pk_ir *ir;
    const pk_text *text;
    const char *stage;
    bool wants_memory;
    const char *needs; /* of a device, by its code */
} attempt;

static pk_status try_target(void *arg, pk_error *err) {
    attempt *t = arg;
    pk_pipeline *p = &t->k->job->pipeline;
    pk_artifact artifact;

    PK_TRY(pk_pipeline_copy(p, t->ir, t->text, err));
    if (p->fn->kind != PK_FUNC_kernel)
        return PK_OK;
    if (!p->fn->block[0] && pk_wants_block(p->ir, p->caps))
        p->fn->block[0] = 128;
    PK_TRY(pk_pipeline_optimise(p, err));
    if (t->wants_memory)
        pk_frontend_check_memory(p->program, p->fn, t->k->block,
                                 &t->k->job->arena, &t->k->job->diags);
    PK_TRY(pk_pipeline_emit(p, t->stage, &artifact, err));
    t->needs = needs_of(t->k, &artifact);
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return PK_OK;
}

void pk_checking_ask(pk_checking *k, const pk_function_info *info,
                     const pk_ir *ir, const pk_text *text, pk_check_target *t,
                     bool memory) {
    pk_loc loc = {.line = info->line};
    pk_check_item *item =
        pk_checking_add(k, PK_CHECK_BACKEND, info->name, t->name, t->why, loc);
    attempt a = {.k = k,
                 .ir = ir,
                 .text = text,
                 .stage = t->stage,
                 .wants_memory = memory};
    pk_pipeline *p = &k->job->pipeline;
    pk_error err = {0};
    pk_diag said;

    item->verdict = PK_VERDICT_unknown;
    if (!t->plugin)
        return;
    pk_pipeline_init(p, k->job->mod->base.ctx, t->plugin, &t->caps,
                     k->job->program, pk_function_path(info));
    k->job->compiling = true;
    p->debug_lines = true;
    item->verdict = PK_VERDICT_yes;
    if (pk_guard_run(&p->guard, try_target, &a, &err) == PK_NO_MEMORY) {
        k->no_memory = true;
    } else if (err.status == PK_NO_PLUGIN || err.status == PK_NO_DRIVER) {
        item->verdict = PK_VERDICT_unknown; /* its compiler is not there */
        say_missing(k, t, &err);
        item->detail = pk_checked_text(k->job->out, t->why);
    } else if (err.status != PK_OK) {
        item->verdict = PK_VERDICT_no;
        item->detail = pk_checked_text(k->job->out, err.message);
        item->line = err.line ? err.line : item->line;
        item->col = err.col;
        item->end_col = err.end_col;
        said = first_of(p, &err);
        if (err.status == PK_BARRIER)
            say_barrier(k, &said);
        else
            note_refusal(k, t, &said);
    } else {
        item->detail = pk_checked_text(k->job->out, a.needs);
    }
    pk_pipeline_finish(p);
    k->job->compiling = false;
}
