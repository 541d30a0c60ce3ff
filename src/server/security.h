// Whom the server answers, and what browsers are told about its answers.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace sow {

// Sent with every answer. The page has no inline script and asks nobody else for anything.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 6> security_headers = {{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
     "connect-src 'self'; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};

// Whether the Host header names this machine: an address, localhost, its own name, or the name the server was told to
// listen at. A page of another site that had its own name point here (DNS rebinding) sends that name.
bool host_is_ours(std::string_view host, std::string_view listening);

// Whether an Authorization header carries this token: "Bearer TOKEN". How long it takes does not tell how much is right.
bool token_fits(std::string_view authorization, std::string_view token);

// Whether a request with this Origin comes from our own page; `host` is its Host header. Programs send no Origin.
bool origin_is_ours(std::string_view origin, std::string_view host);

}  // namespace sow
