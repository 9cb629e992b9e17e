"""Loops over vectors of numbers, in C: a header for each theme.

Every lane is one number and is computed as a plain loop computes it, so the results are the same with vectors of any
size and without them.
"""

cimport numpy as cnp

cdef extern from "arrays/row_sums.h":
    cnp.npy_intp ACROSS
    cnp.npy_intp half_of(cnp.npy_intp) noexcept nogil
    void add_up_f(const float*, float*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_up_d(const double*, double*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_pairs_f(const float*, float*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_pairs_d(const double*, double*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_squares_f(const float*, float*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_squares_d(const double*, double*, cnp.npy_intp, cnp.npy_intp) noexcept nogil

cdef extern from "arrays/column_sums.h":
    void add_rows_f(const float*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_rows_d(const double*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void multiply_rows_f(const float*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void multiply_rows_d(const double*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void widen_f(const float*, cnp.npy_intp, double, double*) noexcept nogil
    void widen_d(const double*, cnp.npy_intp, double, double*) noexcept nogil

cdef extern from "arrays/row_products.h":
    void multiply_lanes_f(const float*, const float*, cnp.npy_intp, cnp.npy_intp, double*) noexcept nogil
    void multiply_lanes_d(const double*, const double*, cnp.npy_intp, cnp.npy_intp, double*) noexcept nogil
    void before_each_f(const float*, cnp.npy_intp, double*, double*) noexcept nogil
    void before_each_d(const double*, cnp.npy_intp, double*, double*) noexcept nogil
    void without_each_f(const float*, cnp.npy_intp, const double*, const double*, float*) noexcept nogil
    void without_each_d(const double*, cnp.npy_intp, const double*, const double*, double*) noexcept nogil

cdef extern from "arrays/lane_sums.h":
    void lane_sums_f(const float*, float, cnp.npy_intp, bint, float*) noexcept nogil
    void lane_sums_d(const double*, double, cnp.npy_intp, bint, double*) noexcept nogil
    void two_lane_sums_f(const float*, const float*, const float*, float, float, cnp.npy_intp, float*, float*) noexcept nogil
    void two_lane_sums_d(const double*, const double*, const double*, double, double, cnp.npy_intp, double*, double*) noexcept nogil
    void wide_lane_sums_f(const float*, cnp.npy_intp, double*) noexcept nogil
    void wide_lane_sums_d(const double*, cnp.npy_intp, double*) noexcept nogil
    void normalise_f(const float*, float, float, const float*, const float*, bint, cnp.npy_intp, float*) noexcept nogil
    void normalise_d(const double*, double, double, const double*, const double*, bint, cnp.npy_intp, double*) noexcept nogil
    void add_columns_f(const float*, const float*, const float*, const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*, float*) noexcept nogil
    void add_columns_d(const double*, const double*, const double*, const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*, double*) noexcept nogil
    void bend_f(const float*, const float*, const float*, float, float, float, float, cnp.npy_intp, float*) noexcept nogil
    void bend_d(const double*, const double*, const double*, double, double, double, double, cnp.npy_intp, double*) noexcept nogil
    void shift_f(float*, float, cnp.npy_intp) noexcept nogil
    void shift_d(double*, double, cnp.npy_intp) noexcept nogil
    void stretch_f(float*, float, cnp.npy_intp) noexcept nogil
    void stretch_d(double*, double, cnp.npy_intp) noexcept nogil

cdef extern from "arrays/extremes.h":
    bint largest_f(const float*, cnp.npy_intp, float*) noexcept nogil
    bint largest_d(const double*, cnp.npy_intp, double*) noexcept nogil
    bint smallest_f(const float*, cnp.npy_intp, float*) noexcept nogil
    bint smallest_d(const double*, cnp.npy_intp, double*) noexcept nogil
    bint largest_rows_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*) noexcept nogil
    bint largest_rows_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*) noexcept nogil
    bint smallest_rows_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*) noexcept nogil
    bint smallest_rows_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*) noexcept nogil
    void places_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const float*, cnp.npy_int64*) noexcept nogil
    void places_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const double*, cnp.npy_int64*) noexcept nogil

cdef extern from "arrays/point_distances.h":
    void distances_f(const float*, const float*, float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void distances_d(const double*, const double*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil

cdef extern from "arrays/substitution.h":
    void substitute_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    void substitute_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    void subtract_fours_f(float*, const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void subtract_fours_d(double*, const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void subtract_rows_f(float*, cnp.npy_intp, const float*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void subtract_rows_d(double*, cnp.npy_intp, const double*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    bint eliminate_few_f(float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp*, float*) noexcept nogil
    bint eliminate_few_d(double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp*, double*) noexcept nogil

cdef extern from "arrays/thin_products.h":
    void dots_f(const float*, cnp.npy_intp, const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const float*, float*, cnp.npy_intp) noexcept nogil
    void dots_d(const double*, cnp.npy_intp, const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const double*, double*, cnp.npy_intp) noexcept nogil
    void sums_f(const float*, cnp.npy_intp, cnp.npy_intp, const float*, cnp.npy_intp, bint, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const float*, float*, cnp.npy_intp) noexcept nogil
    void sums_d(const double*, cnp.npy_intp, cnp.npy_intp, const double*, cnp.npy_intp, bint, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const double*, double*, cnp.npy_intp) noexcept nogil

cdef extern from "arrays/polynomial.h":
    void polynomial_f(const float*, const float*, float*, cnp.npy_intp, cnp.npy_intp, const float*, cnp.npy_intp) noexcept nogil
    void polynomial_d(const double*, const double*, double*, cnp.npy_intp, cnp.npy_intp, const double*, cnp.npy_intp) noexcept nogil
