/** Nobody waits longer for what is not needed. @returns null if it fails or there is no answer in time */
export const within = <T>(ms: number, answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer.catch(() => null), new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))]);
