/** PAdES B-LT and B-LTA: what stands in a certificate so that it can be checked when every key of today has expired. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { extendPdf, type Extended } from '#lib/server/certificates/long-term/extend-pdf.ts';
import { verifyLongTerm } from '#lib/server/certificates/long-term/verify-long-term.ts';
import { makeSigningKey, type SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { requestTimeStamp, type TimeStampServer } from '#lib/server/certificates/signature/time-stamp.ts';
import { certificatesIn } from '#lib/server/certificates/signature/certificate-chain.ts';
import { createAskAddress } from '#lib/server/webhooks/ask-address.ts';
import { joined, textOf } from '#lib/signed-file/bytes.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { fillStamp, proofsRevision, stampedBytes, stampRevision } from '#lib/signed-file/revisions.ts';
import { takeOffRevisions } from '#lib/signed-file/take-off-revisions.ts';
import { readWrittenPdf } from '#lib/signed-file/written-pdf.ts';
import { opensslVerify, pdfPrograms, qpdfCheck, run, signedParts, withFiles } from './outside-validators.ts';
import { listOf, respond, startProofAuthority, type Lie, type Place, type ProofAuthority } from './proof-authority.ts';
import { facts } from './temperature-transmitter.ts';
import { depth } from '../support/depth.ts';

const MUTANTS = depth(50, 1000);
const signerName = 'Northfield Calibration Laboratory';
const sources = {
  ask: createAskAddress({ allowPrivate: true, attemptMs: 5000 }),
  ownList: async () => null
};
let authority: ProofAuthority;
let key: SigningKey;
/** B-T, and what becomes of it. */
let signed: Uint8Array;
let extended: Uint8Array;

const sign = async (by: SigningKey) =>
  (await issueCertificatePdf(facts, { ...by, signerName, timeStamps: authority.timeStamps })).pdf;
const inWords = (made: Extended) => ({ ...made, missing: made.missing.map(({ words }) => words).join('; ') });
const extend = async (pdf: Uint8Array, now = new Date()) =>
  inWords(await extendPdf(pdf, authority.timeStamps, sources, now));
const trusted = () => {
  const [root] = certificatesIn(authority.timeStamps.anchorsPem ?? '');
  if (!root) throw new Error('no root');
  return { signers: [root], stamps: [root] };
};

beforeAll(async () => {
  authority = await startProofAuthority();
  await authority.stampWith('stamps-of-today');
  key = await authority.signer('laboratory', ['ocsp', 'list']);
  signed = await sign(key);
  authority.asked.length = 0;
  const made = await extend(signed);
  expect(made).toMatchObject({ level: 'B-LTA', missing: '' });
  extended = made.pdf ?? signed;
}, 120_000);
afterEach(() => {
  authority.lies.clear();
  authority.setClock(null);
});
afterAll(() => authority.stop());

describe('a certificate with proofs', { timeout: 60_000 }, () => {
  it('begins with the bytes that were signed, and says its level and when it was stamped', async () => {
    expect(Buffer.from(extended.subarray(0, signed.length)).equals(Buffer.from(signed))).toBe(true);
    expect(await checkFile(signed)).toMatchObject({ state: 'intact', level: 'B-T', revisions: 0 });
    const checked = await checkFile(extended);
    expect(checked).toMatchObject({ state: 'intact', level: 'B-LTA', revisions: 2, reason: expect.any(String) });
    expect(checked.stamped_at).toBe((await checkFile(signed)).stamped_at);
    await expect(verifyLongTerm(extended, trusted(), new Date())).resolves.toEqual(new Date(checked.stamped_at ?? ''));
  });

  it('asks the responder where there is one, and the list where there is none', () => {
    expect(authority.asked.filter((place) => place === 'ocsp')).toHaveLength(1);
    expect(authority.asked).toContain('root.crl');
    expect(authority.asked).not.toContain('between.crl');
  });

  it('is accepted by qpdf, pdfsig and openssl, and still verifies without what was added', async () => {
    expect((await qpdfCheck(extended)).output).toContain('No syntax or stream encoding errors found');
    const shown = (await pdfPrograms('pdfsig', extended)).output;
    // It does not judge document time stamps; openssl does.
    expect(shown).toContain('Signature is Valid');
    expect(shown).toMatch(/Signature #2:[^]*Total document signed/u);
    expect(shown).not.toMatch(/Digest Mismatch|Signature is Invalid/u);
    const { original } = takeOffRevisions(extended);
    expect(Buffer.from(original).equals(Buffer.from(signed))).toBe(true);
    const anchors = `${key.chainPem ?? ''}`;
    expect((await opensslVerify(signedParts(original), anchors)).output).toContain('CAdES Verification successful');
    expect(await lastStampByOpenssl(extended)).toContain('Verification: OK');
  });

  it('has its proofs where readers look for them: whole chains, an answer, a list, and the signature’s own entry', async () => {
    const store = await withFiles({ 'a.pdf': extended }, async (path) =>
      JSON.parse((await run('qpdf', ['--json', '--json-key=qpdf', path('a.pdf')])).output)
    );
    const objects = store.qpdf[1] as Record<string, { value?: Record<string, unknown> }>;
    const of = (reference: unknown) => objects[`obj:${String(reference)}`]?.value ?? {};
    const root = Object.values(objects).find(({ value }) => value?.['/Type'] === '/Catalog')?.value ?? {};
    const dss = of(root['/DSS']);
    expect(dss['/Certs']).toHaveLength(4);
    expect(dss['/CRLs']).toHaveLength(1);
    expect(dss['/OCSPs']).toHaveLength(1);
    const [entry = ['', '']] = Object.entries(of(dss['/VRI']));
    const contents = Buffer.from(/\/Contents <([0-9a-f]+)>/u.exec(textOf(signed))?.[1] ?? '', 'hex');
    const hash = await crypto.subtle.digest('SHA-1', contents);
    expect(entry[0]).toBe(`/${Buffer.from(hash).toString('hex').toUpperCase()}`);
    expect(of(entry[1])).toMatchObject({ '/Cert': dss['/Certs'], '/CRL': dss['/CRLs'], '/OCSP': dss['/OCSPs'] });
    expect(textOf(signed)).toMatch(/\/P 2\b/u);
  });

  it('is not continued where it was signed so that nothing may follow', async () => {
    const own = await makeSigningKey('Northfield', new Date());
    const { pdf } = await issueCertificatePdf(facts, { ...own, signerName });
    expect(await extend(pdf)).toMatchObject({
      pdf: null,
      level: 'B-B',
      missing: expect.stringContaining('nothing may')
    });
  });
});

/** @throws Error with what openssl says, where it does not accept the stamp at the time of the clock */
async function lastStampByOpenssl(pdf: Uint8Array): Promise<string> {
  const stamp = takeOffRevisions(pdf).revisions.at(-1);
  if (stamp?.kind !== 'stamp') throw new Error('no stamp');
  const files = { token: stamp.token, data: stamp.stamped(), 'ca.pem': authority.timeStamps.anchorsPem ?? '' };
  return withFiles(files, (path) =>
    authority.openssl(
      ...['ts', '-verify', '-token_in', '-in', path('token'), '-data', path('data'), '-CAfile', path('ca.pem')]
    )
  );
}

describe('fifteen years later', () => {
  it('is valid by what is in it alone, its stamps renewed before they expired; without the last renewal it is not', async () => {
    let pdf = extended;
    let before = pdf;
    const years = [2028, 2031, 2034, 2037, 2040];
    for (const year of years) {
      const now = new Date(`${year}-05-01T12:00:00Z`);
      authority.setClock(now);
      await authority.stampWith(`stamps-of-${year}`, [`${year}0101000000Z`, `${year + 4}0101000000Z`]);
      const made = await extend(pdf, now);
      expect([year, made.missing, made.level]).toEqual([year, '', 'B-LTA']);
      before = pdf;
      pdf = made.pdf ?? pdf;
    }
    const then = new Date('2041-11-24T00:00:00Z');
    const checked = await checkFile(pdf);
    expect(checked).toMatchObject({ state: 'intact', level: 'B-LTA', revisions: 2 + 2 * years.length });
    expect(checked.document_stamps).toHaveLength(1 + years.length);
    authority.asked.length = 0;
    await expect(verifyLongTerm(pdf, trusted(), then)).resolves.toEqual(new Date(checked.stamped_at ?? ''));
    await expect(verifyLongTerm(before, trusted(), then)).rejects.toThrow('is not valid on 2041-11-24');
    expect(authority.asked).toEqual([]);
    // What openssl says on that day of the last stamp of either.
    authority.setClock(then);
    expect(await lastStampByOpenssl(pdf)).toContain('Verification: OK');
    await expect(lastStampByOpenssl(before)).rejects.toThrow('certificate has expired');
    authority.setClock(null);
    expect((await qpdfCheck(pdf)).output).toContain('No syntax or stream encoding errors found');
    expect((await pdfPrograms('pdfsig', pdf)).output).not.toMatch(/Digest Mismatch|Signature is Invalid/u);
    await authority.stampWith('stamps-of-today-again');
  }, 240_000);
});

describe('whoever answers falsely', { timeout: 60_000 }, () => {
  const answered =
    (bytes: Uint8Array | string): Lie =>
    (_, response) =>
      void response.end(bytes);
  const inPlaceOf = (name: string, made: (request: Buffer) => Promise<Buffer>): [string, Lie] => [
    name,
    async (request, response) => void response.end(await made(request))
  ];
  const falseAnswers = (): readonly (readonly [string, Lie, RegExp])[] => [
    [
      ...inPlaceOf('signed by somebody else', (q) => respond(authority.ca, authority.openssl, q, { signer: 'middle' })),
      /not signed by the authority/u
    ],
    [
      ...inPlaceOf('signed by one that may not answer', (q) =>
        respond(authority.ca, authority.openssl, q, { signer: 'other' })
      ),
      /not signed by the authority/u
    ],
    [
      ...inPlaceOf('of another certificate', async () =>
        respond(authority.ca, authority.openssl, await questionAbout('other'))
      ),
      /another question|another certificate/u
    ],
    [
      ...inPlaceOf('of yesterday', async (q) => {
        authority.setClock(new Date(Date.now() - 3 * 86_400_000));
        return respond(authority.ca, authority.openssl, q, { extra: ['-ndays', '1'] });
      }),
      /it counted until/u
    ],
    ['garbage', answered('<html>'), /cannot be read/u],
    ['nothing', answered(''), /cannot be read/u],
    ['a refusal', answered(Buffer.from('30030a0106', 'hex')), /refused with status 6/u],
    ['too much', answered(Buffer.alloc(200_000)), /larger than 65536 bytes/u],
    ['an error', (_, response) => void response.writeHead(503).end(), /answered 503/u],
    ['elsewhere', (_, response) => void response.writeHead(302, { location: '/root.crl' }).end(), /answered 302/u]
  ];
  const questionAbout = async (name: string) => {
    const { ca, openssl } = authority;
    const files = ['-issuer', ca.path('between.pem'), '-cert', ca.path(`${name}.pem`), '-reqout', ca.path('q')];
    await openssl('ocsp', '-sha1', ...files);
    return ca.read('q');
  };

  it('as a responder, is refused with the reason, and the certificate stays as it was', async () => {
    await authority.signer('other', []);
    const pdf = await sign(await authority.signer('asks-ocsp', ['ocsp']));
    for (const [name, lie, reason] of falseAnswers()) {
      authority.lies.set('ocsp', lie);
      const made = await extend(pdf);
      authority.setClock(null);
      expect([name, made.pdf, made.level]).toEqual([name, null, 'B-T']);
      expect([name, made.missing]).toEqual([name, expect.stringMatching(reason)]);
    }
  });

  it('as a list, is refused with the reason', async () => {
    const { ca, openssl, lies } = authority;
    const pdf = await sign(await authority.signer('asks-list', ['list']));
    const listBy = (name: string) => listOf(ca, openssl, name);
    const late = async () => {
      authority.setClock(new Date(Date.now() - 60 * 86_400_000));
      const list = await listBy('between');
      authority.setClock(null);
      return list;
    };
    const turned = Buffer.from(await listBy('between'));
    turned[turned.length - 5] = (turned[turned.length - 5] ?? 0) ^ 1;
    const lists: readonly (readonly [Uint8Array | string, RegExp])[] = [
      [await listBy('root'), /of another authority/u],
      [turned, /not signed by the authority/u],
      [await late(), /it counted until/u],
      ['<html>', /no list of revoked/u],
      [Buffer.alloc(2_000_000), /larger than 1048576 bytes/u]
    ];
    for (const [list, reason] of lists) {
      lies.set('between.crl', answered(list));
      expect(await extend(pdf)).toMatchObject({ pdf: null, level: 'B-T', missing: expect.stringMatching(reason) });
    }
    lies.clear();
    await openssl(
      'ca',
      '-config',
      ca.path('ca.cnf'),
      '-revoke',
      ca.path('asks-list.pem'),
      '-cert',
      ca.path('between.pem'),
      '-keyfile',
      ca.path('between.key')
    );
    expect((await extend(pdf)).missing).toContain('asks-list: it was revoked on');
  });

  it.each<Place>(['ocsp', 'between.crl'])('and never ends (%s): the other way is taken', async (place) => {
    authority.lies.set(place, () => undefined);
    const patient = { ...sources, ask: createAskAddress({ allowPrivate: true, attemptMs: 400 }) };
    const made = await extendPdf(
      signed,
      authority.timeStamps,
      { ...patient, ask: async (url, most, body) => (url.endsWith(place) ? patient : sources).ask(url, most, body) },
      new Date()
    );
    expect(made.level).toBe('B-LTA');
  });

  it('and a private address is not asked unless that is allowed', async () => {
    const guarded = { ...sources, ask: createAskAddress({ allowPrivate: false }) };
    const made = inWords(await extendPdf(signed, authority.timeStamps, guarded, new Date()));
    expect(made).toMatchObject({ pdf: null, level: 'B-T', missing: expect.stringContaining('REVOCATION_PRIVATE') });
  });

  it('where there is no place to ask, that is said; where the stamps fail, the proofs stand alone and are stamped later', async () => {
    const silent = await sign(await authority.signer('says-nothing', []));
    expect((await extend(silent)).missing).toContain('names no place to ask');
    authority.lies.set('stamps', answered('<html>'));
    const proven = await extend(signed);
    expect(proven).toMatchObject({ level: 'B-LT', missing: expect.stringContaining('no time stamp') });
    authority.lies.clear();
    const later = await extend(proven.pdf ?? signed);
    expect(later).toMatchObject({ level: 'B-LTA', missing: '' });
    await verifyLongTerm(later.pdf ?? signed, trusted(), new Date());
  });
});

describe('what somebody else appends', () => {
  const stateOf = async (bytes: Uint8Array) => (await checkFile(bytes)).state;
  const written = (bytes: Uint8Array) => readWrittenPdf(textOf(bytes));

  it('is no revision of ours unless it is byte for byte what this program writes, with a stamp that is right', async () => {
    const whole = textOf(extended);
    const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
    for (const changed of [
      `${whole} `,
      `${whole}\n%%EOF`,
      whole.replace('/Type /DSS', '/Type /DSs'),
      whole.slice(0, -1)
    ])
      expect(await stateOf(bytesOf(changed))).toBe('altered');
    const [, stamp] = takeOffRevisions(extended).revisions;
    if (stamp?.kind !== 'stamp') throw new Error('no stamp');
    // The stamp of one state over another, and none at all.
    for (const token of [stamp.token, new Uint8Array([0x30, 0x00])]) {
      const base = written(extended);
      const revision = fillStamp(stampRevision(base, 14_336), extended.length, token);
      expect(await stateOf(joined([extended, revision]))).toBe('altered');
    }
    const field = whole.replace(/\/T \(Signature2\)/u, '/T (Signature9)');
    expect(await stateOf(bytesOf(field))).toBe('altered');
    // Proofs of nobody: of our form, but counted, so that the server, which knows the hash of each revision, refuses them.
    const nothing = { about: 'A'.repeat(40), certificates: [new Uint8Array([1])], revocationLists: [], answers: [] };
    const strange = joined([extended, proofsRevision(written(extended), nothing)]);
    expect(await checkFile(strange)).toMatchObject({ state: 'intact', revisions: 3 });
    await expect(verifyLongTerm(strange, trusted(), new Date())).rejects.toThrow();
  });

  it('a stamp by an authority of a stranger is not trusted, nor are proofs that were put in place of others', async () => {
    const { ca } = authority;
    const extensions =
      'basicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign\nsubjectKeyIdentifier = hash';
    await ca.issue('stranger', { issuer: null, extensions });
    await authority.stampWith('stamps-of-a-stranger', undefined, 'stranger');
    const strangers = { ...authority.timeStamps, anchorsPem: (await ca.read('stranger.pem')).toString() };
    const stampedBy = async (server: TimeStampServer, pdf: Uint8Array) => {
      const revision = stampRevision(written(pdf), 14_336);
      const token = await requestTimeStamp(server, stampedBytes(pdf, revision));
      return joined([pdf, fillStamp(revision, pdf.length, token)]);
    };
    const appended = await stampedBy(strangers, extended);
    // Of our form, and right: who made it is for the installation, which knows the hash of each file, and for the anchors.
    const { state, document_stamps } = await checkFile(appended);
    expect([state, document_stamps.map(({ by }) => by[0]?.name)]).toEqual([
      'intact',
      ['stamps-of-today', 'stamps-of-a-stranger']
    ]);
    await expect(verifyLongTerm(appended, trusted(), new Date())).rejects.toThrow('leads to no authority');
    const [proofs, stamp] = takeOffRevisions(extended).revisions;
    if (proofs?.kind !== 'proofs' || stamp?.kind !== 'stamp') throw new Error('no proofs');
    // Proofs without what they have to prove, under the old stamp and under a new one.
    const swapped = joined([signed, proofsRevision(written(signed), { ...proofs.proofs, answers: [] })]);
    const old = stampRevision(written(swapped), stamp.contents.length);
    expect(await stateOf(joined([swapped, fillStamp(old, swapped.length, stamp.token)]))).toBe('altered');
    await authority.stampWith('stamps-after-a-swap');
    const renewed = await stampedBy(authority.timeStamps, swapped);
    await expect(verifyLongTerm(renewed, trusted(), new Date())).rejects.toThrow('does not prove that');
    await authority.stampWith('stamps-of-today-once-more');
  });

  it('no turned bit is taken for what was signed or proven, wherever it is', async () => {
    const stamp = /\/Type \/DocTimeStamp[^<]+<[0-9a-f]+>/u.exec(textOf(extended));
    const from = (stamp?.index ?? 0) + (stamp?.[0].indexOf('<') ?? 0);
    const to = (stamp?.index ?? 0) + (stamp?.[0].length ?? 0);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 0, max: extended.length - 1 }),
          fc.integer({ min: signed.length, max: extended.length - 1 })
        ),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          // In the stamp itself some bytes say nothing that counts: the hash of the file tells them.
          if (at >= from && at < to) return;
          const turned = Uint8Array.from(extended);
          turned[at] = (turned[at] ?? 0) ^ (1 << bit);
          expect([at, bit, await stateOf(turned)]).not.toEqual([at, bit, 'intact']);
        }
      ),
      { numRuns: MUTANTS }
    );
  }, 300_000);
});
