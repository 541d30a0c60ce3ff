// sow serve: the page and its API, until Ctrl-C.
#include <fmt/format.h>
#include <signal.h>

#include <memory>
#include <thread>

#include "cli/command.h"
#include "cli/database_option.h"
#include "server/server.h"

namespace sow {
namespace {

int serve(const ServerOptions& options) {
  // Blocked in every thread, so that this one can wait for them.
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  signal(SIGPIPE, SIG_IGN);

  Server server(options);
  fmt::print("Sow is at {}  (Ctrl-C ends it)\n", server.address());
  std::fflush(stdout);
  int received = 0;
  sigwait(&ends, &received);
  server.stop();
  return 0;
}

}  // namespace

void add_serve(CLI::App& app, Run& run) {
  const auto options = std::make_shared<ServerOptions>();
  options->analyses = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const auto hash = std::make_shared<int>(static_cast<int>(options->hash_bytes >> 20));
  auto* command = app.add_subcommand("serve", "The page: play, watch and analyse in the browser");
  command
      ->add_option("--host", options->host,
                   "the address to listen at; others than this machine's own reach it only"
                   " if you say so here")
      ->capture_default_str()
      ->type_name("ADDRESS");
  command->add_option("--port", options->port, "0: any that is free")->capture_default_str()->type_name("N");
  command->add_option("--games", options->games, "a folder with rule files of your own to play as well")
      ->type_name("FOLDER");
  command->add_option("--analyses", options->analyses, "how many analyses at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--hash", *hash, "MiB of each analysis' table of boards")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str()
      ->type_name("N");
  add_database_option(*command, options->databases);
  command->callback([=, &run] {
    if (options->databases.empty()) options->databases = default_database_folder();
    options->hash_bytes = static_cast<std::size_t>(*hash) << 20;
    run = [options] { return serve(*options); };
  });
}

}  // namespace sow
