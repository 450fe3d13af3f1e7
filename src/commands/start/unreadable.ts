/** The answer to bytes that cannot be parsed as a request: no handler ever sees them. */
import { maxHeaderSize, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { requestIdOf } from '#lib/server/http/request-id.ts';

type Reply = readonly [status: string, code: string, detail: string];

const REPLIES: Readonly<Record<string, Reply>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    `The address and headers together exceed the limit of ${maxHeaderSize} bytes.`
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow', 'The request took too long to arrive. Try again.']
};
const FALLBACK: Reply = ['400 Bad Request', 'bad_request', 'This is not a valid HTTP request.'];

/** Answers a request that Node could not parse like every other refusal, and closes its connection. */
export function answerUnreadable(server: Server): void {
  const inHand = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    inHand.add(socket);
    response.once('close', () => inHand.delete(socket));
  });
  server.on('clientError', (thrown: NodeJS.ErrnoException, socket: Socket) => {
    // The client is gone, or an earlier request is still being answered: two answers must not mix.
    if (thrown.code === 'ECONNRESET' || !socket.writable || inHand.has(socket)) return void socket.destroy();
    const [status, code, detail] = REPLIES[thrown.code ?? ''] ?? FALLBACK;
    const body = JSON.stringify({ detail, code });
    socket.end(
      [
        `HTTP/1.1 ${status}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        `X-Request-Id: ${requestIdOf(null)}`,
        'Connection: close',
        '',
        body
      ].join('\r\n')
    );
  });
}
