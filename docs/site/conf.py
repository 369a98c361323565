"""The documentation site: tools/build_docs builds it and runs every Python example."""
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parents[2]
project = "Hakam"
author = "the Hakam authors"
copyright = "the Hakam authors; Apache-2.0"
release = re.search(r"project\(hakam VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text())[1]
extensions = ["myst_parser", "sphinx.ext.doctest", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"Hakam {release}"
doctest_test_doctest_blocks = "default"
doctest_global_setup = "import hakam\nfrom hakam import *"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
exclude_patterns = ["_build"]
# Pages that are also read in the repository link to files there.
suppress_warnings = ["myst.xref_missing", "myst.header"]
