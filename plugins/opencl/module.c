/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C or a driver's binary to kernels.
 *
 * A binary is cached in an envelope of our own, because drivers do not check
 * theirs: magic, the hash of the device's cache_id, length, and a checksum.
 * A binary whose head does not fit is refused before the driver sees it. Behind
 * the head come the number of programs, the sizes of their binaries, 8 bytes
 * each, and the binaries. */
#include "base/try.h"
#include "plugins/opencl/opencl.h"

#include "backends/opencl_c/opencl_c.h"

#include <stdio.h>
#include <string.h>

typedef struct envelope {
    char magic[8];
    uint64_t device, size, checksum;
} envelope;

static const char magic[8] = {'P', 'K', 'C', 'L', 'B', 'I', 'N', '2'};

static uint64_t hash_bytes(const void *bytes, size_t size) {
    const unsigned char *p = bytes;
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ p[i]) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t device_hash(const pk_dev *dev) {
    return hash_bytes(dev->caps.cache_id, strlen(dev->caps.cache_id));
}

/* ---- building ---- */

/* The driver's words: all of them to the log, as many as fit into `err`. */
static pk_status fail_build(pk_mod *mod, cl_program program, cl_int code,
                            pk_error *err) {
    pk_dev *dev = mod->dev;
    size_t size = 0;
    char *log = NULL, *rest = NULL;

    dev->cl->clGetProgramBuildInfo(program, dev->place.id, CL_PROGRAM_BUILD_LOG,
                                   0, NULL, &size);
    if (size && size < SIZE_MAX)
        log = pk_cl_alloc(dev->host, size + 1, NULL);
    if (log)
        dev->cl->clGetProgramBuildInfo(program, dev->place.id,
                                       CL_PROGRAM_BUILD_LOG, size, log, NULL);
    pk_fail(err, PK_COMPILE,
            "the OpenCL compiler refused the generated code (%d): %s", code,
            log && *log ? log : "no build log");
    if (err)
        err->driver_code = code;
    for (char *line = log ? strtok_r(log, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        dev->host->log(dev->host->self, 0, "opencl", line);
    pk_cl_free(dev->host, log, size + 1);
    return PK_COMPILE;
}

/* Oclgrind's interpreter cannot do all that its optimiser makes (integers of
 * 65 bits), so there the text runs as it stands. */
static pk_status build_program(pk_mod *mod, cl_program program, pk_error *err) {
    pk_dev *dev = mod->dev;
    bool exact = dev->caps.features & PK_CAP_div_sqrt;
    char options[128];
    cl_int code;

    snprintf(options, sizeof options, "-cl-std=CL1.2 -w%s%s",
             exact ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
             dev->serial ? " -cl-opt-disable" : "");
    code = dev->cl->clBuildProgram(program, 1, &dev->place.id, options, NULL,
                                   NULL);
    return code == CL_SUCCESS ? PK_OK : fail_build(mod, program, code, err);
}

static pk_status need_programs(pk_mod *mod, uint32_t count, pk_error *err) {
    mod->programs =
        pk_cl_alloc(mod->dev->host, count * sizeof *mod->programs, err);
    if (!mod->programs)
        return PK_NO_MEMORY;
    mod->program_count = count;
    return PK_OK;
}

/* `only` NULL: the program has all kernels of the text. */
static pk_status load_text(pk_mod *mod, cl_program *out,
                           const pk_artifact *artifact, const char *only,
                           pk_error *err) {
    const pk_host *host = mod->dev->host;
    pk_text head;
    const char *parts[2];
    size_t sizes[2];
    cl_int code = CL_SUCCESS;

    pk_text_init(&head, host->allocator);
    pk_opencl_c_put_only(&head, only);
    if (head.failed) {
        pk_text_finish(&head);
        return pk_fail_no_memory(err);
    }
    parts[0] = pk_text_string(&head);
    parts[1] = artifact->bytes;
    sizes[0] = head.length;
    sizes[1] = artifact->size;
    *out = mod->dev->cl->clCreateProgramWithSource(
        mod->dev->context, only ? 2 : 1, parts + !only, sizes + !only, &code);
    pk_text_finish(&head);
    if (!*out)
        return pk_cl_fail(err, code, "clCreateProgramWithSource");
    return build_program(mod, *out, err);
}

static pk_status load_source(pk_mod *mod, const pk_artifact *artifact,
                             const pk_entry *entries, uint32_t count,
                             pk_error *err) {
    const bool separate = mod->dev->separate && count > 1;

    if (!artifact->size)
        return pk_fail(err, PK_BAD_ARG, "the OpenCL C text is empty");
    PK_TRY(need_programs(mod, separate ? count : 1, err));
    for (uint32_t i = 0; i < mod->program_count; i++)
        PK_TRY(load_text(mod, &mod->programs[i], artifact,
                         separate ? entries[i].name : NULL, err));
    return PK_OK;
}

static pk_status open_envelope(const pk_dev *dev, const pk_artifact *artifact,
                               const unsigned char **bytes, size_t *size,
                               pk_error *err) {
    envelope head;

    if (artifact->size <= sizeof head)
        return pk_fail(err, PK_BAD_ARG, "the OpenCL binary is cut off");
    memcpy(&head, artifact->bytes, sizeof head);
    *bytes = (const unsigned char *)artifact->bytes + sizeof head;
    *size = artifact->size - sizeof head;
    if (memcmp(head.magic, magic, sizeof magic) != 0)
        return pk_fail(err, PK_BAD_ARG,
                       "this is not an OpenCL binary of "
                       "portkern");
    if (head.device != device_hash(dev))
        return pk_fail(err, PK_BAD_ARG,
                       "the OpenCL binary is for another device or driver");
    if (head.size != *size || head.checksum != hash_bytes(*bytes, *size))
        return pk_fail(err, PK_BAD_ARG, "the OpenCL binary is damaged");
    return PK_OK;
}

static uint64_t get_size(const unsigned char *bytes) {
    uint64_t size;

    memcpy(&size, bytes, sizeof size);
    return size;
}

/* How many programs there are and their sizes are as they were written, but
 * another number of kernels may be asked for. */
static pk_status load_binary(pk_mod *mod, const pk_artifact *artifact,
                             uint32_t kernels, pk_error *err) {
    pk_dev *dev = mod->dev;
    const unsigned char *sizes = NULL, *bytes;
    cl_int code = CL_SUCCESS, status = CL_SUCCESS;
    uint64_t count;
    size_t size;

    PK_TRY(open_envelope(dev, artifact, &sizes, &size, err));
    count = size > sizeof count ? get_size(sizes) : 0;
    if (count != 1 && count != kernels)
        return pk_fail(err, PK_BAD_ARG,
                       "the OpenCL binary is of other kernels");
    PK_TRY(need_programs(mod, (uint32_t)count, err));
    bytes = sizes + (1 + count) * sizeof count;
    for (uint32_t i = 0; i < count; i++, bytes += size) {
        sizes += sizeof count;
        size = get_size(sizes);
        mod->programs[i] = dev->cl->clCreateProgramWithBinary(
            dev->context, 1, &dev->place.id, &size, &bytes, &status, &code);
        if (!mod->programs[i])
            return pk_cl_fail(err, code != CL_SUCCESS ? code : status,
                              "clCreateProgramWithBinary");
        PK_TRY(build_program(mod, mod->programs[i], err));
    }
    return PK_OK;
}

/* ---- kernels ---- */

static void count_params(const pk_entry *entry, uint32_t *buffers,
                         uint32_t *scalars) {
    *buffers = *scalars = 0;
    for (uint32_t i = 0; i < entry->param_count; i++)
        ++*(entry->params[i].is_buffer ? buffers : scalars);
}

/* How the kernel takes its parameters, by the number of its arguments: the
 * source may have been emitted for another target, or come as a binary. */
static pk_status find_args(pk_fun *fun, pk_error *err) {
    const pk_entry *e = &fun->entry;
    uint32_t buffers, scalars, split, packed;
    cl_uint count = 0;
    cl_int code = fun->mod->dev->cl->clGetKernelInfo(
        fun->kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);

    if (code != CL_SUCCESS)
        return pk_cl_fail(err, code, "clGetKernelInfo");
    count_params(e, &buffers, &scalars);
    split = pk_opencl_c_arg_count(PK_OPENCL_ARGS_split, buffers, scalars,
                                  e->form, e->shared_dynamic);
    packed = pk_opencl_c_arg_count(PK_OPENCL_ARGS_packed, buffers, scalars,
                                   e->form, e->shared_dynamic);
    fun->packed = count != split && count == packed;
    if (count != split && count != packed)
        return pk_fail(err, PK_BAD_ARG,
                       "kernel %s takes %u OpenCL arguments where %u were "
                       "expected",
                       e->name, count, split);
    return PK_OK;
}

static pk_status copy_entry(pk_fun *fun, const pk_entry *entry, pk_error *err) {
    const pk_host *host = fun->mod->dev->host;
    size_t length = strlen(entry->name) + 1;

    fun->entry = *entry;
    fun->name = pk_cl_alloc(host, length, err);
    if (!fun->name)
        return PK_NO_MEMORY;
    memcpy(fun->name, entry->name, length);
    fun->entry.name = fun->name;
    if (!entry->param_count)
        return PK_OK;
    fun->params =
        pk_cl_alloc(host, entry->param_count * sizeof *fun->params, err);
    if (!fun->params)
        return PK_NO_MEMORY;
    memcpy(fun->params, entry->params,
           entry->param_count * sizeof *fun->params);
    fun->entry.params = fun->params;
    return PK_OK;
}

static pk_status make_kernel(pk_fun *fun, cl_program program,
                             const pk_entry *entry, pk_error *err) {
    pk_dev *dev = fun->mod->dev;
    cl_int code = CL_SUCCESS;
    pk_arena arena;
    char *name;

    PK_TRY(copy_entry(fun, entry, err));
    pk_arena_init(&arena, dev->host->allocator);
    name = pk_opencl_c_kernel_name(&arena, entry->name);
    if (!arena.failed)
        fun->kernel = dev->cl->clCreateKernel(program, name, &code);
    pk_arena_finish(&arena);
    if (!fun->kernel && code == CL_SUCCESS)
        return pk_fail_no_memory(err);
    if (!fun->kernel)
        return pk_cl_fail(err, code, "clCreateKernel");
    return find_args(fun, err);
}

static pk_status make_kernels(pk_mod *mod, const pk_entry *entries,
                              uint32_t count, pk_error *err) {
    if (!count)
        return PK_OK;
    mod->funs = pk_cl_alloc(mod->dev->host, count * sizeof *mod->funs, err);
    if (!mod->funs)
        return PK_NO_MEMORY;
    mod->fun_capacity = count;
    for (uint32_t i = 0; i < count; i++) {
        mod->funs[i].mod = mod;
        pthread_mutex_init(&mod->funs[i].lock, NULL);
        mod->fun_count++;
        PK_TRY(make_kernel(&mod->funs[i],
                           mod->programs[mod->program_count > 1 ? i : 0],
                           &entries[i], err));
    }
    return PK_OK;
}

/* ---- modules ---- */

static pk_status load(pk_mod *mod, const pk_artifact *artifact,
                      const pk_entry *entries, uint32_t count, pk_error *err) {
    pk_status status;

    if (strcmp(artifact->format, "opencl-c") == 0)
        status = load_source(mod, artifact, entries, count, err);
    else if (strcmp(artifact->format, "opencl-binary") == 0)
        status = load_binary(mod, artifact, count, err);
    else
        status = pk_fail(
            err, PK_BAD_ARG,
            "the opencl plugin loads opencl-c and opencl-binary, not '%.15s'",
            artifact->format);
    if (status == PK_OK)
        status = make_kernels(mod, entries, count, err);
    return status;
}

pk_status pk_cl_module_load(pk_dev *dev, const pk_artifact *artifact,
                            const pk_entry *entries, uint32_t entry_count,
                            pk_mod **out, pk_error *err) {
    pk_status status;
    pk_mod *mod;

    PK_TRY(pk_cl_check_process(err));
    mod = pk_cl_alloc(dev->host, sizeof *mod, err);
    if (!mod)
        return PK_NO_MEMORY;
    mod->dev = dev;
    pthread_mutex_lock(dev->platform_lock);
    status = load(mod, artifact, entries, entry_count, err);
    pthread_mutex_unlock(dev->platform_lock);
    if (status != PK_OK) {
        pk_cl_module_free(mod);
        return status;
    }
    *out = mod;
    return PK_OK;
}

/* Wraps what stands behind the space for the head. */
static void close_envelope(const pk_dev *dev, unsigned char *bytes,
                           size_t size) {
    envelope head = {.device = device_hash(dev),
                     .size = size,
                     .checksum = hash_bytes(bytes + sizeof head, size)};

    memcpy(head.magic, magic, sizeof magic);
    memcpy(bytes, &head, sizeof head);
}

/* `sizes`: how many programs there are, then the sizes of their binaries, of
 * which `all` is the sum; 0: one has none. */
static cl_int binary_sizes(const pk_mod *mod, uint64_t *sizes, size_t *all) {
    const pk_cl_api *cl = mod->dev->cl;
    cl_int code = CL_SUCCESS;
    bool whole = true;

    *all = 0;
    *sizes++ = mod->program_count;
    for (uint32_t i = 0; i < mod->program_count && code == CL_SUCCESS; i++) {
        size_t size = 0;
        code = cl->clGetProgramInfo(mod->programs[i], CL_PROGRAM_BINARY_SIZES,
                                    sizeof size, &size, NULL);
        whole &= size && size < PTRDIFF_MAX / 2 - *all;
        sizes[i] = size;
        *all = whole ? *all + size : 0;
    }
    return code;
}

static cl_int get_binaries(const pk_mod *mod, const uint64_t *sizes,
                           unsigned char *to) {
    const pk_cl_api *cl = mod->dev->cl;
    cl_int code = CL_SUCCESS;

    for (uint32_t i = 0; i < mod->program_count && code == CL_SUCCESS; i++) {
        code = cl->clGetProgramInfo(mod->programs[i], CL_PROGRAM_BINARIES,
                                    sizeof to, &to, NULL);
        to += sizes[1 + i];
    }
    return code;
}

/* `table` is that many bytes of room for the sizes. */
static pk_status make_binary(pk_mod *mod, uint64_t *sizes, size_t table,
                             pk_artifact *out, pk_error *err) {
    const pk_host *host = mod->dev->host;
    unsigned char *bytes;
    size_t size, total;
    cl_int code = binary_sizes(mod, sizes, &size);

    if (code != CL_SUCCESS)
        return pk_cl_fail(err, code, "clGetProgramInfo");
    if (!size)
        return pk_fail(err, PK_UNSUPPORTED, "the driver returned no binary");
    total = sizeof(envelope) + table + size;
    bytes = pk_cl_alloc(host, total + 1, err);
    if (!bytes)
        return PK_NO_MEMORY;
    memcpy(bytes + sizeof(envelope), sizes, table);
    code = get_binaries(mod, sizes, bytes + sizeof(envelope) + table);
    if (code != CL_SUCCESS) {
        pk_cl_free(host, bytes, total + 1);
        return pk_cl_fail(err, code, "clGetProgramInfo");
    }
    close_envelope(mod->dev, bytes, table + size);
    *out = (pk_artifact){.struct_size = sizeof *out,
                         .format = "opencl-binary",
                         .bytes = bytes,
                         .size = total};
    return PK_OK;
}

pk_status pk_cl_module_binary(pk_mod *mod, pk_artifact *out, pk_error *err) {
    const size_t table = (1 + mod->program_count) * sizeof(uint64_t);
    uint64_t *sizes;
    pk_status status;

    PK_TRY(pk_cl_check_process(err));
    sizes = pk_cl_alloc(mod->dev->host, table, err);
    if (!sizes)
        return PK_NO_MEMORY;
    pthread_mutex_lock(mod->dev->platform_lock);
    status = make_binary(mod, sizes, table, out, err);
    pthread_mutex_unlock(mod->dev->platform_lock);
    pk_cl_free(mod->dev->host, sizes, table);
    return status;
}

static void free_fun(pk_fun *fun, bool forked) {
    pk_dev *dev = fun->mod->dev;

    if (fun->kernel && !forked)
        dev->cl->clReleaseKernel(fun->kernel);
    pthread_mutex_destroy(&fun->lock);
    if (fun->name)
        pk_cl_free(dev->host, fun->name, strlen(fun->name) + 1);
    pk_cl_free(dev->host, fun->params,
               fun->entry.param_count * sizeof *fun->params);
}

void pk_cl_module_free(pk_mod *mod) {
    bool forked = pk_cl_forked();
    pk_dev *dev;

    if (!mod)
        return;
    dev = mod->dev;
    if (!forked)
        pthread_mutex_lock(dev->platform_lock);
    for (uint32_t i = 0; i < mod->fun_count; i++)
        free_fun(&mod->funs[i], forked);
    for (uint32_t i = 0; i < mod->program_count && !forked; i++)
        if (mod->programs[i])
            dev->cl->clReleaseProgram(mod->programs[i]);
    if (!forked)
        pthread_mutex_unlock(dev->platform_lock);
    pk_cl_free(dev->host, mod->funs, mod->fun_capacity * sizeof *mod->funs);
    pk_cl_free(dev->host, mod->programs,
               mod->program_count * sizeof *mod->programs);
    pk_cl_free(dev->host, mod, sizeof *mod);
}

pk_status pk_cl_function(pk_mod *mod, const char *name, pk_fun **out,
                         pk_error *err) {
    for (uint32_t i = 0; i < mod->fun_count; i++)
        if (strcmp(mod->funs[i].name, name) == 0) {
            *out = &mod->funs[i];
            return PK_OK;
        }
    return pk_fail(err, PK_NAME, "the module has no kernel %s", name);
}

static uint64_t get_limit(pk_fun *fun, cl_uint what, size_t size) {
    pk_dev *dev = fun->mod->dev;
    uint64_t value = 0;

    if (dev->cl->clGetKernelWorkGroupInfo(fun->kernel, dev->place.id, what,
                                          size, &value, NULL) != CL_SUCCESS)
        return 0;
    return value < UINT32_MAX ? value : UINT32_MAX;
}

/* In block form the driver knows one work-item; the block's size is ours. In
 * lanes form what it knows are warps. */
pk_status pk_cl_function_limits(pk_fun *fun, pk_fun_limits *out,
                                pk_error *err) {
    pk_dev *dev = fun->mod->dev;
    uint32_t group, most = dev->caps.max_block;

    PK_TRY(pk_cl_enter(dev, err));
    group = (uint32_t)get_limit(fun, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t));
    if (fun->entry.form == PK_FORM_lanes && group < most)
        group *= 32;
    if (fun->entry.form == PK_FORM_block || group > most || !group)
        group = most;
    *out = (pk_fun_limits){
        .struct_size = sizeof *out,
        .max_block = group,
        .shared_bytes = fun->entry.shared_static,
        .local_bytes = (uint32_t)get_limit(fun, CL_KERNEL_PRIVATE_MEM_SIZE, 8),
    };
    pk_cl_leave(dev);
    return PK_OK;
}
