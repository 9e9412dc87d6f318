runtime/check.c:119:    pk_context *ctx = k->mod->base.ctx;
runtime/check.c:174:    pk_program_report(k->mod->program, &diag, &k->diags);
runtime/check.c:248:    pk_pipeline_init(p, k->mod->base.ctx, t->plugin, &t->caps, k->mod->program,
runtime/check.c:339:    pk_frontend_check(k->mod->program, info->name, signature, options,
runtime/check.c:345:        pk_frontend_check(k->mod->program, info->name, signature, options,
runtime/check.c:431:        pk_frontend_constructs(k->mod->program, info->name, &k->arena);
runtime/check.c:492:                    .file = pk_program_file(k->mod->program),
runtime/check.c:510:    pk_program_report(k->mod->program, &diag, &k->diags);
runtime/check.c:523:    made = pk_frontend_guess(k->mod->program, info->name, launch_of(k, info),
runtime/check.c:572:    const pk_construct *c = pk_frontend_host_uses(k->mod->program, &k->arena);
runtime/check.c:589:    const pk_program *program = k->mod->program;
runtime/module.c:191:    pk_module *mod = ((const parsing *)arg)->mod;
runtime/module.c:431:    pk_module_release(((pk_kernel *)object)->mod);
runtime/nested.c:230:    PK_TRY(pk_module_kernel(n->by->mod, name, &kernel, err));
runtime/pipeline.c:138:                                  &spec->mod, err));
runtime/pipeline.c:139:    status = p->plugin->function(spec->mod, l->entry.name, &spec->fun, err);
runtime/pipeline.c:149:    p->plugin->module_free(spec->mod);
runtime/pipeline.c:150:    spec->mod = NULL;
runtime/pipeline.c:187:    if (p->plugin->module_binary(l->spec->mod, &binary, NULL) == PK_OK) {
runtime/specialise.c:42:    if (spec->mod && !pk_context_lost(ctx))
runtime/specialise.c:43:        ctx->plugin->module_free(spec->mod);
