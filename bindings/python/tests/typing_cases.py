"""A user's program, for the type checkers: it is not run."""
from __future__ import annotations

import pathlib

import hakam
from hakam import Color, Game, Move, Piece, Position, Square, Squares, engine, interop, laws, pgn


def values(position: Position) -> None:
    moves: list[Move] = list(position.moves)
    first: Move = position.moves[0]
    some: list[Move] = position.moves[1:3]
    piece: Piece | None = position[Square.E4]
    rooks: Squares = position.castling
    square: Square | None = position.en_passant
    text: str = position.san(first)
    after: Position = position.after(moves[0] if moves else "e4")
    answer: hakam.Winnable = after.winnable(~Color.WHITE)
    proof: hakam.Argument | None = answer.argument
    print(some, piece, rooks, square, text, proof)


def judged(game: Game) -> str | None:
    book: laws.Book = laws.book("fide-standard")
    verdict: laws.Verdict = book.judge(game, dead_test="exact")
    ruled: laws.Verdict = book.rule(game, laws.FlagFall(Color.BLACK))
    claim: laws.Claim = book.claim(game, hakam.ClaimKind.FIFTY, "e4")
    numbers: list[str] = [article.number for article in ruled.articles]
    print(claim, numbers)
    return verdict.reason


def collections(path: pathlib.Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    for game in pgn.read(path):
        for finding in game.findings:
            counts[finding.code] = finding.where.line
        main: Game = game.main
        root: hakam.pgn.PgnGame = game
        print(main, root.tree.children[0].move)
    for audit in pgn.audit(path, jobs=2):
        counts[audit.standing.value] = audit.number
    return counts


async def played(position: Position) -> Move:
    async with engine.uci("stockfish", options={"Threads": 1}) as e:
        best: engine.BestMove = await e.play(position, engine.Limit(time=1))
    return best.move


def taken_over(board: object) -> Position:
    planes: memoryview = hakam.Positions.from_fens(["x"]).planes("u8")
    print(planes)
    return interop.from_chess(board)
