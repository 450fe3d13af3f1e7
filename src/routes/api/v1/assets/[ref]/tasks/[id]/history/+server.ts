import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listTaskPerformances } from '#lib/server/use-cases/assets/list-task-performances.ts';

export const GET = endpoint('listTaskPerformances', async ({ services, actor, params, query }) => {
  const task = { ref: params.ref, organizationId: query.organization_id, taskId: params.id };
  return pageReply(await listTaskPerformances(services, actor, task, query));
});
