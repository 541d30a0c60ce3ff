// Errors that are more specific than sow::Error, so that Python can tell them apart.
#pragma once

#include "base/error.h"

namespace sow::python {

class RulesError : public Error {
 public:
  using Error::Error;
};

class PositionError : public Error {
 public:
  using Error::Error;
};

// Rethrows an Error of the library as another type, with the same message.
template <class To, class Function>
auto rethrow_as(Function&& function) {
  try {
    return function();
  } catch (const Failure&) {
    throw;
  } catch (const Error& e) {
    throw To(e.what());
  }
}

}  // namespace sow::python
