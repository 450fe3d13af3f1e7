import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_HEADER } from '#sync/protocol/version.ts';
import type { Chance } from './chance.ts';

/** What happens to one request on its way to the server. */
export type Passage =
  | { readonly kind: 'passes' }
  /** Nobody is reached. */
  | { readonly kind: 'unreachable' }
  /** The server answers, and the answer ends after a part of it, or before it begins. */
  | { readonly kind: 'answer_cut'; readonly share: number }
  | { readonly kind: 'answer_late'; readonly ms: number }
  /** It arrives twice at the same moment; one of the answers comes back. */
  | { readonly kind: 'doubled' }
  /** It says that it comes from an app so old that the server no longer understands it. */
  | { readonly kind: 'too_old' }
  /** The caller is cut off at once, and the request arrives later, after others that were sent after it. */
  | { readonly kind: 'arrives_late'; readonly ms: number };

/** The way between devices and server: an HTTP proxy that disturbs what passes. */
export type Network = {
  readonly origin: string;
  /** From now on what happens to each request is chosen so. */
  readonly disturb: (choose: () => Passage) => void;
  /** Everything passes again; what is still on its way arrives first. */
  readonly calm: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const STREAM = '/sync/stream';
const PASSES: Passage = { kind: 'passes' };

export async function openNetwork(serverPort: number): Promise<Network> {
  let choose = () => PASSES;
  const underWay = new Set<Promise<unknown>>();
  const server: Server = createServer((asked, answer) => {
    // A browser listens for as long as it is open: nothing of that is awaited, and nothing disturbs it but that nobody is reached.
    if (asked.url?.endsWith(STREAM) === true)
      return choose().kind === 'unreachable' ? void answer.destroy() : letFlow(asked, answer, serverPort);
    const carried = carry(asked, answer, choose(), serverPort).catch(() => answer.destroy());
    underWay.add(carried);
    void carried.finally(() => underWay.delete(carried));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    disturb: (next) => {
      choose = next;
    },
    calm: async () => {
      choose = () => PASSES;
      await Promise.all(underWay);
    },
    end: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }
  };
}

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer };

async function carry(asked: IncomingMessage, answer: ServerResponse, passage: Passage, port: number): Promise<void> {
  const body = await bytesOf(asked);
  const arrive = () => send(asked, body, port);
  const unreachable = () => void answer.destroy();
  switch (passage.kind) {
    case 'passes':
      return give(answer, await arrive());
    case 'unreachable':
      return unreachable();
    case 'answer_late': {
      const late = await arrive();
      await pause(passage.ms);
      return give(answer, late);
    }
    case 'answer_cut': {
      const { status, headers, body: whole } = await arrive();
      const part = whole.subarray(0, Math.floor(whole.length * passage.share));
      if (part.length > 0) {
        answer.writeHead(status, headers);
        await new Promise((written) => answer.write(part, written));
      }
      return unreachable();
    }
    case 'doubled': {
      const [first, second] = await Promise.all([arrive(), arrive()]);
      return give(answer, first.status < 500 ? first : second);
    }
    case 'too_old':
      asked.headers[PROTOCOL_HEADER] = String(OLDEST_PROTOCOL_VERSION - 1);
      return give(answer, await arrive());
    case 'arrives_late':
      unreachable();
      await pause(passage.ms);
      await arrive();
  }
}

function give(answer: ServerResponse, { status, headers, body }: Answer): void {
  answer.writeHead(status, headers).end(body);
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Passes on each piece of an answer as it comes. */
function letFlow(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = asked;
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    answer.flushHeaders();
    got.pipe(answer);
    got.once('error', () => answer.destroy());
  });
  sent.once('error', () => answer.destroy());
  answer.once('close', () => sent.destroy());
  sent.end();
}

/** Asks the server; a new connection each time, so that none is older than a server that was started again. */
const send = ({ method, url, headers }: IncomingMessage, body: Buffer, port: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: withoutLength(answer.headers), body: bytes }),
        reject
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });

const withoutLength = ({ 'transfer-encoding': _, connection: __, ...headers }: IncomingMessage['headers']) => headers;

/** Each request is disturbed with this chance, the others pass. */
export const sometimes = (chance: Chance, share: number, passage: () => Passage) => () =>
  chance.next() < share ? passage() : PASSES;
