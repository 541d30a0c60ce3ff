"""Batches of boards."""

import numpy as np
import pytest
from conftest import run_in_two_threads

import sow


@pytest.mark.parametrize("name", ["kalah", "oware", "toguz-kumalak", "hus"])
def test_batch_agrees_with_states(name):
    boards = sow.batch(name, n=16, seed=1)
    states = [boards.game.new_initial_state() for _ in range(16)]
    total = np.zeros((16, 2))
    for _ in range(150):
        mask = boards.legal_mask()
        assert mask.shape == (16, boards.game.num_distinct_actions())
        assert (boards.observations() == [s.observation_tensor() for s in states]).all()
        assert (boards.observations(player=1) == [s.observation_tensor(1) for s in states]).all()
        assert (mask == [s.legal_actions_mask() for s in states]).all()
        actions = boards.random_actions()
        rewards, done = boards.step(actions)
        for i, state in enumerate(states):
            state.apply_action(int(actions[i]))
            assert list(rewards[i]) == list(state.rewards())
            assert done[i] == state.is_terminal()
            assert list(boards.scores()[i]) == list(state.scores())
            assert boards.state(i).diagram == state.diagram
            if done[i]:
                states[i] = boards.game.new_initial_state()
        total += rewards
        boards.reset(done)
        assert not boards.done().any()
    assert (total.sum(axis=1) == 0).all()


def test_large_batch_agrees_with_small_ones():
    # Large batches are played without the interpreter lock.
    n = 1 << 17
    large, small = sow.batch("oware", n=n), sow.batch("oware", n=n // 4)
    for ply in range(5):
        actions = np.where(np.arange(n) % 2 == 0, 0, 1) if ply == 0 else large.random_actions()
        rewards, done = large.step(actions)
        assert rewards.shape == (n, 2) and not done.any()
        small.step(actions[: n // 4])
        assert (large.observations()[: n // 4] == small.observations()).all()
        assert (large.legal_mask()[: n // 4] == small.legal_mask()).all()
    mask, actions = large.legal_mask(), large.random_actions()
    board = np.flatnonzero(~mask.all(axis=1))[-1]
    actions[board] = np.flatnonzero(~mask[board])[0]
    with pytest.raises(sow.IllegalMoveError, match=f"board {board}:"):
        large.step(actions)
    assert large.state(n // 4 - 1) == small.state(n // 4 - 1)


def test_large_batch_used_from_two_threads():
    boards = sow.batch("kalah", n=1 << 16)

    def work():
        for _ in range(20):
            try:
                boards.step(boards.random_actions())
            except sow.IllegalMoveError:  # the other thread was faster
                boards.reset(boards.done())

    run_in_two_threads(work)
    assert (boards.scores().sum(axis=1) <= 48).all()


def test_illegal_action_names_the_board_and_changes_nothing():
    boards = sow.batch("oware", n=3)
    boards.step([0, 0, 0])
    boards.step([0, 0, 0])
    before = boards.observations()
    with pytest.raises(sow.IllegalMoveError, match="board 1: A0 is empty"):
        boards.step([1, 0, 1])
    with pytest.raises(IndexError):
        boards.step([1, 1, 9])
    assert (boards.observations() == before).all()
    with pytest.raises(ValueError, match="expected 3 actions"):
        boards.step([1])
    with pytest.raises(ValueError, match="expected 3 flags"):
        boards.reset(np.array([True]))


def test_repr():
    assert repr(sow.batch("kalah", n=3)) == "<Batch of 3 games of kalah>"


def test_action_types_of_numpy():
    boards = sow.batch("kalah", n=4)
    for kind in (np.int8, np.int32, np.int64, np.uint8):
        boards.reset()
        boards.step(np.full(4, 2, kind))
        assert (boards.current_player() == 0).all()


def test_finished_boards_ignore_actions():
    boards = sow.batch("oware", n=8, seed=4)
    while not boards.done().any():
        boards.step(boards.random_actions())
    finished = boards.done()
    before = boards.observations()[finished]
    rewards, done = boards.step(boards.random_actions())
    assert done[finished].all() and (rewards[finished] == 0).all()
    assert (boards.observations()[finished] == before).all()
