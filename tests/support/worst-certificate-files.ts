/** Digital certificates that cost most to read within the limits of the operation, and beyond them. */
import { LARGEST_DCC } from '#lib/contracts/operations-dcc.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { signDcc } from '#lib/server/certificates/dcc/sign-dcc.ts';

/** As little as a certificate has to say. */
const ADMINISTRATIVE =
  '<d:administrativeData><d:coreData><d:uniqueIdentifier>N-1</d:uniqueIdentifier><d:beginPerformanceDate>2026-11-20</d:beginPerformanceDate></d:coreData><d:calibrationLaboratory><d:contact><d:name><d:content>Laboratory</d:content></d:name></d:contact></d:calibrationLaboratory></d:administrativeData>';
const dccWith = (contents: string, results = '<d:measurementResults/>'): string =>
  `<d:digitalCalibrationCertificate xmlns:d="https://ptb.de/dcc" xmlns:si="https://ptb.de/si" schemaVersion="3.3.0">${ADMINISTRATIVE}${results}${contents}</d:digitalCalibrationCertificate>`;

const ROOM = LARGEST_DCC - 4096;
const MOST_NODES = 99_900;
/** As often as fits, and at most so often. */
const repeated = (part: string, most = Infinity, room = ROOM): string =>
  part.repeat(Math.min(most, Math.floor(room / part.length)));
const nested = (levels: number, within: string, open = '<d:a>'): string =>
  `${open.repeat(levels)}${within}${'</d:a>'.repeat(levels)}`;
const results = (quantities: string): string =>
  `<d:measurementResults><d:measurementResult><d:results><d:result><d:data><d:list>${quantities}</d:list></d:data></d:result></d:results></d:measurementResult></d:measurementResults>`;
const listOf = (refType: string, numbers: string): string =>
  `<d:quantity refType="${refType}"><si:realListXMLList><si:valueXMLList>${numbers}</si:valueXMLList><si:unitXMLList>\\kelvin</si:unitXMLList></si:realListXMLList></d:quantity>`;
/** So many points. */
const numbers = (count: number): string =>
  dccWith(
    '',
    results(['basic_referenceValue', 'basic_measuredValue'].map((type) => listOf(type, '1 '.repeat(count))).join(''))
  );
const attributes = (count: number, length: number): string =>
  Array.from({ length: count }, (_, i) => ` a${i}="${'x'.repeat(length)}"`).join('');
const namespaces = (count: number): string => Array.from({ length: count }, (_, i) => ` xmlns:n${i}="u:${i}"`).join('');

type WorstFile = { readonly what: string; readonly text: () => string };

const READABLE: readonly WorstFile[] = [
  { what: 'elements', text: () => dccWith(repeated('<d:a>x</d:a>', MOST_NODES)) },
  { what: 'elements with as many attributes as may be', text: () => dccWith(repeated(`<d:a${attributes(200, 1)}/>`)) },
  { what: 'elements in elements', text: () => dccWith(repeated(nested(98, 'x'), MOST_NODES / 98)) },
  { what: 'namespaces in namespaces', text: () => dccWith(nested(98, 'x', `<d:a${namespaces(200)}>`)) },
  { what: 'one long text of codes', text: () => dccWith(`<d:a>${repeated('&#x41;')}</d:a>`) },
  { what: 'one long attribute', text: () => dccWith(`<d:a b="${repeated('&#x41;')}"/>`) },
  { what: 'spaces', text: () => dccWith(repeated(' ')) },
  {
    what: 'a hundred thousand points',
    text: () => numbers(100_000)
  }
];

/** What is refused. */
export const REFUSED_FILES: readonly WorstFile[] = [
  { what: 'empty elements', text: () => dccWith(repeated('<a/>')) },
  { what: 'comments', text: () => dccWith(repeated('<!---->')) },
  { what: 'instructions', text: () => dccWith(repeated('<?a?>')) },
  { what: 'marked texts', text: () => dccWith(repeated('<![CDATA[]]>')) },
  { what: 'attributes', text: () => dccWith(`<d:a${attributes(1_000_000, 1)}/>`) },
  { what: 'levels', text: () => repeated('<a>') },
  { what: 'one name', text: () => `<${repeated('a')}/>` },
  { what: 'an entity of entities', text: () => `<!DOCTYPE a [<!ENTITY x "${repeated('x')}">]><a>&x;</a>` },
  {
    what: 'paths longer than the file',
    text: () => {
      const name = `d:${'a'.repeat(200)}`;
      return dccWith(`<${name}>`.repeat(90) + repeated('<d:a>x</d:a>', 90_000) + `</${name}>`.repeat(90));
    }
  },
  { what: 'numbers', text: () => numbers(ROOM / 4) },
  { what: 'open marks', text: () => repeated('<') }
];

/** Everything, and what can be read also signed: then each element is written again to compare it. */
export async function worstFiles(): Promise<readonly { readonly what: string; readonly text: string }[]> {
  const key = await makeSigningKey('Northfield', new Date('2026-11-21T09:00:00Z'));
  const signature = /<ds:Signature .*<\/ds:Signature>/su.exec(signDcc(dccWith(''), key))?.[0] ?? '';
  const end = '</d:digitalCalibrationCertificate>';
  return [
    ...[...READABLE, ...REFUSED_FILES].map(({ what, text }) => ({ what, text: text() })),
    // Of another document: to find that out costs as much as if it were this one’s.
    ...READABLE.map(({ what, text }) => ({ what: `${what}, signed`, text: text().replace(end, () => signature + end) }))
  ];
}
