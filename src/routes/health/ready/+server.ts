import type { RequestHandler } from '@sveltejs/kit';
import { handover } from '#lib/server/handover.ts';
import { checkReadiness } from '#lib/server/use-cases/operations/check-readiness.ts';

export const GET: RequestHandler = async ({ locals }) => {
  const { ready, parts, engines } = await checkReadiness(locals.services);
  const draining = handover().draining === true;
  const status = draining ? 'draining' : ready ? 'ready' : 'not ready';
  const isReady = status === 'ready';
  return Response.json(
    { status, ...parts, certificate_engines: engines },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store', ...(!isReady && { 'Retry-After': '5' }) } }
  );
};
