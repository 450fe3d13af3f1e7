import { endpoint } from '#lib/server/http/endpoint.ts';
import { getSignInSettings, updateSignInSettings } from '#lib/server/use-cases/accounts/sign-in-settings.ts';

export const GET = endpoint('getSignInSettings', ({ services, actor }) => getSignInSettings(services, actor));

export const PUT = endpoint('updateSignInSettings', ({ services, actor, sessionId, body, ifMatch }) =>
  updateSignInSettings(services, actor, sessionId, body, ifMatch)
);
