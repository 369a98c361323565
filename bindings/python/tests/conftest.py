import pathlib

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def data():
    return TOP / "data"
