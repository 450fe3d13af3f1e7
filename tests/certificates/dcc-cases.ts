/** Calibrations of every model, kind, rule and language, for what is written as a digital certificate. */
import { languageSchema } from '#lib/contracts/primitives.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import { DECISION_RULES, type AnalysisRequest } from '#lib/metrology/types.ts';
import type { DccFacts } from '#lib/server/certificates/dcc/dcc-language.ts';
import { goldenCases } from '../truth/golden-cases.ts';
import { context, facts } from './temperature-transmitter.ts';

const UNITS = ['°C', 'V', 'kΩ', 'mbar', '%rh', 'psi', 'N·m', 'pH', 'in H2O', undefined] as const;
const TEXTS = [
  'Ordinary',
  'Größe & <Maß>',
  '  spaces  ',
  'line\r\nbreak ]]>',
  'control\u0007\ud800',
  '漢字 🌡'
] as const;

/** One of a list, by a number; the lists' lengths differ, so that all come together. */
const one = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** The `index`-th calibration; null where its analysis is refused. */
export function dccCase(index: number): DccFacts | null {
  const base = one(goldenCases(), index);
  const language = one(languageSchema.options, index);
  const text = one(TEXTS, Math.floor(index / 3));
  const isExternal = index % 5 === 0;
  const { calibration, asset, organization } = context;
  const varied: DccFacts['context'] = {
    ...context,
    language,
    asset: { ...asset, name: text, manufacturer: index % 2 === 0 ? text : null, model: index % 3 === 0 ? ' ' : text },
    organization: { ...organization, address: index % 7 === 0 ? null : text },
    calibration: {
      ...calibration,
      kind: isExternal ? 'external' : 'internal',
      lab_name: isExternal ? text : null,
      lab_certificate_number: isExternal ? 'X-1' : null,
      notes: text,
      customer_data: index % 4 === 0 ? ['item'] : undefined
    },
    customer: index % 3 === 0 ? null : { name: text, address: null },
    place: index % 4 === 0 ? null : { name: text, address: text },
    environment: index % 6 === 0 ? null : { ...context.environment, ...(index % 2 === 0 && { pressure_kpa: -0 }) },
    procedure: index % 5 === 1 ? null : context.procedure,
    reference: index % 4 === 3 ? null : context.reference,
    release:
      index % 3 === 0
        ? null
        : {
            by: { full_name: text, role: 'admin' },
            automatic: false,
            at: index % 2 === 0 ? null : '2026-11-23T10:00:00.000Z'
          },
    replaces: index % 8 === 0 ? { certificate_number: index % 16 === 0 ? null : 'NCL-1', version: 4 } : null,
    measuring: { ...context.measuring, unit: one(UNITS, index) ?? null, measured_unit: one(UNITS, index >> 1) ?? null }
  };
  const common = { ...facts, country: 'GB', context: varied };
  if (index % 11 === 0) return { ...common, request: null, result: null, coefficientsOnly: stated(index) };
  const request = requestOf(base.request, index);
  try {
    const result = analyze(request);
    return { ...common, request, result, coefficientsOnly: null, warnings: result.warnings };
  } catch (error) {
    if (error instanceof AnalysisRefusal) return null;
    throw error;
  }
}

function requestOf(base: AnalysisRequest, index: number): AnalysisRequest {
  const span = base.points.reduce((most, { reference }) => Math.max(most, Math.abs(reference)), 0) || 1;
  const tolerance = [{ kind: 'absolute', lower: index % 3 === 0 ? null : -span / 50, upper: span / 40 }] as const;
  const rule = one(DECISION_RULES, index);
  const isAdjusted = index % 4 === 1;
  const unit = one(UNITS, index);
  // A thermistor's curve holds for a scale of temperature alone.
  const units = base.fit.model === 'steinhart_hart' ? {} : { unit, measured_unit: one(UNITS, index >> 1) };
  const shifted = base.points.map((point, i) => ({ ...point, measured: point.measured * (1 + 1e-3 * ((i % 3) - 1)) }));
  return {
    ...base,
    ...units,
    ...(isAdjusted && { as_found_points: shifted }),
    ...(index % 9 === 2 && { verification_points: shifted }),
    ...(index % 7 === 3 && { evaluate_at: base.points.slice(0, 2).map(({ measured }) => measured) }),
    ...(index % 10 === 4 && { inverse_at: base.points.slice(1, 3).map(({ reference }) => reference) }),
    // Trials change no number that is written, and take most of the time.
    uncertainty: {
      ...base.uncertainty,
      monte_carlo: undefined,
      ...(index % 13 === 0 && { coverage_factor: one([1, 2, 0.5, 3], index) })
    },
    ...(index % 3 !== 2 && {
      conformity: {
        tolerance: [...tolerance],
        rule,
        ...(rule === 'guard_band_risk' && { max_false_accept: 0.02 }),
        ...(rule === 'target_pfa' && { target_pfa: 0.02, population: { in_tolerance: 0.95 } }),
        ...(isAdjusted && index % 2 === 0 && { judge: 'as_found' as const })
      }
    })
  } as AnalysisRequest;
}

const stated = (index: number): NonNullable<DccFacts['coefficientsOnly']> => {
  const model = one(
    MODELS.filter((name) => name === 'none' || name === 'linear' || name === 'polynomial'),
    index
  );
  return {
    model,
    coefficients: model === 'none' ? [] : [0.1 + index / 7, -1e-7 / 3, ...(model === 'polynomial' ? [1e21 / 3] : [])],
    expanded_uncertainty: index / 3,
    coverage_factor: 2,
    unit: one(UNITS, index) ?? ''
  };
};
