import { endpoint } from '#lib/server/http/endpoint.ts';
import { endOwnSession } from '#lib/server/use-cases/accounts/own-sessions.ts';

export const DELETE = endpoint('endSession', ({ services, actor, params }) =>
  endOwnSession(services, actor, params.id)
);
