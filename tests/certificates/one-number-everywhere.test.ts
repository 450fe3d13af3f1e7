import { describe, expect, it } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import type { DccFacts } from '#lib/server/certificates/dcc/dcc-language.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import type { Block, Inline } from '#lib/server/certificates/document/blocks.ts';
import { budget } from '#lib/server/certificates/parts/budget.ts';
import { conformity } from '#lib/server/certificates/parts/conformity.ts';
import { curve } from '#lib/server/certificates/parts/curve.ts';
import { resultTables } from '#lib/server/certificates/parts/results.ts';
import { certificatePrinter } from '#lib/server/certificates/print/printer.ts';
import { parseXml } from '#lib/server/dcc/parse-xml.ts';
import { everyElement } from '#lib/server/dcc/xml-tree.ts';
import { schemaFaults } from './dcc-schema.ts';
import { schematronFindings } from './dcc-schematron.ts';
import { context, facts } from './temperature-transmitter.ts';

type Case = DccFacts & Extract<CertificateFacts, { readonly result: object }>;

function caseOf(request: AnalysisRequest, language: CertificateFacts['context']['language'] = 'en'): Case {
  const result = analyze(request);
  const measuring = { ...context.measuring, unit: 'V', measured_unit: null, resolution: null };
  const own = { ...context, language, measuring };
  return { ...facts, country: 'GB', context: own, request, result, coefficientsOnly: null, warnings: result.warnings };
}

const runsText = (content: string | readonly Inline[]): string =>
  typeof content === 'string' ? content : content.map((run) => (run.kind === 'text' ? run.text : ' ')).join('');

function blockText(block: Block): string {
  if (block.kind === 'paragraph') return runsText(block.content);
  if (block.kind === 'columns') return block.columns.map(({ blocks }) => blocks.map(blockText).join(' ')).join(' | ');
  if (block.kind !== 'table') return '';
  return block.body.map(({ cells }) => cells.map(({ content }) => runsText(content)).join(' | ')).join('\n');
}

type Part = typeof budget | typeof conformity | typeof curve | typeof resultTables;
const printed = (part: Part, of: Case): string =>
  part(of, certificatePrinter(of, 'comfortable'))
    .map(blockText)
    .join('\n')
    .replace(/\u202f/gu, ' ');

const scattered = (scale: number, scatter: number): Point[] =>
  Array.from({ length: 10 }, (_, i) => ({ reference: i * scale + scatter * (((i * 7) % 3) - 1), measured: i * scale }));
const line = { fit: { model: 'linear' }, unit: 'V' } as const;
const within = (limit: number): AnalysisRequest['conformity'] => ({
  tolerance: [{ kind: 'absolute', lower: -limit, upper: limit }],
  rule: 'simple_acceptance'
});

describe('the count of points that conform', () => {
  it('is of every point that the verdict is about: those of the curve and those of its verification', () => {
    const points = scattered(1, 0.002).map((point, i) => (i === 5 ? { ...point, reference: 5.2 } : point));
    const verification = [2, 4, 6].map((value) => ({ reference: value + 0.02, measured: value }));
    const of = caseOf({
      ...line,
      points,
      verification_points: verification,
      uncertainty: {},
      conformity: within(0.15)
    });
    expect(of.result.conformity?.as_left).toBe('fail');
    expect(printed(conformity, of)).toMatch(/After correction Fail 12 of 13 points conform, decisive/u);
  });

  it('counts what was checked as found too, where nothing was corrected or adjusted', () => {
    const of = caseOf({
      fit: { model: 'none' },
      unit: 'V',
      points: [0, 5, 10].map((value) => ({ reference: value, measured: value + 0.02 })),
      verification_points: [{ reference: 5, measured: 5.5 }],
      uncertainty: { reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 } },
      conformity: within(0.1)
    });
    expect(of.result.conformity?.as_found).toBe('fail');
    expect(printed(conformity, of)).toMatch(/As found Fail 3 of 4 points conform, decisive/u);
  });
});

describe('what is said of the trials where the capability is reported', () => {
  const uncertainty: AnalysisRequest['uncertainty'] = {
    cmc: 0.5,
    reference_standard: { expanded_uncertainty: 0.1, coverage_factor: 2 },
    monte_carlo: { trials: 20_000, seed: 1 }
  };
  const withTrials = (more: AnalysisRequest['uncertainty'], language?: CertificateFacts['context']['language']) =>
    caseOf({ ...line, points: scattered(1, 0.001), uncertainty: { ...uncertainty, ...more } }, language);
  const ofTrials = (...given: Parameters<typeof withTrials>) => printed(budget, withTrials(...given));

  it('is the probability of their own interval, and the uncertainty of the lines', () => {
    const text = ofTrials({ coverage_probability: 0.99 });
    expect(text).toContain('gives a coverage probability of 95.45 %');
    expect(text).toMatch(/and, for 99 %, the interval from −0\.1[23]\d to 0\.1[23]\d V/u);
    expect(text).toContain('confirm the uncertainty that the lines of the budget give');
    expect(ofTrials({ coverage_probability: 0.99 }, 'de')).toContain('für 99 % das Intervall');
    expect(ofTrials({})).toContain('for 95.45 %, the interval');
  });

  it('is that of the lines where a factor was given; of an earlier engine it is not known', () => {
    const now = withTrials({ coverage_factor: 3 });
    expect(printed(budget, now)).toContain('for 99.73 %, the interval');
    const { compared_with: _, ...monte_carlo } = now.result.monte_carlo ?? expect.fail('no trials');
    const text = printed(budget, { ...now, result: { ...now.result, monte_carlo } });
    expect(text).toMatch(/gives u = 0\.0\d+ V\. /u);
    expect(text).not.toContain('the interval');
  });

  it('is that of what is reported where the lines are greater', () => {
    const text = ofTrials({ coverage_factor: 3, cmc: 0.01 });
    expect(text).toContain('for 99.73 %, the interval');
    expect(text).toContain('confirm this uncertainty');
  });
});

/** The words of every list of that name, by the kind of quantity that it belongs to. */
function lists(of: Case, name: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const element of everyElement(parseXml(new TextEncoder().encode(writeDcc(of))))) {
    if (element.name !== name) continue;
    let quantity = element.parent;
    while (quantity && quantity.name !== 'quantity') quantity = quantity.parent;
    found.set(quantity?.attributes.get('refType') ?? '', element.text.trim().split(/\s+/u));
  }
  return found;
}

async function expectValid(of: Case) {
  const xml = writeDcc(of);
  expect(await schemaFaults([xml])).toEqual([]);
  expect(schematronFindings(parseXml(new TextEncoder().encode(xml)))).toEqual([]);
}

describe('the digital certificate', () => {
  it('gives each point the probability of its own factor, where the capability is reported at some', async () => {
    const of = caseOf({
      ...line,
      points: scattered(10, 0.0005),
      evaluate_at: [5, 75],
      inverse_at: [5, 75],
      uncertainty: {
        coverage_probability: 0.99,
        cmc: 0.02,
        contributions: [
          {
            name: 'c',
            type: 'B',
            distribution: 'normal',
            value: 0.03,
            value_kind: 'percent_of_reading',
            acts_on: 'corrected'
          }
        ]
      }
    });
    const probabilities = lists(of, 'coverageProbabilityXMLList');
    const factors = lists(of, 'coverageFactorXMLList');
    expect([...probabilities.keys()].sort()).toEqual([
      'basic_measurementError plumbline_asFound',
      'plumbline_correctedValue',
      'plumbline_errorAfterCorrection',
      'plumbline_indication'
    ]);
    for (const [kind, list] of probabilities) {
      expect(new Set(list), kind).toEqual(new Set(['0.9545', '0.99']));
      expect(list, kind).toEqual(factors.get(kind)?.map((k) => (k === '2' ? '0.9545' : '0.99')));
    }
    await expectValid(of);
  });

  it('does so where a given factor meets other degrees of freedom', async () => {
    const of = caseOf({
      ...line,
      points: scattered(10, 0.01),
      uncertainty: {
        coverage_factor: 2,
        contributions: [
          {
            name: 'c',
            type: 'B',
            distribution: 'normal',
            value: 0.03,
            value_kind: 'percent_of_reading',
            acts_on: 'corrected'
          }
        ]
      }
    });
    const list = lists(of, 'coverageProbabilityXMLList').get('plumbline_correctedValue')?.map(Number) ?? [];
    expect(list).toHaveLength(10);
    expect(list[0]).toBeLessThan(0.93);
    expect(list[9]).toBeGreaterThan(0.953);
    await expectValid(of);
  });

  it('gives one probability where it is that of all, and none of an error that is not known', async () => {
    const of = caseOf({ ...line, points: scattered(1, 0.01), uncertainty: {}, conformity: within(1) });
    expect([...lists(of, 'coverageProbabilityXMLList').values()]).toEqual([['0.9545'], ['0.9545'], ['0.9545']]);
    const other = caseOf({ ...line, measured_unit: 'mA', points: scattered(1, 0.01), uncertainty: {} });
    expect(lists(other, 'coverageProbabilityXMLList').get('plumbline_correctedValue')).toEqual(['0.9545']);
    await expectValid(other);
  });

  it('calls the distribution of errors at the capability normal, although that of the values has few degrees', () => {
    const points = Array.from({ length: 8 }, (_, i) => ({ reference: i + 0.02 * (((i * 5) % 3) - 1), measured: i }));
    const of = caseOf({ ...line, points, uncertainty: { cmc: 0.058 } });
    expect(of.result.points.map((point) => [point.nu_eff, point.error_uncertainty?.nu_eff])[0]).toEqual([6, null]);
    const kinds = lists(of, 'distributionXMLList');
    expect(kinds.get('basic_measurementError plumbline_asFound')).toEqual(['normal']);
    expect(kinds.get('plumbline_correctedValue')).toEqual(['t']);
  });
});

describe('the tables of points', () => {
  it('state errors and verdicts of what was checked without a correction', () => {
    const of = caseOf({
      fit: { model: 'none' },
      unit: 'V',
      points: [0, 5].map((value) => ({ reference: value, measured: value + 0.02 })),
      verification_points: [{ reference: 7, measured: 7.5 }],
      uncertainty: { reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 } },
      conformity: within(0.1)
    });
    expect(printed(resultTables, of)).toMatch(/1 \| 7[.0]* \| 7\.50* \| \+0\.500* \| 0\.010* \| Fail/u);
  });

  it('state one U of an error after correction, with a tolerance or without', () => {
    const points = scattered(1, 0.002).map((point) => ({ ...point, u_measured: 0.002, u_reference: 0.05 }));
    const request: AnalysisRequest = { ...line, fit: { model: 'linear', method: 'wls' }, points, uncertainty: {} };
    const column = (of: Case, cell: number) =>
      printed(resultTables, of)
        .split('\n')
        .filter((row) => /^\d+ \|/u.test(row))
        .map((row) => row.split(' | ')[cell]);
    const [free, judged] = [caseOf(request), caseOf({ ...request, conformity: within(1) })];
    // Before the U of the judged run there is the verdict as found.
    expect(column(free, 7)).toEqual(column(judged, 8));
    expect(Number(column(free, 7)[0])).toBeGreaterThan(0.1);
  });

  it('and never a U between the points that is smaller than one there', () => {
    const points = [0, 1, 2, 3, 10].map((value, i) => ({
      reference: value + ([1, -2, 3, -1, 0][i] ?? 0) * 1e-3,
      measured: value
    }));
    const of = caseOf({
      ...line,
      fit: { model: 'polynomial', degree: 3 },
      points,
      uncertainty: {},
      evaluate_at: [6, 7, 8]
    });
    const most = Number(/Between the points U is at most (\S+) V/u.exec(printed(curve, of))?.[1]);
    for (const { expanded_uncertainty: U } of of.result.evaluated ?? []) expect(most).toBeGreaterThanOrEqual(U);
    expect(most).toBeGreaterThan(1.5 * Math.max(...of.result.points.map((point) => point.expanded_uncertainty)));
  });
});

describe('one number is rounded once', () => {
  const of = (more: Partial<AnalysisRequest>) =>
    caseOf({
      unit: 'V',
      points: [0, 5, 10].map((value) => ({ reference: value, measured: value + 0.001 })),
      fit: { model: 'none' },
      uncertainty: { cmc: 0.0115, reference_standard: { expanded_uncertainty: 0.001, coverage_factor: 2 } },
      conformity: within(0.1),
      ...more
    });

  it('in the table as at the head and in the statement; the capability stays as it was stated', () => {
    expect(printed(conformity, of({}))).toContain('U = 0.012 V');
    expect(printed(resultTables, of({}))).toContain('+0.001 | 0.012 | Pass');
    expect(printed(budget, of({}))).toContain('measurement capability of 0.0115 V.');
  });

  it('and no coverage probability is 100 %', () => {
    const fixed = of({
      uncertainty: { coverage_factor: 5, reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 } }
    });
    expect(printed(conformity, fixed)).toContain('k = 5.00, p > 99.99 %');
    expect(printed(budget, fixed)).toContain('coverage probability of > 99.99 %');
    expect(writeDcc(fixed).replace(/\u202f/gu, ' ')).toContain('coverage probability is &gt; 99.99 %');
  });
});
