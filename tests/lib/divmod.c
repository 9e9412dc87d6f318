/* SPDX-License-Identifier: Apache-2.0 */
/* The device library's // and % as a shared library, for divmod.py. */
#include "lib_c.h"

double python_div_f64(double x, double y);
double python_mod_f64(double x, double y);
float python_div_f32(float x, float y);
float python_mod_f32(float x, float y);

double python_div_f64(double x, double y) {
    return floor_div_f64(x, y);
}
double python_mod_f64(double x, double y) {
    return floor_mod_f64(x, y);
}
float python_div_f32(float x, float y) {
    return floor_div_f32(x, y);
}
float python_mod_f32(float x, float y) {
    return floor_mod_f32(x, y);
}
