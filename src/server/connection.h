// One client: reads requests one after the other, answers each before it reads the next.
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
#include "server/work_queue.h"

namespace sow {

// What connections share.
struct ServerState {
  ServerOptions options;
  Api api;
  WorkQueue quick, analyses;  // lanes: a move is chosen while others analyse
  Clients clients;
  std::atomic<std::size_t> streams = 0, refusals = 0;  // under way

  explicit ServerState(const ServerOptions& options);
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // Without a place it answers that there are too many, and hangs up.
  Connection(boost::asio::ip::tcp::socket socket, ServerState& serving, std::string client,
             std::unique_ptr<Clients::Place> place);
  ~Connection();

  void start();

 private:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  using Head = boost::beast::http::response<boost::beast::http::empty_body>;  // of an answer
  using Code = boost::beast::error_code;

  // All bytes come in and go out here: each kind of read and write that Beast has takes seconds to compile.
  void receive(std::size_t most, void (Connection::*then)(Code));
  void transmit(std::string_view first, std::string_view second, void (Connection::*then)(Code));

  void wait_for_request();
  void on_first_bytes(Code code);
  void read_request();
  void parse();
  void on_more_bytes(Code code);
  void on_request(Code code);
  void handle();
  void refuse();
  void hang_up();
  void linger();
  void discard(Code code);

  // Answers.
  Head head(unsigned status, std::string_view type) const;
  void send(const Head& head, std::string_view body);
  void send_answer(Answer answer);
  void send_asset(const Asset& asset);
  void on_sent(Code code);
  void next(Code code);

  // Work that is done elsewhere.
  void perform(Task task);
  void finish(Answer answer);
  void watch();
  void stop_watching();
  void leave();
  void begin_stream();
  void emit(std::string_view event, std::string_view data);
  void end_stream();
  void write_pieces();
  void on_piece_sent(Code code);
  void beat();

  ServerState& serving_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  Request request_;
  std::string head_, body_;  // of the answer on its way
  const std::string client_;
  const std::unique_ptr<Clients::Place> place_;
  bool keep_alive_ = false;

  std::shared_ptr<Job> job_;  // as long as it is under way
  bool gone_ = false;         // the client has hung up

  // A stream of events.
  struct Piece {
    std::string text;
    bool replaceable = false;  // by a newer one of its kind, if it has not been sent yet
  };
  bool streaming_ = false, chunked_ = true, writing_ = false, ended_ = false;
  std::deque<Piece> pieces_;
  std::size_t unsent() const;
  boost::asio::steady_timer heartbeat_;
};

}  // namespace sow
