cpdef long long next_number()
