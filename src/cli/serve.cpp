// sow serve: the page and its API, until Ctrl-C.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <thread>

#include "base/error.h"
#include "cli/command.h"
#include "cli/shared_arguments.h"
#include "server/server.h"

namespace sow {
namespace {

// Whatever is still being done after a moment is given up. The server writes no file that could be left half done.
void end_soon() {
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    std::_Exit(0);
  }).detach();
}

void check_token(const std::string& token) {
  const auto fits = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '~';
  };
  if (token.empty() || (token.size() >= 8 && std::all_of(token.begin(), token.end(), fits))) return;
  throw Error("--token: at least 8 letters, digits or characters of -_.~");
}

// What there is to know about who can call.
std::string warning(const ServerOptions& options, const Server& server) {
  if (!server.reachable())
    return options.token.empty() ? "" : "The token is not asked for: only this machine can reach the server.\n";
  return options.token.empty()
             ? "Other machines can reach it, and whoever does can use it: --token lets in only those who know it.\n"
             : "Other machines can reach it; the API answers only those who send the token.\n";
}

int serve(const ServerOptions& options) {
  // Blocked in every thread, so that this one can wait for them.
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  signal(SIGPIPE, SIG_IGN);

  Server server(options);
  fmt::print("Sow is at {}  (Ctrl-C ends it)\n{}", server.address(), warning(options, server));
  std::fflush(stdout);
  int received = 0;
  sigwait(&ends, &received);
  pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);  // a second Ctrl-C ends the program at once
  end_soon();
  server.stop();
  return 0;
}

struct ServeArguments {
  ServerOptions server;
  int port = server.port, hash = 0;
  std::string evaluation;
};

}  // namespace

void add_serve(Command& program) {
  const auto options = std::make_shared<ServeArguments>();
  ServerOptions& server = options->server;
  Command& command = program.command("serve", "The page: play, watch and analyse in the browser");
  command
      .option("--host", &server.host,
              "the address to listen at; others than this machine's own reach it only if you say so here")
      .value("ADDRESS");
  command
      .option("--token", &server.token,
              "a word that every call of the API has to send if other machines can reach it; the page takes it from "
              "the printed address")
      .value("WORD");
  command.option("--port", &options->port, "0: any that is free").value("N").range(0, 65535);
  command.option("--games", &server.games, "a folder with rule files of your own to play as well").value("FOLDER");
  add_threads(command, server.analyses, "how many analyses at once").name = "--analyses";
  command.option(options::hash.with_help("MiB of the transposition table of each analysis"), &options->hash);
  command.option(options::db, &server.databases);
  command.option(options::evaluation, &options->evaluation).otherwise("each game's own");
  command.run = [options] {
    ServerOptions& server = options->server;
    server.port = options->port;
    server.hash_bytes = mebibytes(options->hash);
    check_token(server.token);
    server.evaluation = read_evaluation(options->evaluation);
    if (server.databases.empty()) server.databases = default_database_folder();
    return serve(server);
  };
}

}  // namespace sow
