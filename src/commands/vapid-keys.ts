/** `npm run vapid-keys`: prints new keys for push messages, as environment variables. */
import { newVapidKeys } from '#lib/server/push/vapid.ts';

const { publicKey, privateKey } = newVapidKeys();
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`);
