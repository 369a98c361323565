"""What is raised for texts and moves that are refused."""

from __future__ import annotations

from typing import Any


class TextError(ValueError):
    """A text that was refused: what was expected where, and what stood there instead.

    `code` is stable ("unexpected-text", "illegal-move", ...); `offset` counts UTF-8 bytes from 0,
    `line` and `column` count from 1.
    """

    code: str
    offset: int
    length: int
    line: int
    column: int
    expected: str
    found: str

    def __init__(self, code: str, offset: int, length: int, line: int, column: int,
                 expected: str, found: str) -> None:
        what = f"found {found!r}" if found else "found nothing more"
        super().__init__(f"{line}:{column}: expected {expected}, {what}")
        self.code = code
        self.offset = offset
        self.length = length
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found

    def _arguments(self) -> tuple[Any, ...]:
        return (self.code, self.offset, self.length, self.line, self.column, self.expected,
                self.found)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments()


class IllegalMove(TextError):
    """A well-formed move that is not legal in the position. `reason` says why in words, `article`
    which Law forbids it, if that is known."""

    reason: str
    article: str

    def __init__(self, code: str, offset: int, length: int, line: int, column: int,
                 expected: str, found: str, reason: str = "", article: str = "") -> None:
        super().__init__(code, offset, length, line, column, expected, found)
        self.reason = reason
        self.article = article
        if reason:
            self.args = (f"{found}: {reason}" + (f" (Law {article})" if article else ""),)

    def _arguments(self) -> tuple[Any, ...]:
        return (*super()._arguments(), self.reason, self.article)
