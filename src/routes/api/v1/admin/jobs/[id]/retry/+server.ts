import { endpoint } from '#lib/server/http/endpoint.ts';
import { retryJob } from '#lib/server/use-cases/jobs/manage-jobs.ts';

export const POST = endpoint('retryJob', ({ services, actor, params }) => retryJob(services, actor, params.id));
