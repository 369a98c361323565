"""Every example of the documentation runs as it is shown."""
import doctest
import importlib

import pytest

from conftest import TOP

PAGES = ["docs/site/start.md", "docs/site/python/tutorials.md"]
MODULES = ["hakam", "hakam.laws", "hakam.pgn", "hakam.interop", "hakam.retro", "hakam.problem", "hakam.frames"]


@pytest.mark.parametrize("page", PAGES)
def test_pages(page):
    names = {}
    exec("import hakam\nfrom hakam import *", names)
    result = doctest.testfile(str(TOP / page), module_relative=False, globs=names)
    assert result.attempted > 5 and result.failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_modules(module):
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted and result.failed == 0
