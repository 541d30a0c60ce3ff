#include "base/new_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <random>

namespace sow {
namespace {

constexpr std::string_view suffix = ".new";
constexpr std::size_t digits = 8;

std::filesystem::path fresh_name(const std::filesystem::path& path) {
  return path.string() + fmt::format(".{:0{}x}{}", std::random_device()(), digits, suffix);
}

bool is_unfinished(std::string_view name) {
  const std::size_t tail = 1 + digits + suffix.size();
  if (name.size() <= tail || !name.ends_with(suffix)) return false;
  name = name.substr(name.size() - tail, 1 + digits);
  return name[0] == '.' && name.find_first_not_of("0123456789abcdef", 1) == name.npos;
}

}  // namespace

NewFile::NewFile(const std::filesystem::path& path, const std::string& name)
    : path_(path),
      temporary_(fresh_name(path)),
      file_(temporary_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, File::Kind::regular,
            name.empty() ? path.string() : name) {}

NewFile::~NewFile() {
  if (!finished_) unlink(temporary_.c_str());
}

void NewFile::finish() {
  file_.sync();
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) file_.fail("write");
  finished_ = true;
  file_.sync_name(path_);
}

// Uses readdir because std::filesystem::directory_iterator terminates the program when memory runs out.
void remove_unfinished(const std::filesystem::path& folder) {
  struct Close {
    void operator()(DIR* listing) const { closedir(listing); }
  };
  const std::unique_ptr<DIR, Close> listing(opendir(folder.c_str()));
  if (!listing) return;
  while (const dirent* entry = readdir(listing.get()))
    if (is_unfinished(entry->d_name)) unlink((folder / entry->d_name).c_str());
}

}  // namespace sow
