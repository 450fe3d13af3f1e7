import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult, Judgement, PointResult, Verdict } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';

/**
 * A temperature transmitter as a laboratory would see it. The numbers are literal, so that what is printed can be told from
 * what is computed: f(y) = 0.05929 + 0.9984366 y − 1.6088e−5 y².
 */
const COEFFICIENTS = [0.05929, 0.9984366, -1.6088e-5] as const;
const READINGS: readonly (readonly [reference: number, measured: number, uncertainty: number])[] = [
  [0.012, -0.05, 0.051],
  [10.034, 9.99, 0.047],
  [19.987, 19.97, 0.045],
  [30.021, 30.04, 0.045],
  [40.008, 40.03, 0.046],
  [49.994, 50.03, 0.046],
  [60.017, 60.1, 0.046],
  [70.006, 70.17, 0.045],
  [79.981, 80.15, 0.045],
  [90.013, 90.21, 0.047],
  [99.996, 100.26, 0.0512]
];

export const context: CertificateContext = {
  format: 3,
  certificate_number: 'NCL-2026-0318',
  language: 'en',
  verify_url: 'https://plumbline.northfield.example/verify/0193f0a2-7c3e-7a41-9d52-6f0a4b1c2d3e',
  calibration: {
    id: '0193f0a2-7c3e-7a41-9d52-6f0a4b1c2d3e',
    version: 5,
    kind: 'internal',
    calibration_date: '2026-11-20',
    due_date: '2027-11-20',
    recorded_at: '2026-11-20T14:12:00Z',
    lab_name: null,
    lab_certificate_number: null,
    lab_accreditation: null,
    specification: 'Northfield Process Ltd, Instrument list IL-7, edition 3',
    received_on: '2026-11-18',
    item_condition: 'Housing scratched, sensor sound',
    notes: 'Loop resistance 250 Ω. Indication read on the 4–20 mA output (√ extraction off), drift ≤ 0.01 °C.'
  },
  organization: {
    id: '0193f0a2-0000-7000-8000-000000000001',
    name: 'NCL',
    full_name: 'Northfield Calibration Laboratory',
    address: '14 Quay Street, Northfield NF2 7QD',
    email: null,
    phone: null,
    website: null,
    logo_file_id: null
  },
  place: { name: 'At the customer', address: 'Building C' },
  customer: { name: 'Northfield Process Ltd', address: 'Building C, line 2' },
  asset: {
    id: '0193f0a2-0000-7000-8000-000000000002',
    asset_id: 'TT-042',
    name: 'Temperature transmitter',
    description: 'Pt100, 4 to 20 mA',
    manufacturer: null,
    model: null,
    serial_number: '70418-C',
    location_name: 'Line 2'
  },
  channel: null,
  measuring: {
    quantity: 'Temperature',
    unit: '°C',
    measured_unit: null,
    range_min: 0,
    range_max: 100,
    resolution: 0.01
  },
  procedure: { code: 'P-11', name: 'comparison, 11 points rising', revision: 'C' },
  reference: {
    asset_id: 'REF-001',
    name: 'Pt100 SPRT',
    serial_number: '5681-22',
    certificate_number: 'NMI-2026-0071',
    calibrated_by: 'National Metrology Institute',
    accreditation: 'NMI 0071 (ISO/IEC 17025)',
    calibration_date: '2026-03-04',
    due_date: '2027-03-04',
    expanded_uncertainty: 0.03,
    coverage_factor: 2,
    unit: '°C'
  },
  technician: { full_name: 'M. Okafor', role: 'technician' },
  release: { by: { full_name: 'M. Okafor', role: 'technician' }, automatic: true, at: null },
  environment: { temperature_c: 22.4, relative_humidity_percent: 46, pressure_kpa: 100.8 },
  replaces: null
};

export const request: AnalysisRequest = {
  points: READINGS.map(([reference, measured]) => ({ reference, measured })),
  fit: { model: 'polynomial', degree: 2 },
  uncertainty: {
    coverage_probability: 0.9545,
    resolution: 0.01,
    reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 },
    contributions: [
      {
        name: 'Drift of reference since its calibration',
        source: 'drift',
        type: 'B',
        distribution: 'rectangular',
        value: 0.026,
        acts_on: 'corrected'
      }
    ]
  },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'guard_band', judge: 'as_left' },
  unit: '°C'
};

const curve = (y: number): number => COEFFICIENTS[0] + COEFFICIENTS[1] * y + COEFFICIENTS[2] * y * y;

function judgement(value: number, expanded_uncertainty: number): Judgement {
  const acceptance = 0.3 - expanded_uncertainty;
  const verdict: Verdict = Math.abs(value) <= acceptance ? 'pass' : 'fail';
  const base = { value, lower: -0.3, upper: 0.3, acceptance_lower: -acceptance, acceptance_upper: acceptance };
  return {
    ...base,
    expanded_uncertainty,
    k: 2,
    verdict,
    probability_of_conformity: 0.99,
    false_accept_risk: 0.01,
    tur: 3
  };
}

export function pointAt(reference: number, measured: number, uncertainty: number): PointResult {
  const corrected = curve(measured);
  return {
    reference,
    measured,
    error: measured - reference,
    corrected,
    error_after_correction: corrected - reference,
    residual: reference - corrected,
    u_fit: uncertainty / 4,
    u_combined: uncertainty / 2.02,
    nu_eff: 102,
    k: 2.02,
    expanded_uncertainty: uncertainty,
    as_found: judgement(measured - reference, 0.043),
    as_left: judgement(corrected - reference, uncertainty)
  };
}

const statement =
  'Corrected with the equation of this certificate, the instrument conforms to the tolerance ±0.30 °C at every point (rule: guard band, w = U; ISO/IEC 17025 7.8.6, ILAC-G8:09/2019). As found it did not.';

export const result: AnalysisResult = {
  engine: '3.6.1',
  fit: {
    model: 'polynomial',
    degree: 2,
    method: 'ols',
    covariance_kind: 'scatter',
    coefficients: COEFFICIENTS,
    standard_errors: [0.0133, 0.000612, 5.9e-6],
    covariance: null,
    scaled: { center: 0, scale: 1, coefficients: COEFFICIENTS, covariance: null },
    residual_standard_deviation: 0.0175,
    degrees_of_freedom: 8,
    r_squared: 0.99999,
    aicc: -80,
    equation: 'f(y) = 0.05929 + 0.9984366 y - 0.000016088 y^2',
    equation_latex: 'f(y) = 0.05929 + 0.9984366\\,y - 0.000016088\\,y^{2}',
    diagnostics: { leverage: [], studentized_residuals: [], outliers: [], lack_of_fit: null, runs_test: null }
  },
  points: READINGS.map(([reference, measured, uncertainty]) => pointAt(reference, measured, uncertainty)),
  budget: [
    entry('Drift of reference since its calibration', 'drift', 'rectangular', 0.026, Math.sqrt(3), 0.015, null, 0.354),
    entry('Reference standard', 'reference_standard', 'normal', 0.03, 2, 0.015, null, 0.354),
    entry('Curve fit', 'curve_fit', 'normal', 0.0133, 1, 0.0133, 8, 0.279),
    entry('Resolution', 'resolution', 'rectangular', 0.005, Math.sqrt(3), 0.0029, null, 0.013)
  ],
  combined_standard_uncertainty: 0.0252,
  effective_degrees_of_freedom: 102,
  coverage_factor: 2.02,
  coverage_probability: 0.9545,
  expanded_uncertainty: 0.0512,
  expanded_uncertainty_rounded: { value: 0.051, decimals: 3, text: '0.051' },
  conformity: {
    rule: 'guard_band',
    judge: 'as_left',
    as_found: 'fail',
    as_left: 'pass',
    conforms: true,
    statement: { en: statement, es: statement, fr: statement, de: statement },
    worst_point: 10
  },
  warnings: []
};

function entry(
  name: string,
  source: AnalysisResult['budget'][number]['source'],
  distribution: AnalysisResult['budget'][number]['distribution'],
  value: number,
  divisor: number,
  standard_uncertainty: number,
  degrees_of_freedom: number | null,
  variance_share: number
): AnalysisResult['budget'][number] {
  const type = source === 'curve_fit' ? 'A' : 'B';
  const fixed = { value_kind: 'absolute', sensitivity: 1 } as const;
  return {
    name,
    source,
    type,
    distribution,
    value,
    divisor,
    standard_uncertainty,
    degrees_of_freedom,
    variance_share,
    ...fixed
  };
}

export const facts: CertificateFacts = {
  context,
  request,
  result,
  coefficientsOnly: null,
  warnings: [],
  voided: null,
  copyOf: null,
  issuedAt: new Date('2026-11-20T14:19:00Z'),
  timeZone: 'Europe/London',
  signing: {
    name: 'Northfield Calibration Laboratory',
    fingerprintSha256: '4c19d2a07b3e51c8904f6d2ae8b1f37c55d0946a1be72f83c6a9e04d7f12b835',
    notAfter: new Date('2036-11-20T00:00:00Z')
  }
};

/** The same transmitter, analysed as that request asks. */
export function analysed(changed: AnalysisRequest): CertificateFacts {
  const found = analyze(changed);
  return { ...facts, coefficientsOnly: null, request: changed, result: found, warnings: found.warnings };
}
