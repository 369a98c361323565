"""Problems: stipulation in, solutions out; the same as the command says of the repository's problems."""
import pickle

import pytest

from hakam import TextError, problem


@pytest.mark.parametrize(("fen", "stipulation", "keys"), [
    ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "#1", ["Ra8#"]),
    ("8/8/8/8/8/2k5/8/K6R w - - 0 1", "#2", []),
    ("8/8/8/8/8/2K5/8/k6R b - - 0 1", "#1", []),
    ("7k/5K2/8/6R1/8/8/8/8 w - - 0 1", "#1", ["Rh5#"]),
    ("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "=1", ["Qb1", "Qg6"]),
])
def test_keys(fen, stipulation, keys):
    found = problem.solve(fen, stipulation)
    assert found.complete and sorted(key.san for key in found.keys) == keys
    assert found.count == len(keys)


def test_help_play():
    found = problem.solve("3k4/8/3K4/8/8/8/8/R7 b - - 0 1", "h#2")
    assert found.complete and found.count == len(found.solutions) == 20
    assert all(one.kind == "line" and one.line[-1].san.endswith("#") for one in found.solutions)
    assert len({one.text for one in found.solutions}) == 20
    few = problem.solve("3k4/8/3K4/8/8/8/8/R7 b - - 0 1", "h#2", most=3)
    assert len(few.solutions) == 3
    assert pickle.loads(pickle.dumps(found)) == found and hash(found) == hash(pickle.loads(pickle.dumps(found)))


def test_trees_tries_and_set_play():
    found = problem.solve("k7/8/1K6/8/8/8/8/7R w - - 0 1", "#2", tries=2, set_play=True, tree=2)
    kinds = {one.kind for one in found.solutions}
    assert "key" in kinds
    keys = [one for one in found.solutions if one.kind == "key"]
    assert all(one.variations or one.threats or one.is_short for one in keys)
    for one in found.solutions:
        if one.kind == "try":
            assert 1 <= len(one.refutations) <= 2


def test_fairy_conditions():
    found = problem.solve("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "#1", conditions=["circe"])
    assert found.conditions == ("circe",) and [key.san for key in found.keys] == ["Ra8#"]


def test_words():
    assert problem.normal_form(" H#3.5") == "h#3.5" and "helpmate" in problem.describe("h#2.5")


@pytest.mark.parametrize(("fen", "stipulation", "more", "column"), [
    ("startpos", "h#x", {}, 3),
    ("startpos", "", {}, 1),
    ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "#2", {}, None),
    ("startpos", "#2", {"conditions": ["foo"]}, 1),
    ("startpos", "#1.5", {}, None),
    ("startpos", "a=>b2", {"target": "nonsense"}, None),
])
def test_bad_input_has_a_place(fen, stipulation, more, column):
    with pytest.raises(TextError) as error:
        problem.solve(fen, stipulation, **more)
    assert error.value.line == 1 and (column is None or error.value.column == column)


def test_limits():
    found = problem.solve("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1", "h#5",
                          seconds=0.2)
    assert not found.complete
