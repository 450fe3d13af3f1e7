import type { IncomingMessage } from 'node:http';

/** What a device on a bad line still manages; who is slower holds a connection for nothing. */
const LEAST_BYTES = 4096;
export const WINDOW_MS = 30_000;

/**
 * Watches the body of a request arrive: calls `tooSlow`, once, where within a window less than a few kilobytes came and more is to come.
 * Bytes that wait to be read are the handler's delay, not the sender's.
 */
export function watchPace(request: IncomingMessage, windowMs: number, tooSlow: () => void): void {
  const { socket } = request;
  let read = socket.bytesRead;
  let waiting = false;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer);
    const came = socket.bytesRead - read;
    read = socket.bytesRead;
    // Also when the handler has begun to read in this very moment: what it waited for until now was not the sender.
    const waited = waiting;
    waiting = request.readableLength > 0;
    if (came >= LEAST_BYTES || waiting || waited) return;
    clearInterval(timer);
    tooSlow();
  }, windowMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}
