// One address cannot take the places of all others. Clients of other addresses come from 127.0.0.2 and so on.
#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "server/clients.h"
#include "server/work_queue.h"
#include "support/looping_game.h"
#include "support/served.h"

namespace sow {
namespace {

class Fairness : public Served {};

const std::string other = "127.0.0.2";

TEST_F(Fairness, OneAddressCannotTakeAllConnections) {
  ServerOptions options = any_port();
  options.most_connections = 8;
  options.most_connections_each = 4;
  options.analyses = 4;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> busy;
  for (int i = 0; i < 4; ++i) busy.push_back(analysing());
  EXPECT_EQ(client()->get("/").status, 503);
  EXPECT_EQ(client(other)->get("/").status, 200);
}

TEST_F(Fairness, IdleConnectionsMakeRoom) {
  ServerOptions options = any_port();
  options.most_connections_each = 3;
  options.idle = never;
  serve(options);
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 3; ++i) {
    idle.push_back(client());
    EXPECT_EQ(idle.back()->get("/api/games").status, 200);
  }
  EXPECT_TRUE(in_time([&] { return client()->get("/").status == 200; }));
  EXPECT_TRUE(
      in_time([&] { return std::any_of(idle.begin(), idle.end(), [](const auto& c) { return c->hung_up(10ms); }); }));
}

TEST_F(Fairness, OneAddressCannotTakeAllWaitingPlaces) {
  ServerOptions options = any_port();
  options.analyses = 1;
  options.most_waiting = 4;
  options.most_waiting_each = 2;
  options.share = never;
  serve(options);
  const auto running = analysing(), first = asking(), second = asking();
  ASSERT_TRUE(first->read_until("event: wait"));
  ASSERT_TRUE(second->read_until("event: wait"));
  EXPECT_EQ(client()->post(analyze, endless).status, 503);
  // Whoever comes from elsewhere is next, although others came before.
  EXPECT_TRUE(asking(other)->read_until("{\"ahead\":1}"));
}

// Choosing a move in ten seconds or following moves in two: others have a thread left.
TEST_F(Fairness, OneAddressCannotTakeAllThreads) {
  ServerOptions options = any_port();
  options.choice = never;
  serve(options);
  const std::string years = R"({"game":"oware","who":"minimax:depth=100"})";
  std::vector<std::unique_ptr<HttpClient>> flood;
  for (int i = 0; i < 10; ++i) {
    flood.push_back(client());
    flood.back()->send(HttpClient::request("POST", "/api/choose", years));
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client(other)->post("/api/choose", R"({"who":"random"})").status, 200);
}

// Whoever does not take its answers gets no more of them, on whatever connection.
TEST_F(Fairness, AnswersAreNotKeptWithoutEnd) {
  ServerOptions options = any_port();
  options.writing = never;
  options.replay = patience;
  options.most_unsent_each = 1 << 20;
  serve(options);
  const auto deaf = client();
  const std::string request = nlohmann::json{{"rules", looping_rules(7)}, {"moves", looping_list(1000)}}.dump();
  for (int i = 0; i < 20; ++i) deaf->send(HttpClient::request("POST", play, request));
  EXPECT_TRUE(in_time([&] { return client()->post(play, "{}").status == 503; }));
  EXPECT_EQ(client(other)->post(play, "{}").status, 200);
  deaf->close();
  EXPECT_TRUE(in_time([&] { return client()->post(play, "{}").status == 200; }));
}

// Waiting jobs of two clients, submitted one after the other, run in turn.
TEST(WorkQueueTest, ClientsTakeTurns) {
  std::mutex gate;
  std::string order;
  WorkQueue queue({.threads = 1, .longest = 1h, .share = 1h});
  const auto job = [&](const std::string& client) {
    return queue.submit(client, [&, client](Job&, Engine&) -> std::function<void()> {
      const std::lock_guard wait(gate);
      order += client;
      return [] {};
    });
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

// A connection that notes when it is told to close.
struct Guest {
  Guest(Clients& clients, const std::string& address) : place(clients.enter(address)) {
    if (!place) return;
    place->on_close([this] { closed = true; });
    place->rest();
  }
  std::unique_ptr<Clients::Place> place;
  bool closed = false;
};

TEST(ClientsTest, ThoseIdleLongestMakeRoom) {
  Clients clients({.connections = 100, .connections_each = 3, .unsent_each = 1});
  Guest stranger(clients, "x"), first(clients, "a"), second(clients, "a"), third(clients, "a");
  EXPECT_TRUE(first.place->resume());
  first.place->rest();  // now the second has been idle longest
  const Guest fourth(clients, "a");
  EXPECT_TRUE(fourth.place && second.closed && !first.closed && !third.closed && !stranger.closed);
  EXPECT_FALSE(second.place->resume());
  // Whoever is owed an answer stays.
  EXPECT_TRUE(first.place->resume() && third.place->resume() && fourth.place->resume());
  EXPECT_FALSE(Guest(clients, "a").place);
  EXPECT_TRUE(Guest(clients, "b").place);
  third.place.reset();
  EXPECT_TRUE(Guest(clients, "a").place);
}

TEST(ClientsTest, WhoeverHasMostMakesRoomForOthers) {
  Clients clients({.connections = 4, .connections_each = 4, .unsent_each = 1});
  const Guest modest(clients, "x"), first(clients, "a"), second(clients, "a"), third(clients, "a");
  EXPECT_TRUE(Guest(clients, "b").place);
  EXPECT_TRUE(first.closed && !modest.closed && !second.closed && !third.closed);
}

TEST(ClientsTest, UnsentBytesAreCountedByClient) {
  Clients clients({.connections = 9, .connections_each = 9, .unsent_each = 100});
  Guest deaf(clients, "a"), same(clients, "a"), stranger(clients, "b");
  deaf.place->set_unsent(60);
  EXPECT_TRUE(same.place->takes_answers());
  same.place->set_unsent(40);
  EXPECT_FALSE(deaf.place->takes_answers());
  EXPECT_TRUE(stranger.place->takes_answers());
  deaf.place->set_unsent(10);
  EXPECT_TRUE(same.place->takes_answers());
  deaf.place->set_unsent(1000);
  deaf.place.reset();
  EXPECT_TRUE(same.place->takes_answers());
}

TEST(ClientsTest, NetworksOfVersion6AreOneClient) {
  const auto name = [](const char* address) { return client_name(boost::asio::ip::make_address(address)); };
  EXPECT_EQ(name("2001:db8:1:2:3:4:5:6"), name("2001:db8:1:2:ffff::1"));
  EXPECT_NE(name("2001:db8:1:2::1"), name("2001:db8:1:3::1"));
  EXPECT_EQ(name("::ffff:192.0.2.1"), name("192.0.2.1"));
}

}  // namespace
}  // namespace sow
