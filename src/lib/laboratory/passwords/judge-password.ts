/** Whether a password is acceptable: the same check for the server and for the screens, which show it while typing. */
import { COMMON_CORES, COMMON_LONG } from './common-password-words.ts';
import { SHORTEST_PASSWORD } from './shortest-password.ts';

/** A repeated part shorter than this counts as a short password. */
const SHORTEST_REPEATED = 8;

/** The first guesses of someone who knows only the service's name and field. */
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
 * Whether a password is one of the most common, one of them with digits and signs around it, without any letter, or a
 * repeated short or common part.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lettersOf(lower);
  if (core.length === 0 || cores.has(core) || long.has(lower)) return true;
  const repeated = /^(.+?)\1+$/u.exec(lower)?.[1];
  return repeated !== undefined && (repeated.length < SHORTEST_REPEATED || cores.has(lettersOf(repeated)));
}

/** A password in lower case without the digits and signs around it, the usual variations. */
export const lettersOf = (password: string): string => password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
