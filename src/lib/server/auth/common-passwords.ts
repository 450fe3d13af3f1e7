/** Passwords that everybody tries first. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalidInput } from '#lib/laboratory/refusal.ts';

/** Of the list, commonest first, this many are refused also where only digits and signs stand around them. */
const CORES = 3000;
/** A core this short is in many a good phrase. */
const SHORTEST_CORE = 4;

const known: readonly string[] = dictionary['passwords-common'] as readonly string[];
const all = new Set(known.map(String));
const cores = new Set(known.slice(0, CORES).map((password) => lettersOf(String(password))));

/** The list has them in lower case, as people change nothing but the case of the first letter. */
function lettersOf(password: string): string {
  return password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** Is a password among the commonest, or one of them with digits and signs around it, or nothing but one repeated? */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lettersOf(lower);
  if (all.has(lower) || core.length === 0) return true;
  if (core.length >= SHORTEST_CORE && cores.has(core)) return true;
  const repeated = /^(.+?)\1+$/u.exec(lower)?.[1];
  return repeated !== undefined && (repeated.length < SHORTEST_CORE || all.has(repeated));
}

/** @throws InvalidInput `password_common` at the field of the body */
export function assertUncommon(password: string, field = 'password'): void {
  if (!isCommonPassword(password)) return;
  throw invalidInput(
    ['body', field],
    'password_common',
    'This password is among the first that anybody would try. Take a longer phrase of your own'
  );
}
