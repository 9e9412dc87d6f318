/* SPDX-License-Identifier: Apache-2.0 */
/* Showing stages. A dump that cannot be made or written is passed over: it
 * never fails a compile. */
#include "compile/dump.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define STAGE(name, backend, target) #name,
#include "portkern/stages.def"
#undef STAGE
};

static bool wanted(const pk_pipeline *p, pk_stage stage) {
    return p->ctx->dump >> stage & 1;
}

static void write_file(const pk_pipeline *p, const char *stage,
                       const char *bytes, size_t size) {
    char path[4096];
    FILE *file;
    bool whole;

    if (snprintf(path, sizeof path, "%s/%s.%s.%s", p->ctx->dump_dir, p->name,
                 p->caps->name, stage) >= (int)sizeof path)
        return;
    file = fopen(path, "we");
    if (!file) {
        pk_log(&p->ctx->log, PK_LOG_warning, "dump", "cannot write %s", path);
        return;
    }
    whole = fwrite(bytes, 1, size, file) == size;
    if (fclose(file) != 0 || !whole)
        pk_log(&p->ctx->log, PK_LOG_warning, "dump", "%s is cut short: %s",
               path, strerror(errno));
}

static void show(const pk_pipeline *p, const char *stage, const char *bytes,
                 size_t size) {
    if (p->ctx->dump_dir) {
        write_file(p, stage, bytes, size);
        return;
    }
    flockfile(stderr);
    fprintf(stderr, "---- %s of %s for %s ----\n", stage, p->name,
            p->caps->name);
    fwrite(bytes, 1, size, stderr);
    funlockfile(stderr);
}

void pk_dump_ir(pk_pipeline *p, pk_stage stage) {
    pk_text text;

    if (!wanted(p, stage))
        return;
    pk_text_init(&text, &p->guard.allocator);
    pk_ir_print(p->ir, &text);
    show(p, names[stage], pk_text_string(&text), text.length);
    pk_text_finish(&text);
}

void pk_dump_loops(pk_pipeline *p) {
    pk_text text;

    if (!wanted(p, PK_STAGE_loops))
        return;
    pk_text_init(&text, &p->guard.allocator);
    pk_pipeline_print_loops(p, &text);
    show(p, names[PK_STAGE_loops], pk_text_string(&text), text.length);
    pk_text_finish(&text);
}

/* Shows the stages of the frontend, the tree and its types, where they are
 * wanted. */
static void dump_front(pk_pipeline *p) {
    pk_text text;

    pk_text_init(&text, &p->guard.allocator);
    if (wanted(p, PK_STAGE_ast) &&
        pk_program_print_ast(p->program, p->name, &text) == PK_OK)
        show(p, "ast", pk_text_string(&text), text.length);
    pk_text_finish(&text);
    pk_text_init(&text, &p->guard.allocator);
    if (wanted(p, PK_STAGE_types) &&
        pk_frontend_print_types(p->program, p->name, &p->signature, &text,
                                &p->diags) == PK_OK)
        show(p, "types", pk_text_string(&text), text.length);
    pk_text_finish(&text);
}

static void dump_emitted(pk_pipeline *p, const char *stage) {
    pk_artifact artifact;

    if (pk_pipeline_emit(p, stage, &artifact, NULL) != PK_OK)
        return;
    show(p, stage, artifact.bytes, artifact.size);
    p->plugin->artifact_free(&p->ctx->host, &artifact);
}

void pk_dump_stages(pk_pipeline *p) {
    dump_front(p);
    for (pk_stage stage = PK_STAGE_passes + 1; stage < PK_STAGE_COUNT; stage++)
        if (wanted(p, stage))
            dump_emitted(p, names[stage]);
}
