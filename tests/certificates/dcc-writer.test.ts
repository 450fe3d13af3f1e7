import { beforeAll, describe, expect, it } from 'vitest';
import { languageSchema } from '#lib/contracts/primitives.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import { DECISION_RULES } from '#lib/metrology/types.ts';
import type { DccFacts } from '#lib/server/certificates/dcc/dcc-language.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { parseXml } from '#lib/server/dcc/parse-xml.ts';
import { childrenOf, everyElement, SI, textAt } from '#lib/server/dcc/xml-tree.ts';
import { dccCase } from './dcc-cases.ts';
import { schemaFaults } from './dcc-schema.ts';
import { schematronFindings } from './dcc-schematron.ts';

const MANY = 1000;
const cases: DccFacts[] = [];
let documents: string[] = [];
const tree = (xml: string) => parseXml(new TextEncoder().encode(xml));

beforeAll(() => {
  for (let index = 0; cases.length < MANY; index++) {
    const one = dccCase(index);
    if (one) cases.push(one);
  }
  documents = cases.map(writeDcc);
}, 300_000);

describe('a thousand calibrations as digital certificates', () => {
  it('are of every model, kind, rule and language', () => {
    const models = cases.map(({ result, coefficientsOnly }) => result?.fit.model ?? coefficientsOnly?.model);
    expect([...new Set(models)].sort()).toEqual([...MODELS].sort());
    const rules = new Set(cases.flatMap(({ result }) => result?.conformity?.rule ?? []));
    expect([...rules].sort()).toEqual([...DECISION_RULES].sort());
    expect(new Set(cases.map(({ context }) => context.language))).toEqual(new Set(languageSchema.options));
    expect(new Set(cases.map(({ context }) => context.calibration.kind))).toEqual(new Set(['internal', 'external']));
    for (const part of ['as_found_points', 'verification_points', 'evaluated', 'inverse'] as const) {
      expect(
        cases.some(({ result }) => result?.[part] !== undefined),
        part
      ).toBe(true);
    }
  });

  it('are valid by the schema of DCC 3.3.0', async () => {
    expect(await schemaFaults(documents)).toEqual([]);
  }, 300_000);

  it('keep every rule of PTB’s Schematron, without a warning', () => {
    const found = documents.flatMap((xml, index) => schematronFindings(tree(xml)).map((one) => ({ index, ...one })));
    expect(found).toEqual([]);
  }, 300_000);

  it('are the same bytes each time', () => {
    expect(cases.slice(0, 50).map(writeDcc)).toEqual(documents.slice(0, 50));
  });

  it('give every number of their points back, to the last bit', () => {
    for (const [index, { result }] of cases.entries()) {
      if (!result) continue;
      const lists = [...everyElement(tree(documents[index] ?? ''))]
        .filter(({ name }) => name === 'quantity')
        .map((quantity) => ({
          type: quantity.attributes.get('refType'),
          values: textAt(childrenOf(quantity, 'realListXMLList', SI)[0], 'valueXMLList')
            ?.split(' ')
            .map(Number)
        }));
      const runs = [result.as_found_points, result.points, result.verification_points].filter(
        (run) => run !== undefined
      );
      const of = (type: string) => lists.filter((one) => one.type === type).map(({ values }) => values);
      expect(of('basic_referenceValue')).toEqual(runs.map((run) => run.map(({ reference }) => reference)));
      expect(of('basic_measuredValue')).toEqual(runs.map((run) => run.map(({ measured }) => measured)));
    }
  }, 120_000);
});
