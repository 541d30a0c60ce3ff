#include "server/clients.h"

#include <algorithm>

namespace sow {

std::string client_name(const boost::asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  const auto v6 = address.to_v6();
  if (v6.is_v4_mapped()) return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, v6).to_string();
  auto bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return boost::asio::ip::address_v6(bytes).to_string();
}

Clients::Place::~Place() {
  const std::lock_guard lock(all_.mutex_);
  all_.idle_.remove(this);
  if (counted_) all_.uncount(*this);
}

void Clients::Place::rest() {
  const std::lock_guard lock(all_.mutex_);
  if (counted_) all_.idle_.push_back(this);
}

bool Clients::Place::resume() {
  const std::lock_guard lock(all_.mutex_);
  all_.idle_.remove(this);
  return counted_;
}

void Clients::Place::set_unsent(std::size_t bytes) {
  const std::lock_guard lock(all_.mutex_);
  if (counted_) all_.clients_[client_].unsent += bytes - unsent_;
  unsent_ = bytes;
}

bool Clients::Place::takes_answers() const {
  const std::lock_guard lock(all_.mutex_);
  const auto client = all_.clients_.find(client_);
  return client == all_.clients_.end() || client->second.unsent < all_.limits_.unsent_each;
}

std::unique_ptr<Clients::Place> Clients::enter(const std::string& client) {
  const std::lock_guard lock(mutex_);
  if (!make_room(client)) return nullptr;
  ++clients_[client].connections;
  ++connections_;
  return std::unique_ptr<Place>(new Place(*this, client));
}

bool Clients::make_room(const std::string& client) {
  const auto known = clients_.find(client);
  const bool too_many = known != clients_.end() && known->second.connections >= limits_.connections_each;
  if (!too_many && connections_ < limits_.connections) return true;
  const auto connections = [&](const Place* place) { return clients_.at(place->client_).connections; };
  const auto victim =
      too_many ? std::find_if(idle_.begin(), idle_.end(), [&](const Place* place) { return place->client_ == client; })
               : std::max_element(idle_.begin(), idle_.end(),
                                  [&](const Place* a, const Place* b) { return connections(a) < connections(b); });
  if (victim == idle_.end()) return false;
  Place& place = **victim;
  idle_.erase(victim);
  uncount(place);
  place.counted_ = false;
  place.close_();
  return true;
}

void Clients::uncount(Place& place) {
  const auto client = clients_.find(place.client_);
  client->second.unsent -= place.unsent_;
  --connections_;
  if (--client->second.connections == 0) clients_.erase(client);
}

}  // namespace sow
