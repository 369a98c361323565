"""The data files of the C++ suites, replayed through the package."""
import csv
import os
import re

import pytest

import hakam
from conftest import TOP
from hakam import Color, Decision, Game, Position, laws, pgn

DEEP = os.environ.get("HAKAM_DEEP") == "1"


def lines(name):
    with open(TOP / "data" / name, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                yield line.rstrip("\n")


@pytest.mark.parametrize("name", ["standard.epd", "chess960.epd", "chess960-starts.epd", "random.epd",
                                  "unreachable.epd"])
def test_perft(name):
    limit = 3_000_000 if DEEP else 60_000
    checked = 0
    for line in lines(f"perft/{name}"):
        fen, *depths = (part.strip() for part in line.split(";"))
        position = Position(fen, chess960=name.startswith("chess960"))
        for entry in depths:
            depth, nodes = entry.removeprefix("D").split()
            if int(nodes) > limit:
                break
            assert position.perft(int(depth)) == int(nodes), (fen, depth)
            if int(nodes) < 3000:
                assert perft(position, int(depth)) == int(nodes), (fen, depth)
            checked += 1
    assert checked > 10


def perft(position, depth):
    if depth == 0:
        return 1
    return sum(perft(position.after(move), depth - 1) for move in position.moves)


def test_dead_vectors():
    """0 wrong and 0 unknown at the default budget."""
    wrong, unknown, rows = [], [], 0
    with open(TOP / "data/dead/vectors.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            rows += 1
            position = Position(row["FEN"])
            answer = position.winnable(Color(row["side"]))
            if answer.decision is Decision.UNKNOWN:
                unknown.append(row)
            elif bool(answer) != (row["verdict"] == "winnable"):
                wrong.append(row)
            if answer.line:
                last = Game(position, answer.line).position
                assert last.is_checkmate and last.turn is not answer.side
            if rows % (1 if DEEP else 20) == 0 and answer.nodes < 20_000:
                assert answer.verify() is Decision.YES
    assert rows == 1258
    assert not wrong and not unknown


def test_a_damaged_proof_is_refused():
    import dataclasses

    position = Position("8/8/8/8/4Q2p/2P2q1k/8/6QK w - - 0 1")
    answer = position.winnable(Color.WHITE)
    assert answer and answer.verify() is Decision.YES
    assert dataclasses.replace(answer, line=()).verify() is Decision.NO
    assert dataclasses.replace(answer, side=Color.BLACK).verify() is Decision.NO
    blocked = Position("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1")
    proof = blocked.winnable(Color.BLACK)
    assert not proof and proof.verify() is Decision.YES
    assert dataclasses.replace(proof, position=Position()).verify() is not Decision.YES
    with pytest.raises(ValueError):
        hakam.Argument(bytes(proof.argument)[:-1])


def test_seed_positions():
    rows = 0
    with open(TOP / "data/seeds/positions.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["fen"] in ("", "-"):
                continue
            reading = Position.read(row["fen"])
            position = reading.position
            if position is None:
                continue
            for part in row["check"].split(";"):
                key, _, value = part.strip().partition("=")
                if key == "line":
                    for san in re.split("[ ,]", value):
                        position = position.after(san)
                elif key == "legal":
                    for uci in re.split("[ ,]", value):
                        assert position.parse(uci, notation="uci") in position.moves
                        rows += 1
                elif key == "illegal":
                    for uci in re.split("[ ,]", value):
                        with pytest.raises(ValueError):
                            position.parse(uci, notation="uci")
                        rows += 1
                elif key == "san-legal":
                    for san in re.split("[ ,]", value):
                        position.parse(san)
                        rows += 1
                elif key == "san-illegal":
                    for san in re.split("[ ,]", value):
                        with pytest.raises(ValueError):
                            position.parse(san, notation="san")
                        rows += 1
    assert rows > 50


def test_seed_games():
    games = list(pgn.read(TOP / "data/seeds/games.pgn"))
    assert len(games) == 15
    assert not [f for g in games for f in g.findings if f.severity.value == "error"]
    illegal = list(pgn.read(TOP / "data/seeds/illegal.pgn"))
    assert len(illegal) == 5
    for game in illegal:
        found = [f.ply for f in game.findings if f.code == "illegal-move"]
        expected = int(game.tags["IllegalPly"])  # 0: the fault is not in a move
        assert found[:1] == ([expected] if expected else [])


def test_quirks_and_sample():
    for name in ("real-quirks.pgn", "real-sample.pgn"):
        path = TOP / "data/pgn" / name
        whole = path.read_bytes()
        games = list(pgn.read(path))
        heads = list(pgn.scan(path))
        parallel = list(pgn.read(path, jobs=2))
        assert len(games) == len(heads) == len(parallel)
        assert [g.begin for g in games] == [h.begin for h in heads] == [g.begin for g in parallel]
        assert [g.findings for g in games] == [g.findings for g in parallel]
        assert games == parallel
        for game, head in zip(games, heads, strict=True):
            assert whole[game.begin:game.end].strip() and game.tags == head.tags
        for game in games[:200]:
            again, = pgn.reads(game.text(as_found=True))
            assert again.moves == game.moves


def test_law_articles():
    articles = laws.articles()
    ids = [line.split("\t")[0] for name in ("articles", "dated_articles")
           for line in list(lines(f"laws/{name}.tsv"))[1:]]
    assert len(articles) == len(ids) > 600
    assert laws.article("5.2.2").name == "dead_position"
    assert str(laws.article("5.2.1")) == "FIDE Laws of Chess (2023) Art. 5.2.1"
    with pytest.raises(KeyError):
        laws.article("99.9")


def test_verdicts():
    book = laws.book("fide-standard")
    shuffle = Game().play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 4)
    verdict = book.judge(shuffle)
    assert verdict.reason == "fivefold-repetition" and verdict.outcome is hakam.Outcome.DRAW
    assert verdict.evidence.plies == (0, 4, 8, 12, 16) and verdict.articles[0].number == "9.6.1"
    assert book.judge(shuffle.before(8)).standing is hakam.Standing.CLAIMABLE
    end = book.first_end(shuffle.play("Nf3"))
    assert end.ply == 16 and end.verdict.is_over
    claim = book.claim(shuffle.before(7), "threefold", "Ng8")
    assert claim and claim.count == 3 and claim.articles[0].number == "9.2.1"
    wrong = book.claim(shuffle.before(3), hakam.ClaimKind.THREEFOLD)
    assert not wrong and wrong.penalty.to is Color.WHITE and wrong.penalty.milliseconds == 120_000
    mate = Game.parse("f3 e5 g4 Qh4#")
    assert book.judge(mate).text("de").startswith("Schachmatt")
    assert book.judge(mate).sentences() is not None
    blocked = Position("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1")
    ruled = book.rule(blocked, laws.FlagFall(Color.WHITE))
    assert ruled.outcome is hakam.Outcome.DRAW and ruled.reason == "flag-fall-cannot-mate"
    assert ruled.evidence.proofs[0].verify() is Decision.YES
    assert book.rule(Position(), laws.Resignation(Color.BLACK)).outcome is hakam.Outcome.WHITE_WINS
    both_moved = Game(moves=["e4", "e5"])  # before that there is nothing to agree on (9.1.1)
    assert book.rule(both_moved, laws.Agreement()).outcome is hakam.Outcome.DRAW
    assert book.rule(Position(), laws.Agreement()).outcome is None
    assert book.rule(Position(), laws.IllegalAct(Color.WHITE, 2)).outcome is hakam.Outcome.BLACK_WINS
    with pytest.raises(ValueError):
        laws.book("no such book")
    for name in laws.book_names():
        assert laws.book(name).name == name


def test_unknown_is_no_answer():
    hard = Position("8/1p2k3/bPp5/BpP5/1P4K1/8/1P6/8 w - - 0 1")
    answer = hard.winnable(Color.WHITE, nodes=1)
    if answer.decision is Decision.UNKNOWN:
        with pytest.raises(ValueError):
            bool(answer)
        assert answer.tried and answer.verify() is Decision.UNKNOWN
    assert hard.is_dead() is Decision.YES
