/** People at work while processes restart: requests one after another, and devices whose streams must tell of every change. */
import { Agent, request } from 'node:http';
import { createStreamListener, type StreamListener } from '#sync/client/stream-listener.ts';
import { httpTransport } from '#lib/client/sync/http-transport.ts';

export type Crowd = { readonly organizationId: string; readonly token: string };
type Answer = { readonly status: number; readonly text: string };

/** One client that keeps its connection. Broken connections are statuses of 0. */
export function steadyClient(origin: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  const ask = (method: string, path: string, body?: unknown) =>
    new Promise<Answer>((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, text: error.message });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = request({ agent, hostname, port, method, path: `/api/v1${path}`, headers }, (got) => {
        let text = '';
        got.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        got.once('error', failed).once('end', () => resolve({ status: got.statusCode ?? 0, text }));
      });
      sent.once('error', failed);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { ask, close: () => agent.destroy() };
}

export type Traffic = {
  readonly requests: number;
  readonly failed: readonly string[];
  readonly written: readonly string[];
};

/** Reads and writes until `over`, `paceMs` after the last answer. @returns what failed, and the names of what was written */
export async function traffic(
  origin: string,
  { token, organizationId }: Crowd,
  name: string,
  over: AbortSignal,
  paceMs = 0
): Promise<Traffic> {
  const client = steadyClient(origin, token);
  const failed: string[] = [];
  const written: string[] = [];
  let requests = 0;
  const ask = async (method: string, path: string, wanted: number, body?: unknown) => {
    requests++;
    const { status, text } = await client.ask(method, path, body);
    if (status !== wanted) failed.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    return status === wanted;
  };
  while (!over.aborted) {
    const location = `${name} ${requests}`;
    if (await ask('POST', '/locations', 201, { name: location, organization_id: organizationId }))
      written.push(location);
    await ask('GET', '/users/me', 200);
    await ask('GET', `/assets?organization_id=${organizationId}&limit=20`, 200);
    await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  client.close();
  return { requests, failed, written };
}

/** A device as the app has it: the same listener, its clock the machine's. */
export type Listening = { readonly told: number[]; readonly opened: () => number; readonly stop: () => void };

/** @param onPull is called each time the device is told of a change */
export function listenAsDevice(origin: string, token: string, onPull: () => void = () => undefined): Listening {
  const told: number[] = [];
  let opened = 0;
  const closed = new AbortController();
  const transport = httpTransport(token, closed.signal, origin);
  const listener: StreamListener = createStreamListener({
    transport: {
      ...transport,
      stream: async (signal) => {
        const pieces = await transport.stream(signal);
        opened++;
        return pieces;
      }
    },
    clock: {
      now: Date.now,
      random: Math.random,
      after: (ms, work) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      }
    },
    onPull: () => {
      told.push(performance.now());
      onPull();
    },
    onRevoked: () => undefined
  });
  listener.start();
  return {
    told,
    opened: () => opened,
    stop: () => {
      listener.stop();
      closed.abort();
    }
  };
}

export type Change = { readonly organizationId: string; readonly at: number };

/**
 * From each change that is wanted to the moment at which each device of its organization was told, in milliseconds; `Infinity` if none told of it
 * before the organization's next change, which would hide that it was lost.
 */
export function delays(
  changes: readonly Change[],
  devices: readonly (Listening & Pick<Crowd, 'organizationId'>)[],
  wanted: (change: Change) => boolean = () => true
): number[] {
  return changes.filter(wanted).flatMap(({ organizationId, at }) => {
    const next = changes.find((change) => change.organizationId === organizationId && change.at > at)?.at ?? Infinity;
    return devices
      .filter((device) => device.organizationId === organizationId)
      .map(({ told }) => (told.find((instant) => instant >= at && instant < next) ?? Infinity) - at);
  });
}
