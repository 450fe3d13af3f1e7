/** From so many degrees of freedom on nothing tells them from infinitely many: k and p agree in every digit that is shown. */
export const PRACTICALLY_INFINITE = 1e6;
