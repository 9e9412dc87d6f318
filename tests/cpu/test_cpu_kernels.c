/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in block form: control, memory, atomics and calls as the cpu plugin
 * runs them, compared byte for byte with the interpreter. */
#include "cpu_device.h"

#include "core/number.h"

#include <stdio.h>

#include "../unit/ir_run.h"

enum { CELLS = 4096 };

/* Every kernel is @k(%in: i64 array, %out: i64 array, %n: i64). */
#define K(form)                                                                \
    "kernel @k(%in: ptr<global, i64> data 0 readonly noalias, "                \
    "%out: ptr<global, i64> data 1 noalias, %n: i64 scalar 2) form " form      \
    " {\n"

/* Runs `body` with %t (i64) the thread's number in the grid and %r the value
 * at in[t]; what it leaves in $acc goes to out[t]. */
#define ITEMS(locals, body)                                                    \
    K("block")                                                                 \
    "local $acc: i64\n" locals "%bx: i32 = block_id.x\n"                       \
    "%dx: i32 = block_dim.x\n"                                                 \
    "%b: i64 = convert %bx\n"                                                  \
    "%d: i64 = convert %dx\n"                                                  \
    "%base: i64 = mul %b, %d\n"                                                \
    "for.items ^1 %i: i64 = 0:i64, %d, 1:i64 {\n"                              \
    "set $acc, 0:i64\n"                                                        \
    "%t: i64 = add %base, %i\n"                                                \
    "%pin: ptr<global, i64> = elem %in, %t\n"                                  \
    "%r: i64 = load %pin\n" body "%got: i64 = get $acc\n"                      \
    "%pout: ptr<global, i64> = elem %out, %t\n"                                \
    "store %pout, %got\n"                                                      \
    "}\n}\n"

#define ADD(what)                                                              \
    "%x." what ": i64 = get $acc\n"                                            \
    "%y." what ": i64 = mul %x." what ", 31:i64\n"                             \
    "%z." what ": i64 = add %y." what ", %" what "\n"                          \
    "set $acc, %z." what "\n"

static const struct {
    const char *name, *text;
} kernels[] = {
    {"range of any step",
     ITEMS("", "%from: i64 = floor_mod %r, 23:i64\n"
               "%to: i64 = floor_mod %r, 37:i64\n"
               "%by: i64 = floor_mod %r, 9:i64\n"
               "%step: i64 = sub %by, 4:i64\n"
               "for ^2 %j: i64 = %from, %to, %step {\n" ADD("j") "}\n")},
    {"ranges at the ends of their type",
     ITEMS("", "%s: i8 = convert %r\n"
               "for ^2 %j: i8 = 100:i8, 127:i8, %s {\n"
               "%jj: i64 = convert %j\n" ADD(
                   "jj") "}\n"
                         "for ^3 %u: u8 = 250:u8, 255:u8, 1:u8 {\n"
                         "%uu: i64 = convert %u\n" ADD(
                             "uu") "}\n"
                                   "for ^4 %w: u8 = 3:u8, 255:u8, 60:u8 {\n"
                                   "%ww: i64 = convert %w\n" ADD(
                                       "ww") "}\n"
                                             "for ^5 %v: i8 = 100:i8, -128:i8, "
                                             "-50:i8 {\n"
                                             "%vv: i64 = convert %v\n" ADD(
                                                 "vv") "}\n")},
    {"break and continue, outwards",
     ITEMS("",
           "for ^2 %j: i64 = 0:i64, 20:i64, 1:i64 {\n"
           "loop ^3 {\n"
           "%sum: i64 = add %r, %j\n"
           "%m: i64 = floor_mod %sum, 5:i64\n"
           "%z0: bool = eq %m, 0:i64\n"
           "if %z0 {\ncontinue ^2\n}\n"
           "%z1: bool = eq %m, 1:i64\n"
           "if %z1 {\nbreak ^3\n}\n"
           "%big: bool = gt %j, 11:i64\n"
           "if %big {\nbreak ^2\n} else {\n" ADD("m") "break ^3\n}\n"
                                                      "}\n" ADD("j") "}\n")},
    {"blocks left early",
     ITEMS("", "block ^2 {\n"
               "%neg: bool = lt %r, 0:i64\n"
               "if %neg {\nset $acc, 7:i64\nbreak ^2\n}\n"
               "block ^3 {\n"
               "%odd: i64 = and %r, 1:i64\n"
               "%is: bool = ne %odd, 0:i64\n"
               "if %is {\nbreak ^2\n}\n"
               "set $acc, 9:i64\nbreak ^3\n}\n" ADD("r") "}\n")},
    {"a loop that counts down",
     ITEMS("local $k: i64\n",
           "%m: i64 = and %r, 63:i64\n"
           "set $k, %m\n"
           "loop ^2 {\n"
           "%k: i64 = get $k\n"
           "%done: bool = le %k, 0:i64\n"
           "if %done {\nbreak ^2\n}\n" ADD("k") "%less: i64 = sub %k, 3:i64\n"
                                                "set $k, %less\n}\n")},
    {"returns",
     "device @sign(%a: i64 scalar 0) -> i64, bool noinline {\n"
     "%neg: bool = lt %a, 0:i64\n"
     "if %neg {\nreturn -1:i64, true:bool\n}\n"
     "%zero: bool = eq %a, 0:i64\n"
     "if %zero {\nreturn 0:i64, false:bool\n} else {\nreturn 1:i64, "
     "true:bool\n}\n"
     "return 5:i64, false:bool\n}\n"
     "device @twice(%a: i64 scalar 0) -> i64 noinline {\n"
     "local $s: i64\nlocal %own: i64[4]\n"
     "%p0: ptr<local, i64> = elem %own, 0:i64\n"
     "store %p0, %a\n"
     "%s0: i64, %any: bool = call @sign(%a)\n"
     "if %any {\nset $s, %s0\n}\n"
     "%w: i64 = load %p0\n"
     "%v: i64 = get $s\n"
     "%u: i64 = add %v, %w\n"
     "return %u\n}\n" ITEMS("", "%q: i64 = call @twice(%r)\n"
                                "%s: i64, %b1: bool = call @sign(%q)\n"
                                "%b2: i64 = convert %b1\n" ADD("q") ADD("s")
                                    ADD("b2"))},
    {"constant and private arrays",
     K("block") "constant %table: f32[4] = {\n1.5, -0.0, inf, 3.0\n}\n"
                "constant %flags: bool[3] = {\ntrue, false, true\n}\n"
                "local %own: u8[256]\n"
                "local %big: f64[1000]\n"
                "%dx: i32 = block_dim.x\n"
                "%d: i64 = convert %dx\n"
                "%bx: i32 = block_id.x\n"
                "%b: i64 = convert %bx\n"
                "%base: i64 = mul %b, %d\n"
                "for.items ^1 %i: i64 = 0:i64, %d, 1:i64 {\n"
                "%t: i64 = add %base, %i\n"
                "for ^2 %j: i64 = 0:i64, 256:i64, 1:i64 {\n"
                "%p: ptr<local, u8> = elem %own, %j\n"
                "%m: i64 = mul %j, %t\n"
                "%v: u8 = convert %m\n"
                "store %p, %v\n}\n"
                "%at: i64 = floor_mod %t, 256:i64\n"
                "%p2: ptr<local, u8> = elem %own, %at\n"
                "%v2: u8 = load %p2\n"
                "%at4: i64 = and %t, 3:i64\n"
                "%pt: ptr<constant, f32> = elem %table, %at4\n"
                "%f: f32 = load %pt\n"
                "%at3: i64 = floor_mod %t, 3:i64\n"
                "%pf: ptr<constant, bool> = elem %flags, %at3\n"
                "%flag: bool = load %pf\n"
                "%pb: ptr<local, f64> = elem %big, %at\n"
                "%wide: f64 = convert %f\n"
                "store %pb, %wide\n"
                "%back: f64 = load %pb\n"
                "%bits: i64 = bitcast %back\n"
                "%v3: i64 = convert %v2\n"
                "%sum: i64 = add %v3, %bits\n"
                "%neg: i64 = neg %sum\n"
                "%sel: i64 = select %flag, %sum, %neg\n"
                "%po: ptr<global, i64> = elem %out, %t\n"
                "store %po, %sel\n}\n}\n"},
    {"shared memory between item loops",
     K("block") "shared %tile: i64[64]\n"
                "shared %seen: bool[64]\n"
                "shared %dynamic: i32[]\n"
                "%dx: i32 = block_dim.x\n"
                "%d: i64 = convert %dx\n"
                "%bx: i32 = block_id.x\n"
                "%b: i64 = convert %bx\n"
                "%base: i64 = mul %b, %d\n"
                "for.items ^1 %i: i64 = 0:i64, %d, 1:i64 {\n"
                "%t: i64 = add %base, %i\n"
                "%pin: ptr<global, i64> = elem %in, %t\n"
                "%v: i64 = load %pin\n"
                "%ps: ptr<shared, i64> = elem %tile, %i\n"
                "store %ps, %v\n"
                "%pos: bool = gt %v, 0:i64\n"
                "%pb: ptr<shared, bool> = elem %seen, %i\n"
                "store %pb, %pos\n"
                "%pd: ptr<shared, i32> = elem %dynamic, %i\n"
                "%v32: i32 = convert %v\n"
                "store %pd, %v32\n}\n"
                "for.items ^2 %i2: i64 = 0:i64, %d, 1:i64 {\n"
                "%last: i64 = sub %d, 1:i64\n"
                "%rev: i64 = sub %last, %i2\n"
                "%ps2: ptr<shared, i64> = elem %tile, %rev\n"
                "%w: i64 = load %ps2\n"
                "%pb2: ptr<shared, bool> = elem %seen, %rev\n"
                "%f: bool = load %pb2\n"
                "%pd2: ptr<shared, i32> = elem %dynamic, %rev\n"
                "%x: i32 = load %pd2\n"
                "%x64: i64 = convert %x\n"
                "%alt: i64 = add %w, %x64\n"
                "%got: i64 = select %f, %w, %alt\n"
                "%t2: i64 = add %base, %i2\n"
                "%po: ptr<global, i64> = elem %out, %t2\n"
                "store %po, %got\n}\n}\n"},
    {"where a block is",
     K("block") "%bx: i32 = block_id.x\n%by: i32 = block_id.y\n"
                "%bz: i32 = block_id.z\n%gx: i32 = grid_dim.x\n"
                "%gy: i32 = grid_dim.y\n%gz: i32 = grid_dim.z\n"
                "%dx: i32 = block_dim.x\n%dy: i32 = block_dim.y\n"
                "%dz: i32 = block_dim.z\n"
                "%r1: i32 = mul %bz, %gy\n%r2: i32 = add %r1, %by\n"
                "%r3: i32 = mul %r2, %gx\n%r4: i32 = add %r3, %bx\n"
                "for.items ^1 %z: i32 = 0:i32, %dz, 1:i32 {\n"
                "for.items ^2 %y: i32 = 0:i32, %dy, 1:i32 {\n"
                "for.items ^3 %x: i32 = 0:i32, %dx, 1:i32 {\n"
                "%s1: i32 = mul %r4, %dz\n%s2: i32 = add %s1, %z\n"
                "%s3: i32 = mul %s2, %dy\n%s4: i32 = add %s3, %y\n"
                "%s5: i32 = mul %s4, %dx\n%s6: i32 = add %s5, %x\n"
                "%m1: i32 = mul %bx, 100:i32\n%m2: i32 = add %m1, %by\n"
                "%m3: i32 = mul %m2, 100:i32\n%m4: i32 = add %m3, %bz\n"
                "%m5: i32 = mul %m4, %gz\n%m6: i32 = add %m5, %x\n"
                "%po: ptr<global, i64> = elem %out, %s6\n"
                "%v: i64 = convert %m6\nstore %po, %v\n}\n}\n}\n}\n"},
    {"atomics of integers",
     K("block") "%dx: i32 = block_dim.x\n%d: i64 = convert %dx\n"
                "for.items ^1 %i: i64 = 0:i64, %d, 1:i64 {\n"
                "%k: i64 = and %i, 7:i64\n"
                "%p: ptr<global, i64> = elem %out, %k\n"
                "%o1: i64 = atomic_add %p, %i\n"
                "%k2: i64 = add %k, 8:i64\n"
                "%p2: ptr<global, i64> = elem %out, %k2\n"
                "%o2: i64 = atomic_sub %p2, 3:i64\n"
                "%k3: i64 = add %k, 16:i64\n"
                "%p3: ptr<global, i64> = elem %out, %k3\n"
                "%v3: i64 = sub 5:i64, %i\n"
                "%o3: i64 = atomic_min %p3, %v3\n"
                "%k4: i64 = add %k, 24:i64\n"
                "%p4: ptr<global, i64> = elem %out, %k4\n"
                "%o4: i64 = atomic_max %p4, %i\n"
                "%k5: i64 = add %k, 32:i64\n"
                "%p5: ptr<global, i64> = elem %out, %k5\n"
                "%o5: i64 = atomic_xor %p5, %i\n"
                "%k6: i64 = add %k, 40:i64\n"
                "%p6: ptr<global, i64> = elem %out, %k6\n"
                "%o6: i64 = atomic_or %p6, %i\n"
                "%k7: i64 = add %k, 48:i64\n"
                "%p7: ptr<global, i64> = elem %out, %k7\n"
                "%o7: i64 = atomic_and %p7, %i\n"
                "%k8: i64 = add %i, 100:i64\n"
                "%p8: ptr<global, i64> = elem %out, %k8\n"
                "%c0: i64 = atomic_cas %p8, 0:i64, %i\n"
                "%c1: i64 = atomic_cas %p8, 1:i64, 77:i64\n"
                "%c2: i64 = atomic_exch %p8, %c1\n"
                "}\n}\n"},
    {"atomics of floats",
     K("block") "shared %s: f32[8]\n"
                "%dx: i32 = block_dim.x\n%d: i64 = convert %dx\n"
                "for.items ^1 %i: i64 = 0:i64, 8:i64, 1:i64 {\n"
                "%p: ptr<shared, f32> = elem %s, %i\nstore %p, 0.5:f32\n}\n"
                "for.items ^2 %j: i64 = 0:i64, %d, 1:i64 {\n"
                "%pin: ptr<global, i64> = elem %in, %j\n"
                "%r: i64 = load %pin\n"
                "%f: f32 = convert %r\n"
                "%p0: ptr<shared, f32> = elem %s, 0:i64\n"
                "%p1: ptr<shared, f32> = elem %s, 1:i64\n"
                "%p2: ptr<shared, f32> = elem %s, 2:i64\n"
                "%p3: ptr<shared, f32> = elem %s, 3:i64\n"
                "%p4: ptr<shared, f32> = elem %s, 4:i64\n"
                "%o0: f32 = atomic_add %p0, 1.0:f32\n"
                "%o1: f32 = atomic_min %p1, %f\n"
                "%o2: f32 = atomic_max %p2, %f\n"
                "%o3: f32 = atomic_sub %p3, 2.0:f32\n"
                "%o4: f32 = atomic_min %p4, nan:f32\n"
                "}\n"
                "for.items ^3 %k: i64 = 0:i64, 8:i64, 1:i64 {\n"
                "%q: ptr<shared, f32> = elem %s, %k\n"
                "%v: f32 = load %q\n%w: f64 = convert %v\n"
                "%bits: i64 = bitcast %w\n"
                "%po: ptr<global, i64> = elem %out, %k\n"
                "store %po, %bits\n}\n}\n"},
    {"lanes: loads of all kinds under a uniform loop",
     ITEMS(
         "",
         "%nn: i64 = sub %n, 4093:i64\n"
         "for ^2 %j: i64 = 0:i64, %nn, 1:i64 {\n"
         "%same: ptr<global, i64> = elem %in, %j\n"
         "%v0: i64 = load %same\n" ADD(
             "v0") "%next: i64 = add %t, %j\n"
                   "%pn: ptr<global, i64> = elem %in, %next\n"
                   "%v1: i64 = load %pn\n" ADD(
                       "v1") "%t3: i64 = mul %t, 3:i64\n"
                             "%m3: i64 = and %t3, 2047:i64\n"
                             "%p3: ptr<global, i64> = elem %in, %m3\n"
                             "%v2: i64 = load %p3\n" ADD(
                                 "v2") "%back: i64 = sub 4000:i64, %t\n"
                                       "%pb: ptr<global, i64> = elem %in, "
                                       "%back\n"
                                       "%v3: i64 = load %pb\n" ADD(
                                           "v3") "%spread: i64 = shl %i, "
                                                 "1:i64\n"
                                                 "%p4: ptr<global, i64> = elem "
                                                 "%in, %spread\n"
                                                 "%v4: i64 = load %p4\n" ADD(
                                                     "v4") "%wi: i64 = sub %i, "
                                                           "5:i64\n"
                                                           "%wr: i64 = "
                                                           "wrap_index %wi, "
                                                           "%n\n"
                                                           "%p5: ptr<global, "
                                                           "i64> = elem %in, "
                                                           "%wr\n"
                                                           "%v5: i64 = load "
                                                           "%p5\n" ADD(
                                                               "v5") "%off: "
                                                                     "i64 = "
                                                                     "mul %t, "
                                                                     "8:i64\n"
                                                                     "%p6: "
                                                                     "ptr<"
                                                                     "global, "
                                                                     "i64> = "
                                                                     "offset "
                                                                     "%in, "
                                                                     "%off\n"
                                                                     "%v6: i64 "
                                                                     "= load "
                                                                     "%p6"
                                                                     "\n" ADD(
                                                                         "v6") "}\n")},
    {"lanes: arithmetic under uniform control",
     ITEMS("local $f: f32\nlocal $b: bool\nlocal $u: i64\n",
           "%r32: i32 = convert %r\n"
           "%f: f32 = convert %r32\n"
           "set $f, %f\nset $u, 0:i64\nset $b, false:bool\n"
           "for ^2 %j: i64 = 9:i64, 0:i64, -2:i64 {\n"
           "%u: i64 = get $u\n%u2: i64 = add %u, %j\nset $u, %u2\n"
           "%odd: i64 = and %j, 4:i64\n"
           "%is: bool = eq %odd, 0:i64\n"
           "if %is {\n"
           "%f1: f32 = get $f\n%fj: f32 = convert %u2\n"
           "%f2: f32 = mul %f1, %fj\n%f3: f32 = min %f2, 1e9:f32\n"
           "%f4: f32 = max -1e9:f32, %f3\nset $f, %f4\n"
           "} else {\n"
           "%g1: f32 = get $f\n%g2: f32 = neg %g1\n"
           "%c1: bool = lt %g2, 0.0:f32\n%b1: bool = get $b\n"
           "%b2: bool = xor %b1, %c1\n%b3: bool = not %b2\nset $b, %b3\n"
           "%g3: f32 = select %b3, %g2, %g1\nset $f, %g3\n"
           "%deep: bool = gt %u2, 20:i64\nif %deep {\nbreak ^2\n}\n"
           "}\n}\n"
           "%f5: f32 = get $f\n%i5: i64 = convert %f5\n" ADD(
               "i5") "%sh: i64 = "
                     "shr %r, "
                     "7:i64\n%nt: "
                     "i64 = not "
                     "%sh\n" ADD("n"
                                 "t") "%b5: bool = get $b\n%bi: i64 = convert "
                                      "%b5\n" ADD("bi") "%cl: i64 = clz "
                                                        "%r\n" ADD("cl") "%ab: "
                                                                         "i64 "
                                                                         "= "
                                                                         "abs "
                                                                         "%r"
                                                                         "\n" ADD("ab") "%w:"
                                                                                        " f6"
                                                                                        "4 "
                                                                                        "= "
                                                                                        "con"
                                                                                        "ver"
                                                                                        "t "
                                                                                        "%r"
                                                                                        "\n%"
                                                                                        "wb:"
                                                                                        " i6"
                                                                                        "4 "
                                                                                        "= "
                                                                                        "bit"
                                                                                        "cas"
                                                                                        "t "
                                                                                        "%w"
                                                                                        "\n" ADD("wb") "%hi: i64 = max %r, %t\n" ADD(
                                                                                            "hi"))},
    {"lanes: stores of all kinds",
     K("block") "shared %flag: bool[64]\n"
                "shared %one: i32[1]\n"
                "local %kept: i32[64]\n"
                "%dx: i32 = block_dim.x\n"
                "%bx: i32 = block_id.x\n%b: i64 = convert %bx\n"
                "%base: i64 = mul %b, 128:i64\n"
                "for.items ^1 %i: i32 = 0:i32, %dx, 1:i32 {\n"
                "%i64: i64 = convert %i\n"
                "%pk: ptr<local, i32> = elem %kept, %i\n"
                "store %pk, 0:i32\n"
                "for ^2 %j: i32 = 0:i32, 3:i32, 1:i32 {\n"
                "%pf: ptr<shared, bool> = elem %flag, %i\n"
                "%s: i32 = add %i, %j\n%m: i32 = and %s, 1:i32\n"
                "%odd: bool = ne %m, 0:i32\n"
                "store %pf, %odd\n"
                "store %one, 7:i32\n"
                "%k0: i32 = load %pk\n%k1: i32 = add %k0, %s\n"
                "store %pk, %k1\n"
                "%at0: i64 = sub 63:i64, %i64\n%at: i64 = add %base, %at0\n"
                "%po: ptr<global, i64> = elem %out, %at\n"
                "%w: i64 = convert %k1\nstore %po, %w\n"
                "}\n}\n"
                "for.items ^3 %x: i32 = 0:i32, %dx, 1:i32 {\n"
                "%x64: i64 = convert %x\n"
                "%pf3: ptr<shared, bool> = elem %flag, %x64\n"
                "%f: bool = load %pf3\n%fi: i64 = convert %f\n"
                "%pk3: ptr<local, i32> = elem %kept, %x\n"
                "%kk: i32 = load %pk3\n%k64: i64 = convert %kk\n"
                "%sum: i64 = add %fi, %k64\n%o32: i32 = load %one\n"
                "%o64: i64 = convert %o32\n%all: i64 = mul %sum, %o64\n"
                "%at3: i64 = add %x64, 64:i64\n"
                "%at4: i64 = add %at3, %base\n"
                "%po3: ptr<global, i64> = elem %out, %at4\n"
                "store %po3, %all\n}\n}\n"},
    {"bytes and offsets",
     ITEMS("", "%o: i64 = mul %t, 8:i64\n"
               "%q: ptr<global, i64> = offset %in, %o\n"
               "%v: i64 = load %q\n"
               "%c: bool = eq %q, %pin\n"
               "%ci: i64 = convert %c\n"
               "%h: f16 = convert %v\n"
               "%h2: f16 = mul %h, 1.5:f16\n"
               "%hb: u16 = bitcast %h2\n"
               "%hw: i64 = convert %hb\n" ADD("v") ADD("ci") ADD("hw"))},
};

static int64_t input[CELLS], expected[CELLS], got[CELLS];

static void fill_input(void) {
    uint64_t x = 88172645463325252u;

    for (int i = 0; i < CELLS; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        input[i] = i % 3 ? (int64_t)x >> (i % 60) : i - 50;
    }
}

static void check_kernel(cpu_device *d, size_t n, const ir_launch *at) {
    ir_arg args[] = {ARRAY(input), ARRAY(expected), SCALAR(CELLS)};
    struct {
        void *in, *out;
        int64_t n;
    } params = {input, got, CELLS};
    pk_arena arena;
    pk_artifact artifact;
    pk_mod *mod;
    pk_error err = {0};
    pk_ir *ir;

    memset(expected, 0, sizeof expected);
    memset(got, 0, sizeof got);
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, kernels[n].text);
    artifact = cpu_emit_ir(d, ir, NULL);
    mod = cpu_load(d, &artifact);
    cpu_run(d, mod, "k", at->grid, at->block, at->shared, &params,
            sizeof params);
    ir_run(ir_kernel(ir), at, args, 3, &err);
    ck_assert_msg(err.status == PK_OK, "%s: %s", kernels[n].name, err.message);
    for (int i = 0; i < CELLS; i++)
        ck_assert_msg(got[i] == expected[i], "%s: out[%d] is %lld, not %lld",
                      kernels[n].name, i, (long long)got[i],
                      (long long)expected[i]);
    d->plugin->module_free(mod);
    d->plugin->artifact_free(&d->host, &artifact);
    pk_arena_finish(&arena);
}

/* Kernels that are there for the sake of lane loops must have some. */
static void check_lanes(cpu_device *d, size_t n) {
    pk_arena arena;
    pk_artifact text;

    pk_arena_init(&arena, &pk_heap);
    text = cpu_emit_ir(d, ir_parse(&arena, kernels[n].text), "llvm");
    ck_assert_msg(memmem(text.bytes, text.size, ".v = ", 5) != NULL, "%s",
                  kernels[n].name);
    d->plugin->artifact_free(&d->host, &text);
    pk_arena_finish(&arena);
}

START_TEST(kernels_do_what_the_interpreter_does)
{
    const ir_launch flat = {{32, 1, 1}, {64, 1, 1}, 256, {0}};
    const ir_launch one = {{1, 1, 1}, {64, 1, 1}, 256, {0}};
    const ir_launch lanes = {{20, 1, 1}, {37, 1, 1}, 256, {0}};
    const ir_launch deep = {{3, 4, 5}, {2, 3, 4}, 256, {0}};
    cpu_device d;

    fill_input();
    cpu_open(&d, 2);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        bool is_deep = strstr(kernels[i].text, "block_id.z") != NULL;
        bool is_atomic = strstr(kernels[i].text, "atomic") != NULL;
        check_kernel(&d, i, is_deep ? &deep : is_atomic ? &one : &flat);
        if (strncmp(kernels[i].name, "lanes", 5) != 0)
            continue;
        check_lanes(&d, i);
        check_kernel(&d, i, &lanes);
    }
    cpu_close(&d);
}
END_TEST

/* ---- what the launch promises ---- */

static const char count_text[] =
    "pkir 1\nkernel @k(%out: ptr<global, i32> data 0) form block {\n"
    "%1: i32 = block_id.x\n"
    "%2: ptr<global, i32> = elem %out, %1\n"
    "%3: i32 = load %2\n"
    "%4: i32 = add %3, 1:i32\n"
    "store %2, %4\n}\n";

START_TEST(every_block_runs_once_for_any_number_of_blocks)
{
    enum { MOST = 300000 };
    static int32_t counts[MOST];
    cpu_device d;
    pk_mod *mod;
    void *params = counts;

    cpu_open(&d, 3);
    mod = cpu_compile(&d, count_text);
    for (uint32_t blocks = 1; blocks <= MOST; blocks = blocks * 3 + 1) {
        memset(counts, 0, sizeof counts);
        for (int again = 0; again < 3; again++)
            cpu_run(&d, mod, "k", (uint32_t[]){blocks, 1, 1},
                    (uint32_t[]){1, 1, 1}, 0, &params, sizeof params);
        for (uint32_t i = 0; i < MOST; i++)
            if (counts[i] != (i < blocks ? 3 : 0))
                ck_abort_msg("block %u of %u ran %d times", i, blocks,
                             (int)counts[i]);
    }
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST

#if defined(__x86_64__)
#include <xmmintrin.h>

static const char subnormal_text[] =
    "pkir 1\nkernel @k(%x: ptr<global, f32> data 0) form block {\n"
    "%1: f32 = load %x\n"
    "%2: f32 = mul %1, 0.5:f32\n"
    "store %x, %2\n}\n";

/* Flush-to-zero and a rounding mode, as fast-math libraries leave them. */
START_TEST(kernels_have_their_own_floating_point_setting)
{
    unsigned odd = 0x1f80 | 0x8040 | 0x6000;
    float cell[1] = {1e-38f};
    cpu_device d;
    pk_mod *mod;
    void *params = cell;

    cpu_open(&d, 1);
    mod = cpu_compile(&d, subnormal_text);
    _mm_setcsr(odd);
    cpu_run(&d, mod, "k", (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1}, 0,
            &params, sizeof params);
    ck_assert_uint_eq(_mm_getcsr() & 0xffc0, odd & 0xffc0);
    _mm_setcsr(0x1f80);
    ck_assert(cell[0] == 5e-39f);
    d.plugin->module_free(mod);
    cpu_close(&d);
}
END_TEST
#else
START_TEST(kernels_have_their_own_floating_point_setting)
{
}
END_TEST
#endif

TESTS("cpu kernels", kernels_do_what_the_interpreter_does,
      every_block_runs_once_for_any_number_of_blocks,
      kernels_have_their_own_floating_point_setting)
