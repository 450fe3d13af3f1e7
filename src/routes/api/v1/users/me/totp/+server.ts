import { endpoint } from '#lib/server/http/endpoint.ts';
import { beginTotp, confirmTotp, deleteTotp } from '#lib/server/use-cases/accounts/own-second-factor.ts';

export const PUT = endpoint('beginTotp', ({ services, actor, sessionId }) => beginTotp(services, actor, sessionId));

export const POST = endpoint('confirmTotp', ({ services, actor, sessionId, body }) =>
  confirmTotp(services, actor, sessionId, body)
);

export const DELETE = endpoint('deleteTotp', ({ services, actor, sessionId }) =>
  deleteTotp(services, actor, sessionId)
);
