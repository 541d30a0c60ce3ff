#include "server/server.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <thread>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "server/connection.h"

namespace sow {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

struct Server::State {
  explicit State(const ServerOptions& options)
      : serving(options), acceptor(asio::make_strand(io)), pause(acceptor.get_executor()) {}

  void listen();
  void accept();
  void welcome(tcp::socket socket);

  ServerState serving;  // outlives the connections, which end with the io_context
  asio::io_context io;
  tcp::acceptor acceptor;
  asio::steady_timer pause;
  std::vector<std::thread> threads;
};

void Server::State::listen() {
  auto& options = serving.options;
  boost::system::error_code code;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, code);
  if (code || found.empty()) throw Error(fmt::format("no address '{}': {}", shown(options.host), code.message()));
  const tcp::endpoint endpoint = *found.begin();
  acceptor.open(endpoint.protocol(), code);
  if (!code) acceptor.set_option(asio::socket_base::reuse_address(true), code);
  if (!code) acceptor.bind(endpoint, code);
  if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
  if (code)
    throw Error(fmt::format("cannot listen at {} port {}: {}", shown(options.host), options.port, code.message()));
  if (endpoint.address().is_loopback()) options.token.clear();
}

void Server::State::welcome(tcp::socket socket) {
  constexpr std::size_t most_refusals = 64;  // beyond them, whoever comes is not even told why
  boost::system::error_code code;
  const auto end = socket.remote_endpoint(code);
  if (code) return;
  std::string client = client_name(end.address());
  auto place = serving.clients.enter(client);
  if (!place && serving.refusals >= most_refusals) return;
  std::make_shared<Connection>(std::move(socket), serving, std::move(client), std::move(place))->start();
}

void Server::State::accept() {
  acceptor.async_accept(asio::make_strand(io), [this](boost::system::error_code code, tcp::socket socket) {
    if (!acceptor.is_open()) return;
    if (!code) {
      welcome(std::move(socket));
      return accept();
    }
    // Out of files, perhaps: some will be closed soon.
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([this](boost::system::error_code) { accept(); });
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
  const auto& [host, token] = std::tie(state_->serving.options.host, state_->serving.options.token);
  const std::string fragment = token.empty() ? "" : "#token=" + token;
  return host.find(':') == host.npos ? fmt::format("http://{}:{}/{}", host, port(), fragment)
                                     : fmt::format("http://[{}]:{}/{}", host, port(), fragment);
}

void Server::stop() {
  if (state_->threads.empty()) return;
  // The streams end by themselves once their work is stopped; give them a moment to say so.
  state_->serving.api.stop();
  state_->serving.quick.stop();
  state_->serving.analyses.stop();
  const auto patience = std::chrono::steady_clock::now() + state_->serving.options.farewell;
  while (state_->serving.streams > 0 && std::chrono::steady_clock::now() < patience)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  state_->io.stop();
  for (auto& thread : state_->threads) thread.join();
  state_->threads.clear();
}

}  // namespace sow
