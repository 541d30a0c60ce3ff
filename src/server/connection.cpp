#include "server/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <numeric>
#include <sstream>

#include "server/gzip.h"
#include "server/security.h"

namespace sow {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::string_view json_type = "application/json; charset=utf-8";
constexpr std::size_t worth_compressing = 10'000;  // bytes; the list of games has ten times as many

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

// Whether a list such as "gzip, br;q=0.5" names the coding and does not forbid it.
bool accepts(std::string_view list, std::string_view coding) {
  const auto forbids = [](const auto& parameter) {
    return beast::iequals(parameter.first, "q") && parameter.second.find_first_not_of("0.") == beast::string_view::npos;
  };
  for (const auto& [name, parameters] : http::ext_list(view(list)))
    if (beast::iequals(name, view(coding))) return std::none_of(parameters.begin(), parameters.end(), forbids);
  return false;
}

// What makes it doubtful where a request ends or whom it is meant for: programs in between might judge otherwise.
const char* ambiguity(const http::request<http::string_body>& request) {
  if (request.count(http::field::host) > 1) return "there is more than one Host";
  const auto coding = request.find(http::field::transfer_encoding);
  if (coding == request.end()) return nullptr;
  const bool only = request.count(http::field::transfer_encoding) == 1 && beast::iequals(coding->value(), "chunked");
  return only ? nullptr : "the one transfer coding that is understood is chunked";
}

std::string text_of(const http::response<http::empty_body>& head) {
  std::ostringstream text;
  text << head.base();
  return text.str();
}

}  // namespace

ServerState::ServerState(const ServerOptions& o)
    : options(o),
      api(o),
      quick({.threads = 3,
             .most_waiting = o.most_waiting,
             .most_waiting_each = o.most_waiting_each,
             .most_running_each = 2,
             .longest = o.choice,
             .share = o.choice,
             .search = {.hash_bytes = o.hash_bytes}}),
      analyses({.threads = o.analyses,
                .most_waiting = o.most_waiting,
                .most_waiting_each = o.most_waiting_each,
                .longest = o.analysis + o.share,
                .share = o.share,
                .search = {.hash_bytes = o.hash_bytes}}),
      clients({o.most_connections, o.most_connections_each, o.most_unsent_each}) {}

Connection::Connection(asio::ip::tcp::socket socket, ServerState& serving, std::string client,
                       std::unique_ptr<Clients::Place> place)
    : serving_(serving),
      stream_(std::move(socket)),
      buffer_(serving.options.largest_header + serving.options.largest_body),
      client_(std::move(client)),
      place_(std::move(place)),
      heartbeat_(stream_.get_executor()) {
  if (!place_) ++serving_.refusals;
  Code ignored;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
}

Connection::~Connection() {
  if (job_) job_->cancel(Stopped::gone);
  if (streaming_) --serving_.streams;
  if (!place_) --serving_.refusals;
}

void Connection::start() {
  if (place_)
    place_->on_close([weak = weak_from_this(), executor = stream_.get_executor()] {
      asio::post(executor, [weak] {
        if (const auto self = weak.lock()) self->hang_up();
      });
    });
  asio::dispatch(stream_.get_executor(),
                 [self = shared_from_this()] { self->place_ ? self->wait_for_request() : self->refuse(); });
}

void Connection::refuse() {
  request_ = {};
  request_.version(11);
  send_answer(error_answer(503, "too many connections: try again later"));
}

void Connection::receive(std::size_t most, void (Connection::*then)(Code)) {
  stream_.async_read_some(buffer_.prepare(most), [self = shared_from_this(), then](Code code, std::size_t n) {
    self->buffer_.commit(n);
    ((*self).*then)(code);
  });
}

// What is sent has to stay until then.
void Connection::transmit(std::string_view first, std::string_view second, void (Connection::*then)(Code)) {
  stream_.expires_after(serving_.options.writing);
  const std::array buffers{asio::buffer(first), asio::buffer(second)};
  asio::async_write(stream_, buffers,
                    [self = shared_from_this(), then](Code code, std::size_t) { ((*self).*then)(code); });
}

// Between requests a client may take its time; once it has begun one, it has to go on.
void Connection::wait_for_request() {
  place_->rest();
  if (buffer_.size() > 0) return read_request();
  stream_.expires_after(serving_.options.idle);
  receive(4096, &Connection::on_first_bytes);
}

void Connection::on_first_bytes(Code code) { code ? hang_up() : read_request(); }

void Connection::read_request() {
  parser_.emplace();
  parser_->header_limit(serving_.options.largest_header);
  parser_->body_limit(serving_.options.largest_body);
  parser_->eager(true);  // the body too
  stream_.expires_after(serving_.options.reading);
  parse();
}

void Connection::parse() {
  Code code;
  while (!code && !parser_->is_done() && buffer_.size() > 0) buffer_.consume(parser_->put(buffer_.data(), code));
  if (parser_->is_done() || (code && code != http::error::need_more)) return on_request(code);
  const std::size_t room = buffer_.max_size() - buffer_.size();
  if (room == 0) return on_request(http::error::buffer_overflow);
  receive(std::min<std::size_t>(room, 65536), &Connection::on_more_bytes);
}

void Connection::on_more_bytes(Code code) {
  if (!code) return parse();
  on_request(code == asio::error::eof ? http::error::partial_message : code);
}

void Connection::on_request(Code code) {
  if (!place_->resume()) return hang_up();
  if (!code) {
    request_ = parser_->release();
    keep_alive_ = request_.keep_alive();
    return handle();
  }
  keep_alive_ = false;
  request_ = {};
  request_.version(11);
  if (code == http::error::body_limit)
    send_answer(error_answer(413, "the body is too large"));
  else if (code == http::error::header_limit || code == http::error::buffer_overflow)
    send_answer(error_answer(431, "the header is too large"));
  else if (code != beast::error::timeout &&
           code.category() == http::make_error_code(http::error::bad_version).category() &&
           code != http::error::end_of_stream && code != http::error::partial_message)
    send_answer(error_answer(400, "this is not HTTP: " + code.message()));
  else
    hang_up();
}

void Connection::hang_up() {
  Code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

void Connection::handle() {
  const auto method = view(request_.method_string()), target = view(request_.target());
  const auto host = view(request_[http::field::host]);
  if (const char* wrong = ambiguity(request_)) {
    keep_alive_ = false;
    return send_answer(error_answer(400, wrong));
  }
  if (!host_is_ours(host, serving_.options.host)) return send_answer(error_answer(403, "the Host is not this machine"));
  if (const auto origin = request_.find(http::field::origin);
      method != "GET" && method != "HEAD" && origin != request_.end() && !origin_is_ours(view(origin->value()), host))
    return send_answer(error_answer(403, "another site may not ask"));
  const auto question = target.find('?');
  const auto path = target.substr(0, question);
  if (path.starts_with("/api/")) {
    const std::string& token = serving_.options.token;
    if (!token.empty() && !token_fits(view(request_[http::field::authorization]), token))
      return send_answer(error_answer(401, "the token is missing or wrong: sow serve printed an address that has it"));
    if (!place_->takes_answers()) return send_answer(error_answer(503, "take the answers you asked for first"));
    const auto query = question == target.npos ? std::string_view{} : target.substr(question + 1);
    Reply reply = serving_.api.handle({method, path, query, request_.body()});
    if (auto* task = std::get_if<Task>(&reply)) return perform(std::move(*task));
    return send_answer(std::get<Answer>(std::move(reply)));
  }
  const Asset* asset = find_asset(path);
  if (asset == nullptr) return send_answer(error_answer(404, "there is nothing here"));
  if (method != "GET" && method != "HEAD") {
    Answer answer = error_answer(405, "the page takes GET");
    answer.allow = "GET, HEAD";
    return send_answer(std::move(answer));
  }
  send_asset(*asset);
}

Connection::Head Connection::head(unsigned status, std::string_view type) const {
  Head head;
  head.version(request_.version());
  head.result(status);
  head.keep_alive(keep_alive_);
  head.set(http::field::content_type, view(type));
  for (const auto& [name, value] : security_headers) head.insert(view(name), view(value));
  return head;
}

void Connection::send(const Head& head, std::string_view body) {
  head_ = text_of(head);
  if (request_.method() == http::verb::head) body = {};
  if (place_) place_->set_unsent(body.size());
  transmit(head_, body, &Connection::on_sent);
}

void Connection::on_sent(Code code) {
  if (place_) place_->set_unsent(0);
  next(keep_alive_ ? code : http::error::end_of_stream);
}

void Connection::send_answer(Answer answer) {
  Head head = this->head(answer.status, json_type);
  head.set(http::field::cache_control, "no-store");
  if (!answer.allow.empty()) head.set(http::field::allow, answer.allow);
  if (answer.status == 401) head.set(http::field::www_authenticate, "Bearer");
  if (answer.status == 503) head.set(http::field::retry_after, "1");
  body_ = std::move(answer.body);
  if (body_.size() >= worth_compressing && accepts(view(request_[http::field::accept_encoding]), "gzip")) {
    head.set(http::field::content_encoding, "gzip");
    body_ = gzip(body_);
  }
  head.content_length(body_.size());
  send(head, body_);
}

void Connection::send_asset(const Asset& asset) {
  const bool known = view(request_[http::field::if_none_match]).find(asset.etag) != std::string_view::npos;
  Head head = this->head(known ? 304 : 200, asset.type);
  head.set(http::field::etag, view(asset.etag));
  head.set(http::field::vary, "Accept-Encoding");
  head.set(http::field::cache_control, asset.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  const auto accepted = view(request_[http::field::accept_encoding]);
  std::string_view body = asset.plain;
  if (!asset.brotli.empty() && accepts(accepted, "br")) {
    head.set(http::field::content_encoding, "br");
    body = asset.brotli;
  } else if (!asset.gzip.empty() && accepts(accepted, "gzip")) {
    head.set(http::field::content_encoding, "gzip");
    body = asset.gzip;
  }
  if (known) return send(head, {});
  head.content_length(body.size());
  send(head, body);
}

void Connection::next(Code code) {
  if (code == http::error::end_of_stream) return linger();
  if (code) return hang_up();
  wait_for_request();
}

// Whoever is still sending would not see the answer if the connection were closed under it.
void Connection::linger() {
  Code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(serving_.options.lingering);
  discard({});
}

void Connection::discard(Code code) {
  if (code) return hang_up();
  buffer_.clear();
  receive(65536, &Connection::discard);
}

// The queue's thread talks to this one by posting. What comes after the client has gone is dropped.
void Connection::perform(Task task) {
  const bool streams = task.lane == Lane::analysis;
  const std::weak_ptr<Connection> weak = weak_from_this();
  const auto executor = stream_.get_executor();
  const auto tell = [weak, executor](auto&& what) {
    asio::post(executor, [weak, what = std::forward<decltype(what)>(what)]() mutable {
      if (const auto self = weak.lock(); self && !self->gone_) what(*self);
    });
  };
  const auto emit = [tell](std::string_view event, std::string data) {
    tell([event = std::string(event), data = std::move(data)](Connection& c) { c.emit(event, data); });
  };
  auto& queue = streams ? serving_.analyses : serving_.quick;
  job_ = queue.submit(
      client_,
      [tell, emit, work = std::move(task.work)](Job& job, Engine& engine) -> std::function<void()> {
        TaskContext context{job, engine, emit};
        return [tell, answer = work(context)]() mutable {
          tell([answer = std::move(answer)](Connection& c) mutable { c.finish(std::move(answer)); });
        };
      },
      [=](int ahead) {
        if (streams) emit("wait", "{\"ahead\":" + std::to_string(ahead + 1) + "}");
      });
  if (!job_) return send_answer(error_answer(503, "too many are waiting: try again later"));
  watch();
  beat();
}

// An error that is found before a stream has begun is an answer like any other.
void Connection::finish(Answer answer) {
  stop_watching();
  if (!streaming_) return send_answer(std::move(answer));
  if (answer.status != 200) emit("error", answer.body);
  end_stream();
}

void Connection::stop_watching() {
  job_.reset();
  heartbeat_.cancel();
  Code ignored;
  stream_.socket().cancel(ignored);
}

void Connection::leave() {
  gone_ = true;
  heartbeat_.cancel();
  if (job_) job_->cancel(Stopped::gone);
  hang_up();
}

// Looks out for the end of the connection while a job is under way. A client that sends on is still there.
void Connection::watch() {
  stream_.socket().async_wait(asio::ip::tcp::socket::wait_read, [weak = weak_from_this()](Code code) {
    const auto self = weak.lock();
    if (!self || code || !self->job_) return;
    char byte = 0;
    // NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection): it does not block
    const auto n = recv(self->stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n > 0) return;
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return self->watch();
    self->leave();
  });
}

void Connection::begin_stream() {
  streaming_ = true;
  ended_ = false;
  chunked_ = request_.version() >= 11;
  keep_alive_ = keep_alive_ && chunked_;
  ++serving_.streams;
  Head head = this->head(200, "text/event-stream; charset=utf-8");
  head.set(http::field::cache_control, "no-store");
  head.set("X-Accel-Buffering", "no");
  if (chunked_) head.chunked(true);
  pieces_.push_back({text_of(head)});
  write_pieces();
}

void Connection::emit(std::string_view event, std::string_view data) {
  if (!streaming_) begin_stream();
  std::string text = "event: ";
  text.append(event).append("\ndata: ").append(data).append("\n\n");
  if (chunked_) {
    char size[20];
    const int n = std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    text.insert(0, size, n).append("\r\n");
  }
  const bool replaceable = event == "analysis" || event == "wait";
  // The front piece may be on its way already.
  if (replaceable && pieces_.size() > 1 && pieces_.back().replaceable) pieces_.pop_back();
  pieces_.push_back({std::move(text), replaceable});
  if (unsent() > serving_.options.most_unsent_events) return leave();
  write_pieces();
}

std::size_t Connection::unsent() const {
  return std::accumulate(pieces_.begin(), pieces_.end(), std::size_t{0},
                         [](std::size_t sum, const Piece& piece) { return sum + piece.text.size(); });
}

void Connection::end_stream() {
  ended_ = true;
  if (chunked_) pieces_.push_back({"0\r\n\r\n"});
  write_pieces();
}

void Connection::write_pieces() {
  place_->set_unsent(unsent());
  if (writing_) return;
  if (pieces_.empty()) {
    if (!ended_) return;
    streaming_ = false;
    --serving_.streams;
    return next(keep_alive_ ? Code{} : Code(http::error::end_of_stream));
  }
  writing_ = true;
  transmit(pieces_.front().text, {}, &Connection::on_piece_sent);
}

void Connection::on_piece_sent(Code code) {
  writing_ = false;
  pieces_.pop_front();
  code ? leave() : write_pieces();
}

// As long as a job is under way. In a stream a comment now and then shows whether the client is still there, and keeps
// go-betweens from giving up.
void Connection::beat() {
  heartbeat_.expires_after(serving_.options.heartbeat);
  heartbeat_.async_wait([self = shared_from_this()](Code code) {
    if (code || !self->job_ || self->gone_) return;
    if (self->streaming_ && self->pieces_.empty()) {
      self->pieces_.push_back({self->chunked_ ? "3\r\n:\n\n\r\n" : ":\n\n"});
      self->write_pieces();
    }
    self->beat();
  });
}

}  // namespace sow
