// Checks of request headers, and the security headers of responses.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace sow {

// Sent with every response. The page has no inline scripts and loads nothing from other sites. It compiles WebAssembly,
// and a blob tells its engine to stop (web/engine/src/stop.ts).
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 6> security_headers = {{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "font-src 'self'; connect-src 'self' blob:; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};

bool is_digits(std::string_view text);

// Whether the Host header names this machine: an IP address, localhost, the machine's name, or the name given with
// --host. This stops DNS rebinding, where another site points its own name at this machine.
bool is_own_host(std::string_view host, std::string_view listening);

// Whether the Authorization header is "Bearer TOKEN". Compares in constant time.
bool token_matches(std::string_view authorization, std::string_view token);

// Whether the Origin is our own page; `host` is the Host header of the same request.
bool is_own_origin(std::string_view origin, std::string_view host);

}  // namespace sow
