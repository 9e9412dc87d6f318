/* SPDX-License-Identifier: Apache-2.0 */
/* Where backends come from: the one that is linked in, and files named
 * portkern-NAME.so in a list of folders. A plugin is opened when it is first
 * wanted and never closed; one that cannot be used stays with its reason. */
#ifndef PORTKERN_RUNTIME_CONTEXT_REGISTRY_H
#define PORTKERN_RUNTIME_CONTEXT_REGISTRY_H

#include "base/os/lock.h"
#include "base/text.h"
#include "portkern/plugin.h"
#include "portkern/portkern.h"
#include "runtime/services/log.h"

#include <pthread.h>
#include <sys/types.h>

/* A backend that was looked for. `plugin` is NULL when it cannot be used, and
 * `error` says why; `abi` is then what it speaks, when known. */
typedef struct pk_backend_entry {
    struct pk_backend_entry *next;
    char name[32];
    char *file; /* "" when linked in */
    const pk_plugin *plugin;
    uint32_t abi;
    pk_error error;
} pk_backend_entry;

typedef struct pk_folder {
    char *path;
    char *refused; /* why nothing is taken from it, or NULL */
    bool own;      /* the one beside the library */
} pk_folder;

typedef struct pk_registry {
    const pk_allocator *allocator;
    const pk_logger *log;
    bool only;   /* one plugin by its file, and no other */
    uid_t owner; /* of the library */
    pk_lock lock;
    pk_folder *folders; /* in the order of search */
    size_t folder_count, folder_capacity;
    pk_backend_entry *entries; /* in the order in which they were found */
} pk_registry;

/* Starts with the folders of `path` (NULL: none), of PORTKERN_PLUGIN_PATH and
 * beside the library. With `file` only that plugin exists. */
pk_status pk_registry_init(pk_registry *registry, const pk_allocator *allocator,
                           const pk_logger *log, const char *path,
                           const char *file, pk_error *err);
void pk_registry_finish(pk_registry *registry);

/* The backend of that name, opened; with a NULL name the only one there is.
 * PK_NO_PLUGIN with the folders searched when there is none; else the failure
 * kept from opening it. */
pk_status pk_registry_find(pk_registry *registry, const char *name,
                           pk_backend_entry **out, pk_error *err);

/* Opens everything that there is, so that `entries` lists it. */
pk_status pk_registry_scan(pk_registry *registry, pk_error *err);

/* Appends the path of a file in the folder portkern/ beside the library, which
 * is a part of it. PK_NO_PLUGIN: everybody can write the folder. */
pk_status pk_registry_own_file(const char *name, pk_text *out, pk_error *err);

/* Why folders were refused, a sentence each, appended to `out`. */
void pk_registry_print_refusals(const pk_registry *registry, pk_text *out);

#endif
