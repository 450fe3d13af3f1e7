/** Archives that came from a laboratory and were changed on the way, by accident or on purpose. */
import { createHash } from 'node:crypto';
import { unzipSync, zipSync } from 'fflate';
import { seeded } from './seeded.ts';

type Files = Readonly<Record<string, Uint8Array>>;
/** A whole number from 0, below a limit. */
type Below = (limit: number) => number;
export type Mutated = {
  readonly how: string;
  readonly bytes: Uint8Array;
};

const MANIFEST = 'manifest.json';
const WRONG: readonly unknown[] = [
  null,
  '',
  -1,
  0,
  1e300,
  true,
  [],
  {},
  'x'.repeat(300),
  '\u0001',
  'TT-042',
  '2026-02-30'
];
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Something else of the same kind: nothing in it gives it away. */
function plausible(value: unknown): unknown {
  if (typeof value === 'number') return value * 2 + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'changed';
  if (ID.test(value)) return `${value.slice(0, -4)}abcd`;
  return value.replace(/\d(?=\D*$)|$/, (digit) => (digit === '1' ? '2' : '1'));
}

/** The archive with a manifest that lists what is in it. */
function listed(files: Files): Uint8Array {
  const manifest = JSON.parse(Buffer.from(files[MANIFEST] ?? []).toString()) as Record<string, unknown>;
  manifest['files'] = Object.entries(files)
    .filter(([path]) => path !== MANIFEST)
    .map(([path, bytes]) => ({
      path,
      bytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex')
    }));
  return zipSync({ ...files, [MANIFEST]: Buffer.from(JSON.stringify(manifest)) });
}

/** A value somewhere in a record becomes another. @returns where */
function changeValue(record: unknown, below: Below): string {
  let [at, path] = [record, ''];
  for (;;) {
    const keys = Object.keys(at as object);
    const key = keys[below(keys.length)] ?? '';
    const parent = at as Record<string, unknown>;
    path += `/${key}`;
    const value = parent[key];
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && below(4) > 0) {
      at = value;
      continue;
    }
    if (below(6) === 0) Reflect.deleteProperty(parent, key);
    else parent[key] = below(2) === 0 ? plausible(value) : WRONG[below(WRONG.length)];
    return path;
  }
}

const flipped = (archive: Uint8Array, below: Below, from: number): Uint8Array => {
  const bytes = Buffer.from(archive);
  for (let n = 1 + below(3); n > 0; n--) {
    const at = from + below(bytes.length - from);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  }
  return bytes;
};

/** @param seed of the same seed comes the same change */
export function mutated(archive: Uint8Array, seed: number): Mutated {
  const below: Below = seeded(seed);
  const files: Record<string, Uint8Array> = unzipSync(archive);
  const paths = Object.keys(files);
  const any = () => paths[below(paths.length)] ?? '';
  const bytesOf = (path: string) => files[path] ?? new Uint8Array();
  const done = (how: string, bytes: Uint8Array) => ({ how, bytes });
  const [one, other] = [any(), any()];
  const changes: readonly (() => Mutated)[] = [
    () => done('bits anywhere', flipped(archive, below, 0)),
    () => done('bits of the directory', flipped(archive, below, Math.floor(archive.length * 0.8))),
    () => done('cut', archive.subarray(0, below(archive.length))),
    () => {
      const at = below(archive.length);
      return done('a part left out', Buffer.concat([archive.subarray(0, at), archive.subarray(at + 1 + below(500))]));
    },
    () => done(`${one} and ${other} swapped`, zipSync({ ...files, [one]: bytesOf(other), [other]: bytesOf(one) })),
    () => {
      const swapped = { ...files, [one]: bytesOf(other), [other]: bytesOf(one) };
      return one === MANIFEST || other === MANIFEST
        ? done('swapped', zipSync(swapped))
        : done(`${one} and ${other} swapped and listed`, listed(swapped));
    },
    () => done(`${one} twice`, zipSync({ ...files, [`${one.slice(0, -5)}x${one.slice(-5)}`]: bytesOf(one) })),
    () => done(`${one} twice and listed`, listed({ ...files, [`${one.slice(0, -5)}x${one.slice(-5)}`]: bytesOf(one) })),
    () => {
      Reflect.deleteProperty(files, one);
      return one === MANIFEST ? done('no manifest', zipSync(files)) : done(`${one} left out`, listed(files));
    }
  ];
  const forge = () => {
    const records = paths.filter((path) => path.endsWith('.json') && path !== MANIFEST);
    const path = records[below(records.length)] ?? '';
    const record = JSON.parse(Buffer.from(bytesOf(path)).toString()) as unknown;
    if (typeof record !== 'object' || record === null || Object.keys(record).length === 0) return done('same', archive);
    const where = changeValue(record, below);
    const forged = { ...files, [path]: Buffer.from(JSON.stringify(record)) };
    return below(4) === 0
      ? done(`${path}${where} changed`, zipSync(forged))
      : done(`${path}${where} changed and listed`, listed(forged));
  };
  return below(2) === 0 ? forge() : (changes[below(changes.length)] ?? forge)();
}
