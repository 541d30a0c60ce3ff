"""PettingZoo, Gymnasium, and OpenSpiel: their own API checks, and games compared with pyspiel."""

import random

import numpy as np
import pytest

import sow


@pytest.mark.parametrize("name", ["oware", "kalah", "hus", "toguz-kumalak"])
def test_pettingzoo_api(name):
    from pettingzoo.test import api_test

    api_test(sow.pettingzoo.env(name), num_cycles=200)


def test_pettingzoo_seed():
    from pettingzoo.test import seed_test

    seed_test(lambda: sow.pettingzoo.env("oware"), num_cycles=20)


def test_pettingzoo_plays_a_game_to_its_end():
    env = sow.pettingzoo.env("kalah")
    env.reset(seed=1)
    rewards = {"south": 0.0, "north": 0.0}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        mask = observation["action_mask"]
        env.step(None if termination or truncation else int(np.flatnonzero(mask)[0]))
    assert sorted(rewards.values()) in ([-1, 1], [0, 0])


def test_pettingzoo_truncates():
    env = sow.pettingzoo.env("oware", max_plies=5)
    env.reset()
    for _ in range(5):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.last()[3]


@pytest.mark.parametrize("name", ["oware", "kalah", "hus"])
def test_gymnasium_checker(name):
    from gymnasium.utils.env_checker import check_env

    check_env(sow.gymnasium.make(name, opponent="greedy", render_mode="ansi"), skip_render_check=False)


def test_gymnasium_game_against_an_engine():
    env = sow.gymnasium.make("oware", opponent="engine:level=1", side=1)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation) and env.state.move_number() == 1
    done = False
    while not done:
        observation, reward, done, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert reward in (-1, 0, 1) and not truncated


def test_gymnasium_illegal_action_loses():
    env = sow.gymnasium.make("oware", opponent=lambda state: state.legal_actions()[0], side=0)
    env.reset(seed=0, options={"position": "0-4-4-4-4-4-4-4-4-4-4-4-2-2-S"})
    _, reward, done, _, info = env.step(0)
    assert reward == -1 and done and info["illegal"]


def test_openspiel_wrapper_runs_openspiel_algorithms():
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = sow.openspiel.load_game("kalah:pits=3,seeds=2")
    assert isinstance(game, pyspiel.Game)
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
                       random_state=np.random.RandomState(2))  # fmt: skip
    while not state.is_terminal():
        assert state.legal_actions() == state.state.legal_actions()
        state.apply_action(bot.step(state) if state.current_player() == 0 else state.legal_actions()[0])
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("seed", range(30))
def test_kalah_agrees_with_pyspiel(seed):
    """pyspiel's mancala is kalah: its board is [North's store, South's pits, South's store, North's pits]."""
    import pyspiel

    rng = random.Random(seed)
    theirs = pyspiel.load_game("mancala").new_initial_state()
    ours = sow.game("kalah").new_initial_state()
    while not theirs.is_terminal():
        assert ours.current_player() == theirs.current_player()
        player = ours.current_player()
        board = [int(x) for x in theirs.observation_tensor(0)]
        assert board[1:7] == ours.pits(0) and board[8:14] == ours.pits(1)
        assert [board[7], board[0]] == ours.stores()
        first = 1 if player == 0 else 8
        assert [a - first for a in theirs.legal_actions()] == ours.legal_actions()
        action = rng.choice(ours.legal_actions())
        before = ours.clone()
        ours.apply_action(action)
        theirs.apply_action(action + first)
        if empty_capture(before, action):
            return  # pyspiel captures the last seed even if the opposite pit is empty
    assert ours.is_terminal() and ours.returns() == theirs.returns()


def empty_capture(state, action):
    """Whether the last seed falls into an empty pit of the mover, opposite an empty one."""
    player = state.current_player()
    own, other = state.pits(player), state.pits(1 - player)
    holes = [*own, 0, *other]
    seeds, holes[action] = holes[action], 0
    at = action
    for _ in range(seeds):
        at = (at + 1) % 13
        holes[at] += 1
    return at < 6 and holes[at] == 1 and holes[12 - at] == 0


@pytest.mark.parametrize("seed", range(30))
def test_oware_agrees_with_pyspiel(seed):
    import pyspiel

    rng = random.Random(seed)
    theirs = pyspiel.load_game("oware").new_initial_state()
    ours = sow.game("oware").new_initial_state()
    while not theirs.is_terminal() and not ours.is_terminal():
        assert ours.current_player() == theirs.current_player()
        assert ours.legal_actions() == theirs.legal_actions(), str(theirs)
        action = rng.choice(ours.legal_actions())
        ours.apply_action(action)
        theirs.apply_action(action)
    assert ours.is_terminal() and theirs.is_terminal()
    assert ours.returns() == theirs.returns()
