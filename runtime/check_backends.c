/* SPDX-License-Identifier: Apache-2.0 */
/* A function that is checked, compiled for each backend that is asked. */
#include "runtime/checking.h"

#include "frontend/codes.h"

static const char *default_target(const char *backend) {
    static const char *const rows[][2] = {
#define STAGE(stage, owner, target) {owner, target},
#include "portkern/stages.def"
#undef STAGE
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i][0] && strcmp(rows[i][0], backend) == 0)
            return rows[i][1];
    return NULL;
}

static void open_target(pk_checking *k, const char *name, size_t length) {
    pk_context *ctx = k->mod->base.ctx;
    pk_check_target *t = &k->targets[k->target_count];
    pk_backend_entry *entry;
    pk_error err = {0};
    const char *wanted;

    if (!length || k->target_count == PK_CHECKED_BACKENDS)
        return;
    k->target_count++;
    t->name = pk_arena_text(&k->arena, name, length);
    wanted = default_target(t->name);
    t->caps = (pk_caps){.struct_size = sizeof t->caps};
    if (pk_registry_find(&ctx->registry, t->name, &entry, &err) == PK_OK &&
        entry->plugin->target_caps(&ctx->host, wanted, &t->caps, &err) == PK_OK)
        t->plugin = entry->plugin;
    else
        t->why = pk_arena_text(&k->arena, err.message, strlen(err.message));
    if (t->plugin && t->caps.form == PK_FORM_threads &&
        !(t->caps.features & PK_CAP_raw) &&
        (!k->gpu || !(k->gpu->caps.features & PK_CAP_gpu)))
        k->gpu = t;
}

void pk_checking_open_backends(pk_checking *k) {
    const char *list = k->request->backends;

    list = list ? list : "cpu,opencl,cuda,interp";
    for (;;) {
        size_t length = strcspn(list, ",");
        open_target(k, list, length);
        if (!list[length])
            return;
        list += length + 1;
    }
}

static void say_error(pk_checking *k, const char *backend, const char *function,
                      const pk_error *err) {
    bool barrier = err->status == PK_BARRIER;
    pk_diag diag = {
        .status = err->status,
        .code =
            pk_code_row(barrier ? PK_E_barrier_divergent : PK_E_backend_refuses)
                ->code,
        .file = pk_arena_text(&k->arena, err->file, strlen(err->file)),
        .loc = {.line = err->line, .col = err->col, .end_col = err->end_col}};

    diag.message = barrier ? pk_checked_text(k->out, err->message)
                           : pk_arena_format(&k->arena, "%s cannot have %s: %s",
                                             backend, function, err->message);
    for (const pk_diag *d = k->diags.first; d; d = d->next)
        if (d->loc.line == diag.loc.line && d->loc.col == diag.loc.col &&
            strcmp(d->message, diag.message) == 0)
            return;
    pk_program_report(k->mod->program, &diag, &k->diags);
}

static void note_refusal(pk_checking *k, const pk_check_target *t,
                         const pk_error *err) {
    pk_backend_refusal *made = PK_NEW(&k->arena, pk_backend_refusal);

    *made = (pk_backend_refusal){
        .next = k->refusals,
        .loc = {.line = err->line, .col = err->col, .end_col = err->end_col},
        .by = t,
        .why = pk_arena_text(&k->arena, err->message, strlen(err->message))};
    k->refusals = made;
}

/* What the text turns on and not every device has: "cl_khr_fp64". */
static const char *extensions_of(pk_checking *k, const pk_artifact *artifact) {
    static const char mark[] = "#pragma OPENCL EXTENSION ";
    const char *at = artifact->bytes, *found;
    const char *names = "";

    if (!artifact->is_text)
        return names;
    at = pk_arena_text(&k->arena, at, artifact->size);
    while ((found = strstr(at, mark))) {
        int length;
        at = found + sizeof mark - 1;
        length = (int)strcspn(at, " :\n");
        names = pk_arena_format(&k->arena, "%s%s%.*s", names,
                                *names ? ", " : "", length, at);
    }
    return names;
}

/* A pipeline of its own for each backend: passes change the IR. */
typedef struct attempt {
    pk_checking *k;
    bool wants_memory;
    const char *extensions; /* that the artifact needs */
} attempt;

static pk_status try_target(void *arg, pk_error *err) {
    attempt *t = arg;
    pk_pipeline *p = &t->k->pipeline;
    pk_artifact artifact;

    PK_TRY(pk_pipeline_front(p, err));
    if (p->fn->kind != PK_FUNC_kernel)
        return PK_OK;
    if (!p->signature.block[0] && pk_wants_block(p->ir, p->caps))
        p->signature.block[0] = 128;
    if (p->signature.block[0])
        PK_TRY(pk_pipeline_front(p, err));
    PK_TRY(pk_pipeline_optimise(p, err));
    if (t->wants_memory)
        pk_frontend_check_memory(p->program, p->fn, &t->k->arena, &t->k->diags);
    PK_TRY(pk_pipeline_emit(p, NULL, &artifact, err));
    t->extensions = extensions_of(t->k, &artifact);
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return PK_OK;
}

void pk_checking_ask(pk_checking *k, const pk_function_info *info,
                     const pk_signature *signature, const pk_check_target *t,
                     bool memory) {
    pk_loc loc = {.line = info->line};
    pk_check_item *item =
        pk_checking_add(k, PK_CHECK_BACKEND, info->name, t->name, t->why, loc);
    attempt a = {.k = k, .wants_memory = memory};
    pk_pipeline *p = &k->pipeline;
    pk_error err = {0};

    item->verdict = PK_VERDICT_unknown;
    if (!t->plugin)
        return;
    pk_pipeline_init(p, k->mod->base.ctx, t->plugin, &t->caps, k->mod->program,
                     info->name);
    k->compiling = true;
    p->signature = *signature;
    p->debug_lines = true;
    item->verdict = PK_VERDICT_yes;
    if (pk_guard_run(&p->guard, try_target, &a, &err) == PK_NO_MEMORY) {
        k->no_memory = true;
    } else if (err.status != PK_OK) {
        item->verdict = PK_VERDICT_no;
        item->detail = pk_checked_text(k->out, err.message);
        note_refusal(k, t, &err);
        say_error(k, t->name, info->name, &err);
    } else {
        item->detail = pk_checked_text(k->out, a.extensions);
    }
    pk_pipeline_finish(p);
    k->compiling = false;
}
