import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DccReading } from '#lib/contracts/dcc.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { TRUTH } from './dcc-schema.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const example = (name: string) => readFileSync(resolve(TRUTH, `examples/${name}.xml`));
const read = (name: string) => readDcc(example(name), ['en']);
/** As a hand would copy them: the values of each column with its unit, U and k. */
const columnsOf = ({ results }: DccReading) =>
  results.map(({ columns }) =>
    columns.map(({ column, unit, values, uncertainty }) => ({
      column,
      unit,
      values,
      ...(uncertainty && { U: uncertainty.values, k: uncertainty.k, p: uncertainty.probability })
    }))
  );
const all = (value: number, count: number) => Array.from({ length: count }, () => value);

const SENSOR = [
  [
    { column: 'reference', unit: 'K', values: [306.248, 373.121, 448.253, 523.319, 593.154] },
    { column: 'indication', unit: 'K', values: [306.32, 373.21, 448.36, 523.31, 593.07] },
    {
      column: 'error',
      unit: 'K',
      values: [0.072, 0.089, 0.107, -0.009, -0.084],
      U: all(0.061, 5),
      k: all(2, 5),
      p: all(0.95, 5)
    }
  ]
];

describe('a digital certificate of another laboratory', () => {
  it.each([
    ['dcclib_valid', '1234'],
    ['dcclib_valid_signature', '1234'],
    ['gp_temperature_typical_v12', 'GP_DCC_temperature_typical_1.2'],
    ['gp_temperature_simplified_v12', 'GP_DCC_temperature_minimal_1.2']
  ])('%s gives every point, U and k, and its number', (name, certificate_number) => {
    const reading = read(name);
    expect(columnsOf(reading)).toEqual(SENSOR);
    expect(reading).toMatchObject({
      certificate_number,
      laboratory: { name: 'Kalibrierfirma GmbH' },
      calibrated_from: '1957-08-13',
      calibrated_to: '1957-08-13'
    });
    expect(reading.proposals[0]?.points[3]).toEqual({
      reference: 523.319,
      measured: 523.31,
      expanded_uncertainty: 0.061,
      coverage_factor: 2
    });
  });

  it('of humidity gives U of each point, and what else is in it by XPath', () => {
    const reading = read('gp_humidity_v1.0');
    const [table] = columnsOf(reading);
    expect(table).toEqual([
      { column: 'reference', unit: '1', values: [0.201, 0.5, 0.8, 0.901, 0.801, 0.5, 0.2] },
      { column: 'indication', unit: '1', values: [0.197, 0.499, 0.803, 0.912, 0.813, 0.506, 0.197] },
      {
        column: 'error',
        unit: '1',
        values: [-0.004, -0.001, 0.003, 0.011, 0.012, 0.006, -0.003],
        U: [0.006, 0.008, 0.01, 0.011, 0.01, 0.008, 0.006],
        k: all(2, 7),
        p: all(0.95, 7)
      }
    ]);
    expect(reading.conditions).toContainEqual({
      path: expect.stringMatching(/influenceCondition.*quantity$/u),
      name: 'Flow velocity',
      value: 2,
      unit: 'm/s',
      unit_dsi: '\\metre\\second\\tothe{-1}'
    });
    const kept = reading.leftovers.map(({ path }) => path);
    expect(kept.some((path) => path.endsWith('si:hybrid/si:realListXMLList[2]/si:valueXMLList'))).toBe(true);
  });

  it('of version 2.4 gives mass and volume of a sphere with U and k', () => {
    const reading = read('siliziumkugel_2.4.0');
    expect(reading).toMatchObject({
      schema_version: '2.4.0',
      certificate_number: 'PTB - 11129 18',
      calibrated_from: '2018-10-12'
    });
    expect(columnsOf(reading)).toEqual([
      [{ column: 'other', unit: 'kg', values: [1.00007841], U: [0.00000005], k: [2], p: [0.95] }],
      [{ column: 'other', unit: 'cm³', values: [431.055119], U: [0.000018], k: [2], p: [0.95] }]
    ]);
    expect(reading.leftovers.map(({ text }) => text)).toContain('1 kg + 78,41 mg');
  });

  it('with formulas gives resistances with U of each, and coefficients and curve values without', () => {
    const [points = [], curve = []] = columnsOf(read('dcclib_valid_formula'));
    expect(points[0]).toMatchObject({
      column: 'reference',
      unit: 'K',
      values: [273.149, 283.151, 293.151, 303.149, 313.149, 323.149, 333.15, 303.151, 273.151]
    });
    expect(points[1]).toEqual({
      column: 'indication',
      unit: 'kg·m²/(A²·s³)',
      values: [100.022, 103.9329, 107.83, 111.713, 115.5841, 119.4422, 123.288, 111.7131, 100.0224],
      U: [0.0039, 0.0041, 0.0042, 0.0044, 0.0045, 0.0047, 0.0048, 0.0044, 0.0039],
      k: all(2, 9),
      p: all(0.95, 9)
    });
    expect(curve.map(({ unit, values }) => [unit, values])).toEqual([
      ['kg·m²/(s³·A²)', [100.0225]],
      ['1/K', [0.0039155]],
      ['1/K²', [-6.469e-7]],
      ['°C', [0, 25, 50, 75, 100]],
      ['kg·m²/(s³·A²)', [100.0225, 109.7730121, 119.4426435, 129.0313943, 138.5392643]]
    ]);
  });

  it('with the error in place of the indication or the reference value gives both', () => {
    const text = example('gp_temperature_simplified_v12').toString('utf8');
    const [proposed] = read('gp_temperature_simplified_v12').proposals;
    for (const left of ['basic_measuredValue', 'basic_referenceValue']) {
      const without = text.replace(`refType="${left}`, 'refType="other');
      expect(without).not.toBe(text);
      expect(readDcc(bytes(without), ['en']).proposals[0]?.points).toEqual(proposed?.points);
    }
    const neither = text.replace('refType="basic_measuredValue', 'refType="other').replace('refType="basic_referenceValue', 'refType="other'); // prettier-ignore
    expect(readDcc(bytes(neither), ['en']).proposals).toEqual([]);
  });

  it.each([
    ['dcclib_invalid_syntax', 'dcc_not_xml', /unexpected close tag|unclosed|line/u],
    ['dcclib_invalid_schema', 'dcc_invalid', /uniqueIdentifier/u],
    ['dcclib_invalid_schematron', 'dcc_invalid', /“en” is not declared/u],
    ['dcclib_invalid_signature', 'dcc_signature_broken', /changed after it was signed/u]
  ])('%s is refused: %s', (name, code, message) => {
    expect(() => read(name)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });

  const valid = example('dcclib_valid')
    .toString('utf8')
    .replace(/^<\?xml.*?\?>/u, '');
  it.each([
    ['a document type', `<!DOCTYPE a>${valid}`, 'dcc_hostile'],
    ['an entity of a file', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`, 'dcc_hostile'],
    ['entities of entities', `<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>`, 'dcc_hostile'],
    ['an unknown entity', '<a>&secret;</a>', 'dcc_not_xml'],
    ['a hundred thousand levels', '<a>'.repeat(100_000), 'dcc_hostile'],
    ['a million elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`, 'dcc_hostile'],
    [
      'more than 256 namespaces around an element',
      ['a', 'b']
        .map((level) => `<${level} ${Array.from({ length: 129 }, (_, i) => `xmlns:${level}${i}="urn:x"`).join(' ')}>`)
        .join(''),
      'dcc_hostile'
    ],
    ['more than 16 MiB', `<a>${' '.repeat(16 << 20)}</a>`, 'dcc_hostile'],
    ['another document', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'dcc_invalid'],
    ['nothing', '', 'dcc_not_xml'],
    ['another version', valid.replace('schemaVersion="3.3.0"', 'schemaVersion="4.0.0"'), 'dcc_invalid']
  ])('with %s is refused', (_, text, code) => {
    expect(() => readDcc(bytes(text), ['en'])).toThrow(expect.objectContaining({ code }));
  });

  it('says nothing of what it lists as read: every text is in one place or the other', () => {
    const { leftovers } = read('dcclib_valid');
    const paths = leftovers.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.some((path) => path.endsWith('dcc:usedMethod/dcc:norm'))).toBe(true);
    expect(paths.some((path) => path.endsWith('dcc:uniqueIdentifier'))).toBe(false);
  });
});
