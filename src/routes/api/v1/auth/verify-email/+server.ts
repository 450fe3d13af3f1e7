import { endpoint } from '#lib/server/http/endpoint.ts';
import { verifyEmail } from '#lib/server/use-cases/accounts/verify-email.ts';

export const GET = endpoint('verifyEmail', ({ services, client, query }) =>
  verifyEmail(services, client(), query.token)
);

/** Who asks with HEAD only looks: by the framework's rule it would run the GET, and use the token up. */
export const HEAD = (): Response => new Response(null, { status: 405, headers: { Allow: 'GET' } });
