// Misbehaving clients against a server in this process.
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/database.h"
#include "rules/catalog.h"
#include "support/never.h"
#include "support/served.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using nlohmann::json;

const std::string host = "Host: localhost\r\n";

class Limits : public Served {};

TEST_F(Limits, RejectsLargeBodies) {
  serve();
  EXPECT_EQ(client()->post(play, "{\"rules\":\"" + std::string(300'000, 'x') + "\"}").status, 413);
  EXPECT_EQ(client()->post(play, "{\"position\":\"" + std::string(200'000, '-') + "\"}").status, 400);
  const auto c = client();
  c->send("POST /api/play HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 40 && c->send("2000\r\n" + std::string(0x2000, ' ') + "\r\n"); ++i) continue;
  EXPECT_EQ(c->response().status, 413);
}

TEST_F(Limits, RejectsLargeHeaders) {
  serve();
  EXPECT_EQ(client()->get("/", host + "X: " + std::string(9000, 'x') + "\r\n").status, 431);
  EXPECT_EQ(client()->get("/" + std::string(9000, 'x')).status, 431);
  const auto c = client();
  c->send("GET / HTTP/1.1\r\n");
  for (int i = 0; i < 1000 && c->send("X" + std::to_string(i) + ": some more\r\n"); ++i) continue;
  EXPECT_EQ(c->response().status, 431);
}

TEST_F(Limits, DisconnectsSlowClients) {
  ServerOptions options = any_port();
  options.read_timeout = 300ms;
  options.idle_timeout = 1500ms;
  serve(options);
  // Sending a byte now and then does not help.
  for (const std::string request : {"GET / HTTP/1.1\r\nHost: localhost\r\n",
                                    "POST /api/play HTTP/1.1\r\nHost: localhost\r\n"
                                    "Content-Length: 500\r\n\r\n{"}) {
    const auto started = Clock::now();
    const auto c = client();
    c->send(request);
    while (!c->closed_within(50ms) && Clock::now() - started < long_timeout) c->send(" ");
    EXPECT_LT(Clock::now() - started, long_timeout);
    EXPECT_GE(Clock::now() - started, options.read_timeout);
  }
  const auto started = Clock::now();
  EXPECT_TRUE(client()->closed_within(long_timeout));
  EXPECT_GE(Clock::now() - started, options.idle_timeout);
}

TEST_F(Limits, LimitsConnections) {
  ServerOptions options = any_port();
  options.max_connections = 5;
  options.analyses = 5;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 5; ++i) clients.push_back(start_analysis());
  EXPECT_EQ(client()->get("/").status, 503);
  clients.pop_back();
  EXPECT_TRUE(eventually([&] { return client()->get("/").status == 200; }));
}

TEST_F(Limits, IdleConnectionsDoNotDelayOthers) {
  ServerOptions options = any_port();
  options.read_timeout = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(client());
  for (const auto& c : idle) c->send("GET / HT");
  const auto c = client();
  const auto started = Clock::now();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(c->post(play, "{}").status, 200);
  EXPECT_LT(Clock::now() - started, long_timeout);
}

TEST_F(Limits, AnalysesWaitTheirTurn) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.max_queued = 2;
  options.time_slice = never;
  serve(options);
  const auto first = start_analysis();
  const auto second = client(), third = client();
  second->send(HttpClient::request("POST", analyze, endless));
  ASSERT_TRUE(second->read_until("event: wait\ndata: {\"ahead\":1}"));
  third->send(HttpClient::request("POST", analyze, endless));
  EXPECT_TRUE(third->read_until("{\"ahead\":2}"));
  first->close();
  EXPECT_TRUE(second->read_until("event: analysis"));
  EXPECT_TRUE(third->read_until("{\"ahead\":1}"));
}

TEST_F(Limits, AnalysesYieldAfterTimeSlice) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.time_slice = 1ms;
  serve(options);
  // With nobody waiting, it runs beyond its time slice.
  const auto first = start_analysis();
  std::this_thread::sleep_for(20ms);
  const auto second = start_analysis();
  EXPECT_TRUE(first->read_until("\"ended\":\"share\""));
  const auto third = start_analysis();
  EXPECT_TRUE(second->read_until("\"ended\":\"share\""));
}

// Rules in a request are parsed on the worker thread: an error is an ordinary response, or an event if the stream has
// already started with "wait" events.
TEST_F(Limits, AnalysesWithRulesAreQueuedOnce) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.time_slice = 1ms;
  serve(options);
  const std::string bad = R"({"rules":"name = 3"})";
  const std::string good = R"({"rules":"name = \"mine\"\nextends = \"kalah\"","depth":2})";
  for (const std::string path : {"/api/analyze", "/api/report"}) {
    const auto refused = client()->post(path, bad);
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(json::parse(refused.body)["field"], "rules");
  }
  EXPECT_NE(client()->post(analyze, good).body.find("\"ended\":\"depth\""), std::string::npos);
  const auto running = start_analysis();
  const auto late = client()->post(analyze, bad);
  EXPECT_EQ(late.status, 200);
  EXPECT_TRUE(late.body.starts_with("event: wait\ndata: {\"ahead\":1}")) << late.body;
  EXPECT_NE(late.body.find("event: error\ndata: {\"error\":\"line 1"), std::string::npos) << late.body;
}

TEST_F(Limits, RejectsRequestsIfQueueIsFull) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.max_queued = 1;
  options.time_slice = never;
  serve(options);
  const auto running = start_analysis(), waiting = client();
  waiting->send(HttpClient::request("POST", analyze, endless));
  ASSERT_TRUE(waiting->read_until("event: wait"));
  const auto refused = client()->post(analyze, endless);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.headers.at("retry-after"), "1");
  // Choosing a move is not affected.
  EXPECT_EQ(client()->post("/api/choose", R"({"player":"engine:level=2"})").status, 200);
}

TEST_F(Limits, AnalysesStopAtTimeLimit) {
  ServerOptions options = any_port();
  options.max_analysis_time = 300ms;
  options.max_choice_time = 300ms;
  serve(options);
  EXPECT_EQ(client()->post(analyze, R"({"time":301})").status, 400);
  const auto started = Clock::now();
  const auto answer = client()->post(analyze, R"({"game":"oware","time":300})");
  EXPECT_NE(answer.body.find("\"ended\":\"time\""), std::string::npos);
  // A player that would take years.
  EXPECT_EQ(client()->post("/api/choose", R"({"game":"oware","player":"minimax:depth=100"})").status, 503);
  EXPECT_LT(Clock::now() - started, long_timeout);
}

// With one analysis thread, the next client is served only when the previous job has ended.
TEST_F(Limits, CancelsAnalysisIfClientDisconnects) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.time_slice = never;
  serve(options);
  for (int i = 0; i < 5; ++i) {
    const auto started = Clock::now();
    auto c = start_analysis();
    EXPECT_LT(Clock::now() - started, long_timeout);
    c->close();
  }
  // Disconnected clients do not stay in the queue either.
  const auto running = start_analysis();
  for (int i = 0; i < 200; ++i) client()->send(HttpClient::request("POST", analyze, endless));
  EXPECT_TRUE(eventually([&] {
    const auto last = client();
    last->send(HttpClient::request("POST", analyze, endless));
    return last->head().status == 200;
  }));
}

TEST_F(Limits, StopsQuickly) {
  ServerOptions options = any_port();
  options.max_choice_time = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 2; ++i) clients.push_back(start_analysis());
  for (int i = 0; i < 5; ++i) {
    clients.push_back(client());
    clients.back()->send(HttpClient::request("POST", analyze, endless));
    clients.push_back(client());
    clients.back()->send("GET / HTT");
  }
  clients.push_back(client());
  clients.back()->send(HttpClient::request("POST", "/api/choose", R"({"game":"oware","player":"minimax:depth=100"})"));
  std::this_thread::sleep_for(100ms);
  const auto started = Clock::now();
  server->stop();
  EXPECT_LT(Clock::now() - started, long_timeout);
}

TEST_F(Limits, StreamsReportShutdown) {
  ServerOptions options = any_port();
  options.shutdown_grace = never;
  serve(options);
  const auto first = start_analysis(), second = start_analysis();
  server->stop();
  EXPECT_TRUE(first->read_until("\"ended\":\"shutdown\""));
  EXPECT_TRUE(second->read_until("\"ended\":\"shutdown\""));
}

TEST_F(Limits, RejectsOtherSites) {
  serve();
  for (const std::string good :
       {"localhost", "LocalHost:1234", "127.0.0.1", "127.0.0.1:80", "[::1]:8080", "192.168.1.7"})
    EXPECT_EQ(client()->get("/", "Host: " + good + "\r\n").status, 200) << good;
  for (const std::string bad :
       {"evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "[::1]evil",
        "[::1]evil:80", "[::1", "[::1]:evil", "localhost:evil", "127.0.0.1:80:80", ""})
    EXPECT_EQ(client()->get("/", "Host: " + bad + "\r\n").status, 403) << bad;
  EXPECT_EQ(client()->get("/", "").status, 403);

  for (const std::string good : {"http://localhost", "https://localhost"})
    EXPECT_EQ(client()->post(play, "{}", host + "Origin: " + good + "\r\n").status, 200) << good;
  for (const std::string bad :
       {"http://evil.example", "null", "http://localhost:81", "localhost", "http://localhost.evil.example"})
    EXPECT_EQ(client()->post(play, "{}", host + "Origin: " + bad + "\r\n").status, 403) << bad;
}

TEST_F(Limits, ServesNoFilesFromDisk) {
  serve();
  for (const std::string path :
       {"/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
        "/assets/../../README.md", "/assets/..\\..\\README.md", "/index.html/../../x", "/./index.html",
        "/index.html%00", "/api/../index.html", "/api/db/../../etc/passwd", "/api/db/..%2f..%2fetc%2fpasswd",
        "file:///etc/passwd", "*"}) {
    const auto answer = client()->get(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.body.find("root:"), std::string::npos);
  }
}

TEST_F(Limits, SendsSecurityHeaders) {
  serve();
  const auto c = client();
  for (const std::string path : {"/", "/api/games", "/nothing"}) {
    const auto answer = c->get(path);
    const std::string policy = answer.headers.at("content-security-policy");
    EXPECT_NE(policy.find("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), std::string::npos);
    EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(answer.headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.headers.at("referrer-policy"), "no-referrer");
    EXPECT_FALSE(answer.headers.contains("access-control-allow-origin"));
  }
}

TEST_F(Limits, SupportsPipelining) {
  serve();
  const auto c = client();
  std::string all;
  for (int i = 0; i < 20; ++i) {
    all += HttpClient::request("POST", play, i % 2 == 0 ? R"({"game":"hus"})" : R"({"game":"owari"})");
    if (i % 5 == 0) all += HttpClient::request("POST", "/api/choose", R"({"player":"random"})");
    if (i % 7 == 0) all += HttpClient::request("POST", analyze, R"({"depth":2})");
  }
  c->send(all);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(json::parse(c->response().body)["id"], i % 2 == 0 ? "hus" : "owari");
    if (i % 5 == 0) EXPECT_TRUE(json::parse(c->response().body).contains("move"));
    if (i % 7 == 0) EXPECT_NE(c->response().body.find("\"done\":true"), std::string::npos);
  }
}

TEST_F(Limits, RejectsInvalidHttp) {
  serve();
  for (const std::string text :
       {"hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x00\x01\r\n\r\n",
        "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"}) {
    const auto c = client();
    c->send(text);
    EXPECT_EQ(c->response().status, 400) << text;
    EXPECT_TRUE(c->closed_within(long_timeout));
  }
}

TEST_F(Limits, RejectsAmbiguousRequests) {
  serve();
  const std::string chunks = "2\r\n{}\r\n0\r\n\r\n";
  const auto post_status = [&](const std::string& headers, const std::string& body) {
    const auto c = client();
    c->send("POST /api/play HTTP/1.1\r\n" + headers + "\r\n" + body);
    return c->response().status;
  };
  EXPECT_EQ(post_status(host + "Transfer-Encoding: chunked\r\n", chunks), 200);
  EXPECT_EQ(post_status(host + "Transfer-Encoding: Chunked\r\n", chunks), 200);
  for (const std::string coding :
       {"gzip", "identity", "gzip, chunked", "chunked, gzip", "chunked, chunked", "xchunked"})
    EXPECT_EQ(post_status(host + "Transfer-Encoding: " + coding + "\r\n", chunks), 400) << coding;
  EXPECT_EQ(post_status(host + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunks), 400);
  EXPECT_EQ(post_status(host + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", chunks), 400);
  EXPECT_EQ(post_status(host + host + "Content-Length: 2\r\n", "{}"), 400);
  EXPECT_EQ(post_status(host + "Host: evil.example\r\nContent-Length: 2\r\n", "{}"), 400);
  EXPECT_EQ(post_status(host + "Content-Length: 2\r\n", "{}"), 200);
  for (const std::string length : {"2, 2", "2,2", "+2", "0x2", "2;", "\"2\""})
    EXPECT_EQ(post_status(host + "Content-Length: " + length + "\r\n", "{}"), 400) << length;
  EXPECT_EQ(post_status(host + "Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), 400);
  const std::string origin = "Origin: http://localhost\r\n";
  EXPECT_EQ(post_status(host + origin + "Content-Length: 2\r\n", "{}"), 200);
  EXPECT_EQ(post_status(host + origin + origin + "Content-Length: 2\r\n", "{}"), 400);
  EXPECT_EQ(post_status(host + origin + "Origin: http://evil.example\r\nContent-Length: 2\r\n", "{}"), 400);
  for (const std::string fold : {"X: a\r\n b\r\n", "X: a\r\n\tb\r\n", "X:\r\n Content-Length: 3\r\n"}) {
    EXPECT_EQ(post_status(host + fold + "Content-Length: 2\r\n", "{}"), 400) << fold;
    EXPECT_EQ(post_status(fold + host + "Content-Length: 2\r\n", "{}"), 400) << fold;
  }
  // The body may contain anything.
  EXPECT_EQ(post_status(host + "Content-Length: 11\r\n", "{\r\n \r\n\r\n\t }"), 200);
}

TEST_F(Limits, RequiresToken) {
  ServerOptions options = any_port();
  options.host = "0.0.0.0";
  options.token = "open-sesame";
  serve(options);
  EXPECT_TRUE(server->reachable());
  EXPECT_TRUE(server->address().ends_with("/#token=open-sesame"));
  EXPECT_EQ(client()->get("/").status, 200);  // the page itself contains no secrets
  for (const std::string wrong : {"", "Authorization: Bearer open-sesam\r\n", "Authorization: Bearer open-sesamE\r\n",
                                  "Authorization: open-sesame\r\n", "Authorization: Bearer \r\n"}) {
    EXPECT_EQ(client()->get("/api/games", host + wrong).status, 401) << wrong;
    EXPECT_EQ(client()->post(play, "{}", host + wrong).status, 401) << wrong;
    EXPECT_EQ(client()->get("/api/db/owari", host + wrong).status, 401) << wrong;
  }
  const std::string right = "Authorization: Bearer open-sesame\r\n";
  EXPECT_EQ(client()->get("/api/games", host + right).status, 200);
  EXPECT_EQ(client()->post(play, "{}", host + right).status, 200);

  // On loopback too: there may be a proxy in front.
  options.host = "127.0.0.1";
  serve(options);
  EXPECT_FALSE(server->reachable());
  EXPECT_TRUE(server->address().ends_with("/#token=open-sesame"));
  EXPECT_EQ(client()->post(play, "{}").status, 401);
  EXPECT_EQ(client()->post(play, "{}", host + right).status, 200);

  options.token.clear();
  serve(options);
  EXPECT_TRUE(server->address().ends_with("/"));
  EXPECT_EQ(client()->post(play, "{}").status, 200);
}

TEST_F(Limits, PageHasEtag) {
  serve();
  const auto c = client();
  const auto page = c->get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_NE(page.body.find("<title>"), std::string::npos);
  const auto again = c->get("/", host + "If-None-Match: " + page.headers.at("etag") + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  c->send(HttpClient::request("HEAD", "/"));
  const auto head = c->head();
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(page.body.size()));
  EXPECT_EQ(c->post("/", "{}").status, 405);
}

TEST_F(Limits, GamesHaveEtag) {
  serve();
  const auto c = client();
  const auto games = c->get("/api/games");
  EXPECT_EQ(games.status, 200);
  EXPECT_EQ(games.headers.at("cache-control"), "private, no-cache");
  const auto again = c->get("/api/games", host + "If-None-Match: " + games.headers.at("etag") + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(c->get("/api/games", host + "If-None-Match: \"other\"\r\n").body, games.body);
}

TEST_F(Limits, OnlyDatabasesCanBeReadByTheAllowedOrigin) {
  ServerOptions options = any_port();
  options.cors = "https://other.example";
  serve(options);
  const auto allowed = [&](const std::string& path, const std::string& origin) {
    const auto headers = client()->get(path, host + "Origin: " + origin + "\r\n").headers;
    const auto found = headers.find("access-control-allow-origin");
    return found == headers.end() ? "" : found->second;
  };
  const std::string probe = "/api/db?game=kalah";
  EXPECT_EQ(allowed(probe, options.cors), options.cors);
  EXPECT_EQ(allowed("/api/db/kalah", options.cors), options.cors);
  EXPECT_EQ(allowed(probe, "https://evil.example"), "");
  EXPECT_EQ(allowed("/api/games", options.cors), "");
  EXPECT_EQ(client()->post(play, "{}", host + "Origin: " + options.cors + "\r\n").status, 403);
  options.cors = "*";
  serve(options);
  EXPECT_EQ(allowed(probe, "https://evil.example"), "*");
  EXPECT_EQ(allowed("/api/games", "https://evil.example"), "");
  serve();
  EXPECT_EQ(allowed(probe, "https://other.example"), "");
}

TEST_F(Limits, DatabaseValuesCanBeCached) {
  const tests::TemporaryFolder folder;
  build_database(Database(find_game("kalah"), folder.path()),
                 {.seeds = 3, .threads = 1, .stop = &sow::never, .on_progress = {}});
  ServerOptions options = any_port();
  options.search.database.folder = folder.path();
  options.cors = "https://other.example";
  serve(options);
  const std::string probe = "/api/db?game=kalah&position=0-0-0-0-1-1-1-0-0-0-0-0-23-22-S";
  const auto c = client();
  const auto first = c->get(probe);
  ASSERT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(first.headers.at("cache-control"), "public, max-age=86400");
  EXPECT_EQ(first.headers.at("vary"), "Origin, Accept-Encoding");
  const std::string etag = first.headers.at("etag");
  EXPECT_NE(c->get("/api/db?game=kalah&position=0-0-0-0-0-1-1-0-0-0-0-0-23-23-S").headers.at("etag"), etag);

  // A browser that asks again gets no body, but the headers that it needs to use what it has.
  for (const std::string& known : {etag, "W/" + etag, "\"other\", " + etag, std::string("*")}) {
    const auto again = c->get(probe, host + "Origin: " + options.cors + "\r\nIf-None-Match: " + known + "\r\n");
    EXPECT_EQ(again.status, 304) << known;
    EXPECT_TRUE(again.body.empty());
    EXPECT_EQ(again.headers.at("etag"), etag);
    EXPECT_EQ(again.headers.at("cache-control"), first.headers.at("cache-control"));
    EXPECT_EQ(again.headers.at("access-control-allow-origin"), options.cors);
    EXPECT_FALSE(again.headers.contains("content-length"));
  }
  EXPECT_EQ(c->get(probe, host + "If-None-Match: \"other\"\r\n").body, first.body);
  c->send(HttpClient::request("HEAD", probe, "", host + "Origin: " + options.cors + "\r\n"));
  const auto head = c->head();
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(first.body.size()));
  EXPECT_EQ(head.headers.at("access-control-allow-origin"), options.cors);

  // Errors can go away: a larger database may be built.
  for (const char* path : {"/api/db?game=kalah", "/api/db?game=chess", "/api/db"}) {
    const auto error = client()->get(path, host + "If-None-Match: *\r\n");
    EXPECT_GE(error.status, 400) << path;
    EXPECT_EQ(error.headers.at("cache-control"), "no-store") << path;
    EXPECT_FALSE(error.headers.contains("etag")) << path;
  }
  // Caches that several people share must not keep what needs a token.
  options.token = "secret";
  serve(options);
  EXPECT_EQ(client()->get(probe, host + "Authorization: Bearer secret\r\n").headers.at("cache-control"),
            "private, max-age=86400");
}

TEST(ConnectionLimit, LeavesRoomForOtherFiles) {
  ServerOptions options;
  options.max_connections = 512;
  options.max_connections_per_client = 128;
  EXPECT_EQ(limit_connections(options, 1024).max_connections, 512u);
  EXPECT_EQ(limit_connections(options, 1024).max_connections_per_client, 128u);
  EXPECT_EQ(limit_connections(options, 500).max_connections, 372u);
  for (const std::size_t files : {10, 64, 100, 200, 256, 300, 600}) {
    const ServerOptions limited = limit_connections(options, files);
    EXPECT_LT(limited.max_connections, files);
    EXPECT_LE(limited.max_connections_per_client * 2, limited.max_connections);
  }
}

// The process runs out of files long before the connections do, but the server still accepts new ones.
TEST_F(Limits, RespectsOpenFileLimit) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit low = before;
  low.rlim_cur = 250;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  ServerOptions options = any_port();
  options.idle_timeout = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> idle;  // in this process too: 100 files here, and at most 62 of the server
  for (int i = 0; i < 100; ++i) idle.push_back(client());
  EXPECT_TRUE(eventually([&] { return client()->get("/").status == 200; }));
  EXPECT_TRUE(eventually([&] { return client("127.0.0.2")->get("/").status == 200; }));
  idle.clear();
  setrlimit(RLIMIT_NOFILE, &before);
}

TEST_F(Limits, CompressesLargeResponses) {
  serve();
  const auto c = client();
  const auto plain = c->get("/api/games");
  EXPECT_FALSE(plain.headers.contains("content-encoding"));
  const auto packed = c->get("/api/games", host + "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
  EXPECT_LT(packed.body.size() * 5, plain.body.size());
  EXPECT_TRUE(packed.body.starts_with("\x1f\x8b"));
  const auto brief = c->get("/api/nothing", host + "Accept-Encoding: gzip\r\n");
  EXPECT_FALSE(brief.headers.contains("content-encoding"));
}

TEST_F(Limits, ListensOnLoopbackByDefault) {
  EXPECT_EQ(ServerOptions().host, "127.0.0.1");
  serve();
  EXPECT_EQ(server->address(), "http://127.0.0.1:" + std::to_string(server->port()) + "/");
  ServerOptions taken = any_port();
  taken.port = server->port();
  EXPECT_THROW(Server{taken}, Error);
}

}  // namespace
}  // namespace sow
