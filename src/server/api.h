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

 private:
  struct Route;
  static const Route routes[];

  // What a request comes to once it is read.
  using Outcome = std::variant<Answer, Work>;
  Outcome read(const Route& route, const nlohmann::json& object);

  Outcome games(const ApiRequest& request);
  Outcome database(const ApiRequest& request);

  Outcome describe_game(Fields& fields);
  Outcome play(Fields& fields);
  Outcome choose(Fields& fields);
  Outcome give_hint(Fields& fields);
  Outcome analyze(Fields& fields);
  Outcome report(Fields& fields);
  Outcome read_records(Fields& fields);
  Outcome write_records(Fields& fields);

  FindGame finder() const;
  Answer probe(const std::string& game, const std::string& position) const;
  DatabaseUse databases(const GameDef& def) const;
  Engine& engine_for(const GameDef& def, TaskContext& context) const;

  const ServerOptions options_;
  Library library_;
};

// {"error":…,"field":null}
Answer error_answer(unsigned status, const std::string& message);

}  // namespace sow
