import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { assertLiteralIsPublic, AddressRefused, checkedLookup, type Resolve } from './checked-lookup.ts';

/** Of a connection, a request and an answer together. */
const ATTEMPT_MS = 10_000;

/**
 * Asks an address that a certificate names, by GET, or by POST with a body. @param most bytes of the answer
 * @throws Error with the reason in words
 */
export type AskAddress = (
  url: string,
  most: number,
  body?: { readonly type: string; readonly bytes: Uint8Array }
) => Promise<Buffer>;

type Options = {
  /** Whether private addresses may be asked: for an authority in a network of one's own. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly attemptMs?: number;
};

/** Public addresses alone, as of webhooks, unless `allowPrivate`; also by http, since what is answered is signed. Follows no redirect. */
export function createAskAddress({ allowPrivate, resolve, attemptMs = ATTEMPT_MS }: Options): AskAddress {
  const way = allowPrivate ? undefined : checkedLookup(resolve ?? ((name) => lookup(name, { all: true })));
  return async (address, most, body) => {
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${address} is no address to ask`);
    const signal = AbortSignal.timeout(attemptMs);
    try {
      if (!allowPrivate) assertLiteralIsPublic(url.hostname);
      const response = await new Promise<IncomingMessage>((take, reject) => {
        const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
          method: body ? 'POST' : 'GET',
          // A connection of its own: none that was opened for another address is used.
          agent: false,
          ...(way && { lookup: way }),
          signal,
          headers: {
            'User-Agent': 'Plumbline/1',
            ...(body && { 'Content-Type': body.type, 'Content-Length': body.bytes.byteLength })
          }
        });
        request.once('response', take);
        request.on('error', reject);
        request.end(body?.bytes);
      });
      return await answerOf(response, most);
    } catch (thrown) {
      throw new Error(`${url.host}: ${reasonOf(thrown, signal, attemptMs)}`, { cause: thrown });
    }
  };
}

async function answerOf(response: IncomingMessage, most: number): Promise<Buffer> {
  try {
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
    const read: Buffer[] = [];
    let length = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      length += piece.byteLength;
      if (length > most) throw new Error(`its answer is larger than ${most} bytes`);
      read.push(piece);
    }
    return Buffer.concat(read);
  } finally {
    response.destroy();
  }
}

function reasonOf(thrown: unknown, signal: AbortSignal, attemptMs: number): string {
  if (signal.aborted) return `no answer within ${attemptMs / 1000} seconds`;
  if (thrown instanceof AddressRefused) return 'is at an address that is not public (REVOCATION_PRIVATE)';
  const { code, message } = thrown as { readonly code?: string; readonly message?: string };
  return code ?? message ?? String(thrown);
}
