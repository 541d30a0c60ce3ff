// The only file that knows libedit.
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

constexpr int remembered_lines = 500;

// Set when the program goes on after Ctrl-Z, or the window has another size: the line is to be drawn anew.
volatile std::sig_atomic_t terminal_changed = 0;

// Both are caught while a line is edited; at other times nobody minds them.
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

std::string common_beginning(const std::vector<std::string>& words) {
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
    std::setlocale(LC_CTYPE, "");  // letters of more than one byte
    edit_ = el_init("sow", stdin, stdout, stderr);
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, remembered_lines);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, history, history_);
    el_set(edit_, EL_PROMPT, &Editor::prompt);
    el_set(edit_, EL_GETCFN, &Editor::read_character);
    el_wset(edit_, EL_ADDFN, L"sow-complete", L"Complete the word", &Editor::complete_word);  // el_set leaks its copies
    el_set(edit_, EL_BIND, "^I", "sow-complete", nullptr);
    el_source(edit_, nullptr);  // the user's own keys, ~/.editrc
  }
  ~Editor() {
    history_end(history_);
    el_end(edit_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  std::optional<std::string> ask(const std::string& prompt) {
    prompt_ = prompt;
    el_resize(edit_);  // the window may have changed
    const CatchChanges changes;
    int length = 0;
    const char* const typed = el_gets(edit_, &length);
    if (typed == nullptr || length <= 0 || stop_) return std::nullopt;
    std::string line(typed, static_cast<std::size_t>(length));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    HistEvent event;
    if (line.find_first_not_of(' ') != std::string::npos) history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

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
    for (const int prepared : {0, 1}) el_set(edit, EL_PREP_TERM, prepared);  // a shell has set its own modes meanwhile
    el_set(edit, EL_REFRESH);
  }

  // Ends the line when stopped, unlike libedit's own, which reads on after a signal. It waits a short time and looks again: a
  // signal that comes just before it waits would otherwise be seen at the next key only.
  static int read_character(EditLine* edit, wchar_t* character) {
    std::mbstate_t state{};
    for (;;) {
      if (self(edit).stop_) return 0;
      if (terminal_changed != 0) redraw(edit);
      pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
      constexpr int milliseconds = 100;
      if (poll(&input, 1, milliseconds) <= 0) continue;
      char byte = 0;
      const auto n = read(STDIN_FILENO, &byte, 1);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return 0;
      const auto used = std::mbrtowc(character, &byte, 1, &state);
      if (used <= 1) return 1;
      if (used == static_cast<std::size_t>(-1)) state = {};  // no character: left out
    }
  }

  static unsigned char complete_word(EditLine* edit, int) {
    const LineInfo* const line = el_line(edit);
    const std::string typed(line->buffer, line->cursor);
    const std::string begun = typed.substr(typed.find_last_of(' ') + 1);
    const auto words = self(edit).complete_(typed);
    if (words.empty()) return CC_REFRESH_BEEP;
    std::string common = common_beginning(words);
    if (words.size() == 1 && !common.ends_with('/')) common += ' ';
    if (common.size() > begun.size() || words.size() == 1) {
      // What has been typed may differ in case.
      el_deletestr(edit, static_cast<int>(text_width(begun)));
      return el_insertstr(edit, common.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    fmt::print("\n{}\n", fitted(fmt::format("{}", fmt::join(words, "  "))));
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  const std::atomic<bool>& stop_;
  Complete complete_;
  std::string prompt_;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
};

LineInput::LineInput(std::size_t longest, const std::atomic<bool>& stop, Complete complete)
    : plain_(STDIN_FILENO, longest, stop),
      editor_(can_edit() ? std::make_unique<Editor>(stop, std::move(complete)) : nullptr) {}

LineInput::~LineInput() = default;

std::optional<LineInput::Line> LineInput::ask(const std::string& prompt) {
  if (editor_) {
    auto line = editor_->ask(prompt);
    if (!line) return std::nullopt;
    const bool too_long = line->size() > longest();
    return Line{std::move(*line), too_long};
  }
  const bool shown = std::fputs(prompt.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  return shown ? plain_.next() : std::nullopt;
}

std::vector<std::string> matching_paths(const std::string& begun) {
  const std::filesystem::path path(begun);
  const std::string beginning = path.filename().string();
  const std::string folder = begun.substr(0, begun.size() - beginning.size());
  std::vector<std::string> found;
  std::error_code code;
  for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(beginning) || (beginning.empty() && name.starts_with('.'))) continue;
    std::error_code ignored;
    found.push_back(folder + name + (entry->is_directory(ignored) ? "/" : ""));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace sow
