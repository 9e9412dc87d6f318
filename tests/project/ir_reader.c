/* SPDX-License-Identifier: Apache-2.0 */
/* Reads texts of the IR from stdin, each ended by a NUL, and says of each on a
 * line "OK", or what is wrong with it. */
#include "base/heap.h"
#include "portkern/ir.h"

#include <stdio.h>
#include <string.h>

int main(void) {
    static char text[1 << 20];
    size_t length = 0;

    for (int c; (c = getchar()) != EOF;) {
        pk_error err = {.message = ""};
        pk_ir *ir;

        if (c) {
            if (length < sizeof text)
                text[length++] = (char)c;
            continue;
        }
        if (pk_ir_read(&pk_heap, text, length, &ir, &err) == PK_OK)
            strcpy(err.message, "OK");
        err.message[strcspn(err.message, "\n")] = '\0';
        puts(err.message);
        pk_ir_release(ir);
        length = 0;
    }
    return 0;
}
