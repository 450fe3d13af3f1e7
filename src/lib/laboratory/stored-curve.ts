import type { CalibrationHeader, CoefficientsOnly } from '#lib/contracts/calibrations.ts';
import { writeCurve } from '#lib/metrology/fit/write-curve.ts';
import { centerOf } from '#lib/metrology/models/table.ts';
import type { AnalysisResult, CorrectionCurve } from '#lib/metrology/types.ts';

/** A curve as stored with a calibration: everything needed to evaluate it, and its equation for people. */
export type StoredCurve = NonNullable<CalibrationHeader['curve']>;

/** The complete curve of a result: models other than polynomials need more than their coefficients. */
export function storedCurve({ fit }: AnalysisResult): StoredCurve {
  const { coefficients, center, scale } = fit.scaled;
  return {
    model: fit.model,
    coefficients: [...coefficients],
    center,
    scale,
    ...shapeOf(fit.scaled),
    equation: fit.equation
  };
}

/**
 * The curve of an external certificate from its coefficients, in powers of the indication itself. @param unit of the
 * instrument, if the certificate names none
 */
export function statedCurve(stated: CoefficientsOnly, unit: string | null): StoredCurve {
  const { model } = stated;
  const center = centerOf(model, stated.unit || unit || undefined);
  const curve = { model, coefficients: [...stated.coefficients], center, scale: 1, ...shapeOf(stated) };
  return { ...curve, equation: writeCurve(curve)?.text ?? null };
}

/** The same curve as correction in force of a later calibration; null if the calibration corrects nothing. */
export function correctionInForce({ id, curve }: Pick<CalibrationHeader, 'id' | 'curve'>): CorrectionCurve | null {
  if (curve === null || curve.model === 'none') return null;
  const { equation: _equation, ...evaluated } = curve;
  return { calibration_id: id, ...evaluated };
}

function shapeOf({ numerator, expression, knots }: Pick<CorrectionCurve, 'numerator' | 'expression' | 'knots'>) {
  return {
    ...(numerator === undefined ? {} : { numerator }),
    ...(expression === undefined ? {} : { expression }),
    ...(knots === undefined ? {} : { knots: [...knots] })
  };
}
