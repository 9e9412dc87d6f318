/* SPDX-License-Identifier: Apache-2.0 */
/* Letters of pictures in pixels: ASCII, each of 5 dots by 9. */
#ifndef PORTKERN_TOOLS_PROFILE_FONT_H
#define PORTKERN_TOOLS_PROFILE_FONT_H

#include <stdbool.h>

enum {
    FONT_WIDTH = 5,
    FONT_HEIGHT = 9,
    FONT_BASE = 7 /* rows above the line that letters stand on */
};

/* Whether a letter has a dot there; those that are not in ASCII are like '?'.
 */
bool font_has(char letter, int column, int row);

#endif
