// cspell:ignore kdebug kpse SELFAUTOPARENT TEXMFDOTDIR
import { describe, expect, it } from 'vitest';
import { threadMilliseconds } from '../templates/thread-time.ts';
import { AskedNames, MOST_NAMES } from './asked-names.ts';

const asked = (name: string) => `kdebug:kpse_find_file: searching for ${name} of type tex (from texmf.cnf)\n`;
const read = (text: string) => {
  const names = new AskedNames(['/given', '/usr']);
  return { names, other: names.read(text) };
};

describe('a name that TeX is asked for', () => {
  it.each(['article.cls', 'a/b.tex', 'a..b.tex', 'of type x', '/given/logo.pdf', '/usr/share/fonts/a.otf', '...'])(
    'is a file of the document or a package: %s',
    (name) => {
      const { names } = read(asked(name));
      expect([names.isTraced, names.forbidden]).toEqual([true, null]);
    }
  );

  it.each([
    '~root/secret.tex',
    '~/secret.tex',
    '$SELFAUTOPARENT/etc/passwd',
    '${SELFAUTOPARENT}etc/passwd',
    'a$TEXMFDOTDIR$TEXMFDOTDIR/b',
    'a of type $HOME/b',
    '../a',
    'a/../../b',
    'a/..',
    '/etc/passwd',
    '/given',
    '/given-too/a',
    '/usr/../etc/passwd'
  ])('is forbidden where it can lead elsewhere: %s', (name) => {
    expect(read(asked('article.cls') + asked(name)).names.forbidden).toBe(name);
  });

  it('is forbidden with a line break, behind which more could be', () => {
    expect(read(asked('a\n$HOME/b')).names.forbidden).toBe('a');
  });

  it('is read in pieces, and what is no trace is passed on', () => {
    const names = new AskedNames([]);
    const pieces = [...`${asked('a')}pdflatex: Not writing\nkdebug:start search\n${asked('~b')}`];
    expect(pieces.map((piece) => names.read(piece)).join('')).toBe('pdflatex: Not writing\n');
    expect(names.forbidden).toBe('~b');
  });

  it.each([' of type ', ' (from ', ' of type a (from '])('is judged at once, however often it has “%s”', (part) => {
    const begun = threadMilliseconds();
    for (let length = 1; length < 4000; length += 100) read(`${asked(part.repeat(length / part.length))}`);
    for (const end of ['', '\n', ')', ')\n'])
      expect(read(`kdebug:kpse_find_file: searching for ${part.repeat(50_000)}${end}`).names.forbidden).not.toBe('');
    expect(threadMilliseconds() - begun).toBeLessThan(1000);
  });

  it('ends the run where there are too many', () => {
    const { names } = read(asked('a').repeat(MOST_NAMES));
    expect([names.mustEnd, names.areTooMany]).toEqual([false, false]);
    names.read(asked('a'));
    expect([names.mustEnd, names.areTooMany, names.forbidden]).toEqual([true, true, null]);
  });

  it('may not be longer than is read at once', () => {
    expect(read(`kdebug:kpse_find_file: searching for ${'a'.repeat(2 << 20)}`).names.forbidden).not.toBeNull();
  });
});
