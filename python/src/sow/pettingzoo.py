"""PettingZoo environments: `sow.pettingzoo.env("oware")`.

The agents are "south" and "north". An observation is a dictionary with `observation` (the position as the agent sees it,
see `State.observation_tensor`) and `action_mask`. In games with extra turns, the same agent can act several times in a
row. The rewards at the end are 1, -1, or 0.
"""

from __future__ import annotations

from typing import Any

import gymnasium.spaces
import numpy
import pettingzoo
from pettingzoo.utils import wrappers

from . import Game, State, _game


def env(game: str | Game = "owari", *, max_plies: int | None = None, render_mode: str | None = None) -> Any:
    """A turn-based (AEC) environment with PettingZoo's usual wrappers: an illegal move loses the game."""
    wrapped: Any = raw_env(game, max_plies=max_plies, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(pettingzoo.AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment without wrappers. `max_plies` truncates long games (default: no limit)."""

    metadata = {"render_modes": ["human", "ansi"], "name": "sow_v0", "is_parallelizable": False}

    def __init__(
        self, game: str | Game = "owari", *, max_plies: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = _game(game)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = ["south", "north"]
        self.agents = self.possible_agents[:]
        size, actions = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-1, 255, (size,), numpy.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.agents}
        self.state_now: State = self.game.new_initial_state()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, from the position `options["position"]` if there is one."""
        self.state_now = self.game.new_initial_state((options or {}).get("position"))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.state_now.is_terminal())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        number = self.possible_agents.index(agent)
        mask = self.state_now.legal_actions_mask()
        if number != self.state_now.current_player():
            mask = numpy.zeros_like(mask)
        return {
            "observation": self.state_now.observation_tensor(number),
            "action_mask": mask.astype(numpy.int8),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.state_now.apply_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.state_now.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.state_now.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_plies is not None and self.state_now.move_number() >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        player = self.state_now.current_player()
        self.agent_selection = self.possible_agents[player if player >= 0 else 0]

    def render(self) -> str | None:
        """Prints the board ("human"), or returns it as text ("ansi")."""
        if self.render_mode == "human":
            print(self.state_now)
        return str(self.state_now) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
