/** Messages of one area of the product, nested; leaves are ICU messages. */
export type Dictionary = { readonly [key: string]: string | Dictionary };

/** The name under which `fetch` gives what every page after signing in shows: several areas that stand in one file. */
export const SIGNED_IN = 'signed_in';

/** The words of one language: those that every page carries, and those of an area that only some screens show. */
export type Words = {
  readonly first: Readonly<Record<string, Dictionary>>;
  /** @throws where the area cannot be fetched, or is none of this language's. */
  readonly fetch: (area: string) => Promise<Readonly<Record<string, Dictionary>>>;
};

/** From the files of a language: `./de/first/frame.json` is the area `frame`, `./de/tasks.json` the area `tasks`. */
export const words = (
  first: Readonly<Record<string, Dictionary>>,
  signedIn: () => Promise<{ readonly default: Readonly<Record<string, Dictionary>> }>,
  later: Readonly<Record<string, () => Promise<Dictionary>>>
): Words => {
  const readers = byArea(later);
  return {
    first: byArea(first),
    fetch: async (area) => {
      if (area === SIGNED_IN) return byArea((await signedIn()).default);
      const read = readers[area];
      if (read === undefined) throw new Error(`There is no area of words called ${area}.`);
      return { [area]: await read() };
    }
  };
};

const byArea = <File>(files: Readonly<Record<string, File>>): Record<string, File> =>
  Object.fromEntries(
    Object.entries(files).map(([path, file]) => [path.replace(/^.*\//, '').replace(/\.json$/, ''), file])
  );

/** Every message with its full key: `frame.nav.home` → `Home`. */
export function flatten(dictionary: Dictionary, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(dictionary)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, message] of flatten(value, `${prefix}${key}.`)) flat.set(inner, message);
  }
  return flat;
}
