#include "server/security.h"

#include <unistd.h>

#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/string.hpp>

namespace sow {
namespace {

bool same(std::string_view a, std::string_view b) {
  return boost::beast::iequals({a.data(), a.size()}, {b.data(), b.size()});
}

// The name without the port; without the brackets of an IPv6 address.
std::string_view name_of(std::string_view host) {
  if (host.starts_with('[')) {
    const auto close = host.find(']');
    return close == host.npos ? "" : host.substr(1, close - 1);
  }
  return host.substr(0, host.find(':'));
}

const std::string& machine_name() {
  static const std::string name = [] {
    char text[256] = {};
    return gethostname(text, sizeof text - 1) == 0 ? std::string(text) : std::string();
  }();
  return name;
}

}  // namespace

bool host_is_ours(std::string_view host, std::string_view listening) {
  const std::string_view name = name_of(host);
  if (name.empty()) return false;
  boost::system::error_code code;
  boost::asio::ip::make_address(std::string(name), code);
  return !code || same(name, "localhost") || same(name, listening) || same(name, machine_name());
}

bool token_fits(std::string_view authorization, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  if (authorization.size() != scheme.size() + token.size() || !same(authorization.substr(0, scheme.size()), scheme))
    return false;
  const std::string_view given = authorization.substr(scheme.size());
  unsigned char differences = 0;
  for (std::size_t i = 0; i < token.size(); ++i) differences |= given[i] ^ token[i];
  return differences == 0;
}

bool origin_is_ours(std::string_view origin, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme) && same(origin.substr(scheme.size()), host)) return true;
  return false;
}

}  // namespace sow
