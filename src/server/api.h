// The API of docs/api.md, apart from HTTP.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "protocol/request.h"
#include "server/library.h"
#include "server/options.h"
#include "server/reply.h"

namespace sow {

class Api {
 public:
  explicit Api(const ServerOptions& options) : options_(options), library_(options.games) {}

  // Never throws because of what the request says.
  Reply handle(const ApiRequest& request);

  // What is being read or written at the moment ends soon.
  void stop() { stopping_ = true; }

 private:
  struct Route;
  static const Route routes[];

  // What a request comes to once it is read.
  using Outcome = std::variant<Answer, Work>;
  Outcome read(const Route& route, const nlohmann::json& object, Budget& budget);

  Outcome games(const ApiRequest& request);
  Outcome database(const ApiRequest& request);

  Outcome describe_game(Fields& fields, Budget& budget);
  Outcome play(Fields& fields, Budget& budget);
  Outcome moves(Fields& fields, Budget& budget);
  Outcome round(Fields& fields, Budget& budget);
  Outcome choose(Fields& fields, Budget& budget);
  Outcome give_hint(Fields& fields, Budget& budget);
  Outcome give_lesson(Fields& fields, Budget& budget);
  Outcome analyze(Fields& fields, Budget& budget);
  Outcome report(Fields& fields, Budget& budget);
  Outcome read_records(Fields& fields, Budget& budget);
  Outcome write_records(Fields& fields, Budget& budget);

  FindGame finder() const;
  Answer probe(const std::string& game, const std::string& position) const;
  bool has_database(const GameDef& def) const;
  DatabaseUse databases(const GameDef& def) const;
  Engine& engine_for(const GameDef& def, TaskContext& context) const;

  const ServerOptions options_;
  Library library_;
  std::atomic<bool> stopping_ = false;
};

// {"error":…,"field":null}
Answer error_answer(unsigned status, const std::string& message);

}  // namespace sow
