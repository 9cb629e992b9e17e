from .programs cimport Program

cdef class UpdateProgram(Program):
    cpdef bint update(self, list values) except -1
