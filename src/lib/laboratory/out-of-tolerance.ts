import type { Verdict } from '#lib/metrology/types.ts';

export const isFailing = (verdict: Verdict | null | undefined): boolean =>
  verdict === 'fail' || verdict === 'conditional_fail';

/** Everybody concerned is to hear of it: found out of tolerance, or not conforming as it is left. */
export const isOutOfTolerance = (of: {
  readonly conforms: boolean | null;
  readonly as_found: Verdict | null;
}): boolean => of.conforms === false || isFailing(of.as_found);
