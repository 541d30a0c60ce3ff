// sow uci, sow json: the engine for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "protocol/json_lines.h"
#include "protocol/line_reader.h"
#include "protocol/uci.h"

namespace sow {
namespace {

constexpr std::size_t longest_protocol_line = std::size_t{256} << 10;

void write_line(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

int uci(const std::vector<std::string>& options) {
  UciSettings settings;
  settings.db_path = default_database_folder();
  for (const auto& option : options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos) throw Error(fmt::format("'{}': an option is written Name=value", shown(option)));
    set_uci_option(settings, option.substr(0, equals), option.substr(equals + 1));
  }
  catch_interrupts();
  LineReader input(STDIN_FILENO, longest_protocol_line, interrupted);
  UciSession session(settings, write_line);
  while (const auto line = input.next()) {
    if (line->too_long)
      session.refuse_long_line(longest_protocol_line);
    else if (!session.obey(line->text))
      break;
  }
  session.finish();
  return 0;
}

constexpr std::size_t database_bytes_each = std::size_t{32} << 20;  // every analysis has levels in memory of its own

struct JsonOptions {
  int threads = 0, hash = 0;
  std::string db, evaluation;
};

int json(const JsonOptions& options) {
  EvaluationUse evaluation = read_evaluation(options.evaluation);
  catch_interrupts();
  LineReader input(STDIN_FILENO, longest_protocol_line, interrupted);
  DatabaseUse database = database_use(options.db);
  database.memory_bytes = database_bytes_each;
  JsonSession session(options.threads,
                      {.threads = 1,
                       .hash_bytes = mebibytes(options.hash),
                       .database = std::move(database),
                       .evaluation = std::move(evaluation)},
                      write_line);
  while (const auto line = input.next()) {
    if (line->too_long)
      session.refuse_long_line(longest_protocol_line);
    else
      session.obey(line->text);
  }
  using namespace std::chrono_literals;
  while (!session.answered_within(50ms))
    if (interrupted) session.stop_all();
  return 0;
}

}  // namespace

void add_uci(Command& program) {
  const auto options = std::make_shared<std::vector<std::string>>();
  Command& command = program.command("uci", "The engine for interfaces and matches: UCI on standard input and output");
  command.positional("OPTION", options.get(), "options to begin with, as in Level=3 Hash=16");
  command.run = [options] { return uci(*options); };
}

void add_json(Command& program) {
  const auto options = std::make_shared<JsonOptions>();
  Command& command = program.command("json", "Many analyses at once: a JSON request a line on standard input");
  add_threads(command, options->threads, "analyses at once, each with one thread");
  command.option(options::hash.with_help("MiB of the transposition table of each"), &options->hash);
  command.option(options::db, &options->db);
  command.option(options::evaluation, &options->evaluation);
  command.run = [options] { return json(*options); };
}

}  // namespace sow
