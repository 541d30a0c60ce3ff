#include "server/play_json.h"

#include <fmt/format.h>

#include "board/names.h"
#include "board/notation.h"
#include "board/reference.h"
#include "game/rounds.h"
#include "game/summary.h"
#include "rules/description.h"

namespace sow {
namespace {

// Longer traces, and traces beyond the total, are null: nobody would watch them, and the response stays small.
constexpr std::size_t max_trace = 10'000, max_events_per_list = 50'000;

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

void write_seeds(JsonText& json, std::string_view name, Player mover, const std::vector<SeedsAt>& list) {
  json.key(name).begin_list();
  for (const SeedsAt& seeds : list)
    json.begin_object().field("at", hole_text(mover, seeds.hole)).field("seeds", seeds.seeds).end_object();
  json.end_list();
}

// Everything needed to describe a move in words, even if its trace is too long to send.
void write_summary(JsonText& json, const MoveSummary& sum) {
  json.begin_object().field("sown", sum.sown).field("exchange", sum.exchange);
  write_seeds(json, "captured", sum.mover, sum.captured);
  write_seeds(json, "resown", sum.mover, sum.resown);
  write_seeds(json, "collected", sum.mover, sum.collected);
  write_seeds(json, "given", sum.mover, sum.given);
  write_seeds(json, "removed", sum.mover, sum.removed);
  json.field("vanished", sum.vanished).key("owned").begin_list();
  for (const Hole hole : sum.owned) json.value(hole_text(sum.mover, hole));
  json.end_list().field("spared", sum.spared).field("cut", sum.lap_limit).end_object();
}

// Writes the moves of one list. The reference kernel plays each of them once, for the trace and the position after it.
class TurnWriter {
 public:
  TurnWriter(JsonText& json, const Game& game, const ReferenceKernel& reference, Detail detail, Budget& budget)
      : json_(json),
        rules_(game.rules()),
        kernel_(game.kernel()),
        reference_(reference),
        detail_(detail),
        budget_(budget) {}

  void write(const Position& before, Move move);

 private:
  JsonText& json_;
  const Ruleset& rules_;
  const AnyKernel& kernel_;
  const ReferenceKernel& reference_;
  Detail detail_;
  Budget& budget_;
  std::size_t events_ = 0;  // written so far
};

void TurnWriter::write(const Position& before, Move move) {
  const Player mover = before.mover;
  Trace trace;
  Position after = before;
  reference_.play_unchecked(after, move, &trace);
  budget_.spend(trace.size());
  const MoveSummary sum = summarize(rules_, mover, trace);
  json_.begin_object().field("move", move_text(rules_, before, move)).field("mover", player_letter(mover));
  json_.field("taken", seeds_taken(trace)).field("laps", sum.laps).field("last", hole_text(mover, sum.last));
  json_.field("again", sum.again);
  write_player(json_, "passed", sum.passed());
  if (detail_ == Detail::full) {
    json_.field("ends", kernel_.ending(after).has_value());
    write_summary(json_.key("summary"), sum);
    json_.key("trace");
    const bool include = trace.size() <= std::min(max_trace, max_events_per_list - events_);
    if (include) {
      events_ += trace.size();
      write_trace(json_, mover, trace);
    } else {
      json_.null();
    }
  }
  write_position(json_.key("after"), rules_, after);
  json_.end_object();
}

void write_history(JsonText& json, const Game& game, TurnWriter turns) {
  json.begin_list();
  for (const Game::Ply& ply : game.plies()) turns.write(ply.before, ply.move);
  json.end_list();
}

void write_legal(JsonText& json, const Game& game, TurnWriter turns) {
  json.begin_list();
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) turns.write(game.position(), std::countr_zero(rest));
  json.end_list();
}

struct Refusal {
  std::string_view word;
  std::string rule = {};  // the rule behind it, if the word is not specific enough
};

Refusal refusal(const Ruleset& rules, const Position& position, const Choice& choice, Legality legality) {
  switch (legality) {
    case Legality::ok:
    case Legality::over:
    case Legality::no_such_pit: break;
    case Legality::empty: return {"empty"};
    case Legality::owned: return {"owned"};
    case Legality::closed: return {"closed"};
    case Legality::single: return {"single", sentence(clause(rules.singles))};
    case Legality::two: return {"two", sentence(clause(rules.twos))};
    case Legality::facing: return {"facing"};
    case Legality::undo: return {"undo"};
    case Legality::opening:
      if (!rules.opening.reverse && choice.against(position.pits[0][choice.from.pit])) return {"opening-direction"};
      return {"opening", sentence(clause(rules.opening.pits))};
    case Legality::short_of_reach: return {"reach", sentence(clause(rules.reach))};
    case Legality::must_capture: return {"must-capture"};
    case Legality::reverse: return {"reverse-capture"};
    case Legality::starves: return {"starves"};
    case Legality::slams: return {"slams"};
  }
  return {"?"};
}

// Illegal moves from pits that contain seeds, with the reason.
void write_illegal(JsonText& json, const Game& game, const ReferenceKernel& reference) {
  json.begin_list();
  const Position& p = game.position();
  const std::vector<Choice>& choices = game.kernel().layout().moves();
  const int moves = game.ending() ? 0 : static_cast<int>(choices.size());
  for (Move move = 0; move < moves; ++move) {
    if (p.pits[0][choices[move].from.pit] == 0 || has(game.moves(), move)) continue;
    json.begin_object().field("move", move_text(game.rules(), p, move));
    const Refusal why = refusal(game.rules(), p, choices[move], reference.legality(p, move));
    json.field("reason", why.word).key("rule");
    why.rule.empty() ? json.null() : json.value(why.rule);
    json.end_object();
  }
  json.end_list();
}

// The owner of each pit, by side of the board.
void write_owned(JsonText& json, const Ruleset& rules, const Position& position) {
  json.begin_object();
  for (const Player side : both_players) {
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
  const EndingSummary sum = summarize_ending(game);
  json.begin_object().field("reason", reason_word(sum.ending.reason));
  json.key("result").begin_object();
  for (const Player player : both_players) json.field(player_letter(player), sum.ending.seeds[index(player)]);
  json.end_object();
  write_player(json, "winner", sum.ending.winner());
  write_player(json, "side", sum.player);
  json.field("count", sum.count).field("may_play_on", game.may_play_on()).end_object();
}

std::string_view refill_word(Refill refill) {
  switch (refill) {
    case Refill::no: break;
    case Refill::own: return "own";
    case Refill::share: return "share";
    case Refill::anew: return "anew";
  }
  return "no";
}

}  // namespace

std::string_view player_letter(Player player) { return player == Player::south ? "S" : "N"; }

std::string hole_text(Player mover, Hole hole) {
  return hole.store ? "store" : pit_letter(hole.side == 0 ? mover : other(mover), hole.pit);
}

void write_id(JsonText& json, const GameDef& def) { def.spec.empty() ? json.null() : json.value(def.spec); }

void write_position(JsonText& json, const Ruleset& rules, const Position& position) {
  json.begin_object().field("diagram", diagram(rules, position)).field("mover", player_letter(position.mover));
  json.key("pits").begin_object();
  for (const Player player : both_players) {
    json.key(player_letter(player)).begin_list();
    for (int i = 0; i < rules.pits_per_player(); ++i) json.value(int{position.pits_of(player)[i]});
    json.end_list();
  }
  json.end_object().key("stores").begin_object();
  for (const Player player : both_players) json.field(player_letter(player), int{position.store_of(player)});
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
    for (const Player player : both_players) json.field(player_letter(player), numbers[index(player)]);
    json.end_object();
  };
  pair("seeds", end.seeds);
  pair("pits", end.pits);
  pair("rounds_won", end.won);
  write_player(json, "loser", end.loser);
  json.field("refill", refill_word(round.rules().rounds.refill)).field("each", int{round.rules().setup.seeds});
  json.key("next");
  if (end.next) {
    const auto& [def, start] = *end.next;
    json.begin_object();
    write_id(json.key("game"), def);
    json.field("position", diagram(def.rules, start)).field("round", def.round);
    json.field("mover", player_letter(start.mover));
    pair("stores", {start.store_of(Player::south), start.store_of(Player::north)});
    json.key("closed").begin_list();
    for (const char pit : pit_letters(def.rules.closed)) json.value(std::string(1, pit));
    json.end_list().end_object();
  } else {
    json.null();
  }
  return json.end_object().take();
}

std::string chosen_json(const Game& game, Move move, double seconds, Budget& budget) {
  JsonText json;
  json.begin_object().field("version", 1).field("move", move_text(game.rules(), game.position(), move));
  json.key("seconds").raw(fmt::format("{}", seconds)).key("turn");
  TurnWriter(json, game, ReferenceKernel(game.rules()), Detail::full, budget).write(game.position(), move);
  Game next = game;
  next.play(move);
  json.key("next").raw(play_json(next, Detail::full, Detail::none, budget));
  return json.end_object().take();
}

std::string play_json(const Game& game, Detail legal, Detail history, Budget& budget) {
  const Ruleset& rules = game.rules();
  JsonText json;
  json.begin_object().field("version", 1);
  write_id(json.key("id"), game.def());
  json.field("game", game.def().name).field("title", game.def().title);
  write_position(json.key("start"), rules, game.start());
  write_position(json.key("position"), rules, game.position());
  std::optional<ReferenceKernel> reference;
  if (history != Detail::none || legal != Detail::none) reference.emplace(rules);
  if (history != Detail::none) write_history(json.key("history"), game, {json, game, *reference, history, budget});
  if (legal != Detail::none) {
    write_legal(json.key("legal"), game, {json, game, *reference, legal, budget});
    write_illegal(json.key("illegal"), game, *reference);
  }
  write_player(json, "decided", decided_by_last_move(game));
  write_ending(json.key("ending"), game);
  return json.end_object().take();
}

}  // namespace sow
