"""Arrays that go into and come out of databases."""

from __future__ import annotations

import io
from typing import Any

import numpy


def array_from_npy(data: bytes) -> numpy.ndarray:
    """The array in an .npy file, without a copy."""
    file = io.BytesIO(data)
    numpy.lib.format.read_magic(file)
    shape, _, dtype = numpy.lib.format.read_array_header_1_0(file)
    return numpy.frombuffer(data, dtype=dtype, offset=file.tell()).reshape(shape)


def boards_and_owners(boards: Any, columns: int) -> tuple[numpy.ndarray, numpy.ndarray | None]:
    """Contiguous uint8 arrays of the seeds in the pits and, if the array has them, of the owners of the pits."""
    array = numpy.asarray(boards)
    if array.dtype.names is None:
        return _bytes(array, columns, "boards"), None
    if "board" not in array.dtype.names:
        raise ValueError(f"a structured array needs the field 'board'; it has {', '.join(array.dtype.names)}")
    owners = _bytes(array["owner"], columns, "owners") if "owner" in array.dtype.names else None
    return _bytes(array["board"], columns, "boards"), owners


def _bytes(array: numpy.ndarray, columns: int, what: str) -> numpy.ndarray:
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, not {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"{what} must be an array with two dimensions, not {array.ndim}")
    if array.shape[1] != columns:
        raise ValueError(f"{what} must have {columns} columns, not {array.shape[1]}")
    if array.dtype != numpy.uint8 and array.size > 0 and (array.min() < 0 or array.max() > 255):
        raise ValueError(f"{what} must be numbers from 0 to 255")
    return numpy.ascontiguousarray(array, dtype=numpy.uint8)
