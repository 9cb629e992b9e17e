cpdef tuple site(int skip=*)
