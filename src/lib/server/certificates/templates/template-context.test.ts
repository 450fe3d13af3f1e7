import { describe, expect, it } from 'vitest';
import { languageSchema } from '#lib/contracts/primitives.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { certificateDocument } from '../render-certificate.ts';
import { facts } from '../../../../../tests/certificates/temperature-transmitter.ts';
import { templateContext } from './build-context.ts';
import { LatexText } from './latex-text.ts';
import { listContext } from './list-context.ts';
import { specimenFacts } from './specimen.ts';
import { templateContextSchema } from './template-context.ts';

const curveOnly: CertificateFacts = {
  ...facts,
  context: {
    ...facts.context,
    calibration: { ...facts.context.calibration, kind: 'external', lab_name: 'NI', lab_certificate_number: 'NI-1' },
    reference: null
  },
  request: null,
  result: null,
  coefficientsOnly: {
    model: 'linear',
    coefficients: [0.1, 1.001],
    expanded_uncertainty: 0.2,
    coverage_factor: 2,
    unit: '°C'
  }
};
const marked: CertificateFacts = {
  ...facts,
  copyOf: { printedAt: new Date('2026-12-01T00:00:00Z') },
  voided: { at: '2026-11-30T00:00:00Z', reason: 'Wrong standard' },
  referenceReason: 'No other was there',
  kept: { name: 'B. Boss', at: '2026-11-29T00:00:00Z', reason: 'Checked' },
  context: { ...facts.context, replaces: { certificate_number: 'NCL-2026-0001', version: 2 } }
};
const cases: readonly (readonly [string, CertificateFacts])[] = [
  ...languageSchema.options.map(
    (language) => [`specimen ${language}`, specimenFacts(language, 'Europe/Berlin')] as const
  ),
  ...languageSchema.options.map(
    (language) => [`marked ${language}`, { ...marked, context: { ...marked.context, language } }] as const
  ),
  ['curve only', curveOnly]
];

const written = (content: string | readonly Inline[]): string =>
  typeof content === 'string' ? content : content.map((run) => (run.kind === 'text' ? run.text : ' ')).join('');

/** Every text that the built-in certificate prints; the words of the chart are in its picture. */
function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return [written(block.content)];
      case 'key_values':
        return block.entries.flatMap(({ key, value }) => [written(key), written(value)]);
      case 'table':
        return [...block.head, ...block.body].flatMap(({ cells }) => cells.map(({ content }) => written(content)));
      case 'columns':
        return block.columns.flatMap(({ blocks: inner }) => textsOf(inner));
      case 'signature':
        return textsOf(block.appearance);
      default:
        return [];
    }
  });
}

function valuesIn(value: unknown): string[] {
  if (value instanceof LatexText) return [value.valueOf()];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [];
}

const wordsOf = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.split(/[\s\u00a0\u202f]+/u)));

describe.each(cases)('the values for templates: %s', async (_, of) => {
  const values = await templateContext(of);

  it('are as the schema says', () => {
    expect(templateContextSchema.safeParse(values).error?.issues ?? []).toEqual([]);
  });

  it('have every word that the built-in certificate prints', () => {
    const document = certificateDocument(of, 'comfortable');
    const printed = wordsOf(textsOf([...document.header, ...document.body, ...document.footer]));
    const reachable = wordsOf(valuesIn(values));
    expect([...printed].filter((word) => !reachable.has(word))).toEqual([]);
  });

  it('have the due date, which it does not print', () => {
    expect(values.calibration.due_date?.valueOf()).toMatch(/2027/u);
  });
});

it('the list names each value once, with an example of the specimen', async () => {
  const listed = listContext(await templateContext(specimenFacts('de', 'Europe/Berlin')));
  expect(new Set(listed.map(({ path }) => path)).size).toBe(listed.length);
  expect(listed).toContainEqual({ path: 'calibration.due_date', type: 'text', example: '16. März 2027' });
  expect(listed).toContainEqual({ path: 'runs[].points[].error', type: 'text', example: '−0,066' });
  expect(listed).toContainEqual({ path: 'labels.customer', type: 'text', example: 'Auftraggeber' });
  const without = listed.filter(({ path, type, example }) => {
    return !path.startsWith('printed.') && type !== 'list' && type !== 'group' && example === null;
  });
  // What only other calibrations have.
  expect(without.map(({ path }) => path)).toEqual([
    'certificate.notes[]',
    'certificate.replaces.certificate_number',
    'certificate.replaces.version',
    'calibration.lab_name',
    'calibration.lab_certificate_number',
    'calibration.lab_accreditation',
    'pictures.logo'
  ]);
});
