import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { endOwnSessions, listSessions } from '#lib/server/use-cases/accounts/own-sessions.ts';

export const GET = endpoint('listSessions', async ({ services, actor, sessionId, query }) =>
  pageReply(await listSessions(services, actor, sessionId, query))
);

export const DELETE = endpoint('endSessions', ({ services, actor }) => endOwnSessions(services, actor));
