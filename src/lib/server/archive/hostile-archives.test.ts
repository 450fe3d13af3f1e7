/** Each rule for archives, by the smallest one that breaks it: refused with the name of the entry, before anything is written. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { BROKEN, HOSTILE, zip } from '../../../../tests/support/hostile-zips.ts';
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

test.each(HOSTILE)('%s is refused, and the entry is named', async (_what, parts, says) => {
  const refused = await readAll(zip(parts)).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).code).toBe('archive_refused');
  expect((refused as Refusal).message).toContain(says);
});

describe('an archive that is not whole', () => {
  const whole = zip([{ name: 'a.json', method: 8, body: Buffer.from('{"a":1}') }, { name: 'b.json' }]);
  test('is read where it is', async () => expect(await readAll(whole)).toEqual(['a.json', 'b.json']));
  const others = [
    ['an empty file', Buffer.alloc(0), 'not a ZIP'],
    ['a text', Buffer.from('no archive at all'), 'not a ZIP']
  ] as const;
  test.each([...others, ...BROKEN])('is refused: %s', async (_what, bytes, says) => {
    await expect(readAll(bytes)).rejects.toMatchObject({
      code: 'archive_refused',
      message: expect.stringContaining(says)
    });
  });

  test('is read with as many entries as are read at most, as far as they are there', async () => {
    const bytes = zip([{ name: 'a.json' }], { wideEntries: ZIP_LIMITS.entries });
    await expect(readAll(bytes)).rejects.toMatchObject({ message: 'The directory of the archive is damaged.' });
    const more = zip([{ name: 'a.json' }], { wideEntries: ZIP_LIMITS.entries + 1 });
    await expect(readAll(more)).rejects.toMatchObject({ message: expect.stringMatching(/at most 300000 are read/) });
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
