import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { readWords } from '../../../../tests/support/dictionaries.ts';
import { draftHindrance } from './draft-hindrance.ts';
import DraftList from './DraftList.svelte';

beforeAll(async () => {
  addMessages('en', {
    home: readWords('src/lib/i18n/en/signed_in/home.json'),
    verdict: readWords('src/lib/i18n/en/signed_in/verdict.json'),
    common: readWords('src/lib/i18n/en/first/common.json')
  });
  await init({ fallbackLocale: 'en', initialLocale: 'en' });
});

describe('a draft can be continued', () => {
  const channels = [
    { id: 'used', archived_at: null },
    { id: 'archived', archived_at: '2026-11-01T00:00:00Z' }
  ];
  const hindrance = (channel_id: string | null, known: typeof channels | undefined, mayRecord = true) =>
    draftHindrance({ channel_id }, known && { organization_id: 'o', channels: known }, () => mayRecord);

  test('while its asset is on the device, its channel in use, and its author may record', () => {
    expect(hindrance('used', channels)).toBeNull();
    expect(hindrance(null, [])).toBeNull();
    expect(hindrance(null, channels.slice(1))).toBeNull();
  });
  test('not of an asset that is gone', () => {
    expect(hindrance('used', undefined)).toBe('asset');
  });
  test('not of a channel that is archived or gone, nor of the asset as a whole once it has channels', () => {
    expect(hindrance('archived', channels)).toBe('channels');
    expect(hindrance('archived', channels.slice(1))).toBe('channels');
    expect(hindrance('removed', channels)).toBe('channels');
    expect(hindrance(null, channels)).toBe('channels');
  });
  test('not by someone who may only read', () => {
    expect(hindrance('used', channels, false)).toBe('rights');
  });
});

test('a draft that cannot be continued is listed with the reason, and is discarded instead', () => {
  const draft = {
    href: '/assets/TT-1/calibrate',
    asset_label: 'TT-1',
    saved_at: '2026-11-20T10:00:00Z',
    summary: { points: 3, as_found: null, as_left: null }
  };
  const list = (hindrance: 'channels' | null) =>
    render(DraftList, { props: { drafts: [{ ...draft, id: 'd', hindrance }], ondiscard: () => undefined } }).body;
  expect(list(null)).toContain('Continue');
  expect(list(null)).not.toContain('Discard');
  expect(list('channels')).toContain('TT-1');
  expect(list('channels')).toMatch(/Cannot be continued.*The asset’s channels have changed\./su);
  expect(list('channels')).toContain('Discard');
  expect(list('channels')).not.toContain(draft.href);
});

test('a draft names the moment that it judges: after correction, or as left once the instrument was adjusted', () => {
  const list = (adjusted: boolean) =>
    render(DraftList, {
      props: {
        drafts: [
          {
            id: 'd',
            href: '/assets/TT-1/calibrate',
            asset_label: 'TT-1',
            saved_at: '2026-11-20T10:00:00Z',
            summary: { points: 3, as_found: 'fail', as_left: 'pass' },
            form: { adjusted },
            hindrance: null
          }
        ],
        ondiscard: () => undefined
      }
    }).body;
  expect(list(false)).toContain('As found: fail');
  expect(list(false)).toContain('After correction: pass');
  expect(list(true)).toContain('As left: pass');
});
