// sow bot: plays on other servers and under other judges.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "cli/command.h"
#include "cli/dialogue_file.h"
#include "cli/engine_arguments.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/tcp.h"
#include "protocol/codingame_bot.h"
#include "protocol/kgp_bot.h"
#include "protocol/line_reader.h"
#include "protocol/mankalah_bot.h"

namespace sow {
namespace {

using namespace std::chrono_literals;

struct BotArguments {
  std::string server, log;
  KgpBot::Identity identity;
  std::optional<std::int64_t> time, depth, nodes;
  EngineArguments engine;
  int retries = 10;
};

void print_line(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

BotSetup bot_setup(const BotArguments& options, std::optional<std::int64_t> default_time) {
  BotSetup setup;
  setup.search = options.engine.search_options();
  setup.limits.depth = static_cast<int>(options.depth.value_or(max_depth));
  if (options.nodes) setup.limits.nodes = static_cast<std::uint64_t>(*options.nodes);
  setup.limits.to_play = true;
  setup.limits.time_ms = options.time;
  if (!options.time && !options.depth && !options.nodes) setup.limits.time_ms = default_time;
  setup.limits.stop = &interrupted;
  setup.send = print_line;
  setup.warn = [](const std::string& line) { fmt::print(stderr, "sow: {}\n", line); };
  setup.report = print_line;
  return setup;
}

// Passes lines to `handle` until it returns false or the input ends.
template <class Handle>
void read_lines(int fd, std::size_t max_bytes, const BotSetup& setup, Handle&& handle) {
  LineReader input(fd, max_bytes, interrupted);
  while (const auto line = input.next()) {
    if (line->too_long)
      setup.warn(fmt::format("ignored a line longer than {} bytes", max_bytes));
    else if (!handle(line->text))
      return;
  }
}

constexpr std::size_t max_judge_line = 4096;  // for judges on standard input

int codingame(const BotArguments& options) {
  catch_interrupts();
  const BotSetup setup = bot_setup(options, CodingameBot::default_time_ms);
  CodingameBot bot(setup);
  read_lines(STDIN_FILENO, max_judge_line, setup, [&](std::string_view line) {
    bot.handle_line(line);
    return true;
  });
  return 0;
}

int mankalah(const BotArguments& options) {
  catch_interrupts();
  const BotSetup setup = bot_setup(options, options::time.default_value);
  MankalahBot bot(setup);
  bool ended = false;
  read_lines(STDIN_FILENO, max_judge_line, setup,
             [&](std::string_view line) { return !(ended = !bot.handle_line(line)); });
  return ended ? 0 : exit_failed;
}

enum class KgpEnd { goodbye, lost_after_greeting, lost };

// Plays until the connection ends. Throws Failure if the connection fails.
KgpEnd play_kgp(const BotArguments& options, BotSetup setup, DialogueFile* log) {
  const TcpConnection server(options.server, KgpBot::default_port);
  std::mutex mutex;
  setup.search.evaluation.trained_games_only = true;  // the server chooses the size of the board
  setup.limits.stop = nullptr;                        // each board has its own stop flag
  setup.send = [&](const std::string& line) {
    const std::lock_guard lock(mutex);
    if (log != nullptr) log->add("server", '>', line);
    server.send(line + "\r\n");
  };
  KgpBot bot(setup, options.identity);
  read_lines(server.descriptor(), KgpBot::max_line_bytes, setup, [&](std::string_view line) {
    if (log != nullptr) log->add("server", '<', line);
    return bot.handle_line(line);
  });
  if (bot.said_goodbye()) return KgpEnd::goodbye;
  return bot.greeted() ? KgpEnd::lost_after_greeting : KgpEnd::lost;
}

// Returns false if interrupted.
bool sleep_unless_interrupted(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!interrupted && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(50ms);
  return !interrupted;
}

// Reconnects with exponential backoff after a lost connection, but the first connection must succeed.
int kgp(const BotArguments& options) {
  constexpr std::chrono::milliseconds min_delay = 1s, max_delay = 60s;
  catch_interrupts();
  const BotSetup setup = bot_setup(options, options::time.default_value);
  std::optional<DialogueFile> log;
  if (!options.log.empty()) log.emplace(options.log);
  auto delay = min_delay;
  int attempts = 0;  // since the last connection with a greeting
  for (bool connected = false;;) {
    std::string problem = "the server closed the connection";
    try {
      const KgpEnd end = play_kgp(options, setup, log ? &*log : nullptr);
      if (end == KgpEnd::goodbye) return 0;
      connected = true;
      if (end == KgpEnd::lost_after_greeting) {
        attempts = 0;
        delay = min_delay;
      }
    } catch (const Failure& e) {
      problem = e.what();
      if (!connected) attempts = options.retries;
    }
    if (interrupted) return exit_failed;
    if (++attempts > options.retries) {
      setup.warn(problem);
      return exit_failed;
    }
    setup.warn(fmt::format("{}; reconnecting in {} s", problem, delay / 1s));
    if (!sleep_unless_interrupted(delay)) return exit_failed;
    delay = std::min(2 * delay, max_delay);
  }
}

void add_engine(Command& command, BotArguments& options, std::string_view default_time) {
  command.option(options::time.with_default(default_time), &options.time);
  command.option(options::depth, &options.depth);
  command.option(options::nodes, &options.nodes);
  options.engine.add_with_threads_to(command);
}

}  // namespace

void add_bot(Command& program) {
  const auto options = std::make_shared<BotArguments>();
  Command& bot = program.command("bot", "Play on other servers and under other judges");
  bot.footer = "See docs/bots.md for details.\n";

  Command& server = bot.command("kgp", "Play kalah on a Kalah Game Protocol server, such as Erlangen's");
  server.positional("HOST", &options->server, "server address, such as localhost or localhost:2671").required();
  server.option("--name", &options->identity.name, "player name to show on the server").value("TEXT");
  server.option("--token", &options->identity.token, "secret that identifies the player to the server").value("TEXT");
  server.option("--retries", &options->retries, "number of attempts to reconnect after a lost connection")
      .value("N")
      .range(0, 1'000'000);
  server.option("--log", &options->log, "write all messages to this file, with timestamps").value("FILE");
  add_engine(server, *options, "1000, or less if the server's clock is shorter");
  server.run = [options] { return kgp(*options); };

  Command& oware = bot.command("codingame", "Play oware under CodinGame's judge on standard input and output");
  add_engine(oware, *options, "40");
  oware.run = [options] { return codingame(*options); };

  Command& swap = bot.command("mankalah", "Play Manchester's kalah with the pie rule on standard input and output");
  add_engine(swap, *options, "1000");
  swap.run = [options] { return mankalah(*options); };
}

}  // namespace sow
