import { get } from 'svelte/store';
import { _ } from 'svelte-i18n';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bestLanguage, loadScreenWords, loadWords, startLanguage, useLanguage } from './language.ts';

it('takes the first wanted language that the product speaks, whatever its region', () => {
  expect(bestLanguage(['pt-BR', 'fr-CA', 'en'])).toBe('fr');
});
it('falls back to English', () => {
  expect(bestLanguage(['ja', 'zh-CN'])).toBe('en');
});

describe('on a device that speaks English', () => {
  beforeAll(async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    vi.stubGlobal('document', { documentElement: {} });
    await startLanguage();
  });
  afterAll(() => vi.unstubAllGlobals());

  it('has the words of the frame, and of why work is refused, with the first page after signing in', async () => {
    expect(get(_)('frame.nav.home')).toBe('frame.nav.home');
    expect(get(_)('errors.code.invalid_credentials')).toBe('Wrong e-mail address or password.');
    await loadScreenWords('/(app)');
    expect(get(_)('frame.nav.home')).toBe('Home');
    expect(get(_)('refusals.code.already_voided')).toBe('This calibration is already void.');
  });

  it('has the words of a page that is opened while the language changes, in the language shown then', async () => {
    const changed = useLanguage('de');
    await loadWords('admin');
    expect(get(_)('admin.loading')).toBe('Wird geladen …');
    await changed;
  });

  it('shows the language that was asked for last', async () => {
    await Promise.all([useLanguage('fr'), useLanguage('de'), useLanguage('es')]);
    expect(document.documentElement.lang).toBe('es');
    expect(get(_)('admin.loading')).toBe('Cargando…');
  });
});
