import { endpoint } from '#lib/server/http/endpoint.ts';
import { removeJob } from '#lib/server/use-cases/jobs/manage-jobs.ts';

export const DELETE = endpoint('removeJob', ({ services, actor, params }) => removeJob(services, actor, params.id));
