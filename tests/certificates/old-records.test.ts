import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analysisResultSchema } from '#lib/contracts/analysis-result.ts';
import { analysisRequestSchema } from '#lib/contracts/analysis-request.ts';
import { readCertificateContext } from '#lib/contracts/certificate-context.ts';
import { calibrationProfile } from '#lib/laboratory/calibration-profile.ts';
import { asStored } from '#lib/metrology/as-stored.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { sampleCurve } from '#lib/metrology/uncertainty/sample-curve.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { pdfText } from './outside-validators.ts';
import { facts } from './temperature-transmitter.ts';

/**
 * What engine 3.6.1 stored and printed, frozen on the day before its successor, and what was stored before results had numbers for
 * their format: nothing here is ever computed again.
 */
type OldRecord = {
  readonly name: string;
  readonly request: AnalysisRequest;
  readonly result: AnalysisResult;
  readonly context: unknown;
  /** The numbers of its certificate from the budget on, as printed then. */
  readonly figures: readonly string[];
  readonly band: unknown;
  readonly profile: unknown;
};

const records = ['records-of-engine-3.6.1.json', '../frozen/results-format-1.json'].flatMap(
  (file) => JSON.parse(readFileSync(resolve(import.meta.dirname, file), 'utf8')) as OldRecord[]
);

describe.each(records)('an old record: $name', (record) => {
  const { analysis_request: request, result } = asStored({
    analysis_request: record.request,
    result: record.result,
    device_result: null
  });
  const context = readCertificateContext.parse(record.context);

  test('passes the contract as it is', () => {
    expect(analysisResultSchema.parse(record.result)).toEqual(record.result);
    expect(analysisRequestSchema.parse(record.request)).toEqual(record.request);
  });

  test('is read as what it was, with the number of its format', () => {
    expect(result).toEqual({ ...record.result, format: 1 });
    expect(request).toEqual({ ...record.request, format: record.request.format ?? 1 });
  });

  test('has the band and the places that it had', () => {
    const indications = request.points.map(({ measured }) => measured);
    const band = sampleCurve(result, Math.min(...indications), Math.max(...indications), 5);
    expect(JSON.parse(JSON.stringify(band))).toEqual(record.band);
    // What profiles state since then, the error as found of each place, is all that may be new.
    const newer = new Set(['error', 'error_uncertainty']);
    const older = (profile: unknown): unknown =>
      JSON.parse(JSON.stringify(profile, (key, value: unknown) => (newer.has(key) ? undefined : value)));
    expect(older(calibrationProfile(request, result))).toEqual(older(record.profile));
  });

  test('prints the budget, the equation, U and the statement of then', async () => {
    const { pdf } = await renderCertificate({ ...facts, context, request, result, coefficientsOnly: null });
    const text = plain(await pdfText(pdf));
    for (const figure of record.figures) expect(text).toContain(figure);
    const { text: rounded } = result.expanded_uncertainty_rounded;
    if (result.expanded_uncertainty > 0) expect(text).toMatch(new RegExp(rounded.replace('.', '[.,]'), 'u'));
    const statement = result.conformity?.statement[context.language] ?? '';
    const words = new Set(text.split(/\s+/u));
    expect(
      plain(statement)
        .split(/\s+/u)
        .filter((word) => !words.has(word))
    ).toEqual([]);
  }, 30_000);
});

/** What is printed beside the words of then, wherever on the pages: it says what was missing. */
const NEWER = {
  certificate: [
    'U of an error includes the uncertainty of the reference value of its point;',
    'the expanded uncertainty of the corrected values does not.',
    'of the corrected values',
    'U: k = 2.24 to 2.39, νeff = 7.5 to 12.',
    'U: k = 2.36, νeff = 8.1.'
  ],
  'external-record': []
} as const;

describe('what was frozen in the first format prints every word of then', () => {
  const read = <T>(name: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, name), 'utf8')) as T;
  const frozen =
    read<Record<'internal' | 'external', Pick<CertificateFacts, 'context' | 'coefficientsOnly'>>>(
      'frozen/context-format-1.json'
    );
  const [analysed] = read<[OldRecord]>('../frozen/results-format-1.json');

  test.each([
    ['certificate', frozen.internal.context, { ...analysed, coefficientsOnly: null }],
    [
      'external-record',
      frozen.external.context,
      { request: null, result: null, coefficientsOnly: frozen.external.coefficientsOnly ?? null }
    ]
  ] as const)(
    '%s',
    async (name, context, { request, result, coefficientsOnly }) => {
      const known = { context: readCertificateContext.parse(context), timeZone: 'Europe/London' };
      const of = { ...facts, ...known, request, result, coefficientsOnly } as CertificateFacts;
      // As drawn: how it is laid out in lines depends on the version of the program that reads it.
      const text = plain(await pdfText((await renderCertificate(of)).pdf, 'raw'));
      const then = readFileSync(resolve(import.meta.dirname, `frozen/${name}-format-1.txt`), 'utf8');
      expect(sortedWords(text)).toEqual(sortedWords([then, ...NEWER[name]].join(' ')));
    },
    30_000
  );
});

/** New words move the ends of pages, and with them the order. */
const sortedWords = (text: string): string[] => text.trim().split(/\s+/u).sort();

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/gu, ' ');
