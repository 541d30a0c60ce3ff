// Who is connected, by address, so that nobody takes the places of all others.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sow {

// What counts as one client: an IPv4 address, or the 64 bits of an IPv6 address that name a network, since whoever has
// one such address has them all.
std::string client_name(const boost::asio::ip::address& address);

class Clients {
 public:
  struct Limits {
    std::size_t connections;       // of all clients
    std::size_t connections_each;  // of one
    std::size_t unsent_each;       // bytes of answers that one client has not taken yet
  };

  // The place of one connection, which gives it back in the end.
  class Place {
   public:
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    // How the connection is told to close, on any thread. To be set before it rests.
    void on_close(std::function<void()> close) { close_ = std::move(close); }

    // Idle from now on: nothing is owed to the client, and the connection may be closed to make room for another.
    void rest();
    // No longer idle. False if the connection has been told to close.
    bool resume();

    // The bytes that wait to be sent on this connection.
    void set_unsent(std::size_t bytes);
    // Whether the client takes its answers: if not, it gets no more of them.
    bool takes_answers() const;

   private:
    friend class Clients;
    Place(Clients& all, std::string client) : all_(all), client_(std::move(client)) {}

    Clients& all_;
    const std::string client_;
    std::function<void()> close_;
    std::size_t unsent_ = 0;
    bool counted_ = true;
  };

  explicit Clients(const Limits& limits) : limits_(limits) {}

  // A place for a connection of this client. If there is none, the connection that has been idle longest is closed: the
  // client's own if it has too many, or else one of the client who has most. Null if none of them is idle.
  std::unique_ptr<Place> enter(const std::string& client);

 private:
  struct Client {
    std::size_t connections = 0, unsent = 0;
  };

  bool make_room(const std::string& client);
  void uncount(Place& place);

  const Limits limits_;
  mutable std::mutex mutex_;
  std::map<std::string, Client> clients_;
  std::size_t connections_ = 0;
  std::list<Place*> idle_;  // longest idle first
};

}  // namespace sow
