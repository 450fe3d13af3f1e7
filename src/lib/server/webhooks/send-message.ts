import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { DeliveryFault } from '#lib/records/webhooks.ts';
import { AddressRefused, assertLiteralIsPublic, checkedLookup, type Resolve } from './checked-lookup.ts';

/** Of a connection, a request and an answer together. */
const ATTEMPT_MS = 10_000;
/** An answer is read this far, so that a receiver can write a usual one to its end; then the connection is closed. */
const MOST_READ_BYTES = 16 * 1024;
/** Of an answer that is not a success, this much is kept. */
const MOST_KEPT_CHARACTERS = 500;

/** What came of one attempt; `fault` is null if the receiver took the message. */
export type Attempt = {
  readonly fault: DeliveryFault | null;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly answer: string | null;
};

export type WebhookSender = {
  /** Whether private addresses and http are allowed. */
  readonly allowsPrivate: boolean;
  /** Sends a message once. Never throws. */
  readonly send: (url: string, headers: Readonly<Record<string, string>>, body: string | Buffer) => Promise<Attempt>;
};

type Options = {
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly attemptMs?: number;
};

export function createWebhookSender({
  allowPrivate,
  resolve = everyAddress,
  attemptMs = ATTEMPT_MS
}: Options): WebhookSender {
  return {
    allowsPrivate: allowPrivate,
    send: async (url, headers, body) => {
      const begun = performance.now();
      const outcome = await attempt(new URL(url), headers, body, {
        lookup: allowPrivate ? undefined : checkedLookup(resolve),
        signal: AbortSignal.timeout(attemptMs)
      }).catch((thrown: unknown) => ({ fault: faultOf(thrown), statusCode: null, answer: null }));
      return { ...outcome, durationMs: Math.round(performance.now() - begun) };
    }
  };
}

const everyAddress: Resolve = (name) => lookup(name, { all: true });

type Way = { readonly lookup: ReturnType<typeof checkedLookup> | undefined; readonly signal: AbortSignal };

async function attempt(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  { lookup: way, signal }: Way
): Promise<Omit<Attempt, 'durationMs'>> {
  if (way !== undefined) {
    // Node resolves no name that is an address already.
    assertLiteralIsPublic(url.hostname);
    if (url.protocol !== 'https:') throw new AddressRefused(url.protocol);
  }
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // A connection of its own: none that was opened for another address is used.
      agent: false,
      ...(way && { lookup: way }),
      signal,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Plumbline-Webhooks/1',
        ...headers,
        'Content-Length': bytes.byteLength
      }
    });
    request.once('response', resolve);
    // Stays: after the answer has begun, an error is of its body, which does not matter.
    request.on('error', reject);
    request.end(bytes);
  });
  const statusCode = response.statusCode ?? 0;
  const read = await beginningOf(response);
  if (statusCode >= 200 && statusCode < 300) return { fault: null, statusCode, answer: null };
  const fault = statusCode >= 300 && statusCode < 400 ? 'redirect' : statusCode === 410 ? 'gone' : 'status';
  return { fault, statusCode, answer: printable(read) };
}

/** The answer as far as it is read. One that is endless, too slow or broken off ends here: its status is known. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      read.push(piece);
      length += piece.byteLength;
      if (length >= MOST_READ_BYTES) break;
    }
  } catch {
    // What has come is enough.
  } finally {
    response.destroy();
  }
  return Buffer.concat(read);
}

function printable(bytes: Buffer): string | null {
  const text = bytes
    .subarray(0, 4 * MOST_KEPT_CHARACTERS)
    .toString('utf8')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, MOST_KEPT_CHARACTERS).join('');
}

const NOT_FOUND = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA', 'ESERVFAIL'];

function faultOf(thrown: unknown): DeliveryFault {
  if (thrown instanceof AddressRefused) return 'address';
  const { name, code = '' } = thrown as { readonly name?: string; readonly code?: string };
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return 'timeout';
  if (NOT_FOUND.includes(code)) return 'name';
  if (code.startsWith('HPE_')) return 'answer';
  return /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO/.test(code) ? 'certificate' : 'connection';
}
