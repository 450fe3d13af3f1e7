import { expect, it } from 'vitest';
import { linkOf } from './link-of.ts';

it('adds what is missing and keeps what is there', () => {
  expect(linkOf('lab.example/a')).toBe('https://lab.example/a');
  expect(linkOf('http://lab.example')).toBe('http://lab.example/');
});
it('makes no link of a script or of nonsense', () => {
  expect(linkOf('javascript:alert(1)')).toBeNull();
  expect(linkOf('not a site')).toBeNull();
});
