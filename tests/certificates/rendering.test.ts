import { describe, expect, it } from 'vitest';
import type { CoefficientsOnly } from '#lib/contracts/calibrations.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import type { AnalysisResult } from '#lib/metrology/types.ts';
import { goldenCases } from '../truth/golden-cases.ts';
import { pdfPrograms, pdfText, qpdfCheck } from './outside-validators.ts';
import { analysed, context, facts, request } from './temperature-transmitter.ts';

const words = async (of: CertificateFacts): Promise<string> =>
  (await pdfText((await renderCertificate(of)).pdf)).replace(/[\u00a0\u202f]/gu, ' ').replace(/ +/gu, ' ');

describe('the default certificate', () => {
  it('prints everything that ISO/IEC 17025 7.8.2 asks for, and no due date', async () => {
    const text = await words(facts);
    for (const expected of [
      'Calibration certificate',
      'NCL-2026-0318',
      'page 1 of 2',
      'page 2 of 2',
      'Northfield Calibration Laboratory',
      '14 Quay Street',
      'Northfield Process Ltd',
      'TT-042, serial number 70418-C',
      'P-11, comparison, 11 points rising',
      '20 November 2026',
      '22.4 °C, 46 %rh, 100.8 kPa',
      'U = 0.051 °C',
      'k = 2.02, p = 95.45 %',
      'Uncertainty budget at 99.996 °C',
      'REF-001, Pt100 SPRT, serial number 5681-22, certificate NMI-2026-0071 of 4 March 2026',
      'conforms to the tolerance ±0.30 °C',
      'M. Okafor, technician',
      'https://plumbline.northfield.example/verify/'
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('2027');
  });

  it('prints signs as they are: real minus, Greek, root, comparison, degree', async () => {
    const text = await words(facts);
    expect(text).toContain('250 Ω');
    expect(text).toContain('√ extraction off');
    expect(text).toContain('drift ≤ 0.01 °C');
    expect(text).toContain('±0.026 / √3');
    expect(text).toContain('−0.05 −0.062 0.043 Pass');
    expect(text).toMatch(/ν\s?eff\s?= 102/u);
  });

  it('prints the scatter of a thermometer fitted in resistance in ohms', async () => {
    const found = goldenCases().find((one) => one.request.fit.model === 'callendar_van_dusen');
    if (!found) throw new Error('no such case');
    const result = JSON.parse(found.result) as AnalysisResult;
    const text = await words({ ...facts, request: found.request, result, coefficientsOnly: null });
    expect(text).toMatch(/Residual standard deviation\s+0\.\d+ Ω\s+with\s+\d+\s+degrees/u);
  });

  it('tells the reader that it was judged with another history, and omits other warnings', async () => {
    const warned = (...codes: string[]) => ({ ...facts, warnings: codes.map((code) => ({ code, message: code })) });
    const told = await words(warned('engine_differs', 'judged_with_other_history'));
    expect(told).toMatch(/did not have the laboratory’s complete history/u);
    expect(await words(warned('engine_differs'))).toBe(await words(facts));
  });

  it('embeds every face, and no other', async () => {
    const { output } = await pdfPrograms('pdffonts', (await renderCertificate(facts)).pdf);
    const faces = output.trim().split('\n').slice(2);
    expect(faces.length).toBeGreaterThanOrEqual(3);
    for (const face of faces) expect(face).toMatch(/^PlexSans\S* +CID TrueType +Identity-H +yes/u);
  });

  it.each([
    ['en', 'Calibration certificate', 'Fail', '99.996', '20 November 2026'],
    ['es', 'Certificado de calibración', 'No conforme', '99,996', '20 de noviembre de 2026'],
    ['fr', 'Certificat d’étalonnage', 'Non conforme', '99,996', '20 novembre 2026'],
    ['de', 'Kalibrierschein', 'nicht bestanden', '99,996', '20. November 2026']
  ] as const)('speaks %s', async (language, title, verdict, number, date) => {
    const rendered = await renderCertificate({ ...facts, context: { ...context, language } });
    expect((await qpdfCheck(rendered.pdf)).code).toBe(0);
    const text = await pdfText(rendered.pdf);
    for (const expected of [title, verdict, number, date]) expect(text).toContain(expected);
    expect(text).not.toContain('\ufffd');
  });

  it('says on every page that it is a copy, and that it is void and why', async () => {
    const voided = { at: '2026-12-01T10:00:00Z', reason: 'Wrong reference chosen.' };
    const copyOf = { printedAt: new Date('2026-12-02T08:00:00Z') };
    const text = await words({ ...facts, voided, copyOf });
    const pages = text.match(/page \d of \d/gu)?.length;
    expect(text.match(/Voided on 1 December 2026/gu)).toHaveLength(pages ?? 0);
    expect(text.match(/Reason: Wrong reference chosen\./gu)).toHaveLength(pages ?? 0);
    expect(text.match(/COPY, printed 2 December 2026/gu)).toHaveLength(pages ?? 0);
    expect(await words(facts)).not.toMatch(/COPY|Voided/u);
  });

  it('equals itself to the last byte, others of the same time beside it', async () => {
    const [first, second] = await Promise.all([renderCertificate(facts), renderCertificate(facts)]);
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
  });

  it('certifies an instrument without correction by its errors alone', async () => {
    const { conformity } = request;
    const none = analysed({
      ...request,
      fit: { model: 'none' },
      ...(conformity && { conformity: { ...conformity, judge: 'as_found' } })
    });
    const text = await words(none);
    expect(text).toContain('Errors of indication');
    expect(text).not.toContain('After correction');
    expect(text).toContain('10 of 11 points conform, decisive');
  });

  it('states the curve at further values, and what rising and falling readings and random trials say', async () => {
    const points = [...request.points, ...request.points.toReversed()].map((point, i) => ({
      ...point,
      measured: point.measured + (i < request.points.length ? 0.01 : -0.01),
      group: Math.round(1000 * point.reference),
      direction: i < request.points.length ? ('up' as const) : ('down' as const)
    }));
    const whole = analysed({
      ...request,
      points,
      uncertainty: { ...request.uncertainty, monte_carlo: { trials: 50_000, seed: 7 } },
      evaluate_at: [25, 75.5],
      inverse_at: [50]
    });
    const { evaluated, inverse, fit, monte_carlo: trials } = whole.result ?? {};
    const text = await words(whole);
    const printed = (value = Number.NaN, decimals = 3) => value.toFixed(decimals);
    expect(text).toMatch(/Corrected values at further indications\s+Indication y, °C Corrected value, °C U, °C/u);
    for (const value of evaluated ?? [])
      expect(text).toContain(`${value.measured} ${printed(value.corrected)} ${printed(value.expanded_uncertainty)}`);
    expect(text).toMatch(/Indications for wanted values\s+Wanted value, °C Indication y, °C U, °C/u);
    expect(text).toContain(`50 ${printed(inverse?.[0]?.measured)} ${printed(inverse?.[0]?.expanded_uncertainty)}`);
    expect(text.replace(/\s+/gu, ' ')).toContain(
      `Hysteresis (rising ↑ minus falling ↓) at most ${printed(fit?.diagnostics.hysteresis?.largest)} °C.`
    );
    expect(text.replace(/\s+/gu, ' ')).toContain(
      `Monte Carlo with 50 000 trials (JCGM 101:2008) gives u = ${printed(trials?.standard_uncertainty, 4)} °C`
    );
    expect(text.replace(/\s+/gu, ' ')).toContain(
      trials?.gum_validated === null ? 'too few trials to confirm' : 'confirm this uncertainty'
    );
    expect(await words(facts)).not.toMatch(/Monte Carlo|Hysteresis|further indications|wanted values/u);
  });

  it('prints a dash where the error after correction cannot be known', async () => {
    const exact = analysed({ ...request, points: request.points.slice(0, 2), fit: { model: 'linear' } });
    const text = await words(exact);
    expect(text).toContain('A dash marks what cannot be determined');
    expect(text).toMatch(/0\.012 – – –/u);
  });

  it('shows both runs where an adjustment lay between them', async () => {
    const after = request.points.map((point) => ({ ...point, measured: point.reference + 0.01 }));
    const adjusted = analysed({ ...request, as_found_points: request.points, points: after, fit: { model: 'none' } });
    const text = await words(adjusted);
    expect(text).toContain('As found, before adjustment');
    expect(text).toContain('As left');
    expect(text).toMatch(/99\.996 100\.26\d* \+0\.264 0\.043 Fail/u);
    expect(text).toMatch(/99\.996 100\.006\d* \+0\.010 0\.043 Pass/u);
  });

  it('certifies a curve without points', async () => {
    const text = await words({
      ...facts,
      request: null,
      result: null,
      coefficientsOnly: {
        model: 'linear',
        coefficients: [0.0123, 0.99982],
        expanded_uncertainty: 0.014,
        coverage_factor: 2,
        unit: '°C'
      },
      context: {
        ...context,
        reference: null,
        calibration: {
          ...context.calibration,
          kind: 'external',
          lab_name: 'National Institute',
          lab_certificate_number: 'NI 26/118'
        }
      }
    });
    expect(text).toContain('Record of an external calibration');
    expect(text).toContain('National Institute');
    expect(text).toContain('NI 26/118');
    expect(text).toContain('U = 0.014 °C');
    expect(text).toContain('f(y) = 0.0123 + 0.99982 y');
    expect(text).toContain('0.99982');
  });

  it.each([
    [{ model: 'custom', coefficients: [0.5, 1.25], expression: 'a + b * sqrt(y)' }, 'f(y) = 0.5 + 1.25 · sqrt(y)'],
    [
      { model: 'rational', coefficients: [0.5, 1.25, 0.001], numerator: 1 },
      'f(y) = (0.5 + y · 1.25) / (1 + y · 0.001)'
    ],
    [{ model: 'interpolation', coefficients: [0.1, 50.2], knots: [0, 50] }, 'f(50) 50.2']
  ] as const)('writes an outside curve whole: %j', async (stated, written) => {
    const coefficientsOnly = {
      ...(JSON.parse(JSON.stringify(stated)) as CoefficientsOnly),
      expanded_uncertainty: 0.014,
      coverage_factor: 2
    };
    expect(await words({ ...facts, request: null, result: null, coefficientsOnly })).toContain(written);
  });

  it('states no conformity where no tolerance was given', async () => {
    const { conformity: _, ...free } = request;
    const text = await words(analysed(free));
    expect(text).toContain('No tolerance was given; conformity is not stated.');
    expect(text).not.toContain('Verdict');
  });

  it('does not read marks in what people typed', async () => {
    const notes = 'Set *P* to {uncertainty} and _{sub} \\textbf{x} <b>y</b>';
    const text = await words({ ...facts, context: { ...context, calibration: { ...context.calibration, notes } } });
    expect(text).toContain(notes);
  });
});
