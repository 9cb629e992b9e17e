/* The functions whose loops pair_loops.h has. Each line is

     PAIR(name, float32, float64, integers)

   A loop is OF_ALL if its formula in the header above serves all pairs of numbers, OF_TAME or OF_DIVISION if there is a
   shorter one for tame pairs, or NO_LOOP. Integers are int32 and int64. */

/* remainders.h */
PAIR(fmod, OF_DIVISION, OF_DIVISION, OF_DIVISION)
PAIR(remainder, OF_DIVISION, OF_DIVISION, OF_DIVISION)
PAIR(floor_divide, OF_DIVISION, OF_DIVISION, OF_DIVISION)

/* pair_functions.h */
PAIR(arctan2, OF_ALL, OF_ALL, NO_LOOP)
PAIR(hypot, OF_ALL, OF_TAME, NO_LOOP)
PAIR(nextafter, OF_ALL, OF_ALL, NO_LOOP)
