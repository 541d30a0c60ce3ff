// One client address cannot shut out others. Further clients connect from 127.0.0.2 and so on.
#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "server/clients.h"
#include "server/throttle.h"
#include "server/work_queue.h"
#include "support/first_moves.h"
#include "support/looping_game.h"
#include "support/served.h"

namespace sow {
namespace {

class Fairness : public Served {};

const std::string other = "127.0.0.2";

TEST_F(Fairness, OneAddressCannotUseAllConnections) {
  ServerOptions options = any_port();
  options.max_connections = 8;
  options.max_connections_per_client = 4;
  options.analyses = 4;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> busy;
  for (int i = 0; i < 4; ++i) busy.push_back(start_analysis());
  EXPECT_EQ(client()->get("/").status, 503);
  EXPECT_EQ(client(other)->get("/").status, 200);
}

TEST_F(Fairness, IdleConnectionsMakeRoom) {
  ServerOptions options = any_port();
  options.max_connections_per_client = 3;
  options.idle_timeout = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 3; ++i) {
    idle.push_back(client());
    EXPECT_EQ(idle.back()->get("/api/games").status, 200);
  }
  EXPECT_TRUE(eventually([&] { return client()->get("/").status == 200; }));
  EXPECT_TRUE(eventually(
      [&] { return std::any_of(idle.begin(), idle.end(), [](const auto& c) { return c->closed_within(10ms); }); }));
}

TEST_F(Fairness, OneAddressCannotFillTheQueue) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.max_queued = 4;
  options.max_queued_per_client = 2;
  options.time_slice = never;
  serve(options);
  const auto running = start_analysis(), first = request_analysis(), second = request_analysis();
  ASSERT_TRUE(first->read_until("event: wait"));
  ASSERT_TRUE(second->read_until("event: wait"));
  EXPECT_EQ(client()->post(analyze, endless).status, 503);
  // A client from another address goes first although it came last.
  EXPECT_TRUE(request_analysis(other)->read_until("{\"ahead\":1}"));
}

// Slow requests from one address leave a worker thread for others.
TEST_F(Fairness, OneAddressCannotUseAllThreads) {
  ServerOptions options = any_port();
  options.max_choice_time = never;
  serve(options);
  const std::string slow = R"({"game":"oware","player":"minimax:depth=100"})";
  std::vector<std::unique_ptr<HttpClient>> flood;
  for (int i = 0; i < 10; ++i) {
    flood.push_back(client());
    flood.back()->send(HttpClient::request("POST", "/api/choose", slow));
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client(other)->post("/api/choose", R"({"player":"random"})").status, 200);
}

// A client that does not read its responses gets no further ones on any connection.
TEST_F(Fairness, UnreadResponsesAreLimited) {
  ServerOptions options = any_port();
  options.write_timeout = never;
  options.max_replay_time = long_timeout;
  options.max_unsent_per_client = 1 << 20;
  serve(options);
  const auto unread = client();
  const std::string request = nlohmann::json{{"rules", looping_rules(7)}, {"moves", looping_list(1000)}}.dump();
  for (int i = 0; i < 20; ++i) unread->send(HttpClient::request("POST", play, request));
  EXPECT_TRUE(eventually([&] { return client()->post(play, "{}").status == 503; }));
  EXPECT_EQ(client(other)->post(play, "{}").status, 200);
  unread->close();
  EXPECT_TRUE(eventually([&] { return client()->post(play, "{}").status == 200; }));
}

// Requests that a trusted proxy forwards count for the address that it appends; nobody else can choose an address.
TEST_F(Fairness, TrustedProxyForwardsClientAddresses) {
  const auto forwarded = [](const std::string& address) {
    return "Host: sow.example\r\nX-Forwarded-For: " + address + "\r\n";
  };
  ServerOptions options = any_port();
  options.analyses = 1;
  options.max_queued_per_client = 1;
  options.time_slice = never;
  options.trusted_proxy = "127.0.0.9";
  serve(options);
  const auto running = start_analysis();
  const auto queue = [&](const std::string& from, const std::string& headers) {
    auto c = client(from);
    c->send(HttpClient::request("POST", analyze, endless, headers));
    return std::pair(std::move(c), c->head().status);
  };
  const auto first = queue("127.0.0.9", forwarded("192.0.2.1"));
  EXPECT_EQ(first.second, 200);
  EXPECT_EQ(queue("127.0.0.9", forwarded("192.0.2.1")).second, 503);
  EXPECT_EQ(queue("127.0.0.9", forwarded("198.51.100.7, 192.0.2.1")).second, 503);  // the client made up the first
  const auto second = queue("127.0.0.9", forwarded("192.0.2.2"));
  EXPECT_EQ(second.second, 200);
  // Others cannot forward: neither the name of the host nor the address counts.
  EXPECT_EQ(queue("127.0.0.8", forwarded("192.0.2.3")).second, 403);
  const std::string local = "Host: localhost\r\nX-Forwarded-For: ";
  const auto third = queue("127.0.0.8", local + "192.0.2.3\r\n");
  EXPECT_EQ(third.second, 200);
  EXPECT_EQ(queue("127.0.0.8", local + "192.0.2.4\r\n").second, 503);

  options.trusted_proxy = "nginx";
  EXPECT_THROW(Server{options}, Error);
}

TEST_F(Fairness, ProxyConnectionsAreLimitedPerForwardedClient) {
  ServerOptions options = any_port();
  options.analyses = 4;
  options.max_connections_per_client = 2;
  options.trusted_proxy = "127.0.0.9";
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> busy;
  const auto post = [&](const std::string& address) {
    busy.push_back(client("127.0.0.9"));
    busy.back()->send(HttpClient::request("POST", analyze, endless, "Host: a\r\nX-Forwarded-For: " + address + "\r\n"));
    return busy.back()->head().status;
  };
  EXPECT_EQ(post("192.0.2.1"), 200);
  EXPECT_EQ(post("192.0.2.1"), 200);
  EXPECT_EQ(post("192.0.2.1"), 503);
  EXPECT_EQ(post("192.0.2.2"), 200);
}

// Other clients keep the only analysis thread busy, but a report gets its turns until it is complete.
TEST_F(Fairness, ReportsFinishWhileOthersWait) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.time_slice = 1ms;
  serve(options);
  const std::string slow = R"({"game":"oware","time":20})";
  std::atomic<bool> done = false;
  std::vector<std::thread> others;
  for (int i = 0; i < 3; ++i)
    others.emplace_back([&, i] {
      const auto c = client("127.0.0." + std::to_string(i + 2));
      while (!done) c->post(analyze, slow);
    });
  const nlohmann::json request = {{"game", "oware"}, {"moves", tests::first_moves("oware", 20)}, {"time", 5}};
  const auto report = client()->post("/api/report", request.dump());
  done = true;
  for (auto& other : others) other.join();
  EXPECT_EQ(report.body.find("event: error"), std::string::npos) << report.body;
  EXPECT_NE(report.body.find("event: report"), std::string::npos);
  int plies = 0;
  for (auto at = report.body.find("event: ply"); at != std::string::npos; at = report.body.find("event: ply", at + 1))
    ++plies;
  EXPECT_EQ(plies, 20);
}

// Jobs run in turn even if one client submits several in a row.
TEST(WorkQueueTest, ClientsTakeTurns) {
  std::mutex gate;
  std::string order;
  WorkQueue queue({.threads = 1, .max_time = 1h, .time_slice = 1h});
  const auto job = [&](const std::string& client) {
    return queue.submit(client, {[&, client](Job&, Engine&) -> std::function<void()> {
                          const std::lock_guard wait(gate);
                          order += client;
                          return [] {};
                        }});
  };
  {
    const std::lock_guard closed(gate);
    for (const std::string client : {"a", "a", "a", "b", "b", "c", "a"}) job(client);
  }
  for (const auto end = std::chrono::steady_clock::now() + 5min; std::chrono::steady_clock::now() < end;) {
    const std::lock_guard look(gate);
    if (order.size() == 7) break;
  }
  EXPECT_EQ(order, "abcabaa");
}

// A resumable job takes turns with jobs of other clients, and is run again until it is done. It is never stopped, even
// if its slice is over before it starts to work.
TEST(WorkQueueTest, ResumableJobsTakeTurns) {
  std::mutex gate;
  std::string order;
  int steps = 0;
  WorkQueue queue({.threads = 1, .max_time = 1h, .time_slice = 1ms});
  const auto resumable = [&](Job& job, Engine&) -> std::function<void()> {
    if (steps == 0) std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(job.stop());
    while (steps < 3 && !job.yield()) std::this_thread::sleep_for(1ms);  // until others wait and the slice is over
    const std::lock_guard note(gate);
    order += steps++ < 3 ? "a" : ".";
    return [] {};
  };
  queue.submit("a", {.run = resumable, .resumable = true});
  for (int i = 0; i < 3; ++i)
    queue.submit("b", {[&](Job&, Engine&) -> std::function<void()> {
                   const std::lock_guard note(gate);
                   order += 'b';
                   return [] {};
                 }});
  for (const auto end = std::chrono::steady_clock::now() + 5min; std::chrono::steady_clock::now() < end;) {
    const std::lock_guard look(gate);
    if (order.size() >= 7) break;
  }
  EXPECT_EQ(order, "ababab.");
}

// A job continues past its time slice if every client has a thread.
TEST(WorkQueueTest, StopsNoJobWhileThreadsAreFree) {
  std::atomic<bool> done = false;
  std::atomic<int> finished = 0;
  std::shared_ptr<Job> first;
  WorkQueue queue({.threads = 2, .max_time = 1h, .time_slice = 1ms});
  first = queue.submit("a", {[&](Job& job, Engine&) -> std::function<void()> {
                         while (!done && !job.stop()) std::this_thread::sleep_for(1ms);
                         return [] {};
                       }});
  for (int i = 0; i < 50; ++i) {
    queue.submit("b", {[&](Job&, Engine&) -> std::function<void()> { return [&] { ++finished; }; }});
    while (finished <= i) std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(first->stop_reason(), StopReason::none);
  done = true;
}

// A client alone gets all search threads. When another one comes, both get half of them: the first one is stopped at
// the end of its time slice, so that it repeats its request.
TEST(WorkQueueTest, ClientsShareSearchThreads) {
  std::mutex gate;
  std::map<std::string, std::vector<int>> shares;
  std::map<std::string, StopReason> ends;
  std::atomic<bool> done = false;
  WorkQueue queue({.threads = 4, .max_time = 1h, .time_slice = 1ms, .search_threads = 8});
  const auto start = [&](const std::string& name, const std::string& client, bool borrows) {
    queue.submit(client, {[&, name, borrows](Job& job, Engine&) -> std::function<void()> {
                   {
                     const std::lock_guard note(gate);
                     shares[name].push_back(borrows ? job.borrow_threads() : job.threads());
                   }
                   while (!job.stop() && !done) std::this_thread::sleep_for(1ms);
                   return [&, name, reason = job.stop_reason()] {
                     const std::lock_guard note(gate);
                     ends[name] = reason;
                   };
                 }});
  };
  const auto eventually = [&](const auto& condition) {
    for (const auto end = std::chrono::steady_clock::now() + 5min; std::chrono::steady_clock::now() < end;) {
      {
        const std::lock_guard look(gate);
        if (condition()) return true;
      }
      std::this_thread::sleep_for(1ms);
    }
    return false;
  };
  start("proof", "a", false);  // keeps its threads, because its work would be lost
  ASSERT_TRUE(eventually([&] { return shares.contains("proof"); }));
  start("second", "a", true);
  ASSERT_TRUE(eventually([&] { return shares.contains("second"); }));
  {
    const std::lock_guard look(gate);
    EXPECT_FALSE(ends.contains("second"));
  }
  start("other", "b", true);
  ASSERT_TRUE(eventually([&] { return shares.contains("other") && ends.contains("second"); }));
  start("second again", "a", true);
  ASSERT_TRUE(eventually([&] { return shares.contains("second again"); }));
  done = true;
  ASSERT_TRUE(eventually([&] { return ends.size() == 4; }));
  EXPECT_EQ(shares, (std::map<std::string, std::vector<int>>{
                        {"proof", {8}}, {"second", {4}}, {"other", {4}}, {"second again", {2}}}));
  EXPECT_EQ(ends["second"], StopReason::time_slice);
  EXPECT_EQ(ends["proof"], StopReason::none);
}

TEST(ThrottleTest, DelaysClientsThatUseTooMuch) {
  const auto start = Throttle::Clock::now();
  Throttle throttle(0.5, 100ms);
  EXPECT_EQ(throttle.delay("a", start), 0ns);
  throttle.charge("a", 100ms, start);
  EXPECT_EQ(throttle.delay("a", start), 0ns);
  throttle.charge("a", 50ms, start);
  EXPECT_EQ(throttle.delay("a", start), 100ms);  // at half a second per second
  EXPECT_EQ(throttle.delay("b", start), 0ns);
  EXPECT_EQ(throttle.delay("a", start + 60ms), 40ms);
  EXPECT_EQ(throttle.delay("a", start + 100ms), 0ns);
  throttle.charge("a", 100ms, start + 1h);
  EXPECT_EQ(throttle.delay("a", start + 1h), 0ns);
}

// A connection that records when it is closed.
struct FakeConnection {
  FakeConnection(Clients& clients, const std::string& address) : slot(clients.acquire(address)) {
    if (!slot) return;
    slot->on_close([this] { closed = true; });
    slot->set_idle();
  }
  std::unique_ptr<Clients::Slot> slot;
  bool closed = false;
};

TEST(ClientsTest, ClosesLongestIdleConnection) {
  Clients clients({.connections = 100, .connections_per_client = 3, .unsent_per_client = 1});
  FakeConnection unrelated(clients, "x"), first(clients, "a"), second(clients, "a"), third(clients, "a");
  EXPECT_TRUE(first.slot->set_busy());
  first.slot->set_idle();  // now `second` has been idle longest
  const FakeConnection fourth(clients, "a");
  EXPECT_TRUE(fourth.slot && second.closed && !first.closed && !third.closed && !unrelated.closed);
  EXPECT_FALSE(second.slot->set_busy());
  // Busy connections are kept.
  EXPECT_TRUE(first.slot->set_busy() && third.slot->set_busy() && fourth.slot->set_busy());
  EXPECT_FALSE(FakeConnection(clients, "a").slot);
  EXPECT_TRUE(FakeConnection(clients, "b").slot);
  third.slot.reset();
  EXPECT_TRUE(FakeConnection(clients, "a").slot);
}

TEST(ClientsTest, ClosesConnectionOfClientWithMost) {
  Clients clients({.connections = 4, .connections_per_client = 4, .unsent_per_client = 1});
  const FakeConnection modest(clients, "x"), first(clients, "a"), second(clients, "a"), third(clients, "a");
  EXPECT_TRUE(FakeConnection(clients, "b").slot);
  EXPECT_TRUE(first.closed && !modest.closed && !second.closed && !third.closed);
}

TEST(ClientsTest, CountsUnsentBytesPerClient) {
  Clients clients({.connections = 9, .connections_per_client = 9, .unsent_per_client = 100});
  FakeConnection unread(clients, "a"), same(clients, "a"), unrelated(clients, "b");
  unread.slot->set_unsent(60);
  EXPECT_TRUE(same.slot->reads_responses());
  same.slot->set_unsent(40);
  EXPECT_FALSE(unread.slot->reads_responses());
  EXPECT_TRUE(unrelated.slot->reads_responses());
  unread.slot->set_unsent(10);
  EXPECT_TRUE(same.slot->reads_responses());
  unread.slot->set_unsent(1000);
  unread.slot.reset();
  EXPECT_TRUE(same.slot->reads_responses());
}

TEST(ClientsTest, TreatsIpv6NetworkAsOneClient) {
  const auto name = [](const char* address) { return client_name(boost::asio::ip::make_address(address)); };
  EXPECT_EQ(name("2001:db8:1:2:3:4:5:6"), name("2001:db8:1:2:ffff::1"));
  EXPECT_NE(name("2001:db8:1:2::1"), name("2001:db8:1:3::1"));
  EXPECT_EQ(name("::ffff:192.0.2.1"), name("192.0.2.1"));
}

}  // namespace
}  // namespace sow
