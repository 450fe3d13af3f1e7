/** Messages of one area of the product, nested; leaves are ICU messages. */
export type Dictionary = { readonly [key: string]: string | Dictionary };

/** Names each file's messages by the file: `./de/frame.json` becomes `{ frame: … }`. */
export const byArea = (files: Readonly<Record<string, Dictionary>>): Record<string, Dictionary> =>
  Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [path.replace(/^.*\//, '').replace(/\.json$/, ''), messages])
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
