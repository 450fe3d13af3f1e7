import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { tellingOutcome } from '#lib/server/db/outcome.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import { admit, type Admitted } from './admit.ts';
import { isExpected, problem } from './problem.ts';

/** A header has the device's protocol version; the default is the current one. */
export type SupportedProtocol = { readonly header: string; readonly oldest: number };

/**
 * Makes the handler of a call by devices: token first, then the device's protocol version, then the operation. The
 * messages are those of sync/protocol, not of the REST API.
 */
export const deviceRoute =
  (
    protocol: SupportedProtocol,
    handle: (event: RequestEvent, admitted: Admitted) => Promise<Response> | Response
  ): RequestHandler =>
  async (event) => {
    const { services, requestId, log } = event.locals;
    try {
      const who = () => admit(services, event.request, { access: 'user' }, requestId);
      const admitted = await who();
      if (admitted === null) throw new Refusal('not_authenticated', 'Sign in to sync.');
      assertSupported(event.request, protocol);
      const answer = async () => {
        try {
          return await handle(event, admitted);
        } catch (thrown) {
          // Signed out or deactivated in the meantime: the response says which.
          if (thrown instanceof RightsEnded) await who();
          throw thrown;
        }
      };
      return await (event.request.method === 'GET' ? answer() : tellingOutcome(answer));
    } catch (thrown) {
      if (!isExpected(thrown)) log.error({ err: thrown }, 'synchronisation failed');
      return problem(thrown, requestId);
    }
  };

function assertSupported(request: Request, { header, oldest }: SupportedProtocol): void {
  const said = request.headers.get(header);
  if (said === null || Number(said) >= oldest) return;
  throw new Refusal(
    'client_too_old',
    'This version of the app is too old for the server. Reload the app; unsent entries are kept.'
  );
}
