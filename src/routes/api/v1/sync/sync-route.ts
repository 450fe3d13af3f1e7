import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { admit, type Admitted } from '#lib/server/http/admit.ts';
import { isExpected, problem } from '#lib/server/http/problem.ts';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_HEADER } from '#sync/protocol/version.ts';

/**
 * Makes the handler of one sync operation: token first, then the version that the device speaks, then the operation. The
 * messages are the protocol's own (sync/protocol), not the REST API's.
 */
export const syncRoute =
  (handle: (event: RequestEvent, admitted: Admitted) => Promise<Response> | Response): RequestHandler =>
  async (event) => {
    const { services, requestId, log } = event.locals;
    try {
      const admitted = await admit(services, event.request, 'user', requestId);
      if (admitted === null) throw new Refusal('not_authenticated', 'Sign in to synchronise.');
      assertSpoken(event.request);
      return await handle(event, admitted);
    } catch (thrown) {
      if (!isExpected(thrown)) log.error({ err: thrown }, 'synchronisation failed');
      return problem(thrown, requestId);
    }
  };

/** What names no version speaks today's. */
function assertSpoken(request: Request): void {
  const header = request.headers.get(PROTOCOL_HEADER);
  if (header === null || Number(header) >= OLDEST_PROTOCOL_VERSION) return;
  throw new Refusal(
    'client_too_old',
    'This version of the app is too old for the server. Load it anew; what waits is kept.'
  );
}
