import { endpoint } from '#lib/server/http/endpoint.ts';
import { recordTaskDone } from '#lib/server/use-cases/assets/record-task-done.ts';

export const POST = endpoint('recordTaskDone', ({ services, actor, params, query, body }) =>
  recordTaskDone(services, actor, { ref: params.ref, organizationId: query.organization_id, taskId: params.id }, body)
);
