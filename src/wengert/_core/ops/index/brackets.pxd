cimport cython
from ...arrays cimport objects
from ...dispatch.inplace cimport apply_inplace, are_plain, overwrite, place
from ...dispatch.op cimport Op
from ...tape.tensor cimport payload_of
from ..shape.dims cimport expanded

cdef Op _alias, _copy, _getitem, _index, _index_put, select, unsqueeze

cdef tuple _as_key(x, key)
@cython.locals(given=slice, start=object, stop=object, step=object)
cdef _as_part(x, part)
cdef bint _is_whole(slice part)
@cython.locals(given=slice, start=object, stop=object)
cdef bint _are_ranges(tuple key)
@cython.locals(shape=tuple, parts=tuple, used=Py_ssize_t, at=Py_ssize_t, made=Py_ssize_t, skipped=Py_ssize_t, covered=Py_ssize_t, basic=list, indices=list, dims=list)
cdef tuple taken_apart(x, key)
@cython.locals(op=Op)
cdef _part(input, tuple key, bint written)
cdef _without_ones(value, Py_ssize_t ndim)
