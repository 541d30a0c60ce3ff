"""The build backend: scikit-build-core's, with the C++ sources added to source distributions.

The sources are in the folder above this one, which an sdist cannot reach. They are copied to cpp/ while it is built.
"""

import contextlib
import shutil
from pathlib import Path

from scikit_build_core import build as _backend
from scikit_build_core.build import *  # noqa: F403

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = ["CMakeLists.txt", "LICENSE", "cmake", "games", "src", "python/CMakeLists.txt", "python/bindings"]


@contextlib.contextmanager
def copied_sources():
    copy = HERE / "cpp"
    if not (ROOT / "src" / "board").is_dir():  # this is an sdist itself
        yield
        return
    shutil.rmtree(copy, ignore_errors=True)
    try:
        for name in SOURCES:
            source, target = ROOT / name, copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy2(source, target)
        yield
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def build_sdist(sdist_directory, config_settings=None):
    with copied_sources():
        return _backend.build_sdist(sdist_directory, config_settings)
