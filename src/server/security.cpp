#include "server/security.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/string.hpp>

namespace sow {

bool is_digits(std::string_view text) { return text.find_first_not_of("0123456789") == text.npos; }

namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return boost::beast::iequals({a.data(), a.size()}, {b.data(), b.size()});
}

// The host without the port and without the brackets of an IPv6 address; empty if the Host header is invalid.
std::string_view host_name(std::string_view host) {
  const bool bracketed = host.starts_with('[');
  const auto end = bracketed ? host.find(']') : std::min(host.find(':'), host.size());
  if (end == host.npos) return {};
  const std::string_view name = bracketed ? host.substr(1, end - 1) : host.substr(0, end);
  const std::string_view port = host.substr(end + (bracketed ? 1 : 0));
  const bool valid = port.empty() || (port.front() == ':' && is_digits(port.substr(1)));
  return valid ? name : std::string_view{};
}

const std::string& machine_name() {
  static const std::string name = [] {
    char text[256] = {};
    return gethostname(text, sizeof text - 1) == 0 ? std::string(text) : std::string();
  }();
  return name;
}

}  // namespace

bool is_own_host(std::string_view host, std::string_view listening) {
  const std::string_view name = host_name(host);
  if (name.empty()) return false;
  boost::system::error_code code;
  boost::asio::ip::make_address(std::string(name), code);
  return !code || equal_ignoring_case(name, "localhost") || equal_ignoring_case(name, listening) ||
         equal_ignoring_case(name, machine_name());
}

bool token_matches(std::string_view authorization, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  if (authorization.size() != scheme.size() + token.size() ||
      !equal_ignoring_case(authorization.substr(0, scheme.size()), scheme))
    return false;
  const std::string_view given = authorization.substr(scheme.size());
  unsigned char difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i) difference |= given[i] ^ token[i];
  return difference == 0;
}

bool is_own_origin(std::string_view origin, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme) && equal_ignoring_case(origin.substr(scheme.size()), host)) return true;
  return false;
}

}  // namespace sow
