"""Books of laws: verdicts, claims and incidents, with the articles that decide.

>>> from hakam import Color, Position, laws
>>> book = laws.book("fide-standard")
>>> blocked = Position("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1")
>>> verdict = book.rule(blocked, laws.FlagFall(Color.WHITE))
>>> verdict.outcome, [article.number for article in verdict.articles]
(Outcome.DRAW, ['6.9'])
"""

from __future__ import annotations

from hakam._core import Book, articles, book_names, find_article
from hakam._values import (
    Agreement,
    Article,
    Claim,
    Disconnection,
    End,
    Evidence,
    FlagFall,
    IllegalAct,
    Incident,
    LookAlike,
    Resignation,
    TimePenalty,
    Verdict,
)

__all__ = [
    "Agreement", "Article", "Book", "Claim", "Disconnection", "End", "Evidence", "FlagFall",
    "IllegalAct", "Incident", "LookAlike", "Resignation", "TimePenalty", "Verdict", "article",
    "articles", "book", "book_names",
]


def book(name: str = "fide-standard") -> Book:
    """A book of laws by name; `book_names()` tells which there are."""
    return Book(name)


def article(text: str) -> Article:
    """An article by number ('5.2.2'), id ('USCF 14E2') or name ('stalemate')."""
    found = find_article(text)
    if found is None:
        raise KeyError(text)
    return found
