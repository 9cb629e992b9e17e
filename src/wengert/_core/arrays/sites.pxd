cdef class Frame:
    cdef object f_code
    cdef long long f_lasti

cpdef Frame frame(int skip=*)
cpdef tuple site(int skip=*)
