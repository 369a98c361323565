"""The command `hakam` of the package: its own word, and the native command for all others."""
import os
import subprocess
import sys


def run(*words, path="/nonexistent"):
    environment = dict(os.environ, PATH=path)
    return subprocess.run([sys.executable, "-m", "hakam", *words], env=environment, text=True,
                          capture_output=True, timeout=60)


def test_own_words():
    assert "hakam mcp" in run("--help").stdout
    assert run("--version").stdout.startswith("hakam ")
    wrong = run("mcp", "--port")
    assert wrong.returncode == 1 and "usage" in wrong.stderr


def test_words_of_the_native_command(tmp_path):
    missing = run("verdict", "startpos")
    assert missing.returncode == 1 and "native command" in missing.stderr
    # A script of that name is another package's; the command is a program.
    (tmp_path / "scripts").mkdir()
    (tmp_path / "bin").mkdir()
    script = tmp_path / "scripts/hakam"
    script.write_text("#!/bin/sh\necho wrong\n")
    script.chmod(0o755)
    (tmp_path / "bin/hakam").symlink_to("/bin/echo")
    found = run("verdict", "startpos", path=f"{tmp_path}/scripts:{tmp_path}/bin")
    assert found.returncode == 0 and found.stdout == "verdict startpos\n"
