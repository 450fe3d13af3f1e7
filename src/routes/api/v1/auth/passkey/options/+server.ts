import { endpoint } from '#lib/server/http/endpoint.ts';
import { getPasskeyOptions } from '#lib/server/use-cases/accounts/passkey-sign-in.ts';

export const POST = endpoint('getPasskeyOptions', ({ services, body }) => getPasskeyOptions(services, body));
