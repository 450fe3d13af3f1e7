import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import { NOTHING_VERIFIED, type Verification } from '#lib/contracts/verification.ts';
import { callerAddress } from '#lib/server/http/caller-address.ts';
import { isExpected, problem, refusalCode } from '#lib/server/http/problem.ts';
import { readPresented, type PresentedFile } from '#lib/server/http/read-presented.ts';
import { verificationPage } from './verification-page.ts';

/** @param present null: no file is sent */
type Find = (event: RequestEvent, present: (() => Promise<PresentedFile>) | null) => Promise<Verification>;

/**
 * Answers with a page, or with the same as JSON where `Accept` asks for it. Whoever gets pages is told on a page, too, why there is no
 * result.
 */
export const answering =
  (find: Find): RequestHandler =>
  async (event) => {
    const { request } = event;
    const accepted = request.headers.get('accept') ?? '';
    let presented: PresentedFile | null = null;
    try {
      const present = async () => (presented = await readPresented(request, callerAddress(event)));
      const found = await find(event, request.method === 'POST' ? present : null);
      if (accepted.includes('application/json')) return described(Response.json(found));
      return described(pageOf(event, found, presented));
    } catch (thrown) {
      if (!isExpected(thrown)) event.locals.log.error({ err: thrown }, 'verification failed');
      const refused = problem(thrown, event.locals.requestId);
      if (!accepted.includes('text/html')) return refused;
      const page = pageOf(event, NOTHING_VERIFIED, presented, refusalCode(thrown) ?? 'other');
      const retry = refused.headers.get('Retry-After');
      if (retry !== null) page.headers.set('Retry-After', retry);
      return described(new Response(page.body, { status: refused.status, headers: page.headers }));
    }
  };

const pageOf = (
  { url, request }: RequestEvent,
  found: Verification,
  presented: PresentedFile | null,
  failure: string | null = null
): Response => verificationPage({ found, file: presented?.name ?? null, failure }, url, request.headers);

function described(answer: Response): Response {
  answer.headers.set('Cache-Control', 'no-store');
  answer.headers.set('Vary', 'Accept, Accept-Language');
  answer.headers.set('X-Robots-Tag', 'noindex');
  return answer;
}
