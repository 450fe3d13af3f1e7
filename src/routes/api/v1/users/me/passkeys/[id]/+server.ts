import { endpoint } from '#lib/server/http/endpoint.ts';
import { deletePasskey, updatePasskey } from '#lib/server/use-cases/accounts/own-passkeys.ts';

export const PUT = endpoint('updatePasskey', ({ services, actor, params, body }) =>
  updatePasskey(services, actor, params.id, body.name)
);

export const DELETE = endpoint('deletePasskey', ({ services, actor, sessionId, params }) =>
  deletePasskey(services, actor, sessionId, params.id)
);
