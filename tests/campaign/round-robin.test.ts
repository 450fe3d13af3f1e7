import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { startRoundRobin } from '../support/round-robin.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.closeAllConnections()));

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server.unref());
  await new Promise((listening) => server.once('listening', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('sees that a process leaves while another one is too busy to answer', async () => {
  let isBusy = false;
  let isLeaving = false;
  let held = 0;
  const busy = await serving((_, answer) => void (isBusy ? (held += 1) : answer.end()));
  const leaving = await serving((_, answer) => answer.writeHead(isLeaving ? 503 : 200).end());
  const proxy = await startRoundRobin(() => [busy, leaving]);
  await vi.waitFor(() => expect(proxy.ready()).toEqual([true, true]));

  isBusy = true;
  await vi.waitFor(() => expect(held).toBeGreaterThan(0), { interval: 10 });
  isLeaving = true;
  await vi.waitFor(() => expect(proxy.ready()).toEqual([true, false]), { timeout: 900, interval: 10 });
  await proxy.close();
});
