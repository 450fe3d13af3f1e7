/** Sentences and numbers that depend on what was analysed: each is printed where it is true, and only there. */
import { describe, expect, it, vi } from 'vitest';
import type { AnalysisRequest, TolerancePart } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { curveData } from '#lib/server/certificates/parts/curve-data.ts';
import { certificatePrinter } from '#lib/server/certificates/print/printer.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { contextResults } from '#lib/server/certificates/templates/context-results.ts';
import { pdfText } from './outside-validators.ts';
import { analysed, context, request } from './temperature-transmitter.ts';

vi.setConfig({ testTimeout: 60_000 });

type Language = CertificateFacts['context']['language'];
type Case = Extract<CertificateFacts, { readonly result: object }>;

const caseOf = (changed: Partial<AnalysisRequest>, language: Language = 'en'): Case => {
  const asked = { ...request, ...changed };
  const measuring = {
    ...context.measuring,
    unit: asked.unit ?? null,
    measured_unit: asked.measured_unit ?? null,
    resolution: null
  };
  return { ...analysed(asked), context: { ...context, language, measuring } } as Case;
};
const printed = async (of: CertificateFacts): Promise<string> => {
  const { pdf } = await renderCertificate(of);
  return (await pdfText(pdf)).replace(/\s+/gu, ' ');
};
const textOf = (changed: Partial<AnalysisRequest>, language?: Language) => printed(caseOf(changed, language));

const none = { fit: { model: 'none' } } as const;
const line = { fit: { model: 'linear' } } as const;
const inForce = { correction_in_force: { model: 'linear', coefficients: [0.1, 0.998] } } as const;
const ends = [request.points[0], request.points.at(-1)].flatMap((point) => point ?? []);
const within = (
  limit: number,
  rule: 'simple_acceptance' | 'guard_band' = 'guard_band',
  kind: TolerancePart['kind'] = 'absolute'
) => ({ conformity: { tolerance: [{ kind, lower: -limit, upper: limit }], rule } }) as const;
const contribution = (more: Partial<NonNullable<AnalysisRequest['uncertainty']['contributions']>[number]>) =>
  ({ name: 'c', type: 'B', distribution: 'rectangular', value: 0.5, acts_on: 'corrected', ...more }) as const;
const milliamperes = request.points.map(({ reference, measured }) => ({
  reference,
  measured: Number((4 + 0.16 * measured).toFixed(4))
}));

describe('the chart', () => {
  it('labels a tolerance as it is stated, however large the uncertainty is', async () => {
    const uncertainty = { reference_standard: { expanded_uncertainty: 1.2, coverage_factor: 2 } };
    const text = await textOf({ uncertainty, ...within(2.25, 'simple_acceptance') });
    expect(text).toContain('tolerance ±2.25');
    expect(text).not.toContain('±2.3');
  });

  it('shows no limits of acceptance where the guard band leaves nothing to accept', async () => {
    const uncertainty = { contributions: [contribution({})] };
    const of = caseOf({ ...none, uncertainty, ...within(0.3) });
    expect(of.result.points[0]?.as_found?.acceptance_upper).toBeLessThan(0);
    expect(curveData(of, true)?.acceptance).toEqual([]);
    expect(await printed(of)).not.toMatch(/acceptance ±/u);
  });

  it('draws acceptance only over the points that have it, and without a number', () => {
    const growing = [
      contribution({ distribution: 'normal', value: 0.5, value_kind: 'percent_of_reading', acts_on: 'measured' })
    ];
    const [first] =
      curveData(caseOf({ ...none, uncertainty: { contributions: growing }, ...within(0.3) }), true)?.acceptance ?? [];
    expect(first?.points.length).toBeGreaterThan(1);
    expect(first?.points.length).toBeLessThan(request.points.length);
    expect(first?.constant).toBeNull();
  });

  it('names the error that it shows: with the correction in force, or as left', async () => {
    expect(await textOf({ ...none, ...inForce })).toMatch(/g\(y\) − x, °C/u);
    expect(await textOf(none)).toMatch(/y − x, °C/u);
    const adjusted = caseOf({ ...none, ...inForce, as_found_points: request.points });
    const text = await printed(adjusted);
    expect(text).not.toMatch(/g\(y\) − x, °C/u);
    expect(text).toContain('Error as left a = y − x.');
    const data = curveData(adjusted, true);
    const drawn = [...(data?.good ?? []), ...(data?.bad ?? [])].map(([, error]) => error);
    expect(new Set(drawn)).toEqual(new Set(adjusted.result.points.map((point) => point.error_after_correction)));
  });

  it.each([
    ['en', 'Diamonds: points that do not conform as found.'],
    ['de', 'Rauten: vorgefunden nicht konforme Punkte.'],
    ['fr', 'Losanges : points non conformes avant intervention.'],
    ['es', 'Rombos: puntos no conformes tal como se encontraron.']
  ] as const)('says of which errors its diamonds are: %s', async (language, sentence) => {
    expect(await textOf(line, language)).toContain(sentence);
  });

  it('says of a single degree of freedom and a curve through its points what is true of them', async () => {
    const points = [...ends, request.points[5]].flatMap((point) => point ?? []);
    expect(await textOf({ ...line, points })).toMatch(/with 1 degree of freedom\./u);
    expect(await textOf({ ...line, points }, 'fr')).toMatch(/avec 1 degré de liberté\./u);
    const interpolated = caseOf({ fit: { model: 'interpolation' } });
    const text = await printed(interpolated);
    expect(text).toContain('Monotone cubic interpolation. Circles');
    expect(text).not.toContain('least squares');
    const { fit } = contextResults(interpolated, certificatePrinter(interpolated, 'comfortable'), { budget: [] });
    expect(fit).not.toBeNull();
    expect(fit?.method).toBeNull();
  });
});

describe('the equation', () => {
  it.each([
    ['en', 'f(y): monotone cubic interpolation through 11 points'],
    ['de', 'f(y): monotone kubische Interpolation durch 11 Punkte'],
    ['fr', 'f(y) : interpolation cubique monotone par 11 points'],
    ['es', 'f(y): interpolación cúbica monótona por 11 puntos']
  ] as const)('is in the language of the certificate: %s', async (language, sentence) => {
    expect(await textOf({ fit: { model: 'interpolation' } }, language)).toContain(sentence);
  });

  it('has the decimal sign of the language, real minus signs and powers of ten', async () => {
    const points = [0, 10, 20, 30, 40, 50, 60].map((t, i) => ({
      reference: t + (i % 2 ? 0.003 : -0.003),
      measured: 100 * (1 + 3.9083e-3 * t - 5.775e-7 * t * t)
    }));
    const fit = { model: 'callendar_van_dusen' } as const;
    const text = await textOf({ points, fit, measured_unit: 'Ω', ...within(1) }, 'de');
    expect(text).toMatch(/f\(y\) = t mit y = (?:99|100),\d+ \(1 \+ \(0,0039\d+\) t \+ \(−5,\d+ × 10/u);
    expect(text).not.toMatch(/f\(y\) = [^A-Z]*(?:\d\.\d|\be-\d|\^|with)/u);
  });

  it('keeps each knot of an interpolation on one line', async () => {
    const points = request.points.flatMap((point, group) =>
      [0, 0.01, 0.02].map((more) => ({ ...point, group, measured: Number((point.measured + more).toFixed(3)) }))
    );
    const of = caseOf({ points, fit: { model: 'interpolation' } });
    const text = await printed(of);
    for (const knot of of.result.fit.scaled.knots ?? []) expect(text).toContain(`f(${String(knot).replace('-', '−')})`);
  });
});

describe('the uncertainty', () => {
  it('as found that the engine withholds is not replaced by that of the curve', async () => {
    const points = request.points.map((point) => ({ ...point, u_reference: 0.001, u_measured: 0.001 }));
    const fit = { model: 'linear', method: 'wls' } as const;
    const of = caseOf({ points, as_found_points: points, fit });
    expect(of.result.as_found_points?.[0]?.error_uncertainty).toBeUndefined();
    expect(await printed(of)).toMatch(/1 0\.012 −0\.05 −0\.062 – – /u);
  });

  it('is named where that of the errors and that of the corrected values differ', async () => {
    const points = request.points.map((point) => ({ ...point, u_reference: 0.3 }));
    const fit = { model: 'linear', method: 'wls' } as const;
    const text = await textOf({ points, fit, ...within(1) });
    expect(text).toMatch(/Expanded uncertainty of the corrected/u);
    expect(text).toContain('U of an error includes the uncertainty of the reference value of its point');
    expect(await textOf(line)).not.toMatch(/of the corrected values|includes the uncertainty of the reference/u);
  });

  it('has two digits in every column, with the decimals of its own (ILAC-P14:09/2020, 5.3)', async () => {
    const of = caseOf({
      ...line,
      points: milliamperes,
      measured_unit: 'mA',
      uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 } },
      correction_in_force: { model: 'linear', coefficients: [-100, 25] },
      ...within(500)
    });
    const [point] = of.result.points;
    expect(point?.error_uncertainty?.expanded_uncertainty).toBeGreaterThan(0.1);
    expect(await printed(of)).toContain('1 0.012 3.9920 −0.21 0.15 Pass 0.034 +0.022 0.061 Pass');
  });

  it('of further values leaves out no curve: it is a dash where that is not known, and k is stated where it is', async () => {
    const asked = { ...line, evaluate_at: [20], inverse_at: [30] };
    const exact = caseOf({ ...asked, points: ends });
    expect(await printed(exact)).toMatch(/ 20 19\.997 – A dash .* 30 30\.036 – A dash/u);
    const lists = [...writeDcc({ ...exact, country: 'GB' }).matchAll(/<si:valueExpandedMUXMLList>([^<]*)</gu)];
    expect(lists.slice(-2).map(([, list]) => list)).toEqual(['NaN', 'NaN']);
    expect(await textOf(asked)).toMatch(/20 20\.020 0\.068 U: k = 2\.10, ν ?eff ?= 27\. Indications/u);
  });

  it('at the capability is not the product of the combined one that the lines give', async () => {
    const text = await textOf({ uncertainty: { ...request.uncertainty, cmc: 0.2 } });
    expect(text).toContain(
      'The expanded uncertainty is the standard uncertainty reported instead, multiplied by k = 2.00'
    );
    expect(text).not.toContain('is the combined standard uncertainty multiplied');
  });

  it('names the distribution that k comes from, in words and in the digital certificate', async () => {
    const ea = (...more: readonly ReturnType<typeof contribution>[]) =>
      caseOf({ ...none, uncertainty: { coverage_method: 'ea_dominant', contributions: [contribution({}), ...more] } });
    const one = ea();
    expect(one.result.coverage_factor).toBeCloseTo(0.9545 * Math.sqrt(3), 9);
    expect(await printed(one)).toContain('k = 1.65, which for the rectangular distribution that dominates it');
    const kindOf = (of: Case) => /<si:distributionXMLList>([^<]*)</u.exec(writeDcc({ ...of, country: 'GB' }))?.[1];
    expect(kindOf(one)).toBe('uniform');
    const two = ea(contribution({ name: 'd', value: 0.4 }));
    expect(await printed(two)).toContain('k = 1.92, which for the trapezoidal distribution');
    expect(kindOf(two)).toBe('trapezoidal');
    const many = ea(
      ...['d', 'e', 'f'].map((name) => contribution({ name, distribution: 'normal' as const, value: 0.5 }))
    );
    expect(await printed(many)).toContain('which for a normal distribution gives');
    expect(kindOf(many)).toBe('normal');
  });

  it('is of a normal distribution where its degrees of freedom are practically infinite', async () => {
    const uncertainty = { reference_standard: { expanded_uncertainty: 1.2, coverage_factor: 2 } };
    const text = await textOf({ uncertainty, ...within(3) });
    expect(text).toContain('which for a normal distribution gives');
    expect(text).not.toMatch(/t distribution with ν ?eff ?= ∞/u);
  });

  it('has lines with a half-width only where there is one, and percentages of something', async () => {
    const contributions = [
      contribution({ name: 'E', distribution: 'exponential', value: 0.01 }),
      contribution({ name: 'P', distribution: 'poisson', value: 100, sensitivity: 0.001 }),
      contribution({ name: 'V', value: 0.02, value_kind: 'percent_of_reading' }),
      contribution({ name: 'I', value: 0.02, value_kind: 'percent_of_reading', acts_on: 'measured' })
    ];
    const text = await textOf({ ...line, uncertainty: { contributions } });
    expect(text).toContain('E exponential, 0.01 ');
    expect(text).toContain('P Poisson, 100 / 9.95');
    expect(text).toContain('V rectangular, ±0.02 % of value / √3');
    expect(text).toContain('I rectangular, ±0.02 % of indication / √3');
  });
});

describe('the results', () => {
  it('explain the error as found only where there is one', async () => {
    const text = await textOf({ ...line, points: milliamperes, measured_unit: 'mA' });
    expect(text).toContain('there is no error as found');
    expect(text).not.toContain('Error as found e =');
  });

  it('speak of a correction only where there is one, on paper, in templates and in the digital certificate', async () => {
    const of = caseOf({ ...none, verification_points: request.points.slice(2, 4) });
    expect(of.result.conformity?.as_left).not.toBeNull();
    expect(await printed(of)).not.toMatch(/after correction/iu);
    // The words of the statement.
    expect(await textOf(none, 'fr')).toMatch(
      /Erreur avant intervention e = y − x\..* Avant intervention : non conforme/u
    );
    expect(await textOf(none, 'es')).toMatch(
      /Error tal como se encontró e = y − x\..* Tal como se encontró: no conforme/u
    );
    expect(writeDcc({ ...of, country: 'GB' })).not.toMatch(/after correction/iu);
    const { conformity } = contextResults(of, certificatePrinter(of, 'comfortable'), { budget: [] });
    expect(conformity?.as_found).not.toBeNull();
    expect(conformity?.as_left).toBeNull();
    expect(await textOf({ ...line, verification_points: request.points.slice(2, 4) })).toContain(
      'Verification after correction'
    );
  });

  it('state what a percentage of the tolerance is of, and the span', async () => {
    const reading = await textOf({ ...none, ...within(0.5, 'simple_acceptance', 'percent_of_reading') });
    expect(reading).toContain('Tolerance ±0.5 % of the reference value.');
    const { conformity } = within(0.2, 'simple_acceptance', 'percent_of_span');
    expect(await textOf({ ...none, conformity: { ...conformity, span: 150 } })).toContain(
      'Tolerance ±0.2 % of span (150 °C).'
    );
  });

  it('count one point as one, and all that follow', async () => {
    const points = request.points.slice(5, 6);
    expect(await textOf({ ...none, points })).toContain('1 of 1 point conforms');
    expect(await textOf({ ...none, points }, 'de')).toContain('1 von 1 Punkt konform');
    expect(await textOf({ ...none, points }, 'es')).toContain('1 de 1 punto conforme');
    expect(await textOf({ ...none, ...within(0.02) }, 'fr')).toMatch(/\b[01] point conforme sur 11/u);
    const many = Array.from({ length: 50 }, (_, i) => ({ reference: i, measured: i + (i % 3) / 100 }));
    const text = await textOf({ ...line, points: many, as_found_points: request.points });
    expect(text).toContain('The results of all 61 points follow');
  });

  it('name several outliers in the plural', async () => {
    const of = caseOf(line);
    const { fit } = of.result;
    const outliers = { ...fit, diagnostics: { ...fit.diagnostics, outliers: [2, 4] } };
    const warnings = [{ code: 'outliers', message: '' }];
    expect(await printed({ ...of, warnings, result: { ...of.result, fit: outliers } })).toContain('points 3, 5.');
  });

  it('write degrees of arc in the statement as elsewhere', async () => {
    expect(await textOf({ ...line, unit: '°' })).toMatch(/U = 0\.067 to 0\.071°, coverage factor/u);
    expect(await textOf(line)).toMatch(/U = 0\.067 to 0\.071 °C, coverage factor/u);
  });

  it('state a hysteresis that is nowhere exceeded', async () => {
    const points = request.points.flatMap((point, nominal) => [
      { ...point, nominal, direction: 'up' as const },
      { ...point, nominal, direction: 'down' as const, measured: point.measured + 0.0342 }
    ]);
    const of = caseOf({ ...line, points });
    const { largest = NaN } = of.result.fit.diagnostics.hysteresis ?? {};
    const stated = Number(/at most (\d\.\d+) °C\./u.exec(await printed(of))?.[1]);
    expect(stated).toBeGreaterThanOrEqual(largest);
    expect(stated).toBeLessThan(largest + 0.0011);
  });

  it('break no power of ten', async () => {
    const points = [1, 2, 3, 4, 5, 6, 7, 8].map((value, i) => ({
      reference: value * 1.01e-9 + (i % 3) * 1e-12,
      measured: value * 1e-9
    }));
    const { pdf } = await renderCertificate(caseOf({ ...line, points, unit: 'V', uncertainty: {}, ...within(2e-10) }));
    const [table = ''] = (await pdfText(pdf)).split('Error as found');
    expect(table).toContain('−12');
    // The end of an exponent in a line of its own.
    expect(table.split('\n').filter((one) => /^(?:\s*\d)+\s*$/u.test(one))).toEqual([]);
  });
});
