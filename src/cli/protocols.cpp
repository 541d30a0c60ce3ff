// sow uci and sow json: the engine for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "protocol/json_lines.h"
#include "protocol/line_reader.h"
#include "protocol/uci.h"

namespace sow {
namespace {

constexpr std::size_t max_line_bytes = std::size_t{256} << 10;

void write_line(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

int uci(const std::vector<std::string>& options) {
  UciSettings settings;
  settings.db = default_database_folder();
  for (const auto& option : options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos)
      throw Error(fmt::format("'{}' is not an option; write Name=value, such as Level=3", shown(option)));
    set_uci_option(settings, option.substr(0, equals), option.substr(equals + 1));
  }
  catch_interrupts();
  LineReader input(STDIN_FILENO, max_line_bytes, interrupted);
  UciSession session(settings, write_line);
  while (const auto line = input.next()) {
    if (line->too_long)
      session.reject_long_line(max_line_bytes);
    else if (!session.handle_line(line->text))
      break;
  }
  session.finish();
  return 0;
}

constexpr std::size_t database_bytes_each = std::size_t{32} << 20;  // each analysis loads its own levels

struct JsonOptions {
  EngineArguments engine;  // its `threads` is the number of concurrent analyses
};

int json(const JsonOptions& options) {
  SearchOptions search = options.engine.search_options();
  search.threads = 1;
  search.database.memory_bytes = database_bytes_each;
  catch_interrupts();
  LineReader input(STDIN_FILENO, max_line_bytes, interrupted);
  JsonSession session(options.engine.threads, std::move(search), write_line);
  while (const auto line = input.next()) {
    if (line->too_long)
      session.reject_long_line(max_line_bytes);
    else
      session.handle_line(line->text);
  }
  using namespace std::chrono_literals;
  while (!session.wait_idle(50ms))
    if (interrupted) session.stop_all();
  return 0;
}

}  // namespace

void add_uci(Command& program) {
  const auto options = std::make_shared<std::vector<std::string>>();
  Command& command = program.command("uci", "Run as a UCI engine on standard input and output");
  command.positional("OPTION", options.get(), "initial option, such as Level=3 or Hash=16");
  command.run = [options] { return uci(*options); };
}

void add_json(Command& program) {
  const auto options = std::make_shared<JsonOptions>();
  Command& command = program.command("json", "Answer JSON requests, one per line, on standard input");
  options->engine.add_with_threads_to(command, "number of concurrent analyses, one thread each",
                                      "transposition table size of each analysis in MiB");
  command.run = [options] { return json(*options); };
}

}  // namespace sow
