import type { Translate } from '#lib/i18n/translate.ts';
import type { Channel } from '#lib/contracts/assets.ts';
import type { FieldProblem } from '#lib/worksheet/typed/field-problem.ts';
import { firstProblem } from '#lib/worksheet/form/first-problem.ts';
import { shortProblem } from '../worksheet/problem-text.ts';
import type { FormSession } from '../worksheet/form-session.svelte.ts';
import { runsOf } from '#lib/worksheet/rows/form-rows.ts';
import { unread } from '#lib/worksheet/edits/shared-edits.ts';

/** A column of the grid: a channel, and the calibration of it that is typed. */
export type Probe = {
  readonly channel: Channel;
  readonly session: FormSession;
  /** What keeps it from being saved; empty where it is complete. */
  readonly problems: readonly FieldProblem[];
};

const MOST_NAMED = 4;

/** What a probe lacks, in a few words: `no reading at 50, 75`, `Reference missing`; null where it is complete. */
export function lackOf(
  { session, problems }: Pick<Probe, 'session' | 'problems'>,
  translate: Translate
): string | null {
  const first = firstProblem(problems);
  if (first === undefined) return null;
  const missed = runsOf(session.form).flatMap((run) => (run === 'check' ? [] : unread(session.form, run)));
  if (first.code !== 'half_point' || missed.length === 0) return shortProblem(first, translate);
  const named = missed.slice(0, MOST_NAMED).map(({ nominal }) => nominal.trim() || '–');
  const points = named.join(', ') + (missed.length > MOST_NAMED ? ', …' : '');
  return translate('calibrate.probes.unread', { values: { points } });
}
