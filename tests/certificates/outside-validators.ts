import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Ran = { readonly code: number; readonly output: string };

const PACKAGES: Readonly<Record<string, string>> = {
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
  xmllint: 'libxml2-utils',
  xmlsec1: 'xmlsec1',
  faketime: 'faketime'
};

/** Runs a program that others wrote. Where it is not installed the test fails and says what to install: never a silent pass. */
export async function run(program: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: 60_000, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error && error.code === 'ENOENT') {
        reject(new Error(`This test needs the program ${program} (Debian package ${PACKAGES[program] ?? program})`));
      } else {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
      }
    });
  });
}

/** Gives `use` a folder of its own with those files, and removes it. */
export async function withFiles<T>(
  files: Readonly<Record<string, Uint8Array | string>>,
  use: (path: (name: string) => string) => Promise<T>
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-certificate-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return await use((name) => join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const pdfText = (pdf: Uint8Array, order: 'layout' | 'raw' = 'layout'): Promise<string> =>
  withFiles({ 'a.pdf': pdf }, async (path) => (await run('pdftotext', [`-${order}`, path('a.pdf'), '-'])).output);

export const pdfPrograms = (program: 'pdfsig' | 'pdffonts' | 'pdfinfo', pdf: Uint8Array): Promise<Ran> =>
  withFiles({ 'a.pdf': pdf }, (path) => run(program, [path('a.pdf')]));

export const qpdfCheck = (pdf: Uint8Array): Promise<Ran> =>
  withFiles({ 'a.pdf': pdf }, (path) => run('qpdf', ['--check', path('a.pdf')]));

export type SignedParts = { readonly range: readonly number[]; readonly content: Buffer; readonly cms: Buffer };

/** The signed bytes and the signature of a PDF, found as any reader finds them: by /ByteRange. */
export function signedParts(pdf: Uint8Array): SignedParts {
  const bytes = Buffer.from(pdf);
  const found = /\/ByteRange \[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/u.exec(bytes.toString('latin1'));
  if (!found) throw new Error('The PDF has no signature');
  const [start = 0, length = 0, second = 0, rest = 0] = found.slice(1).map(Number);
  const content = Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(second, second + rest)]);
  const hex = bytes.subarray(start + length + 1, second - 1).toString('latin1');
  const padded = Buffer.from(hex, 'hex');
  const size = 4 + padded.readUInt16BE(2);
  return { range: [start, length, second, rest], content, cms: padded.subarray(0, size) };
}

/** `openssl cms -verify -cades` over the signed bytes, trusting that certificate alone. */
export function opensslVerify({ content, cms }: SignedParts, certificatePem: string): Promise<Ran> {
  return withFiles({ content, cms, 'ca.pem': certificatePem }, (path) =>
    run('openssl', [
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', path('cms'), '-content', path('content')],
      ...['-CAfile', path('ca.pem'), '-purpose', 'any', '-out', path('out')]
    ])
  );
}
