/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/source.h"

#include "tools/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 16 << 20 };

static char *import_path; /* of the command line: --path */

bool source_add_path(const char *folders) {
    const size_t length = import_path ? strlen(import_path) : 0;
    char *longer = realloc(import_path, length + strlen(folders) + 2);

    if (!longer)
        return false;
    import_path = longer;
    sprintf(longer + length, "%s%s", length ? ":" : "", folders);
    return true;
}

char *source_text(const char *file, pk_error *err) {
    FILE *in = fopen(file, "rb");
    char *text = in ? malloc(MAX_BYTES + 1) : NULL, *cut;
    size_t length;
    bool good;

    if (!text) {
        fail_with(err, PK_IO, "cannot read %s: %s", file, strerror(errno));
        if (in)
            fclose(in);
        return NULL;
    }
    length = fread(text, 1, MAX_BYTES + 1, in);
    good = !ferror(in) && length <= MAX_BYTES && !memchr(text, '\0', length);
    fclose(in);
    if (!good) {
        fail_with(err, PK_IO, "cannot read %s: it is no text of at most %d MiB",
                  file, MAX_BYTES >> 20);
        free(text);
        return NULL;
    }
    text[length] = '\0';
    cut = realloc(text, length + 1);
    return cut ? cut : text;
}

pk_status source_open_text(pk_context *ctx, const char *file, const char *text,
                           pk_module **out, pk_error *err) {
    const pk_source_file source = {file, text};

    return pk_module_create(ctx,
                            &PK_INIT(pk_module_request, .files = &source,
                                     .file_count = 1,
                                     .import_path = import_path),
                            out, err);
}

pk_status source_open(pk_context *ctx, const char *file, pk_module **out,
                      pk_error *err) {
    pk_status status;
    char *text;

    if (!import_path)
        return pk_module_from_file(ctx, file, out, err);
    text = source_text(file, err);
    if (!text)
        return err->status;
    status = source_open_text(ctx, file, text, out, err);
    free(text);
    return status;
}
