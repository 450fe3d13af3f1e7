import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import { callerAddress } from '#lib/server/http/caller-address.ts';
import { isExpected, problem } from '#lib/server/http/problem.ts';
import { readPresented } from '#lib/server/http/read-presented.ts';
import { verifyCertificate } from '#lib/server/use-cases/certificates/verify-certificate.ts';
import { verificationPage } from '../verification-page.ts';

/** Where the code on a certificate leads: a page without script and without sign-in; the same as JSON where `Accept` asks for it. */
async function answer(event: RequestEvent, presented: string | null): Promise<Response> {
  const { request, params, url, locals } = event;
  const found = await verifyCertificate(locals.services, callerAddress(event), params['token'] ?? '', presented);
  const isForProgram = (request.headers.get('accept') ?? '').includes('application/json');
  const answered = isForProgram ? Response.json(found) : verificationPage(found, url, request.headers);
  answered.headers.set('Cache-Control', 'no-store');
  answered.headers.set('Vary', 'Accept, Accept-Language');
  answered.headers.set('X-Robots-Tag', 'noindex');
  return answered;
}

const telling =
  (presented: (request: Request) => Promise<string | null>): RequestHandler =>
  async (event) => {
    try {
      return await answer(event, await presented(event.request));
    } catch (thrown) {
      if (!isExpected(thrown)) event.locals.log.error({ err: thrown }, 'verification failed');
      return problem(thrown, event.locals.requestId);
    }
  };

export const GET = telling(() => Promise.resolve(null));
export const POST = telling(readPresented);
