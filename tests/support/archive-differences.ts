/** What two archives of assets say differently, value by value. */
import { unzipSync } from 'fflate';
import type { Finding, ImportReport } from '#lib/contracts/exchange.ts';

/** A value's place: the entry as its record calls it, and for a record the keys down to it. */
export type Difference = { readonly entry: string; readonly at: string };

/** What follows from the rest: tables for spreadsheets, and the list of files. */
const isDerived = (path: string) => path === 'manifest.json' || path.endsWith('.csv');

type Entries = ReadonlyMap<string, Uint8Array>;
const idIn = (entries: Entries, path: string): string =>
  (JSON.parse(Buffer.from(entries.get(path) ?? '{}').toString()) as { id?: string }).id ?? path;

/** An entry as its record calls it: records say what they are, whatever their paths say. */
function nameOf(entries: Entries, path: string): string {
  const [, folder, calibration, rest = ''] = /^(assets\/[^/]+)\/(?:(calibrations\/[^/]+\/v\d+))?(.*)$/.exec(path) ?? [];
  if (folder === undefined) return path;
  if (calibration !== undefined) return `${idIn(entries, `${folder}/${calibration}.json`)}${rest}`;
  return `${idIn(entries, `${folder}/asset.json`)}/${rest}`;
}

function namedEntries(bytes: Uint8Array): ReadonlyMap<string, Buffer> {
  const entries: Entries = new Map(Object.entries(unzipSync(bytes)).filter(([path]) => !isDerived(path)));
  return new Map([...entries].map(([path, contents]) => [nameOf(entries, path), Buffer.from(contents)]));
}

const INSTANT = /^\d{4}-\d\d-\d\dT/;
/** The database writes an instant of any offset as one of UTC. */
const isSameInstant = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  INSTANT.test(one) &&
  INSTANT.test(other) &&
  Date.parse(one) === Date.parse(other);

function* differences(one: unknown, other: unknown, at = ''): Generator<string> {
  const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
    if (one !== other && !isSameInstant(one, other)) yield at;
    return;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* differences(Reflect.get(one, key), Reflect.get(other, key), `${at}/${key}`);
}

/** @returns none where both say the same; `at` is empty where an entry is in one of them only or is no record */
export function differencesOf(one: Uint8Array, other: Uint8Array): readonly Difference[] {
  const [a, b] = [namedEntries(one), namedEntries(other)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((entry): Difference[] => {
    const [here, there] = [a.get(entry), b.get(entry)];
    if (here === undefined || there === undefined) return [{ entry, at: '' }];
    if (here.equals(there)) return [];
    if (!entry.endsWith('.json')) return [{ entry, at: '' }];
    const places = [...differences(JSON.parse(here.toString()), JSON.parse(there.toString()))];
    return places.map((at) => ({ entry, at }));
  });
}

/**
 * What an import said that it would leave out: nothing else may differ from the archive.
 * @returns whether a difference is one of them
 */
export function announcedBy(report: ImportReport | null, bytes: Uint8Array): (difference: Difference) => boolean {
  const entries: Entries = new Map(Object.entries(unzipSync(bytes)));
  const announced = (report?.rows ?? []).flatMap(({ path, findings }) =>
    findings
      .filter(({ level }) => level === 'warning')
      .flatMap((finding) => placesOf(path, finding))
      .map(({ entry, at }) => ({ entry: nameOf(entries, entry), at }))
  );
  return ({ entry, at }) => announced.some((place) => entry.startsWith(place.entry) && at.startsWith(place.at));
}

function placesOf(asset: string, { code, loc: [first = '', ...rest] }: Finding): readonly Difference[] {
  if (code === 'certificate_missing') return [{ entry: first, at: '/certificate/' }];
  if (code === 'reference_unknown') return [{ entry: first, at: '/reference_' }];
  if (code === 'photo_left_out') return [{ entry: asset.replace('asset.json', ''), at: '' }];
  const named = first.includes('/') ? { entry: first, at: `/${rest.join('/')}` } : { entry: asset, at: `/${first}` };
  if (code !== 'link_unknown') return [named];
  // A location or procedure to which nothing is linked is imported, and not exported.
  return [named, { entry: 'locations.json', at: '' }, { entry: 'procedures.json', at: '' }];
}
