// cspell:ignore ATTLIST asic
/** A signed certificate whose file is changed without its key: it says the same, or it is not called intact. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { signDcc } from '#lib/server/certificates/dcc/sign-dcc.ts';
import { makeSigningKey, type SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { BASE, changed } from './dcc-base.ts';

// It writes a declaration of its own.
const CONTENT = BASE.replace(/^<\?xml.*?\?>\n/u, '').replace('lang="en">Lab', 'lang="en" id="a" xml:lang="de">Lab');
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
let key: SigningKey;
/** By the exclusive and the inclusive canonical form. */
let files: readonly string[];
beforeAll(async () => {
  key = await makeSigningKey('Lab', new Date());
  files = [signDcc(CONTENT, key), signedInclusive(CONTENT)];
});

function signedInclusive(content: string): string {
  const { privateKeyPem: privateKey, certificatePem: publicCert } = key;
  const signer = new SignedXml({
    ...{ privateKey, publicCert, getKeyInfoContent: SignedXml.getKeyInfoContent },
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: INCLUSIVE
  });
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', INCLUSIVE];
  const digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha256';
  signer.addReference({ xpath: '/*', isEmptyUri: true, digestAlgorithm, transforms });
  signer.computeSignature(content);
  return signer.getSignedXml();
}

/** What the file says, as JSON, and the state of its signature; a refused one says nothing. */
function said(xml: string): { readonly state: string; readonly content: string | null } {
  try {
    const { signature, sha256, ...content } = readDcc(new TextEncoder().encode(xml), ['en']);
    expect(sha256).toHaveLength(64);
    return { state: signature.state, content: JSON.stringify(content) };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { state: thrown.code, content: null };
  }
}

/** Each in a number, a text, an attribute and between elements, where it can be there. */
const CHANGES: readonly (readonly [what: string, old: string, by: string, state: string])[] = [
  ['a digit in an instruction', '>0.1 50.2', '>0.1 5<?p 0?>.2', 'not_checked'],
  ['a decimal point in an instruction', '>0.02<', '>0<?p .?>02<', 'not_checked'],
  ['an instruction that says nothing', '>0.02<', '>0.02<?p?><', 'not_checked'],
  ['an instruction between elements', '<dcc:items>', '<?p x?><dcc:items>', 'not_checked'],
  ['an instruction before the root', '<dcc:digital', '<?xml-stylesheet href="a.xsl"?><dcc:digital', 'not_checked'],
  [
    'an instruction after the root',
    '</dcc:digitalCalibrationCertificate>',
    '</dcc:digitalCalibrationCertificate><?p x?>',
    'not_checked'
  ],
  ['an instruction in the signature', 'SignatureValue>', 'SignatureValue><?p x?>', 'not_checked'],
  ['a comment in a number', '>0.1 50.2', '>0.1 5<!--0-->0.2', 'intact'],
  ['a digit in a comment', '>0.1 50.2', '>0.1 5<!--0-->.2', 'dcc_signature_broken'],
  ['a comment between elements', '<dcc:items>', '<!--x--><dcc:items>', 'intact'],
  [
    'an element in a comment',
    '<dcc:endPerformanceDate>2026-01-02</dcc:endPerformanceDate>',
    '<!--<dcc:endPerformanceDate>2026-01-02</dcc:endPerformanceDate>-->',
    'dcc_signature_broken'
  ],
  ['marked text', '>0.1 50.2 100.3<', '><![CDATA[0.1 50.2 100.3]]><', 'intact'],
  ['marked text within a number', '>0.1 50.2', '>0.1 5<![CDATA[0]]>.2', 'intact'],
  ['another number in marked text', '>0.1 50.2', '>0.1 5<![CDATA[1]]>.2', 'dcc_signature_broken'],
  ['an empty marked text', '>0.1 50.2', '>0.1 5<![CDATA[]]>0.2', 'intact'],
  ['a digit by its code', '>0.1 50.2', '>0.1 &#53;0.2', 'intact'],
  ['a digit more by its code', '>0.1 50.2', '>0.1 5&#x30;0.2', 'dcc_signature_broken'],
  ['an entity of its own', '>0.1 50.2', '>0.1 5&zero;.2', 'dcc_not_xml'],
  [
    'a document type',
    '<dcc:digital',
    '<!DOCTYPE dcc:digitalCalibrationCertificate [<!ENTITY x "1">]><dcc:digital',
    'dcc_hostile'
  ],
  [
    'a default attribute',
    '<dcc:digital',
    '<!DOCTYPE x [<!ATTLIST dcc:quantity refType CDATA "basic_referenceValue">]><dcc:digital',
    'dcc_hostile'
  ],
  ['a line break', '>0.1 50.2', '>0.1\r\n50.2', 'dcc_signature_broken'],
  ['a carriage return', '>0.1 50.2', '>0.1\r50.2', 'dcc_signature_broken'],
  ['a carriage return by its code', '>0.1 50.2', '>0.1&#13;50.2', 'dcc_signature_broken'],
  ['a tab', '>0.1 50.2', '>0.1\t50.2', 'dcc_signature_broken'],
  ['a space more', '>0.1 50.2', '>0.1  50.2', 'dcc_signature_broken'],
  ['spaces in a tag', '<dcc:items>', '<dcc:items\n >', 'intact'],
  ['another quotation mark', 'refType="basic_measuredValue"', "refType='basic_measuredValue'", 'intact'],
  ['a letter of an attribute by its code', 'refType="basic_m', 'refType="&#98;asic_m', 'intact'],
  ['a space in an attribute', 'refType="basic_m', 'refType=" basic_m', 'dcc_signature_broken'],
  ['a tab in an attribute', 'refType="basic_m', 'refType="\tbasic_m', 'dcc_signature_broken'],
  ['attributes in another order', 'lang="en" id="a" xml:lang="de"', 'xml:lang="de" id="a" lang="en"', 'intact'],
  ['an attribute twice', 'refType="basic_measuredValue"', 'refType="basic_measuredValue" refType="x"', 'dcc_not_xml'],
  ['an attribute of XML', '<dcc:items>', '<dcc:items xml:base="urn:x">', 'not_checked'],
  [
    'an attribute of another namespace',
    '<dcc:items>',
    '<dcc:items xmlns:x="urn:x" x:lang="en">',
    'dcc_signature_broken'
  ],
  ['a namespace that is declared again', '<dcc:items>', '<dcc:items xmlns:dcc="https://ptb.de/dcc">', 'intact'],
  ['another namespace for a name', '<dcc:items>', '<dcc:items xmlns:dcc="urn:other">', 'dcc_signature_broken'],
  ['an id that is there twice', '<dcc:item>', '<dcc:item id="a">', 'dcc_signature_broken'],
  ['a mark of the byte order', '>0.1 50.2', '>\ufeff0.1 50.2', 'dcc_signature_broken'],
  ['a space that XML does not know', '>0.1 50.2', '>0.1\u008550.2', 'not_checked'],
  ['the declaration of another version', 'version="1.0"', 'version="1.1"', 'intact']
];

describe('what is read of a signed certificate is what was signed', () => {
  it('as it was signed', () => {
    for (const file of files) expect(said(file).state).toBe('intact');
  });

  it.each(CHANGES)('with %s', (_, old, by, state) => {
    for (const file of files) {
      const altered = file.replace(old, () => by);
      // The inclusive form has no declaration.
      if (altered === file && old.startsWith('version')) continue;
      expect(altered).not.toBe(file);
      const found = said(altered);
      expect(found.state).toBe(state);
      if (found.state === 'intact') expect(found.content).toBe(said(file).content);
    }
  });

  it('wherever its letters are put into instructions, comments, marked texts or codes', () => {
    for (const file of files) {
      const { content } = said(file);
      const end = file.indexOf('Signature');
      for (const [at, text] of [...file.matchAll(/(?<=>)[^<>\s]+(?=[^<>]*<)/gu)].map(
        (one) => [one.index, one[0]] as const
      )) {
        if (at > end) break;
        for (const hidden of [
          `<?p ${text}?>`,
          `${text}<?p ${text}?>`,
          `<!--${text}-->`,
          `<![CDATA[${text}]]>`,
          `&#${text.charCodeAt(0)};${text.slice(1)}`
        ]) {
          const found = said(file.slice(0, at) + hidden + file.slice(at + text.length));
          if (found.state === 'intact') expect(found.content).toBe(content);
          if (hidden.includes('<?')) expect(found.state).not.toBe('intact');
        }
      }
    }
  });

  it.each(['\u0085', '\u2028', '\r', '\r\u0085'])('with another line break: %j', (other) => {
    // The library takes those of XML 1.1 for line breaks, too; in XML 1.0 they are letters.
    const file = signDcc(CONTENT.replace('>0.1 50.2', '>0.1\n50.2'), key);
    const found = said(changed('>0.1\n50.2', `>0.1${other}50.2`, file));
    expect(found.state).toBe(other === '\r' ? 'intact' : 'not_checked');
    if (found.state === 'intact') expect(found.content).toBe(said(file).content);
  });

  it('with the signed certificate moved into another one', () => {
    for (const file of files) {
      const certificate = file.slice(file.indexOf('<dcc:digital'));
      const signature = /<(?:ds:)?Signature [\s\S]*Signature>/u.exec(file)?.[0] ?? '';
      const other = changed('50.2', '51.2', certificate);
      const unsigned = other.replace(signature, '');
      const within = (inner: string) =>
        unsigned.replace('</dcc:digitalCalibrationCertificate>', () => `${inner}</dcc:digitalCalibrationCertificate>`);
      expect(said(within(`<dcc:comment>${certificate}</dcc:comment>`)).state).toBe('none');
      for (const moved of [
        within(signature),
        within(signature.replace('URI=""', 'URI="#a"')),
        within(signature.replace(/(<\/(?:ds:)?Signature>)$/u, `<Object xmlns="urn:x">${certificate}</Object>$1`)),
        within(`<dcc:comment>${certificate}</dcc:comment>${signature}`)
      ]) {
        expect(said(moved).state).toMatch(/^(?:not_checked|dcc_signature_broken)$/u);
      }
    }
  });
});
