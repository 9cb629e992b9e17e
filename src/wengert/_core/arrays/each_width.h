/* Includes LOOPS, the name of a template, for float and double, and for each width of vectors: plain, 16 and 32, and 64
   with UP_TO_WIDEST. With WITH_INTEGERS also for int32 and int64, which have no VECTOR: the compiler makes vectors of
   their loops. A template says

     REAL     float or double, which has BYTES bytes; INTEGER has as many; MATH(sqrt) is sqrtf for float
     VECTOR   a vector of LANES numbers, in WIDTH bytes; one number where WIDTH is plain
     CODE     before a function, which is so compiled for this width
     NAME(f)  f_f_32, if these are floats in 32 bytes

   and stands in a header that includes this file: when it is included itself, LOOPS is not defined yet. */
#include "widths.h"

#define NAME(function) NAME_OF(function, LETTER, WIDTH)
#define NAME_OF(function, letter, width) JOINED(function, letter, width)
#define JOINED(function, letter, width) function##_##letter##_##width
#define VECTOR NAME(vector)
#define LANES ((npy_intp)(sizeof(VECTOR) / sizeof(REAL)))

#define WIDTH plain
#define CODE NARROW_CODE
#include "each_real.h"

#if HAS_VECTORS
#define WIDTH 16
#define CODE NARROW_CODE
#include "each_real.h"
#endif

#if defined(WIDE_CODE)
#define WIDTH 32
#define CODE WIDE_CODE
#include "each_real.h"
#endif

#if defined(WIDEST_CODE) && defined(UP_TO_WIDEST)
#define WIDTH 64
#define CODE WIDEST_CODE
#include "each_real.h"
#endif

#undef NAME
#undef NAME_OF
#undef JOINED
#undef VECTOR
#undef LANES
#undef LOOPS
#undef UP_TO_WIDEST
#undef WITH_INTEGERS
