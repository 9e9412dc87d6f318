# SPDX-License-Identifier: Apache-2.0
"""portkern for Conan 2: `conan create packaging/conan`, from the root of the source."""
import os
import re
import shutil
import subprocess

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, load
from conan.tools.gnu import PkgConfigDeps
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain

required_conan_version = ">=2.0"
FEATURES = ("cpu", "opencl", "cuda", "tools")


class Portkern(ConanFile):
    name = "portkern"
    description = "Compiles Numba-style Python kernels and runs them on CPUs, OpenCL devices and NVIDIA GPUs"
    license = "Apache-2.0"
    topics = ("compiler", "gpu", "opencl", "cuda", "numba")
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"
    # cpu takes the LLVM that llvm-config of the system names. With system_libraries
    # xxhash and libpng are the system's, too, else Conan's.
    options = {**dict.fromkeys(FEATURES, [True, False]), "system_libraries": [True, False]}
    default_options = {**dict.fromkeys(FEATURES, True), "system_libraries": False}

    @property
    def _root(self):
        return os.path.normpath(os.path.join(self.recipe_folder, "..", ".."))

    def set_version(self):
        text = load(self, os.path.join(self._root, "meson.build"))
        self.version = re.search(r"version: '([^']+)'", text)[1]

    def export_sources(self):
        tracked = subprocess.run(["git", "ls-files"], cwd=self._root, capture_output=True, text=True, check=False)
        if not tracked.stdout:  # a tarball, which has no others
            copy(self, "*", self._root, self.export_sources_folder, excludes="build*")
        for file in tracked.stdout.splitlines():
            to = os.path.join(self.export_sources_folder, file)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy2(os.path.join(self._root, file), to)

    def configure(self):
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("portkern runs on Linux")

    def requirements(self):
        if not self.options.system_libraries:
            self.requires("xxhash/[>=0.8 <1]", visible=False)
            if self.options.tools:
                self.requires("libpng/[>=1.6 <2]", visible=False)

    def build_requirements(self):
        if not self.options.system_libraries:
            self.tool_requires("meson/[>=1.0 <2]")

    def layout(self):
        basic_layout(self)

    def generate(self):
        toolchain = MesonToolchain(self)
        for feature in FEATURES:
            toolchain.project_options[feature] = "enabled" if self.options.get_safe(feature) else "disabled"
        toolchain.project_options["tests"] = "disabled"
        toolchain.generate()
        PkgConfigDeps(self).generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        Meson(self).install()

    def package_info(self):
        for name in ("portkern", "portkern_rt"):
            component = self.cpp_info.components[name]
            component.libs = [name]
            component.set_property("pkg_config_name", name)
            component.set_property("cmake_target_name", f"portkern::{name}")
