import { endpoint } from '#lib/server/http/endpoint.ts';
import { createRecoveryCodes } from '#lib/server/use-cases/accounts/own-second-factor.ts';

export const POST = endpoint('createRecoveryCodes', ({ services, actor, sessionId }) =>
  createRecoveryCodes(services, actor, sessionId)
);
