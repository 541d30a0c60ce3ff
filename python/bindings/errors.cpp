#include "errors.h"

#include "bindings.h"
#include "game/play_moves.h"

namespace sow::python {

void bind_errors(nb::module_& module) {
  // Translators are tried in the reverse order of their registration: base classes come first.
  const auto error = nb::exception<Error>(module, "Error", PyExc_ValueError);
  error.doc() = "Something a person or a file got wrong. The message is one line.";
  nb::exception<Failure>(module, "Failure", PyExc_RuntimeError).doc() =
      "The request was fine, but the work failed: a full disk, a damaged file.";
  nb::exception<RulesError>(module, "RulesError", error.ptr()).doc() =
      "No such game, or a rule file with mistakes: one line for each of them.";
  nb::exception<PositionError>(module, "PositionError", error.ptr()).doc() = "A position that cannot be read.";
  nb::exception<IllegalMove>(module, "IllegalMoveError", error.ptr()).doc() =
      "A move that the rules do not allow. The message says why.";
}

}  // namespace sow::python
