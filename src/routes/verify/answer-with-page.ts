import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import type { Verification } from '#lib/contracts/verification.ts';
import { isExpected, problem } from '#lib/server/http/problem.ts';
import { verificationPage } from './verification-page.ts';

/** Answers with a page, or with the same as JSON where `Accept` asks for it. */
export const answering =
  (find: (event: RequestEvent) => Promise<Verification>): RequestHandler =>
  async (event) => {
    const { request, url, locals } = event;
    try {
      const found = await find(event);
      const isForProgram = (request.headers.get('accept') ?? '').includes('application/json');
      const answered = isForProgram ? Response.json(found) : verificationPage(found, url, request.headers);
      answered.headers.set('Cache-Control', 'no-store');
      answered.headers.set('Vary', 'Accept, Accept-Language');
      answered.headers.set('X-Robots-Tag', 'noindex');
      return answered;
    } catch (thrown) {
      if (!isExpected(thrown)) locals.log.error({ err: thrown }, 'verification failed');
      return problem(thrown, locals.requestId);
    }
  };
