// Lines that a person types: with editing, history, and completion in a terminal, plain otherwise.
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
  // Possible completions of the last word typed. A completion that ends in / can be continued.
  using Complete = std::function<std::vector<std::string>(std::string_view typed)>;

  // Setting `stop` ends the wait for a line.
  LineInput(std::size_t max_bytes, const std::atomic<bool>& stop, Complete complete);
  ~LineInput();

  std::size_t max_bytes() const { return plain_.max_bytes(); }

  // None at the end of the input, when stopped, or if the prompt cannot be written.
  std::optional<Line> ask(const std::string& prompt);
  // Whether a stop discarded text that had been typed.
  bool discarded_text() const;

 private:
  class Editor;
  LineReader plain_;
  std::unique_ptr<Editor> editor_;
};

// Paths that start with this text; folders end in /.
std::vector<std::string> matching_paths(const std::string& start);

}  // namespace sow
