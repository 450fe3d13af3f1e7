type PresentFields<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields present in a body; absent or undefined ones are omitted and so stay unchanged. */
export const presentFields = <T extends object>(body: T): PresentFields<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as PresentFields<T>;
