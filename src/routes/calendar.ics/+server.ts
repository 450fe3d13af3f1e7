import type { RequestHandler } from '@sveltejs/kit';
import { callerAddress } from '#lib/server/http/caller-address.ts';
import { isExpected, problem } from '#lib/server/http/problem.ts';
import { readCalendarFeed } from '#lib/server/use-cases/dashboard/calendar-feed.ts';

/** Where calendar programs read due dates, without sign-in: the address carries its own revocable token. */
export const GET: RequestHandler = async (event) => {
  const { request, url, locals } = event;
  try {
    const token = url.searchParams.get('token') ?? '';
    const { text, etag } = await readCalendarFeed(locals.services, callerAddress(event), token);
    const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } });
  } catch (thrown) {
    if (!isExpected(thrown)) locals.log.error({ err: thrown }, 'calendar feed failed');
    return problem(thrown, locals.requestId);
  }
};
