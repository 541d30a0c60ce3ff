#include "engine/engine.h"

#include <fmt/format.h>

#include <bit>

#include "board/kernel.h"
#include "db/database.h"
#include "search/evaluation.h"
#include "search/level.h"
#include "search/probe.h"
#include "study/hint.h"

namespace sow {

Engine::Engine(SearchOptions options) : analyzer_(std::move(options)) {}
Engine::~Engine() = default;

void Engine::set_options(SearchOptions options) {
  const std::lock_guard lock(mutex_);
  analyzer_.set_options(std::move(options));
}

const Game& Engine::game() const {
  if (!game_) game_.emplace(find_game(default_game));
  return *game_;
}

void Engine::set_game(const std::string& spec) { set_game(Game(find_game(spec))); }

std::vector<std::string> Engine::legal() const {
  std::vector<std::string> texts;
  for (MoveSet rest = game().moves(); rest != 0; rest &= rest - 1)
    texts.push_back(move_text(game().rules(), game().position(), std::countr_zero(rest)));
  return texts;
}

void Engine::play(Move move) {
  game();
  play_move(*game_, move);
}

Move Engine::play(std::string_view text) {
  game();
  return play_move(*game_, text);
}

bool Engine::undo() { return game_ && game_->undo(); }

void Engine::prepare(const Game& game) {
  const std::lock_guard lock(mutex_);
  analyzer_.prepare(game);
}

Analysis Engine::analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) {
  const std::lock_guard lock(mutex_);
  return analyzer_.analyze(game, limits, on_progress);
}

void Engine::clear() {
  const std::lock_guard lock(mutex_);
  analyzer_.clear();
}

void Engine::reopen_databases() {
  const std::lock_guard lock(mutex_);
  analyzer_.reopen_databases();
}

int Engine::evaluate(const Game& game) const {
  const Evaluation evaluation(game.rules(), weights_for(game.def()),
                              network_for(game.def(), options().evaluation, options().database));
  return with_width(game.kernel(), [&](const auto& kernel) {
    return evaluation(kernel.pack(game.position()), game.position().seeds_in_pits());
  });
}

Analysis Engine::solve(const Game& game, const Limits& limits, SolveOptions how, const OnSolvePlan& on_plan,
                       const OnSolveProgress& on_progress) const {
  if (game.ending()) return result_analysis(game);
  require_solvable(game);
  how.threads = std::clamp(limits.threads.value_or(options().threads), 1, std::max(1, options().threads));
  how.database = options().database;
  const auto solver = make_solver(game, how);
  if (!solver && !(how.files.save.empty() && how.files.resume.empty()))
    throw Error(
        fmt::format("a proof of {} cannot be saved: only games in which no position can repeat have saved proofs",
                    game.def().name));
  if (!solver) return prove(game, limits, how, on_plan, on_progress);
  if (on_plan) on_plan({solver->memory(), false});
  return solver->solve(game, limits, on_progress);
}

// Positions can repeat: search deeper until everything is proven or a limit is reached.
Analysis Engine::prove(const Game& game, const Limits& limits, const SolveOptions& how, const OnSolvePlan& on_plan,
                       const OnSolveProgress& on_progress) const {
  const SolveMemory memory = solve_memory(how.memory_bytes);
  SearchOptions search{.threads = how.threads, .hash_bytes = memory.boards, .database = how.database};
  search.database.cache_bytes = std::min(search.database.cache_bytes, memory.endings / 2);
  search.database.memory_bytes = memory.endings - search.database.cache_bytes;
  Analyzer analyzer(std::move(search));
  analyzer.prepare(game, limits.stop);  // builds a small database if there is none
  if (on_plan) on_plan({memory, true});
  Limits all = limits;
  all.lines = how.value_only ? 1 : max_moves;
  return analyzer.analyze(game, all, [&](const Analysis& analysis) {
    if (!on_progress) return;
    SolveProgress progress;
    progress.nodes = analysis.nodes;
    progress.time_ms = analysis.time_ms;
    if (analysis.margin) progress.position = {analysis.margin->low / seed_value, analysis.margin->high / seed_value};
    on_progress(progress);
  });
}

Analysis Engine::probe(const Game& game) const {
  const std::string& folder = options().database.folder;
  const bool possible = !folder.empty() && database_kind(game.rules()).kind != DatabaseKind::nothing;
  const int last = possible ? Database(game.def(), folder).max_seeds() : -1;
  if (last < 0) throw NotInDatabase(fmt::format("there is no database for {}", game.def().name));
  if (const int seeds = game.position().seeds_in_pits(); seeds > last)
    throw NotInDatabase(fmt::format("the database of {} has positions of up to {} seeds; this one has {}",
                                    game.def().name, last, seeds));
  else if (!Index(game.rules(), seeds).occurs(seeds))
    throw NotInDatabase(fmt::format("no game of {} has positions of {} seeds", game.def().name, seeds));
  return probe_analysis(probe_database(Database(game.def(), folder), last, game));
}

std::unique_ptr<Agent> Engine::make_player(const PlayerSpec& who, AgentSetup setup) const {
  setup.database = options().database;
  setup.evaluation = options().evaluation;
  return make_agent(who, setup);
}

Move Engine::choose(const Game& game, const PlayerSpec& who, std::uint64_t seed, const std::atomic<bool>& stop) const {
  return make_player(who, {.seed = seed, .stop = &stop})->choose(game);
}

Move Engine::choose(const Game& game, int level, const Limits& limits, Random& random) {
  const std::lock_guard lock(mutex_);
  return choose_move(analyzer_, game, level, limits, random);
}

Move Engine::choose(std::string_view who, std::uint64_t seed) const {
  static constexpr std::atomic<bool> never = false;
  const PlayerSpec player = parse_player(who);
  if (is_human(player)) throw Error("a human chooses their own moves");
  return game().ending() ? no_move : choose(game(), player, seed, never);
}

Hint Engine::hint(const Game& game, const std::atomic<bool>& stop) {
  Analysis analysis = analyze(game, hint_limits(stop));
  const Line line = analysis.lines.front();
  return {std::move(analysis), line, reasons(game, line)};
}

Hint Engine::threat(const Game& game, const std::atomic<bool>& stop) {
  const Game passed = with_turn_passed(game);
  Limits limits = hint_limits(stop);
  limits.lines = max_moves;
  Analysis analysis = analyze(passed, limits);
  const Line* capture = find_threat(passed, analysis);
  const Line line = capture != nullptr ? *capture : analysis.lines.front();
  return {std::move(analysis), line, capture != nullptr ? std::optional(reasons(passed, line)) : std::nullopt};
}

std::vector<Advice> Engine::coach(const Game& game, const std::atomic<bool>& stop) {
  const Analysis analysis = analyze(game, coach_limits(stop));
  return stop ? std::vector<Advice>() : advise(game, analysis);
}

std::optional<GameReport> Engine::report(const Game& game, const Limits& limits, const OnPly& on_ply) {
  const std::lock_guard lock(mutex_);
  return sow::report(game, analyzer_, limits, on_ply);
}

bool Engine::step(GameReporter& reporter, const Limits& limits, const OnPly& on_ply) {
  const std::lock_guard lock(mutex_);
  return reporter.step(analyzer_, limits, on_ply);
}

void require_solvable(const Game& game) {
  if (game.rules().quiet > 0)
    throw Error(fmt::format(
        "{} cannot be solved: it ends after {} plies without a capture, so the value of a position depends on the "
        "moves before it; use sow analyze for an estimate",
        game.def().name, game.rules().quiet));
}

Game with_turn_passed(const Game& game) {
  if (game.ending()) return game;
  Position position = game.position();
  position.turn();
  return game.from(position);
}

}  // namespace sow
