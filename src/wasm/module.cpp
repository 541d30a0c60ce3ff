// The functions that JavaScript calls, and the functions of the page that the engine calls. README.md describes them.
#include <emscripten.h>
#include <fmt/format.h>

#include <string>

#include "base/error.h"
#include "search/bench.h"
#include "server/local_api.h"

EM_JS(int, host_wants_stop, (), { return Module["shouldStop"] && Module["shouldStop"]() ? 1 : 0; });
EM_JS(void, host_receives_event, (const char* name, int name_bytes, const char* data, int data_bytes), {
  if (Module["onEvent"]) Module["onEvent"](UTF8ToString(name, name_bytes), UTF8ToString(data, data_bytes));
});

namespace sow {
namespace {

constexpr std::size_t hash_mib = 64;
constexpr const char* database_folder = "/data";  // in the module's own file system

ServerOptions module_options() {
  ServerOptions options;
  options.max_solve_time = std::chrono::hours(1);
  // These limits protect a server from its clients. A device works for its owner alone, and elapsed time says little
  // about the work done while other programs keep it busy.
  options.max_replay_time = options.max_choice_time = std::chrono::minutes(1);
  options.compress = false;
  options.search.hash_bytes = mebibytes(hash_mib);
  options.search.database.folder = database_folder;
  return options;
}

LocalApi& api() {
  static LocalApi api(module_options(), {.wants_stop = [] { return host_wants_stop() != 0; },
                                         .emit =
                                             [](std::string_view event, std::string_view data) {
                                               host_receives_event(event.data(), static_cast<int>(event.size()),
                                                                   data.data(), static_cast<int>(data.size()));
                                             }});
  return api;
}

// The text stays valid until the next call.
template <class Text>
const char* returned(Text&& make) {
  static std::string text;
  const auto failed = [](unsigned status, const std::exception& e) {
    return fmt::format(R"({{"status":{},"body":{}}})", status, error_response(status, e.what()).body);
  };
  try {
    text = make();
  } catch (const Error& e) {
    text = failed(400, e);
  } catch (const std::bad_alloc&) {
    return R"({"status":503,"body":{"error":"out of memory; try again later","field":null}})";
  } catch (const std::exception& e) {
    text = failed(500, e);
  }
  return text.c_str();
}

}  // namespace
}  // namespace sow

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* sow_request(const char* method, const char* target, const char* body) {
  return sow::returned([&] {
    const std::string_view whole = target;
    const auto question = std::min(whole.find('?'), whole.size());
    const sow::Response response = sow::api().handle({.method = method,
                                                      .path = whole.substr(0, question),
                                                      .query = whole.substr(std::min(question + 1, whole.size())),
                                                      .body = body});
    const std::string& text = response.cached ? response.cached->plain : response.body;
    return fmt::format(R"({{"status":{},"body":{}}})", response.status, text.empty() ? "null" : text);
  });
}

EMSCRIPTEN_KEEPALIVE const char* sow_build_database(const char* game) {
  return sow::returned([&] {
    const auto built = sow::api().build_database(game);
    return fmt::format(R"({{"seeds":{},"complete":{}}})", built.seeds, built.complete);
  });
}

EMSCRIPTEN_KEEPALIVE const char* sow_bench(const char* game) {
  return sow::returned([&] {
    const sow::BenchResult result = sow::bench_game(game);
    return fmt::format(R"({{"game":"{}","nodes":{},"seconds":{}}})", result.game, result.nodes, result.seconds);
  });
}

}  // extern "C"
