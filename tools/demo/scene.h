/* SPDX-License-Identifier: Apache-2.0 */
/* A picture for the demo to work on, drawn by formula. */
#ifndef PORTKERN_TOOLS_DEMO_SCENE_H
#define PORTKERN_TOOLS_DEMO_SCENE_H

#include <stddef.h>
#include <stdint.h>

/* Fills width * height RGB pixels, rows from the top. */
void scene_draw(uint8_t *rgb, uint32_t width, uint32_t height);

#endif
