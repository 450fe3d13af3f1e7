import type { RequestHandler } from '@sveltejs/kit';
import { mayReadMetrics } from '#lib/server/http/metrics-access.ts';
import { handover } from '#lib/server/handover.ts';
import { metrics } from '#lib/server/metrics/metrics.ts';

export const GET: RequestHandler = async ({ request, getClientAddress }) => {
  if (!mayReadMetrics(handover().config?.metricsToken, request, getClientAddress()))
    return new Response('Not found', { status: 404 });
  return new Response(await metrics.metrics(), { headers: { 'Content-Type': metrics.contentType } });
};
