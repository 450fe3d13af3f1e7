/** Responders that must themselves be asked about (RFC 6960, 4.2.2.2.1), and answers and lists signed by RSASSA-PSS (RFC 4055). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { extendPdf } from '#lib/server/certificates/long-term/extend-pdf.ts';
import { verifyLongTerm } from '#lib/server/certificates/long-term/verify-long-term.ts';
import { certificatesIn } from '#lib/server/certificates/signature/certificate-chain.ts';
import { createAskAddress } from '#lib/server/webhooks/ask-address.ts';
import { joined, textOf } from '#lib/signed-file/bytes.ts';
import { fillStamp, proofsRevision, stampedBytes, stampRevision } from '#lib/signed-file/revisions.ts';
import { takeOffRevisions } from '#lib/signed-file/take-off-revisions.ts';
import { readWrittenPdf } from '#lib/signed-file/written-pdf.ts';
import { requestTimeStamp } from '#lib/server/certificates/signature/time-stamp.ts';
import { listOf, respond, startProofAuthority, type ProofAuthority } from './proof-authority.ts';
import { facts } from './temperature-transmitter.ts';

const PSS = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:digest'];
const PSS_OF_RESPONDER = ['-rsigopt', 'rsa_padding_mode:pss', '-rsigopt', 'rsa_pss_saltlen:digest', '-ndays', '7'];
const sources = { ask: createAskAddress({ allowPrivate: true, attemptMs: 5000 }), ownList: async () => null };
let authority: ProofAuthority;
/** Whose status a responder alone can tell. */
let asksResponder: Uint8Array;
let asksList: Uint8Array;

const signed = async (name: string, asks: Parameters<ProofAuthority['signer']>[1]) => {
  const key = { ...(await authority.signer(name, asks)), signerName: name, timeStamps: authority.timeStamps };
  return (await issueCertificatePdf(facts, key)).pdf;
};
const extend = (pdf: Uint8Array) => extendPdf(pdf, authority.timeStamps, sources, new Date());
const wordsOf = ({ missing }: Awaited<ReturnType<typeof extend>>) => missing.map(({ words }) => words).join('; ');
const verify = (pdf: Uint8Array) => {
  const anchors = certificatesIn(authority.timeStamps.anchorsPem ?? '');
  return verifyLongTerm(pdf, { signers: anchors, stamps: anchors }, new Date());
};
const answerBy = (signer: string, extra?: readonly string[]) =>
  authority.lies.set('ocsp', async (request, response) => {
    const options = extra === undefined ? { signer } : { signer, extra };
    response.end(await respond(authority.ca, authority.openssl, request, options));
  });
const answerWithList = (extra: readonly string[], change = (list: Buffer) => list) =>
  authority.lies.set('between.crl', async (_, response) => {
    response.end(change(await listOf(authority.ca, authority.openssl, 'between', extra)));
  });

beforeAll(async () => {
  authority = await startProofAuthority();
  await authority.stampWith('stamps');
  asksResponder = await signed('asks-responder', ['ocsp']);
  asksList = await signed('asks-list', ['list']);
}, 120_000);
afterEach(() => authority.lies.clear());
afterAll(() => authority.stop());

describe('a responder without id-pkix-ocsp-nocheck', { timeout: 60_000 }, () => {
  it('is believed if a list shows that it was not revoked, and the list is kept for later', async () => {
    answerBy('listed-responder');
    authority.asked.length = 0;
    const { pdf, level, missing } = await extend(asksResponder);
    expect([level, missing]).toEqual(['B-LTA', []]);
    expect(authority.asked).toContain('between.crl');
    const [proofs] = takeOffRevisions(pdf ?? asksResponder).revisions;
    // One about the responder, one about the authorities.
    expect(proofs?.kind === 'proofs' && [proofs.proofs.answers.length, proofs.proofs.revocationLists.length]).toEqual([1, 2]); // prettier-ignore
    await expect(verify(pdf ?? asksResponder)).resolves.toBeInstanceOf(Date);
  });

  it('is not believed where it names no list, nor where the list cannot be had', async () => {
    answerBy('unlisted-responder');
    expect(wordsOf(await extend(asksResponder))).toContain('its responder may have been revoked: it names no list');
    answerBy('listed-responder');
    authority.lies.set('between.crl', (_, response) => void response.writeHead(503).end());
    expect(wordsOf(await extend(asksResponder))).toMatch(/its responder may have been revoked: .+ answered 503/u);
  });

  it('is not believed later from a file that has its answer without a list about it', async () => {
    answerBy('listed-responder');
    const { pdf } = await extend(asksResponder);
    const { original, revisions } = takeOffRevisions(pdf ?? asksResponder);
    const [whole] = revisions;
    if (whole?.kind !== 'proofs') throw new Error('no proofs');
    const kept = whole.proofs.revocationLists.filter((list) => !Buffer.from(list).includes('between'));
    expect(kept).toHaveLength(1);
    const written = readWrittenPdf(textOf(original));
    const thinned = joined([original, proofsRevision(written, { ...whole.proofs, revocationLists: kept })]);
    const revision = stampRevision(readWrittenPdf(textOf(thinned)), 14_336);
    const token = await requestTimeStamp(authority.timeStamps, stampedBytes(thinned, revision));
    const stamped = joined([thinned, fillStamp(revision, thinned.length, token)]);
    await expect(verify(stamped)).rejects.toThrow('does not prove that');
  });

  it('is not believed once it is revoked, which does not mean that the certificate is', async () => {
    const { ca, openssl } = authority;
    await ca.issue('revoked-responder', {
      issuer: 'between',
      extensions: `keyUsage = critical, digitalSignature\nextendedKeyUsage = OCSPSigning\ncrlDistributionPoints = URI:${authority.url}/between.crl`
    });
    const keys = ['-cert', ca.path('between.pem'), '-keyfile', ca.path('between.key')];
    await openssl('ca', '-config', ca.path('ca.cnf'), '-revoke', ca.path('revoked-responder.pem'), ...keys);
    answerBy('revoked-responder');
    const made = await extend(asksResponder);
    expect(wordsOf(made)).toMatch(/its responder may have been revoked: it was revoked on/u);
    expect(made.missing).toMatchObject([{ kind: 'status' }]);
  });
});

describe('a signature by RSASSA-PSS', { timeout: 60_000 }, () => {
  it('is checked and accepted, of an answer and of a list, also by a key that is for PSS alone', async () => {
    answerBy('responder', PSS_OF_RESPONDER);
    const answered = await extend(asksResponder);
    expect(answered).toMatchObject({ level: 'B-LTA', missing: [] });
    await verify(answered.pdf ?? asksResponder);
    answerWithList(PSS);
    const listed = await extend(asksList);
    expect(listed).toMatchObject({ level: 'B-LTA', missing: [] });
    await verify(listed.pdf ?? asksList);
    answerWithList([...PSS, '-md', 'sha512']);
    expect(await extend(asksList)).toMatchObject({ level: 'B-LTA' });
    await authority.ca.issue('pss-responder', {
      issuer: 'between',
      extensions: 'keyUsage = critical, digitalSignature\nextendedKeyUsage = OCSPSigning\nnoCheck = ignored',
      key: ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048']
    });
    answerBy('pss-responder', ['-rsigopt', 'rsa_pss_saltlen:digest', '-ndays', '7']);
    expect(await extend(asksResponder)).toMatchObject({ level: 'B-LTA', missing: [] });
  });

  it('is refused with SHA-1, with another hash in its mask, turned, or with parameters that were not signed', async () => {
    const turned = (list: Buffer) => {
      const bytes = Buffer.from(list);
      bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
      return bytes;
    };
    // The length of the salt in the outer parameters: [2] INTEGER 32 becomes 20.
    const otherSalt = (list: Buffer) => {
      const bytes = Buffer.from(list);
      const at = bytes.lastIndexOf(Buffer.from('a203020120', 'hex'));
      expect(at).toBeGreaterThan(0);
      bytes[at + 4] = 20;
      return bytes;
    };
    for (const [extra, change] of [
      [[...PSS, '-md', 'sha1'], undefined],
      [[...PSS, '-sigopt', 'rsa_mgf1_md:sha1'], undefined],
      [PSS, turned]
    ] as const) {
      answerWithList(extra, change);
      expect([extra.join(' '), wordsOf(await extend(asksList))]).toEqual([
        extra.join(' '),
        expect.stringContaining('not signed by the authority')
      ]);
    }
    answerWithList(PSS, otherSalt);
    expect(wordsOf(await extend(asksList))).toContain('not signed as it says');
    answerBy('middle', PSS_OF_RESPONDER);
    expect(wordsOf(await extend(asksResponder))).toContain('not signed by the authority');
    answerBy('responder', [...PSS_OF_RESPONDER, '-rsigopt', 'rsa_mgf1_md:sha1']);
    expect(wordsOf(await extend(asksResponder))).toContain('not signed by the authority');
  });
});
