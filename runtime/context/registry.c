/* SPDX-License-Identifier: Apache-2.0 */
/* Finding, opening and judging plugins. */
#include "runtime/context/registry.h"

#include "base/os/elf_file.h"
#include "base/os/file_trust.h"
#include "base/os/own_file.h"
#include "base/try.h"
#include "runtime/context/context.h"
#include "runtime/services/env.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "portkern-", suffix[] = ".so";
enum { WORDS = 600 }; /* of a reason */

/* ---- folders ---- */

static char *library_file(void) {
    const char *file = pk_own_file();

    return file ? realpath(file, NULL) : NULL;
}

/* The owner of the library, whose code runs here anyway. */
static uid_t library_owner(void) {
    char *file = library_file();
    struct stat st;
    uid_t owner = file && stat(file, &st) == 0 ? st.st_uid : 0;

    free(file);
    return owner;
}

/* The folder beside the library is as good as the library: who may change one
 * may change the other. Only where it is everybody's is it left out. */
static void judge_own_folder(const char *path, pk_text *why) {
    struct stat st;

    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode) && (st.st_mode & S_IWOTH))
        pk_text_printf(why,
                       "plugin folder %s can be written by everybody: chmod "
                       "o-w it",
                       path);
}

static void judge_folder(const pk_registry *registry, const char *path,
                         pk_text *why) {
    char words[WORDS];
    int fd = pk_trust_open(path, true, registry->owner, words, sizeof words);

    if (fd >= 0)
        close(fd);
    else if (strncmp(words, path, strlen(path)) == 0)
        pk_text_printf(why, "plugin folder %s", words);
    else
        pk_text_printf(why, "plugin folder %s: %s", path, words);
}

static bool add_folder(pk_registry *registry, const char *path, size_t length,
                       bool own) {
    const pk_allocator *allocator = registry->allocator;
    void *folders = registry->folders;
    pk_folder folder = {.own = own};
    pk_text why;

    if (!length)
        return true;
    if (!pk_heap_grow(allocator, &folders, &registry->folder_capacity,
                      registry->folder_count + 1, sizeof folder))
        return false;
    registry->folders = folders;
    folder.path = pk_heap_new(allocator, length + 1);
    if (!folder.path)
        return false;
    memcpy(folder.path, path, length);
    pk_text_init(&why, allocator);
    if (own)
        judge_own_folder(folder.path, &why);
    else
        judge_folder(registry, folder.path, &why);
    if (why.length) {
        folder.refused = pk_heap_text(allocator, pk_text_string(&why));
        pk_log(registry->log, PK_LOG_warning, "plugin", "%s",
               pk_text_string(&why));
    }
    registry->folders[registry->folder_count++] = folder;
    pk_text_finish(&why);
    return true;
}

static bool add_folders(pk_registry *registry, const char *list) {
    while (list && *list) {
        size_t length = strcspn(list, ":");
        if (!add_folder(registry, list, length, false))
            return false;
        list += length + (list[length] == ':');
    }
    return true;
}

/* Appends the folder portkern/ beside the library. */
static void put_own_folder(pk_text *out) {
    char *file = library_file(), *slash = file ? strrchr(file, '/') : NULL;

    if (slash)
        pk_text_printf(out, "%.*s/portkern", (int)(slash - file), file);
    free(file);
}

/* The folder portkern/ beside the library; it need not be there. */
static bool add_own_folder(pk_registry *registry) {
    pk_text path;
    bool added;

    pk_text_init(&path, registry->allocator);
    put_own_folder(&path);
    added = !path.failed &&
            add_folder(registry, pk_text_string(&path), path.length, true);
    pk_text_finish(&path);
    return added;
}

pk_status pk_registry_own_file(const char *name, pk_text *out, pk_error *err) {
    pk_status status = PK_OK;
    pk_text why;

    put_own_folder(out);
    pk_text_init(&why, out->allocator);
    judge_own_folder(pk_text_string(out), &why);
    if (why.length)
        status = pk_fail(err, PK_NO_PLUGIN, "%s", pk_text_string(&why));
    pk_text_finish(&why);
    pk_text_printf(out, "/%s", name);
    return out->failed ? pk_fail_no_memory(err) : status;
}

void pk_registry_print_refusals(const pk_registry *registry, pk_text *out) {
    for (size_t i = 0; i < registry->folder_count; i++)
        if (registry->folders[i].refused)
            pk_text_printf(out, "; %s", registry->folders[i].refused);
}

/* ---- opening ---- */

/* The NAME of portkern-NAME.so, into `out`; false for another file. */
static bool plugin_name(const char *file, char out[32]) {
    size_t length = strlen(file), affixes = sizeof prefix + sizeof suffix - 2;
    size_t n;

    if (length <= affixes || length - affixes >= 32 ||
        strncmp(file, prefix, sizeof prefix - 1) != 0 ||
        strcmp(file + length - sizeof suffix + 1, suffix) != 0)
        return false;
    n = length - affixes;
    memcpy(out, file + sizeof prefix - 1, n);
    out[n] = '\0';
    return strspn(out, "abcdefghijklmnopqrstuvwxyz0123456789_") == n;
}

/* Asks a plugin for its table and judges it. */
static pk_status query_plugin(pk_backend_entry *entry,
                              pk_plugin_query_fn query) {
    const char *file = *entry->file ? entry->file : entry->name;
    pk_error why = {0};
    const pk_plugin *plugin = query(PK_ABI_VERSION, &why);

    if (!plugin)
        return pk_fail(&entry->error, PK_PLUGIN_ABI,
                       "%s does not speak ABI %u.%u of this library%s%s", file,
                       PK_ABI_MAJOR(PK_ABI_VERSION), PK_ABI_VERSION & 0xffff,
                       *why.message ? ": " : "", why.message);
    entry->abi = plugin->abi;
    if (PK_ABI_MAJOR(plugin->abi) != PK_ABI_MAJOR(PK_ABI_VERSION))
        return pk_fail(&entry->error, PK_PLUGIN_ABI,
                       "%s speaks ABI %u.%u, this library %u.%u", file,
                       PK_ABI_MAJOR(plugin->abi), plugin->abi & 0xffff,
                       PK_ABI_MAJOR(PK_ABI_VERSION), PK_ABI_VERSION & 0xffff);
    if (plugin->struct_size < offsetof(pk_plugin, copy_rows))
        return pk_fail(&entry->error, PK_PLUGIN_ABI,
                       "%s has a table of %u bytes, expected %zu at least",
                       file, plugin->struct_size,
                       offsetof(pk_plugin, copy_rows));
    if (!plugin->name || strcmp(plugin->name, entry->name) != 0)
        return pk_fail(&entry->error, PK_PLUGIN_ABI,
                       "%s calls itself '%s': the file must be named "
                       "portkern-NAME.so by the backend's name",
                       file, plugin->name ? plugin->name : "");
    entry->plugin = plugin;
    return PK_OK;
}

/* Whether a file is to be given to the loader at all. */
static bool fit_to_load(const char *file, bool judged, uid_t owner,
                        pk_error *err) {
    char why[WORDS];
    bool whole = false;
    int fd;

    if (!judged) {
        whole = pk_elf_check_path(file, why, sizeof why);
    } else {
        fd = pk_trust_open(file, false, owner, why, sizeof why);
        if (fd >= 0) {
            whole = pk_elf_check(fd, why, sizeof why);
            close(fd);
        } else if (strncmp(why, file, strlen(file)) == 0) {
            pk_fail(err, PK_NO_PLUGIN, "%s", why);
            return false;
        }
    }
    if (!whole)
        pk_fail(err, PK_NO_PLUGIN, "cannot open %s: %s", file, why);
    return whole;
}

/* `judged`: the file is of a folder that somebody named in a list, and is
 * trusted no further than that. */
static void open_plugin(pk_backend_entry *entry, bool judged, uid_t owner) {
    void *library, *symbol;
    pk_plugin_query_fn query;

    if (pk_loader_check(&entry->error) != PK_OK ||
        !fit_to_load(entry->file, judged, owner, &entry->error))
        return;
    library = dlopen(entry->file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        pk_fail(&entry->error, PK_NO_PLUGIN, "cannot open %s: %s", entry->file,
                why ? why : "unknown reason");
        return;
    }
    symbol = dlsym(library, "pk_plugin_query");
    if (!symbol) {
        pk_fail(&entry->error, PK_PLUGIN_ABI,
                "%s has no symbol pk_plugin_query: not a portkern plugin",
                entry->file);
        return;
    }
    memcpy(&query, &symbol, sizeof query);
    query_plugin(entry, query);
}

static pk_backend_entry *new_entry(pk_registry *registry, const char *name,
                                   const char *file) {
    const pk_allocator *allocator = registry->allocator;
    pk_backend_entry *entry = pk_heap_new(allocator, sizeof *entry);
    pk_backend_entry **end = &registry->entries;

    if (!entry)
        return NULL;
    entry->file = pk_heap_text(allocator, file);
    if (!entry->file) {
        pk_heap_free(allocator, entry, sizeof *entry);
        return NULL;
    }
    snprintf(entry->name, sizeof entry->name, "%s", name);
    while (*end)
        end = &(*end)->next;
    return *end = entry;
}

static pk_backend_entry *known_entry(const pk_registry *registry,
                                     const char *name) {
    for (pk_backend_entry *e = registry->entries; e; e = e->next)
        if (!name || strcmp(e->name, name) == 0)
            return e;
    return NULL;
}

/* Opens a file as backend `name`, whatever comes of it. */
static pk_status add_entry(pk_registry *registry, const char *name,
                           const char *file, bool judged, pk_error *err) {
    pk_backend_entry *entry = new_entry(registry, name, file);

    if (!entry)
        return pk_fail_no_memory(err);
    open_plugin(entry, judged, registry->owner);
    if (entry->plugin)
        pk_log(registry->log, PK_LOG_debug, "plugin", "opened %s", file);
    else
        pk_log(registry->log, PK_LOG_warning, "plugin", "%s",
               entry->error.message);
    return PK_OK;
}

/* ---- the registry ---- */

static pk_status add_file(pk_registry *registry, const char *file,
                          pk_error *err) {
    const char *slash = strrchr(file, '/');
    char name[32], path[PATH_MAX];

    if (!plugin_name(slash ? slash + 1 : file, name))
        return pk_fail(err, PK_BAD_ARG,
                       "%s is not named as a plugin: expected "
                       "portkern-NAME.so, NAME of a-z, 0-9 and _",
                       file);
    /* A path without a slash would be looked for by dlopen. */
    if (snprintf(path, sizeof path, "%s%s", slash ? "" : "./", file) >=
        (int)sizeof path)
        return pk_fail(err, PK_BAD_ARG, "the plugin's path is too long");
    return add_entry(registry, name, path, false, err);
}

/* A backend like any other, only that it is linked in. */
static pk_status add_linked(pk_registry *registry, pk_error *err) {
    pk_backend_entry *entry;

    if (!pk_parts.linked)
        return PK_OK;
    entry = new_entry(registry, pk_parts.linked, "");
    if (!entry)
        return pk_fail_no_memory(err);
    query_plugin(entry, pk_parts.query);
    return PK_OK;
}

pk_status pk_registry_init(pk_registry *registry, const pk_allocator *allocator,
                           const pk_logger *log, const char *path,
                           const char *file, pk_error *err) {
    *registry = (pk_registry){.allocator = allocator,
                              .log = log,
                              .only = file != NULL,
                              .owner = library_owner()};
    pk_lock_init(&registry->lock);
    if (file)
        return add_file(registry, file, err);
    if (!add_folders(registry, path) ||
        !add_folders(registry, pk_env_get("PORTKERN_PLUGIN_PATH")) ||
        !add_own_folder(registry))
        return pk_fail_no_memory(err);
    return add_linked(registry, err);
}

void pk_registry_finish(pk_registry *registry) {
    const pk_allocator *allocator;

    if (!registry->allocator)
        return;
    allocator = registry->allocator;
    while (registry->entries) {
        pk_backend_entry *entry = registry->entries;
        registry->entries = entry->next;
        pk_heap_free_text(allocator, entry->file);
        pk_heap_free(allocator, entry, sizeof *entry);
    }
    for (size_t i = 0; i < registry->folder_count; i++) {
        pk_heap_free_text(allocator, registry->folders[i].path);
        pk_heap_free_text(allocator, registry->folders[i].refused);
    }
    pk_heap_free(allocator, registry->folders,
                 registry->folder_capacity * sizeof(pk_folder));
    pk_lock_finish(&registry->lock);
}

static pk_status fail_not_found(const pk_registry *registry, const char *name,
                                pk_error *err) {
    pk_text where;
    pk_status status;

    pk_text_init(&where, registry->allocator);
    for (size_t i = 0; i < registry->folder_count; i++)
        if (!registry->folders[i].refused)
            pk_text_printf(&where, "%s%s", where.length ? ", " : "",
                           registry->folders[i].path);
    pk_registry_print_refusals(registry, &where);
    status = pk_fail(err, PK_NO_PLUGIN, "no file portkern-%s.so in %s", name,
                     where.length ? pk_text_string(&where) : "any folder");
    pk_text_finish(&where);
    return status;
}

/* Looks for the file of a backend, in order. */
static pk_status search(pk_registry *registry, const char *name,
                        pk_error *err) {
    char path[PATH_MAX];

    for (size_t i = 0; i < registry->folder_count; i++) {
        const pk_folder *folder = &registry->folders[i];
        int n = snprintf(path, sizeof path, "%s/%s%s%s", folder->path, prefix,
                         name, suffix);
        struct stat st;
        if (folder->refused || n >= (int)sizeof path || stat(path, &st) != 0)
            continue;
        return add_entry(registry, name, path, !folder->own, err);
    }
    return fail_not_found(registry, name, err);
}

/* The loader of shared libraries is the process's: what it was doing when
 * another thread was lost is neither loaded nor not, for any context. */
static pk_lock loader = PK_LOCK_INIT;

static pk_status enter(pk_registry *registry, pk_error *err) {
    if (!pk_lock_enter(&registry->lock))
        return pk_context_fail_forked(err);
    if (pk_lock_enter(&loader))
        return PK_OK;
    pk_lock_leave(&registry->lock);
    return pk_fail_forked(err, "the plugins",
                          "create a context before fork(), too");
}

static void leave(pk_registry *registry) {
    pk_lock_leave(&loader);
    pk_lock_leave(&registry->lock);
}

pk_status pk_registry_find(pk_registry *registry, const char *name,
                           pk_backend_entry **out, pk_error *err) {
    pk_backend_entry *entry;
    pk_status status = PK_OK;

    PK_TRY(enter(registry, err));
    entry = known_entry(registry, name);
    if (!entry && name)
        status = search(registry, name, err);
    if (!entry)
        entry = known_entry(registry, name);
    leave(registry);
    if (status != PK_OK)
        return status;
    if (!entry->plugin) {
        if (err)
            *err = entry->error;
        return entry->error.status;
    }
    *out = entry;
    return PK_OK;
}

static pk_status scan_folder(pk_registry *registry, const pk_folder *folder,
                             pk_error *err) {
    struct dirent **files = NULL;
    int count = scandir(folder->path, &files, NULL, alphasort);
    pk_status status = PK_OK;

    for (int i = 0; i < count; i++) {
        char name[32], file[PATH_MAX];
        bool fits = snprintf(file, sizeof file, "%s/%s", folder->path,
                             files[i]->d_name) < (int)sizeof file;
        if (status == PK_OK && fits && plugin_name(files[i]->d_name, name) &&
            !known_entry(registry, name))
            status = add_entry(registry, name, file, !folder->own, err);
        free(files[i]);
    }
    free(files);
    return status;
}

pk_status pk_registry_scan(pk_registry *registry, pk_error *err) {
    pk_status status = PK_OK;

    PK_TRY(enter(registry, err));
    for (size_t i = 0; i < registry->folder_count && status == PK_OK; i++)
        if (!registry->folders[i].refused)
            status = scan_folder(registry, &registry->folders[i], err);
    leave(registry);
    return status;
}
