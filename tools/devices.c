/* SPDX-License-Identifier: Apache-2.0 */
/* portkern devices: what can be used, and why the rest cannot. */
#include "tools/command.h"

#include <string.h>

static const char *kind_of(const pk_device_info *d) {
    return d->is_gpu ? "GPU" : d->is_cpu ? "CPU" : "";
}

static void print_table(const pk_device_list *list) {
    for (size_t i = 0; i < pk_device_list_count(list); i++) {
        const pk_device_info *d = pk_device_list_get(list, i);
        if (d->status != PK_OK) {
            printf("%-14s-    not available: %s\n",
                   *d->backend ? d->backend : "(folder)", d->reason);
            continue;
        }
        printf("%-14s%-5s%s%s%s%s%s\n", d->selector, kind_of(d), d->name,
               *d->platform ? " (" : "", d->platform, *d->platform ? ")" : "",
               d->only_by_name ? ", only when named" : "");
    }
}

static void print_field(const char *name, const char *text) {
    printf(", \"%s\": ", name);
    print_json_string(stdout, text);
}

static void print_json(const pk_device_list *list) {
    printf("[");
    for (size_t i = 0; i < pk_device_list_count(list); i++) {
        const pk_device_info *d = pk_device_list_get(list, i);
        printf("%s\n {\"available\": %s, \"index\": %u", i ? "," : "",
               d->status == PK_OK ? "true" : "false", d->index);
        print_field("status", pk_status_name(d->status));
        print_field("backend", d->backend);
        print_field("selector", d->selector);
        print_field("kind", kind_of(d));
        print_field("name", d->name);
        print_field("platform", d->platform);
        print_field("suffix", d->suffix);
        print_field("version", d->version);
        print_field("file", d->file);
        print_field("reason", d->reason);
        printf(", \"only_by_name\": %s, \"abi\": [%u, %u]}",
               d->only_by_name ? "true" : "false", d->abi >> 16,
               d->abi & 0xffff);
    }
    printf("\n]\n");
}

static int devices(int argc, char **argv) {
    words w = words_from(argc, argv);
    pk_device_list *list = NULL;
    bool json = false;
    const char *word;
    pk_error err;

    while ((word = words_next(&w))) {
        if (!strcmp(word, "--json"))
            json = true;
        else
            words_fail(&w, "does not know '%s'", word);
    }
    if (w.failed)
        return EXIT_USAGE;
    if (pk_device_list_create(NULL, &list, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        return EXIT_FAILED;
    }
    if (json)
        print_json(list);
    else
        print_table(list);
    pk_device_list_release(list);
    return EXIT_DONE;
}

const command command_devices = {
    .name = "devices",
    .summary = "list devices, and why a backend has none",
    .run = devices,
    .help = "usage: portkern devices [--json]\n\n"
            "Lists every backend and device: what to write in "
            "PORTKERN_BACKEND, what it is,\n"
            "whose driver; or why it cannot be used.\n",
};
