import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';

/** Errors of a thermometer in kelvins, every ten degrees from 0 °C. */
const ERRORS = [-0.062, -0.044, -0.017, 0.019, 0.022, 0.036, 0.083, 0.164, 0.169, 0.197, 0.264];

const request: AnalysisRequest = {
  points: ERRORS.map((error, index) => ({
    reference: 10 * index + 0.006,
    measured: Number((10 * index + 0.006 + error).toFixed(2))
  })),
  fit: { model: 'polynomial', degree: 2 },
  uncertainty: {
    coverage_probability: 0.9545,
    resolution: 0.01,
    reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 },
    contributions: [
      {
        name: 'Drift of the reference',
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

const person = { full_name: 'Ada Example', role: 'technician' };

/** The facts that every certificate has; names that cannot be taken for a real laboratory. */
const context = (language: Language): CertificateContext => ({
  format: 3,
  certificate_number: 'SPEC-2026-0001',
  language,
  verify_url: 'https://example.org/verify/00000000-0000-7000-8000-000000000000',
  calibration: {
    id: '00000000-0000-7000-8000-000000000000',
    version: 1,
    kind: 'internal',
    calibration_date: '2026-03-16',
    due_date: '2027-03-16',
    recorded_at: '2026-03-16T14:12:00Z',
    lab_name: null,
    lab_certificate_number: null,
    lab_accreditation: null,
    specification: 'EX-17, edition 3',
    received_on: '2026-03-12',
    item_condition: 'Housing scratched',
    notes: 'Specimen: not a calibration.'
  },
  organization: {
    id: '00000000-0000-7000-8000-000000000001',
    name: 'EX',
    full_name: 'Example Laboratory',
    address: '1 Example Street, Example Town',
    email: 'lab@example.org',
    phone: '+00 000 0000',
    website: 'https://example.org',
    logo_file_id: null
  },
  place: { name: 'Example Laboratory', address: '1 Example Street, Example Town' },
  customer: { name: 'Example Works', address: '2 Example Road, Example Town' },
  asset: {
    id: '00000000-0000-7000-8000-000000000002',
    asset_id: 'EX-042',
    name: 'Thermometer',
    description: 'Pt100 with display',
    manufacturer: 'Example Instruments',
    model: 'T-10',
    serial_number: '70418-C',
    location_name: 'Hall 2'
  },
  channel: { id: '00000000-0000-7000-8000-000000000003', name: 'T1' },
  measuring: {
    quantity: 'Temperature',
    unit: '°C',
    measured_unit: null,
    range_min: 0,
    range_max: 100,
    resolution: 0.01
  },
  procedure: { code: 'P-11', name: 'Comparison', revision: 'C' },
  reference: {
    asset_id: 'REF-001',
    name: 'Pt100 standard',
    serial_number: '5681-22',
    certificate_number: 'NMI-2026-0071',
    calibrated_by: 'Example Metrology Institute',
    accreditation: 'EX 0071',
    calibration_date: '2026-01-14',
    due_date: '2027-01-14',
    expanded_uncertainty: 0.03,
    coverage_factor: 2,
    unit: '°C'
  },
  technician: person,
  release: { by: person, automatic: true, at: null },
  environment: { temperature_c: 22.4, relative_humidity_percent: 46, pressure_kpa: 100.8 },
  replaces: null
});

/** A calibration that never took place, to try templates on. It has something of nearly everything. */
export function specimenFacts(language: Language, timeZone: string): CertificateFacts {
  const result = analyze(request);
  return {
    context: context(language),
    request,
    result,
    coefficientsOnly: null,
    warnings: result.warnings,
    voided: null,
    copyOf: null,
    issuedAt: new Date('2026-03-16T14:19:00Z'),
    timeZone,
    signing: {
      name: 'Example Laboratory',
      fingerprintSha256: '00'.repeat(32),
      notAfter: new Date('2036-03-16T00:00:00Z')
    }
  };
}
