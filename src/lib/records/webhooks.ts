/** The words of webhooks, which contract, server and screens share. */

/** What a webhook can be told of. */
export const WEBHOOK_EVENTS = [
  'calibration.recorded',
  'calibration.voided',
  'calibration.restored',
  'certificate.issued',
  'asset.due_soon',
  'asset.overdue'
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The message that a person sends to try a webhook. */
export const PING = 'webhook.ping';

export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed. */
export const DELIVERY_FAULTS = [
  // Not a public address, or not https.
  'address',
  'name',
  'connection',
  'certificate',
  'timeout',
  // Not HTTP.
  'answer',
  'redirect',
  'gone',
  'status',
  'secret'
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** Why the server has turned a webhook off. */
export const TURNED_OFF = ['failing', 'gone', 'secret_lost'] as const;
export type TurnedOff = (typeof TURNED_OFF)[number];

/** Of one organization. */
export const MOST_WEBHOOKS = 10;
/** How many attempts of a delivery are kept in its log: those of two days. */
export const MOST_ATTEMPTS_LOGGED = 30;
/** How long deliveries are kept. */
export const DELIVERY_DAYS = 30;
