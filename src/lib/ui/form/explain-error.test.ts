import { expect, it } from 'vitest';
import type { Translate } from '#lib/i18n/translate.ts';
import { explainError } from './explain-error.ts';

const messages: Record<string, string> = {
  'errors.code.email_taken': 'Diese Adresse hat schon ein Konto.',
  'errors.issue.too_small': 'Zu kurz.',
  'refusals.code.already_voided': 'Diese Kalibrierung ist schon ungültig.',
  'refusals.issue.cycle': 'Ein Ort kann nicht in sich selbst liegen.',
  'errors.issue.invalid_address': 'Ganze Adresse schreiben.',
  'errors.invalid': 'Bitte prüfen',
  'errors.offline': 'Kein Netz',
  'errors.unexpected': 'Unerwartet'
};
const translate: Translate = (key, options) => messages[key] ?? options?.default ?? key;
const refused = (code: string, issues: unknown[] = []) =>
  Object.assign(new Error('x'), { status: 409, code, detail: 'In English.', issues });

it('says a known code in the reader’s language', () => {
  expect(explainError(refused('email_taken'), translate).summary).toBe('Diese Adresse hat schon ein Konto.');
});
it('knows what is refused only after signing in as well', () => {
  expect(explainError(refused('already_voided'), translate).summary).toBe('Diese Kalibrierung ist schon ungültig.');
  const issues = [{ loc: ['body', 'parent_id'], msg: 'In itself', type: 'cycle' }];
  expect(explainError(refused('invalid', issues), translate).fields).toEqual({
    parent_id: 'Ein Ort kann nicht in sich selbst liegen.'
  });
});
it('falls back to the server’s sentence for a code it does not know', () => {
  expect(explainError(refused('brand_new'), translate).summary).toBe('In English.');
});
it('puts each issue beside its field, the first one where several meet', () => {
  const problem = explainError(
    refused('invalid', [
      { loc: ['body', 'password'], msg: 'short', type: 'too_small' },
      { loc: ['body', 'password'], msg: 'second', type: 'other' },
      { loc: ['body', 'channels', '0', 'unit'], msg: 'Unit is long', type: 'unknown_type' }
    ]),
    translate
  );
  expect(problem).toEqual({
    summary: 'Bitte prüfen',
    fields: { password: 'Zu kurz.', 'channels.0.unit': 'Unit is long' }
  });
});
it('says how an address is written where one is not', () => {
  const issues = ['email', 'to', 'website'].map((field) => ({
    loc: ['body', field],
    msg: 'Not of that form',
    type: 'invalid_format'
  }));
  expect(explainError(refused('invalid', issues), translate).fields).toEqual({
    email: 'Ganze Adresse schreiben.',
    to: 'Ganze Adresse schreiben.',
    website: 'Not of that form'
  });
});
it('knows a missing network from a bug', () => {
  class OfflineError extends Error {
    override name = 'OfflineError';
  }
  expect(explainError(new OfflineError(), translate).summary).toBe('Kein Netz');
  expect(explainError(new TypeError('boom'), translate).summary).toBe('Unerwartet');
});
