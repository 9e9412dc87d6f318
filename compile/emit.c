/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of the compiler for tools: no device is opened. */
#include "base/os/clock.h"
#include "base/os/thread.h"
#include "base/try.h"
#include "compile/pipeline.h"
#include "compile/program/lazy_program.h"
#include "compile/refuse.h"
#include "frontend/module/program.h"
#include "portkern/tools.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/module.h"
#include "runtime/services/public_struct.h"

struct pk_emission {
    pk_object base;
    char *data; /* size + 1 bytes, ended with NUL */
    size_t size;
    bool is_text;
    pk_stage_time times[PK_STAGES_MAX];
    uint32_t time_count;
};

static const struct {
    const char *name, *backend, *target;
} stages[] = {
#define STAGE(name, backend, target) {#name, backend, target},
#include "portkern/stages.def"
#undef STAGE
};
enum { STAGES = sizeof stages / sizeof *stages };

static void destroy_emission(pk_object *object) {
    pk_emission *emission = (pk_emission *)object;

    pk_heap_free(&object->ctx->allocator, emission->data, emission->size + 1);
}

/* ---- targets ---- */

/* The request, and the plugin that answers it. */
typedef struct job {
    pk_context *ctx;
    const pk_program *program;
    const pk_emit_request *request;
    const pk_plugin *plugin;
    pk_caps caps;
} job;

static bool is_stage(const job *j, const char *stage) {
    return strcmp(j->request->stage, stage) == 0;
}

static pk_status ask(job *j, const pk_plugin *plugin, const char *target,
                     pk_error *err) {
    j->caps = (pk_caps){.struct_size = sizeof j->caps};
    j->plugin = plugin;
    return plugin->target_caps(&j->ctx->host, target, &j->caps, err);
}

/* A stage of a known backend: that one, or the error it gives. */
static pk_status find_backend(job *j, const char *name, const char *target,
                              pk_error *err) {
    pk_backend_entry *entry;
    pk_error why;
    pk_status status = pk_registry_find(&j->ctx->registry, name, &entry, &why);

    if (status == PK_OK)
        return ask(j, entry->plugin, target, err);
    return pk_fail(err, status, "stage %s needs the backend %s: %s",
                   j->request->stage, name, why.message);
}

static pk_status fail_stage(const job *j, pk_error *err) {
#define STAGE(name, backend, target) ", " #name
    static const char names[] = ""
#include "portkern/stages.def"
        ;
#undef STAGE

    return pk_fail(err, PK_BAD_ARG, "no stage '%.64s'; there are %s",
                   j->request->stage, names + 2);
}

/* Any backend that knows the target, those named above first. A stage that
 * stands not there is some plugin's own: whose, the target must tell. */
static pk_status find_any(job *j, pk_error *err) {
    pk_registry *registry = &j->ctx->registry;
    const char *target = j->request->target;
    pk_backend_entry *entry;

    if (!target && j->ctx->plugin)
        return ask(j, j->ctx->plugin, NULL, err);
    if (!target && !is_stage(j, "passes"))
        return fail_stage(j, err);
    for (size_t i = 0; i < STAGES; i++)
        if (stages[i].backend &&
            pk_registry_find(registry, stages[i].backend, &entry, NULL) ==
                PK_OK &&
            ask(j, entry->plugin, target, NULL) == PK_OK)
            return PK_OK;
    PK_TRY(pk_registry_scan(registry, err));
    for (entry = registry->entries; entry; entry = entry->next)
        if (entry->plugin && ask(j, entry->plugin, target, NULL) == PK_OK)
            return PK_OK;
    return pk_fail(err, PK_BAD_ARG, "no backend knows the target '%s'",
                   target ? target : "");
}

static pk_status find_target(job *j, pk_error *err) {
    const char *target = j->request->target;

    for (size_t i = 0; i < STAGES; i++)
        if (stages[i].backend && is_stage(j, stages[i].name))
            return find_backend(j, stages[i].backend,
                                target ? target : stages[i].target, err);
    return find_any(j, err);
}

/* ---- output ---- */

static pk_status give_bytes(pk_emission *out, const void *bytes, size_t size,
                            bool is_text, pk_error *err) {
    const pk_allocator *allocator = &out->base.ctx->allocator;

    out->data = allocator->alloc(allocator->self, size + 1);
    if (!out->data)
        return pk_fail_no_memory(err);
    if (size)
        memcpy(out->data, bytes, size);
    out->data[size] = '\0';
    out->size = size;
    out->is_text = is_text;
    return PK_OK;
}

static pk_status give_text(pk_emission *out, pk_text *text, pk_status status,
                           pk_error *err) {
    if (status == PK_OK)
        status = give_bytes(out, pk_text_string(text), text->length, true, err);
    pk_text_finish(text);
    return status;
}

static pk_status emit_ast(pk_pipeline *p, pk_emission *out, pk_error *err) {
    pk_text text;
    pk_status status;

    pk_text_init(&text, &p->guard.allocator);
    status = pk_program_print_ast(p->program, p->name, &text);
    if (status != PK_OK)
        pk_fail(err, status, "the syntax tree of %s cannot be printed: %s",
                p->name, pk_status_text(status));
    return give_text(out, &text, status, err);
}

static pk_status emit_types(pk_pipeline *p, pk_emission *out, pk_error *err) {
    uint64_t begin = pk_now();
    pk_text text;
    pk_status status;

    pk_text_init(&text, &p->guard.allocator);
    status = pk_frontend_print_types(p->program, p->name, &p->signature, &text,
                                     &p->diags);
    pk_pipeline_time(p, "frontend", begin);
    if (status != PK_OK)
        status = pk_diagnostics_keep(p->ctx, &p->diags, status, err);
    return give_text(out, &text, status, err);
}

static pk_status emit_ir(pk_pipeline *p, pk_emission *out, pk_error *err) {
    pk_text text;

    PK_TRY(pk_pipeline_front(p, err));
    pk_text_init(&text, &p->guard.allocator);
    pk_ir_print(p->ir, &text);
    return give_text(out, &text, PK_OK, err);
}

/* A function of the host whose loops have threads, for another target: kernels
 * of these loops, as they are beside a host that this process could be. */
static bool is_of_loops(const pk_pipeline *p) {
    const pk_function_info *info = pk_program_find(p->program, p->name);

    return pk_function_is_for_host(info) && !p->signature.host &&
           info->parallel;
}

static pk_status run_loop_passes(pk_pipeline *p, const pk_plugin *plugin,
                                 const pk_caps *caps, pk_error *err) {
    pk_caps host = {.struct_size = sizeof host,
                    .form = PK_FORM_block,
                    .features = PK_CAP_host | PK_CAP_parallel | PK_CAP_offload};

    p->caps = &host;
    p->signature.host = true;
    PK_TRY(pk_pipeline_front(p, err));
    return pk_pipeline_offload(p, plugin, caps, err);
}

static pk_status optimise_loops(pk_pipeline *p, pk_error *err) {
    const pk_caps *caps = p->caps;

    PK_TRY(run_loop_passes(p, p->plugin, caps, err));
    return p->ir->funcs ? PK_OK
                        : pk_fail(err, PK_UNSUPPORTED,
                                  "%s has no parallel loop that %s can run",
                                  p->name, caps->name);
}

static pk_status emit_target(pk_pipeline *p, const job *j, pk_emission *out,
                             pk_error *err) {
    pk_artifact artifact;
    pk_status status;

    if (is_of_loops(p)) {
        PK_TRY(optimise_loops(p, err));
    } else {
        PK_TRY(pk_pipeline_front(p, err));
        PK_TRY(pk_pipeline_optimise(p, err));
    }
    if (is_stage(j, "passes"))
        return give_bytes(out, p->text.data, p->text.length, true, err);
    PK_TRY(pk_pipeline_emit(p, j->request->stage, &artifact, err));
    status =
        give_bytes(out, artifact.bytes, artifact.size, artifact.is_text, err);
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return status;
}

/* Tells what becomes of them on a device that lacks nothing, where arguments do
 * not overlap. */
static pk_status emit_loops(pk_pipeline *p, pk_emission *out, pk_error *err) {
    static const pk_caps device = {.struct_size = sizeof device,
                                   .name = "any device",
                                   .form = PK_FORM_threads,
                                   .features = PK_CAP_f64 | PK_CAP_atomic_i64 |
                                               PK_CAP_div_sqrt |
                                               PK_CAP_loop_barrier,
                                   .warp_size = 32,
                                   .max_block = 1024,
                                   .stack_bytes = 1 << 20};
    pk_text text;

    p->signature.host = false;
    if (!is_of_loops(p))
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s has no loops that run elsewhere: it is not @njit("
                       "parallel=True)",
                       p->name);
    p->signature.noalias = true;
    PK_TRY(run_loop_passes(p, NULL, &device, err));
    pk_text_init(&text, &p->guard.allocator);
    pk_pipeline_print_loops(p, &text);
    return give_text(out, &text, PK_OK, err);
}

/* The arguments of the function that runs inside the pipeline's guard. */
typedef struct running {
    pk_pipeline *pipeline;
    const job *job;
    pk_emission *out;
} running;

/* Without one it is that of the kernel's decorator, should it have just one. */
static pk_status read_signature(pk_pipeline *p, const char *text,
                                pk_error *err) {
    const pk_function_info *info = pk_program_find(p->program, p->name);
    pk_status status;

    if (text || !info->param_count) {
        status = pk_signature_parse(&p->arena, p->program, text ? text : "",
                                    &p->signature, &p->diags);
        return status == PK_OK
                   ? PK_OK
                   : pk_diagnostics_keep(p->ctx, &p->diags, status, err);
    }
    if (info->declared_count != 1)
        return pk_refuse_without_types(p->ctx, p->program, p->name, err);
    p->signature = (pk_signature){.args = info->declared->args,
                                  .count = info->declared->count};
    return PK_OK;
}

static pk_status run_stages(void *arg, pk_error *err) {
    const running *r = arg;
    pk_pipeline *p = r->pipeline;
    const job *j = r->job;
    pk_emission *out = r->out;

    if (is_stage(j, "ast"))
        return emit_ast(p, out, err);
    PK_TRY(read_signature(p, j->request->signature, err));
    memcpy(p->signature.block, j->request->block, sizeof p->signature.block);
    memcpy(p->signature.grid, j->request->grid, sizeof p->signature.grid);
    p->signature.has_shared = j->request->has_shared;
    p->signature.shared_bytes = j->request->shared_bytes;
    /* The stages before a target is chosen are the host's for its functions. */
    p->signature.host =
        pk_function_is_for_host(pk_program_find(p->program, p->name)) &&
        (!j->plugin || p->caps->features & PK_CAP_host);
    if (is_stage(j, "types"))
        return emit_types(p, out, err);
    if (is_stage(j, "ir"))
        return emit_ir(p, out, err);
    if (is_stage(j, "loops"))
        return emit_loops(p, out, err);
    return emit_target(p, j, out, err);
}

/* ---- the public functions ---- */

static pk_status check_request(pk_module *mod, const pk_program *program,
                               const pk_emit_request *request, pk_error *err) {
    uint64_t threads = 1;

    if (!request->kernel || !request->stage)
        return pk_fail(err, PK_BAD_ARG, "the request names no %s",
                       request->kernel ? "stage" : "kernel");
    if (!pk_program_find(program, request->kernel))
        return pk_refuse_name(mod, request->kernel, false, err);
    for (int i = 0; i < 3; i++) {
        if (request->block[i] > 1024)
            return pk_fail(err, PK_LIMIT, "block[%d] is %u, the most is 1024",
                           i, request->block[i]);
        threads *= request->block[i] ? request->block[i] : 1;
    }
    if (threads > 1024)
        return pk_fail(err, PK_LIMIT,
                       "block %u x %u x %u has %llu threads, the most is 1024",
                       request->block[0], request->block[1], request->block[2],
                       (unsigned long long)threads);
    return PK_OK;
}

typedef struct making {
    pk_module *mod;
    job *job;
    pk_emission **out;
} making;

static pk_status make_emission(void *arg, pk_error *err) {
    const making *m = arg;
    job *j = m->job;
    pk_emission *emission = pk_object_create(
        j->ctx, PK_OBJECT_emission, sizeof *emission, destroy_emission);
    pk_pipeline p;
    running r = {&p, j, emission};
    pk_status status;

    if (!emission)
        return pk_fail_no_memory(err);
    pk_pipeline_init(&p, j->ctx, j->plugin, &j->caps, j->program,
                     j->request->kernel);
    p.debug_lines = j->request->debug_lines ||
                    pk_program_find(j->program, j->request->kernel)->lineinfo;
    p.times[p.time_count++] =
        (pk_stage_time){"parse", pk_module_parse_ns(m->mod)};
    status = pk_guard_run(&p.guard, run_stages, &r, err);
    memcpy(emission->times, p.times, sizeof p.times);
    emission->time_count = p.time_count;
    pk_pipeline_finish(&p);
    if (status == PK_OK)
        *m->out = emission;
    else
        pk_object_release(&emission->base);
    return status;
}

/* Targets are plugins', which are opened. */
static pk_status run_job(void *arg, pk_error *err) {
    const making *m = arg;
    job *j = m->job;

    if (!is_stage(j, "ast") && !is_stage(j, "types") && !is_stage(j, "ir") &&
        !is_stage(j, "loops"))
        PK_TRY(find_target(j, err));
    return make_emission(arg, err);
}

static pk_status emit(pk_module *mod, const pk_emit_request *given,
                      pk_emission **out, pk_error *err) {
    pk_emit_request request;
    job j = {.request = &request};
    making m = {mod, &j, out};

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!given || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       given ? "out" : "request");
    PK_TRY(pk_options_read(&pk_emit_request_layout, given, &request, err));
    PK_TRY(pk_module_program(mod, &j.program, err));
    PK_TRY(check_request(mod, j.program, &request, err));
    j.ctx = mod->base.ctx;
    return pk_thread_run(run_job, &m, err);
}

pk_status pk_emit(pk_module *mod, const pk_emit_request *given,
                  pk_emission **out, pk_error *err) {
    return pk_diagnostics_settle(mod, emit(mod, given, out, err));
}

void pk_emission_release(pk_emission *emission) {
    if (pk_object_is(emission, PK_OBJECT_emission))
        pk_object_release(&emission->base);
}

const char *pk_emission_data(const pk_emission *emission, size_t *size) {
    bool is = pk_object_is(emission, PK_OBJECT_emission);

    if (size)
        *size = is ? emission->size : 0;
    return is ? emission->data : "";
}

bool pk_emission_is_text(const pk_emission *emission) {
    return pk_object_is(emission, PK_OBJECT_emission) && emission->is_text;
}

bool pk_emission_timing(const pk_emission *emission, size_t i,
                        const char **stage, uint64_t *ns) {
    if (!pk_object_is(emission, PK_OBJECT_emission) ||
        i >= emission->time_count)
        return false;
    if (stage)
        *stage = emission->times[i].name;
    if (ns)
        *ns = emission->times[i].ns;
    return true;
}
