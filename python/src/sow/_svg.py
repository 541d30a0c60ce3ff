"""Boards as SVG pictures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from ._sow import Analysis, State

PIT = 60  # distance between the centers of two pits
RADIUS = 25
STORE = 56  # width of a store
MARGIN = 14
LABEL = 18  # height of the labels above and below the pits
WOOD, HOLE, EDGE, SEED, TEXT, LAST, MOVER = "#c89b6b", "#9a6f42", "#7a5330", "#f4ead8", "#2c1d10", "#ffd34d", "#1d6f42"


def board_svg(
    state: State, last_move: int | str | None = None, values: Mapping[int, object] | Analysis | None = None
) -> str:
    """An SVG picture of a position.

    `last_move` marks the pit of a move: a name such as "c", or the action of the player who moved last. `values` writes
    a text next to each pit of the player to move: a mapping from actions, or an analysis.
    """
    game = state.game
    rows = game._rows
    columns = max(len(row) for row in rows)
    store = STORE if game.has_stores else 0
    width = 2 * MARGIN + 2 * store + columns * PIT
    height = 2 * MARGIN + 2 * LABEL + len(rows) * PIT + LABEL
    marked = _marked_pit(state, last_move)
    texts = _texts(state, values)
    body = [
        f'<rect x="1" y="1" width="{width - 2}" height="{height - LABEL - 2}" rx="16" fill="{WOOD}" stroke="{EDGE}"/>'
    ]
    for y, row in enumerate(rows):
        for x, (side, pit) in enumerate(row):
            cx, cy = MARGIN + store + (x + 0.5) * PIT, MARGIN + LABEL + (y + 0.5) * PIT
            body += _pit(state, side, pit, cx, cy, marked == (side, pit))
            if y in (0, len(rows) - 1):
                label_y = cy - RADIUS - 8 if y == 0 else cy + RADIUS + 16
                body.append(_text(cx, label_y, game.pit_name(side, pit), 12))
            if (side, pit) in texts:
                body.append(_text(cx, cy + RADIUS - 2, texts[side, pit], 11, MOVER, bold=True, halo=True))
    if store:
        left = game._left_store
        for side, x in ((left, MARGIN), (1 - left, width - MARGIN - store)):
            body += _store(state, side, x, MARGIN + LABEL, store, len(rows) * PIT)
    body.append(_text(width / 2, height - 5, _caption(state), 12))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif"><title>{escape(state.diagram)}</title>{"".join(body)}</svg>'
    )


def _marked_pit(state: State, last_move: int | str | None) -> tuple[int, int] | None:
    if last_move is None:
        return None
    if isinstance(last_move, str):
        name, player = last_move, 0 if last_move[:1].isupper() else 1
    else:
        before = state.clone()
        if before.move_number() > 0:
            before.undo_action()
        name, player = before.action_to_string(last_move), before.current_player()
    return player, ord(name[0].lower()) - ord("a")


def _texts(state: State, values: Mapping[int, object] | Analysis | None) -> dict[tuple[int, int], str]:
    if values is None or state.is_terminal():
        return {}
    if not isinstance(values, Mapping):
        values = {move.action: move.score for move in values.moves}
    texts: dict[tuple[int, int], str] = {}
    for action, value in values.items():
        name = state.action_to_string(action)
        place = state.current_player(), ord(name[0].lower()) - ord("a")
        text = f"{name[1:]}{value:+g}" if isinstance(value, (int, float)) else f"{name[1:]}{value}"
        texts[place] = f"{texts[place]} {text}" if place in texts else text
    return texts


def _pit(state: State, side: int, pit: int, cx: float, cy: float, marked: bool) -> list[str]:
    seeds, owner = state.pits(side)[pit], state.owners(side)[pit]
    edge, line = (LAST, 4) if marked else (EDGE, 1.5)
    parts = [f'<circle cx="{cx:g}" cy="{cy:g}" r="{RADIUS}" fill="{HOLE}" stroke="{edge}" stroke-width="{line}"/>']
    # Sunflower spiral: evenly spread for any number of seeds.
    for i in range(min(seeds, 24)):
        r, angle = (RADIUS - 8) * math.sqrt((i + 0.5) / max(min(seeds, 24), 5)), i * 2.39996
        x, y = cx + r * math.cos(angle), cy + r * math.sin(angle)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{SEED}" stroke="{EDGE}" stroke-width="0.6"/>')
    if seeds:
        parts.append(_text(cx, cy + 5, str(seeds), 15, bold=True, halo=True))
    if owner >= 0:
        parts.append(_text(cx + RADIUS - 4, cy - RADIUS + 8, "SN"[owner], 11, bold=True))
    return parts


def _store(state: State, side: int, x: float, y: float, width: float, height: float) -> list[str]:
    center = x + width / 2
    return [
        f'<rect x="{x + 4:g}" y="{y + 4:g}" width="{width - 8:g}" height="{height - 8:g}" rx="{width / 2 - 4:g}" '
        f'fill="{HOLE}" stroke="{EDGE}" stroke-width="1.5"/>',
        _text(center, y + height / 2 + 7, str(state.stores()[side]), 20, SEED, bold=True),
        _text(center, y - 4, ("South", "North")[side], 11),
    ]


def _caption(state: State) -> str:
    return state.explain_ending() or f"{('South', 'North')[state.current_player()]} to move"


def _text(
    x: float, y: float, text: str, size: int, color: str = TEXT, *, bold: bool = False, halo: bool = False
) -> str:
    style = ' font-weight="bold"' if bold else ""
    if halo:
        style += f' paint-order="stroke" stroke="{SEED}" stroke-width="3"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="middle" fill="{color}"{style}>{escape(text)}</text>'
    )
