import { endpoint } from '#lib/server/http/endpoint.ts';
import { listJobs } from '#lib/server/use-cases/jobs/manage-jobs.ts';

export const GET = endpoint('listJobs', ({ services, actor, query }) => listJobs(services, actor, query.state));
