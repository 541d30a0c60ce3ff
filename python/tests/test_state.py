"""Games and states."""

import copy
import pickle

import numpy as np
import pytest
from conftest import repeated_game

import sow


def test_game_takes_sizes_as_keywords():
    game = sow.game("kalah", pits=5, seeds=3)
    assert game == sow.game("kalah:pits=5,seeds=3")
    assert (game.pits, game.seeds, game.num_distinct_actions()) == (5, 30, 5)
    assert hash(game) == hash(sow.game("kalah:pits=5,seeds=3"))


def test_game_from_toml_text_and_file(tmp_path):
    toml = sow.game("oware").to_toml()
    path = tmp_path / "mine.toml"
    path.write_text(toml)
    assert sow.game(toml=toml).new_initial_state().diagram == sow.game("oware").new_initial_state().diagram
    assert sow.game(path).num_distinct_actions() == 6


def test_documented_example():
    game = sow.game("kalah", pits=6, seeds=4)
    state = game.new_initial_state()
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5]
    mask = state.legal_actions_mask()
    assert mask.dtype == bool and mask.all()
    state.apply_action(2)
    assert state.current_player() == 0  # an extra turn
    state.undo_action()
    child = state.child(2)
    assert child != state and child.history() == [2] and state.history() == []
    assert state.clone() == state
    assert not state.is_terminal() and state.returns() == [0, 0] == state.rewards()
    assert state.observation_tensor(player=None).shape == tuple(game.observation_tensor_shape()) == (15,)
    assert state.observation_tensor().dtype == np.float32
    assert state.action_to_string(2) == "C"
    assert state.push("C") == 2
    assert state.diagram == "4-4-0-5-5-5-4-4-4-4-4-4-1-0-S"
    assert "South to move" in str(state)
    assert state.pop() == 2


def test_copies_are_equal_and_independent():
    state = sow.game("oware").new_initial_state()
    for move in "AbCd":
        state.push(move)
    for twin in (copy.copy(state), copy.deepcopy(state), state.clone(), pickle.loads(pickle.dumps(state))):
        assert twin == state and hash(twin) == hash(state)
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert twin != state


@pytest.mark.parametrize("name", ["toguz-kumalak", "hus", "kalah:pits=4,seeds=2", "oware"])
def test_pickle_keeps_every_part_of_the_state(name):
    state = sow.game(name).new_initial_state()
    rng = np.random.default_rng(3)
    while not state.is_terminal() and state.move_number() < 60:
        state.apply_action(int(rng.choice(state.legal_actions())))
        twin = pickle.loads(pickle.dumps(state))
        assert (twin.diagram, twin.history(), twin.legal_actions()) == (
            state.diagram, state.history(), state.legal_actions())  # fmt: skip


def test_pickle_of_a_game_from_toml():
    game = sow.game(toml='name = "mine"\nextends = "kalah"\ntitle = "Mine"\n[setup]\nseeds = 2\n')
    pickled = pickle.dumps(game.new_initial_state())
    assert pickle.loads(pickled).diagram == "2-2-2-2-2-2-2-2-2-2-2-2-0-0-S"
    assert b"_sow" not in pickled  # only public names


def test_state_outlives_its_game():
    state = sow.game("oware").new_initial_state()
    rows = state.game._rows
    state.apply_action(0)
    assert rows and state.game.name == "oware"


def test_illegal_moves_say_why():
    state = sow.game("oware").new_initial_state("0-4-4-4-4-4-4-4-4-4-4-4-2-2-S")
    with pytest.raises(sow.IllegalMoveError, match="A0 is empty"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="North's pit"):
        state.push("b")
    with pytest.raises(IndexError, match="actions 0 to 5"):
        state.apply_action(6)
    with pytest.raises(IndexError):
        state.apply_action(-1)
    with pytest.raises(IndexError, match="no action to undo"):
        state.undo_action()
    with pytest.raises(TypeError):
        state.apply_action("A")
    assert state.history() == []


def test_errors_have_types_and_one_line():
    with pytest.raises(sow.RulesError, match="owarre"):
        sow.game("owarre")
    with pytest.raises(sow.RulesError, match="line 1, column 1: unknown key"):
        sow.game(toml="nonsense = 1")
    with pytest.raises(sow.PositionError):
        sow.game("oware").new_initial_state("1-2-3")
    with pytest.raises(TypeError):
        sow.game()
    assert issubclass(sow.RulesError, sow.Error) and issubclass(sow.Error, ValueError)
    with pytest.raises(ValueError) as info:
        sow.game("oware", pits=99)
    assert "\n" not in str(info.value)


def test_finished_game():
    state = sow.game("kalah").new_initial_state("0-0-0-0-0-1-0-0-0-0-1-0-24-22-S")
    state.push("F")
    assert state.is_terminal() and state.current_player() == sow.TERMINAL_PLAYER
    assert state.legal_actions() == [] and not state.legal_actions_mask().any()
    assert state.returns() == [1, -1] and state.scores() == [25, 23]
    assert state.ending == "side-empty" and "South wins 25 to 23" in state.explain_ending()
    with pytest.raises(sow.IllegalMoveError, match="over"):
        state.apply_action(0)
    state.undo_action()
    assert state.ending is None and state.legal_actions() == [5]


def test_repetition_ends_oware():
    state = repeated_game()
    assert state.returns() == [0, 0] and state.legal_actions() == []


def test_players_may_play_on_after_a_repetition():
    asked, moved, pushed = repeated_game(), repeated_game(), repeated_game()
    assert asked.may_play_on()
    asked.play_on()
    assert not asked.is_terminal() and not asked.may_play_on() and asked.legal_actions() == [0]
    asked.apply_action(0)
    moved.apply_action(0)
    pushed.push("A")
    for state in (asked, moved, pushed):
        assert state.history()[-1] == 0 and not state.is_terminal()
        state.undo_action()
        assert state.legal_actions() == [0]
        for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
            assert twin.legal_actions() == [0] and twin.history() == state.history()
        for move in "AaBbCcDdEeF":
            state.push(move)
        assert not state.is_terminal()
        state.push("f")
        assert state.ending == "repetition"
    with pytest.raises(sow.IllegalMoveError):
        asked.apply_action(1)
    assert asked.is_terminal()
    with pytest.raises(sow.IllegalMoveError, match="repetition"):
        sow.game("kalah").new_initial_state().play_on()


def test_svg_shows_seeds_move_and_values():
    import xml.etree.ElementTree as ET

    for name in ["kalah", "hus", "toguz-kumalak"]:
        state = sow.game(name).new_initial_state()
        state.apply_action(state.legal_actions()[0])
        svg = state._repr_svg_()
        ET.fromstring(svg)
        assert state.diagram in svg and "#ffd34d" in svg
    state = sow.game("oware").new_initial_state()
    values = state.svg(values={0: -1.5, 5: "best"}, last_move="c")
    assert "-1.5" in values and "best" in values
    ET.fromstring(state.svg(values=sow.Engine(database="").analyze(state, depth=4, lines=6)))


@pytest.mark.parametrize("name", ["gymnasium", "openspiel", "pettingzoo"])
def test_every_public_name_of_an_adapter_has_a_docstring(name):
    import inspect

    module = getattr(sow, name)
    assert module.__doc__
    for thing in vars(module).values():
        if getattr(thing, "__module__", "") != module.__name__:
            continue
        assert thing.__doc__, thing
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_") and callable(value):
                assert inspect.getdoc(getattr(thing, member)), f"{thing}.{member}"


def test_every_public_name_has_a_docstring():
    for name in sow.__all__:
        thing = getattr(sow, name)
        if name.startswith("__") or isinstance(thing, int):
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            assert thing.__module__ == "sow", name
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert value.__doc__, f"{name}.{member}"
