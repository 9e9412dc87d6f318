# SPDX-License-Identifier: Apache-2.0
"""Writes the names that only kernels have, from the table of builtins.

    kernel_names.py builtins.def out.py"""
import re
import sys

table, out = sys.argv[1:]
with open(table, encoding="utf-8") as f:
    paths = sorted(set(re.findall(r'^[A-Z]+\("(numba\.[\w.]+)"', f.read(), re.M)))
    f.seek(0)
    f.seek(0)
    vectors = re.findall(r'^VECTORS\("numba\.cuda\.(\w+)", (\w+)\)', f.read(), re.M)
    f.seek(0)
    aliases = dict(re.findall(r'^ALIAS\("(numba\.\w+)", "(numba\.cuda\.\w+)"\)', f.read(), re.M))
numbas = {part: name for name, part in vectors if name.endswith("x")}
vectors = {f"{name}{count}": f"{numbas[part]}{count}" for name, part in vectors for count in range(1, 5)}
paths = sorted(set(paths) - {f"numba.cuda.{name[:-1]}" for name in vectors} | {f"numba.cuda.{name}" for name in vectors})
with open(out, "w", encoding="utf-8") as f:
    f.write('# SPDX-License-Identifier: Apache-2.0\n"""What the kernel language knows of numba; made from the table of builtins."""\n')
    f.write("PATHS = frozenset({\n" + "".join(f'    "{p}",\n' for p in paths) + "})\n")
    f.write("ALIASES = {\n" + "".join(f'    "{a}": "{p}",\n' for a, p in sorted(aliases.items())) + "}\n")
    f.write("VECTORS = {\n" + "".join(f'    "{a}": "{p}",\n' for a, p in sorted(vectors.items())) + "}\n")
