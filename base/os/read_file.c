/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a file whole, in pieces that little stack has room for. */
#include "base/os/read_file.h"

#include "base/error.h"

#include <errno.h>
#include <stdio.h>

static pk_status read_bytes(FILE *file, const char *path, size_t most,
                            pk_text *out, pk_error *err) {
    char bytes[16384];
    size_t n;

    do {
        n = fread(bytes, 1, sizeof bytes, file);
        pk_text_bytes(out, bytes, n);
        if (out->length > most)
            return pk_fail(err, PK_LIMIT, "%s has more than %zu bytes", path,
                           most);
    } while (n == sizeof bytes);
    if (ferror(file))
        return pk_fail(err, PK_IO, "cannot read %s: %s", path, strerror(errno));
    return out->failed ? pk_fail_no_memory(err) : PK_OK;
}

pk_status pk_read_file(const char *path, size_t most, pk_text *out,
                       pk_error *err) {
    FILE *file = fopen(path, "rbe");
    pk_status status;

    if (!file)
        return pk_fail(err, PK_IO, "cannot open %s: %s", path, strerror(errno));
    status = read_bytes(file, path, most, out, err);
    fclose(file);
    return status;
}
