import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { signDcc } from '#lib/server/certificates/dcc/sign-dcc.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { describeSigningCertificate, makeSigningKey, type SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { checkSignature } from '#lib/server/dcc/check-signature.ts';
import { parseXml } from '#lib/server/dcc/parse-xml.ts';
import { schemaFaults, TRUTH } from './dcc-schema.ts';
import { run, withFiles } from './outside-validators.ts';
import { facts } from './temperature-transmitter.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
type SignedWith = {
  readonly digest: string;
  readonly transforms: readonly string[];
  readonly canonicalization: string;
};
const AS_HERE: SignedWith = {
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  transforms: [ENVELOPED, EXCLUSIVE],
  canonicalization: EXCLUSIVE
};

const unsigned = writeDcc({ ...facts, country: 'GB' });
let key: SigningKey;
let signed: string;
beforeAll(async () => {
  key = await makeSigningKey('Kalibrierlabor Größe', new Date());
  signed = signDcc(unsigned, key);
});

const check = (xml: string) => checkSignature(xml, parseXml(new TextEncoder().encode(xml)));
const xmlsec = (xml: string, certificatePem: string) =>
  withFiles({ 'a.xml': xml, 'ca.pem': certificatePem }, (path) =>
    run('xmlsec1', ['--verify', '--trusted-pem', path('ca.pem'), path('a.xml')])
  );

describe('the signature of a digital certificate', () => {
  it('is accepted by xmlsec1 under the organization’s certificate, and under no other', async () => {
    expect((await xmlsec(signed, key.certificatePem)).code).toBe(0);
    const stranger = await makeSigningKey('Kalibrierlabor Größe', new Date());
    expect((await xmlsec(signed, stranger.certificatePem)).code).not.toBe(0);
  });

  it('leaves the certificate valid by its schema, and is the same each time', async () => {
    expect(await schemaFaults([signed])).toEqual([]);
    expect(signDcc(unsigned, key)).toBe(signed);
  });

  it('is found intact, with its signer', () => {
    expect(check(signed)).toMatchObject({
      state: 'intact',
      signer: {
        name: expect.stringContaining('Kalibrierlabor Größe'),
        fingerprint_sha256: describeSigningCertificate(key.certificatePem).fingerprint_sha256
      }
    });
  });

  it.each([
    ['a number', (xml: string) => xml.replace('<si:valueXMLList>0.012 ', '<si:valueXMLList>0.013 ')],
    ['a statement left out', (xml: string) => xml.replace(/<dcc:statement>.*?<\/dcc:statement>/u, '')],
    ['an attribute', (xml: string) => xml.replace('refType="basic_referenceValue"', 'refType="basic_measuredValue"')],
    ['the value of the signature', (xml: string) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>AAAA')]
  ])('is broken by %s', (_, alter) => {
    const altered = alter(signed);
    expect(altered).not.toBe(signed);
    expect(check(altered).state).toBe('broken');
  });

  it('of other laboratories is checked too, canonical XML 1.1 included', () => {
    const example = (name: string) => check(readFileSync(resolve(TRUTH, `examples/${name}.xml`), 'utf8'));
    expect(example('dcclib_valid_signature')).toMatchObject({
      state: 'intact',
      signer: { name: expect.stringContaining('PTB') }
    });
    expect(example('dcclib_invalid_signature').state).toBe('broken');
    expect(example('dcclib_valid')).toEqual({ state: 'none', signer: null });
  });

  const resigned = (change: Partial<SignedWith>) => {
    const { digest, transforms, canonicalization } = { ...AS_HERE, ...change };
    const { privateKeyPem: privateKey, certificatePem: publicCert } = key;
    const { getKeyInfoContent } = SignedXml;
    const signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    const signer = new SignedXml({
      ...{ privateKey, publicCert, signatureAlgorithm, getKeyInfoContent },
      canonicalizationAlgorithm: canonicalization
    });
    signer.addReference({ xpath: '/*', isEmptyUri: true, digestAlgorithm: digest, transforms });
    signer.computeSignature(unsigned.replace(/^<\?xml.*?\?>\n/u, ''));
    return signer.getSignedXml();
  };

  it.each<[string, string, Partial<SignedWith>]>([
    ['as it is signed here', 'intact', {}],
    ['without a transform of its own for the text', 'intact', { transforms: [ENVELOPED] }],
    ['a digest in SHA-512', 'intact', { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }],
    ['canonical XML 1.0', 'intact', { canonicalization: INCLUSIVE, transforms: [ENVELOPED, INCLUSIVE] }],
    ['comments signed, too', 'intact', { transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`] }],
    // Two files of one SHA-1 can be made: the one is signed, the other read.
    ['a digest in SHA-1', 'not_checked', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    ['transforms in another order', 'not_checked', { transforms: [EXCLUSIVE, ENVELOPED] }],
    ['the text made canonical twice', 'not_checked', { transforms: [ENVELOPED, EXCLUSIVE, INCLUSIVE] }]
  ])('with %s is %s', (_, state, change) => {
    expect(check(resigned(change)).state).toBe(state);
  });

  it('by a method that is not known is not called broken', () => {
    for (const [known, other] of [
      ['<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"', '<ds:DigestMethod Algorithm="urn:new"'],
      [`<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"`, '<ds:CanonicalizationMethod Algorithm="urn:new"'],
      ['#rsa-sha256"', '#rsa-sha384"'],
      [`<ds:Transform Algorithm="${EXCLUSIVE}"`, '<ds:Transform Algorithm="urn:new"']
    ] as const) {
      const changed = signed.replace(known, other);
      expect(changed).not.toBe(signed);
      // Nobody has verified who is named there.
      expect(check(changed)).toEqual({ state: 'not_checked', signer: null });
    }
  });

  it('whose methods have namesakes in another namespace is not called intact', () => {
    const weak = resigned({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' });
    const strong = '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>';
    const other = '<x:DigestMethod xmlns:x="urn:x" Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>';
    const changed = weak.replace(/<DigestMethod [^>]*>/u, other + strong);
    expect(changed).not.toBe(weak);
    expect(check(changed).state).toBe('not_checked');
  });

  it('that covers a part, or comes twice, is not called intact', () => {
    expect(check(signed.replace('<ds:Reference URI="">', '<ds:Reference URI="#part">')).state).toBe('not_checked');
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/u.exec(signed) ?? [];
    expect(check(signed.replace(signature, () => signature + signature)).state).toBe('not_checked');
  });
});
