/** A small proxy before several processes: each request to the next one that is ready, on kept connections, and never a second time. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export type RoundRobin = {
  readonly origin: string;
  /** What could not be passed on, and why. */
  readonly failures: readonly string[];
  /** How many requests each process was given. */
  readonly passed: readonly number[];
  /** Which processes are given requests now. */
  readonly ready: () => readonly boolean[];
  readonly close: () => Promise<void>;
};

const LOOK_EVERY_MS = 100;
/** Processes drain for longer than two looks take at most. */
const SILENT_MS = 1000;
const MOST_SILENCES = 10;

/** @param upstreams origins of the processes, the same after a restart; each is looked at while the proxy runs */
export async function startRoundRobin(upstreams: () => readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const passed: number[] = [];
  const ready: boolean[] = [];
  let turn = 0;

  /** A process that answers late is busy, not gone: only several silences in a row count. */
  const silences: number[] = [];
  const look = async (index: number) => {
    try {
      const answer = await fetch(`${upstreams()[index] ?? ''}/health/ready`, {
        signal: AbortSignal.timeout(SILENT_MS)
      });
      await answer.arrayBuffer();
      silences[index] = 0;
      ready[index] = answer.ok;
    } catch (error) {
      silences[index] = (error as Error).name === 'TimeoutError' ? (silences[index] ?? 0) + 1 : MOST_SILENCES;
      ready[index] = ready[index] === true && silences[index] < MOST_SILENCES;
    }
  };
  const looking = new Map<number, Promise<void>>();
  // Each for itself: a process that is slow to answer must not hide that another one drains.
  const lookAtAll = () => {
    for (const index of upstreams().keys())
      if (!looking.has(index))
        looking.set(
          index,
          look(index).finally(() => looking.delete(index))
        );
  };
  const timer = setInterval(lookAtAll, LOOK_EVERY_MS);

  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const all = upstreams();
    const candidates = all.map((_, index) => index).filter((index) => ready[index]);
    const chosen = candidates[turn++ % Math.max(1, candidates.length)];
    if (chosen === undefined) return fail(incoming, answer, 'no process is ready');
    passed[chosen] = (passed[chosen] ?? 0) + 1;
    const { hostname, port } = new URL(all[chosen] ?? '');
    const { connection: _, ...headers } = incoming.headers;
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const sent = request({ agent, hostname, port, method: incoming.method, path: incoming.url, headers: forwarded });
    sent.once('error', (error) => fail(incoming, answer, `process ${chosen}: ${error.message}`));
    sent.once('response', (got) => {
      const { connection: __, 'keep-alive': ___, ...rest } = got.headers;
      answer.writeHead(got.statusCode ?? 502, rest);
      answer.flushHeaders();
      // An event stream that its process ends is ended, too; one that breaks is broken.
      pipeline(got, answer, (error) => error && answer.destroy());
    });
    answer.once('close', () => answer.writableFinished || sent.destroy());
    incoming.pipe(sent);
  };
  const fail = ({ method, url }: IncomingMessage, answer: ServerResponse, reason: string) => {
    if (answer.destroyed) return;
    failures.push(`${method} ${url}: ${reason}`);
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  };

  const server = createServer({ keepAliveTimeout: 120_000 }, pass).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    passed,
    ready: () => ready,
    close: async () => {
      clearInterval(timer);
      await Promise.all(looking.values());
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      agent.destroy();
    }
  };
}
