import { analyze } from '#lib/metrology/analyze.ts';
import { resultToStore, toStore } from '#lib/metrology/as-stored.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { Measuring } from './measuring.ts';
import type { GaugeCalibration } from '#lib/contracts/open-gauge.ts';

export type Recomputed = { readonly request: AnalysisRequest; readonly result: AnalysisResult };

/** The curve of a calibration, computed again from its points; null if they do not allow it. */
export function recomputed(calibration: GaugeCalibration, measuring: Measuring): Recomputed | null {
  const points = (calibration.data_points ?? []).flatMap(({ reference_value: reference, measured_value: measured }) =>
    typeof reference === 'number' && typeof measured === 'number' ? [{ reference, measured }] : []
  );
  const degree = calibration.poly_order ?? 1;
  if (!Number.isInteger(degree) || degree < 1 || degree > 5 || points.length < degree + 2) return null;
  const [first] = calibration.data_points ?? [];
  const request = toStore({
    points,
    fit: degree === 1 ? { model: 'linear' } : { model: 'polynomial', degree },
    uncertainty: uncertaintyOf(calibration, measuring),
    ...(measuring.tolerance.length === 0 ? {} : { conformity: conformityOf(calibration, measuring) }),
    ...unitOf('unit', first?.reference_unit ?? measuring.unit),
    ...unitOf('measured_unit', first?.measured_unit ?? measuring.measured_unit)
  });
  try {
    // As a device would send it: without what JSON leaves out.
    const plain = JSON.parse(JSON.stringify(request)) as AnalysisRequest;
    return { request: plain, result: resultToStore(JSON.parse(JSON.stringify(analyze(plain))) as AnalysisResult) };
  } catch (thrown) {
    if (thrown instanceof AnalysisRefusal) return null;
    throw thrown;
  }
}

/**
 * Their budget is one number: what of it is not the fit's own is one contribution here, so that no uncertainty that they stated is lost.
 * Without it, the resolution alone is known.
 */
function uncertaintyOf(calibration: GaugeCalibration, { resolution }: Measuring): AnalysisRequest['uncertainty'] {
  const level = (calibration.confidence_level ?? 95.45) / 100;
  const coverage = { coverage_probability: level > 0.5 && level < 1 ? level : 0.9545 };
  const total = calibration.combined_uncertainty ?? null;
  if (total === null || total <= 0) return { ...coverage, ...(resolution === null ? {} : { resolution }) };
  const fit = calibration.standard_error ?? 0;
  const rest = total > fit ? Math.sqrt(total ** 2 - fit ** 2) : total;
  return {
    ...coverage,
    contributions: [
      {
        name: 'Open Gauge',
        source: 'other',
        type: 'B',
        distribution: 'normal',
        value: rest,
        k: 1,
        acts_on: 'corrected'
      }
    ]
  };
}

const conformityOf = (calibration: GaugeCalibration, { tolerance, range_min: low, range_max: high }: Measuring) => ({
  tolerance,
  ...(low !== null && high !== null && high > low ? { span: high - low } : {}),
  rule: /guard/i.test(calibration.decision_rule ?? '') ? ('guard_band' as const) : ('simple_acceptance' as const),
  judge: 'as_left' as const
});

const unitOf = (key: 'unit' | 'measured_unit', unit: string | null | undefined) =>
  unit ? { [key]: unit.slice(0, 32) } : {};
