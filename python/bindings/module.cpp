// The extension module sow._sow. The package sow re-exports everything that is public (python/src/sow/__init__.py).
#include "bindings.h"

NB_MODULE(_sow, module) {
  using namespace sow::python;
  module.doc() = "Compiled part of the package sow.";
  module.attr("__version__") = SOW_VERSION;
  bind_errors(module);
  bind_background(module);
  bind_game(module);
  bind_state(module);
  bind_batch(module);
  bind_analysis(module);
  bind_engine(module);
  bind_database(module);
  bind_record(module);
  bind_study(module);
  bind_match(module);
}
