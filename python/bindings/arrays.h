// NumPy arrays that own their memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <functional>
#include <numeric>

namespace sow::python {

namespace nb = nanobind;

template <class T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig>;

// An uninitialized array.
template <class T, std::size_t N>
Array<T, N> make_array(const std::array<std::size_t, N>& shape) {
  const std::size_t count = std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  T* const data = new T[count];
  const nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  return Array<T, N>(data, N, shape.data(), owner);
}

// Arrays from callers. NumPy converts other number types.
template <class T, std::size_t N>
using Input = nb::ndarray<const T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

}  // namespace sow::python
