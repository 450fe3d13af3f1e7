import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { admit, type Admitted } from './admit.ts';
import { isExpected, problem } from './problem.ts';

/** Which version a device speaks is said in a header; one that says nothing speaks today's. */
export type Spoken = { readonly header: string; readonly oldest: number };

/**
 * Makes the handler of a call by devices: token first, then the version that the device speaks, then the operation. Its
 * messages are the protocol's own (sync/protocol), not the REST API's.
 */
export const deviceRoute =
  (spoken: Spoken, handle: (event: RequestEvent, admitted: Admitted) => Promise<Response> | Response): RequestHandler =>
  async (event) => {
    const { services, requestId, log } = event.locals;
    try {
      const admitted = await admit(services, event.request, 'user', requestId);
      if (admitted === null) throw new Refusal('not_authenticated', 'Sign in to synchronise.');
      assertSpoken(event.request, spoken);
      return await handle(event, admitted);
    } catch (thrown) {
      if (!isExpected(thrown)) log.error({ err: thrown }, 'synchronisation failed');
      return problem(thrown, requestId);
    }
  };

function assertSpoken(request: Request, { header, oldest }: Spoken): void {
  const said = request.headers.get(header);
  if (said === null || Number(said) >= oldest) return;
  throw new Refusal(
    'client_too_old',
    'This version of the app is too old for the server. Load it anew; what waits is kept.'
  );
}
