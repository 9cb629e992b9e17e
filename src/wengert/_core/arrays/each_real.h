/* Includes LOOPS for float and double, and with WITH_INTEGERS for int32 and int64: at one width, as a part of
   each_width.h, or once, if a template has formulas alone.

     FORMULA(f)  f_f for float, f_d for double, f_i and f_l for integers: a function of single numbers
     INTEGER     has as many bytes as REAL, and so has UNSIGNED */
#define FORMULA(name) FORMULA_OF(name, LETTER)
#define FORMULA_OF(name, letter) FORMULA_NAMED(name, letter)
#define FORMULA_NAMED(name, letter) name##_##letter

#define REAL float
#define BYTES 4
#define INTEGER npy_int32
#define UNSIGNED npy_uint32
#define MATH(function) function##f
#define LETTER f
#include LOOPS
#undef REAL
#undef LETTER
#undef MATH

#if defined(WITH_INTEGERS)
#define REAL npy_int32
#define WHOLE_NUMBERS
#define LETTER i
#include LOOPS
#undef REAL
#undef WHOLE_NUMBERS
#undef LETTER
#endif

#undef BYTES
#undef INTEGER
#undef UNSIGNED

#define REAL double
#define BYTES 8
#define INTEGER npy_int64
#define UNSIGNED npy_uint64
#define MATH(function) function
#define LETTER d
#include LOOPS
#undef REAL
#undef LETTER
#undef MATH

#if defined(WITH_INTEGERS)
#define REAL npy_int64
#define WHOLE_NUMBERS
#define LETTER l
#include LOOPS
#undef REAL
#undef WHOLE_NUMBERS
#undef LETTER
#endif

#undef BYTES
#undef INTEGER
#undef UNSIGNED
#undef WIDTH
#undef CODE
#undef FORMULA
#undef FORMULA_OF
#undef FORMULA_NAMED
