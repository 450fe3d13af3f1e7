import { expect, it } from 'vitest';
import { bestLanguage } from './language.ts';

it('takes the first wanted language that the product speaks, whatever its region', () => {
  expect(bestLanguage(['pt-BR', 'fr-CA', 'en'])).toBe('fr');
});
it('falls back to English', () => {
  expect(bestLanguage(['ja', 'zh-CN'])).toBe('en');
});
