"""A server of the Model Context Protocol over standard input and output, for language models and
their tools: what is legal and why not, verdicts, claims, flags, proofs, audits, problems, the past of a
position and the Laws.

Needs the extra `hakam[mcp]`. Run as `hakam-mcp`, `python -m hakam.mcp`, or `hakam mcp`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any, Literal

from hakam import laws as law_books
from hakam import pgn, problem, retro
from hakam._core import Book, Game, Position
from hakam._enums import Color
from hakam._errors import IllegalMove, TextError
from hakam._values import Claim, Evidence, Incident, Verdict, Winnable

Side = Literal["white", "black"]

INSTRUCTIONS = """The arbiter of chess. Do not guess at the rules of chess: ask. A position is a FEN or
'startpos'; moves are SAN or UCI separated by blanks, with move numbers or not. Every verdict names
the articles that it rests on; 'unknown' means that the search limit was reached."""


def _game(position: str, moves: str = "") -> Game:
    return Game.parse(moves, Position(position))


def _winnable(answer: Winnable) -> dict[str, Any]:
    line, position = [], answer.position
    for move in answer.line:
        line.append(position.san(move))
        position = position.after(move)
    return {
        "side": answer.side.value, "can_still_mate": answer.decision.value, "line": line,
        "argument": str(answer.argument) if answer.argument else None, "nodes": answer.nodes,
        "proof_checked": answer.verify(nodes=5_000_000).value, "text": answer.text(),
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "halfmoves_without_capture_or_pawn_move": evidence.halfmove_clock,
        "same_position_after_halfmoves": list(evidence.plies),
        "look_alikes": [{"ply": other.ply, "why": other.why} for other in evidence.look_alikes],
        "proofs": [{"side": proof.side.value, "can_still_mate": proof.decision.value,
                    "text": proof.text()} for proof in evidence.proofs],
    }


def _articles(articles: tuple[law_books.Article, ...]) -> list[dict[str, str]]:
    return [{"article": str(article), "rule": article.rule} for article in articles]


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "standing": verdict.standing.value,
        "outcome": verdict.outcome.value if verdict.outcome else None,
        "reason": verdict.reason, "text": verdict.text(), "articles": _articles(verdict.articles),
        "evidence": _evidence(verdict.evidence), "certain": verdict.certain,
    }


def _claim(claim: Claim) -> dict[str, Any]:
    penalty = claim.penalty
    return {
        "correct": claim.correct, "kind": claim.kind.value, "text": claim.sentence,
        "articles": _articles(claim.articles), "count": claim.count,
        "game_was_over": claim.game_over,
        "penalty": None if penalty is None else {"to": penalty.to.value,
                                                 "seconds": penalty.milliseconds / 1000},
        "evidence": _evidence(claim.evidence),
    }


def legal_moves(position: str = "startpos", moves: str = "") -> dict[str, Any]:
    """All legal moves in a position (after `moves`, if given), in SAN and UCI, and whether the side to
    move is in check, checkmated or stalemated."""
    now = _game(position, moves).position
    return {
        "fen": now.fen, "board": str(now), "side_to_move": now.turn.value, "check": now.is_check,
        "checkmate": now.is_checkmate, "stalemate": now.is_stalemate,
        "moves": sorted(({"san": now.san(move), "uci": move.uci} for move in now.moves),
                        key=lambda move: move["san"]),
    }


def check_move(move: str, position: str = "startpos", moves: str = "") -> dict[str, Any]:
    """Whether a move is legal; if it is not, why, with the article of the Laws. If it is, the position
    after it."""
    now = _game(position, moves).position
    try:
        read = now.parse(move)
    except IllegalMove as error:
        why = now.why_illegal(move)
        return {"legal": False, "reason": error.reason or f"no legal move is written {move!r}",
                "code": why.code if why else error.code, "article": error.article or None,
                "fen": now.fen}
    except TextError as error:
        return {"legal": False, "reason": str(error), "code": error.code, "article": None,
                "fen": now.fen}
    after = now.after(read)
    return {"legal": True, "san": now.san(read), "uci": read.uci, "fen": now.fen,
            "fen_after": after.fen, "check": after.is_check, "checkmate": after.is_checkmate,
            "stalemate": after.is_stalemate}


def verdict(position: str = "startpos", moves: str = "",
            rules: str = "fide-standard") -> dict[str, Any]:
    """What the Laws say of a game: over or not, who won, which article decides, and the evidence.
    Dead positions are decided by proof. If the game was over before the last of the given moves,
    says after which half-move."""
    game, book = _game(position, moves), Book(rules)
    end = book.first_end(game, dead_test="exact")
    judged = end.verdict if end else book.judge(game, dead_test="exact")
    now = game.at(end.ply) if end else game.position
    return {"fen": now.fen, "after_halfmoves": end.ply if end else game.plies,
            "played_on": game.plies - end.ply if end else 0,
            "claims": [_claim(claim) for claim in book.claims(game)] if not end else [],
            **_verdict(judged)}


def claim_draw(kind: Literal["threefold-repetition", "fifty-moves"], position: str = "startpos",
               moves: str = "", intended_move: str = "",
               rules: str = "fide-standard") -> dict[str, Any]:
    """Whether a claim of a draw by the player to move is correct, on the position or with the move that
    the player has written down and intends to play (Laws 9.2, 9.3); and what a wrong one costs."""
    return _claim(Book(rules).claim(_game(position, moves), kind, intended_move or None))


def rule_incident(incident: Literal["flag-fall", "resignation", "illegal-move", "agreement",
                                    "disconnection"],
                  position: str = "startpos", moves: str = "", side: Side = "white", count: int = 1,
                  rules: str = "fide-standard") -> dict[str, Any]:
    """The ruling when a flag falls, a player resigns, makes an illegal move (the `count`-th), agrees to
    a draw or does not come back. `side` is whose flag, resignation or act it is. A flag that falls
    against an opponent who can never mate is a draw, and the proof is given."""
    color = Color(side)
    kinds: dict[str, Incident] = {
        "flag-fall": law_books.FlagFall(color), "resignation": law_books.Resignation(color),
        "illegal-move": law_books.IllegalAct(color, count), "agreement": law_books.Agreement(),
        "disconnection": law_books.Disconnection(color),
    }
    return _verdict(Book(rules).rule(_game(position, moves), kinds[incident]))


def can_win(position: str, side: Side, moves: str = "", nodes: int = 5_000_000) -> dict[str, Any]:
    """Whether a side can still mate by any series of legal moves, however unlikely: with a line that
    mates, or a proof that it never can. `nodes` bounds the search (at most 50 million)."""
    limit = min(max(1, nodes), 50_000_000)
    return _winnable(_game(position, moves).position.winnable(Color(side), nodes=limit))


def shortest_mate(position: str, side: Side, nodes: int = 1_000_000) -> dict[str, Any]:
    """The shortest series of legal moves, both sides helping, that ends in mate by `side`."""
    limit = min(max(1, nodes), 50_000_000)
    return _winnable(Position(position).winnable(Color(side), nodes=limit, shortest=True))


def audit_pgn(text: str, rules: str = "fide-standard") -> list[dict[str, Any]]:
    """What is wrong with each game of a PGN text: syntax, illegal moves, results against the board,
    overlooked draws, flags that fell in won positions. At most 1 MB."""
    if len(text) > 1_000_000:
        raise ValueError("at most 1,000,000 characters; use `hakam audit` for files")
    return [{
        "game": one.number, "white": one.tags.get("White"), "black": one.tags.get("Black"),
        "result": one.result, "halfmoves": one.plies, "standing": one.standing.value,
        "outcome": one.outcome.value if one.outcome else None, "reason": one.reason,
        "articles": list(one.articles),
        "findings": [{"code": f.code, "severity": f.severity.value, "halfmove": f.ply,
                      "line": f.line, "move": f.move, "text": f.text, "article": f.article}
                     for f in one.findings],
    } for one in pgn.audits(text, rules=rules)]


def law_article(article: str) -> dict[str, Any]:
    """An article of the Laws by number ('5.2.2', 'USCF 14E2') or by name ('stalemate'), in our words, or
    the articles whose rule has these words in it."""
    try:
        found = [law_books.article(article)]
    except KeyError:
        words = article.lower().split()
        found = [one for one in law_books.articles()
                 if words and all(word in f"{one.name} {one.rule}".lower() for word in words)][:20]
    return {"articles": [{"article": str(one), "name": one.name, "rule": one.rule,
                          "status": one.status, "decided_by": one.decided_by, "why": one.reason}
                         for one in found]}


def fen_faults(fen: str) -> dict[str, Any]:
    """Everything that is wrong with a FEN, each fault in its place, and what was overlooked."""
    reading = Position.read(fen)
    return {"valid": reading.position is not None,
            "fen": reading.position.fen if reading.position else None,
            "faults": [{"code": f.code, "column": f.where.column, "text": f.text}
                       for f in reading.faults],
            "notes": [{"code": n.code, "column": n.where.column, "text": n.text}
                      for n in reading.notes]}


def solve_problem(position: str, stipulation: str, conditions: list[str] | None = None,
                  set_play: bool = False, tries: int = 0, seconds: float = 20) -> dict[str, Any]:
    """Every solution of a chess problem, as problem journals print them: a FEN and a stipulation such
    as '#2', 'h#3', 's#2', 'ser-h#5'. `complete` tells whether all is decided; `tries` asks for first
    moves with at most so many refutations; `conditions` are fairy ones ('circe', 'koko', ...)."""
    found = problem.solve(position, stipulation, conditions=conditions or (), set_play=set_play,
                          tries=min(max(0, tries), 10), seconds=_seconds(seconds), most=1000)
    return {"stipulation": problem.describe(stipulation), "summary": found.summary,
            "complete": found.complete, "keys": [key.san for key in found.keys],
            "solutions": [{"kind": one.kind, "text": str(one), "moves": one.moves,
                           "short": one.is_short, "themes": [theme.text for theme in one.themes]}
                          for one in found.solutions[:100]],
            "not_shown": max(0, len(found.solutions) - 100),
            "obstacle": found.obstacle or None, "notes": list(found.notes)}


def position_legality(position: str, seconds: float = 10) -> dict[str, Any]:
    """Whether any game of standard chess reaches a position: 'yes' with a game that does, 'no' with the
    reason, or 'unknown'; and which castling rights can still be there together, by their rooks."""
    found = retro.legality(position, seconds=_seconds(seconds))
    answer: dict[str, Any] = {
        "legal": found.decision.value, "game": found.game.san if found.game else None,
        "proof_checked": found.verify() if found.game else None,
        "reason": found.reason.kind if found.reason else None, "text": list(found.lines),
        "tried": found.tried or None,
    }
    if found.reason is None or found.reason.kind != "bad-setup":
        answer["castling_rights_together"] = [
            str(rooks) for rooks in retro.rights(position, seconds=_seconds(seconds)).maximal]
    return answer


def last_moves(position: str, seconds: float = 10) -> dict[str, Any]:
    """Which moves can have been the last one before a position, and what each of them had taken. What
    is left out is proved impossible."""
    found = retro.last_moves(position, seconds=_seconds(seconds))
    return {"moves": [move.uci for move in found.moves],
            "possible": [{"uci": one.move.uci, "fen_before": one.before.fen,
                          "taken": one.move.captured.value if one.move.captured else None}
                         for one in found.possible[:200]],
            "refuted": len(found.refuted)}


def proof_game(position: str, halfmoves: int, seconds: float = 20) -> dict[str, Any]:
    """Games from the array to a position in exactly so many half-moves: 'none', 'unique', 'several',
    'found' (there may be more) or 'unknown'."""
    found = retro.proof_games(position, halfmoves, seconds=_seconds(seconds), most=10)
    return {"answer": found.answer, "complete": found.complete,
            "games": [game.san for game in found.games]}


def _seconds(seconds: float) -> float:
    return min(max(0.0, seconds), 300.0)


TOOLS = (legal_moves, check_move, verdict, claim_draw, rule_incident, can_win, shortest_mate, audit_pgn,
         law_article, fen_faults, solve_problem, position_legality, last_moves, proof_game)


def server() -> Any:
    """The server with its tools; `run()` serves standard input."""
    try:
        sdk = importlib.import_module("mcp.server")
    except ImportError:
        raise SystemExit("hakam mcp needs the package mcp: pip install 'hakam[mcp]'") from None
    # Version 2 of the SDK has another name for what version 1 calls FastMCP.
    kind: Any = getattr(sdk, "MCPServer", None) or getattr(sdk, "FastMCP")  # noqa: B009
    made = kind("hakam", instructions=INSTRUCTIONS)
    # What a tool refuses is told to the model, who can put it right.
    refused: Any = importlib.import_module(kind.__module__.rpartition(".")[0] + ".exceptions").ToolError
    for tool in TOOLS:
        made.tool()(_telling(tool, refused))
    return made


def _telling(tool: Callable[..., Any], refused: type[Exception]) -> Callable[..., Any]:
    @functools.wraps(tool)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return tool(*args, **kwargs)
        except (ValueError, KeyError) as error:
            raise refused(str(error)) from error

    return called


def main() -> None:
    """Serves standard input and output."""
    server().run()


if __name__ == "__main__":
    main()
