// cspell:ignore usepackage hyperref
/** Whoever holds a certificate checks it without asking anybody: what was changed in any way is not what was signed. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { signPdf } from '#lib/server/certificates/signature/sign-pdf.ts';
import { makeSigningKey, type SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { describeSigningCertificate } from '#lib/server/certificates/signing-keys.ts';
import { MUTATIONS, mutantsOf } from './mutants.ts';
import { signedParts } from './outside-validators.ts';
import { inDocument } from './latex/hostile-sources.ts';
import { facts } from './temperature-transmitter.ts';
import { depth } from '../support/depth.ts';

const MUTANTS = depth(250, 1000);
/** What a forger would make takes longer to make. */
const OF_EACH_KIND = depth(30, 1000);
let key: SigningKey;
let pdf: Uint8Array;
beforeAll(async () => {
  key = await makeSigningKey('Kalibrierlabor Größe', new Date());
  pdf = (await issueCertificatePdf(facts, { ...key, signerName: 'Northfield' })).pdf;
});
const stateOf = async (bytes: Uint8Array) => (await checkFile(bytes)).state;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const bytesOf = (written: string) => new Uint8Array(Buffer.from(written, 'latin1'));

describe('the file of a certificate', () => {
  it('is intact, and names its signer and its number', async () => {
    expect(await checkFile(pdf)).toEqual({
      state: 'intact',
      signer: {
        name: 'Kalibrierlabor Größe',
        fingerprint_sha256: describeSigningCertificate(key.certificatePem).fingerprint_sha256,
        above: []
      },
      reason: `Calibration certificate ${facts.context.certificate_number}`,
      time_stamp: null,
      level: 'B-B',
      stamped_at: null,
      revisions: 0,
      document_stamps: []
    });
  });

  // Each took seconds to minutes before: the whole server waits for a file that anybody may send.
  it('is looked at in no time, whatever is behind it', { timeout: 5000 }, async () => {
    expect(await stateOf(Buffer.concat([pdf, Buffer.alloc(99_000, '1')]))).toBe('altered');
    const revision = `${' '.repeat(20)}/Contents <${'00'.repeat(9_000_000)}>`;
    expect(await stateOf(Buffer.concat([pdf, bytesOf(`/FT /Sig ${revision}`)]))).toBe('altered');
  });

  it('is none with a message of many megabytes', { timeout: 5000 }, async () => {
    const digits = '00'.repeat(9_500_000);
    const made = (numbers: readonly number[]) =>
      `%PDF-1.7\n/ByteRange [${numbers.map((one) => String(one).padStart(10, '0')).join(' ')}] /Contents <${digits}>\nend`;
    const end = made([0, 0, 0, 0]).indexOf('<0000');
    const after = end + digits.length + 2;
    expect(await stateOf(bytesOf(made([0, end, after, made([0, 0, 0, 0]).length - after])))).toBe('altered');
  });

  it('is altered with any bit turned, wherever it is signed, and nowhere is it the same file', async () => {
    const { range } = signedParts(pdf);
    const [, end = 0, after = 0] = range;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: pdf.length - 1 }), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
        const turned = Uint8Array.from(pdf);
        turned[at] = (turned[at] ?? 0) ^ (1 << bit);
        const { state, signer } = await checkFile(turned);
        if (at < end || at >= after) expect([at, state === 'intact']).toEqual([at, false]);
        // In the message itself some bytes say nothing that counts; whoever signed is the same, or nobody that is known.
        else if (state === 'intact') expect(signer?.name).toBe('Kalibrierlabor Größe');
      }),
      { numRuns: MUTANTS }
    );
  }, 300_000);

  it.each(Object.keys(MUTATIONS))(
    'is altered, or has another message by the same signer: %s',
    async (kind) => {
      const stranger = await makeSigningKey('Kalibrierlabor Größe', new Date());
      const country = 'DE';
      const whole = (await issueCertificatePdf(facts, { ...key, signerName: 'Northfield' }, { country })).pdf;
      const others = { ...facts, context: { ...facts.context, certificate_number: 'NCL-2026-0319' } };
      const other = (await issueCertificatePdf(others, { ...key, signerName: 'Northfield' }, { country })).pdf;
      const original = createHash('sha256').update(whole).digest('hex');
      const [, end = 0, after = 0] = signedParts(whole).range;
      const signed = (bytes: Uint8Array) => Buffer.concat([bytes.subarray(0, end), bytes.subarray(after)]);
      for await (const mutant of mutantsOf({ pdf: whole, key, stranger, other }, kind, OF_EACH_KIND)) {
        expect(createHash('sha256').update(mutant).digest('hex')).not.toBe(original);
        const { state, signer, revisions } = await checkFile(mutant);
        if (state !== 'intact') continue;
        // In the message itself some bytes say nothing that counts: all that is printed is as it was signed.
        expect([kind, signer?.name, revisions]).toEqual(['bits turned', 'Kalibrierlabor Größe', 0]);
        expect(signed(mutant).equals(signed(whole))).toBe(true);
      }
    },
    300_000
  );

  it('is altered with anything behind it, before it, or left out of it', async () => {
    const whole = text(pdf);
    const appended = `${whole}\ntrailer << /Root 1 0 R /Prev 10 >>\n%%EOF\n`;
    for (const changed of [appended, `${whole} `, ` ${whole}`, whole.slice(0, -1), whole.slice(1)]) {
      expect(await stateOf(bytesOf(changed))).toBe('altered');
    }
  });

  it('is altered with a second signature, a second range, or one that leaves something out', async () => {
    const again = await signPdf(pdf, {
      ...key,
      reason: 'again',
      location: 'elsewhere',
      name: 'somebody',
      signedAt: new Date(),
      place: null
    }).then(
      (signed) => signed.pdf,
      () => null
    );
    if (again) expect(await stateOf(again)).toBe('altered');
    const whole = text(pdf);
    const [stated = ''] = /\/ByteRange \[[^\]]+\]/u.exec(whole) ?? [];
    expect(await stateOf(bytesOf(`${whole}\n${stated}`))).toBe('altered');
    const [, , , length = 0] = signedParts(pdf).range;
    const shorter = whole.replace(stated, stated.replace(String(length), String(length - 10)));
    expect(await stateOf(bytesOf(shorter))).toBe('altered');
    expect(await stateOf(bytesOf(whole.replace('/Contents <', '/Contents  ')))).toBe('altered');
  });

  it('saved again by another program is altered or unsigned', async () => {
    const document = await PDFDocument.load(pdf);
    expect(await stateOf(await document.save())).not.toBe('intact');
  });

  it('of a template is intact whatever its links lead to', async () => {
    const body = String.raw`\href{https://example.org/ByteRange[0/********** /********** /**********]}{a link}`;
    const source = inDocument(body, String.raw`\usepackage{hyperref}`);
    const template = { source, language: null, engine: 'embedded' } as const;
    const made = await issueCertificatePdf(facts, { ...key, signerName: 'Northfield' }, { template });
    expect(text(made.pdf)).toContain('https://example.org/%42yteRange');
    expect(await stateOf(made.pdf)).toBe('intact');
  });

  it('signed by somebody else under the same name has another fingerprint', async () => {
    const stranger = await makeSigningKey('Kalibrierlabor Größe', new Date());
    const { pdf: forged } = await issueCertificatePdf(facts, { ...stranger, signerName: 'Northfield' });
    const { state, signer } = await checkFile(forged);
    expect(state).toBe('intact');
    expect(signer?.fingerprint_sha256).not.toBe(describeSigningCertificate(key.certificatePem).fingerprint_sha256);
  });

  it('without a signature, or no PDF at all, is unsigned', async () => {
    const plain = await PDFDocument.create();
    plain.addPage();
    for (const bytes of [await plain.save(), new Uint8Array(), bytesOf('hello'), new Uint8Array(1 << 20)]) {
      expect(await stateOf(bytes)).toBe('unsigned');
    }
  });

  it('with anything in place of its message is altered, never an error', async () => {
    const whole = text(pdf);
    const [, end = 0, after = 0] = signedParts(pdf).range;
    const room = after - end - 2;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 200 }), async (bytes) => {
        const digits = Buffer.from(bytes).toString('hex').padEnd(room, '0');
        const changed = `${whole.slice(0, end)}<${digits}>${whole.slice(after)}`;
        expect(await stateOf(bytesOf(changed))).toBe('altered');
      }),
      { numRuns: depth(100, 1000) }
    );
  }, 120_000);
});
