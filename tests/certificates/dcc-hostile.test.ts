/** Digital certificates that say something beside what is taken: it is listed, or the file is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { signDcc } from '#lib/server/certificates/dcc/sign-dcc.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { surroundings } from '#lib/worksheet/dcc/take-conditions.ts';
import { BASE, changed, CONDITIONS, imported, quantity } from './dcc-base.ts';

let signed: string;
beforeAll(async () => {
  // It writes a declaration of its own.
  const content = BASE.replace(/^<\?xml.*?\?>\n/u, '');
  signed = signDcc(content, await makeSigningKey('Lab', new Date()));
});
const refusal = (code: string) => expect.objectContaining({ code });
const DS = '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">';

describe('what lies inside a signature', () => {
  it('is listed, and no content of the certificate, though the signature is intact', () => {
    const { reading, left } = imported(
      changed('</ds:Signature>', `<ds:Object>${CONDITIONS}</ds:Object></ds:Signature>`, signed)
    );
    expect(reading.signature.state).toBe('intact');
    expect(surroundings(reading)).toEqual({});
    expect(left).toContain('si:value 31');
    expect(left.some((text) => text.startsWith('ds:'))).toBe(false);
  });

  it('of a result is not read either, and listed', () => {
    const table = /<dcc:list>.*<\/dcc:list>/su.exec(BASE)?.[0] ?? '';
    const { reading, left } = imported(changed(table, `${DS}${table}</ds:Signature>`));
    expect(reading.results).toEqual([]);
    expect(left).toContain('si:valueXMLList 0 50 100');
  });

  it('that comes a second time with the same value is not called intact', () => {
    const value = /<ds:SignatureValue>.*?<\/ds:SignatureValue>/su.exec(signed)?.[0] ?? '';
    const second = `${DS}${value}<ds:Object>x</ds:Object></ds:Signature>`;
    const { reading, left } = imported(
      changed('<dcc:measurementResults>', `<dcc:measurementResults>${second}`, signed)
    );
    expect(reading.signature.state).toBe('not_checked');
    expect(left).toContain('ds:Object x');
  });
});

describe('what does not fit is listed', () => {
  it('a row with NaN, with its number, and U which it loses', () => {
    const { taken, left } = imported(changed('0.1 50.2 100.3', '0.1 NaN 100.3'));
    expect(taken.points).toHaveLength(2);
    expect(left).toContain('dcc:quantity [\\degreecelsius] #2: 50');
    expect(left).toContain('dcc:quantity[2] [\\degreecelsius] #2: NaN');
    expect(left).toContain('dcc:quantity[2] U [\\degreecelsius] 0.02 0.02 0.02; k 2 2 2');
  });

  it.each([
    ['1 2 3', true],
    ['0.1 0.2 0.5', true],
    ['0.1 0.2 0.3', false],
    ['0.1 0.2 0.4', false],
    ['0 0 1', true]
  ])('an error of %s, unless it is the difference as rounded', (values, isListed) => {
    const { taken, left } = imported(
      changed('</dcc:list>', `${quantity('basic_measurementError', values)}</dcc:list>`)
    );
    expect(taken.points).toHaveLength(3);
    expect(left.includes(`dcc:quantity[3] [\\degreecelsius] ${values}`)).toBe(isListed);
  });

  it.each([
    ['basic_measuredValue', '1 2 3'],
    ['basic_measurementError', '0.1 0.2']
  ])('a second column of a kind, or an error of other points: %s', (type, values) => {
    const { taken, left } = imported(changed('</dcc:list>', `${quantity(type, values)}</dcc:list>`));
    expect(taken.points[0]).toEqual({ reference: 0, measured: 0.1 });
    expect(left).toContain(`dcc:quantity[3] [\\degreecelsius] ${values}`);
  });

  it('a second text of the same language, and no translation', () => {
    const name = '<dcc:content lang="en">T</dcc:content>';
    const more = '<dcc:content lang="en">not below 10</dcc:content><dcc:content lang="de">Tafel</dcc:content>';
    const { left } = imported(changed(name, name + more));
    expect(left).toContain('dcc:content[2] not below 10');
    expect(left.some((text) => text.endsWith('Tafel'))).toBe(false);
  });

  it('the first day, where it is not the last, the address, and the probability', () => {
    const { left } = imported(changed('2026-01-02</dcc:end', '2026-01-05</dcc:end'));
    expect(left).toContain('dcc:beginPerformanceDate 2026-01-02');
    expect(left).toContain('dcc:location Main St, B');
    expect(left).toContain('dcc:quantity[2] p 0.95');
    expect(imported(BASE).left.some((text) => text.startsWith('dcc:begin'))).toBe(false);
  });

  it.each(['2026-13-45', '2026-02-30', '2026-01-05 or so'])('a date %s is none, and is refused', (day) => {
    expect(() => imported(changed('2026-01-02</dcc:end', `${day}</dcc:end`))).toThrow(refusal('dcc_invalid'));
  });

  it.each([
    ['si:coverageFactorXMLList', '2', '0'],
    ['si:coverageFactorXMLList', '2', '-2'],
    ['si:valueExpandedMUXMLList', '0.02', '-0.02']
  ])('of an impossible uncertainty: %s of %s → %s', (name, old, by) => {
    const { taken, left } = imported(changed(`<${name}>${old}<`, `<${name}>${by}<`));
    expect(taken.notes).toContainEqual({ code: 'no_uncertainty' });
    expect(left).toContain(`${name} ${by}`);
  });
});

describe('a number that would be another one is listed as it is in the file:', () => {
  it.each([
    ['so small that it becomes 0', '1e-400'],
    ['with a digit that changes', '9007199254740993'],
    ['with more digits than are kept', '100.30000000000000000001'],
    ['with an element inside', '1<x xmlns="urn:y"/>00.3'],
    ['of many digits, and then none', `${'1'.repeat(200_000)}x`]
  ])('%s', (_, written) => {
    const { reading } = imported(changed('0.1 50.2 100.3', `0.1 50.2 ${written}`));
    expect(reading.results[0]?.columns.map(({ values }) => values)).toEqual([[0, 50, 100]]);
    const text = `0.1 50.2 ${written.replace(/<.*>/u, '')}`;
    expect(reading.leftovers).toContainEqual({
      path: expect.stringMatching(/dcc:quantity\[2\]\/si:realListXMLList\/si:valueXMLList$/u),
      text: text.length > 200 ? `${text.slice(0, 200)}…` : text
    });
  });

  it('also U, k, p, a unit and a condition', () => {
    for (const [name, written] of [
      ['si:valueExpandedMUXMLList', '0.0200000000000000000001'],
      ['si:valueExpandedMUXMLList', '0.0<x/>2'],
      ['si:coverageFactorXMLList', '2<x/>'],
      ['si:coverageProbabilityXMLList', '0.95<x/>']
    ] as const) {
      const { reading } = imported(BASE.replace(new RegExp(`<${name}>[^<]*`, 'u'), () => `<${name}>${written}`));
      const uncertainty = reading.results[0]?.columns[1]?.uncertainty;
      if (name.includes('Probability'))
        expect(uncertainty).toMatchObject({ values: [0.02, 0.02, 0.02], probability: [] });
      else expect(uncertainty).toBeNull();
      expect(reading.leftovers).toContainEqual({
        path: expect.stringMatching(new RegExp(`/${name}$`, 'u')),
        text: written.replace('<x/>', '')
      });
    }
    const degrees = imported(changed('\\degreecelsius</si:unitXMLList>', '\\degree<x/>celsius</si:unitXMLList>'));
    expect(degrees.reading.results[0]?.columns ?? []).toEqual([]);
    const around = CONDITIONS.replace('>31<', '>31.00000000000000000001<');
    const { reading, left } = imported(changed('<dcc:results>', `${around}<dcc:results>`));
    expect(reading.conditions).toEqual([]);
    expect(left).toContain('si:value 31.00000000000000000001');
  });

  it('a certificate number with an element inside is none', () => {
    expect(() => imported(changed('>X-1<', '>X-<x/>1<'))).toThrow(refusal('dcc_invalid'));
  });
});

describe('elements of other namespaces', () => {
  it('are no quantities of D-SI', () => {
    const { taken, left } = imported(changed('xmlns:si="https://ptb.de/si"', 'xmlns:si="urn:other"'));
    expect(taken.points).toEqual([]);
    expect(left).toContain('valueXMLList 0 50 100');
  });

  it('say nothing by attributes of the same name', () => {
    const { reading } = imported(
      changed('refType="basic_measuredValue"', 'xmlns:evil="urn:evil" evil:refType="basic_measuredValue"')
    );
    expect(reading.results[0]?.columns.map(({ column }) => column)).toEqual(['reference', 'other']);
  });

  it('are no results: without any, the file is refused', () => {
    const foreign = changed('<dcc:measurementResults>', '<dcc:measurementResults xmlns:dcc="urn:other">');
    expect(() => imported(foreign)).toThrow(refusal('dcc_invalid'));
  });

  it('hold no conditions, nor does a comment', () => {
    for (const [end, wrapped] of [
      ['<dcc:results>', `<x xmlns="urn:other">${CONDITIONS}</x><dcc:results>`],
      ['</dcc:measurementResults>', `</dcc:measurementResults><dcc:comment>${CONDITIONS}</dcc:comment>`]
    ] as const) {
      const { reading, left } = imported(changed(end, wrapped));
      expect(reading.conditions).toEqual([]);
      expect(left).toContain('si:value 31');
    }
    expect(imported(changed('<dcc:results>', `${CONDITIONS}<dcc:results>`)).reading.conditions).toHaveLength(1);
  });
});

describe('the text of a file', () => {
  const inUtf16 = (xml: string, isBigEndian: boolean) => {
    const bytes = Buffer.from(`\ufeff${changed('encoding="UTF-8"', 'encoding="UTF-16"', xml)}`, 'utf16le');
    return isBigEndian ? bytes.swap16() : bytes;
  };

  it.each([false, true])('in UTF-16 is signed as in UTF-8 (big-endian: %s)', (isBigEndian) => {
    const reading = readDcc(inUtf16(signed, isBigEndian), ['en']);
    expect([reading.signature.state, reading.items[0]?.name]).toEqual(['intact', 'Pt100 µΩ']);
    const altered = inUtf16(changed('50.2', '50.3', signed), isBigEndian);
    expect(() => readDcc(altered, ['en'])).toThrow(refusal('dcc_signature_broken'));
  });

  it('in a declared encoding is read as declared, in an unknown one refused', () => {
    const declaring = (encoding: string) => changed('encoding="UTF-8"', `encoding="${encoding}"`).replace('Ω', '');
    expect(readDcc(Buffer.from(declaring('ISO-8859-1'), 'latin1'), ['en']).items[0]?.name).toBe('Pt100 µ');
    expect(() => readDcc(Buffer.from(declaring('EBCDIC')), ['en'])).toThrow(refusal('dcc_not_xml'));
  });
});
