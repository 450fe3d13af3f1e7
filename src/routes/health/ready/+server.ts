import type { RequestHandler } from '@sveltejs/kit';
import { checkReadiness } from '#lib/server/use-cases/operations/check-readiness.ts';

export const GET: RequestHandler = async ({ locals }) => {
  const { ready, parts, engines } = await checkReadiness(locals.services);
  return Response.json(
    { status: ready ? 'ready' : 'not ready', ...parts, certificate_engines: engines },
    { status: ready ? 200 : 503, headers: { 'Cache-Control': 'no-store', ...(!ready && { 'Retry-After': '5' }) } }
  );
};
