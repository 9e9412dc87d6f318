#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the layers, by what files include.

Each folder, a subfolder for itself, includes only what FOLDERS says; no includes
lead from a folder back to it; a header declares functions of its own folder;
device-neutral folders name no device; no folder holds more than LIMIT source
files. Prints each breach as file:line, and each cycle with the includes that
make it, and exits 1."""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = (".c", ".h", ".def")
IR = "portkern/{ir,types,caps,status,function}.h portkern/*.def"
API = "portkern/*"
SERVICES = f"base base/os {API}"
CONTEXT = f"runtime/context runtime/cache runtime/services signature {SERVICES}"
RUNS = f"runtime/kernel runtime/memory recipe {CONTEXT}"

# The frontend's folders are in one line: each may include those before it.
UP_TO_PARSE = "frontend/parse frontend/ast frontend/diag"
UP_TO_VALUES = f"signature recipe frontend/values frontend/builtins frontend/types {UP_TO_PARSE}"
CHECKED = f"frontend frontend/lower frontend/infer frontend/module {UP_TO_VALUES}"

# folder: the folders, and the public headers, that its files may include besides its own
FOLDERS = {
    "include/portkern": API,
    "lib": "",
    "base": "portkern/{status,types}.h portkern/*.def",
    "base/os": "base portkern/status.h",
    "recipe": f"base portkern/plugin.h {IR}",

    "signature": f"base {IR}",

    "core": f"recipe base {IR}",
    "core/text": f"core base {IR}",
    "core/analysis": f"core recipe base {IR}",
    "core/passes": f"core/analysis core base {IR}",
    "core/interp": f"core/analysis core base base/os portkern/debug.h {IR}",

    "frontend/diag": "base",
    "frontend/ast": "base",
    "frontend/parse": "frontend/ast frontend/diag base",
    "frontend/types": f"signature recipe {UP_TO_PARSE} base {IR}",
    "frontend/builtins": f"signature recipe frontend/types {UP_TO_PARSE} base {IR}",
    "frontend/values": f"signature recipe frontend/builtins frontend/types {UP_TO_PARSE} core base {IR}",
    "frontend/module": f"{UP_TO_VALUES} base {IR}",
    "frontend/module/decorators": f"frontend/module {UP_TO_VALUES} base {IR}",
    "frontend/infer": f"frontend/module {UP_TO_VALUES} lib core base {IR}",
    "frontend/infer/calls": f"frontend/infer frontend/module {UP_TO_VALUES} core base {IR}",
    "frontend/infer/statements": f"frontend/infer frontend/module {UP_TO_VALUES} core base {IR}",
    "frontend/infer/words": f"frontend/infer frontend/module {UP_TO_VALUES} core base {IR}",
    "frontend/infer/builtins": "frontend/infer/statements frontend/infer frontend/module "
                               f"{UP_TO_VALUES} core base {IR}",
    "frontend/lower": "frontend/infer/statements frontend/infer frontend/module "
                      f"{UP_TO_VALUES} core core/analysis base {IR}",
    "frontend/lower/calls": "frontend/lower frontend/infer frontend/module "
                            f"{UP_TO_VALUES} core base {IR}",
    "frontend/lower/host": "frontend/lower frontend/infer frontend/module "
                           f"{UP_TO_VALUES} core core/passes base {IR}",
    "frontend/lower/statements": "frontend/lower frontend/infer frontend/module "
                                 f"{UP_TO_VALUES} core base {IR}",
    "frontend": f"frontend/lower frontend/infer frontend/module {UP_TO_VALUES} core base {IR}",

    "backends/native": f"core core/analysis recipe base base/os {IR}",
    "backends/native/blob": f"backends/native core core/analysis base base/os {IR}",
    "backends/native/llvm": "base base/os portkern/status.h",
    "backends/opencl_c": f"core recipe base {IR}",
    "backends/ptx": f"core core/analysis core/passes recipe base {IR}",
    "plugins": f"base base/os portkern/plugin.h {IR}",
    "plugins/cpu": f"plugins backends/native backends/native/blob backends/native/llvm base base/os portkern/plugin.h {IR}",
    "plugins/cuda": f"plugins backends/ptx core base base/os portkern/plugin.h {IR}",
    "plugins/opencl": f"plugins backends/opencl_c base base/os portkern/plugin.h {IR}",
    "plugins/interp": f"plugins core/interp base portkern/plugin.h {IR}",
    "plugins/null": f"plugins portkern/plugin.h {IR}",

    "runtime/services": SERVICES,
    "runtime/cache": f"runtime/services {SERVICES}",
    "runtime/context": CONTEXT,
    "runtime/memory": CONTEXT,
    "runtime/kernel": RUNS,
    "runtime/forms": RUNS,
    "runtime/launch": f"runtime/forms {RUNS}",
    "runtime/files": f"runtime/launch {RUNS}",
    "runtime/offload": f"runtime/launch {RUNS}",
    "runtime/host": f"runtime/offload runtime/launch {RUNS}",
    "runtime/alone": f"runtime/context {SERVICES}",
    "compile/program": f"{RUNS} frontend/module",
    "compile": f"compile/program {RUNS} frontend frontend/diag frontend/infer frontend/module core "
               "core/analysis core/passes core/text",
    "check": f"{CHECKED} core base {IR}",
    "check/host": f"check {CHECKED} base",
    "check/threads": f"check {CHECKED} core core/analysis base {IR}",
    "check/module": f"check/host check/threads check {CHECKED} compile core core/passes base base/os {API}",

    "sim": "base portkern/status.h portkern/checks.def",
    "sim/ptx": "sim base base/os portkern/status.h",
    "sim/check": "sim base portkern/status.h",
    "sim/exec": "sim sim/check base portkern/status.h",
    "sim/driver": "sim base base/os portkern/status.h portkern/{checks,log_levels}.def",
    "sim/driver/graph": "sim/driver sim base portkern/status.h",
    "tools": "portkern/{host,portkern,tools}.h portkern/stages.def",
    "tools/bench": "tools portkern/{host,portkern,tools}.h",
    "tools/build": "tools portkern/{host,portkern,tools}.h",
    "tools/check": "tools portkern/{host,portkern,tools}.h",
    "tools/compare": "tools portkern/{host,portkern,tools}.h",
    "tools/demo": "tools portkern/{host,portkern,tools}.h",
    "tools/profile": "tools tools/demo portkern/{host,portkern,tools}.h",
    "python/src": "portkern/{portkern,host,tools,debug}.h",
    "python/src/host": "python/src portkern/{portkern,host}.h",
    "examples": "portkern/portkern.h",
    "examples/library": "",
    "examples/plugin": "portkern/{plugin,ir}.h",
}

# Cycles that are not cut yet, as the folders on them, and why.
CYCLES = {}

# Headers that declare functions of another folder, which an include of them depends on, too.
ELSEWHERE = {
    "frontend/infer/infer.h": "a call is an expression, and its arguments are: infer/ and its "
                              "folders call each other",
    "frontend/infer/typings.h": "the same of builtins and operators",
    "frontend/module/decorator.h": "a scope applies decorators, whose arguments are values of it",
    "frontend/lower/lower.h": "a new array is an expression, and its shape is: lower/ and "
                              "its folders call each other",
    "sim/builtin.h": "the loader binds instructions to what executes them",
    "sim/engine.h": "the driver's view of ptx/ and exec/, and all that it sees",
    "sim/machine.h": "check/ says faults of a machine that exec/ runs, and is called by it",
    "sim/program.h": "exec/ gets a function's code from ptx/ when it is first called",
}

# Calls that a folder may include and yet has no right to: words, and why.
CALLS = {"frontend/lower": (r"\bpk_infer_\w+\(", "inference is over when lowering begins")}

# Top folders that name no device. Numba's module is called cuda, so a source's word may be.
NEUTRAL = ("base", "recipe", "signature", "core", "frontend", "compile", "runtime", "check")
DEVICES = re.compile(r"\b(opencl|cuda|nvidia|ptx|llvm|pocl|oclgrind)\b", re.I)
NUMBA = re.compile(r"\bcuda\b")
READS_PYTHON = ("signature", "frontend", "compile", "runtime", "check")
MAY_NAME = {
    "check/module/backends.c": "the list of devices that a check is made for",
    "check/host/host.def": "hints name the command's stages",
    "frontend/module/decorators/options.c": "the values of fastmath are LLVM's flags",
    "frontend/module/options.def": "options that Numba gives its compilers' names",
    "runtime/services/env.def": "variables of the environment that plugins read",
    "runtime/context/select.c": "the order in which devices are preferred",
}

# How many source files a folder may hold, besides those in its own folders, and who may hold more.
LIMIT = 30
DATA = re.compile(r"tests/(kernels|golden/.*|fuzz/pkfuzz/cases)$")  # programs that tests read
LARGE = {"core/passes": "one pass, one file"}


def matches(name, folder, rule):
    """Whether an include of file `name`, which lies in `folder`, is what a rule names."""
    if not rule.startswith("portkern/"):
        return folder == rule
    choice = re.sub(r"\\{(.*)\\}", lambda m: "(" + m[1].replace(",", "|") + ")", re.escape(rule))
    return re.fullmatch(choice.replace(r"\*", ".*"), name) is not None


def sources(root):
    for top in sorted({folder.split("/")[0] for folder in FOLDERS}):
        yield from (p for p in sorted((root / top).rglob("*")) if p.suffix in SUFFIXES)


def includes(root):
    """Each include in quotes: (file, line, the name, the folder where that file lies)."""
    for path in sources(root):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if found:
                places = (path.parent, root, root / "include")
                at = next((p / found[1] for p in places if (p / found[1]).exists()), None)
                # what the build makes lies in no folder
                to = at.parent.relative_to(root).as_posix() if at else ""
                yield path.relative_to(root), number, found[1], to


def breaches(found):
    for path, number, name, to in found:
        folder = path.parent.as_posix()
        if folder not in FOLDERS:
            yield f"{path}:{number}: {folder} is in no row of FOLDERS"
        elif to != folder and not any(matches(name, to, r) for r in FOLDERS[folder].split()):
            yield f"{path}:{number}: {folder} may not include {name}"


def circles(edges):
    """The sets of nodes that lead to each other (Tarjan), of more than one."""
    number, low, stack, out = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for next_node in sorted(edges.get(node, ())):
            if next_node not in number:
                visit(next_node)
            if next_node in stack:
                low[node] = min(low[node], low[next_node])
        if low[node] == number[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                out.append(set(stack[at:]))
            del stack[at:]

    for node in sorted(edges):
        if node not in number:
            visit(node)
    return out


def cycles(found, excused):
    """What is wrong with the includes between folders, and with the list of excuses."""
    edges, lines = collections.defaultdict(set), collections.defaultdict(list)
    for path, number, name, to in found:
        folder = path.parent.as_posix()
        if to and to != folder:
            edges[folder].add(to)
            lines[folder, to].append(f"    {path}:{number}: {name}")
    unused = set(excused)
    for circle in circles(edges):
        by = {folders for folders in excused if circle <= set(folders.split())}
        unused -= by
        if by:
            continue
        yield "a cycle of includes: " + " ".join(sorted(circle))
        for (folder, to), places in sorted(lines.items()):
            if folder in circle and to in circle:
                yield "\n".join([f"  {folder} -> {to}", *places])
    for folders in unused:
        yield "no such cycle, take it from CYCLES: " + folders


def named_devices(root):
    used = set()
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        top = name.split("/")[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if top in READS_PYTHON:
                line = NUMBA.sub("", line)
            if top in NEUTRAL and DEVICES.search(line):
                used.add(name)
                if name not in MAY_NAME:
                    yield f"{name}:{number}: {top} names a device: {line.strip()}"
    for name in MAY_NAME.keys() - used:
        yield f"{name} names no device, take it from MAY_NAME"


def functions(root):
    """Where functions of more than one file are declared, and where they are defined."""
    head, where = r"^(?!static|typedef|#)\w[^;{}#/()=]*?\b((?:pk|sim)_\w+)\([^;{}]*\)", {}
    for path in sources(root):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        ends = {".c": r"\s*\{", ".h": r"[^;{}]*;"}.get(path.suffix)
        if ends and path.relative_to(root).parts[0] != "include":
            for found in re.finditer(head + ends, text, re.M):
                where.setdefault(found[1], {})[path.suffix] = path.relative_to(root)
    return where


def defined_elsewhere(where, excused):
    """A header that declares what another folder defines hides an include of that folder."""
    unused = set(excused)
    for name, at in where.items():
        header, source = at.get(".h"), at.get(".c")
        if header and source and header.parent != source.parent:
            if str(header) not in excused:
                yield f"{header}: declares {name}, which {source} defines"
            unused.discard(str(header))
    for header in unused:
        yield f"{header} declares nothing of other folders, take it from ELSEWHERE"


def late_calls(root):
    for folder, (words, why) in CALLS.items():
        for path in sorted((root / folder).rglob("*.c")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if call := re.search(words, line):
                    yield f"{path.relative_to(root)}:{number}: {folder} calls {call[0]}): {why}"


def source_counts(root):
    """How many source files lie in each folder; headers of types for Python (.pyi) belong to a module."""
    tops = {folder.split("/")[0] for folder in FOLDERS} | {"bench", "examples", "scripts", "tests"}
    folders = (p.parent.relative_to(root).as_posix() for top in tops for p in (root / top).rglob("*")
               if p.suffix in (*SUFFIXES, ".py") and p.is_file())
    return collections.Counter(folder for folder in folders if not DATA.match(folder))


def crowded(counts, excused):
    large = {folder for folder, count in counts.items() if count > LIMIT}
    for folder in sorted(large - excused.keys()):
        yield f"{folder}: {counts[folder]} source files, more than {LIMIT}"
    for folder in sorted(excused.keys() - large):
        yield f"{folder} holds no more than {LIMIT} source files, take it from LARGE"


def main():
    found = list(includes(ROOT))
    bad = [*breaches(found), *cycles(found, CYCLES), *named_devices(ROOT), *late_calls(ROOT),
           *crowded(source_counts(ROOT), LARGE), *defined_elsewhere(functions(ROOT), ELSEWHERE)]
    print(*bad, sep="\n", end="\n" if bad else "")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
