// sow bot: the engine as a player on other people's servers and judges.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <mutex>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/tcp.h"
#include "protocol/codingame_bot.h"
#include "protocol/kgp_bot.h"
#include "protocol/line_reader.h"
#include "protocol/mankalah_bot.h"

namespace sow {
namespace {

struct BotArguments {
  std::string server, db, evaluation;
  KgpBot::Identity identity;
  std::optional<std::int64_t> time, depth, nodes;
  int threads = 0, hash = 0;
};

BotSetup bot_setup(const BotArguments& options, std::optional<std::int64_t> usual_time) {
  BotSetup setup;
  setup.search = {.threads = options.threads,
                  .hash_bytes = mebibytes(options.hash),
                  .database = database_use(options.db),
                  .evaluation = read_evaluation(options.evaluation)};
  setup.limits.depth = static_cast<int>(options.depth.value_or(max_depth));
  if (options.nodes) setup.limits.nodes = static_cast<std::uint64_t>(*options.nodes);
  setup.limits.to_play = true;
  setup.limits.time_ms = options.time;
  if (!options.time && !options.depth && !options.nodes) setup.limits.time_ms = usual_time;
  setup.limits.stop = &interrupted;
  setup.answer = [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  setup.complain = [](const std::string& line) { fmt::print(stderr, "sow: {}\n", line); };
  return setup;
}

// Lines go to the bot until it has had enough or there are no more.
template <class Obey>
void listen(int fd, std::size_t longest, const BotSetup& setup, Obey&& obey) {
  LineReader input(fd, longest, interrupted);
  while (const auto line = input.next()) {
    if (line->too_long)
      setup.complain(fmt::format("a line of more than {} bytes", longest));
    else if (!obey(line->text))
      return;
  }
}

constexpr std::size_t longest_judge_line = 4096;  // of the judges that are on standard input

int codingame(const BotArguments& options) {
  catch_interrupts();
  const BotSetup setup = bot_setup(options, CodingameBot::usual_time_ms);
  CodingameBot bot(setup);
  listen(STDIN_FILENO, longest_judge_line, setup, [&](std::string_view line) {
    bot.obey(line);
    return true;
  });
  return 0;
}

int mankalah(const BotArguments& options) {
  catch_interrupts();
  const BotSetup setup = bot_setup(options, options::time.default_value);
  MankalahBot bot(setup);
  bool ended = false;
  listen(STDIN_FILENO, longest_judge_line, setup, [&](std::string_view line) { return !(ended = !bot.obey(line)); });
  return ended ? 0 : exit_failed;
}

int kgp(const BotArguments& options) {
  catch_interrupts();
  BotSetup setup = bot_setup(options, options::time.default_value);
  const TcpConnection server(options.server, KgpBot::usual_port);
  setup.limits.stop = nullptr;  // every board has its own
  std::mutex writing;
  setup.answer = [&](const std::string& line) {
    const std::lock_guard lock(writing);
    server.send(line + "\r\n");
  };
  KgpBot bot(setup, options.identity);
  listen(server.descriptor(), KgpBot::longest_line, setup, [&](std::string_view line) { return bot.obey(line); });
  if (bot.took_leave()) return 0;
  if (!interrupted) fmt::print(stderr, "sow: the server hung up\n");
  return exit_failed;
}

void add_engine(Command& command, BotArguments& options, std::string_view usual_time) {
  command.option(options::time.with_default(usual_time), &options.time);
  command.option(options::depth, &options.depth);
  command.option(options::nodes, &options.nodes);
  add_threads(command, options.threads);
  command.option(options::hash, &options.hash);
  command.option(options::db, &options.db);
  command.option(options::evaluation, &options.evaluation);
}

}  // namespace

void add_bot(Command& program) {
  const auto options = std::make_shared<BotArguments>();
  Command& bot = program.command("bot", "The engine as a player on other people's servers and judges");
  bot.footer = "docs/bots.md has more about them.\n";

  Command& server = bot.command("kgp", "Kalah at a server that speaks the Kalah Game Protocol, as Erlangen's does");
  server.positional("HOST", &options->server, "the server, as in localhost or localhost:2671").required();
  server.option("--name", &options->identity.name, "what the server is to call the player").value("TEXT");
  server.option("--token", &options->identity.token, "a secret by which the server knows the player again")
      .value("TEXT");
  add_engine(server, *options, "1000, or less if the server's clock asks for it");
  server.run = [options] { return kgp(*options); };

  Command& oware = bot.command("codingame", "Oware as CodinGame judges it, on standard input and output");
  add_engine(oware, *options, "40");
  oware.run = [options] { return codingame(*options); };

  Command& swap = bot.command("mankalah", "Manchester's kalah with the swap, on standard input and output");
  add_engine(swap, *options, "1000");
  swap.run = [options] { return mankalah(*options); };
}

}  // namespace sow
