// sow doctor: the facts about an installation that a bug report needs.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "base/error.h"
#include "board/kernel.h"
#include "cli/analysis_text.h"
#include "cli/autosave.h"
#include "cli/command.h"
#include "cli/processor.h"
#include "cli/shared_arguments.h"
#include "cli/tcp.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "rules/catalog.h"
#include "search/evaluation.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

void print_item(std::string_view label, std::string_view text) { fmt::print("{}: {}\n", label, text); }

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "(not set)" : shown(value, 200);
}

// The first value of this key in /proc/cpuinfo; empty if there is none.
std::string cpu_info(std::string_view key) {
  std::ifstream input("/proc/cpuinfo");
  for (std::string line; std::getline(input, line);)
    if (line.starts_with(key)) return line.substr(std::min(line.find_first_not_of(" \t:", key.size()), line.size()));
  return "";
}

std::string folder_state(const std::string& folder) {
  std::error_code code;
  if (folder.empty()) return "none, because neither XDG_DATA_HOME nor HOME is set";
  if (!fs::exists(folder, code)) return folder + " (does not exist yet)";
  if (!fs::is_directory(folder, code)) return folder + " (not a folder)";
  return folder + (access(folder.c_str(), W_OK) == 0 ? " (writable)" : " (not writable)");
}

// Opens every level, which checks its header and size.
std::string database_state(const GameDef& game, const std::string& folder) try {
  const Database database(game, folder);
  const int max_seeds = database.max_seeds();
  if (max_seeds < 0) return "no levels";
  double bytes = 0;
  for (int seeds = 0; seeds <= max_seeds; ++seeds) bytes += static_cast<double>(database.open(seeds)->file_bytes());
  return fmt::format("up to {} seeds, {}", max_seeds, gigabytes(bytes));
} catch (const Error& e) {
  return e.what();
}

void print_databases(const std::string& folder) {
  std::vector<std::string> unknown;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && entry->path().filename() != "unfinished")
      unknown.push_back(entry->path().filename().string());
  }
  if (unknown.empty()) return print_item("databases", "none");
  fmt::print("databases:\n");
  for (const std::string& name : builtin_names()) {
    const GameDef game = find_game(name);
    const auto found = std::find(unknown.begin(), unknown.end(), game_folder(game, folder).filename().string());
    if (found == unknown.end()) continue;
    unknown.erase(found);
    fmt::print("  {}: {}\n", name, database_state(game, folder));
  }
  for (const std::string& name : unknown) fmt::print("  {}: not of a built-in game\n", name);
}

// Checks that a server answers, for health checks of containers, which have no other program.
int check_server(const std::string& address) {
  constexpr int default_port = 8080, timeout_seconds = 10;
  const TcpConnection connection(address, default_port);
  const timeval timeout = {.tv_sec = timeout_seconds, .tv_usec = 0};
  setsockopt(connection.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  constexpr std::string_view good = "HTTP/1.1 200 ";
  std::array<char, good.size()> status{};
  const auto received = recv(connection.descriptor(), status.data(), status.size(), MSG_WAITALL);
  if (received != std::ssize(good) || std::string_view(status.data(), status.size()) != good)
    throw Failure(fmt::format("{}: the server does not answer", address));
  fmt::print("{}: the server answers\n", address);
  return 0;
}

int doctor(const std::string& game_name, const std::string& db) {
  const GameDef game = find_game(game_name);
  fmt::print("{}", build_info());
  utsname system = {};
  uname(&system);
  print_item("system", fmt::format("{} {} {}", system.sysname, system.release, system.machine));
  const std::string model = cpu_info("model name");
  print_item("processor",
             fmt::format("{}, {} threads", model.empty() ? "unknown" : model, std::thread::hardware_concurrency()));
  print_item("instruction sets", fmt::format("{}", fmt::join(instruction_sets(), ", ")));
  const double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  print_item("memory", gigabytes(bytes));
  print_item("game",
             fmt::format("{}, {} kernel, evaluation: {}", game.name, kernel_name(game.rules), evaluation_text(game)));
  const std::string folder = db.empty() ? default_database_folder() : db;
  print_item("data folder", folder_state(folder));
  print_databases(folder);
  const auto unfinished = Autosave::latest();
  print_item("last unfinished game", unfinished ? unfinished->string() : "none");
  print_item("terminal", fmt::format("TERM={}, LANG={}, {} columns", environment("TERM"), environment("LANG"),
                                     columns_of(STDOUT_FILENO)));
  return 0;
}

}  // namespace

void add_doctor(Command& program) {
  struct DoctorArguments {
    std::string game = default_game, db, server;
  };
  const auto options = std::make_shared<DoctorArguments>();
  Command& command = program.command("doctor", "Print facts about this installation for a bug report");
  add_game(command, options->game);
  command.option(options::db, &options->db);
  command.option("--server", &options->server, "only check that this server answers").value("HOST[:PORT]");
  command.run = [options] {
    return options->server.empty() ? doctor(options->game, options->db) : check_server(options->server);
  };
}

}  // namespace sow
