import type { Verdict } from '#lib/metrology/types.ts';

export const isFailing = (verdict: Verdict | null | undefined): boolean =>
  verdict === 'fail' || verdict === 'conditional_fail';

/** Whether to notify those concerned: out of tolerance as found, or not conforming as left. */
export const isOutOfTolerance = (of: {
  readonly conforms: boolean | null;
  readonly as_found: Verdict | null;
}): boolean => of.conforms === false || isFailing(of.as_found);
