#include "base/text_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/error.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const std::string& path, std::string_view verb, int code = errno) {
  throw Error(Place{path}, fmt::format("cannot {} the file: {}", verb, std::strerror(code)));
}

void write_all(const std::string& path, const char* mode, std::string_view text) {
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(path, "write");
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  const int code = errno;
  if (std::fclose(file.release()) != 0) fail(path, "write");
  if (!written) fail(path, "write", code);
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t limit) {
  const bool standard_input = path == "-";
  File opened(standard_input ? nullptr : std::fopen(path.c_str(), "rb"));
  if (!standard_input && !opened) fail(path, "read");
  std::FILE* in = standard_input ? stdin : opened.get();

  // Counted while reading, for a pipe or a device has no size to ask for.
  std::string text;
  char buffer[1 << 14];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, in)) {
    text.append(buffer, n);
    if (text.size() > limit) throw Error(Place{path}, fmt::format("the file is larger than {} MiB", limit >> 20));
  }
  if (std::ferror(in) != 0) fail(path, "read");
  return text;
}

void write_text_file(const std::string& path, std::string_view text) {
  // A device or a pipe is written to, never replaced; a link keeps pointing to its file.
  std::error_code code;
  const fs::path target = fs::is_symlink(path, code) ? fs::weakly_canonical(path, code) : fs::path(path);
  if (fs::exists(target, code) && !fs::is_regular_file(target, code)) return write_all(path, "wb", text);

  const std::string part = fmt::format("{}.{}.part", target.string(), getpid());
  try {
    write_all(part, "wb", text);
  } catch (const Error& e) {
    fs::remove(part, code);
    throw Error(Place{path}, e.message());
  }
  if (const auto old = fs::status(target, code); fs::exists(old)) fs::permissions(part, old.permissions(), code);
  fs::rename(part, target, code);
  if (!code) return;
  const int reason = code.value();
  fs::remove(part, code);
  fail(path, "write", reason);
}

void create_text_file(const std::string& path, std::string_view text) {
  std::error_code code;
  if (fs::exists(path, code)) throw Error(Place{path}, "the file exists already; choose another name");
  write_all(path, "wbx", text);
}

}  // namespace sow
