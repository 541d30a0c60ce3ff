// sow uci, sow json: the engine for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/error.h"
#include "cli/command.h"
#include "cli/database_option.h"
#include "cli/interrupt.h"
#include "protocol/json_lines.h"
#include "protocol/line_reader.h"
#include "protocol/uci.h"

namespace sow {
namespace {

constexpr std::size_t longest_line = std::size_t{256} << 10;

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
  LineReader input(STDIN_FILENO, longest_line, interrupted);
  UciSession session(settings, write_line);
  while (const auto line = input.next()) {
    if (line->too_long)
      session.refuse_long_line(longest_line);
    else if (!session.obey(line->text))
      break;
  }
  session.finish();
  return 0;
}

constexpr std::size_t database_bytes_each = std::size_t{32} << 20;  // every analysis has levels in memory of its own

struct JsonOptions {
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  int hash = 64;
  std::string db;
};

int json(const JsonOptions& options) {
  catch_interrupts();
  LineReader input(STDIN_FILENO, longest_line, interrupted);
  DatabaseUse database = database_use(options.db);
  database.memory_bytes = database_bytes_each;
  JsonSession session(
      options.threads,
      {.threads = 1, .hash_bytes = static_cast<std::size_t>(options.hash) << 20, .database = std::move(database)},
      write_line);
  while (const auto line = input.next()) {
    if (line->too_long)
      session.refuse_long_line(longest_line);
    else
      session.obey(line->text);
  }
  using namespace std::chrono_literals;
  while (!session.answered_within(50ms))
    if (interrupted) session.stop_all();
  return 0;
}

}  // namespace

void add_uci(CLI::App& app, Run& run) {
  const auto options = std::make_shared<std::vector<std::string>>();
  auto* command = app.add_subcommand("uci", "The engine for interfaces and matches: UCI on standard input and output");
  command->add_option("OPTION", *options, "options to begin with, as in Level=3 Hash=16");
  command->callback([options, &run] { run = [options] { return uci(*options); }; });
}

void add_json(CLI::App& app, Run& run) {
  const auto options = std::make_shared<JsonOptions>();
  auto* command = app.add_subcommand("json", "Many analyses at once: a JSON request a line on standard input");
  command->add_option("--threads", options->threads, "analyses at once, each with one thread")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--hash", options->hash, "MiB of the table of boards of each")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  add_database_option(*command, options->db);
  command->callback([options, &run] { run = [options] { return json(*options); }; });
}

}  // namespace sow
