import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#lib/i18n/language.ts';
import { templateFault, type FaultCode } from './template-faults.ts';

const words = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../i18n/${language}/template_faults.json`), 'utf8')) as Record<
    FaultCode,
    string
  >;
const CODES = Object.keys(words('en')) as FaultCode[];
const namesIn = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name ?? ''));

it('each code has words in each language, which name the same and print what was given as it was given', () => {
  for (const language of LANGUAGES) {
    const own = words(language);
    expect(Object.keys(own).toSorted()).toEqual([...CODES].toSorted());
    for (const code of CODES) {
      const names = namesIn(words('en')[code]);
      expect([code, namesIn(own[code])]).toEqual([code, names]);
      // What a source has.
      const values = Object.fromEntries([...names].map((name) => [name, `\\${name}{'x'}<b>`]));
      const said = own[code].replaceAll(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
      for (const value of Object.values(values)) expect(said).toContain(value);
      // Signs of the screens' messages, which the server does not read as such.
      expect(own[code]).not.toMatch(/'[{}]|<|\{\w+,/u);
      expect(said.endsWith('.')).toBe(true);
      if (language === 'en') expect(templateFault(1, code, values).message).toBe(said);
      else expect(own[code]).not.toBe(words('en')[code]);
    }
  }
});

it('each code is of a fault that some source can have', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join();
  expect(CODES.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

it('a value is not longer than a sentence bears', () => {
  expect(templateFault(3, 'no_value', { name: 'x'.repeat(5000) }).message.length).toBeLessThan(400);
});
