/** Apart from the judgement, which carries a list of words: pages need the number at once. */
export const SHORTEST_PASSWORD = 12;
