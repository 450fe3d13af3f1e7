/** The only HTTP entry: the rules for every request, whether a page, a static file or the API answers it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { bodyLimitOf } from '#lib/server/http/body-limits.ts';
import { requestIdOf } from '#lib/server/http/request-id.ts';
import { securityHeaders } from '#lib/server/http/security-headers.ts';
import { watchPace, WINDOW_MS } from './body-pace.ts';

/**
 * A handler counts its body exactly and refuses with a proper answer (read-json.ts); this margin lets it do so first.
 */
const STREAM_MARGIN = 1024 * 1024;
/** Only the path of an address counts here, not a host in front of it. */
const ANYWHERE = 'http://plumbline.invalid';
/** The only paths that a process without a web part answers. */
const OPERATIONS = /^\/(health(\/|$)|metrics$)/;

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

export type Entry = {
  readonly listener: RequestListener;
  /**
   * Earlier requests are answered 503: the process listens first, so that a port in use is noticed before any work is
   * done.
   */
  readonly open: (handler: RequestListener, origin: string, web: boolean) => void;
  /**
   * From now on each connection ends with its next answer: a proxy that keeps connections opens its next one elsewhere, and none
   * is closed while a request is on its way.
   */
  readonly leave: () => void;
};

/** @param bodyWindowMs within which a body must make progress (body-pace.ts) */
export function createEntry(bodyWindowMs = WINDOW_MS): Entry {
  let opened: { handler: RequestListener; headers: Readonly<Record<string, string>>; web: boolean } | null = null;
  let leaving = false;
  const listener: RequestListener = (request, response) => {
    if (leaving) response.setHeader('Connection', 'close');
    const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
    request.headers['x-request-id'] = requestId;
    response.setHeader('X-Request-Id', requestId);
    const headers = opened?.headers ?? securityHeaders('');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (opened === null) {
      response.setHeader('Retry-After', '2');
      return refuse(response, 503, 'not_ready', 'Plumbline is starting; try again in a moment.');
    }
    const address = request.url ?? '/';
    // An exception here would end the process: no caller could handle it.
    if (!URL.canParse(address, ANYWHERE)) return refuse(response, 400, 'bad_request', 'The address is not valid.');
    const { pathname } = new URL(address, ANYWHERE);
    if (!opened.web && !OPERATIONS.test(pathname)) {
      return refuse(
        response,
        404,
        'not_found',
        'This process only runs jobs. Send requests to a process that serves the web.'
      );
    }
    const limit = bodyLimitOf(pathname);
    if (Number(request.headers['content-length'] ?? 0) > limit) return tooLarge(request, response, limit, bodyWindowMs);
    cutAfter(request, limit + STREAM_MARGIN);
    watchPace(request, bodyWindowMs, () => tooSlow(request, response));
    response.once('finish', () => forgetTheRest(request));
    opened.handler(request, response);
  };
  return {
    listener,
    open: (handler, origin, web) => void (opened = { handler, headers: securityHeaders(origin), web }),
    leave: () => void (leaving = true)
  };
}

/**
 * A client that is refused before its body was read may still be sending it: the rest is read and discarded, within the
 * limits of size and pace. Otherwise a handler that stopped reading would block the sender, and the next request on the
 * connection.
 */
function forgetTheRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners('data');
  request.resume();
}

/**
 * The answer is complete at once, but the connection stays open while the client sends what it has begun: one that is closed with unread
 * bytes in it would take the answer with it. Nothing is kept of the body, and no more is read than a body may have.
 */
function tooLarge(request: IncomingMessage, response: ServerResponse, limit: number, windowMs: number): void {
  const answer = JSON.stringify({ detail: `The body exceeds the limit of ${limit} bytes.`, code: 'too_large' });
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', Buffer.byteLength(answer));
  response.writeHead(413, JSON_HEADERS).write(answer);
  const end = () => void response.end();
  let read = 0;
  request.on('data', (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read > limit) end();
  });
  request.once('end', end);
  watchPace(request, windowMs, end);
}

/** Ends a request whose body, sent without a length, grows beyond `limit`. Counts as chunks arrive, so nothing is buffered. */
function cutAfter(request: IncomingMessage, limit: number): void {
  let size = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    size += chunk?.length ?? 0;
    if (size > limit) {
      request.destroy();
      return false;
    }
    return push(chunk, encoding);
  };
}

/** If the handler has already begun to answer, the answer cannot be changed: the connection is closed without one. */
function tooSlow(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void request.destroy();
  response.setHeader('Connection', 'close');
  response.once('finish', () => request.destroy());
  refuse(response, 408, 'too_slow', 'The request took too long to arrive. Try again on a faster connection.');
}

function refuse(response: ServerResponse, status: number, code: string, detail: string): void {
  response.writeHead(status, JSON_HEADERS);
  response.end(JSON.stringify({ detail, code }));
}
