"""Arrays from the bytes of an .npy file, without copying them."""

from __future__ import annotations

import io

import numpy


def array_from_npy(data: bytes) -> numpy.ndarray:
    file = io.BytesIO(data)
    numpy.lib.format.read_magic(file)
    shape, _, dtype = numpy.lib.format.read_array_header_1_0(file)
    return numpy.frombuffer(data, dtype=dtype, offset=file.tell()).reshape(shape)
