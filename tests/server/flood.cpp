// One client floods an endpoint while another one works normally. The endpoints come from the schema of the API, so
// that a new one cannot be forgotten.
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "server/api.h"
#include "support/first_moves.h"
#include "support/served.h"

namespace sow {
namespace {

using nlohmann::json;

json read_schema() {
  std::ifstream file(SOW_TEST_DATA "/../../web/api.schema.json");
  return json::parse(file);
}

// Expensive values of request fields, by name.
const json& samples() {
  static const json values = [] {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "[Variant \"owari\"]\n\n1. E b 2. C *\n";
    const json record = {{"game", "owari"}, {"line", {{{"move", "E"}}, {{"move", "b"}}}}};
    return json{
        {"game", "oware"}, {"moves", tests::first_moves("oware", 60)}, {"player", "engine:level=5"}, {"time", 100},
        {"text", text},    {"records", std::vector<json>(100, record)}};
  }();
  return values;
}

// Fills every property of a request schema that has a sample value.
void add_samples(const json& schema, const json& defs, json& request) {
  const auto resolve = [&](const json& reference) {
    return defs.at(reference.at("$ref").get<std::string>().substr(std::string("#/$defs/").size()));
  };
  if (schema.contains("$ref")) return add_samples(resolve(schema), defs, request);
  for (const json& part : schema.value("allOf", json::array())) add_samples(part, defs, request);
  const json properties = schema.value("properties", json::object());
  for (const auto& [name, value] : properties.items())
    if (samples().contains(name)) request[name] = samples()[name];
  for (const json& name : schema.value("required", json::array()))
    EXPECT_TRUE(request.contains(name)) << "add a sample value for the field " << name;
}

// The schema has every path of the server, so the test below covers all of them.
TEST(ApiSchema, HasEveryPath) {
  std::set<std::string> described, served;
  const json schema = read_schema();
  for (const auto& [route, description] : schema["$defs"]["Routes"]["properties"].items())
    described.insert(route.substr(0, route.find('{')));
  for (const auto path : Api::paths()) served.emplace(path);
  EXPECT_EQ(described, served);
}

class Flood : public Served {};

TEST_F(Flood, OfAnyEndpointDoesNotShutOutOthers) {
  const json schema = read_schema();
  const json& defs = schema["$defs"];
  const json& routes = defs["Routes"]["properties"];
  ASSERT_GE(routes.size(), 13u);
  for (const auto& [route, description] : routes.items()) {
    SCOPED_TRACE(route);
    ServerOptions options = any_port();
    options.analyses = 1;
    serve(options);
    std::string path = route;
    if (const auto game = path.find("{game}"); game != path.npos) path.replace(game, 6, "kalah");
    if (route == "/api/db") path += "?game=kalah";
    const std::string method = description["properties"]["method"]["const"];
    json body = json::object();
    if (method == "POST") add_samples(description["properties"]["request"], defs, body);
    // A round has to be over.
    if (route == "/api/round") body = {{"game", "bosh:round=1"}, {"resigned", "N"}};
    const std::string headers = "Host: localhost\r\nAccept-Encoding: gzip\r\n";
    const std::string request = HttpClient::request(method, path, method == "POST" ? body.dump() : "", headers);

    std::atomic<bool> done = false;
    std::atomic<int> connected = 0, sent = 0, invalid = 0;
    std::vector<std::thread> flood;
    for (int i = 0; i < 32; ++i)
      flood.emplace_back([&] {
        const auto c = client("127.0.0.2");
        ++connected;
        while (!done) {
          c->send(request);
          const int status = c->response().status;
          if (done) break;  // the server may have been stopped
          ++sent;
          // 404: there is no database.
          if (status != 200 && status != 503 && !(status == 404 && path != route)) ++invalid;
        }
      });
    EXPECT_TRUE(eventually([&] { return connected == 32 && sent >= 32; }));
    const auto started = Clock::now();
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(client()->get("/").status, 200);
      EXPECT_EQ(client()->get("/api/games").status, 200);
      EXPECT_EQ(client()->post(play, R"({"moves":["E","b"]})").status, 200);
      EXPECT_EQ(client()->post("/api/game", R"({"game":"hus"})").status, 200);
      EXPECT_EQ(client()->post("/api/choose", R"({"player":"random"})").status, 200);
    }
    EXPECT_LT(Clock::now() - started, long_timeout);  // usually well under a second
    done = true;
    server.reset();  // closes all connections
    for (auto& thread : flood) thread.join();
    EXPECT_EQ(invalid, 0);
  }
}

}  // namespace
}  // namespace sow
