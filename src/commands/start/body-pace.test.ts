import { createServer, request, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createEntry } from './entry.ts';

const WINDOW_MS = 500;
/** Slow by design, and slower on a busy machine. */
const PATIENCE_MS = 60_000;
let server: Server;
afterEach(() => void server.close());

async function serve(handler: RequestListener, windowMs = WINDOW_MS): Promise<number> {
  const entry = createEntry(windowMs);
  entry.open(handler, 'http://localhost', true);
  server = createServer(entry.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
const readAll: RequestListener = (incoming, response) => {
  let size = 0;
  incoming.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => response.end(String(size)));
};
/** Sends pieces of a body, each after a pause. @returns status and body. */
function send(port: number, piece: Buffer, pieces: number, pauseMs: number): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, method: 'POST', path: '/api/v1/calibrations/analyze' }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve([answer.statusCode, text]));
    });
    sending.once('error', reject);
    let sent = 0;
    const next = () => {
      if (sending.destroyed) return;
      if (sent++ === pieces) return void sending.end();
      sending.write(piece);
      setTimeout(next, pauseMs);
    };
    next();
  });
}

test(
  'a body that arrives too slowly is refused with a message, and its connection is closed',
  async () => {
    const port = await serve(readAll);
    const [status, text] = await send(port, Buffer.from('x'), 1000, 20);
    expect([status, JSON.parse(text)]).toEqual([
      408,
      { code: 'too_slow', detail: expect.stringContaining('took too long') }
    ]);
  },
  PATIENCE_MS
);

test(
  'one that takes many windows but keeps arriving is read to its end',
  async () => {
    const port = await serve(readAll, 2 * WINDOW_MS);
    expect(await send(port, Buffer.alloc(16_384), 40, 60)).toEqual([200, String(40 * 16_384)]);
  },
  PATIENCE_MS
);

test(
  'a handler that reads slowly is not mistaken for a slow sender',
  async () => {
    const port = await serve((incoming, response) => void setTimeout(() => readAll(incoming, response), 5 * WINDOW_MS));
    expect(await send(port, Buffer.alloc(1024 * 1024), 1, 0)).toEqual([200, String(1024 * 1024)]);
  },
  PATIENCE_MS
);
