import { zipSync } from 'fflate';

type ZippedFile = { readonly name: string; readonly bytes: Uint8Array };

/** A ZIP of files that are already compressed. Duplicate names, ignoring case, get a number. */
export function zipOf(files: readonly ZippedFile[]): Uint8Array {
  const used = new Set<string>();
  const entries = files.map(({ name, bytes }): [string, Uint8Array] => {
    const unused = freeName(name, used);
    used.add(unused.toLowerCase());
    return [unused, bytes];
  });
  return zipSync(Object.fromEntries(entries), { level: 0 });
}

function freeName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name.toLowerCase())) return name;
  const dot = name.lastIndexOf('.');
  for (let number = 2; ; number += 1) {
    const numbered = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}
