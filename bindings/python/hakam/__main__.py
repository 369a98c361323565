"""The command `hakam` of the Python package: `hakam mcp` serves tools for language models. Any other
word is for the native command of that name, which is run if it is installed."""

from __future__ import annotations

import os
import pathlib
import sys

HELP = """hakam mcp        serve tools for language models over standard input (needs hakam[mcp])
hakam --version

Every other sub-command belongs to the native command `hakam`, which is not part of this package."""


def native() -> str | None:
    """The first other command `hakam` of the path: one that is no script of a Python package."""
    for folder in os.get_exec_path():
        path = pathlib.Path(folder) / "hakam"
        try:
            if os.access(path, os.X_OK) and path.is_file() and path.open("rb").read(2) != b"#!":
                return str(path)
        except OSError:
            continue
    return None


def main() -> None:
    """Runs the command of `sys.argv`."""
    words = sys.argv[1:]
    if words == ["mcp"]:
        from hakam.mcp import main as serve
        serve()
        return
    if words[:1] == ["mcp"]:
        sys.exit("usage: hakam mcp\nServes the Model Context Protocol over standard input and output.")
    command = native()
    if command is not None:
        os.execv(command, [command, *words])
    if words == ["--version"]:
        from hakam import __version__
        print(f"hakam {__version__} (Python package)")
        return
    if words in ([], ["-h"], ["--help"]):
        print(HELP)
        return
    sys.exit(f"hakam: the native command is not installed, and {words[0]!r} belongs to it\n\n{HELP}")


if __name__ == "__main__":
    main()
