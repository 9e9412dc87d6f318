/* SPDX-License-Identifier: Apache-2.0 */
/* Showing stages. A dump that cannot be made or written is passed over: it
 * never fails a compile. */
#include "runtime/dump.h"

#include <stdio.h>

static bool wanted(const pk_pipeline *p, const char *stage) {
    const char *list = p->ctx->dump;
    size_t length = strlen(stage);

    while (list && *list) {
        size_t n = strcspn(list, ",");
        if (n == length && strncmp(list, stage, n) == 0)
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

static void write_file(const pk_pipeline *p, const char *stage,
                       const char *bytes, size_t size) {
    char path[4096];
    FILE *file;

    if (snprintf(path, sizeof path, "%s/%s.%s.%s", p->ctx->dump_dir, p->name,
                 p->caps->name, stage) >= (int)sizeof path)
        return;
    file = fopen(path, "we");
    if (!file) {
        pk_log(p->ctx, PK_LOG_warning, "dump", "cannot write %s", path);
        return;
    }
    fwrite(bytes, 1, size, file);
    fclose(file);
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

void pk_dump_ir(pk_pipeline *p, const char *stage) {
    pk_text text;

    if (!wanted(p, stage))
        return;
    pk_text_init(&text, &p->guard.allocator);
    pk_ir_print(p->ir, &text);
    show(p, stage, pk_text_string(&text), text.length);
    pk_text_finish(&text);
}

static void dump_front(pk_pipeline *p) {
    pk_text text;

    pk_text_init(&text, &p->guard.allocator);
    if (wanted(p, "ast") &&
        pk_program_print_ast(p->program, p->name, &text) == PK_OK)
        show(p, "ast", pk_text_string(&text), text.length);
    pk_text_finish(&text);
    pk_text_init(&text, &p->guard.allocator);
    if (wanted(p, "types") &&
        pk_frontend_print_types(p->program, p->name, &p->signature, &text,
                                &p->diags) == PK_OK)
        show(p, "types", pk_text_string(&text), text.length);
    pk_text_finish(&text);
}

/* Stages that are shown as they are made. */
static bool is_own(const char *stage) {
    static const char *const own[] = {"ast", "types", "ir", "passes"};

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(own[i], stage) == 0)
            return true;
    return false;
}

static void dump_emitted(pk_pipeline *p, const char *stage) {
    pk_artifact artifact;

    if (is_own(stage) || pk_pipeline_emit(p, stage, &artifact, NULL) != PK_OK)
        return;
    show(p, stage, artifact.bytes, artifact.size);
    p->plugin->artifact_free(&p->ctx->host, &artifact);
}

void pk_dump_stages(pk_pipeline *p) {
    const char *list = p->ctx->dump;
    char stage[16];

    if (!list)
        return;
    dump_front(p);
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n && n < sizeof stage) {
            memcpy(stage, list, n);
            stage[n] = '\0';
            dump_emitted(p, stage);
        }
        list += n + (list[n] == ',');
    }
}
