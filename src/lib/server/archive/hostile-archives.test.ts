/** Each rule for archives, by the smallest one that breaks it: refused with the name of the entry, before anything is written. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { HOSTILE, zip } from '../../../../tests/support/hostile-zips.ts';
import { ZIP_LIMITS } from './zip-limits.ts';
import { ZipReader } from './zip-reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function readAll(bytes: Uint8Array): Promise<string[]> {
  const path = join(folder, `${count++}.zip`);
  await writeFile(path, bytes);
  try {
    const reader = await ZipReader.open(path);
    try {
      for (const entry of reader.entries.values())
        await (entry.name.endsWith('.json') ? reader.json(entry) : reader.read(entry));
      return [...reader.entries.keys()];
    } finally {
      await reader.close();
    }
  } finally {
    await rm(path);
  }
}

test('the table is long enough to hold every rule', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(60));

test.each(HOSTILE)('%s is refused, and the entry is named', async (_what, parts, says) => {
  const refused = await readAll(zip(parts)).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).code).toBe('archive_refused');
  expect((refused as Refusal).message).toContain(says);
});

describe('an archive that is not whole', () => {
  const whole = zip([{ name: 'a.json', method: 8, body: Buffer.from('{"a":1}') }, { name: 'b.json' }]);
  test('is read where it is', async () => expect(await readAll(whole)).toEqual(['a.json', 'b.json']));
  test.each([
    ['empty', Buffer.alloc(0)],
    ['a text', Buffer.from('no archive at all')],
    ['without its end', whole.subarray(0, whole.length - 1)],
    ['with something behind it', Buffer.concat([whole, Buffer.from('x')])],
    ['with a false number of entries', zip([{ name: 'a.json' }], { entries: 2 })],
    ['with fewer entries than there are', zip([{ name: 'a.json' }, { name: 'b.json' }], { entries: 1 })],
    ['of more entries than are read', zip([{ name: 'a.json' }], { entries: 65_534 })],
    ['of several disks', zip([{ name: 'a.json' }], { disk: 1 })],
    ['whose directory is elsewhere', zip([{ name: 'a.json' }], { at: 5 })],
    ['whose directory is beyond its end', zip([{ name: 'a.json' }], { at: 0xfffffff0 })],
    ['with a false comment', zip([{ name: 'a.json' }], { comment: 7 })]
  ])('is refused: %s', async (_what, bytes) => {
    await expect(readAll(bytes)).rejects.toMatchObject({ code: 'archive_refused' });
  });

  test.each([
    [ZIP_LIMITS.entries + 1, 'The archive has 300001 entries; at most 300000 are read.'],
    // So many are read: what is wrong is that they are not there.
    [ZIP_LIMITS.entries, 'The directory of the archive is damaged.'],
    [Number.MAX_SAFE_INTEGER, `The archive has ${Number.MAX_SAFE_INTEGER} entries; at most 300000 are read.`]
  ])('is refused where it claims %d entries', async (wideEntries, message) => {
    const bytes = zip([{ name: 'a.json' }], { wideEntries });
    await expect(readAll(bytes)).rejects.toMatchObject({ code: 'archive_refused', message });
  });
  test('is read with as many entries as it claims by 64 bits', async () => {
    expect(await readAll(zip([{ name: 'a.json' }], { wideEntries: 1 }))).toEqual(['a.json']);
  });

  test('whatever bytes are changed or cut, it is read as it was or refused, and no file is left', async () => {
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.nat(whole.length), async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const { at, byte } of changes) bytes[at] = byte;
        const outcome = await readAll(bytes.subarray(0, length)).catch((thrown: unknown) => thrown);
        if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'archive_refused' });
      }),
      { seed: 42, numRuns: 400 }
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
