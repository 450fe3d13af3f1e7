import { chiSquaredUpperTail } from '../distributions/chi-squared.ts';
import { termsOf } from '../models/table.ts';
import type { FitResult } from '../types.ts';
import { akaike } from './akaike.ts';
import { equationOf, scaledEquationOf } from './equation.ts';
import type { FitData } from './fit-data.ts';
import type { FitOutcome } from './fit-outcome.ts';
import type { Hysteresis } from './hysteresis.ts';
import { rSquared } from './r-squared.ts';
import { runsTest } from './runs-test.ts';
import { studentizedResiduals } from './studentized.ts';

/**
 * The part of the result that describes the fit: coefficients, their uncertainty and the statistics of the residuals.
 */
export function fitResult(data: FitData, outcome: FitOutcome, hysteresis: Hysteresis | null): FitResult {
  const { shape, plan, table, curve, sumOfSquares, freedom } = outcome;
  const coefficients = table?.coefficients ?? [];
  const { coefficients: inScaled, center = 0, scale = 1 } = curve;
  const equation =
    outcome.formula ??
    (table?.isBlurred === true
      ? scaledEquationOf(inScaled, center, scale)
      : equationOf(termsOf(shape.model), coefficients));
  const fitted = shape.size > 0;
  const chiSquared =
    fitted && plan.method !== 'ols' && freedom > 0
      ? { value: sumOfSquares, degrees_of_freedom: freedom, p: chiSquaredUpperTail(sumOfSquares, freedom) }
      : undefined;
  return {
    model: shape.model,
    degree: termsOf(shape.model) === 'all' ? shape.degree : null,
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
      ...diagnosticsOf(data, outcome),
      ...(hysteresis === null ? {} : { hysteresis: { largest: hysteresis.largest, places: hysteresis.places } })
    }
  };
}

function diagnosticsOf(data: FitData, outcome: FitOutcome): FitResult['diagnostics'] {
  const { minimised: residuals, weights, leverage, sumOfSquares, freedom, shape } = outcome;
  // Residuals of correlated points are not judged one by one.
  const judged = shape.size > 0 && outcome.isCorrelated !== true ? freedom : 0;
  const studentized = studentizedResiduals(residuals, weights, leverage, sumOfSquares, judged);
  return {
    leverage: Array.from(leverage),
    studentized_residuals: studentized.values,
    outliers: studentized.outliers,
    lack_of_fit: outcome.scatter.test,
    runs_test: outcome.isCorrelated === true ? null : runsTest(data, residuals)
  };
}
