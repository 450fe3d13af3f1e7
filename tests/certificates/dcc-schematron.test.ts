import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseXml } from '#lib/server/dcc/parse-xml.ts';
import { DCC_FAULTS, SOUND_DCC } from './dcc-faults.ts';
import { schemaFaults, TRUTH } from './dcc-schema.ts';
import { SCHEMATRON_RULES, schematronFindings } from './dcc-schematron.ts';

const rulesIn = (xml: string) => [
  ...new Set(schematronFindings(parseXml(new TextEncoder().encode(xml))).map(({ rule }) => rule))
];

describe('the ported Schematron rules', () => {
  it('are all that can find a fault: of the 59 assertions, twelve only inform', () => {
    const source = readFileSync(resolve(TRUTH, 'xsd/dcc.sch'), 'utf8').replace(/<!--.*?-->/gsu, '');
    const roles = [...source.matchAll(/<(?:sch:)?(?:assert|report)\b[^>]*?\brole="(\w+)"/gsu)].map(([, role]) => role);
    const count = (role: string) => roles.filter((one) => one === role).length;
    expect([roles.length, count('information')]).toEqual([59, 12]);
    expect(count('error') + count('warning')).toBe(SCHEMATRON_RULES.length);
  });

  it('have each a certificate that it finds', () => {
    expect(DCC_FAULTS.map(({ rule }) => rule)).toEqual(SCHEMATRON_RULES);
    expect(new Set(SCHEMATRON_RULES).size).toBe(SCHEMATRON_RULES.length);
  });

  it('find nothing in the certificate that the others are made of', async () => {
    expect(rulesIn(SOUND_DCC)).toEqual([]);
    expect(await schemaFaults([SOUND_DCC])).toEqual([]);
  });

  it.each(DCC_FAULTS)('find what is wrong, and nothing else: $rule', ({ rule, change, also = [] }) => {
    expect(new Set(rulesIn(change(SOUND_DCC)))).toEqual(new Set([rule, ...also]));
  });

  it('are broken by certificates that are valid by the schema, except the rules that say why', async () => {
    const said = await schemaFaults(DCC_FAULTS.map(({ change }) => change(SOUND_DCC)));
    const refused = said
      .flatMap((line) => /(\d+)\.xml fails to validate$/u.exec(line)?.[1] ?? [])
      .map((index) => DCC_FAULTS[Number(index)]?.rule);
    expect(refused).toEqual(
      DCC_FAULTS.filter(({ refusedBySchema }) => refusedBySchema !== undefined).map(({ rule }) => rule)
    );
  });

  const errorsOf = (name: string) =>
    schematronFindings(parseXml(readFileSync(resolve(TRUTH, `examples/${name}.xml`)))).filter(
      ({ role }) => role === 'error'
    );

  it('find no error in a valid example, and what is wrong with the invalid one', () => {
    expect(errorsOf('dcclib_valid')).toEqual([]);
    expect(new Set(errorsOf('dcclib_invalid_schematron').map(({ rule }) => rule))).toEqual(
      new Set(['undeclared language', 'not in all languages'])
    );
  });
});
