import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './outside-validators.ts';

const CONFIGURATION = `
[tsa]
default_tsa = tsa1
[tsa1]
serial = ./serial
signer_cert = ./tsa.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[req]
distinguished_name = name
x509_extensions = ext
prompt = no
[name]
CN = Time stamps for tests
[ext]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
`;

export type TimeStampAuthority = { readonly url: string; readonly certificatePem: string; stop(): Promise<void> };

/** A real RFC 3161 server: `openssl ts` behind HTTP. */
export async function startTimeStampAuthority(): Promise<TimeStampAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-tsa-'));
  const path = (name: string) => join(folder, name);
  await writeFile(path('tsa.cnf'), CONFIGURATION.replaceAll('./', `${folder}/`));
  await writeFile(path('serial'), '01');
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-config', path('tsa.cnf')],
    ...['-keyout', path('tsa.key'), '-out', path('tsa.pem')]
  ]);
  if (made.code !== 0) throw new Error(made.output);
  const server = createServer((request, response) => {
    answer(request, path).then(
      (reply) => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply),
      (error: unknown) => response.writeHead(500).end(String(error))
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    certificatePem: await readFile(path('tsa.pem'), 'utf8'),
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function answer(request: IncomingMessage, path: (name: string) => string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  await writeFile(path('query'), Buffer.concat(chunks));
  const replied = await run('openssl', [
    'ts',
    '-reply',
    '-config',
    path('tsa.cnf'),
    '-queryfile',
    path('query'),
    '-out',
    path('reply')
  ]);
  if (replied.code !== 0) throw new Error(replied.output);
  return readFile(path('reply'));
}
