# SPDX-License-Identifier: Apache-2.0
"""A plugin for pytest: tests of kernels on several backends in one run.

    pytest --portkern-backends=cpu,opencl,interp,cuda-sim --portkern-check=bounds,races

A test that is marked (`@pytest.mark.portkern`), that takes the fixture `portkern_backend`, or
whose file the ini option `portkern_files` names, runs once on each of the backends.
It is a module of its own: portkern is imported when a test needs it."""
import contextlib
import fnmatch
import os

import pytest

CHECKS = ("bounds", "uninit", "races", "barriers", "all")
FIXTURE = "portkern_backend"


def pytest_addoption(parser):
    group = parser.getgroup("portkern", "kernels on several backends (portkern)")
    group.addoption("--portkern-backends", metavar="LIST", help=(
        "run tests of kernels on each of these: cpu, opencl, interp, cuda, cuda-sim (the simulated GPU), or one device, opencl:1"))
    group.addoption("--portkern-strict", action="store_true", help=(
        "a backend that cannot be opened is an error, not a skipped test"))
    group.addoption("--portkern-check", metavar="LIST", help=f"have kernels checked for: {', '.join(CHECKS)}")
    parser.addini("portkern_backends", "what --portkern-backends has without the option", default="")
    parser.addini("portkern_strict", "the same of --portkern-strict", type="bool", default=False)
    parser.addini("portkern_check", "the same of --portkern-check", default="")
    parser.addini("portkern_files", "files whose tests are all marked portkern, as patterns of paths", type="args", default=[])


def _words(config, name):
    value = config.getoption(name)
    value = config.getini(name) if value is None else value
    return [word.strip() for word in value.split(",") if word.strip()]


def pytest_configure(config):
    config.addinivalue_line("markers", (
        "portkern(*backends): run the test on each backend of --portkern-backends; of those named here only, if any are"))
    backends = _words(config, "portkern_backends")
    if "cuda-sim" in backends and any(name.split(":")[0] == "cuda" for name in backends):
        raise pytest.UsageError("--portkern-backends: a process has cuda or cuda-sim, which takes its place: run pytest twice")
    checks = _words(config, "portkern_check")
    wrong = [word for word in checks if word not in CHECKS]
    if wrong:
        raise pytest.UsageError(f"--portkern-check={wrong[0]}: expected some of {', '.join(CHECKS)}")
    before = os.environ.get("PORTKERN_CHECK")
    if checks:
        os.environ["PORTKERN_CHECK"] = ",".join(checks)

        def restore():
            os.environ.pop("PORTKERN_CHECK")
            if before is not None:
                os.environ["PORTKERN_CHECK"] = before

        config.add_cleanup(restore)


def pytest_report_header(config):
    parts = [f"{name} {', '.join(words)}" for name, words in (
        ("backends", _words(config, "portkern_backends")), ("checks", _words(config, "portkern_check"))) if words]
    return "portkern: " + "; ".join(parts) if parts else None


def _is_marked_file(metafunc):
    path = os.path.relpath(metafunc.definition.path, metafunc.config.rootpath)
    return any(fnmatch.fnmatch(path, pattern) for pattern in metafunc.config.getini("portkern_files"))


def pytest_generate_tests(metafunc):
    names = metafunc.fixturenames
    mark = metafunc.definition.get_closest_marker("portkern")
    if FIXTURE not in names and not mark and not _is_marked_file(metafunc):
        return
    if FIXTURE not in names:
        names.append(FIXTURE)
    backends = _words(metafunc.config, "portkern_backends")
    if mark and mark.args:
        backends = [name for name in backends if name in mark.args] if backends else list(mark.args)
    if backends or (mark and mark.args):
        metafunc.parametrize(FIXTURE, backends, indirect=True, scope="function")


def pytest_itemcollected(item):
    """The backend comes before the test's other fixtures, which may have arrays of its device."""
    names = getattr(item, "fixturenames", [])
    asked = FIXTURE in names
    if asked:
        names.remove(FIXTURE)
    if asked or FIXTURE in getattr(getattr(item, "callspec", None), "params", ()):
        names.insert(0, FIXTURE)


@pytest.fixture
def portkern_backend(request):
    """The name of the backend that the test runs on: "cpu", "cuda-sim". Its device is the
    current one, as if PORTKERN_BACKEND had named it. Without --portkern-backends it is the
    device that kernels run on anyway."""
    from portkern import _backends, _device, errors

    name, config = getattr(request, "param", None), request.config
    with contextlib.ExitStack() as stack:
        try:
            if name is None:
                name = _device.current().backend
            else:
                stack.enter_context(_backends.using(name))
        except errors.CudaSupportError as error:
            if config.getoption("portkern_strict") or config.getini("portkern_strict"):
                raise
            pytest.skip(f"{name or 'no device'}: {error}")
        yield name
