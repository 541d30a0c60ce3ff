#include "server/connection.h"

#include <sys/socket.h>
#include <time.h>

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
constexpr std::size_t min_compressed_size = 10'000;  // bytes

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

// Whether an Accept-Encoding header such as "gzip, br;q=0.5" allows the encoding.
bool accepts_encoding(std::string_view list, std::string_view encoding) {
  const auto has_zero_weight = [](const auto& parameter) {
    return beast::iequals(parameter.first, "q") && parameter.second.find_first_not_of("0.") == beast::string_view::npos;
  };
  for (const auto& [name, parameters] : http::ext_list(view(list)))
    if (beast::iequals(name, view(encoding)))
      return std::none_of(parameters.begin(), parameters.end(), has_zero_weight);
  return false;
}

// Returns an error for requests that a proxy might parse differently (request smuggling).
const char* find_ambiguity(const http::request<http::string_body>& request) {
  if (request.count(http::field::host) > 1) return "more than one Host header";
  if (request.count(http::field::origin) > 1) return "more than one Origin header";
  if (request.count(http::field::content_length) > 1 || !is_digits(view(request[http::field::content_length])))
    return "invalid Content-Length header";
  const auto coding = request.find(http::field::transfer_encoding);
  if (coding == request.end()) return nullptr;
  const bool only = request.count(http::field::transfer_encoding) == 1 && beast::iequals(coding->value(), "chunked");
  return only ? nullptr : "unsupported Transfer-Encoding; only chunked is supported";
}

// Whether the header, which ends with an empty line, continues a field on a line that starts with a space or tab
// (obs-fold, RFC 9112 section 5.2). Proxies treat such lines differently.
bool has_folded_line(std::string_view bytes) {
  const std::string_view header = bytes.substr(0, bytes.find("\r\n\r\n"));
  return header.find("\r\n ") != header.npos || header.find("\r\n\t") != header.npos;
}

// The address that the proxy has appended to X-Forwarded-For. Clients can send addresses of their own before it.
std::string forwarded_client(const http::request<http::string_body>& request, const std::string& proxy) {
  std::string_view last;
  for (const auto& field : request)
    if (beast::iequals(field.name_string(), "X-Forwarded-For")) last = view(field.value());
  last.remove_prefix(std::min(last.rfind(',') + 1, last.size()));
  last.remove_prefix(std::min(last.find_first_not_of(" \t"), last.size()));
  last = last.substr(0, last.find_last_not_of(" \t") + 1);
  beast::error_code code;
  const auto address = asio::ip::make_address(std::string(last), code);
  return code ? proxy : client_name(address);
}

// CPU time used by the current thread.
std::chrono::nanoseconds thread_cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::string_view buffered_text(const beast::flat_buffer& buffer) {
  return {static_cast<const char*>(buffer.data().data()), buffer.size()};
}

void gzip_if_large(Response& response) {
  if (response.body.size() < min_compressed_size) return;
  response.body = gzip(response.body);
  response.compressed = true;
}

bool is_read(http::verb method) { return method == http::verb::get || method == http::verb::head; }

std::string to_text(const http::response<http::empty_body>& header) {
  std::ostringstream text;
  text << header.base();
  return text.str();
}

}  // namespace

ServerState::ServerState(const ServerOptions& o)
    : options(o),
      api(o),
      brief({.threads = 2,
             .max_queued = o.max_queued,
             .max_queued_per_client = o.max_queued_per_client,
             .max_running_per_client = 1,
             .max_time = o.max_choice_time,
             .time_slice = o.max_choice_time,
             .niceness = 0}),
      choices({.threads = 3,
               .max_queued = o.max_queued,
               .max_queued_per_client = o.max_queued_per_client,
               .max_running_per_client = 2,
               .max_time = o.max_choice_time,
               .time_slice = o.max_choice_time,
               .search = engine_options(o)}),
      analyses({.threads = o.analyses,
                .max_queued = o.max_queued,
                .max_queued_per_client = o.max_queued_per_client,
                .max_time = o.max_analysis_time + o.time_slice,
                .time_slice = o.time_slice,
                .search_threads = o.threads,
                .search = engine_options(o, o.threads)}),
      clients({o.max_connections, o.max_connections_per_client, o.max_unsent_per_client}),
      throttle(o.max_io_share, o.io_burst) {
  api.prepare();
}

WorkQueue& ServerState::queue(Lane lane) {
  switch (lane) {
    case Lane::brief: return brief;
    case Lane::choice: return choices;
    case Lane::analysis: break;
  }
  return analyses;
}

Connection::Connection(asio::ip::tcp::socket socket, ServerState& shared, std::string client,
                       std::unique_ptr<Clients::Slot> slot, bool proxied)
    : shared_(shared),
      stream_(std::move(socket)),
      buffer_(shared.options.max_header + shared.options.max_body),
      peer_(std::move(client)),
      client_(peer_),
      proxied_(proxied),
      slot_(std::move(slot)),
      heartbeat_(stream_.get_executor()),
      throttle_timer_(stream_.get_executor()) {
  if (!slot_) ++shared_.refusals;
  Code ignored;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
}

Connection::~Connection() {
  if (job_) job_->cancel(StopReason::disconnected);
  if (streaming_) --shared_.streams;
  if (!slot_) --shared_.refusals;
}

void Connection::start() {
  if (slot_)
    slot_->on_close([weak = weak_from_this(), executor = stream_.get_executor()] {
      asio::post(executor, [weak] {
        if (const auto self = weak.lock()) self->close();
      });
    });
  asio::dispatch(stream_.get_executor(),
                 [self = shared_from_this()] { self->slot_ ? self->wait_for_request() : self->refuse(); });
}

void Connection::refuse() {
  request_ = {};
  request_.version(11);
  send_response(error_response(503, "too many connections; try again later"));
}

void Connection::receive(std::size_t max_bytes, void (Connection::*then)(Code)) {
  stream_.async_read_some(buffer_.prepare(max_bytes), [self = shared_from_this(), then](Code code, std::size_t n) {
    self->buffer_.commit(n);
    ((*self).*then)(code);
  });
}

// The buffers must stay valid until `then` is called.
void Connection::transmit(std::string_view first, std::string_view second, void (Connection::*then)(Code)) {
  stream_.expires_after(shared_.options.write_timeout);
  const std::array buffers{asio::buffer(first), asio::buffer(second)};
  asio::async_write(stream_, buffers,
                    [self = shared_from_this(), then](Code code, std::size_t) { ((*self).*then)(code); });
}

// The idle timeout applies between requests, the read timeout from the first byte of a request.
void Connection::wait_for_request() {
  if (proxied_) slot_->reset_client(client_ = peer_);
  slot_->set_idle();
  if (proxied_) return receive_request();
  const auto delay = shared_.throttle.delay(client_);
  if (delay.count() == 0 || shared_.clients.count() == 1) return receive_request();
  throttle_timer_.expires_after(delay);
  throttle_timer_.async_wait([self = shared_from_this()](Code code) {
    if (!code) self->receive_request();
  });
}

void Connection::receive_request() {
  if (buffer_.size() > 0) return read_request();
  stream_.expires_after(shared_.options.idle_timeout);
  receive(4096, &Connection::on_first_bytes);
}

void Connection::on_first_bytes(Code code) { code ? close() : read_request(); }

void Connection::read_request() {
  parser_.emplace();
  parser_->header_limit(shared_.options.max_header);
  parser_->body_limit(shared_.options.max_body);
  parser_->eager(true);  // parse the body too
  stream_.expires_after(shared_.options.read_timeout);
  parse();
}

void Connection::parse() {
  const auto started = thread_cpu_time();
  parse_and_handle();
  shared_.throttle.charge(client_, thread_cpu_time() - started);
}

void Connection::parse_and_handle() {
  Code code;
  // The parser consumes the header as a whole, so all of it is in the buffer the last time it is not done.
  if (!parser_->is_header_done()) folded_ = has_folded_line(buffered_text(buffer_));
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
  if (!slot_->set_busy()) return close();
  if (!code) {
    request_ = parser_->release();
    keep_alive_ = request_.keep_alive();
    return handle();
  }
  keep_alive_ = false;
  request_ = {};
  request_.version(11);
  if (code == http::error::body_limit)
    send_response(error_response(413, "the request body is too large"));
  else if (code == http::error::header_limit || code == http::error::buffer_overflow)
    send_response(error_response(431, "the request header is too large"));
  else if (code != beast::error::timeout &&
           code.category() == http::make_error_code(http::error::bad_version).category() &&
           code != http::error::end_of_stream && code != http::error::partial_message)
    send_response(error_response(400, "invalid HTTP request: " + code.message()));
  else
    close();
}

void Connection::close() {
  Code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

void Connection::handle() {
  const auto method = view(request_.method_string()), target = view(request_.target());
  const auto host = view(request_[http::field::host]);
  if (const char* error = folded_ ? "folded header lines are not supported" : find_ambiguity(request_)) {
    keep_alive_ = false;
    return send_response(error_response(400, error));
  }
  if (proxied_) {
    client_ = forwarded_client(request_, peer_);
    if (!slot_->set_client(client_)) return send_response(error_response(503, "too many connections; try again later"));
    if (shared_.throttle.delay(client_).count() > 0 && shared_.clients.count() > 1)
      return send_response(error_response(503, "too many requests; try again later"));
  }
  // The proxy decides which names it serves.
  if (!proxied_ && !is_own_host(host, shared_.options.host))
    return send_response(error_response(403, "the Host header does not name this machine"));
  if (const auto origin = request_.find(http::field::origin);
      method != "GET" && method != "HEAD" && origin != request_.end() && !is_own_origin(view(origin->value()), host))
    return send_response(error_response(403, "requests from other sites are not allowed"));
  const auto question = target.find('?');
  const auto path = target.substr(0, question);
  if (path.starts_with("/api/")) {
    const std::string& token = shared_.options.token;
    if (!token.empty() && !token_matches(view(request_[http::field::authorization]), token))
      return send_response(
          error_response(401, "the token is missing or wrong; open the address that sow serve printed"));
    if (!slot_->reads_responses())
      return send_response(error_response(503, "too many unread responses; read them before sending more requests"));
    const auto query = question == target.npos ? std::string_view{} : target.substr(question + 1);
    Reply reply = shared_.api.handle({method, path, query, request_.body()});
    if (auto* task = std::get_if<Task>(&reply)) return run_task(std::move(*task));
    auto& response = std::get<Response>(reply);
    // Compression takes milliseconds, so it is left to a worker thread.
    if (response.body.size() >= min_compressed_size && accepts("gzip"))
      return run_task({Lane::brief, [response](TaskContext&) { return response; }}, response);
    return send_response(std::move(response));
  }
  const Asset* asset = find_asset(path);
  if (asset == nullptr) return send_response(error_response(404, "no such path"));
  if (method != "GET" && method != "HEAD") {
    Response response = error_response(405, "the page supports only GET and HEAD");
    response.allow = "GET, HEAD";
    return send_response(std::move(response));
  }
  send_asset(*asset);
}

Connection::Header Connection::header(unsigned status, std::string_view type) const {
  Header header;
  header.version(request_.version());
  header.result(status);
  header.keep_alive(keep_alive_);
  header.set(http::field::content_type, view(type));
  for (const auto& [name, value] : security_headers) header.insert(view(name), view(value));
  allow_origin(header);
  return header;
}

// CORS: pages of one other site, or of all, may read endgame databases, and nothing else.
void Connection::allow_origin(Header& header) const {
  const std::string& allowed = shared_.options.cors;
  const auto target = view(request_.target());
  if (allowed.empty() || !target.starts_with("/api/db") || !is_read(request_.method())) return;
  if (allowed == "*" || view(request_[http::field::origin]) == allowed)
    header.set(http::field::access_control_allow_origin, allowed);
  if (allowed != "*") header.set(http::field::vary, "Origin");
}

void Connection::send(const Header& header, std::string_view body) {
  header_ = to_text(header);
  if (request_.method() == http::verb::head) body = {};
  if (slot_) slot_->set_unsent(body.size());
  transmit(header_, body, &Connection::on_sent);
}

void Connection::on_sent(Code code) {
  if (slot_) slot_->set_unsent(0);
  after_response(keep_alive_ ? code : http::error::end_of_stream);
}

void Connection::send_response(Response response) {
  if (response.cached) return send_cached(std::move(response.cached));
  const bool cacheable = response.max_age.count() > 0, unchanged = cacheable && has(response.etag);
  Header header = this->header(unchanged ? 304 : response.status, json_type);
  header.set(http::field::cache_control, !cacheable ? "no-store"
                                                    : (shared_.options.token.empty() ? "public" : "private") +
                                                          (", max-age=" + std::to_string(response.max_age.count())));
  if (cacheable) {
    header.insert(http::field::vary, "Accept-Encoding");  // besides Origin
    header.set(http::field::etag, response.etag);
  }
  if (!response.allow.empty()) header.set(http::field::allow, response.allow);
  if (response.status == 401) header.set(http::field::www_authenticate, "Bearer");
  if (response.status == 503) header.set(http::field::retry_after, "1");
  if (unchanged) return send(header, {});
  if (response.compressed) header.set(http::field::content_encoding, "gzip");
  body_ = std::move(response.body);
  header.content_length(body_.size());
  send(header, body_);
}

// Whether the client has this version of the response already. If-None-Match is "*" or a list of entity tags; a proxy
// that compresses responses writes W/ before them. Quotes occur only around tags.
bool Connection::has(std::string_view etag) const {
  const auto tags = view(request_[http::field::if_none_match]);
  return is_read(request_.method()) && (tags == "*" || tags.find(etag) != tags.npos);
}

bool Connection::accepts(std::string_view encoding) const {
  return accepts_encoding(view(request_[http::field::accept_encoding]), encoding);
}

void Connection::send_asset(const Asset& asset) {
  send_content({.type = asset.type,
                .etag = asset.etag,
                .plain = asset.plain,
                .gzip = asset.gzip,
                .brotli = asset.brotli,
                .cache_control = asset.immutable ? "public, max-age=31536000, immutable" : "no-cache"});
}

void Connection::send_cached(std::shared_ptr<const CachedBody> body) {
  cached_ = std::move(body);
  send_content({.type = json_type,
                .etag = cached_->etag,
                .plain = cached_->plain,
                .gzip = cached_->gzip,
                .brotli = {},
                .cache_control = "private, no-cache"});
}

void Connection::send_content(const Content& content) {
  const bool unchanged = has(content.etag);
  Header header = this->header(unchanged ? 304 : 200, content.type);
  header.set(http::field::etag, view(content.etag));
  header.set(http::field::vary, "Accept-Encoding");
  header.set(http::field::cache_control, view(content.cache_control));
  std::string_view body = content.plain;
  if (!content.brotli.empty() && accepts("br")) {
    header.set(http::field::content_encoding, "br");
    body = content.brotli;
  } else if (!content.gzip.empty() && accepts("gzip")) {
    header.set(http::field::content_encoding, "gzip");
    body = content.gzip;
  }
  if (unchanged) return send(header, {});
  header.content_length(body.size());
  send(header, body);
}

void Connection::after_response(Code code) {
  if (code == http::error::end_of_stream) return linger();
  if (code) return close();
  wait_for_request();
}

// Lingering close: closing at once would discard the response if the client is still sending.
void Connection::linger() {
  Code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(shared_.options.linger_timeout);
  discard({});
}

void Connection::discard(Code code) {
  if (code) return close();
  buffer_.clear();
  receive(65536, &Connection::discard);
}

// The worker thread posts its results to this connection; they are dropped if the client has disconnected.
void Connection::run_task(Task task, Response if_full) {
  const bool streams = task.lane == Lane::analysis;
  const std::weak_ptr<Connection> weak = weak_from_this();
  const auto executor = stream_.get_executor();
  const auto post_to_connection = [weak, executor](auto&& action) {
    asio::post(executor, [weak, action = std::forward<decltype(action)>(action)]() mutable {
      if (const auto self = weak.lock(); self && !self->disconnected_) action(*self);
    });
  };
  const auto emit = [post_to_connection](std::string_view event, std::string data) {
    post_to_connection([event = std::string(event), data = std::move(data)](Connection& c) { c.emit(event, data); });
  };
  auto& queue = shared_.queue(task.lane);
  const bool compress = accepts("gzip");
  auto run = [post_to_connection, emit, compress, work = std::move(task.work)](
                 Job& job, Engine& engine) -> std::function<void()> {
    TaskContext context{job, engine, emit};
    Response result = work(context);
    if (compress) gzip_if_large(result);
    return [post_to_connection, response = std::move(result)]() mutable {
      post_to_connection(
          [response = std::move(response)](Connection& c) mutable { c.finish_task(std::move(response)); });
    };
  };
  const auto on_wait = [=](int ahead) {
    if (streams) emit("wait", "{\"ahead\":" + std::to_string(ahead + 1) + "}");
  };
  job_ = queue.submit(client_, {std::move(run), on_wait, task.resumable});
  if (!job_) return send_response(std::move(if_full));
  watch_for_disconnect();
  schedule_heartbeat();
}

// An error found before the stream has started is an ordinary response.
void Connection::finish_task(Response response) {
  stop_watching();
  if (!streaming_) return send_response(std::move(response));
  if (response.status != 200) emit("error", response.body);
  end_stream();
}

void Connection::stop_watching() {
  job_.reset();
  heartbeat_.cancel();
  Code ignored;
  stream_.socket().cancel(ignored);
}

void Connection::abort() {
  disconnected_ = true;
  heartbeat_.cancel();
  if (job_) job_->cancel(StopReason::disconnected);
  close();
}

// Cancels the job if the client closes the connection. Stops watching if the client sends its next request early.
void Connection::watch_for_disconnect() {
  stream_.socket().async_wait(asio::ip::tcp::socket::wait_read, [weak = weak_from_this()](Code code) {
    const auto self = weak.lock();
    if (!self || code || !self->job_) return;
    char byte = 0;
    // NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection): MSG_DONTWAIT
    const auto n = recv(self->stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n > 0) return;
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return self->watch_for_disconnect();
    self->abort();
  });
}

void Connection::start_stream() {
  streaming_ = true;
  ended_ = false;
  chunked_ = request_.version() >= 11;
  keep_alive_ = keep_alive_ && chunked_;
  ++shared_.streams;
  Header header = this->header(200, "text/event-stream; charset=utf-8");
  header.set(http::field::cache_control, "no-store");
  header.set("X-Accel-Buffering", "no");
  if (chunked_) header.chunked(true);
  chunks_.push_back({to_text(header)});
  write_chunks();
}

void Connection::emit(std::string_view event, std::string_view data) {
  if (!streaming_) start_stream();
  std::string text = "event: ";
  text.append(event).append("\ndata: ").append(data).append("\n\n");
  if (chunked_) {
    char size[20];
    const int n = std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    text.insert(0, size, n).append("\r\n");
  }
  const bool replaceable = event == "analysis" || event == "wait";
  // The front chunk may already be in transit.
  if (replaceable && chunks_.size() > 1 && chunks_.back().replaceable) chunks_.pop_back();
  chunks_.push_back({std::move(text), replaceable});
  if (unsent() > shared_.options.max_unsent_per_stream) return abort();
  write_chunks();
}

std::size_t Connection::unsent() const {
  return std::accumulate(chunks_.begin(), chunks_.end(), std::size_t{0},
                         [](std::size_t sum, const Chunk& chunk) { return sum + chunk.text.size(); });
}

void Connection::end_stream() {
  ended_ = true;
  if (chunked_) chunks_.push_back({"0\r\n\r\n"});
  write_chunks();
}

void Connection::write_chunks() {
  slot_->set_unsent(unsent());
  if (writing_) return;
  if (chunks_.empty()) {
    if (!ended_) return;
    streaming_ = false;
    --shared_.streams;
    return after_response(keep_alive_ ? Code{} : Code(http::error::end_of_stream));
  }
  writing_ = true;
  transmit(chunks_.front().text, {}, &Connection::on_chunk_sent);
}

void Connection::on_chunk_sent(Code code) {
  writing_ = false;
  chunks_.pop_front();
  code ? abort() : write_chunks();
}

// Periodic comments on a quiet stream detect disconnected clients and keep proxies from timing out.
void Connection::schedule_heartbeat() {
  heartbeat_.expires_after(shared_.options.heartbeat);
  heartbeat_.async_wait([self = shared_from_this()](Code code) {
    if (code || !self->job_ || self->disconnected_) return;
    if (self->streaming_ && self->chunks_.empty()) {
      self->chunks_.push_back({self->chunked_ ? "3\r\n:\n\n\r\n" : ":\n\n"});
      self->write_chunks();
    }
    self->schedule_heartbeat();
  });
}

}  // namespace sow
