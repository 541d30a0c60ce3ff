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

Clients::Slot::~Slot() {
  const std::lock_guard lock(all_.mutex_);
  all_.idle_.remove(this);
  if (counted_) all_.release(*this);
}

void Clients::Slot::set_idle() {
  const std::lock_guard lock(all_.mutex_);
  if (counted_) all_.idle_.push_back(this);
}

bool Clients::Slot::set_busy() {
  const std::lock_guard lock(all_.mutex_);
  all_.idle_.remove(this);
  return counted_;
}

void Clients::Slot::set_unsent(std::size_t bytes) {
  const std::lock_guard lock(all_.mutex_);
  if (counted_) all_.clients_[client_].unsent += bytes - unsent_;
  unsent_ = bytes;
}

bool Clients::Slot::reads_responses() const {
  const std::lock_guard lock(all_.mutex_);
  const auto client = all_.clients_.find(client_);
  return client == all_.clients_.end() || client->second.unsent < all_.limits_.unsent_per_client;
}

bool Clients::Slot::set_client(const std::string& client) {
  const std::lock_guard lock(all_.mutex_);
  if (client == client_) return true;
  const auto known = all_.clients_.find(client);
  if (known != all_.clients_.end() && known->second.connections >= all_.limits_.connections_per_client) return false;
  all_.move(*this, client);
  return true;
}

void Clients::Slot::reset_client(const std::string& proxy) {
  const std::lock_guard lock(all_.mutex_);
  all_.move(*this, proxy);
}

void Clients::move(Slot& slot, const std::string& client) {
  if (slot.counted_) {
    release(slot);
    ++connections_;
    ++clients_[client].connections;
    clients_[client].unsent += slot.unsent_;
  }
  slot.client_ = client;
}

std::unique_ptr<Clients::Slot> Clients::acquire(const std::string& client, bool is_proxy) {
  const std::lock_guard lock(mutex_);
  if (!make_room(client, is_proxy)) return nullptr;
  ++clients_[client].connections;
  ++connections_;
  return std::unique_ptr<Slot>(new Slot(*this, client));
}

std::size_t Clients::count() const {
  const std::lock_guard lock(mutex_);
  return clients_.size();
}

bool Clients::make_room(const std::string& client, bool is_proxy) {
  const auto known = clients_.find(client);
  const bool at_limit =
      !is_proxy && known != clients_.end() && known->second.connections >= limits_.connections_per_client;
  if (!at_limit && connections_ < limits_.connections) return true;
  const auto connections = [&](const Slot* slot) { return clients_.at(slot->client_).connections; };
  const auto victim =
      at_limit ? std::find_if(idle_.begin(), idle_.end(), [&](const Slot* slot) { return slot->client_ == client; })
               : std::max_element(idle_.begin(), idle_.end(),
                                  [&](const Slot* a, const Slot* b) { return connections(a) < connections(b); });
  if (victim == idle_.end()) return false;
  Slot& slot = **victim;
  idle_.erase(victim);
  release(slot);
  slot.counted_ = false;
  slot.close_();
  return true;
}

void Clients::release(Slot& slot) {
  const auto client = clients_.find(slot.client_);
  client->second.unsent -= slot.unsent_;
  --connections_;
  if (--client->second.connections == 0) clients_.erase(client);
}

}  // namespace sow
