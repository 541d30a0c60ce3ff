// Connections by client address, so that no client can use up all of them.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sow {

// The key for per-client limits: an IPv4 address, or the /64 network of an IPv6 address, since one host usually
// controls a whole /64.
std::string client_name(const boost::asio::ip::address& address);

class Clients {
 public:
  struct Limits {
    std::size_t connections;  // maximum for all clients together
    std::size_t connections_per_client;
    std::size_t unsent_per_client;  // response bytes that the client has not read yet
  };

  // A connection slot, released on destruction.
  class Slot {
   public:
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    // Sets the function that closes the connection; it may be called on any thread. Call before set_idle().
    void on_close(std::function<void()> close) { close_ = std::move(close); }

    // The connection has no request in progress and may be closed to make room for another.
    void set_idle();
    // Returns false if the connection has been closed to make room.
    bool set_busy();

    // Counts the connection for another client, whose request a proxy forwards. Returns false if that client already
    // has too many connections.
    bool set_client(const std::string& client);
    // Counts an idle connection for the proxy itself, which has no limit of its own.
    void reset_client(const std::string& proxy);

    // Sets the number of bytes waiting to be sent on this connection.
    void set_unsent(std::size_t bytes);
    // False if the client has too many unread response bytes: it gets no more responses.
    bool reads_responses() const;

   private:
    friend class Clients;
    Slot(Clients& all, std::string client) : all_(all), client_(std::move(client)) {}

    Clients& all_;
    std::string client_;
    std::function<void()> close_;
    std::size_t unsent_ = 0;
    bool counted_ = true;
  };

  explicit Clients(const Limits& limits) : limits_(limits) {}

  // Reserves a slot for a connection from this client. If there is none, closes the connection that has been idle
  // longest: the client's own if it is at its limit, otherwise one of the client with the most connections. Returns
  // null if no connection is idle. A proxy has no limit per client.
  std::unique_ptr<Slot> acquire(const std::string& client, bool is_proxy = false);

  // Number of clients that are connected.
  std::size_t count() const;

 private:
  struct Client {
    std::size_t connections = 0, unsent = 0;
  };

  bool make_room(const std::string& client, bool is_proxy);
  void release(Slot& slot);
  void move(Slot& slot, const std::string& client);

  const Limits limits_;
  mutable std::mutex mutex_;
  std::map<std::string, Client> clients_;
  std::size_t connections_ = 0;
  std::list<Slot*> idle_;  // longest idle first
};

}  // namespace sow
