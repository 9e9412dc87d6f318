# SPDX-License-Identifier: Apache-2.0
"""Strings: lists of code points (portkern.lib), which are filled when they are made and
not changed any more. Ordinary functions: these are typed by Python's rules."""
import numpy as np
from portkern.lib import list_get, list_new, list_put, list_resize, list_room

# Characters that have a lower case, in ranges: the distance from the end of the last one, twice
# the length (and 1 where every other character belongs to it), and how far the lower case is.
CASES = np.array([
    65, 50, 32, 102, 44, 32, 2, 12, 32, 34, 93, 1, 4, 9, 1, 3, 29, 1, 3, 89, 1, 2, 0, -121, 1, 9, 1,
    4, 0, 210, 1, 5, 1, 2, 0, 206, 1, 0, 1, 2, 2, 205, 1, 0, 1, 3, 0, 79, 1, 0, 202, 1, 0, 203, 1,
    0, 1, 2, 0, 205, 1, 0, 207, 2, 0, 211, 1, 0, 209, 1, 0, 1, 4, 0, 211, 1, 0, 213, 2, 0, 214, 1,
    9, 1, 2, 0, 218, 1, 0, 1, 2, 0, 218, 3, 0, 1, 2, 0, 218, 1, 0, 1, 2, 2, 217, 1, 5, 1, 2, 0, 219,
    1, 0, 1, 4, 0, 1, 8, 0, 2, 1, 0, 1, 2, 0, 2, 1, 0, 1, 2, 0, 2, 1, 33, 1, 3, 33, 1, 3, 0, 2, 1,
    5, 1, 2, 0, -97, 1, 0, -56, 1, 77, 1, 2, 0, -130, 2, 33, 1, 8, 0, 10795, 1, 0, 1, 2, 0, -163, 1,
    0, 10792, 3, 0, 1, 2, 0, -195, 1, 0, 69, 1, 0, 71, 1, 17, 1, 290, 5, 1, 4, 0, 1, 9, 0, 116, 7,
    0, 38, 2, 4, 37, 2, 0, 64, 2, 2, 63, 2, 32, 32, 2, 16, 32, 36, 0, 8, 9, 45, 1, 6, 0, -60, 3, 0,
    1, 2, 0, -7, 1, 0, 1, 3, 4, -130, 1, 30, 80, 1, 62, 32, 49, 65, 1, 10, 105, 1, 2, 0, 15, 1, 25,
    1, 3, 189, 1, 3, 74, 48, 2890, 74, 7264, 2, 0, 7264, 6, 0, 7264, 723, 158, 38864, 1, 10, 8,
    2203, 84, -3008, 3, 4, -3008, 321, 297, 1, 10, 0, -7615, 2, 189, 1, 10, 14, -8, 9, 10, -8, 11,
    14, -8, 9, 14, -8, 9, 10, -8, 12, 13, -8, 9, 14, -8, 25, 14, -8, 9, 14, -8, 9, 14, -8, 9, 2, -8,
    1, 2, -74, 1, 0, -9, 12, 6, -86, 1, 0, -9, 12, 2, -8, 1, 2, -100, 13, 2, -8, 1, 2, -112, 1, 0,
    -7, 12, 2, -128, 1, 2, -126, 1, 0, -9, 298, 0, -7517, 4, 0, -8383, 1, 0, -8262, 7, 0, 28, 46,
    30, 16, 20, 0, 1, 819, 50, 26, 1841, 94, 48, 49, 0, 1, 2, 0, -10743, 1, 0, -3814, 1, 0, -10727,
    3, 9, 1, 2, 0, -10780, 1, 0, -10749, 1, 0, -10783, 1, 0, -10782, 2, 0, 1, 3, 0, 1, 9, 2, -10815,
    1, 197, 1, 9, 5, 1, 5, 0, 1, 31054, 89, 1, 20, 53, 1, 136, 25, 1, 4, 121, 1, 11, 5, 1, 2, 0,
    -35332, 1, 17, 1, 5, 0, 1, 2, 0, -42280, 3, 5, 1, 4, 37, 1, 2, 0, -42308, 1, 0, -42319, 1, 0,
    -42315, 1, 0, -42305, 1, 0, -42308, 2, 0, -42258, 1, 0, -42282, 1, 0, -42261, 1, 0, 928, 1, 29,
    1, 2, 0, -48, 1, 0, -42307, 1, 0, -35384, 1, 5, 1, 7, 0, 1, 6, 5, 1, 29, 0, 1, 22316, 50, 32,
    1222, 78, 40, 137, 70, 40, 157, 20, 39, 2, 28, 39, 2, 12, 39, 2, 2, 39, 1771, 100, 64, 3054, 62,
    32, 21889, 62, 32, 31393, 66, 34])
# Others that have an upper case, and theirs.
UPPER = np.array([
    181, 924, 305, 73, 383, 83, 453, 452, 456, 455, 459, 458, 498, 497, 837, 921, 962, 931, 976,
    914, 977, 920, 981, 934, 982, 928, 1008, 922, 1009, 929, 1013, 917, 7296, 1042, 7297, 1044,
    7298, 1054, 7299, 1057, 7300, 1058, 7301, 1058, 7302, 1066, 7303, 1122, 7304, 42570, 7835, 7776,
    8126, 921])

# Characters from 128 on, in ranges: the distance from the end of the last one, and from its first to its last.
# Decimals come in tens. DIGITS are others, and so are NUMBERS, UPPERS and LOWERS, which have no other case.
LETTERS = np.array([170, 0, 11, 0, 5, 0, 6, 22, 2, 30, 2, 457, 5, 11, 15, 4, 8, 0, 2, 0, 130, 4, 2,
    1, 3, 3, 2, 0, 7, 0, 2, 2, 2, 0, 2, 19, 2, 82, 2, 138, 9, 165, 2, 37, 3, 0, 7, 40, 72, 26, 5, 3,
    46, 42, 36, 1, 2, 98, 2, 0, 16, 1, 8, 1, 11, 2, 3, 0, 17, 0, 2, 29, 30, 88, 12, 0, 25, 32, 10,
    1, 5, 0, 6, 21, 5, 0, 10, 0, 4, 0, 24, 24, 8, 10, 6, 23, 2, 5, 18, 41, 59, 53, 4, 0, 19, 0, 8,
    9, 16, 15, 5, 7, 3, 1, 3, 21, 2, 6, 2, 0, 4, 3, 4, 0, 17, 0, 14, 1, 2, 2, 15, 1, 11, 0, 9, 5, 5,
    1, 3, 21, 2, 6, 2, 1, 2, 1, 2, 1, 32, 3, 2, 0, 20, 2, 17, 8, 2, 2, 2, 21, 2, 6, 2, 1, 2, 4, 4,
    0, 19, 0, 16, 1, 24, 0, 12, 7, 3, 1, 3, 21, 2, 6, 2, 1, 2, 4, 4, 0, 31, 1, 2, 2, 16, 0, 18, 0,
    2, 5, 4, 2, 2, 3, 4, 1, 2, 0, 2, 1, 4, 1, 4, 2, 4, 11, 23, 0, 53, 7, 2, 2, 2, 22, 2, 15, 4, 0,
    27, 2, 3, 0, 3, 1, 31, 0, 5, 7, 2, 2, 2, 22, 2, 9, 2, 4, 4, 0, 32, 1, 2, 1, 16, 1, 18, 8, 2, 2,
    2, 40, 3, 0, 17, 0, 6, 2, 9, 2, 25, 5, 6, 17, 4, 23, 2, 8, 2, 0, 3, 6, 59, 47, 2, 1, 13, 6, 59,
    1, 2, 0, 2, 4, 2, 23, 2, 0, 2, 9, 2, 1, 10, 0, 3, 4, 2, 0, 22, 3, 33, 0, 64, 7, 2, 35, 28, 4,
    116, 42, 21, 0, 17, 5, 5, 3, 4, 0, 4, 1, 8, 2, 5, 12, 13, 0, 18, 37, 2, 0, 6, 0, 3, 42, 2, 332,
    2, 3, 3, 6, 2, 0, 2, 3, 3, 40, 2, 3, 3, 32, 2, 3, 3, 6, 2, 0, 2, 3, 3, 14, 2, 56, 2, 3, 3, 66,
    38, 15, 17, 85, 3, 5, 4, 619, 3, 16, 2, 25, 6, 74, 7, 7, 8, 17, 14, 18, 15, 17, 15, 12, 2, 2,
    16, 51, 36, 0, 5, 0, 68, 88, 8, 4, 3, 33, 2, 0, 6, 69, 11, 30, 50, 29, 3, 4, 12, 43, 5, 25, 55,
    22, 10, 52, 83, 0, 94, 46, 18, 7, 55, 29, 14, 1, 11, 43, 27, 35, 42, 2, 11, 35, 3, 8, 8, 42, 3,
    2, 42, 3, 2, 5, 2, 1, 4, 0, 6, 191, 65, 277, 3, 5, 3, 37, 3, 5, 3, 7, 2, 0, 2, 0, 2, 0, 2, 30,
    3, 52, 2, 6, 2, 0, 4, 2, 2, 6, 4, 3, 3, 5, 5, 12, 6, 2, 2, 6, 117, 0, 14, 0, 17, 12, 102, 0, 5,
    0, 3, 9, 2, 0, 4, 4, 7, 0, 2, 0, 2, 0, 2, 3, 2, 10, 3, 3, 6, 4, 5, 0, 53, 1, 2684, 228, 7, 3, 4,
    1, 13, 37, 2, 0, 6, 0, 3, 55, 8, 0, 17, 22, 10, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 81,
    0, 470, 1, 43, 4, 6, 1, 5, 85, 7, 2, 2, 89, 2, 3, 6, 42, 2, 93, 18, 31, 49, 15, 513, 6591, 65,
    22156, 68, 45, 3, 268, 4, 15, 11, 1, 21, 46, 17, 30, 3, 69, 50, 8, 3, 102, 3, 63, 6, 1, 2, 0, 2,
    4, 25, 15, 2, 2, 2, 3, 2, 22, 30, 51, 15, 49, 63, 5, 4, 0, 2, 1, 12, 27, 11, 22, 26, 28, 8, 46,
    29, 0, 17, 4, 2, 9, 11, 4, 2, 40, 24, 2, 2, 7, 21, 22, 4, 0, 4, 49, 2, 0, 4, 1, 3, 4, 3, 0, 2,
    0, 25, 2, 3, 10, 8, 2, 13, 5, 3, 5, 3, 5, 10, 6, 2, 6, 2, 42, 2, 13, 7, 114, 30, 11171, 13, 22,
    5, 48, 8453, 365, 3, 105, 39, 6, 13, 4, 6, 0, 2, 9, 2, 12, 2, 4, 2, 0, 2, 1, 2, 1, 2, 107, 34,
    362, 19, 63, 3, 53, 41, 11, 117, 4, 2, 134, 37, 25, 7, 25, 12, 88, 4, 5, 3, 5, 3, 5, 3, 2, 36,
    11, 2, 25, 2, 18, 2, 1, 2, 14, 3, 13, 35, 122, 390, 28, 4, 48, 48, 31, 14, 19, 2, 7, 7, 37, 11,
    29, 3, 35, 5, 7, 49, 157, 19, 35, 5, 35, 5, 39, 9, 51, 13, 10, 2, 14, 2, 6, 2, 1, 2, 10, 2, 14,
    2, 6, 2, 1, 68, 310, 10, 21, 11, 7, 25, 5, 2, 41, 2, 8, 70, 5, 3, 0, 2, 43, 2, 1, 4, 0, 3, 22,
    11, 22, 10, 30, 66, 18, 2, 1, 11, 21, 11, 25, 71, 55, 7, 1, 65, 0, 16, 3, 2, 2, 2, 28, 43, 28,
    4, 28, 36, 7, 2, 27, 28, 53, 11, 21, 11, 18, 14, 17, 111, 72, 56, 50, 14, 50, 14, 35, 349, 41,
    7, 1, 79, 28, 11, 0, 9, 21, 43, 17, 47, 20, 28, 22, 13, 52, 58, 1, 3, 0, 14, 44, 33, 24, 27, 35,
    30, 0, 3, 0, 9, 34, 4, 0, 13, 47, 15, 3, 22, 0, 2, 0, 36, 17, 2, 24, 85, 6, 2, 0, 2, 3, 2, 14,
    2, 9, 8, 46, 39, 7, 3, 1, 3, 21, 2, 6, 2, 1, 2, 4, 4, 0, 19, 0, 13, 4, 159, 52, 19, 3, 21, 2,
    31, 47, 21, 1, 2, 0, 185, 46, 42, 3, 37, 47, 21, 0, 60, 42, 14, 0, 72, 26, 38, 6, 186, 43, 117,
    63, 32, 7, 3, 0, 3, 7, 2, 1, 2, 23, 16, 0, 2, 0, 95, 7, 3, 38, 17, 0, 2, 0, 29, 0, 11, 39, 8, 0,
    22, 0, 12, 45, 20, 0, 19, 72, 264, 8, 2, 36, 18, 0, 50, 29, 113, 6, 2, 1, 2, 37, 22, 0, 26, 5,
    2, 1, 2, 31, 15, 0, 328, 18, 190, 0, 80, 921, 231, 195, 2637, 96, 16, 1070, 4050, 582, 8634,
    568, 8, 30, 18, 78, 18, 29, 19, 47, 17, 3, 32, 20, 6, 18, 689, 63, 129, 74, 6, 0, 67, 12, 65, 1,
    2, 0, 29, 6135, 9, 1237, 43, 8, 8936, 3, 2, 6, 2, 1, 2, 290, 46, 2, 18, 3, 9, 395, 2309, 106, 6,
    12, 4, 8, 8, 9, 5991, 84, 2, 70, 2, 1, 3, 0, 3, 1, 3, 3, 2, 11, 2, 0, 2, 6, 2, 64, 2, 3, 3, 7,
    2, 6, 2, 27, 2, 3, 2, 4, 2, 0, 4, 6, 2, 339, 3, 24, 2, 24, 2, 30, 2, 24, 2, 30, 2, 24, 2, 30, 2,
    24, 2, 30, 2, 24, 2, 7, 1845, 30, 482, 44, 11, 6, 17, 0, 322, 29, 19, 43, 1269, 6, 2, 3, 2, 1,
    2, 14, 2, 196, 60, 67, 8, 0, 1205, 3, 2, 26, 2, 1, 2, 0, 3, 0, 2, 9, 2, 3, 2, 0, 2, 0, 7, 0, 5,
    0, 2, 0, 2, 0, 2, 2, 2, 1, 2, 0, 3, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 1, 2, 0, 3, 3, 2, 6, 2, 3, 2,
    3, 2, 0, 2, 9, 2, 16, 6, 2, 2, 4, 2, 16, 4421, 42719, 33, 4152, 8, 221, 3, 5761, 15, 7472, 3104,
    541, 1507, 4938])
DECIMALS = np.array([1632, 144, 208, 422, 128, 128, 128, 128, 128, 128, 128, 128, 128, 106, 128, 80,
    288, 80, 1872, 48, 310, 138, 176, 16, 192, 96, 144, 16, 35280, 688, 48, 208, 32, 96, 416, 21280,
    1424, 2192, 822, 138, 70, 154, 288, 352, 128, 384, 112, 112, 432, 112, 768, 256, 80, 19648, 96,
    144, 27774, 10, 10, 10, 10, 2378, 432, 1632, 4768])
DIGITS = np.array([178, 1, 6, 0, 4784, 8, 1641, 0, 1686, 0, 4, 5, 7, 9, 983, 8, 12, 8, 12, 8, 90, 0,
    11, 8, 2, 0, 631, 8, 2, 8, 2, 8, 58030, 3, 1053, 8, 490, 8, 57510, 10])
NUMBERS = np.array([188, 2, 2358, 5, 377, 5, 121, 2, 134, 6, 218, 6, 18, 8, 434, 9, 1087, 10, 882,
    2, 256, 9, 2391, 50, 3, 4, 736, 10, 10, 10, 10, 10, 80, 9, 10, 0, 641, 0, 10, 0, 10, 0, 1386, 0,
    778, 0, 26, 8, 15, 2, 344, 3, 139, 9, 31, 7, 2, 14, 33, 9, 40, 14, 326, 0, 126, 0, 935, 0, 803,
    0, 4787, 0, 3, 0, 4, 0, 2, 0, 84, 0, 47, 0, 8, 0, 2, 0, 41, 1, 31, 0, 9, 0, 37, 0, 99, 0, 404,
    0, 66, 0, 35, 0, 2, 0, 2, 0, 468, 0, 2, 2, 7, 0, 117, 3, 791, 0, 534, 0, 8, 0, 1409, 0, 132, 1,
    13, 2, 2, 0, 1006, 0, 78, 0, 1158, 0, 1844, 0, 1168, 0, 744, 0, 2568, 0, 934, 0, 2178, 0, 5, 0,
    125, 0, 2289, 0, 37, 0, 6, 0, 44, 0, 126, 0, 4080, 9, 321, 5, 20790, 0, 8, 0, 5, 0, 58, 0, 31,
    0, 2, 0, 42, 0, 1802, 44, 13, 56, 18, 1, 342, 26, 37, 3, 30, 0, 9, 0, 135, 4, 1155, 7, 26, 6,
    40, 8, 76, 4, 23, 5, 161, 1, 3, 15, 3, 45, 69, 4, 53, 1, 31, 2, 76, 4, 105, 7, 25, 7, 42, 6,
    331, 5, 362, 21, 159, 9, 43, 3, 113, 6, 144, 10, 380, 19, 1350, 1, 431, 8, 872, 18, 852, 20,
    1068, 110, 18157, 6, 799, 22, 25674, 19, 109, 24, 5455, 8, 930, 58, 2, 2, 2, 3, 77, 44, 2, 14,
    974, 1, 3829, 0, 99, 0, 126, 0, 63, 0, 2057, 0, 89, 0, 9, 0, 16, 0, 334, 0, 19, 0, 28, 0, 6263,
    0, 1544, 0, 4483, 0, 10066, 0, 38435, 0])
UPPERS = np.array([304, 0, 674, 2, 7470, 0, 5, 0, 4, 2, 3, 2, 3, 0, 4, 4, 7, 0, 4, 0, 4, 1, 3, 1, 2,
    0, 11, 1, 6, 0, 111291, 25, 27, 25, 27, 25, 27, 0, 2, 1, 3, 0, 3, 1, 3, 3, 2, 7, 27, 25, 27, 1,
    2, 3, 3, 7, 2, 6, 28, 1, 2, 3, 2, 4, 2, 0, 4, 6, 28, 25, 27, 25, 27, 25, 27, 25, 27, 25, 27, 25,
    31, 24, 34, 24, 34, 24, 34, 24, 34, 24, 34, 0, 6502, 25, 7, 25, 7, 25])
LOWERS = np.array([170, 0, 16, 0, 126, 0, 17, 0, 68, 0, 14, 0, 15, 1, 15, 0, 4, 0, 50, 0, 49, 0, 19,
    5, 28, 0, 3, 0, 2, 0, 3, 2, 3, 0, 2, 0, 3, 0, 6, 1, 2, 0, 3, 1, 2, 6, 2, 1, 2, 0, 3, 2, 7, 4, 2,
    0, 2, 7, 3, 25, 8, 1, 31, 4, 150, 0, 22, 0, 32, 0, 76, 0, 356, 0, 39, 1, 6008, 120, 2, 2, 2, 15,
    2, 48, 215, 4, 2, 1, 2, 0, 177, 0, 2, 0, 2, 0, 2, 0, 92, 0, 2, 0, 2, 1, 11, 0, 2, 0, 2, 1, 11,
    1, 3, 1, 11, 2, 2, 1, 11, 0, 2, 0, 2, 1, 122, 0, 14, 0, 17, 12, 110, 0, 4, 1, 4, 0, 28, 0, 5, 0,
    5, 0, 3, 1, 9, 3, 2856, 0, 3, 0, 3, 6, 103, 0, 31160, 1, 147, 1, 63, 8, 22, 0, 7, 0, 26, 0, 36,
    0, 2, 0, 35, 2, 822, 34, 2, 6, 2, 12, 20376, 6, 13, 4, 3177, 0, 3, 2, 2, 41, 2, 8, 52320, 25,
    27, 6, 2, 17, 27, 25, 27, 3, 2, 0, 2, 6, 2, 10, 27, 25, 27, 25, 27, 25, 27, 25, 27, 25, 27, 25,
    27, 25, 27, 25, 27, 27, 29, 24, 2, 5, 27, 24, 2, 5, 27, 24, 2, 5, 27, 24, 2, 5, 27, 24, 2, 5, 2,
    0, 1845, 9, 2, 19])


# ---- making ----

def str_blank(n):
    """A string of n characters, which are put in then."""
    out = list_new('', n)
    list_resize(out, n)
    return out


def str_copy(out, at, s):
    """Puts a string there, and gives the place behind it."""
    to = list_room(out)
    room = list_room(s)
    for i in range(len(s)):
        to[at + i] = room[i]
    return at + len(s)


def str_part(s, start, stop):
    out = str_blank(max(stop - start, 0))
    to = list_room(out)
    room = list_room(s)
    for i in range(start, stop):
        to[i - start] = room[i]
    return out


def str_slice(s, start, stop, step):
    part = list_room(s)[:len(s)][start:stop:step]
    out = str_blank(part.size)
    to = list_room(out)
    for i in range(part.size):
        to[i] = part[i]
    return out


def str_getitem(s, at):
    n = len(s)
    if at < 0:
        at += n
    if at < 0 or at >= n:
        raise IndexError('string index out of range')
    return str_part(s, at, at + 1)


def str_add(s, more):
    out = str_blank(len(s) + len(more))
    str_copy(out, str_copy(out, 0, s), more)
    return out


def str_mul(s, count):
    n = len(s)
    out = str_blank(n * max(count, 0))
    for i in range(count):
        str_copy(out, i * n, s)
    return out


def str_join(s, parts):
    n = 0
    for part in parts:
        n += len(part) + len(s)
    out = str_blank(max(n - len(s), 0))
    at = 0
    first = True
    for part in parts:
        if not first:
            at = str_copy(out, at, s)
        first = False
        at = str_copy(out, at, part)
    return out


# ---- characters ----

def builtins_chr(i):
    if i < 0 or i > 0x10ffff:
        raise ValueError('chr() arg not in range(0x10ffff)')
    out = str_blank(1)
    list_put(out, 0, i)
    return out


def builtins_ord(c):
    if len(c) != 1:
        raise TypeError('ord() expected a character')
    return np.int64(list_get(c, 0))


def lower_of(c):
    end = 0
    for i in range(0, CASES.size, 3):
        start = end + CASES[i]
        end = start + CASES[i + 1] // 2
        if c <= end:
            if c >= start and (CASES[i + 1] % 2 == 0 or (c - start) % 2 == 0):
                return c + CASES[i + 2]
            return c
    return c


def upper_of(c):
    end = 0
    for i in range(0, CASES.size, 3):
        start = end + CASES[i]
        end = start + CASES[i + 1] // 2
        at = c - CASES[i + 2]
        if start <= at <= end and (CASES[i + 1] % 2 == 0 or (at - start) % 2 == 0):
            return at
    for i in range(0, UPPER.size, 2):
        if c == UPPER[i]:
            return UPPER[i + 1]
    return c


def str_lower(s):
    out = str_blank(len(s))
    for i in range(len(s)):
        c = np.int64(list_get(s, i))
        if c < 128:
            if 65 <= c <= 90:
                c += 32
        else:
            c = lower_of(c)
        list_put(out, i, c)
    return out


def str_upper(s):
    n = len(s)
    more = 0
    for i in range(n):
        more += list_get(s, i) == 0xdf
    out = str_blank(n + more)
    at = 0
    for i in range(n):
        c = np.int64(list_get(s, i))
        if c < 128:
            if 97 <= c <= 122:
                c -= 32
        elif c == 0xdf:
            c = 83
            list_put(out, at, c)
            at += 1
        else:
            c = upper_of(c)
        list_put(out, at, c)
        at += 1
    return out


def recased(s, how):
    """Swaps the case of each character (how 0), or makes the first one, or the first of each
    word (2), a title's and others lower."""
    n = len(s)
    more = 0
    for i in range(n):
        more += list_get(s, i) == 0xdf
    out = str_blank(n + more)
    at = 0
    first = True
    for i in range(n):
        c = np.int64(list_get(s, i))
        case = case_of(c)
        if first if how else case == 3:
            if c == 0xdf:
                list_put(out, at, np.int64(83))
                at += 1
                c = np.int64(115 if how else 83)
            elif how and (0x1c4 <= c <= 0x1cc or 0x1f1 <= c <= 0x1f3):
                c = (c - 0x1c4) // 3 * 3 + 0x1c5
            elif not how or c < 0x10d0 or c > 0x10ff:
                c = upper_of(c)
        elif how or case == 1:
            c = lower_of(c)
        first = how == 2 and case == 0
        list_put(out, at, c)
        at += 1
    return str_part(out, 0, at)


def str_swapcase(s):
    return recased(s, 0)


def str_capitalize(s):
    return recased(s, 1)


def str_title(s):
    return recased(s, 2)


def is_space(c):
    return (c == 32 or 9 <= c <= 13 or 28 <= c <= 31 or c == 0x85 or c == 0xa0 or c == 0x1680 or 0x2000 <= c <= 0x200a
            or c == 0x2028 or c == 0x2029 or c == 0x202f or c == 0x205f or c == 0x3000)


def in_ranges(ranges, c):
    end = 0
    for i in range(0, ranges.size, 2):
        start = end + ranges[i]
        end = start + ranges[i + 1]
        if c <= end:
            return c >= start
    return False


def is_alpha(c):
    return 97 <= c | 32 <= 122 if c < 128 else in_ranges(LETTERS, c)


def is_decimal(c):
    if c < 128:
        return 48 <= c <= 57
    start = 0
    for i in range(DECIMALS.size):
        start += DECIMALS[i]
        if c < start + 10:
            return c >= start
    return False


def is_digit(c):
    return is_decimal(c) or (c >= 128 and in_ranges(DIGITS, c))


def is_numeric(c):
    return is_digit(c) or (c >= 128 and in_ranges(NUMBERS, c))


def is_alnum(c):
    return is_alpha(c) or is_numeric(c)


def case_of(c):
    """1 of an upper case, 2 of a title's, 3 of a lower case, 0 of others."""
    if c < 128:
        return 0 if not is_alpha(c) else 1 if c < 97 else 3
    if lower_of(c) != c:
        greek = 0x1f88 <= c <= 0x1faf or c == 0x1fbc or c == 0x1fcc or c == 0x1ffc
        return 2 if greek or c == 0x1c5 or c == 0x1c8 or c == 0x1cb or c == 0x1f2 else 1
    if upper_of(c) != c or in_ranges(LOWERS, c):
        return 3
    return np.int64(in_ranges(UPPERS, c))


def every(s, test):
    for i in range(len(s)):
        if not test(np.int64(list_get(s, i))):
            return False
    return len(s) > 0


def str_isspace(s):
    return every(s, is_space)


def str_isalpha(s):
    return every(s, is_alpha)


def str_isdecimal(s):
    return every(s, is_decimal)


def str_isdigit(s):
    return every(s, is_digit)


def str_isnumeric(s):
    return every(s, is_numeric)


def str_isalnum(s):
    return every(s, is_alnum)


def all_cased(s, wanted):
    found = False
    for i in range(len(s)):
        case = case_of(np.int64(list_get(s, i)))
        if case != 0 and case != wanted:
            return False
        found = found or case != 0
    return found


def str_isupper(s):
    return all_cased(s, 1)


def str_islower(s):
    return all_cased(s, 3)


def str_istitle(s):
    found = False
    before = False
    for i in range(len(s)):
        case = case_of(np.int64(list_get(s, i)))
        if case != 0 and before != (case == 3):
            return False
        before = case != 0
        found = found or before
    return found


# ---- numbers ----

def str_text(s, value):
    return builtins_str(value)


def builtins_str(value):
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return 'True' if value else 'False'
    ten = np.uint64(10)
    rest = np.uint64(value)
    if value < 0:
        rest = ~rest + np.uint64(1)
    n = 1 + (value < 0)
    part = rest // ten
    while part > 0:
        part //= ten
        n += 1
    out = str_blank(n)
    if value < 0:
        list_put(out, 0, 45)
    while True:
        n -= 1
        list_put(out, n, 48 + rest % ten)
        rest //= ten
        if rest == 0:
            return out


# ---- looking for ----

def str_bound(at, n):
    if at is None:
        return n
    if at < 0:
        return max(at + n, 0)
    return at


def has_at(s, part, at):
    for i in range(len(part)):
        if list_get(s, at + i) != list_get(part, i):
            return False
    return True


def str_find(s, part, start=0, end=None):
    n = len(s)
    for at in range(str_bound(start, n), min(str_bound(end, n), n) - len(part) + 1):
        if has_at(s, part, at):
            return at
    return -1


def str_rfind(s, part, start=0, end=None):
    n = len(s)
    for at in range(min(str_bound(end, n), n) - len(part), str_bound(start, n) - 1, -1):
        if has_at(s, part, at):
            return at
    return -1


def str_index(s, part, start=0, end=None):
    at = str_find(s, part, start, end)
    if at < 0:
        raise ValueError('substring not found')
    return at


def str_rindex(s, part, start=0, end=None):
    at = str_rfind(s, part, start, end)
    if at < 0:
        raise ValueError('substring not found')
    return at


def str_contains(s, part):
    return str_find(s, part) >= 0


def str_count(s, part, start=0, end=None):
    n = len(s)
    at = str_bound(start, n)
    stop = min(str_bound(end, n), n)
    found = 0
    while True:
        at = str_find(s, part, at, stop)
        if at < 0:
            return found
        found += 1
        at += max(len(part), 1)


def str_startswith(s, prefix, start=0, end=None):
    if isinstance(prefix, tuple):
        for each in prefix:
            if str_startswith(s, each, start, end):
                return True
        return False
    else:
        n = len(s)
        at = str_bound(start, n)
        return at + len(prefix) <= min(str_bound(end, n), n) and has_at(s, prefix, at)


def str_endswith(s, suffix, start=0, end=None):
    if isinstance(suffix, tuple):
        for each in suffix:
            if str_endswith(s, each, start, end):
                return True
        return False
    else:
        n = len(s)
        at = min(str_bound(end, n), n) - len(suffix)
        return at >= str_bound(start, n) and has_at(s, suffix, at)


# ---- parts ----

def is_one_of(c, chars):
    if chars is None:
        return is_space(c)
    for i in range(len(chars)):
        if list_get(chars, i) == c:
            return True
    return False


def str_trim(s, chars, left, right):
    start = 0
    stop = len(s)
    while left and start < stop and is_one_of(list_get(s, start), chars):
        start += 1
    while right and stop > start and is_one_of(list_get(s, stop - 1), chars):
        stop -= 1
    return str_part(s, start, stop)


def str_strip(s, chars=None):
    return str_trim(s, chars, True, True)


def str_lstrip(s, chars=None):
    return str_trim(s, chars, True, False)


def str_rstrip(s, chars=None):
    return str_trim(s, chars, False, True)


def str_split(s, sep=None, maxsplit=-1):
    out = []
    n = len(s)
    at = 0
    if sep is None:
        while True:
            while at < n and is_space(list_get(s, at)):
                at += 1
            if at == n:
                return out
            if maxsplit >= 0 and len(out) >= maxsplit:
                out.append(str_part(s, at, n))
                return out
            stop = at
            while stop < n and not is_space(list_get(s, stop)):
                stop += 1
            out.append(str_part(s, at, stop))
            at = stop
    else:
        if len(sep) == 0:
            raise ValueError('empty separator')
        while maxsplit < 0 or len(out) < maxsplit:
            stop = str_find(s, sep, at)
            if stop < 0:
                break
            out.append(str_part(s, at, stop))
            at = stop + len(sep)
        out.append(str_part(s, at, n))
        return out


def str_rsplit(s, sep=None, maxsplit=-1):
    out = []
    stop = len(s)
    if sep is None:
        while True:
            while stop > 0 and is_space(list_get(s, stop - 1)):
                stop -= 1
            if stop == 0:
                break
            if maxsplit >= 0 and len(out) >= maxsplit:
                out.append(str_part(s, 0, stop))
                break
            at = stop
            while at > 0 and not is_space(list_get(s, at - 1)):
                at -= 1
            out.append(str_part(s, at, stop))
            stop = at
    else:
        if len(sep) == 0:
            raise ValueError('empty separator')
        while maxsplit < 0 or len(out) < maxsplit:
            at = str_rfind(s, sep, 0, stop)
            if at < 0:
                break
            out.append(str_part(s, at + len(sep), stop))
            stop = at
        out.append(str_part(s, 0, stop))
    out.reverse()
    return out


def str_splitlines(s, keepends=False):
    out = []
    n = len(s)
    at = 0
    for i in range(n):
        c = list_get(s, i)
        if 10 <= c <= 13 or 28 <= c <= 30 or c == 0x85 or c == 0x2028 or c == 0x2029:
            if c == 10 and i > 0 and list_get(s, i - 1) == 13:
                if keepends:
                    out[-1] = out[-1] + '\n'
            else:
                out.append(str_part(s, at, i + bool(keepends)))
            at = i + 1
    if at < n:
        out.append(str_part(s, at, n))
    return out


def str_partition(s, sep):
    if len(sep) == 0:
        raise ValueError('empty separator')
    at = str_find(s, sep)
    if at < 0:
        return s, '', ''
    return str_part(s, 0, at), sep, str_part(s, at + len(sep), len(s))


def str_rpartition(s, sep):
    if len(sep) == 0:
        raise ValueError('empty separator')
    at = str_rfind(s, sep)
    if at < 0:
        return '', '', s
    return str_part(s, 0, at), sep, str_part(s, at + len(sep), len(s))


def str_replace(s, old, new, count=-1):
    parts = []
    n = len(s)
    at = 0
    if len(old) == 0:
        while at < n and (count < 0 or len(parts) < count):
            parts.append(str_part(s, at - 1, at) if at > 0 else '')
            at += 1
        if count < 0 or len(parts) < count:
            parts.append(str_part(s, at - 1, at) if at > 0 else '')
        elif at > 0:
            at -= 1
        parts.append(str_part(s, at, n))
        return str_join(new, parts)
    while count < 0 or len(parts) < count:
        stop = str_find(s, old, at)
        if stop < 0:
            break
        parts.append(str_part(s, at, stop))
        at = stop + len(old)
    parts.append(str_part(s, at, n))
    return str_join(new, parts)


# ---- widths ----

def padded(s, left, right, fill):
    if len(fill) != 1:
        raise TypeError('The fill character must be exactly one character long')
    if left + right <= 0:
        return s
    out = str_blank(len(s) + left + right)
    to = list_room(out)
    to[:] = list_get(fill, 0)
    str_copy(out, left, s)
    return out


def str_ljust(s, width, fill=' '):
    return padded(s, 0, max(width - len(s), 0), fill)


def str_rjust(s, width, fill=' '):
    return padded(s, max(width - len(s), 0), 0, fill)


def str_center(s, width, fill=' '):
    more = max(width - len(s), 0)
    left = more // 2 + (more & width & 1)
    return padded(s, left, more - left, fill)


def str_zfill(s, width):
    signed = len(s) > 0 and (list_get(s, 0) == 43 or list_get(s, 0) == 45)
    if width <= len(s):
        return s
    out = padded(s, width - len(s), 0, '0')
    if signed:
        list_put(out, 0, list_get(s, 0))
        list_put(out, width - len(s), 48)
    return out


# ---- comparing ----

def str_order(a, b):
    for i in range(min(len(a), len(b))):
        x = list_get(a, i)
        y = list_get(b, i)
        if x != y:
            return 1 if x > y else -1
    return len(a) - len(b)
