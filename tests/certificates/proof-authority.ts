/**
 * All that long-term signatures ask of the outside, by openssl: an authority with one below it, lists of revoked certificates, a responder
 * (OCSP) and time stamps, on one address, at any time (faketime).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { SigningKey } from '#lib/server/certificates/signing-keys.ts';
import type { TimeStampServer } from '#lib/server/certificates/signature/time-stamp.ts';
import { startAuthority, SIGNING, type Authority } from './openssl-authority.ts';
import { run } from './outside-validators.ts';

const STAMPS = (signer: string, folder: string) => `
[tsa]
default_tsa = one
[one]
serial = ${folder}/stamp-serial
signer_cert = ${folder}/${signer}.pem
signer_key = ${folder}/${signer}.key
certs = ${folder}/root.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

export type Place = 'ocsp' | 'between.crl' | 'root.crl' | 'stamps';
/** Instead of the truth. */
export type Lie = (request: Buffer, response: ServerResponse) => Promise<void> | void;

export type ProofAuthority = {
  readonly ca: Authority;
  readonly url: string;
  readonly timeStamps: TimeStampServer;
  /** A certificate for time stamps, which stamps from now on. */
  readonly stampWith: (name: string, dates?: readonly [from: string, to: string], issuer?: string) => Promise<void>;
  /** A key for signing documents, which says where to ask about it. */
  readonly signer: (name: string, asks: readonly ('ocsp' | 'list')[]) => Promise<SigningKey>;
  /** All programs run at this time from now on; null: today. */
  readonly setClock: (at: Date | null) => void;
  readonly openssl: (...args: readonly string[]) => Promise<string>;
  readonly lies: Map<Place, Lie>;
  readonly asked: Place[];
  readonly stop: () => Promise<void>;
};

const LONG = ['20200101000000Z', '20600101000000Z'] as const;

export async function startProofAuthority(): Promise<ProofAuthority> {
  const ca = await startAuthority({ dates: LONG });
  const lies = new Map<Place, Lie>();
  const asked: Place[] = [];
  let clock: Date | null = null;
  let stamper = '';
  const openssl = async (...args: readonly string[]) => {
    const at = clock?.toISOString().replace('T', ' ').slice(0, 19);
    const ran = await (at === undefined
      ? run('openssl', args)
      : run('env', ['TZ=UTC', 'faketime', '-f', `@${at}`, 'openssl', ...args]));
    if (ran.code !== 0) throw new Error(`openssl ${args.join(' ')}: ${ran.output}`);
    return ran.output;
  };
  const list = (authority: 'root' | 'between') => listOf(ca, openssl, authority);
  const answer: Record<Place, (request: Buffer) => Promise<Buffer>> = {
    'root.crl': () => list('root'),
    'between.crl': () => list('between'),
    ocsp: (request) => respond(ca, openssl, request),
    stamps: async (request) => {
      await writeFile(ca.path('query'), request);
      await writeFile(ca.path('tsa.cnf'), STAMPS(stamper, ca.path('.')));
      const files = ['-queryfile', ca.path('query'), '-out', ca.path('reply')];
      await openssl('ts', '-reply', '-config', ca.path('tsa.cnf'), ...files);
      return readFile(ca.path('reply'));
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const place = (request.url ?? '').slice(1) as Place;
    asked.push(place);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const lie = lies.get(place);
    if (lie) await lie(Buffer.concat(chunks), response);
    else response.end(await answer[place](Buffer.concat(chunks)));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((thrown: unknown) => response.writeHead(500).end(String(thrown)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const listAt = (name: Place) => `crlDistributionPoints = URI:${url}/${name}`;
  await writeFile(ca.path('stamp-serial'), '01');
  await ca.issue('between', {
    issuer: 'root',
    extensions: `basicConstraints = critical, CA:TRUE, pathlen:0\nkeyUsage = critical, keyCertSign, cRLSign\nsubjectKeyIdentifier = hash\n${listAt('root.crl')}`,
    dates: LONG
  });
  await ca.issue('responder', {
    issuer: 'between',
    extensions: 'keyUsage = critical, digitalSignature\nextendedKeyUsage = OCSPSigning\nnoCheck = ignored',
    dates: LONG
  });
  // Which must itself be asked about: by a list, or by nothing that it names.
  for (const [name, places] of [
    ['listed-responder', listAt('between.crl')],
    ['unlisted-responder', 'basicConstraints = CA:FALSE']
  ] as const)
    await ca.issue(name, {
      issuer: 'between',
      extensions: `keyUsage = critical, digitalSignature\nextendedKeyUsage = OCSPSigning\n${places}`,
      dates: LONG
    });
  const root = (await ca.read('root.pem')).toString();
  const between = (await ca.read('between.pem')).toString();
  return {
    ca,
    url,
    timeStamps: { url: `${url}/stamps`, anchorsPem: root },
    stampWith: async (name, dates, issuer = 'root') => {
      await ca.issue(name, {
        issuer,
        extensions: `keyUsage = critical, digitalSignature\nextendedKeyUsage = critical, timeStamping\n${listAt('root.crl')}`,
        ...(dates && { dates })
      });
      stamper = name;
    },
    signer: async (name, asks) => {
      const places = [
        ...(asks.includes('ocsp') ? [`authorityInfoAccess = OCSP;URI:${url}/ocsp`] : []),
        ...(asks.includes('list') ? [listAt('between.crl')] : [])
      ];
      await ca.issue(name, { issuer: 'between', extensions: [SIGNING, ...places].join('\n') });
      const read = async (file: string) => (await ca.read(file)).toString();
      return {
        privateKeyPem: await read(`${name}.key`),
        certificatePem: await read(`${name}.pem`),
        chainPem: `${between}${root}`
      };
    },
    setClock: (at) => void (clock = at),
    openssl,
    lies,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await ca.stop();
    }
  };
}

/** What an authority has revoked, by openssl, signed by it. */
export async function listOf(
  ca: Authority,
  openssl: ProofAuthority['openssl'],
  authority: string,
  extra: readonly string[] = []
): Promise<Buffer> {
  const files = ['-cert', ca.path(`${authority}.pem`), '-keyfile', ca.path(`${authority}.key`)];
  await openssl('ca', '-gencrl', '-config', ca.path('ca.cnf'), ...files, '-out', ca.path('crl.pem'), ...extra);
  await openssl('crl', '-in', ca.path('crl.pem'), '-outform', 'DER', '-out', ca.path('crl.der'));
  return readFile(ca.path('crl.der'));
}

/** An answer by openssl, signed as usual, or by `signer`. */
export async function respond(
  ca: Authority,
  openssl: ProofAuthority['openssl'],
  request: Buffer,
  { signer = 'responder', extra = ['-ndays', '7'] as readonly string[] } = {}
): Promise<Buffer> {
  await writeFile(ca.path('ocsp-query'), request);
  const files = ['-reqin', ca.path('ocsp-query'), '-respout', ca.path('ocsp-reply'), '-CA', ca.path('between.pem')];
  const keys = ['-rsigner', ca.path(`${signer}.pem`), '-rkey', ca.path(`${signer}.key`)];
  await openssl('ocsp', '-index', ca.path('index.txt'), ...files, ...keys, ...extra);
  return readFile(ca.path('ocsp-reply'));
}
