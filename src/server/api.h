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

  Reply handle_object(const Route& route, const nlohmann::json& object);

  Reply games(const ApiRequest& request);
  Reply database(const ApiRequest& request);

  Reply describe_game(Fields& fields);
  Reply play(Fields& fields);
  Reply choose(Fields& fields);
  Reply give_hint(Fields& fields);
  Reply analyze(Fields& fields);
  Reply report(Fields& fields);
  Reply read_records(Fields& fields);
  Reply write_records(Fields& fields);

  FindGame finder() const;
  DatabaseUse databases(const GameDef& def) const;
  Engine& engine_for(const GameDef& def, TaskContext& context) const;

  const ServerOptions options_;
  Library library_;
};

// {"error":…,"field":null}
Answer error_answer(unsigned status, const std::string& message);

}  // namespace sow
