// A client connection. Handles one request at a time.
#pragma once

#include <atomic>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <memory>
#include <optional>

#include "server/api.h"
#include "server/assets.h"
#include "server/clients.h"
#include "server/options.h"
#include "server/throttle.h"
#include "server/work_queue.h"

namespace sow {

// State shared by all connections.
struct ServerState {
  ServerOptions options;
  Api api;
  WorkQueue brief, choices, analyses;  // one per Lane
  Clients clients;
  Throttle throttle;
  std::atomic<std::size_t> streams = 0, refusals = 0;  // number in progress

  explicit ServerState(const ServerOptions& options);
  WorkQueue& queue(Lane lane);
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // Without a slot, responds with 503 and closes.
  Connection(boost::asio::ip::tcp::socket socket, ServerState& shared, std::string client,
             std::unique_ptr<Clients::Slot> slot, bool proxied = false);
  ~Connection();

  void start();

 private:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  using Header = boost::beast::http::response<boost::beast::http::empty_body>;
  using Code = boost::beast::error_code;

  // All reads and writes go through these two functions: every Beast operation that is instantiated adds seconds of
  // compile time.
  void receive(std::size_t max_bytes, void (Connection::*then)(Code));
  void transmit(std::string_view first, std::string_view second, void (Connection::*then)(Code));

  void wait_for_request();
  void receive_request();
  void on_first_bytes(Code code);
  void read_request();
  void parse();
  void parse_and_handle();
  void on_more_bytes(Code code);
  void on_request(Code code);
  void handle();
  void refuse();
  void close();
  void linger();
  void discard(Code code);

  // Responses.
  Header header(unsigned status, std::string_view type) const;
  void send(const Header& header, std::string_view body);
  void send_response(Response response);
  void send_cached(std::shared_ptr<const CachedBody> body);
  void send_asset(const Asset& asset);
  struct Content {
    std::string_view type, etag, plain, gzip, brotli, cache_control;
  };
  void send_content(const Content& content);
  bool accepts(std::string_view encoding) const;
  bool has(std::string_view etag) const;
  void allow_origin(Header& header) const;
  void on_sent(Code code);
  void after_response(Code code);

  // Tasks that run on worker threads.
  // Sends `if_full` instead if the queue is full.
  void run_task(Task task, Response if_full = error_response(503, "the queue is full; try again later"));
  void finish_task(Response response);
  void watch_for_disconnect();
  void stop_watching();
  void abort();
  void start_stream();
  void emit(std::string_view event, std::string_view data);
  void end_stream();
  void write_chunks();
  void on_chunk_sent(Code code);
  void schedule_heartbeat();

  ServerState& shared_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  Request request_;
  std::string header_, body_;                 // header and body of the response being sent
  std::shared_ptr<const CachedBody> cached_;  // sent instead of body_
  const std::string peer_;                    // the client at the other end: the proxy if proxied_
  std::string client_;                        // the client that sent the request
  const bool proxied_;
  const std::unique_ptr<Clients::Slot> slot_;
  bool keep_alive_ = false;
  bool folded_ = false;  // the header has obsolete line folding

  std::shared_ptr<Job> job_;   // null if no task is running
  bool disconnected_ = false;  // the client has disconnected

  // State of the event stream.
  struct Chunk {
    std::string text;
    bool replaceable = false;  // superseded by the next event if it has not been sent yet
  };
  bool streaming_ = false, chunked_ = true, writing_ = false, ended_ = false;
  std::deque<Chunk> chunks_;
  std::size_t unsent() const;
  boost::asio::steady_timer heartbeat_, throttle_timer_;
};

}  // namespace sow
