/** Standard Webhooks 1.0 (standardwebhooks.com): symmetric signatures. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Seal } from '#lib/server/secrets/sealed-text.ts';

const PREFIX = 'whsec_';
/** The specification wants 24 to 64. */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** How the secret of a webhook is sealed; the one before it, too. */
export const webhookSecretSeal = (webhookId: string): Seal => ({
  purpose: 'plumbline webhook secret v1',
  bound: webhookId
});

export type Message = {
  /** The same each time it is sent, by which a receiver knows it again. */
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  readonly body: string;
};

/** The headers of a message. @param secrets each signs it: a receiver accepts any, so that it can change over from one to the next */
export const signedHeaders = (message: Message, secrets: readonly string[]): Readonly<Record<string, string>> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${signature(message, secret)}`).join(' ')
});

const signature = ({ id, timestamp, body }: Message, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
