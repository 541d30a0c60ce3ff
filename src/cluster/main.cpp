// sow-cluster: databases of endings, built and looked over by many processes on many machines.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/processor.h"
#include "cli/shared_arguments.h"
#include "cluster/commands.h"

namespace {

using sow::ClusterOptions;
using sow::Command;
using sow::World;

constexpr const char* examples = R"(Examples:
  mpirun -n 4 sow-cluster build oware --seeds 14 --db FOLDER    on four processors of this machine
  srun sow-cluster build oware --seeds 34 --db /shared/folder   in a job of Slurm
  mpirun -n 4 sow-cluster verify oware --db FOLDER

The folder must be the same on all machines. docs/cluster.md says what it takes.
)";

using Run = int (*)(World&, const ClusterOptions&);

void add_commands(Command& program, ClusterOptions& options, Run& chosen) {
  program.version = "sow-cluster " SOW_VERSION;
  program.footer = examples;
  const auto add = [&](const char* name, const char* help, const char* seeds_help, Run run) -> Command& {
    Command& command = program.command(name, help);
    add_game(command, options.game).required();
    command.option("--seeds", &options.seeds, seeds_help).value("N").range(0, 127);
    command.option(sow::options::db, &options.db);
    command.option("--patience", &options.patience_seconds, "end if a rank hears nothing of the others for so long")
        .value("SECONDS")
        .range(1, 1000000);
    command.run = [&chosen, run] { return chosen = run, 0; };
    return command;
  };
  Command& build = add("build", "The exact value of every board with up to so many seeds", "seeds in the pits, at most",
                       sow::cluster_build);
  build.arguments[1].required();
  build
      .option("--checkpoint", &options.checkpoint_seconds, "keep what is known of a level this often; 0: at every step")
      .value("SECONDS")
      .range(0, 1000000);
  build.option("--json", &options.json, "print one JSON object at the end");
  build.footer =
      "The files are those of sow db build, byte for byte. A build that was stopped or killed goes on where it was,\n"
      "on any number of ranks.\n";
  const char* const up_to = "only boards with up to so many seeds";
  add("verify", "Derive every value again from those of its moves", up_to, sow::cluster_verify)
      .option("--sample", &options.sample, "only so many boards of each level, at random")
      .value("N")
      .range(1, sow::options::most_nodes);
  Command& stats =
      add("stats", "How many boards have which value, and how large the files are", up_to, sow::cluster_stats);
  stats.option("--json", &options.json, "print one JSON object");
  stats.option("--csv", &options.csv, "print a line for each number of seeds and value").excludes("--json");
}

// All ranks read the same command line; one of them talks about it.
class Silence {
 public:
  explicit Silence(bool wanted) {
    if (!wanted) return;
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const int fd : {1, 2}) {
      kept_[fd - 1] = fcntl(fd, F_DUPFD_CLOEXEC, 3);
      dup2(nowhere, fd);
    }
    close(nowhere);
  }
  ~Silence() {
    std::fflush(nullptr);
    for (const int fd : {1, 2}) {
      if (kept_[fd - 1] < 0) continue;
      dup2(kept_[fd - 1], fd);
      close(kept_[fd - 1]);
    }
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int kept_[2] = {-1, -1};
};

int run(World& world, int argc, char** argv) {
  ClusterOptions options;
  Run chosen = nullptr;
  Command program{"sow-cluster", "Builds and checks databases of endings on many machines together, by MPI."};
  add_commands(program, options, chosen);
  int code = 0;
  {
    const Silence silence(!world.first());
    code = sow::run_command_line(program, argc, argv);
  }
  return chosen == nullptr ? code : chosen(world, options);
}

}  // namespace

// What one rank cannot do ends the job at once: the others would wait for it.
int main(int argc, char** argv) {
  if (const char* missing = sow::missing_instructions()) {
    std::fprintf(stderr, "sow-cluster: a processor has no %s, which this program was compiled for\n", missing);
    return sow::exit_failed;
  }
  World world(argc, argv);
  int code = sow::exit_failed;
  try {
    code = run(world, argc, argv);
  } catch (const sow::AgreedError& e) {
    if (world.first()) fmt::print(stderr, "sow-cluster: {}\n", e.what());
    code = sow::exit_bad_input;
  } catch (const sow::Error& e) {
    fmt::print(stderr, "sow-cluster: rank {}: {}\n", world.rank(), e.what());
    world.abort(sow::exit_bad_input);
  } catch (const std::exception& e) {
    fmt::print(stderr, "sow-cluster: rank {}: {}\n", world.rank(), sow::words_of(e));
    world.abort(sow::exit_failed);
  }
  std::fflush(stdout);
  return code;
}
