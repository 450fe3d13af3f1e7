import { connect, createServer, type Socket } from 'node:net';

/** A line to a database, or to another server, that a test can cut: every connection is lost without a message, as in a crash. */
export type CutLine = {
  /** The same database through this line. */
  readonly url: string;
  /** Ends every connection there is; new ones pass. */
  readonly cut: () => void;
  /** After so many bytes more to the database the line is dead, as if who used it were killed there; `null` mends it. */
  readonly dieAfter: (bytes: number | null) => void;
  /** How many bytes went to the database so far. */
  readonly sent: () => number;
  /** From now on nothing passes in either direction, without an error, as on a dead network; `false` lets it flow again. */
  readonly hold: (held: boolean) => void;
  /** From now on what is asked arrives, and no answer comes back, until the connection is cut; new connections pass. */
  readonly loseAnswers: () => void;
  readonly close: () => Promise<void>;
};

export async function cutLine(databaseUrl: string): Promise<CutLine> {
  const target = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let held = false;
  let left: number | null = null;
  let sent = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    if (left !== null && left <= 0) near.destroy();
    near.on('data', (bytes) => {
      sent += bytes.length;
      if (left === null) return;
      left -= bytes.length;
      if (left <= 0) cut();
    });
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair) {
      if (held) socket.pause();
      socket.on('error', () => undefined);
      socket.once('close', () => {
        pairs.delete(pair);
        pair.forEach((one) => one.destroy());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const cut = () => [...pairs].forEach((pair) => pair.forEach((socket) => socket.resetAndDestroy()));
  return {
    url: url.href,
    cut,
    dieAfter: (bytes) => {
      left = bytes;
    },
    sent: () => sent,
    hold: (hold) => {
      held = hold;
      for (const pair of pairs) for (const socket of pair) if (hold) socket.pause(); else socket.resume(); // prettier-ignore
    },
    loseAnswers: () => {
      for (const [near, far] of pairs) far.unpipe(near).resume();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}
