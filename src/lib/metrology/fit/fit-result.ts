import { chiSquaredUpperTail } from '../distributions/chi-squared.ts';
import type { FitResult } from '../types.ts';
import { akaike } from './akaike.ts';
import { equationOf } from './equation.ts';
import type { FitData } from './fit-data.ts';
import type { FitOutcome } from './fit-curve.ts';
import { lackOfFit, pureError } from './lack-of-fit.ts';
import type { Groups } from './groups.ts';
import type { Hysteresis } from './hysteresis.ts';
import { rSquared } from './r-squared.ts';
import { runsTest } from './runs-test.ts';
import { studentizedResiduals } from './studentized.ts';

/** The part of the result that describes the fit: coefficients, their uncertainty, and what the residuals say of it. */
export function fitResult(
  data: FitData,
  outcome: FitOutcome,
  groups: Groups,
  hysteresis: Hysteresis | null
): FitResult {
  const { shape, plan, table, curve, sumOfSquares, freedom } = outcome;
  const coefficients = table?.coefficients ?? [];
  const equation = outcome.formula ?? equationOf(shape, coefficients);
  const fitted = shape.size > 0;
  const chiSquared =
    fitted && plan.method !== 'ols' && freedom > 0
      ? { value: sumOfSquares, degrees_of_freedom: freedom, p: chiSquaredUpperTail(sumOfSquares, freedom) }
      : undefined;
  return {
    model: shape.model,
    degree: shape.model === 'polynomial' || shape.model === 'linear' ? shape.degree : null,
    method: plan.method,
    covariance_kind: plan.covariance,
    coefficients,
    standard_errors: fitted ? (table?.standardErrors ?? null) : [],
    covariance: fitted ? (table?.covariance ?? null) : [],
    scaled: {
      center: curve.center ?? 0,
      scale: curve.scale ?? 1,
      coefficients: curve.coefficients,
      covariance: fitted ? (table?.scaledCovariance ?? null) : [],
      ...(curve.numerator === undefined ? {} : { numerator: curve.numerator }),
      ...(curve.expression === undefined ? {} : { expression: curve.expression }),
      ...(curve.knots === undefined ? {} : { knots: curve.knots })
    },
    residual_standard_deviation: outcome.s,
    degrees_of_freedom: fitted ? freedom : null,
    r_squared: rSquared(data, outcome),
    aicc: fitted ? akaike(plan.covariance, data.count, shape.size, sumOfSquares) : null,
    ...(chiSquared === undefined ? {} : { chi_squared: chiSquared }),
    equation: equation.text,
    equation_latex: equation.latex,
    ...(outcome.candidates === null ? {} : { candidates: outcome.candidates }),
    diagnostics: {
      ...diagnosticsOf(data, outcome, groups),
      ...(hysteresis === null ? {} : { hysteresis: { largest: hysteresis.largest, places: hysteresis.places } })
    }
  };
}

function diagnosticsOf(data: FitData, outcome: FitOutcome, groups: Groups): FitResult['diagnostics'] {
  const { minimised: residuals, weights, leverage, sumOfSquares, freedom, shape } = outcome;
  const studentized = studentizedResiduals(residuals, weights, leverage, sumOfSquares, shape.size > 0 ? freedom : 0);
  return {
    leverage: Array.from(leverage),
    studentized_residuals: studentized.values,
    outliers: studentized.outliers,
    lack_of_fit: freedom > 0 ? lackOfFit(pureError(residuals, weights, groups), shape.size) : null,
    runs_test: runsTest(data, residuals)
  };
}
