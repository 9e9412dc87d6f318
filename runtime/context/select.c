/* SPDX-License-Identifier: Apache-2.0 */
/* Choosing a device. Every entry that is passed over leaves its reason, for
 * the log and for the message when nothing opens. */
#include "runtime/context/select.h"
#include "base/try.h"

#include "runtime/context/context.h"

#include <ctype.h>
#include <stdio.h>

typedef enum want { ANY, GPU } want;

/* One entry of a list, read. */
typedef struct wish {
    char name[32];
    const char *which; /* NULL, or what stands behind the ':' */
    size_t which_length;
    want want;
} wish;

/* The backends that "auto" tries, in order. */
static const wish automatic[] = {
    {.name = "cuda", .want = ANY},
    {.name = "opencl", .want = GPU},
    {.name = "cpu", .want = ANY},
};

/* ---- matching ---- */

/* ASCII only: the locale has no say. */
static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static bool contains(const char *text, const char *part, size_t length) {
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && text[i] && lower(text[i]) == lower(part[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

static bool is_number(const wish *w) {
    if (!w->which || !w->which_length || w->which_length > 6)
        return false;
    for (size_t i = 0; i < w->which_length; i++)
        if (w->which[i] < '0' || w->which[i] > '9')
            return false;
    return true;
}

static uint32_t number(const wish *w) {
    uint32_t n = 0;

    for (size_t i = 0; i < w->which_length; i++)
        n = 10 * n + (uint32_t)(w->which[i] - '0');
    return n;
}

static bool fits(const wish *w, uint32_t index, const pk_dev_info *dev) {
    if (is_number(w))
        return number(w) == index;
    if (w->want == GPU && !dev->is_gpu)
        return false;
    if (!w->which)
        return !dev->only_by_name;
    return contains(dev->suffix, w->which, w->which_length) ||
           contains(dev->platform, w->which, w->which_length) ||
           contains(dev->name, w->which, w->which_length);
}

/* ---- opening ---- */

void pk_device_describe(const pk_backend_entry *entry, uint32_t index,
                        uint32_t count, const pk_dev_info *dev,
                        const pk_error *why, pk_device_info *out) {
    *out = (pk_device_info){.struct_size = sizeof *out,
                            .index = index,
                            .abi = entry->abi,
                            .status = why ? why->status : PK_OK};
    snprintf(out->backend, sizeof out->backend, "%s", entry->name);
    if (count > 1)
        snprintf(out->selector, sizeof out->selector, "%s:%u", entry->name,
                 index);
    else
        snprintf(out->selector, sizeof out->selector, "%s", entry->name);
    snprintf(out->file, sizeof out->file, "%s", entry->file);
    if (entry->plugin && entry->plugin->version)
        snprintf(out->version, sizeof out->version, "%s",
                 entry->plugin->version);
    if (why)
        snprintf(out->reason, sizeof out->reason, "%s", why->message);
    if (!dev)
        return;
    snprintf(out->name, sizeof out->name, "%s", dev->name);
    snprintf(out->platform, sizeof out->platform, "%s", dev->platform);
    snprintf(out->suffix, sizeof out->suffix, "%s", dev->suffix);
    out->is_gpu = dev->is_gpu;
    out->is_cpu = dev->is_cpu;
    out->only_by_name = dev->only_by_name;
}

/* In a context of our own, or in the caller's. */
static pk_status open_plugin(pk_context *ctx, const pk_plugin *plugin,
                             uint32_t index, pk_dev **out, pk_error *err) {
    uint64_t context = ctx->options.native_context;
    const pk_native_ext *table = NULL;

    if (!context)
        return plugin->device_open(&ctx->host, index, out, err);
    if (plugin->extension)
        table = plugin->extension(NULL, "native", 1);
    if (!table || table->struct_size < sizeof *table)
        return pk_fail(err, PK_UNSUPPORTED,
                       "the %s backend cannot use a context that another "
                       "library made: leave native_context 0",
                       plugin->name);
    return table->device_adopt(&ctx->host, index, context, out, err);
}

static pk_status open_device(pk_context *ctx, const pk_backend_entry *entry,
                             uint32_t index, uint32_t count,
                             const pk_dev_info *info, pk_error *err) {
    const pk_plugin *plugin = entry->plugin;
    pk_caps caps = {.struct_size = sizeof caps};
    pk_dev *dev = NULL;
    pk_status status;

    PK_TRY(open_plugin(ctx, plugin, index, &dev, err));
    status = plugin->device_caps(dev, &caps, err);
    if (status != PK_OK) {
        plugin->device_close(dev);
        return status;
    }
    ctx->plugin = plugin;
    ctx->dev = dev;
    ctx->caps = caps;
    if (caps.features & PK_CAP_host && plugin->extension)
        ctx->host_ext = plugin->extension(dev, "host", 1);
    if (plugin->extension && PK_PLUGIN_HAS(plugin, event_query))
        ctx->forms = plugin->extension(dev, "forms", 1);
    pk_device_describe(entry, index, count, info, NULL, &ctx->device);
    pk_log(&ctx->log, PK_LOG_info, "device", "using %s: %s, %s",
           ctx->device.selector, info->name, info->platform);
    return PK_OK;
}

static pk_status fail_no_match(pk_context *ctx, const wish *w,
                               const pk_plugin *plugin, uint32_t count,
                               pk_error *err) {
    pk_text names;
    pk_status status;

    if (is_number(w))
        return pk_fail(err, PK_NO_DEVICE,
                       "there is no device %u, only %u (counted from 0)",
                       number(w), count);
    pk_text_init(&names, &ctx->allocator);
    for (uint32_t i = 0; i < count; i++) {
        pk_dev_info info = {.struct_size = sizeof info};
        if (plugin->device_info(&ctx->host, i, &info, NULL) == PK_OK)
            pk_text_printf(&names, "%s%s (%s)", i ? ", " : "", info.name,
                           info.platform);
    }
    if (w->which)
        status =
            pk_fail(err, PK_NO_DEVICE, "no device fits '%.*s'; there is %s",
                    (int)w->which_length, w->which, pk_text_string(&names));
    else
        status = pk_fail(err, PK_NO_DEVICE, "no %s; there is %s",
                         w->want == GPU ? "GPU" : "device to choose unnamed",
                         pk_text_string(&names));
    pk_text_finish(&names);
    return status;
}

/* Opens the first device that fits, GPUs before others. */
static pk_status open_wish(pk_context *ctx, const wish *w, pk_error *err) {
    pk_backend_entry *entry = NULL;
    uint32_t count = 0;
    pk_error why = {0};
    bool tried = false;

    PK_TRY(pk_registry_find(&ctx->registry, *w->name ? w->name : NULL, &entry,
                            err));
    PK_TRY(entry->plugin->device_count(&ctx->host, &count, err));
    if (!count)
        return pk_fail(err, PK_NO_DEVICE, "it has no device");
    for (int gpus = 1; gpus >= 0; gpus--)
        for (uint32_t i = 0; i < count; i++) {
            pk_dev_info info = {.struct_size = sizeof info};
            if (entry->plugin->device_info(&ctx->host, i, &info, &why) !=
                PK_OK) {
                tried = true;
                continue;
            }
            if ((info.is_gpu != 0) != gpus || !fits(w, i, &info))
                continue;
            if (open_device(ctx, entry, i, count, &info, &why) == PK_OK)
                return PK_OK;
            tried = true;
        }
    if (!tried)
        return fail_no_match(ctx, w, entry->plugin, count, err);
    if (err)
        *err = why;
    return why.status ? why.status : PK_DRIVER;
}

/* ---- the list ---- */

static pk_status read_wish(const char *text, size_t length, wish *out,
                           pk_error *err) {
    size_t name = 0;

    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    *out = (wish){0};
    while (name < length && text[name] != ':')
        name++;
    if (!name || name >= sizeof out->name)
        return pk_fail(err, PK_BAD_ARG,
                       "'%.*s' names no backend: expected auto, or a list of "
                       "NAME, NAME:NUMBER or NAME:TEXT separated by commas",
                       (int)(length < 64 ? length : 64), text);
    memcpy(out->name, text, name);
    if (strspn(out->name, "abcdefghijklmnopqrstuvwxyz0123456789_") != name)
        return pk_fail(err, PK_BAD_ARG,
                       "'%s' is not the name of a backend: names consist of "
                       "a-z, 0-9 and _",
                       out->name);
    if (name == length)
        return PK_OK;
    out->which = text + name + 1;
    out->which_length = length - name - 1;
    if (!out->which_length)
        return pk_fail(err, PK_BAD_ARG,
                       "nothing follows the ':' of '%s:': expected a number or "
                       "a part of a device's name",
                       out->name);
    return PK_OK;
}

/* Tries one entry; a failure goes to the log and to `tried`. */
static pk_status try_wish(pk_context *ctx, const wish *w, pk_log_level level,
                          pk_text *tried) {
    pk_error why = {0};
    pk_status status = open_wish(ctx, w, &why);
    char label[128];

    if (status == PK_OK)
        return PK_OK;
    snprintf(label, sizeof label, "%s%s%s%.*s",
             *w->name ? w->name : "plugin file", w->want == GPU ? " (GPU)" : "",
             w->which ? ":" : "", (int)w->which_length,
             w->which ? w->which : "");
    pk_log(&ctx->log, level, "device", "passed over %s: %s", label,
           why.message);
    pk_text_printf(tried, "%s%s: %s", tried->length ? "; " : "", label,
                   why.message);
    return status;
}

static pk_status try_auto(pk_context *ctx, pk_text *tried) {
    pk_status status = PK_NO_DEVICE;

    for (size_t i = 0; i < sizeof automatic / sizeof *automatic; i++) {
        status = try_wish(ctx, &automatic[i], PK_LOG_info, tried);
        if (status == PK_OK)
            break;
    }
    return status;
}

/* Entries after the one that opens are not tried, but they are read. */
static pk_status check_list(const char *list, pk_error *err) {
    for (;; list++) {
        size_t length = strcspn(list, ",");
        wish w;
        PK_TRY(read_wish(list, length, &w, err));
        list += length;
        if (!*list)
            return PK_OK;
    }
}

static pk_status try_list(pk_context *ctx, const char *list, pk_text *tried,
                          pk_error *err) {
    pk_status status = PK_NO_DEVICE;

    PK_TRY(check_list(list, err));
    for (;;) {
        size_t length = strcspn(list, ",");
        wish w;
        PK_TRY(read_wish(list, length, &w, err));
        if (strcmp(w.name, "auto") == 0 && !w.which)
            status = try_auto(ctx, tried);
        else
            status = try_wish(ctx, &w, PK_LOG_warning, tried);
        if (status == PK_OK || !list[length])
            break;
        list += length + 1;
    }
    if (status != PK_OK)
        pk_fail(err, status, "no device could be opened: %s%s",
                pk_text_string(tried),
                status == PK_NO_PLUGIN ? " (`portkern devices` lists all)"
                                       : "");
    return status;
}

pk_status pk_select_device(pk_context *ctx, const char *list, pk_error *err) {
    pk_text tried;
    pk_status status;

    pk_text_init(&tried, &ctx->allocator);
    if (!list && ctx->registry.only) {
        wish w = {.name = ""};
        status = try_wish(ctx, &w, PK_LOG_warning, &tried);
        if (status != PK_OK)
            pk_fail(err, status, "%s", pk_text_string(&tried));
    } else {
        status = try_list(ctx, list ? list : "auto", &tried, err);
    }
    pk_text_finish(&tried);
    return status;
}

pk_status pk_select_target(pk_context *ctx, const char *backend,
                           const char *target, pk_error *err) {
    pk_caps caps = {.struct_size = sizeof caps};
    pk_backend_entry *entry;

    PK_TRY(pk_registry_find(&ctx->registry, backend, &entry, err));
    PK_TRY(entry->plugin->target_caps(&ctx->host, target, &caps, err));
    ctx->plugin = entry->plugin;
    ctx->caps = caps;
    ctx->has_target = true;
    pk_device_describe(entry, 0, 1, NULL, NULL, &ctx->device);
    snprintf(ctx->device.name, sizeof ctx->device.name, "%s", caps.name);
    return PK_OK;
}
