// What a person types, a line at a time: with editing, history and completion at a terminal, as it comes otherwise.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/line_reader.h"

namespace sow {

class LineInput {
 public:
  using Line = LineReader::Line;
  // What can stand in the place of the last word of what has been typed so far. A word that ends in / can go on.
  using Complete = std::function<std::vector<std::string>(std::string_view typed)>;

  LineInput(std::size_t longest, const std::atomic<bool>& stop, Complete complete);
  ~LineInput();

  std::size_t longest() const { return plain_.longest(); }

  // None at the end of the input, when stopped, or when nobody can see the prompt any more.
  std::optional<Line> ask(const std::string& prompt);

 private:
  class Editor;
  LineReader plain_;
  std::unique_ptr<Editor> editor_;
};

// Paths that go on from this beginning; folders end in /.
std::vector<std::string> matching_paths(const std::string& begun);

}  // namespace sow
