import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createAccessToken, listAccessTokens } from '#lib/server/use-cases/accounts/access-tokens.ts';

export const GET = endpoint('listAccessTokens', async ({ services, actor, query }) =>
  pageReply(await listAccessTokens(services, actor, query))
);

export const POST = endpoint('createAccessToken', ({ services, actor, sessionId, body }) =>
  createAccessToken(services, actor, sessionId, body)
);
