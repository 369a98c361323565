"""The server of the Model Context Protocol, asked by the SDK's own client over standard input."""
import asyncio
import json
import os
import sys

import pytest

pytest.importorskip("mcp")
from mcp import ClientSession, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

BLOCKED = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1"
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 " * 2


def ask(*calls, command=("-m", "hakam", "mcp")):
    async def run():
        parameters = StdioServerParameters(command=sys.executable, args=list(command),
                                           env=dict(os.environ))
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            answers = []
            for name, arguments in calls:
                answer = await session.call_tool(name, arguments)
                text = answer.content[0].text if answer.content else ""
                failed = getattr(answer, "isError", None) or getattr(answer, "is_error", None)
                if failed:
                    answers.append(text)
                elif len(answer.content) > 1 or name == "audit_pgn":
                    answers.append([json.loads(part.text) for part in answer.content])
                else:
                    answers.append(json.loads(text))
            return tools, answers

    return asyncio.run(run())


def test_every_tool():
    tools, answers = ask(
        ("legal_moves", {}),
        ("check_move", {"move": "Ke2"}),
        ("check_move", {"move": "e4"}),
        ("verdict", {"moves": "f3 e5 g4 Qh4#"}),
        ("verdict", {"position": "8/8/8/8/8/2k5/8/K7 w - - 0 1"}),
        ("claim_draw", {"kind": "threefold-repetition", "moves": SHUFFLE}),
        ("claim_draw", {"kind": "fifty-moves"}),
        ("rule_incident", {"incident": "flag-fall", "position": BLOCKED, "side": "white"}),
        ("can_win", {"position": BLOCKED, "side": "black"}),
        ("shortest_mate", {"position": "startpos", "side": "black"}),
        ("audit_pgn", {"text": "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 1-0"}),
        ("law_article", {"article": "5.2.2"}),
        ("law_article", {"article": "pawn promotion"}),
        ("fen_faults", {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}),
        ("legal_moves", {"position": "nonsense"}),
        ("solve_problem", {"position": "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "stipulation": "#1"}),
        ("position_legality", {"position": "4k3/8/8/8/8/8/PPP5/KRn5 b - - 0 1"}),
        ("position_legality", {"position": "startpos"}),
        ("last_moves", {"position": "7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1"}),
        ("proof_game", {"position": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
                        "halfmoves": 2}),
        ("last_moves", {"position": "8/8/8/8/8/8/8/8 w - - 0 1"}),
        ("solve_problem", {"position": "startpos", "stipulation": "mate soon"}),
    )
    assert tools == {"legal_moves", "check_move", "verdict", "claim_draw", "rule_incident", "can_win",
                     "shortest_mate", "audit_pgn", "law_article", "fen_faults", "solve_problem",
                     "position_legality", "last_moves", "proof_game"}
    (moves, illegal, legal, mate, dead, claim, wrong, flag, win, short, audit, article, words, faults,
     error, solved, illegal_board, array, last, proof, empty, vague) = answers
    assert len(moves["moves"]) == 20 and {"san": "Nf3", "uci": "g1f3"} in moves["moves"]
    assert illegal["legal"] is False and illegal["article"] == "3.1" and "e2" in illegal["reason"]
    assert legal["legal"] and legal["fen_after"].startswith("rnbqkbnr/pppppppp/8/8/4P3")
    assert mate["outcome"] == "0-1" and "5.1.1" in mate["articles"][0]["article"]
    assert dead["reason"] == "dead-position" and dead["certain"]
    assert claim["correct"] and claim["evidence"]["same_position_after_halfmoves"] == [0, 4, 8]
    assert not wrong["correct"] and wrong["penalty"] == {"to": "black", "seconds": 120}
    assert flag["outcome"] == "1/2-1/2" and flag["evidence"]["proofs"][0]["can_still_mate"] == "no"
    assert win["can_still_mate"] == "no" and win["proof_checked"] == "yes"
    assert short["can_still_mate"] == "yes" and len(short["line"]) == 4
    assert audit[0]["reason"] == "checkmate" and audit[0]["findings"]
    assert article["articles"][0]["name"] == "dead_position" and words["articles"]
    assert not faults["valid"] and faults["faults"]
    assert isinstance(error, str) and "expected" in error
    assert solved["keys"] == ["Ra8#"] and solved["complete"]
    assert illegal_board["legal"] == "no" and illegal_board["text"]
    assert array["legal"] == "yes" and array["proof_checked"]
    assert array["castling_rights_together"] == ["a1 h1 a8 h8"]
    assert last["moves"] == ["g7g5"] and last["possible"][0]["taken"] is None
    assert proof == {"answer": "unique", "complete": True, "games": ["1. e4 e5"]}
    assert isinstance(empty, str) and "no white king" in empty
    assert isinstance(vague, str) and "expected" in vague


def test_other_ways_to_start_it():
    for command in (("-m", "hakam.mcp"), ("-c", "from hakam.mcp import main; main()")):
        _, (answer,) = ask(("legal_moves", {}), command=command)
        assert len(answer["moves"]) == 20
