// sow-cluster: builds and checks endgame databases with many processes on many machines.
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
  mpirun -n 4 sow-cluster build oware --seeds 14 --db FOLDER    four processes on this machine
  srun sow-cluster build oware --seeds 34 --db /shared/folder   in a Slurm job
  mpirun -n 4 sow-cluster verify oware --db FOLDER

The folder must be shared by all machines. See docs/cluster.md.
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
    command
        .option("--patience", &options.patience_seconds,
                "end the job after this long without a message from another rank")
        .value("SECONDS")
        .range(1, 1000000);
    command.run = [&chosen, run] { return chosen = run, 0; };
    return command;
  };
  Command& build = add("build", "Build the exact value of every board with up to N seeds",
                       "maximum number of seeds in the pits", sow::cluster_build);
  build.arguments[1].required();
  build.option("--checkpoint", &options.checkpoint_seconds, "time between checkpoints; 0: after every superstep")
      .value("SECONDS")
      .range(0, 1000000);
  build.option("--json", &options.json, "print one JSON object at the end");
  build.footer =
      "The files are identical to those of sow db build. Run the same command again to resume a build, on any number\n"
      "of ranks.\n";
  const char* const up_to = "only levels up to N seeds";
  Command& verify = add("verify", "Check every value against the values after its moves", up_to, sow::cluster_verify);
  verify.arguments[1].defaults_to("all");
  verify.option("--sample", &options.sample, "number of random boards to check per level")
      .value("N")
      .defaults_to("all")
      .range(1, sow::options::max_nodes);
  Command& stats = add("stats", "Count boards by value and show file sizes", up_to, sow::cluster_stats);
  stats.arguments[1].defaults_to("all");
  stats.option("--json", &options.json, "print one JSON object");
  stats.option("--csv", &options.csv, "print one CSV line per level and value").excludes("--json");
}

// All ranks parse the same command line; only the first one prints.
class MuteOutput {
 public:
  explicit MuteOutput(bool enabled) {
    if (!enabled) return;
    const int null_device = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const int fd : {1, 2}) {
      saved_[fd - 1] = fcntl(fd, F_DUPFD_CLOEXEC, 3);
      dup2(null_device, fd);
    }
    close(null_device);
  }
  ~MuteOutput() {
    std::fflush(nullptr);
    for (const int fd : {1, 2}) {
      if (saved_[fd - 1] < 0) continue;
      dup2(saved_[fd - 1], fd);
      close(saved_[fd - 1]);
    }
  }
  MuteOutput(const MuteOutput&) = delete;
  MuteOutput& operator=(const MuteOutput&) = delete;

 private:
  int saved_[2] = {-1, -1};
};

int run(World& world, int argc, char** argv) {
  ClusterOptions options;
  Run chosen = nullptr;
  Command program{"sow-cluster", "Builds and checks endgame databases on many machines, with MPI."};
  add_commands(program, options, chosen);
  int code = 0;
  {
    const MuteOutput mute(!world.first());
    code = sow::run_command_line(program, argc, argv);
  }
  return chosen == nullptr ? code : chosen(world, options);
}

}  // namespace

// If one rank fails, the whole job ends: the others would wait for it.
int main(int argc, char** argv) {
  if (const char* missing = sow::missing_instructions()) {
    std::fprintf(stderr, "sow-cluster: this program was compiled for processors with %s\n", missing);
    return sow::exit_failed;
  }
  World world(argc, argv);
  int code = sow::exit_failed;
  try {
    code = run(world, argc, argv);
  } catch (const sow::SharedError& e) {
    if (world.first()) fmt::print(stderr, "sow-cluster: {}\n", e.what());
    code = e.failure ? sow::exit_failed : sow::exit_bad_input;
  } catch (const sow::Error& e) {
    fmt::print(stderr, "sow-cluster: rank {}: {}\n", world.rank(), e.what());
    world.abort(dynamic_cast<const sow::Failure*>(&e) != nullptr ? sow::exit_failed : sow::exit_bad_input);
  } catch (const std::exception& e) {
    fmt::print(stderr, "sow-cluster: rank {}: {}\n", world.rank(), sow::message_of(e));
    world.abort(sow::exit_failed);
  }
  std::fflush(stdout);
  return code;
}
