import type { AnalysisResult, EvaluatedPoint, InversePoint } from '#lib/metrology/types.ts';

export type FurtherValues = {
  /** Corrected values at further indications. */
  readonly evaluated: readonly EvaluatedPoint[];
  /** Indications of wanted values. */
  readonly inverse: readonly InversePoint[];
};

/**
 * What was evaluated on the curve besides its points. None without a curve: the reading itself is no corrected value,
 * and its uncertainty says nothing about its error.
 */
export function furtherValuesOf({ fit, evaluated = [], inverse = [] }: AnalysisResult): FurtherValues {
  return fit.model === 'none' ? { evaluated: [], inverse: [] } : { evaluated, inverse };
}
