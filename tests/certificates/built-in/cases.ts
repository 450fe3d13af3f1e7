import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { specimenFacts } from '#lib/server/certificates/templates/specimen.ts';
import { ONE_PIXEL_PNG } from '../../support/pictures.ts';
import { analysed, context, facts, request } from '../temperature-transmitter.ts';

const within = (of: CertificateFacts, changed: Partial<CertificateContext>): CertificateFacts => ({
  ...of,
  context: { ...of.context, ...changed }
});

const points = (request.points ?? []).map((point) => ({ ...point }));
const external = {
  certificate_number: 'NCL-X-2026-0007',
  calibration: {
    ...context.calibration,
    kind: 'external',
    lab_name: 'National Institute of Measurement',
    lab_certificate_number: 'NI 26/118',
    lab_accreditation: 'NI-0042',
    received_on: null,
    item_condition: null,
    notes: null
  },
  reference: null,
  procedure: null,
  place: null,
  environment: null
} as const satisfies Partial<CertificateContext>;

const adjusted: AnalysisRequest = {
  ...request,
  as_found_points: points.map(({ reference, measured }) => ({ reference, measured: measured + 0.2 })),
  verification_points: points.slice(2, 6).map(({ reference, measured }) => ({ reference, measured: measured + 0.01 })),
  evaluate_at: [12.5, 77],
  inverse_at: [50],
  uncertainty: {
    ...request.uncertainty,
    monte_carlo: { trials: 20_000, seed: 1 },
    contributions: [
      ...(request.uncertainty.contributions ?? []),
      {
        name: 'Temperature of the reference junction while the bath was being stirred, estimated from two further probes',
        source: 'environment',
        type: 'B',
        distribution: 'trapezoidal',
        value: 0.01,
        acts_on: 'corrected',
        beta: 0.4
      }
    ]
  }
} as AnalysisRequest;

/** Certificates of every kind, whose words the template must have, too. */
export const CASES: Readonly<Record<string, CertificateFacts>> = {
  normal: facts,
  'with a logo, contact and the marks of a customer': {
    ...within(specimenFacts('en', 'Europe/London'), {
      calibration: {
        ...specimenFacts('en', 'Europe/London').context.calibration,
        customer_data: ['specification', 'condition', 'item']
      },
      replaces: { certificate_number: 'SPEC-2025-0009', version: 2 }
    }),
    logo: { bytes: ONE_PIXEL_PNG, format: 'png', width: 90, height: 40 }
  },
  'German, adjusted, with further values': within(analysed(adjusted), { language: 'de' }),
  'French, without a curve': within(analysed({ ...request, fit: { model: 'none' } } as AnalysisRequest), {
    language: 'fr',
    channel: { id: context.asset.id, name: 'T1' }
  }),
  'Spanish, an external record with points': within(facts, { ...external, language: 'es' }),
  'an external record by its curve': {
    ...within(facts, external),
    request: null,
    result: null,
    coefficientsOnly: {
      model: 'linear',
      coefficients: [0.0123, 0.99982],
      expanded_uncertainty: 0.014,
      coverage_factor: 2,
      unit: '°C'
    }
  },
  'German, an external record by its uncertainty': {
    ...within(facts, { ...external, language: 'de' }),
    request: null,
    result: null,
    coefficientsOnly: { model: 'none', coefficients: [], expanded_uncertainty: 0.014, coverage_factor: 2, unit: '°C' }
  },
  'without a tolerance, in another unit': within(
    analysed({
      ...request,
      fit: { model: 'linear' },
      points: points.map(({ reference }) => ({ reference, measured: 4 + 0.16 * reference + 0.001 * (reference % 7) })),
      conformity: undefined,
      measured_unit: 'mA'
    } as AnalysisRequest),
    { release: null }
  ),
  'void, and a copy': {
    ...within(facts, { language: 'fr' }),
    voided: { at: '2026-12-01T09:00:00Z', reason: 'The bath was not stable.' },
    copyOf: { printedAt: new Date('2026-12-02T09:00:00Z') }
  },
  'more points than the first page has room for': analysed({
    ...request,
    points: Array.from({ length: 120 }, (_, i) => ({
      reference: i,
      measured: Number((i + 0.02 * Math.sin(i)).toFixed(2))
    }))
  })
};
