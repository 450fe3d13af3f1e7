import { describe, expect, test } from 'vitest';
import type { Finding, ImportRow } from '#lib/contracts/exchange.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { failureText, filterRows, findingText } from './report-rows.ts';

const note: Finding = { level: 'info', code: 'people_unknown', loc: [], message: 'People.' };
const rows: readonly ImportRow[] = [
  { path: 'assets/REF-1/asset.json', asset_id: 'REF-1', action: 'refuse', findings: [note] },
  { path: 'assets/BAL-2/asset.json', asset_id: null, action: 'create', findings: [] },
  { path: 'assets/BAL-3/asset.json', asset_id: 'BAL-3', action: 'create', findings: [note] }
];
const WORDS: Readonly<Record<string, string>> = {
  'exchange.finding.people_unknown': 'translated',
  'errors.issue.too_small': 'too short',
  'errors.code.archive_refused': 'not an archive'
};
const translate: Translate = (key, options) => WORDS[key] ?? options?.default ?? key;

test.each([
  ['all', '', [0, 1, 2]],
  ['create', '', [1, 2]],
  ['findings', '', [0, 2]],
  ['all', ' bal-2 ', [1]],
  ['create', 'ref', []]
] as const)('rows of %s with “%s” are those', (filter, query, places) => {
  expect(filterRows(rows, filter, query)).toEqual(places.map((place) => rows[place]));
});

describe('a finding is described', () => {
  test.each([
    ['people_unknown', 'translated'],
    ['too_small', 'too short'],
    ['new_code', 'The server says.']
  ])('%s: %s', (code, text) => {
    expect(findingText({ ...note, code, message: 'The server says.' }, translate)).toBe(text);
  });
});

test('a refused archive keeps the name of its entry beside the sentence of the reader', () => {
  const error = { code: 'archive_refused', detail: 'a/../b: its path leads out of the archive' };
  expect(failureText(error, translate)).toEqual({ text: 'not an archive', detail: error.detail });
  expect(failureText({ code: 'other', detail: 'Said.' }, translate)).toEqual({ text: 'Said.', detail: '' });
});
