import type { Server } from 'node:http';

/**
 * Listens on the port. @returns the actual port, which matters if 0 requested any free one. @throws Error with a
 * sentence if the port is in use or not allowed.
 */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (thrown: NodeJS.ErrnoException) =>
      reject(new Error(sentence(thrown, port, host), { cause: thrown }))
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function sentence({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`;
    case 'EACCES':
      return `Port ${port} can only be opened by root. Choose one above 1023, for example: PORT=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine. Use 127.0.0.1 for this machine only, 0.0.0.0 for all of its networks.`;
    default:
      return `Port ${port} on ${host} cannot be opened: ${message}`;
  }
}

/** Accepts no new connection and waits for pending requests. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Idle connections, kept open for a next request.
    server.closeIdleConnections();
    const repeat = setInterval(() => server.closeIdleConnections(), 100);
    server.once('close', () => clearInterval(repeat));
    repeat.unref();
  });
}
