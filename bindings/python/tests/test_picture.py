"""The board as SVG."""
import xml.etree.ElementTree as tree

import pytest

from hakam import Color, Game, Position, Square

SVG = "{http://www.w3.org/2000/svg}"


def test_every_man_is_drawn():
    for fen in ("startpos", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/PPPPPPPP/8/k7/8/7K/pppppppp/8 w - - 0 1"):
        position = Position(fen)
        root = tree.fromstring(position.svg())
        men = len(position.men(Color.WHITE)) + len(position.men(Color.BLACK))
        assert len(root.findall(f"{SVG}use")) == men
        assert root.find(f"{SVG}title").text == position.fen
        assert position.svg() == position._repr_svg_()


def test_options():
    position = Position()
    plain = position.svg(coordinates=False, size=200)
    assert 'width="200"' in plain and "<text" not in plain
    assert position.svg(bottom=Color.BLACK) != position.svg()
    move = position.parse("e4")
    assert position.svg(arrows=[move]) == position.svg(arrows=["e2e4"]) == \
        position.svg(arrows=[("e2", Square.E4)]) != position.svg()
    assert position.svg(last_move=move) == position.svg(highlights=["e2", Square.E4])
    assert Game(moves=["e4"])._repr_svg_() == position.after("e4").svg(last_move=move)
    for wrong in ({"arrows": ["zz"]}, {"highlights": ["k9"]}, {"size": 1}, {"arrows": [("e2",)]}):
        with pytest.raises(ValueError):
            position.svg(**wrong)
    with pytest.raises(TypeError):
        position.svg(highlights=[3.5])
