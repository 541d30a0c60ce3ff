#include "base/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/new_file.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

// read(offset, to, bytes) returns 0 at the end. The limit is enforced while reading because standard input has no size.
template <class Read>
std::string read_all(const std::string& name, std::size_t limit, Read&& read) {
  std::string text;
  char buffer[1 << 14];
  while (const std::size_t n = read(text.size(), buffer, sizeof buffer)) {
    text.append(buffer, n);
    if (text.size() > limit) throw Error(Location{name}, fmt::format("file is larger than {} MiB", limit >> 20));
  }
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t limit, const std::string& name) {
  if (path != "-") {
    const File file(path, O_RDONLY, File::Kind::regular, name);
    return read_all(name.empty() ? path : name, limit,
                    [&](std::size_t at, char* to, std::size_t n) { return file.read_at(at, to, n); });
  }
  std::string text =
      read_all(path, limit, [](std::size_t, char* to, std::size_t n) { return std::fread(to, 1, n, stdin); });
  if (std::ferror(stdin) != 0) throw Error(Location{path}, "cannot read standard input");
  return text;
}

void write_text_file(const std::string& path, std::string_view text) {
  // Devices and pipes are written to, never replaced; symbolic links are followed.
  std::error_code code;
  const fs::path target = fs::is_symlink(path, code) ? fs::weakly_canonical(path, code) : fs::path(path);
  const fs::file_status old = fs::status(target, code);
  if (fs::exists(old) && !fs::is_regular_file(old)) return File(path, O_WRONLY, File::Kind::any).write(text);

  NewFile part(target, path);
  part.file().write(text);
  if (fs::exists(old)) fchmod(part.file().descriptor(), static_cast<mode_t>(old.permissions()));
  part.finish();
}

void create_text_file(const std::string& path, std::string_view text) {
  std::error_code code;
  if (fs::exists(path, code)) throw Error(Location{path}, "file already exists; choose another name");
  File file(path, O_WRONLY | O_CREAT | O_EXCL);
  try {
    file.write(text);
    file.sync();
    file.sync_name(path);
  } catch (...) {
    fs::remove(path, code);
    throw;
  }
}

void require_replaceable(const std::string& path, std::string_view kind,
                         const std::function<bool(std::string_view)>& is_own_kind) {
  std::error_code code;
  if (!fs::is_regular_file(path, code)) return;
  std::string start(512, '\0');
  start.resize(File(path, O_RDONLY).read_at(0, start.data(), start.size()));
  if (!start.empty() && !is_own_kind(start))
    throw Error(Location{path}, fmt::format("the file exists and is not {}; choose another name", kind));
}

}  // namespace sow
