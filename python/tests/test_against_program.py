"""Property test: every built-in game, random play, compared with `sow json`."""

import json
import random
import re
import subprocess

import pytest

import sow

MAX_PLIES = 400
COMPARED_PLIES = 20  # from the start; then every 16th position, and the last one
finished = {}


class Json:
    """One `sow json` process for all games."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "json", "--threads", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, requests):
        for i, request in enumerate(requests):
            self.process.stdin.write(json.dumps({"id": i, "action": "moves", **request}) + "\n")
        self.process.stdin.flush()
        answers = sorted((json.loads(self.process.stdout.readline()) for _ in requests), key=lambda a: a["id"])
        return answers


@pytest.fixture(scope="module")
def sow_json(program):
    session = Json(program)
    yield session
    session.process.communicate()  # closes the pipes and waits


def expected_observation(game, diagram, player):
    """The observation, computed from the diagram alone."""
    fields = diagram.split("-")
    numbers = [int(re.match(r"\d+", field).group()) for field in fields[: 2 * game.pits + 2]]
    owners = [{"s": 0, "n": 1}.get(field[-1], None) for field in fields[: 2 * game.pits]]
    mover = {"S": 0, "N": 1}[fields[-1]]
    sides = [numbers[: game.pits], numbers[game.pits : 2 * game.pits]]
    stores = numbers[2 * game.pits :]
    seeds = [*sides[player], *sides[1 - player], stores[player], stores[1 - player], int(mover == player)]
    owned = [owners[: game.pits], owners[game.pits :]]
    signs = [0 if owner is None else 1 if owner == player else -1 for owner in owned[player] + owned[1 - player]]
    return seeds, signs


@pytest.mark.parametrize("name", sow.games())
def test_random_play_agrees(name, sow_json):
    rng = random.Random(name)
    game = sow.game(name)
    state = game.new_initial_state()
    states, requests, moves = [], [], []
    while True:
        last = state.is_terminal() or len(moves) == MAX_PLIES
        if last or len(moves) < COMPARED_PLIES or len(moves) % 16 == 0:
            states.append(state.clone())
            requests.append({"game": name, "moves": list(moves)})
        if last:
            break
        action = rng.choice(state.legal_actions())
        moves.append(state.action_to_string(action))
        state.apply_action(action)
    finished[name] = state.is_terminal()
    for state, answer in zip(states, sow_json.ask(requests)):
        assert state.diagram == answer["position"]
        assert [state.action_to_string(a) for a in state.legal_actions()] == answer["legal"]
        if answer["ending"] is None:
            assert not state.is_terminal() and state.returns() == [0, 0]
        else:
            result = answer["ending"]["result"]
            assert state.scores() == [result["S"], result["N"]]
            assert state.ending == answer["ending"]["reason"]
            winner = {"S": [1, -1], "N": [-1, 1], None: [0, 0]}[answer["ending"]["winner"]]
            assert state.returns() == winner
        for player in (0, 1):
            seeds, signs = expected_observation(game, answer["position"], player)
            observation = list(state.observation_tensor(player))
            assert observation[: len(seeds)] == seeds
            if len(observation) > len(seeds):
                assert observation[len(seeds) : len(seeds) + len(signs)] == signs


def test_most_games_were_played_to_their_end():
    if len(finished) < len(sow.games()):
        pytest.skip("not all games were played")
    assert sum(finished.values()) > 0.8 * len(finished)
