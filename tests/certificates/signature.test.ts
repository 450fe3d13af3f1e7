import { X509Certificate } from 'node:crypto';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { readDer, readParts } from '#lib/server/certificates/signature/der.ts';
import { makeSigningKey, type SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { opensslVerify, pdfPrograms, qpdfCheck, run, signedParts, withFiles } from './outside-validators.ts';
import { facts } from './temperature-transmitter.ts';

const signerName = 'Northfield Calibration Laboratory';
let key: SigningKey;
let pdf: Uint8Array;

beforeAll(async () => {
  key = await makeSigningKey('Kalibrierlabor Größe', new Date());
  pdf = (await issueCertificatePdf(facts, { ...key, signerName })).pdf;
});

describe('the signature of an issued certificate', () => {
  it('is valid for pdfsig, covers the whole document and is a CAdES one', async () => {
    const { output } = await pdfPrograms('pdfsig', pdf);
    expect(output).toContain('Signature Validation: Signature is Valid.');
    expect(output).toContain('Total document signed');
    expect(output).toContain('Signature Type: ETSI.CAdES.detached');
    expect(output).toContain('Signing Hash Algorithm: SHA-256');
    expect(output).toContain('Kalibrierlabor Größe');
  });

  it('is accepted by openssl as CAdES under the organization’s certificate, and under no other', async () => {
    const good = await opensslVerify(signedParts(pdf), key.certificatePem);
    expect(good).toMatchObject({ code: 0, output: expect.stringContaining('CAdES Verification successful') });
    const stranger = await makeSigningKey('Kalibrierlabor Größe', new Date());
    expect((await opensslVerify(signedParts(pdf), stranger.certificatePem)).code).not.toBe(0);
  });

  it('leaves a file that qpdf finds whole', async () => {
    expect(await qpdfCheck(pdf)).toMatchObject({
      code: 0,
      output: expect.stringContaining('No syntax or stream encoding errors')
    });
  });

  it('signs exactly content type, message digest and signing certificate, in DER order and without a time', async () => {
    const { cms } = signedParts(pdf);
    const printed = await withFiles({ cms }, (path) =>
      run('openssl', ['asn1parse', '-inform', 'DER', '-in', path('cms')])
    );
    const oids = [...printed.output.matchAll(/OBJECT\s+:(\S+)/gu)].map(([, name]) => name);
    expect(oids.filter((name) => name === 'signingTime')).toEqual([]);
    const attributes = signedAttributes(cms);
    expect(
      attributes.map((attribute) => attribute.content.subarray(2, 2 + attribute.content.readUInt8(1)).toString('hex'))
    ).toEqual(['2a864886f70d010903', '2a864886f70d010904', '2a864886f70d010910022f']);
    const ordered = [...attributes].sort((a, b) => Buffer.compare(a.whole, b.whole));
    expect(attributes).toEqual(ordered);
  });

  it('allows no change: DocMDP 1 with its reference and /Perms', async () => {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const perms = document.catalog.lookup(PDFName.of('Perms'), PDFDict);
    const signature = perms.lookup(PDFName.of('DocMDP'), PDFDict);
    expect(String(signature.get(PDFName.of('SubFilter')))).toBe('/ETSI.CAdES.detached');
    expect(String(signature.get(PDFName.of('Reference'))).replace(/\s+/gu, ' ')).toContain('/TransformMethod /DocMDP');
    expect(String(signature.get(PDFName.of('Reference'))).replace(/\s+/gu, ' ')).toMatch(/\/P 1\b/u);
    expect(document.getPageCount()).toBe(2);
  });

  it('is broken by one flipped byte wherever it lies in the signed range', async () => {
    const { range } = signedParts(pdf);
    const [, length = 0, second = 0, rest = 0] = range;
    const places = [
      9,
      Math.floor(length / 3),
      length - 2,
      second + 1,
      second + Math.floor(rest / 2),
      second + rest - 8
    ];
    for (const place of places) {
      const altered = Uint8Array.from(pdf);
      altered[place] = (altered[place] ?? 0) ^ 1;
      const intact = { ...signedParts(pdf), content: contentAt(altered, range) };
      expect((await opensslVerify(intact, key.certificatePem)).code, `byte ${place}`).not.toBe(0);
    }
    const altered = Uint8Array.from(pdf);
    altered[Math.floor(length / 3)] = (altered[Math.floor(length / 3)] ?? 0) ^ 1;
    expect((await pdfPrograms('pdfsig', altered)).output).not.toContain('Signature is Valid');
  });

  it('is the same to the last byte when the same certificate is issued again', async () => {
    const again = await issueCertificatePdf(facts, { ...key, signerName });
    expect(Buffer.compare(again.pdf, pdf)).toBe(0);
  });

  it('shows the signer and the first bytes of the certificate’s fingerprint on the page', async () => {
    const fingerprint = new X509Certificate(key.certificatePem).fingerprint256.slice(0, 11);
    const shown = await appearanceText(pdf);
    expect(shown).toContain('signed electronically');
    expect(shown).toContain(`Certificate ${fingerprint}`);
  });
});

function contentAt(pdf: Uint8Array, [start = 0, length = 0, second = 0, rest = 0]: readonly number[]): Buffer {
  return Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(second, second + rest)]);
}

/** ContentInfo → SignedData → SignerInfos → SignerInfo → [0]. */
function signedAttributes(cms: Buffer) {
  const signedData = readParts(readDer(cms))[1];
  const parts = signedData ? readParts(readDer(signedData.content)) : [];
  const signerInfos = parts.at(-1);
  const signerInfo = signerInfos ? readParts(readDer(signerInfos.content)) : [];
  const attributes = signerInfo.find(({ tag }) => tag === 0xa0);
  return attributes ? readParts(attributes) : [];
}

/** Readers draw annotations; pdftotext leaves them out, so they are flattened into the page first. */
async function appearanceText(signed: Uint8Array): Promise<string> {
  return withFiles({ 'a.pdf': signed }, async (path) => {
    await run('qpdf', ['--flatten-annotations=all', path('a.pdf'), path('flat.pdf')]);
    return (await run('pdftotext', [path('flat.pdf'), '-'])).output;
  });
}
