import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server took it. */
export type TakenMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, transfer encodings undone. */
  readonly source: string;
  readonly secure: boolean;
  readonly user: string | null;
};
export type TestSmtp = {
  readonly port: number;
  readonly mails: TakenMail[];
  /** Connections that were opened so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

/** By which a mail server, or a reader, knows a second copy of a mail. */
export const messageIdOf = ({ source }: Pick<TakenMail, 'source'>): string => {
  const id = /^Message-ID:\s*(<[^>]+>)/im.exec(source)?.[1];
  if (id === undefined) throw new Error('a mail without a Message-ID');
  return id;
};

/** Says how to treat a recipient: take the mail, or refuse it with an SMTP status. */
type Treatment = (recipient: string) => { readonly status: number } | null;

/** A real SMTP server on the loopback; it keeps what it takes. */
export async function startSmtp(
  options: SMTPServerOptions & {
    treat?: Treatment;
    account?: { user: string; pass: string };
    /** It has a mail, and has not said so yet. */
    onTaken?: () => void;
  } = {}
): Promise<TestSmtp> {
  const { treat = () => null, account, onTaken, ...rest } = options;
  const mails: TakenMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    logger: false,
    // What keeps a connection open for a next mail does not hold up the end.
    closeTimeout: 1,
    authOptional: account === undefined,
    ...(account === undefined && rest.key === undefined && { disabledCommands: ['AUTH', 'STARTTLS'] }),
    ...rest,
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onAuth: (auth, _session, done) =>
      auth.username === account?.user && auth.password === account?.pass
        ? done(null, { user: auth.username })
        : done(new Error('wrong credentials')),
    onRcptTo: ({ address }, _session, done) => {
      const refused = treat(address);
      done(refused && Object.assign(new Error('not here'), { responseCode: refused.status }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: decoded(Buffer.concat(chunks).toString('utf8')),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : null
        });
        onTaken?.();
        done();
      });
    }
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  server.server.unref();
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    close: () => new Promise<void>((done) => void server.close(() => done()))
  };
}

/** A server that takes connections and never says a word. */
export async function startSilence(): Promise<{ readonly port: number; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    }
  };
}

/** Undoes quoted-printable and base64 parts, so that a test finds words and links in one piece. */
function decoded(source: string): string {
  const parts = source.split(/\r\n(?=--)/);
  return parts
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const text = body.join('\r\n\r\n');
      if (/transfer-encoding: base64/i.test(head))
        return `${head}\r\n\r\n${Buffer.from(text, 'base64').toString('utf8')}`;
      if (!/transfer-encoding: quoted-printable/i.test(head)) return part;
      const bytes = text
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return `${head}\r\n\r\n${Buffer.from(bytes, 'latin1').toString('utf8')}`;
    })
    .join('\r\n');
}
