import { endpoint } from '#lib/server/http/endpoint.ts';
import { logOut } from '#lib/server/use-cases/accounts/log-out.ts';

export const POST = endpoint('logout', ({ services, sessionId }) => logOut(services, sessionId));
