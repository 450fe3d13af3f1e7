import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '#lib/laboratory/audit-actions.ts';
import { LANGUAGES } from './language.ts';

type Words = Readonly<Record<string, string>>;
type AuditWords = { readonly action: Words; readonly verb: Words };
const read = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, 'audit.json'), 'utf8')) as AuditWords;

describe.each(LANGUAGES)('in %s', (language) => {
  it('every action of the audit log has words of its own, or a resource and a verb that have them', () => {
    const { action, verb } = read(language);
    const nameless = AUDIT_ACTIONS.filter((code) => {
      const [resource = '', what = ''] = code.split('.');
      return !(code.replace('.', '_') in action) && !(resource in AUDIT_RESOURCES && what in verb);
    });
    expect(nameless).toEqual([]);
  });
  it('no two actions, and no two resources, have the same words', () => {
    const { action } = read(language);
    const keys = new Set<string>(AUDIT_ACTIONS.map((code) => code.replace('.', '_')));
    expect(Object.keys(action).filter((key) => !keys.has(key))).toEqual([]);
    expect(new Set(Object.values(action)).size).toBe(Object.keys(action).length);
    const resources = Object.values(AUDIT_RESOURCES).map((names) => names[language]);
    expect(new Set(resources).size).toBe(resources.length);
  });
});
