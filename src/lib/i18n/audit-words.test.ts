import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '#lib/laboratory/audit-actions.ts';
import { LANGUAGES } from './language.ts';

type Words = Readonly<Record<string, string>>;
type AuditWords = { readonly action: Words; readonly resource: Words };
const read = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, 'audit.json'), 'utf8')) as AuditWords;

describe.each(LANGUAGES)('in %s', (language) => {
  it('every action of the audit log has its words, and no two the same', () => {
    const { action } = read(language);
    const keys = AUDIT_ACTIONS.map((code) => code.replace('.', '_'));
    expect(Object.keys(action).toSorted()).toEqual(keys.toSorted());
    expect(new Set(Object.values(action)).size).toBe(keys.length);
  });
  it('everything that a row may be about has its name', () => {
    expect(Object.keys(read(language).resource).toSorted()).toEqual([...AUDIT_RESOURCES].toSorted());
  });
});
