import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
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
