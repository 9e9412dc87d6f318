/* SPDX-License-Identifier: Apache-2.0 */
/* Devices of all platforms, and what they can do. */
#include "base/try.h"
#include "plugins/opencl/opencl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define INT31_MAX   2147483647u
#define FORM_OPTION "PORTKERN_OPENCL_FORM"

/* ---- queries; a device that does not answer gives the value for "no" ---- */

static void get_text(const pk_cl_api *cl, const pk_cl_place *place,
                     bool of_platform, cl_uint what, char *out, size_t size) {
    char text[4096] = "";
    size_t got = 0, n = 0;
    cl_int code =
        of_platform
            ? cl->clGetPlatformInfo(place->platform, what, sizeof text - 1,
                                    text, &got)
            : cl->clGetDeviceInfo(place->id, what, sizeof text - 1, text, &got);

    text[code == CL_SUCCESS && got < sizeof text ? got : 0] = '\0';
    for (const char *p = text; *p && n + 1 < size; p++)
        out[n++] = (unsigned char)*p < 32 || *p == 127 ? '?' : *p;
    while (n && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
}

static void get_platform(const pk_cl_api *cl, const pk_cl_place *place,
                         cl_uint what, char *out, size_t size) {
    get_text(cl, place, true, what, out, size);
}

static void get_device(const pk_cl_api *cl, const pk_cl_place *place,
                       cl_uint what, char *out, size_t size) {
    get_text(cl, place, false, what, out, size);
}

/* Integers come in 4 or 8 bytes; both sorts are read through 8 zeroed ones. */
static uint64_t get_number(const pk_cl_api *cl, const pk_cl_place *place,
                           cl_uint what) {
    uint64_t value = 0;

    if (cl->clGetDeviceInfo(place->id, what, sizeof value, &value, NULL) !=
        CL_SUCCESS)
        return 0;
    return value;
}

static uint32_t clamp32(uint64_t value, uint32_t most) {
    return value < most ? (uint32_t)value : most;
}

/* Whole words of the space-separated list. */
static bool has_extension(const char *list, const char *name) {
    size_t length = strlen(name);

    for (const char *p = strstr(list, name); p; p = strstr(p + 1, name))
        if ((p == list || p[-1] == ' ') &&
            (p[length] == ' ' || p[length] == '\0'))
            return true;
    return false;
}

static bool is_oclgrind(const pk_cl_api *cl, const pk_cl_place *place) {
    char name[64];

    get_platform(cl, place, CL_PLATFORM_NAME, name, sizeof name);
    return strcasecmp(name, "oclgrind") == 0;
}

/* ---- enumeration ---- */

pk_status pk_cl_device_count(const pk_host *host, uint32_t *count,
                             pk_error *err) {
    pk_cl_library *lib;

    PK_TRY(pk_cl_open(host, &lib, err));
    *count = lib->device_count;
    return PK_OK;
}

static pk_status find_device(const pk_host *host, uint32_t index,
                             pk_cl_library **lib, pk_error *err) {
    PK_TRY(pk_cl_open(host, lib, err));
    if (index >= (*lib)->device_count)
        return pk_fail(err, PK_NO_DEVICE,
                       "OpenCL device %u does not exist; there are %u, "
                       "counted from 0",
                       index, (*lib)->device_count);
    return PK_OK;
}

/* Oclgrind sets all type bits: it is neither, and a tool for those who ask. */
pk_status pk_cl_device_info(const pk_host *host, uint32_t index,
                            pk_dev_info *out, pk_error *err) {
    pk_cl_library *lib;
    const pk_cl_place *place;
    char name[64], version[64];
    uint64_t type;

    PK_TRY(find_device(host, index, &lib, err));
    place = &lib->devices[index];
    *out = (pk_dev_info){.struct_size = sizeof *out};
    get_device(&lib->api, place, CL_DEVICE_NAME, out->name, sizeof out->name);
    get_platform(&lib->api, place, CL_PLATFORM_NAME, name, sizeof name);
    get_platform(&lib->api, place, CL_PLATFORM_VERSION, version,
                 sizeof version);
    snprintf(out->platform, sizeof out->platform, "%.60s %.60s", name, version);
    get_platform(&lib->api, place, CL_PLATFORM_ICD_SUFFIX_KHR, out->suffix,
                 sizeof out->suffix);
    type = get_number(&lib->api, place, CL_DEVICE_TYPE);
    out->is_gpu = (type & CL_DEVICE_TYPE_GPU) && !(type & CL_DEVICE_TYPE_CPU);
    out->is_cpu = (type & CL_DEVICE_TYPE_CPU) && !(type & CL_DEVICE_TYPE_GPU);
    out->only_by_name = is_oclgrind(&lib->api, place);
    return PK_OK;
}

/* ---- capabilities ---- */

/* The forms, by the names of targets. "wide" is block form for drivers whose
 * compiler makes vectors of work-items. */
typedef struct form_row {
    const char *name;
    pk_form form;
    uint64_t features;
} form_row;

static const form_row forms[] = {
    {"threads", PK_FORM_threads, PK_CAP_melts | PK_CAP_axes},
    {"subgroups", PK_FORM_subgroups, 0},
    {"lanes", PK_FORM_lanes, 0},
    {"block", PK_FORM_block, 0},
    {"wide", PK_FORM_block, PK_CAP_wide_items | PK_CAP_melts | PK_CAP_axes},
};

static pk_status find_form(const char *name, const form_row **out,
                           pk_error *err) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(name, forms[i].name) == 0) {
            *out = &forms[i];
            return PK_OK;
        }
    return pk_fail(err, PK_BAD_ARG,
                   "'%s' is not an OpenCL form; use threads, subgroups, lanes, "
                   "block or wide",
                   name);
}

static bool has_barriers(const form_row *row) {
    return row->form != PK_FORM_block || row->features & PK_CAP_wide_items;
}

/* Where a work-item is a thread, native_* are instructions; where it is many,
 * the device is a CPU, and polynomials become vectors. */
static uint64_t approx_features(pk_form form) {
    return form == PK_FORM_threads || form == PK_FORM_subgroups ? PK_CAP_approx
                                                                : 0;
}

/* A target without a device: everything that an extension can give. */
pk_status pk_cl_target_caps(const pk_host *host, const char *name, pk_caps *out,
                            pk_error *err) {
    const form_row *row = NULL;
    pk_form form;

    (void)host;
    PK_TRY(find_form(name ? name : "threads", &row, err));
    form = row->form;
    *out = (pk_caps){
        .struct_size = sizeof *out,
        .form = form,
        .features = PK_CAP_f64 | PK_CAP_atomic_i64 | PK_CAP_div_sqrt |
                    PK_CAP_batches |
                    (has_barriers(row) ? PK_CAP_loop_barrier : 0) |
                    row->features | approx_features(form),
        .warp_size = 32,
        .max_block = 1024,
        .max_block_dim = {1024, 1024, 1024},
        .max_grid_dim = {INT31_MAX, INT31_MAX, INT31_MAX},
        .shared_bytes = 32768, /* OpenCL 1.2's least */
        .param_bytes = 1024,   /* likewise */
    };
    snprintf(out->name, sizeof out->name, "%s", row->name);
    snprintf(out->title, sizeof out->title, "OpenCL 1.2");
    snprintf(out->cache_id, sizeof out->cache_id, "opencl %s", out->name);
    return PK_OK;
}

/* Text for any device of a form is what this one compiles, unless it divides
 * less exactly; extensions that it lacks its compiler names. */
static const char *form_target(pk_dev *dev, uint32_t i) {
    if (!(dev->caps.features & PK_CAP_div_sqrt))
        return NULL;
    return i == 0                                             ? dev->caps.name
           : i == 1 && dev->caps.features & PK_CAP_wide_items ? "block"
                                                              : NULL;
}

const pk_targets_ext pk_cl_targets = {.struct_size = sizeof pk_cl_targets,
                                      .name = form_target};

/* Oclgrind counts, since it checks what CPUs need. */
static bool is_cpu_type(const pk_cl_api *cl, const pk_cl_place *place) {
    return get_number(cl, place, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
}

/* Work-items come in sub-groups: on a CPU, as vectors. Then a program has one
 * kernel: where Intel's compiler (2026.2) cannot make vectors of one, it may
 * leave out the conditions of those behind it. */
static bool makes_vectors(const pk_cl_api *cl, const pk_cl_place *place) {
    char extensions[4096];

    get_device(cl, place, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
    return has_extension(extensions, "cl_intel_required_subgroup_size");
}

static uint64_t find_features(const pk_cl_api *cl, const pk_cl_place *place) {
    char extensions[4096];
    uint64_t single = get_number(cl, place, CL_DEVICE_SINGLE_FP_CONFIG);
    uint64_t type = get_number(cl, place, CL_DEVICE_TYPE);
    uint64_t features = makes_vectors(cl, place) ? 0 : PK_CAP_batches;

    get_device(cl, place, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
    if (get_number(cl, place, CL_DEVICE_DOUBLE_FP_CONFIG))
        features |= PK_CAP_f64;
    if (has_extension(extensions, "cl_khr_int64_base_atomics") &&
        has_extension(extensions, "cl_khr_int64_extended_atomics"))
        features |= PK_CAP_atomic_i64;
    if (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
        features |= PK_CAP_div_sqrt;
    if ((type & CL_DEVICE_TYPE_GPU) && !(type & CL_DEVICE_TYPE_CPU))
        features |= PK_CAP_gpu;
    return features;
}

/* Sub-groups can be made warps: of 32, with all that lanes do together. */
static bool has_warps(const pk_cl_api *cl, const pk_cl_place *place) {
    enum { SUB_GROUP_SIZES_INTEL = 0x4108 };
    char extensions[4096];
    size_t sizes[16] = {0};

    get_device(cl, place, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
    if (!has_extension(extensions, "cl_khr_subgroup_ballot") ||
        !has_extension(extensions, "cl_khr_subgroup_shuffle") ||
        !has_extension(extensions, "cl_intel_required_subgroup_size"))
        return false;
    cl->clGetDeviceInfo(place->id, SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes,
                        NULL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i] == 32)
            return true;
    return false;
}

static pk_status choose_form(const pk_host *host, const pk_cl_api *cl,
                             const pk_cl_place *place, const form_row **out,
                             pk_error *err) {
    const char *wish = host->option(host->self, FORM_OPTION);
    uint64_t type = get_number(cl, place, CL_DEVICE_TYPE);
    const bool is_cpu =
        (type & CL_DEVICE_TYPE_CPU) && !(type & CL_DEVICE_TYPE_GPU);

    if (wish && *wish) {
        PK_TRY(find_form(wish, out, err));
        if ((*out)->form == PK_FORM_subgroups && !has_warps(cl, place))
            return pk_fail(err, PK_UNSUPPORTED,
                           "the OpenCL device has no sub-groups of 32 with "
                           "ballots and shuffles");
        return PK_OK;
    }
    return find_form(is_cpu ? makes_vectors(cl, place) ? "wide" : "block"
                     : has_warps(cl, place) ? "subgroups"
                                            : "threads",
                     out, err);
}

/* Who compiles, by name and as a hash of all that the output depends on. */
static void put_cache_id(const pk_cl_api *cl, const pk_cl_place *place,
                         pk_caps *caps) {
    static const cl_uint parts[] = {CL_DEVICE_NAME, CL_DRIVER_VERSION,
                                    CL_DEVICE_VERSION, CL_DEVICE_EXTENSIONS};
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    char text[4096], name[40];

    for (size_t i = 0; i <= sizeof parts / sizeof *parts; i++) {
        if (i < sizeof parts / sizeof *parts)
            get_device(cl, place, parts[i], text, sizeof text);
        else
            get_platform(cl, place, CL_PLATFORM_VERSION, text, sizeof text);
        for (const char *p = text;; p++) {
            hash = (hash ^ (unsigned char)*p) * UINT64_C(1099511628211);
            if (!*p)
                break;
        }
    }
    get_device(cl, place, CL_DEVICE_NAME, name, sizeof name);
    snprintf(caps->cache_id, sizeof caps->cache_id,
             "opencl %s %016" PRIx64 " %s", caps->name, hash, name);
}

static void find_block_limits(const pk_cl_api *cl, const pk_cl_place *place,
                              pk_caps *caps) {
    size_t sizes[16] = {0};

    bool limited = caps->form == PK_FORM_threads ||
                   caps->form == PK_FORM_subgroups ||
                   caps->features & PK_CAP_wide_items;

    caps->max_block = 1024;
    if (limited)
        caps->max_block =
            clamp32(get_number(cl, place, CL_DEVICE_MAX_WORK_GROUP_SIZE), 1024);
    cl->clGetDeviceInfo(place->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes,
                        sizes, NULL);
    for (int i = 0; i < 3; i++) {
        caps->max_block_dim[i] =
            limited ? clamp32(sizes[i], caps->max_block) : 1024;
        caps->max_grid_dim[i] = INT31_MAX;
    }
}

/* PoCL keeps private memory on its threads' stacks, and ends the process when
 * a block's threads together take more than some megabytes. */
enum { CPU_LOCAL_BYTES = 4 << 20 };

static pk_status find_caps(const pk_cl_api *cl, const pk_cl_place *place,
                           const form_row *row, pk_caps *caps, pk_error *err) {
    const pk_form form = row->form;

    *caps = (pk_caps){.struct_size = sizeof *caps,
                      .form = form,
                      .features = find_features(cl, place) | row->features,
                      .warp_size = 32};
    if (form == PK_FORM_block &&
        (row->features & PK_CAP_wide_items || !makes_vectors(cl, place)))
        caps->features |= PK_CAP_sized_blocks;
    if (has_barriers(row) && is_cpu_type(cl, place))
        caps->features |= PK_CAP_loop_barrier;
    caps->features |= approx_features(form);
    snprintf(caps->name, sizeof caps->name, "%s", row->name);
    snprintf(caps->title, sizeof caps->title, "OpenCL 1.2");
    put_cache_id(cl, place, caps);
    find_block_limits(cl, place, caps);
    caps->shared_bytes =
        clamp32(get_number(cl, place, CL_DEVICE_LOCAL_MEM_SIZE), INT31_MAX);
    if (is_cpu_type(cl, place))
        caps->local_bytes = CPU_LOCAL_BYTES;
    caps->param_bytes =
        clamp32(get_number(cl, place, CL_DEVICE_MAX_PARAMETER_SIZE), 65536);
    caps->global_bytes = get_number(cl, place, CL_DEVICE_GLOBAL_MEM_SIZE);
    caps->max_alloc = get_number(cl, place, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    if (!caps->max_block || !caps->max_block_dim[0] || !caps->param_bytes)
        return pk_fail(err, PK_DRIVER,
                       "the OpenCL driver reports limits of 0 for its device");
    return PK_OK;
}

/* Block form and threads are each other's alternative, on CPUs. */
static bool other_form(pk_dev *dev, pk_form form, pk_caps *out) {
    const form_row *row = NULL;

    return (form == PK_FORM_block || form == PK_FORM_threads) &&
           find_form(form == PK_FORM_block ? "threads" : "block", &row, NULL) ==
               PK_OK &&
           find_caps(dev->cl, &dev->place, row, out, NULL) == PK_OK;
}

const pk_forms_ext pk_cl_forms = {.struct_size = sizeof pk_cl_forms,
                                  .other = other_form};

/* ---- opening ---- */

static pk_status open_caps(pk_dev *dev, pk_error *err) {
    const char *wish = dev->host->option(dev->host->self, FORM_OPTION);
    const form_row *row = NULL;

    PK_TRY(choose_form(dev->host, dev->cl, &dev->place, &row, err));
    dev->times_forms =
        !(wish && *wish) && row->form == PK_FORM_block && !dev->serial;
    return find_caps(dev->cl, &dev->place, row, &dev->caps, err);
}

/* Same bits everywhere is a promise: a device that cannot keep it is refused
 * rather than trusted. */
static pk_status check_device(const pk_cl_api *cl, const pk_cl_place *place,
                              pk_error *err) {
    if (!(uint32_t)get_number(cl, place, CL_DEVICE_AVAILABLE))
        return pk_fail(err, PK_NO_DEVICE, "the OpenCL device is not available");
    if (!(uint32_t)get_number(cl, place, CL_DEVICE_COMPILER_AVAILABLE))
        return pk_fail(err, PK_UNSUPPORTED,
                       "the OpenCL device comes without a compiler");
    if (!(get_number(cl, place, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM))
        return pk_fail(err, PK_UNSUPPORTED,
                       "the OpenCL device flushes float32 subnormals to zero");
    return PK_OK;
}

/* The caller's context must have the device. */
static pk_status check_context(pk_dev *dev, pk_error *err) {
    cl_device_id ids[PK_CL_MAX_DEVICES];
    size_t bytes = 0;
    cl_int code;

    PK_TRY(pk_cl_enter(dev, err));
    code = dev->cl->clGetContextInfo(dev->context, CL_CONTEXT_DEVICES,
                                     sizeof ids, ids, &bytes);
    PK_TRY(pk_cl_done(dev, code, "clGetContextInfo", err));
    for (size_t i = 0; i < bytes / sizeof *ids; i++)
        if (ids[i] == dev->place.id)
            return PK_OK;
    return pk_fail(err, PK_NO_DEVICE, "the cl_context is of another device");
}

static pk_status open_context(pk_dev *dev, pk_error *err) {
    enum { CONTEXT_PLATFORM = 0x1084 };
    const intptr_t properties[] = {CONTEXT_PLATFORM,
                                   (intptr_t)dev->place.platform, 0};
    cl_int code = CL_SUCCESS;

    if (dev->foreign)
        return check_context(dev, err);
    PK_TRY(pk_cl_enter(dev, err));
    dev->context = dev->cl->clCreateContext(properties, 1, &dev->place.id, NULL,
                                            NULL, &code);
    return pk_cl_done(dev, dev->context ? CL_SUCCESS : code, "clCreateContext",
                      err);
}

pk_status pk_cl_device_open(const pk_host *host, uint32_t index, pk_dev **out,
                            pk_error *err) {
    return pk_cl_device_adopt(host, index, 0, out, err);
}

pk_status pk_cl_device_adopt(const pk_host *host, uint32_t index,
                             uint64_t context, pk_dev **out, pk_error *err) {
    pk_cl_library *lib;
    pk_status status;
    pk_dev *dev;

    PK_TRY(find_device(host, index, &lib, err));
    PK_TRY(check_device(&lib->api, &lib->devices[index], err));
    dev = pk_cl_alloc(host, sizeof *dev, err);
    if (!dev)
        return PK_NO_MEMORY;
    dev->host = host;
    dev->lib = lib;
    dev->cl = &lib->api;
    dev->context = (cl_context)(uintptr_t)context;
    dev->foreign = context != 0;
    dev->place = lib->devices[index];
    dev->platform_lock = &lib->platform_locks[dev->place.platform_index];
    dev->serial = is_oclgrind(dev->cl, &dev->place);
    dev->separate = makes_vectors(dev->cl, &dev->place);
    status = open_caps(dev, err);
    if (status == PK_OK)
        status = open_context(dev, err);
    if (status != PK_OK) {
        pk_cl_free(host, dev, sizeof *dev);
        return status;
    }
    *out = dev;
    return PK_OK;
}

void pk_cl_device_close(pk_dev *dev) {
    if (!dev)
        return;
    if (!dev->foreign && pk_cl_enter(dev, NULL) == PK_OK) {
        dev->cl->clReleaseContext(dev->context);
        pk_cl_leave(dev);
    }
    pk_cl_free(dev->host, dev, sizeof *dev);
}

pk_status pk_cl_device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    (void)err;
    *out = dev->caps;
    return PK_OK;
}
