import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { readCertificateContext, type CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { bandFormula, type Band } from '#lib/server/certificates/parts/band.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { pdfText } from './outside-validators.ts';
import { analysed, context, facts, request } from './temperature-transmitter.ts';

// Each test sets several certificates and reads them with another program.
vi.setConfig({ testTimeout: 60_000 });

const pagesOf = async (of: CertificateFacts): Promise<string[]> => {
  const { pdf, pageCount } = await renderCertificate(of);
  return (await pdfText(pdf)).split('\f').slice(0, pageCount);
};
const flat = (text: string): string => text.replace(/\s+/gu, ' ');
const words = async (of: CertificateFacts): Promise<string> => flat((await pagesOf(of)).join(' '));
const within = (of: CertificateFacts, changed: Partial<CertificateContext>): CertificateFacts => ({
  ...of,
  context: { ...of.context, ...changed }
});
const calibration = (changed: Partial<CertificateContext['calibration']>) => ({
  calibration: { ...context.calibration, ...changed }
});

const external = {
  ...calibration({
    kind: 'external',
    lab_name: 'National Institute',
    lab_certificate_number: 'NI 26/118',
    lab_accreditation: 'NI-0042',
    received_on: null,
    item_condition: null,
    notes: null
  }),
  certificate_number: 'NCL-X-2026-0007',
  reference: null,
  procedure: null,
  place: null,
  environment: null
} as const satisfies Partial<CertificateContext>;
const uncertaintyOnly: CertificateFacts = {
  ...within(facts, external),
  request: null,
  result: null,
  coefficientsOnly: { model: 'none', coefficients: [], expanded_uncertainty: 0.014, coverage_factor: 2, unit: '°C' }
};

describe('ISO/IEC 17025, 7.8.2.1', () => {
  it.each([
    ['en', 'Stated by the customer; the laboratory has not verified it'],
    ['es', 'Proporcionado por el cliente; no verificado por el laboratorio'],
    ['fr', 'Fourni par le client ; non vérifié par le laboratoire'],
    ['de', 'Angabe des Auftraggebers, vom Labor nicht geprüft']
  ] as const)('p) data of the customer are marked, and the mark is explained: %s', async (language, sentence) => {
    const stated = calibration({
      item_condition: 'Housing scratched',
      specification: 'Sheet 1175 ed. 4',
      customer_data: ['condition', 'specification']
    });
    const text = await words(within(facts, { language, ...stated }));
    expect(text).toContain(`c ${sentence}`);
    expect(text).toMatch(/Housing scratched ?c /u);
    expect(text).toMatch(/Sheet 1175 ed\. 4\. ?c /u);
    const unmarked = await words(within(facts, { language, ...calibration({ item_condition: 'Housing scratched' }) }));
    expect(unmarked).not.toContain(sentence);
  });

  it.each([
    ['en', 'The results relate only to the item calibrated.', 'written approval, may be reproduced only in full'],
    ['es', 'Los resultados se refieren solo al objeto calibrado.', 'sin la aprobación escrita del laboratorio'],
    ['fr', 'Les résultats ne concernent que l’objet étalonné.', 'sans l’accord écrit du laboratoire'],
    [
      'de',
      'Die Ergebnisse gelten nur für den kalibrierten Gegenstand.',
      'bedürfen der schriftlichen Zustimmung des Labors'
    ]
  ] as const)(
    'l and its note: every page in %s relates to the item and forbids excerpts',
    async (language, relates, only) => {
      const pages = await pagesOf(within(facts, { language }));
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) {
        expect(flat(page)).toContain(relates);
        expect(flat(page)).toContain(only);
      }
    }
  );

  it('b: says where the address of the laboratory is missing, and is issued all the same', async () => {
    const organization = { ...context.organization, address: null };
    expect(await words(within(facts, { organization }))).toContain('Address of the laboratory not recorded');
    expect(await words(facts)).not.toContain('not recorded');
  });

  it('c and f: place and method with revision, and that they are not recorded', async () => {
    expect(await words(facts)).toContain('Method P-11, comparison, 11 points rising,');
    const bare = await words(within(facts, { procedure: null, place: null }));
    expect(bare).toContain('Method not recorded');
    expect(bare).toContain('Place not recorded');
    const noRevision = { code: null, name: 'Buffers', revision: null };
    expect(await words(within(facts, { procedure: noRevision }))).toContain('Method Buffers, revision not recorded');
  });

  it('g and h: condition of the item and day of its receipt, where they are recorded', async () => {
    const text = await words(facts);
    expect(text).toContain('Condition Housing scratched, sensor sound');
    expect(text).toContain('Received on 18 November 2026');
    const bare = await words(within(facts, calibration({ item_condition: null, received_on: null })));
    expect(bare).not.toMatch(/Condition|Received/u);
  });

  it('o: who performed and who authorized the release, named as the same person where it is', async () => {
    const automatic = await words(facts);
    expect(automatic).toMatch(/Calibrated by.*M\. Okafor, technician/u);
    expect(automatic).toMatch(/Release authorized by the same person, M\. Okafor, by recording it/u);
    const by = { full_name: 'R. Head', role: 'admin' };
    const other = await words(within(facts, { release: { by, automatic: false, at: null } }));
    expect(other).toContain('Release authorized by R. Head, administrator.');
    const same = await words(within(facts, { release: { by: context.technician, automatic: false, at: null } }));
    expect(same).toContain('Release authorized by the same person, M. Okafor.');
    const reviewed = { by, automatic: false, at: '2026-11-23T10:00:00.000Z' };
    expect(await words(within(facts, { release: reviewed }))).toContain(
      'Reviewed and authorized by R. Head, administrator on 23 November 2026.'
    );
    expect(await words(within(facts, { release: null }))).toContain('Who authorized the release is not recorded.');
  });

  it('p: a record of an external calibration says on every page whose data these are, under its own title and number', async () => {
    const pages = await pagesOf(within(analysed(request), external));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(flat(page)).toContain('Data of another laboratory: National Institute, certificate NI 26/118.');
      expect(flat(page)).toContain('This is not a calibration certificate of Northfield Calibration Laboratory.');
      expect(flat(page)).toContain('NCL-X-2026-0007');
    }
    const text = flat(pages.join(' '));
    expect(text).toContain('Record of an external calibration');
    expect(text).toContain('Its accreditation NI-0042');
    expect(text).toContain('Reference values and readings are those of National Institute');
    expect(text).not.toMatch(/Calibration certificate|not recorded/u);
  });

  it('p: if only the uncertainty is known, no section is empty', async () => {
    const text = await words(uncertaintyOnly);
    expect(text).toContain('Only the expanded uncertainty is recorded here');
    expect(text).toContain('U = 0.014 °C');
    expect(text).not.toMatch(/Correction curve|Errors of indication|Coefficient|Conformity|not recorded/u);
  });
});

/** U at an indication, by the printed formula alone. */
function printedBand(band: Band | null, measured: number): number {
  if (band === null) return NaN;
  let square = band.rest ** 2;
  band.covariance.forEach((row, i) => row.forEach((value, j) => (square += value * measured ** (i + j))));
  return band.k * Math.sqrt(square);
}

describe('ISO/IEC 17025, 7.8.4.1 and 7.8.6', () => {
  it('a: U of the errors as found beside that of the corrected values, with k and ν of both', async () => {
    const found = analysed(request);
    const text = await words(found);
    const [point] = found.result?.points ?? [];
    expect(point?.error_uncertainty).toBeDefined();
    const [asFound, corrected] = [point?.error_uncertainty?.expanded_uncertainty, point?.expanded_uncertainty];
    expect(text).toContain(`−0.062 ${asFound?.toFixed(3)} Pass 0.009 −0.003 ${corrected?.toFixed(3)} Pass`);
    expect(text).toMatch(
      /U as found: k = 2\.05, ν ?eff ?= 49\. U after correction: k = 2\.06 to 2\.09, ν ?eff ?= 30 to 41\./u
    );
  });

  it('a: the formula of the band gives U at every point, from the printed numbers alone', async () => {
    const { result } = analysed(request);
    const band = result && bandFormula(result, 0);
    expect(band).not.toBeNull();
    for (const { measured, expanded_uncertainty: exact } of result?.points ?? []) {
      const stated = printedBand(band, measured);
      expect(stated).toBeGreaterThan(exact * (1 - 2e-6));
      expect(stated).toBeLessThan(exact * 1.03);
    }
    const text = await words(analysed(request));
    expect(text).toMatch(/Between the points U is at most 0\.064 °C\./u);
    expect(text).toMatch(/with k = 2\.09, u ?0 ?= 0\.0276 °C and the covariances V of the coefficients/u);
    expect(text).toContain('1.770 × 10');
    const exactFit = analysed({ ...request, points: request.points.slice(0, 2), fit: { model: 'linear' } });
    expect(await words(exactFit)).toContain('Between the points the uncertainty of the curve is not known.');
    const gap = {
      points: [0, 1, 2, 8, 9, 10].map((y, i) => ({
        reference: 1 + Math.sqrt((y - 5) ** 2 - 4) + (i % 2) * 1e-3,
        measured: y
      })),
      fit: { model: 'custom', expression: 'a + b*sqrt((y-5)^2-4)', start: [1, 1] }
    } as const;
    expect(await words(analysed({ ...request, ...gap }))).toContain(
      'Between the points the uncertainty of the curve is not known.'
    );
  });

  it('a: the formula of the band is nowhere below U, however few digits its covariances need', () => {
    const { result } = analysed({
      points: [300, 303.33, 306.67, 310].map((y, i) => ({ reference: y + (i % 3 === 0 ? 1e-4 : -1e-4), measured: y })),
      fit: { model: 'linear' },
      uncertainty: { readings_averaged: 20, coverage_factor: 2 }
    });
    const band = result && bandFormula(result, 0);
    for (const { measured, expanded_uncertainty: exact } of result?.points ?? []) {
      expect(printedBand(band, measured)).toBeGreaterThan(exact * (1 - 2e-6));
    }
  });

  it('c: calls the results traceable only through a reference that was valid and is known', async () => {
    const claim = 'traceable to the International System of Units (SI)';
    const refused = 'Traceability to the International System of Units is therefore not stated.';
    const text = await words(facts);
    expect(text).toContain('by National Metrology Institute (accreditation NMI 0071 (ISO/IEC 17025))');
    expect(text).toContain(claim);
    const changed = (own: Partial<NonNullable<CertificateContext['reference']>>) =>
      words(within(facts, { reference: context.reference && { ...context.reference, ...own } }));
    const overdue = await changed({ due_date: '2026-10-01' });
    expect(overdue).toContain(`Its calibration had been due on 1 October 2026, before this calibration. ${refused}`);
    const voided = await words({ ...facts, warnings: [{ code: 'reference_voided', message: 'voided' }] });
    expect(voided).toContain(`Its calibration has been voided. ${refused}`);
    const nameless = await changed({ calibrated_by: null });
    expect(nameless).toContain(`Its laboratory or its certificate is not recorded. ${refused}`);
    for (const doubtful of [overdue, voided, nameless]) expect(doubtful).not.toContain(claim);
    expect(await words(within(facts, { reference: null }))).toContain(`No reference standard is recorded. ${refused}`);
  });

  it('identifies the specification that the tolerance is from, or says that it is not recorded', async () => {
    expect(await words(facts)).toContain('Specification: Northfield Process Ltd, Instrument list IL-7, edition 3.');
    const bare = within(facts, calibration({ specification: null }));
    expect(await words(bare)).toContain('Specification: not recorded.');
  });

  it('repeats the warnings of the engine as remarks, in the language of the certificate', async () => {
    const warned = { ...facts, warnings: analysed({ ...request, evaluate_at: [500] }).warnings };
    expect(await words(warned)).toContain('The curve was evaluated outside the range of the points');
    expect(await words(within(warned, { language: 'de' }))).toContain('außerhalb des Bereichs der Punkte ausgewertet');
    const unknown = { ...facts, warnings: [{ code: 'of_tomorrow', message: 'What nobody has translated.' }] };
    expect(await words(unknown)).toContain('What nobody has translated.');
    const doubtful = ['environment_unusual', 'date_before_registration', 'readings_outside_range', 'reference_failed'];
    const doubted = { ...facts, warnings: doubtful.map((code) => ({ code, message: '' })) };
    expect(await words(doubted)).toContain('air pressure are outside what is usual in a laboratory.');
    expect(await words(within(doubted, { language: 'fr' }))).toContain('loin hors de l’étendue de mesure');
    const away = { ...facts, warnings: [{ code: 'reference_out_of_service', message: '' }] };
    expect(await words(away)).toContain('The reference was out of service when this calibration was recorded.');
    expect(await words(within(away, { language: 'de' }))).toContain('bei der Erfassung dieser Kalibrierung gesperrt');
    const internal = { ...facts, warnings: [{ code: 'asset_changed', message: 'Changed since.' }] };
    expect(await words(internal)).not.toContain('Changed since.');
  });

  it('says why a reference in doubt was used, and who let a certificate go that had been held', async () => {
    const kept = { name: 'Olga *Admin*', at: '2026-11-20T12:00:00Z', reason: 'The bath was checked {afterwards}' };
    const decided = await words({ ...facts, referenceReason: 'No other one was at hand', kept });
    expect(decided).toContain('Why this reference was used: No other one was at hand');
    expect(decided).toContain('Released by Olga *Admin* on');
    expect(decided).toContain('The bath was checked {afterwards}');
    expect(await words(facts)).not.toContain('Why this reference was used');
  });
});

describe('a budget and its words describe what was computed', () => {
  const indicated: AnalysisRequest = {
    ...request,
    fit: { model: 'none' },
    uncertainty: { ...request.uncertainty, cmc: { a: 0.12, b: 0.0005 } },
    conformity: { rule: 'guard_band', judge: 'as_found', tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }] }
  };

  it('if the capability is reported, the lines keep their sum, and half of the capability is shown below', async () => {
    const of = analysed(indicated);
    const text = await words(of);
    const lines = Math.hypot(...(of.result?.budget ?? []).map((line) => line.sensitivity * line.standard_uncertainty));
    expect(text).toContain(`Combined standard uncertainty ${lines.toFixed(4)} 100.0 %`);
    expect(text).toMatch(/Reported instead: half of the capability \(CMC\) 0\.0850/u);
    expect(text).toContain('measurement capability of 0.12 °C + 0.0005 · |x|.');
    const german = await words(within(of, { language: 'de' }));
    expect(german).toContain('Messmöglichkeit, 0,12 °C + 0,0005 · |x|.');
    expect(german).toContain('des Labors von 0,12 °C + 0,0005 · |x|');
    expect(await words(analysed({ ...indicated, uncertainty: request.uncertainty }))).not.toContain('Reported instead');
  });

  it('with weights the scatter is a ratio, and a verdict that is withheld is a dash that is explained', async () => {
    const points = request.points.slice(0, 4).map((point) => ({ ...point, u_measured: 0.0005 }));
    const refuted = analysed({ ...request, points, fit: { model: 'linear', method: 'wls' } });
    expect(refuted.warnings.map(({ code }) => code)).toContain('chi_squared');
    const text = await words(refuted);
    expect(text).toMatch(/The points scatter by \d+ times their stated uncertainties, with 2 degrees of freedom\./u);
    expect(text).not.toContain('Residual standard deviation');
    expect(text).toContain('A dash marks what cannot be determined from these points.');
    expect(await words(analysed(request))).toMatch(/Residual standard deviation 0\.0\d+ °C/u);
  });

  it('rising and falling points are told apart', async () => {
    const points = [0, 50, 100, 100, 50, 0].map((reference, i) => ({
      reference,
      measured: reference + (i < 3 ? 0 : 0.02) + 0.003 * (i % 2),
      direction: i < 3 ? ('up' as const) : ('down' as const),
      nominal: reference
    }));
    const lines = (await pagesOf(analysed({ ...request, points, fit: { model: 'linear' } })))
      .join('\n')
      .split('\n')
      .map(flat);
    expect(lines.filter((line) => /^ ?[123] ?↑ /u.test(line))).toHaveLength(3);
    expect(lines.filter((line) => /^ ?[456] ?↓ /u.test(line))).toHaveLength(3);
  });
});

describe('numbers and symbols', () => {
  it('one number of decimals in a column only while no U is rounded by more than 5 %', async () => {
    const gradient = {
      name: 'Gradient',
      source: 'environment',
      type: 'B',
      distribution: 'rectangular',
      value: 1,
      value_kind: 'percent_of_reading',
      acts_on: 'corrected'
    } as const;
    const wide: AnalysisRequest = { ...request, uncertainty: { ...request.uncertainty, contributions: [gradient] } };
    const of = analysed(wide);
    const lines = (await pagesOf(of)).join('\n').split('\n').map(flat);
    for (const [index, point] of (of.result?.points ?? []).entries()) {
      const line = lines.find((one) => one.trim().startsWith(`${index + 1} ${point.reference.toFixed(3)} `)) ?? '';
      const [, , , , found, , , , corrected] = line.trim().split(' ');
      for (const [printed, exact] of [
        [found, point.as_found?.expanded_uncertainty],
        [corrected, point.as_left?.expanded_uncertainty]
      ] as const) {
        expect(Math.abs(Number(printed) / (exact ?? NaN) - 1), line).toBeLessThanOrEqual(0.05);
      }
    }
  });

  it('writes pH by its name, relative humidity one way, and no sign before zero', async () => {
    const points = [2, 4.01, 7, 10.01, 12].map((reference, i) => ({ reference, measured: reference + (i % 2) / 100 }));
    const ph = analysed({ ...request, points, unit: 'pH', fit: { model: 'linear' } });
    const measuring = { ...context.measuring, quantity: 'pH', unit: 'pH', range_max: 14 };
    const text = await words(within(ph, { measuring, environment: { relative_humidity_percent: 46 } }));
    expect(text).toContain('Range pH 0 to 14');
    expect(text).toMatch(/Uncertainty budget at pH \d/u);
    expect(text).not.toMatch(/\d pH\b/u);
    expect(text).toContain('46 %rh');
    expect(text).not.toMatch(/\+0[.,]?0*(?!\d|[.,]\d)/u);
    const humid = analysed({ ...request, unit: '% RH' });
    expect(await words(humid)).not.toMatch(/% ?RH|% rh/u);
  });
});

describe('a context that was frozen before formats had numbers', () => {
  const frozen = JSON.parse(
    readFileSync(resolve(import.meta.dirname, 'frozen/context-format-1.json'), 'utf8')
  ) as Record<'internal' | 'external', { context: object; coefficientsOnly?: CertificateFacts['coefficientsOnly'] }>;

  test('still becomes a certificate, which says what was not recorded then', async () => {
    expect(frozen.internal.context).not.toHaveProperty('format');
    const text = await words({ ...facts, context: readCertificateContext.parse(frozen.internal.context) });
    for (const kept of ['NCL-2026-0318', '14 Quay Street', 'P-11, comparison, 11 points rising', 'NMI-2026-0071']) {
      expect(text).toContain(kept);
    }
    expect(text).toContain('Specification: not recorded.');
    expect(text).toContain('Who authorized the release is not recorded.');
  });

  test('still becomes a record of an external calibration', async () => {
    const { context: stored, coefficientsOnly } = frozen.external;
    if (!coefficientsOnly) throw new Error('the fixture has a curve');
    const old = { ...facts, request: null, result: null, coefficientsOnly };
    const text = await words({ ...old, context: readCertificateContext.parse(stored) });
    expect(text).toContain('Nachweis einer externen Kalibrierung');
    expect(text).toContain('Daten eines anderen Labors: National Institute, Kalibrierschein NI 26/118.');
  });

  test('and nothing else is taken for one', () => {
    expect(readCertificateContext.safeParse({ ...frozen.internal.context, format: 4 }).success).toBe(false);
    expect(readCertificateContext.safeParse({ ...frozen.internal.context, surprise: 1 }).success).toBe(false);
    expect(readCertificateContext.parse(context)).toEqual(context);
  });
});

describe('a context of the second format, from before a second person could release', () => {
  const frozen = JSON.parse(
    readFileSync(resolve(import.meta.dirname, 'frozen/context-format-2.json'), 'utf8')
  ) as Record<'automatic' | 'other', object>;

  test('prints the same words as then', async () => {
    expect(frozen.automatic).toHaveProperty('format', 2);
    const read = (stored: object) => words({ ...facts, context: readCertificateContext.parse(stored) });
    expect(await read(frozen.automatic)).toBe(await words(facts));
    expect(await read(frozen.automatic)).toMatch(/Release authorized by the same person, M\. Okafor, by recording it/u);
    expect(await read(frozen.other)).toContain('Release authorized by R. Head, administrator.');
  });
});
