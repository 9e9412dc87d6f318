/* SPDX-License-Identifier: Apache-2.0 */
/* The host's half of one topic; SOURCE names its file. */
#include SOURCE
