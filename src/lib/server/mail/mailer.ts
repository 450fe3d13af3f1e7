/** Sends mail; the only user of nodemailer. */
import { createTransport } from 'nodemailer';

/** How to reach the mail server; `password` is plaintext, so never log it. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly security: 'auto' | 'starttls' | 'tls' | 'none';
  readonly username: string | null;
  readonly password: string | null;
  readonly fromAddress: string;
  readonly fromName: string | null;
};
export type Message = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt to send one mail, so that a mail server recognizes the second one. */
  readonly messageId?: string;
  /** Due dates as iCalendar. */
  readonly calendar?: string;
  readonly attached?: { readonly filename: string; readonly content: Uint8Array; readonly contentType: string };
  /** Who gets the answers, instead of the sender. */
  readonly replyTo?: { readonly name: string; readonly address: string };
};

/** Why a mail was not accepted. */
export type MailFault =
  'no_such_host' | 'unreachable' | 'too_slow' | 'encryption' | 'no_mail_server' | 'credentials' | 'refused';

/**
 * A mail that was not accepted; `permanent` if trying again is useless. The message quotes the other server, which may
 * be any server in the network, so it is only for the log.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  constructor(
    message: string,
    readonly permanent: boolean,
    readonly fault: MailFault,
    /** The reply code of a mail server (RFC 5321), if it has refused the mail. */
    readonly replyCode: number | null
  ) {
    super(message);
  }
}

export type Mailer = {
  /** @throws MailFailure */
  readonly send: (server: MailServer, message: Message) => Promise<void>;
  readonly close: () => void;
};
export type MailerOptions = {
  /** The timeout for connecting, for the greeting, and for silence. */
  readonly timeoutMs?: number;
  /** PEM of a certificate authority to trust in addition to the usual ones. */
  readonly ca?: string;
};

const MOST_CONNECTIONS = 3;
type Transport = ReturnType<typeof openTransport>;

/** Keeps a few connections to one server open; when the settings change, the next mail opens new ones. */
export function createMailer({ timeoutMs = 15_000, ca }: MailerOptions = {}): Mailer {
  let open: { readonly settings: string; readonly transport: Transport } | null = null;
  const close = () => {
    open?.transport.close();
    open = null;
  };
  const transportFor = (server: MailServer): Transport => {
    const settings = JSON.stringify(server);
    if (open?.settings !== settings) {
      close();
      open = { settings, transport: openTransport(server, timeoutMs, ca) };
    }
    return open.transport;
  };
  return {
    close,
    async send(server, message) {
      try {
        await within(4 * timeoutMs, transportFor(server).sendMail({ ...contentOf(message), ...envelopeOf(server) }));
      } catch (thrown) {
        throw failureOf(thrown);
      }
    }
  };
}

const contentOf = ({ calendar, attached, ...message }: Message) => {
  // An attachment and not an alternative: mail programs would show only the calendar.
  const dates = { filename: 'plumbline.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' };
  const file = attached && { ...attached, content: Buffer.from(attached.content) };
  const attachments = [...(calendar === undefined ? [] : [dates]), ...(file ? [file] : [])];
  return attachments.length === 0 ? message : { ...message, attachments };
};

const envelopeOf = ({ fromAddress, fromName }: MailServer) => ({
  // A name stored before line breaks were refused must not break the header.
  from: fromName === null ? fromAddress : { name: fromName.replace(/\p{Cc}+/gu, ' '), address: fromAddress },
  // Suppresses automatic replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true
});

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

function openTransport(server: MailServer, timeoutMs: number, ca: string | undefined) {
  const { host, port, security, username, password } = server;
  const secure = security === 'tls' || (security === 'auto' && port === 465);
  // A password is never sent unencrypted unless the settings say so explicitly.
  const mustUpgrade = security === 'starttls' || (security === 'auto' && password !== null && !LOOPBACK.test(host));
  return createTransport({
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    host,
    port,
    secure,
    requireTLS: !secure && mustUpgrade,
    ignoreTLS: security === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) }
  });
}

/** A server that sends one byte at a time is never silent, but must not hold up a job forever. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailFailure('The mail server took too long', false, 'too_slow', null)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(thrown: unknown): MailFailure {
  if (thrown instanceof MailFailure) return thrown;
  const {
    message = String(thrown),
    code,
    responseCode
  } = thrown as Partial<Record<'message' | 'code', string>> & {
    responseCode?: number;
  };
  // Once an admin corrects wrong credentials, the same mail is accepted.
  const permanent = code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500;
  const fault = faultOf(code, message, responseCode);
  const replyCode = fault === 'refused' || fault === 'credentials' ? (responseCode ?? null) : null;
  return new MailFailure(message.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500), permanent, fault, replyCode);
}

function faultOf(code: string | undefined, message: string, responseCode: number | undefined): MailFault {
  switch (code) {
    case 'EDNS':
      return 'no_such_host';
    case 'ETIMEDOUT':
      return 'too_slow';
    case 'EAUTH':
      return 'credentials';
    case 'ETLS':
      return 'encryption';
    case 'EPROTOCOL':
      return 'no_mail_server';
    case 'EENVELOPE':
    case 'EMESSAGE':
      return 'refused';
    default:
      if (/certificate|\b(?:TLS|SSL)\b/i.test(message)) return 'encryption';
      return responseCode === undefined ? 'unreachable' : 'refused';
  }
}
