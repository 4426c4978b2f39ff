"""What cmake/hardening.cmake asks for is in a program that was built with it, and the reader sees when it is not."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("hardened", ROOT / "tools/release/hardened.py")
hardened = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(hardened)

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES C CXX)
include({hardening})
add_executable(small small.cc)
add_executable(alone small.cc)
target_link_options(alone PRIVATE -static-pie)
"""
SOURCE = """#include <cstdio>
#include <cstring>
int main(int count, char** words) {
  char text[64];
  std::memcpy(text, words[0], std::strlen(words[0]) + 1);
  return std::printf("%s %d\\n", text, count) < 0;
}
"""

pytestmark = pytest.mark.skipif(shutil.which("clang++-19") is None, reason="needs the compiler")


def built(folder, kind):
    (folder / "CMakeLists.txt").write_text(PROJECT.format(hardening=ROOT / "cmake/hardening.cmake"))
    (folder / "small.cc").write_text(SOURCE)
    for words in (["-S", folder, "-B", folder / "out", f"-DCMAKE_BUILD_TYPE={kind}", "-DCMAKE_CXX_COMPILER=clang++-19",
                   "-DCMAKE_C_COMPILER=clang-19"], ["--build", folder / "out"]):
        done = subprocess.run(["cmake", *map(str, words)], capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "out"


def test_a_release_build_is_hardened(tmp_path):
    out = built(tmp_path, "RelWithDebInfo")

    assert hardened.missing(out / "small") == []
    assert hardened.missing(out / "alone", static=True) == []


def test_what_is_missing_is_named(tmp_path):
    out = built(tmp_path, "Debug")

    lacks = hardened.missing(out / "small")

    assert any("__stack_chk_fail" in one for one in lacks)
    assert any("_FORTIFY_SOURCE" in one for one in lacks)


def test_the_companion_is_position_independent():
    assert "-static-pie" in (ROOT / "apps/companion/CMakeLists.txt").read_text()
