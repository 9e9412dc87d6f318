# SPDX-License-Identifier: Apache-2.0
# portkern for Homebrew on Linux, of the tarball that `meson dist` writes, which
# HOMEBREW_PORTKERN_TARBALL names.
class Portkern < Formula
  desc "Compiles Numba-style Python kernels for CPUs, OpenCL devices and NVIDIA GPUs"
  url "file://#{ENV.fetch("HOMEBREW_PORTKERN_TARBALL")}"
  version "0.1.0"
  license "Apache-2.0"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "libpng"
  depends_on :linux
  depends_on "llvm"
  depends_on "xxhash"
  depends_on "zlib"

  def install
    ENV["LLVM_CONFIG"] = Formula["llvm"].opt_bin/"llvm-config"
    system "meson", "setup", "build", *std_meson_args, "-Dtests=disabled", "-Dllvm_static=disabled",
           "-Dcpu=enabled", "-Dopencl=enabled", "-Dcuda=enabled", "-Dtools=enabled"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/portkern --version")
    (testpath/"double.py").write <<~PYTHON
      from numba import cuda

      @cuda.jit("void(float64[:])")
      def double(x):
          i = cuda.grid(1)
          if i < x.size:
              x[i] *= 2
    PYTHON
    assert_match "0 errors", shell_output("#{bin}/portkern check double.py --backend cpu,interp")
  end
end
