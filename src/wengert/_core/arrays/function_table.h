/* The functions whose loops function_loops.h has. Each line is

     FUNCTION(name, float32, float64, widths, weight)

   A loop of float32 or float64 numbers is OF_ALL if its formula in the header above serves all numbers, OF_TAME if there
   is a shorter one for tame numbers, or NO_LOOP. UP_TO_32 keeps wheels small: few programs call these functions. With
   UP_TO_64_FUSED a function is NumPy's, or None, where the processor has no fused products. A BRISK function takes as long as a few
   additions. */

/* exponentials.h */
FUNCTION(exp, OF_TAME, OF_TAME, UP_TO_64, BRISK)
FUNCTION(exp2, OF_TAME, OF_TAME, UP_TO_64, BRISK)
FUNCTION(expm1, OF_TAME, OF_TAME, UP_TO_64, BRISK)
FUNCTION(sigmoid, OF_TAME, OF_TAME, UP_TO_64, BRISK)
FUNCTION(sinh, NO_LOOP, OF_TAME, UP_TO_64, BRISK)
FUNCTION(cosh, NO_LOOP, OF_TAME, UP_TO_64, BRISK)
FUNCTION(tanh, NO_LOOP, OF_ALL, UP_TO_64, BRISK)

/* logarithms.h */
FUNCTION(log, OF_TAME, OF_TAME, UP_TO_64_FUSED, BRISK)
FUNCTION(log1p, OF_TAME, OF_TAME, UP_TO_64_FUSED, BRISK)
FUNCTION(log2, OF_ALL, NO_LOOP, UP_TO_64, BRISK)
FUNCTION(log10, OF_ALL, NO_LOOP, UP_TO_64, BRISK)
FUNCTION(arctanh, OF_ALL, OF_ALL, UP_TO_64_FUSED, BRISK)

/* sines.h */
FUNCTION(sin, OF_TAME, OF_TAME, UP_TO_64_FUSED, BRISK)
FUNCTION(cos, OF_TAME, OF_TAME, UP_TO_64_FUSED, BRISK)
FUNCTION(tan, OF_TAME, OF_TAME, UP_TO_64_FUSED, BRISK)

/* arcs.h */
FUNCTION(arcsin, OF_ALL, OF_ALL, UP_TO_64, BRISK)
FUNCTION(arccos, OF_ALL, OF_ALL, UP_TO_64, BRISK)
FUNCTION(arctan, OF_ALL, OF_ALL, UP_TO_64, BRISK)

/* error_functions.h */
FUNCTION(erf, OF_ALL, OF_ALL, UP_TO_64_FUSED, BRISK)
FUNCTION(erfc, OF_ALL, OF_ALL, UP_TO_64_FUSED, BRISK)
FUNCTION(erfinv, NO_LOOP, OF_TAME, UP_TO_64_FUSED, SLOW)
FUNCTION(ndtr, OF_ALL, NO_LOOP, UP_TO_64, BRISK)
FUNCTION(normal_cdf, OF_ALL, NO_LOOP, UP_TO_64_FUSED, BRISK)
FUNCTION(gelu, OF_ALL, NO_LOOP, UP_TO_64_FUSED, BRISK)

/* gamma_functions.h */
FUNCTION(lgamma, OF_TAME, OF_TAME, UP_TO_64, SLOW)
FUNCTION(digamma, OF_ALL, OF_TAME, UP_TO_32, SLOW)
FUNCTION(trigamma, OF_TAME, OF_TAME, UP_TO_32, SLOW)

/* bessel_functions.h */
FUNCTION(i0, OF_ALL, NO_LOOP, UP_TO_32, SLOW)
FUNCTION(i0e, OF_ALL, NO_LOOP, UP_TO_32, SLOW)
FUNCTION(i1, OF_ALL, NO_LOOP, UP_TO_32, SLOW)
FUNCTION(i1e, OF_ALL, NO_LOOP, UP_TO_32, SLOW)
