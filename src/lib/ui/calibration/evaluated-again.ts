/** What the engine of today says of the readings of a record, held against what the record says. */
import type { AnalysisResult, PointResult, Verdict } from '#lib/metrology/types.ts';

export const JUDGED_FACTS = ['as_found', 'as_left'] as const;
export type JudgedFact = (typeof JUDGED_FACTS)[number];

export type JudgedOtherwise = {
  readonly run: JudgedFact;
  readonly reference: number;
  readonly then: Verdict | null;
  readonly now: Verdict | null;
};

export type Reevaluation = {
  /** Whether every verdict and U as it is printed are those of the record. */
  readonly agrees: boolean;
  /** Whether any verdict is another. */
  readonly judgesOtherwise: boolean;
  readonly verdicts: readonly {
    readonly fact: JudgedFact;
    readonly then: Verdict | null;
    readonly now: Verdict | null;
  }[];
  /** Points that were judged then and now, with another verdict. */
  readonly points: readonly JudgedOtherwise[];
  readonly changesUncertainty: boolean;
  /** Warnings that the record does not have. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
};

/** Compares the stored result of a record with that of today's engine and rules for the same request. */
export function reevaluation(then: AnalysisResult, now: AnalysisResult): Reevaluation {
  const verdicts = JUDGED_FACTS.map((fact) => ({
    fact,
    then: then.conformity?.[fact] ?? null,
    now: now.conformity?.[fact] ?? null
  }));
  const changesUncertainty = then.expanded_uncertainty_rounded.text !== now.expanded_uncertainty_rounded.text;
  const points = [
    ...otherwise('as_found', then.as_found_points ?? then.points, now.as_found_points ?? now.points),
    ...otherwise('as_left', then.points, now.points),
    ...otherwise('as_left', then.verification_points ?? [], now.verification_points ?? [])
  ];
  const known = new Set(then.warnings.map(({ code }) => code));
  const judgesOtherwise = points.length > 0 || verdicts.some((of) => of.then !== of.now);
  return {
    agrees: !changesUncertainty && !judgesOtherwise,
    judgesOtherwise,
    verdicts,
    points,
    changesUncertainty,
    warnings: now.warnings.filter(({ code }) => !known.has(code))
  };
}

function otherwise(run: JudgedFact, then: readonly PointResult[], now: readonly PointResult[]): JudgedOtherwise[] {
  return then.flatMap((point, i) => {
    const before = point[run]?.verdict ?? null;
    const today = now[i]?.[run]?.verdict ?? null;
    return before === today ? [] : [{ run, reference: point.reference, then: before, now: today }];
  });
}
