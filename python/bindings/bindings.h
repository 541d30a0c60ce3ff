// What each file of the bindings adds to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sow::python {

namespace nb = nanobind;

void bind_errors(nb::module_& module);
void bind_background(nb::module_& module);
void bind_game(nb::module_& module);
void bind_state(nb::module_& module);
void bind_batch(nb::module_& module);
void bind_analysis(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_database(nb::module_& module);
void bind_record(nb::module_& module);
void bind_study(nb::module_& module);
void bind_match(nb::module_& module);

}  // namespace sow::python
