#include "server/play_json.h"

#include "board/names.h"
#include "board/notation.h"
#include "game/explain.h"
#include "game/rounds.h"

namespace sow {
namespace {

// Longer traces are not told, nor is any once there are enough in a list: nobody would watch them.
constexpr std::size_t longest_trace = 10'000, most_events = 50'000;

constexpr std::array both = {Player::south, Player::north};

std::string_view event_word(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::lift: return "lift";
    case Event::Kind::drop: return "drop";
    case Event::Kind::capture: return "capture";
    case Event::Kind::collect: return "collect";
    case Event::Kind::give: return "give";
    case Event::Kind::remove:
    case Event::Kind::vanish: return "remove";
    case Event::Kind::own: return "own";
    case Event::Kind::join: return "join";
    case Event::Kind::spared: return "spared";
    case Event::Kind::again: return "again";
    case Event::Kind::lap_limit: return "cut";
    case Event::Kind::pass: return "pass";
  }
  return "?";
}

std::string hole_text(Player mover, Hole hole) {
  return hole.store ? "store" : pit_letter(hole.side == 0 ? mover : other(mover), hole.pit);
}

void write_player(JsonText& json, std::string_view name, std::optional<Player> player) {
  json.key(name);
  player ? json.value(player_letter(*player)) : json.null();
}

void write_trace(JsonText& json, Player mover, const Trace& trace) {
  json.begin_list();
  for (const Event& event : trace) {
    json.begin_object().field("do", event_word(event.kind));
    switch (event.kind) {
      case Event::Kind::lift:
      case Event::Kind::capture:
      case Event::Kind::collect:
      case Event::Kind::give:
      case Event::Kind::remove:
      case Event::Kind::vanish:
      case Event::Kind::join: json.field("at", hole_text(mover, event.hole)).field("seeds", event.seeds); break;
      case Event::Kind::own:
      case Event::Kind::drop: json.field("at", hole_text(mover, event.hole)); break;
      default: break;
    }
    json.end_object();
  }
  json.end_list();
}

// The moves of one list.
class TurnWriter {
 public:
  TurnWriter(JsonText& json, const Game& game, Detail detail, Budget& budget)
      : json_(json), rules_(game.rules()), kernel_(game.kernel()), detail_(detail), budget_(budget) {}

  void write(const Position& before, Move move, const Position& after);

 private:
  JsonText& json_;
  const Ruleset& rules_;
  const AnyKernel& kernel_;
  Detail detail_;
  Budget& budget_;
  std::size_t events_ = 0;  // told so far
};

void TurnWriter::write(const Position& before, Move move, const Position& after) {
  const Player mover = before.mover;
  const Trace trace = trace_of(rules_, before, move);
  budget_.spend(trace.size());
  const Summary sum = sum_up(trace);
  json_.begin_object().field("move", move_text(rules_, before, move)).field("mover", player_letter(mover));
  if (detail_ == Detail::full) json_.field("text", explain(rules_, mover, trace, kernel_.ending(after).has_value()));
  json_.field("taken", seeds_taken(trace)).field("laps", sum.laps).field("last", hole_text(mover, sum.last));
  json_.field("again", sum.again);
  write_player(json_, "passed", sum.passed(mover));
  if (detail_ == Detail::full) {
    json_.key("trace");
    const bool told = trace.size() <= std::min(longest_trace, most_events - events_);
    if (told) {
      events_ += trace.size();
      write_trace(json_, mover, trace);
    } else {
      json_.null();
    }
  }
  write_position(json_.key("after"), rules_, after);
  json_.end_object();
}

void write_history(JsonText& json, const Game& game, Detail detail, Budget& budget) {
  json.begin_list();
  TurnWriter turns(json, game, detail, budget);
  const auto& plies = game.plies();
  for (std::size_t i = 0; i < plies.size(); ++i)
    turns.write(plies[i].before, plies[i].move, i + 1 < plies.size() ? plies[i + 1].before : game.position());
  json.end_list();
}

void write_legal(JsonText& json, const Game& game, MoveSet legal, Detail detail, Budget& budget) {
  json.begin_list();
  TurnWriter turns(json, game, detail, budget);
  for (MoveSet rest = legal; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Position after = game.position();
    game.kernel().play(after, move);
    turns.write(game.position(), move, after);
  }
  json.end_list();
}

// Moves that cannot be played though their pits hold seeds.
void write_illegal(JsonText& json, const Game& game, MoveSet legal) {
  json.begin_list();
  const Position& p = game.position();
  const ReferenceKernel reference(game.rules());
  const Layout layout(game.rules());
  const int moves = game.ending() ? 0 : static_cast<int>(layout.moves().size());
  for (Move move = 0; move < moves; ++move) {
    if (p.pits[0][layout.moves()[move].from.pit] == 0 || has(legal, move)) continue;
    json.begin_object().field("move", move_text(game.rules(), p, move));
    json.field("text", explain(game.rules(), p, move, reference.legality(p, move))).end_object();
  }
  json.end_list();
}

// The owner of each pit that has one, by the side it lies on.
void write_owned(JsonText& json, const Ruleset& rules, const Position& position) {
  json.begin_object();
  for (const Player side : both) {
    json.key(player_letter(side)).begin_list();
    for (int i = 0; i < rules.pits_per_player(); ++i) {
      const std::string_view owner = owner_letter(position, pit(static_cast<int>(position.side_of(side)), i));
      owner.empty() ? json.null() : json.value(player_letter(owner == "s" ? Player::south : Player::north));
    }
    json.end_list();
  }
  json.end_object();
}

void write_ending(JsonText& json, const Game& game) {
  if (!game.ending()) {
    json.null();
    return;
  }
  const Ending& ending = *game.ending();
  const int margin = ending.margin(Player::south);
  json.begin_object().field("reason", reason_word(ending.reason));
  json.key("result").begin_object();
  for (const Player player : both) json.field(player_letter(player), ending.seeds[index(player)]);
  json.end_object();
  write_player(json, "winner", margin == 0 ? std::nullopt : std::optional(margin > 0 ? Player::south : Player::north));
  json.field("text", explain_ending(game)).end_object();
}

}  // namespace

std::string_view player_letter(Player player) { return player == Player::south ? "S" : "N"; }

void write_id(JsonText& json, const GameDef& def) { def.spec.empty() ? json.null() : json.value(def.spec); }

void write_position(JsonText& json, const Ruleset& rules, const Position& position) {
  json.begin_object().field("diagram", diagram(rules, position)).field("mover", player_letter(position.mover));
  json.key("pits").begin_object();
  for (const Player player : both) {
    json.key(player_letter(player)).begin_list();
    for (int i = 0; i < rules.pits_per_player(); ++i) json.value(int{position.pits_of(player)[i]});
    json.end_list();
  }
  json.end_object().key("stores").begin_object();
  for (const Player player : both) json.field(player_letter(player), int{position.store_of(player)});
  json.end_object();
  if (rules.owns()) write_owned(json.key("owned"), rules, position);
  if (rules.opening.turns > 0) json.field("opening", int{position.opening});
  if (rules.has_marks()) json.field("mark", int{position.mark});
  json.end_object();
}

std::string round_json(const Game& round, std::optional<int> most) {
  const RoundEnd end = end_round(round, most);
  JsonText json;
  json.begin_object().field("version", 1);
  const auto pair = [&](std::string_view name, const std::array<int, 2>& numbers) {
    json.key(name).begin_object();
    for (const Player player : both) json.field(player_letter(player), numbers[index(player)]);
    json.end_object();
  };
  pair("seeds", end.seeds);
  pair("pits", end.pits);
  pair("won", end.won);
  write_player(json, "loser", end.loser);
  json.key("text").begin_list();
  const std::string text = explain_round(round.rules(), end);
  for (std::size_t begin = 0, stop = 0; begin < text.size(); begin = stop + 1) {
    stop = text.find('\n', begin);
    json.value(text.substr(begin, stop - begin));
  }
  json.end_list().key("next");
  if (end.next) {
    json.begin_object();
    write_id(json.key("game"), end.next->def);
    json.field("position", diagram(end.next->def.rules, end.next->start)).end_object();
  } else {
    json.null();
  }
  return json.end_object().take();
}

std::string play_json(const Game& game, Detail legal, Detail history, Budget& budget) {
  const Ruleset& rules = game.rules();
  JsonText json;
  json.begin_object().field("version", 1).key("game").begin_object();
  write_id(json.key("id"), game.def());
  json.field("name", game.def().name).field("title", game.def().title).end_object();
  write_position(json.key("start"), rules, game.start());
  write_position(json.key("position"), rules, game.position());
  if (history != Detail::none) write_history(json.key("history"), game, history, budget);
  if (legal != Detail::none) {
    const MoveSet moves = game.moves();
    write_legal(json.key("legal"), game, moves, legal, budget);
    write_illegal(json.key("illegal"), game, moves);
  }
  const std::string decided = explain_decision(game);
  json.key("decided");
  decided.empty() ? json.null() : json.value(decided);
  write_ending(json.key("ending"), game);
  return json.end_object().take();
}

}  // namespace sow
