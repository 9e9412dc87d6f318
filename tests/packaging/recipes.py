#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes of packaging/ and debian/ against meson.build: version, options, what is needed; and by the tools
that they are for, as far as these are there: Conan, rattler-build, hadolint, CMake for vcpkg's portfile.

    recipes.py ROOT BUILD

And the tarball of `meson dist`, which holds what git has: each file that the build in BUILD reads is there. Prints TAP."""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
PACKAGING = ROOT / "packaging"
FEATURES = ("cpu", "opencl", "cuda", "tools")
# What the build takes from elsewhere, where it asks for it, and its name in each recipe; None: not needed there.
NEEDS = {
    "llvm": ("plugins/cpu/meson.build", "llvm-config", dict(conda="llvmdev", vcpkg="llvm", homebrew="llvm", docker="llvm-19-dev", conan=None)),
    "xxhash": ("meson.build", "xxhash.h", dict(conda="xxhash", vcpkg="xxhash", homebrew="xxhash", docker="libxxhash-dev", conan="xxhash")),
    "libpng": ("tools/meson.build", "libpng", dict(conda="libpng", vcpkg="libpng", homebrew="libpng", docker="libpng-dev", conan="libpng")),
    "libffi": ("python/meson.build", "libffi", dict(conda="libffi", vcpkg=None, homebrew=None, docker="libffi-dev", conan=None)),
    "numpy": ("python/meson.build", "numpy", dict(conda="numpy", vcpkg=None, homebrew=None, docker="python3-numpy", conan=None)),
}


class Skip(Exception):
    pass


def text(path):
    return (ROOT / path).read_text()


RECIPES = {"conan": "packaging/conan/conanfile.py", "conda": "packaging/conda/recipe.yaml",
           "vcpkg": "packaging/vcpkg/portkern/vcpkg.json", "homebrew": "packaging/homebrew/portkern.rb",
           "docker": "packaging/docker/Dockerfile"}
VERSION = re.search(r"version: '([^']+)'", text("meson.build"))[1]


def expect(condition, words):
    if not condition:
        raise AssertionError(words)


def run(*words, **more):
    done = subprocess.run([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, timeout=240, **more)
    expect(done.returncode == 0, done.stdout)
    return done.stdout


def options():
    """The options of the build and what each may be."""
    found = {}
    for name, kind, rest in re.findall(r"option\('(\w+)', type: '(\w+)'(.*)", text("meson_options.txt")):
        found[name] = {"feature": {"auto", "enabled", "disabled"}, "boolean": {"true", "false"},
                       "combo": set(re.findall(r"'(\w+)'", rest.split("description")[0]))}.get(kind)
    return found


def versions_are_the_builds():
    said = {"conda": re.search(r'^  version: "(.*)"', text(RECIPES["conda"]), re.M)[1],
            "vcpkg": json.loads(text(RECIPES["vcpkg"]))["version"],
            "homebrew": re.search(r'^  version "(.*)"', text(RECIPES["homebrew"]), re.M)[1],
            "debian": re.match(r"portkern \(([^)]+)\)", text("debian/changelog"))[1].split("-")[0],
            "README": re.search(r"portkern-([0-9.]+)\.tar", text("packaging/README.md"))[1]}
    wrong = {name: version for name, version in said.items() if version != VERSION}
    expect(not wrong, f"meson.build has {VERSION}: {wrong}")


def options_are_the_builds():
    known = options()
    files = [*RECIPES.values(), "packaging/vcpkg/portkern/portfile.cmake", "debian/rules"]
    count = 0
    for file in files:
        for name, value in re.findall(r"-D([a-z_]+)=([\w$]+)", text(file)):
            if name in ("optimization", "b_ndebug"):
                continue
            expect(name in known, f"{file}: no option {name}")
            expect(value.startswith("$") or known[name] is None or value in known[name], f"{file}: {name} is never {value}")
            count += 1
    expect(count > 20, f"{count} options found")
    for kind, file in RECIPES.items():
        found = text(file) + (text("packaging/vcpkg/portkern/portfile.cmake") if kind == "vcpkg" else "")
        for name in FEATURES:
            expect(re.search(rf'(?:\b|-D){name}\b', found), f"{file} says nothing of {name}")


def needs_are_the_builds():
    for name, (asked_in, word, names) in NEEDS.items():
        expect(word in text(asked_in), f"{asked_in} asks for no {word}: has {name} another place?")
        for kind, wanted in names.items():
            found = re.search(rf'(?<![\w-]){re.escape(wanted)}(?![\w-])', text(RECIPES[kind])) if wanted else True
            expect(found, f"{RECIPES[kind]} has no {wanted}")
    asked = set()
    for file in ROOT.glob("**/meson.build"):
        where = file.relative_to(ROOT).parts[0]
        if not where.startswith(("build", "tests", "examples", "packaging")):
            asked |= set(re.findall(r"(?<!override_)(?<!declare_)\bdependency\('(\w+)'", file.read_text()))
    new = asked - {"dl", "threads", "libffi", "libpng", "zlib", "libzstd", "openmp"}
    expect(not new, f"new to the recipes: {new}")


def the_dockerfile_is_clean():
    tool = shutil.which("hadolint", path=f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if not tool:
        raise Skip("no hadolint: scripts/venv installs it, where the Python index can be reached")
    expect(run(tool, ROOT / RECIPES["docker"]) == "", "hadolint says something")


def conan_exports_all_files():
    tool = pathlib.Path(sys.executable).parent / "conan"
    if not tool.exists():
        raise Skip("no Conan: scripts/venv installs it, where the Python index can be reached")
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "CONAN_HOME": home, "PYTHONDONTWRITEBYTECODE": "1"}
        said = json.loads(subprocess.run([tool, "inspect", PACKAGING / "conan", "-f", "json"], env=env, cwd=home,
                                         capture_output=True, text=True, check=True).stdout)
        expect(said["version"] == VERSION and set(FEATURES) < set(said["options"]), said)
        run(tool, "export", PACKAGING / "conan", env=env, cwd=home)
        sources = {str(f.relative_to(at)) for at in pathlib.Path(home).glob("p/*/es") for f in at.rglob("*") if f.is_file()}
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
        missing = {f for f in tracked if f and not f.startswith('"')} - sources
        expect(sources and not missing, f"not exported: {sorted(missing)[:9]}")


def conda_renders_each_package():
    if not importlib.util.find_spec("rattler_build"):
        raise Skip("no rattler-build: scripts/venv installs it, where the Python index can be reached")
    import rattler_build
    from rattler_build.tool_config import PlatformConfig

    recipe = rattler_build.Stage0Recipe.from_file(str(ROOT / RECIPES["conda"]))
    variants = rattler_build.VariantConfig({"python": ["3.11.*", "3.12.*"], "c_compiler": ["gcc"], "c_stdlib": ["sysroot"]})
    for platform, wanted in {"linux-64": 2, "linux-aarch64": 2, "osx-arm64": 0}.items():
        config = rattler_build.RenderConfig(platform=PlatformConfig(target_platform=platform))
        names = {(v.recipe.package.name, v.recipe.package.version) for v in recipe.render(variants, config)}
        expect(names == ({("libportkern", VERSION), ("portkern", VERSION)} if wanted else set()), f"{platform}: {names}")


STUBS = """
cmake_minimum_required(VERSION 3.18)
set(CURRENT_PACKAGES_DIR "@PACKAGES@")
foreach(name vcpkg_check_linkage vcpkg_configure_meson vcpkg_install_meson vcpkg_fixup_pkgconfig
        vcpkg_cmake_config_fixup vcpkg_copy_tools vcpkg_install_copyright)
    cmake_language(EVAL CODE "function(${name})\\nmessage(STATUS \\"${name} \\${ARGN}\\")\\nendfunction()")
endforeach()
include("@PORTFILE@")
"""


def vcpkg_passes_the_options():
    if not shutil.which("cmake"):
        raise Skip("no cmake")
    port = json.loads(text(RECIPES["vcpkg"]))
    expect(set(port["features"]) == set(FEATURES), port["features"])
    with tempfile.TemporaryDirectory() as folder:
        stubs = pathlib.Path(folder, "stubs.cmake")
        stubs.write_text(STUBS.replace("@PACKAGES@", folder).replace("@PORTFILE@", str(PACKAGING / "vcpkg/portkern/portfile.cmake")))
        for features in ([], port["default-features"], list(FEATURES)):
            said = run("cmake", f"-DFEATURES=core;{';'.join(features)}", "-P", stubs)
            given = dict(re.findall(r"-D(\w+)=(\w+)", said))
            expect(f"SOURCE_PATH;{ROOT};" in said, said)
            for name in FEATURES:
                expect(given[name] == ("enabled" if name in features else "disabled"), said)
            expect(("vcpkg_copy_tools" in said) == ("tools" in features), said)
            expect(f"FILE_LIST;{ROOT}/LICENSE" in said, said)


def homebrews_blocks_end():
    formula = re.sub(r"<<~(\w+)\n.*?\n\s*\1\n", "''\n", text(RECIPES["homebrew"]), flags=re.S)
    code = re.sub(r'"(?:[^"\\]|\\.)*"|#.*', '""', formula)
    opened = len(re.findall(r"^\s*(?:class|def|if|unless)\b|\bdo\b", code, re.M))
    expect(opened == len(re.findall(r"^\s*end$", code, re.M)), "a block has no end, or an end no block")
    for bracket, other in ("()", "[]", "{}"):
        expect(code.count(bracket) == code.count(other), f"{bracket} without {other}")


def the_tarball_has_what_the_build_reads():
    if not (ROOT / ".git").exists():
        raise Skip("no checkout")
    tracked = set(subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n"))
    info = pathlib.Path(sys.argv[2], "meson-info")
    files = set(json.loads((info / "intro-buildsystem_files.json").read_text()))
    for target in json.loads((info / "intro-targets.json").read_text()):
        for part in target["target_sources"]:
            files |= set(part.get("sources", []))
    files |= set(json.loads((info / "intro-installed.json").read_text()))
    inside = {os.path.relpath(f, ROOT) for f in files}
    read = {f for f in inside if not re.match(r"build[^/]*/|\.\./", f) and (ROOT / f).is_file()}
    missing = read - tracked
    expect(len(read) > 800, f"{len(read)} files")
    expect(not missing, f"not in git: {sorted(missing)[:9]}")


def no_package_of_others_is_in_the_source():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
    wrong = [f for f in tracked if re.search(r"\.(whl|egg|conda|deb|zip|tar(\.\w+)?|tgz)$", f)
             and not f.startswith("tests/gpu/corpus/")]  # our own answers
    expect(not wrong, wrong)


TESTS = (versions_are_the_builds, options_are_the_builds, needs_are_the_builds, the_dockerfile_is_clean,
         conan_exports_all_files, conda_renders_each_package, vcpkg_passes_the_options, homebrews_blocks_end,
         the_tarball_has_what_the_build_reads, no_package_of_others_is_in_the_source)


def main():
    failed = 0
    for number, test in enumerate(TESTS, 1):
        words, how = "", "ok"
        try:
            test()
        except Skip as why:
            words = f" # SKIP {why}"
        except Exception as why:  # pylint: disable=broad-except
            how, words = "not ok", "\n" + "".join(f"# {line}\n" for line in f"{type(why).__name__}: {why}".splitlines())
        failed += how != "ok"
        print(f"{how} {number} - {test.__name__.replace('_', ' ')}{words}")
    print(f"1..{len(TESTS)}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
