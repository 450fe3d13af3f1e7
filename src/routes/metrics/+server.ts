import type { RequestHandler } from '@sveltejs/kit';
import { callerAddress } from '#lib/server/http/caller-address.ts';
import { mayReadMetrics } from '#lib/server/http/metrics-access.ts';
import { handover } from '#lib/server/handover.ts';
import { countLackingProofs } from '#lib/server/use-cases/certificates/count-lacks.ts';
import { lackingProofs, metrics } from '#lib/server/metrics/metrics.ts';
import { measureBackups } from '#lib/server/use-cases/whole-installation/measure-backups.ts';

export const GET: RequestHandler = async (event) => {
  if (!mayReadMetrics(handover().config?.metricsToken, event.request, callerAddress(event)))
    return new Response('Not found', { status: 404 });
  try {
    for (const [lacks, count] of await countLackingProofs(event.locals.services)) lackingProofs.set({ lacks }, count);
  } catch (err) {
    event.locals.log.warn({ err }, 'certificates that lack proofs could not be counted');
  }
  await measureBackups(event.locals.services);
  return new Response(await metrics.metrics(), { headers: { 'Content-Type': metrics.contentType } });
};
