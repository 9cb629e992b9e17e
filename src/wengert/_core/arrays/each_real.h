/* Includes LOOPS for float and double, at one width: a part of each_width.h. */
#define REAL float
#define BYTES 4
#define INTEGER npy_int32
#define MATH(function) function##f
#define LETTER f
#include LOOPS
#undef REAL
#undef BYTES
#undef INTEGER
#undef MATH
#undef LETTER

#define REAL double
#define BYTES 8
#define INTEGER npy_int64
#define MATH(function) function
#define LETTER d
#include LOOPS
#undef REAL
#undef BYTES
#undef INTEGER
#undef MATH
#undef LETTER

#undef WIDTH
#undef CODE
