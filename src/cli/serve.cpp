// sow serve: the web server, until Ctrl-C.
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <thread>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/shared_arguments.h"
#include "server/server.h"

namespace sow {
namespace {

// Exits even if a request is still running. That is safe, since the server writes no files.
void exit_soon() {
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    std::_Exit(0);
  }).detach();
}

void check_token(const std::string& token) {
  const auto is_allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '~';
  };
  if (token.empty() || (token.size() >= 8 && std::all_of(token.begin(), token.end(), is_allowed))) return;
  throw Error("--token: use at least 8 characters, only letters, digits, and -_.~");
}

// Says who can connect.
std::string warning(const ServerOptions& options, const Server& server) {
  if (!server.reachable()) return "";
  return options.token.empty()
             ? "Warning: anyone who can reach this machine can use the server. Use --token to restrict access.\n"
             : "Other machines can connect; the API requires the token.\n";
}

// Opens the page in the user's browser. Unlike this process, the child must not block signals.
void open_browser(const std::string& address) {
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  signal(SIGCHLD, SIG_IGN);  // nobody waits for it
  std::string program = "xdg-open", argument = address;
  char* const words[] = {program.data(), argument.data(), nullptr};
  if (posix_spawnp(nullptr, program.c_str(), nullptr, &attributes, words, environ) != 0)
    fmt::print(stderr, "sow: cannot start xdg-open; open the address yourself\n");
  posix_spawnattr_destroy(&attributes);
}

int serve(const ServerOptions& options, bool open) {
  // Signals are blocked in all threads, so that this one can wait for them with sigwait.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);

  Server server(options);
  fmt::print("Sow is running at {}  (press Ctrl-C to stop)\n{}", server.address(), warning(options, server));
  std::fflush(stdout);
  if (open) open_browser(server.address());
  int received = 0;
  sigwait(&signals, &received);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // a second Ctrl-C exits at once
  exit_soon();
  server.stop();
  return 0;
}

struct ServeArguments {
  ServerOptions server;
  int port = server.port;
  EngineArguments engine;  // its `threads` is the number of concurrent analyses
  bool open = false;
};

}  // namespace

void add_serve(Command& program) {
  const auto options = std::make_shared<ServeArguments>();
  ServerOptions& server = options->server;
  Command& command = program.command("serve", "Play and analyze in the browser");
  command.option("--host", &server.host, "address to listen on; 0.0.0.0 accepts connections from other machines")
      .value("ADDRESS");
  command.option("--token", &server.token, "secret that API requests must send; the printed address includes it")
      .value("WORD");
  command
      .option("--trusted-proxy", &server.trusted_proxy,
              "address of a reverse proxy; client addresses are taken from its X-Forwarded-For header")
      .value("ADDRESS");
  command.option("--cors", &server.cors, "origin of another page that may read endgame databases, or *")
      .value("ORIGIN");
  command.option("--open", &options->open, "open the page in your browser");
  command.option("--port", &options->port, "port to listen on; 0 picks a free one").value("N").range(0, 65535);
  command.option("--games", &server.games, "folder with additional rule files").value("FOLDER");
  add_threads(command, options->engine.threads, "number of concurrent analyses").name = "--analyses";
  add_threads(command, server.threads, "number of search threads, shared by the analyses of all clients");
  options->engine.add_to(command, "transposition table size of each analysis in MiB", "each game's own");
  command.run = [options] {
    ServerOptions& server = options->server;
    server.port = options->port;
    server.analyses = options->engine.threads;
    check_token(server.token);
    server.search = options->engine.search_options();
    server.search.database.warn = {};  // unusable files are reported by `sow doctor`, not for every request
    return serve(server, options->open);
  };
}

}  // namespace sow
