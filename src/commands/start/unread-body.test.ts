import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bodyLimitOf } from '#lib/server/http/body-limits.ts';
import { WINDOW_MS } from './body-pace.ts';
import { createEntry } from './entry.ts';

const BODY = Buffer.alloc(1024 * 1024, 0x20);

test('a client that is refused before its body is read can reuse the connection', async () => {
  const entry = createEntry();
  // As in the framework: an unread body is held back after its first part.
  entry.open(
    (asked, answer) => {
      asked.on('data', () => asked.pause());
      answer.writeHead(401).end('no');
    },
    'http://localhost',
    true
  );
  const server = createServer(entry.listener).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  const send = () =>
    new Promise<string>((resolve, reject) => {
      const sent = request({
        port,
        agent,
        method: 'POST',
        path: '/api/v1/calibrations',
        headers: { 'Content-Length': BODY.length }
      });
      sent.on('socket', (socket) => sockets.add(socket));
      sent.on(
        'response',
        (answer: IncomingMessage) => void buffer(answer).then((text) => resolve(`${answer.statusCode} ${text}`))
      );
      sent.on('error', reject);
      sent.end(BODY);
    });
  try {
    for (let i = 0; i < 3; i++) expect(await send()).toBe('401 no');
    expect(sockets.size).toBe(1);
  } finally {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  }
}, 10_000);

test('a client that is refused for the size of its body gets the answer, though it reads only when it has sent all', async () => {
  const limit = bodyLimitOf('/api/v1/sync/push');
  await withPort(WINDOW_MS, async (port) => {
    const socket = connect(port, '127.0.0.1').pause();
    const body = limit + 1;
    socket.write(`POST /api/v1/sync/push HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body}\r\n\r\n`);
    for (let sent = 0; sent < body; sent += 65_536) {
      const piece = Buffer.alloc(Math.min(65_536, body - sent));
      await new Promise<void>((written, failed) => socket.write(piece, (error) => (error ? failed(error) : written())));
    }
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 413 .*too_large/s);
  });
}, 20_000);

test('one that announces too much and sends nothing does not hold its connection', async () => {
  await withPort(50, async (port) => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n');
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 413 .*too_large/s);
  });
}, 10_000);

async function withPort(windowMs: number, work: (port: number) => Promise<void>): Promise<void> {
  const entry = createEntry(windowMs);
  entry.open(() => expect.unreachable(), 'http://localhost', true);
  const server = createServer(entry.listener).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
