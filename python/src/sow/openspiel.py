"""OpenSpiel games with Sow's rules: `sow.openspiel.load_game("oware")`.

The result is a `pyspiel.Game`, so that OpenSpiel's algorithms run on every game of Sow.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from . import TERMINAL_PLAYER, Game, _game

MAX_GAME_LENGTH = 10_000  # an upper limit for OpenSpiel's buffers; games are much shorter

assert TERMINAL_PLAYER == pyspiel.PlayerId.TERMINAL


def load_game(game: str | Game = "owari") -> SowGame:
    """A game for OpenSpiel's algorithms."""
    return SowGame({}, _game(game))


class SowGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Sow as a `pyspiel.Game`."""

    def __init__(self, params: dict[str, Any], rules: Game) -> None:
        self.rules = rules
        kind = pyspiel.GameType(
            short_name="sow_" + "".join(c if c.isalnum() else "_" for c in rules.name),
            long_name=rules.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, position: str | None = None) -> SowState:
        """A new game from the start, or from a position as for `sow.Game.new_initial_state`."""
        return SowState(self, position)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer that writes `sow.State.observation_tensor`."""
        return Observer(self.rules)


class SowState(pyspiel.State):  # type: ignore[misc]
    """A state of Sow as a `pyspiel.State`."""

    def __init__(self, game: SowGame, position: str | None = None) -> None:
        super().__init__(game)
        self.state = game.rules.new_initial_state(position)

    def current_player(self) -> int:
        """The player to move, or pyspiel.PlayerId.TERMINAL."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """[South, North]: 1 for a win, -1 for a loss, 0 for a draw or an unfinished game."""
        return list(self.state.returns())

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """Observations of players as an array, `tensor`."""

    def __init__(self, rules: Game) -> None:
        import numpy

        self.tensor = numpy.zeros(rules.observation_tensor_size(), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SowState, player: int) -> None:
        """Writes the observation of a player into `tensor`."""
        self.tensor[:] = state.state.observation_tensor(player)

    def string_from(self, state: SowState, player: int) -> str:
        """The position in one word."""
        return state.state.diagram
