import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequest, setResponse } from '@sveltejs/kit/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBytes } from './read-json.ts';
import { readUpload } from './read-upload.ts';
import { receiveFile } from './receive-file.ts';

/** The kit ends the connection when a body is left in the middle, which only a real connection shows. */
const LIMIT = 256 * 1024;
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.xml"';
const OTHER = 'Content-Disposition: form-data; name="other"';

type Reading = (request: Request) => Promise<unknown>;
let server: Server;
let folder: string;
let reading: Reading;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-refused-'));
  server = createServer(
    (incoming, outgoing) =>
      void getRequest({ request: incoming, base: 'http://localhost' })
        .then(reading)
        .then(
          () => new Response('taken'),
          (thrown: { code?: string }) => new Response(thrown.code ?? 'failed', { status: 400 })
        )
        .then((response) => setResponse(outgoing, response))
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

/** Sends pieces one after the other, so that a fault in the first is known before the last is sent. */
async function answerTo(pieces: readonly Buffer[], headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = send({
      host: '127.0.0.1',
      port,
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b', Connection: 'close', ...headers }
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.once('end', () => resolve(text));
    });
    const next = ([piece, ...rest]: readonly Buffer[]) => {
      if (piece === undefined) return void request.end();
      request.write(piece);
      setTimeout(next, 20, rest);
    };
    next(pieces);
  });
}

const part = (header: string, contents: Buffer) =>
  Buffer.concat([Buffer.from(`--b\r\n${header}\r\n\r\n`), contents, Buffer.from('\r\n')]);
const END = Buffer.from('--b--\r\n');
const SMALL = Buffer.from('<a/>');
const asUpload: Reading = (request) => readUpload(request, { upload: ['application/xml'], uploadForm: true }, LIMIT);
const asFile: Reading = (request) =>
  receiveFile(request, join(folder, 'file'), LIMIT, { names: ['other'], limit: 2, noOthers: true });

test.each<[string, Reading, string, readonly Buffer[]]>([
  ['a form that is taken', asUpload, 'taken', [part(FILE, SMALL), END]],
  ['a part after the file', asUpload, 'bad_request', [part(FILE, SMALL), part(OTHER, SMALL), END]],
  ['a part before it', asUpload, 'bad_request', [part(OTHER, SMALL), part(FILE, Buffer.alloc(LIMIT / 2)), END]],
  ['two files', asUpload, 'bad_request', [part(FILE, SMALL), part(FILE, SMALL), END]],
  ['a file a little too large', asUpload, 'too_large', [part(FILE, Buffer.alloc(LIMIT + 1)), part(FILE, SMALL), END]],
  ['a text too large', asFile, 'too_large', [part(OTHER, SMALL), part(FILE, Buffer.alloc(LIMIT / 2)), END]],
  ['a body without a length that is too large', asFile, 'too_large', [part(FILE, Buffer.alloc(2 * LIMIT)), END, END]]
])('the answer arrives: %s', async (_, used, code, pieces) => {
  reading = used;
  expect(await answerTo(pieces)).toBe(code);
});

test('the answer arrives: a body that is no form', async () => {
  reading = (request) => readBytes(request, LIMIT);
  const pieces = Array.from({ length: 8 }, () => Buffer.alloc(LIMIT / 4));
  expect(await answerTo(pieces, { 'Content-Type': 'application/pdf' })).toBe('too_large');
});
