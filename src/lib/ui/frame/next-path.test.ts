import { expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

it('returns to the page that was asked for', () => {
  expect(nextPath('/assets/TT-042?tab=1')).toBe('/assets/TT-042?tab=1');
});
it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', null, '/sign-in'])(
  'never leaves for %j',
  (wanted) => {
    expect(nextPath(wanted)).toBe('/');
  }
);
