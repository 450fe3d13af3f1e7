/** Whether a password may be used: one judgement for the server, which refuses, and the screens, which say so while it is typed. */
import { COMMON_CORES, COMMON_LONG } from './common-password-words.ts';
import { SHORTEST_PASSWORD } from './shortest-password.ts';

/** A piece shorter than this, however often repeated, is a short password. */
const SHORTEST_REPEATED = 8;

/** What somebody who knows only the service's name and trade tries first. */
const OF_THE_TRADE = [
  'plumbline',
  'calibration',
  'calibracion',
  'calibrage',
  'etalonnage',
  'kalibrierung',
  'laboratory',
  'metrology'
];

const cores = new Set([...COMMON_CORES.split(' '), ...OF_THE_TRADE]);
const long = new Set(COMMON_LONG.split(' '));

export type PasswordJudgement = 'short' | 'common' | 'accepted';

export function judgePassword(password: string): PasswordJudgement {
  if (password.length < SHORTEST_PASSWORD) return 'short';
  return isCommonPassword(password) ? 'common' : 'accepted';
}

/**
 * Is a password among the commonest, or one of them with digits and signs around it, without any letter, or a short or common
 * piece repeated?
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lettersOf(lower);
  if (core.length === 0 || cores.has(core) || long.has(lower)) return true;
  const repeated = /^(.+?)\1+$/u.exec(lower)?.[1];
  return repeated !== undefined && (repeated.length < SHORTEST_REPEATED || cores.has(lettersOf(repeated)));
}

/** What is left of a password without the digits and signs around it; people change nothing else but the first letter's case. */
export const lettersOf = (password: string): string => password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
