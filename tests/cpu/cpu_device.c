/* SPDX-License-Identifier: Apache-2.0 */
/* The device of cpu_device.h. */
#include "cpu_device.h"

#include "backends/native/blob/blob.h"
#include "backends/native/llvm/llvm.h"
#include "backends/native/native.h"
#include "base/arena.h"
#include "base/text.h"
#include "runtime/services/pool.h"

#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_parallel(void *self, uint64_t count, uint64_t grain,
                        void (*body)(void *, uint64_t, uint64_t, uint32_t),
                        void *arg) {
    pk_pool_parallel(self, count, grain, body, arg);
}

static uint32_t on_worker_count(void *self) {
    return pk_pool_worker_count(self);
}

static const char *on_option(void *self, const char *name) {
    (void)self;
    return getenv(name);
}

static void must(pk_status status, const pk_error *err, const char *what) {
    ck_assert_msg(status == PK_OK, "%s: %s", what, err->message);
}

void cpu_open(cpu_device *d, uint32_t threads) {
    const char *path = getenv("PORTKERN_CPU_PLUGIN");
    pk_plugin_query_fn query;
    pk_pool *pool = NULL;
    pk_error err = {0};
    void *file;

    ck_assert_msg(path != NULL, "PORTKERN_CPU_PLUGIN is not set");
    file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(file != NULL, "%s", dlerror());
    *(void **)&query = dlsym(file, "pk_plugin_query");
    ck_assert(query != NULL);
    must(pk_pool_create(&pk_heap, threads, &pool, &err), &err, "pool");
    *d = (cpu_device){.host = {.struct_size = sizeof d->host,
                               .abi = PK_ABI_VERSION,
                               .allocator = &pk_heap,
                               .self = pool,
                               .parallel = on_parallel,
                               .worker_count = on_worker_count,
                               .option = on_option}};
    d->plugin = query(PK_ABI_VERSION, &err);
    ck_assert_msg(d->plugin != NULL, "%s", err.message);
    must(d->plugin->device_open(&d->host, 0, &d->dev, &err), &err, "open");
    must(d->plugin->device_caps(d->dev, &d->caps, &err), &err, "caps");
    must(d->plugin->queue_new(d->dev, &d->que, &err), &err, "queue");
}

void cpu_close(cpu_device *d) {
    d->plugin->queue_free(d->que);
    d->plugin->device_close(d->dev);
    pk_pool_destroy(d->host.self);
}

pk_artifact cpu_emit(cpu_device *d, const char *ir, size_t length,
                     const char *stage) {
    pk_emit_options options = {
        .struct_size = sizeof options, .check = 1, .stage = stage};
    pk_artifact artifact = {0};
    pk_error err = {0};

    must(d->plugin->emit(&d->host, &d->caps, ir, length, &options, &artifact,
                         &err),
         &err, "emit");
    return artifact;
}

pk_artifact cpu_emit_ir(cpu_device *d, const pk_ir *ir, const char *stage) {
    pk_artifact artifact;
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_ir_print(ir, &text);
    ck_assert(!text.failed);
    artifact = cpu_emit(d, text.data, text.length, stage);
    pk_text_finish(&text);
    return artifact;
}

/* The compiler's module lies beside the plugin. */
static pk_native_compile_fn open_compiler(void) {
    static const char name[] = "-llvm.so";
    const char *plugin = getenv("PORTKERN_CPU_PLUGIN");
    char path[4096];
    pk_native_compile_fn compile;
    void *file;

    snprintf(path, sizeof path, "%.*s%s", (int)strlen(plugin) - 3, plugin,
             name);
    file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(file != NULL, "%s", dlerror());
    *(void **)&compile = dlsym(file, "pk_native_compile");
    ck_assert(compile != NULL);
    return compile;
}

pk_artifact cpu_emit_lanes(cpu_device *d, pk_ir *ir) {
    pk_artifact artifact = {.struct_size = sizeof artifact};
    pk_native_job job = {
        .struct_size = sizeof job, .check = 1, .allocator = &pk_heap};
    pk_text text, blob;
    pk_error err = {0};

    pk_text_init(&text, &pk_heap);
    pk_text_init(&blob, &pk_heap);
    must(pk_native_emit(ir,
                        &(pk_native_options){.lanes = PK_NATIVE_LANES_wherever,
                                             .vectors = {32, 16}},
                        &text, &err),
         &err, "print");
    job.text = text.data;
    job.length = text.length;
    job.passes = pk_native_passes(ir);
    job.vector_passes = pk_native_vector_passes(ir);
    must(open_compiler()(&job, &err), &err, "compile");
    must(pk_native_pack(job.bytes, job.size, ir, d->caps.cache_id, &blob, &err),
         &err, "pack");
    artifact.bytes = malloc(blob.length);
    ck_assert(artifact.bytes != NULL);
    memcpy(artifact.bytes, blob.data, blob.length);
    artifact.size = blob.length;
    free(job.bytes);
    pk_text_finish(&text);
    pk_text_finish(&blob);
    return artifact;
}

pk_mod *cpu_load(cpu_device *d, const pk_artifact *artifact) {
    pk_error err = {0};
    pk_mod *mod = NULL;

    must(d->plugin->module_load(d->dev, artifact, NULL, 0, &mod, &err), &err,
         "load");
    return mod;
}

pk_mod *cpu_compile(cpu_device *d, const char *ir) {
    pk_artifact artifact = cpu_emit(d, ir, strlen(ir), NULL);
    pk_mod *mod = cpu_load(d, &artifact);

    d->plugin->artifact_free(&d->host, &artifact);
    return mod;
}

void cpu_run(cpu_device *d, pk_mod *mod, const char *name,
             const uint32_t grid[3], const uint32_t block[3],
             uint32_t shared_bytes, const void *params, uint32_t size) {
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .shared_dynamic = shared_bytes,
                           .params = params,
                           .params_size = size};
    pk_error err = {0};
    pk_fun *fun = NULL;

    memcpy(desc.grid, grid, sizeof desc.grid);
    memcpy(desc.block, block, sizeof desc.block);
    must(d->plugin->function(mod, name, &fun, &err), &err, name);
    must(d->plugin->launch(d->que, fun, &desc, &err), &err, name);
    must(d->plugin->sync(d->que, &err), &err, name);
}
