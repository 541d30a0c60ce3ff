#include "server/assets.h"

#include <algorithm>

namespace sow {

const Asset* find_asset(std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto found = std::find_if(assets.begin(), assets.end(), [&](const Asset& a) { return a.path == path; });
  return found == assets.end() ? nullptr : &*found;
}

}  // namespace sow
