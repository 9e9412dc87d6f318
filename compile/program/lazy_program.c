/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that are parsed when they are wanted, and outlines in the disk
 * cache. */
#include "compile/program/lazy_program.h"
#include "base/try.h"

#include "base/os/clock.h"
#include "base/os/guard.h"
#include "base/os/own_file.h"
#include "base/source_max.h"
#include "compile/program/globals.h"
#include "runtime/context/diagnostics.h"

#include <stdio.h>

struct pk_lazy_program {
    pk_context *ctx;
    pk_globals globals;
    pk_guard inputs; /* of the values of globals */
    pk_guard parsed; /* of the program */
    pk_lock lock;    /* while it is parsed */
    _Atomic(const pk_program *) program;
    const char *text, *name, *import_path; /* the module's arena's */
    size_t length;
    uint32_t first_line;
    pk_given_file *files; /* the same */
    uint32_t file_count;
    uint64_t parse_begin, parse_ns;
    pk_digest outline;    /* of the outline's key in the disk cache */
    atomic_bool outlined; /* its entry there was this module's outline */
};

/* ---- parsing ---- */

static pk_status parse(void *arg, pk_error *err) {
    struct pk_lazy_program *lazy = arg;
    const pk_allocator *allocator = &lazy->parsed.allocator;
    const pk_program_options options = {.file = lazy->name,
                                        .first_line = lazy->first_line,
                                        .bindings = lazy->globals.bindings,
                                        .binding_count =
                                            (uint32_t)lazy->globals.count,
                                        .files = lazy->files,
                                        .file_count = lazy->file_count,
                                        .import_path = lazy->import_path};
    pk_program *program = NULL;
    pk_arena arena;
    pk_diags diags;
    pk_status status;

    pk_arena_init(&arena, allocator);
    pk_diags_init(&diags, &arena);
    status = pk_program_new(allocator, lazy->text, lazy->length, &options,
                            &program, &diags);
    if (status != PK_OK)
        pk_diagnostics_keep(lazy->ctx, &diags, status, err);
    else {
        lazy->parse_ns =
            pk_now() - lazy->parse_begin; /* before others see it */
        atomic_store(&lazy->program, program);
    }
    pk_arena_finish(&arena);
    return status;
}

/* The lock is held. */
static pk_status parse_once(struct pk_lazy_program *lazy, pk_error *err) {
    pk_status status;

    if (atomic_load(&lazy->program))
        return PK_OK;
    atomic_fetch_add(&lazy->ctx->counters.parses, 1);
    lazy->parse_begin = pk_now();
    status = pk_guard_run(&lazy->parsed, parse, lazy, err);
    pk_context_stage(lazy->ctx, "parse", lazy->parse_begin, pk_now());
    return status;
}

static pk_status check_same(const pk_module *mod, const pk_program *program,
                            pk_error *err) {
    const pk_digest digest = pk_program_digest(program);

    if (memcmp(&digest, &mod->digest, sizeof digest) == 0)
        return PK_OK;
    return pk_fail(err, PK_IO,
                   "a file that %s imports has changed since the module was "
                   "made: make the module again",
                   pk_program_file(program));
}

static pk_status ask_program(struct pk_lazy_program *lazy,
                             const pk_program **out, pk_error *err) {
    pk_status status = PK_OK;

    *out = atomic_load(&lazy->program);
    if (*out)
        return PK_OK;
    if (!pk_lock_enter(&lazy->lock))
        return pk_fail_forked(err, "the module", "make it again");
    status = parse_once(lazy, err);
    pk_lock_leave(&lazy->lock);
    *out = atomic_load(&lazy->program);
    return status;
}

pk_status pk_module_program(const pk_module *mod, const pk_program **out,
                            pk_error *err) {
    *out = NULL;
    if (!mod->program)
        return pk_fail(
            err, PK_UNSUPPORTED,
            "the module was opened from a bundle, which has no source");
    PK_TRY(ask_program(mod->program, out, err));
    return check_same(mod, *out, err);
}

uint64_t pk_module_parse_ns(const pk_module *mod) {
    return mod->program && atomic_load(&mod->program->program)
               ? mod->program->parse_ns
               : 0;
}

/* ---- outlines ---- */

/* This library's version and build: the compiler is in it, and the device
 * library. "" where it cannot be told from others. */
static char own_build[PK_ID_MAX + 32];

static void find_own_build(void) {
    char id[PK_ID_MAX];

    pk_build_id(id);
    if (strcmp(id, "none") != 0)
        snprintf(own_build, sizeof own_build, "%s %s", pk_version(), id);
}

/* NULL: what it makes cannot be kept. */
static const char *maker(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, find_own_build);
    return *own_build ? own_build : NULL;
}

/* Whether outlines are kept of it: functions of other modules and arrays in
 * buffers are not what a text can say. */
static bool may_outline(const pk_module *mod) {
    const pk_globals *g = &mod->program->globals;

    if (!mod->maker || !pk_cache_dir(mod->base.ctx))
        return false;
    for (size_t i = 0; i < g->count; i++)
        if (g->bindings[i].kind == PK_BIND_function ||
            g->bindings[i].kind == PK_BIND_reference)
            return false;
    return true;
}

/* The key: all that is known before parsing. The source stands in it as a
 * digest, as it does in the program's. */
static void put_key(const pk_module *mod, pk_text *out) {
    const struct pk_lazy_program *lazy = mod->program;
    const pk_digest digest = pk_digest_of(lazy->text, lazy->length);

    pk_text_printf(out, "portkern %s outline\nfile %d %s line %u size %zu ",
                   mod->maker, lazy->name != NULL, lazy->name ? lazy->name : "",
                   lazy->first_line, lazy->length);
    pk_text_bytes(out, &digest, sizeof digest);
    for (uint32_t i = 0; i < lazy->file_count; i++) {
        const pk_given_file *f = &lazy->files[i];
        const pk_digest of_file = pk_digest_of(f->text, f->length);
        pk_text_bytes(out, f->name, strlen(f->name) + 1);
        pk_text_bytes(out, &of_file, sizeof of_file);
    }
    if (lazy->import_path)
        pk_text_put(out, lazy->import_path);
    for (size_t i = 0; i < lazy->globals.count; i++)
        pk_binding_key(&lazy->globals.bindings[i], out);
}

static bool files_are_same(const pk_module *mod, const pk_outline *outline) {
    for (uint32_t i = 0; i < outline->file_count; i++)
        if (!pk_import_file_is_same(&mod->base.ctx->allocator,
                                    &outline->files[i]))
            return false;
    return true;
}

static bool find_outline(pk_module *mod) {
    pk_digest *digest = &mod->program->outline;
    pk_context *ctx = mod->base.ctx;
    pk_artifact entry;
    pk_outline outline;
    bool corrupt = false, found;
    pk_text key;

    if (!may_outline(mod))
        return false;
    pk_text_init(&key, &ctx->allocator);
    put_key(mod, &key);
    *digest = pk_digest_of(key.data, key.length);
    found = !key.failed &&
            pk_cache_load(ctx->cache, digest, &key, &entry, &corrupt);
    pk_text_finish(&key);
    atomic_fetch_add(&ctx->counters.cache_corrupt, corrupt);
    if (!found)
        return false;
    found = pk_outline_read(entry.bytes, entry.size, &mod->arena, &outline) &&
            files_are_same(mod, &outline);
    pk_entry_artifact_free(&ctx->allocator, &entry);
    if (!found)
        return false;
    mod->digest = outline.digest;
    mod->functions = outline.functions;
    mod->function_count = outline.function_count;
    atomic_store(&mod->program->outlined, true);
    return true;
}

typedef struct file_list {
    pk_arena *arena;
    pk_import_file *items;
    uint32_t count, capacity;
} file_list;

static void add_file(void *self, const pk_import_file *file) {
    file_list *list = self;
    pk_import_file *items = list->items;

    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 8;
        items = pk_arena_array(list->arena, list->capacity, sizeof *items);
        if (list->arena->failed)
            return;
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = *file;
}

static void keep_outline(const pk_module *mod, const pk_program *program,
                         pk_arena *arena) {
    const struct pk_lazy_program *lazy = mod->program;
    const pk_cache_label label = {
        .kernel = lazy->name ? lazy->name : "", .backend = "", .target = ""};
    pk_context *ctx = mod->base.ctx;
    pk_artifact entry = {.struct_size = sizeof entry, .format = "outline"};
    file_list files = {.arena = arena};
    pk_outline outline = {.maker = mod->maker,
                          .digest = mod->digest,
                          .functions = mod->functions,
                          .function_count = mod->function_count};
    pk_digest digest;
    pk_text key, bytes;

    pk_text_init(&key, &ctx->allocator);
    pk_text_init(&bytes, &ctx->allocator);
    pk_program_visit_files(program, add_file, &files);
    outline.files = files.items;
    outline.file_count = files.count;
    put_key(mod, &key);
    if (!arena->failed && !key.failed && pk_outline_write(&outline, &bytes)) {
        entry.bytes = bytes.data;
        entry.size = bytes.length;
        digest = pk_digest_of(key.data, key.length);
        pk_cache_store(ctx->cache, &digest, &key, &label, &entry);
    }
    pk_text_finish(&bytes);
    pk_text_finish(&key);
}

void pk_module_keep_outline(const pk_module *mod) {
    struct pk_lazy_program *lazy = mod->program;
    const pk_program *program = atomic_load(&lazy->program);
    pk_arena arena;

    if (!program || !may_outline(mod))
        return;
    if (atomic_exchange(&lazy->outlined, true) &&
        pk_cache_has(mod->base.ctx->cache, &lazy->outline))
        return;
    pk_arena_init(&arena, &mod->base.ctx->allocator);
    keep_outline(mod, program, &arena);
    pk_arena_finish(&arena);
}

/* ---- modules ---- */

typedef struct binding {
    struct pk_lazy_program *lazy;
    const pk_module_source *source;
} binding;

static pk_status bind_globals(void *arg, pk_error *err) {
    const binding *b = arg;
    pk_arena arena; /* the guard's memory is given back as a whole */

    pk_arena_init(&arena, &b->lazy->inputs.allocator);
    return pk_globals_bind(&b->lazy->globals, b->source, &arena, err);
}

static void keep_files(pk_module *mod, const pk_module_source *s) {
    struct pk_lazy_program *lazy = mod->program;
    pk_arena *arena = &mod->arena;

    lazy->files = pk_arena_array(arena, s->file_count, sizeof *lazy->files);
    for (size_t i = 0; i < s->file_count && !arena->failed; i++) {
        const pk_source_file *f = &s->files[i];
        size_t length = strlen(f->text);
        lazy->files[i] =
            (pk_given_file){pk_arena_text(arena, f->name, strlen(f->name)),
                            pk_arena_text(arena, f->text, length), length};
        lazy->file_count++;
    }
}

static pk_status keep_source(pk_module *mod, const pk_module_source *s,
                             pk_error *err) {
    struct pk_lazy_program *lazy = mod->program;

    lazy->text = pk_arena_text(&mod->arena, s->text, s->length);
    lazy->length = s->length;
    if (s->name)
        lazy->name = pk_arena_text(&mod->arena, s->name, strlen(s->name));
    if (s->import_path)
        lazy->import_path =
            pk_arena_text(&mod->arena, s->import_path, strlen(s->import_path));
    lazy->first_line = s->first_line;
    keep_files(mod, s);
    if (mod->arena.failed)
        return pk_fail_no_memory(err);
    PK_TRY(pk_globals_keep(&lazy->globals, s, err));
    return s->global_count ? pk_guard_run(&lazy->inputs, bind_globals,
                                          &(binding){lazy, s}, err)
                           : PK_OK;
}

/* Copies the program's functions and names to the module. */
static pk_status take_program(pk_module *mod, const pk_program *program,
                              pk_error *err) {
    const pk_function_info **functions;

    mod->digest = pk_program_digest(program);
    mod->function_count = pk_program_function_count(program);
    mod->functions = functions = pk_arena_array(
        &mod->arena, mod->function_count + 1u, sizeof *functions);
    if (mod->arena.failed)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < mod->function_count; i++)
        functions[i] = pk_program_function(program, i);
    mod->references = pk_program_references(program, &mod->reference_count);
    return PK_OK;
}

pk_status pk_lazy_program_open(pk_module *mod, const pk_module_source *s,
                               pk_error *err) {
    pk_context *ctx = mod->base.ctx;
    struct pk_lazy_program *lazy = pk_heap_new(&ctx->allocator, sizeof *lazy);
    const pk_program *program;

    if (!lazy)
        return pk_fail_no_memory(err);
    mod->program = lazy;
    lazy->ctx = lazy->globals.ctx = ctx;
    pk_lock_init(&lazy->lock);
    pk_guard_init(&lazy->inputs, &ctx->allocator);
    pk_guard_init(&lazy->parsed, &ctx->allocator);
    mod->maker = maker();
    PK_TRY(keep_source(mod, s, err));
    if (find_outline(mod))
        return PK_OK;
    PK_TRY(ask_program(lazy, &program, err));
    return take_program(mod, program, err);
}

void pk_lazy_program_close(struct pk_lazy_program *lazy) {
    pk_guard_finish(&lazy->parsed);
    pk_guard_finish(&lazy->inputs);
    pk_globals_finish(&lazy->globals);
    pk_lock_finish(&lazy->lock);
    pk_heap_free(&lazy->ctx->allocator, lazy, sizeof *lazy);
}
