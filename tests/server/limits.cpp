// Everything a client can do wrong on purpose, against a server in this process.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "support/served.h"

namespace sow {
namespace {

using nlohmann::json;

const std::string host = "Host: localhost\r\n";

class Limits : public Served {};

TEST_F(Limits, BodiesAreBounded) {
  serve();
  EXPECT_EQ(client()->post(play, "{\"rules\":\"" + std::string(300'000, 'x') + "\"}").status, 413);
  EXPECT_EQ(client()->post(play, "{\"position\":\"" + std::string(200'000, '-') + "\"}").status, 400);
  const auto c = client();
  c->send("POST /api/play HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 40 && c->send("2000\r\n" + std::string(0x2000, ' ') + "\r\n"); ++i) continue;
  EXPECT_EQ(c->answer().status, 413);
}

TEST_F(Limits, HeadersAreBounded) {
  serve();
  EXPECT_EQ(client()->get("/", host + "X: " + std::string(9000, 'x') + "\r\n").status, 431);
  EXPECT_EQ(client()->get("/" + std::string(9000, 'x')).status, 431);
  const auto c = client();
  c->send("GET / HTTP/1.1\r\n");
  for (int i = 0; i < 1000 && c->send("X" + std::to_string(i) + ": some more\r\n"); ++i) continue;
  EXPECT_EQ(c->answer().status, 431);
}

TEST_F(Limits, SlowClientsAreLeft) {
  ServerOptions options = any_port();
  options.reading = 300ms;
  options.idle = 1500ms;
  serve(options);
  // A byte now and then does not help.
  for (const std::string request : {"GET / HTTP/1.1\r\nHost: localhost\r\n",
                                    "POST /api/play HTTP/1.1\r\nHost: localhost\r\n"
                                    "Content-Length: 500\r\n\r\n{"}) {
    const auto begun = Clock::now();
    const auto c = client();
    c->send(request);
    while (!c->hung_up(50ms) && Clock::now() - begun < patience) c->send(" ");
    EXPECT_LT(Clock::now() - begun, patience);
    EXPECT_GE(Clock::now() - begun, options.reading);
  }
  const auto begun = Clock::now();
  EXPECT_TRUE(client()->hung_up(patience));
  EXPECT_GE(Clock::now() - begun, options.idle);
}

TEST_F(Limits, ConnectionsAreBounded) {
  ServerOptions options = any_port();
  options.most_connections = 5;
  options.analyses = 5;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 5; ++i) clients.push_back(analysing());
  EXPECT_EQ(client()->get("/").status, 503);
  clients.pop_back();
  EXPECT_TRUE(in_time([&] { return client()->get("/").status == 200; }));
}

TEST_F(Limits, IdleConnectionsDelayNobody) {
  ServerOptions options = any_port();
  options.reading = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(client());
  for (const auto& c : idle) c->send("GET / HT");
  const auto c = client();
  const auto begun = Clock::now();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(c->post(play, "{}").status, 200);
  EXPECT_LT(Clock::now() - begun, patience);
}

TEST_F(Limits, AnalysesWaitTheirTurn) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.most_waiting = 2;
  options.share = never;
  serve(options);
  const auto first = analysing();
  const auto second = client(), third = client();
  second->send(HttpClient::request("POST", analyze, endless));
  ASSERT_TRUE(second->read_until("event: wait\ndata: {\"ahead\":1}"));
  third->send(HttpClient::request("POST", analyze, endless));
  EXPECT_TRUE(third->read_until("{\"ahead\":2}"));
  first->close();
  EXPECT_TRUE(second->read_until("event: analysis"));
  EXPECT_TRUE(third->read_until("{\"ahead\":1}"));
}

TEST_F(Limits, AnalysesGiveWay) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.share = 1ms;
  serve(options);
  // Nobody waits: it goes on beyond its share.
  const auto first = analysing();
  std::this_thread::sleep_for(20ms);
  const auto second = analysing();
  EXPECT_TRUE(first->read_until("\"ended\":\"share\""));
  const auto third = analysing();
  EXPECT_TRUE(second->read_until("\"ended\":\"share\""));
}

// Rules that are sent are read by the thread that analyses: what is wrong with them is an answer, or an event if the
// stream has begun with the waiting.
TEST_F(Limits, AnalysesWithRulesAreQueuedOnce) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.share = 1ms;
  serve(options);
  const std::string bad = R"({"rules":"name = 3"})";
  const std::string good = R"({"rules":"name = \"mine\"\nextends = \"kalah\"","depth":2})";
  for (const std::string path : {"/api/analyze", "/api/report"}) {
    const auto refused = client()->post(path, bad);
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(json::parse(refused.body)["field"], "rules");
  }
  EXPECT_NE(client()->post(analyze, good).body.find("\"ended\":\"depth\""), std::string::npos);
  const auto running = analysing();
  const auto late = client()->post(analyze, bad);
  EXPECT_EQ(late.status, 200);
  EXPECT_TRUE(late.body.starts_with("event: wait\ndata: {\"ahead\":1}")) << late.body;
  EXPECT_NE(late.body.find("event: error\ndata: {\"error\":\"line 1"), std::string::npos) << late.body;
}

TEST_F(Limits, TooManyMayNotWait) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.most_waiting = 1;
  options.share = never;
  serve(options);
  const auto running = analysing(), waiting = client();
  waiting->send(HttpClient::request("POST", analyze, endless));
  ASSERT_TRUE(waiting->read_until("event: wait"));
  const auto refused = client()->post(analyze, endless);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.headers.at("retry-after"), "1");
  // A move is chosen all the same.
  EXPECT_EQ(client()->post("/api/choose", R"({"who":"engine:level=2"})").status, 200);
}

TEST_F(Limits, AnalysesEndInTime) {
  ServerOptions options = any_port();
  options.analysis = 300ms;
  options.choice = 300ms;
  serve(options);
  EXPECT_EQ(client()->post(analyze, R"({"time":301})").status, 400);
  const auto begun = Clock::now();
  const auto answer = client()->post(analyze, R"({"game":"oware","time":300})");
  EXPECT_NE(answer.body.find("\"ended\":\"time\""), std::string::npos);
  // A player that would think for years.
  EXPECT_EQ(client()->post("/api/choose", R"({"game":"oware","who":"minimax:depth=100"})").status, 503);
  EXPECT_LT(Clock::now() - begun, patience);
}

// With one thread for analyses, the next client is served when the work for the one before has ended.
TEST_F(Limits, NobodyAnalysesForAClientWhoHasGone) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.share = never;
  serve(options);
  for (int i = 0; i < 5; ++i) {
    const auto begun = Clock::now();
    auto c = analysing();
    EXPECT_LT(Clock::now() - begun, patience);
    c->close();
  }
  // Nor do those who left the queue keep a place in it.
  const auto running = analysing();
  for (int i = 0; i < 200; ++i) client()->send(HttpClient::request("POST", analyze, endless));
  EXPECT_TRUE(in_time([&] {
    const auto last = client();
    last->send(HttpClient::request("POST", analyze, endless));
    return last->head().status == 200;
  }));
}

TEST_F(Limits, EndsAtOnce) {
  ServerOptions options = any_port();
  options.choice = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 2; ++i) clients.push_back(analysing());
  for (int i = 0; i < 5; ++i) {
    clients.push_back(client());
    clients.back()->send(HttpClient::request("POST", analyze, endless));
    clients.push_back(client());
    clients.back()->send("GET / HTT");
  }
  clients.push_back(client());
  clients.back()->send(HttpClient::request("POST", "/api/choose", R"({"game":"oware","who":"minimax:depth=100"})"));
  std::this_thread::sleep_for(100ms);
  const auto begun = Clock::now();
  server->stop();
  EXPECT_LT(Clock::now() - begun, patience);
}

TEST_F(Limits, StreamsSayThatTheServerEnds) {
  ServerOptions options = any_port();
  options.farewell = never;
  serve(options);
  const auto first = analysing(), second = analysing();
  server->stop();
  EXPECT_TRUE(first->read_until("\"ended\":\"shutdown\""));
  EXPECT_TRUE(second->read_until("\"ended\":\"shutdown\""));
}

TEST_F(Limits, OtherSitesAreRefused) {
  serve();
  for (const std::string good :
       {"localhost", "LocalHost:1234", "127.0.0.1", "127.0.0.1:80", "[::1]:8080", "192.168.1.7"})
    EXPECT_EQ(client()->get("/", "Host: " + good + "\r\n").status, 200) << good;
  for (const std::string bad :
       {"evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", ""})
    EXPECT_EQ(client()->get("/", "Host: " + bad + "\r\n").status, 403) << bad;
  EXPECT_EQ(client()->get("/", "").status, 403);

  for (const std::string good : {"http://localhost", "https://localhost"})
    EXPECT_EQ(client()->post(play, "{}", host + "Origin: " + good + "\r\n").status, 200) << good;
  for (const std::string bad :
       {"http://evil.example", "null", "http://localhost:81", "localhost", "http://localhost.evil.example"})
    EXPECT_EQ(client()->post(play, "{}", host + "Origin: " + bad + "\r\n").status, 403) << bad;
}

TEST_F(Limits, NoFileIsReachable) {
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

TEST_F(Limits, BrowsersAreToldToBeCareful) {
  serve();
  const auto c = client();
  for (const std::string path : {"/", "/api/games", "/nothing"}) {
    const auto answer = c->get(path);
    const std::string policy = answer.headers.at("content-security-policy");
    EXPECT_NE(policy.find("default-src 'none'; script-src 'self';"), std::string::npos);
    EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(answer.headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.headers.at("referrer-policy"), "no-referrer");
    EXPECT_FALSE(answer.headers.contains("access-control-allow-origin"));
  }
}

TEST_F(Limits, RequestsMayFollowEachOtherAtOnce) {
  serve();
  const auto c = client();
  std::string all;
  for (int i = 0; i < 20; ++i) {
    all += HttpClient::request("POST", play, i % 2 == 0 ? R"({"game":"hus"})" : R"({"game":"owari"})");
    if (i % 5 == 0) all += HttpClient::request("POST", "/api/choose", R"({"who":"random"})");
    if (i % 7 == 0) all += HttpClient::request("POST", analyze, R"({"depth":2})");
  }
  c->send(all);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(json::parse(c->answer().body)["game"]["id"], i % 2 == 0 ? "hus" : "owari");
    if (i % 5 == 0) EXPECT_TRUE(json::parse(c->answer().body).contains("move"));
    if (i % 7 == 0) EXPECT_NE(c->answer().body.find("\"final\":true"), std::string::npos);
  }
}

TEST_F(Limits, WhatIsNotHttpIsRefused) {
  serve();
  for (const std::string text :
       {"hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x00\x01\r\n\r\n",
        "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"}) {
    const auto c = client();
    c->send(text);
    EXPECT_EQ(c->answer().status, 400) << text;
    EXPECT_TRUE(c->hung_up(patience));
  }
}

TEST_F(Limits, RequestsAreNotAmbiguous) {
  serve();
  const std::string chunks = "2\r\n{}\r\n0\r\n\r\n";
  const auto posted = [&](const std::string& headers, const std::string& body) {
    const auto c = client();
    c->send("POST /api/play HTTP/1.1\r\n" + headers + "\r\n" + body);
    return c->answer().status;
  };
  EXPECT_EQ(posted(host + "Transfer-Encoding: chunked\r\n", chunks), 200);
  EXPECT_EQ(posted(host + "Transfer-Encoding: Chunked\r\n", chunks), 200);
  for (const std::string coding :
       {"gzip", "identity", "gzip, chunked", "chunked, gzip", "chunked, chunked", "xchunked"})
    EXPECT_EQ(posted(host + "Transfer-Encoding: " + coding + "\r\n", chunks), 400) << coding;
  EXPECT_EQ(posted(host + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunks), 400);
  EXPECT_EQ(posted(host + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", chunks), 400);
  EXPECT_EQ(posted(host + host + "Content-Length: 2\r\n", "{}"), 400);
  EXPECT_EQ(posted(host + "Host: evil.example\r\nContent-Length: 2\r\n", "{}"), 400);
}

TEST_F(Limits, ATokenIsAskedForWhereOthersCanCall) {
  ServerOptions options = any_port();
  options.host = "0.0.0.0";
  options.token = "open-sesame";
  serve(options);
  EXPECT_TRUE(server->reachable());
  EXPECT_TRUE(server->address().ends_with("/#token=open-sesame"));
  EXPECT_EQ(client()->get("/").status, 200);  // the page itself holds no secret
  for (const std::string wrong : {"", "Authorization: Bearer open-sesam\r\n", "Authorization: Bearer open-sesamE\r\n",
                                  "Authorization: open-sesame\r\n", "Authorization: Bearer \r\n"}) {
    EXPECT_EQ(client()->get("/api/games", host + wrong).status, 401) << wrong;
    EXPECT_EQ(client()->post(play, "{}", host + wrong).status, 401) << wrong;
    EXPECT_EQ(client()->get("/api/db/owari", host + wrong).status, 401) << wrong;
  }
  const std::string right = "Authorization: Bearer open-sesame\r\n";
  EXPECT_EQ(client()->get("/api/games", host + right).status, 200);
  EXPECT_EQ(client()->post(play, "{}", host + right).status, 200);

  options.host = "127.0.0.1";
  serve(options);
  EXPECT_FALSE(server->reachable());
  EXPECT_TRUE(server->address().ends_with("/"));
  EXPECT_EQ(client()->post(play, "{}").status, 200);
}

TEST_F(Limits, ThePageIsServedOnce) {
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

TEST_F(Limits, LongAnswersAreCompressedForThoseWhoTakeIt) {
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

TEST_F(Limits, ThisMachineOnlyUnlessToldOtherwise) {
  EXPECT_EQ(ServerOptions().host, "127.0.0.1");
  serve();
  EXPECT_EQ(server->address(), "http://127.0.0.1:" + std::to_string(server->port()) + "/");
  ServerOptions taken = any_port();
  taken.port = server->port();
  EXPECT_THROW(Server{taken}, Error);
}

}  // namespace
}  // namespace sow
