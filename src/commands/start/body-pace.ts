import type { IncomingMessage } from 'node:http';

/** A rate that a device on a bad connection still reaches; a slower sender occupies a connection for nothing. */
const LEAST_BYTES = 4096;
export const WINDOW_MS = 30_000;

/**
 * Watches the body of a request arrive: calls `tooSlow`, once, if less than a few kilobytes arrive within a window and
 * more is expected. Bytes that are waiting to be read are the handler's delay, not the sender's.
 */
export function watchPace(request: IncomingMessage, windowMs: number, tooSlow: () => void): void {
  const { socket } = request;
  let read = socket.bytesRead;
  let waiting = false;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer);
    const came = socket.bytesRead - read;
    read = socket.bytesRead;
    // Also if the handler began to read just now: until then the sender was not the cause of the wait.
    const waited = waiting;
    waiting = request.readableLength > 0;
    if (came >= LEAST_BYTES || waiting || waited) return;
    clearInterval(timer);
    tooSlow();
  }, windowMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}
