import { endpoint } from '#lib/server/http/endpoint.ts';
import { summarizeDashboard } from '#lib/server/use-cases/dashboard/summarize-dashboard.ts';

export const GET = endpoint('getDashboardSummary', ({ services, actor, query }) =>
  summarizeDashboard(services, actor, query)
);
