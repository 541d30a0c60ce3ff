#include "server/server.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "server/connection.h"

namespace sow {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

ServerOptions limit_connections(ServerOptions options, std::size_t max_files) {
  constexpr std::size_t reserved = 128;  // for refused connections, databases, and the program itself
  const std::size_t available = max_files >= 2 * reserved ? max_files - reserved : max_files / 2;
  if (available >= options.max_connections) return options;
  options.max_connections = std::max<std::size_t>(available, 2);
  options.max_connections_per_client = std::min(options.max_connections_per_client, options.max_connections / 2);
  return options;
}

namespace {

// Converts IPv4-mapped IPv6 addresses to IPv4.
asio::ip::address unmapped(const asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
}

std::size_t max_open_files() {
  rlimit limit{};
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
}

}  // namespace

struct Server::State {
  explicit State(const ServerOptions& options)
      : shared(limit_connections(options, max_open_files())),
        acceptor(asio::make_strand(io)),
        retry_timer(acceptor.get_executor()) {}

  void listen();
  void accept();
  void start_connection(tcp::socket socket);

  ServerState shared;  // must outlive the connections, which are destroyed with the io_context
  asio::io_context io;
  tcp::acceptor acceptor;
  asio::steady_timer retry_timer;
  std::optional<asio::ip::address> proxy;
  std::vector<std::thread> threads;
};

void Server::State::listen() {
  auto& options = shared.options;
  boost::system::error_code code;
  if (!options.trusted_proxy.empty()) {
    proxy = unmapped(asio::ip::make_address(options.trusted_proxy, code));
    if (code) throw Error(fmt::format("--trusted-proxy: '{}' is not an IP address", shown(options.trusted_proxy)));
  }
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, code);
  if (code || found.empty())
    throw Failure(fmt::format("cannot resolve host '{}': {}", shown(options.host), code.message()));
  const tcp::endpoint endpoint = *found.begin();
  acceptor.open(endpoint.protocol(), code);
  if (!code) acceptor.set_option(asio::socket_base::reuse_address(true), code);
  if (!code) acceptor.bind(endpoint, code);
  if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
  if (code)
    throw Failure(fmt::format("cannot listen on {} port {}: {}", shown(options.host), options.port, code.message()));
}

void Server::State::start_connection(tcp::socket socket) {
  constexpr std::size_t max_refusals = 64;  // additional connections are closed without a response
  boost::system::error_code code;
  const auto remote = socket.remote_endpoint(code);
  if (code) return;
  std::string client = client_name(remote.address());
  const bool proxied = proxy && unmapped(remote.address()) == *proxy;
  auto slot = shared.clients.acquire(client, proxied);
  if (!slot && shared.refusals >= max_refusals) return;
  std::make_shared<Connection>(std::move(socket), shared, std::move(client), std::move(slot), proxied)->start();
}

void Server::State::accept() {
  acceptor.async_accept(asio::make_strand(io), [this](boost::system::error_code code, tcp::socket socket) {
    if (!acceptor.is_open()) return;
    if (!code) {
      start_connection(std::move(socket));
      return accept();
    }
    // Probably out of file descriptors: try again when some connections have been closed.
    retry_timer.expires_after(std::chrono::milliseconds(100));
    retry_timer.async_wait([this](boost::system::error_code) { accept(); });
  });
}

Server::Server(const ServerOptions& options) : state_(std::make_unique<State>(options)) {
  state_->listen();
  state_->accept();
  const unsigned threads = std::max(2u, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < threads; ++i) state_->threads.emplace_back([this] { state_->io.run(); });
}

Server::~Server() { stop(); }

unsigned short Server::port() const { return state_->acceptor.local_endpoint().port(); }

bool Server::reachable() const { return !state_->acceptor.local_endpoint().address().is_loopback(); }

std::string Server::address() const {
  const auto& [host, token] = std::tie(state_->shared.options.host, state_->shared.options.token);
  const std::string fragment = token.empty() ? "" : "#token=" + token;
  return host.find(':') == host.npos ? fmt::format("http://{}:{}/{}", host, port(), fragment)
                                     : fmt::format("http://[{}]:{}/{}", host, port(), fragment);
}

void Server::stop() {
  if (state_->threads.empty()) return;
  // Streams end once their jobs are canceled; give them time to send their last event.
  state_->shared.api.stop();
  state_->shared.brief.stop();
  state_->shared.choices.stop();
  state_->shared.analyses.stop();
  const auto deadline = std::chrono::steady_clock::now() + state_->shared.options.shutdown_grace;
  while (state_->shared.streams > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  state_->io.stop();
  for (auto& thread : state_->threads) thread.join();
  state_->threads.clear();
}

}  // namespace sow
