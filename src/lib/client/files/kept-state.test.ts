import { expect, test } from 'vitest';
import type { HolderId, KnownFile } from '../database/file-database.ts';
import { keysOf } from '../database/file-database.ts';
import type { FilesOnDevice } from './files-on-device.svelte.ts';
import { isWhole, keptState } from './kept-state.ts';

const KEEP = { root: 'asset:a', parts: ['asset:a', 'procedure:p'] } as const;
const file = (sha256: string) => ({ sha256 }) as KnownFile;

function held(id: HolderId, photo: string | null, files: string[] | null, here: Record<string, number>): FilesOnDevice {
  const listed = { photo, files: files?.map(file) ?? null };
  return {
    row: { id, ...listed, keys: keysOf(listed), kept_for: ['asset:a'] },
    present: new Map(Object.entries(here))
  };
}

test('what nobody chose to keep is not kept', () => {
  expect(keptState([], KEEP, null)).toBeNull();
});

test('everything is here once it is listed and stored; what two records share is counted once', () => {
  const parts = [
    held('asset:a', 'photo', ['x'], { photo: 5, x: 10 }),
    held('procedure:p', null, ['x', 'y'], { x: 10, y: 1 })
  ];
  const state = keptState(parts, KEEP, 'photo');
  expect(state).toEqual({ present: 3, total: 3, bytes: 16 });
  expect(state && isWhole(state)).toBe(true);
});

test.each([
  ['a file is missing', [held('asset:a', null, ['x', 'y'], { x: 1 }), held('procedure:p', null, [], {})], 1, 2],
  ['the photo has changed', [held('asset:a', 'old', [], { old: 1 }), held('procedure:p', null, [], {})], 1, null],
  ['a list is missing', [held('asset:a', null, null, {}), held('procedure:p', null, [], {})], 0, null],
  ['the procedure is another', [held('asset:a', null, [], {}), held('procedure:q', null, ['x'], { x: 1 })], 0, null]
])('not everything is here if %s', (why, parts, present, total) => {
  const state = keptState(parts, KEEP, why === 'the photo has changed' ? 'new' : null);
  expect(state).toMatchObject({ present, total });
  expect(state && isWhole(state)).toBe(false);
});
