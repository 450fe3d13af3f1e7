/** From this number of degrees of freedom on, k and p agree with those for infinity in every digit shown. */
export const PRACTICALLY_INFINITE = 1e6;
