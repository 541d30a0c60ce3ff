// The only file that includes libedit.
#include "cli/line_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <filesystem>

#include "base/wrap.h"
#include "cli/terminal.h"

namespace sow {
namespace {

constexpr int history_size = 500;

// Set when the program resumes after Ctrl-Z or the window size changes: the line must be redrawn.
volatile std::sig_atomic_t terminal_changed = 0;

// Catches both signals while a line is being edited.
class CatchChanges {
 public:
  CatchChanges() {
    struct sigaction action = {};
    action.sa_handler = [](int) { terminal_changed = 1; };
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before_[i]);
  }
  ~CatchChanges() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
  }
  CatchChanges(const CatchChanges&) = delete;
  CatchChanges& operator=(const CatchChanges&) = delete;

 private:
  static constexpr std::array signals = {SIGCONT, SIGWINCH};
  std::array<struct sigaction, signals.size()> before_{};
};

// A terminal that can move its cursor.
bool can_edit() {
  const char* const terminal = std::getenv("TERM");
  const std::string_view name = terminal == nullptr ? "" : terminal;
  return input_is_terminal() && output_is_terminal() && !name.empty() && name != "dumb";
}

std::string common_prefix(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto [end, other] = std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common.erase(end, common.end());
  }
  return common;
}

}  // namespace

class LineInput::Editor {
 public:
  Editor(const std::atomic<bool>& stop, Complete complete) : stop_(stop), complete_(std::move(complete)) {
    std::setlocale(LC_CTYPE, "");  // for UTF-8
    edit_ = el_init("sow", stdin, stdout, stderr);
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, history_size);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, history, history_);
    el_set(edit_, EL_PROMPT, &Editor::prompt);
    el_set(edit_, EL_GETCFN, &Editor::read_character);
    el_wset(edit_, EL_ADDFN, L"sow-complete", L"Complete the word", &Editor::complete_word);  // el_set leaks its copies
    el_set(edit_, EL_BIND, "^I", "sow-complete", nullptr);
    el_source(edit_, nullptr);  // the user's key bindings, ~/.editrc
  }
  ~Editor() {
    history_end(history_);
    el_end(edit_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  std::optional<std::string> ask(const std::string& prompt) {
    prompt_ = prompt;
    el_resize(edit_);  // the window size may have changed
    const CatchChanges changes;
    int length = 0;
    const char* const typed = el_gets(edit_, &length);
    discarded_text_ = false;
    if (stop_) {
      const LineInfo* const line = el_line(edit_);
      discarded_text_ = line->lastchar > line->buffer;
      return std::nullopt;
    }
    if (typed == nullptr || length <= 0) return std::nullopt;
    std::string line(typed, static_cast<std::size_t>(length));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    HistEvent event;
    if (line.find_first_not_of(' ') != std::string::npos) history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

  bool discarded_text() const { return discarded_text_; }

 private:
  static Editor& self(EditLine* edit) {
    void* data = nullptr;
    el_get(edit, EL_CLIENTDATA, &data);
    return *static_cast<Editor*>(data);
  }

  static char* prompt(EditLine* edit) { return self(edit).prompt_.data(); }

  static void redraw(EditLine* edit) {
    terminal_changed = 0;
    el_resize(edit);
    for (const int prepared : {0, 1}) el_set(edit, EL_PREP_TERM, prepared);  // the shell may have changed the modes
    el_set(edit, EL_REFRESH);
  }

  // Unlike libedit's own function, it returns when stopped instead of retrying. It polls with a timeout, since a signal
  // that arrives just before the wait would otherwise go unnoticed until the next key.
  static int read_character(EditLine* edit, wchar_t* character) {
    std::mbstate_t state{};
    for (;;) {
      if (self(edit).stop_) return 0;
      if (terminal_changed != 0) redraw(edit);
      pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
      constexpr int timeout_ms = 100;
      if (poll(&input, 1, timeout_ms) <= 0) continue;
      char byte = 0;
      const auto n = read(STDIN_FILENO, &byte, 1);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return 0;
      const auto used = std::mbrtowc(character, &byte, 1, &state);
      if (used <= 1) return 1;
      if (used == static_cast<std::size_t>(-1)) state = {};  // invalid UTF-8: skip it
    }
  }

  static unsigned char complete_word(EditLine* edit, int) {
    const LineInfo* const line = el_line(edit);
    const std::string typed(line->buffer, line->cursor);
    const std::string word = typed.substr(typed.find_last_of(' ') + 1);
    const auto words = self(edit).complete_(typed);
    if (words.empty()) return CC_REFRESH_BEEP;
    std::string common = common_prefix(words);
    if (words.size() == 1 && !common.ends_with('/')) common += ' ';
    if (common.size() > word.size() || words.size() == 1) {
      // The typed text may differ in case.
      el_deletestr(edit, static_cast<int>(text_width(word)));
      return el_insertstr(edit, common.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    fmt::print("\n{}\n", fitted(fmt::format("{}", fmt::join(words, "  "))));
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  const std::atomic<bool>& stop_;
  Complete complete_;
  std::string prompt_;
  bool discarded_text_ = false;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
};

LineInput::LineInput(std::size_t max_bytes, const std::atomic<bool>& stop, Complete complete)
    : plain_(STDIN_FILENO, max_bytes, stop),
      editor_(can_edit() ? std::make_unique<Editor>(stop, std::move(complete)) : nullptr) {}

LineInput::~LineInput() = default;

std::optional<LineInput::Line> LineInput::ask(const std::string& prompt) {
  if (editor_) {
    auto line = editor_->ask(prompt);
    if (!line) return std::nullopt;
    const bool too_long = line->size() > max_bytes();
    return Line{std::move(*line), too_long};
  }
  const bool shown = std::fputs(prompt.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  return shown ? plain_.next() : std::nullopt;
}

bool LineInput::discarded_text() const { return editor_ && editor_->discarded_text(); }

std::vector<std::string> matching_paths(const std::string& start) {
  const std::filesystem::path path(start);
  const std::string prefix = path.filename().string();
  const std::string folder = start.substr(0, start.size() - prefix.size());
  std::vector<std::string> found;
  std::error_code code;
  for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || (prefix.empty() && name.starts_with('.'))) continue;
    std::error_code ignored;
    found.push_back(folder + name + (entry->is_directory(ignored) ? "/" : ""));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace sow
