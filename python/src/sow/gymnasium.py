"""Gymnasium environments against an opponent: `sow.gymnasium.make("oware", opponent="engine:level=2")`.

An observation is `State.observation_tensor()` as the agent sees it; `info["action_mask"]` has the legal actions. The
reward at the end is 1, -1, or 0. An illegal action loses the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy

from . import Game, State, _game, player as make_player


def make(
    game: str | Game = "owari",
    *,
    opponent: str | Callable[[State], int] = "engine:level=2",
    side: int | None = None,
    render_mode: str | None = None,
) -> SowEnv:
    """An environment in which the agent plays one side and the opponent answers."""
    return SowEnv(game, opponent=opponent, side=side, render_mode=render_mode)


class SowEnv(gymnasium.Env[Any, Any]):
    """One agent against an opponent: a specification as for `sow.player`, or a function from states to actions.

    `side` is the agent's side, 0 for South and 1 for North (default: random in each game).
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "owari",
        *,
        opponent: str | Callable[[State], int] = "engine:level=2",
        side: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = _game(game)
        self.opponent = opponent
        self.side = side
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(-1, 255, (self.game.observation_tensor_size(),), numpy.float32)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
        self.state = self.game.new_initial_state()
        self.agent = 0
        self._answer: Callable[[State], int]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new game, from the position `options["position"]` if there is one."""
        super().reset(seed=seed)
        self.agent = int(self.np_random.integers(2)) if self.side is None else self.side
        if isinstance(self.opponent, str):
            self._answer = make_player(self.opponent, seed=int(self.np_random.integers(2**63)))
        else:
            self._answer = self.opponent
        self.state = self.game.new_initial_state((options or {}).get("position"))
        self._let_opponent_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's answers. An illegal action loses the game."""
        if action not in self.state.legal_actions():
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.state.apply_action(int(action))
        self._let_opponent_play()
        if self.render_mode == "human":
            self.render()
        return (
            self._observation(), self.state.returns()[self.agent], self.state.is_terminal(), False, self._info()
        )  # fmt: skip

    def render(self) -> Any:
        """Prints the board ("human"), or returns it as text ("ansi")."""
        if self.render_mode == "human":
            print(self.state)
        return str(self.state) if self.render_mode == "ansi" else None

    def _let_opponent_play(self) -> None:
        while self.state.current_player() == 1 - self.agent:
            self.state.apply_action(self._answer(self.state))

    def _observation(self) -> Any:
        return self.state.observation_tensor(self.agent)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.legal_actions_mask().astype(numpy.int8)}
