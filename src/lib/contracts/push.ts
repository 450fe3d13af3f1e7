import { z } from 'zod';

const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), `${characters} characters of base64url`);

export const pushStateSchema = z.strictObject({
  public_key: z
    .string()
    .nullable()
    .describe('For `pushManager.subscribe`; null if the installation sends no push messages'),
  subscribed: z.boolean().describe('Whether the device of this session receives them')
});
export type PushState = z.infer<typeof pushStateSchema>;

/** What a browser's subscription consists of. */
export const pushSubscriptionBody = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) })
});
export const pushTestSchema = z.strictObject({ delivered: z.boolean() });
